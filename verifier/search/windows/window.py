"""Proofs in a window: a part of the board beyond which everything counts as the other side's.

That makes a small game which a prover decides quickly. The kernel knows of which points nothing is known any
more (:mod:`verifier.search.rim`), so that the patterns that it finds mostly hold on the whole board as
they are. Otherwise they are followed over the board, with zones that shrink where it matters what stands
beyond. A side that keeps chains may move elsewhere in between: where stones of the attacker at the rim of the
window might have been taken by that, the proof goes on without knowing what stands there.
"""

import dataclasses

from verifier.board import Colour, Mask, Point, Position
from verifier.errors import CertificateError, InputError
from verifier.play import KEEPING, PASS, Arena, Keeping, MemoryArena, Pattern, PatternPlay, Plain, Successor
from verifier.proof.answers import answered, spelled
from verifier.proof.certificate import (
    CLOSED,
    Certificate,
    Claim,
    PatternNode,
    Patterns,
    Strategy,
    Verdict,
    target_of,
)
from verifier.proof.patterns import check_patterns
from verifier.rules import Ruleset
from verifier.search.native import BEGUN_FROM, Begun
from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.provers import prove
from verifier.search.rim import Windowed
from verifier.search.whole import as_patterns

__all__ = [
    "NOT_WON",
    "UnitWindow",
    "Window",
    "game_in_window",
    "in_window",
    "prove_in_window",
    "settled_at_once",
    "widen",
]

NOT_WON = "not won in the window"
"""Why a search in a window has no answer, if no limit was reached: a larger window may have one."""


class Window(Arena):
    """The game of :class:`verifier.play.Keeping` where only *area*, with the *stones* in it, is free.

    *own* are the walls of *colour*, among them those by the proofs before, *kept*.
    """

    def __init__(
        self, position: Position, colour: Colour, stones: Mask, area: Mask, own: Mask, kept: Mask = 0
    ) -> None:
        other = position.grid.full & ~(area | own)
        self.kept = kept
        pair = (own, other) if colour is Colour.BLACK else (other, own)
        self._describe(position, stones, colour, KEEPING, (pair, area), (stones,))
        self.bans_bind = (True, False) if colour is Colour.BLACK else (False, True)


class UnitWindow(Windowed, Arena):
    """The game for a unit where only *area*, with the unit in it, is free, and *side* is to win it.

    What lies beyond, the stones of *side* too, counts as walls of the other side; but chains of *side*
    that are unconditionally alive stay walls of its own. So what *side* wins here it wins on the board.
    Without *bans* the other side is never forbidden to retake.
    """

    def __init__(self, arena: Arena, side: Colour, area: Mask, *, bans: bool = True) -> None:
        self.kept = arena.kept
        frame = _frame(arena, side, area, arena.unit)
        self._describe(arena.position, arena.unit, arena.owner, arena.ruleset, frame, arena.parts)
        self.winner, self.beyond = side, arena.locale & ~self.locale


class PlainWindow(Windowed, Plain):
    """The same for plain play, in a part of *game*, which is that for *arena*.

    Raises:
        InputError: as :class:`verifier.play.Plain`.
    """

    def __init__(self, game: Plain, arena: MemoryArena, side: Colour, area: Mask, *, holds: bool) -> None:
        # Where a stone is held elsewhere nobody needs to know what becomes of the unit.
        about = 0 if game.holds and not area & arena.unit else arena.unit
        super().__init__(arena, side, holds=holds, frame=_frame(game, side, area, about))
        self.winner, self.beyond = side, game.locale & ~self.locale


def _frame(arena: Arena, side: Colour, area: Mask, unit: Mask) -> tuple[tuple[Mask, Mask], Mask]:
    """The walls and the locale where only *area* and the *unit* are free, and *side* is to win."""
    own = arena.walls[side]
    area = area & arena.locale | unit
    # Stones whose liberties all lie beyond would have none here; they count as not there.
    safe = arena.grid.dilate(area & arena.position.empty | own)
    stones = arena.position.stones(side) & area
    area &= ~sum(chain for chain in arena.grid.components(stones) if not chain & safe) | unit
    other = arena.grid.full & ~(area | own)
    return (own, other) if side is Colour.BLACK else (other, own), area


def in_window(ruleset: Ruleset) -> bool:
    """Whether there are proofs in windows: play never ends by passing, and a cycle is no draw.

    Where the game remembers more than a ban they are won by plain play (:class:`verifier.play.Plain`).
    """
    return ruleset["end"] == "never" and ruleset["cycle"] != "draw"


def game_in_window(
    arena: Arena, side: Colour, area: Mask, *, holds: bool = False
) -> tuple[Arena, Arena] | None:
    """Return the game that *side* is to win and the same where only *area* is free; None if it cannot be won.

    The first is *arena* or, where that remembers, plain play for it: by never losing the unit, or with
    *holds* by a stone that stays.
    """
    game, window = arena, arena
    if isinstance(arena, MemoryArena):
        try:
            game = Plain(arena, side, holds=holds)
        except InputError:
            return None
        if game.unit & arena.locale & ~area & ~arena.unit:  # a scope that reaches beyond
            return None
        window = PlainWindow(game, arena, side, area, holds=holds)
        if game.standing & ~window.locale or (holds and game.holds and not game.holds & window.locale):
            return None
    else:
        window = UnitWindow(arena, side, area)
    breath = window.locale & arena.position.empty | window.walls[side]
    if side == arena.owner and not arena.grid.dilate(arena.unit) & breath and arena.unit & window.locale:
        return None
    return game, window


def prove_in_window(
    arena: Arena,
    side: Colour,
    area: Mask,
    limits: Limits,
    *,
    prover: str = "auto",
    held: bool | None = None,
    begun: Begun | None = None,
) -> Outcome:
    """Try to prove that *side* wins the game for a unit, by play in *area* alone.

    The certificate is one for *arena*. Without one, ``limit`` is :data:`NOT_WON`
    or the limit that was reached. Where a game remembers, an owner who loses the unit may still hold a stone,
    which is looked for if he does not keep the unit. *held*: whether that alone is looked for, or not at all.
    With *begun* a search that ended at the limit on states goes on from there, if that is known, and may go
    on later.

    Raises:
        InputError: there is no such prover here, or the ruleset knows no windows (:func:`in_window`).
        KeyboardInterrupt: the user interrupted the search.
    """
    if not in_window(arena.ruleset):
        raise InputError(f"{arena.ruleset.id}: its games are not won in windows")
    if held:
        return _prove_in_window(arena, side, area, limits, prover, begun, holds=True)
    outcome = _prove_in_window(arena, side, area, limits, prover, begun)
    if held is False or outcome.limit != NOT_WON:
        return outcome
    if side != arena.owner or not isinstance(arena, MemoryArena):
        return outcome
    second = _prove_in_window(arena, side, area, limits.less(outcome.seconds), prover, begun, holds=True)
    nodes, seconds = second.nodes + outcome.nodes, second.seconds + outcome.seconds
    return dataclasses.replace(second, nodes=nodes, seconds=seconds)


def _prove_in_window(
    arena: Arena,
    side: Colour,
    area: Mask,
    limits: Limits,
    prover: str,
    begun: Begun | None,
    holds: bool = False,
) -> Outcome:
    """The same, in one way: by never losing the unit, or with *holds* by a stone that stays."""
    found = game_in_window(arena, side, area, holds=holds)
    if found is None:
        return Outcome(Status.UNKNOWN, None, prover, "", 0, 0.0, NOT_WON)
    game, window = found
    status = Status.ALIVE if side == arena.owner else Status.DEAD
    won = Status.ALIVE if side == window.owner else Status.DEAD  # the holder attacks a point there
    if begun is not None and limits.nodes >= BEGUN_FROM and window.locale:
        outcome = begun.prove(window, side, limits)
    else:
        outcome = prove(window, limits=limits, prover=prover, side=side)
    outcome = outcome.only(won, NOT_WON)
    if outcome.status is won:
        outcome = dataclasses.replace(outcome, status=status)
    if outcome.certificate is None:
        return outcome
    lost = dataclasses.replace(outcome, status=Status.UNKNOWN, certificate=None, limit=NOT_WON)
    evidence = outcome.certificate.evidence[0]
    if isinstance(evidence, Strategy):
        evidence = as_patterns(window, evidence)
    if not isinstance(evidence, Patterns):
        return lost
    patterns = evidence if _holds(game, evidence) else widen(game, window, evidence)
    if patterns is None:
        return lost
    patterns = dataclasses.replace(patterns, holds=holds)
    claim = Claim(arena.position, arena.unit, arena.ruleset, Verdict(status.value), arena.kept)
    method = f"{outcome.method} in a window of {window.locale.bit_count()} points"
    certificate = Certificate(claim, (patterns,), standing=game.standing if isinstance(game, Plain) else 0)
    return dataclasses.replace(outcome, certificate=certificate, method=method)


def _holds(game: Arena, patterns: Patterns) -> bool:
    """Whether what was proved in a window proves the whole *game* as it is; most proofs do."""
    if not patterns.nodes:
        return False
    try:
        check_patterns(game, patterns)
    except CertificateError:
        return False
    return True


def widen(game: Arena, window: Arena, patterns: Patterns) -> Patterns | None:
    """Return *patterns*, proved in a *window*, for the whole *game*, or None if that fails."""
    return _Widening(game, window, patterns).proof()


def settled_at_once(play: PatternPlay, pattern: Pattern) -> Patterns:
    """Return the proof where statics name the winner in *pattern*: he passes, whatever is played."""
    node = PatternNode(pattern, PASS, 0, 0, CLOSED, {})
    if pattern.to_move != play.winner:
        replies = {point: CLOSED for point, _ in play.replies(pattern, pattern.zone)}
        node = PatternNode(pattern, None, 0, 0, CLOSED, replies)
    return Patterns(play.winner, False, (node,), named=play.named)


class _Widening:
    """Follows the proof from its start, with zones that shrink where the board beyond the window matters."""

    def __init__(self, game: Arena, window: Arena, patterns: Patterns) -> None:
        self.game, self.area, self.given = game, window.locale, spelled(window, patterns)
        self.side = patterns.side
        self.keeping = isinstance(game, Keeping)
        self.play = PatternPlay(game, self.side)
        self.numbers: dict[tuple[int, Mask, tuple[Mask, Mask]], int] = {}
        self.waiting: list[tuple[int, Pattern]] = []

    def proof(self) -> Patterns | None:
        """The proof for the whole game, or None if it is none there."""
        wide = self.run()
        return None if wide is None else answered(self.game, wide)

    def run(self) -> Patterns | None:
        """The same, each answer by a pattern of its own."""
        if not self.given.nodes:
            return self.settled()
        first = self.given.nodes[0].pattern
        stones = (first.black, first.white)
        threats, bans, taken = first.threats, first.bans, first.taken
        result = Successor(first.zone, *stones, 0, -1, False, first.eyes, threats, bans, taken)
        if self.number(0, result, first.to_move, PASS) is None:
            return None
        nodes = []
        for number, pattern in self.waiting:  # grows as the proof is followed
            node = self.follow(number, pattern)
            if node is None:
                return None
            nodes.append(node)
        return Patterns(self.side, False, tuple(nodes))

    def settled(self) -> Patterns | None:
        """The side wins even if it passes: each play leads to what is settled too."""
        start, area = self.game.start, self.area
        stones = (start.black & area, start.white & area)
        pattern = Pattern(area, *stones, -1, start.to_move, threats=start.threats)
        if not self.keeping:
            pattern = self.supported(pattern)
            if self.play.known & ~pattern.zone or not self.play.settled(pattern):
                return None
        return settled_at_once(self.play, pattern if start.to_move == self.side else self.struck(pattern))

    def supported(self, pattern: Pattern) -> Pattern:
        """The pattern without the chains of the side that a play outside the zone might take."""
        own, grid = self.side, self.game.grid
        while not self.play.supported(pattern):
            stones = (pattern.black, pattern.white)
            safe = grid.dilate(pattern.zone & ~(stones[0] | stones[1])) | grid.dilate(self.game.walls[own])
            loose = sum(chain for chain in grid.components(stones[own]) if not chain & safe)
            zone = pattern.zone & ~loose
            pattern = pattern._replace(zone=zone, black=pattern.black & zone, white=pattern.white & zone)
        return pattern

    def follow(self, number: int, pattern: Pattern) -> PatternNode | None:
        given = self.given.nodes[number]
        stay = self.play.waiting(pattern)
        move, measure, mover = given.move, (given.credit, given.rank), pattern.to_move
        if move is not None:
            if move != PASS and not pattern.zone >> move & 1:
                move = PASS  # the proof goes on without the points where this move was of use
            result = stay if move == PASS else self.play.play(pattern, move)
            after = None if result is None else self.number(target_of(given.after), result, mover, move)
            return None if after is None else PatternNode(pattern, move, *measure, after, {})
        after = self.number(target_of(given.after), stay, mover, PASS)
        if after is None:
            return None
        scope = pattern.zone if after == CLOSED else self.waiting[after][1].zone
        replies = {}
        for point, result in self.play.replies(pattern, scope):
            target = None
            if point in given.replies and not result.ends:
                target = self.number(target_of(given.replies[point]), result, mover, point)
            if target is None:
                return None
            replies[point] = target
        return PatternNode(pattern, None, *measure, after, replies)

    def number(self, target: int, result: Successor, mover: int, move: Point) -> int | None:
        """The node for what a move leads to; None if the proof says nothing of it."""
        if target == CLOSED:
            return CLOSED if result.ends or self.play.closes(result, mover, move) else None
        pattern = self.given.nodes[target].pattern
        zone = pattern.zone & result.zone
        mine = result.white if self.side else result.black
        if (pattern.black & zone, pattern.white & zone) != (result.black & zone, result.white & zone):
            return None
        if pattern.eyes & (mine | ~(result.zone | result.eyes)):
            return None
        if not self.play.threatened(pattern.threats, result.threats):
            return None
        pattern = pattern._replace(zone=zone, black=pattern.black & zone, white=pattern.white & zone)
        pattern = pattern._replace(bans=(pattern.bans[0] & zone, pattern.bans[1] & zone))
        pattern = self.banned_more(pattern, result)
        if not self.play.bound(pattern, result.bans):
            return None
        ban = -1 if self.keeping else pattern.ban
        if mover == self.side and ban not in (-1, result.ban):
            return None  # with more of the board unknown the retake may not be forbidden
        cut = self.struck(pattern._replace(ban=ban))
        key = (target, cut.zone, cut.bans)
        if key not in self.numbers:
            self.numbers[key] = len(self.waiting)
            self.waiting.append((target, cut))
        return self.numbers[key]

    def banned_more(self, pattern: Pattern, result: Successor) -> Pattern:
        """The pattern with all bans on the side that there may be: the less is known, the more there are.

        What is proved holds with them as well, unless a move is on such a point.
        """
        if self.keeping or self.play.named:
            return pattern
        bans = list(pattern.bans)
        bans[self.side] |= result.bans[self.side] & pattern.zone
        return pattern._replace(bans=(bans[0], bans[1]))

    def struck(self, pattern: Pattern) -> Pattern:
        """The pattern without the attacker's stones that might be taken by plays outside the zone.

        Only a side that keeps chains ever plays there.
        """
        if not self.keeping:
            return pattern
        grid, (own, other) = self.game.grid, (self.game.owner, self.game.attacker)
        while not self.play.secluded(pattern):
            stones = (pattern.black, pattern.white)
            empty = pattern.zone & ~(stones[own] | stones[other])
            safe = grid.dilate(empty) | grid.dilate(self.game.walls[other])
            unknown = grid.dilate(self.game.locale & ~pattern.zone)
            loose = sum(c for c in grid.components(stones[other]) if c & unknown and not c & safe)
            zone = pattern.zone & ~loose
            pattern = pattern._replace(zone=zone, black=pattern.black & zone, white=pattern.white & zone)
        return pattern
