"""Measures of the nodes of a universe, and the certificates that follow them."""

from collections import deque
from collections.abc import Callable, Collection, Container, Iterator

from verifier.cycles.choices import Demand, Part, Universe, Way
from verifier.cycles.components import strong_components
from verifier.cycles.improving import lost_nodes

__all__ = ["LOST", "lost", "measures", "part_of", "restricted"]

_BITS = 40
_RANKS = (1 << _BITS) - 1
# A measure is a credit above so many bits of rank.

LOST = 1 << 200
"""The measure of nodes that no measure suits."""


def measures(universe: Universe, inside: Collection[int], tick: Callable[[], None]) -> dict[int, int]:
    """Return the least measures with which the nodes *inside* rest on each other; some may be LOST."""
    lifting = _Lifting(universe, dict.fromkeys(inside, 0), ())
    for component in _components(universe, inside):
        tick()
        lifting.lift(component, tick)
    return lifting.measure


def lost(
    universe: Universe, inside: Collection[int], tick: Callable[[], None], free: Container[int] = ()
) -> set[int]:
    """Return the nodes *inside* that cannot rest on each other and on *free* nodes: no measure suits them."""
    lifting = _Lifting(universe, dict.fromkeys(inside, 0), free)
    found: set[int] = set()
    for component in _components(universe, inside):
        tick()
        lifting.lift(component, tick, only_lost=True)
        for v in component:
            # Whatever else a measure is does not matter to those who rest on it once it is final.
            if lifting.measure[v] >= LOST:
                found.add(v)
            else:
                lifting.measure[v] = 0
    return found


def _components(universe: Universe, inside: Collection[int]) -> Iterator[list[int]]:
    """The strong components of the nodes *inside*, successors first."""
    order = list(inside)
    number = {v: i for i, v in enumerate(order)}
    graph = [[number[u] for u in universe.targets[v] if u in number] for v in order]
    for component in strong_components(graph):
        yield [order[i] for i in component]


def part_of(universe: Universe, measure: dict[int, int]) -> Part:
    """Return the part that follows the least measures from node 0 on, which must not be LOST."""
    lifting = _Lifting(universe, measure, ())
    chosen: dict[int, dict[int, Way]] = {}
    waiting = [0]
    while waiting:
        v = waiting.pop()
        if v not in chosen:
            chosen[v] = lifting.choose(v)
            waiting.extend(way.target for way in chosen[v].values() if way.target >= 0)
    return Part(chosen, {v: (measure[v] >> _BITS, measure[v] & _RANKS) for v in chosen})


_PATIENCE = 8
"""Times that a node is looked at on average before it is asked what is lost at all."""


class _Lifting:
    """Progress measures; what is not in *measure* cannot be rested on unless it is free."""

    def __init__(self, universe: Universe, measure: dict[int, int], free: Container[int]) -> None:
        self.universe, self.measure, self.free = universe, measure, free

    def lift(self, component: list[int], tick: Callable[[], None], *, only_lost: bool = False) -> None:
        """Set the least measures of a strong component; those of its successors are final.

        With *only_lost* those that are not LOST may be left too small.
        """
        measure, universe = self.measure, self.universe
        members = set(component)
        before: dict[int, list[int]] = {v: [] for v in component}
        gain = credit = rank = 0
        for v in component:
            gain += max([0, *(way.weight for demand in universe.demands[v] for way in demand.ways)])
            for u in universe.targets[v]:
                if u in members:
                    before[u].append(v)
                elif measure.get(u, LOST) < LOST:
                    credit = max(credit, measure[u] >> _BITS)
                    rank = max(rank, measure[u] & _RANKS)
        # Least measures are sums along paths that meet each node once: above that they are lost.
        most_credit, most_rank = credit + gain, rank + len(component)
        queue, queued = deque(component), set(component)
        count, patience = 0, _PATIENCE * len(component)
        while queue:
            v = queue.popleft()
            queued.discard(v)
            if measure[v] >= LOST:
                continue
            count += 1
            if not count & 1023:
                tick()
            new = self.value(v)
            if new < LOST and new & _RANKS > most_rank:
                new = ((new >> _BITS) + 1) << _BITS
            if new >> _BITS > most_credit:
                new = LOST
            if new > measure[v]:
                measure[v] = new
                for p in before[v]:
                    if p not in queued:
                        queued.add(p)
                        queue.append(p)
            if count == patience:
                for u in self._lost(component, tick):
                    if measure[u] < LOST:
                        measure[u] = LOST
                        fresh = [p for p in before[u] if p not in queued]
                        queued.update(fresh)
                        queue.extend(fresh)
                if only_lost:
                    return

    def _lost(self, component: list[int], tick: Callable[[], None]) -> set[int]:
        """The nodes of a component that no measure suits, found without lifting."""
        measure = self.measure
        return lost_nodes(
            self.universe,
            component,
            lambda u: u in self.free or measure.get(u, LOST) < LOST,
            tick,
        )

    def value(self, v: int) -> int:
        """The least measure that node *v* needs now."""
        demands = self.universe.demands[v]
        if not demands:
            return 0
        if len(demands) == 1:
            return min([self.need(v, way) for way in demands[0].ways], default=LOST)
        if all(demand.scope is None for demand in demands):
            return max(min([self.need(v, way) for way in demand.ways], default=LOST) for demand in demands)
        return min(self._needs(v), default=LOST)

    def need(self, v: int, way: Way) -> int:
        """The least measure that node *v* needs for this way."""
        u, weight, _ = way
        if u < 0 or u in self.free:
            return 0
        rest = self.measure.get(u, LOST)
        if rest >= LOST:
            return LOST
        credit, rank = (rest >> _BITS) + weight, rest & _RANKS
        if credit < 0:
            return 0
        if not self.universe.marks_side:
            return credit << _BITS | rank + self.universe.marked[v]
        return credit << _BITS | (0 if self.universe.marked[v] else rank + 1)

    def _needs(self, v: int) -> list[int]:
        """The measure that *v* needs for each way of meeting its first demand, with all that this brings."""
        first, *others = self.universe.demands[v]
        least = [min([self.need(v, way) for way in demand.ways], default=LOST) for demand in others]
        return [
            max(
                self.need(v, way),
                *(
                    need
                    for need, demand in zip(least, others, strict=True)
                    if demand.scope is None or place in demand.scope
                ),
                0,
            )
            for place, way in enumerate(first.ways)
        ]

    def choose(self, v: int) -> dict[int, Way]:
        """Ways for *v* that need the least."""
        demands = self.universe.demands[v]
        if not demands:
            return {}
        needs = self._needs(v)
        place = needs.index(min(needs))
        chosen = {0: demands[0].ways[place]}
        for k, demand in enumerate(demands):
            if k and (demand.scope is None or place in demand.scope):
                chosen[k] = min(demand.ways, key=lambda way: self.need(v, way))
        return chosen

    def allowed(self, v: int, way: Way) -> bool:
        """Whether the measures as they are allow a way."""
        return self.need(v, way) <= self.measure[v]


def restricted(universe: Universe, measure: dict[int, int]) -> Universe:
    """Return the universe with those ways only that obey a measure: none of its cycles is lost."""
    lifting = _Lifting(universe, measure, ())
    demands: list[list[Demand]] = []
    for v, old in enumerate(universe.demands):
        if measure.get(v, LOST) >= LOST:
            demands.append([Demand(())])
            continue
        new: list[Demand] = []
        place: dict[int, int] = {}
        for k, demand in enumerate(old):
            kept = [i for i, way in enumerate(demand.ways) if lifting.allowed(v, way)]
            scope = demand.scope
            if k == 0:
                place = {i: j for j, i in enumerate(kept)}
            elif scope is not None:
                scope = frozenset(place[i] for i in scope if i in place)
                if not scope:
                    continue
            new.append(Demand(tuple(demand.ways[i] for i in kept), scope))
        demands.append(new)
    return Universe(universe.marks_side, demands, universe.marked, universe.cost)
