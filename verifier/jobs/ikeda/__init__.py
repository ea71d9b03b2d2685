"""Audit of the algebraic specification of Ikeda's rules: its 96 axioms against the game engine."""

from verifier.jobs.ikeda.audit import Audit, Finding, audit
from verifier.jobs.ikeda.axioms import AXIOMS, Axiom

__all__ = ["AXIOMS", "Audit", "Axiom", "Finding", "audit"]
