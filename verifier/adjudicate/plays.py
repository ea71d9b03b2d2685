"""Single plays on a complete board in ordinary play: what gains and filling in turn are made of."""

import dataclasses
from collections.abc import Iterator

from verifier.board import Colour, Point, Position
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.play.placing import place
from verifier.rules import Ruleset

__all__ = ["Played", "play", "plays", "refuse_crop"]


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """What one play leads to."""

    point: Point
    position: Position
    taken: int
    """Stones of the other side that it took."""
    ban: Point
    """Where the other side may not retake on its next turn, or -1."""


def play(
    position: Position, colour: Colour, point: Point, ruleset: Ruleset, ban: Point = -1
) -> Played | None:
    """Return what a stone of *colour* on *point* leads to, or None if it is no legal play.

    It may not leave its own chain without a liberty, nor be on *ban*. A single ko may not be retaken on the
    next turn, whatever else a ruleset forbids in hypothetical play; nor is there a ban where that has none.
    """
    if point == ban or not position.empty >> point & 1:
        return None
    placed = place(position.grid, position.black, position.white, colour, point)
    if placed.own_taken:
        return None
    after = Position(position.rows, position.cols, placed.black, placed.white)
    return Played(point, after, placed.taken.bit_count(), placed.ban if ruleset["ko"] != "none" else -1)


def plays(position: Position, colour: Colour, ruleset: Ruleset, ban: Point = -1) -> Iterator[Played]:
    """Yield all legal plays of *colour* in board order."""
    for point in bits(position.empty):
        played = play(position, colour, point, ruleset, ban)
        if played is not None:
            yield played


def refuse_crop(position: Position, name: str = "position") -> None:
    """Refuse what has no count of its own.

    Raises:
        InputError: some side of the position is open.
    """
    if position.open_sides:
        raise InputError(f"{name}: a crop; gains, neutral points and filling need a complete board")
