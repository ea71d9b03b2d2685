"""How a guess of the dead chains divides a board: territories of one side, and what both sides share.

Territories tell a group and its eye space from the rest. They say where to search, and decide nothing.
"""

import dataclasses

from verifier.board import Colour, Mask, Position
from verifier.units.graph import parts, unit_graph

__all__ = ["Division", "divide"]


@dataclasses.dataclass(frozen=True, slots=True)
class Division:
    """The points without living stones: those that living chains of one side alone surround, and the rest."""

    living: tuple[Mask, Mask]
    """The black and the white stones that are not guessed to be dead."""
    territories: tuple[Mask, Mask]
    """What only living black chains and what only living white chains touch."""
    shared: Mask
    """What living chains of both sides touch, or none at all."""


def divide(position: Position, dead: Mask) -> Division:
    """Divide a position by the guess that the chains *dead* are dead and all others alive."""
    graph = unit_graph(position)
    sides: dict[Mask, Colour] = {
        node: data["colour"]
        for node, data in graph.nodes(data=True)
        if data["kind"] == "chain" and not node & dead
    }
    territories = [0, 0]
    shared = 0
    for part in parts(graph, sides):
        around = {sides[node] for inner in part for node in graph.adj[inner] if node in sides}
        if len(around) == 1:
            territories[around.pop()] |= sum(part)
        else:
            shared |= sum(part)
    living = position.black & ~dead, position.white & ~dead
    return Division(living, (territories[0], territories[1]), shared)
