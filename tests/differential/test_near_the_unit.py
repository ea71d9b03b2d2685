"""Games that remember: a side that wins while it plays near the unit only wins, and no other does so."""

import random
from collections import Counter

import pytest
from small_boards import random_unit
from test_memory import NEW_VALUES, arena_of, rules_with

from verifier.adjudicate.judge import _claimed, decide
from verifier.adjudicate.question import Question
from verifier.jobs.cases.case import load_case
from verifier.play import scoped
from verifier.proof import Verdict, check
from verifier.proof.scope import support_rules, supporters
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.native import available
from verifier.search.native.memory import prove_as_it_is

pytestmark = pytest.mark.skipif(not available(), reason="the kernel alone does this")
NEAR = "near the unit"


@pytest.mark.parametrize(
    ("units", "fewest"), [(1000, 1), pytest.param(6000, 6, marks=pytest.mark.slow)], ids=["some", "many"]
)
def test_near_play_agrees_with_the_whole_game_on_random_units(units: int, fewest: int) -> None:
    rng, ways, limits = random.Random("near the unit"), Counter[tuple[str, str]](), Limits(nodes=30_000, seconds=1e9)
    for _ in range(units):
        position, unit = random_unit(rng, *rng.choice([(2, 6), (3, 4), (3, 5)]))
        rules = rules_with(rng, *rng.choice(NEW_VALUES))
        arena = arena_of(rng, position, unit, rules)
        near = prove_as_it_is(arena, limits, [], near_after=1)
        whole = prove_as_it_is(arena, limits, [], near_after=limits.nodes)
        if Status.UNKNOWN not in (near.status, whole.status):
            assert near.status is whole.status, (position, unit, rules.id)
        if near.status is not Status.UNKNOWN:
            assert scoped(rules) or check(near.certificate).claim.verdict.value == near.status.value
            ways[near.method, near.status.value] += 1
        assert whole.method != NEAR
    assert min(ways[NEAR, verdict.value] for verdict in (Verdict.ALIVE, Verdict.DEAD)) >= fewest, ways


@pytest.mark.slow
def test_near_play_decides_what_the_whole_game_leaves_open() -> None:
    """Under `aim` the three white stones of example 23 live. The whole game is open after 1,300,000 states."""
    case, rules = load_case("ex23"), load_ruleset("japanese1989-pass-both").with_values(cycle="aim")
    unit, position = case.unit_at("A5"), case.position
    supports = tuple(
        decide(Question(position, other, support_rules(rules), Limits(nodes=300_000, seconds=1e9))).certificate
        for other in supporters(position, unit, rules)
    )
    assert None not in supports
    question = Question(position, unit, rules, Limits(nodes=2_000_000, seconds=1e9, memory_mib=4096), supports=supports)
    _, _, arena = _claimed(question, Verdict.ALIVE)
    outcome = prove_as_it_is(arena, question.limits, [])
    assert (outcome.status, outcome.method) == (Status.ALIVE, NEAR)
