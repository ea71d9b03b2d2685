"""Territory that is safe under alternating play (Müller 1997), for short a home.

A home is a region bordered by chains of one side alone, with these chains. Its owner answers plays in it,
plays there at other times only where that costs no more than a pass, and in the end all of it is his stones
and territory. Nothing that lies outside matters: it is taken to be full of stones of the other side.
docs/endings-why.md has the argument; ``verifier.proof.endings.rest`` uses it.
"""

import functools
from collections.abc import Iterable
from typing import NamedTuple

from verifier.board import BLACK, Grid, Mask, shape_of, unconditionally_alive
from verifier.board.grid import bits
from verifier.play.placing import place
from verifier.rules import PlayRules

__all__ = [
    "MOST_POINTS", "AlternatingPlay", "SafeTerritory", "alternating_play", "answers_inside", "attacks",
    "candidates", "linked", "lives", "territory_of",
]  # fmt: skip

MOST_POINTS, MOST_STONES = 10, 3
"""Larger homes, and more stones of the other side in them, take too long to play out."""


_REMEMBERED = 500_000


class SafeTerritory(NamedTuple):
    """A region and its border."""

    region: Mask
    """Points without stones of the owner."""
    chains: Mask
    """All chains of the owner next to them."""


def answers_inside(rules: PlayRules) -> bool:
    """Whether a play at home costs no more than the play that it answers, or after the stop than a pass."""
    return (
        rules["pass_price"] == "a stone after the stop"
        and rules["stop"] != "two end"
        and rules["score"] == "territory minus own prisoners"
    )


def territory_of(grid: Grid, region: Mask, own: Mask) -> SafeTerritory:
    """Return *region* with the chains of the stones *own* next to it."""
    return SafeTerritory(region, grid.flood(grid.dilate(region) & own, own))


def linked(homes: Iterable[SafeTerritory]) -> list[list[SafeTerritory]]:
    """Return *homes* in groups; those that chains link are together."""
    groups: list[list[SafeTerritory]] = []
    for home in homes:
        near = [group for group in groups if any(home.chains & one.chains for one in group)]
        groups = [group for group in groups if group not in near]
        groups.append([home, *(one for group in near for one in group)])
    return groups


def candidates(grid: Grid, own: Mask, other: Mask) -> list[list[SafeTerritory]]:
    """Return the small regions of the side with the stones *own*; those linked by chains are together."""
    small = (
        region
        for region in grid.components(grid.full & ~own)
        if region.bit_count() <= MOST_POINTS and (region & other).bit_count() <= MOST_STONES
    )
    return linked(home for region in small if (home := territory_of(grid, region, own)).chains)


def attacks(grid: Grid, region: Mask, ours: Mask, theirs: Mask) -> list[Mask] | None:
    """The stones of the other side in *region* after each play it may have there.

    None if one takes a chain of *ours*, or would if all points outside were taken. *theirs* are in *region*.
    """
    empty = region & ~theirs
    if not _breathe(grid, ours, empty):
        return None
    found = []
    for point in bits(empty):
        stone = 1 << point
        after, left = theirs | stone, empty & ~stone
        if not _breathe(grid, ours, left):
            return None
        if grid.dilate(grid.flood(stone, after)) & left:  # else it is suicide
            found.append(after)
    return found


def _breathe(grid: Grid, stones: Mask, liberties: Mask) -> bool:
    return all(grid.dilate(chain) & liberties for chain in grid.components(stones))


def lives(grid: Grid, points: Mask, stones: Mask) -> bool:
    """Whether *stones* live unconditionally by empty *points*, if all others are the other side's."""
    return unconditionally_alive(shape_of(grid, points | stones, stones, 0, 0), 0) == stones


class AlternatingPlay:
    """The game in a home: the other side plays in it or elsewhere, its owner answers in it or does not."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._known: dict[tuple[Mask, Mask, frozenset[Mask]], bool] = {}

    def holds(self, home: SafeTerritory, theirs: Mask) -> bool:
        """Whether the owner keeps *home* and never loses a stone of it, the other side to move.

        *theirs* are all stones of the other side.
        """
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        return self._safe(home.region, home.chains, theirs & home.region)

    def settled(self, home: SafeTerritory, theirs: Mask) -> bool:
        """Whether nothing is left to do: no stone of the other side, and all chains live unconditionally."""
        return not theirs & home.region and lives(self._grid, home.region, home.chains)

    def _safe(self, region: Mask, ours: Mask, theirs: Mask) -> bool:
        # Either the owner's stones become more, or they are the same and the other side's become more.
        # What lies farther does not matter, but which stones next to the region are connected does.
        grid, border = self._grid, self._grid.dilate(region)
        linked = frozenset(chain & border for chain in grid.components(ours))
        key = region, theirs, linked
        if key not in self._known:
            self._known[key] = self._examine(region, ours, theirs)
        return self._known[key]

    def _examine(self, region: Mask, ours: Mask, theirs: Mask) -> bool:
        empty, plays = region & ~theirs, attacks(self._grid, region, ours, theirs)
        if plays is None:
            return False
        for after in plays:
            if not (self._safe(region, ours, after) or self._answers(region, ours, after, region & ~after)):
                return False
        return self.settled(SafeTerritory(region, ours), theirs) or self._answers(region, ours, theirs, empty)

    def _answers(self, region: Mask, ours: Mask, theirs: Mask, empty: Mask) -> bool:
        """Whether some play of the owner leaves the home safe."""
        grid = self._grid
        for point in bits(empty):
            stone = 1 << point
            taken = place(grid, ours, theirs, BLACK, point).taken
            if self._safe(region & ~stone, ours | stone, theirs & ~taken):
                return True
        return False

@functools.lru_cache(maxsize=4)
def alternating_play(grid: Grid) -> AlternatingPlay:
    """The play of *grid*, which remembers what it has found."""
    return AlternatingPlay(grid)
