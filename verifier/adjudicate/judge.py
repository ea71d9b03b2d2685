"""Judging the units of a position: search, then check, and only then a verdict.

A prover's answer counts for nothing here until :func:`verifier.proof.check` has accepted its
certificate and the claim it proves is the one that was asked.
"""

import contextlib
import dataclasses
import functools
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeAlias

from verifier.board import Colour, Mask, Position, locale_of, unit_name, vertex, walls
from verifier.board.grid import bits
from verifier.errors import CertificateError, InputError
from verifier.play import Arena, arena_for, game_of_patterns, remembers, scoped
from verifier.processes import Processes
from verifier.proof import Certificate, CheckReport, Claim, Keep, Verdict, check
from verifier.proof.scope import scope_of, support_rules, supporters
from verifier.rules import Ruleset, unjudged
from verifier.search import Limits, Outcome, Status, find_keeps, keeps_for, prove
from verifier.units import Decomposition
from verifier.version import __version__

__all__ = ["Question", "UnitVerdict", "Way", "decide", "decide_all", "prove_life", "unit_at", "verdict_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """What is the status of one unit?"""

    position: Position
    unit: Mask
    ruleset: Ruleset
    limits: Limits = dataclasses.field(default_factory=Limits)
    prover: str = "auto"
    found: tuple[Keep, ...] | None = dataclasses.field(default=None, repr=False, compare=False)
    """Proofs of walls found in the position (walls = ``independent``); None: they are looked for."""
    supports: tuple[Certificate, ...] | None = dataclasses.field(default=None, repr=False, compare=False)
    """Verdicts found on the owner's other units, where they say how far "nearby" reaches
    (verifier.proof.scope); None: they are looked for."""
    decomposition: Decomposition | None = dataclasses.field(default=None, repr=False, compare=False)
    """The position under the walls of the ruleset, where whoever asks took it apart. Then there is no verdict
    unless the checker's own code finds the same walls and the same locale."""

    def keeps(self) -> tuple[Keep, ...]:
        """The proofs of the walls that stand around the unit; none where the ruleset has no such walls."""
        if self.ruleset["walls"] != "independent":
            return ()
        found = self.found
        if found is None:
            found = _walls(self.position, self.limits, self.prover)
        return keeps_for(self.position, self.unit, found)

    @property
    def kept(self) -> Mask:
        """The stones of those walls."""
        return sum(keep.stones for keep in self.keeps())

    def arena(self) -> Arena:
        """The game that answers it.

        Raises:
            InputError: the unit is no chain of the position, or assumed alive.
        """
        return arena_for(self.position, self.unit, self.ruleset, kept=self.kept)


@functools.lru_cache(maxsize=4)
def _walls(position: Position, limits: Limits, prover: str) -> tuple[Keep, ...]:
    return find_keeps(position, limits, prover=prover)


@dataclasses.dataclass(frozen=True, slots=True)
class UnitVerdict:
    """The answer for one unit."""

    question: Question
    status: Status
    """UNKNOWN unless a certificate of the status was checked and accepted."""
    reason: str
    """Why, in a few words: the kind of proof, the limit that was reached, or the fault that was found."""
    outcome: Outcome | None
    """What the prover answered, or None if it never did."""
    report: CheckReport | None
    """What the checker proved; present unless the status is UNKNOWN."""

    @property
    def unit(self) -> Mask:
        """The stones of the unit."""
        return self.question.unit

    @property
    def name(self) -> str:
        """The GTP vertex of the unit's first stone (top row first, from the left)."""
        return unit_name(self.question.position, self.unit)

    @property
    def colour(self) -> Colour:
        """Whose unit it is."""
        return Colour.BLACK if self.unit & self.question.position.black else Colour.WHITE

    @property
    def walls(self) -> Mask:
        """The walls by proof that the verdict depends on; none if the status is UNKNOWN."""
        certificate = self.certificate
        return certificate.claim.walls if certificate else 0

    @property
    def certificate(self) -> Certificate | None:
        """The accepted certificate; None if the status is UNKNOWN."""
        return self.outcome.certificate if self.outcome and self.report else None

    def __repr__(self) -> str:
        return f"<UnitVerdict {self.colour} {self.name}: {self.status.value} ({self.reason})>"

    def _repr_svg_(self) -> str:
        from verifier import svg

        statuses = dict.fromkeys(bits(self.unit), self.status.value)
        title = f"{self.colour} {self.name}: {self.status.value} under {self.question.ruleset.id}"
        return svg.board(self.question.position, statuses=statuses, title=title)


def unit_at(position: Position, point: int) -> Mask:
    """Return the unit with a stone on *point*.

    Raises:
        InputError: the point is empty, or the stones there are assumed alive.
    """
    chain = position.chain_at(point)
    where = vertex(point, position.rows, position.cols)
    colour = position.colour_at(point)
    if colour is None:
        raise InputError(f"unit {where}: there is no stone on this point")
    if chain & position.assumed(colour):
        raise InputError(f"unit {where}: this chain touches the outside of the diagram and is assumed alive")
    return chain


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
        for part in _rounds(question):
            rest = _rest(question.limits, begun)
            limits = dataclasses.replace(part, seconds=min(part.seconds, rest.seconds))
            if arena is None:
                outcome = _prove_nearby(dataclasses.replace(question, limits=limits))
            else:
                outcome = prove(arena, limits=limits, prover=question.prover)
            nodes, seconds = nodes + outcome.nodes, seconds + outcome.seconds
            if outcome.status is not Status.UNKNOWN or _rest(question.limits, begun).seconds <= 0:
                break
    except MemoryError:
        return _out_of_memory(question)
    outcome = dataclasses.replace(outcome, nodes=nodes, seconds=seconds)
    if outcome.limit.endswith(" seconds"):  # those of a part
        outcome = dataclasses.replace(outcome, limit=f"{question.limits.seconds:g} seconds")
    return verdict_of(question, outcome)


def prove_life(question: Question) -> UnitVerdict:
    """Prove that the unit lives by plain play (docs/games.md, section 4), where the game remembers.

    UNKNOWN says nothing of the unit, which may live in another way.

    Raises:
        InputError: as :func:`decide`, or where a new stone counts depends on other units.
    """
    arena = question.arena()
    game = game_of_patterns(arena, arena.owner)
    try:
        outcome = prove(game, limits=question.limits, prover=question.prover)
    except MemoryError:
        return _out_of_memory(question)
    outcome = outcome.only(Status.ALIVE, "no life by plain play")
    if outcome.certificate is not None:
        claim = Claim(question.position, question.unit, question.ruleset, Verdict.ALIVE, question.kept)
        certificate = dataclasses.replace(outcome.certificate, claim=claim)
        outcome = dataclasses.replace(outcome, certificate=certificate)
    return verdict_of(question, outcome)


def _out_of_memory(question: Question) -> UnitVerdict:
    return UnitVerdict(question, Status.UNKNOWN, "limit: the memory of this machine", None, None)


def verdict_of(question: Question, outcome: Outcome) -> UnitVerdict:
    """Return the verdict on what a prover answered, after its certificate was checked."""
    if reason := _disagreement(question):
        return UnitVerdict(question, Status.UNKNOWN, f"internal error: {reason}", outcome, None)
    if outcome.status is Status.UNKNOWN:
        return UnitVerdict(question, Status.UNKNOWN, f"limit: {outcome.limit}", outcome, None)
    try:
        outcome = _walled(question, outcome)
        report = _checked(question, outcome)
    except CertificateError as error:
        reason = f"internal error: the checker refused the certificate of {outcome.status.value}: {error}"
        return UnitVerdict(question, Status.UNKNOWN, reason, outcome, None)
    return UnitVerdict(question, outcome.status, _reason(outcome, report), _signed(question, outcome), report)


def _disagreement(question: Question) -> str:
    """What the graph of the position and the plain code of the checker do not agree on, in words, or ""."""
    found = question.decomposition
    if found is None:
        return ""
    position, unit, kind, kept = question.position, question.unit, question.ruleset["walls"], question.kept
    if (found.position, found.kind) != (position, kind):
        return "the position was taken apart under other walls, or it is another one"
    if kept != found.kept:
        found = found.keeping(kept)
    what = found.differs(unit, walls(position, kind, kept), locale_of(position, unit, kind, kept))
    return f"the graph of the position and the checker differ about the {what}" if what else ""


def _rest(limits: Limits, begun: float) -> Limits:
    """The limits of a search that is part of one which began then."""
    return dataclasses.replace(limits, seconds=max(0.0, limits.seconds - (time.monotonic() - begun)))


def _rounds(question: Question) -> Iterator[Limits]:
    """The limits of one attempt after the other.

    Games that remember are won in many ways, by plain play for one side or the other, in one scope or
    another. What leads anywhere mostly does so soon, so all is tried with little before anything gets much.
    """
    limits = question.limits
    if remembers(question.ruleset):
        for share in _SHARES:
            if limits.nodes // share >= _LEAST:
                yield limits.share(share)
    yield limits


_SHARES = 64, 8
_LEAST = 1000


def _prove_nearby(question: Question) -> Outcome:
    """Prove life where a new stone counts for sure, or death where it may count.

    Only if one of the two fail are the owner's other units judged, which say how far the scope reaches
    (verifier.proof.scope).
    """
    if question.supports is not None:
        return _prove_in_scopes(question, question.supports)[0]
    begun = time.monotonic()
    position, unit, ruleset = question.position, question.unit, question.ruleset
    others, rules = supporters(position, unit, ruleset), support_rules(ruleset)
    # Searches that lead nowhere must leave time for the others.
    first = _half(question.limits) if others else question.limits
    found, differ = _prove_in_scopes(dataclasses.replace(question, limits=first), ())
    if found.status is not Status.UNKNOWN or not differ:
        return found
    supports = []
    for other in others:
        if time.monotonic() - begun >= question.limits.seconds:
            return dataclasses.replace(found, limit="all seconds")
        limits = _half(_rest(question.limits, begun))
        apart = question.decomposition
        support = _support(
            Question(position, other, rules, limits, question.prover, decomposition=apart)
        )
        if support.certificate is not None:
            supports.append(support.certificate)
    if not supports:
        return found
    rest = dataclasses.replace(question, limits=_rest(question.limits, begun))
    return _prove_in_scopes(rest, supports)[0]


_SUPPORTS: dict[Question, UnitVerdict] = {}
"""The last verdicts on units that say how far "nearby" reaches: those of one side support each other."""
_MOST_SUPPORTS = 256


def _support(question: Question) -> UnitVerdict:
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


def _prove_in_scopes(question: Question, supports: Sequence[Certificate]) -> tuple[Outcome, bool]:
    """Prove life in the scope that *supports* leave for sure, or death in the one that they leave possible.

    Also say whether these differ, so that knowing more of the owner's other units may help.
    """
    position, unit, ruleset = question.position, question.unit, question.ruleset
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
    limits = question.limits
    if len(scopes) > 1:
        limits = limits.share(2)
    reason = ""
    for scope, verdicts in scopes.items():
        arena = arena_for(position, unit, ruleset, scope)
        side = None
        if len(scopes) > 1:
            side = arena.owner if Verdict.ALIVE in verdicts else arena.attacker
        outcome = prove(arena, limits=limits, prover=question.prover, side=side)
        if outcome.certificate is not None and outcome.certificate.claim.verdict in verdicts:
            part = needed[outcome.certificate.claim.verdict]
            certificate = dataclasses.replace(outcome.certificate, supports=part)
            return dataclasses.replace(outcome, certificate=certificate), False
        reason = reason or outcome.limit
    reason = reason or "the status of another unit of the same side"
    unknown = dataclasses.replace(outcome, status=Status.UNKNOWN, certificate=None, limit=reason)
    return unknown, len(scopes) > 1


def _walled(question: Question, outcome: Outcome) -> Outcome:
    """The outcome, its certificate with the proofs of the walls."""
    if outcome.certificate is None:
        raise CertificateError("there is none")
    certificate = dataclasses.replace(outcome.certificate, keeps=question.keeps())
    return dataclasses.replace(outcome, certificate=certificate)


def _signed(question: Question, outcome: Outcome) -> Outcome:
    """The outcome, its certificate with a note of who found it, under which limits and with what effort."""
    assert outcome.certificate is not None, "it was checked"
    about = {
        "program": f"shikatsu {__version__}",
        "prover": outcome.prover,
        "method": outcome.method,
        "nodes": outcome.nodes,
        "seconds": round(outcome.seconds, 6),
        "limits": dataclasses.asdict(question.limits),
    }
    certificate = dataclasses.replace(outcome.certificate, about={**outcome.certificate.about, **about})
    return dataclasses.replace(outcome, certificate=certificate)


def _checked(question: Question, outcome: Outcome) -> CheckReport:
    assert outcome.certificate is not None, "it has walls by now"
    report = check(outcome.certificate)
    claim = report.claim
    asked = Claim(question.position, question.unit, question.ruleset, claim.verdict, question.kept)
    if claim != asked or claim.verdict.value != outcome.status.value:
        raise CertificateError("it proves another claim")
    return report


def _reason(outcome: Outcome, report: CheckReport) -> str:
    if report.family == "wall":
        return f"kept in {report.states} patterns" if report.states else "unconditionally alive"
    family, unit = report.family, "state"
    if family == "patterns":
        family, unit = "strategy", "pattern"
    number = f"1 {unit}" if report.states == 1 else f"{report.states} {unit}s"
    return f"{family} of {number} by {outcome.prover}"


Way: TypeAlias = Callable[[Question], UnitVerdict]
"""A way to answer: :func:`decide` or :func:`prove_life`."""


def decide_all(
    questions: Sequence[Question],
    *,
    jobs: int = 1,
    way: Way = decide,
    on_start: Callable[[int], None] | None = None,
) -> Generator[tuple[int, UnitVerdict], None, None]:
    """Yield (index of the question, verdict) as the answers come, with *jobs* processes.

    *way* is :func:`decide` or :func:`prove_life`.
    With one job the questions are answered here and in order, and *on_start* is called with the index
    of each before it is searched. The processes end when the iterator is closed or interrupted; what
    was yielded before stays valid. More than one job starts new interpreters, so a script that asks
    for them needs the usual ``if __name__ == "__main__"`` guard.

    Raises:
        InputError: as :func:`decide`, or *jobs* is less than 1.
    """
    if jobs < 1:
        raise InputError(f"jobs = {jobs}: at least one is needed")
    if jobs == 1 or len(questions) < 2:
        for index, question in enumerate(questions):
            if on_start:
                on_start(index)
            yield index, way(question)
        return
    yield from _in_processes(questions, way, min(jobs, len(questions)))


def _in_processes(
    questions: Sequence[Question], way: Way, jobs: int
) -> Generator[tuple[int, UnitVerdict], None, None]:
    with contextlib.closing(Processes(jobs)) as processes:
        pending = {processes.submit(way, question): index for index, question in enumerate(questions)}
        while pending:
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda item: pending[item]):
                index = pending.pop(future)
                yield index, _result(questions[index], future)


def _result(question: Question, future: Future[UnitVerdict]) -> UnitVerdict:
    try:
        return future.result()
    except BrokenProcessPool:
        reason = "limit: a worker process died, most likely for want of memory"
        return UnitVerdict(question, Status.UNKNOWN, reason, None, None)
