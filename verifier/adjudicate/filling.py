"""Filling in turn: how a game goes on from a settled position to the one that players count.

docs/settled.md says what is played and why; semantics section 7 has the words.
"""

import dataclasses
import enum
from collections.abc import Sequence

from verifier.adjudicate.gains import (
    Answer,
    Exchange,
    Gains,
    NeutralPoint,
    find_gains,
    neutral_point,
)
from verifier.adjudicate.plays import Played, play, plays
from verifier.adjudicate.referee import Change, Referee, Standing, change
from verifier.board import BLACK, WHITE, Colour, Mask, Point, Position
from verifier.board.grid import bits
from verifier.play import PASS

__all__ = ["Filling", "Kind", "Move", "fill_in_turn"]


class Kind(enum.Enum):
    """Why a move is made."""

    FILL = "fill"
    """On the first neutral point in board order."""
    PREVENT = "prevent"
    """手入れ: without it a play of the other side would gain. It may be on a neutral point."""
    ONE_SIDED = "one-sided"
    """On the first point where only this side loses nothing, when no neutral one is left."""
    PASS = "pass"
    """There is no such point where the side to move may play."""


@dataclasses.dataclass(frozen=True, slots=True)
class Move:
    """One move of the filling."""

    colour: Colour
    point: Point
    """:data:`verifier.play.PASS` if it is a pass."""
    kind: Kind
    taken: int
    prevents: tuple[Exchange, ...]
    """The plays of the other side that would have gained, before the move."""
    neutral: NeutralPoint | None
    """Why the point can be filled without loss, if it can."""


@dataclasses.dataclass(frozen=True, slots=True)
class Filling:
    """The moves from a position to the one that players count, and that position."""

    start: Standing
    first: Colour
    moves: tuple[Move, ...]
    """Without the two passes at the end."""
    end: Standing
    """Where the moves lead; the position to be counted, unless :attr:`stopped`."""
    taken: tuple[int, int]
    """Stones that Black and White took on the way."""
    stopped: str
    """Why it is not known how filling goes on; empty if it came to its end."""
    gains: Gains | None
    """The plays of both sides in the end, of which none should gain; None if :attr:`stopped`."""

    @property
    def complete(self) -> bool:
        """Whether the end was reached and its count is known."""
        return not self.stopped and self.end.decided

    @property
    def settled(self) -> Answer:
        """Whether no play gains in the end; some may where no move prevents it."""
        return self.gains.settled if self.gains else Answer.UNKNOWN

    @property
    def lead(self) -> Change | None:
        """Black's count minus White's in the end, prisoners of the filling included; None if stopped.

        Prisoners taken before and komi are not in it.
        """
        if self.stopped:
            return None
        taken = self.taken if self.end.ruleset["score"] != "area" else (0, 0)
        more = taken[BLACK] - taken[WHITE]
        return self.end.lead[0] + more, self.end.lead[1] + more

    def of(self, kind: Kind) -> tuple[Move, ...]:
        """The moves of one kind."""
        return tuple(move for move in self.moves if move.kind is kind)


def fill_in_turn(referee: Referee, position: Position, first: Colour = BLACK) -> Filling:
    """Fill the neutral points of a complete board in turn, *first* beginning.

    Where a play of the other side would gain, the move that prevents it comes first. Filling stops where
    an answer that it needs is unknown, or where a position comes back.

    Raises:
        InputError: the position is a crop, or the prover is not available.
    """
    return _Filler(referee, position, first).run()


class _Filler:
    """The state of a filling."""

    def __init__(self, referee: Referee, position: Position, first: Colour) -> None:
        self.referee, self.first = referee, first
        self.start = self.now = referee.standing(position)
        self.to_move, self.ban = first, -1
        self.moves: list[Move] = []
        self.taken = [0, 0]
        self.threats: dict[tuple[Mask, Mask, Colour], Gains] = {}
        self.area = referee.ruleset["score"] == "area"

    def run(self) -> Filling:
        seen = set()
        stopped = ""
        while not self.over:
            key = (self.now.position, self.to_move, self.ban, self.passed)
            if key in seen:
                stopped = "the position comes back"
                break
            seen.add(key)
            move = self.next_move()
            if isinstance(move, str):
                stopped = move
                break
            self.make(move)
        gains = None
        if not stopped:
            sides = [self.gains_of(colour) for colour in Colour]
            exchanges = sides[0].exchanges + sides[1].exchanges
            gains = Gains(self.now, sides[0].neutral, tuple(Colour), exchanges)
        while self.moves and self.moves[-1].kind is Kind.PASS and not stopped:
            self.moves.pop()
        black, white = self.taken
        moves = tuple(self.moves)
        return Filling(self.start, self.first, moves, self.now, (black, white), stopped, gains)

    @property
    def passed(self) -> bool:
        return bool(self.moves) and self.moves[-1].kind is Kind.PASS

    @property
    def over(self) -> bool:
        return self.passed and len(self.moves) > 1 and self.moves[-2].kind is Kind.PASS

    def make(self, move: Move) -> None:
        self.moves.append(move)
        self.ban = -1
        if move.kind is not Kind.PASS:
            played = play(self.now.position, move.colour, move.point, self.referee.ruleset)
            assert played is not None, "it was legal"
            self.taken[move.colour] += played.taken
            self.ban = played.ban
            self.now = self.referee.standing(played.position)
        self.to_move = self.to_move.opponent

    def next_move(self) -> Move | str:
        """The next move, or why it is not known."""
        other = self.to_move.opponent
        gains = self.gains_of(other)
        if gains.doubtful:
            return "it is unknown whether a point is neutral"
        threats = [item for item in gains.exchanges if item.gains is not Answer.NO]
        neutral: dict[Point, NeutralPoint] = {}
        if self.area:
            # The last of several neutral points gains one; that is no reason to defend.
            threats = [item for item in threats if not self.is_last(item, neutral)]
        if any(item.gains is Answer.UNKNOWN for item in threats):
            return f"it is unknown whether a play of {other} gains"
        prevented = self.preventing(threats) if threats else None
        if isinstance(prevented, (str, Move)):
            return prevented
        one_sided: NeutralPoint | None = None
        for point in bits(self.now.position.empty):
            if play(self.now.position, self.to_move, point, self.referee.ruleset, self.ban) is None:
                continue
            found = neutral.get(point) or neutral_point(self.referee, self.now, point)
            if found.answer is Answer.YES:
                return self.filling(found, Kind.FILL)
            if Answer.UNKNOWN in (found.answer, found.sides[self.to_move]):
                return "it is unknown whether a point is neutral"
            if found.one_sided(self.to_move) and one_sided is None:
                one_sided = found
        if one_sided is not None:
            return self.filling(one_sided, Kind.ONE_SIDED)
        return Move(self.to_move, PASS, Kind.PASS, 0, (), None)

    def filling(self, found: NeutralPoint, kind: Kind) -> Move:
        mine = next(item for item in found.exchanges if item.colour is self.to_move)
        return Move(self.to_move, found.point, kind, mine.taken, (), found)

    def is_last(self, item: Exchange, neutral: dict[Point, NeutralPoint]) -> bool:
        """Whether a play gains no more than the one point of a dame."""
        if item.exceeds(1) is not Answer.NO:
            return False
        found = neutral[item.point] = neutral_point(self.referee, self.now, item.point)
        return found.sides[item.colour] is Answer.YES

    def gains_of(self, colour: Colour, standing: Standing | None = None) -> Gains:
        """The plays of *colour*, from now or another position, that no ban forbids."""
        standing = standing or self.now
        key = (standing.position.black, standing.position.white, colour)
        if key not in self.threats:
            self.threats[key] = find_gains(self.referee, standing, [colour])
        return self.threats[key]

    def preventing(self, threats: Sequence[Exchange]) -> Move | str | None:
        """The move after which no play of the other side gains; None if there is none.

        Of several the one that leaves the best count, and of these the first in board order.
        """
        legal = list(plays(self.now.position, self.to_move, self.referee.ruleset, self.ban))
        after = {played.point: self.referee.standing(played.position) for played in legal}
        wanted = sorted(threats, key=lambda item: (-(item.sure or (0, 0))[0], item.point))
        chosen: list[Played] | None = None
        preventable: list[Exchange] = []
        for threat in wanted:
            enough = []
            for played in legal if chosen is None else chosen:
                spot = 1 << threat.point
                gains = find_gains(
                    self.referee, after[played.point], [threat.colour], at=spot, ban=played.ban
                )
                answer = gains.settled_for(threat.colour)
                if answer is Answer.UNKNOWN:
                    return "it is unknown whether a move prevents a gain"
                if answer is Answer.YES:
                    enough.append(played)
            if enough:
                preventable.append(threat)
                chosen = enough
        points = {threat.point for threat in threats}
        fine = []
        for played in chosen or ():
            gains = find_gains(self.referee, after[played.point], [threats[0].colour], ban=played.ban)
            rest = [item for item in gains.exchanges if item.point not in points]
            if self.area:
                rest = [item for item in rest if item.exceeds(1) is not Answer.NO]
            answers = [gains.answer(item) for item in rest]
            if Answer.UNKNOWN in answers:
                return "it is unknown whether a move prevents a gain"
            if Answer.YES not in answers:
                fine.append(played)
        if not fine:
            return None
        best = self.best(fine, after)
        if best is None:
            return "it is unknown which of the moves that prevent a gain costs least"
        neutral = neutral_point(self.referee, self.now, best.point)
        about = neutral if neutral.fillable is Answer.YES else None
        return Move(self.to_move, best.point, Kind.PREVENT, best.taken, tuple(preventable), about)

    def best(self, moves: Sequence[Played], after: dict[Point, Standing]) -> Played | None:
        """The first of *moves* that no other leaves a better count than; None if that is not known."""
        every = self.now.position.grid.full
        values = [change(self.now, after[move.point], self.to_move, move.taken, every) for move in moves]
        if len(moves) == 1:
            return moves[0]
        most = max(low for low, _ in values)
        found = [move for move, (low, _) in zip(moves, values, strict=True) if low == most]
        if any(high > most for _, high in values):
            return None
        return found[0]
