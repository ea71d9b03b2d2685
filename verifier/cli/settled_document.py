"""The JSON document of ``shikatsu settled``."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from verifier.adjudicate.filling import Filling, Move
from verifier.adjudicate.gains import Answer, Exchange
from verifier.adjudicate.settlement import Settlement
from verifier.adjudicate.unsettled import BothWays
from verifier.board import Colour, Position, vertex
from verifier.cli.document import (
    PROGRAM,
    SCHEMA,
    BaseDocument,
    ColourName,
    LimitsDocument,
    PositionDocument,
    RulesetDocument,
    StatusName,
    UnitDocument,
    colour_name,
    names,
    position_document,
    ruleset_document,
)
from verifier.cli.reporting import limits_document, unit_document
from verifier.jobs.subject import Source
from verifier.play import PASS
from verifier.rules import Ruleset
from verifier.search import Limits

__all__ = ["SettledDocument", "settled_document"]

AnswerName = Literal["yes", "no", "unknown"]


class GainDocument(BaseDocument):
    """A play that gains."""

    colour: ColourName
    point: str
    least: float | None
    """What it gains after the best answer, at least; null if that is not bounded."""
    greatest: float | None
    answer: str
    """The best answer, or "pass"."""


class FillingMoveDocument(BaseDocument):
    """A move of the filling."""

    colour: ColourName
    point: str
    kind: Literal["fill", "one-sided", "prevent", "pass"]
    taken: int
    prevents: list[str]
    """Where the other side would have gained."""


class FillingDocument(BaseDocument):
    """Filling in turn, and the position that players count."""

    first: ColourName
    moves: list[FillingMoveDocument]
    stopped: str
    position: PositionDocument
    units: list[UnitDocument]
    taken: tuple[int, int]
    lead: tuple[float, float] | None
    settled: AnswerName


class BothWaysDocument(BaseDocument):
    """A unit judged with either side moving first."""

    unit: str
    colour: ColourName
    owner_first: StatusName
    attacker_first: StatusName
    unsettled: AnswerName
    black_plays: list[str]
    white_plays: list[str]


class SettlementDocument(BaseDocument):
    """What is settled on a complete board."""

    settled: AnswerName
    settled_for_black: AnswerName
    settled_for_white: AnswerName
    lead: tuple[float, float]
    gains: list[GainDocument]
    unknown_gains: list[str]
    neutral: list[str]
    one_sided_black: list[str]
    one_sided_white: list[str]
    unknown_neutral: list[str]
    filling: FillingDocument


class SettledDocument(BaseDocument):
    """The output of ``settled --json``."""

    schema: int
    kind: Literal["settled"]
    program: str
    name: str
    title: str
    position: PositionDocument
    ruleset: RulesetDocument
    limits: LimitsDocument
    units: list[UnitDocument]
    settlement: SettlementDocument | None
    both_ways: list[BothWaysDocument]
    interrupted: bool
    exit_code: int


Files = Mapping[tuple[str, int], Path]
"""Certificates that were written: by "start" or "filled" and unit."""


def settled_document(
    source: Source,
    ruleset: Ruleset,
    limits: Limits,
    found: Settlement | None,
    units: tuple[BothWays, ...],
    files: Files,
    *,
    interrupted: bool,
    code: int,
) -> SettledDocument:
    """Return what was found of a position, for JSON; of a crop there is no settlement."""
    position = source.diagram.position
    verdicts = found.judgement.verdicts if found else ()
    return SettledDocument(
        schema=SCHEMA,
        kind="settled",
        program=PROGRAM,
        name=source.name,
        title=source.title,
        position=position_document(source.diagram),
        ruleset=ruleset_document(ruleset),
        limits=limits_document(limits),
        units=[unit_document(verdict, files.get(("start", verdict.unit))) for verdict in verdicts],
        settlement=_settlement(found, files) if found else None,
        both_ways=[_both_ways(position, unit) for unit in units],
        interrupted=interrupted,
        exit_code=code,
    )


def _settlement(found: Settlement, files: Files) -> SettlementDocument:
    position = found.standing.position
    unknown = {item.point for colour in Colour for item in found.gains.open(colour)}
    gaining = [item for colour in Colour for item in found.gaining(colour)]
    doubtful = [item.point for item in found.neutral_points if Answer.UNKNOWN in item.sides]
    return SettlementDocument(
        settled=found.settled.value,
        settled_for_black=found.settled_for(Colour.BLACK).value,
        settled_for_white=found.settled_for(Colour.WHITE).value,
        lead=found.standing.lead,
        gains=[_gain(item) for item in gaining],
        unknown_gains=[_name(position, point) for point in sorted(unknown)],
        neutral=names(position, found.neutral),
        one_sided_black=names(position, found.one_sided(Colour.BLACK)),
        one_sided_white=names(position, found.one_sided(Colour.WHITE)),
        unknown_neutral=[_name(position, point) for point in doubtful],
        filling=_filling(found.filling, found, files),
    )


def _gain(item: Exchange) -> GainDocument:
    low, high = (bound if math.isfinite(bound) else None for bound in item.sure or (math.inf, math.inf))
    position = item.before.position
    return GainDocument(
        colour=colour_name(item.colour),
        point=_name(position, item.point),
        least=low,
        greatest=high,
        answer=_name(position, item.worst.point),
    )


def _filling(filling: Filling, found: Settlement, files: Files) -> FillingDocument:
    position = filling.end.position
    verdicts = found.counted.verdicts
    return FillingDocument(
        first=colour_name(filling.first),
        moves=[_move(position, move) for move in filling.moves],
        stopped=filling.stopped,
        position=position_document(position),
        units=[unit_document(verdict, files.get(("filled", verdict.unit))) for verdict in verdicts],
        taken=filling.taken,
        lead=filling.lead,
        settled=filling.settled.value,
    )


def _move(position: Position, move: Move) -> FillingMoveDocument:
    return FillingMoveDocument(
        colour=colour_name(move.colour),
        point=_name(position, move.point),
        kind=move.kind.value,
        taken=move.taken,
        prevents=[_name(position, item.point) for item in move.prevents],
    )


def _both_ways(position: Position, unit: BothWays) -> BothWaysDocument:
    return BothWaysDocument(
        unit=unit.name,
        colour=colour_name(unit.colour),
        owner_first=unit.owner_first.status.value,
        attacker_first=unit.attacker_first.status.value,
        unsettled=unit.unsettled.value,
        black_plays=names(position, unit.plays(Colour.BLACK)),
        white_plays=names(position, unit.plays(Colour.WHITE)),
    )


def _name(position: Position, point: int) -> str:
    return "pass" if point == PASS else vertex(point, position.rows, position.cols)
