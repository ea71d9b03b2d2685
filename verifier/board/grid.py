"""Rectangular grids of points, with sets of points as integer bit masks.

Point ``r * cols + c`` is row ``r`` from the top and column ``c`` from the left,
both from 0. Bit ``p`` of a mask stands for point ``p``.
"""

import functools
from collections.abc import Iterator
from typing import TypeAlias

from verifier.errors import InputError

__all__ = ["MAX_SIDE", "Grid", "Mask", "Point", "bits"]

Point: TypeAlias = int
Mask: TypeAlias = int

MAX_SIDE = 25
"""Longest side of a board: GTP vertices end at column Z."""


def bits(mask: Mask) -> Iterator[Point]:
    """Yield the points of *mask* in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Grid:
    """A rectangular grid of ``rows`` x ``cols`` points. Use :meth:`of` to share instances."""

    __slots__ = ("cols", "full", "neighbours", "not_left", "not_right", "rows", "size")

    rows: int
    cols: int
    size: int
    full: Mask
    """All points."""
    neighbours: tuple[Mask, ...]
    """For each point, the mask of its orthogonal neighbours."""

    def __init__(self, rows: int, cols: int) -> None:
        if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
            raise InputError(f"board of {rows} rows and {cols} columns: sides must be 1 to {MAX_SIDE}")
        self.rows, self.cols, self.size = rows, cols, rows * cols
        self.full = (1 << self.size) - 1
        left = sum(1 << (r * cols) for r in range(rows))
        self.not_left = self.full & ~left
        self.not_right = self.full & ~(left << (cols - 1))
        self.neighbours = tuple(self.dilate(1 << p) & ~(1 << p) for p in range(self.size))

    @staticmethod
    @functools.cache
    def of(rows: int, cols: int) -> "Grid":
        """Return the shared grid of this size.

        Raises:
            InputError: a side is not in 1..25.
        """
        return Grid(rows, cols)

    def __repr__(self) -> str:
        return f"Grid({self.rows}, {self.cols})"

    def dilate(self, mask: Mask) -> Mask:
        """Return *mask* with the neighbours of all its points."""
        cols = self.cols
        return (
            mask
            | (mask & self.not_right) << 1
            | (mask & self.not_left) >> 1
            | mask << cols
            | mask >> cols
        ) & self.full

    def flood(self, seed: Mask, within: Mask) -> Mask:
        """Return all points of *within* connected to *seed* (which must lie in *within*)."""
        cols, not_right, not_left = self.cols, self.not_right, self.not_left
        front, rest = seed, within & ~seed
        while front:
            front = (
                (front & not_right) << 1 | (front & not_left) >> 1 | front << cols | front >> cols
            ) & rest
            rest ^= front
        return seed | within ^ rest

    def components(self, mask: Mask) -> Iterator[Mask]:
        """Yield the maximal connected sets of points of *mask*, by their first point."""
        while mask:
            component = self.flood(mask & -mask, mask)
            yield component
            mask &= ~component
