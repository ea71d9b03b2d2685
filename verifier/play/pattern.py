"""Patterns: what the stones of a zone determine about play, whatever stands outside it.

A pattern stands for all states of an arena with the same stones in its zone, whatever the other points of
the locale carry. A *chain* of a pattern is a connected set of stones of one colour within the zone. It is
*walled* if a wall of its colour is next to it, and *enclosed* if all its neighbours in the locale are in the
zone: an enclosed chain is a chain of every such state.

An *eye* of a pattern is a set of points around which the winner's stones stand and in which he has none;
what the other side has there is left open. It always holds an empty point, as stones need a liberty.

The side whose win is to be shown is called the winner here. What the zone leaves open is resolved against
him, or the points of which it is left open are struck from the zone. docs/certificates-why.md proves it.
Defined only where passes never end play and states remember nothing but a ban, and in plain play
(:mod:`verifier.play.plain`). There the loser's threats are 1 if bans on him last for one turn.
"""

import dataclasses
from collections.abc import Callable, Iterator
from typing import NamedTuple

from verifier.board import Colour, Mask, Point, Shape, at_hand, secured, shape_of, unconditionally_alive
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.play.arenas import remembers
from verifier.play.hypothetical import Arena, State
from verifier.play.memory import ko_of_pass, pass_for
from verifier.play.plain import LIFT, Lasting, Plain
from verifier.play.turn import PASS

__all__ = ["Pattern", "PatternPlay", "Successor"]

_REMEMBERED = 200_000


class Pattern(NamedTuple):
    """The stones of a zone and the side to move."""

    zone: Mask
    """Points of the locale; the points of the unit are among them."""
    black: Mask
    """Black stones in the zone."""
    white: Mask
    ban: Point
    """Where the loser, to move, may not retake, or -1. With the winner to move: where he plays although that
    may be forbidden, at the cost of a threat."""
    to_move: int
    eyes: Mask = 0
    """Points outside the zone that carry no stone of the winner; see :meth:`PatternPlay.sealed`."""
    threats: tuple[int, int] = (0, 0)
    """Black's and White's ko threats: at least so many for the winner, at most so many for the loser."""
    bans: tuple[Mask, Mask] = (0, 0)
    """Points of the zone where a retake by Black and by White waits for a pass: the loser's certainly, the
    winner's perhaps."""
    taken: Mask = 0
    """Those of several chains that were taken, where that counts: no more if the owner is to win, no fewer if
    the attacker is."""
    freed: tuple[Mask, Mask] = (0, 0)
    """Where passes name kos, points of the zone for which Black and White have passed once for good: the
    winner for certain, the loser perhaps. A ban on the winner is there then if he has not passed for it."""


class Successor(NamedTuple):
    """What a play in the zone leads to, in every state of the pattern in which it is legal."""

    zone: Mask
    """The points of which it is known what they carry now."""
    black: Mask
    white: Mask
    captured: int
    """Number of stones that the play certainly takes within the zone."""
    ban: Point
    """After a play of the winner: where the loser certainly may not retake. After one of the loser: where
    the winner perhaps may not. Else -1."""
    ends: bool
    """The play takes stones of the unit where that ends play."""
    eyes: Mask = 0
    """Points outside the zone of which it is known that the winner has no stone there."""
    threats: tuple[int, int] = (0, 0)
    """As in :class:`Pattern`."""
    bans: tuple[Mask, Mask] = (0, 0)
    """As in :class:`Pattern`."""
    taken: Mask = 0
    """As in :class:`Pattern`."""
    freed: tuple[Mask, Mask] = (0, 0)
    """As in :class:`Pattern`."""
    unsure: Mask = 0
    """Where passes name kos, points of which it is not known whether a ban is there."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Chain:
    stones: Mask
    around: Mask
    """The stones with all their neighbours."""
    walled: bool


class PatternPlay:
    """The patterns of an arena, for the side that is to win.

    Raises:
        InputError: passes end play in this arena, or it remembers more than a ban: then a play far away and
            a pass are two things.
    """

    def __init__(self, arena: Arena, winner: Colour) -> None:
        if arena.ruleset["end"] != "never":
            raise InputError("patterns are defined only where passes never end play")
        if remembers(arena.ruleset):
            raise InputError("patterns are not defined for games that remember more than a ban")
        self.arena, self.winner, self.loser = arena, winner, winner.opponent
        self._grid, self._locale, self._unit = arena.grid, arena.locale, arena.unit
        self._walls = arena.walls
        basic_ko = arena.ruleset["ko"] == "basic"
        self._ban_loser = basic_ko and arena.bans_bind[self.loser]
        self._ban_winner = basic_ko and arena.bans_bind[winner]
        self._captured_once = arena.ruleset["dead_means"] == "captured once"
        self._takes = arena.takes
        self._plain = isinstance(arena, Plain)
        self._freed_once = isinstance(arena, Plain) and arena.lasting is Lasting.ONCE
        self._freed_both = isinstance(arena, Plain) and arena.lasting is Lasting.EITHER
        self._pass_frees = isinstance(arena, Plain) and arena.pass_frees
        self._turns = not isinstance(arena, Plain) or arena.relies_on_turns
        self.late_retakes = isinstance(arena, Plain) and arena.late_retakes
        """Whether the loser may retake in spite of a ban for one turn, which nothing is asked of."""
        self.named = isinstance(arena, Plain) and arena.named
        """Whether passes name kos, and all bans are known."""
        self.frees = isinstance(arena, Plain) and arena.frees
        """Whether a pass for a ko is for good."""
        self._bans_captures = isinstance(arena, Plain) and arena.bans_captures
        self.clears = isinstance(arena, Plain) and arena.clears
        """Whether the attacker must clear all points of the unit (:class:`verifier.play.Plain`)."""
        self.holds = arena.holds if isinstance(arena, Plain) else 0
        """Where the attacker of a game that is about holding a stone wins with one that lives; else 0."""
        self.known: Mask = 0 if self.holds else arena.unit
        """The points that each zone holds."""
        self._standing = arena.standing if isinstance(arena, Plain) else 0
        self._spared = arena.spared
        if isinstance(arena, Plain) and arena.side != winner:
            raise InputError(f"this plain play is for {arena.side} to win")
        self._chains: dict[tuple[Mask, int], tuple[_Chain, ...]] = {}
        self._shapes: dict[tuple[Mask, Mask], Shape] = {}
        self._settled: dict[Pattern, bool] = {}

    def matches(self, pattern: Pattern, state: State) -> bool:
        """Whether *state* is one of those that *pattern* stands for, a ban of the winner left aside."""
        mine = state.white if self.winner else state.black
        return (
            state.to_move == pattern.to_move
            and (state.black & pattern.zone, state.white & pattern.zone) == (pattern.black, pattern.white)
            and not mine & pattern.eyes
            and (pattern.ban in (-1, state.ban) or state.to_move == self.winner)
            and self.threatened(pattern.threats, state.threats)
            and self.bound(pattern, state.bans, state.freed)
            and self.as_taken(pattern.taken, state.taken)
        )

    def threatened(self, needed: tuple[int, int], left: tuple[int, int]) -> bool:
        """Whether with *left* the winner has as many threats as *needed* says, and the loser no more."""
        return left[self.winner] >= needed[self.winner] and left[self.loser] <= needed[self.loser]

    def as_taken(self, said: Mask, taken: Mask) -> bool:
        """Whether the chains *taken* are no worse for the winner than those that are *said* to be."""
        return not (said & ~taken if self.winner == self.arena.attacker else taken & ~said)

    def bound(
        self, pattern: Pattern, bans: tuple[Mask, Mask], freed: tuple[Mask, Mask] = (0, 0), unsure: Mask = 0
    ) -> bool:
        """Whether *bans* are all those of the loser in *pattern*, and in its zone no more of the winner's.

        Where passes name kos: whether a state with these bans, and these passes for good, is one of the
        pattern. Nothing may be *unsure* in its zone then.
        """
        ours, theirs, zone = self.winner, self.loser, pattern.zone
        if pattern.bans[theirs] & ~bans[theirs] or bans[ours] & zone & ~pattern.bans[ours]:
            return False
        if not self.named:
            return True
        more, fewer = bans[theirs] & zone & ~pattern.bans[theirs], pattern.bans[ours] & ~bans[ours]
        passed = freed[theirs] & zone | more
        known = pattern.freed[ours] | (fewer if self.frees else 0)
        return not (passed & ~pattern.freed[theirs] or known & ~freed[ours] or unsure & zone)

    def settles_bans(self, pattern: Pattern) -> bool:
        """Whether the zone shows that each ban stands, so that no play outside it ends one."""
        sides = enumerate(pattern.bans)
        return all(self._retakes(pattern, p, side) for side, points in sides for p in bits(points))

    def lasting(self, pattern: Pattern) -> Mask:
        """Those bans on the loser that no play outside the zone ends: a play there surely takes one stone."""
        return sum(1 << p for p in bits(pattern.bans[self.loser]) if self._one_taken(pattern, p))

    def lasts(self, pattern: Pattern) -> bool:
        """Whether no play outside the zone ends any ban on the loser."""
        return self.lasting(pattern) == pattern.bans[self.loser]

    def sealed(self, pattern: Pattern) -> bool:
        """Whether the winner's stones in the zone surround the eyes, without a wall of the loser."""
        mine = pattern.white if self.winner else pattern.black
        border = self._grid.dilate(pattern.eyes) & ~pattern.eyes
        return not (border & self._walls[self.loser] or border & self._locale & ~mine)

    def supported(self, pattern: Pattern) -> bool:
        """Whether no play outside the zone takes a stone of the winner in it.

        That is so if each of his chains is walled, has an empty neighbour in the zone, or two sealed eyes all
        of whose points are next to it. One with an eye elsewhere may be without while he is to move.
        """
        empty = self._empty(pattern)
        mine = pattern.white if self.winner else pattern.black
        needed = 1 if self._spared and pattern.to_move == self.winner else 2
        return all(
            chain.walled or chain.around & empty or self._eyes_of(pattern, chain) >= needed
            for chain in self._chains_of(mine, self.winner)
        )

    def secluded(self, pattern: Pattern) -> bool:
        """Whether no play outside the zone takes a stone of the loser in it.

        That is so if each of his chains is walled or enclosed, or has an empty neighbour in the zone.
        """
        empty, unknown = self._empty(pattern), self._locale & ~pattern.zone
        theirs = self._sides(pattern)[1]
        return all(
            chain.walled or chain.around & empty or not chain.around & unknown
            for chain in self._chains_of(theirs, self.loser)
        )

    def play(self, pattern: Pattern, point: Point) -> Successor | None:
        """Return what the winner's play on *point* leads to, or None if it may be illegal.

        The ban of a state is not looked at, but on the ban of the pattern the play costs a threat.
        """
        empty = self._empty(pattern)
        if self.named and (named := ko_of_pass(point)) is not None:
            return self._naming(pattern, named) if pattern.bans[self.winner] >> named & 1 else None
        if point < 0 or not empty >> point & 1 or (point == pattern.ban and not self._can_threaten(pattern)):
            return None
        stone, near = 1 << point, self._grid.neighbours[point]
        mine, theirs = self._sides(pattern)
        unknown = self._locale & ~pattern.zone
        breath, others = near & empty, empty & ~stone
        # Chains without another liberty in the zone are taken if they are enclosed. If not, they may have
        # liberties outside; and one that is not next to the play may be joined there to one that is.
        taken = loose = 0
        open_ended = bool(near & unknown)
        for chain in self._chains_of(theirs, self.loser):
            if chain.walled or chain.around & others:
                continue
            if chain.around & unknown:
                loose |= chain.stones
                open_ended = open_ended or bool(chain.around & stone)
            elif chain.around & stone:
                taken |= chain.stones
        lost = loose if open_ended else 0
        safe = taken or breath or near & self._walls[self.winner]
        if self._spared and not safe:
            safe = self.arena.eye_elsewhere(self._grid.flood(stone, mine | stone))
        if not safe and not any(
            chain.around & stone and (chain.walled or chain.around & others)
            for chain in self._chains_of(mine, self.winner)
        ):
            return None
        # A retake on which he may be banned must be no take in a ko, for certain.
        many = taken & (taken - 1) and not self._bans_captures
        joined = breath or near & (mine | self._walls[self.winner])
        if pattern.bans[self.winner] & stone and not (joined or many):
            return None
        ban, alone = -1, False
        if self._ban_loser and taken and not taken & (taken - 1) and not joined:
            alone = not (lost or near & unknown)
            ban = taken.bit_length() - 1 if alone or self.named else -1
        ends = self._captured_once and self.winner == self.arena.attacker and bool(taken & self._unit)
        result = self._result(pattern, stone, taken, lost, ban, ends)
        if self.named:
            return self._with_named_ban(result, self.loser, ban, certain=alone)
        return self._with_ban(result, self.loser, ban) if self._plain else result

    def _with_ban(self, result: Successor, colour: Colour, ban: Point) -> Successor:
        """Plain play: *result* with the ban on *colour* that may come of it, and without what has lapsed."""
        bans, retake = list(result.bans), 1 << ban if ban >= 0 else 0
        if colour == self.winner:
            bans[colour] |= retake
        elif retake and not result.threats[colour]:
            bans[colour] |= retake
            result = result._replace(ban=-1)
        elif retake and not (self._turns and self._one_taken(result, ban)):
            result = result._replace(ban=-1)
        bans[self.winner] &= result.zone
        for point in bits(bans[self.winner]):
            if self._lapsed(result, point):
                bans[self.winner] &= ~(1 << point)
        for point in bits(bans[self.loser]):
            if not self._one_taken(result, point):
                bans[self.loser] &= ~(1 << point)
        return result._replace(bans=(bans[0], bans[1]))

    def _with_named_ban(
        self, result: Successor, colour: Colour, retake: Point, *, certain: bool
    ) -> Successor:
        """Where passes name kos: *result* with the ban on *colour* that a take brings, if it is *certain*."""
        bans, unsure = [points & result.zone for points in result.bans], 0
        ban = -1
        if retake >= 0 and result.freed[colour] >> retake & 1:
            stands = self._retakes(result, retake, colour) if certain else None
            # Of a ban for one turn the loser's is relied on, and the winner heeds his own in any case.
            relied = stands and (colour == self.winner or self._turns)
            ban = retake if relied or (stands is None and colour == self.winner) else -1
        elif retake >= 0 and certain:
            bans[colour] |= 1 << retake
        elif retake >= 0:
            unsure |= 1 << retake
        for side in (0, 1):
            for point in bits(bans[side]):
                stands = self._retakes(result, point, side)
                if not stands:
                    bans[side] &= ~(1 << point)
                if stands is None:
                    unsure |= 1 << point
        return result._replace(ban=ban, bans=(bans[0], bans[1]), unsure=unsure)

    def _retakes(self, known: Successor | Pattern, point: Point, side: int) -> bool | None:
        """Whether a play of *side* on *point* would be a take in a ko; None if the zone does not tell."""
        stone, near, other = 1 << point, self._grid.neighbours[point], 1 - side
        stones, unknown = (known.black, known.white), self._locale & ~known.zone
        empty = known.zone & ~(known.black | known.white)
        if not empty & stone or near & (empty | stones[side] | self._walls[side]):
            return False
        taken, told = 0, not near & unknown
        for chain in self._chains_of(stones[other], other):
            if not chain.around & stone or chain.walled or chain.around & empty & ~stone:
                continue
            if chain.around & unknown or (other == self.winner and self.arena.eye_elsewhere(chain.stones)):
                told = False  # an eye elsewhere may be filled for a turn
            else:
                taken |= chain.stones
        if taken & (taken - 1):
            return False
        return bool(taken) if told else None

    def _naming(self, pattern: Pattern, point: Point) -> Successor:
        """What a pass for the ko with a retake on *point* leads to."""
        assert isinstance(self.arena, Plain)
        bans, freed = self.arena.named_by(pattern.to_move, point, pattern.bans, pattern.freed)
        return self.waiting(pattern)._replace(bans=bans, freed=freed)

    def _lapsed(self, result: Successor, point: Point) -> bool:
        """Whether the winner's stone on *point* would not stand alone, or the point is not empty."""
        mine = result.white if self.winner else result.black
        empty = result.zone & ~(result.black | result.white)
        return not empty >> point & 1 or bool(self._grid.neighbours[point] & (empty | mine))

    def _one_taken(self, result: Successor | Pattern, point: Point) -> bool:
        """Whether the loser's play on *point* would take one stone for certain, and stand alone."""
        stone, near = 1 << point, self._grid.neighbours[point]
        mine = result.white if self.winner else result.black
        empty = result.zone & ~(result.black | result.white)
        if not empty & stone or near & (self._locale & ~mine | self._walls[self.loser]):
            return False
        taken: Mask = 0
        for chain in self._chains_of(mine, self.winner):
            if not chain.around & stone or chain.walled or chain.around & empty & ~stone:
                continue
            if chain.around & self._locale & ~result.zone:
                return False
            taken |= chain.stones
        return taken.bit_count() == 1

    def waiting(self, pattern: Pattern) -> Successor:
        """Return what a pass leads to, and plays outside the zone as far as the zone is concerned."""
        threats, bans = list(pattern.threats), list(pattern.bans)
        if self.named:
            pass  # it may name any ko
        elif self._freed_both:
            if pattern.to_move == self.winner and self._pass_frees:
                bans = [0, 0]
        elif pattern.to_move == self.winner:
            bans[self.winner] &= bans[self.winner] - 1
        else:
            bans[self.loser] = 0
            if self._freed_once:
                threats[self.loser] = 1
        stones = pattern.black, pattern.white
        after = (threats[0], threats[1]), (bans[0], bans[1])
        rest = pattern.taken, pattern.freed
        return Successor(pattern.zone, *stones, 0, -1, False, pattern.eyes, *after, *rest)

    def without(self, result: Successor, empty: Mask) -> Successor:
        """Return what is left of *result* if nothing is known of some points that are *empty* in it."""
        zone, bans = result.zone & ~empty, list(result.bans)
        bans[self.winner] &= zone
        return result._replace(zone=zone, bans=(bans[0], bans[1]))

    def between(self, result: Successor, move: Point) -> Pattern:
        """Return all that is known after a move of the loser, as a pattern in which the winner plays *move*.

        If that may be forbidden to him, it is on the ban of the pattern.
        """
        ban = move if move == result.ban else -1
        known, to_move = (result.zone, result.black, result.white, ban), int(self.winner)
        return Pattern(*known, to_move, result.eyes, result.threats, result.bans, result.taken)

    def replies(self, pattern: Pattern, points: Mask) -> Iterator[tuple[Point, Successor]]:
        """Yield the loser's plays on *points* that are legal in some state of a supported pattern.

        And the pass that lifts bans of both sides, if there are any on him
        (:data:`verifier.play.plain.LIFT`).
        """
        if self._freed_both and pattern.bans[self.loser]:
            yield LIFT, self.waiting(pattern)._replace(bans=(0, 0))
        if self.named:
            for point in bits(pattern.bans[self.loser]):
                yield pass_for(point), self._naming(pattern, point)
        empty = self._empty(pattern)
        mine, theirs = self._sides(pattern)
        unknown = self._locale & ~pattern.zone
        # The winner's chains with one liberty in the zone, by that liberty: taken, or perhaps taken.
        taken_at: dict[Mask, Mask] = {}
        lost_at: dict[Mask, Mask] = {}
        for chain in self._chains_of(mine, self.winner):
            liberties = chain.around & empty
            if not chain.walled and not liberties & (liberties - 1) and not self._eyes_of(pattern, chain):
                fate = lost_at if chain.around & unknown else taken_at
                fate[liberties] = fate.get(liberties, 0) | chain.stones
        walls = self._walls[self.loser]
        opponents = self._chains_of(theirs, self.loser)
        for point in bits(points & empty):
            if point == pattern.ban and not (self.late_retakes or self._can_threaten(pattern)):
                continue
            if pattern.bans[self.loser] >> point & 1:
                continue
            stone, near = 1 << point, self._grid.neighbours[point]
            taken, lost = taken_at.get(stone, 0), lost_at.get(stone, 0)
            breath = near & empty
            if not (taken or lost or breath or near & (unknown | walls)) and not any(
                chain.around & stone and (chain.walled or chain.around & (unknown | empty & ~stone))
                for chain in opponents
            ):
                continue
            ban = -1
            if self._ban_winner and taken and not (taken & (taken - 1) or breath or near & (theirs | walls)):
                ban = taken.bit_length() - 1
            ends = self._captured_once and self.loser == self.arena.attacker and bool(taken & self._unit)
            ends = ends or bool((taken | lost) & self._standing)
            result = self._result(pattern, stone, taken, lost, ban, ends)
            if self.named:
                sure = not (lost or near & unknown)
                yield point, self._with_named_ban(result, self.winner, ban, certain=sure)
                continue
            yield point, self._with_ban(result, self.winner, ban) if self._plain else result

    def attacker_owns_some(self, pattern: Pattern) -> bool | None:
        """Whether some point of the unit belongs to the attacker: in all states, in none, or None.

        Of several chains, whether that is so of each.
        """
        answers = [self._owns_some(pattern, part) for part in self.arena.parts]
        return False if False in answers else None if None in answers else True

    def _owns_some(self, pattern: Pattern, chain: Mask) -> bool | None:
        """The same of one chain."""
        attacker, owner = self.arena.attacker, self.arena.owner
        stones = (pattern.black, pattern.white)
        if chain & stones[attacker]:
            return True
        empty, unknown = self._empty(pattern), self._locale & ~pattern.zone
        mine, theirs = stones[owner] | self._walls[owner], stones[attacker] | self._walls[attacker]
        answer: bool | None = False
        points = chain & empty
        while points:
            region = self._grid.flood(points & -points, empty)
            border = self._grid.dilate(region)
            points &= ~region
            if border & mine:
                continue
            if border & unknown:
                answer = None
            elif border & theirs:
                return True
        return answer

    def closes(self, result: Successor, mover: int, move: Point) -> bool:
        """Whether statics name the winner after a *move* of *mover* that leads to *result*.

        After a pass of the loser they have to name him with the loser still to move: the zone after a pass
        says which replies matter, and where there is none they name him before it.
        """
        to_move = mover if move == PASS and mover == self.loser else 1 - mover
        stones = (result.zone, result.black, result.white)
        return self.settled(Pattern(*stones, result.ban, to_move, result.eyes, taken=result.taken))

    def settled(self, pattern: Pattern) -> bool:
        """Whether statics name the winner in every state of *pattern*.

        See :meth:`Arena.settled`. The points of eyes count as empty, which is the worst that they can be,
        and what lies outside counts as a wall of the loser. With the winner to move, the ban of *pattern* is
        the one point in the zone where he perhaps may not play.
        """
        known = self._settled.get(pattern)
        if known is None:
            if len(self._settled) >= _REMEMBERED:
                self._settled.clear()
            known = self._settled[pattern] = self._find_settled(pattern)
        return known

    def _find_settled(self, pattern: Pattern) -> bool:
        zone, unit, grid = pattern.zone, self._unit, self._grid
        if self.known & ~zone:
            return False
        mine, theirs = self._sides(pattern)
        own_walls = self._walls[self.winner]
        area = zone | pattern.eyes
        other_walls = self._walls[self.loser] | self._locale & ~area
        shape = self._shapes.get((area, mine))
        if shape is None:
            if len(self._shapes) >= _REMEMBERED:
                self._shapes.clear()
            shape = self._shapes[area, mine] = shape_of(grid, area, mine, own_walls, other_walls)
        if self.holds:
            living = self.holds & unconditionally_alive(shape, theirs)
            return self.winner == self.arena.attacker and bool(living)

        spared = self.arena.eyed(mine)

        def kept_of(points: Mask) -> Mask:
            if self._captured_once:
                return points & unconditionally_alive(shape, theirs)
            pairs = not self.arena.retakes_wait
            walls = own_walls, other_walls
            how = {"pairs": pairs, "rooms": self.clears}
            return secured(grid, area, shape, theirs, points, *walls, **how, spared=spared)

        if self.arena.several:
            return self._settled_together(pattern.taken, theirs, kept_of)
        kept = kept_of(unit)
        if self._standing and self._standing & ~unconditionally_alive(
            shape, theirs, unit & ~mine, rooms=self.clears, spared=spared
        ):
            return False
        if self.winner == self.arena.owner or self.clears:
            return not unit & ~kept
        if not unit & ~theirs and (self._captured_once or self.arena.retakes_wait):
            return False
        if kept or self._captured_once:
            return bool(kept)
        points = at_hand(grid, shape, theirs, unit, own_walls)
        if pattern.to_move == self.loser:
            return bool(points & (points - 1))
        return bool(points & ~(1 << pattern.ban) if pattern.ban >= 0 else points)

    def _settled_together(self, taken: Mask, theirs: Mask, kept_of: Callable[[Mask], Mask]) -> bool:
        """The same for several chains, as in :meth:`Arena.settled`; *kept_of* says what the winner keeps."""
        parts = self.arena.parts
        if self.winner == self.arena.owner:
            return any(not part & taken and not part & ~kept_of(part) for part in parts)
        whole = any(not part & ~theirs for part in parts)
        if self._captured_once or (whole and self.arena.retakes_wait):
            return False
        kept = kept_of(self._unit)
        return all(part & kept for part in parts)

    def _result(
        self, pattern: Pattern, stone: Mask, taken: Mask, lost: Mask, ban: Point, ends: bool
    ) -> Successor:
        gone = taken | lost
        black, white = pattern.black & ~gone, pattern.white & ~gone
        if pattern.to_move:
            white |= stone
        else:
            black |= stone
        threats = pattern.threats
        if pattern.ban >= 0 and stone >> pattern.ban & 1 and not self._plain:
            threats = (threats[0], threats[1] - 1) if pattern.to_move else (threats[0] - 1, threats[1])
        chains = pattern.taken
        if self._takes and pattern.to_move == self.arena.attacker:
            chains = self.arena.taken_with(chains, taken)
            ends = ends and chains == self._unit
        zone, number = pattern.zone & ~lost, taken.bit_count()
        rest = pattern.eyes, threats, pattern.bans, chains, pattern.freed
        return Successor(zone, black, white, number, ban, ends, *rest)

    def _can_threaten(self, pattern: Pattern) -> bool:
        return not self._plain and pattern.threats[pattern.to_move] > 0

    def _sides(self, pattern: Pattern) -> tuple[Mask, Mask]:
        """The winner's stones and the loser's."""
        return (pattern.white, pattern.black) if self.winner else (pattern.black, pattern.white)

    def _empty(self, pattern: Pattern) -> Mask:
        return pattern.zone & ~(pattern.black | pattern.white)

    def _eyes_of(self, pattern: Pattern, chain: _Chain) -> int:
        """The number of eyes all of whose points are next to *chain*, and of those that it has elsewhere.

        So many liberties it has for sure.
        """
        if not pattern.eyes & chain.around:
            return self.arena.eye_elsewhere(chain.stones)
        own = sum(not eye & ~chain.around for eye in self._grid.components(pattern.eyes))
        return own + self.arena.eye_elsewhere(chain.stones)

    def _chains_of(self, stones: Mask, colour: int) -> tuple[_Chain, ...]:
        """The chains of *stones*, remembered."""
        key = (stones, colour)
        chains = self._chains.get(key)
        if chains is None:
            if len(self._chains) >= _REMEMBERED:
                self._chains.clear()
            walls, dilate = self._walls[colour], self._grid.dilate
            found = ((chain, dilate(chain)) for chain in self._grid.components(stones))
            chains = tuple(_Chain(chain, around, bool(around & walls)) for chain, around in found)
            self._chains[key] = chains
        return chains
