"""Which windows to try first: those in which a win seems nearest, by the search's own first guess.

The guess takes a fraction of a millisecond, a search a thousand times as long. It says nothing of who wins.
"""

from collections.abc import Iterable

from verifier.board import Colour, Mask
from verifier.play import Arena, MemoryArena
from verifier.rules import Ruleset
from verifier.search.native import available, promise_native
from verifier.search.windows.window import game_in_window

__all__ = ["HOPELESS", "Promises"]

HOPELESS = 1 << 62
"""In place of a guess: what the side would have to win is no game there."""
_ALIKE = 0.85
"""Of two windows that share so much of their points one is tried."""


class Promises:
    """How near a win seems in the windows that were looked at, by game, side and window."""

    def __init__(self) -> None:
        self._known: dict[tuple[Ruleset, Mask, Colour, Mask], int | None] = {}

    def of(self, arena: Arena, side: Colour, area: Mask) -> int | None:
        """A number that is larger the more a proof seems to take; None where there is no guess.

        :data:`HOPELESS` where the side cannot win.
        """
        key = (arena.ruleset, arena.unit, side, area)
        if key not in self._known:
            self._known[key] = self._guess(arena, side, area)
        return self._known[key]

    def best(self, arena: Arena, side: Colour, areas: Iterable[Mask], most: int) -> list[Mask]:
        """Return at most so many *areas*, the most promising ones, none much like one before it."""
        chosen: list[Mask] = []
        for area in self.in_order(arena, side, areas):
            if len(chosen) == most:
                break
            if not any(_alike(area, other) for other in chosen):
                chosen.append(area)
        return chosen

    def in_order(self, arena: Arena, side: Colour, areas: Iterable[Mask]) -> list[Mask]:
        """Return the *areas* where *side* can win at all, the most promising ones first.

        Where there are no guesses they come in the order in which they were given.
        """
        guesses = {area: self.of(arena, side, area) for area in areas}
        hopeful = [(guess or 0, area) for area, guess in guesses.items() if guess != HOPELESS]
        return [area for _, area in sorted(hopeful, key=lambda pair: pair[0])]

    @staticmethod
    def _guess(arena: Arena, side: Colour, area: Mask) -> int | None:
        if not available():
            return None
        if isinstance(arena, MemoryArena) and arena.enabling and side == arena.attacker:
            return None  # who clears has more to do than to take the unit, and the weights know of no more
        found = game_in_window(arena, side, area)
        if found is None:
            return HOPELESS
        return promise_native(found[1])[side != arena.owner]


def _alike(one: Mask, other: Mask) -> bool:
    return (one & other).bit_count() >= _ALIKE * (one | other).bit_count()
