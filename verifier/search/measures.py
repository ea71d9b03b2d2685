"""From a strategy to its measure: credits and ranks, or a cycle that the strategy loses.

Untrusted: the checker verifies the measure edge by edge. What the numbers mean is written at
:class:`verifier.proof.certificate.Strategy`; the cycle rules follow semantics section 3.
"""

import dataclasses
from collections import deque
from collections.abc import Callable, Sequence

from verifier.board import Colour, Point
from verifier.cycles.components import strong_components
from verifier.play import Arena, State, Step
from verifier.proof.certificate import Node, Strategy

__all__ = ["Closure", "LosingCycle", "UnclosedError", "close", "losing_cycles", "measure", "weights"]


class UnclosedError(Exception):
    """A choice of moves that is no strategy: it loses at once, is illegal, or has a gap."""

    def __init__(self, state: State, reason: str) -> None:
        super().__init__(reason)
        self.state = state


@dataclasses.dataclass(slots=True)
class Closure:
    """All states that one side's choices allow, as a graph on indices; the start has index 0."""

    side: Colour
    owner_side: bool
    """Whether *side* owns the unit."""
    marks_side: bool
    """Whether even cycles with a marked state in them belong to *side*; all other even ones do if not."""
    draw_wins: bool
    states: list[State]
    moves: list[Point | None]
    """The chosen move where *side* moves, else None."""
    edges: list[list[tuple[int, int, Point]]]
    """(successor, w, move); successors that are leaves are left out. w as in Strategy."""
    marked: list[bool]


@dataclasses.dataclass(frozen=True, slots=True)
class LosingCycle:
    """A simple cycle that *side* loses: the states in order, and the move made in each of them."""

    side: Colour
    steps: tuple[tuple[State, Point], ...]


def weights(
    arena: Arena, side: Colour, draw_wins: bool
) -> tuple[Callable[[State, Step], int], Callable[[State], bool]]:
    """Return the functions w(state, step) and marked(state) that the cycle rule of the arena asks for.

    A cycle belongs to the owner if its sum of w is negative, to the attacker if it is positive; if it is zero
    and the cycle has a marked state, to the side that ``arena.marks_owner`` names, else to the other.
    """
    rule = arena.ruleset["cycle"]
    owner = int(arena.owner)

    def lost(state: State, step: Step) -> int:
        return -step.captured if state.to_move == owner else step.captured

    def nothing(state: State, step: Step) -> int:
        return 0

    w = lost if rule.startswith("prisoners") else nothing
    if rule in ("prisoners then ownership", "prisoners then aim", "aim"):
        return w, arena.marked
    every = rule != "draw" or draw_wins == (side == arena.owner)
    return w, lambda state: every


def close(
    arena: Arena, side: Colour, choose: Callable[[State], Point | None], draw_wins: bool = False
) -> Closure:
    """Return the closure of the start under *side*'s chosen moves and all moves of the other side.

    Does not look at cycles; :func:`measure` does.

    Raises:
        UnclosedError: a chosen move is missing or illegal, or a move gives the other side the win.
    """
    w, marked = weights(arena, side, draw_wins)
    owner_side = side == arena.owner
    closure = Closure(side, owner_side, owner_side == arena.marks_owner, draw_wins, [], [], [], [])
    index: dict[State, int] = {}
    leaves: set[State] = set()

    def enter(state: State) -> int:
        if state in leaves:
            return -1
        known = index.get(state)
        if known is not None:
            return known
        if arena.settled(state) == side:
            leaves.add(state)
            return -1
        index[state] = len(closure.states)
        closure.states.append(state)
        return index[state]

    enter(arena.start)
    for v, state in enumerate(closure.states):  # grows while it is read
        chosen: Point | None = None
        if state.to_move == side:
            chosen = choose(state)
            step = None if chosen is None else arena.step(state, chosen)
            if step is None:
                raise UnclosedError(state, f"no legal move is chosen in {state}")
            steps = [step]
        else:
            steps = list(arena.steps(state))
        edges = []
        for step in steps:
            if step.winner is not None:
                if step.winner != side:
                    raise UnclosedError(state, f"move {step.move} in {state} ends play with a loss")
                continue
            u = enter(step.state)
            if u >= 0:
                edges.append((u, w(state, step), step.move))
        assert v == len(closure.edges)
        closure.moves.append(chosen)
        closure.edges.append(edges)
        closure.marked.append(marked(state))
    return closure


def measure(closure: Closure) -> Strategy | LosingCycle:
    """Return the strategy with its least measure, or a simple cycle that its side loses."""
    solved = _solve(closure, first_only=True)
    if isinstance(solved, list):
        return _named(closure, solved[0])
    credits, ranks = solved
    nodes = {
        state: Node(closure.moves[v], credits[v], ranks[v]) for v, state in enumerate(closure.states)
    }
    return Strategy(closure.side, closure.draw_wins, nodes)


def losing_cycles(closure: Closure) -> list[LosingCycle]:
    """Return some simple cycles that the side loses, at least one if there is any."""
    solved = _solve(closure, first_only=False)
    return [_named(closure, cycle) for cycle in solved] if isinstance(solved, list) else []


def _solve(closure: Closure, *, first_only: bool) -> tuple[list[int], list[int]] | list[list[int]]:
    """Credits and ranks, or losing cycles as lists of indices."""
    sign = 1 if closure.owner_side else -1
    graph = [[(u, sign * w) for u, w, _ in edges] for edges in closure.edges]
    credits = [0] * len(graph)
    ranks = [0] * len(graph)
    cycles: list[list[int]] = []
    for component in strong_components([[u for u, _ in edges] for edges in graph]):
        # Successors come first, so the credits outside the component are final.
        members = set(component)
        positive = _raise_credits(graph, component, members, credits)
        if positive:
            cycles.append(positive)
            if first_only:
                return cycles
    if cycles:
        return cycles
    tight = [
        [u for u, w in edges if credits[v] == credits[u] + w] for v, edges in enumerate(graph)
    ]
    if closure.marks_side:
        # A tight cycle needs a marked state: ranks fall on tight edges out of the others.
        tight = [[] if closure.marked[v] else edges for v, edges in enumerate(tight)]
    for component in strong_components(tight):
        members = set(component)
        if len(component) > 1 or component[0] in tight[component[0]]:
            start = next((v for v in component if closure.marks_side or closure.marked[v]), -1)
            if start >= 0:
                cycles.append(_shortest_cycle(tight, start, members))
                if first_only:
                    return cycles
                continue
        below = [ranks[u] for v in component for u in tight[v] if u not in members]
        rank = max(below, default=-1 if closure.marks_side else 0)
        if closure.marks_side:
            rank += 1 if tight[component[0]] else 0
            rank = max(rank, 0)
        else:
            # No cycle of the component is marked; a lone marked state must lie above its successors.
            rank = max(
                [rank] + [ranks[u] + 1 for v in component if closure.marked[v] for u in tight[v]]
            )
        for v in component:
            ranks[v] = rank
    return cycles if cycles else (credits, ranks)


def _raise_credits(
    graph: Sequence[Sequence[tuple[int, int]]], component: list[int], members: set[int], credits: list[int]
) -> list[int]:
    """Set the least credits of a component; return a positive cycle (empty list if there is none)."""
    inner: dict[int, list[tuple[int, int]]] = {v: [] for v in component}
    rising = False
    for v in component:
        for u, w in graph[v]:
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


def _named(closure: Closure, cycle: list[int]) -> LosingCycle:
    """Give a cycle of indices its states and moves."""
    steps = []
    for position, v in enumerate(cycle):
        u = cycle[(position + 1) % len(cycle)]
        move = next(move for successor, _, move in closure.edges[v] if successor == u)
        steps.append((closure.states[v], move))
    return LosingCycle(closure.side, tuple(steps))
