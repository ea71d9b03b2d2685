"""The JSON documents of ``shikatsu audit`` (one line for each game) and ``shikatsu score``."""

from typing import Literal, cast

import msgspec

from verifier.board import Colour, Position, unit_name, vertex
from verifier.cli.document import (
    PROGRAM,
    SCHEMA,
    BaseDocument,
    ColourName,
    PositionDocument,
    RulesetDocument,
    StatusName,
    colour_name,
    names,
    position_document,
    ruleset_document,
)
from verifier.jobs.audit import ChainFinding, GameCount
from verifier.jobs.audit.audit import GameAudit
from verifier.jobs.audit.batch import GameResult
from verifier.jobs.audit.filled import FilledCount
from verifier.jobs.audit.supposed import Supposed
from verifier.jobs.audit.turns import Turn
from verifier.jobs.audit.writing import refuting_line
from verifier.rules import unjudged
from verifier.search import Status

__all__ = [
    "AllowedDocument",
    "AuditedChainDocument",
    "BesideChainDocument",
    "BesideDocument",
    "CountedDocument",
    "FilledDocument",
    "FilledMoveDocument",
    "GameDocument",
    "ResultDocument",
    "SupposedChainDocument",
    "SupposedDocument",
    "SureDocument",
    "ToldDocument",
    "TotalsDocument",
    "TurnDocument",
    "allowed_of",
    "count_of",
    "filled_of",
    "game_document",
]

FindingName = Literal["confirmed", "refuted", "not proven", "no adjudication"]


class TotalsDocument(BaseDocument):
    """A count; the least and the greatest differ where something is unknown."""

    result: str
    decided: bool
    black: tuple[float, float]
    white: tuple[float, float]
    lead: tuple[float, float]
    komi: float
    compensation: int
    """Points that White receives for handicap stones."""
    prisoners: tuple[int, int]
    black_territory: list[str]
    white_territory: list[str]


FillingKind = Literal["fill", "prevent", "one-sided"]


class FilledMoveDocument(BaseDocument):
    """One move of a filling in turn."""

    colour: ColourName
    point: str
    kind: FillingKind
    saves: list[str]
    """The stones that would be taken without it."""


class FilledDocument(BaseDocument):
    """A count with the neutral points filled in turn."""

    statuses: Literal["given", "proved"]
    """Whether it rests on the dead stones as stated, or on verdicts about the filled board."""
    result: str
    """As in RE; a range where unknown chains, who begins or the order of points matter; ``unknown``."""
    lead: tuple[float, float] | None
    possible: tuple[float, float] | None
    """What the lead could be if some moves that prevent a capture were not needed."""
    unknown: str | None
    """Why the count is not known."""
    begins: ColourName
    moves: list[FilledMoveDocument]
    count: TotalsDocument | None
    """Of the board filled by these moves. Where chains are unknown *lead* holds all the same, not this."""


class AuditedChainDocument(BaseDocument):
    """One chain: what was stated, what is proved."""

    chain: str
    colour: ColourName
    stones: int
    stated: StatusName | None
    proved: StatusName
    finding: FindingName
    until_filled: bool
    """Whether it was stated to be dead and is proved alive, as a new stone can be held while neutral points
    are open. Nothing is refuted by that."""
    reason: str
    walls: bool
    line: list[str]
    """The line that refutes what was stated, such as ``B C3`` and ``W pass``; else empty."""


class ResultDocument(BaseDocument):
    """The stated result and what is found of it and of its winner."""

    stated: str
    finding: FindingName
    winner: FindingName


class AllowedDocument(BaseDocument):
    """Dead chains that would give the stated result."""

    dead: list[str]
    finding: FindingName


class SureDocument(BaseDocument):
    """Points that count for a side whatever the chains are that are not proved."""

    black: list[str]
    white: list[str]
    but_for_seki: bool
    """Whether they count only where the stones around them are not left in a seki."""


class SupposedChainDocument(BaseDocument):
    """A chain that is not proved, and what it is taken for."""

    chain: str
    status: Literal["dead", "alive"]
    change: float
    """What Black's lead gains if it is the other of the two; in enclosed areas alone where *lead* is null."""
    result: str
    """The result then, a range of it, or ``unknown``."""
    lead: tuple[float, float] | None
    unknown: str | None
    """Why it is not known then how neutral points are filled."""
    turns_winner: bool


class SupposedDocument(BaseDocument):
    """The result if the chains that are not proved are as agreed. It is assumed, not proved."""

    basis: Literal["agreed", "alive"]
    chains: list[SupposedChainDocument]
    result: str
    lead: tuple[float, float] | None
    count: TotalsDocument
    """Of the board as it stands."""
    filled: FilledDocument | None
    matters_most: str | None
    """The chain that turns the winner and moves the result most."""


class TurnDocument(BaseDocument):
    """One chain with either side moving first, by proof."""

    chain: str
    owner_first: StatusName
    attacker_first: StatusName
    unsettled: bool
    black_plays: list[str]
    """Where Black, moving first, decides an unsettled chain for itself, as far as the certificate says."""
    white_plays: list[str]
    owes: ColourName | None
    """Who owes a move if the chain is as agreed."""


class BesideChainDocument(BaseDocument):
    """A chain that another ruleset decides."""

    chain: str
    status: StatusName


class BesideDocument(BaseDocument):
    """What another ruleset decides, by proof."""

    ruleset: str
    chains: list[BesideChainDocument]
    """Only those that the ruleset of the audit leaves open."""


class GameDocument(BaseDocument):
    """One game of ``shikatsu audit --json``; a file that cannot be read has an error and nothing else."""

    schema: int
    kind: Literal["audit"]
    program: str
    file: str
    game: int
    finding: FindingName | None
    error: str | None
    why_not: str | None
    """Why there is no adjudication to audit."""
    position: PositionDocument | None = None
    ruleset: RulesetDocument | None = None
    chains: list[AuditedChainDocument] = msgspec.field(default_factory=list)
    dead: FindingName | None = None
    territory: FindingName | None = None
    wrongly_marked: list[str] = msgspec.field(default_factory=list)
    not_marked: list[str] = msgspec.field(default_factory=list)
    result: ResultDocument | None = None
    count: TotalsDocument | None = None
    agreed: TotalsDocument | None = None
    """The count with the dead stones as stated."""
    compared: Literal["as the board stands", "with neutral points filled in turn"] | None = None
    """The count that the stated result is compared with: ``count`` or ``filled``."""
    filled: FilledDocument | None = None
    agreed_filled: FilledDocument | None = None
    sure: SureDocument | None = None
    supposed: SupposedDocument | None = None
    """Null if every chain is proved."""
    turns: list[TurnDocument] | None = None
    """Null unless that was asked for."""
    notes: list[str] = msgspec.field(default_factory=list)
    seconds: float = 0.0
    allowed: list[AllowedDocument] = msgspec.field(default_factory=list)
    """Dead stones that would give the stated result, where none are stated."""
    beside: BesideDocument | None = None
    """Null if no other ruleset was asked, or no chain was left open."""
    interrupted: bool = False
    """Whether Ctrl-C left it unfinished."""
    options: str = ""
    """Equal for audits with the same options by the same version."""


class ToldChain(msgspec.Struct):
    """A chain in such a line."""

    proved: StatusName


class ToldDocument(msgspec.Struct):
    """What a run that goes on needs to know of a line that is there."""

    kind: Literal["audit"]
    file: str
    game: int
    options: str
    finding: FindingName | None = None
    error: str | None = None
    chains: list[ToldChain] = msgspec.field(default_factory=list)

    @property
    def open(self) -> bool:
        """Whether some chain is not proved."""
        return any(chain.proved == Status.UNKNOWN.value for chain in self.chains)


class CountedDocument(BaseDocument):
    """``shikatsu score --json``."""

    schema: int
    kind: Literal["score"]
    program: str
    position: PositionDocument
    ruleset: RulesetDocument
    dead: list[str]
    dead_source: str | None
    count: TotalsDocument
    """Of the board as it stands."""
    filled: FilledDocument | None = None
    """Only where an open dame makes the territory of the chains next to it count nothing."""


def game_document(result: GameResult, options: str = "") -> GameDocument:
    """Return the result of an audit for JSON; *options* stand for those that it was made with."""
    audit = result.audit
    head = GameDocument(
        schema=SCHEMA,
        kind="audit",
        program=PROGRAM,
        file=result.task.path,
        game=result.task.game,
        finding=audit.finding.value if audit else None if result.error else "no adjudication",
        error=result.error or None,
        why_not=result.why_not or None,
        interrupted=result.interrupted,
        options=options,
    )
    if audit is None:
        return head
    position = audit.record.position
    head.position = position_document(position)
    head.ruleset = ruleset_document(audit.ruleset)
    head.chains = [_chain(audit, chain) for chain in audit.chains]
    head.dead, head.territory = audit.dead.value, audit.marks.value
    head.wrongly_marked = names(position, audit.disputed(Colour.BLACK) | audit.disputed(Colour.WHITE))
    head.not_marked = names(position, audit.unmarked(Colour.BLACK) | audit.unmarked(Colour.WHITE))
    stated = audit.claims.stated.text
    head.result = ResultDocument(stated=stated, finding=audit.result.value, winner=audit.winner.value)
    head.count = count_of(position, audit.count)
    head.agreed = count_of(position, audit.agreed) if audit.agreed else None
    head.compared = audit.compared
    head.filled = filled_of(audit.filled) if audit.filled else None
    head.agreed_filled = filled_of(audit.agreed_filled) if audit.agreed_filled else None
    black, white = (names(position, audit.sure(colour)) for colour in Colour)
    head.sure = SureDocument(black=black, white=white, but_for_seki=audit.sure_but_for_seki)
    head.supposed = _supposed(position, audit.supposed) if audit.supposed else None
    head.turns = None if audit.turns is None else [_turn(position, turn) for turn in audit.turns]
    head.allowed = allowed_of(audit)
    head.beside = beside_of(audit)
    head.notes, head.seconds = audit.notes, round(audit.seconds, 3)
    return head


def allowed_of(audit: GameAudit) -> list[AllowedDocument]:
    """Return the dead stones that would give the stated result for JSON."""
    position = audit.record.position
    return [
        AllowedDocument(
            dead=[unit_name(position, unit) for unit in sorted(item.dead)],
            finding=audit.allows(item.dead).value,
        )
        for item in audit.allowed
    ]


def beside_of(audit: GameAudit) -> BesideDocument | None:
    """Return what another ruleset decides for JSON."""
    if audit.beside is None:
        return None
    found = [
        BesideChainDocument(chain=verdict.name, status=verdict.status.value)
        for verdict in audit.beside.verdicts
    ]
    return BesideDocument(ruleset=audit.beside.ruleset.id, chains=found)


def _chain(audit: GameAudit, chain: ChainFinding) -> AuditedChainDocument:
    position, verdict = audit.record.position, chain.verdict
    moves = refuting_line(chain) if chain.finding.value == "refuted" else []
    return AuditedChainDocument(
        chain=unit_name(position, chain.unit),
        colour=colour_name(chain.colour),
        stones=chain.unit.bit_count(),
        stated=chain.stated.value if chain.stated else None,
        proved=chain.status.value,
        finding=chain.finding.value,
        until_filled=chain.until_filled,
        reason=verdict.reason if verdict else unjudged(audit.ruleset) or "",
        walls=bool(verdict and verdict.walls),
        line=[
            f"{'BW'[colour]} {'pass' if point is None else vertex(point, position.rows, position.cols)}"
            for colour, point in moves
        ],
    )


def _supposed(position: Position, supposed: Supposed) -> SupposedDocument:
    most = supposed.matters_most
    return SupposedDocument(
        basis="agreed" if supposed.agreed else "alive",
        chains=[
            SupposedChainDocument(
                chain=unit_name(position, chain.unit),
                status="dead" if chain.status is Status.DEAD else "alive",
                change=chain.change,
                result=chain.result,
                lead=chain.lead,
                unknown=chain.unknown or None,
                turns_winner=chain.turns,
            )
            for chain in supposed.chains
        ],
        result=supposed.result,
        lead=supposed.lead,
        count=count_of(position, supposed.count),
        filled=filled_of(supposed.filled) if supposed.filled else None,
        matters_most=unit_name(position, most.unit) if most else None,
    )


def _turn(position: Position, turn: Turn) -> TurnDocument:
    black, white = (names(position, turn.both.plays(colour)) for colour in Colour)
    return TurnDocument(
        chain=unit_name(position, turn.unit),
        owner_first=turn.both.owner_first.status.value,
        attacker_first=turn.both.attacker_first.status.value,
        unsettled=turn.unsettled,
        black_plays=black,
        white_plays=white,
        owes=None if turn.owes is None else colour_name(turn.owes),
    )


def count_of(position: Position, count: GameCount) -> TotalsDocument:
    """Return a count for JSON."""
    return TotalsDocument(
        result=count.result,
        decided=count.decided,
        black=count.black,
        white=count.white,
        lead=count.lead,
        komi=count.komi,
        compensation=count.compensation,
        prisoners=count.prisoners,
        black_territory=names(position, count.territory.points(Colour.BLACK)),
        white_territory=names(position, count.territory.points(Colour.WHITE)),
    )


def filled_of(found: FilledCount) -> FilledDocument:
    """Return a count with neutral points filled in turn for JSON."""
    filling = found.filling
    position = filling.start
    moves = [
        FilledMoveDocument(
            colour=colour_name(move.colour),
            point=vertex(move.point, position.rows, position.cols),
            kind=cast(FillingKind, move.kind.value),
            saves=names(position, move.saved),
        )
        for move in filling.moves
    ]
    return FilledDocument(
        statuses="given" if found.judgement is None else "proved",
        result=found.result,
        lead=found.lead,
        possible=found.possible,
        unknown=found.unknown or None,
        begins=colour_name(found.first),
        moves=moves,
        count=count_of(filling.end, found.count) if found.count else None,
    )
