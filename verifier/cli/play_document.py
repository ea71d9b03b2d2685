"""The JSON documents of games that are played out. docs/json.md describes them."""

import math
from collections.abc import Sequence
from typing import Literal

from verifier.board import BLACK, Colour, Point, vertex
from verifier.cli.document import (
    BaseDocument,
    CheckedDocument,
    ColourName,
    FileResult,
    LimitsDocument,
    PositionDocument,
    RulesetDocument,
    colour_name,
    names,
    position_document,
    ruleset_document,
)
from verifier.jobs.playing.replay import Outcome, Setup
from verifier.play.encore import EncoreGame
from verifier.play.ending import Count, Score
from verifier.play.events import Event
from verifier.play.game import PASS, Game
from verifier.rules import PlayRules

__all__ = [
    "AnswerDocument",
    "AxiomDocument",
    "AxiomsDocument",
    "CounterexampleDocument",
    "EndDocument",
    "EndingClaimDocument",
    "EndingFileDocument",
    "LineDocument",
    "LineResultDocument",
    "PlayCaseDocument",
    "PlayOutDocument",
    "RefusedDocument",
    "ResumedClaimDocument",
    "ScoreDocument",
    "SideScoreDocument",
    "SolveCheckDocument",
    "SolveDocument",
    "StartDocument",
    "end_document",
    "lead_value",
    "move_names",
    "side_name",
    "start_document",
]

Lead = float | Literal["win", "loss"]
"""Black's lead; a win or loss by repetition, or because a side has no legal move, is no number."""


class StartDocument(BaseDocument):
    """Where play starts."""

    ruleset: RulesetDocument
    position: PositionDocument
    to_move: ColourName
    komi: float
    lost: list[int]
    """Stones of Black and of White captured before."""
    ko: str | None
    """The point of a single ko that was just taken."""


class SideScoreDocument(BaseDocument):
    """The count of one side."""

    territory: list[str]
    stones: int
    lost: int
    paid: int
    wasted: list[str]
    bonus: int
    total: float


class ScoreDocument(BaseDocument):
    """The count of an end."""

    black: SideScoreDocument
    white: SideScoreDocument
    dame: list[str]
    seki: list[str]


class EndDocument(BaseDocument):
    """How a game stands or ended."""

    position: PositionDocument
    to_move: ColourName
    passes: int
    """Passes in a row that the moves end with."""
    stopped: bool
    """Whether two passes stopped play at least once."""
    phase: str | None
    """Of a game with cleanup phases: the phase that it is in."""
    blocked: list[str]
    """The stones that may not be retaken in it."""
    lost: list[int]
    paid: list[int]
    result: str
    cause: str | None
    article: str
    open: str
    """Why the result of a game that has ended is not known."""
    score: ScoreDocument | None


class RefusedDocument(BaseDocument):
    """The move that was not played."""

    text: str
    axis: str | None
    """The axis of the rule; None where the game was over."""
    article: str | None


class PlayOutDocument(BaseDocument):
    """The output of ``play-out --json``."""

    schema: int
    kind: Literal["play-out"]
    program: str
    start: StartDocument
    moves: list[str]
    """Those that were played."""
    refused: RefusedDocument | None
    end: EndDocument
    exit_code: int


class LineResultDocument(BaseDocument):
    """A line of a play case under one ruleset."""

    ruleset: str
    result: str
    refused: str
    holds: bool
    agrees: bool | None


class LineDocument(BaseDocument):
    """A line of a play case."""

    number: int
    says: str
    where: str
    moves: list[str]
    claim: str
    note: str
    results: list[LineResultDocument]


class PlayCaseDocument(BaseDocument):
    """The output of ``play-out CASE --json``."""

    schema: int
    kind: Literal["play-case"]
    program: str
    case: str
    title: str
    position: PositionDocument
    lines: list[LineDocument]
    exit_code: int


class AnswerDocument(BaseDocument):
    """The answer for one threshold."""

    at_least: Lead
    answer: Literal["black", "white", "unknown"]
    limit: str
    nodes: int
    checked: CheckedDocument | None
    certificate: str | None


class SolveDocument(BaseDocument):
    """The output of ``solve --json``."""

    schema: int
    kind: Literal["solve"]
    program: str
    name: str
    start: StartDocument
    moves: list[str]
    position: PositionDocument
    to_move: ColourName
    limits: LimitsDocument
    answers: list[AnswerDocument]
    least: Lead | None
    greatest: Lead | None
    value: Lead | None
    interrupted: bool
    exit_code: int


class EndingClaimDocument(BaseDocument):
    """What a certificate of an ending says it proves."""

    start: StartDocument
    moves: list[str]
    position: PositionDocument
    to_move: ColourName
    at_least: Lead
    side: ColourName


class ResumedClaimDocument(BaseDocument):
    """What a certificate of a game that goes on says it proves."""

    ruleset: RulesetDocument
    position: PositionDocument
    to_move: ColourName
    side: ColourName
    at_least: int
    forced: bool
    """Whether the side can force that lead; else it can be kept from it."""


class EndingFileDocument(BaseDocument):
    """One certificate file."""

    file: str
    result: FileResult
    reason: str
    claim: EndingClaimDocument | None
    resumed: ResumedClaimDocument | None
    checked: CheckedDocument | None


class SolveCheckDocument(BaseDocument):
    """The output of ``solve --check --json``."""

    schema: int
    kind: Literal["solve-check"]
    program: str
    files: list[EndingFileDocument]
    exit_code: int


class CounterexampleDocument(BaseDocument):
    """A game after which an equation fails."""

    lines: int
    moves: list[str]
    where: str
    engine: str
    axiom: str


class AxiomDocument(BaseDocument):
    """What became of one axiom."""

    number: str
    says: str
    line: int
    quoted: str
    formula: str
    verdict: Literal["holds", "refuted", "not refuted", "not well-formed", "not met", "ENGINE DIFFERS"]
    flaws: list[str]
    fault: str
    mended: str
    meant: str
    equations: int
    printed: CounterexampleDocument | None
    broken: CounterexampleDocument | None


class AxiomsDocument(BaseDocument):
    """The output of ``axioms --json``."""

    schema: int
    kind: Literal["axioms"]
    program: str
    games: int
    seed: int
    states: int
    axioms: list[AxiomDocument]
    sound: bool
    interrupted: bool
    exit_code: int


def lead_value(lead: float) -> Lead:
    """A lead for JSON, which has no infinite numbers."""
    if math.isinf(lead):
        return "win" if lead > 0 else "loss"
    return lead


def move_names(record: Sequence[Point | Event], rows: int, cols: int) -> list[str]:
    """Moves as vertices or "pass", and events as --moves writes them."""

    def name(entry: Point | Event) -> str:
        if isinstance(entry, Event):
            return str(entry)
        return "pass" if entry == PASS else vertex(entry, rows, cols)

    return [name(entry) for entry in record]


def start_document(setup: Setup, rules: PlayRules) -> StartDocument:
    """Where play starts, for JSON."""
    position = setup.position
    return StartDocument(
        ruleset=ruleset_document(rules),
        position=position_document(position),
        to_move=colour_name(setup.to_move),
        komi=setup.komi,
        lost=list(setup.lost),
        ko=vertex(setup.ko, position.rows, position.cols) if setup.ko >= 0 else None,
    )


def end_document(game: Game, found: Outcome) -> EndDocument:
    """How a game stands or ended, for JSON."""
    now = game.now
    return EndDocument(
        position=position_document(game.position),
        to_move=colour_name(now.to_move),
        passes=now.passes,
        stopped=now.stopped,
        phase=game.phase if isinstance(game, EncoreGame) else None,
        blocked=names(game.position, game.now.marks) if isinstance(game, EncoreGame) else [],
        lost=list(now.lost),
        paid=list(now.paid),
        result=found.result,
        cause=found.cause.value if found.cause else None,
        article=found.article,
        open=found.open,
        score=_score_document(game, found.score) if found.score else None,
    )


def _score_document(game: Game, score: Score) -> ScoreDocument:
    def side(count: Count) -> SideScoreDocument:
        return SideScoreDocument(
            territory=names(game.position, count.territory),
            stones=count.stones,
            lost=count.lost,
            paid=count.paid,
            wasted=names(game.position, count.wasted),
            bonus=count.bonus,
            total=count.total,
        )

    dame, seki = names(game.position, score.dame), names(game.position, score.seki)
    return ScoreDocument(black=side(score.black), white=side(score.white), dame=dame, seki=seki)


def side_name(side: Colour | None) -> Literal["black", "white", "unknown"]:
    """Who an answer is for."""
    return "unknown" if side is None else "black" if side is BLACK else "white"
