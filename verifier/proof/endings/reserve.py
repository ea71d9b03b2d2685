"""Reserves: areas that are as good as settled and are not played out point by point.

The reserve of the *other* side is empty points that its stones alone surround. The side that proves never
plays there; what the other side plays there costs it a point and makes a board that never was. The prover's
*own* reserve is held by a count (``held``).
docs/endings-why.md has the argument; ``verifier.proof.endings.checker`` plays by it.
"""

import dataclasses
from typing import NamedTuple

from verifier.board import BLACK, Colour, Grid, Mask, Point, Position
from verifier.errors import CertificateError, InputError
from verifier.play.game import PASS, Game, Turn
from verifier.play.setup import Setup
from verifier.proof.endings.held import SETTLED, hold
from verifier.proof.endings.safe_territory import answers_inside, lives, territory_of
from verifier.rules import PlayRules

__all__ = [
    "ASIDE", "FILL_UP", "INTRUDE", "MOST_OWN", "NO_RESERVES", "PLAY", "PLAY_SETTLED", "RESERVE_MOVES",
    "TRADE", "TRADE_OPEN", "TRADE_SETTLED", "Reserves", "after_reserve_move", "closed_game",
    "reserve_moves",
]  # fmt: skip

ASIDE, FILL_UP, INTRUDE, TRADE, TRADE_OPEN, TRADE_SETTLED, PLAY, PLAY_SETTLED = range(-4, -12, -1)
RESERVE_MOVES = {
    ASIDE: "a play in its reserve",
    FILL_UP: "filling its reserve",
    INTRUDE: "a play in the prover's reserve that needs no answer now",
    TRADE: "a play in the prover's reserve and its answer",
    TRADE_OPEN: "a play in the prover's reserve and an answer after which it needs none",
    TRADE_SETTLED: "a play in the prover's reserve and an answer that settles it",
    PLAY: "a play in the own reserve",
    PLAY_SETTLED: "a play in the own reserve that settles it",
}
"""Moves in reserves; up to ``TRADE_SETTLED`` they are the other side's."""

MOST_OWN = 14
"""Larger own reserves take too long to play out."""


class Reserves(NamedTuple):
    """The reserves of a claim; a side has none where its points are 0."""

    own: Mask = 0
    """Empty points that stones of the side that proves surround."""
    own_eyes: Mask = 0
    """Those that are left if the rest is filled with its stones."""
    plays: int = 0
    """How many plays the prover needs until it may leave one of the other side unanswered, or SETTLED."""
    other: Mask = 0
    """Empty points, connected, that stones of the other side surround."""
    other_eyes: Mask = 0


NO_RESERVES = Reserves()


def closed_game(
    rules: PlayRules, setup: Setup, moves: tuple[Point, ...], side: Colour, reserves: Reserves
) -> Game:
    """The game of a claim of *side* with its reserves filled but for eyes, after *moves*.

    What filling changes in the count is made up for by stones lost before.

    Raises:
        CertificateError: they are no reserves.
        InputError: the game of the claim cannot be played.
    """
    own, other = reserves.own, reserves.other
    grid, position = setup.position.grid, setup.position
    stones = (position.black, position.white)
    if not answers_inside(rules) or rules["suicide"] != "forbidden" or rules["seki"] == "has dame":
        raise CertificateError("these rules know no reserves: plays there may cost more than passes")
    if not own | other or (own | other) & ~grid.full or own & other:
        raise CertificateError("reserves: sets of points of the board that have none in common are needed")
    if (own | other) & (stones[0] | stones[1]):
        raise CertificateError("reserves: a point of them has a stone")
    touched = {move for move in (*moves, setup.ko) if move != PASS and move >= 0}
    if any((own | other) >> move & 1 for move in touched):
        raise CertificateError("reserves: a move of the claim or its ko lies in them")
    for region, eyes, owner in ((own, reserves.own_eyes, side), (other, reserves.other_eyes, side.opponent)):
        if region:
            _see_closed(grid, region, eyes, stones[owner])
        elif eyes:
            raise CertificateError("reserves: eyes without a reserve")
    if other and len(list(grid.components(other))) != 1:
        raise CertificateError("reserves: that of the other side must be connected")
    if own:
        if own.bit_count() > MOST_OWN:
            raise CertificateError(f"reserves: an own one has at most {MOST_OWN} points")
        held, plays = hold(grid, *territory_of(grid, own, stones[side])), reserves.plays
        right = plays >= SETTLED and held.holds(max(plays, 0))
        if not right or (plays <= 0 and held.settled() is not (plays == SETTLED)):
            raise CertificateError(f"reserves: the own one is not held with {plays} plays to make")
    elif reserves.plays:
        raise CertificateError("reserves: plays to make without an own reserve")
    return _filled(rules, setup, moves, side, reserves)


def _see_closed(grid: Grid, region: Mask, eyes: Mask, stones: Mask) -> None:
    """See that *stones* alone surround *region*, and live by *eyes* if the rest of it is filled."""
    border = grid.dilate(region) & ~region
    if not border or border & ~stones:  # an empty board has no border
        raise CertificateError("reserves: a point of them is not surrounded by stones of one side")
    if eyes & ~region:
        raise CertificateError("reserves: eyes lie in them")
    if not lives(grid, eyes, territory_of(grid, region, stones).chains | (region & ~eyes)):
        raise CertificateError("reserves: filled but for these eyes they do not live")


def _filled(
    rules: PlayRules, setup: Setup, moves: tuple[Point, ...], side: Colour, reserves: Reserves
) -> Game:
    own, other = reserves.own & ~reserves.own_eyes, reserves.other & ~reserves.other_eyes
    added = (own, other) if side is BLACK else (other, own)
    position, lost = setup.position, setup.lost
    full = Position(position.rows, position.cols, position.black | added[0], position.white | added[1])
    # A point filled is territory gone, or for the static bound a stone more to pay for.
    given = (lost[0] + added[1].bit_count(), lost[1] + added[0].bit_count())
    closed = dataclasses.replace(setup, position=full, lost=given)
    try:
        game = closed.game(rules)
        game.play_all(moves)
    except InputError as error:
        raise CertificateError(f"reserves: the game with them closed cannot be played ({error})") from None
    if game.result is not None:
        raise CertificateError("reserves: the game of the claim is over with them closed")
    return game


def reserve_moves(game: Game, side: Colour, reserves: Reserves, plays: int) -> list[int]:
    """The moves in reserves of the side to move, *side* being the one that proves.

    All must be followed; those of *side* are what one play may come to.
    """
    now = game.now
    if now.to_move is side:
        if not reserves.own or plays == SETTLED:
            return []
        return [PLAY] if plays > 1 else [PLAY, PLAY_SETTLED]
    found = []
    if reserves.other_eyes & ~(now.black | now.white):
        found.append(ASIDE)
        if _may_fill_up(game, side, reserves):
            found.append(FILL_UP)
    if reserves.own:
        found += [TRADE, TRADE_OPEN, TRADE_SETTLED] if plays > 0 else [INTRUDE]
    return found


def _may_fill_up(game: Game, side: Colour, reserves: Reserves) -> bool:
    """Whether the other side's reserve, once full, has a liberty outside."""
    grid, now = game.grid, game.now
    stones = now.stones[side.opponent] | reserves.other
    whole = grid.flood(reserves.other, stones)
    return bool(grid.dilate(whole) & ~(stones | now.stones[side]))


def after_reserve_move(
    game: Game, side: Colour, reserves: Reserves, plays: int, move: int
) -> tuple[Turn, int]:
    """The turn that a new game begins with after *move* in a reserve, and how many plays are needed then."""
    now, other = game.now, side.opponent
    black, white, paid = now.black, now.white, list(now.paid)
    mover, to_move = now.to_move, now.to_move.opponent
    if move in (ASIDE, INTRUDE):
        paid[other] += 1
    if move in (PLAY, PLAY_SETTLED):
        paid[side] += 1
    if move == FILL_UP:
        # It takes one point of territory; the eyes that are filled are more by so many.
        paid[side] += reserves.other_eyes.bit_count() - 1
        black, white = (black, white | reserves.other) if side is BLACK else (black | reserves.other, white)
    if move in (TRADE, TRADE_OPEN, TRADE_SETTLED):
        mover, to_move = side, other
    point = (reserves.other if move in (ASIDE, FILL_UP) else reserves.own).bit_length() - 1
    turn = Turn(
        black, white, to_move, point, mover, lost=now.lost, paid=(paid[0], paid[1]),
        first_after_stop=now.first_after_stop, first_passer=now.first_passer, late=now.late,
    )  # fmt: skip
    needed = {
        INTRUDE: 1, TRADE_OPEN: 0, TRADE_SETTLED: SETTLED, PLAY: max(plays - 1, 0), PLAY_SETTLED: SETTLED,
    }  # fmt: skip
    return turn, needed.get(move, plays)
