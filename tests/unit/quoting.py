"""Cuts the axioms out of the text of their source, by its own labels and without the table of the project."""

import hashlib
import os
import re
from pathlib import Path

TITLE = "囲碁のルールの代数的記述について"
VARIABLE = "SHIKATSU_SEEDS"

_LABEL = re.compile(r"(?<![\d~'-])(\d{1,2}-\d{1,2}'?): ")
_DECLARATION = re.compile(r"[^;；:>\n`]+?\s*[:;]\s*(?:[a-z_]+(?:, [a-z_]+)*)?\s*→ [a-z_]+ ?;")
_STOPS = ("</p>", "\n```", "\n\n")


def source_text() -> str | None:
    """The text of the paper from the folder that SHIKATSU_SEEDS names; None if it names none."""
    folder = os.environ.get(VARIABLE)
    if not folder:
        return None
    for file in sorted(Path(folder).glob("*.txt")):
        text = file.read_text(encoding="utf-8")
        if text.lstrip().startswith(TITLE):
            return text
    raise AssertionError(f"{VARIABLE}={folder}: no text there begins with {TITLE}")


def axioms_of(text: str) -> dict[str, tuple[int, str]]:
    """Each axiom by number: the line on which it begins, and the formula."""
    labels = [match for match in _LABEL.finditer(text) if match.start() > _beginning(text)]
    found = {}
    for match, following in zip(labels, [*labels[1:], None], strict=True):
        formula = text[match.end() : following.start() if following else len(text)]
        if declaration := _DECLARATION.search(formula):
            formula = formula[: declaration.start()]
        for stop in _STOPS:
            formula = formula.partition(stop)[0]
        assert match[1] not in found
        found[match[1]] = _line(text, match.start()), formula.rstrip()
    return found


def declarations_of(text: str) -> list[tuple[int, str]]:
    """All declarations with the line on which each begins."""
    found = []
    for match in _DECLARATION.finditer(text, _beginning(text)):
        stripped = match[0].lstrip()
        found.append((_line(text, match.end() - len(stripped)), stripped))
    return found


def digest(quotation: str) -> str:
    """SHA-256 of a quotation."""
    return hashlib.sha256(quotation.encode()).hexdigest()


def _beginning(text: str) -> int:
    return text.index("TEXT 囲碁ルール")


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
