"""Hypothetical play that remembers: kos that wait for a pass, and stones that a capture makes possible.

docs/games.md writes these games down. The arena is that of :mod:`verifier.play.hypothetical` with more in a
state: which points are banned until a pass, whether the unit was taken, which stones of the owner are
older than that, and which new ones have stayed since the last review.
"""

from collections.abc import Iterator

from verifier.board import Colour, Mask, Point, Position, secured, unconditionally_alive
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.play.arenas import scoped
from verifier.play.hypothetical import Arena, Memory, State, Step
from verifier.play.turn import PASS
from verifier.rules import Ruleset
from verifier.rules.axes import (
    BOTH_SIDES,
    EACH_CAPTURE,
    ENABLING,
    NAMED,
    ONCE_FOR_EACH,
    ONE_FOR_ALL,
    PASS_FOR_KO,
)

__all__ = ["MemoryArena", "ko_of_pass", "pass_for"]


def pass_for(point: Point) -> Point:
    """Return the number of the pass that names the ko with a retake on *point*."""
    return -2 - point


def ko_of_pass(move: Point) -> Point | None:
    """Return the point of the ko that a move names by passing, or None for any other move."""
    return -2 - move if move < PASS else None


class MemoryArena(Arena):
    """The game graph where kos wait for a pass, or where a capture may enable a new stone.

    Raises:
        InputError: the unit is not a chain of the position, it is assumed alive, or *scope* is missing
            or does not belong to the ruleset.
    """

    retakes_wait = True

    def __init__(
        self, position: Position, unit: Mask, ruleset: Ruleset, scope: Mask | None = None, standing: Mask = 0
    ) -> None:
        super().__init__(position, unit, ruleset)
        aim = ruleset["dead_means"]
        self._ko = ruleset["ko"]
        self._basic_ko = self._ko != "none"  # Arena names the point of a retake in State.ban
        self.enabling = aim in ENABLING
        """Whether the owner may be content with a new stone."""
        if (scope is not None) != scoped(ruleset):
            raise InputError(f"dead_means = {aim!r}: a scope belongs to new stones nearby or inside only")
        self.scope: Mask = 0
        """Where a new stone of the owner counts."""
        self.standing = standing
        """Chains of the attacker at which the scope ends: he has lost as soon as a stone of them is taken.
        Only plain play knows of them."""
        if scope is not None:
            self.scope = scope & self.locale
        elif aim == "no new stone on its points":
            self.scope = unit
        elif aim == "no new stone anywhere":
            self.scope = self.locale
        self.marks_owner = not self.enabling
        self.takes = self.takes or (self.enabling and self.several)

    @property
    def start(self) -> State:
        """The first state: no bans, nothing taken, and all stones of the owner are old."""
        own = self.position.stones(self.owner) & self.scope
        memory = Memory(old=own) if self.enabling else Memory()
        return super().start._replace(memory=memory)

    def may_be_listed(self, state: State) -> bool:
        """See :meth:`Arena.may_be_listed`."""
        if state.memory is None or state.ban != -1 or not super().may_be_listed(state._replace(memory=None)):
            return False
        bans, (black, white), captured, old, held = state.memory
        if bans & ~self._free(state) or (bans and self._ko == "none"):
            return False
        if (black | white) & ~self.locale or ((black or white) and self._ko != ONCE_FOR_EACH):
            return False
        if not self.enabling:
            return not (captured or old or held)
        if self.takes and captured != (state.taken == self.unit):
            return False
        own = (state.white if self.owner else state.black) & self.scope
        return not (old & ~own or held & ~(own & ~old)) and (captured or not held)

    # Moves

    def steps(self, state: State) -> Iterator[Step]:
        """Yield every legal move of the side to move, plays in point order and the passes last."""
        atari = self._atari(state)
        for point in bits(self.locale & ~(state.black | state.white)):
            step = self._remembering_play(state, point, atari)
            if step is not None:
                yield step
        for move in self._passes(state):
            yield self._remembering_pass(state, move)

    def step(self, state: State, move: Point) -> Step | None:
        """Return what *move* leads to, or None if it is illegal."""
        if move < 0:
            return self._remembering_pass(state, move) if move in self._passes(state) else None
        if not (self.locale & ~(state.black | state.white)) >> move & 1:
            return None
        return self._remembering_play(state, move, self._atari(state))

    def _passes(self, state: State) -> list[Point]:
        """Return the passes of the side to move: one for each ko that it may name, or the plain one."""
        memory = _memory(state)
        if self._ko not in NAMED:
            return [PASS]
        freed = memory.freed[state.to_move]
        named = [
            pass_for(point)
            for point in bits(memory.bans & ~freed)
            if self._banned(state, point) == state.to_move
        ]
        return named or [PASS]

    def _remembering_play(self, state: State, point: Point, atari: dict[Mask, Mask]) -> Step | None:
        memory = _memory(state)
        plain = self._play(state, point, atari)
        if plain is None:
            return None
        retake = plain.state.ban
        if memory.bans >> point & 1 and self._meant(plain):
            return None
        bans = self._after_turn(state, memory)
        if retake >= 0:
            bans |= 1 << retake
        return self._finish(state, plain, bans, memory.freed)

    def _remembering_pass(self, state: State, move: Point) -> Step:
        memory = _memory(state)
        bans, freed = self._after_turn(state, memory), memory.freed
        named = ko_of_pass(move)
        if named is not None:
            bans &= ~(1 << named)
            if self._ko == ONCE_FOR_EACH:
                black, white = freed
                freed = (black, white | 1 << named) if state.to_move else (black | 1 << named, white)
        elif self._ko in (ONE_FOR_ALL, BOTH_SIDES):
            own = self.bans_on(state, state.to_move)
            bans &= 0 if own and self._ko == BOTH_SIDES else ~own
        after = State(state.black, state.white, -1, 1 - state.to_move, False, taken=state.taken)
        return self._finish(state, Step(move, after, 0, None), bans, freed)

    def _after_turn(self, state: State, memory: Memory) -> Mask:
        """Return the bans that outlast a turn of the side to move."""
        if self._ko not in PASS_FOR_KO:
            return 0
        bans = memory.bans
        for point in bits(bans & memory.freed[state.to_move]):
            if self._retaker(state, point) == state.to_move:
                bans &= ~(1 << point)  # after its pass a ko is an ordinary one: the ban is for one turn
        return bans

    def _finish(self, state: State, plain: Step, bans: Mask, freed: tuple[Mask, Mask]) -> Step:
        """Give the state after a move its memory."""
        after = plain.state
        if self._ko in PASS_FOR_KO:
            for point in bits(bans):
                if self._banned(after, point) is None:
                    bans &= ~(1 << point)  # no ko there any more
        memory = _memory(state)
        captured, old, held = memory.captured, memory.old, 0
        if self.enabling:
            if state.to_move == self.attacker:
                before = state.white if self.owner else state.black
                now = after.white if self.owner else after.black
                taken = before & ~now
                old &= ~taken
                lost = after.taken == self.unit if self.takes else bool(taken & self.unit)
                captured = captured or lost
            if captured:
                new = self._new(after, old)
                held = memory.held & new if memory.captured and memory.held else new
        after = after._replace(ban=-1, memory=Memory(bans, freed, captured, old, held))
        return Step(plain.move, after, plain.captured, plain.winner)

    def _retaker(self, state: State, point: Point) -> int | None:
        """The side whose play on *point* would be a take in a ko (docs/games.md), or None."""
        side = self._surrounded(state, point)
        if side is None:
            return None
        taken = self._atari(state._replace(to_move=side)).get(1 << point, 0)
        return side if taken and not taken & (taken - 1) else None

    def _surrounded(self, state: State, point: Point) -> int | None:
        """The side that has only stones of the other next to the empty *point*, or None."""
        stones = state.black, state.white
        if (stones[0] | stones[1]) >> point & 1:
            return None
        around = self.grid.neighbours[point]
        return next((side for side in (0, 1) if not around & ~stones[1 - side]), None)

    def _meant(self, play: Step) -> bool:
        """Whether a ban on the point of a play forbids it."""
        if self._ko == EACH_CAPTURE:
            return play.captured > 0
        # Where bans last, a play that does not retake is not meant.
        return play.state.ban >= 0 or self._ko not in PASS_FOR_KO

    def _banned(self, state: State, point: Point) -> int | None:
        """The side on which a ban on *point* is, or None if none can stand there."""
        if self._ko != EACH_CAPTURE:
            return self._retaker(state, point)
        # As long as the point is empty the stones around it have a liberty there, and stay.
        return self._surrounded(state, point)

    def bans_on(self, state: State, side: int) -> Mask:
        """The points where *side* may not retake."""
        return sum(1 << point for point in bits(_memory(state).bans) if self._banned(state, point) == side)

    # Values

    def _new(self, state: State, old: Mask) -> Mask:
        """The new stones of the owner that count."""
        return (state.white if self.owner else state.black) & self.scope & ~old

    def marked(self, state: State) -> bool:
        """See :meth:`Arena.marked`.

        With a new stone as the owner's aim: the unit was taken, and none stayed since the last review.
        """
        if not self.enabling:
            return super().marked(state)
        memory = _memory(state)
        return memory.captured and not memory.held

    def statics_key(self, state: State) -> tuple[object, ...]:
        """See :meth:`Arena.statics_key`."""
        memory = _memory(state)
        return state.black, state.white, memory.captured, memory.old, not memory.held, state.taken

    def settled(self, state: State) -> Colour | None:
        """See :meth:`Arena.settled`; docs/games-why.md has the argument."""
        if self.ruleset["dead_means"] == "finally owned":
            return super().settled(state)
        memory = _memory(state)
        own, other = (state.white, state.black) if self.owner else (state.black, state.white)
        locale = self.locale
        shape = self._shape(own & locale, self.owner)
        if not memory.captured or self._new(state, memory.old):
            alive = unconditionally_alive(shape, other & locale)
            standing = [part for part in self.parts if not part & state.taken]
            if not memory.captured and any(not part & ~alive for part in standing):
                return self.owner
            if self.enabling and alive & self._new(state, memory.old):
                return self.owner
        points = self.scope | self.unit & ~state.taken
        shape = self._shape(other & locale, self.attacker)
        walls = self.walls[self.attacker], self.walls[self.owner]
        if not points & ~secured(self.grid, locale, shape, own & locale, points, *walls):
            return self.attacker
        return None


def _memory(state: State) -> Memory:
    assert state.memory is not None
    return state.memory
