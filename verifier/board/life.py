"""Unconditional life (D. Benson, Life in the game of Go, 1976), and what follows from it.

A set of chains is unconditionally alive if their owner may pass for ever and still lose
none of them, suicide being forbidden.
"""

import dataclasses

from verifier.board.grid import Grid, Mask, bits

__all__ = ["Shape", "at_hand", "one_eye", "secured", "shape_of", "unconditionally_alive"]


@dataclasses.dataclass(frozen=True, slots=True)
class Shape:
    """The chains of one side and what they surround, within an area bordered by walls."""

    chains: tuple[tuple[Mask, Mask, bool], ...]
    """Stones, the stones with all their neighbours, and whether a wall of the side holds them."""
    regions: tuple[tuple[Mask, Mask], ...]
    """Maximal connected sets of points without stones of the side, each with its neighbours.

    Regions next to a wall of the other side are left out: its stones can fill them at no risk.
    """
    stones: Mask
    """All stones of the side."""
    walled: Mask
    """The stones that a wall of the side holds."""


def shape_of(grid: Grid, area: Mask, own: Mask, own_walls: Mask, other_walls: Mask) -> Shape:
    """Return the shape of the stones *own* (all within *area*). Walls lie outside the area."""
    chains, walled = [], 0
    for chain in grid.components(own):
        around = grid.dilate(chain)
        held = bool(around & own_walls)
        chains.append((chain, around, held))
        walled |= chain if held else 0
    regions = [(region, grid.dilate(region)) for region in grid.components(area & ~own)]
    inner = tuple((region, around) for region, around in regions if not around & other_walls)
    return Shape(tuple(chains), inner, own, walled)


def unconditionally_alive(
    shape: Shape, other: Mask, disregard: Mask = 0, *, rooms: bool = False, spared: Mask = 0
) -> Mask:
    """Return the stones of a side that no sequence of attacking moves can take.

    Chains next to a wall of their colour (*walled*) are alive by assumption. A region is vital to a chain if
    all its points without a stone of *other* are liberties of that chain; a chain needs two vital regions,
    and a region counts only while all chains around it are alive. Regions that meet *disregard* never count:
    the chains returned live even if their owner gives up what is in such regions. With *rooms* they count
    for a chain that all their points are next to: there the owner may take what is in them, and keep eyes.
    A chain with one of the stones *spared* has an eye elsewhere.
    """
    own, immortal = shape.stones, shape.walled
    if own == immortal or (len(shape.regions) < 2 and not spared):
        return immortal
    chains = [(chain, around) for chain, around, walled in shape.chains if not walled]
    regions = [
        (region if region & disregard else region & ~other, around & own)
        for region, around in shape.regions
        if region & ~other and (rooms or not region & disregard)
    ]
    while True:
        alive = immortal
        for chain, around in chains:
            vital = int(bool(chain & spared))
            for needed, border in regions:
                if vital > 1:
                    break
                vital += int(bool(border & chain) and not needed & ~around)
            if vital > 1:
                alive |= chain
        kept = [pair for pair in regions if not pair[1] & ~alive]
        remaining = [pair for pair in chains if pair[0] & alive]
        if len(kept) == len(regions) and len(remaining) == len(chains):
            return alive
        regions, chains = kept, remaining


def secured(
    grid: Grid,
    area: Mask,
    shape: Shape,
    other: Mask,
    points: Mask,
    own_walls: Mask,
    other_walls: Mask,
    *,
    pairs: bool = False,
    rooms: bool = False,
    spared: Mask = 0,
) -> Mask:
    """Return those of *points* that one side can keep for ever at no cost.

    These are the points under its unconditionally alive stones, and those in a region around which such
    stones alone stand, alive without it, where the other side cannot make two eyes because at most one
    point (of two or more neighbours) is not next to them. With *pairs* it may be two points, next to each
    other; that holds where no ban on a retake lasts for longer than a turn. There the side answers stones
    by filling their liberties, each of its stones being connected at once, and in the end loses none.
    With *rooms* regions with *points* in them may be among the eyes of these stones, and those with *spared*
    ones have an eye elsewhere. docs/certificates-why.md has the proof.
    """
    alive = unconditionally_alive(shape, other, points & ~shape.stones, rooms=rooms, spared=spared)
    kept = points & alive
    rest = points & ~alive
    if not rest:
        return kept
    near = grid.dilate(alive | own_walls)
    while rest:
        region = grid.flood(rest & -rest, area & ~alive)
        if one_eye(grid, area, region & ~near, pairs) and not grid.dilate(region) & other_walls:
            kept |= points & region
        rest &= ~region
    return kept


def one_eye(grid: Grid, area: Mask, inner: Mask, pairs: bool) -> bool:
    """Whether *inner* has no room for two eyes: at most one point, or with *pairs* two next to each other.

    Each of them needs two neighbours, of two points within *area*.
    """
    count = inner.bit_count()
    if count > 1 + pairs:
        return False
    if count < 2:
        return not inner or grid.neighbours[inner.bit_length() - 1].bit_count() > 1
    near = [grid.neighbours[point] & area for point in bits(inner)]
    return bool(near[0] & inner) and all(mask.bit_count() > 1 for mask in near)


def at_hand(grid: Grid, shape: Shape, other: Mask, points: Mask, own_walls: Mask) -> Mask:
    """Return the empty ones of *points* where one side can play a stone that it never loses.

    They are next to its walls, or to stones of it that are alive without the regions that hold *points*.
    """
    empty = points & ~(shape.stones | other)
    if not empty:
        return 0
    return empty & grid.dilate(unconditionally_alive(shape, other, points & ~shape.stones) | own_walls)
