"""Judging units of a position: each by itself, or where locales are large together, in windows."""

import contextlib
import dataclasses
from collections.abc import Callable, Sequence

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
    limits = limits or Limits()
    decomposition = decompose(diagram.position, ruleset["walls"])
    chosen = decomposition.chains if units is None else tuple(dict.fromkeys(units))
    found: dict[Mask, UnitVerdict] = {}

    def judgement() -> Judgement:
        verdicts = tuple(found[unit] for unit in chosen if unit in found)
        return Judgement(diagram, ruleset, limits, prover, chosen, verdicts, first)

    def question(unit: Mask) -> Question:
        rules = moving_first(ruleset, first, diagram.position, unit)
        return Question(diagram.position, unit, rules, limits, prover, keeps, decomposition=decomposition)

    def tell(verdict: UnitVerdict) -> None:
        found[verdict.unit] = verdict
        if on_verdict:
            on_verdict(verdict)

    keeps = None
    if ruleset["walls"] == "independent":
        try:
            keeps = find_keeps(diagram.position, limits, prover=prover, on_wall=on_wall)
        except KeyboardInterrupt:
            raise Interrupted(judgement()) from None
    chains = decomposition.chains if in_window(ruleset) else ()
    sizes = {unit: decomposition.locale(unit).bit_count() for unit in chosen if unit in chains}
    large = [unit for unit, size in sizes.items() if size > SEARCHED]
    alone = [unit for unit in chosen if unit not in large]
    workers = workers or Workers(jobs)

    def by_others(asked: Question, only: Status | None = None) -> UnitVerdict | None:
        proofs = (one.certificate for one in found.values() if only in (None, one.status))
        return served(asked, [proof for proof in proofs if proof is not None])

    answers = decide_all(
        [question(unit) for unit in alone],
        workers=workers,
        # A unit that is kept has a proof of its own that says more than that a stone is held elsewhere.
        way=(lambda asked: by_others(asked, only=Status.DEAD) or decide(asked)) if workers.here else decide,
        on_start=lambda index: on_start(alone[index]) if on_start else None,
    )
    try:
        with contextlib.closing(answers):
            for _, verdict in answers:
                if verdict.status is Status.UNKNOWN and sizes.get(verdict.unit, 0) > WHOLE:
                    found[verdict.unit] = verdict  # windows come next
                else:
                    tell(verdict)
        for verdict in tuple(found.values()):
            # What others were found to be later may help.
            better = by_others(verdict.question) if verdict.status is Status.UNKNOWN else None
            if better is not None:
                tell(better)
        # What is left of the time of those that are unknown goes into windows as well.
        left = dict.fromkeys(large, limits.seconds)
        for unit, size in sizes.items():
            if unit in found and found[unit].status is Status.UNKNOWN and size > WHOLE:
                spent = found[unit].outcome
                left[unit] = max(0.0, limits.seconds - (spent.seconds if spent else 0.0))
        if any(left.values()):
            decided = [unit for unit in sizes if unit in found and found[unit].status is not Status.UNKNOWN]
            try:
                judged = judge_board(
                    diagram,
                    ruleset,
                    units=left,
                    known=[found[unit] for unit in decided],
                    limits=dataclasses.replace(limits, seconds=sum(left.values())),
                    prover=prover,
                    workers=workers,
                    first=first,
                    on_start=lambda unit, _: on_start(unit) if on_start else None,
                    on_verdict=tell,
                )
            except Interrupted as stop:
                found |= {verdict.unit: verdict for verdict in stop.result.verdicts}
                raise
            # A proof that came later may have taken the place of one that was told.
            found |= {verdict.unit: verdict for verdict in judged.verdicts}
        reason = f"limit: {in_words(limits.seconds)} for each unit, or {many(limits.nodes, 'node')}"
        for unit in left:
            verdict = found.get(unit) or UnitVerdict(question(unit), Status.UNKNOWN, reason, None, None)
            if verdict.status is Status.UNKNOWN:
                tell(verdict)
    except KeyboardInterrupt:
        raise Interrupted(judgement()) from None
    return judgement()
