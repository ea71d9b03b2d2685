"""The audit of one game: what was agreed against what is proved."""

import dataclasses
import enum
import time
from collections.abc import Callable

from verifier.adjudicate.first import First, all_moving_first
from verifier.adjudicate.judge import UnitVerdict
from verifier.adjudicate.judgement import Interrupted, Judgement
from verifier.adjudicate.staged import judge_board
from verifier.board import Colour, Mask
from verifier.jobs.audit.claims import Adjudication
from verifier.jobs.audit.count import GameCount, count_game, lead_text
from verifier.notation import Diagram
from verifier.notation.game import GameRecord
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = ["AuditInterruptedError", "ChainFinding", "Finding", "GameAudit", "audit_game"]


class Finding(enum.Enum):
    """What an audit says of a statement."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    NOT_PROVEN = "not proven"
    """Within the limits neither it nor its contrary was proved."""
    NOTHING = "no adjudication"
    """Nothing was stated that could be audited."""


@dataclasses.dataclass(frozen=True, slots=True)
class ChainFinding:
    """One chain."""

    unit: Mask
    colour: Colour
    stated: Status | None
    """DEAD or ALIVE as agreed on; None if nobody said."""
    verdict: UnitVerdict | None
    """What is proved; None if nothing is."""

    @property
    def status(self) -> Status:
        """The proved status, or UNKNOWN."""
        return self.verdict.status if self.verdict else Status.UNKNOWN

    @property
    def finding(self) -> Finding:
        """A chain of which nothing was said refutes and confirms nothing."""
        if self.stated is None:
            return Finding.NOTHING
        if self.status is Status.UNKNOWN:
            return Finding.NOT_PROVEN
        dead = self.status is Status.DEAD
        return Finding.CONFIRMED if dead == (self.stated is Status.DEAD) else Finding.REFUTED


@dataclasses.dataclass(frozen=True, slots=True)
class GameAudit:
    """What is proved of a finished game, and what that means for what was agreed on."""

    record: GameRecord
    ruleset: Ruleset
    claims: Adjudication
    judgement: Judgement
    count: GameCount
    """The count with the proved statuses; of a range where some are unknown."""
    agreed: GameCount | None
    """The count with the dead chains as stated, if they are."""
    seconds: float

    @property
    def chains(self) -> tuple[ChainFinding, ...]:
        """All chains, by first point."""
        verdicts = {verdict.unit: verdict for verdict in self.judgement.verdicts}
        position, dead = self.record.position, self.claims.dead
        return tuple(
            ChainFinding(
                unit,
                Colour.BLACK if unit & position.black else Colour.WHITE,
                None if dead is None else Status.DEAD if unit in dead else Status.ALIVE,
                verdicts.get(unit),
            )
            for unit in self.judgement.asked
        )

    @property
    def proved(self) -> int:
        """How many chains have a proved status."""
        return sum(chain.status is not Status.UNKNOWN for chain in self.chains)

    def disputed(self, colour: Colour) -> Mask:
        """Points marked as territory of *colour* that certainly are none, as dead stones and empty points."""
        if self.claims.marks is None:
            return 0
        marked = self.claims.marks[colour]
        return marked & self.settled_points & ~self.count.territory.points(colour)

    def unmarked(self, colour: Colour) -> Mask:
        """Empty points that certainly are territory of *colour* and are not marked.

        Whether the points under dead stones are marked too differs from program to program.
        """
        if self.claims.marks is None:
            return 0
        territory = self.count.territory.points(colour) & self.record.position.empty
        return territory & ~self.claims.marks[colour]

    @property
    def settled_points(self) -> Mask:
        """All points of which it is known whose territory they are, if anybody's."""
        open_points = sum(area.points for area in self.count.territory.areas if area.kind.name == "UNDECIDED")
        unknown = sum(chain.unit for chain in self.chains if chain.status is Status.UNKNOWN)
        return self.record.position.grid.full & ~(open_points | unknown)

    @property
    def dead(self) -> Finding:
        """What is found of the dead and living chains, all of them together."""
        return _together([chain.finding for chain in self.chains])

    @property
    def marks(self) -> Finding:
        """What is found of the territory marks."""
        if self.claims.marks is None:
            return Finding.NOTHING
        if any(self.disputed(colour) or self.unmarked(colour) for colour in Colour):
            return Finding.REFUTED
        settled = self.settled_points == self.record.position.grid.full
        return Finding.CONFIRMED if settled else Finding.NOT_PROVEN

    @property
    def result(self) -> Finding:
        """What is found of the stated result; without a margin, of the winner."""
        stated = self.claims.stated
        if not stated.counted:
            return Finding.NOTHING
        low, high = self.count.lead
        if stated.lead is not None:
            if not low <= stated.lead <= high:
                return Finding.REFUTED
            return Finding.CONFIRMED if low == high else Finding.NOT_PROVEN
        for_winner = (low, high) if stated.winner is Colour.BLACK else (-high, -low)
        if for_winner[0] > 0:
            return Finding.CONFIRMED
        return Finding.REFUTED if for_winner[1] <= 0 else Finding.NOT_PROVEN

    @property
    def winner(self) -> Finding:
        """What is found of the winner alone, which may be certain where the margin is not."""
        stated = self.claims.stated
        if not stated.counted:
            return Finding.NOTHING
        lead = stated.lead
        sign = 0 if lead == 0 else 1 if stated.winner is Colour.BLACK else -1
        low, high = self.count.lead
        if sign == 0:
            return self.result
        ends = (low, high) if sign > 0 else (-high, -low)
        if ends[0] > 0:
            return Finding.CONFIRMED
        return Finding.REFUTED if ends[1] <= 0 else Finding.NOT_PROVEN

    @property
    def finding(self) -> Finding:
        """The audit in one word: refuted if any part is, confirmed if all parts are that are stated."""
        return _together([self.dead, self.marks, self.result])

    @property
    def notes(self) -> list[str]:
        """What a reader should know besides, in English."""
        notes = []
        if self.judgement.first is not None:
            notes.append(f"{self.judgement.first} moves first in the test of every chain")
        stated, record = self.claims.stated, self.record
        if stated.why_not and self.finding is not Finding.NOTHING:
            notes.append(f"{stated.why_not}; only dead stones and territory are audited")
        if record.named is not None:
            notes.append(f"PL names {record.named} as the side to move, which an audit has no use for")
        if stated.counted and record.komi is None:
            notes.append("KM is missing; counted without komi")
        if self.ruleset["score"] == "area" and record.handicap >= 2:
            notes.append(f"{record.handicap} handicap stones: points given for them are not counted")
        if stated.lead is not None and self.agreed and self.agreed.decided:
            if self.dead is not Finding.REFUTED and self.agreed.lead[0] != stated.lead:
                notes.append(
                    f"the dead stones as stated make {self.agreed.result}, not {lead_text(stated.lead)}"
                )
        return notes


class AuditInterruptedError(KeyboardInterrupt):
    """Ctrl-C during an audit; ``audit`` has what was proved until then."""

    def __init__(self, audit: GameAudit) -> None:
        super().__init__("interrupted")
        self.audit = audit


def audit_game(
    record: GameRecord,
    ruleset: Ruleset,
    claims: Adjudication,
    *,
    limits: Limits | None = None,
    prover: str = "auto",
    komi: float | None = None,
    prisoners: tuple[int, int] | None = None,
    first: First | None = None,
    on_start: Callable[[Mask, int], None] | None = None,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> GameAudit:
    """Prove what can be proved of the chains of a finished game, and compare.

    ``limits.seconds`` is the time for the whole game. *komi* and *prisoners* replace those of the record.
    *first* moves first in hypothetical play instead of whom the ruleset names.

    Raises:
        InputError: the prover is not available.
        AuditInterruptedError: Ctrl-C was pressed; what was proved until then is in it.
    """
    begun = time.monotonic()
    if first in ("owner", "attacker"):
        ruleset, first = all_moving_first(ruleset, first, "an audit"), None
    if komi is not None:
        record = dataclasses.replace(record, komi=komi)
    if prisoners is not None:
        record = dataclasses.replace(record, prisoners=prisoners)

    def finish(judgement: Judgement) -> GameAudit:
        given = {"komi": record.komi or 0.0, "prisoners": record.prisoners}
        count = count_game(record.position, judgement.statuses, ruleset, **given)  # type: ignore[arg-type]
        agreed = None
        if claims.dead is not None:
            agreed = count_game(record.position, claims.dead, ruleset, **given)  # type: ignore[arg-type]
        return GameAudit(record, ruleset, claims, judgement, count, agreed, time.monotonic() - begun)

    try:
        judgement = judge_board(
            Diagram(record.position),
            ruleset,
            guess=claims.dead or (),
            limits=limits,
            prover=prover,
            first=first,
            on_start=on_start,
            on_verdict=on_verdict,
        )
    except Interrupted as stop:
        raise AuditInterruptedError(finish(stop.judgement)) from None
    return finish(judgement)


def _together(findings: list[Finding]) -> Finding:
    said = [finding for finding in findings if finding is not Finding.NOTHING]
    for finding in (Finding.REFUTED, Finding.NOT_PROVEN, Finding.CONFIRMED):
        if finding in said:
            return finding
    return Finding.NOTHING
