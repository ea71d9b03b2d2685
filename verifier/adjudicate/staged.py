"""Judging a whole board within a given time: easy units first, with growing budgets.

For each unit a proof is looked for in windows, parts of the board that grow around it
(:mod:`verifier.search.windows`); then, or where the ruleset knows no windows, in its whole locale. The order
follows a guess of which units are dead, such as the players' agreement. A guess decides nothing: each verdict
has a certificate for the whole board that the checker has accepted.
"""

import contextlib
import dataclasses
import functools
import operator
import time
from collections.abc import Callable, Iterable

from verifier.adjudicate.first import First, moving_first
from verifier.adjudicate.judge import decide
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.plan import BUDGETS, Attempt, Kind, Plan, budget_of
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.searching import Found, Search, Searcher
from verifier.adjudicate.served import served
from verifier.adjudicate.supporting import Supporting
from verifier.adjudicate.team import Team
from verifier.adjudicate.tries import SEARCHED, WHOLE, Tries
from verifier.board import Colour, Mask, Position
from verifier.errors import Interrupted
from verifier.notation import Diagram
from verifier.play import scoped
from verifier.proof import Certificate, Claim, Keep, Patterns, Verdict
from verifier.proof.scope import arena_of, attackers_around, scope_of
from verifier.rules import Ruleset
from verifier.rules.axes import ENABLING, INSIDE
from verifier.search import Limits, Status, find_keeps
from verifier.search.native.likely import likely_dead
from verifier.search.windows.window import in_window
from verifier.units import decompose
from verifier.workers import Workers

__all__ = ["judge_board", "wide"]


_ALONE = 1.0
"""So many seconds this process searches by itself: others need about half as long to begin."""
_STILL = 0
"""So many levels units are still looked at that live as a stone is held, to be kept, when all are decided."""
_BEHIND = 3
"""What ends a scope is asked with the budget of so many levels before."""


def judge_board(
    diagram: Diagram,
    ruleset: Ruleset,
    *,
    units: Iterable[Mask] | None = None,
    guess: Iterable[Mask] | None = None,
    known: Iterable[UnitVerdict] = (),
    limits: Limits | None = None,
    prover: str = "auto",
    workers: Workers | None = None,
    first: First | None = None,
    on_start: Callable[[Mask, int], None] | None = None,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
    on_search: Callable[[Search, Found], None] | None = None,
) -> Judgement:
    """Judge all units of a diagram, or *units*; ``limits.seconds`` is the time for all of them together.

    *guess* are the units that may be dead; every other one is taken to be alive until it is known better.
    Without one it is :func:`verifier.search.native.likely.likely_dead`.
    *first* moves first in each test instead of whom the ruleset names.
    *known* are verdicts on units of the diagram found before, which are not asked for again. *on_start* is
    told of each unit that is worked on, and with what budget; *on_verdict* of each that is decided;
    *on_search* of each search for a unit that the plan has chosen, and what it found.
    ``limits.nodes`` and ``memory_mib`` limit each search. With more than one job, or on a cluster, *workers*
    do several searches at a time, if the board is not decided soon; default: this process does all.

    Raises:
        InputError: the prover is not available.
        Interrupted: Ctrl-C was pressed; the verdicts found until then are in it.
    """
    dead, known = set(likely_dead(diagram.position) if guess is None else guess), tuple(known)
    for verdict in known:
        if verdict.status is Status.DEAD:
            dead.add(verdict.unit)
        elif verdict.status is Status.ALIVE and not verdict.held:
            dead.discard(verdict.unit)
    who, most = workers or Workers(), limits or Limits()
    job = _Job(diagram, ruleset, dead, most, prover, who, first, on_start, on_verdict, on_search)
    if units is not None:
        asked = set(units)
        job.units = tuple(unit for unit in job.units if unit in asked)
    for verdict in known:
        job.verdicts[verdict.unit] = verdict
        job.supporting.add(verdict)
        job.lean_on(verdict)
    try:
        with contextlib.closing(job.team):
            job.run()
        return job.judgement()
    except KeyboardInterrupt:
        raise Interrupted(job.judgement()) from None


def wide(position: Position, ruleset: Ruleset) -> bool:
    """Whether a position has a locale so large that windows are of use, and the ruleset knows them."""
    apart = decompose(position, ruleset["walls"])
    return in_window(ruleset) and any(apart.locale(unit).bit_count() > WHOLE for unit in apart.chains)


class _Job:
    """One board, its open units and what was tried."""

    def __init__(
        self,
        diagram: Diagram,
        ruleset: Ruleset,
        guess: set[Mask],
        limits: Limits,
        prover: str,
        workers: Workers,
        first: First | None,
        on_start: Callable[[Mask, int], None] | None,
        on_verdict: Callable[[UnitVerdict], None] | None,
        on_search: Callable[[Search, Found], None] | None,
    ) -> None:
        self.diagram, self.position, self.ruleset = diagram, diagram.position, ruleset
        self.guess, self.limits, self.prover = guess, limits, prover
        self.first, self.on_start, self.on_verdict, self.on_search = first, on_start, on_verdict, on_search
        self.decomposition = decompose(self.position, ruleset["walls"])
        self.units = self.decomposition.chains
        self.verdicts: dict[Mask, UnitVerdict] = {}
        self.keeps: tuple[Keep, ...] = ()
        self.deadline = time.monotonic() + limits.seconds
        self.tries = Tries(
            self.decomposition,
            guess,
            limits.nodes,
            windows=in_window(ruleset),
            rules=self.rules,
            game=lambda unit, side, weak: arena_of(
                self.aim(self.question(unit, self.limits, ()), side, weak)
            ),
        )
        self.supporting = Supporting(self.position)
        self.plan = Plan((), self.tries.attempts)
        self.supported_by = -1.0
        """The score of what was tried when that which ends scopes was asked about last."""
        self.workers, self.team, self.searcher = workers, Team(workers), Searcher()
        self.begun = time.monotonic()
        self.told: dict[Mask, int] = {}

    def judgement(self) -> Judgement:
        found = tuple(self.verdicts[unit] for unit in self.units if unit in self.verdicts)
        return Judgement(self.diagram, self.ruleset, self.limits, self.prover, self.units, found, self.first)

    def run(self) -> None:
        for unit in self.units:
            if not self.tries.size(unit) and unit not in self.verdicts:  # a wall
                verdict = decide(self.whole(unit, self.searching(1)))
                if verdict.status is not Status.UNKNOWN:
                    self.found(verdict)
        if self.ruleset["walls"] == "independent":
            self.tries.highest = len(BUDGETS) - 1
            self.follow()
            if self.open() and self.left() > 0:
                # Half of the time: walls are of no use without searches among them.
                limits = dataclasses.replace(self.limits, seconds=self.left() / 2)
                self.keeps = find_keeps(self.position, limits, prover=self.prover)
            if self.keeps:
                self.tries.forget_whole()
            self.tries.highest = None
        self.follow()

    def follow(self) -> None:
        """Search until all is decided, tried or the time is over: what promises most for the least work."""
        self.plan = Plan(self.open(), self.tries.attempts)
        self.supported_by = -1.0
        while True:
            while (self.alone or self.team.room) and (asked := self.next()):
                if self.alone:
                    self.settle(asked, self.searcher.search(asked))
                else:
                    self.tries.begun(asked.question.ruleset, asked.question.unit, asked.attempt)
                    self.team.give(asked)
            if self.team.over(self.needless):
                return  # closing the team ends what is still under way
            for asked, found in self.team.results(self.needless):
                self.tries.ended(asked.question.ruleset, asked.question.unit, asked.attempt)
                self.settle(asked, found)

    @property
    def alone(self) -> bool:
        """Whether this process searches by itself, as it does at first: many boards are soon decided."""
        return self.workers.here or time.monotonic() < self.begun + _ALONE

    def needless(self, asked: Search) -> bool:
        """Whether nothing that a search may find is of use any more."""
        return asked.question.unit not in self.plan or (asked.attempt.level > _STILL and not self.open())

    def next(self) -> Search | None:
        """Return what to search next; None if there is nothing now, or no time."""
        while self.left() > 0 and (found := self.plan.next(self.team.busy)):
            unit, attempt = found
            if attempt.level > _STILL and not self.open():
                continue
            if self.supporting.missing and attempt.score > 2 * self.supported_by:
                # What ends scopes is asked about now and then, with less than goes into the units themselves.
                self.supported_by, missing = attempt.score, len(self.supporting.missing)
                self.end_scopes(max(0, attempt.level - _BEHIND))
                if len(self.supporting.missing) < missing:
                    self.plan.changed()
            self.tell(unit, budget_of(attempt.level, self.limits.nodes))
            if attempt.kind is Kind.BOXES:
                self.tries.with_boxes(unit)
                self.plan.renew(unit)
            elif self.tries.in_vain(unit, attempt):
                self.plan.further(unit, self.tries.further(unit, attempt))
            else:
                return self.search(unit, attempt)
        return None

    def rules(self, unit: Mask) -> Ruleset:
        """The ruleset of the test of a unit."""
        return moving_first(self.ruleset, self.first, self.position, unit)

    def open(self) -> list[Mask]:
        """The units without a verdict, those in small locales and large ones first."""
        return self.decomposition.order(unit for unit in self.units if unit not in self.verdicts)

    def left(self) -> float:
        """The seconds that are left; none if time is over."""
        return max(0.0, self.deadline - time.monotonic())

    def tell(self, unit: Mask, budget: int) -> None:
        if self.on_start and self.told.get(unit, 0) < budget:
            self.told[unit] = budget
            self.on_start(unit, budget)

    def search(self, unit: Mask, attempt: Attempt) -> Search:
        """What a planned search needs."""
        limits = self.searching(attempt.states)
        if attempt.kind is Kind.WHOLE:
            return Search(self.whole(unit, limits), attempt, self.limits.nodes)
        question = self.question(unit, limits, ())
        aim = self.aim(question, attempt.side, attempt.weak)
        if attempt.kind is Kind.ENCLOSURE:
            enclosure = self.tries.enclosure(arena_of(aim), attempt.weak)
            return Search(question, attempt, self.limits.nodes, aim, enclosure=enclosure)
        if attempt.kind is Kind.PLACES:
            lost = sum(self.guess) & self.position.stones(attempt.side) | attempt.weak
            return Search(question, attempt, self.limits.nodes, aim, lost=lost)
        return self.in_window(question, aim, attempt)

    def in_window(self, question: Question, aim: Certificate, attempt: Attempt) -> Search:
        """What it needs to look for a proof of *aim* in a window."""
        # What is to live is to be kept, as long as that may be proved: others lean on it then.
        leant_on = question.ruleset["dead_means"] in ENABLING and (
            question.unit not in self.guess or question.unit in self.tries.held
        )
        held = True if attempt.kind is Kind.HELD else False if leant_on else None
        return Search(question, attempt, self.limits.nodes, aim, held=held)

    def settle(self, asked: Search, found: Found) -> None:
        """Take in what a search has found, and plan the next one if that decides nothing."""
        unit, attempt = asked.question.unit, asked.attempt
        if self.on_search:
            self.on_search(asked, found)
        if found.verdict is not None:
            first = self.verdicts.get(unit, found.verdict)
            assert found.verdict.status is first.status, f"{first.name} was proved dead and alive"
            if unit in self.plan:
                self.found(found.verdict)
            return
        if found.interrupted:
            self.plan.further(unit, attempt)
            return
        self.tries.failed(asked.question.ruleset, unit, attempt, found.spent, found.numbers)
        if asked.enclosure is not None:
            if found.answer is not None:
                asked.enclosure.learn(found.answer, asked.question.limits.nodes)
            self.plan.renew(unit)
        self.plan.further(unit, self.tries.further(unit, attempt))
        if attempt.kind is Kind.HELD and not self.alone:
            self.plan.changed()  # the same was not tried for other units meanwhile

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
            if self.tries.size(unit) <= SEARCHED:
                self.supporting.add(decide(asked))
            elif self.tries.windows:
                found = self.supported(asked, level)
                if found is not None:
                    self.supporting.add(found)
                    self.lean_on(found)

    def supported(self, question: Question, level: int) -> UnitVerdict | None:
        """Look for a proof that a unit lives by another rule, in window after window."""
        unit = question.unit
        aim = self.aim(question, self.tries.owner(unit))
        for attempt in self.tries.of_level(arena_of(aim), level):
            limits = self.searching(attempt.states)
            asked = self.in_window(dataclasses.replace(question, limits=limits), aim, attempt)
            found = self.searcher.search(asked)
            if found.verdict is None:
                self.tries.failed(question.ruleset, unit, attempt, found.spent, found.numbers)
            if found.verdict is not None or self.left() <= 0:
                return found.verdict
        return None

    def around_scope(self, unit: Mask) -> Mask:
        """The stones of other units of the same side next to the scope of a death."""
        owner = self.tries.owner(unit)
        scope = scope_of(self.aim(self.question(unit, self.limits, ()), owner.opponent)) or 0
        return self.position.grid.dilate(scope) & self.position.stones(owner) & ~unit

    def question(self, unit: Mask, limits: Limits, keeps: tuple[Keep, ...]) -> Question:
        rules, apart = self.rules(unit), self.decomposition
        return Question(self.position, unit, rules, limits, self.prover, keeps, decomposition=apart)

    def aim(self, question: Question, side: Colour, weak: Mask = 0) -> Certificate:
        """What a proof that *side* wins has to be, but for its evidence; *weak* chains do not stand."""
        owner = self.tries.owner(question.unit)
        verdict = Verdict.ALIVE if side == owner else Verdict.DEAD
        claim = Claim(self.position, question.unit, question.ruleset, verdict)
        supports = self.supporting.of(claim)
        standing = 0
        if side != owner and claim.ruleset["dead_means"] == INSIDE:
            stops = sum(one.claim.unit for one in supports)
            standing = attackers_around(
                self.position, question.unit, question.ruleset, sum(self.guess) | weak, stops
            )
        return Certificate(claim, (), supports=supports, standing=standing)

    def whole(self, unit: Mask, limits: Limits) -> Question:
        """What is asked where the whole locale of *unit* is searched."""
        question = self.question(unit, limits, self.keeps)
        if not scoped(question.ruleset):
            return question
        # The other units are judged anyway; nobody else needs to look for those that end the scope.
        claim = Claim(self.position, unit, question.ruleset, Verdict.DEAD)
        return dataclasses.replace(question, supports=self.supporting.of(claim))

    def searching(self, budget: int) -> Limits:
        """The limits for one search."""
        nodes = max(1, min(budget, self.limits.nodes))
        return dataclasses.replace(self.limits, nodes=nodes, seconds=self.left())

    def found(self, verdict: UnitVerdict) -> None:
        """Take in a verdict, and what its proof says of other units."""
        self.take_in(verdict)
        if verdict.certificate is None or not (verdict.status is Status.DEAD or verdict.held):
            return
        for unit in self.open():
            if self.tries.owner(unit) == verdict.colour and self.left() > 0:
                other = served(self.question(unit, self.limits, self.keeps), [verdict.certificate])
                if other is not None:
                    self.take_in(other)

    def lean_on(self, verdict: UnitVerdict) -> None:
        """Windows may lean on a unit that is kept."""
        if verdict.status is Status.ALIVE and not verdict.held:
            self.tries.around.proved(verdict.colour, verdict.unit, _zone(verdict))

    def take_in(self, verdict: UnitVerdict) -> None:
        """Take in a verdict; a second one says that a unit is kept that was found to live by a stone held."""
        unit = verdict.unit
        first = unit not in self.verdicts
        self.verdicts[unit] = verdict
        if verdict.held and self.tries.may_be_kept(unit):
            self.tries.held.add(unit)
        else:
            self.plan.drop(unit)
        self.plan.changed()
        self.supporting.add(verdict)
        # Where a new stone is held elsewhere the unit is as good as gone for what stands around it.
        if not verdict.held:
            if (verdict.status is Status.DEAD) != (unit in self.guess):
                self.guess ^= {unit}
                self.tries.guessed()
            self.lean_on(verdict)
        if self.on_verdict and first:
            self.on_verdict(verdict)


def _zone(verdict: UnitVerdict) -> Mask:
    """The points that a proof depends on, if it says so."""
    certificate = verdict.certificate
    evidence = certificate.evidence if certificate else ()
    areas = (item.area for item in evidence if isinstance(item, Patterns))
    return functools.reduce(operator.or_, areas, verdict.unit)
