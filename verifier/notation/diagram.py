"""Diagrams: a position with labels, as a document shows it, and its text."""

import dataclasses
from collections.abc import Mapping

from verifier.board import Mask, Point, Position, vertex
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.notation.places import place
from verifier.notation.printing import Style, printed

__all__ = ["Diagram", "print_diagram", "refuse_breathless"]


@dataclasses.dataclass(frozen=True, slots=True)
class Diagram:
    """A position as a document shows it.

    Labels are marks on stones (such as ``"▲"``) and letters on empty points, at most one for
    each point, sorted by point. They mean nothing to any verdict.

    Raises:
        InputError: a label or the title is not printable text on one line, or a label lies off the
            board or on a point that has one already.
    """

    position: Position
    labels: tuple[tuple[Point, str], ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        seen: set[Point] = set()
        for point, text in self.labels:
            where = place(point, self.position.cols)
            if not 0 <= point < self.position.rows * self.position.cols:
                raise InputError(f"label {text!r}: point {point} is off the board")
            if point in seen:
                raise InputError(f"{where}: two labels; give one per point")
            if not text or text != text.strip() or not text.isprintable():
                raise InputError(f"{where}: label {text!r}: use printable text without spaces around it")
            seen.add(point)
        if self.title != self.title.strip() or not self.title.isprintable():
            raise InputError(f"title {self.title!r}: use printable text on one line")
        object.__setattr__(self, "labels", tuple(sorted(self.labels)))

    def label_at(self, point: Point) -> str:
        """Return the label of *point*, or the empty string."""
        return dict(self.labels).get(point, "")

    def labelled(self, text: str) -> Mask:
        """Return all points with the label *text*, such as the stones that a sentence calls ``"△"``."""
        return sum(1 << point for point, label in self.labels if label == text)

    @property
    def label_line(self) -> str:
        """What is read as a label and not as a stone, in one line: ``labels on empty points: a A6; b C2``.

        Empty if no empty point has a label.
        """
        position = self.position
        places: dict[str, list[str]] = {}
        for point, label in self.labels:
            if position.empty >> point & 1:
                places.setdefault(label, []).append(vertex(point, position.rows, position.cols))
        named = "; ".join(f"{label} {', '.join(names)}" for label, names in sorted(places.items()))
        return f"labels on empty points: {named}" if named else ""

    def __str__(self) -> str:
        return print_diagram(self)

    def _repr_svg_(self) -> str:
        from verifier import svg

        return svg.board(self.position, labels=dict(self.labels), title=self.title)


def refuse_breathless(position: Position, name: str) -> None:
    """Refuse a position that cannot arise in play.

    Raises:
        InputError: a chain has no liberty.
    """
    for chain in position.breathless():
        first = next(bits(chain))
        colour = position.colour_at(first)
        raise InputError(
            f"{name}: {place(first, position.cols)}: the {colour} chain of {chain.bit_count()} "
            "has no liberty; correct the stones around it or mark the open sides"
        )


def print_diagram(
    diagram: Diagram | Position,
    *,
    style: Style = "box",
    rulers: bool = False,
    marks: Mapping[Point, str] | None = None,
) -> str:
    """Return the text of *diagram*; parsing it gives the same value (with *marks*, those as labels).

    What the characters of the board cannot show goes into header lines: the title, labels that have
    no character of their own, and the board edges where the characters leave them open. *rulers* adds
    column letters and row numbers (GTP: no letter I, row 1 at the bottom) on both sides and sets
    the points apart by spaces. *marks* are labels for this printing only; they replace the
    diagram's own on the same points. The text has no newline at its end.

    Raises:
        InputError: the style is unknown, or a mark is no valid label.
    """
    if isinstance(diagram, Position):
        diagram = Diagram(diagram)
    if marks:
        labels = dict(diagram.labels) | dict(marks)
        diagram = Diagram(diagram.position, tuple(labels.items()), diagram.title)
    return printed(diagram.position, dict(diagram.labels), diagram.title, style=style, rulers=rulers)
