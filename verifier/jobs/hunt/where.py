"""From words to the space that a hunt looks at."""

import re
from collections.abc import Sequence

from verifier.arguments import kind, listed, whole
from verifier.board import Mask, Position, Side
from verifier.errors import InputError
from verifier.jobs.cases.case import case_ids, load_case
from verifier.jobs.hunt import ENUMERATED, POINTS
from verifier.jobs.hunt.orbits import Board, boards
from verifier.jobs.hunt.spaces import AndCases, Constrained, Enumerated, Near, Space
from verifier.jobs.hunt.structure import Structure, parse_structure
from verifier.text import many

__all__ = ["GENERATORS", "case_crop", "space_of"]

_BOX = re.compile(r"r(\d{1,2})c(\d{1,2})-r(\d{1,2})c(\d{1,2})", re.IGNORECASE)


def case_crop(text: str) -> tuple[str, Position]:
    """Return a name and the position of a case, or of a part of it: ``ex08`` or ``ex08:r1c1-r4c6``.

    Sides along which the part is cut out are open.

    Raises:
        InputError: there is no such case, or no such part of it.
    """
    name, colon, box = text.partition(":")
    position = load_case(name).position
    if not colon:
        return name, position
    match = _BOX.fullmatch(box)
    if not match:
        raise InputError(f"{text!r}: name a part by its first and last point, such as {name}:r1c1-r4c6")
    top, left, bottom, right = (int(number) - 1 for number in match.groups())
    rows, cols = sorted((top + 1, bottom + 1)), sorted((left + 1, right + 1))
    if min(rows + cols) < 1 or rows[1] > position.rows or cols[1] > position.cols:
        raise InputError(
            f"{text!r}: this part lies outside; {name} has {position.rows} rows and {position.cols} columns:"
            f" stay within {name}:r1c1-r{position.rows}c{position.cols}"
        )
    if top > bottom or left > right:
        forward = f"{name}:r{rows[0]}c{cols[0]}-r{rows[1]}c{cols[1]}"
        raise InputError(f"{text!r}: a part goes from its top left to its bottom right; write {forward}")
    sides = set(position.open_sides)
    cuts = {
        Side.TOP: top > 0,
        Side.LEFT: left > 0,
        Side.BOTTOM: bottom < position.rows - 1,
        Side.RIGHT: right < position.cols - 1,
    }
    sides |= {side for side, cut in cuts.items() if cut}
    width = right - left + 1

    def cut_out(mask: Mask) -> Mask:
        found = 0
        for row in range(top, bottom + 1):
            for col in range(left, right + 1):
                if mask >> (row * position.cols + col) & 1:
                    found |= 1 << ((row - top) * width + col - left)
        return found

    return text, Position(
        bottom - top + 1, width, cut_out(position.black), cut_out(position.white), frozenset(sides)
    )


GENERATORS = ("enumeration", "sat")
"""How positions are found: one by one, or as models of a formula."""

_LARGEST = {"enumeration": ENUMERATED, "sat": 49}
"""Boards of more points are refused: nobody would see the end of it."""


def space_of(
    *,
    points: int | None = None,
    least_side: int | None = None,
    sizes: Sequence[str] = (),
    open_sides: Sequence[str] = (),
    stones: str = "",
    where: Sequence[str] = (),
    by: str = "enumeration",
    near: str = "",
    changes: int = 1,
    cases: bool = False,
) -> Space:
    """Return the space that options describe.

    * *points*, *least_side*: all boards of up to so many points (6), the shorter side at least so long (1);
      or *sizes*: only boards such as ``"3x4"`` (rows and columns);
    * *open_sides*: ``"top"``, ``"bottom"``, ``"left"``, ``"right"``: sides on which the board goes on;
    * *stones*: a number or a range such as ``"4-9"``;
    * *where*: structures, see :data:`verifier.jobs.hunt.structure.STRUCTURES`;
    * *by*: one of :data:`GENERATORS`;
    * *near*: a case or a part of one (:func:`case_crop`), of which up to *changes* points are changed.
      Boards, sides and stones are then those of the case, and there is nothing to enumerate.
    * *cases*: go on with all cases of the package, and then with up to *changes* points of each changed.

    Raises:
        InputError: names the option and what is allowed.
    """
    if points is not None:
        whole("points", points, 1)
    if least_side is not None:
        whole("least_side", least_side, 1)
    whole("changes", changes, 0)
    sizes, open_sides, where = (
        [kind(name, text, str, "texts are needed") for text in listed(name, given, example)]
        for name, given, example in (
            ("sizes", sizes, "['3x4']"), ("open_sides", open_sides, "['top']"), ("where", where, "['ko']")
        )
    )  # fmt: skip
    kind("stones", stones, str, "a text is needed, such as '4-9'")
    kind("near", near, str, "a text is needed, such as 'ex08:r1c1-r4c6'")
    structures = tuple(parse_structure(text) for text in where)
    if {"ko", "no ko"} <= {structure.name for structure in structures}:
        raise InputError("where 'ko' and 'no ko': no position has both; leave one of them out")
    if by not in GENERATORS:
        raise InputError(f"generator {by!r}: use one of {', '.join(GENERATORS)}")
    limited = points is not None or least_side is not None
    if near:
        if limited or sizes or open_sides or stones:
            raise InputError(
                "near: boards, their size, open sides and stones are those of the case; do not give them"
            )
        if by != GENERATORS[0]:
            raise InputError(f"near: the positions around a case are not looked for by {by}; leave it out")
        name, crop = case_crop(near)
        _refuse_too_large(structures, crop.rows * crop.cols, name)
        return Near(name, crop, changes, structures)
    if sizes and limited:
        raise InputError("boards: they are named one by one; give no number of points and no least side")
    points = POINTS if points is None else points
    least_side = 1 if least_side is None else least_side
    sides = frozenset(_side(name) for name in open_sides)
    chosen = tuple(_board(size, sides) for size in sizes)
    chosen = chosen or tuple(boards(min(points, _LARGEST[by] + 1), least_side=least_side, open_sides=sides))
    if not chosen:
        raise InputError(f"no board has up to {points} points and sides of at least {least_side}")
    largest = max(board.points for board in chosen)
    if largest > _LARGEST[by]:
        raise InputError(f"boards of {largest} points: at most {_LARGEST[by]} are possible by {by}")
    _refuse_too_large(structures, largest, "the largest board of this hunt")
    space = Constrained if by == "sat" else Enumerated
    if cases and (sizes or open_sides or stones):
        raise InputError("cases: boards, open sides and stones are those of each case; do not give them")
    ordered = sorted(dict.fromkeys(chosen), key=lambda board: (board.points, max(board.rows, board.cols)))
    numbers = _range(stones) if stones else None
    if numbers is not None and numbers.start > largest:
        raise InputError(f"stones {stones!r}: the largest board of this hunt has {many(largest, 'point')}")
    found = space(tuple(ordered), structures, numbers)
    return AndCases(found, _near_cases(changes, structures)) if cases else found


def _refuse_too_large(structures: Sequence[Structure], points: int, board: str) -> None:
    for structure in structures:
        if structure.points > points:
            raise InputError(f"where {str(structure)!r}: {board} has {many(points, 'point')}")


def _near_cases(changes: int, structures: tuple[Structure, ...]) -> tuple[Near, ...]:
    """All cases of the package; of several with the same position the first."""
    positions = {name: load_case(name).position for name in case_ids()}
    names = {position: name for name, position in reversed(positions.items())}
    return tuple(
        Near(name, position, changes, structures)
        for name, position in positions.items()
        if names[position] == name
    )


def _side(name: str) -> Side:
    sides = {side.value: side for side in Side}
    if name not in sides:
        raise InputError(f"open side {name!r}: use one of {', '.join(sides)}")
    return sides[name]


def _board(size: str, sides: frozenset[Side]) -> Board:
    match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", size)
    if not match or size == "1x1":
        raise InputError(f"board {size!r}: use rows and columns, such as 3x4")
    rows, cols = int(match[1]), int(match[2])
    if not sides and rows > cols:
        rows, cols = cols, rows
    return Board(rows, cols, sides)


def _range(text: str) -> range:
    match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text)
    least, most = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if least > most:
        raise InputError(f"stones {text!r}: use a number or a range such as 4-9")
    return range(least, most + 1)
