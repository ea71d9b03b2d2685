"""The winning line against the best resistance, read off a certificate.

The winner plays the moves of the certificate. The loser's best resistance is the reply whose state has the
greatest (credit, rank): by the meaning of the measure it keeps play going longest. Ties go to
captures, then to plays before the pass, then to the first point. In a proof by patterns the loser plays where
it counts, or passes. docs/explain.md says more.
"""

import dataclasses
import enum
from collections.abc import Iterator

from verifier.board import Colour, Mask, Point, Position
from verifier.play import PASS, Arena, Cycle, State, Step
from verifier.proof import Node, Patterns, Strategy
from verifier.proof.unfold import Unfolded

__all__ = ["End", "Guide", "Line", "LineMove", "best_line", "cycle_of", "reachable"]


class Guide:
    """A checked strategy, given by states or by patterns, to follow state by state."""

    def __init__(self, arena: Arena, strategy: Strategy | Patterns) -> None:
        self.arena, self.side = arena, strategy.side
        self._nodes = strategy.nodes if isinstance(strategy, Strategy) else None
        self._unfolded = Unfolded(arena, strategy) if isinstance(strategy, Patterns) else None

    def node(self, state: State) -> Node | None:
        """The move of the winner in *state* and the measure, or None if statics end play there."""
        if self._unfolded is not None:
            return self._unfolded.node(state)
        assert self._nodes is not None
        return self._nodes.get(state)

    def length(self, state: State) -> tuple[int, int]:
        """How long the loser resists from *state* on, in credits and ranks; less than nothing at the end."""
        if self._unfolded is not None:
            return self._unfolded.length(state)
        node = self.node(state)
        return (-1, -1) if node is None else (node.credit, node.rank)

    def steps(self, state: State) -> list[Step]:
        """The chosen move of the winner, or the moves of the loser that count. The state must have a node."""
        if self._unfolded is not None:
            return self._unfolded.steps(state)
        assert self._nodes is not None
        move = self._nodes[state].move
        if move is None:
            return list(self.arena.steps(state))
        step = self.arena.step(state, move)
        if step is None:
            raise ValueError("the certificate plays an illegal move; check it first")
        return [step]

    def settled(self, state: State) -> bool:
        """Whether statics end play in *state* with a win of the strategy's side."""
        if self._unfolded is not None:
            return self._unfolded.settled(state)
        return self.arena.settled(state) == self.side

    def zone(self, state: State) -> Mask | None:
        """The points on which the proof depends in *state*; None where that is all of the locale."""
        return self._unfolded.zone(state) if self._unfolded is not None else None


class End(enum.Enum):
    """Why a line stops."""

    SETTLED = "settled"
    """The winner may pass for ever from here on."""
    RULE = "rule"
    """The ruleset ends play."""
    PASSES = "passes"
    """Both sides pass for ever."""
    CYCLE = "cycle"
    """A state repeats, with captures on the way."""


@dataclasses.dataclass(frozen=True, slots=True)
class LineMove:
    """One move of a line, and the state before it."""

    before: State
    point: Point
    captured: int

    @property
    def colour(self) -> Colour:
        """Who moves."""
        return Colour(self.before.to_move)

    @property
    def after_threat(self) -> bool:
        """Whether it retakes against the ban, which a threat buys (semantics section 3.1)."""
        return self.point != PASS and self.point == self.before.ban


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A line of play from the start of an arena."""

    moves: tuple[LineMove, ...]
    last: State
    end: End
    repeats: int
    """With End.PASSES and End.CYCLE: the number of moves before the state that repeats."""
    cycle: Cycle | None
    """What the repetition is judged by."""

    def position(self, index: int, like: Position) -> Position:
        """The stones before move number *index* (from 0), or at the end."""
        state = self.moves[index].before if index < len(self.moves) else self.last
        return Position(like.rows, like.cols, state.black, state.white, like.open_sides)


def best_line(guide: Guide) -> Line:
    """Return the line of the strategy's side against the best resistance, from the start state."""
    arena = guide.arena
    state, moves = arena.start, list[LineMove]()
    seen: dict[State, int] = {}
    while True:
        if state in seen:
            begin = seen[state]
            cycle = cycle_of(arena, moves[begin:])
            passes = all(move.point == PASS for move in moves[begin:])
            end = End.PASSES if passes else End.CYCLE
            return Line(tuple(moves), state, end, begin, cycle)
        if guide.node(state) is None:
            return Line(tuple(moves), state, End.SETTLED, 0, None)
        seen[state] = len(moves)
        step = max(guide.steps(state), key=lambda step: _resistance(guide, step))
        moves.append(LineMove(state, step.move, step.captured))
        state = step.state
        if step.winner is not None:
            return Line(tuple(moves), state, End.RULE, 0, None)


def _resistance(guide: Guide, step: Step) -> tuple[int, int, int, bool, int]:
    length = (-1, -1) if step.winner is not None else guide.length(step.state)
    return (*length, step.captured, step.move != PASS, -step.move)


def cycle_of(arena: Arena, moves: list[LineMove]) -> Cycle:
    """Return what a cycle made of *moves* is judged by."""
    lost = [0, 0]
    for move in moves:
        lost[move.colour.opponent] += move.captured
    owned = all(arena.attacker_owns_some(move.before) for move in moves)
    return Cycle(lost[arena.owner], lost[arena.attacker], owned)


def reachable(guide: Guide) -> Iterator[tuple[State, Step]]:
    """Yield the edges of the strategy's graph that can be reached from the start."""
    start = guide.arena.start
    waiting, seen = [start], {start}
    while waiting:
        state = waiting.pop()
        if guide.node(state) is None:
            continue
        for step in guide.steps(state):
            yield state, step
            if step.winner is None and step.state not in seen:
                seen.add(step.state)
                waiting.append(step.state)
