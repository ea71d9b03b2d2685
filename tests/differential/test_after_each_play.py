"""The kernel: what plays from one board have in common is worked out once, and comes to the same as each by itself."""

import contextlib
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from small_boards import SETTINGS, random_unit

from verifier.board import Grid, Mask, Position
from verifier.errors import InputError
from verifier.jobs.cases.case import CANONICAL_CASES, load_case
from verifier.play import Arena, MemoryArena, Plain
from verifier.rules import load_ruleset
from verifier.search.native import available, plays_compared

pytestmark = pytest.mark.skipif(not available(), reason="the kernel is not built")

INSIDE = load_ruleset("japanese1989-inside")
UNCONDITIONAL = load_ruleset("proposal2012").with_values(walls="unconditional")


def compare(arena: Arena, moves: int, seed: int) -> Counter[str]:
    """How many plays were compared, and how many of them settle the game."""
    seen: Counter[str] = Counter()
    if not arena.locale:        # walls
        return seen
    for together, alone in plays_compared(arena, moves=moves, seed=seed):
        assert together == alone
        seen["plays"] += 1
        seen["settled for the owner"] += alone[0]
        seen["settled for the attacker"] += alone[1]
    return seen


def with_eyes(rng: random.Random, size: int) -> tuple[Position, Mask]:
    """A board of bands of both colours with holes here and there, and one of its chains."""
    grid = Grid.of(size, size)
    while True:
        width, shift, upright = rng.randint(2, 3), rng.randrange(4), rng.random() < 0.5
        colours = [0, 0]
        for point in range(grid.size):
            row, col = divmod(point, size)
            if rng.random() < 0.85:
                colours[((col if upright else row) + shift) // width % 2] |= 1 << point
        position = Position(size, size, *colours)
        units = [unit for unit in position.units() if unit.bit_count() > 2]
        if units and not any(position.breathless()):
            return position, rng.choice(units)


@pytest.mark.parametrize("setting", SETTINGS)
def test_plays_of_random_games(setting: str) -> None:
    rng, seen = random.Random(setting), Counter[str]()
    for seed in range(400):
        position, unit = random_unit(rng, rng.randint(3, 8), rng.randint(3, 8), crop=True)
        seen += compare(Arena(position, unit, SETTINGS[setting]), 30, seed)
    assert seen["plays"] > 10_000
    assert seen["settled for the owner"] > 50
    assert seen["settled for the attacker"] > 50 or "captured once" in setting


@pytest.mark.parametrize("size", [8, 11, 13, 16])
def test_plays_on_large_boards_with_eyes(size: int) -> None:
    rng, seen = random.Random(size), Counter[str]()
    for seed in range(60):
        position, unit = with_eyes(rng, size)
        seen += compare(Arena(position, unit, UNCONDITIONAL), 40, seed)
    assert seen["plays"] > 10_000
    assert seen["settled for the owner"] > 100
    assert seen["settled for the attacker"] > 100


def plain_games(rng: random.Random, size: int) -> Iterator[Plain]:
    """Plain play for a unit, by all ways: never lost, cleared, and a new stone that stays."""
    position, unit = with_eyes(rng, size)
    bare = Arena(position, unit, INSIDE)
    owner, locale = bare.owner, bare.locale
    scope = unit | (position.grid.dilate(unit) | rng.getrandbits(position.grid.size)) & locale
    others = [chain for chain in position.chains(owner.opponent) if not chain & ~locale and rng.random() < 0.3]
    for standing in (0, sum(others)):
        arena = MemoryArena(position, unit, INSIDE, scope, standing)
        for side, holds in ((owner, False), (owner, True), (owner.opponent, False)):
            with contextlib.suppress(InputError):       # no place for a new stone
                yield Plain(arena, side, holds=holds)


@pytest.mark.parametrize("size", [5, 7, 9, 12])
def test_plays_where_new_stones_count(size: int) -> None:
    rng, seen = random.Random(size), Counter[str]()
    for seed in range(60):
        for game in plain_games(rng, size):
            kind = "cleared: " if game.clears else "held: " if game.holds else "kept: "
            seen.update({kind + what: many for what, many in compare(game, 40, seed).items()})
    for kind in ("cleared: ", "held: ", "kept: "):
        assert seen[kind + "plays"] > 1_000
        assert seen[kind + "settled for the owner"] + seen[kind + "settled for the attacker"] > 20
    assert seen["cleared: settled for the attacker"] > 5


@pytest.mark.parametrize("identifier", CANONICAL_CASES)
def test_plays_of_games_of_the_canonical_examples(identifier: str) -> None:
    position, seen = load_case(identifier).position, Counter[str]()
    for unit in position.units():
        for seed in range(3):
            seen += compare(Arena(position, unit, load_ruleset("proposal2012")), 60, seed)
    assert seen["plays"] > 50
