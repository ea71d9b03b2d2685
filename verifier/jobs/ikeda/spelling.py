"""Formulas of the source as signs: one spelling for what it writes in several ways, and the signs one by one.

Some of its tables use mathematical markup, others plain signs. Nothing here changes what a formula says.
"""

import re

__all__ = ["MalformedError", "plain", "tokens"]


class MalformedError(ValueError):
    """A formula that breaks the grammar; the message says where."""


_SPELLINGS = (
    (r"\$", ""),
    (r"\\text\{([^{}]*)\}", r"\1"),
    (r"\\([{}])", r"\1"),
    (r"\\phi|ϕ", "φ"),
    (r"\\cup", "∪"),
    (r"\\in\b", "∈"),
    (r"\\neq", "≠"),
    (r"(?<=xy)_(?=\d)", ""),
    ("？", "?"),
    ("；", ";"),
    ("黑", "黒"),
    ("ベナルティ", "ペナルティ"),
    ("開まれる", "囲まれる"),
    (r"\s+", " "),
    (r"(?<=座標) (?=[XY]\b)", ""),
    (r"(?<=グループ) (?=1\b)", ""),
    (r"(?<=[\u3040-\u9fff\dXY?]) (?=\()", ""),
    (r"(?<=[(\[{]) | (?=[)\]},;])", ""),
    (r"(?<=\S)(==|=|≥|≤|≠)(?=\S)", r" \1 "),
    (r"(?<=[^ =])(=+) ", r" \1 "),
    (r"(?<=,)(?=\S)", " "),
)  # fmt: skip


def plain(text: str) -> str:
    """Return a formula of the source on one line, without its markup, with one spelling for each name."""
    for pattern, spelling in _SPELLINGS:
        text = re.sub(pattern, spelling, text)
    return text.strip()


_NAME = r"[\u3040-\u30ff\u4e00-\u9fff]+[XYn1]?\??"
_TOKEN = re.compile(rf"\s*({_NAME}|[A-Za-z]+\d*|\d+|==|[-+=≠≥≤>∈∉∪&|φ()\[\]{{}},;])")


def tokens(text: str) -> list[str]:
    """Split a formula into names, numbers and signs.

    Raises:
        MalformedError: there is something else in it.
    """
    text = plain(text)
    found: list[str] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise MalformedError(f"no sign of the language: {text[at:].strip()[:10]}")
        found.append(match[1])
        at = match.end()
    return found
