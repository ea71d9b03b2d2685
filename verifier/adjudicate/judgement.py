"""The judgement of a whole position: the verdicts of its units, territory and score."""

import contextlib
import dataclasses
from collections.abc import Callable, Sequence

from verifier.adjudicate.first import First, first_text, moving_first
from verifier.adjudicate.judge import decide
from verifier.adjudicate.many import decide_all
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.served import served
from verifier.adjudicate.territory import Territory, territory
from verifier.board import Mask, Point, point_of, unit_name
from verifier.board.grid import bits
from verifier.errors import Interrupted
from verifier.notation import Diagram
from verifier.proof import Keep
from verifier.rules import Ruleset
from verifier.search import Limits, Status, find_keeps
from verifier.units import decompose
from verifier.workers import Workers

__all__ = ["Judgement", "judge_units"]


@dataclasses.dataclass(frozen=True, slots=True)
class Judgement:
    """Verdicts for some or all units of a diagram under one ruleset, and for units together."""

    diagram: Diagram
    ruleset: Ruleset
    limits: Limits
    prover: str
    """The prover that was asked for; each verdict names the one that answered."""
    asked: tuple[Mask, ...]
    """The units that were to be judged; of units that were to be judged together all stones."""
    verdicts: tuple[UnitVerdict, ...]
    """In the order of ``asked``; fewer after an interruption."""
    first: First | None = None
    """Who was to move first in every test, if not whom the ruleset says. The certificates name the value."""

    @property
    def complete(self) -> bool:
        """Whether every unit that was asked for is decided."""
        return len(self.verdicts) == len(self.asked) and all(
            verdict.status is not Status.UNKNOWN for verdict in self.verdicts
        )

    @property
    def statuses(self) -> dict[Mask, Status]:
        """The status of every unit of the diagram that was asked for; UNKNOWN where none was found."""
        found = {verdict.unit: verdict.status for verdict in self.verdicts}
        return {unit: found.get(unit, Status.UNKNOWN) for unit in self.asked}

    @property
    def whole(self) -> bool:
        """Whether all units of the diagram were asked for."""
        return set(self.asked) >= set(self.diagram.position.units())

    @property
    def territory(self) -> Territory | None:
        """The areas of the position and the bounds of the counts; None unless all units were asked for."""
        if not self.whole:
            return None
        statuses = self.statuses
        units = {unit: statuses[unit] for unit in self.diagram.position.units()}
        return territory(self.diagram.position, units, self.ruleset)

    @property
    def alive(self) -> tuple[UnitVerdict, ...]:
        """The verdicts on the units that are proved alive."""
        return self._that_are(Status.ALIVE)

    @property
    def dead(self) -> tuple[UnitVerdict, ...]:
        """The verdicts on the units that are proved dead."""
        return self._that_are(Status.DEAD)

    @property
    def unknown(self) -> tuple[UnitVerdict, ...]:
        """The verdicts that reached a limit, each with its reason."""
        return self._that_are(Status.UNKNOWN)

    def _that_are(self, status: Status) -> tuple[UnitVerdict, ...]:
        return tuple(verdict for verdict in self.verdicts if verdict.status is status)

    def at(self, point: str | Point) -> UnitVerdict | None:
        """The verdict of the unit with a stone on *point* ("B6", "r1c2" or a number); None if there is none.

        If the unit was only judged together with others, that verdict.

        Raises:
            InputError: *point* is no point of the board.
        """
        position = self.diagram.position
        place = point_of(point, position.rows, position.cols)
        found = [verdict for verdict in self.verdicts if verdict.unit >> place & 1]
        return min(found, key=lambda verdict: verdict.unit.bit_count(), default=None)

    def by_point(self) -> dict[Point, Status]:
        """The status of each stone of the units that were asked for; its own before one with others."""
        statuses = sorted(self.statuses.items(), key=lambda item: -item[0].bit_count())
        return {point: status for unit, status in statuses for point in bits(unit)}

    def __repr__(self) -> str:
        position = self.diagram.position
        names = (f"{unit_name(position, unit)} {status.value}" for unit, status in self.statuses.items())
        under = self.ruleset.id + first_text(self.first)
        return f"<Judgement under {under}: {', '.join(names) or 'no units'}>"

    def __str__(self) -> str:
        from verifier import text

        suffixes = {p: text.STATUS_SUFFIXES[status.value] for p, status in self.by_point().items()}
        lines = [text.board(self.diagram.position, suffixes=suffixes)]
        if suffixes:
            lines.append(text.legend(suffixes))
        if self.diagram.label_line:
            lines.append(self.diagram.label_line)
        return "\n".join(lines)

    def svg(self, *, rulers: bool = True, cell: int = 30) -> str:
        """Return the diagram as an SVG picture, with the statuses and the territory that is known."""
        from verifier import svg

        found = self.territory
        return svg.board(
            self.diagram.position,
            statuses={point: status.value for point, status in self.by_point().items()},
            territory=found.owned if found else (0, 0),
            labels={p: label for p, label in self.diagram.labels if self.diagram.position.empty >> p & 1},
            rulers=rulers,
            cell=cell,
            title=self.diagram.title,
        )

    def _repr_svg_(self) -> str:
        return self.svg()


def judge_units(
    diagram: Diagram,
    ruleset: Ruleset,
    *,
    units: Sequence[Mask] | None = None,
    limits: Limits | None = None,
    prover: str = "auto",
    jobs: int = 1,
    workers: Workers | None = None,
    first: First | None = None,
    on_wall: Callable[[Keep], None] | None = None,
    on_start: Callable[[Mask], None] | None = None,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> Judgement:
    """Judge the given units of a diagram, or all of them, with so many *jobs* or by *workers*.

    *first* moves first in each test instead of whom the ruleset names. Where the ruleset has walls by proof,
    these are looked for before. The callbacks follow the progress; *on_start* is called only with one job,
    *on_verdict* once more for a unit that was unknown until the proof of another one served it.

    Raises:
        InputError: a unit is no chain of the position or assumed alive, or the prover is not available.
        Interrupted: Ctrl-C was pressed; the verdicts found so far are in it.
    """
    limits = limits or Limits()
    decomposition = decompose(diagram.position, ruleset["walls"])
    chosen = decomposition.chains if units is None else tuple(dict.fromkeys(units))
    found: dict[int, UnitVerdict] = {}

    def judgement() -> Judgement:
        verdicts = tuple(found[index] for index in sorted(found))
        return Judgement(diagram, ruleset, limits, prover, chosen, verdicts, first)

    def question(unit: Mask) -> Question:
        rules = moving_first(ruleset, first, diagram.position, unit)
        return Question(
            diagram.position, unit, rules, limits or Limits(), prover, keeps, decomposition=decomposition
        )

    keeps = None
    if ruleset["walls"] == "independent":
        try:
            keeps = find_keeps(diagram.position, limits, prover=prover, on_wall=on_wall)
        except KeyboardInterrupt:
            raise Interrupted(judgement()) from None
    questions = [question(unit) for unit in chosen]
    workers = workers or Workers(jobs)

    def by_others(asked: Question, only: Status | None = None) -> UnitVerdict | None:
        proofs = (one.certificate for one in found.values() if only in (None, one.status))
        return served(asked, [proof for proof in proofs if proof is not None])

    answers = decide_all(
        questions,
        workers=workers,
        # A unit that is kept has a proof of its own that says more than that a stone is held elsewhere.
        way=(lambda asked: by_others(asked, only=Status.DEAD) or decide(asked)) if workers.here else decide,
        on_start=lambda index: on_start(chosen[index]) if on_start else None,
    )
    try:
        with contextlib.closing(answers):
            for index, verdict in answers:
                found[index] = verdict
                if on_verdict:
                    on_verdict(verdict)
        for index, verdict in sorted(found.items()):
            # What others were found to be later may help.
            better = by_others(verdict.question) if verdict.status is Status.UNKNOWN else None
            if better is not None:
                found[index] = better
                if on_verdict:
                    on_verdict(better)
    except KeyboardInterrupt:
        raise Interrupted(judgement()) from None
    return judgement()
