"""Deciding one unit: search, then check, and only then a verdict."""

import dataclasses
import functools
import time

from verifier.adjudicate.nearby import prove_nearby
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.verdict import verdict_of
from verifier.board import Position
from verifier.play import Arena, Plain, game_of_patterns, scoped
from verifier.proof import Certificate, Claim, Patterns, Verdict
from verifier.proof.scope import scope_of
from verifier.rules import unjudged
from verifier.search import Limits, Outcome, Status, prove
from verifier.search.named import with_names
from verifier.search.rounds import rounds
from verifier.search.windows.places import Known, prove_by_places
from verifier.search.windows.stages import prove_in_stages
from verifier.search.windows.ways import prove_every_way
from verifier.text import many
from verifier.text import seconds as in_words

__all__ = ["EXHAUSTED", "decide", "prove_death", "prove_holding", "prove_life", "prove_places"]

EXHAUSTED = "not won by plain play"
"""The limit that an unknown unit has reached where plain play was searched to its end: more is of no use."""


def decide(question: Question) -> UnitVerdict:
    """Search, check the certificate, and return the verdict.

    ``limits.seconds`` holds for all searches for the unit together: for walls, for the units of its owner
    that say how far "nearby" reaches, and for the unit itself.

    Raises:
        InputError: the unit is no chain of the position or assumed alive, or the prover is not available.
    """
    if reason := unjudged(question.ruleset):
        return UnitVerdict(question, Status.UNKNOWN, reason, None, None)
    if question.limits.seconds <= 0:  # nothing is left of the time for many units
        return UnitVerdict(question, Status.UNKNOWN, "limit: all seconds", None, None)
    begun = time.monotonic()
    nodes, seconds = 0, 0.0
    try:
        # Walls are looked for with all that the question has, once for all its attempts, and take their time.
        arena = None if scoped(question.ruleset) else question.arena()
        for part in rounds(question.ruleset, question.limits):
            rest = question.limits.less(time.monotonic() - begun)
            limits = dataclasses.replace(part, seconds=min(part.seconds, rest.seconds))
            if arena is None:
                outcome = prove_nearby(dataclasses.replace(question, limits=limits), decide)
            else:
                outcome = prove_every_way(arena, limits, question.prover)
            nodes, seconds = nodes + outcome.nodes, seconds + outcome.seconds
            if outcome.status is not Status.UNKNOWN or time.monotonic() - begun >= question.limits.seconds:
                break
    except MemoryError:
        return _out_of_memory(question)
    outcome = dataclasses.replace(outcome, nodes=nodes, seconds=seconds)
    whole = {"seconds": in_words(question.limits.seconds), "nodes": many(question.limits.nodes, "node")}
    if limit := whole.get(outcome.reached):  # that of a part
        outcome = dataclasses.replace(outcome, limit=limit)
    return verdict_of(question, outcome)


def prove_life(question: Question) -> UnitVerdict:
    """Prove that the unit lives by plain play (docs/games.md, section 4), where the game remembers.

    UNKNOWN says nothing of the unit, which may live in another way. How far "nearby" reaches is taken from
    the supports of the question alone.

    Raises:
        InputError: as :func:`decide`.
    """
    return _plainly(question, Verdict.ALIVE)


def prove_holding(question: Question) -> UnitVerdict:
    """Prove in the same way that the unit lives though it may be taken: the owner holds a stone.

    Raises:
        InputError: as :func:`prove_life`, or a stone that is held is of no use under the ruleset.
    """
    return _plainly(question, Verdict.ALIVE, holds=True)


def prove_death(question: Question) -> UnitVerdict:
    """Prove in the same way that the unit is dead.

    Raises:
        InputError: as :func:`prove_life`, or no plain play of the attacker is written down for the ruleset.
    """
    return _plainly(question, Verdict.DEAD)


def prove_places(question: Question) -> UnitVerdict:
    """Prove death place by place (docs/games.md, section 5), each place searched with all the limits.

    Raises:
        InputError: as :func:`decide`.
    """
    claim, supports, arena = _claimed(question, Verdict.DEAD)
    if not arena.locale:
        return decide(question)
    known = _known_places(question.position, question.ruleset.play_digest, question.limits.memory_mib)
    try:
        outcome = prove_by_places(arena, question.limits, known=known, part=1, prover=question.prover)
    except MemoryError:
        return _out_of_memory(question)
    return verdict_of(question, outcome.with_proof(claim=claim, supports=supports))


@functools.lru_cache(maxsize=16)
def _known_places(position: Position, play_digest: str, memory_mib: int) -> Known:
    """What was found of places last, with so much memory: they are the same for many units."""
    return {}


def _claimed(question: Question, verdict: Verdict) -> tuple[Claim, tuple[Certificate, ...], Arena]:
    """The claim of *verdict*, the supports of the question that serve it, and its game."""
    claim = Claim(question.position, question.unit, question.ruleset, verdict, question.kept)
    supports: tuple[Certificate, ...] = ()
    scope = None
    if scoped(question.ruleset):
        supports = tuple(one for one in question.supports or () if one.claim.verdict is not verdict)
        scope = scope_of(Certificate(claim, (), supports=supports))
    return claim, supports, claim.arena(scope)


def _plainly(question: Question, verdict: Verdict, *, holds: bool = False) -> UnitVerdict:
    claim, supports, arena = _claimed(question, verdict)
    if not arena.locale:
        return decide(question)
    side = arena.owner if verdict is Verdict.ALIVE else arena.attacker
    game = game_of_patterns(arena, side, holds)
    try:
        staged = verdict is Verdict.DEAD and isinstance(game, Plain) and game.taking() is not None
        limits = question.limits.share(2) if staged else question.limits

        def search(limits: Limits, named: bool) -> Outcome:
            played = game_of_patterns(arena, side, holds, named=True) if named else game
            return prove(played, limits=limits, prover=question.prover)

        outcome = with_names(search, question.ruleset, limits)
        if staged and outcome.certificate is None and outcome.limit:
            other = prove_in_stages(arena, limits, prover=question.prover)
            outcome = other if other.certificate is not None else outcome
    except MemoryError:
        return _out_of_memory(question)
    outcome = (_held(outcome) if holds else outcome).only(Status(verdict.value), EXHAUSTED)
    return verdict_of(question, outcome.with_proof(claim=claim, supports=supports))


def _held(outcome: Outcome) -> Outcome:
    """The same of the unit: who holds a stone is the attacker of plain play, and the owner in the end."""
    if outcome.certificate is None:
        return outcome
    evidence = tuple(
        dataclasses.replace(item, holds=True) if isinstance(item, Patterns) else item
        for item in outcome.certificate.evidence
    )
    return dataclasses.replace(outcome.with_proof(evidence=evidence), status=Status.ALIVE)


def _out_of_memory(question: Question) -> UnitVerdict:
    return UnitVerdict(question, Status.UNKNOWN, "limit: the memory of this machine", None, None)
