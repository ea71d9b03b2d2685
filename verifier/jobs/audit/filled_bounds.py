"""Least and greatest lead on a filled board some of whose chains are unknown."""

import functools
import itertools
import operator
from collections.abc import Iterable, Mapping

from verifier.adjudicate.areas import areas_after, enclosed_areas
from verifier.adjudicate.given import GivenFilling, GivenMove
from verifier.adjudicate.sure import sure_points
from verifier.board import BLACK, WHITE, Colour, Mask, Position
from verifier.rules import Ruleset
from verifier.search import Status

__all__ = ["filled_bounds"]

_MOST_UNKNOWN = 6
"""Up to so many unknown chains of the filled board are settled in all ways."""


def filled_bounds(
    filling: GivenFilling, statuses: Mapping[Mask, Status], ruleset: Ruleset
) -> tuple[int, int]:
    """Return the least and greatest of Black's points less White's in the cases that the filling left out.

    *statuses* are those of the filled board, some of them unknown. If all unknown chains are what the filling
    took them for, its own count stands, and is not in this range. Otherwise other points are neutral, and
    the board is filled in another way:

    * An area that living stones of one side alone enclose is worth nothing to the other side. It counts but
      for the moves that the filling put into it, or for nothing at all if dame can take it.
    * Each point of another area may be worth a point to either side, and each dead stone there to the other.
    * Stones that the filling put next to what an unknown chain changes, or to prevent a capture, need not be
      there. In return each chain near to what is unknown may need such a move if it has no more than two
      liberties that are no dame.
    * A stone that the filling took may be worth two points to either side.
    """
    dead = [unit for unit, status in statuses.items() if status is Status.DEAD]
    unknown = [unit for unit, status in statuses.items() if status is Status.UNKNOWN]
    slack = 2 * sum(filling.taken)
    if len(unknown) > _MOST_UNKNOWN:
        low, high = _by_sure_points(filling, statuses, sum(dead) | sum(unknown), ruleset)
        return low - slack, high + slack
    end = filling.end
    near = _near(filling, sum(dead), sum(unknown))
    loose = _points(filling.moves) & near | _points(filling.needed)
    position = Position(end.rows, end.cols, end.black & ~loose, end.white & ~loose)
    expected = tuple(unit in filling.end_dead for unit in unknown)
    cases = []
    for chosen in itertools.product((False, True), repeat=len(unknown)):
        if chosen != expected:
            gone = [unit & ~loose for unit in (*dead, *itertools.compress(unknown, chosen))]
            cases.append(_case(position, gone, loose, near, ruleset))
    return min(low for low, _ in cases) - slack, max(high for _, high in cases) + slack


def _points(moves: Iterable[GivenMove]) -> Mask:
    return functools.reduce(operator.or_, (1 << move.point for move in moves), 0)


def _near(filling: GivenFilling, dead: Mask, unknown: Mask) -> Mask:
    """The unknown chains, and the parts of the board that they touch, whatever fills or empties these."""
    position = filling.end
    grid = position.grid
    around = grid.dilate(unknown)
    parts = grid.components(position.empty | dead | unknown | _points(filling.moves))
    return sum(part for part in parts if part & around)


def _case(
    position: Position, gone: list[Mask], loose: Mask, near: Mask, ruleset: Ruleset
) -> tuple[int, int]:
    """The least and greatest lead with the chains *gone* dead and all others alive."""
    areas = enclosed_areas(position, gone, ruleset)
    counting = sum(area.points for area in areas_after(position, gone, ruleset) if area.owner is not None)
    dame = sum(area.points for area in areas if area.owner is None)
    high = _short(position, sum(gone), dame, near, WHITE)
    low = -_short(position, sum(gone), dame, near, BLACK)
    for area in areas:
        if area.owner is None:
            # Whoever has it takes the dead stones of the other side alone.
            points = area.points.bit_count()
            low -= points + (area.dead & position.black).bit_count()
            high += points + (area.dead & position.white).bit_count()
            continue
        least = area.count - (area.points & loose).bit_count() if area.points & counting else 0
        ends = (least, area.count) if area.owner is BLACK else (-area.count, -least)
        low, high = low + ends[0], high + ends[1]
    return low, high


def _short(position: Position, gone: Mask, dame: Mask, near: Mask, colour: Colour) -> int:
    """How many living chains of *colour* near to what is unknown are short of liberties."""
    grid = position.grid
    free = (position.empty | gone) & ~dame
    chains = grid.components(position.stones(colour) & ~gone)
    return sum(
        1 for chain in chains if (around := grid.dilate(chain)) & near and (around & free).bit_count() <= 2
    )


def _by_sure_points(
    filling: GivenFilling, statuses: Mapping[Mask, Status], taken: Mask, ruleset: Ruleset
) -> tuple[int, int]:
    """What one side surely encloses is never the other's; a stone that may be gone is worth two points."""
    position, added = filling.end, _points(filling.moves)
    # Stones that are only there if the filling went as supposed enclose nothing for certain.
    loose = {unit: Status.UNKNOWN for unit in statuses if unit & added}
    sure = sure_points(position, {**statuses, **loose}, ruleset)
    black, white = (
        ((position.empty | added) & ~sure[colour.opponent]).bit_count()
        + 2 * (taken & ~sure[colour.opponent]).bit_count()
        for colour in Colour
    )
    return -white, black
