"""Where a game in a window meets what lies beyond, of which nothing is known."""

from verifier.board import Colour, Mask

__all__ = ["Windowed"]


class Windowed:
    """A mixin for the games of windows, in which one side is to win whatever lies beyond.

    There the other side counts as safe. A chain of the *winner* next to such a point may have liberties
    beyond: if it is taken in the window nobody knows whether it is on the board, and play goes on as if the
    other side had its points for good. The same where a play of his next to them may take more than the
    window shows.
    """

    winner: Colour
    """The side that is to win."""
    beyond: Mask
    """Points outside the window of which nothing is known. Walls are known."""
