"""Names of points: GTP vertices (A1 bottom left, no letter I) and row-column pairs (r1c1 top left)."""

import operator
import re
from typing import SupportsIndex

from verifier.board.grid import Mask, Point, bits
from verifier.errors import InputError

__all__ = ["COLUMN_LETTERS", "parse_vertex", "point_of", "vertex", "vertices"]

COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Column names from left to right."""

_ROW_COLUMN = re.compile(r"r(\d{1,3})c(\d{1,3})", re.IGNORECASE)
_GTP = re.compile(r"([A-Z])(\d{1,3})", re.IGNORECASE)


def vertex(point: Point, rows: int, cols: int) -> str:
    """Return the GTP vertex of *point*; in a crop, rows count from the bottom of the diagram."""
    row, col = divmod(point, cols)
    return f"{COLUMN_LETTERS[col]}{rows - row}"


def vertices(mask: Mask, rows: int, cols: int) -> list[str]:
    """Return the GTP vertices of all points of *mask*, top row first."""
    return [vertex(point, rows, cols) for point in bits(mask)]


def parse_vertex(text: str, rows: int, cols: int) -> Point:
    """Return the point that *text* names, as a GTP vertex or as ``r2c3``.

    Raises:
        InputError: the text is neither, or the point lies off the board.
    """
    cleaned = text.strip()
    if match := _ROW_COLUMN.fullmatch(cleaned):
        row, col = int(match[1]) - 1, int(match[2]) - 1
    elif (match := _GTP.fullmatch(cleaned)) and match[1].upper() in COLUMN_LETTERS:
        row, col = rows - int(match[2]), COLUMN_LETTERS.index(match[1].upper())
    else:
        raise InputError(f"point {text!r}: use a GTP vertex such as C3 (no column I) or r2c3 (row, column)")
    if not (0 <= row < rows and 0 <= col < cols):
        raise InputError(f"point {text!r} is off the board of {rows} rows and {cols} columns")
    return row * cols + col


def point_of(point: object, rows: int, cols: int) -> Point:
    """Return a point that somebody names: ``"C3"``, ``"r2c3"``, or its number from the top left.

    Raises:
        InputError: it is none of these, or lies off the board.
    """
    if isinstance(point, str):
        return parse_vertex(point, rows, cols)
    if isinstance(point, bool) or not isinstance(point, SupportsIndex):
        raise InputError(f"point {point!r:.60}: use a vertex such as 'C3', or the number of a point")
    number = operator.index(point)
    if not 0 <= number < rows * cols:
        raise InputError(f"point {number} is off the board of {rows} rows and {cols} columns")
    return number
