"""All that a run found out about the readings of a product."""

import dataclasses
from collections.abc import Sequence

from verifier.jobs.cases.compared import Comparison
from verifier.jobs.cases.fields import Basis
from verifier.jobs.readings.answer import Answer, Inquiry
from verifier.jobs.readings.axes import Pair, pairs
from verifier.jobs.readings.bank import Tally
from verifier.jobs.readings.demands import Demand, Level
from verifier.jobs.readings.product import Product, Reading
from verifier.search import Limits, Status

__all__ = ["Survey", "Tried", "survey"]


@dataclasses.dataclass(frozen=True, slots=True)
class Tried:
    """What a reading makes of the claims."""

    reading: Reading
    results: dict[Demand, Comparison]
    statuses: dict[Demand, Status]
    """For each claim about a unit what is proved of it."""

    @property
    def decided(self) -> int:
        """How many claims about units are decided."""
        return sum(status is not Status.UNKNOWN for status in self.statuses.values())

    def case(self, name: str) -> Comparison:
        """FAILS if some claim of a case does, else UNKNOWN if one is open, else AGREES."""
        results = {result for demand, result in self.results.items() if demand.id == name}
        order = (Comparison.FAILS, Comparison.UNKNOWN)
        return next((result for result in order if result in results), Comparison.AGREES)

    def units(self, name: str) -> dict[str, Status]:
        """What is proved of each unit of a case that is claimed, by name."""
        return {one.name: status for one, status in self.statuses.items() if one.id == name}

    def failing(self, name: str) -> list[Demand]:
        """The claims of a case that it does not give."""
        return [one for one, found in self.results.items() if one.id == name and found is Comparison.FAILS]

    def basis(self, name: str) -> Basis:
        """The best basis of a claim of a case that it does not give."""
        return min((one.basis for one in self.failing(name)), key=list(Basis).index)


@dataclasses.dataclass(frozen=True, slots=True)
class Survey:
    """The answers, and what is known of every reading."""

    product: Product
    document: str
    levels: tuple[Level, ...]
    answers: tuple[Answer, ...]
    """For each level, as far as the run came."""
    tried: tuple[Tried, ...]
    pairs: tuple[Pair, ...]
    tally: Tally
    interrupted: bool

    @property
    def cases(self) -> tuple[str, ...]:
        """The ids of all cases, in order."""
        return self.levels[-1].cases

    @property
    def units(self) -> int:
        """How many claims are about units."""
        return sum(demand.claim is not None for demand in self.levels[-1].demands)

    @property
    def asked(self) -> int:
        """Verdicts of a complete table."""
        return self.units * len(self.tried)

    @property
    def decided(self) -> int:
        """Those that are proved."""
        return sum(one.decided for one in self.tried)


def survey(
    inquiry: Inquiry, levels: Sequence[Level], limits: Sequence[Limits], *, document: str, fill: bool = False
) -> Survey:
    """Answer for each level; with *fill* ask for everything else too. Ctrl-C ends it with what there is."""
    answers: list[Answer] = []
    interrupted = False
    try:
        if fill:
            inquiry.fill(levels[-1].demands, limits[:-1])
        answers.extend(inquiry.answer(level, limits) for level in levels)
        if fill:
            inquiry.fill(levels[-1].demands, limits[-1:])
            answers[:] = [inquiry.answer(level, limits) for level in levels]
    except KeyboardInterrupt:
        interrupted = True
    product, bank = inquiry.product, inquiry.bank
    demands = levels[-1].demands
    tried = []
    for reading in product.readings:
        results = {demand: inquiry.result(demand, reading) for demand in demands}
        statuses = {
            demand: bank.status(demand.case, demand.claim.unit, reading.ruleset)
            for demand in demands
            if demand.claim
        }
        tried.append(Tried(reading, results, statuses))
    compared = tuple(pairs(product, bank, demands))
    return Survey(
        product, document, tuple(levels), tuple(answers), tuple(tried), compared, bank.tally, interrupted
    )
