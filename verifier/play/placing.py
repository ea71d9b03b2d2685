"""What placing one stone does to a board: captures, suicide and the shape of a ko.

Plain functions on masks. No rule of repetition is known here.
"""

from typing import NamedTuple

from verifier.board import Colour, Grid, Mask, Point
from verifier.board.grid import bits

__all__ = ["Placed", "place"]


class Placed(NamedTuple):
    """A board after one stone was placed and chains without liberties were taken off."""

    black: Mask
    white: Mask
    taken: Mask
    """Opposing stones taken off."""
    own_taken: Mask
    """Own stones taken off: suicide."""
    ban: Point
    """The point of a single ko that the opponent could retake at once, or -1."""

    @property
    def stones(self) -> tuple[Mask, Mask]:
        """The board by colour."""
        return self.black, self.white


def place(grid: Grid, black: Mask, white: Mask, colour: Colour, point: Point) -> Placed:
    """Return the board after *colour* places a stone on the empty *point*, suicide included.

    Opposing chains without liberties go first. The ko ban is set where the stone took exactly one
    stone and then stands alone with exactly one liberty, that of the stone it took.
    """
    stone = 1 << point
    mine, theirs = (white, black) if colour else (black, white)
    mine |= stone
    occupied = mine | theirs
    taken: Mask = 0
    near = grid.neighbours[point]
    for start in bits(near & theirs):
        if taken >> start & 1:
            continue
        chain = grid.flood(1 << start, theirs)
        if not grid.dilate(chain) & ~occupied:
            taken |= chain
    theirs &= ~taken
    own = grid.flood(stone, mine)
    breath = grid.dilate(own) & ~(mine | theirs)
    own_taken: Mask = 0 if breath else own
    ban = -1
    if taken.bit_count() == 1 and own == stone and breath == taken:
        ban = taken.bit_length() - 1
    mine &= ~own_taken
    return Placed(*((theirs, mine) if colour else (mine, theirs)), taken, own_taken, ban)
