"""Chains that another ruleset decides and the one of the audit leaves open.

RU Japanese leads people to the rules of 1989, under which a dead stone has to leave no room for a new one
"nearby". That is proved of few stones on a large board. Under the 試案 of 2012 most of the same stones are
proved dead; whoever reads the audit may want to know. It is a remark: another ruleset is another question.
"""

import dataclasses
from collections.abc import Callable, Iterable

from verifier.adjudicate.first import First
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.staged import judge_board
from verifier.board import Mask
from verifier.errors import Interrupted
from verifier.notation import Diagram
from verifier.rules import Ruleset, load_ruleset
from verifier.rules.axes import ENABLING
from verifier.search import Limits, Status
from verifier.workers import Workers

__all__ = ["SHARE", "Beside", "judged_beside", "rules_beside"]

SHARE = 0.1
"""The part of the time that is kept for it, if the ruleset of the audit leaves chains open."""

_OTHER = "proposal2012"


def rules_beside(ruleset: Ruleset) -> Ruleset | None:
    """The ruleset to judge open chains by as well where RU led to *ruleset*; None if no new stone matters."""
    return load_ruleset(_OTHER) if ruleset["dead_means"] in ENABLING else None


@dataclasses.dataclass(frozen=True, slots=True)
class Beside:
    """What is proved under another ruleset of chains that are open."""

    ruleset: Ruleset
    verdicts: tuple[UnitVerdict, ...]
    """By first point."""


def judged_beside(
    judgement: Judgement,
    ruleset: Ruleset,
    *,
    guess: Iterable[Mask],
    limits: Limits,
    workers: Workers | None = None,
    first: First | None = None,
    on_start: Callable[[Mask, int], None] | None = None,
) -> Beside:
    """Judge the board of *judgement* under *ruleset* too, by *workers*, and keep what it left open.

    ``limits.seconds`` is the time for all of it; chains of *guess* are searched as dead ones at first.

    Raises:
        InputError: the prover is not available.
        Interrupted: Ctrl-C was pressed; what was found until then is in it.
    """
    diagram = Diagram(judgement.diagram.position)
    try:
        found = judge_board(
            diagram,
            ruleset,
            guess=guess,
            limits=limits,
            prover=judgement.prover,
            workers=workers,
            first=first,
            on_start=on_start,
        )
    except Interrupted as stop:
        raise Interrupted(_kept(judgement, stop.result, ruleset)) from None
    return _kept(judgement, found, ruleset)


def _kept(judgement: Judgement, found: Judgement, ruleset: Ruleset) -> Beside:
    statuses = judgement.statuses
    return Beside(
        ruleset,
        tuple(
            verdict
            for verdict in found.verdicts
            if verdict.status is not Status.UNKNOWN and statuses[verdict.unit] is Status.UNKNOWN
        ),
    )
