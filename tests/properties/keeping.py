"""Walls for tests: random boards, and play on the whole board in which a side keeps its walls as proved."""

import random
from collections.abc import Sequence

from verifier.board import Colour, Mask, Position
from verifier.play import PASS, Keeping, PatternPlay, State, Step
from verifier.proof import CLOSED, Answer, Keep, PatternNode

__all__ = ["Keeper", "play_on", "random_board", "stones_of"]


def random_board(rng: random.Random, rows: int, cols: int) -> Position:
    """A board on which each side has areas of its own, with some stones in the other's."""
    size = rows * cols
    while True:
        seeds = [(rng.uniform(0, rows), rng.uniform(0, cols), colour) for colour in (0, 1, 0, 1)]
        stones = [0, 0]
        for point in range(size):
            row, col = divmod(point, cols)
            near = min(seeds, key=lambda seed: (seed[0] - row) ** 2 + (seed[1] - col) ** 2)
            if rng.random() < 0.6:
                stones[near[2] if rng.random() < 0.9 else 1 - near[2]] |= 1 << point
        position = Position(rows, cols, *stones)
        for chain in list(position.breathless()):
            stones = [mask & ~chain for mask in stones]
        position = Position(rows, cols, *stones)
        if not any(position.breathless()) and position.black and position.white:
            return position


def stones_of(keeps: Sequence[Keep], colour: Colour) -> Mask:
    return sum(keep.stones for keep in keeps if keep.colour == colour)


class Keeper:
    """One side, which answers plays in the areas of its walls and otherwise plays anywhere else."""

    def __init__(self, position: Position, colour: Colour, keeps: Sequence[Keep]) -> None:
        self.keeps = [keep for keep in keeps if keep.colour == colour]
        self.colour, self.stones = colour, stones_of(keeps, colour)
        self.game = Keeping(position, colour, self.stones)
        self.play = PatternPlay(self.game, colour)
        self.at: list[PatternNode | None] = [keep.evidence.nodes[0] for keep in self.keeps]
        self.areas = 0
        for keep in self.keeps:
            assert not keep.area & self.areas
            self.areas |= keep.area

    def watch(self, state: State) -> None:
        """At the other side's turn all walls stand, and every proof is at a pattern that fits."""
        mine = state.white if self.colour else state.black
        assert not self.stones & ~mine
        for node in self.at:
            assert node is None or self.play.matches(node.pattern, state)

    def answer(self, state: State, move: int, rng: random.Random) -> Step:
        """What the side plays after *move* of the other side, which led to *state*."""
        for number, (keep, node) in enumerate(zip(self.keeps, self.at, strict=True)):
            if node is not None and move != PASS and node.pattern.zone >> move & 1:
                return self.follow(number, keep, node, state, move)
        steps = self.game.steps(state)
        free = [step for step in steps if step.move == PASS or not self.areas >> step.move & 1]
        plays = [step for step in free if step.move != PASS]
        return rng.choice(plays) if plays and rng.random() < 0.8 else free[-1]

    def follow(self, number: int, keep: Keep, node: PatternNode, state: State, move: int) -> Step:
        """The answer of a proof to a play in its zone."""
        nodes = keep.evidence.nodes
        target = node.replies.get(move, node.after)
        if isinstance(target, Answer):
            step = self.game.step(state, target.move)
            self.at[number] = nodes[target.target] if target.target != CLOSED else None
            assert step is not None, "the answer is legal"
            return step
        choice = nodes[target] if target != CLOSED else None
        if choice is None or choice.move is None:  # statics: the chains live though their owner passes
            self.at[number] = None
            step = self.game.step(state, PASS)
        else:
            assert self.play.matches(choice.pattern, state)
            step = self.game.step(state, choice.move)
            self.at[number] = nodes[choice.after] if choice.after != CLOSED else None
        assert step is not None, "the answer is legal"
        return step


def attacks(keeper: Keeper, state: State, rng: random.Random) -> Step:
    """A move of the other side: anywhere, rather near the walls, rather a capture."""
    steps = list(keeper.game.steps(state))
    plays = [step for step in steps if step.move != PASS]
    near = keeper.game.grid.dilate(keeper.areas)
    sharp = [step for step in plays if step.captured] or [step for step in plays if near >> step.move & 1]
    choice = rng.random()
    if sharp and choice < 0.6:
        return rng.choice(sharp)
    return rng.choice(plays) if plays and choice < 0.95 else steps[-1]


def play_on(keeper: Keeper, rng: random.Random, moves: int) -> int:
    """Play so many moves of each side; return how often the keeper had to answer."""
    state, answers = keeper.game.start, 0
    for _ in range(moves):
        keeper.watch(state)
        attack = attacks(keeper, state, rng)
        assert attack.winner is None
        inside = attack.move != PASS and any(
            node is not None and node.pattern.zone >> attack.move & 1 for node in keeper.at
        )
        answer = keeper.answer(attack.state, attack.move, rng)
        answers += inside
        state = answer.state
    keeper.watch(state)
    return answers
