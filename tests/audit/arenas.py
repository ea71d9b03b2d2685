"""The game of one chain of a board."""

from verifier.board import parse_vertex
from verifier.notation import parse_diagram
from verifier.play import Arena, arena_for
from verifier.rules import load_ruleset

__all__ = ["arena_at"]


def arena_at(board: str, vertex: str, rules: str = "proposal2012") -> Arena:
    """The chain at *vertex* of a diagram, under a ruleset."""
    position = parse_diagram(board).position
    unit = position.chain_at(parse_vertex(vertex, position.rows, position.cols))
    return arena_for(position, unit, load_ruleset(rules))
