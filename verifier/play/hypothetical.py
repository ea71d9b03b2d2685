"""Hypothetical play for a unit, or for several together (想定着手; 試案 article 7; semantics section 3).

The arena is a finite graph of states. Play runs along it until a state repeats; the cycle
just closed decides (:meth:`Arena.cycle_winner`). Some readings of the rules end play sooner
(:attr:`Step.winner`). Everything else in this package is tested against this module.
"""

import dataclasses
import functools
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from verifier.board import (
    Colour,
    Mask,
    Point,
    Position,
    Shape,
    at_hand,
    secured,
    shape_of,
    unconditionally_alive,
)
from verifier.board.grid import bits
from verifier.board.walls import locale_of, walls
from verifier.errors import InputError
from verifier.play.turn import PASS
from verifier.rules import Ruleset, unjudged

__all__ = ["Arena", "Cycle", "Memory", "State", "Step"]

_REMEMBERED = 100_000
_NO_CHAIN = "the unit is no chain of the position, nor several chains of one side"
_MOST_TOGETHER = 16


class Memory(NamedTuple):
    """What a state remembers besides, in the games of :mod:`verifier.play.memory`."""

    bans: Mask = 0
    """Points where a ko may not be retaken; whose ban it is follows from the stones around."""
    freed: tuple[Mask, Mask] = (0, 0)
    """Points for which Black and White have passed once for good."""
    captured: bool = False
    """The unit was taken at some time."""
    old: Mask = 0
    """Stones of the owner that stand since the beginning, where new ones would count."""
    held: Mask = 0
    """New stones of the owner that count and have stood since the last review."""


class State(NamedTuple):
    """All that the future depends on: stones, ko ban and side to move; no history."""

    black: Mask
    """Black stones of the whole diagram, walls included."""
    white: Mask
    ban: Point
    """The point where the side to move may not retake, or -1."""
    to_move: int
    """0 for Black, 1 for White."""
    passed: bool
    """The last move was a pass that counts towards the end; always false where passes never end play."""
    memory: Memory | None = None
    """None but in the games of :mod:`verifier.play.memory`."""
    threats: tuple[int, int] = (0, 0)
    """Black's and White's ko threats left outside the fight; 0 for a side that has them without limit."""
    bans: tuple[Mask, Mask] = (0, 0)
    """Plain play only: where a retake by Black and by White waits for a pass (:mod:`verifier.play.plain`)."""
    taken: Mask = 0
    """Those of several chains that were taken so far, where that counts (:attr:`Arena.takes`)."""
    freed: tuple[Mask, Mask] = (0, 0)
    """Plain play with named passes: points for which Black and White have passed once for good."""


class Step(NamedTuple):
    """One move and what it leads to."""

    move: Point
    state: State
    captured: int
    """Number of opposing stones taken off the board by the move."""
    winner: Colour | None
    """The winner if the move ends play at once."""


@dataclasses.dataclass(frozen=True, slots=True)
class Cycle:
    """What a closed cycle of states is judged by."""

    owner_lost: int
    """Stones of the owner captured in the cycle."""
    attacker_lost: int
    attacker_always_owns: bool
    """In every state of the cycle the attacker owns some point of the unit."""


class _Rules(NamedTuple):
    """What a ruleset says about play, by colours."""

    bans_bind: tuple[bool, bool]
    basic_ko: bool
    threats: tuple[int, int]
    with_threats: bool
    passes_end: bool
    captured_once: bool


_WRITTEN_DOWN: Mapping[str, tuple[str, ...]] = {
    "suicide": ("forbidden",),
    "ko": (
        "basic",
        "none",
        "pass before each retake",
        "pass once for each ko",
        "one pass for all kos",
        "one pass for both sides",
        "pass before each capture",
    ),
    "owner_threats": ("0", "1", "2", "3", "4", "unlimited"),
    "attacker_threats": ("0", "1", "2", "3", "4", "unlimited"),
    "first_move": ("owner", "attacker"),
    "end": ("never", "two passes"),
    "dead_means": (
        "finally owned",
        "captured once",
        "no new stone on its points",
        "no new stone inside",
        "no new stone nearby",
        "no new stone anywhere",
    ),
    "cycle": ("prisoners then ownership", "prisoners then aim", "aim", "prisoners", "alive", "draw"),
    "walls": ("assumed", "unconditional", "independent", "board"),
}
"""The values whose games are in this folder, spelt out: any other one would be played as one of these."""


@functools.lru_cache(maxsize=256)  # few rulesets, many units
def _rules_for(ruleset: Ruleset, owner: Colour) -> _Rules:
    if reason := unjudged(ruleset):
        raise InputError(f"ruleset {ruleset.id}: units are not judged: {reason}")
    for axis, known in _WRITTEN_DOWN.items():
        if ruleset[axis] not in known:
            raise InputError(f"ruleset {ruleset.id}: no game is written down for {axis} = {ruleset[axis]!r}")
    threats = (ruleset["owner_threats"], ruleset["attacker_threats"])
    order = -1 if owner else 1
    counts = tuple(0 if count == "unlimited" else int(count) for count in threats)[::order]
    binds = tuple(count != "unlimited" for count in threats)[::order]
    return _Rules(
        (binds[0], binds[1]),
        ruleset["ko"] == "basic",
        (counts[0], counts[1]),
        threats != ("0", "0"),
        ruleset["end"] == "two passes",
        ruleset["dead_means"] == "captured once",
    )


class Arena:
    """The game graph for one unit of a position under a ruleset, or for several chains of one side together.

    *unit* are the stones of the chain or of all the chains. The attacker has to win against each of them
    in one and the same play (semantics section 3.2).
    *kept* are the chains that are walls because their owner keeps them (walls = ``independent``).

    Raises:
        InputError: the unit is no chain of the position, nor several of one side, or one of them is assumed
            alive, or there are more than 16; chains are kept where the ruleset has no such walls; or no game
            is written down for the ruleset.
    """

    marks_owner = True
    """Who wins an even cycle with a marked state in it: the owner, or if false the attacker."""
    retakes_wait = False
    """Whether a ban on a retake may last for longer than a turn."""
    clears = False
    """Whether the attacker has to clear all points of :attr:`unit`, and to keep them clear."""
    spared: Mask = 0
    """Stones of the attacker whose chains have an eye elsewhere (:class:`verifier.play.place.PlaceArena`)."""
    housed: Mask = 0
    """Stones of the attacker whose chains have no eye elsewhere, though :attr:`spared` ones be among them."""

    def __init__(self, position: Position, unit: Mask, ruleset: Ruleset, kept: Mask = 0) -> None:
        owner = position.owner_of(unit)
        stones = position.stones(owner)
        if not unit or unit & ~stones or position.grid.flood(unit, stones) != unit:
            raise InputError(_NO_CHAIN)
        parts = tuple(position.grid.components(unit))
        if len(parts) > _MOST_TOGETHER:
            raise InputError(f"{len(parts)} chains together: at most {_MOST_TOGETHER} can be judged so")
        self._enter(position, unit, owner, ruleset, kept, parts)

    def _enter(
        self,
        position: Position,
        unit: Mask,
        owner: Colour,
        ruleset: Ruleset,
        kept: Mask,
        parts: tuple[Mask, ...],
    ) -> None:
        """Set everything up for chains of the position."""
        if unit & position.assumed(owner):
            raise InputError("the unit is assumed alive: it touches the outside of the diagram")
        self.kept = kept
        mapped = None
        if kept:
            kind = ruleset["walls"]
            mapped = walls(position, kind, kept), locale_of(position, unit, kind, kept)
        self._describe(position, unit, owner, ruleset, mapped, parts)

    @staticmethod
    def at(position: Position, point: Point, ruleset: Ruleset) -> "Arena":
        """Return the game graph for the chain that has a stone on *point*.

        The same as giving ``position.chain_at(point)``, without looking for the chain twice.

        Raises:
            InputError: there is no stone, or the chain is assumed alive.
        """
        owner = position.colour_at(point)
        if owner is None:
            raise InputError(_NO_CHAIN)
        arena = Arena.__new__(Arena)
        chain = position.chain_at(point)
        arena._enter(position, chain, owner, ruleset, 0, (chain,))
        return arena

    def _describe(
        self,
        position: Position,
        unit: Mask,
        owner: Colour,
        ruleset: Ruleset,
        mapped: tuple[tuple[Mask, Mask], Mask] | None,
        parts: tuple[Mask, ...],
    ) -> None:
        """Set everything up; *mapped* are walls and locale where the ruleset's axis does not say them."""
        self.position, self.unit, self.ruleset = position, unit, ruleset
        self.parts, self.several = parts, len(parts) > 1
        """The chains judged together, by first point, or the unit alone; and whether they are several."""
        self.grid = position.grid
        self.owner, self.attacker = owner, owner.opponent
        if mapped is not None:
            self.walls, self.locale = mapped
        self._shapes: dict[tuple[Mask, int], Shape] = {}
        rules = _rules_for(ruleset, owner)
        self.bans_bind = rules.bans_bind
        """Whether ko bans bind Black and White; where the ruleset has no ko rule there are none at all."""
        self._basic_ko, self._threats, self.with_threats = rules.basic_ko, rules.threats, rules.with_threats
        self._passes_end, self._captured_once = rules.passes_end, rules.captured_once
        self.takes = rules.captured_once and self.several
        """Whether it counts which of several chains were taken, so that a state has to say it."""

    # The native prover finds walls and locale by itself, so they are worked out when somebody asks.

    @functools.cached_property
    def walls(self) -> tuple[Mask, Mask]:
        """Black and white stones that never leave the board."""
        return walls(self.position, self.ruleset["walls"])

    @functools.cached_property
    def locale(self) -> Mask:
        """Where stones may be played; empty if the unit is itself a wall."""
        return locale_of(self.position, self.unit, self.ruleset["walls"])

    @functools.cached_property
    def outside(self) -> Mask:
        """The empty points connected to an open side."""
        return self.position.outside

    @property
    def weighs(self) -> bool:
        """Whether who lost more prisoners in a cycle loses it."""
        return self.ruleset["cycle"].startswith("prisoners")

    @property
    def start(self) -> State:
        """The first state: the stones as they stand, no ban, and the first mover of the ruleset."""
        first = self.owner if self.ruleset["first_move"] == "owner" else self.attacker
        stones = self.position.black, self.position.white
        return State(*stones, -1, int(first), False, threats=self._threats)

    # Moves (articles 2 to 5)

    def steps(self, state: State) -> Iterator[Step]:
        """Yield every legal move of the side to move, plays in point order and the pass last."""
        atari = self._atari(state)
        for point in bits(self.locale & ~(state.black | state.white)):
            step = self._play(state, point, atari)
            if step is not None:
                yield step
        yield self._pass(state)

    def step(self, state: State, move: Point) -> Step | None:
        """Return what *move* leads to, or None if it is illegal."""
        if move == PASS:
            return self._pass(state)
        if move < 0 or not (self.locale & ~(state.black | state.white)) >> move & 1:
            return None
        return self._play(state, move, self._atari(state))

    def _shape(self, stones: Mask, colour: int) -> Shape:
        """The chains of one colour in the locale and what they surround, remembered by their stones."""
        key = (stones, colour)
        shape = self._shapes.get(key)
        if shape is None:
            if len(self._shapes) >= _REMEMBERED:
                self._shapes.clear()
            walls = self.walls[colour], self.walls[1 - colour]
            shape = self._shapes[key] = shape_of(self.grid, self.locale, stones, *walls)
        return shape

    def _atari(self, state: State) -> dict[Mask, Mask]:
        """The opposing stones that a play on a liberty takes, by that liberty."""
        opponent = 1 - state.to_move
        stones = (state.white if opponent else state.black) & self.locale
        empty = self.locale & ~(state.black | state.white)
        atari: dict[Mask, Mask] = {}
        for chain, around, walled in self._shape(stones, opponent).chains:
            liberties = around & empty
            if not walled and not liberties & (liberties - 1):
                atari[liberties] = atari.get(liberties, 0) | chain
        return atari

    def _play(self, state: State, point: Point, atari: dict[Mask, Mask]) -> Step | None:
        stone, near, to_move = 1 << point, self.grid.neighbours[point], state.to_move
        threats = state.threats
        if point == state.ban:
            # Section 3.1: a threat, its answer, and then the retake.
            if threats[to_move] <= 0:
                return None
            threats = (threats[0], threats[1] - 1) if to_move else (threats[0] - 1, threats[1])
        mine = state.white if to_move else state.black
        taken = atari.get(stone, 0)
        breath = near & self.locale & ~(state.black | state.white)
        # Article 4: without a capture, the new stone needs a liberty, its own or of a chain it joins.
        if not (taken or breath or near & self.walls[to_move] or self._joins_safely(state, stone, mine)):
            return None
        # Article 5: one stone took one stone and now stands alone with that point as its only liberty.
        ban = -1
        if taken and self._basic_ko and not (taken & (taken - 1) or near & mine or breath):
            ban = taken.bit_length() - 1 if self.bans_bind[1 - to_move] else -1
        if to_move:
            after = State(state.black & ~taken, mine | stone, ban, 0, False, threats=threats)
        else:
            after = State(mine | stone, state.white & ~taken, ban, 1, False, threats=threats)
        ends = self._captured_once and taken & self.unit and to_move == self.attacker
        if self.takes:
            gone = self.taken_with(state.taken, taken if to_move == self.attacker else 0)
            after = after._replace(taken=gone)
            ends = ends and gone == self.unit
        return Step(point, after, taken.bit_count(), self.attacker if ends else None)

    def taken_with(self, before: Mask, stones: Mask) -> Mask:
        """The chains that were taken when after those *before* also *stones* of the owner have been."""
        return before | sum(part for part in self.parts if part & stones and not part & before)

    def may_be_taken(self, chains: Mask) -> bool:
        """Whether a state can say that *chains* were taken: some of those judged together, if that counts."""
        return chains == (sum(part for part in self.parts if part & chains) if self.takes else 0)

    def may_be_listed(self, state: State) -> bool:
        """Whether a state says what a state of this game can, whether or not play comes to it.

        The stones may be any. docs/certificates.md has the rest, and docs/games.md for states that remember.
        """
        if state.ban != -1 and not (state.ban >= 0 and self._free(state) >> state.ban & 1):
            return False
        if state.passed and (not self._passes_end or state.ban >= 0):
            return False
        if any(not 0 <= left <= first for left, first in zip(state.threats, self._threats, strict=True)):
            return False
        return state.memory is None and self.may_be_taken(state.taken) and self._stands(state)

    def _free(self, state: State) -> Mask:
        """The empty points of the locale."""
        return self.locale & ~(state.black | state.white)

    def _stands(self, state: State) -> bool:
        """Whether the chains stand that were not taken, where play ends when all have been."""
        own = state.white if self.owner else state.black
        return not self._captured_once or not self.unit & ~(own | state.taken)

    def eye_elsewhere(self, chain: Mask) -> bool:
        """Whether a *chain* of the attacker has an eye elsewhere."""
        return bool(chain & self.spared) and not chain & self.housed

    def eyed(self, mine: Mask) -> Mask:
        """Those of the :attr:`spared` stones with an eye elsewhere; *mine* are all of the attacker's."""
        return self.spared & ~self.grid.flood(self.housed & mine, mine) if self.housed else self.spared

    def _joins_safely(self, state: State, stone: Mask, mine: Mask) -> bool:
        """Whether *stone* joins a chain of the side to move that is walled or has another liberty."""
        others = self.locale & ~(state.black | state.white | stone)
        chains = self._shape(mine & self.locale, state.to_move).chains
        return any(around & stone and (walled or around & others) for _, around, walled in chains)

    def _pass(self, state: State) -> Step:
        # A pass that lifts a ko ban does not count towards the end: the other side's retake is due.
        counts = self._passes_end and state.ban < 0
        after = State(
            state.black, state.white, -1, 1 - state.to_move, counts, threats=state.threats, taken=state.taken
        )
        if not (counts and state.passed):
            return Step(PASS, after, 0, None)
        if self._captured_once or not self.attacker_owns_some(state):
            return Step(PASS, after, 0, self.owner)
        return Step(PASS, after, 0, self.attacker)

    # Values (article 7)

    def attacker_owns_some(self, state: State) -> bool:
        """Whether some point of the unit, of each chain of several, belongs to the attacker.

        A point belongs to a side if it carries that side's stone, or is empty and its empty region
        touches stones of that side and none of the other's.
        """
        mine, theirs = state.black, state.white
        if self.owner:
            mine, theirs = theirs, mine
        empty = self.locale & ~(mine | theirs)
        for chain in self.parts:
            if chain & theirs:
                continue
            points = chain & empty
            while points:
                region = self.grid.flood(points & -points, empty)
                border = self.grid.dilate(region)
                if border & theirs and not border & mine:
                    break
                points &= ~region
            else:
                return False
        return True

    def marked(self, state: State) -> bool:
        """Whether an even cycle through *state* is won by the side that :attr:`marks_owner` names."""
        return not self.attacker_owns_some(state)

    def statics_key(self, state: State) -> tuple[object, ...]:
        """What :meth:`settled` and :meth:`marked` depend on, but for a pass that counts."""
        return (*state[:4], state.taken) if self.takes else state[:4]

    def cycle_winner(self, cycle: Cycle) -> Colour | None:
        """Return who wins when *cycle* closes, or None where the ruleset calls it a draw."""
        rule = self.ruleset["cycle"]
        if rule == "draw":
            return None
        if rule == "alive":
            return self.owner
        if self.weighs and cycle.owner_lost != cycle.attacker_lost:
            return self.attacker if cycle.owner_lost > cycle.attacker_lost else self.owner
        if rule == "prisoners then ownership" and cycle.attacker_always_owns:
            return self.attacker
        return self.owner

    def settled(self, state: State) -> Colour | None:
        """Return the side that wins from *state* on with stones it cannot lose, as far as statics can tell.

        The owner, if he has secured every point of the unit; the attacker, if he has secured one of
        them, or can do so by playing on it, at once or after whatever the owner plays first. Of several
        chains the owner needs all points of one, the attacker a secured point of each.
        docs/certificates-why.md has the argument, which holds for every cycle rule. None says nothing.
        """
        mine, theirs = (state.white, state.black) if self.owner else (state.black, state.white)
        if self.several:
            winner = self._settled_together(state, mine, theirs)
            if winner is None:
                return None
        elif not self.unit & ~self._secured(mine, theirs, self.owner):
            winner = self.owner
        elif self._smothers(mine, theirs) or (self.unit & ~mine and self._seizes(state)):
            winner = self.attacker
        else:
            return None
        # Where the other side could end play by passing now, the winner has no turn left to clean up.
        return None if state.passed and state.to_move != winner else winner

    def _settled_together(self, state: State, mine: Mask, theirs: Mask) -> Colour | None:
        """The same for several chains. Points at hand do not count here."""
        for part in self.parts:
            if not part & state.taken and not part & ~self._secured(mine, theirs, self.owner, part):
                return self.owner
        whole = any(not part & ~mine for part in self.parts)
        if self._captured_once or (whole and self.retakes_wait):
            return None
        kept = self._secured(theirs, mine, self.attacker)
        return self.attacker if all(part & kept for part in self.parts) else None

    def _smothers(self, own: Mask, other: Mask) -> bool:
        """Whether the attacker has secured a point of the unit.

        Where retakes wait for passes that is asked only once a point of the unit is without its stone.
        """
        if not self.unit & ~own and (self._captured_once or self.retakes_wait):
            return False
        return bool(self._secured(other, own, self.attacker))

    def _seizes(self, state: State) -> bool:
        """Whether the owner cannot keep the attacker from playing a stone on the unit that is never lost."""
        if self._captured_once or state.memory is not None:
            return False  # where retakes wait for passes, a point may be banned for longer
        own, other = (state.black, state.white) if self.owner else (state.white, state.black)
        shape = self._shape(own & self.locale, self.attacker)
        points = at_hand(self.grid, shape, other & self.locale, self.unit, self.walls[self.attacker])
        if state.to_move == self.owner:
            return bool(points & (points - 1))
        return bool(points & ~(1 << state.ban) if state.ban >= 0 else points)

    def _secured(self, own: Mask, other: Mask, colour: Colour, chain: Mask = 0) -> Mask:
        """The points of the unit, or of one *chain* of several, that one side cannot lose any more."""
        points = chain or self.unit
        locale = self.locale
        shape = self._shape(own & locale, colour)
        if self._captured_once:
            # A region may change hands for a moment; here one capture of the unit is the end.
            return points & unconditionally_alive(shape, other & locale)
        own_walls, other_walls = self.walls[colour], self.walls[colour.opponent]
        return secured(
            self.grid,
            locale,
            shape,
            other & locale,
            points,
            own_walls,
            other_walls,
            pairs=not self.retakes_wait,
            rooms=self.clears and colour is self.attacker,
            spared=self.eyed(own) if colour is self.attacker else 0,
        )
