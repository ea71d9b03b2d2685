"""How messages name a point: row and column from the top left, both from 1."""

from verifier.board import Point

__all__ = ["label_header", "place"]


def place(point: Point, cols: int) -> str:
    """Return "row 2, column 3" (from the top left, from 1)."""
    row, col = divmod(point, cols)
    return f"row {row + 1}, column {col + 1}"


def label_header(point: Point, cols: int, label: str) -> str:
    """Return the header line of a diagram that gives a point its label, in quotes: ``'label r2c3: a'``."""
    row, col = divmod(point, cols)
    return f"'label r{row + 1}c{col + 1}: {label}'"
