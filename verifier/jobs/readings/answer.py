"""Which reading gives all that is demanded? The simplest one, or examples that none gives together.

Verdicts are asked for one by one as the question needs them, with little before anything gets much.
"""

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence

from verifier.jobs.cases.compared import Comparison
from verifier.jobs.readings.bank import Bank
from verifier.jobs.readings.demands import Demand, Level
from verifier.jobs.readings.product import Product, Reading
from verifier.jobs.readings.simplest import Simplest, Values, smallest_hitting
from verifier.search import Limits

__all__ = ["Answer", "Inquiry", "Reason", "stages"]

_SHARES = 1000, 60, 8, 1
_LEAST_NODES, _LEAST_SECONDS = 2000, 1.0


def stages(limits: Limits) -> tuple[Limits, ...]:
    """The limits of one attempt after the other, the last one with all."""
    found = []
    for share in _SHARES:
        part = limits.share(share)
        nodes = min(limits.nodes, max(part.nodes, _LEAST_NODES))
        seconds = min(limits.seconds, max(part.seconds, _LEAST_SECONDS))
        found.append(dataclasses.replace(part, nodes=nodes, seconds=seconds))
    return tuple(dict.fromkeys(found))


@dataclasses.dataclass(frozen=True, slots=True)
class Reason:
    """An example refutes all readings that have some values."""

    demand: Demand
    """The claim of it that they do not give."""
    values: Values
    """Empty: all readings."""
    readings: int
    """How many they are."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """What is proved about the claims of a level."""

    level: Level
    reading: Reading | None
    """The simplest reading that is proved to give all of them."""
    undecided: tuple[Reading, ...]
    """Readings that may give all of them and are simpler than that one; without one, all that may."""
    refuted: int
    """How many readings are proved not to give them all."""
    reasons: tuple[Reason, ...]
    """Why these do not, in as few words as were found."""
    conflict: tuple[str, ...]
    """Where every reading is refuted: a set of examples that no reading gives together."""
    least: int
    """So many examples such a set has at least."""

    @property
    def decided(self) -> bool:
        """Whether nothing is left open."""
        return not self.undecided and (self.reading is not None or len(self.conflict) == self.least)


class Inquiry:
    """Asks a bank what the readings of a product make of claims."""

    def __init__(
        self, product: Product, bank: Bank, on_step: Callable[[str], object] | None = None
    ) -> None:
        self.product, self.bank = product, bank
        self._on_step = on_step or (lambda _: None)
        self._refuting: Counter[str] = Counter()

    def result(self, demand: Demand, reading: Reading) -> Comparison:
        """What is known of a claim under a reading."""
        statuses = {unit: self.bank.status(demand.case, unit, reading.ruleset) for unit in demand.units}
        return demand.result(reading.ruleset, statuses)

    def ask(self, demand: Demand, reading: Reading, limits: Limits) -> Comparison:
        """The same after a search within *limits*, if it is not known."""
        result = self.result(demand, reading)
        for unit in demand.units:
            if result is not Comparison.UNKNOWN or self.bank.over:
                break
            self.bank.ask(demand.case, unit, reading.ruleset, limits)
            result = self.result(demand, reading)
        return result

    def fill(self, demands: Sequence[Demand], limits: Sequence[Limits]) -> None:
        """Ask for all claims under all readings, as far as limits and time allow.

        Readings that fail at the fewest examples come first.
        """
        for stage in limits:
            self._patience(stage)
            for reading in sorted(self.product.readings, key=lambda one: self._failures(demands, one)):
                for demand in demands:
                    if self.bank.over:
                        return
                    self._on_step(f"{demand.id} {demand.name}, {reading}, {stage.nodes} states")
                    self.ask(demand, reading, stage)

    def _patience(self, limits: Limits) -> None:
        """Try proofs on other readings as long as that is quicker than a search."""
        self.bank.largest = max(1000, limits.nodes // 20)

    def _failures(self, demands: Sequence[Demand], reading: Reading) -> int:
        """At how many examples a reading is known to fail."""
        return len({one.id for one in demands if self.result(one, reading) is Comparison.FAILS})

    def answer(self, level: Level, limits: Sequence[Limits]) -> Answer:
        """Look for the simplest reading that gives all claims of a level."""
        reading: Reading | None = None
        undecided: tuple[Reading, ...] = ()
        for stage in limits:
            self._patience(stage)
            reading, undecided, reasons = self._simplest(level, stage)
            if not undecided or self.bank.over:
                break
        refuted = sum(self._refuted_by(level, one) is not None for one in self.product.readings)
        conflict: tuple[str, ...] = ()
        least = 0
        if refuted == len(self.product.readings):
            conflict, least = self._conflict(level, limits)
        return Answer(level, reading, undecided, refuted, self._fewest(reasons), conflict, least)

    def _simplest(
        self, level: Level, limits: Limits
    ) -> tuple[Reading | None, tuple[Reading, ...], list[Reason]]:
        undecided: list[Reading] = []
        reasons: list[Reason] = []
        with Simplest(self.product) as simplest:
            while (reading := simplest.next()) is not None:
                self._on_step(f"{level.basis.value}: {reading}")
                demand, missing = self._tried(level, reading, limits)
                if demand is not None:
                    self._refuting[demand.id] += 1
                    reason = self._reason(demand, reading)
                    reasons.append(reason)
                    simplest.exclude(reason.values)
                elif missing:
                    undecided.append(reading)
                    simplest.exclude(reading.values)
                else:
                    return reading, tuple(undecided), reasons
        return None, tuple(undecided), reasons

    def _tried(self, level: Level, reading: Reading, limits: Limits) -> tuple[Demand | None, bool]:
        """A claim that a reading does not give, or None; and whether some stayed open."""
        demand = self._refuted_by(level, reading)
        missing = False
        if demand is None:
            for other in self._ordered(level):
                result = self.ask(other, reading, limits)
                if result is Comparison.FAILS:
                    return other, missing
                missing = missing or result is Comparison.UNKNOWN
        return demand, missing

    def _ordered(self, level: Level) -> list[Demand]:
        """Claims by what they have refuted so far: the next reading often fails where others did."""
        return sorted(level.demands, key=lambda demand: -self._refuting[demand.id])

    def _refuted_by(self, level: Level, reading: Reading) -> Demand | None:
        """A claim that a reading is known not to give."""
        failing = (one for one in self._ordered(level) if self.result(one, reading) is Comparison.FAILS)
        return next(failing, None)

    def _reason(self, demand: Demand, reading: Reading) -> Reason:
        """As few values of a reading as the proof of its failure rests on: no reading with them gives it."""
        failing = [one for one in self.product.readings if self.result(demand, one) is Comparison.FAILS]
        values = reading.values
        for value in reading.values:
            fewer = tuple(one for one in values if one != value)
            having = [one for one in self.product.readings if set(fewer) <= set(one.values)]
            if all(one in failing for one in having):
                values = fewer
        number = sum(set(values) <= set(one.values) for one in self.product.readings)
        return Reason(demand, values, number)

    def _fewest(self, reasons: Sequence[Reason]) -> tuple[Reason, ...]:
        """Reasons enough for all readings that they are about, those first that speak of most."""
        left = {one for one in self.product.readings if any(_meets(reason, one) for reason in reasons)}
        kept = []
        while left:
            best = max(reasons, key=lambda reason: sum(_meets(reason, one) for one in left))
            kept.append(best)
            left = {one for one in left if not _meets(best, one)}
        return tuple(kept)

    def _conflict(self, level: Level, limits: Sequence[Limits]) -> tuple[tuple[str, ...], int]:
        """The smallest set of examples that no reading gives together, and how small one could be.

        Each reading fails at some examples for certain and at others perhaps. A smallest set that hits what
        all of them may fail at is asked about, until it hits what all of them do fail at.
        """
        least = 0
        for stage in limits:
            while True:
                perhaps = [self._failing(level, one, Comparison.UNKNOWN) for one in self.product.readings]
                tried = smallest_hitting(perhaps, level.cases)
                assert tried is not None, "every reading is refuted"
                least = max(least, len(tried))
                if self._hits(level, tried):
                    return tried, least
                if not self._asked(level, tried, stage):
                    break
        surely = [self._failing(level, one) for one in self.product.readings]
        found = smallest_hitting(surely, level.cases)
        assert found is not None, "every reading is refuted"
        return found, least

    def _failing(self, level: Level, reading: Reading, *perhaps: Comparison) -> set[str]:
        wanted = (Comparison.FAILS, *perhaps)
        return {demand.id for demand in level.demands if self.result(demand, reading) in wanted}

    def _hits(self, level: Level, cases: Sequence[str]) -> bool:
        return all(self._failing(level, one) & set(cases) for one in self.product.readings)

    def _asked(self, level: Level, cases: Sequence[str], limits: Limits) -> bool:
        """Ask what *cases* make of readings that they are not known to refute; whether that told anything."""
        told = False
        for reading in self.product.readings:
            if self._failing(level, reading) & set(cases):
                continue
            for demand in level.demands:
                if demand.id in cases and self.result(demand, reading) is Comparison.UNKNOWN:
                    if self.bank.over:
                        return told
                    result = self.ask(demand, reading, limits)
                    told = told or result is not Comparison.UNKNOWN
                    if result is Comparison.FAILS:
                        break
        return told


def _meets(reason: Reason, reading: Reading) -> bool:
    return set(reason.values) <= set(reading.values)
