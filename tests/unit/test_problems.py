"""The enclosed problems of the benchmark: the file, its answers, and what our prover says about them."""

import importlib
import json
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from verifier.board import Colour
from verifier.proof import check
from verifier.search import Limits, prove
from verifier.search.native import available

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
if not BENCHMARKS.is_dir():  # an installed package without its sources
    pytest.skip("the benchmarks are not here", allow_module_level=True)


def benchmark_module(name: str) -> ModuleType:
    sys.path.insert(0, str(BENCHMARKS))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(BENCHMARKS))


problem_set = benchmark_module("problem_set")
generate_problems = benchmark_module("generate_problems")
capture_table = benchmark_module("capture_table")
PROBLEMS = problem_set.load()


def test_the_file_is_what_the_generator_writes() -> None:
    assert generate_problems.PROBLEMS.read_text(encoding="utf-8") == generate_problems.written()


def test_every_stored_answer_is_used() -> None:
    answers = json.loads(generate_problems.ANSWERS.read_text(encoding="utf-8"))
    candidates = benchmark_module("sampled").candidates()

    assert set(answers) <= {generate_problems.digest(candidate) for candidate in candidates}


def test_there_are_enough_problems_of_every_kind() -> None:
    kinds = Counter(problem.kind for problem in PROBLEMS)

    assert len(PROBLEMS) >= 200
    assert kinds["alive"] >= 80
    assert kinds["dead"] >= 80
    assert kinds["ko"] >= 20
    assert kinds["seki"] >= 6
    assert min(Counter(problem.first for problem in PROBLEMS).values()) >= 80


def test_names_and_positions_are_unique() -> None:
    canonical = benchmark_module("enclosures").canonical

    assert len({problem.id for problem in PROBLEMS}) == len(PROBLEMS)
    assert len({(canonical(problem.position), problem.first) for problem in PROBLEMS}) == len(PROBLEMS)


def test_problems_have_6_to_20_empty_points() -> None:
    assert {problem.id for problem in PROBLEMS if not 6 <= problem.empties <= 20} == set()


def test_every_answer_names_its_source() -> None:
    for problem in PROBLEMS:
        assert problem.expected, problem.id
        assert problem.source.keys() == problem.expected.keys(), problem.id
        assert set(problem.source.values()) <= {"construction", "table", "tsumego.js"}, problem.id


def test_the_only_chain_outside_is_the_attackers_wall() -> None:
    for problem in PROBLEMS:
        assert not problem.position.assumed(problem.owner), problem.id
        assert len(list(problem.position.breathless())) == 0, problem.id


def test_the_whole_board_has_the_same_fight() -> None:
    for problem in PROBLEMS:
        board, point = problem.board()
        unit = board.chain_at(point)
        crop = problem_set.arena(problem, "plain")
        rules = problem_set.ruleset("plain", problem.first)
        whole = type(crop)(board, unit, rules)

        assert whole.locale.bit_count() == crop.locale.bit_count(), problem.id
        assert unit.bit_count() == crop.unit.bit_count(), problem.id


def disagreements(reading: str, nodes: int) -> tuple[list[str], int]:
    """What our prover says otherwise, and how many problems it decides within *nodes*; all is checked."""
    wrong, decided = [], 0
    for problem in PROBLEMS:
        if reading not in problem.expected:
            continue
        outcome = prove(problem_set.arena(problem, reading), limits=Limits(nodes=nodes))
        if outcome.certificate is None:
            assert outcome.limit in (f"{nodes} nodes", "1024 MiB"), problem.id
            continue
        decided += 1
        if outcome.status.value != problem.expected[reading]:
            wrong.append(f"{problem.id}: {outcome.status.value}")
        else:
            assert check(outcome.certificate).claim.verdict.value == problem.expected[reading], problem.id
    return wrong, decided


@pytest.mark.skipif(not available(), reason="the kernel is not built")
@pytest.mark.parametrize("reading", list(problem_set.READINGS))
def test_our_prover_agrees_with_the_answers_and_proves_them(reading: str) -> None:
    asked = sum(reading in problem.expected for problem in PROBLEMS)

    wrong, decided = disagreements(reading, nodes=10_000)

    assert wrong == []
    assert decided >= 0.75 * asked


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="the kernel is not built")
@pytest.mark.parametrize("reading", list(problem_set.READINGS))
def test_our_prover_decides_nearly_all_problems_as_stated(reading: str) -> None:
    asked = sum(reading in problem.expected for problem in PROBLEMS)

    wrong, decided = disagreements(reading, nodes=2_000_000)

    assert wrong == []
    assert decided >= 0.95 * asked


def test_the_capture_table_gives_the_small_answers_again() -> None:
    compared = Counter[str]()
    for problem in PROBLEMS:
        expected = problem.expected.get("masters")
        unit = problem.position.chain_at(problem.point)
        if expected is None or problem.empties > 7 or compared[problem.family] >= 12:
            continue
        try:
            status = capture_table.capture_status(
                problem.position, unit, attacker_first=problem.first == "attacker", most=5_000
            )
        except capture_table.TooManyStatesError:
            continue
        compared[problem.family] += 1

        assert status.replace("ko", "drawn") == expected, problem.id
    assert compared.total() >= 40


def test_the_capture_table_knows_a_nakade_a_living_row_and_a_ko() -> None:
    enclosures = benchmark_module("enclosures")
    cells = [(0, column) for column in range(4)]
    row = enclosures.ring_sketch(cells)
    three = enclosures.ring_sketch(cells[:3])
    corner = enclosures.ring_sketch([(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)], floor=True, side=True)

    def status(sketch: object, *, attacker_first: bool) -> str:
        position, unit = sketch.position(), sketch.unit_mask()  # type: ignore[attr-defined]
        assert position.colour_at((unit & -unit).bit_length() - 1) is Colour.BLACK
        return capture_table.capture_status(position, unit, attacker_first=attacker_first)

    assert status(row, attacker_first=True) == "alive"
    assert status(three, attacker_first=True) == "dead"
    assert status(three, attacker_first=False) == "alive"
    assert status(corner, attacker_first=True) in ("ko", "dead")
    assert status(corner, attacker_first=False) == "alive"
