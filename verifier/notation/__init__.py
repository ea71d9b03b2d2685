"""Reading and writing positions: box-drawing and ASCII diagrams, and SGF.

docs/diagrams.md describes the notation.
"""

from verifier.notation.diagram import Diagram, print_diagram
from verifier.notation.parsing import parse_diagram
from verifier.notation.sgf import SgfPosition, parse_sgf, write_sgf

__all__ = ["Diagram", "SgfPosition", "parse_diagram", "parse_sgf", "print_diagram", "write_sgf"]
