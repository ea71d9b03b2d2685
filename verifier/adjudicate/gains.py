"""Plays that gain, plays that lose nothing, and neutral points (docs/settled.md).

Each answer is yes, no or unknown, and carries the positions with the verdicts that it rests on.
"""

import dataclasses
import enum
from collections.abc import Iterable, Iterator

from verifier.adjudicate.areas import NOBODYS, AreaKind
from verifier.adjudicate.plays import Played, play, plays
from verifier.adjudicate.referee import Change, Referee, Standing, change, dame_voids
from verifier.board import Colour, Mask, Point, Position
from verifier.board.grid import bits
from verifier.play import PASS

__all__ = [
    "Answer",
    "Exchange",
    "Gains",
    "NeutralPoint",
    "Reply",
    "exchange",
    "find_gains",
    "neutral_point",
    "neutral_points",
]


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
    """Some of its units may not have been searched, if the count does not depend on them here."""
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
    neutral: Mask = 0,
    ban: Point = -1,
    first: Iterable[Point] = (),
    exact: bool = False,
) -> Exchange | None:
    """Look at the answers to a play until one leaves no more than *least* points, or all of them.

    Points of *neutral* void no territory in the counts that are compared (:func:`neutral_points`).

    *least* is 0 to ask whether the play gains, -1 to ask whether it loses nothing. *ban* is a point where the
    player may not retake; the answers have the ban of the play itself. Answers at *first* are looked at
    before the others. No more units are searched than the question needs, unless the changes are to be
    *exact*. None if the play is not legal.

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
        where = 1 << played.point | (1 << answer.point if answer else 0)
        after = referee.glance((answer or played).position)
        while True:
            better = change(before, after, colour, taken, neutral)
            if not exact and (better[1] <= least or better[0] > least):
                break
            more = referee.improve(after, near=where)
            if more is after:
                break
            after = more
        replies.append(Reply(answer.point if answer else PASS, after, better))
        if better[1] <= least or referee.stopped:
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
    """Whether a point that is nobody's territory can be filled without loss, and the plays that say so."""

    point: Point
    sides: tuple[Answer, Answer]
    """Whether a play of Black, and of White, is legal there and loses nothing."""
    exchanges: tuple[Exchange, ...]
    """One for each side that has a legal play there."""

    @property
    def answer(self) -> Answer:
        """Whether the point is neutral: a play of either side loses nothing."""
        return Answer.of_all(self.sides)

    @property
    def fillable(self) -> Answer:
        """Whether some side loses nothing there; if only one does, it is a one-sided dame."""
        return ~Answer.of_all(~side for side in self.sides)

    def one_sided(self, colour: Colour) -> bool:
        """Whether *colour* loses nothing there and the other side does, or may not play there."""
        return self.sides[colour] is Answer.YES and self.sides[colour.opponent] is Answer.NO


def neutral_point(referee: Referee, standing: Standing, point: Point) -> NeutralPoint:
    """Say whether *point* is territory of neither side and a play there loses nothing, for either side.

    Where a side may not play it is not neutral. No ban is known here. Where an open dame makes the territory
    of the chains next to it count nothing, the counts that are compared are those in which it does not: else
    the last dame of a board would be neutral for one side only.

    Raises:
        InputError: the position is a crop.
    """
    area = standing.area_at(point)
    nothing = NeutralPoint(point, (Answer.NO, Answer.NO), ())
    if not standing.position.empty >> point & 1 or area is None or area.territory >> point & 1:
        return nothing
    every = standing.position.grid.full
    tried = [exchange(referee, standing, colour, point, least=-1, neutral=every) for colour in Colour]
    sides = [Answer.NO if item is None else item.loses_nothing for item in tried]
    if area.kind is AreaKind.UNDECIDED:
        sides = [Answer.of_all((side, Answer.UNKNOWN)) for side in sides]
    exchanges = tuple(item for item in tried if item is not None)
    return NeutralPoint(point, (sides[0], sides[1]), exchanges)


def neutral_points(referee: Referee, standing: Standing) -> tuple[NeutralPoint, ...]:
    """Return the points that are neutral or one-sided dame, or of which that is unknown, in board order.

    Raises:
        InputError: the position is a crop.
    """
    found = (neutral_point(referee, standing, point) for point in bits(standing.position.empty))
    return tuple(item for item in found if item.fillable is not Answer.NO)


@dataclasses.dataclass(frozen=True, slots=True)
class Gains:
    """All legal plays of one or both sides of a position, each with whether it gains."""

    standing: Standing
    neutral: tuple[NeutralPoint, ...]
    """Neutral points and one-sided dame, which void nothing here; looked for only where dame do."""
    sides: tuple[Colour, ...]
    exchanges: tuple[Exchange, ...]

    @property
    def doubtful(self) -> bool:
        """Whether nothing is known, because it is unknown whether some point is neutral."""
        return any(item.fillable is Answer.UNKNOWN for item in self.neutral)

    def answer(self, item: Exchange) -> Answer:
        """Whether one of the plays gains."""
        return Answer.UNKNOWN if self.doubtful else item.gains

    def of(self, colour: Colour) -> tuple[Exchange, ...]:
        """The plays of *colour* that gain."""
        return self._answered(colour, Answer.YES)

    def open(self, colour: Colour) -> tuple[Exchange, ...]:
        """The plays of *colour* of which it is unknown whether they gain."""
        return self._answered(colour, Answer.UNKNOWN)

    def _answered(self, colour: Colour, answer: Answer) -> tuple[Exchange, ...]:
        return tuple(
            item for item in self.exchanges if item.colour is colour and self.answer(item) is answer
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
    referee: Referee,
    standing: Standing,
    sides: Iterable[Colour] = tuple(Colour),
    *,
    at: Mask | None = None,
    ban: Point = -1,
    exact: bool = False,
) -> Gains:
    """Ask of the legal plays of the *sides*, all or those *at* some points, whether they gain.

    *ban* is where they may not retake. With *exact* it is worked out how much is gained, too.

    Where a dame voids the territory of the chains next to it, only those dame of the position do so in the
    counts that are compared which neither side can fill without loss, as in a seki. To fill another one is
    no gain, and to make one is none either. While it is unknown which they are, so are the gains.

    Raises:
        InputError: the position is a crop.
    """
    asked = tuple(sides)
    points = neutral_points(referee, standing) if dame_voids(referee.ruleset) else ()
    void = 0
    if dame_voids(referee.ruleset):
        void = sum(area.points & standing.position.empty for area in standing.areas if area.kind in NOBODYS)
        void &= ~sum(1 << item.point for item in points)
    neutral = standing.position.grid.full & ~void
    found: list[Exchange] = []
    for colour in asked:
        refuting: dict[Point, None] = {}
        for point in bits(standing.position.empty if at is None else standing.position.empty & at):
            tried = exchange(
                referee, standing, colour, point, neutral=neutral, ban=ban, first=refuting
            )
            if tried is None:
                continue
            if exact and tried.gains is Answer.YES:
                full = exchange(referee, standing, colour, point, neutral=neutral, ban=ban, exact=True)
                tried = full or tried
            found.append(tried)
            if tried.gains is Answer.NO and tried.replies[-1].point != PASS:
                # What answers one play often answers the next.
                refuting = {tried.replies[-1].point: None, **refuting}
    return Gains(standing, points, asked, tuple(found))


