"""From a formula without a model to a small refutation with its proof."""

import time

from pysat.solvers import Solver

from verifier.proof.certificate import Refutation
from verifier.proof.rup import Clause, RupChecker, parse_drup
from verifier.search.sat.encoding import Encoding
from verifier.search.sat.solving import solve, solve_aside

__all__ = ["core_of", "proof_of", "refute", "trimmed"]

_ROUNDS = 3
"""How often a core is taken of a core."""


def refute(encoding: Encoding, deadline: float) -> Refutation:
    """Return a refutation with few of the formula's clauses; less small after the deadline."""
    clauses = encoding.clauses
    for _ in range(_ROUNDS):
        if time.monotonic() > deadline:
            break
        smaller = core_of(clauses)
        if len(smaller) == len(clauses):
            break
        clauses = smaller
    proof = proof_of(clauses)
    if time.monotonic() < deadline:
        clauses, proof = trimmed(clauses, proof)
    return encoding.refutation(clauses, proof)


def core_of(clauses: list[Clause]) -> list[Clause]:
    """Return clauses that have no model either, in the same order."""
    top = max(abs(literal) for clause in clauses for literal in clause)
    with Solver("glucose4") as solver:
        for number, clause in enumerate(clauses, top + 1):
            solver.add_clause([*clause, -number])
        if solve(solver, range(top + 1, top + 1 + len(clauses))):
            raise AssertionError("the formula has a model")
        needed = set(solver.get_core() or ())
    return [clause for number, clause in enumerate(clauses, top + 1) if number in needed]


def proof_of(clauses: list[Clause]) -> list[Clause]:
    """Return a DRUP proof, without its deletions, that the clauses have no model; its last line is empty."""
    with Solver("cadical153", bootstrap_with=clauses, with_proof=True) as solver:
        if solve_aside(solver):
            raise AssertionError("the formula has a model")
        text = solver.get_proof() or []
    proof = [clause for deletion, clause in parse_drup("\n".join(text)) if not deletion]
    if not proof or proof[-1]:
        proof.append(())
    return proof


def trimmed(clauses: list[Clause], proof: list[Clause]) -> tuple[list[Clause], list[Clause]]:
    """Return the clauses and proof lines that the last line rests on."""
    checker = RupChecker(max(abs(literal) for clause in clauses for literal in clause))
    behind: list[frozenset[int]] = []
    for clause in clauses:
        checker.add(clause)
        behind.append(frozenset())
    for clause in proof:
        if checker.contradiction:
            break
        if not checker.follows(clause):
            raise AssertionError("the solver's proof has a gap")
        behind.append(checker.used)
        checker.add(clause)
    if not checker.contradiction:
        raise AssertionError("the solver's proof is not complete")
    needed = set(checker.used)
    for number in range(len(behind) - 1, -1, -1):
        if number in needed:
            needed |= behind[number]
    kept = [clause for number, clause in enumerate(clauses) if number in needed]
    lemmas = [
        clause for number, clause in enumerate(proof, len(clauses)) if number in needed and clause
    ]
    return kept, [*lemmas, ()]
