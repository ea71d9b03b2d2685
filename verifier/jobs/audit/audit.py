"""What an audit finds of one game: what was agreed against what is proved."""

import dataclasses
import enum
from collections.abc import Iterable, Iterator
from typing import Literal

from verifier.adjudicate.areas import AreaKind
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.sure import sure_points
from verifier.board import BLACK, WHITE, Colour, Mask, vertices
from verifier.jobs.audit.allowed import AllowedSet
from verifier.jobs.audit.beside import Beside
from verifier.jobs.audit.claims import TAKEN_OFF_SETUP, Adjudication
from verifier.jobs.audit.count import GameCount, handicap_words, lead_text
from verifier.jobs.audit.filled import FilledCount, with_opened
from verifier.jobs.audit.supposed import Supposed
from verifier.jobs.audit.turns import Turn
from verifier.notation.game import GameRecord
from verifier.rules import Ruleset
from verifier.search import Status

__all__ = ["ChainFinding", "Finding", "GameAudit", "Way"]

Way = Literal["", "owner-first", "attacker-first", "beside"]
"""How a verdict was asked for: as the ruleset says, with the other side moving first, or under another
ruleset."""


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
    dame: bool = False
    """It lives as a new stone is held, and neutral points are open: stated to be dead it may well be."""

    @property
    def status(self) -> Status:
        """The proved status, or UNKNOWN."""
        return self.verdict.status if self.verdict else Status.UNKNOWN

    @property
    def until_filled(self) -> bool:
        """Whether it was stated to be dead and lives while neutral points are open: not refuted by that."""
        return self.dame and self.stated is Status.DEAD

    @property
    def finding(self) -> Finding:
        """A chain of which nothing was said refutes and confirms nothing."""
        if self.stated is None:
            return Finding.NOTHING
        status = self.status
        if self.saved is not None and self.stated is Status.ALIVE:
            status = self.saved  # it was stated to live with the move that it needs
        if status is Status.UNKNOWN or self.until_filled:
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
    supposed: Supposed | None = None
    """What it would be if the chains that are not proved were as agreed; None if all are proved. It proves
    nothing, and no finding rests on it."""
    turns: tuple[Turn, ...] | None = None
    """Every chain with either side moving first; None unless that was asked for."""
    beside: Beside | None = None
    """What another ruleset decides of the chains that are open; None if none was asked, or no chain is open.
    No finding rests on it."""
    interrupted: bool = False
    """Whether Ctrl-C ended it before its time was over."""

    def allows(self, dead: Iterable[Mask]) -> Finding:
        """What is found of *dead* being the dead chains, all of them."""
        dead = set(dead)
        return _together(
            [dataclasses.replace(one, stated=_stated(one.unit in dead)).finding for one in self.chains]
        )

    @property
    def opened(self) -> frozenset[Mask]:
        """Chains that live as a new stone is held, and count as open with neutral points filled."""
        return self.filled.opened if self.filled is not None else frozenset()

    @property
    def chains(self) -> tuple[ChainFinding, ...]:
        """All chains, by first point."""
        verdicts = {verdict.unit: verdict for verdict in self.judgement.verdicts}
        position, dead = self.record.position, self.claims.dead
        opened = self.opened
        return tuple(
            ChainFinding(
                unit,
                position.owner_of(unit),
                None if dead is None else _stated(unit in dead),
                verdicts.get(unit),
                self.filled.saved(unit) if self.filled is not None else None,
                unit in opened,
            )
            for unit in self.judgement.asked
        )

    def proofs(self) -> Iterator[tuple[UnitVerdict, Way]]:
        """All verdicts with a certificate, and how each was asked for."""
        own = {id(verdict) for verdict in self.judgement.verdicts}
        found: list[tuple[UnitVerdict, Way]] = [(verdict, "") for verdict in self.judgement.verdicts]
        for turn in self.turns or ():
            ways: tuple[Way, Way] = ("owner-first", "attacker-first")
            both = zip(turn.both.verdicts, ways, strict=True)
            found += [(verdict, way) for verdict, way in both if id(verdict) not in own]
        found += [(verdict, "beside") for verdict in (self.beside.verdicts if self.beside else ())]
        yield from ((verdict, way) for verdict, way in found if verdict.certificate is not None)

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
        """The areas that are compared with what was agreed, with their count; None if they are not known.

        With neutral points filled it is that of the one filling that is shown. Another order, or who begins,
        may make another number: :attr:`lead` has them all.
        """
        return self.count if self.filled is None else self.filled.count

    @property
    def territory(self) -> tuple[Mask, Mask]:
        """The proved territory of Black and of White: empty points, and points under dead stones.

        Points that are filled in one order of filling and not in another are nobody's here.
        """
        owned = (self.counted or self.count).territory.owned
        dead = sum(chain.unit for chain in self.chains if chain.status is Status.DEAD)
        free = (self.record.position.empty | dead) & ~self.doubtful_points
        return owned[0] & free, owned[1] & free

    @property
    def doubtful_points(self) -> Mask:
        """Points that are filled in some order of filling neutral points, not in the one that is shown."""
        if self.filled is None:
            return 0
        return self.filled.points & ~sum({1 << move.point for move in self.filled.filling.moves})

    @property
    def _filled_points(self) -> Mask:
        """Where stones are put in some order of filling neutral points; players may count there or not."""
        return 0 if self.filled is None else self.filled.points

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
        return territory & ~(self.claims.marks[colour] | self._filled_points)

    def sure(self, colour: Colour) -> Mask:
        """Points that are *colour*'s whatever the chains are of which nothing is proved.

        None of them is filled in any order of filling neutral points.
        Where an open dame makes territory count nothing, those that its living stones enclose alone: they
        count unless these stones are left in a seki (:attr:`sure_but_for_seki`).
        """
        counted = self.counted
        if counted is not None and self._settled:
            return counted.territory.points(colour) & ~self._filled_points | self._stones(colour)
        every = with_opened(self.judgement.statuses, self.opened)
        statuses = {unit: every[unit] for unit in self.record.position.units()}
        points = sure_points(self.record.position, statuses, self.ruleset)[colour]
        return points & ~self._filled_points

    def _stones(self, colour: Colour) -> Mask:
        """The proved living stones, where they count."""
        if self.ruleset["score"] != "area":
            return 0
        return sum(
            chain.unit
            for chain in self.chains
            if chain.colour is colour and chain.status in (Status.ALIVE, Status.DRAWN)
        )

    @property
    def sure_but_for_seki(self) -> bool:
        """Whether :meth:`sure` says nothing of seki, as something is unknown and dame may take territory."""
        whole = self.judgement.complete and self.counted is not None and self.counted.decided
        return self.ruleset["seki"] != "no concept" and not whole

    @property
    def _settled(self) -> bool:
        """Whether every chain of the board is proved, and one number."""
        return self.judgement.complete and self.lead is not None and self.lead[0] == self.lead[1]

    @property
    def settled_points(self) -> Mask:
        """All points of which it is known whose territory they are, if anybody's."""
        counted, full = self.counted, self.record.position.grid.full
        if counted is None:
            return 0
        open_points = sum(area.points for area in counted.territory.areas if area.kind is AreaKind.UNDECIDED)
        unknown = sum(chain.unit for chain in self.chains if chain.status is Status.UNKNOWN or chain.dame)
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
    def lead(self) -> tuple[float, float] | None:
        """Black's lead in the count that is compared, least and greatest; None if nothing is known of it."""
        return self.count.lead if self.filled is None else self.filled.lead

    @property
    def _leads(self) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """Black's lead, and what it could be at least and at most; None if nothing is known."""
        if self.lead is None:
            return None
        possible = None if self.filled is None else self.filled.possible
        return self.lead, possible or self.lead

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
        if self.claims.marks is not None and (both := self.claims.marks[BLACK] & self.claims.marks[WHITE]):
            names = ", ".join(vertices(both, record.position.rows, record.position.cols))
            notes.append(f"territory marks of both sides are on {names}, and cannot both be right")
        if self.claims.source == TAKEN_OFF_SETUP:
            notes.append(
                "AE after the set-up position is read as dead stones taken off, since the record names a"
                " result or territory; --dead names others"
            )
        if record.named is not None and self.filled is None:
            notes.append(f"PL names {record.named} as the side to move, which an audit has no use for")
        if stated.counted and record.komi is None:
            notes.append("KM is missing or no number; counted without komi")
        if record.handicap >= 2:
            notes.append(handicap_words(self.ruleset, record.handicap))
        if other := self.other_result:
            assert stated.lead is not None
            notes.append(f"the dead stones as stated make {other}, not {lead_text(stated.lead)}")
        return notes

    @property
    def other_result(self) -> str:
        """What the dead stones as stated make, if it is not the stated result; empty otherwise.

        It is empty too where these dead stones are refuted, as it says nothing then.
        """
        stated = self.claims.stated
        agreed = self.agreed if self.filled is None else self.agreed_filled
        if stated.lead is None or self.dead is Finding.REFUTED or agreed is None or not agreed.lead:
            return ""
        return agreed.result if agreed.decided and agreed.lead[0] != stated.lead else ""


def _stated(dead: bool) -> Status:
    return Status.DEAD if dead else Status.ALIVE


def _together(findings: list[Finding]) -> Finding:
    said = [finding for finding in findings if finding is not Finding.NOTHING]
    for finding in (Finding.REFUTED, Finding.NOT_PROVEN, Finding.CONFIRMED):
        if finding in said:
            return finding
    return Finding.NOTHING
