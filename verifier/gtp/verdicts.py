"""Verdicts for the board of a session: asked for again and again, and never longer than allowed."""

import dataclasses

from verifier.adjudicate.judge import decide
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.staged import judge_board
from verifier.board import Mask, Position, unit_name
from verifier.errors import InputError
from verifier.notation import Diagram
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = ["Adjudicator"]

_BOARDS = 50
"""So many judgements are kept; the oldest go first."""


class Adjudicator:
    """Judges boards: ``limits.seconds`` is the time for all units of a board together.

    What was found is kept, and what was not decided stays so until the limits are changed.
    """

    def __init__(self, limits: Limits, prover: str = "auto") -> None:
        self.limits, self.prover = limits, prover
        self._boards: dict[tuple[Position, Ruleset], Judgement] = {}
        self._alone: dict[tuple[Position, Mask, Ruleset], UnitVerdict] = {}

    def set_limits(self, limits: Limits) -> None:
        """Use other limits from now on, for everything that is not decided yet."""
        self.limits = limits
        self._boards = {key: found for key, found in self._boards.items() if found.complete}
        self._alone.clear()

    def board(self, position: Position, ruleset: Ruleset) -> Judgement:
        """Judge all units of a position.

        Raises:
            InputError: the prover is not available.
            KeyboardInterrupt: the user interrupted the search; nothing is kept.
        """
        key = position, ruleset
        if key not in self._boards:
            while len(self._boards) >= _BOARDS:
                del self._boards[next(iter(self._boards))]
            self._boards[key] = judge_board(
                Diagram(position), ruleset, limits=self.limits, prover=self.prover
            )
        return self._boards[key]

    def unit(self, position: Position, unit: Mask, ruleset: Ruleset) -> UnitVerdict:
        """Judge one unit: with the board, and if that is not enough alone, in the same time again.

        Raises:
            InputError: the prover is not available.
            KeyboardInterrupt: the user interrupted the search.
        """
        judgement = self.board(position, ruleset)
        for verdict in judgement.verdicts:
            if verdict.unit == unit:
                return verdict
        key = position, unit, ruleset
        if key not in self._alone:
            verdict = decide(Question(position, unit, ruleset, self.limits, self.prover))
            self._alone[key] = verdict
            if verdict.status is not Status.UNKNOWN:
                known = (*judgement.verdicts, verdict)
                self._boards[position, ruleset] = dataclasses.replace(judgement, verdicts=known)
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
        raise InputError(f"unknown: {names} (limit: {limits.seconds:g} seconds, {limits.nodes} states)")
