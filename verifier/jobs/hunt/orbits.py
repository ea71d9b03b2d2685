"""Boards in the order of their size, and positions up to symmetry.

Two positions are the same here if a rotation, a reflection or the exchange of colours makes one the other.
"""

import dataclasses
import functools
from collections.abc import Iterator

from verifier.board import SYMMETRIES, Mask, Position, Side
from verifier.board.symmetry import transform, transform_mask

__all__ = ["Board", "Images", "boards", "canonical", "images", "rank", "subsets", "upright"]


@dataclasses.dataclass(frozen=True, slots=True)
class Board:
    """A board without stones, or a crop of one."""

    rows: int
    cols: int
    open_sides: frozenset[Side] = frozenset()

    @property
    def points(self) -> int:
        """The number of points."""
        return self.rows * self.cols

    @property
    def images(self) -> "Images":
        """Its symmetries."""
        return images(self.rows, self.cols, self.open_sides)

    def __str__(self) -> str:
        sides = ", ".join(sorted(side.value for side in self.open_sides))
        return f"{self.rows}x{self.cols}" + (f" (open: {sides})" if sides else "")


def boards(most: int, *, least_side: int = 1, open_sides: frozenset[Side] = frozenset()) -> Iterator[Board]:
    """Yield the boards of 2 to *most* points in the order of points, the squarer ones first.

    Of boards that a symmetry exchanges only the one with fewer rows is given. Both sides have at least
    *least_side* points.
    """
    sizes = range(max(1, least_side), most + 1)
    shapes = [(rows, cols) for rows in sizes for cols in sizes if 1 < rows * cols <= most]
    for rows, cols in sorted(shapes, key=lambda shape: (shape[0] * shape[1], max(shape), shape[0])):
        bare = Position(rows, cols, 0, 0, open_sides)
        if rows <= cols or not any(
            image.rows < rows and image.open_sides == open_sides
            for image in (transform(bare, symmetry) for symmetry in SYMMETRIES)
        ):
            yield Board(rows, cols, open_sides)


class Images:
    """The symmetries that map a board with its open sides onto itself, made quick by tables."""

    def __init__(self, rows: int, cols: int, open_sides: frozenset[Side]) -> None:
        bare = Position(rows, cols, 0, 0, open_sides)
        names = [name for name in SYMMETRIES if transform(bare, name) == bare]
        self.tables: list[tuple[tuple[Mask, ...], ...]] = []
        """For each symmetry and each eight points the images of all their subsets."""
        for name in names:
            points = [transform_mask(1 << point, rows, cols, name) for point in range(rows * cols)]
            self.tables.append(tuple(subsets(points[low : low + 8]) for low in range(0, len(points), 8)))

    def of(self, mask: Mask) -> list[Mask]:
        """The images of a set of points, the set itself first."""
        found = []
        for table in self.tables:
            image, rest = 0, mask
            for part in table:
                image |= part[rest & 255]
                rest >>= 8
            found.append(image)
        return found

    def first(self, black: Mask, white: Mask) -> bool:
        """Whether these stones are the representative of their class: no image is greater."""
        this = (black, white)
        if white > black:
            return False
        for table in self.tables:
            one = other = 0
            rest_one, rest_other = this
            for part in table:
                one |= part[rest_one & 255]
                other |= part[rest_other & 255]
                rest_one >>= 8
                rest_other >>= 8
            if (one, other) > this or (other, one) > this:
                return False
        return True


def subsets(points: list[Mask]) -> tuple[Mask, ...]:
    """Return the unions of all subsets of the disjoint *points*; bit i of an index stands for the i-th."""
    table = [0]
    for image in points:
        table += [image | before for before in table]
    return tuple(table)


@functools.lru_cache(maxsize=256)
def images(rows: int, cols: int, open_sides: frozenset[Side] = frozenset()) -> Images:
    """Return the symmetries of a board."""
    return Images(rows, cols, open_sides)


@functools.lru_cache(maxsize=256)
def upright(rows: int, cols: int, open_sides: frozenset[Side] = frozenset()) -> str:
    """Return a symmetry that leaves a board as few rows as any, and always the same sides open."""
    bare = Position(rows, cols, 0, 0, open_sides)

    def shape(symmetry: str) -> tuple[int, list[str]]:
        image = transform(bare, symmetry)
        return image.rows, sorted(side.value for side in image.open_sides)

    return min(SYMMETRIES, key=shape)


def canonical(position: Position, marked: Mask = 0) -> tuple[Position, Mask]:
    """Return the representative of the class of *position*, and where its *marked* points come to lie.

    It has as few rows as any image, and of these the greatest masks: black, white, marked.
    """
    symmetry = upright(position.rows, position.cols, position.open_sides)
    if symmetry != "identity":
        marked = transform_mask(marked, position.rows, position.cols, symmetry)
        position = transform(position, symmetry)
    group = images(position.rows, position.cols, position.open_sides)
    blacks, whites, marks = group.of(position.black), group.of(position.white), group.of(marked)
    black, white, marked = max(
        max(zip(blacks, whites, marks, strict=True)), max(zip(whites, blacks, marks, strict=True))
    )
    return Position(position.rows, position.cols, black, white, position.open_sides), marked


def rank(position: Position) -> tuple[int, int, int, tuple[Mask, Mask]]:
    """Return what positions are ordered by: points, the longer side, stones, and the canonical form."""
    same, _ = canonical(position)
    stones = (position.black | position.white).bit_count()
    sides = same.rows, same.cols
    return (sides[0] * sides[1], max(sides), stones, (-same.black, -same.white))
