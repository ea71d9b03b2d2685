"""What the checks of axioms share: their form, points to try, and the four directions."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from verifier.board import Colour, Point
from verifier.board.grid import bits
from verifier.jobs.ikeda.model import XY, State

__all__ = [
    "FOUR", "Check", "Equation", "For", "cells_of", "down", "free_of", "leftward", "on_turn", "rightward",
    "up", "where",
]  # fmt: skip

Equation: TypeAlias = tuple[object, object, Mapping[str, object]]
"""Left side, right side, and at which values of the variables."""
Check: TypeAlias = Callable[[State, Point, random.Random], Iterator[Equation]]
"""Takes a reachable state before the end, a legal move there, and a source of choices."""
For: TypeAlias = Callable[[Colour], Check]


def cells_of(s: State, rng: random.Random, edge: int = 1) -> list[XY]:
    """Some points of the board and, up to *edge*, around it."""
    n = s.lines
    low, high = 1 - edge, n + edge
    return list({(rng.randint(low, high), rng.randint(low, high)) for _ in range(9)})


def free_of(s: State, rng: random.Random) -> list[XY]:
    """Some empty points of the board."""
    empty = s.game.grid.full & ~(s.black | s.white)
    cells = [s.xy(point) for point in bits(empty)]
    return cells if len(cells) <= 3 else rng.sample(cells, 3)


def where(**values: object) -> Mapping[str, object]:
    """The values of the variables of an equation."""
    return values


def on_turn(s: State, side: Colour) -> bool:
    """Whether *side* is to move."""
    return s.game.now.to_move is side


def up(s: State, xy: XY) -> XY:
    """上."""
    return s.neighbour(xy, 0, 1)


def down(s: State, xy: XY) -> XY:
    """下."""
    return s.neighbour(xy, 0, -1)


def leftward(s: State, xy: XY) -> XY:
    """左."""
    return s.neighbour(xy, -1, 0)


def rightward(s: State, xy: XY) -> XY:
    """右."""
    return s.neighbour(xy, 1, 0)


FOUR = (up, down, leftward, rightward)


