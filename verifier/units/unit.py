"""What a position is divided into: units to be judged, and the locales in which they are."""

import dataclasses

from verifier.board import Colour, Mask

__all__ = ["Locale", "Unit"]


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

    @property
    def size(self) -> int:
        """Number of points."""
        return self.points.bit_count()
