"""Which sides of a diagram are board edges: what its characters say, and what its header says."""

import re
from collections.abc import Sequence

from verifier.board import Point, Side
from verifier.errors import InputError
from verifier.notation.glyphs import ASCII_EMPTY, ASCII_STONES, BOX_STONES, MARKED_STONES, box_arms
from verifier.notation.places import place

__all__ = ["infer_open_sides", "open_sides", "parse_edges"]
_OUTWARD = {
    Side.TOP: "upwards",
    Side.BOTTOM: "downwards",
    Side.LEFT: "to the left",
    Side.RIGHT: "to the right",
}


def parse_edges(text: str, where: str) -> frozenset[Side]:
    """Return the sides that a header names as board edges: ``all``, ``none`` or a comma-separated list.

    Raises:
        InputError: the text is none of these; *where* begins the message.
    """
    words = [word for word in re.split(r"[,\s]+", text.strip().lower()) if word]
    if words == ["all"]:
        return frozenset(Side)
    if words == ["none"]:
        return frozenset()
    names = {side.value: side for side in Side}
    if not words or any(word not in names for word in words):
        raise InputError(
            f"{where}: edges {text.strip()!r}: use all, none or a list of top, bottom, left, right"
        )
    return frozenset(names[word] for word in words)


def _votes(rows: Sequence[str], name: str) -> dict[Side, dict[bool, Point]]:
    """For each side, the first point whose character says that it is an edge (True) or open (False)."""
    cols = len(rows[0])
    votes: dict[Side, dict[bool, Point]] = {side: {} for side in Side}
    for point, cell in enumerate("".join(rows)):
        arms = box_arms(cell)
        if arms is None:
            continue
        row, col = divmod(point, cols)
        border = {
            Side.TOP: row == 0,
            Side.BOTTOM: row == len(rows) - 1,
            Side.LEFT: col == 0,
            Side.RIGHT: col == cols - 1,
        }
        for side in Side:
            if border[side]:
                votes[side].setdefault(side not in arms, point)
            elif side not in arms:
                raise InputError(
                    f"{name}: {place(point, cols)}: {cell!r} marks the {side.value} edge of the board "
                    f"but the diagram goes on {_OUTWARD[side]}; use a character that goes on there"
                )
    return votes


def infer_open_sides(rows: Sequence[str]) -> frozenset[Side]:
    """Return the open sides of a diagram without an ``edges`` header, from its rows of cells."""
    return open_sides(rows, None, "diagram")


def open_sides(rows: Sequence[str], header: frozenset[Side] | None, name: str) -> frozenset[Side]:
    """Return the open sides of a diagram, from its rows of cells and the edges that its header names.

    Raises:
        InputError: characters contradict each other or the header.
    """
    cols = len(rows[0])
    votes = _votes(rows, name)
    cells = "".join(rows)
    for side, said in votes.items():
        if len(said) == 2:
            later, earlier = max(said.values()), min(said.values())
            raise InputError(
                f"{name}: {place(later, cols)}: {cells[later]!r} contradicts {cells[earlier]!r} at "
                f"{place(earlier, cols)} about whether the {side.value} is a board edge; make them agree"
            )
        if header is not None and said and (side in header) not in said:
            point = next(iter(said.values()))
            word = "names" if side in header else "does not name"
            raise InputError(
                f"{name}: {place(point, cols)}: {cells[point]!r} contradicts the edges header, "
                f"which {word} the {side.value}; correct one of them"
            )
    if header is not None:
        return frozenset(Side) - header
    if any(votes.values()):
        return frozenset(side for side, said in votes.items() if True not in said)
    drawn = any(cell in BOX_STONES or cell in MARKED_STONES for cell in cells)
    complete = any(cell in ASCII_STONES or cell in ASCII_EMPTY for cell in cells) or not drawn
    return frozenset() if complete else frozenset(Side)
