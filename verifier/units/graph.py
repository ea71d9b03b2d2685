"""The graph of chains and regions of a position, and queries on it.

A node is the mask of its points, so that nodes of one position never coincide. Regions are
maximal connected sets of empty points; a Benson region of a colour is a connected component of the
graph without the chains of that colour.
"""

import dataclasses
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from verifier.board import BLACK, WHITE, Colour, Mask, Position, vertex, walls
from verifier.board.grid import bits

if TYPE_CHECKING:
    import networkx as nx

    Graph: TypeAlias = "nx.Graph[Mask]"

__all__ = ["Locale", "Unit", "locales", "unconditional_life", "unit_graph", "units", "walls_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class Unit:
    """A chain to be judged (一単位の石, article 3): one that is not assumed alive."""

    colour: Colour
    stones: Mask
    liberties: Mask
    name: str
    """GTP vertex of the unit's first point: topmost row, then leftmost."""

    @property
    def size(self) -> int:
        """Number of stones."""
        return self.stones.bit_count()

    def __str__(self) -> str:
        plural = "s" if self.size > 1 else ""
        return f"{self.colour} {self.name} ({self.size} stone{plural})"


@dataclasses.dataclass(frozen=True, slots=True)
class Locale:
    """The points where hypothetical play for each of *units* takes place (semantics section 1)."""

    points: Mask
    units: tuple[Unit, ...]


def units(position: Position) -> tuple[Unit, ...]:
    """Return the chains to be judged, by their first point."""
    found: list[Unit] = []
    for stones in position.units():
        first = next(bits(stones))
        colour = position.colour_at(first)
        assert colour is not None, "chains have stones"
        name = vertex(first, position.rows, position.cols)
        found.append(Unit(colour, stones, position.liberties(stones), name))
    return tuple(found)


def unit_graph(position: Position) -> "Graph":
    """Return the graph of *position*; its attributes have the position itself.

    Chain nodes: ``kind="chain"``, ``colour``, ``stones``, ``size``, ``liberties`` and ``assumed``
    (assumed alive in a crop; all other chains are units). Region nodes: ``kind="region"``,
    ``points``, ``size``, and ``outside`` (connected to an open side).
    Edges join a chain to each region that has liberties of it, and to each opposing chain it
    touches; ``shared`` are the liberties they have in common, ``contact`` tells the second kind.
    """
    import networkx as nx

    graph: Graph = nx.Graph(position=position)
    grid, outside = position.grid, position.outside
    chains: list[tuple[Colour, Mask]] = []
    for colour in Colour:
        assumed = position.assumed(colour)
        for chain in position.chains(colour):
            chains.append((colour, chain))
            graph.add_node(
                chain,
                kind="chain",
                colour=colour,
                stones=chain,
                size=chain.bit_count(),
                liberties=position.liberties(chain),
                assumed=bool(chain & assumed),
            )
    for region in grid.components(position.empty):
        graph.add_node(
            region, kind="region", points=region, size=region.bit_count(), outside=bool(region & outside)
        )
        for _, chain in chains:
            if shared := grid.dilate(chain) & region:
                graph.add_edge(chain, region, shared=shared, contact=False)
    for black in (chain for colour, chain in chains if colour is BLACK):
        for white in (chain for colour, chain in chains if colour is WHITE):
            if grid.dilate(black) & white:
                shared = position.liberties(black) & position.liberties(white)
                graph.add_edge(black, white, shared=shared, contact=True)
    return graph


def walls_of(position: Position, kind: str) -> tuple[tuple[Mask, ...], tuple[Mask, ...]]:
    """Return the black and the white wall chains for a value of the axis ``walls``.

    Raises:
        InputError: the board layer knows no walls of this *kind*.
    """
    black, white = walls(position, kind)
    return tuple(position.grid.components(black)), tuple(position.grid.components(white))


def locales(position: Position, kind: str) -> tuple[Locale, ...]:
    """Return the locales and the units each of them has in common, by first point.

    Units that are walls belong to no locale; they are alive. The locale of ``board`` is one,
    connected or not. Locales without a unit are left out.

    Raises:
        InputError: the board layer knows no walls of this *kind*.
    """
    import networkx as nx

    graph = unit_graph(position)
    wall_chains = {chain for side in walls_of(position, kind) for chain in side}
    graph.remove_nodes_from(
        [node for node, data in graph.nodes(data=True) if node in wall_chains or data.get("outside")]
    )
    parts: Iterable[Iterable[Mask]] = nx.connected_components(graph)
    if kind == "board":
        parts = [list(graph.nodes)]
    found: list[Locale] = []
    for part in parts:
        points = sum(part)
        inside = tuple(unit for unit in units(position) if unit.stones & points)
        if inside:
            found.append(Locale(points, inside))
    return tuple(sorted(found, key=lambda locale: locale.points & -locale.points))


def unconditional_life(graph: "Graph", colour: Colour) -> Mask:
    """Return the stones of *colour* alive even if their owner always passes (Benson 1976).

    Runs on the graph of :func:`unit_graph`: chains assumed alive are so by assumption, and a Benson
    region that holds an opposing one or reaches the outside is vital to no chain.
    """
    import networkx as nx

    nodes: dict[Mask, dict[str, Any]] = dict(graph.nodes(data=True))
    own = {node for node, data in nodes.items() if data.get("colour") is colour}
    assumed = {node for node in own if nodes[node]["assumed"]}
    vital: dict[Mask, list[frozenset[Mask]]] = {chain: [] for chain in own}
    for part in nx.connected_components(graph.subgraph(set(nodes) - own)):
        regions = [node for node in part if nodes[node]["kind"] == "region"]
        spoiled = any(nodes[node].get("assumed") or nodes[node].get("outside") for node in part)
        if spoiled or not regions:
            continue
        border = frozenset(chain for node in part for chain in graph[node] if chain in own)
        for chain in border:
            around = nodes[chain]["liberties"]
            if not any(region & ~around for region in regions):
                vital[chain].append(border)
    alive = set(own)
    while True:
        kept = assumed | {chain for chain in alive if sum(border <= alive for border in vital[chain]) >= 2}
        if kept == alive:
            return sum(alive)
        alive = kept
