"""One proof for several units.

Where a new stone counts beyond the unit, the attacker clears the unit and a scope around it. For another unit
of the same side there is often no more to clear, so that the proof of one is a proof of both. And a new stone
that the owner holds where it counts for one unit may count for others. Only the checker can tell.
"""

import dataclasses
from collections.abc import Iterable

from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.verdict import verdict_by
from verifier.board import Mask, unit_name
from verifier.errors import CertificateError, InputError
from verifier.play import MemoryArena
from verifier.proof import Certificate, Patterns, Verdict
from verifier.proof.scope import arena_of
from verifier.rules.axes import ENABLING

__all__ = ["counting", "served"]


def served(question: Question, proofs: Iterable[Certificate]) -> UnitVerdict | None:
    """Answer *question* with the first of *proofs*, about other units, that the checker accepts for its unit.

    None if there is none.
    """
    for proof in proofs:
        certificate = _serving(proof, question)
        if certificate is None:
            continue
        prover = str(proof.about.get("prover", "native"))
        method = f"the proof of {unit_name(proof.claim.position, proof.claim.unit)}"
        verdict = verdict_by(question, certificate, prover, method)
        if verdict is not None:
            return verdict
    return None


def _serving(proof: Certificate, question: Question) -> Certificate | None:
    """The same proof about the unit of *question*, if that may be one."""
    claim, unit = proof.claim, question.unit
    if claim.verdict is Verdict.DRAWN or claim.ruleset["dead_means"] not in ENABLING:
        return None
    stones = claim.position.black if claim.unit & claim.position.black else claim.position.white
    alike = claim.position == question.position and claim.ruleset == question.ruleset
    if not alike or unit == claim.unit or unit & ~stones:
        return None
    try:
        certificate = dataclasses.replace(proof, claim=dataclasses.replace(claim, unit=unit))
        mine, other = arena_of(proof), arena_of(certificate)
    except (CertificateError, InputError):
        return None
    if not (isinstance(mine, MemoryArena) and isinstance(other, MemoryArena)):
        return None
    if (mine.walls, mine.locale) != (other.walls, other.locale):
        return None
    # In the same surroundings there must be no more to clear, or a stone that is held must count.
    if claim.verdict is Verdict.DEAD:
        needed = counting(other) & ~counting(mine)
    else:
        needed = _where_held(proof) & counting(mine) & ~counting(other)
    return None if needed else certificate


def _where_held(proof: Certificate) -> Mask:
    """The points on which the owner may come to hold a stone; all if that is not what is proved."""
    (item,) = proof.evidence if len(proof.evidence) == 1 else (None,)
    return item.area if isinstance(item, Patterns) and item.holds else ~0


def counting(arena: MemoryArena) -> Mask:
    """Where a new stone counts."""
    return arena.unit | arena.scope
