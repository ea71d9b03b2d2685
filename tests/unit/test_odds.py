"""What the end of a search in vain tells of the next one in the same window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.adjudicate.odds import Task, doubt_after, task_of
from verifier.adjudicate.plan import NEAR, Attempt, Kind
from verifier.board import Colour
from verifier.rules import load_ruleset

NUMBERS = st.integers(1, 1_000_000)


def window(side=Colour.BLACK, kind=Kind.WINDOW):
    return Attempt.of(side, kind, 1, 40, NEAR, 0, 2_000_000)


@given(NUMBERS, NUMBERS, NUMBERS, st.sampled_from(list(Colour)), st.sampled_from(list(Task)))
def test_a_search_that_ended_near_a_proof_is_gone_on_with_before_others(near, far, other, side, task):
    def doubt(mine, theirs):
        numbers = (mine, theirs) if side is Colour.BLACK else (theirs, mine)
        return doubt_after(window(side), numbers, task)

    near, far = sorted((near, far))
    assert doubt(near, other) <= doubt(far, other)
    assert doubt(other, far) <= doubt(other, near)  # the other side's win is further away
    assert doubt(near, other) < doubt(10 * far, other)


@pytest.mark.parametrize(
    ("ruleset", "kept", "taken"),
    [
        ("proposal2012", Task.KEEP, Task.TAKE),
        ("japanese1989-inside", Task.KEEP_PLAINLY, Task.CLEAR),
        ("japanese1989", Task.KEEP_PLAINLY, Task.CLEAR),
        ("katago-encore", Task.KEEP_PLAINLY, Task.TAKE),
    ],
)
def test_what_a_side_has_to_do_follows_from_the_rules(ruleset, kept, taken):
    rules, owner = load_ruleset(ruleset), Colour.WHITE
    assert task_of(window(owner), owner, rules) is kept
    assert task_of(window(owner.opponent), owner, rules) is taken
    assert task_of(window(owner, Kind.HELD), owner, rules) is Task.HOLD
