"""Making a position smaller while what is wrong with it lasts."""

from collections.abc import Callable, Iterator, Sequence

from verifier.board import Mask, Position
from verifier.board.grid import bits
from verifier.jobs.hunt.orbits import rank
from verifier.jobs.hunt.properties import Disagreement
from verifier.jobs.hunt.statements import Refuter
from verifier.jobs.hunt.structure import Structure

__all__ = ["shrink", "smaller"]


def shrink(
    refuter: Refuter,
    found: Disagreement,
    structures: Sequence[Structure] = (),
    on_step: Callable[[Position], None] | None = None,
) -> Disagreement:
    """Return a disagreement from which no row, no column and no single stone can be taken.

    Each step takes one of these, the smallest result first, and keeps the *structures*. What is unknown
    counts as no disagreement.
    """
    while True:
        for position in sorted(smaller(found.position), key=rank):
            concerned = refuter.statement.concerns(position)
            if not (concerned and all(structure.holds(position) for structure in structures)):
                continue
            if on_step:
                on_step(position)
            less, _ = refuter.refute(position)
            if less is not None:
                found = less
                break
        else:
            return found


def smaller(position: Position) -> Iterator[Position]:
    """Yield the legal positions that *position* becomes without one row, one column or one stone."""
    rows, cols = position.rows, position.cols
    lines = [(range(row * cols, (row + 1) * cols), rows - 1, cols) for row in range(rows)]
    lines += [(range(col, rows * cols, cols), rows, cols - 1) for col in range(cols)]
    every = [_without(position, points, *size) for points, *size in lines if size[0] * size[1] > 1]
    for point in bits(position.black | position.white):
        rest = ~(1 << point)
        every.append(Position(rows, cols, position.black & rest, position.white & rest, position.open_sides))
    for less in dict.fromkeys(every):
        if not any(less.breathless()):
            yield less


def _without(position: Position, points: range, rows: int, cols: int) -> Position:
    kept = [point for point in range(position.rows * position.cols) if point not in points]

    def cut(mask: Mask) -> Mask:
        return sum(1 << index for index, point in enumerate(kept) if mask >> point & 1)

    return Position(rows, cols, cut(position.black), cut(position.white), position.open_sides)
