"""A decomposition as a picture and as a board of characters."""

from collections.abc import Mapping, Sequence

from verifier import svg, text
from verifier.board import Mask, Point, Position, unit_name
from verifier.board.grid import bits
from verifier.units.unit import Locale, Unit

__all__ = ["board", "picture"]

_PAPER, _WALL, _OUTSIDE = "#f6ead0", "#c9bda3", "#ffffff"
_TINTS = ("#bcd7f0", "#c6e5b4", "#f5c4bd", "#d8c8ee", "#f8d58f", "#b3e0da")


def picture(
    position: Position,
    units: Sequence[Unit],
    locales: Sequence[Locale],
    walls: Sequence[Sequence[Mask]],
    *,
    rulers: bool = True,
    cell: int = 30,
    title: str = "",
) -> svg.Svg:
    """Draw a decomposition; *walls* are the chains of Black's and of White's.

    Each locale has a colour, walls are grey and the outside of a crop is white; what is left over, such as
    the eyes of walls, keeps the colour of the board. Every unit has its name on its first stone. Each
    coloured part has a title that a pointer on it shows.

    Raises:
        InputError: *cell* is smaller than 8.
    """
    tints = [
        svg.Tint(locale.points, _TINTS[number % len(_TINTS)], "locale of " + _names(locale.units))
        for number, locale in enumerate(locales)
    ]
    tints += [
        svg.Tint(chain, _WALL, f"wall: {colour} {unit_name(position, chain)}")
        for colour, chains in zip(("black", "white"), walls, strict=True)
        for chain in chains
    ]
    if outside := position.outside:
        tints.append(svg.Tint(outside, _OUTSIDE, "outside"))
    return svg.board(
        position,
        labels={_first(unit.stones): unit.name for unit in units},
        tints=tints,
        rulers=rulers,
        cell=cell,
        title=title,
        background=_PAPER,
    )


def board(position: Position, numbers: Mapping[Mask, int], walls: Mask) -> str:
    """Return the position in characters: after each stone the number of its unit, or ``#`` for a wall."""
    suffixes = {point: str(n) for chain, n in numbers.items() for point in bits(chain)}
    return text.board(position, suffixes=suffixes | dict.fromkeys(bits(walls), "#"))


def _names(units: tuple[Unit, ...]) -> str:
    return ", ".join(unit.name for unit in units)


def _first(mask: Mask) -> Point:
    return next(bits(mask))
