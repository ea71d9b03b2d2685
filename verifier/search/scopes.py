"""Proofs where a new stone nearby counts and how far that reaches is not certain (verifier.proof.scope)."""

import dataclasses
from collections.abc import Sequence

from verifier.board import Mask, Position
from verifier.play import arena_for
from verifier.proof.certificate import Certificate, Claim, Verdict
from verifier.proof.scope import scope_of
from verifier.rules import Ruleset
from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.provers import prove

__all__ = ["prove_in_scopes"]


def prove_in_scopes(
    position: Position,
    unit: Mask,
    ruleset: Ruleset,
    supports: Sequence[Certificate],
    limits: Limits,
    prover: str = "auto",
) -> tuple[Outcome, bool]:
    """Prove life in the scope that *supports* leave for sure, or death in the one that they leave possible.

    Also say whether these differ, so that knowing more of the owner's other units may help.
    """
    # A proof of life needs to know who is lost, one of death who lives: of the rest nothing is assumed.
    needed = {
        verdict: tuple(item for item in supports if item.claim.verdict is not verdict)
        for verdict in (Verdict.ALIVE, Verdict.DEAD)
    }
    scopes: dict[Mask, list[Verdict]] = {}
    for verdict, part in needed.items():
        scope = scope_of(Certificate(Claim(position, unit, ruleset, verdict), (), supports=part))
        assert scope is not None
        scopes.setdefault(scope, []).append(verdict)
    if len(scopes) > 1:
        limits = limits.share(2)
    reason = ""
    for scope, verdicts in scopes.items():
        arena = arena_for(position, unit, ruleset, scope)
        side = None
        if len(scopes) > 1:
            side = arena.owner if Verdict.ALIVE in verdicts else arena.attacker
        outcome = prove(arena, limits=limits, prover=prover, side=side)
        if outcome.certificate is not None and outcome.certificate.claim.verdict in verdicts:
            part = needed[outcome.certificate.claim.verdict]
            certificate = dataclasses.replace(outcome.certificate, supports=part)
            return dataclasses.replace(outcome, certificate=certificate), False
        reason = reason or outcome.limit
    reason = reason or "the status of another unit of the same side"
    unknown = dataclasses.replace(outcome, status=Status.UNKNOWN, certificate=None, limit=reason)
    return unknown, len(scopes) > 1
