"""One position under one or two rulesets: the verdicts, and where they differ."""

import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence

from verifier.adjudicate.areas import AreaKind
from verifier.adjudicate.judge import decide
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.staged import judge_board
from verifier.adjudicate.territory import Territory
from verifier.board import Colour, Mask
from verifier.jobs.compare.relabel import relabelled
from verifier.notation import Diagram
from verifier.rules import Ruleset
from verifier.search import Limits, Status
from verifier.text import seconds

__all__ = ["Contrast", "contrast", "judge_under", "judge_whole"]


@dataclasses.dataclass(frozen=True, slots=True)
class Contrast:
    """What differs between two judgements of the same position."""

    units: tuple[Mask, ...]
    """Units with two different proved statuses."""
    unsettled: tuple[Mask, ...]
    """Units of which at least one status is unknown: they may differ."""
    points: Mask
    """Points that count for different sides, or for one side under one ruleset only."""
    lead: bool
    """Whether both counts are decided and Black's lead is not the same."""

    @property
    def same(self) -> bool:
        """Whether nothing differs, for sure."""
        return not (self.units or self.unsettled or self.points or self.lead)


def contrast(first: Judgement, second: Judgement) -> Contrast:
    """Compare two judgements.

    Points in areas that are undecided under one of the rulesets are left out.

    Raises:
        ValueError: they are about two positions.
    """
    if first.diagram.position != second.diagram.position:
        raise ValueError("two judgements of the same position are compared")
    units, unsettled = [], []
    ours, theirs = first.statuses, second.statuses
    for unit, status in ours.items():
        other = theirs.get(unit, Status.UNKNOWN)
        if Status.UNKNOWN in (status, other):
            unsettled.append(unit)
        elif status is not other:
            units.append(unit)
    points, lead = 0, False
    one, two = first.territory, second.territory
    if one is not None and two is not None:
        for colour in Colour:
            points |= one.points(colour) ^ two.points(colour)
        points &= ~(_undecided(one) | _undecided(two))
        decided = one.bounds.decided and two.bounds.decided
        lead = decided and one.bounds.lead != two.bounds.lead
    return Contrast(tuple(units), tuple(unsettled), points, lead)


def _undecided(found: Territory) -> Mask:
    return sum(area.points for area in found.areas if area.kind is AreaKind.UNDECIDED)


def judge_under(
    diagram: Diagram,
    rulesets: Sequence[Ruleset],
    *,
    units: Sequence[Mask] | None = None,
    limits: Limits | None = None,
    on_start: Callable[[int, Mask], None] | None = None,
) -> Iterator[tuple[int, UnitVerdict]]:
    """Judge all units, or *units*, under each of *rulesets*; yield (index of the ruleset, verdict).

    The order is unit by unit. Rulesets that play the same, and only count differently, are searched once;
    the certificate then names each of them. *on_start* hears what is searched next.

    Raises:
        InputError: the combination of position and ruleset has no game.
    """
    limits = limits or Limits()
    for unit in diagram.position.units() if units is None else units:
        found: dict[str, UnitVerdict] = {}
        for index, ruleset in enumerate(rulesets):
            known = found.get(ruleset.play_digest)
            if known is None:
                if on_start:
                    on_start(index, unit)
                known = found[ruleset.play_digest] = decide(Question(diagram.position, unit, ruleset, limits))
            yield index, _under(known, ruleset)


def judge_whole(
    diagram: Diagram,
    rulesets: Sequence[Ruleset],
    *,
    units: Sequence[Mask],
    limits: Limits,
    on_start: Callable[[int, Mask], None],
    on_verdict: Callable[[int, UnitVerdict], None],
) -> None:
    """Judge *units* under each of *rulesets* as audits do, in windows and with growing budgets.

    ``limits.seconds`` is the time for the board under one ruleset. Rulesets that play the same are searched
    once. *on_verdict* hears each verdict with the index of its ruleset, last those that are unknown.
    """
    found: dict[str, Judgement] = {}
    for index, ruleset in enumerate(rulesets):
        known = found.get(ruleset.play_digest)
        if known is None:
            found[ruleset.play_digest] = known = judge_board(
                diagram,
                ruleset,
                units=units,
                limits=limits,
                on_start=functools.partial(_tell, on_start, index),
                on_verdict=functools.partial(on_verdict, index),
            )
        else:
            for verdict in known.verdicts:
                on_verdict(index, _under(verdict, ruleset))
        decided = {verdict.unit for verdict in known.verdicts}
        why = f"limit: {seconds(limits.seconds)} for all units"
        for unit in units:
            if unit not in decided:
                question = Question(diagram.position, unit, ruleset, limits)
                on_verdict(index, UnitVerdict(question, Status.UNKNOWN, why, None, None))


def _tell(on_start: Callable[[int, Mask], None], index: int, unit: Mask, _: int) -> None:
    on_start(index, unit)


def _under(verdict: UnitVerdict, ruleset: Ruleset) -> UnitVerdict:
    """The same verdict under a ruleset that plays the same."""
    question, outcome, report = verdict.question, verdict.outcome, verdict.report
    if question.ruleset.id == ruleset.id:
        return verdict
    if outcome is not None and outcome.certificate is not None:
        outcome = dataclasses.replace(outcome, certificate=relabelled(outcome.certificate, ruleset))
    if report is not None:
        report = dataclasses.replace(report, claim=dataclasses.replace(report.claim, ruleset=ruleset))
    question = dataclasses.replace(question, ruleset=ruleset)
    return dataclasses.replace(verdict, question=question, outcome=outcome, report=report)
