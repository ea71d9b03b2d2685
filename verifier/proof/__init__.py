"""Certificates and their checker. The checker trusts nothing but board, rules and play.

It states the conditions on credits and ranks itself, apart from :mod:`verifier.cycles` on purpose: what finds
measures and what checks them share no code.
"""

from verifier.proof.certificate import (
    CLOSED,
    Certificate,
    Claim,
    Evidence,
    Keep,
    Node,
    PatternNode,
    Patterns,
    Refutation,
    Strategy,
    Verdict,
)
from verifier.proof.checker import CheckReport, check, check_file, check_keep
from verifier.proof.store import dump_certificate, read_certificate, write_certificate

__all__ = [
    "CLOSED",
    "Certificate",
    "CheckReport",
    "Claim",
    "Evidence",
    "Keep",
    "Node",
    "PatternNode",
    "Patterns",
    "Refutation",
    "Strategy",
    "Verdict",
    "check",
    "check_file",
    "check_keep",
    "dump_certificate",
    "read_certificate",
    "write_certificate",
]
