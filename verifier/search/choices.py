"""What may stand in a certificate, as a graph: nodes, what each of them demands, and what can meet a demand.

A *universe* is a set of nodes, states or patterns that one side wins from, with every way in which the
certificate format lets one node rest on others. A *part* of it is a certificate: with a node it holds, for
each demand of the node, something that meets the demand, and the side wins all of its cycles, as its measure
shows (docs/certificates.md).
"""

import dataclasses
from collections import deque
from collections.abc import Callable, Collection, Container, Iterable
from typing import NamedTuple

from verifier.board import Point
from verifier.search.components import strong_components

__all__ = ["LOST", "Demand", "Part", "Universe", "Way", "measures", "part_of", "restricted"]


class Way(NamedTuple):
    """One thing that meets a demand."""

    target: int
    """The node that a move leads to, or that covers what it leads to; -1 if nothing more is needed."""
    weight: int
    """Stones that the side loses by the move minus those that it takes, where prisoners count."""
    move: Point


class Demand(NamedTuple):
    """One of the ways must be there."""

    ways: tuple[Way, ...]
    scope: frozenset[int] | None = None
    """The demand is made only if the node's first demand is met in one of these ways; None: always."""


@dataclasses.dataclass(slots=True)
class Universe:
    """Nodes by number. Node 0 stands for the start, costs nothing, and rests on a node that is listed."""

    owner_side: bool
    """Whether the side that wins owns the unit."""
    demands: list[list[Demand]]
    bad: list[bool]
    """The attacker owns no point of the unit there, as the cycle rule has it."""
    cost: list[int]
    """What a node costs in the certificate; the sum is what is to be small."""
    targets: list[list[int]] = dataclasses.field(init=False)
    """The nodes on which a node may rest."""

    def __post_init__(self) -> None:
        self.targets = [
            list({way.target for demand in demands for way in demand.ways if way.target >= 0})
            for demands in self.demands
        ]

    def price(self, nodes: Iterable[int]) -> int:
        """What *nodes* cost together."""
        return sum(self.cost[v] for v in nodes)

    def reached(self, inside: Container[int]) -> list[int]:
        """The nodes *inside* that node 0 leads to, itself the first."""
        order, seen = [0], {0}
        for v in order:  # grows while it is read
            for u in self.targets[v]:
                if u not in seen and u in inside:
                    seen.add(u)
                    order.append(u)
        return order


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """A certificate in a universe."""

    chosen: dict[int, dict[int, Way]]
    """For each node the ways in which its demands are met, by number of the demand; if made."""
    measure: dict[int, tuple[int, int]]
    """Credit and rank of each node, as a certificate gives them."""


_BITS = 40
_RANKS = (1 << _BITS) - 1
# A measure is a credit above so many bits of rank.

LOST = 1 << 200
"""The measure of nodes that no measure suits."""


def measures(
    universe: Universe, inside: Collection[int], tick: Callable[[], None], free: Container[int] = ()
) -> dict[int, int]:
    """Return the least measures with which the nodes *inside* rest on each other; some may be LOST.

    Ways to nodes elsewhere do not count, but those to *free* nodes need nothing.
    """
    order = list(inside)
    number = {v: i for i, v in enumerate(order)}
    graph = [[number[u] for u in universe.targets[v] if u in number] for v in order]
    lifting = _Lifting(universe, dict.fromkeys(order, 0), free)
    for component in strong_components(graph):
        tick()
        lifting.lift([order[i] for i in component], tick)
    return lifting.measure


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


class _Lifting:
    """Progress measures; what is not in *measure* cannot be rested on unless it is free."""

    def __init__(self, universe: Universe, measure: dict[int, int], free: Container[int]) -> None:
        self.universe, self.measure, self.free = universe, measure, free

    def lift(self, component: list[int], tick: Callable[[], None]) -> None:
        """Set the least measures of a strong component; those of its successors are final."""
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
        count = 0
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
        if not self.universe.owner_side:
            return credit << _BITS | rank + self.universe.bad[v]
        return credit << _BITS | (0 if self.universe.bad[v] else rank + 1)

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
    return Universe(universe.owner_side, demands, universe.bad, universe.cost)
