"""Which nodes of a universe can win the cycles among them, by strategy improvement.

Lifting measures finds that out as well, but climbs long where prisoners are counted; here the number of
steps does not depend on how high measures could become (Bjorklund and Vorobyov 2007; compare
the dense tables of tests/reference).
"""

from collections import deque
from collections.abc import Callable, Sequence

from verifier.cycles.choices import Universe

__all__ = ["lost_nodes"]

_GIVEN_UP = -1
_ENDLESS = float("inf")


def lost_nodes(
    universe: Universe,
    nodes: Sequence[int],
    won_outside: Callable[[int], bool],
    tick: Callable[[], None],
) -> set[int]:
    """Return which of *nodes* cannot rest on each other and on nodes that are won outside.

    The side chooses ways, the other side demands, and the side may give up at length 0. It makes the other
    side's shortest path to where it gave up as long as it can; where there is none it wins. In the
    beginning it gives up everywhere, so that no cycle has a sum below 0; then it changes to longer ways.
    """
    graph = _Graph(universe, nodes, won_outside)
    chosen = [_GIVEN_UP] * len(graph.mine)
    while True:
        tick()
        length = graph.lengths(chosen)
        changed = False
        for vertex, mine in enumerate(graph.mine):
            if mine and length[vertex] < _ENDLESS:
                best, most = chosen[vertex], length[vertex]
                for place, (u, weight) in enumerate(graph.edges[vertex]):
                    through = _ENDLESS if u < 0 else length[u] + weight
                    if through > most:
                        best, most = place, through
                if best != chosen[vertex]:
                    chosen[vertex] = best
                    changed = True
        if not changed:
            return {v for place, v in enumerate(nodes) if length[place] < _ENDLESS}


class _Graph:
    """Vertices of the side, where it chooses an edge, and of the other side. A vertex -1 stands for a win.

    The first vertices are the nodes; behind them are the choices of a way for the first demand, and the
    demands.
    """

    def __init__(self, universe: Universe, nodes: Sequence[int], won_outside: Callable[[int], bool]) -> None:
        self.mine = [False] * len(nodes)
        self.edges: list[list[tuple[int, int]]] = [[] for _ in nodes]
        number = {v: i for i, v in enumerate(nodes)}
        base = len(nodes) + 1

        def ways(v: int, demand_ways: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
            """Edges whose sum over a cycle is above 0 if the side wins it, else below."""
            edges = []
            for u, weight, _ in demand_ways:
                if u < 0 or (u not in number and won_outside(u)):
                    edges.append((-1, 0))
                elif u in number:
                    lexicographic = -weight * base + (1 if universe.marks_side else -1) * universe.marked[v]
                    edges.append((number[u], lexicographic * base + (-1 if universe.marks_side else 1)))
            return edges

        for i, v in enumerate(nodes):
            demands = universe.demands[v]
            if len(demands) == 1:
                self.mine[i] = True
                self.edges[i] = ways(v, demands[0].ways)
                continue
            places = [self._vertex(True, ways(v, demand.ways)) for demand in demands]
            if all(demand.scope is None for demand in demands):
                self.edges[i] = [(place, 0) for place in places]
                continue
            self.mine[i] = True
            for k, way in enumerate(demands[0].ways):
                asked = [
                    (place, 0)
                    for place, demand in zip(places[1:], demands[1:], strict=True)
                    if demand.scope is None or k in demand.scope
                ]
                first = self._vertex(True, ways(v, [way]))
                self.edges[i].append((self._vertex(False, [(first, 0), *asked]), 0))
        self.before: list[list[tuple[int, int]]] = [[] for _ in self.edges]
        for vertex, edges in enumerate(self.edges):
            if not self.mine[vertex]:
                for u, weight in edges:
                    self.before[u].append((vertex, weight))

    def _vertex(self, mine: bool, edges: list[tuple[int, int]]) -> int:
        self.mine.append(mine)
        self.edges.append(edges)
        return len(self.edges) - 1

    def lengths(self, chosen: list[int]) -> list[float | int]:
        """The other side's shortest paths to where the side gives up."""
        before: dict[int, list[tuple[int, int]]] = {}
        length: list[float | int] = [_ENDLESS] * len(self.edges)
        queue: deque[int] = deque()
        for vertex, place in enumerate(chosen):
            if not self.mine[vertex]:
                continue
            if place == _GIVEN_UP:
                length[vertex] = 0
                queue.append(vertex)
            else:
                u, weight = self.edges[vertex][place]
                if u >= 0:
                    before.setdefault(u, []).append((vertex, weight))
        waiting = set(queue)
        while queue:
            u = queue.popleft()
            waiting.discard(u)
            for edges in (self.before[u], before.get(u, ())):
                for vertex, weight in edges:
                    if length[u] + weight < length[vertex]:
                        length[vertex] = length[u] + weight
                        if vertex not in waiting:
                            waiting.add(vertex)
                            queue.append(vertex)
        return length
