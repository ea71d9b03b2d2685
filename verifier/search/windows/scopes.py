"""Proofs where a new stone nearby counts and how far that reaches is not certain (verifier.proof.scope)."""

import dataclasses
import time
from collections.abc import Sequence

from verifier.board import Mask, Position
from verifier.play import arena_for
from verifier.proof.certificate import Certificate, Claim, Verdict
from verifier.proof.scope import attackers_around, scope_of
from verifier.rules import Ruleset
from verifier.rules.axes import INSIDE
from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.windows.ways import prove_every_way
from verifier.search.windows.window import prove_in_window

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
    scopes: dict[tuple[Mask, Mask], list[Verdict]] = {}
    for verdict, part in needed.items():
        for standing in _standing(position, unit, ruleset, verdict):
            claim = Claim(position, unit, ruleset, verdict)
            scope = scope_of(Certificate(claim, (), supports=part, standing=standing))
            assert scope is not None
            scopes.setdefault((scope, standing), []).append(verdict)
    begun, reason = time.monotonic(), ""
    before: Outcome | None = None
    for number, ((scope, standing), verdicts) in enumerate(scopes.items()):
        # The time that one of them leaves is for the others.
        left = limits.less(time.monotonic() - begun).share(len(scopes) - number)
        share = dataclasses.replace(left, nodes=limits.share(len(scopes)).nodes)
        arena = arena_for(position, unit, ruleset, scope, standing=standing)
        if standing:
            outcome = prove_in_window(arena, arena.attacker, arena.locale, share, prover=prover)
        else:
            side = None
            if len(scopes) > 1:
                side = arena.owner if Verdict.ALIVE in verdicts else arena.attacker
            outcome = prove_every_way(arena, share, prover, side)
        outcome = before = outcome if before is None else outcome.after(before)
        if outcome.certificate is not None and outcome.certificate.claim.verdict in verdicts:
            part = needed[outcome.certificate.claim.verdict]
            return outcome.with_proof(supports=part), False
        reason = reason or outcome.limit
    reason = reason or "the status of another unit of the same side"
    unknown = dataclasses.replace(outcome, status=Status.UNKNOWN, certificate=None, limit=reason)
    return unknown, len(scopes) > 1


def _standing(position: Position, unit: Mask, ruleset: Ruleset, verdict: Verdict) -> list[Mask]:
    """The chains of the attacker that a proof of *verdict* may say it never loses: none, or those around."""
    if verdict is not Verdict.DEAD or ruleset["dead_means"] != INSIDE:
        return [0]
    around = attackers_around(position, unit, ruleset)
    return [around, 0] if around else [0]
