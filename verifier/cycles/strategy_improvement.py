"""Who wins from the vertices of a cycle game, by strategy improvement.

Lifting a measure finds that out as well, but climbs long where a cycle is lost by little; here the number of
steps does not depend on how high measures could become (Björklund and Vorobyov 2007).
"""

from collections import deque
from collections.abc import Callable, Sequence

from verifier.cycles.game import WON, CycleGame

__all__ = ["losing"]

_GIVEN_UP = -1
_ENDLESS = float("inf")


def losing(
    game: CycleGame, vertices: Sequence[int], won_outside: Callable[[int], bool], tick: Callable[[], None]
) -> set[int]:
    """Return those of *vertices* from which the side loses, given from which other ones it wins.

    The side may also give up, at length 0. It makes the opponent's shortest path to where it gave up as long
    as it can; where there is none it wins. In the beginning it gives up everywhere, so that no cycle
    has a sum below 0; then it changes to longer edges. *tick* is called in each round and may raise.
    """
    graph = _Lengths(game, vertices, won_outside)
    chosen = [_GIVEN_UP] * len(graph.mine)
    while True:
        tick()
        length = graph.lengths(chosen)
        changed = False
        for place, mine in enumerate(graph.mine):
            if mine and length[place] < _ENDLESS:
                best, most = chosen[place], length[place]
                for edge, (u, weight) in enumerate(graph.edges[place]):
                    through = _ENDLESS if u == WON else length[u] + weight
                    if through > most:
                        best, most = edge, through
                if best != chosen[place]:
                    chosen[place] = best
                    changed = True
        if not changed:
            return {v for v, far in zip(vertices, length, strict=False) if far < _ENDLESS}


class _Lengths:
    """Places where the side chooses an edge, and others. The first ones are the vertices.

    Between two vertices of the opponent is a place of the side, so that it may give up on every cycle; and
    where he can go to a vertex outside that is not won, a place where it can do nothing else.
    """

    def __init__(
        self, game: CycleGame, vertices: Sequence[int], won_outside: Callable[[int], bool]
    ) -> None:
        self.mine = [game.chooses[v] for v in vertices]
        self.edges: list[list[tuple[int, int]]] = [[] for _ in vertices]
        number = {v: place for place, v in enumerate(vertices)}
        base = len(vertices) + 1
        for place, v in enumerate(vertices):
            # Over a simple cycle the sum is above 0 if it belongs to the side, else below: weights come
            # before priorities, and a priority before all lower ones (compare Jurdzinski 1998).
            own = (-base) ** game.priority[v]
            edges = self.edges[place]
            for u, weight in game.edges[v]:
                length = own - weight * base**3
                if u in number:
                    target = number[u]
                    if not self.mine[place] and not self.mine[target]:
                        target = self._place([(target, 0)])
                    edges.append((target, length))
                elif u == WON or won_outside(u):
                    if self.mine[place]:
                        edges.append((WON, 0))
                elif not self.mine[place]:
                    edges.append((self._place([]), 0))
        self.before: list[list[tuple[int, int]]] = [[] for _ in self.edges]
        for place, edges in enumerate(self.edges):
            if not self.mine[place]:
                for u, weight in edges:
                    self.before[u].append((place, weight))

    def _place(self, edges: list[tuple[int, int]]) -> int:
        """A new place of the side."""
        self.mine.append(True)
        self.edges.append(edges)
        return len(self.edges) - 1

    def lengths(self, chosen: list[int]) -> list[float | int]:
        """The opponent's shortest paths to where the side gives up."""
        before: dict[int, list[tuple[int, int]]] = {}
        length: list[float | int] = [_ENDLESS] * len(self.edges)
        queue: deque[int] = deque()
        for place, edge in enumerate(chosen):
            if not self.mine[place]:
                continue
            if edge == _GIVEN_UP:
                length[place] = 0
                queue.append(place)
            else:
                u, weight = self.edges[place][edge]
                if u >= 0:
                    before.setdefault(u, []).append((place, weight))
        waiting = set(queue)
        while queue:
            u = queue.popleft()
            waiting.discard(u)
            for edges in (self.before[u], before.get(u, ())):
                for place, weight in edges:
                    if length[u] + weight < length[place]:
                        length[place] = length[u] + weight
                        if place not in waiting:
                            waiting.add(place)
                            queue.append(place)
        return length
