"""From a prover's answer to a verdict.

The answer counts for nothing until :func:`verifier.proof.check` has accepted its certificate and the claim it
proves is the one that was asked.
"""

import dataclasses
import math

from verifier.adjudicate.question import Question, UnitVerdict
from verifier.board import locale_of, walls
from verifier.errors import CertificateError
from verifier.proof import Certificate, CheckReport, Claim, check
from verifier.search import Outcome, Status
from verifier.text import many
from verifier.version import __version__

__all__ = ["verdict_by", "verdict_of"]


def verdict_of(question: Question, outcome: Outcome) -> UnitVerdict:
    """Return the verdict on what a prover answered, after its certificate was checked."""
    if reason := _disagreement(question):
        return UnitVerdict(question, Status.UNKNOWN, f"internal error: {reason}", outcome, None)
    if outcome.status is Status.UNKNOWN:
        return UnitVerdict(question, Status.UNKNOWN, f"limit: {outcome.limit}", outcome, None)
    try:
        outcome = _walled(question, outcome)
        report = _checked(question, outcome)
    except CertificateError as error:
        reason = f"internal error: the checker refused the certificate of {outcome.status.value}: {error}"
        return UnitVerdict(question, Status.UNKNOWN, reason, outcome, None)
    return UnitVerdict(question, outcome.status, _reason(outcome, report), _signed(question, outcome), report)


def verdict_by(question: Question, certificate: Certificate, prover: str, method: str) -> UnitVerdict | None:
    """Return the verdict by a proof that was found for another question and is written for this one.

    *method* says where it comes from. None if the checker refuses it.
    """
    outcome = Outcome(Status(certificate.claim.verdict.value), certificate, prover, method, 0, 0.0)
    verdict = verdict_of(question, outcome)
    return None if verdict.status is Status.UNKNOWN else verdict


def _disagreement(question: Question) -> str:
    """What the graph of the position and the plain code of the checker do not agree on, in words, or ""."""
    found = question.decomposition
    if found is None:
        return ""
    position, unit, kind, kept = question.position, question.unit, question.ruleset["walls"], question.kept
    if (found.position, found.kind) != (position, kind):
        return "the position was taken apart under other walls, or it is another one"
    if kept != found.kept:
        found = found.keeping(kept)
    what = found.differs(unit, walls(position, kind, kept), locale_of(position, unit, kind, kept))
    return f"the graph of the position and the checker differ about the {what}" if what else ""


def _walled(question: Question, outcome: Outcome) -> Outcome:
    """The outcome, its certificate with the proofs of the walls."""
    if outcome.certificate is None:
        raise CertificateError("there is none")
    return outcome.with_proof(keeps=question.keeps())


def _signed(question: Question, outcome: Outcome) -> Outcome:
    """The outcome, its certificate with a note of who found it, under which limits and with what effort."""
    assert outcome.certificate is not None, "it was checked"
    limits = dataclasses.asdict(question.limits)
    if math.isinf(question.limits.seconds):
        del limits["seconds"]  # JSON has no such number
    about = {
        "program": f"shikatsu {__version__}",
        "prover": outcome.prover,
        "method": outcome.method,
        "nodes": outcome.nodes,
        "seconds": round(outcome.seconds, 6),
        "limits": limits,
    }
    return outcome.with_proof(about={**outcome.certificate.about, **about})


def _checked(question: Question, outcome: Outcome) -> CheckReport:
    assert outcome.certificate is not None, "it has walls by now"
    report = check(outcome.certificate)
    claim = report.claim
    asked = Claim(question.position, question.unit, question.ruleset, claim.verdict, question.kept)
    if claim != asked or claim.verdict.value != outcome.status.value:
        raise CertificateError("it proves another claim")
    return report


def _reason(outcome: Outcome, report: CheckReport) -> str:
    if report.family == "wall":
        return f"kept in {many(report.states, 'pattern')}" if report.states else "unconditionally alive"
    family, unit = report.family, "state"
    if family in ("patterns", "places", "stages"):
        family, unit = "strategy", "pattern"
    number = f"1 {unit}" if report.states == 1 else f"{report.states} {unit}s"
    return f"{family} of {number} by {outcome.prover}"
