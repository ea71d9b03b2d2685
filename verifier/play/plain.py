"""Plain play: a game in which one side asks little of the ko rule, so that much need not be remembered.

The games of :mod:`verifier.play.memory` remember a lot that most fights do not need. In plain play a side
relies on bans on the other only until that passes, and takes no ban on itself for lifted before it has
passed. That is little enough for patterns, and whoever wins it so wins the game that remembers
(docs/games.md, section 4).
"""

import dataclasses
import enum
import functools
from collections.abc import Iterator

from verifier.board import Colour, Mask, Point, unconditionally_alive
from verifier.board.grid import bits
from verifier.board.walls import locale_of, walls
from verifier.errors import InputError
from verifier.play.hypothetical import Arena, State, Step
from verifier.play.memory import MemoryArena, ko_of_pass, pass_for
from verifier.rules import Ruleset
from verifier.rules.axes import BOTH_SIDES, EACH_CAPTURE, NAMED, ONCE_FOR_EACH, ONE_FOR_ALL

__all__ = ["LIFT", "Lasting", "Plain", "captures_end", "game_of_patterns", "names_kos"]


LIFT: Point = -2
"""The other side's pass that lifts bans of both sides, where it is under some (:attr:`Lasting.EITHER`).

A plain pass stands for plays far away there, which lift nothing.
"""


class Lasting(enum.Enum):
    """How long a ban on the other side lasts."""

    TURN = "turn"
    """For its next turn."""
    ONCE = "once"
    """Until its first pass; from then on for its next turn."""
    PASS = "pass"
    """Until it passes."""
    EITHER = "either"
    """Until either side passes."""
    NAMED = "named"
    """Until it passes for that ko; bans on the other side are played to the letter as well."""


_LASTING = {
    "none": Lasting.TURN,
    "basic": Lasting.TURN,
    ONCE_FOR_EACH: Lasting.ONCE,
    "pass before each retake": Lasting.PASS,
    ONE_FOR_ALL: Lasting.PASS,
    BOTH_SIDES: Lasting.EITHER,
    EACH_CAPTURE: Lasting.PASS,
}


class Plain(Arena):
    """The game in which *side* is to win *game*, and asks less of its ko rule.

    The owner must never lose the unit. The attacker must take it where that is enough, own a point of it
    where final ownership counts, and elsewhere see to it that again and again no stone of the owner is left
    where a new one would count. With a *frame* of walls and a locale it is the game in another surrounding,
    such as a part of the board: a way to find proofs, and the game of no claim.

    With *holds* the owner may lose the unit: he must own it in the end where final ownership counts, and
    elsewhere have a stone in the end on the unit's first point, or one that lives where a new one counts.
    Then it is he who attacks that point: here he is the :attr:`attacker`, and :attr:`unit` is the point; or
    nothing, if a frame leaves it out.

    Where passes name kos this may be played to the letter, if it is *named*: a pass is for one ko, and with
    ``pass once for each ko`` it is remembered for which ones either side has passed.

    Raises:
        InputError: no such game is written down, or someone holds to whom it is of no use, or passes are
            named where the ruleset has no such passes.
    """

    retakes_wait = True
    relies_on_turns = True
    """Whether bans that last for one turn of the other side count."""
    late_retakes = False
    """Whether the other side may retake in spite of such a ban, as it may have played elsewhere before."""
    pass_frees = True
    """Whether a pass of :attr:`side` lifts bans where it would lift all (:attr:`Lasting.EITHER`)."""

    def __init__(
        self,
        game: MemoryArena,
        side: Colour,
        *,
        holds: bool = False,
        named: bool = False,
        frame: tuple[tuple[Mask, Mask], Mask] | None = None,
    ) -> None:
        if named and not names_kos(game.ruleset):
            raise InputError(f"ko = {game.ruleset['ko']!r}: plain play has no passes that name a ko here")
        self.named = named
        """Whether a pass is for the ko that it names."""
        self.frees = named and game.ruleset["ko"] == ONCE_FOR_EACH
        """Whether that is for good."""
        self.side = side
        """Who is to win."""
        self.game = game
        kind = game.ruleset["walls"]
        self._frame = frame or (walls(game.position, kind), locale_of(game.position, game.unit, kind))
        aim, self._weighed = game.ruleset["dead_means"], game.weighs
        if holds and (side != game.owner or aim == "captured once"):
            raise InputError("only the owner holds, where the capture of the unit does not end it")
        self.clears = game.enabling and side == game.attacker
        """Then :attr:`unit` is the scope as well."""
        self.marks_owner = not self.clears
        self.standing: Mask = game.standing if self.clears else 0
        """Chains of the attacker of which he may lose no stone while he clears: the scope ends at them."""
        self.holds: Mask = 0
        """Where new stones count for the owner, who is to hold one; 0 in other games."""
        cycle = "prisoners" if self._weighed else "alive"
        if holds and game.enabling:
            self._hold(game)
            return
        if (side == game.attacker or holds) and aim != "captured once":
            aim, cycle = "finally owned", "prisoners then ownership"
        else:
            aim = "captured once"
        goal = game.unit | game.scope | game.standing if self.clears else game.unit
        parts = (goal,) if self.clears else game.parts
        if len(parts) > 1 and aim == "captured once" and not game.takes:
            raise InputError("of several chains that may be taken for a time the owner holds one")
        self._set_up(game, goal, game.owner, parts, dead_means=aim, cycle=cycle)

    def _hold(self, game: MemoryArena) -> None:
        old = game.position.stones(game.owner) & ~game.unit
        self.holds = game.scope & ~old
        if game.unit & ~game.scope:
            raise InputError("new stones do not count on the unit's own points")
        first = "owner" if game.ruleset["first_move"] == "attacker" else "attacker"
        aim = {"dead_means": "finally owned", "cycle": "prisoners then ownership", "first_move": first}
        first_point = game.unit & -game.unit & self._frame[1]
        self._set_up(game, first_point, game.attacker, (first_point,), **aim)

    def _set_up(
        self, game: MemoryArena, goal: Mask, owner: Colour, parts: tuple[Mask, ...], **axes: str
    ) -> None:
        if game.ruleset["ko"] not in _LASTING:
            raise InputError(f"ko = {game.ruleset['ko']!r}: plain play does not say how long its bans last")
        ko = "none" if game.ruleset["ko"] == "none" else "basic"
        self.kept = 0
        # Under a name of its own: an id that grew by brackets might become too long for one.
        rules = dataclasses.replace(game.ruleset, id="plain play").with_values(ko=ko, **axes)
        self._describe(game.position, goal, owner, rules, self._frame, parts)
        self.lasting = Lasting.NAMED if self.named else _LASTING[game.ruleset["ko"]]
        """How long the bans last on which :attr:`side` relies."""
        self.bans_captures = game.ruleset["ko"] == EACH_CAPTURE
        """Whether a ban forbids every capture on its point, not only a take in a ko."""
        if ko != "none":
            turn = int(self.lasting is Lasting.TURN)
            self._threats = (turn, 0) if self.side else (0, turn)
            self.with_threats = True

    def taking(self) -> "Plain | None":
        """Plain play for less: only the unit is to be taken and its points cleared. None where that is all.

        Whoever wins this game wins that one as well.
        """
        game = self.game
        if not self.clears or not game.scope & ~game.unit:
            return None
        rules = game.ruleset.with_values(dead_means="no new stone on its points")
        less = MemoryArena(game.position, game.unit, rules, standing=game.standing)
        return Plain(less, self.side, named=self.named, frame=self._frame)

    @property
    def weighs(self) -> bool:
        """See :attr:`Arena.weighs`: as in the game that is to be won."""
        return self._weighed and super().weighs

    def steps(self, state: State) -> Iterator[Step]:
        """See :meth:`Arena.steps`; a stone that lives where it is to be held ends play."""
        yield from map(self._ended, super().steps(state))
        if (lifted := self._lift(state)) is not None:
            yield lifted
        if self.named:
            for point in bits(state.bans[state.to_move]):
                yield self._naming(state, point)

    def step(self, state: State, move: Point) -> Step | None:
        """See :meth:`Arena.step`; as :meth:`steps`."""
        if self.named and (named := ko_of_pass(move)) is not None:
            return self._naming(state, named) if state.bans[state.to_move] >> named & 1 else None
        step = self._lift(state) if move == LIFT else super().step(state, move)
        return None if step is None else self._ended(step)

    def _ended(self, step: Step) -> Step:
        if self.holds and self.settled(step.state) is not None:
            return step._replace(winner=self.attacker)
        if self.standing & ~(step.state.white if self.attacker else step.state.black):
            return step._replace(winner=self.owner)
        return step

    def _play(self, state: State, point: Point, atari: dict[Mask, Mask]) -> Step | None:
        if self.named:
            return self._play_with_names(state, point, atari)
        mover, bound = state.to_move, bool(state.bans[state.to_move] >> point & 1)
        if point == state.ban or (bound and mover != self.side):
            return None
        step = super()._play(state, point, atari)
        if step is None:
            return None
        after, bans, retake = step.state, list(state.bans), step.state.ban
        if bound and (retake >= 0 or (self.bans_captures and step.captured)):
            return None
        if retake >= 0:
            if mover != self.side:
                bans[self.side] |= 1 << retake
            elif not state.threats[1 - mover]:
                bans[1 - mover] |= 1 << retake
                after = after._replace(ban=-1)
            elif not self.relies_on_turns or not self._one_taken(after, retake):
                after = after._replace(ban=-1)
        if any(bans):
            after = after._replace(bans=self._standing(after, bans))
        return step._replace(state=after)

    def _play_with_names(self, state: State, point: Point, atari: dict[Mask, Mask]) -> Step | None:
        """A play as :class:`verifier.play.memory.MemoryArena` has it, by what is remembered here."""
        mover, bound = state.to_move, bool(state.bans[state.to_move] >> point & 1)
        step = super()._play(state._replace(ban=-1), point, atari)
        forbidden = bound or (point == state.ban and (mover == self.side or not self.late_retakes))
        if step is None or (forbidden and step.state.ban >= 0):
            return None
        after, bans, retake, other = step.state, list(state.bans), step.state.ban, 1 - mover
        turn = retake >= 0 and bool(state.freed[other] >> retake & 1)
        if retake >= 0 and not turn:
            bans[other] |= 1 << retake
        relied = other == self.side or self.relies_on_turns
        if not turn or not relied or self._retaker(after, retake) != other:
            after = after._replace(ban=-1)
        for colour in (0, 1):
            for banned in bits(bans[colour]):
                if self._retaker(after, banned) != colour:
                    bans[colour] &= ~(1 << banned)
        return step._replace(state=after._replace(bans=(bans[0], bans[1]), freed=state.freed))

    def _retaker(self, state: State, point: Point) -> int | None:
        """The side whose play on *point* would be a take in a ko, or None."""
        near, empty = self.grid.neighbours[point], self.locale & ~(state.black | state.white)
        if not empty >> point & 1:
            return None
        for side, mine in enumerate((state.black, state.white)):
            if near & (mine & self.locale | self.walls[side] | empty):
                continue
            taken = self._atari(state._replace(to_move=side)).get(1 << point, 0)
            if taken and not taken & (taken - 1):
                return side
        return None

    def _naming(self, state: State, point: Point) -> Step:
        """The pass for the ko with a retake on *point*."""
        bans, freed = self.named_by(state.to_move, point, state.bans, state.freed)
        after = super()._pass(state).state._replace(bans=bans, freed=freed)
        return Step(pass_for(point), after, 0, None)

    def named_by(
        self, side: int, point: Point, bans: tuple[Mask, Mask], freed: tuple[Mask, Mask]
    ) -> tuple[tuple[Mask, Mask], tuple[Mask, Mask]]:
        """The bans, and the passes for good, after a side has passed for the ko with a retake on *point*."""
        left, passed = list(bans), list(freed)
        left[side] &= ~(1 << point)
        if self.frees:
            passed[side] |= 1 << point
        return (left[0], left[1]), (passed[0], passed[1])

    def _standing(self, state: State, bans: list[Mask]) -> tuple[Mask, Mask]:
        """The bans that have not lapsed; on the side that plays plainly only those that surely have."""
        stones = (state.black, state.white)
        empty = self.locale & ~(state.black | state.white)
        for colour in (0, 1):
            for point in bits(bans[colour]):
                alone = empty >> point & 1 and not self.grid.neighbours[point] & (empty | stones[colour])
                if not alone or (colour != self.side and not self._one_taken(state, point)):
                    bans[colour] &= ~(1 << point)
        return bans[0], bans[1]

    def _one_taken(self, state: State, point: Point) -> bool:
        """Whether a play of the other side on *point* would take exactly one stone."""
        taken = self._atari(state._replace(to_move=1 - self.side)).get(1 << point, 0)
        return taken.bit_count() == 1

    def _pass(self, state: State) -> Step:
        step, other = super()._pass(state), 1 - self.side
        if self.named:
            return step._replace(state=step.state._replace(bans=state.bans, freed=state.freed))
        threats, bans = list(state.threats), list(state.bans)
        if self.lasting is Lasting.EITHER:
            if state.to_move == self.side and self.pass_frees:
                bans = [0, 0]
        elif state.to_move == self.side:
            bans[self.side] &= bans[self.side] - 1
        else:
            bans[other] = 0
            if self.lasting is Lasting.ONCE:
                threats[other] = int(self._basic_ko)
        after = step.state._replace(threats=(threats[0], threats[1]), bans=(bans[0], bans[1]))
        return step._replace(state=after)

    def _lift(self, state: State) -> Step | None:
        """The pass by which the other side lifts its bans and all others, if there is one."""
        other = 1 - self.side
        if self.lasting is not Lasting.EITHER or state.to_move != other or not state.bans[other]:
            return None
        return Step(LIFT, self._pass(state).state._replace(bans=(0, 0)), 0, None)

    def marked(self, state: State) -> bool:
        """See :meth:`Arena.marked`.

        Where a scope is to be cleared: whether it is clear. Where a stone is to be held: whether there is
        none on the point.
        """
        if self.clears:
            return not self.unit & (state.white if self.owner else state.black)
        if self.holds:
            return not self.unit & (state.white if self.attacker else state.black)
        return super().marked(state)

    def settled(self, state: State) -> Colour | None:
        """See :meth:`Arena.settled`.

        Where a scope is to be cleared all of it has to be secured, with unconditionally alive stones where it
        ends at stones that stand; where a stone is to be held one has to be unconditionally alive.
        """
        if not (self.clears or self.holds):
            return super().settled(state)
        own, other = (state.white, state.black) if self.owner else (state.black, state.white)
        if self.holds:
            shape = self._shape(other & self.locale, self.attacker)
            alive = unconditionally_alive(shape, own & self.locale)
            return self.attacker if alive & self.holds else None
        if self.unit & ~self._secured(other, own, self.attacker):
            return None
        shape = self._shape(other & self.locale, self.attacker)
        alive = unconditionally_alive(
            shape, own & self.locale, self.unit & ~other, rooms=True, spared=self.eyed(own)
        )
        return None if self.standing & ~alive else self.attacker


def names_kos(ruleset: Ruleset) -> bool:
    """Whether plain play may have passes that name kos (:class:`Plain`)."""
    return ruleset["ko"] in NAMED and ruleset["ko"] != EACH_CAPTURE


def game_of_patterns(arena: Arena, side: Colour, holds: bool = False, named: bool = False) -> Arena:
    """Return the game that patterns for *side* have to win.

    That of *arena*, or plain play if it remembers. Where two passes end play, one capture is the end and
    there is no ko rule, the attacker has to force the capture though passes never end play and all cycles are
    the owner's.

    Raises:
        InputError: as for :class:`Plain`, or *holds* or *named* where nothing is remembered.
    """
    if isinstance(arena, MemoryArena):
        return Plain(arena, side, holds=holds, named=named)
    if holds or (named and not (isinstance(arena, Plain) and arena.named)):
        raise InputError("only in games that remember a stone is held, or a ko named by a pass")
    if side == arena.attacker and captures_end(arena):
        return Arena(arena.position, arena.unit, _without_end(arena.ruleset), arena.kept)
    return arena


def captures_end(arena: Arena) -> bool:
    """Whether two passes end play, one capture is the end as well, and there is no ko rule.

    Then a capture that can be forced is forced though passes never end play (:func:`game_of_patterns`), and
    an owner who is never captured there is not captured here either.
    """
    rules = arena.ruleset
    return (rules["end"], rules["dead_means"], rules["ko"]) == ("two passes", "captured once", "none")


@functools.lru_cache(maxsize=64)
def _without_end(rules: Ruleset) -> Ruleset:
    return dataclasses.replace(rules, id="forced captures").with_values(end="never", cycle="alive")
