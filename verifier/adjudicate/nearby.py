"""Units whose verdict depends on that of their owner's other units: those say how far "nearby" reaches."""

import dataclasses
import time
from collections.abc import Callable, Sequence

from verifier.adjudicate.question import Question, UnitVerdict
from verifier.proof import Certificate
from verifier.proof.scope import support_rules, supporters
from verifier.search import Limits, Outcome, Status
from verifier.search.windows.scopes import prove_in_scopes

__all__ = ["prove_nearby"]


def prove_nearby(question: Question, decide: Callable[[Question], UnitVerdict]) -> Outcome:
    """Prove life where a new stone counts for sure, or death where it may count.

    Only if one of the two fail are the owner's other units judged, which say how far the scope reaches
    (verifier.proof.scope).
    """
    if question.supports is not None:
        return _in_scopes(question, question.supports)[0]
    begun = time.monotonic()
    position, unit, ruleset = question.position, question.unit, question.ruleset
    others, rules = supporters(position, unit, ruleset), support_rules(ruleset)
    # Searches that lead nowhere must leave time for the others.
    first = _half(question.limits) if others else question.limits
    found, differ = _in_scopes(dataclasses.replace(question, limits=first), ())
    if found.status is not Status.UNKNOWN or not differ:
        return found
    supports, spent = [], found
    for other in others:
        if time.monotonic() - begun >= question.limits.seconds:
            return dataclasses.replace(spent, limit="all seconds")
        limits = _half(question.limits.less(time.monotonic() - begun))
        apart = question.decomposition
        asked = Question(position, other, rules, limits, question.prover, decomposition=apart)
        support = _support(asked, decide)
        if support.question is asked and support.outcome is not None:  # not remembered
            spent = spent.after(support.outcome)
        if support.certificate is not None:
            supports.append(support.certificate)
    if not supports:
        return spent
    rest = dataclasses.replace(question, limits=question.limits.less(time.monotonic() - begun))
    return _in_scopes(rest, supports)[0].after(spent)


_SUPPORTS: dict[Question, UnitVerdict] = {}
"""The last verdicts on units that say how far "nearby" reaches: those of one side support each other."""
_MOST_SUPPORTS = 256


def _support(question: Question, decide: Callable[[Question], UnitVerdict]) -> UnitVerdict:
    """Decide *question*, or remember what came of it when there was at least as much time."""
    key = dataclasses.replace(question, limits=Limits())
    known = _SUPPORTS.pop(key, None)
    if known is None or (known.status is Status.UNKNOWN and question.limits.exceed(known.question.limits)):
        known = decide(question)
    while len(_SUPPORTS) >= _MOST_SUPPORTS:
        del _SUPPORTS[next(iter(_SUPPORTS))]
    _SUPPORTS[key] = known
    return known


def _half(limits: Limits) -> Limits:
    return dataclasses.replace(limits, seconds=limits.seconds / 2)


def _in_scopes(question: Question, supports: Sequence[Certificate]) -> tuple[Outcome, bool]:
    asked = question.position, question.unit, question.ruleset
    return prove_in_scopes(*asked, supports, question.limits, question.prover)
