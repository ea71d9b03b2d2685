"""Unconditional life that is forced: the kernel and Python, and what a table of all states says of it."""

import random
from collections import Counter

import pytest
from small_boards import random_unit

from verifier.jobs.cases.case import CANONICAL_CASES, load_case
from verifier.jobs.explain.force import Forced, forced_plainly, forces_unconditional_life
from verifier.play import Arena
from verifier.rules import load_ruleset
from verifier.search.native import DenseTable, available

pytestmark = pytest.mark.skipif(not available(), reason="the native kernel is not built here")

PROPOSAL = load_ruleset("proposal2012")
SHAPES = [(1, 5), (2, 3), (2, 4), (3, 3), (2, 5)]
AIMS = (
    {"dead_means": "finally owned", "cycle": "prisoners then ownership"},
    {"dead_means": "captured once", "cycle": "alive"},
    {"dead_means": "captured once", "cycle": "prisoners"},
    {"dead_means": "finally owned", "cycle": "alive", "end": "two passes"},
)


def random_arena(rng: random.Random) -> Arena:
    position, unit = random_unit(rng, *rng.choice(SHAPES), crop=rng.random() < 0.6)
    values = {
        "ko": rng.choice(("none", "basic")),
        "first_move": rng.choice(("owner", "attacker")),
        "walls": rng.choice(("assumed", "board")),
    }
    if values["ko"] == "basic":
        values["owner_threats"] = rng.choice(("0", "1", "unlimited"))
    return Arena(position, unit, PROPOSAL.with_values(**values, **rng.choice(AIMS)))


@pytest.mark.parametrize("units", [150, pytest.param(4000, marks=pytest.mark.slow)], ids=["some", "many"])
def test_the_kernel_and_python_find_the_same_and_whoever_forces_life_wins(units: int) -> None:
    rng, found = random.Random("forced life"), Counter[tuple[str, Forced]]()
    for _ in range(units):
        arena = random_arena(rng)
        if not arena.locale:
            continue
        forced = {}
        for side in (arena.owner, arena.attacker):
            forced[side] = forces_unconditional_life(arena, side, budget=100_000)
            plainly = forced_plainly(arena, side, 1500)
            assert {forced[side], plainly} != {Forced.YES, Forced.NO}, (arena.position, side)
            found["owner" if side == arena.owner else "attacker", plainly] += 1
            found["kernel", forced[side]] += 1
        assert list(forced.values()).count(Forced.YES) < 2
        if arena.locale.bit_count() <= 7 and arena.ruleset["end"] == "never":
            wins = DenseTable(arena).owner_wins(arena.start)
            assert wins is not None
            assert forced[arena.attacker if wins else arena.owner] is not Forced.YES, arena.position
    decided = [found[who, answer] for who in ("owner", "attacker") for answer in (Forced.YES, Forced.NO)]
    assert min(decided) > 5, found
    assert sum(decided) > 0.45 * found.total()
    assert found["kernel", Forced.NOT_FOUND] * 100 < found.total()


def test_the_two_never_contradict_each_other_on_canonical_units() -> None:
    found = Counter[tuple[Forced, Forced]]()
    for case in map(load_case, sorted(CANONICAL_CASES)):
        for unit in case.position.units():
            arena = Arena(case.position, unit, PROPOSAL)
            if not arena.locale:
                continue
            pair = forces_unconditional_life(arena, arena.owner, budget=2000), forced_plainly(arena, arena.owner, 60)
            assert set(pair) != {Forced.YES, Forced.NO}, (case.id, unit)
            found[pair] += 1
    assert found[Forced.YES, Forced.YES] > 3, found
    assert found[Forced.NO, Forced.NO] > 3, found
