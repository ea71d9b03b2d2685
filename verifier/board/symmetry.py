"""The eight rotations and reflections, and the exchange of colours."""

from collections.abc import Callable

from verifier.board.grid import Mask, bits
from verifier.board.position import Position, Side

__all__ = ["SYMMETRIES", "swap_colours", "transform", "transform_mask"]

_Map = Callable[[int, int, int, int], tuple[int, int]]

# Each maps (row, column, rows, columns) to the new row and column.
_MAPS: dict[str, _Map] = {
    "identity": lambda r, c, _h, _w: (r, c),
    "rotate 90": lambda r, c, h, _w: (c, h - 1 - r),
    "rotate 180": lambda r, c, h, w: (h - 1 - r, w - 1 - c),
    "rotate 270": lambda r, c, _h, w: (w - 1 - c, r),
    "mirror left-right": lambda r, c, _h, w: (r, w - 1 - c),
    "mirror top-bottom": lambda r, c, h, _w: (h - 1 - r, c),
    "transpose": lambda r, c, _h, _w: (c, r),
    "antitranspose": lambda r, c, h, w: (w - 1 - c, h - 1 - r),
}
SYMMETRIES = tuple(_MAPS)
"""The names of the eight symmetries of a rectangle's points; four of them exchange the sides."""

_TURNS: dict[str, tuple[Side, Side, Side, Side]] = {
    # where top, bottom, left, right go
    "identity": (Side.TOP, Side.BOTTOM, Side.LEFT, Side.RIGHT),
    "rotate 90": (Side.RIGHT, Side.LEFT, Side.TOP, Side.BOTTOM),
    "rotate 180": (Side.BOTTOM, Side.TOP, Side.RIGHT, Side.LEFT),
    "rotate 270": (Side.LEFT, Side.RIGHT, Side.BOTTOM, Side.TOP),
    "mirror left-right": (Side.TOP, Side.BOTTOM, Side.RIGHT, Side.LEFT),
    "mirror top-bottom": (Side.BOTTOM, Side.TOP, Side.LEFT, Side.RIGHT),
    "transpose": (Side.LEFT, Side.RIGHT, Side.TOP, Side.BOTTOM),
    "antitranspose": (Side.RIGHT, Side.LEFT, Side.BOTTOM, Side.TOP),
}


def transform_mask(mask: Mask, rows: int, cols: int, symmetry: str) -> Mask:
    """Return the image of a set of points of a *rows* x *cols* board under *symmetry*."""
    new_cols = rows if _swaps(symmetry) else cols
    image = 0
    for point in bits(mask):
        row, col = _MAPS[symmetry](*divmod(point, cols), rows, cols)
        image |= 1 << (row * new_cols + col)
    return image


def _swaps(symmetry: str) -> bool:
    return _TURNS[symmetry][0] in (Side.LEFT, Side.RIGHT)


def transform(position: Position, symmetry: str) -> Position:
    """Return the image of *position* under one of :data:`SYMMETRIES`."""
    rows, cols = position.rows, position.cols
    sides = dict(zip((Side.TOP, Side.BOTTOM, Side.LEFT, Side.RIGHT), _TURNS[symmetry], strict=True))
    new_rows, new_cols = (cols, rows) if _swaps(symmetry) else (rows, cols)
    return Position(
        new_rows,
        new_cols,
        transform_mask(position.black, rows, cols, symmetry),
        transform_mask(position.white, rows, cols, symmetry),
        frozenset(sides[side] for side in position.open_sides),
    )


def swap_colours(position: Position) -> Position:
    """Return *position* with black and white stones exchanged."""
    return Position(position.rows, position.cols, position.white, position.black, position.open_sides)
