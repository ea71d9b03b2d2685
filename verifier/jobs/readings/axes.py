"""Which axes matter: values that decide all examples alike, and the first unit that two decide apart."""

import dataclasses
import itertools
from collections.abc import Iterator, Sequence

from verifier.board import Mask, unit_name
from verifier.jobs.cases.case import Case
from verifier.jobs.readings.bank import Bank
from verifier.jobs.readings.demands import Demand
from verifier.jobs.readings.product import Product, Reading
from verifier.search import Status

__all__ = ["Apart", "Pair", "pairs"]


@dataclasses.dataclass(frozen=True, slots=True)
class Apart:
    """A unit that two readings decide differently."""

    case: Case
    unit: Mask
    statuses: tuple[Status, Status]
    readings: tuple[Reading, Reading]

    @property
    def name(self) -> str:
        """The unit by its first point."""
        return unit_name(self.case.position, self.unit)


@dataclasses.dataclass(frozen=True, slots=True)
class Pair:
    """Two values of an axis, compared on all units between readings that differ in nothing else."""

    axis: str
    values: tuple[str, str]
    same: int
    """So many times both are decided, and alike."""
    apart: int
    """So many times both are decided, and not alike."""
    open: int
    """So many times one of them is unknown."""
    first: Apart | None
    """The first that they decide apart."""
    cases: tuple[str, ...]
    """The cases in which they do so."""


def pairs(product: Product, bank: Bank, demands: Sequence[Demand]) -> Iterator[Pair]:
    """Yield a comparison for any two values of each axis of hypothetical play."""
    units = list(dict.fromkeys((demand.id, unit) for demand in demands for unit in demand.units))
    cases = {demand.id: demand.case for demand in demands}
    for axis in product.played:
        for values in itertools.combinations(product.axes[axis], 2):
            yield _pair(product, bank, axis, values, [(cases[name], unit) for name, unit in units])


def _pair(
    product: Product, bank: Bank, axis: str, values: tuple[str, str], units: Sequence[tuple[Case, Mask]]
) -> Pair:
    twins = list(_twins(product, axis, values))
    same = open_ = 0
    apart: list[Apart] = []
    for case, unit in units:
        for one, other in twins:
            found = bank.status(case, unit, one.ruleset), bank.status(case, unit, other.ruleset)
            if Status.UNKNOWN in found:
                open_ += 1
            elif found[0] is found[1]:
                same += 1
            else:
                apart.append(Apart(case, unit, found, (one, other)))
    names = tuple(dict.fromkeys(item.case.id for item in apart))
    return Pair(axis, values, same, len(apart), open_, apart[0] if apart else None, names)


def _twins(product: Product, axis: str, values: tuple[str, str]) -> Iterator[tuple[Reading, Reading]]:
    """The readings that have the one value, each with the reading that has the other one instead."""
    for reading in product.readings:
        if (axis, values[0]) in reading.values:
            changed = tuple((name, values[1] if name == axis else value) for name, value in reading.values)
            if (other := product.by_values.get(changed)) is not None:
                yield reading, other
