"""The checker's report for JSON."""

from verifier.cli.document import CheckedDocument
from verifier.proof import CheckReport

__all__ = ["checked_document"]


def checked_document(report: CheckReport | None) -> CheckedDocument | None:
    """Return what the checker did, or None if it was never asked."""
    if report is None:
        return None
    return CheckedDocument(
        family=report.family, states=report.states, moves=report.moves, seconds=round(report.seconds, 6)
    )
