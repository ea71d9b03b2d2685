"""Verdicts for the tests of claims: one unit after the other, each with an accepted certificate."""

import dataclasses
from collections.abc import Sequence

from verifier.adjudicate.first import First, moving_first
from verifier.adjudicate.judge import decide, prove_death, prove_life
from verifier.adjudicate.question import Question, unit_at
from verifier.board import Mask, Position, unit_name
from verifier.jobs.cases.fields import parse_point
from verifier.jobs.claims.spec import Spec
from verifier.jobs.claims.store import Store
from verifier.jobs.compare.asked import lives_asked
from verifier.jobs.compare.cache import Known
from verifier.jobs.compare.relabel import carried_over, relabelled
from verifier.play import remembers
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = ["Bench", "Judged"]


@dataclasses.dataclass(frozen=True, slots=True)
class Judged:
    """Statuses of units of one position under one ruleset, and the files that prove them."""

    statuses: dict[Mask, Status]
    certificates: tuple[str, ...]

    def words(self, position: Position, units: Sequence[Mask] | None = None) -> str:
        """The statuses by vertex, those that are equal together."""
        found: dict[Status, list[str]] = {}
        for unit in self.statuses if units is None else units:
            found.setdefault(self.statuses[unit], []).append(unit_name(position, unit))
        return "; ".join(f"{' '.join(names)} {status.value}" for status, names in found.items()) or "no units"


class Bench:
    """Where tests are done: the limits of each search, and the store.

    A test may ask for more than the usual limits; where *capped*, it does not get more.
    """

    def __init__(self, store: Store, limits: Limits | None = None, *, capped: bool = False) -> None:
        self.store, self.usual, self.capped = store, limits or Limits(nodes=500_000, seconds=20.0), capped

    def limits(self, spec: Spec) -> Limits:
        """The limits for each search of a test."""
        if self.capped:
            return self.usual
        return dataclasses.replace(
            self.usual,
            nodes=max(self.usual.nodes, spec.get("nodes", 0)),
            seconds=max(self.usual.seconds, spec.get("seconds", 0)),
            memory_mib=max(self.usual.memory_mib, spec.get("memory", 0)),
        )

    def judge(
        self, position: Position, units: Sequence[Mask], ruleset: Ruleset, spec: Spec
    ) -> Judged:
        """Judge *units*, each within the limits of the test; what reaches one is unknown."""
        first: First | None = spec.get("first")
        limits = self.limits(spec)
        statuses: dict[Mask, Status] = {}
        names: list[str] = []
        for unit in dict.fromkeys(units):
            rules = moving_first(ruleset, first, position, unit)
            known = self._known(Question(position, unit, rules, limits))
            statuses[unit] = known.status
            certificate = known.certificate
            if certificate is not None:
                names += self.store.keep(relabelled(certificate, rules))
        return Judged(statuses, tuple(names))

    def _known(self, question: Question) -> Known:
        cache = self.store.cache
        known = cache.get(question)
        if known is not None:
            return known
        known = Known.of(decide(question))
        if known.status is Status.UNKNOWN:
            key = ("", question.unit, question.ruleset.play_digest)
            for life in lives_asked({key: question}, {key: known}).values():
                proof = prove_life(life).certificate
                if proof is not None and (carried := carried_over(question, [proof])) is not None:
                    known = Known.of(carried)
        if known.status is Status.UNKNOWN and remembers(question.ruleset):
            death = prove_death(question)  # by plain play alone, with all the limits
            if death.certificate is not None:
                known = Known.of(death)
        cache.put(question, known)
        return known

    @staticmethod
    def units_at(position: Position, points: Sequence[str], where: str) -> list[Mask]:
        """The units with stones on *points*.

        Raises:
            InputError: a point is empty, or its stones are assumed alive.
        """
        return [unit_at(position, parse_point(point, position, where)) for point in points]
