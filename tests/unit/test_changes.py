"""What a ruleset changes in examples: known verdicts first, and the same as a comparison finds."""

import sqlite3

import pytest

from verifier.adjudicate.question import Question
from verifier.jobs.cases.case import load_case
from verifier.jobs.compare.cache import VerdictCache
from verifier.jobs.compare.changes import changed_cases
from verifier.jobs.compare.matrix import fill
from verifier.rules import load_ruleset
from verifier.search import Limits, Status

LIMITS = Limits(nodes=200_000, seconds=20.0)
CASES = ["ex01", "ex02", "ex09"]


@pytest.fixture
def rulesets():
    return [load_ruleset("japanese1989"), load_ruleset("japanese1989-owner-first")]


def found(matrix):
    case = matrix.cases[0]
    return case.id, [list(matrix.statuses(case, ruleset).values()) for ruleset in matrix.rulesets]


def test_what_is_known_comes_first_and_is_what_was_found(rulesets):
    cases = [load_case(name) for name in CASES]
    cache = VerdictCache()
    fill([cases[2]], rulesets, limits=LIMITS, cache=cache)
    first = [found(matrix) for matrix in changed_cases(cases, rulesets, limits=LIMITS, cache=cache)]
    assert [name for name, _ in first] == ["ex09", "ex01", "ex02"]
    again = list(changed_cases(cases, rulesets, limits=LIMITS, cache=cache))
    assert [matrix.cases[0].id for matrix in again] == CASES
    fresh = [found(fill([case], rulesets, limits=LIMITS)) for case in cases]
    assert sorted(first) == sorted(found(matrix) for matrix in again) == sorted(fresh)


def test_a_verdict_is_known_only_as_long_as_it_is_sure(rulesets, tmp_path):
    path = tmp_path / "verdicts.sqlite3"
    cache = VerdictCache(path)
    case = load_case("ex01")
    fill([case], rulesets, limits=LIMITS, cache=cache)
    question = Question(case.position, case.units[0], rulesets[0], LIMITS)
    assert cache.brief(question).status is cache.get(question).status is not Status.UNKNOWN
    # Another checker has accepted it: then it has to be checked again.
    with sqlite3.connect(path) as store:
        store.execute("update proved set stamp = 'another'")
    assert cache.brief(question) is None
    assert next(iter(changed_cases([case], rulesets, limits=LIMITS, cache=cache))).cells
    assert cache.brief(question) is not None


def test_a_unit_that_stayed_unknown_is_asked_again_with_wider_limits(rulesets):
    cache = VerdictCache()
    case = load_case("ex02")
    narrow = Limits(nodes=1, seconds=20.0)
    fill([case], rulesets, limits=narrow, cache=cache)
    known = [cache.brief(Question(case.position, unit, rulesets[0], narrow)) for unit in case.units]
    assert all(known)
    assert any(item.status is Status.UNKNOWN for item in known)
    wide = [cache.brief(Question(case.position, unit, rulesets[0], LIMITS)) for unit in case.units]
    assert [item is None for item in wide] == [item.status is Status.UNKNOWN for item in known]
