"""One proof under several rulesets.

Rulesets that differ in counting alone play the same, so a proof under one is a proof under the other. Between
rulesets that play differently it may still be one: a forced capture without a ko hardly depends on the rules.
Then only the checker can tell.
"""

import dataclasses
from collections.abc import Iterable

from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.verdict import verdict_by
from verifier.errors import InputError
from verifier.jobs.compare.remeasure import remeasured
from verifier.play import PASS, Arena, MemoryArena
from verifier.proof import (
    Answer,
    Certificate,
    Evidence,
    PatternNode,
    Patterns,
    Place,
    Places,
    Stages,
    Strategy,
)
from verifier.proof.numbering import renumbered
from verifier.proof.places import place_arena
from verifier.proof.scope import scope_of
from verifier.proof.stages import begun_place
from verifier.rules import Ruleset
from verifier.rules.axes import PLAYED

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
        prover = str(proof.about.get("prover", "native"))
        verdict = verdict_by(question, certificate, prover, f"carried over from {proof.claim.ruleset.id}")
        if verdict is not None:
            return verdict
    return None


def _named(certificate: Certificate, ruleset: Ruleset) -> Certificate:
    claim = dataclasses.replace(certificate.claim, ruleset=ruleset)
    supports = tuple(
        _named(item, ruleset.with_values(dead_means=item.claim.ruleset["dead_means"]))
        for item in certificate.supports
    )
    named = dataclasses.replace(certificate, claim=claim, supports=supports)
    changed = {axis for axis in PLAYED if certificate.claim.ruleset[axis] != ruleset[axis]} - {"walls"}
    if not changed or "draw" in (certificate.claim.ruleset["cycle"], ruleset["cycle"]):
        return named
    evidence = tuple(_moved(item, certificate, named, changed) for item in certificate.evidence)
    return dataclasses.replace(named, evidence=evidence)


def _moved(item: Evidence, certificate: Certificate, named: Certificate, changed: set[str]) -> Evidence:
    """The same moves, as far as they are still possible, where some axes have changed."""
    if isinstance(item, Strategy):
        return remeasured(item, named.claim.arena(scope_of(named)))
    if isinstance(item, Stages):
        played = _moved(item.opening, certificate, named, changed)
        assert isinstance(played, Patterns)
        if "cycle" in changed:
            arena = named.claim.arena(scope_of(named))
            if isinstance(arena, MemoryArena):
                games = (begun_place(arena, place, named=item.named) for place in item.places)
                item = dataclasses.replace(item, places=tuple(map(_counted_anew, item.places, games)))
        return _with_ends(item, played)
    if isinstance(item, Places) and "cycle" in changed:
        arena, places = named.claim.arena(scope_of(named)), item.places
        games = (place_arena(arena, place, places, named=item.named) for place in places)
        return dataclasses.replace(item, places=tuple(map(_counted_anew, places, games)))
    if isinstance(item, Patterns):
        if "first_move" in changed:
            item = _waiting(item)
        if "cycle" in changed:
            return remeasured(item, named.claim.arena(scope_of(named)))
    return item


def _counted_anew(place: Place, game: Arena) -> Place:
    evidence = remeasured(place.evidence, game)
    return dataclasses.replace(place, evidence=evidence) if isinstance(evidence, Patterns) else place


def _with_ends(item: Stages, played: Patterns) -> Stages:
    """Put back the ends of a first stage that may begin with a pass now."""
    more = len(played.nodes) - len(item.first)
    first = list(played.nodes)
    for number, node in enumerate(item.first, more):
        if not isinstance(node.after, Answer) and node.after >= len(item.first):
            first[number] = dataclasses.replace(first[number], after=node.after + more)
    return dataclasses.replace(item, first=tuple(first))


def _waiting(item: Patterns) -> Patterns:
    """The same by a side that now moves first: it passes, and then is where the proof begins.

    For the side that moved first the rules are worse now, and the checker will say so.
    """
    if not item.nodes or item.nodes[0].pattern.to_move == item.side:
        return item
    first = item.nodes[0]
    pattern = first.pattern._replace(to_move=int(item.side))
    shifted = (renumbered(node, lambda target: target + 1) for node in item.nodes)
    node = PatternNode(pattern, PASS, first.credit, first.rank + 1, 1, {})
    return dataclasses.replace(item, nodes=(node, *shifted))
