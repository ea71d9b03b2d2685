"""Regions to be cleared as eyes: where the statics of plain play count them the attacker wins, by the whole graph."""

import random
from collections.abc import Iterator

import pytest
from reference.dense import TooLargeError, dense_winners

from verifier.board import Mask, Position, Side
from verifier.board.grid import bits
from verifier.play import MemoryArena, Plain, State, arena_for
from verifier.rules import Ruleset, load_ruleset
from verifier.rules.axes import PASS_FOR_KO

JAPANESE = load_ruleset("japanese1989")
SIZES = [(1, 5), (1, 6), (1, 7), (2, 3), (2, 4), (3, 3), (2, 5)]


def rules_with(rng: random.Random) -> Ruleset:
    return JAPANESE.with_values(
        dead_means=rng.choice(["no new stone anywhere", "no new stone on its points"]),
        ko=rng.choice(["none", "basic", *PASS_FOR_KO]),
        cycle=rng.choice(["prisoners then aim", "aim"]),
        walls=rng.choice(["assumed", "unconditional"]),
    )


def games(rng: random.Random, count: int) -> Iterator[Plain]:
    """Yield games in which a scope is to be cleared, on boards and crops."""
    while count:
        rows, cols = rng.choice(SIZES)
        black, white = rng.randrange(1 << rows * cols), rng.randrange(1 << rows * cols)
        sides = frozenset(side for side in Side if rng.random() < 0.2)
        position = Position(rows, cols, black & ~white, white & rng.randrange(1 << rows * cols), sides)
        units = list(position.units())
        if not units or any(position.breathless()):
            continue
        arena = arena_for(position, rng.choice(units), rules_with(rng))
        assert isinstance(arena, MemoryArena)
        if arena.locale:
            count -= 1
            yield Plain(arena, arena.attacker)


def states(rng: random.Random, game: Plain, count: int) -> Iterator[State]:
    """Yield states with many stones of the attacker, some moves after an arbitrary one."""
    for _ in range(count):
        stones = [0, 0]
        for point in bits(game.locale):
            side = rng.choices((None, game.attacker, game.owner), (3, 4, 2))[0]
            if side is not None:
                stones[side] |= 1 << point
        state = game.start._replace(black=stones[0], white=stones[1], to_move=rng.randrange(2))
        if breathless(game, state):
            continue
        for _ in range(rng.randrange(8)):
            step = rng.choice(list(game.steps(state)))
            if step.winner is not None:
                break
            state = step.state
        yield state


def breathless(game: Plain, state: State) -> bool:
    empty = game.locale & ~(state.black | state.white)
    grid = game.grid
    return any(
        not grid.dilate(chain) & (empty | game.walls[colour])
        for colour, stones in enumerate((state.black, state.white))
        for chain in grid.components(stones & game.locale)
    )


@pytest.mark.parametrize(
    ("count", "most", "fewest"),
    [(60, 6_000, 40), pytest.param(700, 20_000, 800, marks=pytest.mark.slow)],
    ids=["some", "many"],
)
def test_whoever_has_rooms_for_eyes_clears_them(count: int, most: int, fewest: int) -> None:
    rng = random.Random(count)
    compared = 0
    for game in games(rng, count):
        settled = (state for state in states(rng, game, 100) if game.settled(state) is game.attacker)
        found = [state for state in settled if game.unit & ~without_rooms(game, state)][:6]
        try:
            winners = dense_winners(game, found, most=most)
        except TooLargeError:
            continue
        for state in found:
            assert winners[state] is game.attacker, (game.position, game.unit, game.ruleset, state)
        compared += len(found)
    assert compared > fewest


def without_rooms(game: Plain, state: State) -> Mask:
    """What the attacker has secured if no region with a point of the scope is an eye."""
    stones = (state.black, state.white)
    game.clears = False
    try:
        return game._secured(stones[game.attacker], stones[game.owner], game.attacker)
    finally:
        game.clears = True
