"""What is searched next on a board: cheap and promising searches first, none twice, and nothing left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.adjudicate import searching, tries
from verifier.adjudicate.plan import BUDGETS, NEAR, Attempt, Kind, Plan, budget_of, level_after, work
from verifier.adjudicate.staged import judge_board
from verifier.adjudicate.tries import Tries
from verifier.board import Colour
from verifier.notation import parse_diagram
from verifier.play import arena_for
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, available_provers
from verifier.search.windows.window import NOT_WON
from verifier.units import decompose

no_kernel = pytest.mark.skipif("native" not in available_provers(), reason="without the native kernel")
MOST = 2_000_000


def window(points=40, doubt=NEAR, level=0, kind=Kind.WINDOW, area=1):
    return Attempt.of(Colour.BLACK, kind, area, points, doubt, level, MOST)


@given(st.integers(-1, 2 * MOST), st.integers(0, 6), st.integers(1, MOST))
def test_the_next_level_is_the_first_with_more_states(spent, first, most):
    level = level_after(spent, first, most)
    if level is None:
        assert spent < 0 or spent >= most
        return
    assert level >= first
    assert budget_of(level, most) > spent
    assert level == first or budget_of(level - 1, most) <= spent


def test_the_last_level_has_all_states_wherever_it_is():
    last = level_after(MOST - 1, 0, MOST)
    assert window(points=300, level=last).states == MOST
    assert window(points=300, level=last - 1).states < budget_of(last - 1, MOST)


def test_small_near_and_cheap_comes_before_large_far_and_dear():
    order = [
        window(points=30, doubt=0),
        window(points=80),
        window(points=80, doubt=10 * NEAR),
        window(points=30, level=3),
    ]
    assert order == sorted(order)
    assert window(doubt=1).score == window(doubt=NEAR).score


def test_windows_around_what_encloses_a_unit_get_more_states_at_the_same_score():
    usual, favoured = window(level=3), window(level=3, kind=Kind.ENCLOSED)
    assert favoured.states == 4 * usual.states
    assert favoured.score == pytest.approx(usual.score)
    assert work(usual.states, 40) == usual.states


OPEN_SIDE = """
. . . . . . .
. . . . . . .
X X X . . . .
O O X X X X X
. O O O O O O
. . . . . . .
. . . . . . .
"""


@no_kernel
def test_what_a_search_ended_with_outweighs_the_first_guess():
    position, rules = parse_diagram(OPEN_SIDE).position, load_ruleset("proposal2012")
    unit = next(one for one in position.units() if one & position.black)
    asked = Tries(
        decompose(position, rules["walls"]),
        set(),
        MOST,
        windows=True,
        rules=lambda unit: rules,
        game=lambda unit, side, weak: arena_for(position, unit, rules),
    )
    one, other = [found for found in asked.attempts(unit) if found.kind is Kind.WINDOW][:2]
    for first, second in ((one, other), (other, one)):
        asked.failed(rules, unit, first, BUDGETS[0], (50, 5_000))
        asked.failed(rules, unit, second, BUDGETS[0], (5_000, 50))
        nearer, farther = asked.further(unit, first), asked.further(unit, second)
        assert nearer.level == farther.level == 1
        assert nearer.doubt < farther.doubt
        again = {attempt.how: attempt.doubt for attempt in asked.attempts(unit)}
        assert (again[first.how], again[second.how]) == (nearer.doubt, farther.doubt)


def test_a_plan_takes_the_lowest_score_of_all_units():
    offered = {1: [window(60), window(30)], 2: [window(40), window(20)]}
    plan = Plan(offered, lambda unit: list(offered[unit]))
    taken = [plan.next() for _ in range(4)]
    assert taken == [(2, window(20)), (1, window(30)), (2, window(40)), (1, window(60))]
    assert plan.next() is None


def test_a_plan_goes_on_with_more_states_and_asks_again_when_something_is_proved():
    offered = {1: [window(30)], 2: [window(50)]}
    plan = Plan(offered, lambda unit: list(offered[unit]))
    assert plan.next() == (1, window(30))
    plan.further(1, window(30, level=1))
    plan.further(1, None)
    assert [plan.next(), plan.next()] == [(2, window(50)), (1, window(30, level=1))]
    assert plan.next() is None
    offered[1] = [window(45)]
    plan.changed()
    plan.drop(2)
    assert plan.next() == (1, window(45))
    assert plan.next() is None
    plan.renew(1)
    plan.renew(2)
    plan.further(2, window(10))
    assert [plan.next(), plan.next()] == [(1, window(45)), None]


BOARD = """
. X O . . . .
. X O . O O .
X X O O X X O
. . X X . X O
O O X . X X X
. O O X X . .
. . O X . . .
"""


@no_kernel
@pytest.mark.parametrize("rules", ["proposal2012", "japanese1989-inside"])
def test_no_window_is_searched_twice_with_the_same_states(monkeypatch, rules):
    searched, usual = {}, searching.prove_in_window

    def watched(arena, side, area, limits, **more):
        key = (arena.ruleset, arena.unit, side, area, getattr(arena, "standing", 0))
        outcome = usual(arena, side, area, limits, **more)
        searched.setdefault(key, []).append((limits.nodes, outcome.limit))
        return outcome

    monkeypatch.setattr(searching, "prove_in_window", watched)
    monkeypatch.setattr(tries, "WHOLE", 10)
    monkeypatch.setattr(tries, "SEARCHED", 10)
    judged = judge_board(parse_diagram(BOARD), load_ruleset(rules), limits=Limits(nodes=2_500, seconds=300))
    assert searched
    still = {unit for unit, status in judged.statuses.items() if status is Status.UNKNOWN}
    for (_, unit, *_), searches in searched.items():
        states = [most for most, _ in searches]
        assert states == sorted(set(states))
        assert states[-1] == 2_500 or searches[-1][1] == NOT_WON or unit not in still


@no_kernel
def test_a_guess_moves_the_other_side_back_and_hides_nothing(monkeypatch):
    """Each chain is proved to be what it is, whatever is guessed."""
    diagram, rules = parse_diagram(BOARD), load_ruleset("proposal2012")
    monkeypatch.setattr(tries, "WHOLE", 10)
    limits = Limits(nodes=BUDGETS[2], seconds=300)
    units = diagram.position.units()
    right = judge_board(diagram, rules, limits=limits).statuses
    for guess in ([], units, [unit for unit, status in right.items() if status is Status.ALIVE]):
        judged = judge_board(diagram, rules, guess=guess, limits=limits)
        assert judged.statuses == right


@no_kernel
def test_whoever_asks_is_told_of_each_search_on_a_board(monkeypatch):
    monkeypatch.setattr(tries, "WHOLE", 10)
    told = []
    judged = judge_board(
        parse_diagram(OPEN_SIDE),
        load_ruleset("proposal2012"),
        limits=Limits(nodes=2_500, seconds=300),
        on_search=lambda asked, found: told.append((asked, found)),
    )
    proofs = {found.verdict.unit: found.verdict for _, found in told if found.verdict is not None}
    searched = [verdict for verdict in judged.verdicts if verdict.certificate.evidence]  # no walls
    assert searched
    assert all(verdict is proofs[verdict.unit] for verdict in searched)
    in_vain = [(asked, found) for asked, found in told if found.verdict is None]
    hows = [(asked.question.unit, asked.attempt.how, asked.attempt.level) for asked, _ in in_vain]
    assert in_vain
    assert len(hows) == len(set(hows))
    # Where more states may help the search says how near it came.
    stopped = [one for one in in_vain if one[0].attempt.kind is Kind.WINDOW and one[1].spent > 0]
    assert stopped
    assert all(found.numbers for _, found in stopped)
