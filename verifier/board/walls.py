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

WALL_KINDS = ("assumed", "unconditional", "board")


@functools.lru_cache(maxsize=64)  # asked for once for each unit of a position, and for its locale
def walls(position: Position, kind: str) -> tuple[Mask, Mask]:
    """Return the black and the white wall stones of *position*.

    * ``assumed`` and ``board``: the assumed-alive chains of a crop;
    * ``unconditional``: also the chains alive even if their owner always passes.

    Raises:
        InputError: *kind* is not one of :data:`WALL_KINDS`.
    """
    if kind not in WALL_KINDS:
        raise InputError(f"walls {kind!r}: use one of {', '.join(WALL_KINDS)}")
    black, white = position.assumed(Colour.BLACK), position.assumed(Colour.WHITE)
    if kind != "unconditional":
        return black, white
    grid = position.grid
    area = grid.full & ~(black | white | position.outside)
    free_black, free_white = position.black & area, position.white & area
    return (
        black | unconditionally_alive(shape_of(grid, area, free_black, black, white), free_white),
        white | unconditionally_alive(shape_of(grid, area, free_white, white, black), free_black),
    )


def locale_of(position: Position, unit: Mask, kind: str) -> Mask:
    """Return the points where hypothetical play for *unit* takes place.

    The connected component, containing the unit, of all points that are neither in a wall
    nor outside; for ``board`` all such points. Empty if the unit itself is a wall.
    """
    black, white = walls(position, kind)
    free = position.grid.full & ~(black | white | position.outside)
    if unit & ~free:
        return 0
    return free if kind == "board" else position.grid.flood(unit, free)
