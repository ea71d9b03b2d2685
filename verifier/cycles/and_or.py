"""AND/OR graphs of what a proof may be made of, as cycle games.

A node stands for something that the side wins from. It makes *demands*, all of which must be met, each by one
*arc* to another node: an AND of ORs. A *solution graph* (N. J. Nilsson, "Principles of Artificial
Intelligence", 1980) is a proof: with a node it holds, for each demand of the node, the node that meets it,
and the side wins all of its cycles, as its measure shows.
"""

import dataclasses
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from typing import NamedTuple

from verifier.cycles.components import strong_components
from verifier.cycles.game import WON, CycleGame
from verifier.cycles.lifting import LOST, ProgressMeasure

__all__ = ["AndOrGraph", "Arc", "Demand", "Solution", "least_measure", "lost", "restricted", "solution"]


class Arc(NamedTuple):
    """One thing that meets a demand."""

    target: int
    """The node that a move leads to, or that covers what it leads to; WON if nothing more is needed."""
    weight: int
    """What the side loses by it."""
    move: int
    """Its name."""


class Demand(NamedTuple):
    """One of the arcs must be there."""

    arcs: tuple[Arc, ...]
    scope: frozenset[int] | None = None
    """The demand is made only if the node's first demand is met by one of these arcs; None: always.
    Where some demand has a scope, all arcs of the first one lead to a node."""


@dataclasses.dataclass(slots=True)
class AndOrGraph:
    """Nodes by number. Node 0 stands for the start, costs nothing, and rests on a node that is listed."""

    demands: list[list[Demand]]
    priority: list[int]
    cost: list[int]
    """What a node costs in the proof; the sum is what is to be small."""
    targets: list[list[int]] = dataclasses.field(init=False)
    """The nodes on which a node may rest."""
    game: CycleGame = dataclasses.field(init=False)
    """The same as a game: the opponent chooses a demand, and the side meets it. Its first vertices are the
    nodes."""
    inner: list[range] = dataclasses.field(init=False)
    """The further vertices of the game that belong to a node."""

    def __post_init__(self) -> None:
        self.targets = [
            list({arc.target for demand in demands for arc in demand.arcs if arc.target >= 0})
            for demands in self.demands
        ]
        game = _Game(self.priority)
        self.inner = [game.enter(v, demands) for v, demands in enumerate(self.demands)]
        self.game = CycleGame(game.chooses, game.edges, game.priority)

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

    def components(self, inside: Collection[int]) -> Iterator[tuple[list[int], list[int]]]:
        """The strong components of the nodes *inside*, successors first: nodes, and vertices of the game."""
        order = list(inside)
        number = {v: i for i, v in enumerate(order)}
        graph = [[number[u] for u in self.targets[v] if u in number] for v in order]
        for component in strong_components(graph):
            nodes = [order[i] for i in component]
            yield nodes, [u for v in nodes for u in (*self.inner[v], v)]


class _Game:
    """A game that is made of demands. The priority of a node counts where one of its arcs is chosen."""

    def __init__(self, priority: list[int]) -> None:
        self.chooses = [False] * len(priority)
        self.edges: list[list[tuple[int, int]]] = [[] for _ in priority]
        self.priority = [0] * len(priority)
        self._own = priority

    def enter(self, v: int, demands: list[Demand]) -> range:
        """Add what node *v* demands; return the vertices that are new."""
        first = len(self.edges)
        own = self._own[v]
        if len(demands) == 1:
            self._set(v, True, _edges(demands[0].arcs), own)
        elif all(demand.scope is None for demand in demands):
            if all(len(demand.arcs) == 1 for demand in demands):
                self._set(v, False, [edge for demand in demands for edge in _edges(demand.arcs)], own)
            else:
                self._set(v, False, [(self._met(v, demand.arcs), 0) for demand in demands], 0)
        else:
            places = [self._met(v, demand.arcs) for demand in demands[1:]]
            options = []
            for k, arc in enumerate(demands[0].arcs):
                asked = [
                    place
                    for place, demand in zip(places, demands[1:], strict=True)
                    if _asked(demand, k)
                ]
                both = [(u, 0) for u in (self._met(v, (arc,)), *asked)]
                options.append((self._add(False, both, 0), 0))
            self._set(v, True, options, 0)
        return range(first, len(self.edges))

    def _met(self, v: int, arcs: Iterable[Arc]) -> int:
        """A vertex where the side chooses one of the arcs of node *v*."""
        return self._add(True, _edges(arcs), self._own[v])

    def _add(self, chooses: bool, edges: list[tuple[int, int]], priority: int) -> int:
        self.chooses.append(chooses)
        self.edges.append(edges)
        self.priority.append(priority)
        return len(self.edges) - 1

    def _set(self, v: int, chooses: bool, edges: list[tuple[int, int]], priority: int) -> None:
        self.chooses[v], self.edges[v], self.priority[v] = chooses, edges, priority


def _edges(arcs: Iterable[Arc]) -> list[tuple[int, int]]:
    return [(WON, 0) if target < 0 else (target, weight) for target, weight, _ in arcs]


@dataclasses.dataclass(frozen=True, slots=True)
class Solution:
    """A solution graph."""

    chosen: dict[int, dict[int, Arc]]
    """For each node the arcs by which its demands are met, by number of the demand; if made."""
    measure: dict[int, tuple[int, int]]
    """Credit and rank of each node."""


def least_measure(graph: AndOrGraph, inside: Collection[int], tick: Callable[[], None]) -> ProgressMeasure:
    """Return the least measure with which the nodes *inside* rest on each other; some may be lost."""
    measure = _started(graph, inside)
    for _, vertices in graph.components(inside):
        tick()
        measure.lift(vertices, tick)
    return measure


def lost(
    graph: AndOrGraph, inside: Collection[int], tick: Callable[[], None], free: Iterable[int] = ()
) -> set[int]:
    """Return the nodes *inside* that cannot rest on each other and on other, *free* nodes."""
    measure = _started(graph, inside)
    for v in free:
        measure.set_free(v)
    found: set[int] = set()
    for nodes, vertices in graph.components(inside):
        tick()
        measure.lift(vertices, tick, only_lost=True)
        for v in nodes:
            # What a final measure is does not matter to those who rest on it.
            if measure.is_lost(v):
                found.add(v)
            else:
                measure.set_free(v)
    return found


def _started(graph: AndOrGraph, inside: Collection[int]) -> ProgressMeasure:
    measure = ProgressMeasure(graph.game, graph.game.priority.count(1) + 2)
    for v in inside:
        measure.start(v)
        for u in graph.inner[v]:
            measure.start(u)
    return measure


def solution(graph: AndOrGraph, measure: ProgressMeasure) -> Solution:
    """Return the solution graph that follows the least measure from node 0 on, which must not be lost."""
    chosen: dict[int, dict[int, Arc]] = {}
    waiting = [0]
    while waiting:
        v = waiting.pop()
        if v not in chosen:
            chosen[v] = _chosen(graph, measure, v)
            waiting.extend(arc.target for arc in chosen[v].values() if arc.target >= 0)
    return Solution(chosen, {v: measure.pair(v) for v in chosen})


def _chosen(graph: AndOrGraph, measure: ProgressMeasure, v: int) -> dict[int, Arc]:
    """Arcs for node *v* that need the least."""
    demands, priority = graph.demands[v], graph.priority[v]
    if not demands:
        return {}

    def need(arc: Arc) -> int:
        return measure.need(priority, arc.target, arc.weight)

    least = [min(map(need, demand.arcs), default=LOST) for demand in demands[1:]]
    first = demands[0].arcs
    needs = [
        max(need(arc), *(most for k, most in enumerate(least, 1) if _asked(demands[k], place)), 0)
        for place, arc in enumerate(first)
    ]
    place = needs.index(min(needs))
    chosen = {0: first[place]}
    for k, demand in enumerate(demands):
        if k and _asked(demand, place):
            chosen[k] = min(demand.arcs, key=need)
    return chosen


def _asked(demand: Demand, place: int) -> bool:
    """Whether a demand is made if the first one is met by the arc at this place."""
    return demand.scope is None or place in demand.scope


def restricted(graph: AndOrGraph, measure: ProgressMeasure) -> AndOrGraph:
    """Return the graph with those arcs only that obey a measure: none of its cycles is lost."""
    demands: list[list[Demand]] = []
    for v, old in enumerate(graph.demands):
        if measure.is_lost(v):
            demands.append([Demand(())])
            continue
        new: list[Demand] = []
        place: dict[int, int] = {}
        for k, demand in enumerate(old):
            kept = [
                i
                for i, arc in enumerate(demand.arcs)
                if measure.allows(v, graph.priority[v], arc.target, arc.weight)
            ]
            scope = demand.scope
            if k == 0:
                place = {i: j for j, i in enumerate(kept)}
            elif scope is not None:
                scope = frozenset(place[i] for i in scope if i in place)
                if not scope:
                    continue
            new.append(Demand(tuple(demand.arcs[i] for i in kept), scope))
        demands.append(new)
    return AndOrGraph(demands, graph.priority, graph.cost)
