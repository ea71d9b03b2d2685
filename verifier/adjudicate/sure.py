"""Points that count for one side whatever the unknown units turn out to be."""

import itertools
from collections.abc import Mapping

from verifier.adjudicate.areas import counted_stones, enclosed_areas, unit_statuses
from verifier.adjudicate.bounds import enclosure_zones
from verifier.board import Colour, Mask, Position
from verifier.rules import Ruleset
from verifier.search.outcome import Status

__all__ = ["sure_points"]

_MOST_TRIED = 8
"""Up to so many unknown units of one zone are tried in all ways."""


def sure_points(position: Position, statuses: Mapping[Mask, Status], ruleset: Ruleset) -> tuple[Mask, Mask]:
    """Return the points of Black and of White that the unknown units cannot change.

    They are surrounded by living stones of one side alone in every case, kos left out where the ruleset does;
    where areas count, the stones of units proved to live belong to them. Not all such points need be found.
    Where a ruleset takes territory from stones in seki, it may take these points all the same: that depends
    on the dame next to the chains around them.

    Raises:
        InputError: a unit has no status, or a mask is no unit of the position.
    """
    given = unit_statuses(position, statuses)
    dead = [unit for unit, status in given.items() if status is Status.DEAD]
    unknown = [unit for unit, status in given.items() if status is Status.UNKNOWN]
    found: list[Mask] = [0, 0]
    fixed = _owned(position, dead, ruleset)
    for zone, members in enclosure_zones(position, sum(dead), unknown):
        if len(members) <= _MOST_TRIED:
            mine = [zone & fixed[colour] for colour in Colour]
            for chosen in itertools.product((False, True), repeat=len(members)):
                if any(chosen) and any(mine):
                    gone = dead + list(itertools.compress(members, chosen))
                    held = _owned(position, gone, ruleset)
                    mine = [kept & own for kept, own in zip(mine, held, strict=True)]
        else:
            mine = [_untouched(position, zone & fixed[colour], sum(dead), unknown) for colour in Colour]
        found = [have | more for have, more in zip(found, mine, strict=True)]
    black, white = (
        found[colour] | counted_stones(position, dead + unknown, colour, ruleset) for colour in Colour
    )
    return black, white


def _owned(position: Position, dead: list[Mask], ruleset: Ruleset) -> tuple[Mask, Mask]:
    """What each side encloses if the others live."""
    areas = enclosed_areas(position, dead, ruleset)
    black, white = (sum(area.territory for area in areas if area.owner is colour) for colour in Colour)
    return black, white


def _untouched(position: Position, points: Mask, dead: Mask, unknown: list[Mask]) -> Mask:
    """The areas of *points* that no unknown unit touches; single points may be those of kos."""
    grid, touched = position.grid, position.grid.dilate(sum(unknown))
    parts = grid.components(position.empty | dead)
    return points & sum(part for part in parts if not part & touched and part.bit_count() > 1)
