"""Reading verdicts of units off the tables."""

import dataclasses
from collections.abc import Mapping

from verifier.board import Colour, Mask, Position
from verifier.jobs.atlas.games import SAFE, SEIZED, Game, bounding_game, game_of, sweeping_game
from verifier.jobs.atlas.shapes import Key, Locale, indexer, locale_for
from verifier.rules import Ruleset
from verifier.search import Status

__all__ = ["Book", "status_of"]

_CODES = (None, Status.ALIVE, Status.DEAD, Status.UNKNOWN)


def status_of(entry: int, attacker_first: bool) -> Status | None:
    """Return what a byte of a table says; None where there is no such board."""
    return _CODES[entry >> 2 if attacker_first else entry & 3]


@dataclasses.dataclass(frozen=True)
class Book:
    """The verdicts of all tables of one board size."""

    rows: int
    cols: int
    entries: Mapping[tuple[Game, Key], bytes]

    def entry(self, game: Game, locale: Locale, target: Mask, own: Mask, other: Mask) -> int | None:
        """Return the byte of a table for a board; None if there is no such table."""
        key, low, high = indexer(self.rows, self.cols, locale, target)
        table = self.entries.get((game, key))
        if table is None:
            return None
        own &= locale.points & ~target
        other &= locale.points
        number = low[own & 255] + high[own >> 8] + 2 * (low[other & 255] + high[other >> 8])
        return table[number]

    def read(
        self, game: Game, locale: Locale, unit: Mask, own: Mask, other: Mask, attacker_first: bool
    ) -> Status:
        """Return the status of a unit in a game, UNKNOWN if no table decides it."""
        if game.by_points:
            entry = self.entry(game, locale, unit & -unit, own, other)
        else:
            entry = self.entry(game, locale, unit, own, other)
            if entry is None and game.goal == "owned":
                return self._bounded(game, locale, unit, own, other, attacker_first)
        status = None if entry is None else status_of(entry, attacker_first)
        return status or Status.UNKNOWN

    def _bounded(
        self, game: Game, locale: Locale, unit: Mask, own: Mask, other: Mask, attacker_first: bool
    ) -> Status:
        """Without a table of the shape: dead if one of its points is lost, alive if it is never taken."""
        rest = unit
        while rest:
            entry = self.entry(game, locale, rest & -rest, own, other)
            if entry is not None and status_of(entry, attacker_first) is Status.DEAD:
                return Status.DEAD
            rest &= rest - 1
        never = Game(game.ko, "captured", game.prisoners)
        entry = self.entry(never, locale, unit & -unit, own, other)
        if entry is not None and status_of(entry, attacker_first) is Status.ALIVE:
            return Status.ALIVE
        return Status.UNKNOWN

    def status(self, position: Position, unit: Mask, owner: Colour, ruleset: Ruleset) -> Status:
        """Return the status of a unit under a ruleset, as far as tables decide it."""
        locale = locale_for(position, unit, owner, ruleset["walls"])
        if locale is None:
            return Status.ALIVE
        own, other = position.stones(owner), position.stones(owner.opponent)
        attacker_first = ruleset["first_move"] == "attacker"
        game = game_of(ruleset)
        if game is not None:
            status = self.read(game, locale, unit, own, other, attacker_first)
            if status is not Status.UNKNOWN or game.goal != "renewed":
                return status
        if ruleset["cycle"] != "draw" and locale == Locale.whole(self.rows, self.cols):
            # Never taken under any ko rule: then no other aim of the attacker is reached either.
            if self.read(SAFE, locale, unit, own, other, attacker_first) is Status.ALIVE:
                return Status.ALIVE
        bound, sweeping = bounding_game(ruleset), sweeping_game(ruleset)
        if bound is None or sweeping is None:
            return Status.UNKNOWN
        if self.read(bound, locale, unit, own, other, attacker_first) is Status.ALIVE:
            return Status.ALIVE
        status = self.read(sweeping, locale, unit, own, other, attacker_first)
        # With old stones around, that they stay proves no new stone.
        return status if status is Status.DEAD or not own & locale.points & ~unit else Status.UNKNOWN

    def under_any_ko(self, position: Position, unit: Mask, owner: Colour, attacker_first: bool) -> Status:
        """Return whether a unit is captured once, or kept, whatever the ko rule is, superko too."""
        locale = Locale.whole(self.rows, self.cols)
        own, other = position.stones(owner), position.stones(owner.opponent)
        if self.read(SEIZED, locale, unit, own, other, attacker_first) is Status.DEAD:
            return Status.DEAD
        if self.read(SAFE, locale, unit, own, other, attacker_first) is Status.ALIVE:
            return Status.ALIVE
        return Status.UNKNOWN
