"""The values that a game is made of: turns, refusals and results."""

import dataclasses
import enum
from collections.abc import Callable, Sequence
from typing import Any

from verifier.board import Colour, Mask, Point
from verifier.errors import InputError

__all__ = ["PASS", "Cause", "Event", "IllegalMoveError", "Refusal", "Result", "Turn", "What", "turns_since"]

PASS: Point = -1
"""The move that places no stone (試案, article 2, paragraph 2)."""


class Cause(enum.Enum):
    """Why a game is over."""

    COMPLETE = "complete end"
    AGREEMENT = "agreement"
    REPETITION = "repetition"
    NO_MOVE = "no legal move"
    RESIGNATION = "resignation"
    ILLEGAL = "illegal move"
    DEADLOCK = "no agreement"
    DISPLACED = "stones displaced"


class What(enum.Enum):
    """What may happen in a game besides moves."""

    AGREE = "agree"
    """Both hold the game to be over."""
    RESUME = "resume"
    """A player asks that a stopped game goes on."""
    NO_RESULT = "no-result"
    """A board came again, and the players agree on no result or neither yields."""
    DEADLOCK = "deadlock"
    """The players neither agree on the end nor play on."""
    DISPLACED = "displaced"
    """Stones were moved and cannot be put back."""
    RESIGN = "resign"
    FOUL = "foul"
    """A player broke a rule in a way that no move of the record shows, such as moving twice."""


@dataclasses.dataclass(frozen=True, slots=True)
class Event:
    """Something besides moves that happens in a game. :mod:`verifier.play.events` lets it happen."""

    what: What
    colour: Colour | None = None
    """Who resigns, broke a rule or asks to go on; None where both do it."""

    def __str__(self) -> str:
        """As :func:`verifier.play.events.parse_event` reads it."""
        return self.what.value if self.colour is None else f"{self.colour}:{self.what.value}"


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """The end of a game. Where the score decides, ``winner`` is None until it is counted."""

    cause: Cause
    winner: Colour | None
    """None for a draw, no result, where both lose, or where the score decides."""
    article: str
    """The rule that ended the game."""
    void: bool = False
    """The game ended without result."""
    turn: int | None = None
    """Where repetition decided: the index in ``Game.past`` of the latest turn because of which it did."""
    both_lose: bool = False
    """Both players lost the game (両負け)."""


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

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.refusal)


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
    first_passer: Colour | None = None
    """Who made the first pass of the game; None before."""
    late: Mask = 0
    """Stones on the board that were played after the first stop."""
    result: Result | None = None
    event: Event | None = None
    """What happened instead of a move."""

    @property
    def stones(self) -> tuple[Mask, Mask]:
        """The board by colour."""
        return self.black, self.white

    @property
    def stopped(self) -> bool:
        """Whether play has stopped at least once."""
        return self.first_after_stop is not None

    @property
    def passed(self) -> bool:
        """Whether somebody has passed in the game."""
        return self.first_passer is not None


def turns_since(turns: Sequence[Turn], begun: Callable[[Turn], bool]) -> int:
    """How many turns there are after the first one of which *begun* holds; 0 if it holds of none."""
    first = next((index for index, turn in enumerate(turns) if begun(turn)), len(turns) - 1)
    return len(turns) - 1 - first
