"""The least certificate of a universe by MaxSAT: RC2, with lost cycles cut off as models show them."""

from collections.abc import Callable, Container, Iterable

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from verifier.cycles.choices import Part, Universe
from verifier.cycles.parts import LOST, lost, measures, part_of, restricted

__all__ = ["OutOfTimeError", "find_least", "find_small"]

_SLICE = 2_000
"""Conflicts between two looks at the clock."""

Tick = Callable[[], None]


class OutOfTimeError(Exception):
    """The time is over."""


def find_small(universe: Universe, tick: Tick, found: Callable[[Part], None]) -> None:
    """Report small certificates of a universe, each smaller than those before.

    The last one is the least among those that obey the least measure of the whole universe, where no cycle
    is lost. *tick* is called now and then and may raise; what was reported holds.
    """
    measure = measures(universe, universe.reached(range(len(universe.demands))), tick)
    if measure[0] < LOST:
        found(part_of(universe, measure))
        usable = {v for v, value in measure.items() if value < LOST}
        found(_solve(restricted(universe, measure), usable, tick, lambda _: None))


def find_least(universe: Universe, tick: Tick, bound: Callable[[int], None]) -> Part | None:
    """Return the least certificate of a universe, None if there is none.

    *bound* is told, again and again, what no certificate of the universe goes below; at last that is what
    the result costs. *tick* is called now and then and may raise.
    """
    measure = measures(universe, universe.reached(range(len(universe.demands))), tick)
    if measure[0] >= LOST:
        return None
    return _solve(universe, {v for v, value in measure.items() if value < LOST}, tick, bound)


class _Bounded(RC2):  # type: ignore[misc]
    """RC2 that looks at the clock. Its cost is a lower bound at any time."""

    def __init__(self, formula: WCNF, tick: Tick, bound: Callable[[int], None]) -> None:
        self._tick, self._bound = tick, bound
        super().__init__(formula, solver="g4", exhaust=True)

    def _call_oracle(self, assumptions: Iterable[int] = (), expect_interrupt: bool = False) -> bool:
        while True:
            self._bound(self.cost)
            self._tick()
            self.oracle.conf_budget(_SLICE)
            answer = self.oracle.solve_limited(assumptions=list(assumptions))
            if answer is not None:
                return bool(answer)


def _solve(universe: Universe, usable: set[int], tick: Tick, bound: Callable[[int], None]) -> Part:
    """Return the least certificate that is made of *usable* nodes; there must be one."""
    solver = _Bounded(_formula(universe, usable), tick, bound)
    try:
        while True:
            model = solver.compute()
            assert model is not None
            bound(solver.cost)
            held = [v for v in range(len(universe.demands)) if model[v] > 0]
            stuck = lost(universe, held, tick)
            if 0 not in stuck:
                return part_of(universe, measures(universe, held, tick))
            solver.add_clause(_cut(universe, held, stuck, usable, tick))
    finally:
        solver.delete()


def _formula(universe: Universe, usable: set[int]) -> WCNF:
    """Demands as clauses; variable v + 1 says that node v is held. Cycles are not looked at."""
    formula = WCNF()
    variables = len(universe.demands)
    formula.append([1])
    formula.append([variables, -variables])
    for v, demands in enumerate(universe.demands):
        holds = v + 1
        if v not in usable:
            formula.append([-holds])
            continue
        first: list[int] = []
        if any(demand.scope is not None for demand in demands):
            # Which way meets the first demand matters for the others, so it has a variable.
            for way in demands[0].ways:
                variables += 1
                first.append(variables)
                formula.append([-variables, way.target + 1])
            formula.append([-holds, *first])
        for demand in demands[bool(first) :]:
            if any(way.target < 0 for way in demand.ways):
                continue
            clause = list({way.target + 1 for way in demand.ways})
            holders = [-holds] if demand.scope is None else [-first[place] for place in demand.scope]
            for holder in holders:
                formula.append([holder, *clause])
        if universe.cost[v]:
            formula.append([-holds], weight=universe.cost[v])
    return formula


def _cut(universe: Universe, held: list[int], stuck: set[int], usable: set[int], tick: Tick) -> list[int]:
    """A clause that every certificate obeys, and the model does not that holds certain nodes.

    Call nodes *inside* if they are held. The certificate is lost with these alone, so some node that is
    *stuck* must rest on one that is not inside. The same holds when nodes are added that do not help while
    the others are missing; as many are added as possible.
    """
    won = set(held) - stuck
    inside = set(stuck)
    vital: set[int] = set()
    count = len(usable)
    while fresh := [v for v in _beyond(universe, stuck, won | inside, usable) if v not in vital]:
        count = max(1, min(count, len(fresh) // 2))
        piece = fresh[:count]
        # Won nodes need none of the others, and can be rested on at any measure.
        still = lost(universe, inside.union(piece), tick, won)
        if 0 in still:
            inside.update(piece)
            stuck = still
            count *= 2
        elif count == 1:
            vital.update(piece)
        else:
            count //= 2
    return [v + 1 for v in _beyond(universe, stuck, won | inside, usable)]


def _beyond(universe: Universe, stuck: Iterable[int], inside: Container[int], usable: set[int]) -> list[int]:
    """The nodes outside on which stuck ones may rest."""
    return sorted({u for v in stuck for u in universe.targets[v] if u in usable and u not in inside})
