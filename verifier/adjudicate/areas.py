"""Areas of empty points and dead stones, and whose territory each of them is.

Article 8 of the 試案 (semantics section 4): whatever living stones of one colour enclose is
territory, in a seki too, but for the points of kos between living stones of both colours. Other rulesets
count nothing in a seki (axis ``seki``) or the living stones too (axis ``score``).
"""

import dataclasses
import enum
from collections.abc import Iterable, Mapping

from verifier.board import (
    BLACK,
    WHITE,
    Colour,
    Grid,
    Mask,
    Position,
    shape_of,
    unconditionally_alive,
    unit_name,
)
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.rules import Ruleset
from verifier.search.outcome import Status

__all__ = [
    "NOBODYS",
    "NOT_KNOWN",
    "Area",
    "AreaKind",
    "areas_after",
    "counted_stones",
    "enclosed_areas",
    "ko_points",
    "seki_after",
    "stones_in_seki",
    "unit_statuses",
]


class AreaKind(enum.Enum):
    """Whether an area is territory, and why not."""

    TERRITORY = "territory"
    BOTH_COLOURS = "touches living stones of both colours"
    SEKI = "is enclosed by stones in seki"
    OWN_DEAD_STONES = "holds dead stones of the colour that encloses it"
    NO_LIVING_STONES = "touches no living stone"
    OPEN_SIDE = "goes on beyond an open side of the diagram"
    NO_UNIT = "touches chains assumed alive only"
    UNDECIDED = "depends on units whose status is unknown"


NOBODYS = (AreaKind.BOTH_COLOURS, AreaKind.OWN_DEAD_STONES, AreaKind.NO_LIVING_STONES)
"""The kinds of areas whose empty points are dame."""

NOT_KNOWN = (AreaKind.UNDECIDED, AreaKind.OPEN_SIDE, AreaKind.NO_UNIT)
"""The kinds of areas of which it is not known whose they are: a unit is unknown, or what lies beyond."""


@dataclasses.dataclass(frozen=True, slots=True)
class Area:
    """A maximal connected set of empty points and removed dead stones.

    Undecided areas also have the stones of the unknown units, and are joined where one influences another.
    """

    points: Mask
    dead: Mask
    """Where in it the dead stones stood."""
    kind: AreaKind
    owner: Colour | None
    """Whose territory it is; None if it is nobody's."""
    ko_points: Mask
    """Its points that do not count because of a ko between living stones of both sides."""
    stones: bool = True
    """Whether dead stones in it count as prisoners; not so where areas are counted."""

    @property
    def territory(self) -> Mask:
        """The points that count for :attr:`owner`."""
        return self.points & ~self.ko_points if self.owner is not None else 0

    @property
    def prisoners(self) -> Mask:
        """The dead stones that :attr:`owner` takes off as prisoners (article 10)."""
        return self.dead if self.owner is not None and self.stones else 0

    @property
    def count(self) -> int:
        """Points plus prisoners."""
        return self.territory.bit_count() + self.prisoners.bit_count()


def areas_after(
    position: Position, dead_units: Iterable[Mask], ruleset: Ruleset, neutral: Mask = 0
) -> tuple[Area, ...]:
    """Return the areas by first point after the *dead_units* are taken off, all other chains being alive.

    Points of *neutral* are no dame, as if they were filled.
    """
    dead: Mask = sum(dead_units)
    living = (position.black & ~dead, position.white & ~dead)
    areas = _enclosed(position, dead, living, ruleset)
    seki = stones_in_seki(position, living, areas, ruleset["seki"], neutral)
    return tuple(
        dataclasses.replace(area, kind=AreaKind.SEKI, owner=None)
        if area.owner is not None and living[area.owner] & position.grid.dilate(area.points) & seki
        else area
        for area in areas
    )


def enclosed_areas(position: Position, dead_units: Iterable[Mask], ruleset: Ruleset) -> tuple[Area, ...]:
    """Return the areas as :func:`areas_after` does, those enclosed by stones in seki not told from others."""
    dead: Mask = sum(dead_units)
    return tuple(_enclosed(position, dead, (position.black & ~dead, position.white & ~dead), ruleset))


def seki_after(position: Position, dead_units: Iterable[Mask], ruleset: Ruleset) -> Mask:
    """Return the stones in seki after the *dead_units* are taken off, all other chains being alive."""
    dead: Mask = sum(dead_units)
    living = (position.black & ~dead, position.white & ~dead)
    return stones_in_seki(position, living, _enclosed(position, dead, living, ruleset), ruleset["seki"])


def _enclosed(position: Position, dead: Mask, living: tuple[Mask, Mask], ruleset: Ruleset) -> list[Area]:
    """The areas, those enclosed by stones in seki not told from others."""
    grid = position.grid
    assumed = position.assumed(BLACK) | position.assumed(WHITE)
    kos = ko_points(grid, living, assumed) if ruleset["ko_points"] == "excluded" else 0
    areas: list[Area] = []
    for points in grid.components(position.empty | dead):
        border = grid.dilate(points)
        touched = [colour for colour in Colour if living[colour] & border]
        owner = touched[0] if len(touched) == 1 else None
        if points & position.cut:
            kind = AreaKind.OPEN_SIDE
        elif not touched:
            kind = AreaKind.NO_LIVING_STONES
        elif owner is None:
            kind = AreaKind.BOTH_COLOURS
        elif position.stones(owner) & points:
            kind = AreaKind.OWN_DEAD_STONES
        elif not living[owner] & ~assumed & border:
            kind = AreaKind.NO_UNIT
        else:
            kind = AreaKind.TERRITORY
        owner = owner if kind is AreaKind.TERRITORY else None
        areas.append(Area(points, points & dead, kind, owner, points & kos, ruleset["score"] != "area"))
    return areas


def stones_in_seki(
    position: Position, living: tuple[Mask, Mask], areas: Iterable[Area], rule: str, neutral: Mask = 0
) -> Mask:
    """Return the living stones that surround no territory under a value of the axis ``seki``.

    Points of *neutral* are no dame.

    An area that goes on beyond an open side is no dame, and the chains there are assumed to be in no seki.
    """
    if rule == "no concept":
        return 0
    grid = position.grid
    assumed = position.assumed(BLACK) | position.assumed(WHITE)
    chains = [chain for stones in living for chain in grid.components(stones & ~assumed)]
    if rule == "capturable":
        alive = 0
        for colour in Colour:
            walls = living[colour] & assumed, living[colour.opponent] & assumed
            inside = grid.full & ~(assumed | position.outside)
            shape = shape_of(grid, inside, living[colour] & inside, *walls)
            alive |= unconditionally_alive(shape, living[colour.opponent] & inside)
        return sum(chain for chain in chains if not chain & alive)
    # Article 8 of 1989: dame are empty points; a dead stone that stays is none.
    dame = sum(area.points & position.empty & ~neutral for area in areas if area.kind in NOBODYS)
    empty = grid.full & ~(living[0] | living[1])
    seki = 0
    for chain in chains:
        around = grid.dilate(chain)
        liberties = around & empty
        if around & dame or (rule == "has dame or atari" and not liberties & (liberties - 1)):
            seki |= chain
    # Stones that enclose an area together stand or fall together: article 8 of 1989 means groups.
    enclosing = [grid.dilate(area.points) & living[area.owner] for area in areas if area.owner is not None]
    while True:
        more = sum(
            chain
            for chain in chains
            if not chain & seki and any(chain & border and border & seki for border in enclosing)
        )
        if not more:
            return seki
        seki |= more


def counted_stones(position: Position, dead_units: Iterable[Mask], colour: Colour, ruleset: Ruleset) -> Mask:
    """Return the living stones of *colour* that count; those of chains assumed alive never do."""
    if ruleset["score"] != "area":
        return 0
    return position.stones(colour) & ~sum(dead_units) & ~position.assumed(colour)


def ko_points(grid: Grid, living: tuple[Mask, Mask], assumed: Mask) -> Mask:
    """Return the empty points of kos between living stones (article 8, supplementary rule).

    There a play of one side takes exactly one stone and then stands alone with exactly one
    liberty. Chains of *assumed* have liberties beyond the diagram and are never taken.
    """
    empty = grid.full & ~(living[0] | living[1])
    found: Mask = 0
    for player in Colour:
        other = living[player.opponent]
        for point in bits(empty):
            around = grid.neighbours[point]
            if around & ~other:  # connected to own stones, or more than one liberty
                continue
            taken: Mask = 0
            for stone in bits(around & ~assumed):
                chain = grid.flood(1 << stone, other)
                if grid.dilate(chain) & empty == 1 << point:
                    taken |= chain
            if taken.bit_count() == 1:
                found |= 1 << point
    return found


def unit_statuses(position: Position, statuses: Mapping[Mask, Status]) -> dict[Mask, Status]:
    """Return *statuses* in the order of the units, after checking that they fit the position.

    Raises:
        InputError: a unit has no status, or a mask is no unit of the position.
    """
    units = list(position.units())
    for mask in statuses:
        if mask not in units:
            where = unit_name(position, mask) if mask & position.grid.full else "a mask without points"
            raise InputError(f"status for {where}: not a unit of this position; give one mask per unit")
    for unit in units:
        if unit not in statuses:
            raise InputError(f"unit {unit_name(position, unit)}: no status; give one for each unit")
    return {unit: statuses[unit] for unit in units}
