"""A position with what is known of it, in every form in which it can be shown."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence

from verifier import svg, text
from verifier.adjudicate.first import first_text
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.territory import territory
from verifier.board import Colour, Mask, Point, Position
from verifier.board.grid import bits
from verifier.jobs.explain.moves import Moves, line_of, parts
from verifier.jobs.explain.pictures import line_pictures
from verifier.notation import Diagram, print_diagram
from verifier.notation.forums import FORUM_LEGEND, FORUM_MOVES, forum_board, lifein19x19
from verifier.notation.sgf import write_sgf
from verifier.notation.variations import Variation
from verifier.search import Status

__all__ = ["TEXTS", "Shown", "ShownLine", "lines_of", "of_judgement", "of_verdicts"]

TEXTS = ("text", "diagram", "sensei", "lifein19x19", "sgf")
"""The forms that are text."""

_OWNED = "xo"


@dataclasses.dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of play that shows a verdict."""

    title: str
    unit: Mask
    moves: Moves


@dataclasses.dataclass(frozen=True, slots=True)
class Shown:
    """A position, the statuses of stones, territory as far as it is known, and lines of play."""

    diagram: Diagram
    under: str = ""
    """The id of the ruleset; empty if nothing was judged."""
    words: tuple[str, ...] = ()
    """What is known, a sentence each."""
    statuses: Mapping[Point, str] = dataclasses.field(default_factory=dict)
    territory: tuple[Mask, Mask] = (0, 0)
    highlight: Mask = 0
    lines: tuple[ShownLine, ...] = ()
    to_move: Colour | None = None
    """Whose move it is, where the source says so; for SGF."""
    tree: tuple[Variation, ...] = ()
    """The answer of a problem; for SGF."""

    @property
    def title(self) -> str:
        """The title of the diagram, and the ruleset."""
        under = f"under {self.under}" if self.under else ""
        return ": ".join(part for part in (self.diagram.title, under) if part)

    @property
    def _labels(self) -> dict[Point, str]:
        """The labels that no status replaces."""
        return {point: label for point, label in self.diagram.labels if point not in self.statuses}

    def board_svg(self, *, cell: int = 30) -> svg.Svg:
        """The position alone as a picture."""
        return svg.board(
            self.diagram.position,
            labels=self._labels,
            statuses=self.statuses,
            territory=self.territory,
            highlight=self.highlight,
            cell=cell,
            title=self.title,
        )

    def line_svgs(self, *, cell: int = 30) -> Iterator[svg.Captioned]:
        """The lines of play as pictures, with numbered moves."""
        for line in self.lines:
            pictures = line_pictures(
                self.diagram.position, line.moves, line.unit, cell=cell, title=line.title
            )
            for number, picture in enumerate(pictures):
                head = f"{line.title}\n" if number == 0 else ""
                yield svg.Captioned(picture.picture, head + (picture.caption or "no move is needed"))

    def svg(self, *, cell: int = 30) -> svg.Svg:
        """The position as a picture, and below it its lines of play."""
        board = self.board_svg(cell=cell)
        if not self.lines:
            return board
        return svg.sheet([svg.Captioned(board, self.title), *self.line_svgs(cell=cell)])

    def sgf(self) -> str:
        """The position as SGF: statuses and territory as markup, each line of play a variation."""
        return write_sgf(
            self.diagram,
            to_move=self.to_move,
            statuses=self.statuses,
            territory=self.territory,
            comment="\n".join([*([f"under {self.under}"] if self.under else []), *self.words]),
            lines=[(line.title, line.moves) for line in self.lines],
            tree=self.tree,
        )

    def forum(self, *, tags: bool = False) -> str:
        """The position and then its lines as Sensei's Library takes them; or in lifein19x19's *tags*."""
        wrap = lifein19x19 if tags else str
        position = self.diagram.position
        board = forum_board(
            position,
            title=self.title,
            labels=self._labels,
            statuses=self.statuses,
            territory=self.territory,
        )
        used = [*dict.fromkeys(self.statuses.values())]
        used += [str(colour) for colour in Colour if self.territory[colour] & position.empty]
        legend = "; ".join(words for name, words in FORUM_LEGEND.items() if name in used)
        blocks = [wrap(board), legend, "\n".join(self.words)]
        for line in self.lines:
            for part in parts(position, line.moves, FORUM_MOVES):
                title = line.title if part.first == 1 else f"{line.title} (from move {part.first})"
                moves = forum_board(part.before, title=title, moves=part.moves, first=part.first)
                blocks += [wrap(moves), *([part.caption] if _passes(part.moves) else [])]
        return "\n\n".join(filter(None, blocks))

    def plain(self) -> str:
        """The position as characters for people, and then what is known of it and the lines."""
        position = self.diagram.position
        suffixes = {point: text.STATUS_SUFFIXES[status] for point, status in self.statuses.items()}
        cells = {p: label for p, label in self._labels.items() if position.empty >> p & 1}
        for colour in Colour:
            cells |= {
                p: _OWNED[colour] for p in bits(self.territory[colour] & position.empty) if p not in cells
            }
        legend = text.legend(suffixes)
        owned = [
            f"{_OWNED[colour]} {colour}'s territory"
            for colour in Colour
            if self.territory[colour] & position.empty
        ]
        head = [line for line in (self.diagram.title, f"under {self.under}" if self.under else "") if line]
        board = text.board(position, suffixes=suffixes, cells=cells)
        key = ", ".join(filter(None, [legend, *owned]))
        blocks = ["\n".join(head), "\n".join(filter(None, [board, key])), "\n".join(self.words)]
        for line in self.lines:
            for part in parts(position, line.moves):
                numbers = {point: str(number) for point, number in part.numbers.items()}
                board = text.board(part.before, cells=numbers)
                first = [line.title] if part.first == 1 else []
                blocks.append("\n".join([*first, board, part.caption or "no move is needed"]))
        return "\n\n".join(filter(None, blocks))

    def form(self, name: str) -> str:
        """One of the forms of :data:`TEXTS`, without a newline at its end."""
        if name == "diagram":
            return print_diagram(self.diagram)
        if name == "sgf":
            return self.sgf().rstrip("\n")
        if name == "text":
            return self.plain()
        return self.forum(tags=name == "lifein19x19")


def of_judgement(
    judgement: Judgement,
    *,
    words: Sequence[str] = (),
    lines: Iterable[UnitVerdict] = (),
    to_move: Colour | None = None,
) -> Shown:
    """Return what a judgement found, with the lines of play of some of its verdicts."""
    found = judgement.territory
    return Shown(
        judgement.diagram,
        judgement.ruleset.id + first_text(judgement.first),
        (*map(_said, judgement.verdicts), *words),
        {point: status.value for point, status in judgement.by_point().items()},
        found.owned if found else (0, 0),
        lines=lines_of(lines),
        to_move=to_move,
    )


def of_verdicts(position: Position, verdicts: Sequence[UnitVerdict], title: str = "") -> Shown:
    """Return some verdicts on a position under one ruleset, each with its line of play.

    Territory is shown if all units are among them and decided.
    """
    ruleset = verdicts[0].question.ruleset
    statuses = {verdict.unit: verdict.status for verdict in verdicts}
    whole = set(statuses) >= set(position.units()) and Status.UNKNOWN not in statuses.values()
    units = {unit: statuses[unit] for unit in position.units()} if whole else {}
    return Shown(
        Diagram(position, (), title),
        ruleset.id,
        tuple(map(_said, verdicts)),
        {point: verdict.status.value for verdict in verdicts for point in bits(verdict.unit)},
        territory(position, units, ruleset).owned if whole else (0, 0),
        lines=lines_of(verdicts),
    )


def lines_of(verdicts: Iterable[UnitVerdict]) -> tuple[ShownLine, ...]:
    """Return the lines of play of those verdicts whose proof has one."""
    found = []
    for verdict in verdicts:
        moves = line_of(verdict)
        if moves:
            what = f"{verdict.colour} {verdict.name} is {verdict.status.value}"
            found.append(ShownLine(f"{what} under {verdict.question.ruleset.id}", verdict.unit, moves))
    return tuple(found)


def _said(verdict: UnitVerdict) -> str:
    size = text.stones(verdict.unit.bit_count())
    return f"{verdict.colour} {verdict.name} ({size}): {verdict.status.value}, {verdict.reason}"


def _passes(moves: Sequence[tuple[Colour, Point | None]]) -> bool:
    return any(point is None for _, point in moves)
