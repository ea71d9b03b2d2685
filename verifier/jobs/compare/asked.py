"""What a comparison of rulesets asks: each question once, in an order in which answers help each other."""

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from verifier.adjudicate.question import Question
from verifier.board import Mask
from verifier.jobs.cases.case import Case
from verifier.jobs.compare.cache import Known
from verifier.jobs.compare.relabel import relabelled
from verifier.play import remembers, scoped
from verifier.proof.scope import support_rules, supporters
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = ["Key", "asked_of", "lives_asked", "told"]

Key: TypeAlias = tuple[str, Mask, str]
"""Case id, unit, and digest of the rules of play."""

_SUPPORT_SHARE = 8
"""The part of the limits that a verdict gets on which only those on other units depend."""
_LIFE_SHARE = 2
"""The part that a search for life under many rulesets gets of the limits of all of them."""


def asked_of(
    cases: Sequence[Case], rulesets: Sequence[Ruleset], limits: Limits, prover: str
) -> dict[Key, Question]:
    """Return the questions of a matrix, and those about units that the others depend on."""
    sharing = Counter(ruleset.play_digest for ruleset in rulesets)
    shared = {digest: _together([limits] * number) for digest, number in sharing.items()}
    first = {ruleset.play_digest: ruleset for ruleset in reversed(rulesets)}
    asked = {
        (case.id, unit, digest): Question(case.position, unit, first[digest], shared[digest], prover)
        for case in cases
        for unit in case.units
        for digest in sharing
    }
    little = limits.share(_SUPPORT_SHARE)
    for (case, unit, _), question in list(asked.items()):
        if not scoped(question.ruleset):
            continue
        rules = support_rules(question.ruleset)
        for other in supporters(question.position, unit, question.ruleset):
            support = dataclasses.replace(question, unit=other, ruleset=rules, limits=little)
            asked.setdefault((case, other, rules.play_digest), support)
    return asked


def told(question: Question, case: str, found: Mapping[Key, Known]) -> Question:
    """Return a question under a scoped ruleset with what *found* says of the units that it depends on."""
    rules = support_rules(question.ruleset)
    others = supporters(question.position, question.unit, question.ruleset)
    verdicts = [found.get((case, other, rules.play_digest)) for other in others]
    proofs = [known.certificate for known in verdicts if known]
    return dataclasses.replace(
        question, supports=tuple(relabelled(proof, rules) for proof in proofs if proof is not None)
    )


def lives_asked(asked: Mapping[Key, Question], found: Mapping[Key, Known]) -> dict[Key, Question]:
    """Return questions whether units that are unknown live by plain play, under the strictest rules for that.

    One proof of it serves all rulesets that differ in their ko rule and in what a new stone is
    (docs/games.md, section 4), so the search has a part of the limits of all of these. It is not asked where
    the unit is dead under one of them.
    """
    unknown: defaultdict[Key, list[Question]] = defaultdict(list)
    dead = set()
    for (case, unit, digest), known in found.items():
        question = asked[case, unit, digest]
        if not remembers(question.ruleset) or question.ruleset["walls"] == "independent":
            continue
        rules = _strictest(question.ruleset)
        key = (case, unit, rules.play_digest)
        if known.status is Status.DEAD:
            dead.add(key)
        elif known.status is Status.UNKNOWN:
            unknown[key].append(dataclasses.replace(question, ruleset=rules))
    return {
        key: dataclasses.replace(
            questions[0], limits=_together([question.limits for question in questions]).share(_LIFE_SHARE)
        )
        for key, questions in unknown.items()
        if key not in dead
    }


def _strictest(ruleset: Ruleset) -> Ruleset:
    """The rules under which plain play is hardest for the owner: bans last one turn, and prisoners count."""
    return ruleset.with_values(
        ko="basic", dead_means="no new stone on its points", cycle="prisoners then aim"
    )


def _together(limits: Sequence[Limits]) -> Limits:
    """The states and the time of all of them."""
    nodes, seconds = sum(one.nodes for one in limits), sum(one.seconds for one in limits)
    return dataclasses.replace(limits[0], nodes=nodes, seconds=seconds)
