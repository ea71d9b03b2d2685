"""The canonical examples of the 試案: what is proved of them and what the text says.

Limits are on states, never on time, so that the outcome does not depend on the machine.
"""

import random

import pytest

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.board import SYMMETRIES, Mask, Position, parse_vertex, swap_colours, transform
from verifier.board.symmetry import transform_mask
from verifier.jobs.cases.case import CANONICAL_CASES, Case, load_case
from verifier.jobs.cases.compared import Comparison, compare_unit
from verifier.play import PASS, Arena
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.native import available, prove_native

pytestmark = pytest.mark.skipif(not available(), reason="the native kernel is not built here")

PROPOSAL = load_ruleset("proposal2012")
QUICK, THOROUGH = 50_000, 700_000
EASY = 2_000
"""States within which a unit must settle to be asked about again in other orientations."""

each_case = pytest.mark.parametrize("name", CANONICAL_CASES)


def decided(position: Position, unit: Mask, nodes: int, **values: str) -> UnitVerdict:
    """Return the verdict on one unit; its certificate was checked."""
    rules = PROPOSAL.with_values(**values) if values else PROPOSAL
    verdict = decide(Question(position, unit, rules, Limits(nodes=nodes, seconds=1e9), "native"))
    assert "internal error" not in verdict.reason
    assert verdict.report is not None or verdict.status is Status.UNKNOWN
    return verdict


def deviations(case: Case, nodes: int) -> tuple[set[tuple[str, str, Status]], int]:
    """Return the units that come out otherwise than claimed, and the number decided."""
    found, count = set(), 0
    for unit in case.units:
        compared = compare_unit(case, decided(case.position, unit, nodes))
        assert compared.result is not Comparison.FAILS, compared
        if compared.result is Comparison.DEVIATES:
            assert "contradicts itself" in compared.note
            row, col = divmod((unit & -unit).bit_length() - 1, case.position.cols)
            found.add((case.id, f"r{row + 1}c{col + 1}", compared.verdict.status))
        count += compared.verdict.status is not Status.UNKNOWN
    return found, count


CONTRADICTION = ("ex08", "r3c1", Status.DEAD)
"""The text speaks of eight living black stones in one place and of nine in another; this is the ninth."""


def test_there_are_143_units_in_28_diagrams() -> None:
    assert len(CANONICAL_CASES) == 28
    assert sum(len(load_case(name).units) for name in CANONICAL_CASES) == 143


def test_what_few_states_decide_is_what_the_text_says_but_for_its_own_contradiction() -> None:
    results = [deviations(load_case(name), QUICK) for name in CANONICAL_CASES]
    assert set.union(*(found for found, _ in results)) == {CONTRADICTION}
    assert sum(count for _, count in results) >= 108


@pytest.mark.slow
def test_what_many_states_decide_is_what_the_text_says_but_for_its_own_contradiction() -> None:
    results = [deviations(load_case(name), THOROUGH) for name in CANONICAL_CASES]
    assert set.union(*(found for found, _ in results)) == {CONTRADICTION}
    assert sum(count for _, count in results) == 143


def test_what_lies_beyond_living_stones_costs_no_states() -> None:
    # Black has cut the corner off by stones with two eyes; outside there are 14 points to play on for both sides.
    case = load_case("ex15")
    arena = Arena(case.position, case.unit_at("A2"), PROPOSAL)
    state = arena.start
    for name in ("A8", "C2", "B1", "pass", "A6"):
        move = PASS if name == "pass" else parse_vertex(name, case.position.rows, case.position.cols)
        state = next(step.state for step in arena.steps(state) if step.move == move)
    outcome = prove_native(arena, Limits(nodes=150_000, seconds=1e9), start=state)
    assert outcome.status is Status.ALIVE


def test_most_units_are_easy() -> None:
    """What is compared below leaves out units that are not."""
    units = [(case.position, unit) for case in map(load_case, CANONICAL_CASES) for unit in case.units]
    easy = [unit for position, unit in units if decided(position, unit, EASY).status is not Status.UNKNOWN]
    assert len(easy) > 0.8 * len(units) > 100


@each_case
def test_the_walls_do_not_matter_in_a_crop(name: str) -> None:
    case = load_case(name)
    for unit in case.units:
        verdict = decided(case.position, unit, EASY)
        if verdict.status is not Status.UNKNOWN:
            other = decided(case.position, unit, 50 * EASY, walls="assumed")
            assert other.status is verdict.status, (name, verdict, other)


def compare_orientations(case: Case, unit: Mask, symmetries: list[str], swaps: list[bool]) -> None:
    """Compare the verdict on a unit with those on its images; units that are not easy are left out."""
    position = case.position
    verdict = decided(position, unit, EASY)
    if verdict.status is Status.UNKNOWN:
        return
    for symmetry in symmetries:
        image = transform_mask(unit, position.rows, position.cols, symmetry)
        for swap in swaps:
            turned = transform(swap_colours(position) if swap else position, symmetry)
            other = decided(turned, image, 50 * EASY)
            assert other.status is verdict.status, (case.id, verdict, symmetry, swap, other)


@each_case
def test_an_example_turned_and_with_colours_exchanged_has_the_same_verdicts(name: str) -> None:
    case, rng = load_case(name), random.Random(name)
    for unit in case.units:
        compare_orientations(case, unit, [rng.choice(SYMMETRIES[1:])], [True])


@pytest.mark.slow
@each_case
def test_an_example_in_all_orientations_and_colours_has_the_same_verdicts(name: str) -> None:
    case = load_case(name)
    for unit in case.units:
        compare_orientations(case, unit, list(SYMMETRIES), [False, True])
