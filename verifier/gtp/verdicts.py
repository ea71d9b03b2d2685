"""Verdicts for the board of a session: asked for again and again, and never longer than allowed."""

import dataclasses
from collections.abc import Iterable

from verifier.adjudicate.first import First
from verifier.adjudicate.judge import decide
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.staged import judge_board
from verifier.board import Mask, Position, unit_name
from verifier.errors import InputError, Interrupted
from verifier.notation import Diagram
from verifier.rules import Ruleset, unjudged
from verifier.search import Limits, Status
from verifier.text import many, seconds
from verifier.workers import Workers

__all__ = ["Adjudicator"]

_BOARDS = 50
"""So many judgements are kept; the oldest go first."""
_UNITS = 500
"""The same for verdicts on units that were judged alone."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Found:
    """What is known of a board."""

    judgement: Judgement
    guess: frozenset[Mask] | None
    """With which it was searched to the limits; None if it was not."""


class Adjudicator:
    """Judges boards: ``limits.seconds`` is the time for all units of a board together. *workers* search.

    What was found is kept, and what was not decided stays so until the limits or the guess are changed.
    """

    def __init__(self, limits: Limits, prover: str = "auto", workers: Workers | None = None) -> None:
        self.limits, self.prover, self.workers = limits, prover, workers
        self._boards: dict[tuple[Position, Ruleset, First | None], _Found] = {}
        self._alone: dict[tuple[Position, Mask, Ruleset], UnitVerdict] = {}

    def set_limits(self, limits: Limits) -> None:
        """Use other limits from now on, for everything that is not decided yet."""
        self.limits = limits
        self._boards = {key: _Found(found.judgement, None) for key, found in self._boards.items()}
        self._alone.clear()

    def board(
        self,
        position: Position,
        ruleset: Ruleset,
        guess: Iterable[Mask] = (),
        first: First | None = None,
    ) -> Judgement:
        """Judge all units of a position; those of *guess* are searched as dead ones, which decides nothing.

        *first* moves first in each test instead of whom the ruleset names.

        Raises:
            InputError: the prover is not available.
            KeyboardInterrupt: the user interrupted the search; what was proved until then is kept.
        """
        key, guessed = (position, ruleset, first), frozenset(guess)
        found = self._boards.get(key)
        if found is not None and (found.judgement.complete or found.guess == guessed):
            return found.judgement
        while len(self._boards) >= _BOARDS:
            del self._boards[next(iter(self._boards))]
        try:
            judgement = judge_board(
                Diagram(position),
                ruleset,
                guess=guessed,
                known=found.judgement.verdicts if found else (),
                limits=self.limits,
                prover=self.prover,
                workers=self.workers,
                first=first,
            )
        except Interrupted as stop:
            self._boards[key] = _Found(stop.result, None)
            raise
        self._boards[key] = _Found(judgement, guessed)
        return judgement

    def unit(
        self, position: Position, unit: Mask, ruleset: Ruleset, guess: Iterable[Mask] = ()
    ) -> UnitVerdict:
        """Judge one unit: with the board, and if that is not enough alone, in the same time again.

        Raises:
            InputError: the prover is not available.
            KeyboardInterrupt: the user interrupted the search.
        """
        guess = frozenset(guess)
        judgement = self.board(position, ruleset, guess)
        for verdict in judgement.verdicts:
            if verdict.unit == unit:
                return verdict
        key = position, unit, ruleset
        if key not in self._alone:
            while len(self._alone) >= _UNITS:
                del self._alone[next(iter(self._alone))]
            verdict = decide(Question(position, unit, ruleset, self.limits, self.prover))
            self._alone[key] = verdict
            if verdict.status is not Status.UNKNOWN:
                known = (*judgement.verdicts, verdict)
                more = dataclasses.replace(judgement, verdicts=known)
                self._boards[position, ruleset, None] = _Found(more, guess)
        return self._alone[key]


def refuse_unknown(judgement: Judgement) -> None:
    """Refuse a judgement in which units are unknown.

    Raises:
        InputError: names them and says why.
    """
    position, limits = judgement.diagram.position, judgement.limits
    unknown = [unit for unit, status in judgement.statuses.items() if status is Status.UNKNOWN]
    if unknown:
        names = ", ".join(unit_name(position, unit) for unit in unknown)
        within = f"limit: {seconds(limits.seconds)}, {many(limits.nodes, 'state')}"
        raise InputError(f"unknown: {names} ({unjudged(judgement.ruleset) or within})")
