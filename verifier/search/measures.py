"""From a strategy to its measure: credits and ranks, or a cycle that the strategy loses.

What play can reach becomes a cycle game, which is solved in :mod:`verifier.cycles`. Untrusted: the checker
verifies the measure edge by edge. The cycle rules follow semantics section 3.
"""

import dataclasses
from collections.abc import Callable, Container
from typing import Any

from verifier.board import Colour, Point
from verifier.cycles import one_player
from verifier.cycles.game import priorities
from verifier.play import Arena, State, Step
from verifier.proof.certificate import Node, Strategy

__all__ = [
    "Closure",
    "LosingCycle",
    "UnclosedError",
    "close",
    "losing_cycles",
    "measure",
    "measure_or_cycles",
    "weights",
]


class UnclosedError(Exception):
    """A choice of moves that is no strategy: it loses at once, is illegal, or has a gap."""

    def __init__(self, state: State, reason: str) -> None:
        super().__init__(reason)
        self.state = state

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.state, str(self))


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

    w = lost if arena.weighs else nothing
    if rule in ("prisoners then ownership", "prisoners then aim", "aim"):
        return w, arena.marked
    every = rule != "draw" or draw_wins == (side == arena.owner)
    return w, lambda state: every


def close(
    arena: Arena,
    side: Colour,
    choose: Callable[[State], Point | None],
    draw_wins: bool = False,
    won: Container[State] = (),
) -> Closure:
    """Return the closure of the start under *side*'s chosen moves and all moves of the other side.

    Does not look at cycles; :func:`measure` does. Nor beyond states that are known to be *won* otherwise.

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
        if state in won or arena.settled(state) == side:
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
    solved = one_player.measure(*_game(closure))
    return _named(closure, solved) if isinstance(solved, list) else _measured(closure, *solved)


def measure_or_cycles(closure: Closure) -> Strategy | list[LosingCycle]:
    """Return the strategy with its least measure, or some simple cycles that its side loses."""
    solved = one_player.solve(*_game(closure))
    if isinstance(solved, list):
        return [_named(closure, cycle) for cycle in solved]
    return _measured(closure, *solved)


def losing_cycles(closure: Closure) -> list[LosingCycle]:
    """Return some simple cycles that the side loses, at least one if there is any."""
    return [_named(closure, cycle) for cycle in one_player.losing_cycles(*_game(closure))]


def _measured(closure: Closure, credits: list[int], ranks: list[int]) -> Strategy:
    nodes = {
        state: Node(closure.moves[v], credits[v], ranks[v]) for v, state in enumerate(closure.states)
    }
    return Strategy(closure.side, closure.draw_wins, nodes)


def _game(closure: Closure) -> tuple[list[list[tuple[int, int]]], list[int]]:
    """The edges and priorities of the cycle game that the choices of the side leave to the other one."""
    sign = 1 if closure.owner_side else -1
    edges = [[(u, sign * w) for u, w, _ in successors] for successors in closure.edges]
    return edges, priorities(closure.marks_side, closure.marked)


def _named(closure: Closure, cycle: list[int]) -> LosingCycle:
    """Give a cycle of indices its states and moves."""
    steps = []
    for position, v in enumerate(cycle):
        u = cycle[(position + 1) % len(cycle)]
        move = next(move for successor, _, move in closure.edges[v] if successor == u)
        steps.append((closure.states[v], move))
    return LosingCycle(closure.side, tuple(steps))
