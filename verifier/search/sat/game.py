"""One search of the SAT prover: a formula that grows, and an incremental solver."""

import itertools
import time
from collections.abc import Iterable

from pysat.solvers import Solver

from verifier.proof.certificate import Refutation, Strategy
from verifier.search.measures import Closure, LosingCycle, close, losing_cycles, measure
from verifier.search.outcome import Limits
from verifier.search.sat.encoding import Encoding
from verifier.search.sat.refute import refute
from verifier.search.sat.solving import solve
from verifier.text import many, seconds

__all__ = ["Game", "OutOfLimitError"]

_SHARE = 6
"""A round explores at least one state, and about one for every so many explored before."""


class OutOfLimitError(Exception):
    """A limit was reached; the text names it."""


class Game:
    """A formula that grows, and an incremental solver that has read it up to clause number ``read``.

    Raises:
        OutOfLimitError: by any method but :meth:`close`; *nodes* or *deadline* is exceeded.
    """

    def __init__(self, encoding: Encoding, nodes: int, deadline: float, limits: Limits) -> None:
        self.arena, self.limits = encoding.arena, limits
        self.nodes, self.deadline = nodes, deadline
        self.encoding = encoding
        self.solver = Solver("glucose4", incr=False)
        self.read = 0
        self._doubted: dict[int, int] = {}

    def close(self) -> None:
        """Free the solver."""
        self.solver.delete()

    def decide(self) -> Strategy | Refutation:
        """Return a strategy of the owner, or the refutation of all of them."""
        while True:
            best = self._held([])
            if best is None:
                return refute(self.encoding, self.deadline)
            while best is not None:
                closure, numbers, met = best
                if not met:
                    return self._strategy(closure, numbers)
                self._doubt(met)
                best = self._held(list(self._doubted))
            self._explore(self._wanted())

    def _doubt(self, met: list[int]) -> None:
        """Assume from now on that the owner does not hold from these open states, the newest first."""
        hold = self.encoding.hold
        fresh = {-hold[v]: v for v in met if -hold[v] not in self._doubted}
        self._doubted = {**fresh, **self._doubted}

    def refute(self) -> Refutation | None:
        """Return the refutation of all strategies, or None if one holds. Explores all that a model meets."""
        while True:
            best = self._held([])
            if best is None:
                return refute(self.encoding, self.deadline)
            if not best[2]:
                return None
            self._explore(best[2])

    def _wanted(self) -> list[int]:
        """Open states that failures of the doubting formula rest on; call after such a failure.

        Assuming the ones found so far good for the owner gives further failures, and so more states
        for one round: the more, the larger the explored part is.
        """
        wanted: dict[int, None] = {}
        doubts = list(self._doubted)
        while True:
            core = set(self.solver.get_core() or ())
            wanted.update((self._doubted[literal], None) for literal in doubts if literal in core)
            if not core or len(wanted) >= self.encoding.explored // _SHARE:
                return list(wanted)
            doubts = list(itertools.filterfalse(core.__contains__, doubts))
            if self._solve(doubts):
                return list(wanted)

    def _explore(self, wanted: Iterable[int]) -> None:
        for v in wanted:
            if v in self.encoding.open:
                if self.encoding.explored >= self.nodes:
                    raise OutOfLimitError(many(self.limits.nodes, "node"))
                self.encoding.explore(v)
            self._doubted.pop(-self.encoding.hold[v], None)

    def _held(self, assumptions: list[int]) -> tuple[Closure, list[int], list[int]] | None:
        """Return the closure of a model without losing cycles, or None if there is no model."""
        while True:
            self._feed()
            if not self._solve(assumptions):
                return None
            model = {literal for literal in self.solver.get_model() or () if literal > 0}
            closure, numbers, met = self.encoding.closure(model)
            cycles = losing_cycles(closure)
            if not cycles:
                return closure, numbers, met
            for cycle in cycles:
                self.encoding.cut(cycle.steps)

    def _feed(self) -> None:
        for clause in self.encoding.clauses[self.read :]:
            self.solver.add_clause(clause)
        self.read = len(self.encoding.clauses)

    def _solve(self, assumptions: list[int]) -> bool:
        return solve(self.solver, assumptions, tick=self._tick)

    def _tick(self) -> None:
        if time.monotonic() > self.deadline:
            raise OutOfLimitError(seconds(self.limits.seconds))

    def _strategy(self, closure: Closure, numbers: list[int]) -> Strategy:
        moves = self.encoding.choices(numbers, closure)
        whole = close(self.arena, self.arena.owner, moves.get, self.encoding.draw_wins)
        measured = measure(whole)
        if isinstance(measured, LosingCycle):
            raise AssertionError("the model was free of losing cycles, its strategy is not")
        return measured
