"""Variations of a record: moves that branch, each with a comment and perhaps a judgement of it."""

import dataclasses

from verifier.board import Colour, Point

__all__ = ["Variation"]


@dataclasses.dataclass(frozen=True, slots=True)
class Variation:
    """A move and what may follow it, the main line first."""

    colour: Colour
    point: Point | None
    """None is a pass."""
    comment: str = ""
    good: bool | None = None
    """Whether it is a solution (SGF: TE) or a mistake (BM); None where nothing is said."""
    follow: tuple["Variation", ...] = ()
