"""What may be tried of the units of a board, and what was: windows and other searches with their budgets.

A guess of which units are dead says where to look, and for which side first. It decides nothing.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from verifier.adjudicate.odds import doubt_after, task_of
from verifier.adjudicate.plan import BUDGETS, NEAR, Attempt, Kind, level_after
from verifier.adjudicate.served import counting
from verifier.board import Colour, Mask
from verifier.play import Arena, MemoryArena
from verifier.rules import Ruleset
from verifier.search.native import BEGUN_FROM
from verifier.search.windows.enclosed import Enclosure, stands_for
from verifier.search.windows.promise import Promises
from verifier.search.windows.surroundings import LARGEST, Surroundings
from verifier.units import Decomposition

__all__ = ["SEARCHED", "WHOLE", "Tries"]

SEARCHED = 100
"""Locales of up to so many points are searched as a whole at every level; larger ones take too long."""
WHOLE = 40
"""In locales of up to so many points there is no need for windows."""
_AS_A_WHOLE = 20
"""Where there are windows a locale as a whole has to promise a proof for so many times less work."""
_STOOD_FOR = 6
"""The same for windows that a larger one stands for: that one has its turn a level ahead."""
_SMALLER = len(BUDGETS)
"""Whether a unit would be taken if the chains around were safe is asked up to this level, not with it: where
that is hard the game itself is out of reach."""
_GROWTH = 1.1
"""How much the windows that grow around a unit differ in size."""
_BOXES = 24
"""So many rectangles are windows besides."""
_LEANT_ON = 5
"""A unit that lives as a stone is held elsewhere is to be kept besides, for others to lean on, where that
promises a proof for so many times less work."""
_WEAK = 4
"""Chains of the attacker of up to so many stones that no proof keeps may be too weak to end a scope,"""
_UNHELPED = 4
"""and without them a search has to promise a proof for so many times less work."""
_BY_PLACES = 10
"""The same for clearing place by place: with so many states each place is searched in several ways."""
_AGAINST = 60
"""The side that the guess does not expect to win has to promise a proof for so many times less work."""


class _Key(NamedTuple):
    """What is tried: of which unit by which rules, for which side, how and where."""

    ruleset: Ruleset
    unit: Mask
    side: Colour
    kind: Kind
    area: Mask
    weak: Mask = 0
    """Chains of the attacker that are not to stand."""
    held: Mask = 0
    """Where in the area a stone is to be held. With *unit* as its part in the area that is the same for units
    that have the stone in common."""


class Tries:
    """The searches that may decide the units of a board, and the budgets that were not enough for them.

    *guess* are the units that may be dead; it may change, and :meth:`guessed` is told then. *most* is the
    limit on the states of each search; with *windows* there are proofs in windows. *rules* are those of the
    test of a unit, and *game* the game for one that a side is to win, without some chains of the attacker
    that would stand.
    """

    def __init__(
        self,
        decomposition: Decomposition,
        guess: set[Mask],
        most: int,
        *,
        windows: bool,
        rules: Callable[[Mask], Ruleset],
        game: Callable[[Mask, Colour, Mask], Arena],
    ) -> None:
        self.decomposition, self.position = decomposition, decomposition.position
        self.guess, self.most, self.windows = guess, most, windows
        self.rules, self.game = rules, game
        self.promises = Promises()
        self.around = Surroundings(decomposition, sum(guess))
        self._living: dict[Mask, Surroundings] = {}
        """The same with one of the dead units alive."""
        self.held: set[Mask] = set()
        """Units that are decided, as a stone is held elsewhere, and may be kept besides."""
        self.highest: int | None = None
        """The last level of searches for now; None: there is none."""
        self._tried: dict[_Key, int] = {}
        """The budget that was not enough for a search; -1 if the side does not win so."""
        self._explored: dict[_Key, int] = {}
        """The states after which a search may go on."""
        self._doubts: dict[_Key, float] = {}
        """How far away a win was where the last of these searches ended."""
        self._under_way: set[_Key] = set()
        """What is being searched."""
        self._counting: dict[tuple[Ruleset, Mask], Mask] = {}
        """Where a new stone counts that an owner holds."""
        self._enclosures: dict[tuple[Ruleset, Mask, Mask], Enclosure] = {}
        self._boxed: set[Mask] = set()
        """The units of which rectangles are windows."""

    def size(self, unit: Mask) -> int:
        """The points of a unit's locale."""
        return self.decomposition.locale(unit).bit_count()

    def owner(self, unit: Mask) -> Colour:
        """The side whose stones a unit is."""
        return self.position.owner_of(unit)

    def expected(self, unit: Mask) -> Colour:
        """The side that wins the game for *unit* if the guess is right."""
        owner = self.owner(unit)
        return owner.opponent if unit in self.guess else owner

    def guessed(self) -> None:
        """The guess has changed, and with it the board as it divides it."""
        self.around = self._divided(self.guess)
        self._living.clear()

    def failed(
        self,
        ruleset: Ruleset,
        unit: Mask,
        attempt: Attempt,
        budget: int,
        numbers: tuple[int, int] | None = None,
    ) -> None:
        """A search has not decided a unit with a *budget*; -1: it never will, so.

        *numbers* say how far away it was from a proof, as :class:`verifier.search.Outcome` has it.
        """
        key = self._key(ruleset, unit, *attempt.how)
        self._tried[key] = budget
        if numbers is not None:
            self._explored[key] = attempt.states if attempt.states >= BEGUN_FROM else 0
            task = task_of(attempt, self.owner(unit), ruleset)
            self._doubts[key] = doubt_after(attempt, numbers, task)

    def begun(self, ruleset: Ruleset, unit: Mask, attempt: Attempt) -> None:
        """A search is under way, and not to be made twice."""
        self._under_way.add(self._key(ruleset, unit, *attempt.how))

    def ended(self, ruleset: Ruleset, unit: Mask, attempt: Attempt) -> None:
        """It no longer is."""
        self._under_way.discard(self._key(ruleset, unit, *attempt.how))

    def in_vain(self, unit: Mask, attempt: Attempt) -> bool:
        """Whether a planned search would decide nothing: the same was, or is, done for another unit."""
        key = self._key(self.rules(unit), unit, *attempt.how)
        next_level = level_after(self._tried.get(key, 0), attempt.level, self.most)
        return key in self._under_way or next_level != attempt.level

    def forget_whole(self) -> None:
        """All locales may be smaller now."""
        self._tried = {key: budget for key, budget in self._tried.items() if key.kind is not Kind.WHOLE}

    def may_be_kept(self, unit: Mask) -> bool:
        """Whether there are windows in which a unit that lives as a stone is held may be kept as well."""
        return self.windows and self.size(unit) > WHOLE

    def with_boxes(self, unit: Mask) -> None:
        """Rectangles are windows of a unit from now on."""
        self._boxed.add(unit)

    def attempts(self, unit: Mask) -> list[Attempt]:
        """What may be tried of a unit, as far as is known now."""
        if unit in self.held:
            found = self._looks(unit, self.owner(unit), _AGAINST if unit in self.guess else _LEANT_ON)
        else:
            size, full = self.size(unit), self.position.grid.full
            first = 0 if size <= SEARCHED else len(BUDGETS)
            windows = self.windows and size > WHOLE
            against = _AS_A_WHOLE if windows else 1
            found = [self._attempt(unit, self.owner(unit), Kind.WHOLE, full, size, against, first=first)]
            if windows:
                found += self._looks(unit, self.expected(unit), 1)
                found += self._looks(unit, self.expected(unit).opponent, _AGAINST)
                if unit in self.guess and (weak := self._weak(unit)):
                    found += self._looks(unit, self.expected(unit), _UNHELPED, weak)
        return [attempt for attempt in found if attempt is not None]

    def further(self, unit: Mask, tried: Attempt) -> Attempt | None:
        """The same search with more states."""
        if tried.kind in (Kind.ENCLOSURE, Kind.BOXES):
            return None  # all that may be tried of the unit is looked at again
        side, kind, area, points, doubt, level, _, weak = tried[1:]
        return self._attempt(unit, side, kind, area, points, guess=doubt, first=level, weak=weak)

    def of_level(self, arena: Arena, level: int) -> Iterator[Attempt]:
        """The windows in which the owner may keep the unit of *arena*, if that level is their next one."""
        unit, side = arena.unit, arena.owner
        for window in self.promises.in_order(arena, side, self.around.windows(unit, side, _GROWTH)):
            points = (window & arena.locale).bit_count()
            spent = self._tried.get(self._key(arena.ruleset, unit, side, Kind.WINDOW, window), 0)
            if points <= LARGEST and level == level_after(spent, level, self.most):
                yield Attempt.of(side, Kind.WINDOW, window, points, NEAR, level, self.most)

    def enclosure(self, arena: Arena, weak: Mask) -> Enclosure:
        """What encloses the unit of *arena*, and which of it matters, as far as is known."""
        dead = sum(self.guess) | arena.unit | weak
        key = (arena.ruleset, arena.unit, weak)
        known = self._enclosures.get(key)
        if known is None or known.dead != dead:
            known = self._enclosures[key] = Enclosure(arena, dead)
        return known

    def _weak(self, unit: Mask) -> Mask:
        """Small chains of the attacker that would stand around a unit, but that no proof keeps."""
        attacker = self.owner(unit).opponent
        kept, found = self.around.zones[attacker], 0
        while True:
            arena = self.game(unit, attacker, found)
            if not isinstance(arena, MemoryArena) or not arena.standing:
                return found
            standing = self.position.grid.components(arena.standing)
            weak = sum(one for one in standing if one.bit_count() <= _WEAK and one not in kept)
            if not weak:
                return found
            found |= weak

    def _looks(self, unit: Mask, side: Colour, against: int, weak: Mask = 0) -> list[Attempt | None]:
        """The windows in which *side* may win the game for a unit, and other ways; *weak* do not stand."""
        arena = self.game(unit, side, weak)
        full, found, enclosed = self.position.grid.full, list[Attempt | None](), list[Mask]()
        needed = 0
        if side == arena.attacker:
            if isinstance(arena, MemoryArena) and arena.enabling:
                needed = arena.scope | arena.standing
                slower = against * _BY_PLACES
                found.append(self._attempt(unit, side, Kind.PLACES, needed, WHOLE, slower, weak=weak))
            enclosure = self.enclosure(arena, weak)
            if enclosure.hopeless:
                return found
            points = enclosure.area.bit_count()
            if not enclosure.zone and points <= LARGEST:
                smaller = self._attempt(
                    unit, side, Kind.ENCLOSURE, enclosure.area, points, against, weak=weak
                )
                found.append(smaller if smaller is not None and smaller.level < _SMALLER else None)
            zones = self.around.zones[side]
            enclosed = [window | needed for window in enclosure.windows(LARGEST, zones)]
        elif isinstance(arena, MemoryArena) and arena.enabling and unit not in self.held:
            for window in self.around.holding(unit, side, arena.scope):
                points = (window & arena.locale).bit_count()
                found.append(self._attempt(unit, side, Kind.HELD, window, points))
        around = self._around(unit)
        windows = around.windows(unit, side, _GROWTH, needed)
        hopeful = [*enclosed, *self.promises.in_order(arena, side, windows)]
        boxes: list[Mask] = []
        if unit in self._boxed and side == arena.owner:
            boxes = self.promises.best(arena, side, around.boxes(unit, side), _BOXES)
        elif side == arena.owner:
            found.append(self._attempt(unit, side, Kind.BOXES, full, WHOLE, against, first=1))
        theirs = needed & self.position.stones(side)
        for window in dict.fromkeys([*hopeful, *boxes]):
            closed = window in enclosed
            # Where much is to be cleared besides few of these end with a proof, so they are like others.
            kind = Kind.ENCLOSED if closed and not needed else Kind.WINDOW
            points = (window & arena.locale & ~theirs).bit_count()
            if points <= LARGEST:
                guess = 0 if closed else self.promises.of(arena, side, window) or 0
                behind = closed and any(stands_for(other, window) for other in enclosed)
                factor = against * (_STOOD_FOR if behind else 1)
                found.append(self._attempt(unit, side, kind, window, points, factor, guess, weak=weak))
        return found

    def _around(self, unit: Mask) -> Surroundings:
        """The board as the guess divides it, but that a unit is no dead stone where it is to be kept."""
        if unit not in self.guess or unit not in self.held:
            return self.around
        if unit not in self._living:
            self._living[unit] = self._divided(self.guess - {unit})
        return self._living[unit]

    def _divided(self, dead: set[Mask]) -> Surroundings:
        """The board as *dead* units divide it, with the zones that are known."""
        around = Surroundings(self.decomposition, sum(dead))
        around.zones = self.around.zones
        return around

    def _attempt(
        self,
        unit: Mask,
        side: Colour,
        kind: Kind,
        area: Mask,
        points: int,
        against: int = 1,
        guess: float = 0,
        first: int = 0,
        weak: Mask = 0,
    ) -> Attempt | None:
        """A search with more states than were tried, from a level on; None if that is of no use."""
        key = self._key(self.rules(unit), unit, side, kind, area, weak)
        level = level_after(self._tried.get(key, 0), first, self.most)
        if key in self._under_way:
            return None
        if level is None or (self.highest is not None and level > self.highest):
            return None
        doubt = max(guess, NEAR) * against
        if key in self._doubts:
            doubt = self._doubts[key] * (_LEANT_ON if unit in self.held else 1)
        explored = self._explored.get(key, 0)
        return Attempt.of(side, kind, area, points, doubt, level, self.most, weak, explored)

    def _key(
        self, ruleset: Ruleset, unit: Mask, side: Colour, kind: Kind, area: Mask, weak: Mask = 0
    ) -> _Key:
        if kind is not Kind.HELD:
            return _Key(ruleset, unit, side, kind, area, weak)
        if (ruleset, unit) not in self._counting:
            arena = self.game(unit, side, 0)
            assert isinstance(arena, MemoryArena), "a stone is held where new ones count"
            self._counting[ruleset, unit] = counting(arena)
        return _Key(ruleset, unit & area, side, kind, area, held=self._counting[ruleset, unit] & area)
