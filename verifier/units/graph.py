"""The graph of the chains and regions of a position.

A node is the mask of its points, so that nodes of one position never coincide. A chain is a maximal
connected set of stones of one colour, a region one of empty points. Go programmers know the graph of
chains as the common fate graph (T. Graepel, M. Goutrié, M. Krüger, R. Herbrich, Learning on graphs in the
game of Go, 2001), where each empty point is a node of its own; a region takes the place of its points here.
"""

import functools
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from verifier.board import Colour, Mask, Position

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Graph", "parts", "unit_graph"]

# Not imported before a graph is made: that takes as long as deciding a small position.
Graph: TypeAlias = "nx.Graph[Mask]"


@functools.lru_cache(maxsize=32)  # a decomposition asks for it several times, and so do those of other kinds
def unit_graph(position: Position) -> Graph:
    """Return the graph of *position*; its attributes have the position itself. It cannot be changed.

    Chain nodes: ``kind="chain"``, ``colour``, ``stones``, ``size``, ``liberties`` and ``assumed``
    (assumed alive in a crop; all other chains are units). Region nodes: ``kind="region"``,
    ``points``, ``size``, and ``outside`` (connected to an open side).
    Edges join a chain to each region that has liberties of it, and to each opposing chain it
    touches; ``shared`` are the liberties they have in common, ``contact`` tells the second kind.
    """
    import networkx as nx

    grid, empty, outside = position.grid, position.empty, position.outside
    dilate = grid.dilate
    nodes: list[tuple[Mask, dict[str, Any]]] = []
    sides: list[list[tuple[Mask, Mask]]] = []
    for colour in Colour:
        assumed = position.assumed(colour)
        chains = [(chain, dilate(chain)) for chain in position.chains(colour)]
        sides.append(chains)
        nodes += (
            (
                chain,
                {
                    "kind": "chain",
                    "colour": colour,
                    "stones": chain,
                    "size": chain.bit_count(),
                    "liberties": around & empty,
                    "assumed": bool(chain & assumed),
                },
            )
            for chain, around in chains
        )
    regions = list(grid.components(empty))
    nodes += (
        (
            region,
            {
                "kind": "region",
                "points": region,
                "size": region.bit_count(),
                "outside": bool(region & outside),
            },
        )
        for region in regions
    )
    edges: list[tuple[Mask, Mask, dict[str, Any]]] = []
    black, white = sides
    for chain, around in black + white:
        liberties = around & empty
        edges += (
            (chain, region, {"shared": shared, "contact": False})
            for region in regions
            if (shared := liberties & region)
        )
    for chain, around in black:
        if around & position.white:
            edges += (
                (chain, other, {"shared": around & beside & empty, "contact": True})
                for other, beside in white
                if around & other
            )
    graph: Graph = nx.Graph(position=position)
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    frozen: Graph = nx.freeze(graph)
    return frozen


def parts(graph: Graph, without: Collection[Mask]) -> Iterator[list[Mask]]:
    """Yield the nodes of each connected component of *graph* without some of its nodes.

    What ``networkx.connected_components`` says of the subgraph, of which this makes neither a copy nor a
    view: a view asks a filter at every edge, which takes as long as everything else together.
    """
    adjacent = graph.adj
    left = dict.fromkeys(node for node in adjacent if node not in without)
    while left:
        start, _ = left.popitem()
        part = [start]
        for node in part:  # grows as the part is explored
            for other in adjacent[node]:
                if other in left:
                    del left[other]
                    part.append(other)
        yield part
