"""Did you mean: names that resemble one that is not known."""

import difflib
import re
from collections.abc import Iterable

__all__ = ["all_named", "did_you_mean", "similar"]

_LEAST = 0.6
"""How much of two names must agree, as ``difflib`` counts."""


def similar(word: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Return up to *most* of the *known* names that resemble *word*, the most similar first.

    Case and zeros before a number make no difference, and a name that begins with the word comes first.
    """
    plain = _plain(word[:100])
    found = []
    for order, name in enumerate(dict.fromkeys(known)):
        other = _plain(name)
        ratio = difflib.SequenceMatcher(None, plain, other).ratio()
        begins = len(plain) >= 3 and other.startswith(plain)
        if other == plain or begins or ratio >= _LEAST:
            found.append((other != plain, not begins, len(other) if begins else 0, -ratio, order, name))
    found.sort()
    if found and not found[0][0]:
        found = [item for item in found if not item[0]]
    return [item[-1] for item in found[:most]]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the words ``did you mean x or y?``, or an empty string if nothing resembles *word*."""
    names = similar(word, known)
    if not names:
        return ""
    return f"did you mean {', '.join(names[:-1])}{' or ' if len(names) > 1 else ''}{names[-1]}?"


def all_named(word: str, known: Iterable[str], what: str, listed: Iterable[str] | None = None) -> str:
    """Return what *word* may mean, if anything, and all names: ``did you mean x? The ids are x, y``.

    *what* is what they are in the plural. A name that comes twice is told once. Where the *known* names are
    too many, those that are *listed* are named alone.
    """
    names = list(dict.fromkeys(known))
    meant = did_you_mean(word, names)
    told = names if listed is None else listed
    return f"{f'{meant} The' if meant else 'the'} {what} are {', '.join(told)}"


def _plain(word: str) -> str:
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", word.lower())
