"""Verdicts on units under many readings, of which most come from proofs that were found under another one.

A unit is searched for only where the checker refuses all proofs about it that are there, and readings that
are the same game around it (whose walls are the same chains) are searched once. What was found is kept in a
store (:mod:`verifier.jobs.compare.cache`), with its certificate and under each reading by itself.
"""

import dataclasses
import sys
import time
from collections.abc import Callable, Hashable, Iterable, Mapping

from verifier.adjudicate.judge import EXHAUSTED, decide, prove_death, prove_holding, prove_life, prove_places
from verifier.adjudicate.many import Way
from verifier.adjudicate.question import Question
from verifier.board import Mask
from verifier.board.walls import locale_of, walls
from verifier.jobs.cases.case import Case
from verifier.jobs.compare.cache import Known, VerdictCache
from verifier.jobs.compare.relabel import carried_over, relabelled
from verifier.jobs.readings.harder import harder, plain_game
from verifier.jobs.readings.proofs import NOTHING, CaseUnit, Proofs
from verifier.play import remembers, scoped
from verifier.proof import Certificate
from verifier.proof.scope import support_rules, supporters
from verifier.rules import Ruleset
from verifier.rules.axes import ENABLING, PLAYED
from verifier.search import Limits, Status

__all__ = ["Bank", "Tally"]

_ENDLESS = Limits(nodes=1 << 62, seconds=float("inf"), memory_mib=1 << 40)

_SUPPORT_SHARE = 8
"""The part of the limits of a search that one for a unit gets on which only it depends."""


@dataclasses.dataclass(slots=True)
class Tally:
    """How verdicts were come by."""

    stored: int = 0
    """From the store."""
    searched: int = 0
    """By a search of their own."""
    carried: int = 0
    """By a proof that was found under another reading."""
    searches: int = 0
    """Searches, those that found nothing too."""
    seconds: float = 0.0
    """What these took."""


class Bank:
    """What is known of the units of some cases under the *games* of a product (by digest of play).

    *deadline* is a time of :func:`time.monotonic` after which nothing is searched any more.
    """

    def __init__(
        self,
        games: Mapping[str, Ruleset],
        store: VerdictCache | None = None,
        *,
        prover: str = "auto",
        deadline: float = float("inf"),
        on_search: Callable[[str], object] | None = None,
    ) -> None:
        self.games, self.prover, self.deadline = games, prover, deadline
        self.tally = Tally()
        self.largest = sys.maxsize
        """So many states or patterns a proof may have to be tried on other readings: checking takes time."""
        self._store = store or VerdictCache()
        self._on_search = on_search or (lambda _: None)
        self._known: dict[tuple[CaseUnit, str], Known] = {}
        self._proofs = Proofs(games.values(), self._store)
        self._refused: set[tuple[CaseUnit, str, Mask, int]] = set()
        self._tried: dict[tuple[Hashable, ...], Limits] = {}
        self._looked: set[tuple[CaseUnit, str]] = set()
        self._vain: dict[tuple[CaseUnit, str], tuple[int, int]] = {}
        """Which proofs there were, and how large they might be, when none was accepted."""

    @property
    def over(self) -> bool:
        """Whether no time is left."""
        return time.monotonic() >= self.deadline

    def known(self, case: Case, unit: Mask, ruleset: Ruleset) -> Known:
        """Return what is known without a search: from the store, or by a proof under another reading."""
        key = (case.id, unit), ruleset.play_digest
        known = self._known.get(key)
        if known is None:
            if key not in self._looked:
                self._looked.add(key)
                known = self._stored(case, unit, ruleset)
            if known is None:
                known = self._carried(case, unit, ruleset)
        return known or Known(Status.UNKNOWN, "not searched", 0, 0.0, 0)

    def status(self, case: Case, unit: Mask, ruleset: Ruleset) -> Status:
        """The status that is known."""
        return self.known(case, unit, ruleset).status

    def certificate(self, case: Case, unit: Mask, ruleset: Ruleset) -> Certificate | None:
        """The accepted certificate under this very ruleset, or None."""
        certificate = self.known(case, unit, ruleset).certificate
        return relabelled(certificate, ruleset) if certificate else None

    def ask(self, case: Case, unit: Mask, ruleset: Ruleset, limits: Limits) -> Known:
        """Return what is known, after a search within *limits* if that was nothing."""
        known = self.known(case, unit, ruleset)
        if known.status is not Status.UNKNOWN or self.over:
            return known
        game = self._game(case, unit, ruleset)
        before = self._tried.get(game)
        if before is not None and not limits.exceed(before):
            return known
        self._tried[game] = limits
        self._search_strict(case, unit, ruleset, limits)
        known = self.known(case, unit, ruleset)
        if known.status is not Status.UNKNOWN or self.over:
            return known
        return self._search(case, unit, ruleset, limits)

    # What is there already

    def _stored(self, case: Case, unit: Mask, ruleset: Ruleset) -> Known | None:
        """What the store has under this very ruleset, if today's checker accepts it."""
        self._proofs.add_rules(ruleset)
        question = self._question(case, unit, ruleset, NOTHING)
        known = self._store.brief(question) or self._store.get(question)
        if known is None or known.status is Status.UNKNOWN:
            return None
        self._known[(case.id, unit), ruleset.play_digest] = known
        self.tally.stored += ruleset.play_digest in self.games
        return known

    def _carried(self, case: Case, unit: Mask, ruleset: Ruleset) -> Known | None:
        """What a proof under another reading shows under this one."""
        place, digest = (case.id, unit), ruleset.play_digest
        there = self._proofs.version, self.largest  # before those that turn up on the way
        if self._vain.get((place, digest)) == there:
            return None
        question = self._question(case, unit, ruleset, Limits())
        for found in self._proofs.near(case, unit, ruleset, self.largest):
            tried = (place, digest, found.unit, found.number)
            if tried in self._refused or self.over:
                continue
            source = self._question(case, found.unit, found.ruleset, Limits())
            verdict = None
            if not self._store.refuses(question, source):
                proof = found.proof_of(unit)
                if proof is not None:
                    verdict = carried_over(question, self._supported(case, proof, ruleset))
                    if verdict is None:
                        self._store.refuse(question, source)
            if verdict is None:
                self._refused.add(tried)
                continue
            known = self._store.put(question, Known.of(verdict))
            self._known[place, digest] = known
            self.tally.carried += digest in self.games
            return known
        if not self.over:
            self._vain[place, digest] = there
        return None

    def _supported(self, case: Case, proof: Certificate, ruleset: Ruleset) -> Iterable[Certificate]:
        """The proof as it is, and with what is known of other units under the ruleset."""
        yield proof
        if scoped(ruleset):
            supports = self._supports(case, proof.claim.unit, ruleset)
            if supports or proof.supports:
                yield dataclasses.replace(
                    proof, supports=tuple(one for one in supports if one.claim.verdict is proof.claim.verdict)
                )
                yield dataclasses.replace(
                    proof,
                    supports=tuple(one for one in supports if one.claim.verdict is not proof.claim.verdict),
                )

    def _supports(self, case: Case, unit: Mask, ruleset: Ruleset) -> tuple[Certificate, ...]:
        """What is known of the units of the same side that say how far "nearby" reaches."""
        rules = support_rules(ruleset)
        others = supporters(case.position, unit, ruleset)
        return tuple(
            proof
            for proof in (self.certificate(case, other, rules) for other in others)
            if proof is not None
        )

    # Searches

    def _search(self, case: Case, unit: Mask, ruleset: Ruleset, limits: Limits) -> Known:
        question = self._supported_question(case, unit, ruleset, limits)
        for way in self._ways(ruleset):
            question = dataclasses.replace(question, limits=self._left(limits))
            known = self._answered(case, question, way)
            if known.proved or self.over:
                break
        if known.proved:
            known = self._store.put(question, known)  # whichever way it was found
            self._known[(case.id, unit), ruleset.play_digest] = known
            self.tally.searched += ruleset.play_digest in self.games
            self._proofs.keep((case.id, unit), known)
        return known

    def _supported_question(self, case: Case, unit: Mask, ruleset: Ruleset, limits: Limits) -> Question:
        """The question with what is known, or soon found, of units that say how far "nearby" reaches."""
        question = self._question(case, unit, ruleset, self._left(limits))
        if not scoped(ruleset):
            return question
        little = limits.share(_SUPPORT_SHARE)
        for other in supporters(case.position, unit, ruleset):
            self.ask(case, other, support_rules(ruleset), little)
        return dataclasses.replace(question, supports=self._supports(case, unit, ruleset))

    def _search_strict(self, case: Case, unit: Mask, ruleset: Ruleset, limits: Limits) -> None:
        """Look for life, and for death, by plain play under rules that are harder for either.

        One proof of it serves many readings, so what one of them has asked for is not searched for others.
        """
        if not locale_of(case.position, unit, ruleset["walls"]):
            return  # a wall needs no proof
        for way, strict in harder(ruleset):
            game = (*self._board(case, unit, strict), *plain_game(way, strict))
            before = self._tried.get(game)
            if self.over or (before is not None and not limits.exceed(before)):
                continue
            self._tried[game] = limits
            question = self._supported_question(case, unit, strict, limits)
            known = self._answered(case, question, way)
            if _is_final(known, strict):
                self._tried[game] = _ENDLESS
            if known.proved:
                self._proofs.keep((case.id, unit), self._store.put(question, known))
                if self._carried(case, unit, ruleset):
                    return

    def _ways(self, ruleset: Ruleset) -> tuple[Way, ...]:
        """Plain play for one side and the other, each with all the limits, and then whatever there is."""
        if not remembers(ruleset):
            return (decide,)
        if ruleset["dead_means"] not in ENABLING:
            return prove_life, prove_death, decide
        return prove_life, prove_holding, prove_death, prove_places, decide

    def _answered(self, case: Case, question: Question, way: Way = decide) -> Known:
        tried = self._store.get(question, way)
        if tried is not None:
            return tried
        begun = time.monotonic()
        verdict = way(question)
        self.tally.searches += 1
        self.tally.seconds += time.monotonic() - begun
        self._on_search(
            f"{case.id} {verdict.name} {verdict.status.value} under {question.ruleset.id}"
            f" ({question.limits.nodes} states, {time.monotonic() - begun:.1f} s): {verdict.reason}"
        )
        known = Known.of(verdict)
        if _is_final(known, question.ruleset):
            question = dataclasses.replace(question, limits=_ENDLESS)
        if not self.over:  # what was cut short says nothing about its limits
            self._store.put(question, known, way)
        return known

    def _question(self, case: Case, unit: Mask, ruleset: Ruleset, limits: Limits) -> Question:
        return Question(case.position, unit, ruleset, limits, self.prover)

    def _left(self, limits: Limits) -> Limits:
        left = max(0.0, self.deadline - time.monotonic())
        return dataclasses.replace(limits, seconds=min(limits.seconds, left))

    def _game(self, case: Case, unit: Mask, ruleset: Ruleset) -> tuple[Hashable, ...]:
        """What tells the game of a unit under one reading from that under another."""
        rest = tuple(ruleset[axis] for axis in PLAYED if axis != "walls")
        return *self._board(case, unit, ruleset), rest

    def _board(self, case: Case, unit: Mask, ruleset: Ruleset) -> tuple[Hashable, ...]:
        """The unit and where it is played for."""
        kind = ruleset["walls"]
        return case.id, unit, walls(case.position, kind), locale_of(case.position, unit, kind)


def _is_final(known: Known, ruleset: Ruleset) -> bool:
    """Whether more of the same search is of no use. A scope may turn out to be another one."""
    return known.reason == f"limit: {EXHAUSTED}" and not scoped(ruleset)
