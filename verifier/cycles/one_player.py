"""What is left of a cycle game when the side has chosen: its least measure, or cycles that it loses.

Without choices no lifting is needed: credits are longest paths, ranks follow from the strong components of
the tight edges.
"""

from collections import deque
from collections.abc import Sequence

from verifier.cycles.components import strong_components

__all__ = ["losing_cycles", "measure", "solve"]

_Edges = Sequence[Sequence[tuple[int, int]]]


def measure(edges: _Edges, priority: Sequence[int]) -> tuple[list[int], list[int]] | list[int]:
    """Return credits and ranks of all vertices, the least there are, or a simple cycle that the side loses.

    Args:
        edges: For each vertex (successor, weight), all of them the opponent's to choose.
        priority: That of each vertex.
    """
    solved = _solve(edges, priority, first_only=True)
    return solved[0] if isinstance(solved, list) else solved


def losing_cycles(edges: _Edges, priority: Sequence[int]) -> list[list[int]]:
    """Return some simple cycles that the side loses, at least one if there is any."""
    solved = solve(edges, priority)
    return solved if isinstance(solved, list) else []


def solve(edges: _Edges, priority: Sequence[int]) -> tuple[list[int], list[int]] | list[list[int]]:
    """Return credits and ranks as :func:`measure` does, or cycles as :func:`losing_cycles` does."""
    return _solve(edges, priority, first_only=False)


def _solve(
    edges: _Edges, priority: Sequence[int], *, first_only: bool
) -> tuple[list[int], list[int]] | list[list[int]]:
    """Credits and ranks, or lost cycles."""
    credits = [0] * len(edges)
    ranks = [0] * len(edges)
    cycles: list[list[int]] = []
    for component in strong_components([[u for u, _ in successors] for successors in edges]):
        # Successors come first, so the credits outside the component are final.
        positive = _raise_credits(edges, component, credits)
        if positive:
            cycles.append(positive)
            if first_only:
                return cycles
    if cycles:
        return cycles
    # Ranks are compared along tight edges, but for those from priority 2, which need none.
    tight = [
        [] if priority[v] == 2 else [u for u, w in successors if credits[v] == credits[u] + w]
        for v, successors in enumerate(edges)
    ]
    for component in strong_components(tight):
        members = set(component)
        if len(component) > 1 or component[0] in tight[component[0]]:
            start = next((v for v in component if priority[v] == 1), -1)
            if start >= 0:
                cycles.append(_shortest_cycle(tight, start, members))
                if first_only:
                    return cycles
                continue
        # All vertices of a component need the same rank; with priority 1 it is a single one.
        outside = [(v, u) for v in component for u in tight[v] if u not in members]
        rank = max((ranks[u] + (priority[v] == 1) for v, u in outside), default=0)
        for v in component:
            ranks[v] = rank
    return cycles if cycles else (credits, ranks)


def _raise_credits(edges: _Edges, component: list[int], credits: list[int]) -> list[int]:
    """Set the least credits of a component; return a cycle of positive sum (empty list if there is none)."""
    members = set(component)
    inner: dict[int, list[tuple[int, int]]] = {v: [] for v in component}
    rising = False
    for v in component:
        for u, w in edges[v]:
            if u in members:
                inner[u].append((v, w))
                rising = rising or w > 0
            else:
                credits[v] = max(credits[v], credits[u] + w)
    if len(component) == 1 and not inner[component[0]]:
        return []
    reason: dict[int, int] = {}
    queue, queued = deque(component), set(component)
    raised = 0
    while queue:
        u = queue.popleft()
        queued.discard(u)
        for v, w in inner[u]:
            if credits[u] + w > credits[v]:
                credits[v] = credits[u] + w
                reason[v] = u
                raised += 1
                if v not in queued:
                    queued.add(v)
                    queue.append(v)
        if rising and raised > len(component):
            raised = 0
            found = _reason_cycle(reason)
            if found:
                return found
    return []


def _reason_cycle(reason: dict[int, int]) -> list[int]:
    """Return a cycle of the pointers v -> reason[v]; such a cycle has a positive sum."""
    seen: dict[int, int] = {}
    for root in reason:
        v = root
        path = []
        while v in reason and v not in seen:
            seen[v] = root
            path.append(v)
            v = reason[v]
        if v in reason and seen[v] == root:
            return path[path.index(v):]
    return []


def _shortest_cycle(graph: Sequence[Sequence[int]], start: int, members: set[int]) -> list[int]:
    """Return a shortest cycle through *start* inside *members*; there must be one."""
    before: dict[int, int] = {}
    queue = deque([start])
    while queue:
        v = queue.popleft()
        for u in graph[v]:
            if u == start:
                path = [v]
                while path[-1] != start:
                    path.append(before[path[-1]])
                return path[::-1]
            if u in members and u not in before:
                before[u] = v
                queue.append(u)
    raise AssertionError("no cycle in a strong component")
