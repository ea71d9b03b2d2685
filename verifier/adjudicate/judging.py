"""Judging units of a position: each by itself, or where locales are large together, in windows."""

import contextlib
import dataclasses
from collections.abc import Callable, Mapping, Sequence

from verifier.adjudicate.first import First, moving_first
from verifier.adjudicate.judge import decide
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.many import decide_all
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.served import served
from verifier.adjudicate.staged import judge_board
from verifier.adjudicate.tries import SEARCHED, WHOLE
from verifier.board import Mask
from verifier.errors import Interrupted
from verifier.notation import Diagram
from verifier.proof import Keep
from verifier.rules import Ruleset
from verifier.search import Limits, Status, find_keeps
from verifier.search.windows.window import in_window
from verifier.text import many
from verifier.text import seconds as in_words
from verifier.units import decompose
from verifier.workers import Workers

__all__ = ["judge_units"]


def judge_units(
    diagram: Diagram,
    ruleset: Ruleset,
    *,
    units: Sequence[Mask] | None = None,
    limits: Limits | None = None,
    prover: str = "auto",
    jobs: int = 1,
    workers: Workers | None = None,
    first: First | None = None,
    on_wall: Callable[[Keep], None] | None = None,
    on_start: Callable[[Mask], None] | None = None,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> Judgement:
    """Judge the given units of a diagram, or all of them, with so many *jobs* or by *workers*.

    *first* moves first in each test instead of whom the ruleset names. Where the ruleset has walls by proof,
    these are looked for before. Units of locales too large to be searched as a whole are judged together,
    in windows (:func:`verifier.adjudicate.staged.judge_board`): in as much time as each of them has, times
    their number. The callbacks follow the progress; *on_start* is called only with one job, *on_verdict* once
    more for a unit that was unknown until the proof of another one served it.

    Raises:
        InputError: a unit is no chain of the position or assumed alive, or the prover is not available.
        Interrupted: Ctrl-C was pressed; the verdicts found so far are in it.
    """
    who = workers or Workers(jobs)
    job = _Job(diagram, ruleset, units, limits or Limits(), prover, who, first, on_start, on_verdict)
    try:
        job.find_walls(on_wall)
        job.alone()
        job.served()
        job.in_windows()
    except KeyboardInterrupt:
        raise Interrupted(job.judgement()) from None
    return job.judgement()


class _Job:
    """The units that were asked for, and what is found of them."""

    def __init__(
        self,
        diagram: Diagram,
        ruleset: Ruleset,
        units: Sequence[Mask] | None,
        limits: Limits,
        prover: str,
        workers: Workers,
        first: First | None,
        on_start: Callable[[Mask], None] | None,
        on_verdict: Callable[[UnitVerdict], None] | None,
    ) -> None:
        self.diagram, self.ruleset, self.limits, self.prover = diagram, ruleset, limits, prover
        self.workers, self.first, self.on_start, self.on_verdict = workers, first, on_start, on_verdict
        self.decomposition = decompose(diagram.position, ruleset["walls"])
        self.chosen = self.decomposition.chains if units is None else tuple(dict.fromkeys(units))
        self.keeps: tuple[Keep, ...] | None = None
        self.found: dict[Mask, UnitVerdict] = {}
        chains = self.decomposition.chains if in_window(ruleset) else ()
        self.sizes = {
            unit: self.decomposition.locale(unit).bit_count() for unit in self.chosen if unit in chains
        }
        """The points of the locales of units that may be searched in windows."""

    def judgement(self) -> Judgement:
        """What is found until now."""
        verdicts = tuple(self.found[unit] for unit in self.chosen if unit in self.found)
        about = self.diagram, self.ruleset, self.limits, self.prover
        return Judgement(*about, self.chosen, verdicts, self.first)

    def find_walls(self, on_wall: Callable[[Keep], None] | None) -> None:
        """Look for walls by proof, where the ruleset has them."""
        if self.ruleset["walls"] == "independent":
            position = self.diagram.position
            self.keeps = find_keeps(position, self.limits, prover=self.prover, on_wall=on_wall)

    def alone(self) -> None:
        """Judge the units whose locales can be searched as a whole, one by one."""
        units = [unit for unit in self.chosen if self.sizes.get(unit, 0) <= SEARCHED]
        start = self.on_start
        answers = decide_all(
            [self.question(unit) for unit in units],
            workers=self.workers,
            way=self.served_or_decided if self.workers.here else decide,
            on_start=lambda index: start(units[index]) if start else None,
        )
        with contextlib.closing(answers):
            for _, verdict in answers:
                if verdict.status is Status.UNKNOWN and self.sizes.get(verdict.unit, 0) > WHOLE:
                    self.found[verdict.unit] = verdict  # windows come next
                else:
                    self.tell(verdict)

    def served(self) -> None:
        """Ask for units that are unknown whether what others were found to be later helps."""
        for verdict in tuple(self.found.values()):
            better = self.by_others(verdict.question) if verdict.status is Status.UNKNOWN else None
            if better is not None:
                self.tell(better)

    def in_windows(self) -> None:
        """Judge units of large locales together, and those that are unknown in what is left of their time."""
        left = {unit: self.limits.seconds for unit, size in self.sizes.items() if size > SEARCHED}
        for unit, size in self.sizes.items():
            if unit in self.found and self.found[unit].status is Status.UNKNOWN and size > WHOLE:
                spent = self.found[unit].outcome
                left[unit] = max(0.0, self.limits.seconds - (spent.seconds if spent else 0.0))
        if any(left.values()):
            self.together(left)
        limits = self.limits
        reason = f"limit: {in_words(limits.seconds)} for each unit, or {many(limits.nodes, 'node')}"
        for unit in left:
            verdict = self.found.get(unit)
            if verdict is None:
                verdict = UnitVerdict(self.question(unit), Status.UNKNOWN, reason, None, None)
            if verdict.status is Status.UNKNOWN:
                self.tell(verdict)

    def together(self, left: Mapping[Mask, float]) -> None:
        """Judge units in windows, in the time that is *left* for each of them, in seconds."""
        start = self.on_start
        known = [self.found[unit] for unit in self.sizes if unit in self.found]
        try:
            judged = judge_board(
                self.diagram,
                self.ruleset,
                units=left,
                known=[verdict for verdict in known if verdict.status is not Status.UNKNOWN],
                limits=dataclasses.replace(self.limits, seconds=sum(left.values())),
                prover=self.prover,
                workers=self.workers,
                first=self.first,
                on_start=lambda unit, _: start(unit) if start else None,
                on_verdict=self.tell,
            )
        except Interrupted as stop:
            self.found |= {verdict.unit: verdict for verdict in stop.result.verdicts}
            raise
        # A proof that came later may have taken the place of one that was told.
        self.found |= {verdict.unit: verdict for verdict in judged.verdicts}

    def question(self, unit: Mask) -> Question:
        """What is asked of a unit."""
        position, apart = self.diagram.position, self.decomposition
        rules = moving_first(self.ruleset, self.first, position, unit)
        return Question(position, unit, rules, self.limits, self.prover, self.keeps, decomposition=apart)

    def served_or_decided(self, asked: Question) -> UnitVerdict:
        """The verdict by the proof that another unit is dead, or by a search.

        A unit that is kept has a proof of its own that says more than that a stone is held elsewhere.
        """
        return self.by_others(asked, only=Status.DEAD) or decide(asked)

    def by_others(self, asked: Question, only: Status | None = None) -> UnitVerdict | None:
        """The verdict by what was proved of other units, if that says something."""
        proofs = (one.certificate for one in self.found.values() if only in (None, one.status))
        return served(asked, [proof for proof in proofs if proof is not None])

    def tell(self, verdict: UnitVerdict) -> None:
        """Take in a verdict."""
        self.found[verdict.unit] = verdict
        if self.on_verdict:
            self.on_verdict(verdict)
