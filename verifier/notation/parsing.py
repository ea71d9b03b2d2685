"""The parser for the two text notations of diagrams.

docs/diagrams.md has the grammar. In box-drawing diagrams the characters say which sides are
board edges; ASCII diagrams without a header are complete boards (semantics section 1).
"""

import dataclasses
import itertools
import re
from collections.abc import Sequence

from verifier.board import BLACK, COLUMN_LETTERS, MAX_SIDE, Mask, Point, Position, Side, parse_vertex
from verifier.errors import InputError
from verifier.notation.diagram import Diagram, refuse_breathless
from verifier.notation.glyphs import (
    ASCII_EMPTY,
    BOX_STONES,
    MARKED_STONES,
    NEUTRAL,
    box_arms,
)
from verifier.notation.letters import Letters, read_letters, refuse_stones_in_caption
from verifier.notation.places import place
from verifier.notation.sides import open_sides, parse_edges

__all__ = ["parse_diagram"]

_HEADER = re.compile(r"\s*([A-Za-z]+)(?:\s+([^\s:]+))?\s*:(.*)")
# The lookbehind keeps long runs of spaces from being searched once for each space.
_CAPTION = re.compile(r"(?<!\s)\s+[0-9０-９]{0,3}(?=[^\W\d_a-zA-Zａ-ｚＡ-Ｚ]|[(（※]|--).*$")
_LEFT_NUMBER = re.compile(r"\d{1,3}")
_RIGHT_NUMBER = re.compile(r"\d{1,3}\Z")
_FRAME = re.compile(r"[ +|]*--[-+| ]*")
"""The upper or lower side of a frame, as around boards that are shown."""


@dataclasses.dataclass(slots=True)
class _Headers:
    title: str = ""
    edges: frozenset[Side] | None = None
    labels: list[tuple[str, str]] = dataclasses.field(default_factory=list)


def parse_diagram(text: str, *, name: str = "diagram") -> Diagram:
    """Parse a box-drawing or ASCII diagram; *name* begins every error message.

    Does not guess: a character without a meaning in the notation is refused.

    Raises:
        InputError: the input is empty, a row is ragged, a character is unknown, edges contradict
            each other, a chain has no liberty, or a side is longer than 25.
    """
    headers, lines = _read_headers(text, name)
    rows, caption = _read_rows(lines, name)
    if len(rows) > MAX_SIDE:
        raise InputError(f"{name}: row {MAX_SIDE + 1}, column 1: boards have at most {MAX_SIDE} rows")
    cols = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) > MAX_SIDE:
            raise InputError(
                f"{name}: row {number}, column {MAX_SIDE + 1}: boards have at most {MAX_SIDE} columns"
            )
        if len(row) != cols and _HEADER.fullmatch(row):
            raise InputError(f"{name}: row {number}: header lines such as edges stand before the first row")
        if len(row) != cols:
            raise InputError(
                f"{name}: row {number}, column {min(len(row), cols) + 1}: "
                f"the row has {len(row)} points but row 1 has {cols}; make all rows equally long"
            )
    box = any(box_arms(cell) is not None for row in rows for cell in row)
    black, white, labels = _read_cells(rows, read_letters(rows, name), box, name)
    sides = open_sides(rows, headers.edges, name)
    position = Position(len(rows), cols, black, white, sides)
    for where, label in headers.labels:
        try:
            point = parse_vertex(where, len(rows), cols)
        except InputError as error:
            raise InputError(f"{name}: label {where}: {error}") from None
        if point in labels:
            raise InputError(f"{name}: {place(point, cols)}: two labels; give one per point")
        labels[point] = label
    refuse_breathless(position, name)
    try:
        return Diagram(position, tuple(sorted(labels.items())), headers.title or caption)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _read_headers(text: str, name: str) -> tuple[_Headers, list[str]]:
    headers, seen = _Headers(), dict[str, int]()
    lines = text.removeprefix("\ufeff").splitlines()
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        match = _HEADER.fullmatch(line)
        if match is None:
            return headers, lines[index:]
        key, argument, value = match[1].lower(), match[2], match[3].strip()
        where = f"{name}: line {index + 1}"
        if key == "label" and argument:
            headers.labels.append((argument, _plain_spaces(value)))
        elif key not in ("title", "edges") or argument:
            raise InputError(f"{where}: unknown header {key!r}; the headers are title, edges and label POINT")
        elif seen.setdefault(key, index + 1) <= index:
            raise InputError(f"{where}: header {key!r} is in line {seen[key]} already; leave one of them")
        elif key == "title":
            headers.title = _plain_spaces(value)
        else:
            headers.edges = parse_edges(value, where)
    raise InputError(f"{name}: row 1, column 1: no diagram here; give at least one row of points")


def _plain_spaces(text: str) -> str:
    return "".join(" " if character.isspace() else character for character in text).strip()


def _read_rows(lines: Sequence[str], name: str) -> tuple[list[str], str]:
    """Return the cells of each row, without spaces, captions and rulers, and the first caption."""
    kept = list(lines)
    while kept and not kept[-1].strip():
        kept.pop()
    if len(kept) > MAX_SIDE + 2:
        raise InputError(f"{name}: row {MAX_SIDE + 1}, column 1: boards have at most {MAX_SIDE} rows")
    caption = ""
    bodies: list[str] = []
    numbers: list[tuple[str | None, str | None]] = []
    for index, line in enumerate(kept, 1):
        if _FRAME.fullmatch(line):
            raise InputError(
                f"{name}: row {index}, column 1: a frame; a diagram has none, and a header 'edges: ...' says"
                " where the board ends. shikatsu show --as diagram writes boards that can be read"
            )
        found = _CAPTION.search(line)
        body = line[: found.start()] if found else line
        if found:
            refuse_stones_in_caption(found[0], f"{name}: row {index}")
        if found and not caption:
            caption = _plain_spaces(found[0])
        left, cells, right = _numbered(body.strip())
        bodies.append("".join(cells.split()))
        numbers.append((left, right))
        if not bodies[-1]:
            raise InputError(f"{name}: row {index}, column 1: the row is blank; remove it or fill it in")
    numbered = [pair != (None, None) for pair in numbers]
    ends = {0, len(bodies) - 1}
    ruled = sum(bodies[i] == COLUMN_LETTERS[: len(bodies[i])] for i in ends if not numbered[i])
    if any(numbered) and 2 * sum(numbered) < len(bodies) - ruled:
        # A mistyped point at the end of a row is no ruler.
        index = numbered.index(True)
        left, right = numbers[index]
        column = 1 if left else len(bodies[index]) + 1
        raise InputError(
            f"{name}: row {index + 1}, column {column}: {left or right!r}: a row number, but most rows have"
            " none; write a stone or '.', or number every row"
        )
    if not any(numbered):
        for index in {0, len(bodies) - 1}:
            if bodies[index] == COLUMN_LETTERS[: len(bodies[index])]:
                raise InputError(
                    f"{name}: row {index + 1}, column 1: column letters without row numbers could be labels; "
                    "add the row numbers or remove the letters"
                )
        return bodies, caption
    first = 0 if numbered[0] else 1
    last = len(bodies) if numbered[-1] else len(bodies) - 1
    for index in {0, len(bodies) - 1} - set(range(first, last)):
        if bodies[index] != COLUMN_LETTERS[: len(bodies[index])]:
            raise InputError(
                f"{name}: row {index + 1}, column 1: the other rows are numbered; "
                "number this one or make it column letters from A"
            )
    _check_numbers(numbers[first:last], name)
    return bodies[first:last], caption


def _numbered(body: str) -> tuple[str | None, str, str | None]:
    """Return the row number at the left, the cells, and the row number at the right."""
    left = _LEFT_NUMBER.match(body)
    cells = body[left.end() :] if left else body
    right = _RIGHT_NUMBER.search(cells)
    return left and left[0], cells[: right.start()] if right else cells, right and right[0]


def _check_numbers(numbers: Sequence[tuple[str | None, str | None]], name: str) -> None:
    values: list[int] = []
    for row, (left, right) in enumerate(numbers, 1):
        either = left or right
        if either and (int(either[0]) == 0 or (len(numbers) == 1 and int(either) % 10 == 0)):
            raise InputError(
                f"{name}: row {row}, column 1: {either!r}: a row number or a white stone; write O or '.'"
            )
        if either is None or (left and right and left != right):
            raise InputError(f"{name}: row {row}, column 1: number every row, alike on both sides")
        values.append(int(either))
    steps = {later - earlier for earlier, later in itertools.pairwise(values)}
    if steps not in (set(), {1}, {-1}):
        row, wanted = _misnumbered(values)
        raise InputError(
            f"{name}: row {row}, column 1: the row numbers are not consecutive: {values[row - 1]} stands"
            f" where {wanted} would follow; correct the ruler"
        )


def _misnumbered(values: Sequence[int]) -> tuple[int, int]:
    """The first row whose number does not fit most of the others, and the number that would."""
    ways = []
    for step in (-1, 1):
        starts = [value - step * index for index, value in enumerate(values)]
        start = max(starts, key=starts.count)
        wrong = [index for index, other in enumerate(starts) if other != start]
        ways.append((len(wrong), wrong[0] + 1, start + step * wrong[0]))
    _, row, wanted = min(ways, key=lambda way: way[0])
    return row, wanted


def _read_cells(
    rows: Sequence[str], letters: Letters, box: bool, name: str
) -> tuple[Mask, Mask, dict[Point, str]]:
    stones = [0, 0]
    labels = dict(letters.labels)
    cols = len(rows[0])
    for point, cell in enumerate("".join(rows)):
        colour = BOX_STONES.get(cell, letters.stones.get(point))
        if cell in MARKED_STONES:
            colour = MARKED_STONES[cell]
            labels[point] = cell
        if colour is not None:
            stones[colour] |= 1 << point
        elif point not in labels and cell != NEUTRAL and not (box_arms(cell) if box else cell in ASCII_EMPTY):
            known = "● ○ and box-drawing characters" if box else "X O . or ● ○ and box-drawing characters"
            raise InputError(f"{name}: {place(point, cols)}: unknown character {cell!r}; use {known}")
    return stones[BLACK], stones[1 - BLACK], labels


