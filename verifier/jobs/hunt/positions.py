"""All legal positions of small boards, one of each class under the symmetries."""

import itertools
from collections.abc import Iterator

from verifier.board import Point, Position
from verifier.board.grid import bits
from verifier.jobs.hunt.orbits import Board, boards, subsets

__all__ = ["legal_positions", "place_in_order", "small_positions"]


def legal_positions(board: Board, stones: int) -> Iterator[Position]:
    """Yield the legal positions of *board* with so many stones, one of each class, in a fixed order."""
    first = board.images.first
    for points in itertools.combinations(range(board.points), stones):
        choices = subsets([1 << point for point in points])
        every = choices[-1]
        for black in choices:
            if first(black, every ^ black):
                position = Position(board.rows, board.cols, black, every ^ black, board.open_sides)
                if not any(position.breathless()):
                    yield position


def place_in_order(position: Position) -> tuple[tuple[Point, ...], int]:
    """Return what :func:`legal_positions` sorts the positions by that have equally many stones."""
    points = tuple(bits(position.black | position.white))
    return points, sum(1 << i for i, point in enumerate(points) if position.black >> point & 1)


def small_positions(most: int, *, least_side: int = 1) -> Iterator[Position]:
    """Yield the legal positions on boards of up to *most* points, one of each class, the smallest first."""
    for board in boards(most, least_side=least_side):
        for stones in range(board.points + 1):
            yield from legal_positions(board, stones)
