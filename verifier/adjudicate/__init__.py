"""From the statuses of all units to territory and score."""

from verifier.adjudicate.areas import Area, AreaKind
from verifier.adjudicate.bounds import MAX_ENUMERATED, Bounds, territory_bounds
from verifier.adjudicate.territory import Score, Territory, territory

__all__ = [
    "MAX_ENUMERATED",
    "Area",
    "AreaKind",
    "Bounds",
    "Score",
    "Territory",
    "territory",
    "territory_bounds",
]
