"""The JSON documents of the command. docs/json.md describes them; the schema comes from these types."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from verifier.board import Colour, Mask, Position, unit_name, vertex, vertices
from verifier.notation import Diagram
from verifier.proof import Claim
from verifier.rules import PlayRules, Ruleset, superseded
from verifier.version import __version__

__all__ = [
    "PROGRAM",
    "SCHEMA",
    "BaseDocument",
    "CaseCountDocument",
    "CasesDocument",
    "CellDocument",
    "CheckDocument",
    "CheckedDocument",
    "ComparedDocument",
    "CountDocument",
    "FileDocument",
    "FileResult",
    "KoDocument",
    "KoEntryDocument",
    "KoFightDocument",
    "KoUnitDocument",
    "LimitsDocument",
    "MatrixDocument",
    "MinimiseDocument",
    "MinimisedDocument",
    "SideCounts",
    "TotalDocument",
    "UnitDocument",
    "VerifyDocument",
    "assumed_document",
    "claim_document",
    "colour_name",
    "encode",
    "encode_line",
    "names",
    "position_document",
    "ruleset_document",
]

PROGRAM = f"shikatsu {__version__}"

SCHEMA = 1
"""Raised when a field changes its meaning or goes away; new fields may come without that."""

StatusName = Literal["alive", "dead", "drawn", "unknown"]
ColourName = Literal["black", "white"]
FirstName = Literal["owner", "attacker", "black", "white"]
FileResult = Literal["accepted", "refused", "unreadable"]
ResultName = Literal["agrees", "deviates", "fails", "unknown", "unclaimed"]


class BaseDocument(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What all documents have in common: named fields, and no others."""


class PositionDocument(BaseDocument):
    """A board or a crop; X is black, O white."""

    rows: int
    columns: int
    board: list[str]
    open_sides: list[Literal["bottom", "left", "right", "top"]]
    labels: dict[str, str] = {}
    """What a diagram has on its points besides stones: the marks of stones, and letters on empty points."""


class RulesetDocument(BaseDocument):
    """A ruleset by its values; equal values have equal digests."""

    id: str
    digest: str
    values: dict[str, str]


class LimitsDocument(BaseDocument):
    """Where the search for each unit gives up."""

    nodes: int
    seconds: float
    memory_mib: int
    wall_nodes: int


class AssumedDocument(BaseDocument):
    """A chain that is alive by assumption: it touches the outside of a crop."""

    colour: ColourName
    stones: list[str]


class CheckedDocument(BaseDocument):
    """The work of the checker."""

    family: str
    states: int
    moves: int
    seconds: float


class UnitDocument(BaseDocument):
    """A verdict. Everything but "unknown" has passed the checker."""

    unit: str
    """The first stone of the unit; of units judged together those of all, with commas between."""
    colour: ColourName
    stones: list[str]
    status: StatusName
    reason: str
    prover: str | None
    method: str | None
    nodes: int | None
    seconds: float | None
    limit: str | None
    walls: list[str]
    """First stones of the chains that are walls by proof."""
    checked: CheckedDocument | None
    certificate: str | None
    """The file it was written to."""
    together: list[str] = []
    """The first stones of the units that were judged together; empty where it was one unit."""


class SideCounts(BaseDocument):
    """Points and opposing dead stones of one side; ``least`` and ``greatest`` count both together."""

    points: list[str]
    """Those of the areas that no unknown unit can change."""
    prisoners: list[str]
    least: float
    greatest: float


class CountDocument(BaseDocument):
    """Territory. Prisoners taken in play and komi are not in it."""

    decided: bool
    """Whether least and greatest agree for both sides."""
    tight: bool
    """Whether every least and greatest is reached by some assignment of the unknown units."""
    black: SideCounts
    white: SideCounts
    least_lead: float
    greatest_lead: float


class VerifyDocument(BaseDocument):
    """The output of ``verify --json``."""

    schema: int
    kind: Literal["verify"]
    program: str
    name: str
    title: str
    position: PositionDocument
    assumed_alive: list[AssumedDocument]
    ruleset: RulesetDocument
    first: FirstName | None
    """The colour that moved first in every test, if not whom the ruleset names."""
    limits: LimitsDocument
    provers: list[str]
    """The provers that this installation has."""
    units: list[UnitDocument]
    territory: CountDocument | None
    """None unless all units were asked for."""
    interrupted: bool
    exit_code: int


class KoEntryDocument(BaseDocument):
    """The verdict for a number of ko threats of either side."""

    owner_threats: str
    attacker_threats: str
    status: StatusName
    searched: bool
    """False: it follows from other entries, as more threats never hurt."""
    reason: str
    certificate: str | None


class KoFightDocument(BaseDocument):
    """What one side needs to win the fight if the other has no threats."""

    side: ColourName
    threats: int | None
    more: bool
    takes_first: bool | None
    captures: int | None
    approach_moves: int | None
    kos: list[list[str]]
    way: str


class KoUnitDocument(BaseDocument):
    """How a unit depends on ko threats."""

    unit: str
    colour: ColourName
    stones: list[str]
    dependence: Literal["none", "ko", "unknown"]
    sentences: list[str]
    table: list[KoEntryDocument]
    fights: list[KoFightDocument]
    together: list[str] = []
    """As in :class:`UnitDocument`."""


class KoDocument(BaseDocument):
    """The output of ``ko --json``."""

    schema: int
    kind: Literal["ko"]
    program: str
    name: str
    title: str
    position: PositionDocument
    assumed_alive: list[AssumedDocument]
    ruleset: RulesetDocument
    first: FirstName | None
    limits: LimitsDocument
    provers: list[str]
    units: list[KoUnitDocument]
    interrupted: bool
    exit_code: int


class ComparedDocument(BaseDocument):
    """A verdict beside what a document claims."""

    case: str
    claim: StatusName | None
    """None where the document is silent."""
    result: ResultName
    note: str
    unit: UnitDocument


class CaseCountDocument(BaseDocument):
    """A claim about territory beside what the verdicts make of it."""

    case: str
    what: str
    """"black", "white", "area C3", "point C3" or "result"."""
    claim: str
    found: str
    result: ResultName
    note: str


class CasesDocument(BaseDocument):
    """The output of ``cases --json``."""

    schema: int
    kind: Literal["cases"]
    program: str
    ruleset: RulesetDocument
    first: FirstName | None
    limits: LimitsDocument
    provers: list[str]
    units: list[ComparedDocument]
    counts: list[CaseCountDocument]
    labels: dict[str, str]
    """For each case whose diagram has labels on empty points, a line that names them."""
    interrupted: bool
    exit_code: int


class CellDocument(BaseDocument):
    """One unit under one ruleset."""

    case: str
    unit: str
    ruleset: str
    status: StatusName
    reason: str
    claim: StatusName | None
    """What the document of the ruleset says."""
    result: ResultName
    nodes: int
    seconds: float
    states: int


class TotalDocument(BaseDocument):
    """What a case counts under one ruleset."""

    case: str
    ruleset: str
    black: str
    """A number, or "least to greatest"."""
    white: str
    claims: list[CaseCountDocument]


class DifferenceDocument(BaseDocument):
    """Why two rulesets decide a unit differently."""

    case: str
    unit: str
    rulesets: list[str]
    axes: list[list[str]]
    """The smallest sets of axes that make the verdicts equal; empty if none is known."""
    smallest: bool
    """Whether no smaller set does, for sure."""
    undecided: list[list[str]]
    words: list[str]


class MatrixDocument(BaseDocument):
    """The output of ``cases --rules A B ... --json``."""

    schema: int
    kind: Literal["matrix"]
    program: str
    rulesets: list[RulesetDocument]
    limits: LimitsDocument
    provers: list[str]
    cells: list[CellDocument]
    totals: list[TotalDocument]
    differences: list[DifferenceDocument]
    interrupted: bool
    exit_code: int


class ClaimDocument(BaseDocument):
    """What a certificate says it proves."""

    position: PositionDocument
    assumed_alive: list[AssumedDocument]
    unit: str
    colour: ColourName
    stones: list[str]
    verdict: Literal["alive", "dead", "drawn"]
    ruleset: RulesetDocument
    walls: list[str]
    """First stones of the chains that are walls by proof."""
    superseded: str
    """Which earlier version of the encoding the ruleset's values are, if they were corrected; else empty."""
    together: list[str] = []
    """As in :class:`UnitDocument`."""


class FileDocument(BaseDocument):
    """One certificate file."""

    file: str
    result: FileResult
    reason: str
    claim: ClaimDocument | None
    checked: CheckedDocument | None
    certified: Literal["accepted", "refused", "not proved yet", "unreadable"] | None = None
    """What the proved checker says, if it was asked."""


class CheckDocument(BaseDocument):
    """The output of ``check --json``."""

    schema: int
    kind: Literal["check"]
    program: str
    files: list[FileDocument]
    missing: list[str]
    """Expectations that no file met."""
    exit_code: int


class MinimisedDocument(BaseDocument):
    """What became of one certificate."""

    file: str
    reason: str
    """Why there is no result; empty if there is one."""
    claim: ClaimDocument | None
    nodes_before: int
    nodes: int
    bytes_before: int
    bytes: int
    least: int
    """What the objective counts cannot be smaller within the universe."""
    optimal: bool
    universe: int
    whole: bool
    """The universe is all won states."""
    stopped: str
    not_minimised: str
    """Why all or a part of it was kept without being worked on; empty if none was."""
    seconds: float
    written: str | None


class MinimiseDocument(BaseDocument):
    """The output of ``minimise --json``."""

    schema: int
    kind: Literal["minimise"]
    program: str
    objective: Literal["nodes", "bytes"]
    files: list[MinimisedDocument]
    interrupted: bool
    exit_code: int


def encode(document: BaseDocument) -> str:
    """Return the JSON text of a document, indented."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode("utf-8")


def encode_line(document: BaseDocument) -> str:
    """Return the JSON text of a document on one line."""
    return msgspec.json.encode(document).decode("utf-8")


def position_document(subject: Position | Diagram) -> PositionDocument:
    """Return a position for JSON, with the labels of a diagram."""
    position, labels = (subject.position, subject.labels) if isinstance(subject, Diagram) else (subject, ())
    return PositionDocument(
        rows=position.rows,
        columns=position.cols,
        board=position.signs(),
        open_sides=sorted(side.value for side in position.open_sides),
        labels={vertex(point, position.rows, position.cols): text for point, text in labels},
    )


def assumed_document(position: Position) -> list[AssumedDocument]:
    """Return the chains of a position that are alive by assumption."""
    return [
        AssumedDocument(colour=colour_name(colour), stones=names(position, chain))
        for colour in Colour
        for chain in position.chains(colour)
        if chain & position.assumed(colour)
    ]


def ruleset_document(ruleset: Ruleset | PlayRules) -> RulesetDocument:
    """Return a ruleset for JSON."""
    values: Mapping[str, str] = dict(ruleset.values)
    return RulesetDocument(id=ruleset.id, digest=ruleset.digest, values=dict(values))


def claim_document(claim: Claim) -> ClaimDocument:
    """Return the claim of a certificate for JSON."""
    position = claim.position
    chains = claim.chains if len(claim.chains) > 1 else ()
    return ClaimDocument(
        position=position_document(position),
        assumed_alive=assumed_document(position),
        unit=unit_name(position, claim.unit),
        together=[unit_name(position, chain) for chain in chains],
        colour="black" if claim.unit & position.black else "white",
        stones=names(position, claim.unit),
        verdict=claim.verdict.value,
        ruleset=ruleset_document(claim.ruleset),
        walls=wall_names(position, claim.walls),
        superseded=str(superseded(claim.ruleset) or ""),
    )


def wall_names(position: Position, walls: Mask) -> list[str]:
    """Return the first stone of each wall chain."""
    return [names(position, chain)[0] for chain in position.chains_among(walls)]


def names(position: Position, mask: Mask) -> list[str]:
    """Return the GTP vertices of the points of *mask*."""
    return vertices(mask, position.rows, position.cols)


def colour_name(colour: Colour) -> ColourName:
    """Return the JSON name of a side."""
    return "white" if colour else "black"
