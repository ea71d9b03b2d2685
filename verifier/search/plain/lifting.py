"""Wins that rest on cycles: the undecided part of an explored graph as a cycle game (:mod:`verifier.cycles`).

With every unexplored leaf given to the opponent, what a side wins is won whatever the leaves turn out
to be. The opponent's attractor to the leaves is taken away; on the rest the least measure is found by
lifting. What exceeds the caps counts as "not proven", never as a loss.
"""

from collections import deque
from collections.abc import Callable

from verifier.cycles.game import CycleGame, priorities
from verifier.cycles.lifting import Caps, ProgressMeasure
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
    inner, leaves = reachable(graph)
    marks = side == graph.marks
    if not inner or (not graph.weighs and not graph.mixed and graph.bad[inner[0]] != marks):
        return 0  # every cycle belongs to the other side
    game = _game(graph, side, inner, leaves)
    attracted = game.attractor(range(len(inner), len(game.edges)))
    tick()
    rest = [v for v in range(len(inner)) if v not in attracted]
    measure = ProgressMeasure(game, ranks)
    for v in rest:
        # Passing and answering with a pass takes one credit, and gives it back.
        measure.start(v, int(graph.answered[inner[v]] and not game.chooses[v]))
    if graph.weighs or graph.mixed:
        measure.lift(rest, tick, Caps(credits, ranks - 1))
    wins: list[tuple[int, int, int | None]] = []
    for v in rest:
        if not measure.is_lost(v):
            node, move = inner[v], None
            if game.chooses[v]:
                move = _open_edges(graph, node)[measure.best(v)][2]
            wins.append((node, side, move))
    graph.decide(wins)
    return len(wins)


def _game(graph: Explored, side: int, inner: list[int], leaves: list[int]) -> CycleGame:
    """The game on inner nodes and leaves as *side* sees it; nobody moves at a leaf."""
    place = {node: v for v, node in enumerate((*inner, *leaves))}
    edges = [
        [(place[child], side * weight) for child, weight, _ in _open_edges(graph, node)] for node in inner
    ]
    marked = [graph.bad[node] for node in inner]
    return CycleGame(
        [graph.mover[node] == side for node in inner] + [False] * len(leaves),
        edges + [[] for _ in leaves],
        priorities(side == graph.marks, marked) + [0] * len(leaves),
    )


def _open_edges(graph: Explored, node: int) -> list[tuple[int, int, int]]:
    """The edges of an expanded node to undecided ones."""
    value = graph.value
    return [edge for edge in graph.children[node] or () if not value[edge[0]]]
