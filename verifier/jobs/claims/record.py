"""What came out of claims, as data beside them: one file ``found/ID.toml`` for each file of claims."""

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from verifier.datafiles import builtin_ids, read_data
from verifier.errors import InputError
from verifier.files import write_whole
from verifier.jobs.cases.fields import open_table
from verifier.jobs.claims.finding import Outcome, Result
from verifier.jobs.claims.spec import Spec
from verifier.jobs.claims.table import Claim, Document

__all__ = ["NOT_RUN", "Entry", "about", "entry_of", "recorded", "write_record"]

SCHEMA = 1
_FOLDER = "cases/claims/found"
NOT_RUN = "not run"


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a claim."""

    claim: Claim
    outcome: Outcome
    found: str
    """What was computed, or why nothing can be."""


def about(spec: Spec) -> list[object]:
    """What a test asks, whatever the program answers: its arguments and its boards."""
    boards = [
        (name, str(board.position), sorted(side.value for side in board.position.open_sides),
         int(board.setup.to_move), board.setup.komi, board.setup.lost, board.setup.ko)
        for name, board in sorted(spec.boards.items())
    ]  # fmt: skip
    return [spec.kind, sorted(spec.given.items()), boards]


def _key(claim: Claim) -> str:
    asked = json.dumps([about(spec) for spec in claim.tests], default=str, ensure_ascii=False)
    return hashlib.sha256(asked.encode()).hexdigest()[:16]


def entry_of(result: Result) -> Entry:
    """What a run says of a claim."""
    if result.claim.untestable:
        return Entry(result.claim, Outcome.UNTESTABLE, result.claim.untestable)
    return Entry(result.claim, result.outcome, " / ".join(finding.found for finding in result.findings))


def recorded(document: Document, folder: str | Path | None = None) -> dict[str, Entry]:
    """All claims of a document, by id, with what the record in *folder* says of them.

    The folder is that of the package by default. A claim that it does not have, or whose tests are others by
    now, is undecided: not run.

    Raises:
        InputError: the record does not follow its format.
    """
    known = _read(document.id, Path(folder) if folder is not None else None)
    entries = {}
    for claim in document.claims:
        entry = Entry(claim, Outcome.UNDECIDED, NOT_RUN)
        if claim.untestable:
            entry = Entry(claim, Outcome.UNTESTABLE, claim.untestable)
        elif claim.id in known and known[claim.id][0] == _key(claim):
            entry = Entry(claim, *known[claim.id][1:])
        entries[claim.id] = entry
    return entries


def _read(name: str, folder: Path | None) -> dict[str, tuple[str, Outcome, str]]:
    known = builtin_ids(_FOLDER)
    if folder is not None and not (folder / f"{name}.toml").is_file():
        return {}
    if folder is None and name not in known:
        return {}
    text, file = read_data(_FOLDER, "record", name if folder is None else str(folder / f"{name}.toml"), known)
    top = open_table(text, file, SCHEMA)
    found = {}
    for table in top.tables("claim"):
        outcome = Outcome(table.choice("outcome", [one.value for one in Outcome]))
        found[table.text("id")] = (table.text("asked"), outcome, table.text("found"))
        table.no_more()
    top.no_more()
    return found


def write_record(document: Document, entries: Mapping[str, Entry], folder: str | Path) -> Path:
    """Write what is known of the claims that can be tested; what was not run is left out.

    Raises:
        InputError: the file cannot be written.
    """
    lines = [f"schema = {SCHEMA}"]
    for entry in _run(entries.values()):
        lines += [
            "",
            "[[claim]]",
            f'id = "{entry.claim.id}"',
            f'asked = "{_key(entry.claim)}"',
            f'outcome = "{entry.outcome.value}"',
            f"found = {json.dumps(entry.found, ensure_ascii=False)}",
        ]
    path = Path(folder) / f"{document.id}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    write_whole(path, "\n".join(lines) + "\n", force=True)
    return path


def _run(entries: Iterable[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.claim.tests and entry.found != NOT_RUN]
