"""Walls: the chains that hypothetical play may treat as uncapturable, chosen among the nodes of the graph.

The values are those of the axis ``walls`` (docs/semantics.md, section 2). :mod:`verifier.board.walls` says
the same of points, for the checker.
"""

from verifier.board import BLACK, WALL_KINDS, WHITE, Mask, Position
from verifier.errors import InputError
from verifier.units.graph import Graph, unit_graph
from verifier.units.life import lives

__all__ = ["find_walls"]


def find_walls(position: Position, kind: str, kept: Mask = 0) -> tuple[Mask, Mask]:
    """Return the black and the white wall stones of a position.

    * ``assumed`` and ``board``: the chains of a crop that are assumed alive;
    * ``unconditional``: also those alive even if their owner always passes;
    * ``independent``: also those of *kept*, walls by proof.

    Raises:
        InputError: there are no walls of this *kind*, or *kept* does not consist of chains or belongs to
            another kind.
    """
    if kind not in WALL_KINDS:
        raise InputError(f"walls {kind!r}: use one of {', '.join(WALL_KINDS)}")
    graph = unit_graph(position)
    found = [0, 0]
    if kind in ("unconditional", "independent"):
        found[:] = lives(position)
    else:
        for chain, data in graph.nodes(data=True):
            if data.get("assumed"):
                found[data["colour"]] |= chain
    if kept:
        if kind != "independent":
            raise InputError(f"walls {kind!r}: only under 'independent' there are walls by proof")
        black, white = _chains_of(graph, kept)
        found = [found[BLACK] | black, found[WHITE] | white]
    return found[BLACK], found[WHITE]


def _chains_of(graph: Graph, kept: Mask) -> tuple[Mask, Mask]:
    """The black and the white stones of *kept*, which are whole chains."""
    stones = [0, 0]
    for node, data in graph.nodes(data=True):
        if not node & kept:
            continue
        if data["kind"] == "region":
            raise InputError("a wall has a point without a stone")
        if node & ~kept:
            raise InputError("a wall is only a part of a chain")
        stones[data["colour"]] |= node
    return stones[BLACK], stones[WHITE]
