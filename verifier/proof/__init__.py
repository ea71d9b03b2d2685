"""Certificates and their checker. The checker trusts nothing but board, rules and play.

It states the conditions on credits and ranks itself, apart from :mod:`verifier.cycles` on purpose: what finds
measures and what checks them share no code.
"""

from typing import TYPE_CHECKING

from verifier.lazy import lazy_names

if TYPE_CHECKING:
    from verifier.proof.certificate import (
        CLOSED,
        Answer,
        Certificate,
        Claim,
        Cover,
        Evidence,
        Keep,
        Node,
        PatternNode,
        Patterns,
        Place,
        Places,
        Refutation,
        Stages,
        Strategy,
        Verdict,
        target_of,
    )
    from verifier.proof.checker import CheckReport, check, check_keep
    from verifier.proof.store import dump_certificate, read_certificate, write_certificate

__all__ = [
    "CLOSED",
    "Answer",
    "Certificate",
    "CheckReport",
    "Claim",
    "Cover",
    "Evidence",
    "Keep",
    "Node",
    "PatternNode",
    "Patterns",
    "Place",
    "Places",
    "Refutation",
    "Stages",
    "Strategy",
    "Verdict",
    "check",
    "check_keep",
    "dump_certificate",
    "read_certificate",
    "target_of",
    "write_certificate",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "certificate": (
                "CLOSED",
                "Answer",
                "Certificate",
                "Claim",
                "Cover",
                "Evidence",
                "Keep",
                "Node",
                "PatternNode",
                "Patterns",
                "Place",
                "Places",
                "Refutation",
                "Stages",
                "Strategy",
                "Verdict",
                "target_of",
            ),
            "checker": ("CheckReport", "check", "check_keep"),
            "store": ("dump_certificate", "read_certificate", "write_certificate"),
        },
    )
