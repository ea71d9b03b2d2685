"""Unconditional life (D. Benson, Life in the game of Go, 1976).

A set of chains is unconditionally alive if their owner may pass for ever and still lose
none of them, suicide being forbidden.
"""

from verifier.board.grid import Grid, Mask

__all__ = ["unconditionally_alive"]


def unconditionally_alive(
    grid: Grid,
    own: Mask,
    other: Mask,
    *,
    own_walls: Mask = 0,
    other_walls: Mask = 0,
    outside: Mask = 0,
) -> Mask:
    """Return the stones of *own* that no sequence of attacking moves can take.

    Chains with a stone of *own_walls* are alive by assumption. A region is a maximal connected
    set of points without *own* stones. It is vital to a chain if all its empty points are
    liberties of that chain. A region is never vital if it holds a stone of *other_walls*: such
    stones can fill it without being in danger. Nor is it if it reaches *outside*.

    Walls must be included in *own* and *other*.
    """
    spoiled = other_walls | outside
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
