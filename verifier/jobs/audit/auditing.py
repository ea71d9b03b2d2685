"""The audit of one game carried out: what is judged, and in which part of the time."""

import dataclasses
import time
from collections.abc import Callable, Iterable
from typing import Any

from verifier.adjudicate.first import First, all_moving_first
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.staged import judge_board
from verifier.board import Mask
from verifier.errors import Interrupted
from verifier.jobs.audit.allowed import AllowedSet, allowed_sets
from verifier.jobs.audit.audit import GameAudit
from verifier.jobs.audit.beside import SHARE, Beside, judged_beside
from verifier.jobs.audit.claims import Adjudication
from verifier.jobs.audit.count import count_game
from verifier.jobs.audit.filled import (
    FilledCount,
    TimedJudging,
    fills,
    given_count,
    proved_count,
    proved_dead,
    with_opened,
)
from verifier.jobs.audit.supposed import suppose
from verifier.jobs.audit.turns import turns_of, whose_move
from verifier.notation import Diagram
from verifier.notation.game import GameRecord
from verifier.rules import Ruleset
from verifier.search import Limits
from verifier.search.native.likely import likely_dead
from verifier.workers import Workers

__all__ = ["audit_game"]

_LEAST = 0.05
"""Seconds that each part has at least."""


def audit_game(
    record: GameRecord,
    ruleset: Ruleset,
    claims: Adjudication,
    *,
    hints: Iterable[Mask] | None = None,
    limits: Limits | None = None,
    prover: str = "auto",
    workers: Workers | None = None,
    komi: float | None = None,
    prisoners: tuple[int, int] | None = None,
    first: First | None = None,
    turns: bool = False,
    beside: Ruleset | None = None,
    on_start: Callable[[Mask, int], None] | None = None,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> GameAudit:
    """Prove what can be proved of the chains of a finished game, and compare.

    ``limits.seconds`` is the time for the whole game. It has equal parts: for the board as it stands, for the
    filled board if there is anything to fill, and with *turns* for every chain with the other side moving
    first. With *beside* a tenth is kept apart, and what the others leave over added: in it the board is
    judged under that ruleset too, if any chain is left open. *workers* search; default: this process.

    *komi* and *prisoners* replace those of the record. *first* moves first in hypothetical play instead of
    whom the rulesets name. *hints* are chains that may be dead, and direct the search instead of those that
    are stated to be, or that the result allows, or that random games leave dead.

    Raises:
        InputError: the prover is not available.
        Interrupted: Ctrl-C was pressed; what was proved until then is in it.
    """
    begun = time.monotonic()
    if first in ("owner", "attacker"):
        if beside is not None:
            beside = all_moving_first(beside, first, "an audit")
        ruleset, first = all_moving_first(ruleset, first, "an audit"), None
    if komi is not None:
        record = dataclasses.replace(record, komi=komi)
    if prisoners is not None:
        record = dataclasses.replace(record, prisoners=prisoners)
    allowed: tuple[AllowedSet, ...] = ()
    extras = {"komi": record.komi or 0.0, "prisoners": record.prisoners, "handicap": record.handicap}
    if claims.dead is None and claims.stated.lead is not None:
        lead, begins = claims.stated.lead, record.to_move
        allowed = allowed_sets(record.position, ruleset, lead, first=begins, **extras)  # type: ignore[arg-type]
    if hints is None:
        hints = claims.dead if claims.dead is not None else allowed[0].dead if allowed else None
    work = _Work(
        record, ruleset, claims, extras, allowed,
        tuple(likely_dead(record.position) if hints is None else hints),
        limits or Limits(), prover, workers, first, begun, on_start,
    )  # fmt: skip
    try:
        work.judge(turns, beside is not None, on_verdict)
        work.fill()
        if turns:
            work.turn(beside is not None)
        if beside is not None:
            work.ask(beside)
        return work.audit()
    except KeyboardInterrupt:
        if work.judgement is None:
            raise  # nothing was begun
        raise Interrupted(dataclasses.replace(work.audit(), interrupted=True)) from None


@dataclasses.dataclass(slots=True)
class _Work:
    """One audit as far as it has come."""

    record: GameRecord
    ruleset: Ruleset
    claims: Adjudication
    extras: dict[str, Any]
    """Komi, prisoners and handicap: what is counted besides the board."""
    allowed: tuple[AllowedSet, ...]
    likely_dead: tuple[Mask, ...]
    """Where the search looks first."""
    limits: Limits
    """With the time of the whole game."""
    prover: str
    workers: Workers | None
    first: First | None
    begun: float
    on_start: Callable[[Mask, int], None] | None
    part: Limits = dataclasses.field(default_factory=Limits)
    """With the time of one part."""
    judgement: Judgement | None = None
    likely: FilledCount | None = None
    """The board filled as the likely dead stones have it, where boards are filled."""
    filled: FilledCount | None = None
    other: Judgement | None = None
    """With the other side moving first."""
    beside: Beside | None = None

    @property
    def kept(self) -> float:
        """The seconds for the other ruleset."""
        return SHARE * self.limits.seconds

    def left(self, kept: float = 0.0) -> Limits:
        """The limits with the time that is left, but for what is kept."""
        seconds = self.begun + self.limits.seconds - time.monotonic() - kept
        return dataclasses.replace(self.limits, seconds=max(_LEAST, seconds))

    def judge(
        self, turns: bool, beside: bool, on_verdict: Callable[[UnitVerdict], None] | None = None
    ) -> None:
        """Judge the board as it stands."""
        position, parts = self.record.position, 1 + turns
        if fills(self.ruleset):
            begins = self.record.to_move
            self.likely = given_count(
                position, self.likely_dead, self.ruleset, first=begins, every_order=False
            )
            parts += bool(self.likely.filling.moves and not self.likely.unknown)
        seconds = self.limits.seconds - (self.kept if beside else 0.0)
        self.part = dataclasses.replace(self.limits, seconds=seconds / parts)
        try:
            self.judgement = judge_board(
                Diagram(position),
                self.ruleset,
                guess=self.likely_dead,
                limits=self.part,
                prover=self.prover,
                workers=self.workers,
                first=self.first,
                on_start=self.on_start,
                on_verdict=on_verdict,
            )
        except Interrupted as stop:
            self.judgement = stop.result
            raise

    def fill(self) -> None:
        """Count with neutral points filled in turn, where that is what players count."""
        assert self.judgement is not None
        if not fills(self.ruleset):
            return
        dead = self.claims.dead if self.claims.dead is not None else proved_dead(self.judgement)
        deadline = time.monotonic() + self.part.seconds
        try:
            self.filled = proved_count(
                self.record.position,
                self.judgement,
                dead,
                self.ruleset,
                TimedJudging(self.ruleset, self.part, self.prover, deadline, self.first, self.workers),
                first=self.record.to_move,
                **self.extras,
            )
        except Interrupted as stop:
            self.filled = stop.result
            raise

    def turn(self, beside: bool) -> None:
        """Judge every chain with the other side moving first."""
        assert self.judgement is not None
        kept = self.kept if beside and not self.judgement.complete else 0.0
        try:
            self.other = whose_move(
                self.judgement,
                guess=self.likely_dead,
                limits=self.left(kept),
                workers=self.workers,
                on_start=self.on_start,
            )
        except Interrupted as stop:
            self.other = stop.result
            raise

    def ask(self, ruleset: Ruleset) -> None:
        """Judge the board under another ruleset, if a chain is open."""
        assert self.judgement is not None
        if self.judgement.complete:
            return
        try:
            self.beside = judged_beside(
                self.judgement,
                ruleset,
                guess=self.likely_dead,
                limits=self.left(),
                workers=self.workers,
                first=self.first,
                on_start=self.on_start,
            )
        except Interrupted as stop:
            self.beside = stop.result
            raise

    def audit(self) -> GameAudit:
        """What is found until now."""
        assert self.judgement is not None
        position, dead, begins = self.record.position, self.claims.dead, self.record.to_move
        statuses = self.judgement.statuses
        agreed = agreed_filled = supposed = None
        if dead is not None:
            agreed = count_game(position, dead, self.ruleset, **self.extras)
            if fills(self.ruleset):
                agreed_filled = given_count(position, dead, self.ruleset, first=begins, **self.extras)
        filled = self.filled
        if self.likely is not None and filled is None:
            opened = frozenset(verdict.unit for verdict in self.judgement.verdicts if verdict.held)
            filled = dataclasses.replace(self.likely, opened=opened).not_known("the audit was interrupted")
        boards = (self.judgement, filled.judgement if filled else None)
        counted = with_opened(statuses, filled.opened if filled is not None else ())
        if counted != statuses or any(board is not None and not board.complete for board in boards):
            supposed = suppose(position, counted, dead, self.ruleset, first=begins, **self.extras)
        return GameAudit(
            self.record,
            self.ruleset,
            self.claims,
            self.judgement,
            count_game(position, statuses, self.ruleset, **self.extras),
            agreed,
            time.monotonic() - self.begun,
            filled,
            agreed_filled,
            self.allowed,
            supposed,
            turns_of(self.judgement, self.other, dead) if self.other is not None else None,
            self.beside,
        )
