"""Positions as networkx graphs: chains, regions and what they share; walls, locales, unconditional life.

For display and queries. The checker and the searches use the plain functions of
:mod:`verifier.board`, which give the same answers.
"""

from verifier.units.graph import (
    Locale,
    Unit,
    locales,
    unconditional_life,
    unit_graph,
    units,
    walls_of,
)

__all__ = ["Locale", "Unit", "locales", "unconditional_life", "unit_graph", "units", "walls_of"]
