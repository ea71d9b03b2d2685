"""Points, chains, liberties, captures, crops, unconditional life, walls and locales.

This layer knows nothing about rulesets or about life and death.
"""

from verifier.board.colour import BLACK, WHITE, Colour
from verifier.board.grid import MAX_SIDE, Grid, Mask, Point
from verifier.board.life import Shape, at_hand, one_eye, secured, shape_of, unconditionally_alive
from verifier.board.position import Position, Side, unit_name
from verifier.board.symmetry import SYMMETRIES, swap_colours, transform
from verifier.board.vertex import COLUMN_LETTERS, parse_vertex, point_of, vertex, vertices
from verifier.board.walls import WALL_KINDS, locale_of, walls

__all__ = [
    "BLACK",
    "COLUMN_LETTERS",
    "MAX_SIDE",
    "SYMMETRIES",
    "WALL_KINDS",
    "WHITE",
    "Colour",
    "Grid",
    "Mask",
    "Point",
    "Position",
    "Shape",
    "Side",
    "at_hand",
    "locale_of",
    "one_eye",
    "parse_vertex",
    "point_of",
    "secured",
    "shape_of",
    "swap_colours",
    "transform",
    "unconditionally_alive",
    "unit_name",
    "vertex",
    "vertices",
    "walls",
]
