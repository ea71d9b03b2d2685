"""The JSON document of ``shikatsu hunt``. docs/json.md describes it."""

from typing import Literal

from verifier.cli.document import (
    BaseDocument,
    LimitsDocument,
    PositionDocument,
    RulesetDocument,
    UnitDocument,
)

__all__ = ["FoundDocument", "HuntDocument", "LotDocument", "ProvedDocument", "UndecidedDocument"]


class LotDocument(BaseDocument):
    """Positions of one board with equally many stones, or changes."""

    board: str
    stones: int
    near: str | None
    positions: int
    disagree: int
    unknown: int
    complete: bool


class ProvedDocument(BaseDocument):
    """A proved verdict that a disagreement rests on."""

    position: PositionDocument
    ruleset: str
    unit: UnitDocument


class FoundDocument(BaseDocument):
    """A disagreement."""

    position: PositionDocument
    words: list[str]
    smallest: bool
    smaller_unknown: int
    near: str | None
    shrunk_from: PositionDocument | None
    verdicts: list[ProvedDocument]


class UndecidedDocument(BaseDocument):
    """A unit that was needed and is unknown."""

    board: list[str]
    unit: str
    ruleset: str
    reason: str


class HuntDocument(BaseDocument):
    """The document of ``hunt``."""

    schema: int
    kind: Literal["hunt"]
    program: str
    statement: str
    space: str
    rulesets: list[RulesetDocument]
    compared: Literal["status", "score"] | None
    settled: bool
    property: str | None
    limits: LimitsDocument
    lots: list[LotDocument]
    positions: int
    searches: int
    seconds: float
    found: list[FoundDocument]
    unknown: list[UndecidedDocument]
    none_up_to: int
    complete: bool
    interrupted: bool
    exit_code: int
