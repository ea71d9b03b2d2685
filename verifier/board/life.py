"""Unconditional life (D. Benson, Life in the game of Go, 1976).

A set of chains is unconditionally alive if their owner may pass for ever and still lose
none of them, suicide being forbidden.
"""

from verifier.board.grid import Grid, Mask

__all__ = ["secured", "unconditionally_alive"]


def unconditionally_alive(
    grid: Grid,
    own: Mask,
    other: Mask,
    *,
    own_walls: Mask = 0,
    other_walls: Mask = 0,
    outside: Mask = 0,
    disregard: Mask = 0,
) -> Mask:
    """Return the stones of *own* that no sequence of attacking moves can take.

    Chains with a stone of *own_walls* are alive by assumption. A region is a maximal connected
    set of points without *own* stones. It is vital to a chain if all its empty points are
    liberties of that chain. A region is never vital if it holds a stone of *other_walls*: such
    stones can fill it without being in danger. Nor is it if it reaches *outside* or *disregard*:
    the chains returned live even if their owner gives up what is in such regions.

    Walls must be included in *own* and *other*.
    """
    spoiled = other_walls | outside | disregard
    occupied = own | other
    chains: list[tuple[Mask, Mask]] = []
    immortal = 0
    for chain in grid.components(own):
        if chain & own_walls:
            immortal |= chain
        else:
            chains.append((chain, grid.dilate(chain)))
    regions: list[tuple[Mask, Mask]] = []
    for region in grid.components(grid.full & ~own):
        if region & ~occupied and not region & spoiled:
            regions.append((region & ~occupied, grid.dilate(region) & own))
    while True:
        alive = immortal
        for chain, around in chains:
            vital = 0
            for empty, border in regions:
                if border & chain and not empty & ~around:
                    vital += 1
                    if vital == 2:
                        alive |= chain
                        break
        kept = [(empty, border) for empty, border in regions if not border & ~alive]
        remaining = [(chain, around) for chain, around in chains if chain & alive]
        if len(kept) == len(regions) and len(remaining) == len(chains):
            return alive
        regions, chains = kept, remaining


def secured(
    grid: Grid,
    own: Mask,
    other: Mask,
    points: Mask,
    *,
    own_walls: Mask = 0,
    other_walls: Mask = 0,
    outside: Mask = 0,
) -> Mask:
    """Return those of *points* that one side can keep for ever at no cost.

    These are the points under its unconditionally alive stones, and those in a region around which such
    stones alone stand, alive without it, where the other side cannot make two eyes because at most one
    point (of two or more neighbours) is not next to them. There the side answers stones by filling
    their liberties, each of its stones being connected at once, and never loses one of them.
    docs/certificates.md has the proof.
    """
    contested = points & ~own
    alive = unconditionally_alive(
        grid,
        own,
        other,
        own_walls=own_walls,
        other_walls=other_walls,
        outside=outside,
        disregard=contested,
    )
    kept = points & alive
    near = grid.dilate(alive)
    rest = points & ~alive
    while rest:
        region = grid.flood(rest & -rest, grid.full & ~alive)
        inner = region & ~near
        lone = not inner & (inner - 1) and (not inner or grid.neighbours[inner.bit_length() - 1].bit_count() > 1)
        if lone and not region & (other_walls | outside):
            kept |= points & region
        rest &= ~region
    return kept
