"""The audit of one game: what was agreed against what is proved."""

import dataclasses
import enum
import time
from collections.abc import Callable, Iterable
from typing import Literal

from verifier.adjudicate.areas import AreaKind
from verifier.adjudicate.first import First, all_moving_first
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.staged import judge_board
from verifier.board import Colour, Mask
from verifier.errors import Interrupted
from verifier.jobs.audit.allowed import AllowedSet, allowed_sets
from verifier.jobs.audit.beside import Beside
from verifier.jobs.audit.claims import TAKEN_OFF_SETUP, Adjudication
from verifier.jobs.audit.count import GameCount, count_game, handicap_words, lead_text
from verifier.jobs.audit.filled import (
    FilledCount,
    TimedJudging,
    fills,
    given_count,
    proved_count,
    proved_dead,
)
from verifier.notation import Diagram
from verifier.notation.game import GameRecord
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = ["ChainFinding", "Finding", "GameAudit", "audit_game"]


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
    saved: Status | None = None
    """Its proved status on the filled board, if a move saves it while neutral points are filled (手入れ)."""

    @property
    def status(self) -> Status:
        """The proved status, or UNKNOWN."""
        return self.verdict.status if self.verdict else Status.UNKNOWN

    @property
    def finding(self) -> Finding:
        """A chain of which nothing was said refutes and confirms nothing."""
        if self.stated is None:
            return Finding.NOTHING
        status = self.status
        if self.saved is not None and self.stated is Status.ALIVE:
            status = self.saved  # it was stated to live with the move that it needs
        if status is Status.UNKNOWN:
            return Finding.NOT_PROVEN
        dead = status is Status.DEAD
        return Finding.CONFIRMED if dead == (self.stated is Status.DEAD) else Finding.REFUTED


@dataclasses.dataclass(frozen=True, slots=True)
class GameAudit:
    """What is proved of a finished game, and what that means for what was agreed on."""

    record: GameRecord
    ruleset: Ruleset
    claims: Adjudication
    judgement: Judgement
    count: GameCount
    """The count of the board as it stands, with the proved statuses; of a range where some are unknown."""
    agreed: GameCount | None
    """The same with the dead chains as stated, if they are."""
    seconds: float
    filled: FilledCount | None = None
    """The count with neutral points filled in turn, by proof; None where dame void no territory, so that
    the board as it stands is what players count."""
    agreed_filled: FilledCount | None = None
    """The same with the dead chains as stated, if they are."""
    allowed: tuple[AllowedSet, ...] = ()
    """Dead chains that would give the stated result, the most plausible first, where none are stated."""
    beside: Beside | None = None
    """What is proved of open chains under another ruleset, if that was asked."""

    def allows(self, dead: Iterable[Mask]) -> Finding:
        """What is found of *dead* being the dead chains, all of them."""
        dead = set(dead)
        return _together(
            [dataclasses.replace(one, stated=_stated(one.unit in dead)).finding for one in self.chains]
        )

    @property
    def chains(self) -> tuple[ChainFinding, ...]:
        """All chains, by first point."""
        verdicts = {verdict.unit: verdict for verdict in self.judgement.verdicts}
        position, dead = self.record.position, self.claims.dead
        return tuple(
            ChainFinding(
                unit,
                Colour.BLACK if unit & position.black else Colour.WHITE,
                None if dead is None else _stated(unit in dead),
                verdicts.get(unit),
                self.filled.saved(unit) if self.filled is not None else None,
            )
            for unit in self.judgement.asked
        )

    @property
    def likely_dead(self) -> frozenset[Mask]:
        """The chains that are stated to be dead, or else those that would most plausibly give the result."""
        return self.claims.dead or (self.allowed[0].dead if self.allowed else frozenset())

    @property
    def proved(self) -> int:
        """How many chains have a proved status."""
        return sum(chain.status is not Status.UNKNOWN for chain in self.chains)

    def disputed(self, colour: Colour) -> Mask:
        """Points marked as territory of *colour* that certainly are none, as dead stones and empty points."""
        if self.claims.marks is None:
            return 0
        counted = self.counted
        if counted is None:
            return 0
        marked = self.claims.marks[colour] & ~self._filled_points
        return marked & self.settled_points & ~counted.territory.points(colour)

    @property
    def counted(self) -> GameCount | None:
        """The count that is compared with what was agreed; None if it is not known."""
        return self.count if self.filled is None else self.filled.count

    @property
    def _filled_points(self) -> Mask:
        """Where stones are put while neutral points are filled; players may count there or not."""
        if self.filled is None:
            return 0
        return sum({1 << move.point for filling in self.filled.fillings for move in filling.moves})

    def unmarked(self, colour: Colour) -> Mask:
        """Empty points that certainly are territory of *colour* and are not marked.

        Whether the points under dead stones are marked too differs from program to program.
        """
        if self.claims.marks is None:
            return 0
        counted = self.counted
        if counted is None:
            return 0
        territory = counted.territory.points(colour) & self.record.position.empty
        return territory & ~self.claims.marks[colour]

    @property
    def settled_points(self) -> Mask:
        """All points of which it is known whose territory they are, if anybody's."""
        counted, full = self.counted, self.record.position.grid.full
        if counted is None:
            return 0
        open_points = sum(area.points for area in counted.territory.areas if area.kind is AreaKind.UNDECIDED)
        unknown = sum(chain.unit for chain in self.chains if chain.status is Status.UNKNOWN)
        return full & ~(open_points | unknown)

    @property
    def compared(self) -> Literal["as the board stands", "with neutral points filled in turn"]:
        """Which count the stated result is compared with, in words."""
        return "as the board stands" if self.filled is None else "with neutral points filled in turn"

    @property
    def proved_result(self) -> str:
        """The result that is compared with the stated one, or the range of it."""
        return self.count.result if self.filled is None else self.filled.result

    @property
    def _leads(self) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """Black's lead, and what it could be at least and at most; None if nothing is known."""
        if self.filled is None:
            return self.count.lead, self.count.lead
        if self.filled.lead is None or self.filled.possible is None:
            return None
        return self.filled.lead, self.filled.possible

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
        if self._leads is None:
            return Finding.NOT_PROVEN
        (low, high), (least, most) = self._leads
        if stated.lead is not None:
            if not least <= stated.lead <= most:
                return Finding.REFUTED
            return Finding.CONFIRMED if low == high == stated.lead else Finding.NOT_PROVEN
        return self._won_by(stated.winner)

    @property
    def winner(self) -> Finding:
        """What is found of the winner alone, which may be certain where the margin is not."""
        stated = self.claims.stated
        if not stated.counted:
            return Finding.NOTHING
        return self.result if stated.lead == 0 else self._won_by(stated.winner)

    def _won_by(self, winner: Colour | None) -> Finding:
        if self._leads is None:
            return Finding.NOT_PROVEN
        least, most = self._leads[1]
        ends = (least, most) if winner is Colour.BLACK else (-most, -least)
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
        if self.claims.source == TAKEN_OFF_SETUP:
            notes.append(
                "AE after the set-up position is read as dead stones taken off, since the record names a"
                " result or territory; --dead names others"
            )
        if record.named is not None and self.filled is None:
            notes.append(f"PL names {record.named} as the side to move, which an audit has no use for")
        if stated.counted and record.komi is None:
            notes.append("KM is missing; counted without komi")
        if record.handicap >= 2:
            notes.append(handicap_words(self.ruleset, record.handicap))
        if stated.lead is not None and self.dead is not Finding.REFUTED:
            agreed = self.agreed if self.filled is None else self.agreed_filled
            if agreed and agreed.decided and agreed.lead and agreed.lead[0] != stated.lead:
                notes.append(f"the dead stones as stated make {agreed.result}, not {lead_text(stated.lead)}")
        return notes


def audit_game(
    record: GameRecord,
    ruleset: Ruleset,
    claims: Adjudication,
    *,
    hints: Iterable[Mask] | None = None,
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
    *first* moves first in hypothetical play instead of whom the ruleset names. *hints* are chains that may be
    dead, and direct the search instead of those that are stated to be.

    Raises:
        InputError: the prover is not available.
        Interrupted: Ctrl-C was pressed; what was proved until then is in it.
    """
    begun = time.monotonic()
    if first in ("owner", "attacker"):
        ruleset, first = all_moving_first(ruleset, first, "an audit"), None
    if komi is not None:
        record = dataclasses.replace(record, komi=komi)
    if prisoners is not None:
        record = dataclasses.replace(record, prisoners=prisoners)

    extras = {"komi": record.komi or 0.0, "prisoners": record.prisoners, "handicap": record.handicap}

    def finish(judgement: Judgement, filled: FilledCount | None = None) -> GameAudit:
        position = record.position
        count = count_game(position, judgement.statuses, ruleset, **extras)  # type: ignore[arg-type]
        agreed = agreed_filled = None
        if claims.dead is not None:
            agreed = count_game(position, claims.dead, ruleset, **extras)  # type: ignore[arg-type]
            if fills(ruleset):
                agreed_filled = given_count(position, claims.dead, ruleset, first=begins, **extras)  # type: ignore[arg-type]
        seconds = time.monotonic() - begun
        if likely is not None and filled is None:
            why = "the audit was interrupted"
            filled = dataclasses.replace(likely, count=None, lead=None, possible=None, unknown=why)
        sides = (agreed_filled, allowed)
        return GameAudit(record, ruleset, claims, judgement, count, agreed, seconds, filled, *sides)

    limits = limits or Limits()
    begins = record.to_move
    allowed: tuple[AllowedSet, ...] = ()
    if claims.dead is None and claims.stated.lead is not None:
        allowed = allowed_sets(record.position, ruleset, claims.stated.lead, first=begins, **extras)  # type: ignore[arg-type]
    likely_dead = tuple(claims.dead or (allowed[0].dead if allowed else ()) if hints is None else hints)
    filled: FilledCount | None = None
    likely: FilledCount | None = None
    if fills(ruleset):
        # Half of the time is for the filled board, if there is anything to fill.
        likely = given_count(record.position, likely_dead, ruleset, first=begins)
        if likely.filling.moves and not likely.unknown:
            limits = dataclasses.replace(limits, seconds=limits.seconds / 2)

    judgement: Judgement | None = None
    try:
        judgement = judge_board(
            Diagram(record.position),
            ruleset,
            guess=likely_dead,
            limits=limits,
            prover=prover,
            first=first,
            on_start=on_start,
            on_verdict=on_verdict,
        )
        if fills(ruleset):
            filled = proved_count(
                record.position,
                judgement,
                claims.dead if claims.dead is not None else proved_dead(judgement),
                ruleset,
                TimedJudging(ruleset, limits, prover, time.monotonic() + limits.seconds, first),
                first=begins,
                **extras,  # type: ignore[arg-type]
            )
    except KeyboardInterrupt as stop:
        if judgement is None and not isinstance(stop, Interrupted):
            raise  # nothing was begun
        raise Interrupted(finish(judgement or stop.result)) from None  # type: ignore[attr-defined]
    return finish(judgement, filled)


def _stated(dead: bool) -> Status:
    return Status.DEAD if dead else Status.ALIVE


def _together(findings: list[Finding]) -> Finding:
    said = [finding for finding in findings if finding is not Finding.NOTHING]
    for finding in (Finding.REFUTED, Finding.NOT_PROVEN, Finding.CONFIRMED):
        if finding in said:
            return finding
    return Finding.NOTHING
