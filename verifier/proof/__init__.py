"""Certificates and their checker. The checker trusts nothing but board, rules and play."""

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
from verifier.proof.checker import CheckReport, check, check_keep
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
    "check_keep",
    "dump_certificate",
    "read_certificate",
    "write_certificate",
]
