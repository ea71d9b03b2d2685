"""Reading verdicts of units off the tables."""

import dataclasses
from collections.abc import Mapping

from verifier.board import Colour, Mask, Position
from verifier.jobs.atlas.games import SAFE, SEIZED, Game, Played, plays
from verifier.jobs.atlas.shapes import Key, Locale, indexer, locale_for
from verifier.play import scoped
from verifier.proof.scope import nearby, support_rules, supporters
from verifier.rules import Ruleset
from verifier.rules.axes import ENABLING, PASS_FOR_KO
from verifier.search import Status

__all__ = ["Book", "status_of"]

_CODES = (None, Status.ALIVE, Status.DEAD, Status.UNKNOWN)


def status_of(entry: int, attacker_first: bool) -> Status | None:
    """Return what a byte of a table says; None where there is no such board."""
    return _CODES[entry >> 2 if attacker_first else entry & 3]


_GOALS = {
    "captured once": "captured",
    "finally owned": "owned",
    "no new stone on its points": "renewed",
    "no new stone anywhere": "anew",
}


@dataclasses.dataclass(frozen=True, slots=True)
class _Asked:
    """A unit in its locale, and who moves first."""

    locale: Locale
    unit: Mask
    own: Mask
    other: Mask
    attacker_first: bool


@dataclasses.dataclass(frozen=True)
class Book:
    """The verdicts of all tables of one board size."""

    rows: int
    cols: int
    entries: Mapping[tuple[Game, Key], bytes]
    missed: set[tuple[Game, Key]] | None = dataclasses.field(default=None, compare=False)
    """Tables with a scope that were looked for and are not there, if they are collected."""

    def entry(self, game: Game, locale: Locale, target: Mask, own: Mask, other: Mask) -> int | None:
        """Return the byte of a table for a board; None if there is no such table."""
        key, low, high = indexer(self.rows, self.cols, locale, target)
        table = self.entries.get((game, key))
        if table is None:
            if self.missed is not None and locale.scope:
                self.missed.add((game, key))
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
        asked = _Asked(locale, unit, own, other, ruleset["first_move"] == "attacker")
        for played in plays(ruleset):
            status = self._status(asked, played, ruleset["dead_means"])
            if status is Status.UNKNOWN and scoped(ruleset):
                status = self._nearby(position, asked, owner, ruleset, played)
            if status in played.proves:
                return status
        lasting = ruleset["ko"] in PASS_FOR_KO  # the argument (docs/atlas-why.md) is not about such bans
        if ruleset["cycle"] != "draw" and not lasting and locale == Locale.whole(self.rows, self.cols):
            # Never taken under any such ko rule: then no other aim of the attacker is reached either.
            if self._read(asked, SAFE) is Status.ALIVE:
                return Status.ALIVE
        return Status.UNKNOWN

    def _read(self, asked: "_Asked", game: Game) -> Status:
        return self.read(game, asked.locale, asked.unit, asked.own, asked.other, asked.attacker_first)

    def _status(self, asked: "_Asked", played: Played, aim: str) -> Status:
        goal = _GOALS.get(aim)
        if goal is not None:
            status = self._read(asked, played.game(goal))
            if status is not Status.UNKNOWN:
                return status
        if self._read(asked, played.game("captured")) is Status.ALIVE:
            return Status.ALIVE
        if aim not in ENABLING:
            return Status.UNKNOWN
        # A larger scope of new stones is better for the owner.
        if aim == "no new stone nearby" and self._read(asked, played.game("renewed")) is Status.ALIVE:
            return Status.ALIVE
        if self._read(asked, played.game("anew")) is Status.DEAD:
            return Status.DEAD
        status = self._read(asked, played.game("swept"))
        # With old stones around, that they stay proves no new stone.
        alone = aim != ENABLING[0] and not asked.own & asked.locale.points & ~asked.unit
        return status if status is Status.DEAD or alone else Status.UNKNOWN

    def _nearby(
        self, position: Position, asked: "_Asked", owner: Colour, ruleset: Ruleset, played: Played
    ) -> Status:
        """Read the tables of the scope, or where it is not certain of the smallest and the largest."""
        rules = support_rules(ruleset)
        others = supporters(position, asked.unit, ruleset)
        known = {other: self.status(position, other, owner, rules) for other in others}
        for verdict in (Status.ALIVE, Status.DEAD):
            # Where another unit is unknown, what is worse for the side that wins.
            judged = {o: verdict if s is Status.UNKNOWN else s for o, s in known.items()}
            stops = sum(other for other, status in judged.items() if status is Status.ALIVE)
            scope = nearby(position, asked.unit, ruleset, stops)
            whole = scope == asked.locale.points
            locale = dataclasses.replace(asked.locale, scope=0 if whole else scope)
            if self._read(dataclasses.replace(asked, locale=locale), played.game("anew")) is verdict:
                return verdict
        return Status.UNKNOWN

    def under_any_ko(self, position: Position, unit: Mask, owner: Colour, attacker_first: bool) -> Status:
        """Return whether a unit is captured once, or kept, whatever the ko rule is, superko too."""
        locale = Locale.whole(self.rows, self.cols)
        own, other = position.stones(owner), position.stones(owner.opponent)
        if self.read(SEIZED, locale, unit, own, other, attacker_first) is Status.DEAD:
            return Status.DEAD
        if self.read(SAFE, locale, unit, own, other, attacker_first) is Status.ALIVE:
            return Status.ALIVE
        return Status.UNKNOWN
