"""Whose move a finished game still waits for: chains that live or die with who moves first.

Each chain is judged twice, with its owner and with the other side moving first; both verdicts have their
certificates. Where they differ the board is not finished: a move decides, and somebody owes it.
"""

import dataclasses
import enum
from collections.abc import Callable, Iterable, Mapping

from verifier.adjudicate.first import First
from verifier.adjudicate.gains import Answer
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.staged import judge_board
from verifier.adjudicate.unsettled import BothWays
from verifier.board import Colour, Mask
from verifier.jobs.audit.filled import fills
from verifier.rules import Ruleset
from verifier.search import Limits, Status
from verifier.workers import Workers

__all__ = ["Owing", "Turn", "other_first", "turns_of", "whose_move"]


class Owing(enum.Enum):
    """What an agreement about an unsettled chain leaves undone."""

    OWNER = "its owner owes a move that keeps it alive"
    """Agreed to live; the other side kills it by moving first."""
    ATTACKER = "the other side owes a move that takes it"
    """Agreed to be dead; its owner saves it by moving first."""


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """One chain, with either side moving first."""

    both: BothWays
    stated: Status | None
    """DEAD or ALIVE as agreed on; None if nobody said."""

    @property
    def unit(self) -> Mask:
        """Its stones."""
        return self.both.unit

    @property
    def colour(self) -> Colour:
        """Whose chain it is."""
        return self.both.colour

    @property
    def settled(self) -> Status:
        """The status that it has whoever moves first; UNKNOWN if that is not proved, or not so."""
        owner, attacker = (verdict.status for verdict in self.both.verdicts)
        return owner if owner is attacker else Status.UNKNOWN

    @property
    def unsettled(self) -> bool:
        """Whether it is proved that its status differs with who moves first."""
        return self.both.unsettled is Answer.YES

    @property
    def owing(self) -> Owing | None:
        """Who owes a move if it is as agreed; None if nobody does, as far as is proved."""
        if not self.unsettled or self.stated is None:
            return None
        if self.stated is Status.DEAD and self.both.owner_first.status is Status.ALIVE:
            return Owing.ATTACKER
        if self.stated is Status.ALIVE and self.both.attacker_first.status is Status.DEAD:
            return Owing.OWNER
        return None

    @property
    def owes(self) -> Colour | None:
        """The side that owes the move, if any."""
        if self.owing is None:
            return None
        return self.colour if self.owing is Owing.OWNER else self.colour.opponent


def other_first(ruleset: Ruleset, first: First | None) -> First:
    """Return who moves first where, instead of *first* or the ruleset's first mover, the other side does."""
    named = first or ruleset["first_move"]
    others: Mapping[str, First] = {
        "owner": "attacker", "attacker": "owner", "black": "white", "white": "black"
    }  # fmt: skip
    return others[named]


def whose_move(
    judgement: Judgement,
    *,
    guess: Iterable[Mask] = (),
    limits: Limits | None = None,
    workers: Workers | None = None,
    on_start: Callable[[Mask, int], None] | None = None,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> Judgement:
    """Judge the chains of *judgement* once more with the other side moving first.

    ``limits.seconds`` is the time for all of them. *workers* search; default: this process. Chains proved
    dead, and those of *guess* of which nothing is proved, are searched as dead ones at first; that decides
    nothing.

    Raises:
        InputError: the prover is not available.
        Interrupted: Ctrl-C was pressed; the verdicts found until then are in it.
    """
    statuses = judgement.statuses
    dead = {unit for unit, status in statuses.items() if status is Status.DEAD}
    dead |= {unit for unit in guess if statuses.get(unit) is Status.UNKNOWN}
    return judge_board(
        judgement.diagram,
        judgement.ruleset,
        guess=dead,
        limits=limits or judgement.limits,
        prover=judgement.prover,
        workers=workers,
        first=other_first(judgement.ruleset, judgement.first),
        on_start=on_start,
        on_verdict=on_verdict,
    )


def turns_of(one: Judgement, other: Judgement, dead: Iterable[Mask] | None) -> tuple[Turn, ...]:
    """Return the turns of all chains of two judgements with one and the other side moving first.

    *dead* are the chains stated to be dead; None if nobody stated any. Where players fill neutral points
    before they count nobody owes a move on one: that a chain lives as a new stone is held counts as open
    then, unless it lives whoever moves first.
    """
    stated = None if dead is None else set(dead)
    found: list[dict[tuple[Mask, str], UnitVerdict]] = [
        {(verdict.unit, verdict.question.ruleset["first_move"]): verdict for verdict in judgement.verdicts}
        for judgement in (one, other)
    ]
    verdicts = found[0] | found[1]
    turns = []
    for unit in one.asked:
        ways = [verdicts.get((unit, first)) or _open(one, unit) for first in ("owner", "attacker")]
        if fills(one.ruleset) and any(verdict.status is not Status.ALIVE for verdict in ways):
            ways = [_open(one, unit) if verdict.held else verdict for verdict in ways]
        both = BothWays(*ways)
        said = None if stated is None else Status.DEAD if unit in stated else Status.ALIVE
        turns.append(Turn(both, said))
    return tuple(turns)


def _open(judgement: Judgement, unit: Mask) -> UnitVerdict:
    """No verdict."""
    question = Question(judgement.diagram.position, unit, judgement.ruleset, judgement.limits)
    return UnitVerdict(question, Status.UNKNOWN, "limit", None, None)
