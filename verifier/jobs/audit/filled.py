"""The count of a finished game with its neutral points filled in turn.

Where an open dame makes the territory of the chains next to it count nothing, the board as it stands is not
what players count: they fill the dame first. Two such counts are told apart. One is *given*: it rests on the
dead stones that somebody names. The other is *proved*: the chains of the filled board are judged.
"""

import dataclasses
import functools
import operator
import time
from collections.abc import Callable, Iterable, Mapping

from verifier.adjudicate.fights import brought, stands
from verifier.adjudicate.first import First
from verifier.adjudicate.given import GivenFilling, GivenMove
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.referee import dame_voids
from verifier.adjudicate.staged import judge_board
from verifier.board import BLACK, WHITE, Colour, Mask, Position, unit_name
from verifier.errors import Interrupted
from verifier.jobs.audit.count import GameCount, count_game, result_text
from verifier.jobs.audit.filled_bounds import filled_bounds
from verifier.jobs.audit.filling_orders import fillings_of
from verifier.notation import Diagram
from verifier.rules import Ruleset
from verifier.search import Limits, Status
from verifier.units import decompose
from verifier.workers import Workers

__all__ = [
    "FilledCount",
    "Judging",
    "TimedJudging",
    "fills",
    "given_count",
    "proved_count",
    "proved_dead",
    "with_opened",
]

Judging = Callable[[Position, Iterable[Mask], Iterable[UnitVerdict]], Judgement]
"""How a filled board is judged: position, chains that are likely dead, verdicts known before."""


@dataclasses.dataclass(frozen=True, slots=True)
class FilledCount:
    """What a board counts with its neutral points filled in turn."""

    fillings: tuple[GivenFilling, GivenFilling]
    """With Black and with White beginning, in board order or the first other order that comes to an end."""
    first: Colour
    """The one that is shown, and judged if it is proved."""
    count: GameCount | None
    """Of the filled board; None if filling came to no end."""
    lead: tuple[float, float] | None
    """Black's lead; both ends differ where chains are unknown, or where it matters who begins, or in which
    order points are filled that are as good."""
    possible: tuple[float, float] | None
    """The same, and what the lead could be without the moves that prevent a capture: nothing outside of it
    agrees with the board."""
    judgement: Judgement | None
    """The verdicts of the filled board; None if its statuses are given."""
    unknown: str
    """Why the count is not known; empty if it is."""
    opened: frozenset[Mask] = frozenset()
    """Chains that live on the board as it stands, and count as open here: the new stones by which they live
    are on points that are filled."""
    points: Mask = 0
    """The points that are filled in some order that counts, whoever begins, as the dead stones are taken."""

    @property
    def filling(self) -> GivenFilling:
        """The moves that are shown."""
        return self.fillings[self.first]

    @property
    def needed(self) -> tuple[GivenMove, ...]:
        """The moves that prevent a capture (手入れ)."""
        return self.filling.needed

    def saved(self, unit: Mask) -> Status | None:
        """The proved status on the filled board of a chain that a needed move saves; None of any other."""
        if self.judgement is None or not any(move.saved & unit for move in self.needed):
            return None
        for other, status in self.judgement.statuses.items():
            if unit & ~other == 0:
                return status
        return Status.DEAD  # it is gone

    @property
    def decided(self) -> bool:
        """Whether one number is known."""
        return self.lead is not None and self.lead[0] == self.lead[1]

    @property
    def result(self) -> str:
        """The result as in RE, a range of results, or ``unknown``."""
        return result_text(self.lead)

    def not_known(self, why: str, judgement: Judgement | None = None) -> "FilledCount":
        """The same fillings, of which nothing is known."""
        unknown = None, None, None, judgement, why
        return FilledCount(self.fillings, self.first, *unknown, self.opened, self.points)


def fills(ruleset: Ruleset) -> bool:
    """Whether the board with its dame filled is what players count, and not the board as it stands."""
    return dame_voids(ruleset)


def given_count(
    position: Position,
    dead: Iterable[Mask],
    ruleset: Ruleset,
    *,
    komi: float = 0.0,
    prisoners: tuple[int, int] = (0, 0),
    handicap: int = 0,
    first: Colour = BLACK,
    every_order: bool = True,
) -> FilledCount:
    """Fill the neutral points of a complete board in turn and count, with the chains *dead* as dead stones.

    The lead is that of all eight orders in which the turned and mirrored board would be filled, so that it is
    the same for all of these. Orders in which a side fills until it cannot save its stones any more are left
    out, if another order is safe for it whatever the other side's is. Without *every_order* the lead is that
    of board order alone, which takes an eighth of the time.

    It rests on these statuses and on their staying so while points are filled; captures by a row of ataris
    are looked for, and prevented.

    Raises:
        InputError: the position is a crop.
    """
    extras = _Extras(komi, prisoners, handicap)
    ended, stopped = fillings_of(position, frozenset(dead), ruleset, every_order)
    fillings = [filling for pair in ended for filling in pair]
    points = sum({1 << move.point for filling in fillings for move in filling.moves})
    if stopped:
        return FilledCount(ended[0], first, None, None, None, None, stopped, points=points)
    counts = [extras.count(filling, filling.end_dead, ruleset) for filling in fillings]
    leads = [count.lead[0] for count in counts]
    ranges = [_without_needed(filling, lead) for filling, lead in zip(fillings, leads, strict=True)]
    possible = min(low for low, _ in ranges), max(high for _, high in ranges)
    lead = min(leads), max(leads)
    return FilledCount(ended[0], first, counts[first], lead, possible, None, "", points=points)


def _without_needed(filling: GivenFilling, lead: float) -> tuple[float, float]:
    """What the lead could be if some moves that prevent a capture were not needed: each costs one point."""
    costly = [move.colour for move in filling.needed if move.saved]
    return lead - costly.count(WHITE), lead + costly.count(BLACK)


@dataclasses.dataclass(frozen=True, slots=True)
class _Extras:
    """What is counted besides the board."""

    komi: float
    prisoners: tuple[int, int]
    """Taken before the filling."""
    handicap: int

    def count(
        self, filling: GivenFilling, statuses: Mapping[Mask, Status] | Iterable[Mask], ruleset: Ruleset
    ) -> GameCount:
        """Count the filled board."""
        taken = self.prisoners[BLACK] + filling.taken[BLACK], self.prisoners[WHITE] + filling.taken[WHITE]
        return count_game(
            filling.end, statuses, ruleset, komi=self.komi, prisoners=taken, handicap=self.handicap
        )


def proved_count(
    position: Position,
    judgement: Judgement,
    assumed_dead: Iterable[Mask],
    ruleset: Ruleset,
    judging: Judging,
    *,
    komi: float = 0.0,
    prisoners: tuple[int, int] = (0, 0),
    handicap: int = 0,
    first: Colour = BLACK,
) -> FilledCount:
    """Fill as :func:`given_count` does, and judge the chains of the filled board.

    *judgement* has the verdicts of the board as it stands; chains that it leaves open are filled around as if
    the *assumed_dead* of them were dead and all others alive. So are chains that are dead as the board stands
    and that their owner saves while it is filled. Where the filled board contradicts that, its count is
    unknown. Chains that live only as a new stone is held count as open (*opened*) unless the proof holds
    on the filled board as it is, or they are proved to live there too: mostly such a stone is played on a
    neutral point. What is proved of an open chain on the filled board alone says nothing of how to fill:
    it stays open in the range.

    Raises:
        InputError: the position is a crop, or the prover is not available.
        Interrupted: Ctrl-C was pressed; its result is the count by what was found until then.
    """
    guessed = set(assumed_dead)
    agreed = given_count(position, guessed, ruleset, first=first, every_order=False)
    saved = 0 if agreed.unknown else functools.reduce(operator.or_, (move.saved for move in agreed.needed), 0)

    def around(statuses: Mapping[Mask, Status]) -> FilledCount:
        dead = {
            unit
            for unit, status in statuses.items()
            if (status is Status.DEAD and not unit & saved) or (status is Status.UNKNOWN and unit in guessed)
        }
        return given_count(
            position, dead, ruleset, komi=komi, prisoners=prisoners, handicap=handicap, first=first
        )

    held = [verdict for verdict in judgement.verdicts if verdict.held]
    opened: frozenset[Mask] = frozenset()
    while True:
        statuses = with_opened(judgement.statuses, opened)
        found = dataclasses.replace(around(statuses), opened=opened)
        kept = set() if found.unknown else set(decompose(found.filling.end, ruleset["walls"]).chains)
        more = [
            verdict.unit
            for verdict in held
            if verdict.unit not in opened
            and not (verdict.unit in kept and stands(verdict, found.filling.end))
        ]
        if not more:
            break
        opened |= frozenset(more)
    if found.unknown:
        return found
    filling = found.filling
    interrupted = False
    if filling.end == position:
        judged = judgement
    else:
        try:
            judged = judging(filling.end, filling.end_dead, _carried(judgement, filling.end))
        except Interrupted as stop:
            judged, interrupted = stop.result, True
    # What lives on the board before and on the filled board, around which it was filled so, is known.
    alive: Mask = sum(unit for unit, status in judged.statuses.items() if status is Status.ALIVE)
    living = {unit for unit in opened if unit not in guessed and not unit & ~alive}
    found = dataclasses.replace(found, opened=opened - living)
    unknown = {unit for unit, status in statuses.items() if status is Status.UNKNOWN}
    open_before: Mask = sum(unknown - living)
    counted = _proved(found, judged, open_before, ruleset, _Extras(komi, prisoners, handicap))
    if interrupted:
        raise Interrupted(counted)
    return counted


def with_opened(statuses: Mapping[Mask, Status], opened: Iterable[Mask]) -> dict[Mask, Status]:
    """The statuses, but unknown of the chains *opened* (:attr:`FilledCount.opened`)."""
    return {**statuses, **dict.fromkeys(opened, Status.UNKNOWN)}


def proved_dead(judgement: Judgement) -> list[Mask]:
    """The chains that a judgement proves dead."""
    return [unit for unit, status in judgement.statuses.items() if status is Status.DEAD]


def _carried(judgement: Judgement, end: Position) -> list[UnitVerdict]:
    """The verdicts whose proofs hold on the filled board as they are."""
    units = decompose(end, judgement.ruleset["walls"]).chains
    return [
        brought(verdict, end)
        for verdict in judgement.verdicts
        if verdict.unit in units and verdict.certificate is not None and stands(verdict, end)
    ]


def _proved(
    found: FilledCount, judged: Judgement, open_before: Mask, ruleset: Ruleset, extras: _Extras
) -> FilledCount:
    """*open_before* are the stones of chains that are unknown on the board as it stands."""
    filling = found.filling
    statuses = judged.statuses
    likely = set(filling.end_dead)
    for unit, status in statuses.items():
        if status is not Status.UNKNOWN and (status is Status.DEAD) != (unit in likely):
            name = unit_name(filling.end, unit)
            why = f"on the filled board {name} is proved {status.value}, which the filling did not expect"
            return found.not_known(why, judged)
    # What is proved of a chain after the filling says nothing of how to fill: that rests on the board before.
    before, end = filling.start, filling.end
    if gone := open_before & (before.black & ~end.black | before.white & ~end.white):
        name = unit_name(before, next(before.chains_among(gone)))
        why = f"nothing is proved of {name}, which is taken while points are filled"
        return found.not_known(why, judged)
    unsure = {unit: Status.UNKNOWN if unit & open_before else status for unit, status in statuses.items()}
    count = extras.count(filling, unsure, ruleset)
    if Status.UNKNOWN not in unsure.values():
        return dataclasses.replace(found, count=count, judgement=judged)
    assert found.lead is not None
    assert found.possible is not None
    low, high = filled_bounds(filling, unsure, ruleset)
    shift = count.prisoners[BLACK] - count.prisoners[WHITE] - count.komi - count.compensation
    lead = min(found.lead[0], low + shift), max(found.lead[1], high + shift)
    possible = min(found.possible[0], lead[0]), max(found.possible[1], lead[1])
    return dataclasses.replace(found, count=count, lead=lead, possible=possible, judgement=judged)


class TimedJudging:
    """Judges filled boards until a *deadline* of the monotonic clock, by *workers*; default: here."""

    def __init__(
        self,
        ruleset: Ruleset,
        limits: Limits,
        prover: str,
        deadline: float,
        first: First | None = None,
        workers: Workers | None = None,
    ) -> None:
        self.ruleset, self.limits, self.prover, self.workers = ruleset, limits, prover, workers
        self.deadline, self.first = deadline, first

    def __call__(self, position: Position, dead: Iterable[Mask], known: Iterable[UnitVerdict]) -> Judgement:
        """Judge a filled board; see :data:`Judging`."""
        left = max(0.05, self.deadline - time.monotonic())
        return judge_board(
            Diagram(position),
            self.ruleset,
            guess=dead,
            known=known,
            limits=dataclasses.replace(self.limits, seconds=left),
            prover=self.prover,
            workers=self.workers,
            first=self.first,
        )
