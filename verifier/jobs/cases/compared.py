"""Verdicts beside what documents claim."""

import dataclasses
import enum

from verifier.adjudicate.areas import NOT_KNOWN, Area, AreaKind
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.territory import Territory
from verifier.board import Colour, Point, vertex
from verifier.jobs.cases.case import Case, Count, UnitClaim
from verifier.rules import Ruleset
from verifier.search import Status

__all__ = [
    "ComparedCount",
    "ComparedUnit",
    "Comparison",
    "compare_counts",
    "compare_territory",
    "compare_unit",
]


class Comparison(enum.Enum):
    """How a proven verdict relates to a claim."""

    AGREES = "agrees"
    DEVIATES = "deviates"
    """It differs, and the case says that the document contradicts itself about this unit."""
    FAILS = "fails"
    """It differs: the document, its reading as data or the program is wrong."""
    UNKNOWN = "unknown"
    """A limit was reached, so there is no verdict."""
    UNCLAIMED = "unclaimed"
    """The document is silent."""


@dataclasses.dataclass(frozen=True, slots=True)
class ComparedUnit:
    """A verdict and the claim about the same unit."""

    case: Case
    verdict: UnitVerdict
    claim: UnitClaim | None
    result: Comparison
    note: str
    """What the case file says about a deviation or a silence."""


@dataclasses.dataclass(frozen=True, slots=True)
class ComparedCount:
    """A claim about territory and what the verdicts make of it, both as text."""

    case: Case
    what: str
    """"black", "white", "area C3", "point C3" or "result"."""
    claim: str
    found: str
    result: Comparison
    note: str


def compare_unit(case: Case, verdict: UnitVerdict) -> ComparedUnit:
    """Return how *verdict* relates to what the document of its ruleset claims."""
    ruleset = verdict.question.ruleset.document
    claim = case.claims_of(ruleset).get(verdict.unit)
    if claim is None:
        if verdict.status is Status.UNKNOWN:
            return ComparedUnit(case, verdict, None, Comparison.UNKNOWN, verdict.reason)
        note = case.silent.get(ruleset, {}).get(verdict.unit, "")
        return ComparedUnit(case, verdict, None, Comparison.UNCLAIMED, note)
    if verdict.status is Status.UNKNOWN:
        return ComparedUnit(case, verdict, claim, Comparison.UNKNOWN, verdict.reason)
    if verdict.status is claim.status:
        return ComparedUnit(case, verdict, claim, Comparison.AGREES, "")
    result = Comparison.DEVIATES if claim.contradicted else Comparison.FAILS
    return ComparedUnit(case, verdict, claim, result, claim.note)


def compare_counts(case: Case, judgement: Judgement) -> list[ComparedCount]:
    """Return the claims about territory of *case* under the ruleset of *judgement*, beside what is proved.

    Empty if nothing is claimed, or if only some of the units were asked for.
    """
    areas = judgement.territory
    return [] if areas is None else compare_territory(case, judgement.ruleset, areas)


def compare_territory(
    case: Case, ruleset: Ruleset, areas: Territory, document: str = ""
) -> list[ComparedCount]:
    """Return what a document claims about the territory of *case*, beside the areas found under *ruleset*.

    The document is that of the ruleset unless another one is named.
    """
    claim = case.territory_of(document or ruleset.document)
    if claim is None:
        return []
    contradicted = "contradicts itself" in claim.note
    found: list[ComparedCount] = []

    def compare(what: str, claimed: str, seen: str | None, possible: bool = False) -> None:
        """*possible*: what was seen is not enough to decide about the claim."""
        if seen is None or possible:
            result = Comparison.UNKNOWN
        elif seen == claimed:
            result = Comparison.AGREES
        else:
            result = Comparison.DEVIATES if contradicted else Comparison.FAILS
        found.append(ComparedCount(case, what, claimed, seen or "unknown", result, claim.note))

    for colour, count in ((Colour.BLACK, claim.black), (Colour.WHITE, claim.white)):
        if count is not None:
            compare(str(colour), _count(count), *_side(areas, colour, count))
    for area in claim.areas:
        seen = areas.area_at(area.at)
        number = f" {_count(area.count)}" if area.count else ""
        compare(f"area {_name(case, area.at)}", f"{area.colour}{number}", _area(area.count, seen))
    for point in claim.neutral:
        compare(f"point {_name(case, point)}", "nobody's", _owner(areas, point))
    if claim.result:
        prisoners = (0, 0) if ruleset["score"] == "area" else case.prisoners
        total = areas.score_bounds(komi=case.komi, prisoners=prisoners)
        score = str(areas.score(komi=case.komi, prisoners=prisoners)) if total.decided else None
        compare("result", claim.result, score)
    return found


def _side(areas: Territory, colour: Colour, count: Count) -> tuple[str, bool]:
    """What a side counts, and whether the claim may be right and may be wrong.

    Areas that unknown units may change have no points and prisoners, but their totals are in the bounds.
    """
    least, greatest = areas.bounds.white if colour else areas.bounds.black
    if least != greatest:
        return f"{least:g} to {greatest:g}", least <= count.total <= greatest
    if all(area.kind is not AreaKind.UNDECIDED for area in areas.areas):
        points, prisoners = areas.points(colour).bit_count(), areas.prisoners(colour).bit_count()
        if points + prisoners == least:  # else living stones count too
            return _parts(count, points, prisoners), False
    return f"{least:g}", least == count.total and _count(count) != f"{least:g}"


def _count(count: Count) -> str:
    if count.points is None or count.prisoners is None:
        return str(count.total)
    return f"{count.total} ({count.points}+{count.prisoners})"


def _area(count: Count | None, area: Area | None) -> str | None:
    """Whose an area is and what it counts, or None if that is not known."""
    if area is None or area.owner is None:
        return None if area and area.kind in NOT_KNOWN else "nobody's"
    if count is None:
        return str(area.owner)
    return f"{area.owner} {_parts(count, area.territory.bit_count(), area.prisoners.bit_count())}"


def _owner(areas: Territory, point: Point) -> str | None:
    area = areas.area_at(point)
    if area and area.kind in NOT_KNOWN:
        return None
    owners = [str(colour) for colour in Colour if areas.points(colour) >> point & 1]
    return owners[0] if owners else "nobody's"


def _parts(count: Count, points: int, prisoners: int) -> str:
    """Points and prisoners in as much detail as the claim has."""
    if count.points is None or count.prisoners is None:
        return str(points + prisoners)
    return f"{points + prisoners} ({points}+{prisoners})"


def _name(case: Case, point: Point) -> str:
    return vertex(point, case.position.rows, case.position.cols)
