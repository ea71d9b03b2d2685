"""Filling in turn where the statuses are given: how players fill the dame of a finished game.

The dead stones are those that somebody names, and all other chains live. What is looked for while the points
are filled are captures (:mod:`verifier.adjudicate.ladder`) and open borders; whether the statuses are right,
before or after, is not asked here. docs/settled.md says what is claimed.
:mod:`verifier.adjudicate.filling` does the same with verdicts alone, which takes much longer.
"""

import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Sequence

from verifier.adjudicate.areas import NOBODYS, AreaKind, areas_after
from verifier.adjudicate.filling import Kind
from verifier.adjudicate.ladder import Stones, TooLongError, takes
from verifier.adjudicate.plays import refuse_crop
from verifier.board import BLACK, WHITE, Colour, Mask, Point, Position, vertex
from verifier.board.grid import bits
from verifier.play.placing import Placed, place
from verifier.rules import Ruleset

__all__ = ["GivenFilling", "GivenMove", "Order", "board_orders", "fill_given", "named_at_start"]


@dataclasses.dataclass(frozen=True, slots=True)
class GivenMove:
    """One move of the filling; no passes."""

    colour: Colour
    point: Point
    kind: Kind
    """FILL or ONE_SIDED a dame, or PREVENT a capture (手入れ)."""
    taken: int
    """Stones that it takes; only dead ones are."""
    saved: Mask
    """The stones that would be taken without it."""


@dataclasses.dataclass(frozen=True, slots=True)
class GivenFilling:
    """The moves from a position with given dead stones to the one that players count."""

    start: Position
    dead: frozenset[Mask]
    """The dead chains of the start."""
    first: Colour
    moves: tuple[GivenMove, ...]
    end: Position
    end_dead: tuple[Mask, ...]
    """The dead chains that are left on the board."""
    taken: tuple[int, int]
    """Stones that Black and White took on the way."""
    stopped: str
    """Why it is not known how filling goes on; empty if it came to its end."""
    loser: Colour | None = None
    """Who cannot prevent a loss where filling stopped; None if nobody does."""

    @property
    def needed(self) -> tuple[GivenMove, ...]:
        """The moves that prevent a capture."""
        return tuple(move for move in self.moves if move.kind is Kind.PREVENT)


Order = Sequence[Point]
"""All points of a board in some order."""


def board_orders(rows: int, cols: int) -> list[Order]:
    """Return the points in the eight orders that board order has on the turned and mirrored board."""
    found: list[Order] = []
    for down, right in itertools.product((range(rows), range(rows)[::-1]), (range(cols), range(cols)[::-1])):
        found.append(tuple(row * cols + col for row in down for col in right))
        found.append(tuple(row * cols + col for col in right for row in down))
    return found


def fill_given(
    position: Position,
    dead: Iterable[Mask],
    ruleset: Ruleset,
    first: Colour = BLACK,
    orders: tuple[Order, Order] | None = None,
) -> GivenFilling:
    """Fill the dame of a complete board in turn, *first* beginning, with the chains *dead* as dead stones.

    Of several points that are as good Black and White play the first in their *orders*; default: board order.

    Raises:
        InputError: the position is a crop.
    """
    refuse_crop(position)
    return _Filler(position, frozenset(dead), ruleset, first, orders).run()


def named_at_start(start: Position, stones: Mask) -> str:
    """Return the vertex that a chain which has grown since *start* is called by.

    Stones of the filling may stand before those that gave it its name.
    """
    return vertex(next(bits(stones & ~start.empty or stones)), start.rows, start.cols)


class _Stop(Exception):  # noqa: N818 - not an error
    """Why filling cannot go on; *loser* is who cannot prevent a loss."""

    def __init__(self, why: str, loser: Colour | None = None) -> None:
        super().__init__(why)
        self.loser = loser


class _Filler:
    """The state of a filling."""

    def __init__(
        self,
        position: Position,
        dead: frozenset[Mask],
        ruleset: Ruleset,
        first: Colour,
        orders: tuple[Order, Order] | None,
    ) -> None:
        self.start, self.given, self.ruleset, self.first = position, dead, ruleset, first
        self.grid = position.grid
        self.orders = orders or (range(self.grid.size), range(self.grid.size))
        self.stones: Stones = (position.black, position.white)
        self.dead: Mask = sum(dead)
        self.to_move, self.ban = first, -1
        self.moves: list[GivenMove] = []
        self.taken = [0, 0]
        self.dame: Mask = 0

    def run(self) -> GivenFilling:
        stopped, loser, passes = "", None, 0
        seen = set()
        try:
            self.look_around()
            while passes < 2:
                key = (self.stones, self.to_move, self.ban, passes)
                if key in seen:
                    raise _Stop("the position comes back")
                seen.add(key)
                move = self.next_move()
                passes = 0 if move else passes + 1
                self.make(move)
        except _Stop as stop:
            stopped, loser = str(stop), stop.loser
        except TooLongError:
            stopped = "a ladder is too long to be read"
        end = Position(self.grid.rows, self.grid.cols, *self.stones)
        taken = (self.taken[0], self.taken[1])
        left = tuple(self.dead_chains(self.stones, self.dead))
        return GivenFilling(
            self.start, self.given, self.first, tuple(self.moves), end, left, taken, stopped, loser
        )

    def look_around(self) -> None:
        """Find the dame, and refuse a board whose borders are open."""
        for area in areas_after(self.start, self.given, self.ruleset):
            if area.dead and area.kind in NOBODYS:
                where = self.name(next(bits(area.dead)))
                raise _Stop(f"{where} is said to be dead and stands where neither side has territory")
            if area.kind is AreaKind.BOTH_COLOURS:
                self.dame |= area.points
        for point in bits(self.dame):
            for colour in Colour:
                if self.encloses(colour, point, -1):
                    raise self.unsettled(colour, point)

    def in_order(self, points: Mask) -> Iterator[Point]:
        return (point for point in self.orders[self.to_move] if points >> point & 1)

    # Words for points and chains

    def unsettled(self, colour: Colour, point: Point) -> "_Stop":
        where = self.name(point)
        return _Stop(f"the board is not settled: {colour} makes territory by playing at {where}")

    def name(self, point: Point) -> str:
        return vertex(point, self.grid.rows, self.grid.cols)

    @property
    def empty(self) -> Mask:
        return self.grid.full & ~(self.stones[0] | self.stones[1])

    def dead_chains(self, stones: Stones, dead: Mask) -> Iterator[Mask]:
        for colour in Colour:
            yield from self.grid.components(stones[colour] & dead)

    # Plays

    def placed(self, colour: Colour, point: Point, ban: Point) -> Placed | None:
        """The board after a play that takes no living stones; None if there is no such play."""
        if point == ban:
            return None
        placed = place(self.grid, *self.stones, colour, point)
        return None if placed.own_taken or placed.taken & ~self.dead else placed

    def fillable(self, colour: Colour, point: Point, ban: Point) -> bool:
        """Whether *colour* can play on a dame without losing the stone and what is connected to it."""
        placed = self.placed(colour, point, ban)
        return placed is not None and self.safe(placed, point)

    def safe(self, placed: Placed, point: Point) -> bool:
        return takes(self.grid, placed.stones, point, placed.ban) is None

    def encloses(self, colour: Colour, point: Point, ban: Point) -> bool:
        """Whether a play on a dame makes territory of points that were dame."""
        placed = self.placed(colour, point, ban)
        if placed is None or not self.closes(placed, point):
            return False
        return self.safe(placed, point)

    def closes(self, placed: Placed, point: Point) -> bool:
        """Whether dame next to a play touch the stones of one side only after it."""
        living = [stones & ~self.dead for stones in placed.stones]
        inside = self.grid.full & ~(living[0] | living[1])
        near = self.grid.neighbours[point] & inside & self.dame
        while near:
            region = self.grid.flood(near & -near, inside)
            near &= ~region
            border = self.grid.dilate(region)
            if not (border & living[0] and border & living[1]):
                return True
        return False

    # Threats

    def threatened(self, colour: Colour, stones: Stones, dead: Mask) -> Mask:
        """The living stones of *colour* that the other side, moving next, takes and gains by it."""
        found: Mask = 0
        empty = self.grid.full & ~(stones[0] | stones[1])
        for chain in self.grid.components(stones[colour] & ~dead):
            if (self.grid.dilate(chain) & empty).bit_count() > 2:
                continue
            point = (chain & -chain).bit_length() - 1
            before = self.lead(stones, dead)

            def worth(after: Stones, dead: Mask = dead, before: int | None = before) -> bool:
                return self.gains(colour.opponent, stones, after, dead, before)

            if takes(self.grid, stones, point, -1, worth) is not None:
                found |= chain
        return found

    def gains(self, colour: Colour, before: Stones, after: Stones, dead: Mask, was: int | None) -> bool:
        """Whether a capture leaves *colour* more than it had; its new stones are dead if they are cut off."""
        living = before[colour] & ~dead
        mine = after[colour]
        new: Mask = 0
        for chain in self.grid.components(mine):
            if not chain & living:
                new |= chain
        gone = (dead & after[colour.opponent]) | new
        now = self.lead(after, gone)
        if was is None or now is None:
            return True
        taken = [(before[side] & ~after[side]).bit_count() for side in Colour]
        better = now - was + taken[WHITE] - taken[BLACK]
        return better > 0 if colour is BLACK else better < 0

    def lead(self, stones: Stones, dead: Mask) -> int | None:
        """Black's territory and the dead stones in it minus White's, whatever is dame.

        None if dead stones stand where neither side has territory.
        """
        position = Position(self.grid.rows, self.grid.cols, *stones)
        areas = areas_after(position, self.dead_chains(stones, dead), self.ruleset, self.grid.full)
        if any(area.dead and area.kind in NOBODYS for area in areas):
            return None
        signs = {BLACK: 1, WHITE: -1}
        return sum(signs[area.owner] * area.count for area in areas if area.owner is not None)

    def enclosing(self, colour: Colour, dame: Mask) -> Mask:
        """The dame where a play of *colour* makes territory."""
        return sum(1 << point for point in bits(dame) if self.encloses(colour, point, -1))

    # Moves

    def next_move(self) -> GivenMove | None:
        colour = self.to_move
        # A chain that can be taken is so after a pass of its owner: no ban is left then.
        saved = self.threatened(colour, self.stones, self.dead)
        if saved:
            return self.prevention(colour, saved)
        threats = self.enclosing(colour.opponent, self.dame & self.empty)
        one_sided: GivenMove | None = None
        for point in self.in_order(self.dame & self.empty):
            if not self.fillable(colour, point, self.ban):
                continue
            if threats and not self.answers(colour, point):
                continue
            if threats:
                return GivenMove(colour, point, Kind.PREVENT, 0, 0)
            if self.fillable(colour.opponent, point, -1):
                return GivenMove(colour, point, Kind.FILL, 0, 0)
            if one_sided is None:
                one_sided = GivenMove(colour, point, Kind.ONE_SIDED, 0, 0)
        if threats:
            where = self.name(next(bits(threats)))
            why = f"{colour.opponent} makes territory by playing at {where}, and no dame prevents it"
            raise _Stop(why, colour)
        return one_sided

    def answers(self, colour: Colour, point: Point) -> bool:
        """Whether a play on a dame leaves the other side no dame where it makes territory."""
        placed = self.placed(colour, point, self.ban)
        assert placed is not None, "it is fillable"
        before, self.stones = self.stones, placed.stones
        try:
            return not self.enclosing(colour.opponent, self.dame & self.empty)
        finally:
            self.stones = before

    def prevention(self, colour: Colour, saved: Mask) -> GivenMove:
        """The move after which nothing can be taken; of several the one that costs least."""
        theirs = self.stones[colour.opponent]
        around = self.grid.dilate(saved)
        points = self.grid.dilate(around & self.empty)
        if near := around & theirs:
            points |= self.grid.dilate(self.grid.flood(near, theirs))
        best: tuple[int, Point, Placed] | None = None
        for point in self.in_order(points & self.empty):
            placed = self.placed(colour, point, self.ban)
            if placed is None or not self.safe(placed, point):
                continue
            dead = self.dead & ~placed.taken
            if self.threatened(colour, placed.stones, dead):
                continue
            lead = self.lead(placed.stones, dead)
            if lead is None:
                continue
            worth = (lead if colour is BLACK else -lead) + placed.taken.bit_count()
            if best is None or worth > best[0]:
                best = worth, point, placed
        if best is None:
            where = named_at_start(self.start, saved)
            raise _Stop(f"{where} is said to live and can be taken, and no move prevents it", colour)
        return GivenMove(colour, best[1], Kind.PREVENT, best[2].taken.bit_count(), saved)

    def make(self, move: GivenMove | None) -> None:
        colour, self.ban = self.to_move, -1
        self.to_move = colour.opponent
        if move is None:
            return
        placed = place(self.grid, *self.stones, colour, move.point)
        if self.closes(placed, move.point):
            raise self.unsettled(colour, move.point)
        self.moves.append(move)
        self.stones, self.ban = placed.stones, placed.ban
        self.dead &= ~placed.taken
        self.taken[colour] += move.taken
