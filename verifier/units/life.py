"""Unconditional life on the graph of chains and regions (D. Benson, Life in the game of Go, 1976).

Written apart from :mod:`verifier.board.life`, which works on points and not on nodes: each shows mistakes
of the other.
"""

import functools

from verifier.board import BLACK, WHITE, Colour, Mask, Position
from verifier.units.graph import Graph, parts, unit_graph

__all__ = ["lives", "unconditional_life"]


def unconditional_life(graph: Graph, colour: Colour) -> Mask:
    """Return the stones of *colour* alive even if their owner always passes.

    A Benson region of a colour is a connected component of the graph without the chains of that colour. It
    is vital to a chain if all its empty points are liberties of the chain; what lives is the largest set of
    chains each with two vital regions around which only chains of the set stand. Chains assumed alive are so
    by assumption, and a region that has an opposing one in it or reaches the outside is vital to no chain.
    """
    nodes, adjacent = dict(graph.nodes(data=True)), graph.adj
    own = {node for node, data in nodes.items() if data.get("colour") is colour}
    vital: dict[Mask, list[set[Mask]]] = {chain: [] for chain in own}
    for part in parts(graph, own):
        empty = 0
        border: set[Mask] = set()
        for node in part:
            data = nodes[node]
            if data.get("assumed") or data.get("outside"):
                break
            if data["kind"] == "region":
                empty |= node
            border.update(adjacent[node])
        else:
            border &= own
            for chain in border if empty else ():
                if not empty & ~nodes[chain]["liberties"]:
                    vital[chain].append(border)
    assumed = {node for node in own if nodes[node]["assumed"]}
    alive = own
    while True:
        kept = assumed | {chain for chain in alive if sum(border <= alive for border in vital[chain]) >= 2}
        if kept == alive:
            return sum(alive)
        alive = kept


@functools.lru_cache(maxsize=256)
def lives(position: Position) -> tuple[Mask, Mask]:
    """Return the unconditionally alive stones of Black and of White."""
    graph = unit_graph(position)
    return unconditional_life(graph, BLACK), unconditional_life(graph, WHITE)
