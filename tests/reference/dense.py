"""A plain reference for tiny boards: the whole graph, solved by strategy improvement.

No search, no static rules, no counting of passes: every state that play can reach is listed, prisoners
are counted as they are taken, and the game is solved as a longest-shortest-paths problem (Bjorklund
and Vorobyov 2007). It shares nothing with the provers but the arena, and is meant for comparison with
them on boards of up to about eight points. It gives values, not certificates.
"""

from collections import deque
from collections.abc import Iterable, Sequence

from verifier.board import Colour
from verifier.errors import InputError
from verifier.play import Arena, State
from verifier.proof.certificate import Verdict

__all__ = ["TooLargeError", "dense_verdict", "dense_winners"]

_WON, _LOST = -1, -2  # successors that stand for a finished play, seen from the attacker


class TooLargeError(Exception):
    """The arena has more states than was allowed."""


def dense_verdict(arena: Arena, *, most: int = 20_000, prisoners: bool = True) -> Verdict:
    """Return the verdict on the unit of *arena*.

    Args:
        arena: The game.
        most: The number of states from which on the graph is called too large.
        prisoners: False drops the prisoner part of the cycle rule, to see what depends on it.

    Raises:
        TooLargeError: there are more than *most* states.
    """
    if not arena.locale:
        return Verdict.ALIVE
    states, edges, chooses, bad = _game(arena, [arena.start], most, prisoners=prisoners)
    if _attacker_wins(edges, chooses, bad, marks=not arena.marks_owner)[0]:
        return Verdict.DEAD  # where cycles are draws, even with draws to the owner
    if arena.ruleset["cycle"] == "draw" and _attacker_wins(edges, chooses, [False] * len(states))[0]:
        return Verdict.DRAWN
    return Verdict.ALIVE


def dense_winners(arena: Arena, starts: Iterable[State], *, most: int = 20_000) -> dict[State, Colour]:
    """Return who wins from each state that play from one of *starts* can reach, themselves included.

    Raises:
        InputError: the ruleset calls some cycles a draw.
        TooLargeError: there are more than *most* states.
    """
    if arena.ruleset["cycle"] == "draw":
        raise InputError("winners are asked for where cycles may be drawn")
    states, edges, chooses, bad = _game(arena, starts, most, prisoners=True)
    won = _attacker_wins(edges, chooses, bad, marks=not arena.marks_owner)
    return {
        state: arena.attacker if wins else arena.owner for state, wins in zip(states, won, strict=True)
    }


_Edges = list[list[tuple[int, int]]]


def _game(
    arena: Arena, starts: Iterable[State], most: int, *, prisoners: bool
) -> tuple[list[State], _Edges, list[bool], list[bool]]:
    """Return states, edges, where the attacker chooses, and which states are marked."""
    rule = arena.ruleset["cycle"]
    states, edges = _graph(arena, starts, most)
    if not prisoners or not rule.startswith("prisoners"):
        edges = [[(u, 0) for u, _ in successors] for successors in edges]
    bad = [True] * len(states)
    if rule in ("prisoners then ownership", "prisoners then aim", "aim"):
        bad = [arena.marked(state) for state in states]
    return states, edges, [state.to_move == arena.attacker for state in states], bad


def _graph(arena: Arena, starts: Iterable[State], most: int) -> tuple[list[State], _Edges]:
    """Return all states, the starts first, and for each (successor, owner's minus attacker's loss)."""
    states = list(dict.fromkeys(starts))
    number = {state: place for place, state in enumerate(states)}
    edges: _Edges = []
    for state in states:  # grows while it is read
        successors = []
        for step in arena.steps(state):
            loss = step.captured if state.to_move == arena.attacker else -step.captured
            if step.winner is not None:
                successors.append((_WON if step.winner == arena.attacker else _LOST, loss))
                continue
            if step.state not in number:
                if len(states) >= most:
                    raise TooLargeError(f"more than {most} states")
                number[step.state] = len(states)
                states.append(step.state)
            successors.append((number[step.state], loss))
        edges.append(successors)
    return states, edges


def _attacker_wins(
    edges: _Edges, chooses: Sequence[bool], bad: Sequence[bool], *, marks: bool = False
) -> list[bool]:
    """Whether the attacker wins from each state; no cycle is a draw here.

    Let n be the number of states. With the weight (n+1) * loss - bad, a simple cycle belongs to the
    attacker iff its sum is at least 0; times n+1, plus 1, iff it is positive, and no sum is 0. With
    *marks* even cycles are his iff they have a bad state: (n+1) * loss + bad is positive iff a simple
    cycle is his; times n+1, minus 1, no sum is 0. The attacker tries to make the owner's shortest path
    to a finished play as long as possible; in each state he may also give up, at length 0. He wins where
    that length is infinite.

    He begins by giving up everywhere. Each round the lengths for his present moves are computed, and
    every state changes to a longer move. Owner and attacker alternate, so no cycle exists at first,
    and an improvement never makes a negative one (theorem of the paper): the lengths are well defined.
    """
    n = len(edges)
    sign = -1 if marks else 1
    moves = [
        [(u, ((n + 1) * loss - sign * bad[v]) * (n + 1) + sign) for u, loss in successors]
        for v, successors in enumerate(edges)
    ]
    chosen: list[tuple[int, int]] = [(_LOST, 0)] * n
    while True:
        length = _lengths([[chosen[v]] if chooses[v] else moves[v] for v in range(n)])

        def through(edge: tuple[int, int], length: list[float | int] = length) -> float | int:
            u, weight = edge
            if u < 0:
                return 0 if u == _LOST else float("inf")
            return length[u] if length[u] == float("inf") else length[u] + weight

        changed = False
        for v in range(n):
            if chooses[v]:
                best = max(moves[v], key=through)
                if through(best) > length[v]:
                    chosen[v] = best
                    changed = True
        if not changed:
            return [value == float("inf") for value in length]


def _lengths(moves: list[list[tuple[int, int]]]) -> list[float | int]:
    """Return the lengths of shortest paths to a finished play that the attacker lost, or gave up."""
    before: list[list[tuple[int, int]]] = [[] for _ in moves]
    length: list[float | int] = [float("inf")] * len(moves)
    queue: deque[int] = deque()
    for v, edges in enumerate(moves):
        for u, weight in edges:
            if u == _LOST:
                length[v] = 0
            elif u >= 0:
                before[u].append((v, weight))
        if length[v] == 0:
            queue.append(v)
    waiting = [value == 0 for value in length]
    while queue:
        u = queue.popleft()
        waiting[u] = False
        for v, weight in before[u]:
            if length[u] + weight < length[v]:
                length[v] = length[u] + weight
                if not waiting[v]:
                    waiting[v] = True
                    queue.append(v)
    return length
