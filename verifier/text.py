"""Boards as plain text for people: rulers on all sides, and room for a mark or a number at each point.

Unlike :mod:`verifier.notation`, whose output is read back, this is output only.
"""

from collections.abc import Mapping

from verifier.board import COLUMN_LETTERS, Colour, Point, Position, Side

__all__ = ["STATUS_SUFFIXES", "are_of", "board", "legend", "many", "seconds", "stones"]

STATUS_SUFFIXES = {"dead": "-", "alive": "+", "drawn": "=", "unknown": "?"}
"""Status of a stone -> the character after it."""

_WORDS = {
    "-": "dead",
    "+": "alive",
    "=": "drawn",
    "?": "unknown",
}


def board(
    position: Position,
    *,
    suffixes: Mapping[Point, str] | None = None,
    cells: Mapping[Point, str] | None = None,
) -> str:
    """Return *position* as text with rulers, without a newline at the end.

    X is a black stone, O a white one. *suffixes* are single characters after a stone, such as those of
    :data:`STATUS_SUFFIXES`; *cells* replace what stands on a point, such as the number of a move. A side
    of the frame is missing where the board goes on.
    """
    suffixes, cells = suffixes or {}, cells or {}
    signs = {None: ".", Colour.BLACK: "X", Colour.WHITE: "O"}
    texts = [
        cells.get(p) or signs[position.colour_at(p)] + suffixes.get(p, "")
        for p in range(position.rows * position.cols)
    ]
    wide = max(len(text) for text in texts)
    cols = position.cols
    letters = "   " + "".join(f" {COLUMN_LETTERS[c]:<{wide}}" for c in range(cols)).rstrip()
    bar = "-" * (cols * (wide + 1) + 1)
    left = " " if Side.LEFT in position.open_sides else "|"
    right = "" if Side.RIGHT in position.open_sides else "|"
    lines = [letters]
    if Side.TOP not in position.open_sides:
        lines.append(_frame(left, bar, right))
    for row in range(position.rows):
        body = "".join(f" {text:<{wide}}" for text in texts[row * cols : (row + 1) * cols])
        number = position.rows - row
        lines.append(f"{number:2}{left}{body} {right}{number}")
    if Side.BOTTOM not in position.open_sides:
        lines.append(_frame(left, bar, right))
    lines.append(letters)
    return "\n".join(lines)


def _frame(left: str, bar: str, right: str) -> str:
    return "  " + ("+" if left == "|" else " ") + bar + ("+" if right == "|" else "")


def legend(suffixes: Mapping[Point, str]) -> str:
    """Return one line that explains the suffixes in use, or an empty string if there are none."""
    used = set(suffixes.values())
    return ", ".join(f"{sign} {word}" for sign, word in _WORDS.items() if sign in used)


def stones(number: int) -> str:
    """Return a number of stones in words: ``1 stone``, ``7 stones``."""
    return many(number, "stone")


def many(number: int, noun: str) -> str:
    """Return a number of things in words: ``1 point``, ``7 points``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def seconds(number: float) -> str:
    """Return a time in words: ``1 second``, ``0.5 seconds``."""
    return f"{number:g} second" if number == 1 else f"{number:g} seconds"


def are_of(number: int, total: int, noun: str) -> str:
    """Return some of all in words, with the verb: ``1 of 3 chains is``, ``2 of 3 chains are``."""
    return f"{number} of {many(total, noun)} {'is' if number == 1 else 'are'}"
