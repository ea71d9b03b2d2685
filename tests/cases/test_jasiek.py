"""Official example 16 on a small board: the statuses that the author of the Japanese 2003 rules gives are proved."""

import pytest

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.jobs.cases.case import load_case
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status

CASE = load_case("jasiek-ii-16")
RULES = load_ruleset("japanese2003")
USUAL = [unit for unit, claim in CASE.claims_of("japanese2003").items() if claim.status is Status.ALIVE]
HARD = [unit for unit, claim in CASE.claims_of("japanese2003").items() if claim.status is Status.DEAD]


def test_the_black_stones_in_the_double_ko_live() -> None:
    assert sorted(unit.bit_count() for unit in USUAL) == [1, 14]
    for unit in USUAL:
        verdict = decide(Question(CASE.position, unit, RULES))
        assert verdict.status is Status.ALIVE
        assert check(verdict.certificate).claim.unit == unit


@pytest.mark.slow
@pytest.mark.parametrize("unit", HARD, ids=[str(unit.bit_count()) for unit in HARD])
def test_the_white_strings_are_dead(unit: int) -> None:
    limits = Limits(nodes=24_000_000, seconds=1200, memory_mib=7000)
    verdict = decide(Question(CASE.position, unit, RULES, limits))
    assert verdict.status is Status.DEAD, verdict.reason


def test_a_pass_that_lifts_the_bans_of_one_side_alone_gives_the_white_strings_life() -> None:
    # So the earlier reading of these rules contradicted what their author says of this board.
    rules = RULES.with_values(ko="one pass for all kos")
    alive = [
        unit.bit_count()
        for unit in HARD
        if decide(Question(CASE.position, unit, rules, Limits(seconds=30))).status is Status.ALIVE
    ]
    assert alive == [7, 8]
