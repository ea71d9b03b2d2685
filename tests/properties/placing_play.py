"""Play in which an attacker follows a proof place by place: at each turn of the owner all that it relies on must hold."""

import random

from verifier.board import Mask
from verifier.board.grid import bits
from verifier.play import LIFT, PASS, MemoryArena, State, Step
from verifier.proof.certificate import CLOSED, Answer, Cover, PatternNode, Places
from verifier.rules.axes import BOTH_SIDES, ONE_PASS

__all__ = ["BrokenError", "follow"]


class BrokenError(Exception):
    """The position is not as a proof says."""


def demand(holds: object, what: str) -> None:
    if not holds:
        raise BrokenError(what)


class _Follower:
    def __init__(self, arena: MemoryArena, evidence: Places) -> None:
        self.arena, self.places, self.side = arena, evidence.places, evidence.side
        self.both = arena.ruleset["ko"] == BOTH_SIDES
        self.at = [0] * len(self.places)
        self.between: Mask = 0
        for place in self.places:
            self.between |= place.between

    def node(self, number: int) -> PatternNode:
        return self.places[number].evidence.nodes[self.at[number]]

    def watch(self, state: State) -> None:
        """The owner is to move: all patterns match, and no chain between was taken."""
        mine = state.white if self.side else state.black
        demand(not self.between & ~mine, "a chain between places was taken")
        bans = self.banned(state)
        for number in range(len(self.places)):
            pattern = self.node(number).pattern
            demand(pattern.to_move != self.side, "a pattern has the other side to move")
            stones = state.black & pattern.zone, state.white & pattern.zone
            demand(stones == (pattern.black, pattern.white), "a pattern has other stones")
            demand(not bans & pattern.zone & ~pattern.bans[self.side], "a pattern lacks a ban")
            relied = pattern.bans[1 - self.side]
            demand(not relied & ~state.memory.bans, "a ban has lapsed")
            demand(not any(self.arena.step(state, point) for point in bits(relied)), "a retake is not forbidden")

    def banned(self, state: State) -> Mask:
        """Where the attacker may not retake, if he were to move."""
        theirs = (state.black if self.side else state.white) | self.arena.walls[1 - self.side]
        near = self.arena.grid.neighbours
        return sum(1 << point for point in bits(state.memory.bans) if not near[point] & ~theirs)

    def begin(self, state: State) -> State | None:
        for number in range(len(self.places)):
            if state.to_move == self.side and self.node(number).pattern.to_move == self.side:
                node = self.node(number)
                assert node.move is not None
                return self.moved(number, state, node.move, node.after)
        return self.step(state, PASS, 0).state if state.to_move == self.side else state

    def moved(self, number: int, state: State, move: int, cover: Cover) -> State | None:
        """The position after a move of the attacker in a place; None if the place is closed."""
        assert not isinstance(cover, Answer)
        ban = self.node(number).pattern.bans[self.side]
        instead = self.relying() if move == PASS else None
        if instead is None or instead == number:
            state = self.step(state, move, ban).state
        if cover == CLOSED:
            return None
        self.at[number] = cover
        return self.passed(instead, state) if instead not in (None, number) else state

    def relying(self) -> int | None:
        """The place with bans on the owner that a pass of the attacker would lift, if there is one."""
        numbers = [n for n in range(len(self.places)) if self.node(n).pattern.bans[1 - self.side]]
        return numbers[0] if self.both and numbers else None

    def passed(self, number: int, state: State) -> State | None:
        """The position after the answer to a pass in a place."""
        return self.covered(number, state, self.node(number).after)

    def step(self, state: State, move: int, bans: Mask) -> Step:
        """A move of the attacker; a pass names the first of the bans of a pattern, if it is one."""
        steps = list(self.arena.steps(state))
        if move != PASS:
            steps = [step for step in steps if step.move == move]
        else:
            steps = [step for step in steps if step.move < 0]
            first = -2 - ((bans & -bans).bit_length() - 1)
            steps = [step for step in steps if bans and step.move == first] or steps
        demand(steps, "a move of the attacker is not legal")
        return steps[0]

    def lifts(self, number: int, move: int) -> bool:
        """Whether a pass is answered in this place, since it lifts bans there."""
        if not self.places[number].bans:
            return False
        if self.arena.ruleset["ko"] in ONE_PASS:
            return bool(self.node(number).pattern.bans[1 - self.side])
        return move < PASS and bool(self.places[number].points >> -2 - move & 1)

    def answer(self, move: int, state: State) -> State | None:
        theirs = state.black if self.side else state.white
        for number in range(len(self.places)):
            if move < 0 and self.lifts(number, move):
                node = self.node(number)
                return self.covered(number, state, node.replies[LIFT] if self.both else node.after)
        for number, place in enumerate(self.places):
            node = self.node(number)
            if move >= 0 and place.points >> move & 1:
                demand(move in node.replies, "a play of the owner was not foreseen")
                return self.covered(number, state, node.replies[move])
        for number, place in enumerate(self.places):
            if theirs & place.points:
                return self.covered(number, state, self.node(number).after)
        instead = self.relying()
        return self.step(state, PASS, 0).state if instead is None else self.passed(instead, state)

    def covered(self, number: int, state: State, cover: Cover) -> State | None:
        if isinstance(cover, Answer):
            return self.moved(number, state, cover.move, cover.target)
        if cover == CLOSED:
            return None
        self.at[number] = cover
        node = self.node(number)
        assert node.move is not None
        return self.moved(number, state, node.move, node.after)


def follow(arena: MemoryArena, evidence: Places, rng: random.Random, moves: int = 40) -> int:
    """Follow a proof against random play, and then against passes; return the moves played till a place is closed.

    Raises:
        BrokenError: something on which the proof relies does not hold, or a place is not cleared in the end.
    """
    follower = _Follower(arena, evidence)
    state = follower.begin(arena.start)
    points = sum(place.points for place in evidence.places)
    for number in range(moves):
        if state is None:
            return number
        follower.watch(state)
        steps = list(arena.steps(state))
        near = [step for step in steps if step.move >= 0 and points >> step.move & 1]
        step = rng.choice(near if near and rng.random() < 0.8 else steps)
        state = follower.answer(step.move, step.state)
    for _ in range(200):
        if state is None:
            return moves
        follower.watch(state)
        if not (state.black if follower.side else state.white) & points:
            return moves
        step = rng.choice([step for step in arena.steps(state) if step.move < 0])
        state = follower.answer(step.move, step.state)
    raise BrokenError("a place is never cleared")
