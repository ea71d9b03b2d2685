"""What a hunt tries to refute: that two rulesets agree, or that one has a property."""

import dataclasses
from typing import Literal, get_args

from verifier.adjudicate.gains import Answer
from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.settlement import settlement
from verifier.adjudicate.territory import Territory
from verifier.board import Position
from verifier.errors import InputError
from verifier.jobs.hunt.judging import Judge
from verifier.jobs.hunt.properties import PROPERTIES, Disagreement
from verifier.rules import Ruleset
from verifier.search import Limits, Status
from verifier.text import stones

__all__ = ["Compared", "Refuter", "Statement"]

_SETTLING = 6.0
"""To say whether a position is settled takes at most so many times the seconds for one unit."""

Compared = Literal["status", "score"]
_COMPARED = get_args(Compared)


@dataclasses.dataclass(frozen=True, slots=True)
class Statement:
    """Two rulesets agree about every unit (or count), or one ruleset has a property everywhere.

    Raises:
        InputError: there is no such property, or it says nothing about this ruleset; or two rulesets are
            not two different games.
    """

    rulesets: tuple[Ruleset, ...]
    compared: Compared = "status"
    """What two rulesets are to agree on: the status of each unit, or Black's lead on the board."""
    property: str = ""
    """The name of the property if there is one ruleset."""
    settled: bool = False
    """Only complete boards that are settled under each of the rulesets count (docs/settled.md), and crops."""

    def __post_init__(self) -> None:
        first = self.rulesets[0]
        if self.property:
            if self.property == "far":
                raise InputError(
                    "property 'far': no hunt looks for it, as it is about two diagrams of one fight; propose"
                    f" does, in examples 7-2 and 11; use one of {', '.join(PROPERTIES)}"
                )
            if self.property not in PROPERTIES:
                raise InputError(f"property {self.property!r}: use one of {', '.join(PROPERTIES)}")
            if self.property == "dame" and first["score"] == "area":
                raise InputError(
                    f"property 'dame': {first.id} counts areas, and a dame is worth a point there"
                )
            return
        if self.compared not in _COMPARED:
            raise InputError(f"on = {self.compared!r:.60}: use one of {', '.join(_COMPARED)}")
        if len(self.rulesets) != 2:
            raise InputError("give two rulesets, or one and a property")
        second = self.rulesets[1]
        if first == second or (self.compared == "status" and first.play_digest == second.play_digest):
            same = "the same values" if first == second else "the same hypothetical play; compare the score"
            raise InputError(f"{first.id} and {second.id} have {same}")

    def concerns(self, position: Position) -> bool:
        """Whether the statement says anything about *position*."""
        return not self.property or PROPERTIES[self.property].concerns(position)

    def __str__(self) -> str:
        where = " in settled positions" if self.settled else ""
        if self.property:
            return f"{self.rulesets[0].id}: {PROPERTIES[self.property].title}{where}"
        what = {"status": "the status of each unit", "score": "the count"}[self.compared]
        return f"{self.rulesets[0].id} and {self.rulesets[1].id} agree on {what}{where}"


class Refuter:
    """Looks at positions, one after the other, for one that refutes a statement."""

    def __init__(self, statement: Statement, limits: Limits, prover: str = "auto") -> None:
        self.statement = statement
        self.judges = [Judge(ruleset, limits, prover) for ruleset in statement.rulesets]

    @property
    def about(self) -> tuple[Statement, Limits, str]:
        """What makes another one that looks for the same."""
        judge = self.judges[0]
        return self.statement, judge.limits, judge.prover

    @property
    def searches(self) -> int:
        """How many units were searched so far."""
        return sum(judge.searches for judge in self.judges)

    def refute(self, position: Position) -> tuple[Disagreement | None, tuple[UnitVerdict, ...]]:
        """Return what refutes the statement in *position*, or None and the units that are unknown.

        None and no unknown unit means that the statement is proved to hold there.
        """
        for judge in self.judges:
            judge.unknown.clear()
        found = self._refute(position)
        if found and self.statement.settled and not position.open_sides:
            settled = self._settled(position)
            if settled is Answer.NO:
                return None, ()
            if settled is Answer.UNKNOWN:
                why = "it is not known whether the position is settled"
                return None, (dataclasses.replace(found.verdicts[0], reason=why),)
        if found:
            return found, ()
        unknown = {
            (verdict.question.ruleset.id, verdict.question.position, verdict.unit): verdict
            for judge in self.judges
            for verdict in judge.unknown
        }
        return None, tuple(unknown.values())

    def _settled(self, position: Position) -> Answer:
        """Whether a position that would refute the statement is settled under all rulesets."""
        answers = []
        for judge in self.judges:
            found = settlement(
                position,
                judge.ruleset,
                limits=judge.limits,
                prover=judge.prover,
                seconds=_SETTLING * judge.limits.seconds,
            )
            answers.append(found.settled)
            if found.interrupted:
                raise KeyboardInterrupt
            if found.settled is Answer.NO:
                break
        return Answer.of_all(answers)

    def _refute(self, position: Position) -> Disagreement | None:
        if self.statement.property:
            return PROPERTIES[self.statement.property].refute(self.judges[0], position)
        return self._statuses(position) if self.statement.compared == "status" else self._counts(position)

    def _statuses(self, position: Position) -> Disagreement | None:
        first, second = self.judges
        words: list[str] = []
        verdicts: list[UnitVerdict] = []
        for unit in position.units():
            statuses = first.status(position, unit), second.status(position, unit)
            if Status.UNKNOWN in statuses or statuses[0] is statuses[1]:
                continue
            one, other = first.proved(position, unit), second.proved(position, unit)
            if one and other:
                verdicts += [*one, *other]
                words.append(
                    f"{one[0].colour} {one[0].name} ({stones(unit.bit_count())}) is"
                    f" {statuses[0].value} under {first.ruleset.id},"
                    f" {statuses[1].value} under {second.ruleset.id}"
                )
        return Disagreement(position, tuple(words), tuple(verdicts)) if words else None

    def _counts(self, position: Position) -> Disagreement | None:
        words: list[str] = []
        leads: list[float] = []
        verdicts: list[UnitVerdict] = []
        areas = [judge.areas(position) for judge in self.judges]
        for judge, area in zip(self.judges, areas, strict=True):
            if area is None:
                return None
            leads.append(area.bounds.lead[0])
            words.append(f"{_count(area)} under {judge.ruleset.id}")
        if leads[0] == leads[1]:
            return None
        for judge in self.judges:
            proved = judge.proved(position, *position.units())
            if proved is None:
                return None
            verdicts += proved
        return Disagreement(position, tuple(words), tuple(verdicts))


def _count(area: Territory) -> str:
    return f"Black {area.bounds.black[0]:g}, White {area.bounds.white[0]:g}"
