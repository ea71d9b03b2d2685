"""Verdicts under one ruleset for very many small positions: each class of positions is searched once."""

from collections import OrderedDict
from collections.abc import Mapping

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.territory import Territory, territory
from verifier.board import Mask, Position
from verifier.jobs.hunt.orbits import canonical
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = ["Judge"]

_STATUSES = 200_000
_VERDICTS = 500


class Judge:
    """Statuses and verdicts under one ruleset. Nothing counts here that the checker has not accepted.

    A status is remembered for all rotations, reflections and colours of a position, as hypothetical play
    knows no difference between them. Not so with walls by proof: which of them are found is no matter of
    the rules. Certificates are remembered for a while, and only for the position they are about.
    """

    def __init__(self, ruleset: Ruleset, limits: Limits, prover: str = "auto") -> None:
        self.ruleset, self.limits, self.prover = ruleset, limits, prover
        self.searches = 0
        """How many units were searched."""
        self.unknown: list[UnitVerdict] = []
        """Units that stayed unknown since the list was last emptied; for the reader to empty."""
        self._statuses: dict[tuple[Position, Mask], Status] = {}
        self._open: dict[tuple[Position, Mask], UnitVerdict] = {}
        self._verdicts: OrderedDict[tuple[Position, Mask], UnitVerdict] = OrderedDict()
        self._symmetric = ruleset["walls"] != "independent"

    def unit(self, position: Position, unit: Mask) -> UnitVerdict:
        """The verdict of one unit, with its certificate unless it is unknown."""
        key = (position, unit)
        verdict = self._verdicts.get(key)
        if verdict is None:
            self.searches += 1
            verdict = decide(Question(position, unit, self.ruleset, self.limits, self.prover))
            self._verdicts[key] = verdict
            if len(self._verdicts) > _VERDICTS:
                self._verdicts.popitem(last=False)
        if verdict.status is Status.UNKNOWN:
            self.unknown.append(verdict)
        return verdict

    def status(self, position: Position, unit: Mask) -> Status:
        """The status of one unit."""
        key = self._class(position, unit)
        known = self._statuses.get(key)
        if known is None:
            verdict = self.unit(position, unit)
            if len(self._statuses) >= _STATUSES:
                self._statuses.clear()
                self._open.clear()
            self._statuses[key] = known = verdict.status
            if known is Status.UNKNOWN:
                self._open[key] = verdict
        elif known is Status.UNKNOWN:
            self.unknown.append(self._open[key])
        return known

    def told(self, position: Position, statuses: Mapping[Mask, Status]) -> None:
        """Take over statuses that are proved elsewhere; those that are unknown are left out."""
        for unit, status in statuses.items():
            if status is not Status.UNKNOWN:
                self._statuses[self._class(position, unit)] = status

    def all(self, position: Position) -> dict[Mask, UnitVerdict]:
        """The verdicts of all units."""
        return {unit: self.unit(position, unit) for unit in position.units()}

    def statuses(self, position: Position) -> dict[Mask, Status]:
        """The statuses of all units."""
        return {unit: self.status(position, unit) for unit in position.units()}

    def areas(self, position: Position) -> Territory | None:
        """Territory, or None if a unit is undecided."""
        found = self.statuses(position)
        if Status.UNKNOWN in found.values():
            return None
        return territory(position, found, self.ruleset)

    def proved(self, position: Position, *units: Mask) -> tuple[UnitVerdict, ...] | None:
        """The verdicts of some units, or None if one of them is unknown.

        A status may be remembered from another orientation, where the search found the way more quickly.
        """
        verdicts = tuple(self.unit(position, unit) for unit in units)
        if any(verdict.status is Status.UNKNOWN for verdict in verdicts):
            return None
        for verdict in verdicts:
            assert verdict.status is self.status(position, verdict.unit), "two certificates contradict"
        return verdicts

    def _class(self, position: Position, unit: Mask) -> tuple[Position, Mask]:
        """What all images of a unit have in common."""
        if not self._symmetric:
            return (position, unit)
        return canonical(position, unit)
