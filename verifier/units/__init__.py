"""Positions taken apart with networkx: the graph of chains and regions, units, walls, locales, their order.

Judging takes them from here; the checker uses the plain functions of :mod:`verifier.board`, which say the
same of points, so that each of the two shows mistakes of the other.
"""

from verifier.units.decomposition import Decomposition, decompose
from verifier.units.division import Division
from verifier.units.graph import Graph, parts, unit_graph
from verifier.units.life import unconditional_life
from verifier.units.unit import Locale, Unit

__all__ = [
    "Decomposition",
    "Division",
    "Graph",
    "Locale",
    "Unit",
    "decompose",
    "parts",
    "unconditional_life",
    "unit_graph",
]
