"""Which stones of a finished game may be dead, where nobody says: a guess by games played at random.

It directs searches and decides nothing.
"""

import functools

from verifier.board import Mask, Position
from verifier.board.grid import bits
from verifier.kernel import require_kernel
from verifier.search.native.frame import available, kernel

__all__ = ["likely_dead", "playouts"]

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
    ends = playouts(position, _GAMES, seed=1)
    found = set()
    for unit in position.units():
        kept = sum(ends[point] for point in bits(unit))
        if kept * (1 if unit & position.black else -1) < 0:
            found.add(unit)
    return frozenset(found)


def playouts(position: Position, games: int, seed: int) -> list[int]:
    """Play games at random from a position to their ends, Black and White beginning in turn.

    For each point: in how many of them it ends as Black's, less those in which it ends as White's. The same
    for the same seed. What lies beyond open sides counts as the edge.

    Raises:
        InputError: the kernel is not built.
    """
    require_kernel()
    black, white = list(bits(position.black)), list(bits(position.white))
    found: list[int] = kernel.playouts(position.rows, position.cols, black, white, games, seed)
    return found
