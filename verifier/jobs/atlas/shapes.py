"""Boards up to symmetry: locales, targets, and the number of a board in a table."""

import dataclasses
import functools
import re
from collections.abc import Iterator

from verifier.board import SYMMETRIES, Colour, Grid, Mask, Position
from verifier.board.grid import bits
from verifier.board.symmetry import transform_mask
from verifier.board.walls import locale_of, walls
from verifier.errors import InputError

__all__ = ["Key", "Locale", "boards_up_to", "canonical_shapes", "indexer", "locale_for", "maps", "size_of"]


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Locale:
    """Where play takes place, seen by the owner of the unit; masks are sets of points of the board."""

    points: Mask
    own_wall: Mask
    """Its points next to a wall of the owner."""
    other_wall: Mask
    scope: Mask = 0
    """Where new stones of the owner count in the game ``anew``; 0: on all its points."""

    @staticmethod
    def whole(rows: int, cols: int) -> "Locale":
        """The whole board without walls."""
        return Locale(Grid.of(rows, cols).full, 0, 0)

    @property
    def name(self) -> str:
        """Its masks in hexadecimal."""
        masks = (self.points, self.own_wall, self.other_wall, self.scope)
        return ":".join(f"{mask:x}" for mask in masks)

    def numbers(self, mask: Mask) -> list[int]:
        """Return points of the board as numbers of points of the locale."""
        order = {point: number for number, point in enumerate(bits(self.points))}
        return [order[point] for point in bits(mask)]

    def near(self, rows: int, cols: int) -> list[list[int]]:
        """Return the neighbours of each point of the locale, as numbers."""
        neighbours = Grid.of(rows, cols).neighbours
        return [self.numbers(neighbours[point] & self.points) for point in bits(self.points)]


Key = tuple[Locale, Mask]
"""A locale and the target in it, the least of their images under the symmetries of the board."""


def size_of(name: str) -> tuple[int, int]:
    """Return (rows, cols), rows <= cols, of a board named like ``3x4``.

    Raises:
        InputError: it is not named so.
    """
    match = re.fullmatch(r"(\d{1,4})x(\d{1,4})", name)
    if not match:
        raise InputError(f"board {name!r}: give rows and columns, such as 3x4")
    rows, cols = sorted(map(int, match.groups()))
    return rows, cols


def boards_up_to(points: int) -> list[tuple[int, int]]:
    """Return the sizes (rows, cols) of all boards with at most so many points, rows <= cols."""
    sizes = [(r, c) for r in range(1, points + 1) for c in range(r, points // r + 1)]
    return sorted(sizes, key=lambda size: (size[0] * size[1], size))


@functools.cache
def maps(rows: int, cols: int) -> tuple[str, ...]:
    """Return the symmetries that keep a board of this size."""
    return tuple(name for name in SYMMETRIES if rows == cols or _keeps_sides(name))


def _keeps_sides(name: str) -> bool:
    return name in ("identity", "rotate 180", "mirror left-right", "mirror top-bottom")


def locale_for(position: Position, unit: Mask, owner: Colour, kind: str) -> Locale | None:
    """Return the locale of a unit under a value of the axis ``walls``; None if the unit is a wall."""
    sides = walls(position, kind)
    points = locale_of(position, unit, kind)
    if not points:
        return None
    dilate = position.grid.dilate
    return Locale(points, dilate(sides[owner]) & points, dilate(sides[owner.opponent]) & points)


@functools.lru_cache(maxsize=1 << 18)
def indexer(
    rows: int, cols: int, locale: Locale, target: Mask
) -> tuple[Key, tuple[int, ...], tuple[int, ...]]:
    """Return the canonical key of a locale and target, and how to number a board of that locale.

    The number is the sum of ``low[mask & 255] + high[mask >> 8]`` over the owner's stones and twice that over
    the attacker's, masks of the original board: digits to the base 3 of the points outside the target, in
    the order of the canonical locale.
    """
    best: tuple[Key, str] | None = None
    for name in maps(rows, cols):
        image = Locale(
            transform_mask(locale.points, rows, cols, name),
            transform_mask(locale.own_wall, rows, cols, name),
            transform_mask(locale.other_wall, rows, cols, name),
            transform_mask(locale.scope, rows, cols, name),
        )
        key = (image, transform_mask(target, rows, cols, name))
        if best is None or key < best[0]:
            best = key, name
    assert best is not None
    key, name = best
    order = {point: 3**number for number, point in enumerate(bits(key[0].points & ~key[1]))}
    power = [0] * 16
    for point in bits(locale.points & ~target):
        power[point] = order[transform_mask(1 << point, rows, cols, name).bit_length() - 1]
    low = tuple(sum(power[p] for p in bits(mask)) for mask in range(256))
    high = tuple(sum(power[p + 8] for p in bits(mask)) for mask in range(256))
    return key, low, high


def canonical_shapes(rows: int, cols: int, *, points_only: bool) -> Iterator[Mask]:
    """Yield all targets on the whole board up to symmetry, smallest first.

    Targets are single points, or with *points_only* false all sets of points that may be a chain: connected,
    and not the whole board.
    """
    grid = Grid.of(rows, cols)
    whole = Locale.whole(rows, cols)
    layer = {indexer(rows, cols, whole, 1 << point)[0][1] for point in range(grid.size)}
    for size in range(1, grid.size if not points_only else 2):
        if size == grid.size and size > 1:
            return
        yield from sorted(layer)
        grown = {shape | 1 << p for shape in layer for p in bits(grid.dilate(shape) & ~shape)}
        layer = {_canonical(rows, cols, shape) for shape in grown}


def _canonical(rows: int, cols: int, mask: Mask) -> Mask:
    return min(transform_mask(mask, rows, cols, name) for name in maps(rows, cols))
