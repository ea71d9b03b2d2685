"""The forward RUP checker and the text formats."""

import itertools
import random

import pytest
from pysat.solvers import Solver

from verifier.errors import CertificateError
from verifier.proof.rup import (
    Clause,
    RupChecker,
    check_rup,
    parse_cnf,
    parse_drup,
    print_cnf,
    print_drup,
)


def pigeons(holes: int) -> tuple[int, list[Clause]]:
    """One pigeon more than there are holes."""
    clauses: list[Clause] = [tuple(p * holes + h + 1 for h in range(holes)) for p in range(holes + 1)]
    for hole in range(holes):
        for one, other in itertools.combinations(range(holes + 1), 2):
            clauses.append((-(one * holes + hole + 1), -(other * holes + hole + 1)))
    return holes * (holes + 1), clauses


def random_formula(rng: random.Random, variables: int, clauses: int) -> list[Clause]:
    return [
        tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, variables + 1), 3)) for _ in range(clauses)
    ]


def solver_proof(name: str, clauses: list[Clause]) -> list[tuple[bool, Clause]]:
    with Solver(name, bootstrap_with=clauses, with_proof=True) as solver:
        assert not solver.solve()
        return parse_drup("\n".join(solver.get_proof()))


def additions(steps: list[tuple[bool, Clause]]) -> list[Clause]:
    return [clause for deletion, clause in steps if not deletion]


@pytest.mark.parametrize("solver", ["cadical153", "cadical195", "glucose4"])
def test_proofs_of_real_solvers_are_accepted(solver: str) -> None:
    variables, clauses = pigeons(5)
    check_rup(variables, clauses, additions(solver_proof(solver, clauses)))


def test_a_proof_with_deletions_reaches_the_contradiction() -> None:
    variables, clauses = pigeons(5)
    steps = solver_proof("cadical153", clauses)
    assert any(deletion for deletion, _ in steps)
    checker = RupChecker(variables)
    for clause in clauses:
        checker.add(clause)
    for deletion, clause in steps:
        if deletion:
            checker.delete(clause)
        else:
            assert checker.follows(clause)
            checker.add(clause)
    assert checker.contradiction


def test_a_satisfiable_formula_is_never_refuted_whatever_the_proof_says() -> None:
    rng = random.Random(1)
    for _ in range(200):
        clauses = random_formula(rng, 6, 22)
        with Solver("glucose4", bootstrap_with=clauses) as solver:
            if not solver.solve():
                continue
        proof = [tuple(rng.choice((1, -1)) * rng.randint(1, 6) for _ in range(rng.randint(0, 2))) for _ in range(9)]
        with pytest.raises(CertificateError):
            check_rup(6, clauses, [*proof, ()])


def test_what_follows_by_propagation_agrees_with_plain_enumeration() -> None:
    rng, followed = random.Random(2), 0
    for _ in range(100):
        clauses = random_formula(rng, 5, 14)
        checker = RupChecker(5)
        for clause in clauses:
            checker.add(clause)
        for literals in itertools.product((-1, 1), repeat=2):
            lemma = (literals[0] * 1, literals[1] * 2)
            if checker.follows(lemma):
                followed += 1
                for model in itertools.product((-1, 1), repeat=5):
                    holds = all(any(model[abs(x) - 1] * x > 0 for x in clause) for clause in clauses)
                    assert not holds or any(model[abs(x) - 1] * x > 0 for x in lemma)
    assert followed > 20


def test_a_proof_without_its_lemmas_is_refused() -> None:
    variables, clauses = pigeons(4)
    with pytest.raises(CertificateError, match="step 1 of the proof does not follow"):
        check_rup(variables, clauses, [()])


def test_a_proof_of_a_formula_without_one_clause_is_refused() -> None:
    variables, clauses = pigeons(4)
    proof = additions(solver_proof("cadical153", clauses))
    for missing in range(len(clauses)):
        with pytest.raises(CertificateError):
            check_rup(variables, clauses[:missing] + clauses[missing + 1 :], proof)


def test_a_proof_that_stops_early_is_refused() -> None:
    variables, clauses = pigeons(4)
    with pytest.raises(CertificateError, match="does not reach the empty clause"):
        check_rup(variables, clauses, [])


def test_a_literal_without_a_variable_is_refused() -> None:
    with pytest.raises(CertificateError, match=r"literal 3 is out of range 1\.\.2"):
        check_rup(2, [(1, 3)], [()])
    with pytest.raises(CertificateError, match="literal 0"):
        check_rup(2, [(1, 2)], [(0,)])


def test_formula_and_proof_survive_printing_and_parsing() -> None:
    variables, clauses = pigeons(3)
    text = print_cnf(variables, clauses, ["pigeons"])
    assert text.startswith("c pigeons\np cnf 12 22\n1 2 3 0\n")
    assert parse_cnf(text) == (variables, clauses)
    proof: list[Clause] = [(1, -2), (3,), ()]
    assert print_drup(proof) == "1 -2 0\n3 0\n0\n"
    assert parse_drup(print_drup(proof) + "d 3 0\n") == [*[(False, clause) for clause in proof], (True, (3,))]


def test_clauses_go_over_lines_and_comments_may_hold_anything() -> None:
    text = "c \udce9\udc8d \x1c 5 0\r\np cnf 3 2\nc1 2\n1\nc 3 0\n2 0 -3\r0\n"
    assert parse_cnf(text) == (3, [(1, 2), (-3,)])
    proof = "1\n-2\n0\nc \udce9\nd\n3\n0 d 1 2 0 4 0\n0"
    assert parse_drup(proof) == [(False, (1, -2)), (True, (3,)), (True, (1, 2)), (False, (4,)), (False, ())]
    for broken, line in (("1 0\n2\n3\n", 2), ("1 0\n\nd\n", 3), ("1\nd 2 0\n", 2), ("d d 2 0\n", 1)):
        with pytest.raises(CertificateError, match=f"proof line {line}: "):
            parse_drup(broken)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the formula needs a header"),
        ("1 2 0\n", "formula line 1: not DIMACS"),
        ("p cnf 2 1\n1 x 0\n", "formula line 2: not DIMACS"),
        ("p cnf 2 2\n1 2 0\n", "the header of the formula counts 2 clauses; found: 1"),
        ("p cnf 2 1\n1 2\n", "not ended by 0"),
        ("p cnf 2 1\n1 3 0\n", r"out of range 1\.\.2"),
    ],
)
def test_a_broken_formula_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(CertificateError, match=message):
        parse_cnf(text)


@pytest.mark.parametrize("text", ["1 2\n", "d\n1 y 0\n", "1 0 2\n"])
def test_a_broken_proof_is_refused(text: str) -> None:
    with pytest.raises(CertificateError, match="proof line"):
        parse_drup(text)
