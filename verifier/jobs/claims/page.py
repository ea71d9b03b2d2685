"""The page docs/claims.md: every claim with what came out, and how to see it oneself."""

from collections.abc import Mapping, Sequence

from verifier.jobs.claims.finding import Outcome
from verifier.jobs.claims.record import Entry
from verifier.jobs.claims.table import Document

__all__ = ["claims_page", "counts_of"]

_ORDER = (Outcome.CONFIRMED, Outcome.REFUTED, Outcome.UNDECIDED, Outcome.UNTESTABLE)
_LONGEST = 300
_COLUMNS = ("place", "claim", "basis", "outcome", "found", "command")


def counts_of(entries: Sequence[Entry]) -> list[str]:
    """The number of claims, then those of each outcome, as words."""
    return [str(len(entries)), *(str(sum(one.outcome is which for one in entries)) for which in _ORDER)]


def claims_page(documents: Mapping[str, tuple[Document, Sequence[Entry]]], command: str) -> str:
    """The page for these documents and what is known of their claims."""
    lines = [
        "# Claims",
        "",
        "What four documents claim, claim by claim, and what became of each. This page is the output of"
        f" `{command}` and is not edited by hand. [The files](claims-format.md) say how each claim is tested;"
        " `shikatsu claims ID` does so again, and keeps the certificates with `--store DIR`.",
        "",
        "*Confirmed* and *refuted*: all tests of the claim came out as claimed, or one did not. *Undecided*:"
        " a limit was reached, or the test was not run. A refuted claim says something of the document, of"
        " how it is read here, or of the board that replaces a lost figure; its note says of which.",
        "",
        "| document | claims | " + " | ".join(which.value for which in _ORDER) + " |",
        "| --- | --- | " + " | ".join("---" for _ in _ORDER) + " |",
    ]
    for document, entries in documents.values():
        lines.append(f"| {document.title} | " + " | ".join(counts_of(entries)) + " |")
    every = [entry for _, entries in documents.values() for entry in entries]
    lines.append("| all | " + " | ".join(counts_of(every)) + " |")
    lines += ["", "## Refuted", ""]
    lines += _list([one for one in every if one.outcome is Outcome.REFUTED])
    lines += ["", "## Undecided", ""]
    lines += _list([one for one in every if one.outcome is Outcome.UNDECIDED])
    for document, entries in documents.values():
        lines += ["", f"## {document.title}", ""]
        for text in document.notes:
            lines += [text, ""]
        lines += ["| " + " | ".join(_COLUMNS) + " |", "| " + " | ".join("---" for _ in _COLUMNS) + " |"]
        lines += [_row(entry) for entry in entries]
    return "\n".join(lines) + "\n"


def _list(entries: Sequence[Entry]) -> list[str]:
    if not entries:
        return ["None."]
    lines = []
    for entry in entries:
        note = f" Note: {entry.claim.note}" if entry.claim.note else ""
        claim = f"**{entry.claim.id}** ({entry.claim.where}): {entry.claim.says}"
        found = _cut(entry.found).rstrip(".")
        lines.append(f"* {claim}. Found: {found}.{note}")
    return lines


def _row(entry: Entry) -> str:
    claim = entry.claim
    command = f"`shikatsu claims {claim.id}`" if claim.tests else ""
    place = f"line {claim.line}, {claim.where}"
    cells = (place, claim.says, claim.basis.value, entry.outcome.value, _cut(entry.found), command)
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + " ..."
