"""When a proof about a unit in one position is one in another position, too.

A verdict rests on the arena of its unit: locale, stones there, walls around. What happens elsewhere on the
board changes nothing; and a proof by patterns rests on less, the zone of its first pattern.
"""

import dataclasses
from typing import TypeAlias

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.verdict import verdict_by
from verifier.board import Mask, Position
from verifier.play import State
from verifier.proof import Certificate, Patterns, Refutation, Strategy
from verifier.proof.certificate import Evidence, Node
from verifier.proof.scope import scope_of
from verifier.rules import Ruleset
from verifier.units import decompose

__all__ = ["Fight", "brought", "carried", "fight_of", "stands"]

Fight: TypeAlias = tuple[object, ...]
"""What a unit's arena depends on; equal fights are the same game."""


def fight_of(position: Position, unit: Mask, ruleset: Ruleset) -> Fight:
    """Return what the game for *unit* depends on under this ruleset.

    Where there are walls by proof that is the whole position, as it says which proofs are found.
    """
    kind = ruleset["walls"]
    if kind == "independent" or position.open_sides:
        return (position, unit)
    around = decompose(position, kind).surroundings(unit)
    return (unit, *around, *_within(position, around[0]))


def _within(position: Position, points: Mask) -> tuple[Mask, Mask]:
    return position.black & points, position.white & points


def stands(verdict: UnitVerdict, position: Position) -> bool:
    """Whether the proof of *verdict* holds in *position* as it stands there.

    *position* has the same unit. False says nothing: another proof may be found, or :func:`carried` may
    find that this one is accepted all the same.
    """
    question, certificate = verdict.question, verdict.certificate
    if certificate is None:
        return False
    unit, kind = verdict.unit, question.ruleset["walls"]
    if position == question.position:
        return True
    if kind == "independent" or position.open_sides:
        return False
    around = decompose(position, kind).surroundings(unit)
    if around != (question.decomposition or decompose(question.position, kind)).surroundings(unit):
        return False
    locale = around[0]
    if _within(position, locale) == _within(question.position, locale):
        return True
    # Walls and locale are the same, so that patterns mean the same: the first of them has to match.
    if len(certificate.evidence) != 1 or certificate.supports:
        return False
    evidence = certificate.evidence[0]
    if not isinstance(evidence, Patterns) or evidence.holds or not _matches(evidence, position):
        return False
    moved = dataclasses.replace(certificate, claim=dataclasses.replace(certificate.claim, position=position))
    return scope_of(moved) == scope_of(certificate)


def _matches(patterns: Patterns, position: Position) -> bool:
    if not patterns.nodes:
        return False
    first = patterns.nodes[0].pattern
    return _within(position, first.zone) == (first.black, first.white) and not (
        position.stones(patterns.side) & first.eyes
    )


def carried(question: Question, verdict: UnitVerdict) -> UnitVerdict | None:
    """Answer *question* with the proof of *verdict*, about the same unit of another position.

    None if the checker does not accept it there.
    """
    certificate = verdict.certificate
    if certificate is None or question.ruleset["walls"] == "independent":
        return None
    for item in certificate.evidence:
        if isinstance(item, Patterns) and item.nodes and not _matches(item, question.position):
            return None
    return _carried(question, verdict, certificate)


def brought(verdict: UnitVerdict, position: Position) -> UnitVerdict:
    """Return the verdict on the same unit with a certificate about *position*.

    For a verdict that :func:`stands` there, or about the same :data:`Fight`: its proof is rewritten and
    checked again. Should the checker refuse it, the question is searched anew.

    Raises:
        InputError: *position* has no such unit.
    """
    if verdict.question.position == position:
        return verdict
    apart = decompose(position, verdict.question.ruleset["walls"])
    question = dataclasses.replace(
        verdict.question, position=position, found=None, supports=None, decomposition=apart
    )
    if verdict.certificate is None:
        return dataclasses.replace(verdict, question=question)
    moved = _carried(question, verdict, verdict.certificate)
    return moved if moved is not None else decide(question)


def _carried(question: Question, verdict: UnitVerdict, certificate: Certificate) -> UnitVerdict | None:
    prover = verdict.outcome.prover if verdict.outcome else "static"
    moved = _moved(certificate, question.position)
    return verdict_by(question, moved, prover, "carried over from another position")


def _moved(certificate: Certificate, position: Position) -> Certificate:
    """The same proof about *position*."""
    claim = dataclasses.replace(certificate.claim, position=position)
    # A unit that a support is about may be gone; then the checker will say so.
    locale = decompose(position, claim.ruleset["walls"]).locale_of.get(claim.unit, 0)
    return dataclasses.replace(
        certificate,
        claim=claim,
        evidence=tuple(_rewritten(item, position, locale) for item in certificate.evidence),
        supports=tuple(_moved(item, position) for item in certificate.supports),
    )


def _rewritten(evidence: Evidence, position: Position, locale: Mask) -> Evidence:
    """The same evidence, its states with the stones of *position* outside the locale."""

    def state_of(state: State) -> State:
        black, white = (
            (stones & locale) | (fixed & ~locale)
            for stones, fixed in ((state.black, position.black), (state.white, position.white))
        )
        return state._replace(black=black, white=white)

    if isinstance(evidence, Strategy):
        nodes: dict[State, Node] = {state_of(state): node for state, node in evidence.nodes.items()}
        return dataclasses.replace(evidence, nodes=nodes)
    if isinstance(evidence, Refutation):
        variables = tuple(
            state_of(item) if isinstance(item, State) else (state_of(item[0]), item[1])
            for item in evidence.variables
        )
        return dataclasses.replace(evidence, variables=variables)
    return evidence
