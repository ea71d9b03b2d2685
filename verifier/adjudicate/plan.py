"""What to search next on a board: whatever promises a proof for the least work.

A search for a unit may be done in one window or another, for one side or the other, and with more or fewer
states. The plan orders them by the work that they take, the more so the further away a win seems to be. It
decides nothing.
"""

import enum
import heapq
import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from verifier.board import Colour, Mask

__all__ = [
    "BUDGETS",
    "NEAR",
    "SMALL_WINDOW",
    "Attempt",
    "Kind",
    "Plan",
    "budget_of",
    "level_after",
    "work",
]

BUDGETS = (200, 2_500, 10_000, 40_000, 125_000)
"""States for one search after the other of the same kind; a proof is mostly found soon or not at all."""
_MORE = 5
"""So many times the budget before is each further one, up to the limit."""
SMALL_WINDOW = 40
"""Points of a window in which a search may expand all of the budget; in larger ones a state takes longer."""
_POWER = 1.5
"""How the time for a state grows with the points of a window."""
NEAR = 20
"""First guesses of a win up to so much are alike: most of them come true."""


class Kind(enum.IntEnum):
    """What is searched."""

    WINDOW = enum.auto()
    """A part of the board around the unit."""
    ENCLOSED = enum.auto()
    """A window with what encloses a unit that is to be taken."""
    HELD = enum.auto()
    """A window in which the owner may hold a new stone, whatever becomes of the unit."""
    ENCLOSURE = enum.auto()
    """What would matter there if the chains around were safe."""
    PLACES = enum.auto()
    """What has to be cleared, place by place."""
    BOXES = enum.auto()
    """No search: further windows are chosen, which takes a while."""
    WHOLE = enum.auto()
    """The whole locale, for either side."""


_FAVOUR = {Kind.ENCLOSED: 4}
"""Searches of these kinds are few and good, and get so many times the states for the same score."""


class Attempt(NamedTuple):
    """A search that may be next."""

    score: float
    """The work, in states of a window of 40 points, and how far away a win seems."""
    side: Colour
    kind: Kind
    area: Mask
    """The window, or what is enclosed or to be cleared; the whole board where that is searched."""
    points: int
    """How many points count for the time that a state takes."""
    doubt: float
    """How far away a win seems to be, as first guesses say it."""
    level: int
    """The place of its budget in :func:`budget_of`."""
    states: int
    """How many may be expanded."""
    weak: Mask = 0
    """Chains of the attacker that are not to stand, though they might end a scope."""

    @property
    def how(self) -> tuple[Colour, Kind, Mask, Mask]:
        """For whom, how and where: the same with any number of states."""
        return self.side, self.kind, self.area, self.weak

    @classmethod
    def of(
        cls,
        side: Colour,
        kind: Kind,
        area: Mask,
        points: int,
        doubt: float,
        level: int,
        most: int,
        weak: Mask = 0,
        explored: int = 0,
    ) -> "Attempt":
        """The search of a level; with the last budget, *most*, it goes there however large the area is.

        So many states are *explored*, so that they are no work.
        """
        budget, favour = budget_of(level, most), _FAVOUR.get(kind, 1)
        each = favour * budget * SMALL_WINDOW // max(SMALL_WINDOW, points)
        states = budget if budget >= most else min(most, each)
        score = work(max(1, states - explored), points) / favour * max(doubt, NEAR) / NEAR
        return cls(score, side, kind, area, points, doubt, level, max(1, states), weak)


def budget_of(level: int, most: int) -> int:
    """The states of a level, but at most so many."""
    beyond = level - len(BUDGETS) + 1
    return min(most, BUDGETS[level] if beyond <= 0 else BUDGETS[-1] * _MORE**beyond)


def level_after(spent: int, first: int, most: int) -> int | None:
    """The first level, from *first* on, with a budget of more than was *spent*; None if there is none."""
    if spent < 0 or spent >= most:
        return None
    level = first
    while budget_of(level, most) <= spent:
        level += 1
    return level


def work(states: int, points: int) -> float:
    """How long a search takes, about, in states of a window of 40 points."""
    return float(states * (max(points, SMALL_WINDOW / 2) / SMALL_WINDOW) ** _POWER)


class Plan:
    """The units of a board with what may be tried of each.

    *attempts* says what may be tried of a unit now. It is asked again when what is known has changed.
    """

    def __init__(self, units: Iterable[Mask], attempts: Callable[[Mask], list[Attempt]]) -> None:
        self._attempts = attempts
        self._heaps: dict[Mask, list[Attempt]] = {unit: [] for unit in units}
        self._stale = set(self._heaps)

    def changed(self) -> None:
        """Something was proved, so that other windows may be of use."""
        self._stale = set(self._heaps)

    def renew(self, unit: Mask) -> None:
        """Something was found out about a unit, so that other searches may be of use for it."""
        if unit in self._heaps:
            self._stale.add(unit)

    def drop(self, unit: Mask) -> None:
        """A unit is decided."""
        self._heaps.pop(unit, None)
        self._stale.discard(unit)

    def __contains__(self, unit: object) -> bool:
        """Whether anything may still be tried of a unit."""
        return unit in self._heaps

    def further(self, unit: Mask, attempt: Attempt | None) -> None:
        """A search did not decide a unit; the same may be tried with more states."""
        if attempt is not None and unit in self._heaps:
            heapq.heappush(self._heaps[unit], attempt)

    def next(self, busy: Mapping[Mask, int] | None = None) -> tuple[Mask, Attempt] | None:
        """Return a unit and the search with the lowest score, only once; None if there is nothing to try.

        *busy* says how many searches for a unit are under way, any of which may make others needless.
        """
        under_way = busy or {}
        while self._heaps:
            unit = min(self._heaps, key=lambda unit: self._score(unit) * (1 + under_way.get(unit, 0)))
            if unit in self._stale:
                self._stale.discard(unit)
                self._heaps[unit] = self._attempts(unit)
                heapq.heapify(self._heaps[unit])
            elif self._heaps[unit]:
                return unit, heapq.heappop(self._heaps[unit])
            else:
                return None
        return None

    def _score(self, unit: Mask) -> float:
        heap = self._heaps[unit]
        return heap[0].score if heap else 0.0 if unit in self._stale else math.inf
