"""What became of a test and of a claim."""

import dataclasses
import enum
from collections.abc import Iterable, Sequence

from verifier.jobs.claims.table import Claim

__all__ = ["Finding", "Outcome", "Result", "outcome_of"]


class Outcome(enum.Enum):
    """What became of a claim, or of one of its tests."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNDECIDED = "undecided"
    """A limit was reached."""
    UNTESTABLE = "not testable"


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """What one test gave."""

    outcome: Outcome
    """CONFIRMED, REFUTED or UNDECIDED."""
    found: str
    """What was computed, in a few words."""
    certificates: tuple[str, ...] = ()
    """The files that prove it, in the folder of the store; empty without one."""

    def negated(self) -> "Finding":
        """The finding of a test that asks for the opposite."""
        opposite = {Outcome.CONFIRMED: Outcome.REFUTED, Outcome.REFUTED: Outcome.CONFIRMED}
        return dataclasses.replace(self, outcome=opposite.get(self.outcome, self.outcome))


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """A claim with what its tests gave; none are there if it cannot be tested."""

    claim: Claim
    findings: tuple[Finding, ...]

    @property
    def outcome(self) -> Outcome:
        """Refuted if one test is, else undecided if one is, else confirmed."""
        if self.claim.untestable:
            return Outcome.UNTESTABLE
        return outcome_of(finding.outcome for finding in self.findings)


def outcome_of(outcomes: Iterable[Outcome]) -> Outcome:
    """The outcome of several tests of which all must come out."""
    found: Sequence[Outcome] = list(outcomes)
    for outcome in (Outcome.REFUTED, Outcome.UNDECIDED):
        if outcome in found:
            return outcome
    return Outcome.CONFIRMED if found else Outcome.UNDECIDED
