"""The least solution of a graph by MaxSAT: RC2, with lost cycles cut off as models show them."""

from collections.abc import Callable, Container, Iterable

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from verifier.cycles.and_or import AndOrGraph, Solution, least_measure, lost, restricted, solution
from verifier.search.sat.solving import solve

__all__ = ["OutOfTimeError", "find_least", "find_small"]

_SLICE = 2_000
"""Conflicts between two looks at the clock."""

Tick = Callable[[], None]


class OutOfTimeError(Exception):
    """The time is over."""


def find_small(graph: AndOrGraph, tick: Tick, found: Callable[[Solution], None]) -> None:
    """Report small solutions of a graph, each smaller than those before.

    The last one is the least among those that obey the least measure of the whole graph, where no cycle
    is lost. *tick* is called now and then and may raise; what was reported holds.
    """
    nodes = graph.reached(range(len(graph.demands)))
    measure = least_measure(graph, nodes, tick)
    if not measure.is_lost(0):
        found(solution(graph, measure))
        usable = {v for v in nodes if not measure.is_lost(v)}
        found(_solve(restricted(graph, measure), usable, tick, lambda _: None))


def find_least(graph: AndOrGraph, tick: Tick, bound: Callable[[int], None]) -> Solution | None:
    """Return the least solution of a graph, None if there is none.

    *bound* is told, again and again, what no solution of the graph goes below; at last that is what
    the result costs. *tick* is called now and then and may raise.
    """
    nodes = graph.reached(range(len(graph.demands)))
    measure = least_measure(graph, nodes, tick)
    if measure.is_lost(0):
        return None
    return _solve(graph, {v for v in nodes if not measure.is_lost(v)}, tick, bound)


class _Bounded(RC2):  # type: ignore[misc]
    """RC2 that looks at the clock. Its cost is a lower bound at any time."""

    def __init__(self, formula: WCNF, tick: Tick, bound: Callable[[int], None]) -> None:
        self._tick, self._bound = tick, bound
        super().__init__(formula, solver="g4", exhaust=True)

    def _call_oracle(self, assumptions: Iterable[int] = (), expect_interrupt: bool = False) -> bool:
        return solve(self.oracle, assumptions, conflicts=_SLICE, tick=self._look)

    def _look(self) -> None:
        self._bound(self.cost)
        self._tick()


def _solve(graph: AndOrGraph, usable: set[int], tick: Tick, bound: Callable[[int], None]) -> Solution:
    """Return the least solution that is made of *usable* nodes; there must be one."""
    solver = _Bounded(_formula(graph, usable), tick, bound)
    try:
        while True:
            model = solver.compute()
            assert model is not None
            bound(solver.cost)
            chosen = [v for v in range(len(graph.demands)) if model[v] > 0]
            stuck = lost(graph, chosen, tick)
            if 0 not in stuck:
                return solution(graph, least_measure(graph, chosen, tick))
            solver.add_clause(_cut(graph, chosen, stuck, usable, tick))
    finally:
        solver.delete()


def _formula(graph: AndOrGraph, usable: set[int]) -> WCNF:
    """Demands as clauses; variable v + 1 says that node v is chosen. Cycles are not looked at."""
    formula = WCNF()
    variables = len(graph.demands)
    formula.append([1])
    formula.append([variables, -variables])
    for v, demands in enumerate(graph.demands):
        holds = v + 1
        if v not in usable:
            formula.append([-holds])
            continue
        first: list[int] = []
        if any(demand.scope is not None for demand in demands):
            # Which arc meets the first demand matters for the others, so it has a variable.
            for arc in demands[0].arcs:
                variables += 1
                first.append(variables)
                formula.append([-variables, arc.target + 1])
            formula.append([-holds, *first])
        for demand in demands[bool(first) :]:
            if any(arc.target < 0 for arc in demand.arcs):
                continue
            clause = list({arc.target + 1 for arc in demand.arcs})
            holders = [-holds] if demand.scope is None else [-first[place] for place in demand.scope]
            for holder in holders:
                formula.append([holder, *clause])
        if graph.cost[v]:
            formula.append([-holds], weight=graph.cost[v])
    return formula


def _cut(graph: AndOrGraph, chosen: list[int], stuck: set[int], usable: set[int], tick: Tick) -> list[int]:
    """A clause that every solution obeys, and the model does not that holds certain nodes.

    Call nodes *inside* if they are chosen. The solution is lost with these alone, so some node that is
    *stuck* must rest on one that is not inside. The same holds when nodes are added that do not help while
    the others are missing; as many are added as possible.
    """
    won = set(chosen) - stuck
    inside = set(stuck)
    vital: set[int] = set()
    count = len(usable)
    while fresh := [v for v in _beyond(graph, stuck, won | inside, usable) if v not in vital]:
        count = max(1, min(count, len(fresh) // 2))
        piece = fresh[:count]
        # Won nodes need none of the others, and can be rested on at any measure.
        still = lost(graph, inside.union(piece), tick, won)
        if 0 in still:
            inside.update(piece)
            stuck = still
            count *= 2
        elif count == 1:
            vital.update(piece)
        else:
            count //= 2
    return [v + 1 for v in _beyond(graph, stuck, won | inside, usable)]


def _beyond(graph: AndOrGraph, stuck: Iterable[int], inside: Container[int], usable: set[int]) -> list[int]:
    """The nodes outside on which stuck ones may rest."""
    return sorted({u for v in stuck for u in graph.targets[v] if u in usable and u not in inside})
