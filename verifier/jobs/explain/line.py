"""The winning line against the best resistance, read off a certificate.

The winner plays the moves of the certificate. The loser's best resistance is the reply whose state has the
greatest (credit, rank): by the meaning of the measure it keeps play going longest. Ties go to
captures, then to plays before the pass, then to the first point. In a proof by patterns the loser plays where
it counts, or passes. docs/explain.md says more.
"""

import dataclasses
import enum
import functools
import operator
from collections.abc import Sequence

from verifier.board import Colour, Mask, Point, Position, shape_of, unconditionally_alive
from verifier.play import PASS, Arena, Cycle, MemoryArena, State, Step
from verifier.proof import Node, Patterns, Places, Stages, Strategy
from verifier.proof.places import place_arena
from verifier.proof.unfold import Unfolded
from verifier.rules.axes import PASS_FOR_KO

__all__ = ["End", "Guide", "Line", "LineMove", "best_line", "cycle_of", "drawn_line", "made", "resistance"]


class Guide:
    """A checked strategy, given by states or by patterns, to follow state by state."""

    def __init__(self, arena: Arena, strategy: Strategy | Patterns | Places | Stages) -> None:
        self.game, self.places = arena, 0
        """The game of the claim, and the number of places that the strategy clears one by one, if it does."""
        self.staged, self.part = isinstance(strategy, Stages), isinstance(strategy, Stages | Places)
        """Whether more is cleared after what is followed, and whether what is followed is a part of it."""
        if isinstance(strategy, Stages):  # what happens to the unit is decided in the first one
            strategy = strategy.opening
        if isinstance(strategy, Places):  # what happens to the unit is decided where it stands
            place = next(place for place in strategy.places if place.points & arena.unit)
            arena = place_arena(arena, place, strategy.places, named=strategy.named)
            self.places, strategy = len(strategy.places), place.evidence
        self.arena, self.evidence, self.side = arena, strategy, strategy.side
        self._nodes = strategy.nodes if isinstance(strategy, Strategy) else None
        self._unfolded = Unfolded(arena, strategy) if isinstance(strategy, Patterns) else None

    def node(self, state: State) -> Node | None:
        """The move of the winner in *state* and the measure, or None: statics or a stage end play there."""
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
    PLACES = "places"
    """What is left to clear is cleared place by place from here on (docs/games.md, section 6)."""
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
    lifted: Mask = 0
    """Points where this pass lets a ko be taken back again, by either side (docs/games.md, section 1)."""

    @property
    def passes(self) -> bool:
        """Whether it is a pass, for a ko or not."""
        return self.point <= PASS

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
    firm: bool = True
    """With End.SETTLED: unconditionally alive stones settle it, and not a region that only they surround."""
    stays: Mask = 0
    """Where new stones count: those of the owner that stay in the end."""

    @property
    def taken(self) -> bool:
        """Whether the unit was taken, where the ruleset lets play go on after that and new stones count."""
        return self.last.memory is not None and self.last.memory.captured

    def position(self, index: int, like: Position) -> Position:
        """The stones before move number *index* (from 0), or at the end."""
        state = self.moves[index].before if index < len(self.moves) else self.last
        return Position(like.rows, like.cols, state.black, state.white, like.open_sides)


def made(arena: Arena, state: State, step: Step) -> LineMove:
    """Return a move with what it does to bans that wait for a pass."""
    lifted = 0
    if step.move <= PASS and isinstance(arena, MemoryArena) and arena.ruleset["ko"] in PASS_FOR_KO:
        assert state.memory is not None
        assert step.state.memory is not None
        lifted = state.memory.bans & ~step.state.memory.bans
    return LineMove(state, step.move, step.captured, lifted)


def best_line(guide: Guide, begin: Sequence[LineMove] = (), state: State | None = None) -> Line:
    """Return the line of the strategy's side against the best resistance, from the start state.

    With *begin* it goes on after these moves, which lead to *state* and repeat nothing.
    """
    arena = guide.arena
    state = arena.start if state is None else state
    moves = list(begin)
    seen = {move.before: index for index, move in enumerate(moves)}
    while True:
        if state in seen:
            first = seen[state]
            cycle = cycle_of(arena, moves[first:])
            passes = all(move.passes for move in moves[first:])
            end = End.PASSES if passes else End.CYCLE
            states = [move.before for move in moves[first:]]
            return Line(tuple(moves), state, end, first, cycle, stays=_staying(arena, states))
        if guide.node(state) is None:
            if guide.staged and not guide.settled(state):
                return Line(tuple(moves), state, End.PLACES, 0, None)
            firm, stays = _settling(guide, state)
            return Line(tuple(moves), state, End.SETTLED, 0, None, firm, stays)
        seen[state] = len(moves)
        step = max(guide.steps(state), key=lambda step: resistance(guide, step))
        moves.append(made(arena, state, step))
        state = step.state
        if step.winner is not None:
            return Line(tuple(moves), state, End.RULE, 0, None)


def drawn_line(guides: Sequence[Guide]) -> Line:
    """Return the line in which both sides play their proofs of a draw; it ends in a cycle."""
    arena, by = guides[0].arena, {guide.side: guide for guide in guides}
    state, moves, seen = arena.start, list[LineMove](), dict[State, int]()
    while state not in seen:
        seen[state] = len(moves)
        step = by[Colour(state.to_move)].steps(state)[0]
        moves.append(made(arena, state, step))
        state = step.state
    first = seen[state]
    end = End.PASSES if all(move.passes for move in moves[first:]) else End.CYCLE
    return Line(tuple(moves), state, end, first, cycle_of(arena, moves[first:]))


def _new(arena: Arena, state: State) -> Mask:
    """The stones of the owner that count as new; 0 in games without such."""
    if not isinstance(arena, MemoryArena) or not arena.enabling:
        return 0
    assert state.memory is not None
    return (state.white if arena.owner else state.black) & arena.scope & ~state.memory.old


def _staying(arena: Arena, states: Sequence[State]) -> Mask:
    """The new stones that stand in all of *states*, where the unit was taken before."""
    if states[0].memory is None or not states[0].memory.captured:
        return 0
    return functools.reduce(operator.and_, (_new(arena, state) for state in states))


def _settling(guide: Guide, state: State) -> tuple[bool, Mask]:
    """Whether stones that are unconditionally alive settle a state, and the new ones among them."""
    arena, side = guide.arena, guide.side
    own, other = (state.white, state.black) if side else (state.black, state.white)
    walls = arena.walls[side], arena.walls[side.opponent]
    shape = shape_of(arena.grid, arena.locale, own & arena.locale, *walls)
    alive = unconditionally_alive(shape, other & arena.locale) | own & arena.walls[side]
    if side == arena.owner:
        taken = state.memory is not None and state.memory.captured
        if not taken and any(not part & ~alive for part in arena.parts):
            return True, 0
        new = _new(arena, state) & alive
        return bool(new), new
    return all(part & alive for part in arena.parts), 0


def resistance(guide: Guide, step: Step) -> tuple[int, int, int, bool, int]:
    """Return what orders the loser's moves, the best resistance last."""
    length = (-1, -1) if step.winner is not None else guide.length(step.state)
    return (*length, step.captured, step.move > PASS, -step.move)


def cycle_of(arena: Arena, moves: Sequence[LineMove]) -> Cycle:
    """Return what a cycle made of *moves* is judged by."""
    lost = [0, 0]
    for move in moves:
        lost[move.colour.opponent] += move.captured
    owned = all(arena.attacker_owns_some(move.before) for move in moves)
    return Cycle(lost[arena.owner], lost[arena.attacker], owned)
