"""Wins that rest on cycles: the undecided part of an explored graph, solved exactly.

With every unexplored leaf given to the opponent, what a side wins is won whatever the leaves turn out
to be. The opponent's attractor to the leaves is taken away; on the rest, least measures of the kind
used in certificates are found by lifting (progress measures: Jurdzinski 2000; energy games: Brim et
al. 2011). Measures above a cap count as "not proven", never as a loss.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from verifier.search.plain.explored import Explored

__all__ = ["reachable", "solve_cycles"]


def reachable(graph: Explored) -> tuple[list[int], list[int]]:
    """Return the undecided nodes that undecided nodes connect with the root: expanded ones, and leaves."""
    value, children = graph.value, graph.children
    if value[graph.root]:
        return [], []
    inner: list[int] = []
    leaves: list[int] = []
    seen = {graph.root}
    front = deque([graph.root])
    while front:
        node = front.popleft()
        edges = children[node]
        if edges is None:
            leaves.append(node)
            continue
        inner.append(node)
        for child, _, _ in edges:
            if child not in seen and not value[child]:
                seen.add(child)
                front.append(child)
    return inner, leaves


def solve_cycles(graph: Explored, side: int, ranks: int, credits: int, tick: Callable[[], None]) -> int:
    """Decide for *side* what it wins even if all leaves are lost; return how many nodes that were.

    Args:
        graph: Its undecided nodes that matter to the root are looked at.
        side: OWNER or ATTACKER.
        ranks: Ranks from this number on carry over into the credit.
        credits: Nodes that need a greater credit than this stay undecided.
        tick: Called now and then; may raise to stop.
    """
    rest = _avoiding(graph, side)
    tick()
    children, mover = graph.children, graph.mover
    if not rest:
        return 0
    marks = side == graph.marks
    if not graph.weighs and not graph.mixed and graph.bad[rest[0]] != marks:
        return 0  # every cycle belongs to the other side
    base = ranks if graph.mixed or (graph.weighs and not marks) else 1
    place = {node: number for number, node in enumerate(rest)}

    def kept(node: int) -> list[tuple[int, int, int]]:
        return [edge for edge in children[node] or () if edge[0] in place]

    vertices = [
        _Vertex(
            mover[node] == side,
            not graph.bad[node] if marks else graph.bad[node],
            graph.bad[node] if marks else False,
            # Passing and answering with a pass takes one credit, and gives it back.
            base if graph.answered[node] and mover[node] != side else 0,
            [(place[child], side * base * weight) for child, weight, _ in kept(node)],
        )
        for node in rest
    ]
    top = (credits + 1) * base
    measures = _lift(vertices, base, top, tick) if graph.weighs or graph.mixed else [0] * len(rest)
    wins: list[tuple[int, int, int | None]] = []
    for number, node in enumerate(rest):
        if measures[number] >= top:
            continue
        move = None
        if mover[node] == side:
            moves = [move for _, _, move in kept(node)]
            needs = [
                top if measures[child] >= top else vertices[number].need(measures[child] + weight, base)
                for child, weight in vertices[number].edges
            ]
            move = moves[needs.index(min(needs))]
        wins.append((node, side, move))
    graph.decide(wins)
    return len(wins)


def _avoiding(graph: Explored, side: int) -> list[int]:
    """Return the reachable nodes from where *side* can keep play away from the leaves."""
    inner, leaves = reachable(graph)
    value = graph.value
    before: dict[int, list[int]] = {node: [] for node in inner}
    before.update((leaf, []) for leaf in leaves)
    ways: dict[int, int] = {}
    for node in inner:
        count = 0
        for child, _, _ in graph.children[node] or ():
            if not value[child]:
                before[child].append(node)
                count += 1
        ways[node] = count if graph.mover[node] == side else 1
    gone = set(leaves)
    while leaves:
        for node in before[leaves.pop()]:
            if node not in gone:
                ways[node] -= 1
                if not ways[node]:
                    gone.add(node)
                    leaves.append(node)
    return [node for node in inner if node not in gone]


class _Vertex(NamedTuple):
    """A node of the part to be solved, seen from the side that is to win."""

    chooses: bool
    climbs: bool
    """Each move from here costs a rank."""
    restarts: bool
    """Ranks start anew here."""
    least: int
    edges: list[tuple[int, int]]
    """(successor, weight times base)."""

    def need(self, measure: int, base: int) -> int:
        """Return the measure needed for a move to where *measure*, the weight included, is needed."""
        if self.climbs:
            measure += 1
        if self.restarts:
            measure -= measure % base
        return max(measure, 0)


def _lift(vertices: list[_Vertex], base: int, top: int, tick: Callable[[], None]) -> list[int]:
    """Return the least measures, credit times *base* plus rank; *top* means that none was found."""
    before: list[list[int]] = [[] for _ in vertices]
    for v, vertex in enumerate(vertices):
        for u, _ in vertex.edges:
            before[u].append(v)
    measures = [vertex.least for vertex in vertices]
    queue = deque(range(len(vertices)))
    queued = [True] * len(vertices)
    count = 0
    while queue:
        v = queue.popleft()
        queued[v] = False
        old = measures[v]
        if old >= top:
            continue
        count += 1
        if not count & 4095:
            tick()
        chooses, climbs, restarts, _, edges = vertices[v]
        # A measure that has reached the top stays there, whatever the weight.
        needs = [top if measures[u] >= top else measures[u] + weight for u, weight in edges]
        new = min(needs) if chooses else max(needs)
        if new < top:
            if climbs:
                new += 1
            if restarts:
                new -= new % base
        if new > old:
            measures[v] = min(new, top)
            for p in before[v]:
                if not queued[p]:
                    queued[p] = True
                    queue.append(p)
    return measures
