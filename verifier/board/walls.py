"""Walls (chains that hypothetical play may treat as uncapturable) and locales.

The values are those of the axis `walls` (semantics section 2).
"""

import functools

from verifier.board.colour import Colour
from verifier.board.grid import Mask
from verifier.board.life import shape_of, unconditionally_alive
from verifier.board.position import Position
from verifier.errors import InputError

__all__ = ["WALL_KINDS", "locale_of", "walls"]

WALL_KINDS = ("assumed", "unconditional", "independent", "board")


@functools.lru_cache(maxsize=64)  # asked for once for each unit of a position, and for its locale
def walls(position: Position, kind: str, kept: Mask = 0) -> tuple[Mask, Mask]:
    """Return the black and the white wall stones of *position*.

    * ``assumed`` and ``board``: the assumed-alive chains of a crop;
    * ``unconditional``: also the chains alive even if their owner always passes;
    * ``independent``: also the chains of *kept*, which somebody else has to prove.

    Raises:
        InputError: *kind* is not one of :data:`WALL_KINDS`, or chains are *kept* under another one than
            ``independent``, or what is kept does not consist of chains.
    """
    if kind not in WALL_KINDS:
        raise InputError(f"walls {kind!r}: use one of {', '.join(WALL_KINDS)}")
    if kept:
        if kind != "independent":
            raise InputError(f"walls {kind!r}: only under 'independent' there are walls by proof")
        for colour in Colour:
            stones = position.stones(colour)
            if position.grid.flood(kept & stones, stones) & ~kept:
                raise InputError("a wall is only a part of a chain")
        if kept & position.empty:
            raise InputError("a wall has a point without a stone")
    black, white = position.assumed(Colour.BLACK), position.assumed(Colour.WHITE)
    if kind in ("assumed", "board"):
        return black, white
    grid = position.grid
    area = grid.full & ~(black | white | position.outside)
    free_black, free_white = position.black & area, position.white & area
    black_alive = unconditionally_alive(shape_of(grid, area, free_black, black, white), free_white)
    white_alive = unconditionally_alive(shape_of(grid, area, free_white, white, black), free_black)
    return black | black_alive | kept & position.black, white | white_alive | kept & position.white


def locale_of(position: Position, unit: Mask, kind: str, kept: Mask = 0) -> Mask:
    """Return the points where hypothetical play for *unit* takes place.

    The connected component, containing the unit, of all points that are neither in a wall
    nor outside; for ``board`` all such points. Empty if the unit itself is a wall.
    """
    black, white = walls(position, kind, kept)
    free = position.grid.full & ~(black | white | position.outside)
    if unit & ~free:
        return 0
    return free if kind == "board" else position.grid.flood(unit, free)
