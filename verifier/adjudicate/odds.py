"""How far away a win is where a search in a window ended, by odds that are learned.

The numbers that a search ends with say how much would have to be shown for either side to win. What they
promise depends on what the side that is to win has to do. It decides nothing, only what is searched next.
"""

import enum
import math
import operator
from typing import NamedTuple

from verifier.adjudicate.plan import NEAR, SMALL_WINDOW, Attempt, Kind
from verifier.board import Colour
from verifier.play import remembers
from verifier.rules import Ruleset
from verifier.rules.axes import ENABLING

__all__ = ["Task", "doubt_after", "signs_after", "task_of"]

_FIRST = 0.6
"""So many searches find a proof with the first budget where the first guess is near."""
_SLIM = 0.03
"""Odds below that count for less than was learned, by their share of it: searches stay with what is near."""


class Task(enum.StrEnum):
    """What the side that is to win has to do."""

    KEEP = enum.auto()
    """To keep the unit."""
    KEEP_PLAINLY = enum.auto()
    """The same where the game remembers, so that it is won by plain play (:class:`verifier.play.Plain`)."""
    TAKE = enum.auto()
    """To take the unit."""
    CLEAR = enum.auto()
    """To take the unit, and to clear all points on which a new stone would save it."""
    HOLD = enum.auto()
    """To hold a new stone, whatever becomes of the unit."""


class _Weights(NamedTuple):
    """What makes it likely that a search which ended in vain ends with a proof if it gets the next budget.

    The logarithm of the odds is the sum of these (benchmarks/learn_plan.py).
    """

    base: float
    mine: float
    """For the logarithm of the proof number of the side that is to win, where the search ended."""
    theirs: float
    """For that of the other side's."""
    level: float
    """For each level."""
    enclosed: float
    """For a window with what encloses the unit."""
    points: float
    """For the logarithm of the points of the window, by those of a small one."""


_LEARNED = {
    # These two are those of windows drawn at random: better on boards than those of windows that were chosen.
    Task.KEEP: _Weights(6.57, -2.36, 0.56, 0.19, 0.0, -0.49),
    Task.TAKE: _Weights(11.85, -2.78, 0.19, 0.41, 0.59, 2.13),
    Task.KEEP_PLAINLY: _Weights(13.09, -3.84, 0.53, 0.79, 0.0, -0.88),
    Task.CLEAR: _Weights(8.27, -2.42, 0.28, 0.37, 0.0, -2.03),
    # Learned without the other side's number, which few examples had the wrong way round.
    Task.HOLD: _Weights(14.54, -3.58, 0.0, 0.89, 0.0, -1.5),
}


def task_of(tried: Attempt, owner: Colour, ruleset: Ruleset) -> Task:
    """What *tried* asks of its side, where *owner* has the unit and *ruleset* is that of its test."""
    if tried.kind is Kind.HELD:
        return Task.HOLD
    if tried.side is not owner:
        return Task.CLEAR if ruleset["dead_means"] in ENABLING else Task.TAKE
    return Task.KEEP_PLAINLY if remembers(ruleset) else Task.KEEP


def signs_after(tried: Attempt, numbers: tuple[int, int]) -> tuple[float, ...]:
    """What the weights are for, where a search ended with such proof numbers, in their order."""
    mine, theirs = (math.log(max(1, numbers[side])) for side in (tried.side, tried.side.opponent))
    points = math.log(max(1, tried.points) / SMALL_WINDOW)
    return 1, mine, theirs, tried.level, tried.kind is Kind.ENCLOSED, points


def doubt_after(tried: Attempt, numbers: tuple[int, int], task: Task) -> float:
    """How far away a win is where a search ended with such proof numbers, in terms of first guesses."""
    odds = math.exp(sum(map(operator.mul, _LEARNED[task], signs_after(tried, numbers))))
    odds *= min(1.0, odds / _SLIM)
    return NEAR * _FIRST * (1 + 1 / odds)
