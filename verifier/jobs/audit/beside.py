"""Chains that are decided under the 試案 and not under the rules that a record names.

RU Japanese leads people to the rules of 1989, under which a dead stone has to leave no room for a new one
"nearby". That is proved of few stones on a large board. Under the 試案 of 2012 most of the same stones are
proved dead; whoever reads the audit may want to know.
"""

import dataclasses

from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.staged import judge_board
from verifier.board import Mask
from verifier.notation import Diagram
from verifier.rules import Ruleset, load_ruleset
from verifier.rules.axes import ENABLING
from verifier.search import Limits, Status

__all__ = ["Beside", "judged_beside", "rules_beside", "shared"]

OTHER = "proposal2012"
_SHARE = 4
"""One part of so many of the time is kept for it."""


def rules_beside(ruleset: Ruleset) -> Ruleset | None:
    """The ruleset to judge open chains by as well, if a new stone matters under *ruleset*; else None."""
    return load_ruleset(OTHER) if ruleset["dead_means"] in ENABLING else None


def shared(limits: Limits) -> tuple[Limits, Limits]:
    """The limits of the audit, and of what is judged beside it."""
    part = limits.seconds / _SHARE
    return (
        dataclasses.replace(limits, seconds=limits.seconds - part),
        dataclasses.replace(limits, seconds=part),
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Beside:
    """What is proved under another ruleset of chains that are open."""

    ruleset: Ruleset
    verdicts: tuple[UnitVerdict, ...]
    """By first point."""


def judged_beside(judgement: Judgement, ruleset: Ruleset, guess: frozenset[Mask], limits: Limits) -> Beside:
    """Judge the board of *judgement* under *ruleset* too, and keep what it left open.

    Raises:
        InputError: the prover is not available.
        Interrupted: Ctrl-C was pressed.
    """
    diagram = Diagram(judgement.diagram.position)
    found = judge_board(diagram, ruleset, guess=guess, limits=limits, prover=judgement.prover)
    known = {verdict.unit for verdict in judgement.verdicts if verdict.status is not Status.UNKNOWN}
    verdicts = [one for one in found.verdicts if one.status is not Status.UNKNOWN and one.unit not in known]
    return Beside(ruleset, tuple(verdicts))
