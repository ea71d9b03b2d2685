"""Where to look for the proof of one unit on a large board: windows around it, small ones first.

A guess of which chains are dead divides the board into territories, which tells a group and its eye space
from the rest. Guesses choose where to search and in which order; they decide nothing.
"""

import functools
import itertools
import operator
from collections.abc import Iterator

from verifier.board import Colour, Mask
from verifier.units import Decomposition

__all__ = ["LARGEST", "Surroundings"]

_REACHES = 9
"""How many steps from the unit windows go at most."""
LARGEST = 130
"""Points of a window, at most."""
_SIDES = range(3, 10)
"""Points of a box along a side."""
_ROOM = range(12, 61)
"""Points of a box that are not the side's stones."""
_CAUGHT = 25
"""Points of an area in which living chains are caught, at most."""
_HOLDING = 12
"""So many windows in which a new stone may be held, at most."""
_LEANING = 2
"""So many neighbours, those with the smallest zones, are leant on one at a time."""


class Surroundings:
    """The board as a guess of the dead chains divides it, and the zones of the proofs found so far."""

    def __init__(self, decomposition: Decomposition, dead: Mask) -> None:
        self.position, self.grid = decomposition.position, decomposition.position.grid
        self.dead = dead
        self.walls = decomposition.under("unconditional").walls
        self.zones: dict[Colour, dict[Mask, Mask]] = {colour: {} for colour in Colour}
        """For each side its units with the points that a proof of their life depends on."""
        self._divided = decomposition.divided(dead)
        self._boxes: dict[tuple[Mask, Colour], list[Mask]] = {}
        self._caught: dict[Colour, Mask] = {}

    def proved(self, side: Colour, unit: Mask, zone: Mask) -> None:
        """Remember that *side* keeps its *unit* by play in *zone*."""
        self.zones[side][unit] = zone

    def windows(self, unit: Mask, side: Colour, growth: float, needed: Mask = 0) -> list[Mask]:
        """Return windows in which *side* may win the game for *unit*, the smallest first.

        A window is what lies within some steps of the unit, with the chains of *side* that touch it, and the
        zones in which one of these, or all of them, are known to live. Some hold what is :meth:`caught`.
        Of windows of almost the same size, *growth* apart, the largest stands for those in it: where a small
        one does, it mostly does too. All of them hold the points that are *needed*; the smallest then is
        these alone.
        """
        found: dict[Mask, None] = {}
        free = self.grid.full & ~self.walls[side] | unit
        territory = self._divided.territories[side]
        kinds = (territory, territory | self._divided.shared), (False, True), {0, self.caught(side)}
        for allowed, along, caught in itertools.product(*kinds):
            for reach in self._reaches(unit, side, allowed, caught, along=along):
                near = [zone for other, zone in self.zones[side].items() if other & reach & ~unit]
                near.sort(key=lambda zone: ((zone & ~reach).bit_count(), zone))
                together = functools.reduce(operator.or_, near, 0)
                for zone in (0, *near[:_LEANING], together):
                    window = (reach | zone) & free
                    if window.bit_count() <= LARGEST:
                        found.setdefault(window | needed)
        found.pop(needed, None)
        windows = _thinned(sorted(found, key=lambda window: (window.bit_count(), window)), growth)
        return [needed, *windows] if needed else windows

    def boxes(self, unit: Mask, side: Colour) -> list[Mask]:
        """Return windows in rectangles that touch the unit: the side's territory there, as far as connected.

        Corners and sides are places where a few points make eyes, and what lies within some steps of a long
        chain seldom is one. Most of a box may be of no use: they are many, and to be chosen from.
        """
        if (unit, side) in self._boxes:
            return self._boxes[unit, side]
        grid, found = self.grid, dict[Mask, None]()
        own = self._divided.living[side] | unit
        theirs = self.dead & self.position.stones(side.opponent)
        near, territory = grid.dilate(unit), self._divided.territories[side]
        for allowed in (territory, territory | self._divided.shared):
            for box in _rectangles(grid.rows, grid.cols):
                if near & box:
                    window = grid.flood(unit, box & (allowed | own | theirs) | unit)
                    if (window & ~own).bit_count() in _ROOM:
                        found.setdefault(window)
        self._boxes[unit, side] = list(found)
        return self._boxes[unit, side]

    def holding(self, unit: Mask, side: Colour, scope: Mask) -> list[Mask]:
        """Return windows in which *side* may hold a new stone in *scope*, the unit lost: small ones first.

        Such a stone is part of a chain that is known to live, on an empty point next to it. If there are two
        such points *side* mostly gets one. So a window is the zone of such a chain with these points, or of
        two of them.
        """
        grid, empty = self.grid, self.position.empty
        alone: dict[Mask, Mask] = {}
        for other, zone in self.zones[side].items():
            points = grid.dilate(other) & scope & empty
            if points and not other & unit:
                window = zone | other | points
                alone[window] = alone.get(window, 0) | points
        found = {window: points.bit_count() for window, points in alone.items()}
        for (one, its), (two, theirs) in itertools.combinations(alone.items(), 2):
            found[one | two] = (its | theirs).bit_count()
        windows = [window for window in found if window.bit_count() <= LARGEST]
        # Those with a single point come last: the other side plays there first.
        windows.sort(key=lambda window: (found[window] == 1, window.bit_count(), window))
        return windows[:_HOLDING]

    def caught(self, side: Colour) -> Mask:
        """Small areas between living chains of *side* with living ones of the other side, as in a seki."""
        if side not in self._caught:
            living, grid = self._divided.living, self.grid
            areas = grid.components(grid.full & ~living[side])
            small = [area for area in areas if area & living[side.opponent] and area.bit_count() <= _CAUGHT]
            self._caught[side] = sum(small)
        return self._caught[side]

    def _reaches(
        self, unit: Mask, side: Colour, allowed: Mask, caught: Mask, *, along: bool
    ) -> Iterator[Mask]:
        """What can be reached from *unit* in 1, 2, ... steps over *allowed* points and dead stones.

        In the areas *caught* all is as good as that.
        Chains of *side* that are met belong to it; *along* them the way goes on only if asked.
        """
        grid, theirs = self.grid, self.position.stones(side.opponent)
        allowed, gone = allowed | caught & self.position.empty, self.dead | caught
        own = self._divided.living[side] | unit & self.position.stones(side)
        met, reach = 0, unit
        for _ in range(_REACHES):
            before = reach | met
            near = grid.dilate(reach | met if along else reach)
            reach |= near & allowed
            met |= grid.flood(near & own, own)
            reach |= grid.flood(near & theirs & gone, theirs)
            if reach | met == before:
                return
            yield reach | met


@functools.lru_cache(maxsize=4)
def _rectangles(rows: int, cols: int) -> tuple[Mask, ...]:
    """All rectangles of a board with sides of some points."""
    return tuple(
        sum(((1 << width) - 1) << (row * cols + left) for row in range(top, top + height))
        for height in _SIDES
        for width in _SIDES
        for top in range(rows - height + 1)
        for left in range(cols - width + 1)
    )


def _thinned(windows: list[Mask], growth: float) -> list[Mask]:
    """*windows* without those that are almost as large as a later one that contains them."""
    kept: list[Mask] = []
    for window in reversed(windows):
        size = window.bit_count()
        if not any(not window & ~larger and growth * size > larger.bit_count() for larger in kept):
            kept.append(window)
    return kept[::-1]
