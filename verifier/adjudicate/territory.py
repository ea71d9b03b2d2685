"""Territory and score of a position (試案 articles 8 and 10; semantics section 4)."""

import dataclasses
from collections.abc import Mapping

from verifier.adjudicate.areas import Area, AreaKind, areas_after, unit_statuses
from verifier.adjudicate.bounds import MAX_ENUMERATED, Bounds, independent_zones, territory_bounds
from verifier.board import BLACK, WHITE, Colour, Mask, Point, Position, unit_name
from verifier.errors import InputError
from verifier.rules import Ruleset
from verifier.search.outcome import Status

__all__ = ["Score", "Territory", "territory"]


@dataclasses.dataclass(frozen=True, slots=True)
class Score:
    """A result: territory and all prisoners of each side, komi included on White's."""

    black: float
    white: float
    komi: float

    @property
    def lead(self) -> float:
        """Black's score minus White's."""
        return self.black - self.white

    @property
    def winner(self) -> Colour | None:
        """The side with more points; None for a drawn game (持碁, article 10)."""
        if self.lead == 0:
            return None
        return BLACK if self.lead > 0 else WHITE

    def __str__(self) -> str:
        """As in the RE property of SGF."""
        if self.winner is None:
            return "0"
        return f"{'BW'[self.winner]}+{abs(self.lead):g}"


@dataclasses.dataclass(frozen=True, slots=True)
class Territory:
    """The areas of a position, and what they count for each side.

    Dead stones in areas that are nobody's stay on the board. Prisoners taken during play and komi
    are not known here; :meth:`score` adds them.
    """

    position: Position
    areas: tuple[Area, ...]
    """By first point."""
    bounds: Bounds
    """Of the counts of both sides; both ends agree unless the status of some unit is unknown."""

    def points(self, colour: Colour) -> Mask:
        """The points of *colour*'s territory, in the decided areas."""
        return sum(area.territory for area in self.areas if area.owner is colour)

    @property
    def owned(self) -> tuple[Mask, Mask]:
        """The points of Black's territory and of White's, in the decided areas."""
        return self.points(BLACK), self.points(WHITE)

    def prisoners(self, colour: Colour) -> Mask:
        """The opposing dead stones that *colour* takes off after the end of the game."""
        return sum(area.prisoners for area in self.areas if area.owner is colour)

    def count(self, colour: Colour) -> int:
        """Points plus prisoners of *colour* in the decided areas."""
        return sum(area.count for area in self.areas if area.owner is colour)

    def area_at(self, point: Point) -> Area | None:
        """The area with *point* in it; None where a living stone stands."""
        return next((area for area in self.areas if area.points >> point & 1), None)

    def score(self, *, komi: float = 0.0, prisoners: tuple[int, int] = (0, 0)) -> Score:
        """Return the result; *prisoners* are the stones taken during play by Black and by White.

        Raises:
            InputError: the result depends on units whose status is unknown.
        """
        bounds = self.score_bounds(komi=komi, prisoners=prisoners)
        if not bounds.decided:
            names = ", ".join(
                unit_name(self.position, unit) for unit in bounds.unknown
            )
            raise InputError(f"score: it depends on the unknown units {names}; ask for bounds instead")
        return Score(bounds.black[0], bounds.white[0], komi)

    def score_bounds(self, *, komi: float = 0.0, prisoners: tuple[int, int] = (0, 0)) -> Bounds:
        """Return the least and greatest results over all assignments of the unknown units."""
        return self.bounds.plus(prisoners[BLACK], prisoners[WHITE] + komi)


def territory(
    position: Position,
    statuses: Mapping[Mask, Status],
    ruleset: Ruleset,
    *,
    max_enumerated: int = MAX_ENUMERATED,
) -> Territory:
    """Return whose territory each area of *position* is after the dead units are taken off.

    *statuses* gives one status for each unit by its mask. Drawn units count as alive: what is not
    proved to be taken is alive (article 7). Areas that unknown units may change are undecided;
    up to *max_enumerated* of them that influence each other are tried in all ways.

    Raises:
        InputError: a unit has no status, or a mask is no unit of the position.
    """
    given = unit_statuses(position, statuses)
    dead = [unit for unit, status in given.items() if status is Status.DEAD]
    unknown = [unit for unit, status in given.items() if status is Status.UNKNOWN]
    zones = independent_zones(position, sum(dead), unknown, ruleset)
    open_points = sum(zone for zone, members in zones if members)
    areas = [area for area in areas_after(position, dead, ruleset) if not area.points & open_points]
    areas += [
        Area(zone, zone & sum(dead), AreaKind.UNDECIDED, None, 0) for zone, members in zones if members
    ]
    areas.sort(key=lambda area: area.points & -area.points)
    bounds = territory_bounds(position, statuses, ruleset, max_enumerated=max_enumerated)
    return Territory(position, tuple(areas), bounds)
