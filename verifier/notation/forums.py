"""Diagrams as text for forums: the ``$$`` notation of Sensei's Library, which lifein19x19.com takes too.

Its characters: ``X`` and ``O`` are stones, ``B`` and ``W`` with a circle, ``#`` and ``@`` with a square,
``Y`` and ``Q`` with a triangle, ``Z`` and ``P`` with a cross. Points are empty (``.``), or have a circle
(``C``), a square (``S``), a triangle (``T``), a cross (``M``) or a small letter. ``1`` to ``9`` and ``0`` are
moves in turn. All programs that draw such diagrams know circles and squares, so the usual statuses have
these.
"""

from collections.abc import Mapping, Sequence

from verifier.board import BLACK, Colour, Mask, Point, Position, Side
from verifier.errors import InputError

__all__ = ["FORUM_LEGEND", "FORUM_MOVES", "forum_board", "lifein19x19"]

FORUM_MOVES = 10
"""Moves that one diagram can show."""

FORUM_LEGEND = {
    "dead": "square: dead",
    "alive": "circle: alive",
    "drawn": "cross: drawn",
    "unknown": "triangle: unknown",
    "black": "square on an empty point: Black's territory",
    "white": "circle on an empty point: White's territory",
}
"""What each status and each side's territory looks like."""

_STONES = {"": "XO", "dead": "#@", "alive": "BW", "drawn": "ZP", "unknown": "YQ"}
_MARKED = {"▲": "Y", "△": "Q", "■": "#", "□": "@", "◆": "#", "◇": "@", "◎": "BW"}
_EMPTY_MARKS = {"△": "T", "▲": "T", "□": "S", "■": "S", "◎": "C", "×": "M"}
_OWNED = "SC"


def forum_board(
    position: Position,
    *,
    title: str = "",
    labels: Mapping[Point, str] | None = None,
    statuses: Mapping[Point, str] | None = None,
    territory: tuple[Mask, Mask] = (0, 0),
    moves: Sequence[tuple[Colour, Point | None]] = (),
    first: int = 1,
    coordinates: bool = True,
) -> str:
    """Return a board as lines that begin with ``$$``.

    *labels* are shown where the notation has a character for them: small letters on empty points, triangles,
    squares, circles and crosses. A status goes before a label, a label before territory. *moves* are played
    on empty points in turn, both sides alternately, beginning with number *first*; a pass is a number that is
    left out. A side of the frame is missing where the board goes on.

    Raises:
        InputError: there are more than ten moves, they do not alternate, or one is on a point that is taken.
    """
    labels, statuses = labels or {}, statuses or {}
    numbers = _numbers(position, moves)
    rows, cols = position.rows, position.cols
    cells = [
        numbers.get(p) or _cell(position, p, labels.get(p, ""), statuses.get(p, ""), territory)
        for p in range(rows * cols)
    ]
    left = "|" if Side.LEFT not in position.open_sides else " "
    right = "|" if Side.RIGHT not in position.open_sides else ""
    bar = "$$  " + "-" * (2 * cols + 1)
    head = "$$" + ("BW"[moves[0][0]] if moves else "")
    # Where two sides are open in one direction nothing says which column or row a point is in.
    placed = {Side.LEFT, Side.RIGHT} - position.open_sides and {Side.TOP, Side.BOTTOM} - position.open_sides
    head += "c" if coordinates and placed else ""
    head += f"m{first}" if first != 1 else ""
    lines = [f"{head} {' '.join(title.split())}".rstrip()]
    if Side.TOP not in position.open_sides:
        lines.append(bar)
    lines += [
        f"$$ {left} {' '.join(cells[row * cols : (row + 1) * cols])} {right}".rstrip() for row in range(rows)
    ]
    if Side.BOTTOM not in position.open_sides:
        lines.append(bar)
    return "\n".join(lines)


def lifein19x19(diagram: str) -> str:
    """Return a diagram in the tags that make a picture of it on lifein19x19.com."""
    return f"[go]{diagram}[/go]"


def _numbers(position: Position, moves: Sequence[tuple[Colour, Point | None]]) -> dict[Point, str]:
    if len(moves) > FORUM_MOVES:
        raise InputError(f"{len(moves)} moves: a diagram of a forum shows up to {FORUM_MOVES}")
    found: dict[Point, str] = {}
    for index, (colour, point) in enumerate(moves):
        if colour is not (moves[0][0] if index % 2 == 0 else moves[0][0].opponent):
            raise InputError("moves: the sides must take turns in a diagram of a forum")
        if point is None:
            continue
        if point in found or not position.empty >> point & 1:
            raise InputError("moves: one is played on a point that is taken; begin another diagram there")
        found[point] = str((index + 1) % 10)
    return found


def _cell(position: Position, point: Point, label: str, status: str, territory: tuple[Mask, Mask]) -> str:
    colour = position.colour_at(point)
    if colour is None:
        if len(label) == 1 and "a" <= label.lower() <= "z":
            return label.lower()
        if label in _EMPTY_MARKS:
            return _EMPTY_MARKS[label]
        return next((_OWNED[side] for side in Colour if territory[side] >> point & 1), ".")
    if status or label not in _MARKED:
        return _STONES[status][colour]
    mark = _MARKED[label]
    return mark[0 if colour is BLACK else 1] if len(mark) == 2 else mark
