"""Counting the end of a game whose rules leave life and death to the section ``[axes]`` of the same file.

The stones that both players name are dead; where they name none, life and death are judged with proofs, and
what stays unknown leaves the result open.
"""

from verifier.adjudicate.judging import judge_units
from verifier.adjudicate.territory import Territory
from verifier.board import BLACK, Mask, unit_name
from verifier.errors import InputError
from verifier.jobs.audit.count import GameCount, count_game
from verifier.notation import Diagram
from verifier.play.ending import Claims, Count, Score
from verifier.play.game import Game
from verifier.search import Limits, Status

__all__ = ["JUDGING", "judged_end"]

JUDGING = Limits(nodes=200_000, seconds=20.0)
"""Where the judgement of a unit gives up; ``shikatsu verify`` and ``shikatsu score`` go further."""


def judged_end(game: Game, claims: Claims | None, limits: Limits = JUDGING) -> tuple[Score | None, str]:
    """Count the board of a game that has ended; *claims* are what both players say, None if nothing.

    Returns the score, or None and in words why it is open.

    Raises:
        InputError: the claims do not fit the board, or the rules do not say how units are judged.
    """
    position, now, units = game.position, game.now, game.rules.units
    if units is None:
        raise InputError(f"ruleset {game.rules.id}: no section [axes] says which stones are dead")
    if claims is not None:
        if claims.seki or claims.one_sided != (0, 0):
            raise InputError(f"ruleset {game.rules.id} asks for dead stones only; seki and dame follow")
        dead = [unit for unit in position.units() if unit & claims.dead]
        if sum(dead) != claims.dead:
            raise InputError("dead stones are whole chains; name all stones of each")
        statuses = {unit: Status.DEAD if unit in dead else Status.ALIVE for unit in position.units()}
    else:
        statuses = judge_units(Diagram(position), units, limits=limits).statuses
    taken = tuple(now.lost[s.opponent] + now.paid[s.opponent] for s in (BLACK, BLACK.opponent))
    count = count_game(position, statuses, units, komi=game.komi, prisoners=(taken[0], taken[1]))
    if not count.decided:
        names = ", ".join(unit_name(position, unit) for unit in count.territory.bounds.unknown)
        return None, f"{count.result}, since it is unknown whether these live: {names}"
    return _score(game, count, count.territory), ""


def _score(game: Game, count: GameCount, found: Territory) -> Score:
    now, sides = game.now, []
    for side, total in ((BLACK, count.black[0]), (BLACK.opponent, count.white[0])):
        off = found.prisoners(side.opponent).bit_count()
        sides.append(
            Count(
                territory=found.points(side),
                stones=now.stones[side].bit_count() - off,
                lost=now.lost[side] + off,
                paid=now.paid[side],
                wasted=0,
                total=total,
            )
        )
    owned = found.points(BLACK) | found.points(BLACK.opponent)
    dame: Mask = game.position.empty & ~owned
    return Score(sides[0], sides[1], dame, 0)
