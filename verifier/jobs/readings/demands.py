"""What a reading has to give: the claims that cases make, unit by unit and count by count."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from verifier.adjudicate.territory import territory
from verifier.board import Mask, unit_name
from verifier.errors import InputError
from verifier.jobs.cases.case import Basis, Case, UnitClaim
from verifier.jobs.cases.compared import Comparison, compare_territory
from verifier.rules import Ruleset
from verifier.search import Status

__all__ = ["Demand", "Level", "demands_of", "levels_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class Demand:
    """A claim about a unit, about several together, or about what a case counts."""

    case: Case = dataclasses.field(repr=False, compare=False)
    id: str
    """The id of the case."""
    claim: UnitClaim | None
    """None for what is claimed about territory."""
    basis: Basis
    document: str
    """The ruleset of whose document it is a claim."""

    @property
    def units(self) -> tuple[Mask, ...]:
        """The units whose status decides about it."""
        return (self.claim.unit,) if self.claim else self.case.units

    @property
    def name(self) -> str:
        """The unit, or what it is about else."""
        return unit_name(self.case.position, self.claim.unit) if self.claim else "territory"

    def result(self, ruleset: Ruleset, statuses: Mapping[Mask, Status]) -> Comparison:
        """Whether a reading gives it: AGREES, FAILS, or UNKNOWN where the statuses are not enough."""
        if self.claim:
            status = statuses[self.claim.unit]
            if status is Status.UNKNOWN:
                return Comparison.UNKNOWN
            return Comparison.AGREES if status is self.claim.status else Comparison.FAILS
        areas = territory(self.case.position, statuses, ruleset)
        results = {item.result for item in compare_territory(self.case, ruleset, areas, self.document)}
        for result in (Comparison.FAILS, Comparison.UNKNOWN):
            if result in results:
                return result
        return Comparison.AGREES


@dataclasses.dataclass(frozen=True, slots=True)
class Level:
    """The claims that rest on something at least as good as a basis."""

    basis: Basis
    demands: tuple[Demand, ...]

    @property
    def cases(self) -> tuple[str, ...]:
        """The ids of their cases, in order."""
        return tuple(dict.fromkeys(demand.id for demand in self.demands))


def demands_of(cases: Sequence[Case], document: str) -> tuple[Demand, ...]:
    """Return what *cases* claim of a ruleset.

    Claims about which the document contradicts itself are left out.

    Raises:
        InputError: they claim nothing of it.
    """
    found = tuple(demand for case in cases for demand in _of(case, document))
    if not found:
        raise InputError(
            f"none of these cases claims anything of {document}: name others with --cases, or with --claims"
            " the ruleset that they speak of"
        )
    return found


def _of(case: Case, document: str) -> Iterable[Demand]:
    for claim in case.claims_of(document).values():
        if not claim.contradicted:
            yield Demand(case, case.id, claim, claim.basis, document)
    counts = case.territory_of(document)
    if counts and "contradicts itself" not in counts.note:
        yield Demand(case, case.id, None, counts.basis, document)


def levels_of(demands: Sequence[Demand], weakest: Basis = Basis.INFERRED) -> tuple[Level, ...]:
    """Return the claims of the best basis, then those with the next best one as well, up to the weakest.

    Raises:
        InputError: there is no claim of such a basis.
    """
    order = list(Basis)
    found: list[Level] = []
    for number, basis in enumerate(order[: order.index(weakest) + 1]):
        those = tuple(demand for demand in demands if order.index(demand.basis) <= number)
        if those and any(demand.basis is basis for demand in those):
            found.append(Level(basis, those))
    if not found:
        raise InputError(f"--basis {weakest.value}: no claim of these cases has it, or a better one")
    return tuple(found)
