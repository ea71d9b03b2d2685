"""One proof of death for several units."""

import dataclasses

import pytest

from verifier.adjudicate.judge import decide
from verifier.adjudicate.judging import judge_units
from verifier.adjudicate.question import Question
from verifier.adjudicate.served import served
from verifier.adjudicate.staged import judge_board
from verifier.board import Position
from verifier.notation import Diagram
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.native import available

pytestmark = pytest.mark.skipif(not available(), reason="deaths by the letter of 1989 need the native kernel")

RULES = load_ruleset("japanese1989")
# Three white stones are dead in one area, whose points a proof for one of them clears; Black is alive.
ROWS = (".O.O.X.", "O....XX", "XXXXXX.", "......X")


def board(*rows: str) -> Position:
    black, white = (sum(1 << p for p, sign in enumerate("".join(rows)) if sign == wanted) for wanted in "XO")
    return Position(len(rows), len(rows[0]), black, white)


POSITION = board(*ROWS)
LIMITS = Limits(nodes=200_000, seconds=1e9)


def question(point: int, ruleset=RULES) -> Question:
    return Question(POSITION, POSITION.chain_at(point), ruleset, LIMITS)


@pytest.fixture(scope="module")
def proof():
    verdict = decide(question(1))
    assert verdict.status is Status.DEAD
    return verdict.certificate


@pytest.mark.parametrize("point", [3, 7])
def test_a_proof_serves_a_unit_with_no_more_to_clear(proof, point) -> None:
    verdict = served(question(point), [proof])
    assert verdict is not None
    assert verdict.status is Status.DEAD
    assert verdict.certificate.claim.unit == POSITION.chain_at(point)
    assert verdict.outcome.method == "the proof of B4"
    assert verdict.report is not None


def test_it_serves_no_other_question(proof) -> None:
    assert served(question(1), [proof]) is None  # the unit itself
    assert served(question(5), [proof]) is None  # one of the other side
    assert served(question(3, load_ruleset("proposal2012")), [proof]) is None
    assert served(question(3, RULES.with_values(dead_means="no new stone anywhere")), [proof]) is None
    elsewhere = dataclasses.replace(question(3), position=board(".O.O.X.", "O....XX", "XXXXXX.", ".....X."))
    assert served(elsewhere, [proof]) is None
    alive = decide(question(5)).certificate
    assert alive is not None
    assert served(question(3), [alive]) is None


def test_units_of_one_area_are_searched_once() -> None:
    judgement = judge_units(Diagram(POSITION), RULES, limits=LIMITS)
    methods = [verdict.outcome.method for verdict in judgement.dead]
    assert len(methods) == 3
    assert sum(method == "the proof of B4" for method in methods) == 2
    assert not judgement.unknown


def test_what_was_unknown_is_asked_again_when_another_unit_is_dead() -> None:
    """The first unit of a board has nobody to be served by when its turn comes."""
    few = judge_units(Diagram(POSITION), RULES, limits=LIMITS, jobs=2)
    assert [verdict.status for verdict in few.dead] == [Status.DEAD] * 3


def test_a_board_within_a_time_uses_them_too() -> None:
    judgement = judge_board(Diagram(POSITION), RULES, limits=dataclasses.replace(LIMITS, seconds=60.0))
    assert len(judgement.dead) == 3
    assert any(verdict.outcome.method.startswith("the proof of") for verdict in judgement.dead)
