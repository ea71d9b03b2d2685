"""Strong components without recursion."""

from collections.abc import Sequence

__all__ = ["strong_components"]


def strong_components(graph: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the strong components of a graph on 0..n-1, successors before predecessors (Tarjan 1972)."""
    order: list[int] = [-1] * len(graph)
    low = [0] * len(graph)
    open_ = [False] * len(graph)
    stack: list[int] = []
    components: list[list[int]] = []
    count = 0
    for root in range(len(graph)):
        if order[root] >= 0:
            continue
        work = [(root, iter(graph[root]))]
        order[root] = low[root] = count
        count += 1
        stack.append(root)
        open_[root] = True
        while work:
            v, successors = work[-1]
            for u in successors:
                if order[u] < 0:
                    order[u] = low[u] = count
                    count += 1
                    stack.append(u)
                    open_[u] = True
                    work.append((u, iter(graph[u])))
                    break
                if open_[u]:
                    low[v] = min(low[v], order[u])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[v])
                if low[v] == order[v]:
                    component = []
                    while True:
                        u = stack.pop()
                        open_[u] = False
                        component.append(u)
                        if u == v:
                            break
                    components.append(component)
    return components
