"""Searches on a board, each with all that it needs, so that this process or another one can do it."""

from typing import NamedTuple

from verifier.adjudicate.judge import decide
from verifier.adjudicate.plan import Attempt, Kind, budget_of
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.verdict import verdict_of
from verifier.board import Mask
from verifier.processes import interruptible
from verifier.proof import Certificate, Verdict
from verifier.proof.scope import arena_of
from verifier.rules import Ruleset
from verifier.search import Outcome, Status
from verifier.search.native import Begun, available
from verifier.search.windows.enclosed import Enclosure
from verifier.search.windows.places import Known, prove_by_places
from verifier.search.windows.window import NOT_WON, prove_in_window

__all__ = ["Found", "Search", "Searcher", "searched"]


class Search(NamedTuple):
    """One search for a unit of a board; ``question.limits`` are its own."""

    question: Question
    attempt: Attempt
    most: int
    """How many states any search on the board may expand."""
    aim: Certificate | None = None
    """What a proof has to be, but for its evidence; None where the whole locale is searched."""
    held: bool | None = None
    """Whether the owner is to hold a stone; see :func:`verifier.search.windows.window.prove_in_window`."""
    lost: Mask = 0
    """Chains of the attacker that may be dead, so that they divide nothing."""
    enclosure: Enclosure | None = None
    """What is asked about, where that is what encloses the unit."""

    @property
    def budget(self) -> int:
        """The states of its level."""
        return budget_of(self.attempt.level, self.most)

    def spent(self, outcome: Outcome | None) -> int:
        """The states with which there is no use in searching again."""
        # With more states the same memory is full again, and just as soon.
        return self.most if outcome and outcome.reached == "memory" else self.budget


class Found(NamedTuple):
    """What a search has found."""

    verdict: UnitVerdict | None
    """None: the unit is still undecided."""
    spent: int = 0
    """If so, the states with which there is no use in searching again; -1: it is never won so."""
    answer: Outcome | None = None
    """What was found out about what encloses the unit."""
    numbers: tuple[int, int] | None = None
    """How far away from a proof a search in a window was, as :class:`verifier.search.Outcome` has it."""
    interrupted: bool = False
    """Whether it was ended before its limits, which says nothing."""


class Searcher:
    """Does the searches on one board under one ruleset, and remembers what serves several of them."""

    def __init__(self) -> None:
        self._places: dict[Ruleset, Known] = {}
        self._begun = Begun() if available() else None

    def search(self, asked: Search) -> Found:
        """Search, and check what is found.

        Raises:
            InputError: the prover is not available.
            KeyboardInterrupt: the user interrupted the search.
        """
        try:
            return self._search(asked)
        except MemoryError:  # that of this machine; more states need no less
            return Found(None, asked.most)

    def _search(self, asked: Search) -> Found:
        attempt, question, aim = asked.attempt, asked.question, asked.aim
        if asked.enclosure is not None:
            answer = asked.enclosure.ask(question.limits, question.prover)
            return Found(None, asked.budget, answer)
        if aim is None:
            whole = decide(question)
            if whole.status is not Status.UNKNOWN:
                return Found(whole)
            return Found(None, asked.spent(whole.outcome))
        if attempt.kind is Kind.PLACES:
            return Found(self._by_places(asked, aim), asked.budget)
        outcome = prove_in_window(
            arena_of(aim),
            attempt.side,
            attempt.area,
            question.limits,
            prover=question.prover,
            held=asked.held,
            begun=self._begun if question.prover in ("auto", "native") else None,
        )
        if outcome.status is Status.UNKNOWN:
            spent = -1 if outcome.limit == NOT_WON else asked.spent(outcome)
            return Found(None, spent, numbers=outcome.numbers)
        return Found(_proved(question, aim, outcome), -1)

    def _by_places(self, asked: Search, aim: Certificate) -> UnitVerdict | None:
        """Look for a proof that the attacker clears one place after the other."""
        question = asked.question
        if aim.claim.verdict is not Verdict.DEAD or question.limits.seconds <= 0:
            return None
        known = self._places.setdefault(question.ruleset, {})
        outcome = prove_by_places(
            arena_of(aim), question.limits, asked.lost, known, part=1, prover=question.prover
        )
        return None if outcome.certificate is None else _proved(question, aim, outcome)


def _proved(question: Question, aim: Certificate, outcome: Outcome) -> UnitVerdict | None:
    """The verdict by a proof of *aim*, once it is checked; None if the checker refuses it."""
    verdict = verdict_of(question, outcome.with_proof(supports=aim.supports))
    return None if verdict.status is Status.UNKNOWN else verdict


def searched(searcher: Searcher, asked: Search) -> Found:
    """Search for :class:`verifier.workers.Workers`; whoever gave it out may interrupt it."""
    with interruptible() as listen:
        try:
            listen()
            return searcher.search(asked)
        except KeyboardInterrupt:
            return Found(None, interrupted=True)
