"""The JSON document of ``readings``. docs/json.md describes it."""

from typing import Literal

from verifier.cli.document import BaseDocument, LimitsDocument, StatusName

__all__ = [
    "AxisPairDocument",
    "ReadingAnswerDocument",
    "ReadingCaseDocument",
    "ReadingDocument",
    "ReadingTallyDocument",
    "ReadingsDocument",
    "ReasonDocument",
]

BasisName = Literal["stated", "implied", "reported", "inferred"]


class ReadingCaseDocument(BaseDocument):
    """What a reading makes of a case."""

    case: str
    result: Literal["agrees", "fails", "unknown"]
    units: dict[str, StatusName]


class ReadingTallyDocument(BaseDocument):
    """How many verdicts there are, and how they were come by."""

    asked: int
    decided: int
    stored: int
    searched: int
    carried: int
    searches: int
    seconds: float


class ReadingDocument(BaseDocument):
    """One combination of values."""

    name: str
    values: dict[str, str]
    departures: list[str]
    words: int
    cases: list[ReadingCaseDocument]
    decided: int


class ReasonDocument(BaseDocument):
    """An example that refutes all readings with some values."""

    case: str
    claim: str
    values: dict[str, str]
    readings: int


class ReadingAnswerDocument(BaseDocument):
    """Which reading gives the claims of a basis and of all better ones."""

    basis: BasisName
    claims: int
    cases: list[str]
    reading: str | None
    undecided: list[str]
    refuted: int
    reasons: list[ReasonDocument]
    conflict: list[str]
    least: int
    decided: bool


class AxisPairDocument(BaseDocument):
    """Two values of an axis."""

    axis: str
    values: list[str]
    same: int
    apart: int
    open: int
    cases: list[str]
    first: str | None
    statuses: list[StatusName] | None


class ReadingsDocument(BaseDocument):
    """The output of ``readings --json``."""

    schema: int
    kind: Literal["readings"]
    program: str
    base: str
    claims_of: str
    axes: dict[str, list[str]]
    limits: LimitsDocument
    answers: list[ReadingAnswerDocument]
    readings: list[ReadingDocument]
    pairs: list[AxisPairDocument]
    tally: ReadingTallyDocument
    interrupted: bool
    exit_code: int
