"""Certificates of a stopped game that goes on, with all verdicts behind the counts, and their check.

The statuses of the 試案 decide what a board counts, so a proof has two parts: a strategy
(:mod:`verifier.proof.endings.resumed`) and a certificate for every unit of every board that it may end on.
"""

import dataclasses
import functools
from collections.abc import Iterable

from verifier.adjudicate.territory import territory
from verifier.board import Mask, Position, unit_name
from verifier.errors import CertificateError, InputError
from verifier.proof import Certificate, Claim, Verdict, check
from verifier.proof.endings.resumed import ResumedReport, ResumedStrategy, check_resumed_strategy
from verifier.rules import Ruleset
from verifier.search import Status

__all__ = ["ResumedCertificate", "check_resumed", "refuse_other_rules", "statuses_of"]

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
    claims = [check(item).claim for item in certificate.verdicts]
    for claim in claims:
        if claim.ruleset.digest != certificate.ruleset.digest:
            raise CertificateError(f"a verdict is about another ruleset, {claim.ruleset.id}")
    statuses = statuses_of(claims)

    @functools.cache
    def leads(position: Position) -> tuple[float, float]:
        verdicts = statuses.get(position, {})
        every = {unit: verdicts.get(unit, Status.UNKNOWN) for unit in position.units()}
        return territory(position, every, certificate.ruleset).bounds.lead

    return check_resumed_strategy(certificate.strategy, leads)


def statuses_of(claims: Iterable[Claim]) -> dict[Position, dict[Mask, Status]]:
    """What is claimed of single units, by board.

    Raises:
        CertificateError: one is dead by one claim and alive by another, as may be with other walls by proof.
    """
    found: dict[Position, dict[Mask, Status]] = {}
    for claim in claims:
        if len(claim.chains) == 1 and claim.verdict in _STATUSES:
            status, known = _STATUSES[claim.verdict], found.setdefault(claim.position, {})
            if known.setdefault(claim.unit, status) is not status:
                name = unit_name(claim.position, claim.unit)
                raise CertificateError(f"two verdicts on one unit, {name}, are not the same")
    return found
