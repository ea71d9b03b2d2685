"""Judging a whole board within a given time: easy units first, with growing budgets.

For each unit a proof is looked for in windows, parts of the board that grow around it
(:mod:`verifier.search.windows`); then, or where the ruleset knows no windows, in its whole locale. The order
follows a guess of which units are dead, such as the players' agreement. A guess decides nothing: each verdict
has a certificate for the whole board that the checker has accepted.
"""

import dataclasses
import functools
import operator
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from verifier.adjudicate.first import First, moving_first
from verifier.adjudicate.judge import decide
from verifier.adjudicate.judgement import Judgement
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


class Stage(NamedTuple):
    """What is tried of each unit."""

    budget: int
    """States to expand in each search."""
    growth: float
    """How much the windows that grow around the unit differ in size."""
    largest: int
    """Points of a window, at most."""
    boxes: int
    """Windows in rectangles, besides: so many of each unit."""


_STAGES = (
    Stage(200, 1.15, 80, 0),
    Stage(2_500, 1.1, 80, 6),
    Stage(10_000, 1.15, 80, 4),
    Stage(40_000, 1.2, 90, 3),
    Stage(125_000, 1.5, 130, 3),
)
"""A proof is mostly found soon in the right window or not at all, so many windows are tried."""
_EASY = 40
"""Points of a window in which a search may expand all of the budget; in larger ones a state takes longer."""
_BEHIND = 3
"""The side that the guess does not expect to win is tried with the budget of so many stages before."""
_ENCLOSED = 4
"""So many times the budget goes into each window that holds what encloses a unit; there are few of them."""
_MORE = 5
"""So many times the budget of the stage before is that of each further stage, up to the limits."""
_SEARCHED = 100
"""Locales of up to so many points are searched as a whole at every stage; larger ones take too long."""
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
        self.tried: dict[tuple[Ruleset, Mask, Colour, Mask], int] = {}
        """The budget that was not enough for a unit, a side and a window; -1 if it does not win there."""
        self.keeps: tuple[Keep, ...] = ()
        self.deadline = time.monotonic() + limits.seconds
        self.windows = in_window(ruleset)
        self.around = Surroundings(self.decomposition, sum(guess))
        self.promises = Promises()
        self.supporting = Supporting(self.position)
        self.places: dict[Ruleset, Known] = {}
        self.enclosures: dict[tuple[Ruleset, Mask], Enclosure] = {}

    def judgement(self) -> Judgement:
        found = tuple(self.verdicts[unit] for unit in self.units if unit in self.verdicts)
        return Judgement(self.diagram, self.ruleset, self.limits, self.prover, self.units, found, self.first)

    def run(self) -> None:
        for unit in self.units:
            if not self.size(unit) and unit not in self.verdicts:  # a wall
                self.decide(unit, 1)
        for number, stage in enumerate(_STAGES):
            if self.open() and self.left() > 0:
                self.stage(stage, _STAGES[max(number - _BEHIND, 0)].budget)
        if self.ruleset["walls"] == "independent" and self.left() > 0:
            # Half of the time: walls are of no use without searches among them.
            limits = dataclasses.replace(self.limits, seconds=self.left() / 2)
            self.keeps = find_keeps(self.position, limits, prover=self.prover)
            if self.keeps:  # all locales may be smaller now
                full = self.position.grid.full
                self.tried = {key: budget for key, budget in self.tried.items() if key[3] != full}
        last = _STAGES[-1]
        budget, more = last.budget, True
        while more and self.open() and self.left() > 0:
            budget = min(_MORE * budget, self.limits.nodes)
            more = budget < self.limits.nodes
            for unit in self.open():
                if self.left() > 0 and unit not in self.verdicts:
                    self.tell(unit, budget)
                    self.decide(unit, budget)
            if budget > last.budget and self.left() > 0:
                self.stage(last._replace(budget=budget), budget // _MORE)

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
        if self.on_start:
            self.on_start(unit, budget)

    def stage(self, stage: Stage, against: int) -> None:
        """Try all open units, with the budget *against* for the side that is not expected to win.

        Again as long as that decides some: what is proved of one unit shows where to look for the next.
        """
        other = stage._replace(budget=against, boxes=0)
        progress = True
        while progress:
            progress = False
            self.end_scopes(other)
            for unit in self.nearest(stage):
                if self.left() <= 0:
                    return
                if unit in self.verdicts:  # by the proof of another one
                    continue
                self.tell(unit, stage.budget)
                size = self.size(unit)
                if size <= _SEARCHED and self.decide(unit, stage.budget):
                    progress = True
                elif self.windows and size > _WHOLE:
                    side = self.expected(unit)
                    progress |= self.look(unit, side, stage) or self.look(unit, side.opponent, other)

    def nearest(self, stage: Stage) -> list[Mask]:
        """The open units: those that are searched as a whole, then those whose windows promise most."""
        open_units = self.open()
        if not self.windows:
            return open_units
        distance = {}
        for unit in open_units:
            distance[unit] = -1
            if self.size(unit) > _SEARCHED:
                side = self.expected(unit)
                arena = arena_of(self.aim(self.question(unit, self.limits, ()), side))
                windows = self.around.windows(unit, side, stage.growth)
                guesses = [self.promises.of(arena, side, window) for window in windows]
                distance[unit] = min((guess for guess in guesses if guess is not None), default=0)
        return sorted(open_units, key=lambda unit: distance[unit])

    def end_scopes(self, stage: Stage) -> None:
        """Prove that units at which the scope of a death could end live wherever new stones count."""
        if not self.supporting.missing:
            return
        asked_for = [self.around_scope(unit) for unit in self.open() if unit in self.guess]
        for unit, rules in list(self.supporting.missing.items()):
            if self.left() <= 0:
                return
            if not any(near & unit for near in asked_for):
                continue
            limits, apart = self.searching(stage.budget), self.decomposition
            asked = Question(self.position, unit, rules, limits, self.prover, decomposition=apart)
            if self.size(unit) <= _SEARCHED:
                self.supporting.add(decide(asked))
            elif self.windows:
                aim = self.aim(asked, self.owner(unit))
                found = self.in_windows(asked, aim, arena_of(aim), stage)
                if found is not None:
                    self.supporting.add(found)

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

    def look(self, unit: Mask, side: Colour, stage: Stage) -> bool:
        """Look for a proof that *side* wins, place by place or in windows."""
        question = self.question(unit, self.searching(stage.budget), ())
        aim = self.aim(question, side)
        arena = arena_of(aim)
        verdict = self.by_places(question, aim, arena, stage.budget) or self.in_windows(
            question, aim, arena, stage
        )
        if verdict is not None:
            self.found(verdict)
        return verdict is not None

    def in_windows(
        self, question: Question, aim: Certificate, arena: Arena, stage: Stage
    ) -> UnitVerdict | None:
        """Look for a proof of *aim*, a claim about the game *arena*, in window after window."""
        unit, budget = question.unit, stage.budget
        side = arena.owner if aim.claim.verdict is Verdict.ALIVE else arena.attacker
        needed = 0
        if isinstance(arena, MemoryArena) and arena.enabling and side == arena.attacker:
            needed = arena.scope | arena.standing
        theirs = needed & self.position.stones(side)
        windows = self.around.windows(unit, side, stage.growth, needed)
        if stage.boxes and side == arena.owner:
            boxes = self.around.boxes(unit, side)
            windows = [*windows, *self.promises.best(arena, side, boxes, stage.boxes)]
        enclosed: list[Mask] = []
        if side == arena.attacker:
            enclosure = self.enclosure(arena, budget)
            if enclosure.hopeless:
                return None
            zones = self.around.zones[side]
            enclosed = [window | needed for window in enclosure.windows(stage.largest, zones)]
        for window in [*enclosed, *self.promises.in_order(arena, side, windows)]:
            size = (window & arena.locale & ~theirs).bit_count()
            if size > stage.largest:
                continue
            key = (question.ruleset, unit, side, window)
            spent = self.tried.get(key, 0)
            if spent < 0 or spent >= budget:
                continue
            if self.left() <= 0:
                return None
            most = budget if budget >= self.limits.nodes else budget * _EASY // max(_EASY, size)
            if window in enclosed:
                most = min(_ENCLOSED * budget, self.limits.nodes)
            limits = self.searching(most)
            try:
                outcome = prove_in_window(arena, side, window, limits, prover=self.prover)
            except MemoryError:  # that of this machine; more states need no less
                self.tried[key] = self.limits.nodes
                continue
            if outcome.status is Status.UNKNOWN:
                self.tried[key] = -1 if outcome.limit == NOT_WON else self.spent(outcome, budget)
                continue
            proved = outcome.with_proof(supports=aim.supports)
            verdict = verdict_of(dataclasses.replace(question, limits=limits), proved)
            if verdict.status is not Status.UNKNOWN:
                return verdict
            self.tried[key] = -1
        return None

    def enclosure(self, arena: Arena, budget: int) -> Enclosure:
        """What encloses the unit of *arena*, and which of it matters, as far as is known with that budget.

        Nothing is looked for in areas larger than windows are: a state takes long there, and little is found.
        """
        dead = sum(self.guess) | arena.unit
        key = (arena.ruleset, arena.unit)
        known = self.enclosures.get(key)
        if known is None or known.dead != dead:
            known = self.enclosures[key] = Enclosure(arena, dead)
        if self.left() > 0 and known.area.bit_count() <= _STAGES[-1].largest:
            known.search(self.searching(budget), self.prover)
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

    def decide(self, unit: Mask, budget: int) -> bool:
        """Search the whole locale of *unit*."""
        key = (self.rules(unit), unit, self.owner(unit), self.position.grid.full)
        if self.tried.get(key, 0) >= budget:
            return False
        limits = self.searching(budget)
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
