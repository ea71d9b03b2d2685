"""What each rule text says, beside the values that the encodings give it: a page of Markdown."""

import re
from collections.abc import Iterator, Mapping, Sequence

from verifier.rules import (
    AXES,
    PLAY_AXES,
    Axis,
    Basis,
    Citation,
    PlayRules,
    Ruleset,
    builtin_names,
    load_play_rules,
    load_ruleset,
    play_names,
)

__all__ = ["texts_page"]

_HEAD = """\
# What each text says

This page is the output of `shikatsu rules texts` and is not edited by hand. For each rule text of the package
it has the axes ([rulesets](rulesets.md) explains them and their values), the article that fixes each value,
with its words or with what was found in their place, and what the value rests on:

* **text**: an article says so;
* **commentary**: an explanation or an example says so, of the same document or of another one that is named;
* *assumption*: the document is silent, or was not read, and the value is the encoder's choice.

Another reading of a text has only what it says otherwise. Where a file has both, the axes of hypothetical
play come first and those of ordinary play, `play.`, after them. This is how much rests on what:
"""

_URL = re.compile(r"https?://[^\s|)、]*[^\s|)、.,;:]")

Rules = Ruleset | PlayRules


def texts_page() -> str:
    """Return the page on all rulesets of the package: a section for each document, its readings under it."""
    documents = _documents()
    parts = [_HEAD, _overview(documents), "## The texts\n"]
    for name, readings in documents.items():
        parts.append(_document(name))
        parts += [_reading(reading, name) for reading in readings]
    return "\n".join(parts).rstrip() + "\n"


def _documents() -> dict[str, list[str]]:
    """Each document, and the other readings of it."""
    bases = {name: load_ruleset(name).document for name in builtin_names()}
    names = sorted({*builtin_names(), *play_names()})
    documents: dict[str, list[str]] = {name: [] for name in names if bases.get(name, name) == name}
    for name in names:
        if name not in documents:
            documents[bases[name]].append(name)
    return documents


def _sections(name: str) -> Iterator[tuple[str, Mapping[str, Axis], Rules]]:
    """The sections that a ruleset has: the prefix of their axes, the axes, and the values."""
    if name in builtin_names():
        yield "", AXES, load_ruleset(name)
    if name in play_names():
        yield "play.", PLAY_AXES, load_play_rules(name)


def _rows(name: str, base: str | None = None) -> Iterator[tuple[str, str, Citation]]:
    """Axis, value and citation; of a reading only what it says otherwise than its base."""
    others = {prefix: rules for prefix, _, rules in _sections(base)} if base else {}
    for prefix, axes, rules in _sections(name):
        other = others.get(prefix)
        for axis, value in rules.values:
            citation = rules.citations[axis]
            if other and (other[axis], other.citations[axis]) == (value, citation):
                continue
            if not other and value == axes[axis].default and citation.basis is Basis.ASSUMPTION:
                continue  # the file is silent
            yield prefix + axis, value, citation


def _document(name: str) -> str:
    sections = list(_sections(name))
    return f"### {name}\n\n{_source(sections[0][2])}\n\n" + _table(list(_rows(name)))


def _reading(name: str, base: str) -> str:
    rules = next(_sections(name))[2]
    head = f"#### {name}\n\nA reading of `{base}`: {_cell(rules.title)}.\n\n"
    return head + _table(list(_rows(name, base)))


def _source(rules: Rules) -> str:
    return f"{_cell(rules.title)}. Source: {_cell(rules.source)}"


def _overview(documents: Mapping[str, Sequence[str]]) -> str:
    names = " | ".join(basis.value for basis in Basis)
    lines = [f"| ruleset | {names} |", "| --- |" + " ---: |" * len(Basis)]
    for name in documents:
        bases = [citation.basis for _, _, citation in _rows(name)]
        numbers = " | ".join(str(bases.count(basis)) for basis in Basis)
        lines.append(f"| [{name}](#{name}) | {numbers} |")
    return "\n".join(lines) + "\n"


def _table(rows: Sequence[tuple[str, str, Citation]]) -> str:
    if not rows:
        return "Nothing differs.\n"
    lines = ["| axis | value | article, or what is in its place | rests on |", "| --- | --- | --- | --- |"]
    for axis, value, citation in rows:
        said = _cell(citation.article)
        if citation.note:
            said = f"{said}{'' if said[-1] in '.?!。' else '.'} {_cell(citation.note)}"
        mark = "*" if citation.basis is Basis.ASSUMPTION else "**"
        lines.append(f"| `{axis}` | {_cell(value)} | {said} | {mark}{citation.basis.value}{mark} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """*text* for a cell of a table: nothing in it means anything to Markdown but its addresses."""
    plain = re.sub(r"([\\|*`\[\]])", r"\\\1", " ".join(text.split())).replace("<", "&lt;")
    return _URL.sub(lambda match: f"<{match.group().replace(chr(92), '')}>", plain)
