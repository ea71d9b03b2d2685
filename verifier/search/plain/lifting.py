"""Wins that rest on cycles: the undecided part of an explored graph as a cycle game (:mod:`verifier.cycles`).

With every unexplored leaf given to the opponent, what a side wins is won whatever the leaves turn out
to be. The opponent's attractor to the leaves is taken away; on the rest the least measure is found by
lifting. What exceeds the caps counts as "not proven", never as a loss.
"""

from collections import deque
from collections.abc import Callable

from verifier.cycles.game import CycleGame, attractor, priorities
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
    rest = _avoiding(graph, side)
    tick()
    if not rest or (not graph.weighs and not graph.mixed and graph.bad[rest[0]] != (side == graph.marks)):
        return 0  # every cycle belongs to the other side
    place = {node: v for v, node in enumerate(rest)}

    def kept(node: int) -> list[tuple[int, int, int]]:
        return [edge for edge in graph.children[node] or () if edge[0] in place]

    game = CycleGame(
        [graph.mover[node] == side for node in rest],
        [[(place[child], side * weight) for child, weight, _ in kept(node)] for node in rest],
        priorities(side == graph.marks, [graph.bad[node] for node in rest]),
    )
    measure = ProgressMeasure(game, ranks)
    for v, node in enumerate(rest):
        # Passing and answering with a pass takes one credit, and gives it back.
        measure.start(v, int(graph.answered[node] and not game.chooses[v]))
    if graph.weighs or graph.mixed:
        measure.lift(range(len(rest)), tick, Caps(credits, ranks - 1))
    wins = [
        (node, side, kept(node)[measure.best(v)][2] if game.chooses[v] else None)
        for v, node in enumerate(rest)
        if not measure.is_lost(v)
    ]
    graph.decide(wins)
    return len(wins)


def _avoiding(graph: Explored, side: int) -> list[int]:
    """Return the reachable nodes from where *side* can keep play away from the leaves."""
    inner, leaves = reachable(graph)
    value = graph.value
    before: dict[int, list[int]] = {node: [] for node in (*inner, *leaves)}
    escapes: dict[int, int] = {}
    for node in inner:
        count = 0
        for child, _, _ in graph.children[node] or ():
            if not value[child]:
                before[child].append(node)
                count += 1
        escapes[node] = count if graph.mover[node] == side else 1
    gone = attractor(before, escapes, leaves)
    return [node for node in inner if node not in gone]
