"""The SAT prover against plain search through all lines of play, and refutations against forgery."""

import dataclasses
import itertools
import random

import pytest
from brute_force import TooLongError, brute_force_verdict
from pysat.solvers import Solver
from small_boards import PROPOSAL, SETTINGS, all_units, random_unit

from verifier.board import BLACK, Mask, Position
from verifier.errors import CertificateError
from verifier.play import Arena, State
from verifier.proof import Refutation, Verdict, check
from verifier.proof.export import export_cnf
from verifier.proof.refutation import check_refutation
from verifier.proof.rup import check_rup, parse_cnf, parse_drup
from verifier.rules import Ruleset, load_ruleset
from verifier.search.outcome import Limits, Status
from verifier.search.plain.prover import prove_python
from verifier.search.sat.encoding import Encoding
from verifier.search.sat.of_strategy import refutation_of
from verifier.search.sat.prover import prove_sat

each_setting = pytest.mark.parametrize("setting", SETTINGS)


def proved(position: Position, unit: Mask, rules: Ruleset = PROPOSAL) -> Verdict:
    """Return the SAT prover's verdict, after the checker has accepted its certificate."""
    outcome = prove_sat(Arena(position, unit, rules), Limits())
    assert outcome.certificate is not None
    claim = check(outcome.certificate).claim
    assert (claim.position, claim.unit, claim.ruleset) == (position, unit, rules)
    assert claim.verdict.value == outcome.status.value
    return claim.verdict


def diagram(*rows: str) -> Position:
    points = "".join(rows)
    black = sum(1 << p for p, sign in enumerate(points) if sign == "X")
    white = sum(1 << p for p, sign in enumerate(points) if sign == "O")
    return Position(len(rows), len(rows[0]), black, white)


def refuted(position: Position, unit: Mask, rules: Ruleset = PROPOSAL) -> tuple[Arena, Refutation]:
    """Return a unit that is dead, and the proof of it."""
    arena = Arena(position, unit, rules)
    outcome = prove_sat(arena)
    assert outcome.certificate is not None
    (evidence,) = outcome.certificate.evidence
    assert isinstance(evidence, Refutation)
    return arena, evidence


def dead_units(rows: int, cols: int, least_clauses: int) -> list[tuple[Arena, Refutation]]:
    """Dead units whose proof is not too short."""
    found = []
    for position, unit in all_units(rows, cols):
        outcome = prove_sat(Arena(position, unit, PROPOSAL))
        if outcome.status is Status.DEAD:
            arena, refutation = refuted(position, unit)
            if len(refutation.clauses) >= least_clauses:
                found.append((arena, refutation))
    return found


@pytest.fixture(scope="module")
def dead() -> list[tuple[Arena, Refutation]]:
    return dead_units(1, 5, 20)


@each_setting
def test_every_line_of_play_on_the_smallest_boards_gives_the_same_verdict(setting: str) -> None:
    """One unit in three: test_provers.py compares with the Python prover all, and test_python_prover.py that with play."""
    rules = SETTINGS[setting]
    compared = 0
    for rows, cols in ((1, 3), (1, 4), (2, 2)):
        for position, unit in all_units(rows, cols)[::3]:
            try:
                expected = brute_force_verdict(Arena(position, unit, rules), 20_000)
            except TooLongError:
                continue
            compared += 1
            assert proved(position, unit, rules) is expected, (setting, position, unit)
    assert compared > 30


@pytest.mark.parametrize(("rows", "cols", "dead_count", "units"), [(1, 5, 26, 106), (2, 2, 4, 44)])
def test_the_known_numbers_of_dead_black_units_come_out(rows: int, cols: int, dead_count: int, units: int) -> None:
    black = [(p, u) for p, u in all_units(rows, cols) if u & p.black]
    assert len(black) == units
    assert sum(proved(position, unit) is Verdict.DEAD for position, unit in black) == dead_count


@pytest.mark.slow
def test_the_known_number_of_dead_black_units_on_two_by_three_comes_out() -> None:
    for rules in (PROPOSAL, load_ruleset("proposal2012")):
        black = [(p, u) for p, u in all_units(2, 3) if u & p.black]
        assert len(black) == 535
        assert sum(proved(position, unit, rules) is Verdict.DEAD for position, unit in black) == 96


@each_setting
def test_random_positions_are_decided_as_by_the_python_prover(setting: str) -> None:
    rules, rng = SETTINGS[setting], random.Random(5)
    decided = 0
    for number in range(8):
        position, unit = random_unit(rng, 3, 3 + number % 2, crop=number % 2 == 1)
        sat = prove_sat(Arena(position, unit, rules), Limits(nodes=1500, seconds=3))
        plain = prove_python(Arena(position, unit, rules), Limits(nodes=20_000, seconds=5))
        if Status.UNKNOWN in (sat.status, plain.status):
            continue
        assert sat.certificate is not None
        check(sat.certificate)
        assert sat.status is plain.status, (position, unit)
        decided += 1
    assert decided >= 3


def test_a_limit_is_answered_by_unknown_and_named() -> None:
    board = diagram("....", ".XO.", "....")
    outcome = prove_sat(Arena(board, board.chain_at(5), PROPOSAL), Limits(nodes=30))
    assert (outcome.status, outcome.certificate, outcome.limit) == (Status.UNKNOWN, None, "30 nodes")
    outcome = prove_sat(Arena(board, board.chain_at(5), PROPOSAL), Limits(seconds=0))
    assert (outcome.status, outcome.limit) == (Status.UNKNOWN, "0 seconds")


def with_clause(refutation: Refutation, number: int, clause: tuple[int, ...] | None) -> Refutation:
    """Replace one clause, or drop it."""
    middle = () if clause is None else (clause,)
    clauses = refutation.clauses[:number] + middle + refutation.clauses[number + 1 :]
    return dataclasses.replace(refutation, clauses=clauses)


def is_answer(refutation: Refutation, literal: int) -> bool:
    return not isinstance(refutation.variables[abs(literal) - 1], State)


def test_an_owner_clause_without_one_legal_answer_is_refused(dead: list[tuple[Arena, Refutation]]) -> None:
    tried = 0
    for arena, refutation in dead:
        for number, clause in enumerate(refutation.clauses):
            if len(clause) > 2 and clause[0] < 0 < clause[1] and is_answer(refutation, clause[1]):
                for missing in range(1, len(clause)):
                    forged = with_clause(refutation, number, clause[:missing] + clause[missing + 1 :])
                    with pytest.raises(CertificateError, match="is missing"):
                        check_refutation(arena, forged)
                    tried += 1
    assert tried > 100


def test_a_clause_about_another_successor_is_refused(dead: list[tuple[Arena, Refutation]]) -> None:
    tried = 0
    for arena, refutation in dead[:6]:
        for number, clause in enumerate(refutation.clauses):
            if len(clause) != 2 or clause[1] < 0 or is_answer(refutation, clause[1]):
                continue
            for variable in range(1, len(refutation.variables) + 1):
                if variable != clause[1]:
                    # Another state of the attacker's choice may be a true edge as well.
                    forged = with_clause(refutation, number, (clause[0], variable))
                    try:
                        check_refutation(arena, forged)
                    except CertificateError:
                        tried += 1
                    else:
                        assert not is_answer(refutation, clause[0])
    assert tried > 500


def test_a_cycle_without_one_of_its_answers_is_refused(dead: list[tuple[Arena, Refutation]]) -> None:
    tried = 0
    for arena, refutation in dead:
        for number, clause in enumerate(refutation.clauses):
            if len(clause) > 1 and clause[-1] < 0:
                for missing in range(len(clause)):
                    forged = with_clause(refutation, number, clause[:missing] + clause[missing + 1 :])
                    with pytest.raises(CertificateError, match=f"clause {number + 1}"):
                        check_refutation(arena, forged)
                    tried += 1
    assert tried > 5


def test_a_formula_that_lost_a_needed_clause_is_refused(dead: list[tuple[Arena, Refutation]]) -> None:
    tried = 0
    for arena, refutation in dead[:10]:
        for number in range(len(refutation.clauses)):
            forged = with_clause(refutation, number, None)
            with Solver("glucose4", bootstrap_with=forged.clauses) as solver:
                if solver.solve():
                    with pytest.raises(CertificateError, match="proof"):
                        check_refutation(arena, forged)
                    tried += 1
    assert tried > 100


def test_a_refutation_without_its_proof_is_refused_where_propagation_is_not_enough() -> None:
    arena, refutation = max(dead_units(2, 2, 20), key=lambda pair: len(pair[1].proof))
    if len(refutation.proof) > 1:
        with pytest.raises(CertificateError, match="step 1 of the proof"):
            check_refutation(arena, dataclasses.replace(refutation, proof=((),)))
    with pytest.raises(CertificateError):
        check_refutation(arena, dataclasses.replace(refutation, clauses=refutation.clauses[1:], proof=()))


def test_a_refutation_is_no_proof_about_another_unit_or_first_mover(dead: list[tuple[Arena, Refutation]]) -> None:
    for arena, refutation in dead:
        for other in dead:
            if other[0].start != arena.start or other[0].owner != arena.owner:
                with pytest.raises(CertificateError):
                    check_refutation(other[0], refutation)
        turned = Arena(arena.position, arena.unit, PROPOSAL.with_values(first_move="attacker"))
        with pytest.raises(CertificateError):
            check_refutation(turned, refutation)


@pytest.mark.parametrize("part", [2, pytest.param(1, marks=pytest.mark.slow)], ids=["half", "all"])
@pytest.mark.parametrize("setting", ["proposal", "two passes, prisoners", "two passes, draw"])
def test_no_set_of_accepted_clauses_refutes_a_living_unit(setting: str, part: int) -> None:
    """Every clause of up to two negative literals that the checker takes is true of some strategy."""
    rules, alive = SETTINGS[setting], 0
    for position, unit in all_units(1, 4)[::part]:
        if proved(position, unit, rules) is not Verdict.ALIVE or not unit & position.black:
            continue
        arena = Arena(position, unit, rules)
        encoding = Encoding(arena, False)
        while encoding.open:
            encoding.explore(next(iter(encoding.open)))
        if len(encoding.variables) > 400:
            continue
        alive += 1
        count = len(encoding.variables)
        candidates = [(-one,) for one in range(1, count + 1)]
        answers = [v for v in range(1, count + 1) if not isinstance(encoding.variables[v - 1], State)]
        candidates += [(-one, -other) for one, other in itertools.permutations(answers, 2)]
        true = list(encoding.clauses)
        for clause in candidates:
            try:
                check_refutation(arena, encoding.refutation([clause], []))
            except CertificateError as error:
                if not str(error).startswith("clause 1"):
                    true.append(clause)
        with Solver("glucose4", bootstrap_with=true) as solver:
            assert solver.solve(), (position, unit)
    assert alive >= 5


def test_the_export_is_a_formula_and_a_proof_that_stand_alone(dead: list[tuple[Arena, Refutation]]) -> None:
    arena, refutation = dead[0]
    formula, proof = export_cnf(arena, refutation)
    variables, clauses = parse_cnf(formula)
    assert (variables, tuple(clauses)) == (len(refutation.variables), refutation.clauses)
    steps = parse_drup(proof)
    assert steps[-1] == (False, ())
    check_rup(variables, clauses, [clause for _, clause in steps])
    named = [line for line in formula.splitlines() if line.startswith("c ") and line.split()[1].isdigit()]
    assert [int(line.split()[1]) for line in named] == list(range(1, variables + 1))
    assert any(" answer pass to: " in line for line in named)


def test_a_strategy_that_kills_can_be_exported_too() -> None:
    exported = 0
    for position, unit in all_units(1, 5):
        arena = Arena(position, unit, PROPOSAL)
        outcome = prove_python(arena, Limits())
        if outcome.status is not Status.DEAD or not unit & position.stones(BLACK):
            continue
        assert outcome.certificate is not None
        (evidence,) = outcome.certificate.evidence
        assert not isinstance(evidence, Refutation)
        formula, proof = export_cnf(arena, refutation_of(arena, evidence))
        variables, clauses = parse_cnf(formula)
        check_rup(variables, clauses, [clause for _, clause in parse_drup(proof)])
        exported += 1
    assert exported == 26


def test_the_owner_cannot_be_refuted_with_his_own_strategy() -> None:
    board = diagram(".X.X.", "XXXXX")
    arena = Arena(board, board.chain_at(1), PROPOSAL)
    outcome = prove_python(arena, Limits())
    assert outcome.certificate is not None
    (evidence,) = outcome.certificate.evidence
    assert not isinstance(evidence, Refutation)
    with pytest.raises(ValueError, match="only a strategy of the attacker"):
        export_cnf(arena, refutation_of(arena, evidence))
