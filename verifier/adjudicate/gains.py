"""Plays that gain, plays that lose nothing, and neutral points (docs/settled.md).

Each answer is yes, no or unknown, and carries the positions with the verdicts that it rests on.
"""

import dataclasses
import enum
from collections.abc import Iterable, Iterator

from verifier.adjudicate.areas import AreaKind
from verifier.adjudicate.plays import Played, play, plays
from verifier.adjudicate.referee import Change, Referee, Standing, change
from verifier.board import Colour, Mask, Point, Position
from verifier.board.grid import bits
from verifier.play import PASS

__all__ = ["Answer", "Exchange", "Gains", "NeutralPoint", "Reply", "exchange", "find_gains", "neutral_point"]


class Answer(enum.Enum):
    """The answer to a question about counts; UNKNOWN where unknown verdicts may decide it."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    @staticmethod
    def of_all(answers: Iterable["Answer"]) -> "Answer":
        """YES if all are, NO if one is."""
        given = set(answers)
        if Answer.NO in given:
            return Answer.NO
        return Answer.UNKNOWN if Answer.UNKNOWN in given else Answer.YES

    def __invert__(self) -> "Answer":
        return {Answer.YES: Answer.NO, Answer.NO: Answer.YES}.get(self, Answer.UNKNOWN)


@dataclasses.dataclass(frozen=True, slots=True)
class Reply:
    """A play, an answer of the other side, and what that makes of the count."""

    point: Point
    """Where the other side answers; :data:`verifier.play.PASS` if it passes."""
    after: Standing
    change: Change
    """By how much the count is better for the first player than before his play, at least and at most."""


@dataclasses.dataclass(frozen=True, slots=True)
class Exchange:
    """A play of one side and answers of the other: the pass first, then those that were looked at."""

    colour: Colour
    point: Point
    before: Standing
    taken: int
    """Stones that the play takes."""
    replies: tuple[Reply, ...]
    complete: bool
    """Whether all legal answers are among them; if not, the last one decides what was asked."""

    @property
    def after(self) -> Standing:
        """The position after the play, before any answer."""
        return self.replies[0].after

    @property
    def worst(self) -> Reply:
        """The answer that leaves the player least, as far as is known; the first of several."""
        return min(self.replies, key=lambda reply: (reply.change[1], reply.change[0]))

    @property
    def sure(self) -> Change | None:
        """What the play is worth after the best answer, at least and at most; None if not all are known."""
        if not self.complete:
            return None
        return min(reply.change[0] for reply in self.replies), min(reply.change[1] for reply in self.replies)

    def exceeds(self, points: int) -> Answer:
        """Whether the count is better by more than so many points after every answer."""
        if any(reply.change[1] <= points for reply in self.replies):
            return Answer.NO
        if self.complete and all(reply.change[0] > points for reply in self.replies):
            return Answer.YES
        return Answer.UNKNOWN

    @property
    def gains(self) -> Answer:
        """Whether the play gains: after every answer the count is better than before."""
        return self.exceeds(0)

    @property
    def loses_nothing(self) -> Answer:
        """Whether the count is not worse after any answer. Counts are whole numbers."""
        return self.exceeds(-1)


def exchange(
    referee: Referee,
    before: Standing,
    colour: Colour,
    point: Point,
    *,
    least: int = 0,
    ban: Point = -1,
    first: Iterable[Point] = (),
) -> Exchange | None:
    """Look at the answers to a play until one leaves no more than *least* points, or all of them.

    *least* is 0 to ask whether the play gains, -1 to ask whether it loses nothing. *ban* is a point where the
    player may not retake; the answers have the ban of the play itself. Answers at *first* are looked at
    before the others. None if the play is not legal.

    Raises:
        InputError: the position is a crop.
    """
    played = play(before.position, colour, point, referee.ruleset, ban)
    if played is None:
        return None
    replies: list[Reply] = []
    complete = True
    for answer in _answers(referee, before, played, colour, first):
        taken = played.taken - (answer.taken if answer else 0)
        after = referee.standing((answer or played).position)
        better = change(before, after, colour, taken)
        replies.append(Reply(answer.point if answer else PASS, after, better))
        if better[1] <= least:
            complete = False
            break
    return Exchange(colour, point, before, played.taken, tuple(replies), complete)


def _answers(
    referee: Referee, before: Standing, played: Played, colour: Colour, first: Iterable[Point]
) -> Iterator[Played | None]:
    """The pass, and all legal plays of the other side: near ones before others."""
    yield None
    ban = played.ban
    legal = {
        answer.point: answer for answer in plays(played.position, colour.opponent, referee.ruleset, ban)
    }
    order = [*first, *bits(_near(played.position, played.point)), *legal]
    for point in dict.fromkeys(order):
        if point in legal:
            yield legal[point]


def _near(position: Position, point: Point) -> Mask:
    """The points of a play's own chain's and its neighbours' liberties."""
    grid = position.grid
    around = grid.dilate(position.chain_at(point))
    chains: Mask = around
    for stones in (position.black, position.white):
        if stones & around:
            chains |= grid.flood(stones & around, stones)
    return grid.dilate(chains) & position.empty


@dataclasses.dataclass(frozen=True, slots=True)
class NeutralPoint:
    """Whether an empty point is neutral, and the plays that say so."""

    point: Point
    answer: Answer
    exchanges: tuple[Exchange, ...]
    """One for each side that has a legal play there, as far as they had to be looked at."""


def neutral_point(referee: Referee, standing: Standing, point: Point) -> NeutralPoint:
    """Say whether *point* is territory of neither side and a play there loses nothing, for either side.

    A point where one side may not play is not neutral. No ban is known here.

    Raises:
        InputError: the position is a crop.
    """
    area = standing.area_at(point)
    if not standing.position.empty >> point & 1 or area is None:
        return NeutralPoint(point, Answer.NO, ())
    answer = Answer.YES
    if area.kind is AreaKind.UNDECIDED:
        answer = Answer.UNKNOWN
    elif area.territory >> point & 1:
        return NeutralPoint(point, Answer.NO, ())
    found: list[Exchange] = []
    for colour in Colour:
        tried = exchange(referee, standing, colour, point, least=-1)
        if tried is None:
            return NeutralPoint(point, Answer.NO, tuple(found))
        found.append(tried)
        answer = Answer.of_all((answer, tried.loses_nothing))
        if answer is Answer.NO:
            break
    return NeutralPoint(point, answer, tuple(found))


@dataclasses.dataclass(frozen=True, slots=True)
class Gains:
    """All legal plays of one or both sides of a position, each with whether it gains."""

    standing: Standing
    sides: tuple[Colour, ...]
    exchanges: tuple[Exchange, ...]

    def of(self, colour: Colour) -> tuple[Exchange, ...]:
        """The plays of *colour* that gain."""
        return tuple(item for item in self.exchanges if item.colour is colour and item.gains is Answer.YES)

    def open(self, colour: Colour) -> tuple[Exchange, ...]:
        """The plays of *colour* of which it is unknown whether they gain."""
        return tuple(
            item for item in self.exchanges if item.colour is colour and item.gains is Answer.UNKNOWN
        )

    def settled_for(self, colour: Colour) -> Answer:
        """Whether no play of *colour* gains."""
        if self.of(colour):
            return Answer.NO
        return Answer.UNKNOWN if self.open(colour) or colour not in self.sides else Answer.YES

    @property
    def settled(self) -> Answer:
        """Whether no play of either side gains."""
        return Answer.of_all(self.settled_for(colour) for colour in Colour)


def find_gains(
    referee: Referee, standing: Standing, sides: Iterable[Colour] = tuple(Colour), *, ban: Point = -1
) -> Gains:
    """Ask of every legal play of the *sides* whether it gains; *ban* is where they may not retake.

    Raises:
        InputError: the position is a crop.
    """
    asked = tuple(sides)
    found: list[Exchange] = []
    for colour in asked:
        refuting: dict[Point, None] = {}
        for point in bits(standing.position.empty):
            tried = exchange(referee, standing, colour, point, ban=ban, first=refuting)
            if tried is None:
                continue
            found.append(tried)
            if tried.gains is Answer.NO and tried.replies[-1].point != PASS:
                # What answers one play often answers the next.
                refuting = {tried.replies[-1].point: None, **refuting}
    return Gains(standing, asked, tuple(found))


