"""Least and greatest territory and score when the status of some units is unknown."""

import dataclasses
import itertools
from collections.abc import Mapping

from verifier.adjudicate.areas import areas_after, counted_stones, unit_statuses
from verifier.board import BLACK, WHITE, Colour, Mask, Position
from verifier.rules import Ruleset
from verifier.search.outcome import Status

__all__ = ["MAX_ENUMERATED", "Bounds", "enclosure_zones", "independent_zones", "territory_bounds"]

MAX_ENUMERATED = 10
"""Up to so many unknown units that can influence each other, all assignments are tried."""

_Range = tuple[float, float]


@dataclasses.dataclass(frozen=True, slots=True)
class Bounds:
    """Least and greatest values over all assignments of alive and dead to the unknown units."""

    black: _Range
    white: _Range
    lead: _Range
    """Black's minus White's; not the difference of the other two, which need not occur together."""
    exact: bool
    """Whether both ends of every range are reached by some assignment. If not, the ranges are too wide."""
    unknown: tuple[Mask, ...]
    """The units whose status is unknown."""

    @property
    def decided(self) -> bool:
        """Whether no assignment changes the counts."""
        return all(low == high for low, high in (self.black, self.white, self.lead))

    def plus(self, black: float, white: float) -> "Bounds":
        """Return the bounds after so much is added to the counts of both sides."""
        return dataclasses.replace(
            self,
            black=_shifted(self.black, black),
            white=_shifted(self.white, white),
            lead=_shifted(self.lead, black - white),
        )


def territory_bounds(
    position: Position,
    statuses: Mapping[Mask, Status],
    ruleset: Ruleset,
    *,
    max_enumerated: int = MAX_ENUMERATED,
) -> Bounds:
    """Return bounds of the counts (points and prisoners) of both sides.

    Unknown units are put in groups that cannot influence each other's areas; groups add up. A group
    of more than *max_enumerated* units is bounded by what its points could count at least and at most, and
    the result is marked as not exact.

    Raises:
        InputError: a unit has no status, or a mask is no unit of the position.
    """
    given = unit_statuses(position, statuses)
    dead = [unit for unit, status in given.items() if status is Status.DEAD]
    unknown = [unit for unit, status in given.items() if status is Status.UNKNOWN]
    ranges: list[tuple[_Range, _Range, _Range]] = []
    exact = True
    zones = independent_zones(position, sum(dead), unknown, ruleset)
    for zone, members in zones:
        if len(members) <= max_enumerated:
            ranges.append(_enumerated(position, dead, zone, members, ruleset))
        else:
            exact = False
            ranges.append(_widest(position, sum(dead), zone, members, ruleset))
    # Living stones count where areas do; those of unknown units are in a zone.
    elsewhere = position.grid.full & ~sum(zone for zone, _ in zones)
    lone = [
        (counted_stones(position, dead, colour, ruleset) & elsewhere).bit_count() for colour in Colour
    ]
    ranges.append(((lone[BLACK],) * 2, (lone[WHITE],) * 2, (lone[BLACK] - lone[WHITE],) * 2))
    black, white, lead = (_total(column) for column in zip(*ranges, strict=True))
    return Bounds(black, white, lead, exact, tuple(unknown))


def independent_zones(
    position: Position, dead: Mask, unknown: list[Mask], ruleset: Ruleset
) -> list[tuple[Mask, list[Mask]]]:
    """Return zones and the unknown units in each; counts in one zone depend on its units only.

    Seki passes from area to area along chains: then there is one zone, the board. Else they are those of
    :func:`enclosure_zones`.
    """
    if ruleset["seki"] != "no concept":
        return [(position.grid.full, unknown)]
    return enclosure_zones(position, dead, unknown)


def enclosure_zones(position: Position, dead: Mask, unknown: list[Mask]) -> list[tuple[Mask, list[Mask]]]:
    """Return zones and the unknown units in each, such that who encloses what depends on these units only.

    A zone is a connected set of points that are empty or may become so, whatever the unknown units
    turn out to be. Whether a point is one of a ko depends on the last liberties of the living chains
    around it, which may lie in other zones: a chain that is not sure of two liberties joins its zones.
    """
    grid = position.grid
    certain = position.empty | dead
    zones = list(grid.components(certain | sum(unknown)))
    for colour in Colour:
        for chain in position.chains(colour):
            around = grid.dilate(chain)
            if chain & dead or (around & certain).bit_count() > 1:
                continue
            joined = [zone for zone in zones if zone & around]
            if len(joined) > 1:
                zones = [zone for zone in zones if not zone & around] + [sum(joined)]
    return [(zone, [unit for unit in unknown if unit & zone]) for zone in zones]


def _enumerated(
    position: Position, dead: list[Mask], zone: Mask, members: list[Mask], ruleset: Ruleset
) -> tuple[_Range, _Range, _Range]:
    counts: list[tuple[int, int, int]] = []
    for chosen in itertools.product((False, True), repeat=len(members)):
        removed = [unit for unit, gone in zip(members, chosen, strict=True) if gone]
        areas = [area for area in areas_after(position, dead + removed, ruleset) if area.points & zone]
        black, white = (
            sum(area.count for area in areas if area.owner is colour)
            + (counted_stones(position, dead + removed, colour, ruleset) & zone).bit_count()
            for colour in Colour
        )
        counts.append((black, white, black - white))
    black_range, white_range, lead = ((min(column), max(column)) for column in zip(*counts, strict=True))
    return black_range, white_range, lead


def _widest(
    position: Position, dead: Mask, zone: Mask, unknown: list[Mask], ruleset: Ruleset
) -> tuple[_Range, _Range, _Range]:
    """What each side may count at least and at most, of each part by itself.

    Parts are what is empty or dead in one piece already, and the unknown units. No part next to a living
    stone of one side is the other side's, nor one joined with such a part, nor one with dead stones of its
    own; a part that no unknown unit touches is an area as it is. In seki nothing need count.
    """
    grid = position.grid
    area = ruleset["score"] == "area"
    living = [position.stones(colour) & ~dead & ~sum(unknown) for colour in Colour]
    parts = list(grid.components(zone & (position.empty | dead)))
    least, most = [0, 0], [0, 0]
    for colour in Colour:
        own, other = colour, colour.opponent
        barred = [part for part in parts if grid.dilate(part) & living[other] or part & position.stones(own)]
        closed: Mask = sum(barred)

        def worth(points: Mask, other: Colour = other) -> int:
            prisoners = 0 if area else (points & position.stones(other)).bit_count()
            return (points & ~position.cut).bit_count() + prisoners

        most[colour] += sum(worth(part) for part in parts if not part & closed)
        for unit in unknown:
            if unit & position.stones(other) and not grid.dilate(unit) & closed:
                most[colour] += worth(unit)
            elif unit & position.stones(own) and area:
                most[colour] += unit.bit_count()
        if ruleset["seki"] == "no concept":
            touched = grid.dilate(sum(unknown))
            least[colour] += sum(
                worth(part)
                for part in parts
                # A single point may be one of a ko.
                if not part & (closed | touched | position.cut) and part.bit_count() > 1
                and grid.dilate(part) & living[own] & ~position.assumed(own)
            )  # fmt: skip
    proved = [counted_stones(position, [dead, *unknown], colour, ruleset) & zone for colour in Colour]
    stones = [points.bit_count() for points in proved]
    low = [least[colour] + stones[colour] for colour in Colour]
    high = [most[colour] + stones[colour] for colour in Colour]
    black, white = (low[BLACK], high[BLACK]), (low[WHITE], high[WHITE])
    return black, white, (low[BLACK] - high[WHITE], high[BLACK] - low[WHITE])


def _total(ranges: tuple[_Range, ...]) -> _Range:
    return sum(low for low, _ in ranges), sum(high for _, high in ranges)


def _shifted(given: _Range, by: float) -> _Range:
    return given[0] + by, given[1] + by
