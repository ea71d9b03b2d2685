"""One proof under several rulesets.

Rulesets that differ in counting alone play the same, so a proof under one is a proof under the other. Between
rulesets that play differently it may still be one: a forced capture without a ko hardly depends on the rules.
Then only the checker can tell.
"""

import dataclasses
from collections.abc import Iterable

from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.verdict import verdict_of
from verifier.errors import InputError
from verifier.proof import Certificate, Patterns
from verifier.rules import Ruleset
from verifier.search import Outcome, Status

__all__ = ["carried_over", "relabelled"]


def relabelled(certificate: Certificate, ruleset: Ruleset) -> Certificate:
    """Return the same proof under a ruleset that plays the same, supports included.

    Raises:
        ValueError: the rulesets are different games.
    """
    played = certificate.claim.ruleset
    if played.play_digest != ruleset.play_digest:
        raise ValueError(f"{played.id} and {ruleset.id} are different games")
    return _named(certificate, ruleset)


def carried_over(question: Question, proofs: Iterable[Certificate]) -> UnitVerdict | None:
    """Answer *question* with the first of *proofs* that the checker accepts under its ruleset.

    The proofs are about the same unit of the same position, under other rulesets. None if none is accepted.
    """
    if question.ruleset["walls"] == "independent":
        return None  # the proofs of such walls are part of the claim
    for proof in proofs:
        try:
            certificate = _named(proof, question.ruleset)
        except InputError:
            continue  # what supports the proof has no game under these rules
        outcome = Outcome(
            Status(proof.claim.verdict.value),
            certificate,
            str(proof.about.get("prover", "native")),
            f"carried over from {proof.claim.ruleset.id}",
            0,
            0.0,
        )
        verdict = verdict_of(question, outcome)
        if verdict.status is not Status.UNKNOWN:
            return verdict
    return None


def _named(certificate: Certificate, ruleset: Ruleset) -> Certificate:
    claim = dataclasses.replace(certificate.claim, ruleset=ruleset)
    supports = tuple(
        _named(item, ruleset.with_values(dead_means=item.claim.ruleset["dead_means"]))
        for item in certificate.supports
    )
    evidence = certificate.evidence
    if ruleset["cycle"] == "aim" != certificate.claim.ruleset["cycle"]:
        evidence = tuple(_unweighed(item) if isinstance(item, Patterns) else item for item in evidence)
    return dataclasses.replace(certificate, claim=claim, supports=supports, evidence=evidence)


def _unweighed(patterns: Patterns) -> Patterns:
    """The same where prisoners do not count: an owner who never loses the unit has all cycles."""
    nodes = tuple(dataclasses.replace(node, credit=0, rank=0) for node in patterns.nodes)
    return dataclasses.replace(patterns, nodes=nodes)
