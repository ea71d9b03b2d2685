"""Verdicts and counts of many positions that differ by a few plays, under one ruleset.

Whether a play gains asks for the count after it and after each answer. Most fights are the same in all of
these positions, so a proof found in one of them is used in the others wherever it holds.
"""

import dataclasses
import functools
import itertools
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

from verifier.adjudicate.areas import Area, areas_after, counted_stones
from verifier.adjudicate.fights import Fight, brought, carried, fight_of, stands
from verifier.adjudicate.judge import decide
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.plays import refuse_crop
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.staged import judge_board
from verifier.adjudicate.territory import Territory, territory
from verifier.board import BLACK, WHITE, Colour, Mask, Point, Position
from verifier.errors import Interrupted
from verifier.notation import Diagram
from verifier.rules import Ruleset
from verifier.search import Limits, Status
from verifier.text import seconds as in_words
from verifier.units import Decomposition, decompose

__all__ = ["Change", "Referee", "Standing", "change", "dame_voids"]

Change = tuple[float, float]
"""At least and at most so much."""

_MOST_UNKNOWN = 6
"""Up to so many unknown fights in two positions, all ways to settle them are tried together."""
_REMEMBERED = 20_000
_PROOFS = 4
"""Proofs that are remembered of the same stones."""
_LATER = "not searched"
_ALONE = 60
"""Larger locales are searched in windows (:mod:`verifier.adjudicate.staged`)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """A complete board with the verdicts of its units, and what it counts."""

    position: Position
    ruleset: Ruleset = dataclasses.field(repr=False)
    verdicts: tuple[UnitVerdict, ...] = dataclasses.field(repr=False)
    """Of all units, by first point. The certificate of each is about this position or one with the same
    fight (:mod:`verifier.adjudicate.fights`); :meth:`judgement` has those about this one."""
    areas: tuple[Area, ...] = dataclasses.field(repr=False)
    """By first point; undecided where a unit is unknown."""
    lead: Change
    """Black's count minus White's, least and greatest; prisoners taken before are not in it."""
    searched: bool = True
    """Whether every unit was searched; if not, areas and count are not worked out."""

    @property
    def statuses(self) -> dict[Mask, Status]:
        """The status of each unit."""
        return {verdict.unit: verdict.status for verdict in self.verdicts}

    @property
    def unknown(self) -> tuple[UnitVerdict, ...]:
        """The units whose status is unknown."""
        return tuple(verdict for verdict in self.verdicts if verdict.status is Status.UNKNOWN)

    @property
    def decided(self) -> bool:
        """Whether its count is known."""
        return self.lead[0] == self.lead[1]

    def area_at(self, point: Point) -> Area | None:
        """The area with *point* in it; None where a living stone stands."""
        return next((area for area in self.areas if area.points >> point & 1), None)

    @property
    def territory(self) -> Territory:
        """Whose territory each area is, and the bounds of the counts."""
        return territory(self.position, self.statuses, self.ruleset)

    def judgement(self, limits: Limits | None = None, prover: str = "auto") -> Judgement:
        """The same as a judgement, each certificate about this position and accepted by the checker."""
        found = tuple(brought(verdict, self.position) for verdict in self.verdicts)
        units = tuple(verdict.unit for verdict in found)
        return Judgement(Diagram(self.position), self.ruleset, limits or Limits(), prover, units, found)


def change(
    before: Standing, after: Standing, colour: Colour, taken: int = 0, neutral: Mask = 0
) -> Change:
    """Return by how much the count is better for *colour* in *after*, at least and at most.

    *taken* is the number of prisoners that *colour* took in between, minus those of the other side. Unknown
    fights that are the same in both positions are settled in the same way in both, whichever it is. Points of
    *neutral* void no territory, as if they were filled.
    """
    if before.ruleset["score"] == "area":
        taken = 0
    sign = 1 if colour is BLACK else -1
    if not dame_voids(before.ruleset):
        neutral = 0
    if len(after.unknown) > _MOST_UNKNOWN or len(before.unknown) > _MOST_UNKNOWN:
        if neutral:
            return -math.inf, math.inf
        low, high = after.lead[0] - before.lead[1], after.lead[1] - before.lead[0]
        return (low + taken, high + taken) if sign > 0 else (taken - high, taken - low)
    fights = [
        {fight_of(item.position, verdict.unit, item.ruleset): verdict.unit for verdict in item.unknown}
        for item in (before, after)
    ]
    every = list(dict.fromkeys([*fights[0], *fights[1]]))
    if not every and not neutral:
        low = high = after.lead[0] - before.lead[0]
    elif len(every) > _MOST_UNKNOWN and not neutral:
        low, high = after.lead[0] - before.lead[1], after.lead[1] - before.lead[0]
    elif len(every) > _MOST_UNKNOWN:
        return -math.inf, math.inf
    else:
        leads = []
        for chosen in itertools.product((False, True), repeat=len(every)):
            gone = {fight for fight, dead in zip(every, chosen, strict=True) if dead}
            first, second = (
                _lead(item, tuple(unit for fight, unit in known.items() if fight in gone), neutral)
                for item, known in zip((before, after), fights, strict=True)
            )
            leads.append(second - first)
        low, high = min(leads), max(leads)
    return (low + taken, high + taken) if sign > 0 else (taken - high, taken - low)


def dame_voids(ruleset: Ruleset) -> bool:
    """Whether an open dame makes the territory of the chains next to it count nothing from them."""
    return ruleset["seki"] in ("has dame", "has dame or atari")


def _lead(standing: Standing, more_dead: tuple[Mask, ...], neutral: Mask) -> int:
    """Black's lead if so many of the unknown units are dead, and no others."""
    dead = tuple(unit for unit, status in standing.statuses.items() if status is Status.DEAD)
    return _counted(standing.position, dead + more_dead, standing.ruleset, neutral)[1]


@functools.lru_cache(maxsize=4096)
def _counted(
    position: Position, dead: tuple[Mask, ...], ruleset: Ruleset, neutral: Mask = 0
) -> tuple[tuple[Area, ...], int]:
    """The areas and Black's lead."""
    areas = areas_after(position, dead, ruleset, neutral)
    black, white = (
        sum(area.count for area in areas if area.owner is colour)
        + counted_stones(position, dead, colour, ruleset).bit_count()
        for colour in Colour
    )
    return areas, black - white


class Referee:
    """Judges positions under one ruleset and remembers what is proved of them.

    It only saves work: what it says of a position is what a new one would say, if neither meets a limit.

    * *limits* hold for each unit of each position; on boards with larger locales than can be searched as a
      whole, ``limits.seconds`` is for all units of a position together.
    * *seconds*: when so many have passed since the beginning nothing more is searched, and what is not
      known by then stays unknown; proofs known before are not looked at for further positions either.
    * *on_search* is told of each position in which something has to be searched.
    * *patient*: Ctrl-C during a search sets :attr:`interrupted`, from then on nothing is searched either, and
      what is asked is answered by what is known; default: it comes through once that is kept.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        limits: Limits | None = None,
        prover: str = "auto",
        *,
        seconds: float | None = None,
        on_search: Callable[[Position], None] | None = None,
        patient: bool = False,
    ) -> None:
        self.patient = patient
        self.ruleset, self.limits, self.prover = ruleset, limits or Limits(), prover
        self.on_search = on_search
        self.interrupted = False
        self.positions = 0
        """Positions that were judged."""
        self.searches = 0
        """Units that were searched for; all others could be answered with a proof known before."""
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._standings: OrderedDict[Position, Standing] = OrderedDict()
        self._proofs: dict[Mask, list[UnitVerdict]] = {}
        self._open: dict[Fight, UnitVerdict] = {}
        self._doomed: tuple[Mask, Mask] = (0, 0)
        """Where stones of either colour are likely to be dead: a guess that says where to search."""

    def standing(self, position: Position) -> Standing:
        """Return the verdicts and the count of a complete board.

        Raises:
            InputError: the position is a crop, or the prover is not available.
        """
        refuse_crop(position)
        found = self.glance(position)
        if not found.searched:
            found = self.improve(found, many=True)
        # Interrupted, or out of time: what was not searched is unknown.
        return found if found.searched else self._complete(found)

    def glance(self, position: Position) -> Standing:
        """Return what is known of a complete board without any search; units not looked for are unknown.

        Raises:
            InputError: the position is a crop.
        """
        refuse_crop(position)
        known = self._standings.get(position)
        if known is None:
            self.positions += 1
            verdicts = []
            decomposition = self._decomposed(position)
            for unit in decomposition.chains:
                # That takes time as well, on a large board more than most searches.
                verdict = None if self.stopped else self._remembered(decomposition, unit)
                if verdict is None:
                    question = Question(position, unit, self.ruleset, self.remaining(), self.prover)
                    verdict = UnitVerdict(question, Status.UNKNOWN, _LATER, None, None)
                verdicts.append(verdict)
            known = self._put(position, verdicts)
        return known

    def improve(self, standing: Standing, *, near: Mask = 0, many: bool = False) -> Standing:
        """Search one more unit of a standing, the nearest first, or with *many* all of them.

        Returns the same if everything was searched, or the time is over.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed, and the referee is not patient.
        """
        missing = [verdict.unit for verdict in standing.verdicts if verdict.reason == _LATER]
        if not missing or self.stopped:
            return standing
        position = standing.position
        if self.on_search:
            self.on_search(position)
        found = {verdict.unit: verdict for verdict in standing.verdicts if verdict.reason != _LATER}
        close = position.grid.dilate(near)
        missing.sort(key=lambda unit: (not unit & near, not unit & close))
        if self._decomposed(position).locale(missing[0]).bit_count() > _ALONE:
            many = True  # such a board is searched as a whole
        try:
            self._search(position, missing if many else missing[:1], found)
        except KeyboardInterrupt:
            self.interrupted = True
        verdicts = [found.get(verdict.unit, verdict) for verdict in standing.verdicts]
        improved = self._put(position, verdicts)
        if self.interrupted and not self.patient:
            raise KeyboardInterrupt
        return improved

    def _put(self, position: Position, verdicts: list[UnitVerdict]) -> Standing:
        reasons = {verdict.reason for verdict in verdicts}
        if _LATER in reasons:
            standing = Standing(position, self.ruleset, tuple(verdicts), (), (-math.inf, math.inf), False)
        else:
            standing = self._complete(Standing(position, self.ruleset, tuple(verdicts), (), (0, 0)))
        self._standings[position] = standing
        if len(self._standings) > _REMEMBERED:
            self._standings.popitem(last=False)
        return standing

    def _complete(self, standing: Standing) -> Standing:
        """The same with areas and count; what was not searched stays unknown."""
        position, statuses = standing.position, standing.statuses
        if Status.UNKNOWN in statuses.values():
            counted = territory(position, statuses, self.ruleset)
            return dataclasses.replace(standing, areas=counted.areas, lead=counted.bounds.lead)
        dead = tuple(unit for unit, status in statuses.items() if status is Status.DEAD)
        areas, lead = _counted(position, dead, self.ruleset)
        return dataclasses.replace(standing, areas=areas, lead=(lead, lead))

    @property
    def stopped(self) -> bool:
        """Whether nothing is searched any more, because of Ctrl-C or the time."""
        return self.interrupted or (self._deadline is not None and time.monotonic() >= self._deadline)

    def remaining(self) -> Limits:
        """The limits for one unit, of the time that is left."""
        if self._deadline is None:
            return self.limits
        rest = max(0.0, self._deadline - time.monotonic())
        return dataclasses.replace(self.limits, seconds=min(self.limits.seconds, rest))

    def _decomposed(self, position: Position) -> Decomposition:
        return decompose(position, self.ruleset["walls"])

    def _question(self, apart: Decomposition, unit: Mask) -> Question:
        rules, limits = self.ruleset, self.remaining()
        return Question(apart.position, unit, rules, limits, self.prover, decomposition=apart)

    def _remembered(self, apart: Decomposition, unit: Mask) -> UnitVerdict | None:
        """A verdict whose proof holds here, or one that is unknown for the same fight."""
        position = apart.position
        proofs = self._proofs.get(unit, ())
        for verdict in proofs:
            if stands(verdict, position):
                return verdict
        for verdict in proofs[:1]:
            moved = carried(self._question(apart, unit), verdict)
            if moved is not None:
                self._keep(moved)
                return moved
        if self._open:
            return self._open.get(fight_of(position, unit, self.ruleset))
        return None

    def _keep(self, verdict: UnitVerdict) -> None:
        if verdict.status is Status.UNKNOWN:
            question = verdict.question
            self._open[fight_of(question.position, verdict.unit, self.ruleset)] = verdict
            return
        known = self._proofs.setdefault(verdict.unit, [])
        known.insert(0, verdict)
        del known[_PROOFS:]

    def _search(self, position: Position, missing: list[Mask], found: dict[Mask, UnitVerdict]) -> None:
        decomposition = self._decomposed(position)
        large = []
        for unit in missing:
            if decomposition.locale(unit).bit_count() > _ALONE:
                large.append(unit)
            elif not self.stopped:
                self.searches += 1
                found[unit] = decide(self._question(decomposition, unit))
                self._keep(found[unit])
        if large and not self.stopped:
            self.searches += len(large)
            try:
                judgement = judge_board(
                    Diagram(position),
                    self.ruleset,
                    guess=self._guess(position),
                    known=found.values(),
                    limits=self.remaining(),
                    prover=self.prover,
                )
            except Interrupted as stop:
                judgement, self.interrupted = stop.result, True
            asked = {verdict.unit: verdict for verdict in judgement.verdicts}
            for unit in large:
                if unit in asked:
                    found[unit] = asked[unit]
                elif self.interrupted:
                    continue
                else:
                    why = f"limit: {in_words(self.limits.seconds)} for the position"
                    question = self._question(decomposition, unit)
                    found[unit] = UnitVerdict(question, Status.UNKNOWN, why, None, None)
                self._keep(found[unit])
        if self._doomed == (0, 0):
            self._expect(position, found)

    def _expect(self, position: Position, found: Mapping[Mask, UnitVerdict]) -> None:
        """Let the first position say where stones are likely to be dead in all others."""
        statuses = {unit: verdict.status for unit, verdict in found.items()}
        if len(statuses) < len(self._decomposed(position).chains):
            return
        areas = territory(position, statuses, self.ruleset)
        self._doomed = areas.points(WHITE), areas.points(BLACK)

    def _guess(self, position: Position) -> list[Mask] | None:
        """The stones that the first position says are likely to be dead; None as long as it says nothing."""
        if self._doomed == (0, 0):
            return None
        units = self._decomposed(position).chains
        sides = {unit: position.owner_of(unit) for unit in units}
        return [unit for unit, side in sides.items() if not unit & ~self._doomed[side]]
