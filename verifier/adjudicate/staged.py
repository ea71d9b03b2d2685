"""Judging a whole board within a given time: easy units first, with growing budgets.

For each unit a proof is looked for in windows, parts of the board that grow around it
(:mod:`verifier.search.windows`); then, or where the ruleset knows no windows, in its whole locale. The order
follows a guess of which units are dead, such as the players' agreement. A guess decides nothing: each verdict
has a certificate for the whole board that the checker has accepted.
"""

import dataclasses
import functools
import operator
import sys
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from verifier.adjudicate.first import First, moving_first
from verifier.adjudicate.judge import decide
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.plan import BUDGETS, NEAR, Attempt, Kind, Plan, budget_of, level_after
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.served import served
from verifier.adjudicate.supporting import Supporting
from verifier.adjudicate.verdict import verdict_of
from verifier.board import Colour, Mask, Position
from verifier.errors import Interrupted
from verifier.notation import Diagram
from verifier.play import Arena, MemoryArena, scoped
from verifier.proof import Certificate, Claim, Keep, Patterns, Verdict
from verifier.proof.scope import arena_of, attackers_around, scope_of
from verifier.rules import Ruleset
from verifier.rules.axes import INSIDE
from verifier.search import Limits, Outcome, Status, find_keeps
from verifier.search.windows.enclosed import Enclosure
from verifier.search.windows.places import Known, prove_by_places
from verifier.search.windows.promise import Promises
from verifier.search.windows.surroundings import Surroundings
from verifier.search.windows.window import NOT_WON, in_window, prove_in_window
from verifier.units import decompose

__all__ = ["judge_board", "wide"]


_GROWTH = 1.1
"""How much the windows that grow around a unit differ in size."""
_LARGEST = ((80, 0), (90, 3), (130, 4))
"""Windows of up to so many points are searched from this level on."""
_BOXES = ((6, 0), (24, 3))
"""So many rectangles are windows besides, from this level on."""
_AGAINST = 60
"""The side that the guess does not expect to win has to promise a proof for so many times less work."""
_SEARCHED = 100
"""Locales of up to so many points are searched as a whole at every level; larger ones take too long."""
_BEHIND = 3
"""What ends a scope is asked with the budget of so many levels before."""
_WHOLE = 40
"""In locales of up to so many points there is no need for windows."""


def judge_board(
    diagram: Diagram,
    ruleset: Ruleset,
    *,
    units: Iterable[Mask] | None = None,
    guess: Iterable[Mask] = (),
    known: Iterable[UnitVerdict] = (),
    limits: Limits | None = None,
    prover: str = "auto",
    first: First | None = None,
    on_start: Callable[[Mask, int], None] | None = None,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> Judgement:
    """Judge all units of a diagram, or *units*; ``limits.seconds`` is the time for all of them together.

    *guess* are the units that may be dead; every other one is taken to be alive until it is known better.
    *first* moves first in each test instead of whom the ruleset names.
    *known* are verdicts on units of the diagram found before, which are not asked for again. *on_start* is
    told of each unit that is worked on, and with what budget; *on_verdict* of each that is decided.
    ``limits.nodes`` and ``memory_mib`` limit each search.

    Raises:
        InputError: the prover is not available.
        Interrupted: Ctrl-C was pressed; the verdicts found until then are in it.
    """
    job = _Job(diagram, ruleset, set(guess), limits or Limits(), prover, first, on_start, on_verdict)
    if units is not None:
        asked = set(units)
        job.units = tuple(unit for unit in job.units if unit in asked)
    for verdict in known:
        job.verdicts[verdict.unit] = verdict
        job.supporting.add(verdict)
    try:
        job.run()
        return job.judgement()
    except KeyboardInterrupt:
        raise Interrupted(job.judgement()) from None


def wide(position: Position, ruleset: Ruleset) -> bool:
    """Whether a position has a locale so large that windows are of use, and the ruleset knows them."""
    apart = decompose(position, ruleset["walls"])
    return in_window(ruleset) and any(apart.locale(unit).bit_count() > _WHOLE for unit in apart.chains)


def _level_of(bounds: Iterable[tuple[int, int]], number: int) -> int | None:
    """The level that goes with the first bound that a number does not exceed."""
    return next((level for most, level in bounds if number <= most), None)


class _Key(NamedTuple):
    """What is tried: of which unit, for which side, how and where."""

    ruleset: Ruleset
    unit: Mask
    side: Colour
    kind: Kind
    area: Mask


class _Job:
    """One board, its open units and what was tried."""

    def __init__(
        self,
        diagram: Diagram,
        ruleset: Ruleset,
        guess: set[Mask],
        limits: Limits,
        prover: str,
        first: First | None,
        on_start: Callable[[Mask, int], None] | None,
        on_verdict: Callable[[UnitVerdict], None] | None,
    ) -> None:
        self.diagram, self.position, self.ruleset = diagram, diagram.position, ruleset
        self.guess, self.limits, self.prover = guess, limits, prover
        self.first, self.on_start, self.on_verdict = first, on_start, on_verdict
        self.decomposition = decompose(self.position, ruleset["walls"])
        self.units = self.decomposition.chains
        self.verdicts: dict[Mask, UnitVerdict] = {}
        self.tried: dict[_Key, int] = {}
        """The budget that was not enough for a search; -1 if the side does not win so."""
        self.keeps: tuple[Keep, ...] = ()
        self.deadline = time.monotonic() + limits.seconds
        self.windows = in_window(ruleset)
        self.around = Surroundings(self.decomposition, sum(guess))
        self.promises = Promises()
        self.supporting = Supporting(self.position)
        self.places: dict[Ruleset, Known] = {}
        self.enclosures: dict[tuple[Ruleset, Mask], Enclosure] = {}
        self.plan = Plan((), self.attempts)
        self.highest = sys.maxsize
        """The last level of searches for now."""
        self.told: dict[Mask, int] = {}
        self.boxed: set[Mask] = set()
        """The units of which rectangles are windows."""

    def judgement(self) -> Judgement:
        found = tuple(self.verdicts[unit] for unit in self.units if unit in self.verdicts)
        return Judgement(self.diagram, self.ruleset, self.limits, self.prover, self.units, found, self.first)

    def run(self) -> None:
        for unit in self.units:
            if not self.size(unit) and unit not in self.verdicts:  # a wall
                self.decide(unit, 1, 1)
        if self.ruleset["walls"] == "independent":
            self.highest = len(BUDGETS) - 1
            self.follow()
            if self.open() and self.left() > 0:
                # Half of the time: walls are of no use without searches among them.
                limits = dataclasses.replace(self.limits, seconds=self.left() / 2)
                self.keeps = find_keeps(self.position, limits, prover=self.prover)
            if self.keeps:  # all locales may be smaller now
                self.tried = {key: budget for key, budget in self.tried.items() if key.kind is not Kind.WHOLE}
        self.highest = sys.maxsize
        self.follow()

    def follow(self) -> None:
        """Search until all is decided, tried or the time is over: what promises most for the least work."""
        self.plan = Plan(self.open(), self.attempts)
        supported = -1.0
        while self.left() > 0 and (found := self.plan.next()):
            unit, attempt = found
            if self.supporting.missing and attempt.score > 2 * supported:
                # What ends scopes is asked about now and then, with less than goes into the units themselves.
                supported, missing = attempt.score, len(self.supporting.missing)
                self.end_scopes(max(0, attempt.level - _BEHIND))
                if len(self.supporting.missing) < missing:
                    self.plan.changed()
            self.tell(unit, budget_of(attempt.level, self.limits.nodes))
            if not self.make(unit, attempt):
                self.plan.further(unit, self.further(unit, attempt))

    def rules(self, unit: Mask) -> Ruleset:
        """The ruleset of the test of a unit."""
        return moving_first(self.ruleset, self.first, self.position, unit)

    def open(self) -> list[Mask]:
        """The units without a verdict, those in small locales and large ones first."""
        return self.decomposition.order(unit for unit in self.units if unit not in self.verdicts)

    def size(self, unit: Mask) -> int:
        """The points of a unit's locale."""
        return self.decomposition.locale(unit).bit_count()

    def left(self) -> float:
        """The seconds that are left; none if time is over."""
        return max(0.0, self.deadline - time.monotonic())

    def tell(self, unit: Mask, budget: int) -> None:
        if self.on_start and self.told.get(unit, 0) < budget:
            self.told[unit] = budget
            self.on_start(unit, budget)

    def attempts(self, unit: Mask) -> list[Attempt]:
        """What may be tried of a unit, as far as is known now."""
        size, full = self.size(unit), self.position.grid.full
        first = 0 if size <= _SEARCHED else len(BUDGETS)
        found = [self.attempt(unit, self.owner(unit), Kind.WHOLE, full, size, first=first)]
        if self.windows and size > _WHOLE:
            found += self.looks(unit, self.expected(unit), 1)
            found += self.looks(unit, self.expected(unit).opponent, _AGAINST)
        return [attempt for attempt in found if attempt is not None]

    def looks(self, unit: Mask, side: Colour, against: int) -> list[Attempt | None]:
        """The windows in which *side* may win the game for a unit, and other ways."""
        question = self.question(unit, self.limits, ())
        arena = arena_of(self.aim(question, side))
        full, found, enclosed = self.position.grid.full, list[Attempt | None](), list[Mask]()
        needed = 0
        if side == arena.attacker:
            if isinstance(arena, MemoryArena) and arena.enabling:
                needed = arena.scope | arena.standing
                found.append(self.attempt(unit, side, Kind.PLACES, needed, _WHOLE, against))
            enclosure = self.enclosure(arena)
            if enclosure.hopeless:
                return found
            points = enclosure.area.bit_count()
            if not enclosure.zone and points <= _LARGEST[-1][0]:
                found.append(self.attempt(unit, side, Kind.ENCLOSURE, enclosure.area, points, against))
            zones = self.around.zones[side]
            enclosed = [window | needed for window in enclosure.windows(_LARGEST[-1][0], zones)]
        windows = self.around.windows(unit, side, _GROWTH, needed)
        hopeful = [*enclosed, *self.promises.in_order(arena, side, windows)]
        boxes: list[Mask] = []
        if unit in self.boxed and side == arena.owner:
            boxes = self.promises.best(arena, side, self.around.boxes(unit, side), _BOXES[-1][0])
        elif side == arena.owner:
            found.append(self.attempt(unit, side, Kind.BOXES, full, _WHOLE, against, first=1))
        later = {box: _level_of(_BOXES, number) for number, box in enumerate(boxes, 1) if box not in hopeful}
        theirs = needed & self.position.stones(side)
        for window in dict.fromkeys([*hopeful, *boxes]):
            kind = Kind.ENCLOSED if window in enclosed else Kind.WINDOW
            points = (window & arena.locale & ~theirs).bit_count()
            first = _level_of(_LARGEST, points)
            if first is not None:
                first = max(first, later.get(window) or 0)
                guess = 0 if kind is Kind.ENCLOSED else self.promises.of(arena, side, window) or 0
                found.append(self.attempt(unit, side, kind, window, points, against, guess, first))
        return found

    def attempt(
        self,
        unit: Mask,
        side: Colour,
        kind: Kind,
        area: Mask,
        points: int,
        against: int = 1,
        guess: float = 0,
        first: int = 0,
    ) -> Attempt | None:
        """A search with more states than were tried, from a level on; None if that is of no use."""
        spent = self.tried.get(_Key(self.rules(unit), unit, side, kind, area), 0)
        level = level_after(spent, first, self.limits.nodes)
        if level is None or level > self.highest:
            return None
        return Attempt.of(side, kind, area, points, max(guess, NEAR) * against, level, self.limits.nodes)

    def further(self, unit: Mask, tried: Attempt) -> Attempt | None:
        """The same search with more states."""
        if tried.kind in (Kind.ENCLOSURE, Kind.BOXES):
            return None  # all that may be tried of the unit is looked at again
        side, kind, area, points, doubt, level = tried[1:7]
        return self.attempt(unit, side, kind, area, points, guess=doubt, first=level)

    def make(self, unit: Mask, attempt: Attempt) -> bool:
        """Search; whether that decides the unit."""
        budget = budget_of(attempt.level, self.limits.nodes)
        if attempt.kind is Kind.WHOLE:
            return self.decide(unit, attempt.states, budget)
        question = self.question(unit, self.searching(attempt.states), ())
        aim = self.aim(question, attempt.side)
        arena = arena_of(aim)
        if attempt.kind in (Kind.ENCLOSURE, Kind.PLACES):
            self.tried[_Key(question.ruleset, unit, *attempt.how)] = budget
        if attempt.kind is Kind.ENCLOSURE:
            self.enclosure(arena).search(self.searching(attempt.states), self.prover)
            self.plan.renew(unit)
            return False
        if attempt.kind is Kind.BOXES:
            self.boxed.add(unit)
            self.plan.renew(unit)
            return False
        if attempt.kind is Kind.PLACES:
            verdict = self.by_places(question, aim, arena, attempt.states)
        else:
            verdict = self.in_window(question, aim, arena, attempt)
        if verdict is not None:
            self.found(verdict)
        return verdict is not None

    def end_scopes(self, level: int) -> None:
        """Prove that units at which the scope of a death could end live wherever new stones count."""
        asked_for = [self.around_scope(unit) for unit in self.open() if unit in self.guess]
        for unit, rules in list(self.supporting.missing.items()):
            if self.left() <= 0:
                return
            if not any(near & unit for near in asked_for):
                continue
            limits = self.searching(budget_of(level, self.limits.nodes))
            apart = self.decomposition
            asked = Question(self.position, unit, rules, limits, self.prover, decomposition=apart)
            if self.size(unit) <= _SEARCHED:
                self.supporting.add(decide(asked))
            elif self.windows:
                found = self.supported(asked, level)
                if found is not None:
                    self.supporting.add(found)

    def supported(self, question: Question, level: int) -> UnitVerdict | None:
        """Look for a proof that a unit lives by another rule, in window after window."""
        unit, side, most = question.unit, self.owner(question.unit), self.limits.nodes
        aim = self.aim(question, side)
        arena = arena_of(aim)
        for window in self.promises.in_order(arena, side, self.around.windows(unit, side, _GROWTH)):
            points = (window & arena.locale).bit_count()
            spent = self.tried.get(_Key(question.ruleset, unit, side, Kind.WINDOW, window), 0)
            if points <= _LARGEST[0][0] and level_after(spent, level, most) == level:
                attempt = Attempt.of(side, Kind.WINDOW, window, points, NEAR, level, most)
                found = self.in_window(question, aim, arena, attempt)
                if found is not None or self.left() <= 0:
                    return found
        return None

    def around_scope(self, unit: Mask) -> Mask:
        """The stones of other units of the same side next to the scope of a death."""
        owner = self.owner(unit)
        scope = scope_of(self.aim(self.question(unit, self.limits, ()), owner.opponent)) or 0
        return self.position.grid.dilate(scope) & self.position.stones(owner) & ~unit

    def owner(self, unit: Mask) -> Colour:
        """The side whose stones a unit is."""
        return Colour.BLACK if unit & self.position.black else Colour.WHITE

    def expected(self, unit: Mask) -> Colour:
        """The side that wins the game for *unit* if the guess is right."""
        owner = self.owner(unit)
        return owner.opponent if unit in self.guess else owner

    def in_window(
        self, question: Question, aim: Certificate, arena: Arena, attempt: Attempt
    ) -> UnitVerdict | None:
        """Look for a proof of *aim*, a claim about the game *arena*, in a window."""
        key = _Key(question.ruleset, question.unit, *attempt.how)
        limits = self.searching(attempt.states)
        try:
            outcome = prove_in_window(arena, attempt.side, attempt.area, limits, prover=self.prover)
        except MemoryError:  # that of this machine; more states need no less
            self.tried[key] = self.limits.nodes
            return None
        if outcome.status is Status.UNKNOWN:
            budget = budget_of(attempt.level, self.limits.nodes)
            self.tried[key] = -1 if outcome.limit == NOT_WON else self.spent(outcome, budget)
            return None
        proved = outcome.with_proof(supports=aim.supports)
        verdict = verdict_of(dataclasses.replace(question, limits=limits), proved)
        if verdict.status is Status.UNKNOWN:
            self.tried[key] = -1
            return None
        return verdict

    def enclosure(self, arena: Arena) -> Enclosure:
        """What encloses the unit of *arena*, and which of it matters, as far as is known."""
        dead = sum(self.guess) | arena.unit
        key = (arena.ruleset, arena.unit)
        known = self.enclosures.get(key)
        if known is None or known.dead != dead:
            known = self.enclosures[key] = Enclosure(arena, dead)
        return known

    def by_places(
        self, question: Question, aim: Certificate, arena: Arena, budget: int
    ) -> UnitVerdict | None:
        """Look for a proof that the attacker clears one place after the other."""
        if aim.claim.verdict is not Verdict.DEAD or self.left() <= 0:
            return None
        lost = sum(unit for unit in self.guess if unit & self.position.stones(arena.attacker))
        known = self.places.setdefault(question.ruleset, {})
        outcome = prove_by_places(arena, self.searching(budget), lost, known, part=1)
        if outcome.certificate is None:
            return None
        verdict = verdict_of(question, outcome.with_proof(supports=aim.supports))
        return None if verdict.status is Status.UNKNOWN else verdict

    def question(self, unit: Mask, limits: Limits, keeps: tuple[Keep, ...]) -> Question:
        rules, apart = self.rules(unit), self.decomposition
        return Question(self.position, unit, rules, limits, self.prover, keeps, decomposition=apart)

    def aim(self, question: Question, side: Colour) -> Certificate:
        """What a proof that *side* wins has to be, but for its evidence."""
        owner = self.owner(question.unit)
        verdict = Verdict.ALIVE if side == owner else Verdict.DEAD
        claim = Claim(self.position, question.unit, question.ruleset, verdict)
        supports = self.supporting.of(claim)
        standing = 0
        if side != owner and claim.ruleset["dead_means"] == INSIDE:
            stops = sum(one.claim.unit for one in supports)
            standing = attackers_around(
                self.position, question.unit, question.ruleset, sum(self.guess), stops
            )
        return Certificate(claim, (), supports=supports, standing=standing)

    def decide(self, unit: Mask, states: int, budget: int) -> bool:
        """Search the whole locale of *unit*, up to so many *states* of a *budget*."""
        key = _Key(self.rules(unit), unit, self.owner(unit), Kind.WHOLE, self.position.grid.full)
        limits = self.searching(states)
        question = self.question(unit, limits, self.keeps)
        if scoped(question.ruleset):
            # The other units are judged anyway; nobody else needs to look for those that end the scope.
            claim = Claim(self.position, unit, question.ruleset, Verdict.DEAD)
            question = dataclasses.replace(question, supports=self.supporting.of(claim))
        verdict = decide(question)
        self.tried[key] = self.spent(verdict.outcome, budget)
        if verdict.status is Status.UNKNOWN:
            return False
        self.found(verdict)
        return True

    def spent(self, outcome: Outcome | None, budget: int) -> int:
        """The budget with which there is no use in searching again."""
        # With more states the same memory is full again, and just as soon.
        return self.limits.nodes if outcome and outcome.limit.endswith(" MiB") else budget

    def searching(self, budget: int) -> Limits:
        """The limits for one search."""
        nodes = max(1, min(budget, self.limits.nodes))
        return dataclasses.replace(self.limits, nodes=nodes, seconds=self.left())

    def found(self, verdict: UnitVerdict) -> None:
        """Take in a verdict, and what its proof says of other units."""
        self.take_in(verdict)
        if verdict.status is not Status.DEAD or verdict.certificate is None:
            return
        for unit in self.open():
            if self.owner(unit) == verdict.colour and self.left() > 0:
                other = served(self.question(unit, self.limits, self.keeps), [verdict.certificate])
                if other is not None:
                    self.take_in(other)

    def take_in(self, verdict: UnitVerdict) -> None:
        unit = verdict.unit
        self.verdicts[unit] = verdict
        self.plan.drop(unit)
        self.plan.changed()
        self.supporting.add(verdict)
        if (verdict.status is Status.DEAD) != (unit in self.guess):
            self.guess ^= {unit}
            zones = self.around.zones
            self.around = Surroundings(self.decomposition, sum(self.guess))
            self.around.zones = zones
        if verdict.status is Status.ALIVE:
            self.around.proved(verdict.colour, unit, _zone(verdict))
        if self.on_verdict:
            self.on_verdict(verdict)


def _zone(verdict: UnitVerdict) -> Mask:
    """The points that a proof depends on, if it says so."""
    certificate = verdict.certificate
    evidence = certificate.evidence if certificate else ()
    areas = (item.area for item in evidence if isinstance(item, Patterns))
    return functools.reduce(operator.or_, areas, verdict.unit)
