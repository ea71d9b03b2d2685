"""Whether a board of a given size has room for a seki beside living groups of both sides, by SAT."""

import dataclasses
import time
from collections.abc import Iterator

from pysat.card import CardEnc
from pysat.formula import IDPool
from pysat.solvers import Solver

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import BLACK, WHITE, Colour, Grid, Mask, Position, shape_of, unconditionally_alive
from verifier.board.grid import bits
from verifier.notation import print_diagram
from verifier.rules import load_ruleset
from verifier.search import Limits, Status

__all__ = ["Found", "seki_board"]

LB, LW, YB, YW, SB, SW, DAME, EB, EW = range(9)
"""Stones and eyes of the living groups; stones of the seki, its dame, and eyes in it."""

_SEKI = (SB, SW, DAME, EB, EW)
_GROUPS = ((LB, YB), (LW, YW))
_BESIDE = {YB: {LB}, YW: {LW}, DAME: {SB, SW, DAME}, EB: {SB, EB}, EW: {SW, EW}}
"""What may be next to an empty point."""
_APART = ((LB, SB), (LW, SW))
"""Stones of one side that are not neighbours: they would live too."""
_CHAINS = 2
"""So many chains may a living group have; with two eyes all of them touch both."""


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """What a search gave."""

    position: Position | None
    """A board; None if there is none, or none is known."""
    tried: int
    """Candidates of the solver that were looked at."""
    unknown: bool
    """Whether there may be one though none was found: the time was over, or a status was not decided."""

    @property
    def rows(self) -> str:
        """The board as a diagram."""
        return print_diagram(self.position).strip() if self.position is not None else ""


def seki_board(size: int, limits: Limits) -> Found:
    """Look for a board of *size* x *size* with a seki and, apart from it, a living group of either side.

    The living groups have all but two eyes of one point filled, as at the end of a game in which stones are
    counted; every point belongs to a group, to its eyes or to the seki. Dame touch stones of the seki only. A
    *seki* is: all its stones live though the other side moves first, under the 試案, and none of its chains
    would if the dame were stones of the other side. The *limits* are for each status, their seconds for the
    whole search as well.
    """
    grid = Grid.of(size, size)
    pool = IDPool()
    deadline = time.monotonic() + limits.seconds
    tried, undecided = 0, False
    with Solver("cadical153", bootstrap_with=list(_clauses(grid, pool))) as solver:
        while solver.solve():
            tried += 1
            model = set(solver.get_model())
            sets = [
                sum(1 << p for p in range(grid.size) if pool.id((p, label)) in model) for label in range(9)
            ]
            wrong = _dying(grid, sets)
            if not wrong:
                seki = _seki(grid, sets, limits)
                if seki:
                    board = Position(size, size, sets[LB] | sets[SB], sets[LW] | sets[SW])
                    return Found(board, tried, unknown=False)
                undecided = undecided or seki is None
                wrong = _SEKI
            if time.monotonic() > deadline:
                return Found(None, tried, unknown=True)
            # Whether a group lives, or a seki is one, is seen from its own points.
            solver.add_clause([-pool.id((p, label)) for label in wrong for p in bits(sets[label])])
    return Found(None, tried, unknown=undecided)


def _clauses(grid: Grid, pool: IDPool) -> Iterator[list[int]]:
    points = range(grid.size)

    def var(point: int, label: int) -> int:
        return int(pool.id((point, label)))

    for p in points:
        yield from CardEnc.equals([var(p, label) for label in range(9)], 1, vpool=pool).clauses
    for eyes in (YB, YW):
        yield from CardEnc.equals([var(p, eyes) for p in points], 2, vpool=pool).clauses
    for label in (SB, SW, DAME):
        yield [var(p, label) for p in points]
    for p in points:
        near = list(bits(grid.neighbours[p]))
        for label, beside in _BESIDE.items():
            for other in set(range(9)) - beside:
                yield from ([-var(p, label), -var(q, other)] for q in near)
        for one, two in _APART:
            yield from ([-var(p, one), -var(q, two)] for q in near)
    for label, _ in _GROUPS:
        yield from _connected(grid, label, pool)


def _connected(grid: Grid, label: int, pool: IDPool) -> Iterator[list[int]]:
    """Every stone of a kind is reached from one of the roots; there are as many of these as chains may be."""

    def reached(point: int, step: int) -> int:
        return int(pool.id((point, label, step)))

    steps = (grid.size + 1) // 2 + grid.cols
    points = range(grid.size)
    yield from CardEnc.atmost([reached(p, 0) for p in points], _CHAINS, vpool=pool).clauses
    for p in points:
        stone = int(pool.id((p, label)))
        yield [-stone, reached(p, steps)]
        yield [-reached(p, 0), stone]
        for step in range(1, steps + 1):
            yield [-reached(p, step), stone]
            before = [reached(q, step - 1) for q in bits(grid.neighbours[p])]
            yield [-reached(p, step), reached(p, step - 1), *before]


def _dying(grid: Grid, sets: list[Mask]) -> tuple[int, ...]:
    """Stones and eyes of a group that does not live; empty if both do."""
    return next(((own, eyes) for own, eyes in _GROUPS if not _lives(grid, sets[own], sets[eyes])), ())


def _lives(grid: Grid, stones: Mask, eyes: Mask) -> bool:
    """Whether all *stones* live by these eyes, whatever stands elsewhere."""
    others = grid.full & ~stones & ~eyes
    return unconditionally_alive(shape_of(grid, grid.full, stones, 0, 0), others) == stones


def _seki(grid: Grid, sets: list[Mask], limits: Limits) -> bool | None:
    """Whether the stones of the seki are one; None if a status that it takes is unknown."""
    position = Position(grid.rows, grid.cols, sets[LB] | sets[SB], sets[LW] | sets[SW])
    wanted: list[tuple[Position, Mask, Status]] = []
    for colour, own in ((BLACK, sets[SB]), (WHITE, sets[SW])):
        for chain in grid.components(own):
            if not grid.dilate(chain) & position.empty:
                return False
            wanted.append((position, chain, Status.ALIVE))
            filled = _with_dame(position, sets[DAME], colour.opponent)
            if grid.dilate(chain) & filled.empty:
                wanted.append((filled, chain, Status.DEAD))
    unknown = False
    for board, chain, status in wanted:
        found = _status(board, chain, limits)
        if found not in (status, Status.UNKNOWN):
            return False
        unknown = unknown or found is Status.UNKNOWN
    return None if unknown else True


def _with_dame(position: Position, dame: Mask, colour: Colour) -> Position:
    if colour is BLACK:
        return dataclasses.replace(position, black=position.black | dame)
    return dataclasses.replace(position, white=position.white | dame)


def _status(position: Position, unit: Mask, limits: Limits) -> Status:
    """The status of a chain where the other side moves first."""
    rules = load_ruleset("proposal2012[first_move=attacker]")
    return decide(Question(position, unit, rules, limits)).status
