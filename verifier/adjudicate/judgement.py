"""The judgement of a whole position: the verdicts of its units, territory and score."""

import dataclasses

from verifier.adjudicate.first import First, first_text
from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.territory import Territory, territory
from verifier.board import Mask, Point, point_of, unit_name
from verifier.board.grid import bits
from verifier.notation import Diagram
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = ["Judgement"]


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
