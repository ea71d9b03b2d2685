"""The checker: decides whether a certificate proves its claim.

It imports board, rules and play only, recomputes walls, locale, moves, captures, ownership and
unconditional life itself, and trusts no number in the file. Why the conditions below are enough is
written down in docs/certificates-why.md.

For strategies by states it loads nothing but :mod:`verifier.proof.states` and what that needs; checkers of
other kinds of evidence, and of files, are imported where a certificate asks for them.
"""

import dataclasses
import time
from pathlib import Path

from verifier.board import Colour, Mask, Position, vertex
from verifier.errors import CertificateError, InputError, ShikatsuError
from verifier.play import Arena
from verifier.proof.certificate import (
    Certificate,
    Claim,
    Evidence,
    Keep,
    Patterns,
    Places,
    Refutation,
    Stages,
    Verdict,
)
from verifier.proof.scope import check_scope
from verifier.proof.states import check_strategy

__all__ = ["CheckReport", "check", "check_keep"]


@dataclasses.dataclass(frozen=True, slots=True)
class CheckReport:
    """A proved claim, and the work that checking it took."""

    claim: Claim
    family: str
    """"wall", "strategy", "patterns", "places", "stages" or "refutation"; if drawn two, with " and "."""
    states: int
    """Listed states, patterns or variables, those of the proofs of walls included."""
    moves: int
    """Moves replayed, those that end in unconditional life included."""
    seconds: float


def check(certificate: Certificate | str | Path) -> CheckReport:
    """Return what a certificate, or the one in the file of that path, proves.

    Raises:
        InputError: it is neither, or the file cannot be read as a certificate at all.
        CertificateError: it does not prove its claim; the message names the first fault.
    """
    if not isinstance(certificate, Certificate):
        from verifier.proof.store import certificate_of

        return check(certificate_of(certificate))
    begun = time.perf_counter()
    claim = certificate.claim
    if (claim.walls or certificate.keeps) and claim.ruleset["walls"] != "independent":
        raise CertificateError("there are walls by proof only under 'independent'")
    for chain in claim.position.breathless():
        first = vertex((chain & -chain).bit_length() - 1, claim.position.rows, claim.position.cols)
        raise CertificateError(f"the chain at {first} has no liberty")
    try:
        arena = claim.arena(check_scope(certificate, check), certificate.standing)
    except ShikatsuError as error:
        raise CertificateError(str(error)) from None
    if type(arena) is not Arena and any(isinstance(item, Refutation) for item in certificate.evidence):
        raise CertificateError("this game is proved by strategies only")
    states, moves = _check_keeps(certificate, arena)
    if not arena.locale:
        if claim.verdict is not Verdict.ALIVE or certificate.evidence:
            raise CertificateError("the unit is a wall: it is alive and needs no evidence")
        return CheckReport(claim, "wall", states, moves, time.perf_counter() - begun)
    families = []
    for (side, draw_wins), evidence in _obligations(arena, certificate):
        if isinstance(evidence, Refutation):
            counted = arena.ruleset["cycle"] != "draw" or evidence.draw_wins != draw_wins
            if side == arena.owner or not counted:
                raise CertificateError("the refutation is of another game than the claim needs")
            from verifier.proof.refutation import check_refutation

            states += len(evidence.variables)
            moves += check_refutation(arena, evidence)
            families.append("refutation")
        else:
            if evidence.side != side or evidence.draw_wins is not draw_wins:
                raise CertificateError("the strategy is for another side or draw rule than the claim needs")
            states += len(evidence.nodes)
            if isinstance(evidence, Patterns):
                moves += _check_patterns(arena, evidence)
                families.append("patterns")
            elif isinstance(evidence, Places):
                from verifier.proof.places import check_places

                moves += check_places(arena, evidence)
                families.append("places")
            elif isinstance(evidence, Stages):
                from verifier.proof.stages import check_stages

                moves += check_stages(arena, evidence)
                families.append("stages")
            else:
                moves += check_strategy(arena, evidence)
                families.append("strategy")
    return CheckReport(claim, " and ".join(families), states, moves, time.perf_counter() - begun)


def _check_patterns(arena: Arena, evidence: Patterns) -> int:
    from verifier.play.plain import game_of_patterns
    from verifier.proof.patterns import check_patterns

    try:
        game = game_of_patterns(arena, evidence.side, evidence.holds, evidence.named)
    except InputError as error:
        raise CertificateError(str(error)) from None
    return check_patterns(game, evidence)


def check_keep(position: Position, keep: Keep, walls: Mask) -> int:
    """Verify that the owner keeps the chains of *keep*, given *walls* proved before; return the moves.

    Raises:
        CertificateError: he may not, for all that the evidence says.
        InputError: what is said to be kept are no chains of the position.
    """
    from verifier.play.keeping import Keeping
    from verifier.proof.patterns import check_patterns

    game = Keeping(position, keep.colour, keep.stones, walls)
    if keep.evidence.draw_wins or keep.evidence.holds or keep.evidence.named:
        raise CertificateError("a wall is kept without the help of draws, and never lost")
    return check_patterns(game, keep.evidence, secluded=True)


def _check_keeps(certificate: Certificate, arena: Arena) -> tuple[int, int]:
    """Verify that the walls of the claim are kept; return the listed states or patterns, and the moves.

    The areas of one colour may not meet, as the owner answers in each of them, and none may meet the
    locale, so that no play for the unit is an attack on a wall.
    """
    position, walls, states, moves = certificate.claim.position, 0, 0, 0
    areas = [0, 0]
    for number, keep in enumerate(certificate.keeps, 1):
        try:
            if keep.area & areas[keep.colour]:
                raise CertificateError("its area meets that of another wall of the same colour")
            if keep.area & arena.locale:
                raise CertificateError("its area meets the locale of the unit")
            moves += check_keep(position, keep, walls)
        except ShikatsuError as error:
            raise CertificateError(f"wall proof {number}: {error}") from None
        states += len(keep.evidence.nodes)
        areas[keep.colour] |= keep.area
        walls |= keep.stones
    if walls != certificate.claim.walls:
        raise CertificateError("the walls of the claim are not those that are proved")
    return states, moves


def _obligations(arena: Arena, certificate: Certificate) -> list[tuple[tuple[Colour, bool], Evidence]]:
    """Pair each piece of evidence with the side it must win for and whether draws may help it.

    A refutation shows that the *owner* has no winning strategy, so it stands in for the attacker;
    draws help the attacker where they do not count for the owner in the refuted game.
    """
    verdict, evidence = certificate.claim.verdict, certificate.evidence
    needed = {
        Verdict.ALIVE: [(arena.owner, False)],
        Verdict.DEAD: [(arena.attacker, False)],
        Verdict.DRAWN: [(arena.owner, True), (arena.attacker, True)],
    }[verdict]
    if verdict is Verdict.DRAWN and arena.ruleset["cycle"] != "draw":
        raise CertificateError("only a ruleset that calls cycles a draw can have a drawn unit")
    if len(evidence) != len(needed):
        raise CertificateError(f"a unit said to be {verdict.value} needs {len(needed)} pieces of evidence")
    return list(zip(needed, evidence, strict=True))
