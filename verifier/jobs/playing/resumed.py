"""Certificates of a stopped game that goes on, with all verdicts behind the counts, and their check.

The statuses of the 試案 decide what a board counts, so a proof has two parts: a strategy
(:mod:`verifier.proof.endings.resumed`) and a certificate for every unit of every board that it may end on.
"""

import dataclasses

from verifier.adjudicate.territory import territory
from verifier.board import Mask, Position
from verifier.errors import CertificateError, InputError
from verifier.proof import Certificate, Verdict, check
from verifier.proof.endings.resumed import ResumedReport, ResumedStrategy, check_resumed_strategy
from verifier.rules import Ruleset
from verifier.search import Status

__all__ = ["ResumedCertificate", "check_resumed", "refuse_other_rules"]

_PLAYED = {"suicide": "forbidden", "ko": "basic", "score": "territory and prisoners"}
"""The values under which play after the stop and the count are as the checker has them."""
_STATUSES = {Verdict.ALIVE: Status.ALIVE, Verdict.DEAD: Status.DEAD}


@dataclasses.dataclass(frozen=True, slots=True)
class ResumedCertificate:
    """A strategy with what the counts of its last boards rest on."""

    strategy: ResumedStrategy
    ruleset: Ruleset
    verdicts: tuple[Certificate, ...]
    """Of the units of the boards that play may end on. A unit without one is unknown."""


def refuse_other_rules(ruleset: Ruleset) -> None:
    """Raise InputError unless play and count are those that the checker has."""
    for axis, value in _PLAYED.items():
        if ruleset[axis] != value:
            raise InputError(
                f"{ruleset.id}: a game that goes on is known for {axis} = {value!r}, not {ruleset[axis]!r}"
            )


def check_resumed(certificate: ResumedCertificate) -> ResumedReport:
    """Check a certificate, all verdicts in it too.

    Raises:
        CertificateError: it does not prove its claim; the message names the first fault.
        InputError: the claim is impossible.
    """
    refuse_other_rules(certificate.ruleset)
    statuses: dict[Position, dict[Mask, Status]] = {}
    for item in certificate.verdicts:
        claim = check(item).claim
        if claim.ruleset.digest != certificate.ruleset.digest:
            raise CertificateError(f"a verdict is about another ruleset, {claim.ruleset.id}")
        if len(claim.chains) == 1 and claim.verdict in _STATUSES:
            statuses.setdefault(claim.position, {})[claim.unit] = _STATUSES[claim.verdict]

    def leads(position: Position) -> tuple[float, float]:
        known = statuses.get(position, {})
        every = {unit: known.get(unit, Status.UNKNOWN) for unit in position.units()}
        return territory(position, every, certificate.ruleset).bounds.lead

    return check_resumed_strategy(certificate.strategy, leads)
