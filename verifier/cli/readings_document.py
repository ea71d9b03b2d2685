"""The JSON document of ``readings``. docs/json.md describes it."""

from typing import Literal

from verifier.cli.document import LimitsDocument, StatusName, _Document

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


class ReadingCaseDocument(_Document):
    """What a reading makes of a case."""

    case: str
    result: Literal["agrees", "fails", "unknown"]
    units: dict[str, StatusName]


class ReadingTallyDocument(_Document):
    """How many verdicts there are, and how they were come by."""

    asked: int
    decided: int
    stored: int
    searched: int
    carried: int
    searches: int
    seconds: float


class ReadingDocument(_Document):
    """One combination of values."""

    name: str
    values: dict[str, str]
    departures: list[str]
    words: int
    cases: list[ReadingCaseDocument]
    decided: int


class ReasonDocument(_Document):
    """An example that refutes all readings with some values."""

    case: str
    claim: str
    values: dict[str, str]
    readings: int


class ReadingAnswerDocument(_Document):
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


class AxisPairDocument(_Document):
    """Two values of an axis."""

    axis: str
    values: list[str]
    same: int
    apart: int
    open: int
    cases: list[str]
    first: str | None
    statuses: list[StatusName] | None


class ReadingsDocument(_Document):
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
