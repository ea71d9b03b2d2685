"""Names that resemble one that is not known."""

import pytest

from verifier.similar import did_you_mean, similar

CASES = ("ex01", "ex02", "ex10", "ex11", "ex21", "fig-seki-1")


@pytest.mark.parametrize(
    ("word", "best"),
    [("ex1", ["ex01"]), ("EX01", ["ex01"]), ("ex001", ["ex01"]), ("fig-seki", ["fig-seki-1"]), ("nothing", [])],
)
def test_the_same_but_for_case_and_zeros_is_the_only_one_and_else_the_nearest(word, best):
    assert similar(word, CASES)[:1] == best[:1]
    if word.lower().startswith("ex"):
        assert similar(word, CASES) == best


def test_no_more_than_three_are_named():
    assert did_you_mean("ex3", CASES) == "did you mean ex01 or ex02?"
    assert similar("fig-seki", [f"fig-seki-{n}" for n in range(1, 9)]) == ["fig-seki-1", "fig-seki-2", "fig-seki-3"]
    assert did_you_mean("verfy", ["verify", "check"]) == "did you mean verify?"
    assert did_you_mean("", CASES) == ""


def test_a_long_word_costs_no_time():
    assert similar("x" * 10**6, CASES) == []
