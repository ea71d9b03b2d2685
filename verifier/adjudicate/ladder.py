"""Reading captures: can a chain of one or two liberties be taken by a row of ataris?

Each move of the attacker takes the chain or leaves it one liberty, and the owner may answer by extending or
by taking a chain next to it. Nothing else is read: a chain with more liberties counts as safe, and so does
one that the attacker could take only with a quiet move.
"""

from collections.abc import Callable

from verifier.board import Colour, Grid, Mask, Point
from verifier.board.grid import bits
from verifier.play.placing import Placed, place

__all__ = ["Stones", "TooLongError", "takes"]

_MOST_NODES = 4_000
"""Positions of one reading; a ladder across a board of 25 lines has less than 200."""

Stones = tuple[Mask, Mask]
"""Black's and White's."""


class TooLongError(RuntimeError):
    """A reading came to no end within the positions that are looked at."""


def takes(
    grid: Grid,
    stones: Stones,
    point: Point,
    ban: Point = -1,
    worth: Callable[[Stones], bool] | None = None,
) -> Point | None:
    """Return a move by which the other side begins to take the chain at *point*; None if it cannot take it.

    *ban* is where that side may not retake at once. *worth* says of the board after the capture whether it is
    one that counts. A capture after which as many stones or more are retaken at once does not.

    Raises:
        TooLongError: it was not found out.
    """
    colour = Colour.BLACK if stones[0] >> point & 1 else Colour.WHITE
    return _Reading(grid, colour, point, worth).attack(stones, ban)


class _Reading:
    """One chain, and how many positions may still be looked at."""

    def __init__(
        self, grid: Grid, owner: Colour, point: Point, worth: Callable[[Stones], bool] | None
    ) -> None:
        self.grid, self.owner, self.point, self.worth = grid, owner, point, worth
        self.left = _MOST_NODES

    def attack(self, stones: Stones, ban: Point) -> Point | None:
        """The attacker's first move, if he can take the chain."""
        self.left -= 1
        if self.left < 0:
            raise TooLongError
        liberties = self.liberties(stones, self.point)
        if liberties.bit_count() > 2:
            return None
        for move in bits(liberties):
            if move == ban:
                continue
            placed = place(self.grid, *stones, self.owner.opponent, move)
            if placed.own_taken:
                continue
            if placed.taken >> self.point & 1:
                if not self.retaken(placed, move) and (self.worth is None or self.worth(placed.stones)):
                    return move
            elif self.lost(placed):
                return move
        return None

    def lost(self, placed: Placed) -> bool:
        """Whether the owner, to move, loses the chain all the same."""
        self.left -= 1
        stones = placed.stones
        liberties = self.liberties(stones, self.point)
        if liberties.bit_count() != 1:
            return False
        chain = self.grid.flood(1 << self.point, stones[self.owner])
        theirs = stones[self.owner.opponent]
        answers = liberties
        near = self.grid.dilate(chain) & theirs
        while near:
            other = self.grid.flood(near & -near, theirs)
            near &= ~other
            breath = self.liberties(stones, (other & -other).bit_length() - 1)
            if breath.bit_count() == 1:
                answers |= breath
        for answer in bits(answers):
            if answer == placed.ban:
                continue
            after = place(self.grid, *stones, self.owner, answer)
            if not after.own_taken and self.attack(after.stones, after.ban) is None:
                return False
        # He may also let the chain go; it must be worth taking then.
        return self.attack(stones, -1) is not None

    def retaken(self, placed: Placed, move: Point) -> bool:
        """Whether the stones that took the chain are taken at once, and as many as it had."""
        liberties = self.liberties(placed.stones, move)
        if liberties.bit_count() != 1:
            return False
        answer = liberties.bit_length() - 1
        if answer == placed.ban:
            return False
        after = place(self.grid, *placed.stones, self.owner, answer)
        return not after.own_taken and after.taken.bit_count() >= placed.taken.bit_count()

    def liberties(self, stones: Stones, point: Point) -> Mask:
        mine = stones[0] if stones[0] >> point & 1 else stones[1]
        return self.grid.dilate(self.grid.flood(1 << point, mine)) & ~(stones[0] | stones[1])
