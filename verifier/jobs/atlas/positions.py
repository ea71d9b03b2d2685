"""Positions up to symmetry and exchange of colours, and the locales that walls leave of them."""

from collections.abc import Iterator, Sequence

from verifier.board import SYMMETRIES, Grid, Mask, Position, swap_colours, transform
from verifier.board.grid import bits
from verifier.board.symmetry import transform_mask
from verifier.jobs.atlas.shapes import Locale, indexer, locale_for, maps
from verifier.jobs.atlas.tables import canonical_codes

__all__ = ["Span", "canonical", "code_of", "decode", "position_of", "spans", "walled_keys"]

Span = tuple[int, int]
"""A range of codes, the last excluded."""


def spans(rows: int, cols: int) -> list[Span]:
    """Divide the codes of a board into ranges that are worked on one at a time."""
    codes = 3 ** (rows * cols)
    step = min(codes, max(3**7, min(3**10, codes // 243)))
    return [(first, min(first + step, codes)) for first in range(0, codes, step)]


def code_of(position: Position) -> int:
    """Return the number of a board: to the base 3, 1 for Black and 2 for White, the first point lowest."""
    black, white = (sum(3**p for p in bits(stones)) for stones in (position.black, position.white))
    return int(black + 2 * white)


def position_of(rows: int, cols: int, code: int) -> Position:
    """Return the board with a number."""
    black = white = 0
    for point in range(rows * cols):
        code, digit = divmod(code, 3)
        if digit == 1:
            black |= 1 << point
        elif digit == 2:
            white |= 1 << point
    return Position(rows, cols, black, white)


def canonical(position: Position) -> tuple[Position, str, bool]:
    """Return the image with rows <= cols and the least code, the symmetry, and whether colours changed."""
    best = None
    for name in SYMMETRIES:
        image = transform(position, name)
        if image.rows > image.cols:
            continue
        for swapped in (False, True):
            other = swap_colours(image) if swapped else image
            code = code_of(other)
            if best is None or code < best[0]:
                best = code, other, name, swapped
    assert best is not None
    return best[1], best[2], best[3]


def decode(rows: int, cols: int, span: Span) -> Iterator[tuple[int, int, Position]]:
    """Yield (code, number of images, position) of the canonical positions in a range."""
    grid = Grid.of(rows, cols)
    images = [
        [transform_mask(1 << p, rows, cols, name).bit_length() - 1 for p in range(grid.size)]
        for name in maps(rows, cols)
    ]
    near = [list(bits(mask)) for mask in grid.neighbours]
    found = canonical_codes(near, images, span)
    for code, number in zip(found[::2], found[1::2], strict=True):
        yield code, number, position_of(rows, cols, code)


def walled_keys(
    rows: int, cols: int, span: Span, kinds: Sequence[str]
) -> tuple[int, set[tuple[Locale, Mask, bool]]]:
    """Return how many canonical positions a range has, and the locales with targets that walls leave there.

    Targets are whole units, or with the flag set single points of them. The whole board is not among these.
    """
    keys: set[tuple[Locale, Mask, bool]] = set()
    number = 0
    whole = Locale.whole(rows, cols)
    for _, _, position in decode(rows, cols, span):
        number += 1
        for kind in kinds:
            for unit in position.units():
                owner = position.owner_of(unit)
                locale = locale_for(position, unit, owner, kind)
                if locale is None or locale == whole:
                    continue
                keys.add((*indexer(rows, cols, locale, unit)[0], False))
                keys.add((*indexer(rows, cols, locale, unit & -unit)[0], True))
    return number, keys
