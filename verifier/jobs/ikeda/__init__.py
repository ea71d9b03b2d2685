"""Audit of the algebraic specification of Ikeda's rules: its 96 axioms against the game engine."""

from verifier.jobs.ikeda.audit import Audit, Counterexample, Finding, Verdict, audit
from verifier.jobs.ikeda.axioms import AXIOMS, SOURCE, Axiom, axioms_named

__all__ = [
    "AXIOMS",
    "SOURCE",
    "Audit",
    "Axiom",
    "Counterexample",
    "Finding",
    "Verdict",
    "audit",
    "axioms_named",
]
