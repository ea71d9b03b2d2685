"""Boards as SVG pictures, made with the standard library only.

One picture serves the command line, notebooks and documentation. Everything that a picture says it
also says in text: the board as plain characters is its description.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from verifier.board import COLUMN_LETTERS, Colour, Mask, Point, Position, Side, vertices
from verifier.board.grid import bits
from verifier.errors import InputError

__all__ = ["FONT", "STATUS_MARKS", "Captioned", "Svg", "Tint", "board", "sheet", "statuses_of"]

STATUS_MARKS = {"dead": "cross", "alive": "ring", "drawn": "square", "unknown": "question mark"}
"""Status of a stone -> the mark drawn on it."""

FONT = 'font-family="sans-serif"'
"""How pictures name the font of their words: any without serifs."""

_WOOD, _INK, _PAPER, _DEAD, _FAINT = "#e8c88f", "#1c1a17", "#fbfaf5", "#c2321f", "#6b5a38"
_GAP, _LINE = 14, 16


class Svg(str):
    """The text of an SVG picture; notebooks show the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Tint(NamedTuple):
    """A part of the board in a colour of its own, below lines and stones."""

    points: Mask
    colour: str
    title: str = ""
    """Shown by a browser when the pointer is on the part."""


class Captioned(NamedTuple):
    """A picture with words below it."""

    picture: Svg
    caption: str


def board(
    position: Position,
    *,
    labels: Mapping[Point, str] | None = None,
    statuses: Mapping[Point, str] | None = None,
    territory: tuple[Mask, Mask] = (0, 0),
    highlight: Mask = 0,
    tints: Iterable[Tint] = (),
    rulers: bool = True,
    cell: int = 30,
    title: str = "",
    background: str = _WOOD,
) -> Svg:
    """Draw *position*.

    * *labels*: text on points, stones included: marks of a diagram, or the numbers of moves.
    * *statuses*: a name from :data:`STATUS_MARKS` for stones; a mark goes on each of these points.
      A point with a label shows the label instead.
    * *territory*: the points of Black and of White, a small square in the colour of the side on each: in the
      middle of an empty point, and in the corner where a stone or a label is.
    * *highlight*: points drawn with a coloured edge, such as the unit in question.
    * *tints*: parts of the board in colours of their own; later ones lie above.
    * *rulers*: column letters below and above, row numbers left and right, as in GTP vertices.
    * *cell*: the distance between lines, in pixels.

    Lines run off the picture on open sides and end in a heavy border on the others. Does not show
    ko bans or prisoners.

    Raises:
        InputError: a status is not known, or *cell* is smaller than 8.
    """
    if cell < 8:
        raise InputError(f"cell = {cell}: at least 8 pixels are needed between lines")
    labels, statuses = labels or {}, statuses or {}
    for status in statuses.values():
        if status not in STATUS_MARKS:
            raise InputError(f"status {status!r}: use one of {', '.join(STATUS_MARKS)}")
    picture = _Picture(position, cell, rulers)
    width, height = picture.size
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img" {FONT} text-anchor="middle">',
    ]
    if title:
        parts.append(f"<title>{escape(title)}</title>")
    parts.append(f"<desc>{escape(_plain(position) + _marks_in_words(position, statuses, territory))}</desc>")
    parts.append(f'<rect width="{width}" height="{height}" fill="{background}"/>')
    parts += [picture.tint(tint) for tint in tints]
    parts += picture.lines()
    if rulers:
        parts += picture.rulers()
    for point in range(position.rows * position.cols):
        parts += picture.stone(point, bool(highlight >> point & 1))
        if label := labels.get(point, ""):
            parts.append(picture.label(point, label, background))
        elif status := statuses.get(point, ""):
            parts.append(picture.mark(point, status))
        for colour in Colour:
            if territory[colour] >> point & 1:
                free = position.empty >> point & 1 and not labels.get(point)
                parts.append(picture.owned(point, colour, corner=not free))
    parts.append("</svg>")
    return Svg("\n".join(parts) + "\n")


def sheet(pictures: Sequence[Captioned], *, width: int = 1000, background: str = _PAPER) -> Svg:
    """Return several pictures as one, each with its caption in lines below it.

    They stand in rows, from left to right, of up to *width* pixels; a wider picture has a row of its own.

    Raises:
        InputError: there is no picture.
    """
    if not pictures:
        raise InputError("pictures: at least one is needed")
    parts: list[str] = []
    x = y = broad = tall = 0
    for item in pictures:
        own, height = _size(item.picture)
        if x and x + own > width:
            x, y, tall = 0, y + tall + _GAP, 0
        parts.append(item.picture.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1).rstrip("\n"))
        below = y + height
        for line in _wrapped(item.caption, own):
            below += _LINE
            parts.append(f'<text x="{x + 4}" y="{below}" font-size="12" fill="{_INK}">{escape(line)}</text>')
        broad, tall = max(broad, x + own), max(tall, below + _LINE // 2 - y)
        x += own + _GAP
    high = y + tall
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{broad}" height="{high}"'
        f' viewBox="0 0 {broad} {high}" {FONT}>'
    )
    ground = f'<rect width="{broad}" height="{high}" fill="{background}"/>'
    return Svg("\n".join([head, ground, *parts, "</svg>"]) + "\n")


def statuses_of(units: Mapping[Mask, str]) -> dict[Point, str]:
    """Return the status of each stone from the statuses of whole units."""
    return {point: status for unit, status in units.items() for point in bits(unit)}


def _plain(position: Position) -> str:
    return "\n" + "\n".join(" ".join(row) for row in position.signs()) + "\n"


def _size(picture: str) -> tuple[int, int]:
    root = ElementTree.fromstring(picture)
    return int(root.attrib["width"]), int(root.attrib["height"])


def _wrapped(caption: str, width: int) -> list[str]:
    """The lines of a caption that fit into so many pixels, as far as words are short enough."""
    lines: list[str] = []
    for part in caption.splitlines():
        line = ""
        for word in part.split():
            longer = f"{line} {word}".lstrip()
            if line and _length(longer) > width - 8:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines


def _length(line: str) -> float:
    """Roughly how long a line of 12 pixels is; no font is known here."""
    return sum(12 if unicodedata.east_asian_width(sign) in "WF" else 6.4 for sign in line)


def _marks_in_words(
    position: Position, statuses: Mapping[Point, str], territory: tuple[Mask, Mask]
) -> str:
    """What the marks of a picture say, a line for each of them."""
    found: dict[str, Mask] = {}
    for point, status in statuses.items():
        found[status] = found.get(status, 0) | 1 << point
    found |= {f"territory of {colour}": territory[colour] for colour in Colour if territory[colour]}
    rows, cols = position.rows, position.cols
    return "".join(f"{what}: {' '.join(vertices(mask, rows, cols))}\n" for what, mask in found.items())


class _Picture:
    """Where things are, and how each is drawn."""

    def __init__(self, position: Position, cell: int, rulers: bool) -> None:
        self.position, self.cell = position, cell
        self.margin = cell * (1.45 if rulers else 0.8)

    @property
    def size(self) -> tuple[int, int]:
        position, cell = self.position, self.cell
        width, height = (position.cols - 1) * cell, (position.rows - 1) * cell
        return round(width + 2 * self.margin), round(height + 2 * self.margin)

    def at(self, point: Point) -> tuple[float, float]:
        row, col = divmod(point, self.position.cols)
        return self.margin + col * self.cell, self.margin + row * self.cell

    def lines(self) -> list[str]:
        """The grid: lines that run on over open sides, and a border on the other sides."""
        position, cell = self.position, self.cell
        left, top = self.at(0)
        right, bottom = self.at(position.rows * position.cols - 1)
        off = 0.75 * cell
        open_sides = position.open_sides
        x0, x1 = left - off * (Side.LEFT in open_sides), right + off * (Side.RIGHT in open_sides)
        y0, y1 = top - off * (Side.TOP in open_sides), bottom + off * (Side.BOTTOM in open_sides)
        path = [f"M{_n(x0)} {_n(top + r * cell)}H{_n(x1)}" for r in range(position.rows)]
        path += [f"M{_n(left + c * cell)} {_n(y0)}V{_n(y1)}" for c in range(position.cols)]
        border = {
            Side.TOP: f"M{_n(x0)} {_n(top)}H{_n(x1)}",
            Side.BOTTOM: f"M{_n(x0)} {_n(bottom)}H{_n(x1)}",
            Side.LEFT: f"M{_n(left)} {_n(y0)}V{_n(y1)}",
            Side.RIGHT: f"M{_n(right)} {_n(y0)}V{_n(y1)}",
        }
        heavy = "".join(line for side, line in border.items() if side not in open_sides)
        stroke = f'fill="none" stroke="{_INK}" stroke-linecap="square"'
        parts = [f'<path d="{"".join(path)}" {stroke} stroke-width="{_n(max(1, cell / 30))}"/>']
        if heavy:
            parts.append(f'<path d="{heavy}" {stroke} stroke-width="{_n(max(2, cell / 12))}"/>')
        return parts + self._hoshi()

    def _hoshi(self) -> list[str]:
        """Star points, on whole boards that have them."""
        lines = {9: (2, 4, 6), 13: (3, 6, 9), 19: (3, 9, 15)}.get(self.position.rows)
        if not lines or self.position.rows != self.position.cols or self.position.open_sides:
            return []
        middle, cols = lines[1], self.position.cols
        pairs = [(r, c) for r in lines for c in lines]
        if cols < 19:
            pairs = [(r, c) for r, c in pairs if (r == middle) == (c == middle)]
        return [self._circle(r * cols + c, 0.09, f'fill="{_INK}"') for r, c in pairs]

    def tint(self, tint: Tint) -> str:
        """A square for each point."""
        side = _n(self.cell)
        corners = (self.at(point) for point in bits(tint.points))
        half = self.cell / 2
        squares = "".join(f"M{_n(x - half)} {_n(y - half)}h{side}v{side}h-{side}z" for x, y in corners)
        title = f"<title>{escape(tint.title)}</title>" if tint.title else ""
        return f'<path d="{squares}" fill="{tint.colour}">{title}</path>'

    def rulers(self) -> list[str]:
        """Column letters above and below, row numbers on both sides."""
        position = self.position
        style = f'font-size="{_n(0.4 * self.cell)}" fill="{_FAINT}"'
        width, height = self.size
        edge, drop = 0.36 * self.cell, 0.14 * self.cell
        places: list[tuple[float, float, str]] = []
        for col in range(position.cols):
            x, _ = self.at(col)
            places += [(x, y, COLUMN_LETTERS[col]) for y in (edge, height - edge)]
        for row in range(position.rows):
            _, y = self.at(row * position.cols)
            places += [(x, y, str(position.rows - row)) for x in (edge, width - edge)]
        return [f'<text x="{_n(x)}" y="{_n(y + drop)}" {style}>{name}</text>' for x, y, name in places]

    def stone(self, point: Point, highlighted: bool) -> list[str]:
        colour = self.position.colour_at(point)
        edge = _DEAD if highlighted else _INK
        thick = _n(self.cell / (14 if highlighted else 30))
        if colour is None:
            return [self._circle(point, 0.3, f'fill="none" stroke="{edge}"')] if highlighted else []
        fill = _PAPER if colour else _INK
        return [self._circle(point, 0.46, f'fill="{fill}" stroke="{edge}" stroke-width="{thick}"')]

    def label(self, point: Point, text: str, background: str) -> str:
        colour = self.position.colour_at(point)
        x, y = self.at(point)
        size = self.cell * (0.52 if len(text) < 2 else 0.44 if len(text) == 2 else 0.34)
        ink = _PAPER if colour is Colour.BLACK else _INK
        under = "" if colour is not None else self._circle(point, 0.36, f'fill="{background}"')
        return (
            f'{under}<text x="{_n(x)}" y="{_n(y + 0.36 * size)}" font-size="{_n(size)}"'
            f' fill="{ink}">{escape(text)}</text>'
        )

    def owned(self, point: Point, colour: Colour, *, corner: bool) -> str:
        """The square that says whose territory a point is."""
        x, y = self.at(point)
        side = self.cell * (0.24 if corner else 0.34)
        if corner:
            x, y = x + 0.36 * self.cell, y + 0.36 * self.cell
        fill, edge = (_PAPER, _INK) if colour else (_INK, _PAPER)
        return (
            f'<rect x="{_n(x - side / 2)}" y="{_n(y - side / 2)}" width="{_n(side)}" height="{_n(side)}"'
            f' fill="{fill}" stroke="{edge}" stroke-width="{_n(max(0.6, self.cell / 40))}"/>'
        )

    def mark(self, point: Point, status: str) -> str:
        x, y = self.at(point)
        ink = _PAPER if self.position.colour_at(point) is Colour.BLACK else _INK
        thick = _n(self.cell / 12)
        if status == "dead":
            a = 0.21 * self.cell
            left, right, top, bottom = _n(x - a), _n(x + a), _n(y - a), _n(y + a)
            cross = f"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}"
            thick = _n(self.cell / 9)
            return f'<path d="{cross}" stroke="{_DEAD}" stroke-width="{thick}" stroke-linecap="round"/>'
        if status == "alive":
            return self._circle(point, 0.15, f'fill="none" stroke="{ink}" stroke-width="{thick}"')
        if status == "drawn":
            a = 0.17 * self.cell
            return (
                f'<rect x="{_n(x - a)}" y="{_n(y - a)}" width="{_n(2 * a)}" height="{_n(2 * a)}"'
                f' fill="none" stroke="{ink}" stroke-width="{thick}"/>'
            )
        size = 0.6 * self.cell
        return (
            f'<text x="{_n(x)}" y="{_n(y + 0.36 * size)}" font-size="{_n(size)}" font-weight="bold"'
            f' fill="{ink}">?</text>'
        )

    def _circle(self, point: Point, radius: float, style: str) -> str:
        x, y = self.at(point)
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius * self.cell)}" {style}/>'


def _n(value: float) -> str:
    """A number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
