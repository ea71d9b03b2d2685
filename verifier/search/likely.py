"""Which stones of a finished game may be dead, where nobody says: a guess by games played at random.

It directs searches and decides nothing.
"""

import functools

from verifier.board import Mask, Position
from verifier.board.grid import bits
from verifier.search.native import available, playouts_native

__all__ = ["likely_dead"]

_GAMES = 400
"""Random games to play: about a hundredth of a second on 19 lines."""


@functools.lru_cache(maxsize=64)
def likely_dead(position: Position) -> frozenset[Mask]:
    """Return the units whose points end as the other side's more often than not in random games.

    No unit where the kernel is not built, or sides of the diagram are open: what lies there is not known. The
    same for each call.
    """
    if position.open_sides or not available():
        return frozenset()
    ends = playouts_native(position, _GAMES, seed=1)
    found = set()
    for unit in position.units():
        kept = sum(ends[point] for point in bits(unit))
        if kept * (1 if unit & position.black else -1) < 0:
            found.add(unit)
    return frozenset(found)
