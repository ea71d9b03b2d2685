"""Printing diagrams so that the parser reads the same value back."""

from collections.abc import Mapping
from typing import Literal

from verifier.board import COLUMN_LETTERS, Colour, Point, Position, Side
from verifier.errors import InputError
from verifier.notation.glyphs import MARKED_STONES, box_character
from verifier.notation.letters import label_is_read
from verifier.notation.sides import infer_open_sides

__all__ = ["Style", "printed"]

Style = Literal["box", "ascii"]


def printed(
    position: Position,
    labels: Mapping[Point, str],
    title: str = "",
    *,
    style: Style = "box",
    rulers: bool = False,
) -> str:
    """Return the text of a diagram, without a newline at its end; :func:`print_diagram` says what is in it.

    Raises:
        InputError: the style is unknown.
    """
    if style not in ("box", "ascii"):
        raise InputError(f"style {style!r}: use box or ascii")
    rows, drawn = _cells(position, labels, style)
    header: list[str] = []
    if title:
        header.append(f"title: {title}")
    if infer_open_sides(rows) != position.open_sides:
        edges = [side.value for side in Side if side not in position.open_sides]
        header.append(f"edges: {'all' if len(edges) == 4 else ','.join(edges) or 'none'}")
    for point, text in sorted(labels.items()):
        if point not in drawn:
            row, col = divmod(point, position.cols)
            header.append(f"label r{row + 1}c{col + 1}: {text}")
    return "\n".join(header + (_with_rulers(rows) if rulers else rows))


def _cells(
    position: Position, labels: Mapping[Point, str], style: Style
) -> tuple[list[str], set[Point]]:
    """Return the rows of characters, and the points whose label they show."""
    rows: list[str] = []
    drawn: set[Point] = set()
    for row in range(position.rows):
        points = range(row * position.cols, (row + 1) * position.cols)
        shown = {p for p in points if p in labels and _drawable(position, p, labels[p], style)}
        text = "".join(labels[p] if p in shown else _plain(position, p, style) for p in points)
        if text == COLUMN_LETTERS[: position.cols]:  # would read as a ruler
            shown = set()
            text = "".join(_plain(position, p, style) for p in points)
        rows.append(text)
        drawn |= shown
    return rows, drawn


def _drawable(position: Position, point: Point, label: str, style: Style) -> bool:
    colour = position.colour_at(point)
    if colour is None:
        colours = frozenset(side for side in Colour if (position.black, position.white)[side])
        return label_is_read(label, colours, box=style == "box")
    return style == "box" and MARKED_STONES.get(label) == colour


def _plain(position: Position, point: Point, style: Style) -> str:
    colour = position.colour_at(point)
    if colour is not None:
        return ("XO" if style == "ascii" else "●○")[colour]
    if style == "ascii":
        return "."
    row, col = divmod(point, position.cols)
    border = {
        Side.TOP: row == 0,
        Side.BOTTOM: row == position.rows - 1,
        Side.LEFT: col == 0,
        Side.RIGHT: col == position.cols - 1,
    }
    return box_character(
        frozenset(side for side in Side if not border[side] or side in position.open_sides)
    )


def _with_rulers(rows: list[str]) -> list[str]:
    letters = "   " + " ".join(COLUMN_LETTERS[: len(rows[0])])
    lines = [letters]
    for index, row in enumerate(rows):
        number = len(rows) - index
        lines.append(f"{number:2} {' '.join(row)} {number}")
    return [*lines, letters]
