"""All cases under several rulesets: verdicts and counts beside what the documents claim."""

import contextlib
import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from verifier.adjudicate.judge import decide, prove_life
from verifier.adjudicate.many import Way, decide_all
from verifier.adjudicate.question import Question
from verifier.adjudicate.territory import Territory, territory
from verifier.board import BLACK, WHITE, Mask
from verifier.jobs.audit.count import result_text
from verifier.jobs.cases.case import Case, UnitClaim
from verifier.jobs.cases.compared import ComparedCount, Comparison, compare_territory
from verifier.jobs.compare.asked import Key, asked_of, lives_asked, told
from verifier.jobs.compare.cache import Known, VerdictCache
from verifier.jobs.compare.relabel import carried_over, relabelled
from verifier.play import scoped
from verifier.proof import Certificate
from verifier.rules import Ruleset
from verifier.search import Limits, Status
from verifier.workers import Workers

__all__ = ["Cell", "Matrix", "fill"]


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
    def result(self) -> Comparison:
        """How the verdict relates to the claim."""
        if self.known.status is Status.UNKNOWN:
            return Comparison.UNKNOWN
        if self.claim is None:
            return Comparison.UNCLAIMED
        if self.known.status is self.claim.status:
            return Comparison.AGREES
        return Comparison.DEVIATES if self.claim.contradicted else Comparison.FAILS

    @property
    def proved(self) -> bool:
        """Whether there is an accepted certificate."""
        return self.known.proved

    @property
    def certificate(self) -> Certificate | None:
        """The accepted certificate under this ruleset, read from the store; None for an unknown unit."""
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

    def proofs(self, case: Case, unit: Mask, rulesets: Sequence[Ruleset]) -> dict[Status, Certificate]:
        """Of each status that a unit has under some of *rulesets* the first certificate."""
        found = dict[Status, Certificate]()
        for ruleset in rulesets:
            cell = self.cell(case, unit, ruleset)
            if cell is not None and cell.known.status not in found:
                certificate = cell.certificate
                if certificate is not None:
                    found[cell.known.status] = certificate
        return found

    def territory(self, case: Case, ruleset: Ruleset) -> Territory:
        """The areas of a case and what they count."""
        return territory(case.position, self.statuses(case, ruleset), ruleset)

    def counts(self, case: Case, ruleset: Ruleset) -> list[ComparedCount]:
        """What the document of the ruleset claims about the counts of a case, beside what was found."""
        if any((case.id, unit, ruleset.id) not in self.cells for unit in case.units):
            return []
        return compare_territory(case, ruleset, self.territory(case, ruleset))

    def groups(self, case: Case) -> list[tuple[tuple[Ruleset, ...], dict[Mask, Status]]]:
        """The rulesets that give all units of a case the same statuses, the largest group first."""
        found: dict[tuple[Status, ...], list[Ruleset]] = {}
        for ruleset in self.rulesets:
            found.setdefault(tuple(self.statuses(case, ruleset).values()), []).append(ruleset)
        ordered = sorted(found.items(), key=lambda item: -len(item[1]))
        return [(tuple(group), dict(zip(case.units, vector, strict=True))) for vector, group in ordered]

    def tally(self, ruleset: Ruleset) -> dict[Comparison, int]:
        """How many cells of a ruleset have each result."""
        results = [cell.result for cell in self.cells.values() if cell.ruleset is ruleset]
        return {result: results.count(result) for result in Comparison}

    def total(self, case: Case, ruleset: Ruleset) -> tuple[str, str]:
        """What Black and White count, or the bounds of it, as text."""
        bounds = self.territory(case, ruleset).bounds
        sides = (bounds.black, bounds.white)
        black, white = (f"{low:g}" if low == high else f"{low:g} to {high:g}" for low, high in sides)
        return black, white

    def lead(self, case: Case, ruleset: Ruleset) -> str:
        """Black's lead as in RE, or the bounds of it; stones taken before count where prisoners do."""
        return result_text(self._lead(case, ruleset))

    def _lead(self, case: Case, ruleset: Ruleset) -> tuple[float, float]:
        low, high = self.territory(case, ruleset).bounds.lead
        more = case.prisoners[BLACK] - case.prisoners[WHITE] if ruleset["score"] != "area" else 0
        return low + more, high + more

    def counted(self, case: Case, ruleset: Ruleset, other: Ruleset) -> str:
        """What a case counts, in words that can be compared with those about the *other* ruleset.

        The counts of both sides where both compare territory, or both areas. Else the lead alone, as a point
        of area is no point of territory; and nothing of a crop, of which areas count the stones shown.
        """
        if ruleset["score"] != other["score"]:
            return "" if case.position.open_sides else self.lead(case, ruleset)
        black, white = self.total(case, ruleset)
        return f"Black {black}, White {white}"

    def counts_differ(self, case: Case, one: Ruleset, other: Ruleset) -> bool:
        """Whether what :meth:`counted` says under two rulesets is proved to differ, whatever is unknown."""
        if one["score"] != other["score"]:
            if case.position.open_sides:
                return False
            return _apart(self._lead(case, one), self._lead(case, other))
        mine, theirs = (self.territory(case, ruleset).bounds for ruleset in (one, other))
        pairs = (mine.black, theirs.black), (mine.white, theirs.white), (mine.lead, theirs.lead)
        return any(_apart(first, second) for first, second in pairs)


def _apart(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two ranges have no number in common."""
    return one[1] < other[0] or other[1] < one[0]


def fill(
    cases: Sequence[Case],
    rulesets: Sequence[Ruleset],
    *,
    limits: Limits | None = None,
    prover: str = "auto",
    workers: Workers | None = None,
    cache: VerdictCache | None = None,
    on_total: Callable[[int], None] | None = None,
    on_step: Callable[[str], None] | None = None,
) -> Matrix:
    """Judge every unit of *cases* under every one of *rulesets*.

    The *limits* are for one unit under one ruleset. Rulesets that play the same (and only count differently)
    are searched once, with the states and the time of all of them together. What stays unknown is tried
    with the proofs found under the other rulesets, and with a search for life under all of them
    (:func:`verifier.jobs.compare.asked.lives_asked`). Verdicts in *cache* are taken from there, new ones put
    in as they come, so an interrupted run can be taken up again. The certificates stay there, and can be read
    until it is closed. *on_total* hears how many searches are left, before the search for life once more;
    *on_step* hears what each of them found. Ctrl-C ends the run with what there is.

    Raises:
        InputError: the prover is not available.
    """
    limits = limits or Limits()
    cache = cache or VerdictCache()
    asked = asked_of(cases, rulesets, limits, prover)
    found: dict[Key, Known] = {}
    tried: set[tuple[Key, Key]] = set()

    def left(questions: dict[Key, Question], way: Way = decide) -> dict[Key, Question]:
        for key, question in questions.items():
            if key not in found and (known := cache.get(question, way)) is not None:
                found[key] = known
        rest = {key: question for key, question in questions.items() if key not in found}
        if on_total:
            on_total(len(rest))
        return rest

    def search(questions: dict[Key, Question], way: Way = decide) -> None:
        keys = list(questions)
        with contextlib.closing(decide_all(list(questions.values()), workers=workers, way=way)) as answers:
            for index, verdict in answers:
                key, rules = keys[index], verdict.question.ruleset
                found[key] = cache.put(questions[key], Known.of(verdict), way)
                if on_step:
                    on_step(f"{key[0]} {verdict.name} {verdict.status.value} under {rules.id}")
        for key, carried in _carried_over(asked, found, tried):
            found[key] = cache.put(asked[key], carried)

    searched = left(asked)
    interrupted = False
    try:
        # What "nearby" means depends on other units: their verdicts come first.
        search({key: one for key, one in searched.items() if not scoped(one.ruleset)})
        search({key: told(one, key[0], found) for key, one in searched.items() if scoped(one.ruleset)})
        search(left(lives_asked(asked, found), prove_life), prove_life)
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


def _carried_over(
    asked: dict[Key, Question], found: Mapping[Key, Known], tried: set[tuple[Key, Key]]
) -> Iterator[tuple[Key, Known]]:
    """What proofs of the same unit under other rules decide. *tried* are the pairs that have been."""
    proofs: defaultdict[tuple[str, Mask], dict[Key, Known]] = defaultdict(dict)
    for key, known in found.items():
        if known.proved:
            proofs[key[:2]][key] = known
    for key, question in asked.items():
        if key not in found or found[key].status is not Status.UNKNOWN:
            continue
        others = {other: proof for other, proof in proofs[key[:2]].items() if (key, other) not in tried}
        tried |= {(key, other) for other in others}
        read = (known.certificate for known in others.values())
        verdict = carried_over(question, (proof for proof in read if proof is not None))
        if verdict is not None:
            yield key, Known.of(verdict)
