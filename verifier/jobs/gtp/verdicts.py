"""Verdicts for the board of a session: asked for again and again, and never longer than allowed."""

import dataclasses
import time

from verifier.adjudicate.judge import Question, UnitVerdict, decide
from verifier.adjudicate.judgement import Judgement
from verifier.board import Mask, Position
from verifier.errors import InputError
from verifier.notation import Diagram
from verifier.proof import Keep
from verifier.rules import Ruleset
from verifier.search import Limits, Status, find_keeps

__all__ = ["Adjudicator"]

_REMEMBERED = 2000
"""So many verdicts are kept; the oldest go first."""


class Adjudicator:
    """Judges units within *limits* for each and *seconds* for one command.

    What was decided stays decided. A unit that reached the limits of its own stays unknown until they are
    changed; one that the time of the command did not suffice for is searched when asked for again.
    """

    def __init__(self, limits: Limits, seconds: float, prover: str = "auto") -> None:
        self.limits, self.seconds, self.prover = limits, seconds, prover
        self._found: dict[tuple[Position, Mask, Ruleset], UnitVerdict] = {}
        self._keeps: tuple[Position, tuple[Keep, ...]] | None = None

    def set_limits(self, limits: Limits, seconds: float) -> None:
        """Use other limits from now on; units that are unknown are searched again."""
        self.limits, self.seconds = limits, seconds
        self._found = {key: found for key, found in self._found.items() if found.status is not Status.UNKNOWN}
        self._keeps = None

    def judge(self, position: Position, ruleset: Ruleset, units: tuple[Mask, ...] | None = None) -> Judgement:
        """Judge *units*, or all of the position.

        Raises:
            InputError: a unit is no chain of the position, or the prover is not available.
            KeyboardInterrupt: what was found until then is remembered.
        """
        asked = tuple(position.units()) if units is None else units
        end = time.monotonic() + self.seconds
        verdicts = tuple(self._verdict(position, unit, ruleset, end) for unit in asked)
        return Judgement(Diagram(position), ruleset, self.limits, self.prover, asked, verdicts)

    def _verdict(self, position: Position, unit: Mask, ruleset: Ruleset, end: float) -> UnitVerdict:
        key = position, unit, ruleset
        if key in self._found:
            return self._found[key]
        keeps = self._walls(position) if ruleset["walls"] == "independent" else None
        left = end - time.monotonic()
        share = left
        if ruleset["dead_means"] == "no new stone nearby":
            # The owner's other units are judged first, each within the same limits.
            share /= max(1, sum(1 for other in position.units() if other & self._side(position, unit)))
        limits = dataclasses.replace(self.limits, seconds=min(self.limits.seconds, max(share, 0.001)))
        question = Question(position, unit, ruleset, limits, self.prover, keeps)
        out_of_time = f"limit: {self.seconds:g} seconds for one command; ask again to go on"
        if left <= 0:
            return UnitVerdict(question, Status.UNKNOWN, out_of_time, None, None)
        verdict = decide(question)
        if verdict.status is Status.UNKNOWN and limits != self.limits:
            return dataclasses.replace(verdict, reason=out_of_time)
        while len(self._found) >= _REMEMBERED:
            del self._found[next(iter(self._found))]
        self._found[key] = verdict
        return verdict

    def _side(self, position: Position, unit: Mask) -> Mask:
        return position.black if unit & position.black else position.white

    def _walls(self, position: Position) -> tuple[Keep, ...]:
        """The walls of a position, looked for once. Their search has limits of its own (wall_nodes)."""
        if self._keeps is None or self._keeps[0] != position:
            self._keeps = position, find_keeps(position, self.limits, prover=self.prover)
        return self._keeps[1]


def refuse_unknown(judgement: Judgement) -> None:
    """Refuse a judgement in which units are unknown.

    Raises:
        InputError: names them and says why.
    """
    unknown = [verdict for verdict in judgement.verdicts if verdict.status is Status.UNKNOWN]
    if unknown:
        reasons = dict.fromkeys(verdict.reason for verdict in unknown)
        names = ", ".join(verdict.name for verdict in unknown)
        raise InputError(f"unknown: {names} ({'; '.join(reasons)})")
