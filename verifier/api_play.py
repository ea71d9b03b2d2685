"""The Python interface to games that are played out: replay and count, best play, the audit of the axioms."""

import math
from collections.abc import Iterable
from pathlib import Path

from verifier.arguments import kind, listed, number, refused, whole
from verifier.board import Colour, Point, Position, point_of
from verifier.jobs.ikeda import AxiomAudit, audit, axioms_named
from verifier.jobs.playing.play_out import PlayedOut
from verifier.jobs.playing.play_out import play_out as played_out
from verifier.jobs.playing.replay import Setup, moves_of, record_of
from verifier.jobs.playing.solving import Proved, Solution
from verifier.jobs.playing.solving import solve as solved
from verifier.jobs.playing.start import Starting, start_of
from verifier.play.ending import Claims
from verifier.play.game import PASS
from verifier.rules import PlayRules, load_play_rules
from verifier.search import Limits

__all__ = [
    "AxiomAudit",
    "Claims",
    "PlayedOut",
    "Proved",
    "Setup",
    "Solution",
    "audit_axioms",
    "play_out",
    "solve",
]

_SIDE = "BLACK or WHITE of verifier is needed, or None"
_MOVES = "['C3', 'pass']"


def play_out(
    subject: Starting,
    moves: str | Iterable[str | Point] = (),
    rules: str | PlayRules = "nihonshiki2-prime",
    *,
    claims: Claims | None = None,
    resign: Colour | None = None,
) -> PlayedOut:
    """Replay *moves* under rules that are played out, and count the end.

    * *moves*: ``"C3 pass r2c1"``, or a list of vertices, point numbers and -1 for a pass; after those of an
      SGF file. A text may also say what else happens: ``"pass pass black:resume"`` (docs/playing.md).
    * *claims*: what the players agree on at a stop after these moves (dead stones, seki).
    * *resign*: who gives up after them.

    A move that the rules refuse ends the replay: see ``error`` and ``refusal`` of the result.

    Raises:
        InputError: something given cannot be used; one line says what.
    """
    if claims is not None:
        kind("claims", claims, Claims, "Claims are needed, or None")
    if resign is not None:
        kind("resign", resign, Colour, _SIDE)
    start = start_of(subject)
    position = start.setup.position
    entries = record_of(position, moves) if isinstance(moves, str) else _moves(position, moves)
    made = [*start.moves, *((None, entry) for entry in entries)]
    return played_out(start.setup, _play_rules(rules), made, claims=claims, resign=resign)


def solve(
    subject: Starting,
    rules: str | PlayRules = "nihonshiki2-prime",
    *,
    moves: str | Iterable[str | Point] = (),
    at_least: float | None = None,
    limits: Limits | None = None,
    reserves_for: Colour | None = None,
) -> Solution:
    """Find the result of best play to the end; the arguments are those of :func:`play_out`.

    With *at_least* it is only decided whether Black can force that lead (infinity: a win by repetition), and
    with *reserves_for* only a strategy of that side is looked for, with settled territories closed.
    *limits* are for each threshold that is asked. Every answer with a side has a certificate that the checker
    has accepted; what reaches a limit is unknown.

    Raises:
        InputError: something given cannot be used; one line says what.
    """
    if at_least is not None and at_least != math.inf:
        at_least = number("at_least", at_least)
    if limits is not None:
        kind("limits", limits, Limits, "Limits are needed, such as Limits(seconds=10)")
    if reserves_for is not None:
        kind("reserves_for", reserves_for, Colour, _SIDE)
    start = start_of(subject)
    made = (*(move for _, move in start.moves), *_moves(start.setup.position, moves))
    return solved(
        start.setup,
        _play_rules(rules),
        moves=made,
        at_least=at_least,
        limits=limits,
        reserves_for=reserves_for,
    )


def audit_axioms(games: int = 40, *, seed: int = 1, only: Iterable[str] | None = None) -> AxiomAudit:
    """Check the axioms of the algebraic specification of Ikeda's rules in all states of random games.

    *only*: numbers such as ``"8-2"``; default: all 96. docs/axioms.md says what comes out. An axiom of which
    no state of the games says anything is ``"not met"``, and needs more of them.

    Raises:
        InputError: there is no axiom of such a number, or *games* is not positive.
        Interrupted: Ctrl-C was pressed; its result is the audit of the games that were finished until then.
    """
    games = whole("games", games, 1, "a whole number is needed, and at least one")
    seed = whole("seed", seed, 0)
    chosen = None if only is None else [
        kind("only", name, str, "numbers of axioms such as '8-2' are needed")
        for name in listed("only", only, "['8-2']")
    ]  # fmt: skip
    return audit(games, seed=seed, axioms=axioms_named(chosen))


def _moves(position: Position, moves: str | Iterable[str | Point]) -> list[Point]:
    if isinstance(moves, str):
        return moves_of(position, moves)
    found: list[Point] = []
    for move in listed("moves", moves, _MOVES):
        if isinstance(move, str):
            found += moves_of(position, move)
        elif move == PASS and not isinstance(move, float):
            found.append(PASS)
        else:
            found.append(point_of(move, position.rows, position.cols))
    return found


def _play_rules(rules: str | PlayRules) -> PlayRules:
    if isinstance(rules, PlayRules):
        return rules
    if not isinstance(rules, str | Path):
        raise refused("rules", rules, "use PlayRules, an id of rules of play, or the path of a file")
    return load_play_rules(str(rules))
