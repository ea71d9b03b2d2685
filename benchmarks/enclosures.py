"""Enclosed positions drawn from sets of cells, and the boards on which programs can be compared.

A sketch is what stands inside an enclosure; everything around it becomes attacker's stones. Cells
are (row, column) pairs counted from anywhere; a sketch says which edges of the board limit it.
"""

import dataclasses
from collections.abc import Iterable

from verifier.board import Colour, Mask, Position, Side
from verifier.board.symmetry import SYMMETRIES, swap_colours, transform

__all__ = ["Cell", "Sketch", "around", "beside", "canonical", "cell_mask", "ring_sketch", "whole_board"]

Cell = tuple[int, int]


def beside(cell: Cell) -> tuple[Cell, ...]:
    """The four cells next to *cell*."""
    row, col = cell
    return (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)


def around(cells: Iterable[Cell]) -> set[Cell]:
    """The cells that touch *cells*, corners included, without the cells themselves."""
    inner = set(cells)
    steps = (-1, 0, 1)
    return {(r + i, c + j) for r, c in inner for i in steps for j in steps} - inner


@dataclasses.dataclass(frozen=True, slots=True)
class Sketch:
    """The inside of an enclosure. The board ends below row 0 if *floor*, left of column 0 if *side*."""

    empty: frozenset[Cell]
    unit: frozenset[Cell]
    owner: frozenset[Cell] = frozenset()
    """Further stones of the owner, connected to the unit by nothing but empty cells."""
    attacker: frozenset[Cell] = frozenset()
    floor: bool = False
    """Rows are counted upwards from the edge, row 0 the first line; else there is no edge."""
    side: bool = False

    @property
    def inside(self) -> frozenset[Cell]:
        """All cells that are not wall."""
        return self.empty | self.unit | self.owner | self.attacker

    def allowed(self, cell: Cell) -> bool:
        """Whether *cell* is on the board."""
        return not (self.floor and cell[0] < 0) and not (self.side and cell[1] < 0)

    def position(self) -> Position:
        """The crop, Black the owner: all cells up to the wall, one stone thick or more, attacker's."""
        cells = {cell for cell in around(self.inside) | self.inside if self.allowed(cell)}
        top, bottom = max(r for r, _ in cells), min(r for r, _ in cells)
        left, right = min(c for _, c in cells), max(c for _, c in cells)
        cols = right - left + 1

        def mask(chosen: Iterable[Cell]) -> Mask:
            return sum(1 << ((top - r) * cols + c - left) for r, c in chosen)

        black = mask(self.unit | self.owner)
        full = (1 << ((top - bottom + 1) * cols)) - 1
        open_sides = {Side.TOP, Side.RIGHT}
        if not self.floor:
            open_sides.add(Side.BOTTOM)
        if not self.side:
            open_sides.add(Side.LEFT)
        white = full & ~black & ~mask(self.empty)
        return Position(top - bottom + 1, cols, black, white, frozenset(open_sides))

    def unit_mask(self) -> Mask:
        """The unit within :meth:`position`."""
        return cell_mask(self, self.unit)


def cell_mask(sketch: Sketch, cells: Iterable[Cell]) -> Mask:
    """The points of *cells* within the position of *sketch*."""
    whole = {cell for cell in around(sketch.inside) | sketch.inside if sketch.allowed(cell)}
    top, left = max(r for r, _ in whole), min(c for _, c in whole)
    cols = max(c for _, c in whole) - left + 1
    return sum(1 << ((top - r) * cols + c - left) for r, c in cells)


def ring_sketch(
    eye: Iterable[Cell],
    *,
    dames: int = 0,
    owner: Iterable[Cell] = (),
    attacker: Iterable[Cell] = (),
    floor: bool = False,
    side: bool = False,
) -> Sketch:
    """An eye space, the unit as a solid ring around it, and *dames* single outside liberties.

    The ring fills all corners, so the unit is one chain whatever is played. A dame lies between the
    ring and the wall, next to both, so that the owner can make no eye there. Stones in *eye* may be given.

    Raises:
        ValueError: there is no room for so many dames.
    """
    cells = frozenset(eye)
    plain = Sketch(cells, frozenset(), floor=floor, side=side)
    unit = {cell for cell in around(cells) if plain.allowed(cell)}
    taken: set[Cell] = set()
    border = sorted(c for c in around(cells | unit) if plain.allowed(c))
    for spread in (True, False):  # apart from each other as long as there is room
        for cell in border:
            touching = sum(1 for near in beside(cell) if near in unit)
            if len(taken) < dames and touching == 1 and not (spread and around([cell]) & taken):
                taken.add(cell)
    if len(taken) != dames:
        raise ValueError(f"no room for {dames} dames")
    own, other = frozenset(owner), frozenset(attacker)
    # Owner's stones beside the ring belong to its chain.
    joined = set(unit)
    grown = True
    while grown:
        fresh = {cell for cell in own - joined if any(near in joined for near in beside(cell))}
        joined |= fresh
        grown = bool(fresh)
    empty = (cells | taken) - own - other
    return Sketch(frozenset(empty), frozenset(joined), own - joined, other, floor, side)


def whole_board(position: Position, owner: Colour, *, most: int = 16) -> tuple[Position, int, int]:
    """Return a square board with *position* in it, and the row and column where its first point went.

    The rest is attacker's stones but for two eyes or more, so that the wall is alive by itself, and
    nothing is left to argue about outside. The smallest board that has room is taken.

    Raises:
        ValueError: no board of *most* lines has room.
    """
    rows, cols, sides = position.rows, position.cols, position.open_sides
    for size in range(max(rows, cols, 5), most + 1):
        up = 0 if Side.TOP not in sides else size - rows
        left = 0 if Side.LEFT not in sides else size - cols
        if Side.TOP in sides and Side.BOTTOM in sides:
            up = 0
        if Side.LEFT in sides and Side.RIGHT in sides:
            left = 0
        tall = Side.TOP in sides or Side.BOTTOM in sides or rows == size
        wide = Side.LEFT in sides or Side.RIGHT in sides or cols == size
        if not tall or not wide:
            continue
        own = _moved(position.stones(owner), position, size, up, left)
        empty = _moved(position.empty, position, size, up, left)
        wall = position.assumed(owner.opponent)
        inside = _moved(position.grid.full & ~wall, position, size, up, left)
        # tsumego.js counts the stones of a chain in seven bits.
        least = size * size - inside.bit_count() - 127
        eyes = _eyes(inside, size, max(2, least))
        if eyes is None:
            continue
        other = ((1 << size * size) - 1) & ~(own | empty | eyes)
        pair = (own, other) if owner is Colour.BLACK else (other, own)
        return Position(size, size, *pair), up, left
    raise ValueError(f"no board up to {most} lines has room")


def _moved(mask: Mask, position: Position, size: int, up: int, left: int) -> Mask:
    cols = position.cols
    points = (point for point in range(position.rows * cols) if mask >> point & 1)
    return sum(1 << ((point // cols + up) * size + point % cols + left) for point in points)


def _eyes(inside: Mask, size: int, count: int) -> Mask | None:
    """*count* single points away from *inside* and from each other, or None."""
    cells = {divmod(point, size) for point in range(size * size) if inside >> point & 1}
    near = cells | around(cells)
    chosen = 0
    for row in range(size):
        for col in range(size):
            if (row, col) not in near and chosen.bit_count() < count:
                chosen |= 1 << (row * size + col)
                near |= around([(row, col)])
    return chosen if chosen.bit_count() == count else None


def canonical(position: Position) -> tuple[object, ...]:
    """A key that symmetric positions share, colours exchanged or not."""
    images = [transform(p, s) for p in (position, swap_colours(position)) for s in SYMMETRIES]
    keys = ((p.rows, p.cols, p.black, p.white, tuple(sorted(s.value for s in p.open_sides))) for p in images)
    return min(keys)
