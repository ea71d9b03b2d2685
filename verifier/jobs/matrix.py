"""All cases under several rulesets: verdicts and counts beside what the documents claim."""

import contextlib
import dataclasses
from collections.abc import Callable, Sequence

from verifier.adjudicate.judge import Question, decide_all
from verifier.adjudicate.territory import Territory, territory
from verifier.board import Mask
from verifier.jobs.cache import Known, VerdictCache
from verifier.jobs.case import Case, UnitClaim
from verifier.jobs.compare import ComparedCount, Result, compare_territory
from verifier.proof import Certificate
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = ["Cell", "Matrix", "fill", "relabelled"]


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """One unit under one ruleset."""

    case: Case
    unit: Mask
    ruleset: Ruleset
    known: Known
    claim: UnitClaim | None
    """What the document of the ruleset says of the unit."""

    @property
    def result(self) -> Result:
        """How the verdict relates to the claim."""
        if self.known.status is Status.UNKNOWN:
            return Result.UNKNOWN
        if self.claim is None:
            return Result.UNCLAIMED
        if self.known.status is self.claim.status:
            return Result.AGREES
        return Result.DEVIATES if self.claim.contradicted else Result.FAILS

    @property
    def certificate(self) -> Certificate | None:
        """The accepted certificate under this ruleset, or None for an unknown unit."""
        found = self.known.certificate
        return relabelled(found, self.ruleset) if found else None


@dataclasses.dataclass(frozen=True, slots=True)
class Matrix:
    """What a run found: complete, or as far as it came."""

    cases: tuple[Case, ...]
    rulesets: tuple[Ruleset, ...]
    limits: Limits
    cells: dict[tuple[str, Mask, str], Cell]
    """By case id, unit and ruleset id."""
    interrupted: bool

    @property
    def asked(self) -> int:
        """The number of cells of a complete matrix."""
        return len(self.rulesets) * sum(len(case.units) for case in self.cases)

    def cell(self, case: Case, unit: Mask, ruleset: Ruleset) -> Cell | None:
        """The verdict on one unit; None where the run did not reach it."""
        return self.cells.get((case.id, unit, ruleset.id))

    def statuses(self, case: Case, ruleset: Ruleset) -> dict[Mask, Status]:
        """The status of each unit of a case; UNKNOWN where none was found."""
        found = {}
        for unit in case.units:
            cell = self.cell(case, unit, ruleset)
            found[unit] = cell.known.status if cell else Status.UNKNOWN
        return found

    def territory(self, case: Case, ruleset: Ruleset) -> Territory:
        """The areas of a case and what they count."""
        return territory(case.position, self.statuses(case, ruleset), ruleset)

    def counts(self, case: Case, ruleset: Ruleset) -> list[ComparedCount]:
        """What the document of the ruleset claims about the counts of a case, beside what was found."""
        if any((case.id, unit, ruleset.id) not in self.cells for unit in case.units):
            return []
        return compare_territory(case, ruleset.document, self.territory(case, ruleset))

    def groups(self, case: Case) -> list[tuple[tuple[Ruleset, ...], dict[Mask, Status]]]:
        """The rulesets that give all units of a case the same statuses, the largest group first."""
        found: dict[tuple[Status, ...], list[Ruleset]] = {}
        for ruleset in self.rulesets:
            found.setdefault(tuple(self.statuses(case, ruleset).values()), []).append(ruleset)
        ordered = sorted(found.items(), key=lambda item: -len(item[1]))
        return [(tuple(group), dict(zip(case.units, vector, strict=True))) for vector, group in ordered]

    def tally(self, ruleset: Ruleset) -> dict[Result, int]:
        """How many cells of a ruleset have each result."""
        results = [cell.result for cell in self.cells.values() if cell.ruleset is ruleset]
        return {result: results.count(result) for result in Result}

    def total(self, case: Case, ruleset: Ruleset) -> tuple[str, str]:
        """What Black and White count, or the bounds of it, as text."""
        bounds = self.territory(case, ruleset).bounds
        sides = (bounds.black, bounds.white)
        black, white = (f"{low:g}" if low == high else f"{low:g} to {high:g}" for low, high in sides)
        return black, white


def fill(
    cases: Sequence[Case],
    rulesets: Sequence[Ruleset],
    *,
    limits: Limits | None = None,
    prover: str = "auto",
    jobs: int = 1,
    cache: VerdictCache | None = None,
    on_total: Callable[[int], None] | None = None,
    on_step: Callable[[str], None] | None = None,
) -> Matrix:
    """Judge every unit of *cases* under every one of *rulesets*.

    Rulesets that play the same (and only count differently) are searched once. Verdicts in *cache* are taken
    from there, new ones are put in as they come, so an interrupted run can be taken up again. *on_total*
    hears how many searches are left, *on_step* what each of them found. Ctrl-C ends the run with what
    there is.

    Raises:
        InputError: the prover is not available.
    """
    limits = limits or Limits()
    cache = cache or VerdictCache()
    found: dict[tuple[str, Mask, str], Known] = {}
    open_keys: list[tuple[str, Mask, str]] = []
    questions: list[Question] = []
    interrupted = False
    for case in cases:
        for unit in case.units:
            for ruleset in rulesets:
                key = (case.id, unit, ruleset.play_digest)
                if key in found or key in open_keys[-len(rulesets) :]:
                    continue
                question = Question(case.position, unit, ruleset, limits, prover)
                known = cache.get(question)
                if known is not None:
                    found[key] = known
                else:
                    open_keys.append(key)
                    questions.append(question)
    if on_total:
        on_total(len(questions))
    try:
        with contextlib.closing(decide_all(questions, jobs=jobs)) as answers:
            for index, verdict in answers:
                found[open_keys[index]] = Known.of(verdict)
                cache.put(questions[index], found[open_keys[index]])
                if on_step:
                    name = questions[index].ruleset.id
                    on_step(f"{open_keys[index][0]} {verdict.name} {verdict.status.value} under {name}")
    except KeyboardInterrupt:
        interrupted = True
    cells = {}
    for case in cases:
        for ruleset in rulesets:
            claims = case.claims_of(ruleset.document)
            for unit in case.units:
                known = found.get((case.id, unit, ruleset.play_digest))
                if known is not None:
                    cells[case.id, unit, ruleset.id] = Cell(case, unit, ruleset, known, claims.get(unit))
    return Matrix(tuple(cases), tuple(rulesets), limits, cells, interrupted)


def relabelled(certificate: Certificate, ruleset: Ruleset) -> Certificate:
    """Return the same proof under a ruleset that plays the same, supports included."""
    played = certificate.claim.ruleset
    if played.play_digest != ruleset.play_digest:
        raise ValueError(f"{played.id} and {ruleset.id} are different games")
    claim = dataclasses.replace(certificate.claim, ruleset=ruleset)
    supports = tuple(
        relabelled(item, ruleset.with_values(dead_means=item.claim.ruleset["dead_means"]))
        for item in certificate.supports
    )
    return dataclasses.replace(certificate, claim=claim, supports=supports)

