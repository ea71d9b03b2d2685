"""The two sides."""

import enum

__all__ = ["BLACK", "WHITE", "Colour"]


class Colour(enum.IntEnum):
    """A side. The integer value indexes pairs such as ``(black, white)``."""

    BLACK = 0
    WHITE = 1

    @property
    def opponent(self) -> "Colour":
        """The other side."""
        return _OPPONENTS[self]

    def __str__(self) -> str:
        return self.name.lower()


BLACK = Colour.BLACK
WHITE = Colour.WHITE
_OPPONENTS = (WHITE, BLACK)
