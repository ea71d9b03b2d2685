"""Positions as models of a formula: what a SAT solver needs to find legal boards of a given structure."""

import itertools
from collections.abc import Iterator, Sequence

from pysat.card import CardEnc, EncType
from pysat.formula import IDPool
from pysat.solvers import Solver

from verifier.board import Colour, Grid, Mask, Position
from verifier.board.grid import bits
from verifier.jobs.hunt.orbits import Board

__all__ = ["Encoding"]


class Encoding:
    """Variables for the stones of a board, and clauses that say that the position is legal.

    Every chain has a liberty, or lies on an open side. For every stone there is a distance to a
    liberty, so the clauses are exact.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.grid = Grid.of(board.rows, board.cols)
        self.cut = Position(board.rows, board.cols, 0, 0, board.open_sides).cut
        """The points on open sides."""
        self._pool = IDPool(start_from=3 * self.grid.size + 1)
        self._solver = Solver("cadical153")
        for point in range(self.grid.size):
            black, white = (self.stone(point, colour) for colour in Colour)
            empty = self.empty(point)
            self.add(black, white, empty)
            for one, other in ((black, white), (black, empty), (white, empty)):
                self.add(-one, -other)
        self._breathing()

    def stone(self, point: int, colour: Colour) -> int:
        """The literal that says that a stone of *colour* is on *point*."""
        return 3 * point + 1 + colour

    def empty(self, point: int) -> int:
        """The literal that says that *point* is empty."""
        return 3 * point + 3

    def new(self) -> int:
        """A new variable."""
        return int(self._pool.id())

    def add(self, *literals: int) -> None:
        """Add a clause."""
        self._solver.add_clause(list(literals))

    def closed_set(self, colour: Colour | None) -> list[int]:
        """Variables for a set that is not empty: some chains of *colour*, or for None some empty regions."""
        chosen = [self.new() for _ in range(self.grid.size)]
        for point in range(self.grid.size):
            self.add(-chosen[point], self._is(point, colour))
            for near in bits(self.grid.neighbours[point]):
                self.add(-chosen[point], -self._is(near, colour), chosen[near])
        self.add(*chosen)
        return chosen

    def connected(self, chosen: Sequence[int], most: int) -> None:
        """The *chosen* points, at most *most*, are connected: all are reached from one of them."""
        steps = [[self.new() for _ in chosen] for _ in range(most)]
        self.count(steps[0], 1)
        for point, literal in enumerate(chosen):
            self.add(-literal, steps[-1][point])
            self.add(-steps[0][point], literal)
            for before, now in itertools.pairwise(steps):
                self.add(-now[point], literal)
                near = [before[other] for other in bits(self.grid.neighbours[point])]
                self.add(-now[point], before[point], *near)

    def count(self, literals: Sequence[int], number: int) -> None:
        """Exactly *number* of the *literals* are true."""
        if number > len(literals):
            self.add()
            return
        exactly = CardEnc.equals(list(literals), number, vpool=self._pool, encoding=EncType.seqcounter)
        for clause in exactly.clauses:
            self.add(*clause)

    def near(self, base: Position, changes: int) -> None:
        """Exactly so many points differ from *base*."""
        other = []
        for point in range(self.grid.size):
            colour = base.colour_at(point)
            other.append(-self._is(point, colour))
        self.count(other, changes)

    def stones(self, number: int) -> None:
        """Exactly so many stones are on the board."""
        self.count([-self.empty(point) for point in range(self.grid.size)], number)

    def positions(self, *, upright: bool = True) -> Iterator[Position]:
        """Yield the positions that satisfy all clauses, one of each class under the symmetries.

        It is the representative of its class, or the model that was found where not *upright*.
        """
        group = self.board.images
        while self._solver.solve():
            model = self._solver.get_model()
            true = {literal for literal in model[: 3 * self.grid.size] if literal > 0}
            black, white = (self._points(true, colour) for colour in Colour)
            pairs = {*zip(group.of(black), group.of(white), strict=True)}
            pairs |= {(other, one) for one, other in pairs}
            for one, other in pairs:
                self._block(one, other)
            stones = max(pairs) if upright else (black, white)
            yield Position(self.board.rows, self.board.cols, *stones, self.board.open_sides)

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()

    def _points(self, true: set[int], colour: Colour) -> Mask:
        return sum(1 << point for point in range(self.grid.size) if self.stone(point, colour) in true)

    def _block(self, black: Mask, white: Mask) -> None:
        """No more a model with exactly these stones."""
        literals = []
        for point in range(self.grid.size):
            bit = 1 << point
            if black & bit:
                literals.append(-self.stone(point, Colour.BLACK))
            elif white & bit:
                literals.append(-self.stone(point, Colour.WHITE))
            else:
                literals.append(-self.empty(point))
        self.add(*literals)

    def _is(self, point: int, colour: Colour | None) -> int:
        return self.empty(point) if colour is None else self.stone(point, colour)

    def _breathing(self) -> None:
        """A stone is one step nearer to a liberty than some neighbour of its colour, or next to one."""
        points = self.grid.size
        near = [list(bits(self.grid.neighbours[point])) for point in range(points)]
        for colour in Colour:
            before: list[int] = []
            for _ in range(points):
                now = [self.new() for _ in range(points)]
                for point in range(points):
                    stone = self.stone(point, colour)
                    self.add(-now[point], stone)
                    if self.cut >> point & 1:
                        continue
                    ways = [self.empty(other) for other in near[point]]
                    if before:
                        ways += [before[point], *(before[other] for other in near[point])]
                    self.add(-now[point], *ways)
                before = now
            for point in range(points):
                self.add(-self.stone(point, colour), before[point])
