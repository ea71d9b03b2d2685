"""A position: a colour for every point, and which sides of the diagram are open."""

import dataclasses
import enum
import importlib
from collections.abc import Iterator

from verifier.board.colour import Colour
from verifier.board.grid import Grid, Mask, Point
from verifier.board.vertex import vertex
from verifier.errors import InputError

__all__ = ["Position", "Side", "unit_name"]


class Side(enum.Enum):
    """A side of a diagram. An open side is a cut: the board goes on beyond it."""

    TOP = "top"
    BOTTOM = "bottom"
    LEFT = "left"
    RIGHT = "right"


@dataclasses.dataclass(frozen=True, slots=True)
class Position:
    """Stones on a rectangular board or on a crop of one.

    A side of the board counts as open only if it is named in ``open_sides``. Prisoners,
    the side to move and a ko ban are no part of it: hypothetical play starts without them.

    Raises:
        InputError: sides out of range, stones off the board, or two stones on one point.
            Chains without liberties are reported by :meth:`breathless`, not refused here.
    """

    rows: int
    cols: int
    black: Mask
    white: Mask
    open_sides: frozenset[Side] = frozenset()

    def __post_init__(self) -> None:
        full = Grid.of(self.rows, self.cols).full
        if self.black & self.white:
            raise InputError("a point carries both a black and a white stone")
        if (self.black | self.white) & ~full:
            raise InputError(f"a stone lies off the board of {self.rows} rows and {self.cols} columns")

    def __str__(self) -> str:
        return str(importlib.import_module("verifier.text").board(self))

    def _repr_svg_(self) -> str:
        # By name: pictures stand above the board, and nothing here needs them but a notebook.
        return str(importlib.import_module("verifier.svg").board(self))

    @property
    def grid(self) -> Grid:
        """The grid of points below this position."""
        return Grid.of(self.rows, self.cols)

    @property
    def empty(self) -> Mask:
        """All points without a stone."""
        return self.grid.full & ~(self.black | self.white)

    def stones(self, colour: Colour) -> Mask:
        """All stones of *colour*."""
        return self.white if colour else self.black

    def owner_of(self, unit: Mask) -> Colour:
        """Return the colour of *unit*, stones of one side."""
        return Colour.BLACK if unit & self.black else Colour.WHITE

    def colour_at(self, point: Point) -> Colour | None:
        """The colour of the stone on *point*, or None where there is none."""
        if self.black >> point & 1:
            return Colour.BLACK
        return Colour.WHITE if self.white >> point & 1 else None

    def signs(self) -> list[str]:
        """The rows from the top, as documents have them: X is Black, O White, and a dot an empty point."""
        signs = {None: ".", Colour.BLACK: "X", Colour.WHITE: "O"}
        points = "".join(signs[self.colour_at(p)] for p in range(self.rows * self.cols))
        return [points[r : r + self.cols] for r in range(0, len(points), self.cols)]

    def chains(self, colour: Colour) -> Iterator[Mask]:
        """The chains of *colour* (article 3 of the 試案: indivisible), by their first point."""
        return self.grid.components(self.stones(colour))

    def chain_at(self, point: Point) -> Mask:
        """The chain with a stone on *point*; empty mask where there is no stone."""
        stone = 1 << point
        stones = self.black if self.black & stone else self.white
        return self.grid.flood(stone, stones) if stones & stone else 0

    def liberties(self, chain: Mask) -> Mask:
        """The empty points next to *chain*, those inside the diagram only."""
        return self.grid.dilate(chain) & self.empty

    @property
    def cut(self) -> Mask:
        """The points on open sides."""
        grid = self.grid
        row = (1 << grid.cols) - 1
        edges = {
            Side.TOP: row,
            Side.BOTTOM: row << (grid.size - grid.cols),
            Side.LEFT: grid.full & ~grid.not_left,
            Side.RIGHT: grid.full & ~grid.not_right,
        }
        mask = 0
        for side in self.open_sides:
            mask |= edges[side]
        return mask

    @property
    def outside(self) -> Mask:
        """The empty points connected to an open side (semantics section 1)."""
        if not self.open_sides:
            return 0
        return self.grid.flood(self.cut & self.empty, self.empty)

    def assumed(self, colour: Colour) -> Mask:
        """The stones of *colour* assumed alive: chains on an open side or next to the outside."""
        if not self.open_sides:
            return 0
        touching = self.cut | self.grid.dilate(self.outside)
        return sum(chain for chain in self.chains(colour) if chain & touching)

    def units(self) -> Iterator[Mask]:
        """The chains to be judged: all but the assumed-alive ones, by their first point."""
        assumed = self.assumed(Colour.BLACK) | self.assumed(Colour.WHITE)
        return self.chains_among((self.black | self.white) & ~assumed)

    def chains_among(self, stones: Mask) -> Iterator[Mask]:
        """The chains that *stones* of one colour or both consist of, by their first point.

        Where chains of both colours touch, the stones are one connected set, but not one chain.
        """
        chains = [c for own in (self.black, self.white) for c in self.grid.components(stones & own)]
        return iter(sorted(chains, key=lambda chain: chain & -chain))

    def breathless(self) -> Iterator[Mask]:
        """The chains without a liberty; such a position cannot arise in play."""
        cut = self.cut
        for colour in Colour:
            for chain in self.chains(colour):
                if not self.liberties(chain) and not chain & cut:
                    yield chain


def unit_name(position: Position, unit: Mask) -> str:
    """The GTP vertex of the first stone of a unit (top row first, from the left).

    Of several chains together those of all of them, with commas between.
    """
    firsts = [(chain & -chain).bit_length() - 1 for chain in position.grid.components(unit)]
    return ",".join([vertex(first, position.rows, position.cols) for first in firsts])
