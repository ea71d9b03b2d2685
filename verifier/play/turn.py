"""The values that a game is made of: turns, refusals and results."""

import dataclasses
import enum

from verifier.board import Colour, Mask, Point
from verifier.errors import InputError

__all__ = ["PASS_MOVE", "Cause", "IllegalMoveError", "Refusal", "Result", "Turn"]

PASS_MOVE: Point = -1
"""The move that places no stone."""


class Cause(enum.Enum):
    """Why a game is over."""

    COMPLETE = "complete end"
    AGREEMENT = "agreement"
    REPETITION = "repetition"
    NO_MOVE = "no legal move"
    RESIGNATION = "resignation"
    ILLEGAL = "illegal move"


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """The end of a game. Where the score decides, ``winner`` is None until it is counted."""

    cause: Cause
    winner: Colour | None
    """None for a draw, no result, or where the score decides."""
    article: str
    """The rule that ended the game."""
    void: bool = False
    """The game ended without result."""
    turn: int | None = None
    """Where repetition decided: the index in ``Game.past`` of the latest turn because of which it did."""


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is illegal: the axis of the rule, its article, and what is wrong in words."""

    axis: str
    article: str
    reason: str
    turn: int | None = None
    """For repetition: the index in ``Game.past`` of the latest turn because of which it is forbidden."""

    def __str__(self) -> str:
        # Where no article is cited the value stands for it, with the axis before it.
        cited = self.article if self.article.startswith(f"{self.axis} = ") else f"{self.axis}: {self.article}"
        return f"{self.reason} [{cited}]"


class IllegalMoveError(InputError):
    """A move that the rules forbid. ``refusal`` names rule and article."""

    def __init__(self, message: str, refusal: Refusal) -> None:
        super().__init__(message)
        self.refusal = refusal


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """The game after one move, or at its start."""

    black: Mask
    white: Mask
    to_move: Colour
    move: Point | None = None
    """The move made; None at the start."""
    mover: Colour | None = None
    ban: Point = -1
    """The point of a single ko that may not be retaken now, if the rules have such a ban; else -1."""
    ko: bool = False
    """The move was the capture of a ko, whatever the rules say of it."""
    lost: tuple[int, int] = (0, 0)
    """Stones of Black and of White captured so far (アゲ石)."""
    paid: tuple[int, int] = (0, 0)
    """Stones that Black and White gave for passes."""
    passes: int = 0
    """Passes in a row that this turn ends with."""
    first_after_stop: Colour | None = None
    """Who was to move when play first stopped; None before."""
    late: Mask = 0
    """Stones on the board that were played after the first stop."""
    result: Result | None = None

    @property
    def stones(self) -> tuple[Mask, Mask]:
        """The board by colour."""
        return self.black, self.white

    @property
    def stopped(self) -> bool:
        """Whether play has stopped at least once."""
        return self.first_after_stop is not None
