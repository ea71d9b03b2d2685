"""The files of claims: reading and checking them. docs/claims-format.md describes the format."""

import dataclasses
import enum
import functools
import re

from verifier.datafiles import builtin_ids, read_data
from verifier.jobs.cases.fields import Table, open_table
from verifier.jobs.claims.boards import Board, parse_board
from verifier.jobs.claims.spec import Spec, parse_spec

__all__ = ["Claim", "ClaimBasis", "Document", "document_ids", "load_document", "parse_document"]

SCHEMA = 1
"""The version of the file format."""

_FOLDER = "cases/claims"


class ClaimBasis(enum.Enum):
    """How the claim stands in the source."""

    STATED = "stated"
    """It says so of a board that it shows, or of itself."""
    IMPLIED = "implied"
    """It follows from what it says."""
    RULE = "rule"
    """It is a clause of rules that the source writes down; tested is the game that encodes them."""
    REPORTED = "reported"
    """It says so of other rules, or of what others said or did."""
    RECONSTRUCTED = "reconstructed"
    """It is said of a figure that is lost or not there; the board that is tested is another one."""
    OPINION = "opinion"
    """It is a judgement of value, or a guess at what will be or why something was done."""


@dataclasses.dataclass(frozen=True, slots=True)
class Claim:
    """One claim, and how it is tested."""

    id: str
    line: int
    """Of the text of the source that was used."""
    where: str
    says: str
    """What is claimed, in the project's own words; the texts themselves are not part of it."""
    basis: ClaimBasis
    tests: tuple[Spec, ...]
    """All must come out as claimed; empty if the claim cannot be tested."""
    untestable: str
    """Why it cannot be; empty if it can."""
    note: str


@dataclasses.dataclass(frozen=True, slots=True)
class Document:
    """A source and its claims."""

    id: str
    title: str
    sources: tuple[str, ...]
    lines: int
    """Of the text of the source that was used."""
    claims: tuple[Claim, ...]
    boards: dict[str, Board] = dataclasses.field(repr=False)
    notes: tuple[str, ...] = ()


@functools.cache
def document_ids() -> tuple[str, ...]:
    """Return the ids of the files of claims that come with the package."""
    return builtin_ids(_FOLDER)


@functools.cache
def load_document(id_or_path: str) -> Document:
    """Load a file of claims by its id or from its path.

    Raises:
        InputError: there is no such file, or it does not follow the format; one line says what is wrong.
    """
    return parse_document(*read_data(_FOLDER, "file of claims", id_or_path, document_ids()))


def parse_document(text: str, file: str) -> Document:
    """Parse the text of a file of claims; *file* names it in errors.

    Raises:
        InputError: names file and key.
    """
    top = open_table(text, file, SCHEMA)
    name, prefix = top.text("id"), top.text("prefix")
    if not re.fullmatch("[A-Z]{1,3}", prefix):
        raise top.error("prefix", "one to three letters A to Z are needed")
    lines = top.whole("lines")
    if not lines:
        raise top.error("lines", "the number of lines of the text that was used is needed")
    boards = _boards(top)
    claims = tuple(
        _claim(table, f"{prefix}{number:03}", lines, boards)
        for number, table in enumerate(top.tables("claim"), 1)
    )
    if not claims:
        raise top.error("claim", "a file of claims needs at least one")
    document = Document(
        name, top.text("title"), top.texts("sources"), lines, claims, boards, top.texts("notes", ())
    )
    top.no_more()
    asked = {name for claim in claims for spec in claim.tests for name in spec.boards}
    if idle := [name for name in boards if name not in asked]:
        raise top.error(f"board.{idle[0]}", "no test asks about this board")
    return document


def _boards(top: Table) -> dict[str, Board]:
    tables = top.get("board")
    if tables is None:
        return {}
    if not isinstance(tables, dict) or not all(isinstance(value, dict) for value in tables.values()):
        raise top.error("board", "tables [board.NAME] are needed")
    file = top.place("")[: -len(": ")]
    return {name: parse_board(Table(data, file, f"board.{name}."), name) for name, data in tables.items()}


def _claim(table: Table, due: str, lines: int, boards: dict[str, Board]) -> Claim:
    name = table.text("id")
    if name != due:
        raise table.error("id", f"{name!r} stands where {due} is due; claims are numbered without gaps")
    line = table.whole("line")
    if line is None or not 1 <= line <= lines:
        raise table.error("line", f"a line of the source is needed, 1 to {lines} ({name})")
    basis = ClaimBasis(table.choice("basis", [basis.value for basis in ClaimBasis]))
    tests = tuple(parse_spec(test, boards) for test in table.tables("tests"))
    untestable = table.text("untestable", "")
    if bool(tests) == bool(untestable):
        raise table.error("tests", f"give tests, or say in untestable why there are none ({name})")
    claim = Claim(
        name, line, table.text("where"), table.text("says"), basis, tests, untestable,
        table.text("note", ""),
    )  # fmt: skip
    table.no_more()
    return claim
