"""A decomposition as a picture and as a board of characters."""

from verifier import svg, text
from verifier.board import Mask, Point
from verifier.board.grid import bits
from verifier.units.decomposition import Decomposition
from verifier.units.unit import Unit

__all__ = ["board", "picture"]

_PAPER, _WALL, _OUTSIDE = "#f6ead0", "#c9bda3", "#ffffff"
_TINTS = ("#bcd7f0", "#c6e5b4", "#f5c4bd", "#d8c8ee", "#f8d58f", "#b3e0da")


def picture(found: Decomposition, *, rulers: bool = True, cell: int = 30, title: str = "") -> svg.Svg:
    """Draw a decomposition.

    Each locale has a colour, walls are grey and the outside of a crop is white; what is left over, such as
    the eyes of walls, keeps the colour of the board. Every unit has its name on its first stone. Each
    coloured part has a title that a pointer on it shows.

    Raises:
        InputError: *cell* is smaller than 8.
    """
    tints = [
        svg.Tint(locale.points, _TINTS[number % len(_TINTS)], "locale of " + _names(locale.units))
        for number, locale in enumerate(found.locales)
    ]
    tints += [
        svg.Tint(chain, _WALL, f"wall: {colour} {found.name(chain)}")
        for colour, chains in zip(("black", "white"), found.wall_chains, strict=True)
        for chain in chains
    ]
    if outside := found.position.outside:
        tints.append(svg.Tint(outside, _OUTSIDE, "outside"))
    return svg.board(
        found.position,
        labels={_first(unit.stones): unit.name for unit in found.units},
        tints=tints,
        rulers=rulers,
        cell=cell,
        title=title or f"units and locales, walls = {found.kind}",
        background=_PAPER,
    )


def board(found: Decomposition) -> str:
    """Return the position in characters: after each stone the number of its unit, or ``#`` for a wall."""
    black, white = found.walls
    suffixes = {point: str(n) for chain, n in found.numbers.items() for point in bits(chain)}
    return text.board(found.position, suffixes=suffixes | dict.fromkeys(bits(black | white), "#"))


def _names(units: tuple[Unit, ...]) -> str:
    return ", ".join(unit.name for unit in units)


def _first(mask: Mask) -> Point:
    return next(bits(mask))
