"""Finding reserves, areas that a search for a strategy may close: see ``verifier.proof.endings.reserve``."""

import functools
import itertools
import operator
from collections.abc import Iterator

from verifier.board import Colour, Grid, Mask
from verifier.board.grid import bits
from verifier.errors import CertificateError
from verifier.play.setup import Setup
from verifier.proof.endings.held import SETTLED, hold
from verifier.proof.endings.reserve import MOST_OWN, NO_RESERVES, Reserves
from verifier.proof.endings.safe_territory import SafeTerritory, linked, lives, territory_of

__all__ = ["find_reserves"]

_LEAST = 4
"""Smaller areas are played out as quickly."""
_MOST_PLAYS = 4
"""Own reserves that need more plays are not worth closing."""


def find_reserves(setup: Setup, side: Colour) -> Reserves:
    """Return the largest reserves for a strategy of *side*, its own and the other side's, if any."""
    grid, position = setup.position.grid, setup.position
    stones = position.black, position.white
    empty = grid.full & ~(stones[0] | stones[1])
    found = NO_RESERVES
    other = stones[side.opponent]
    for home in _surrounded(grid, empty, other):
        eyes = _eyes(grid, home)
        if eyes and home.region.bit_count() >= max(_LEAST, found.other.bit_count() + 1):
            found = found._replace(other=home.region, other_eyes=eyes)
    for group in linked(_surrounded(grid, empty, stones[side])):
        home = SafeTerritory(*(functools.reduce(operator.or_, masks) for masks in zip(*group, strict=True)))
        if not max(_LEAST, found.own.bit_count() + 1) <= home.region.bit_count() <= MOST_OWN:
            continue
        eyes, plays = _eyes(grid, home), _plays(grid, home)
        if eyes and plays is not None:
            found = found._replace(own=home.region, own_eyes=eyes, plays=plays)
    return found


def _surrounded(grid: Grid, empty: Mask, stones: Mask) -> Iterator[SafeTerritory]:
    """The regions of empty points that *stones* alone surround."""
    for region in grid.components(empty):
        border = grid.dilate(region) & ~region
        if border and not border & ~stones:
            yield territory_of(grid, region, stones)


def _eyes(grid: Grid, home: SafeTerritory) -> Mask:
    """Two points of a region by which its border lives if all others are filled; 0 if there are none."""
    # Points that are regions of their own first: they are eyes already.
    points = sorted(bits(home.region), key=lambda point: (grid.neighbours[point] & home.region).bit_count())
    for pair in itertools.combinations(points, 2):
        eyes = 1 << pair[0] | 1 << pair[1]
        if lives(grid, eyes, home.chains | home.region & ~eyes):
            return eyes
    return 0


def _plays(grid: Grid, home: SafeTerritory) -> int | None:
    """The least number of plays that the own reserve needs; None if it is not held."""
    held = hold(grid, *home)
    try:
        plays = next((plays for plays in range(_MOST_PLAYS + 1) if held.holds(plays)), None)
    except CertificateError:
        return None
    return SETTLED if plays == 0 and held.settled() else plays
