"""AxiomAudit of the algebraic specification of Ikeda's rules: its 96 axioms against the game engine."""

from verifier.jobs.ikeda.audit import AxiomAudit, AxiomFinding, AxiomVerdict, Counterexample, audit
from verifier.jobs.ikeda.axioms import AXIOMS, SOURCE, Axiom, axioms_named

__all__ = [
    "AXIOMS",
    "SOURCE",
    "Axiom",
    "AxiomAudit",
    "AxiomFinding",
    "AxiomVerdict",
    "Counterexample",
    "audit",
    "axioms_named",
]
