"""The answers of ``shikatsu analysis``: one line of JSON for each query."""

import dataclasses
from typing import Any, Literal

import msgspec

from verifier.board import Colour
from verifier.board.grid import bits
from verifier.cli.audit_document import (
    AllowedDocument,
    AuditedChainDocument,
    BesideDocument,
    FilledDocument,
    FindingName,
    ResultDocument,
    SupposedDocument,
    SureDocument,
    TotalsDocument,
    TurnDocument,
    count_of,
    filled_of,
    game_document,
)
from verifier.cli.document import PROGRAM, SCHEMA, BaseDocument, RulesetDocument, ruleset_document
from verifier.errors import Interrupted, ShikatsuError
from verifier.jobs.audit.audit import GameAudit
from verifier.jobs.audit.auditing import audit_game
from verifier.jobs.audit.batch import GameResult, GameTask, komi_of
from verifier.jobs.audit.page import report_page
from verifier.jobs.audit.pictures import audit_board
from verifier.jobs.audit.query import FieldError, Query, read_query
from verifier.jobs.audit.writing import sentences
from verifier.processes import interruptible
from verifier.proof.store import dump_certificate
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = ["AnalysisDocument", "Answer", "AuditPart", "Defaults", "ErrorDocument", "answer", "error_line"]


class AuditPart(BaseDocument):
    """What is found of the statements of a query."""

    finding: FindingName
    dead: FindingName
    territory: FindingName
    wrongly_marked: list[str]
    not_marked: list[str]
    result: ResultDocument
    agreed: TotalsDocument | None
    agreed_filled: FilledDocument | None


class AnalysisDocument(BaseDocument, omit_defaults=True):
    """One answer. Parts that were not asked for are left out."""

    schema: int
    kind: Literal["analysis"]
    program: str
    id: str
    ruleset: RulesetDocument
    moves: int
    """Moves played to the position."""
    proved: int
    """How many of the chains are proved, and how many there are."""
    asked: int
    seconds: float
    interrupted: bool
    chains: list[AuditedChainDocument] | msgspec.UnsetType = msgspec.UNSET
    count: TotalsDocument | msgspec.UnsetType = msgspec.UNSET
    """Of the board as it stands."""
    filled: FilledDocument | msgspec.UnsetType = msgspec.UNSET
    """With neutral points filled in turn, where players count so."""
    audit: AuditPart | msgspec.UnsetType = msgspec.UNSET
    allowed: list[AllowedDocument] | msgspec.UnsetType = msgspec.UNSET
    """Dead stones that would give the stated result, where none are stated."""
    notes: list[str] | msgspec.UnsetType = msgspec.UNSET
    ownership: list[int | None] | msgspec.UnsetType = msgspec.UNSET
    """For each point, row by row from the top left: 1 Black's, -1 White's, 0 nobody's, null not known."""
    proofs: dict[str, msgspec.Raw] | msgspec.UnsetType = msgspec.UNSET
    """Certificates by chain; those of ``turns`` and ``beside`` by the chain and how it was asked for."""
    sure: SureDocument | msgspec.UnsetType = msgspec.UNSET
    supposed: SupposedDocument | msgspec.UnsetType | None = msgspec.UNSET
    """Null if every chain is proved."""
    turns: list[TurnDocument] | msgspec.UnsetType | None = msgspec.UNSET
    """Null if it was interrupted before."""
    beside: BesideDocument | msgspec.UnsetType | None = msgspec.UNSET
    """What the other ruleset of the query decides; null if no chain was left open."""
    page: str | msgspec.UnsetType = msgspec.UNSET
    """The report as HTML."""
    picture: str | msgspec.UnsetType = msgspec.UNSET
    """Its board as SVG."""
    options: str | msgspec.UnsetType = msgspec.UNSET
    """In a file of answers: equal for those with the same options by the same version."""


class ErrorDocument(BaseDocument):
    """What is wrong with a query."""

    id: str | None
    error: str
    field: str | None
    line: int | None = None
    """The number of the line, where it names no id."""
    options: str | msgspec.UnsetType = msgspec.UNSET
    """As in an answer."""


@dataclasses.dataclass(frozen=True, slots=True)
class Defaults:
    """What holds for queries that do not say otherwise."""

    rules: Ruleset | None
    limits: Limits
    prover: str


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """A line of output."""

    line: str
    interrupted: bool = False


def error_line(name: str | None, error: str, field: str | None = None, line: int | None = None) -> str:
    """Return the answer that something is wrong."""
    document = ErrorDocument(id=name, error=error, field=field, line=None if name is not None else line)
    return msgspec.json.encode(document).decode("utf-8")


def answer(defaults: Defaults, query: Query) -> Answer:
    """Answer a query, for :class:`verifier.workers.Workers`; whatever is wrong with it is the answer."""
    with interruptible() as listen:
        interrupted = False
        try:
            record, claims = read_query(query)
            hints = query.chains(record, query.hints, "hints")
            ruleset, beside = query.ruleset(record, defaults.rules), query.other_ruleset
            limits = query.limits.over(defaults.limits) if query.limits else defaults.limits
            try:
                audit = audit_game(
                    record,
                    ruleset,
                    claims,
                    hints=hints or None,
                    limits=limits,
                    prover=defaults.prover,
                    komi=komi_of(record) if query.komi is None else query.komi,
                    prisoners=query.prisoners,
                    first=query.first,
                    turns="turns" in query.report,
                    beside=beside,
                    on_start=lambda *_: listen(),
                )
            except Interrupted as stop:
                audit, interrupted = stop.result, True
            document = _document(query, audit, interrupted=interrupted)
            return Answer(msgspec.json.encode(document).decode("utf-8"), interrupted)
        except ShikatsuError as error:
            field = error.field if isinstance(error, FieldError) else None
            return Answer(error_line(query.id, " ".join(str(error).split()), field))
        except KeyboardInterrupt:
            return Answer(error_line(query.id, "interrupted before anything was proved"), interrupted=True)
        except Exception as error:  # one bad query must not stop the others
            return Answer(error_line(query.id, f"internal error: {type(error).__name__}: {error}"))


def _document(query: Query, audit: GameAudit, *, interrupted: bool) -> AnalysisDocument:
    told = game_document(GameResult(GameTask("", ""), audit))
    position = audit.record.position
    document = AnalysisDocument(
        schema=SCHEMA,
        kind="analysis",
        program=PROGRAM,
        id=query.id,
        ruleset=ruleset_document(audit.ruleset),
        moves=audit.record.moves,
        proved=audit.proved,
        asked=len(audit.chains),
        seconds=told.seconds,
        interrupted=interrupted,
    )
    if "chains" in query.report:
        document.chains = told.chains
    if "count" in query.report:
        document.count = count_of(position, audit.count)
        if audit.filled is not None:
            document.filled = filled_of(audit.filled)
    if "audit" in query.report:
        assert told.dead is not None
        assert told.territory is not None
        assert told.result is not None
        document.audit = AuditPart(
            finding=audit.finding.value,
            dead=told.dead,
            territory=told.territory,
            wrongly_marked=told.wrongly_marked,
            not_marked=told.not_marked,
            result=told.result,
            agreed=told.agreed,
            agreed_filled=told.agreed_filled,
        )
    if "allowed" in query.report:
        document.allowed = told.allowed
    if "notes" in query.report:
        document.notes = sentences(audit)
    if "ownership" in query.report:
        document.ownership = _ownership(audit)
    if "proofs" in query.report:
        document.proofs = {
            f"{verdict.name} {way}".rstrip(): msgspec.Raw(_one_line(dump_certificate(verdict.certificate)))
            for verdict, way in audit.proofs()
            if verdict.certificate is not None
        }
    if "sure" in query.report:
        assert told.sure is not None
        document.sure = told.sure
    if "supposed" in query.report:
        document.supposed = told.supposed
    if "turns" in query.report:
        document.turns = told.turns
    if query.beside is not None:
        document.beside = told.beside
    if "page" in query.report:
        document.page = report_page(audit)
    if "picture" in query.report:
        document.picture = str(audit_board(audit))
    return document


def _one_line(text: str) -> bytes:
    return msgspec.json.format(text.encode("utf-8"), indent=-1)


def _ownership(audit: GameAudit) -> list[int | None]:
    """Whose each point is in the count that is compared with what was stated."""
    size = audit.record.position.grid.size
    sure = audit.settled_points & ~audit.doubtful_points
    found: list[int | None] = [0 if sure >> point & 1 else None for point in range(size)]
    counted: Any = audit.counted
    for colour, value in ((Colour.BLACK, 1), (Colour.WHITE, -1)):
        living = sum(c.unit for c in audit.chains if c.colour is colour and c.status is Status.ALIVE)
        theirs = living | (counted.territory.points(colour) & sure if counted else 0)
        for point in bits(theirs):
            found[point] = value
    return found
