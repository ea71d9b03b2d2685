"""What one ruleset changes in examples that another one decides: what is known already before the rest."""

from collections.abc import Iterator, Sequence

from verifier.jobs.cases.case import Case
from verifier.jobs.compare.asked import asked_of
from verifier.jobs.compare.cache import VerdictCache
from verifier.jobs.compare.matrix import Cell, Matrix, fill
from verifier.rules import Ruleset
from verifier.search import Limits

__all__ = ["changed_cases"]


def changed_cases(
    cases: Sequence[Case], rulesets: Sequence[Ruleset], *, limits: Limits, cache: VerdictCache
) -> Iterator[Matrix]:
    """Yield a matrix for each of *cases*: first, at once, of those of which *cache* knows all verdicts.

    The *limits* are for one unit under one ruleset.
    """
    left = []
    for case in cases:
        known = _known(case, rulesets, limits, cache)
        if known is None:
            left.append(case)
        else:
            yield known
    for case in left:
        yield fill([case], rulesets, limits=limits, cache=cache)


def _known(case: Case, rulesets: Sequence[Ruleset], limits: Limits, cache: VerdictCache) -> Matrix | None:
    """The matrix of a case without any search or check; None if it takes one."""
    cells = {}
    for (_, unit, digest), question in asked_of([case], rulesets, limits, "auto").items():
        if unit not in case.units:
            continue
        found = cache.brief(question)
        if found is None:
            return None
        for ruleset in rulesets:
            if ruleset.play_digest == digest:
                claim = case.claims_of(ruleset.document).get(unit)
                cells[case.id, unit, ruleset.id] = Cell(case, unit, ruleset, found, claim)
    return Matrix((case,), tuple(rulesets), limits, cells, interrupted=False)
