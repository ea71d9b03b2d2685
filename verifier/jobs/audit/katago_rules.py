"""KataGo's descriptions of rules in RU: ``koPOSITIONALscoreAREAtaxNONEsui1``, and the same as JSON.

What a finished game needs is how it is counted and what White gets for handicap stones. The ko rule and
suicide are over by then.
"""

import json
import re
from collections.abc import Mapping

__all__ = ["katago_rules", "katago_ruleset"]

_PART = re.compile(
    r"(ko)(SIMPLE|POSITIONAL|SITUATIONAL|SPIGHT)|(score)(AREA|TERRITORY)|(tax)(NONE|SEKI|ALL)|(sui)([01])"
    r"|(button)([01])|(whb)(0|N-1|N)|(fpok)([01])|(komi)(-?\d{1,4}(?:\.\d{1,4})?)"
)
_KEYS = {
    "ko": "ko",
    "scoring": "score",
    "tax": "tax",
    "suicide": "sui",
    "hasButton": "button",
    "whiteHandicapBonus": "whb",
    "friendlyPassOk": "fpok",
    "komi": "komi",
}

_COUNTED = {
    ("AREA", "NONE", "N"): "chinese2002",
    ("AREA", "NONE", "N-1"): "aga",
    ("AREA", "NONE", "0"): "tromp-taylor-settled",
    ("TERRITORY", "SEKI", "0"): "japanese1989-inside",
}
"""Scoring, tax and handicap bonus, and the ruleset that counts so."""


def katago_rules(text: str) -> Mapping[str, str] | None:
    """Return the parts of KataGo's rules by their short names; None if *text* is in none of its forms."""
    return _from_json(text) if text.startswith("{") else _from_words(text)


def katago_ruleset(parts: Mapping[str, str]) -> str | None:
    """Return the ruleset that counts as KataGo's rules do; None if no ruleset does."""
    score = parts["score"]
    tax = parts.get("tax", "SEKI" if score == "TERRITORY" else "NONE")
    bonus = parts.get("whb", "0")
    if parts.get("button", "0") != "0":
        return None
    if (score, tax, bonus, parts["ko"], parts.get("sui")) == ("AREA", "NONE", "0", "SITUATIONAL", "1"):
        return "new-zealand"
    return _COUNTED.get((score, tax, bonus))


def _from_words(text: str) -> Mapping[str, str] | None:
    parts: dict[str, str] = {}
    position = 0
    while position < len(text):
        match = _PART.match(text, position)
        if match is None:
            return None
        key, value = (group for group in match.groups() if group is not None)
        if key in parts:
            return None
        parts[key] = value
        position = match.end()
    return parts if {"ko", "score"} <= parts.keys() else None


def _from_json(text: str) -> Mapping[str, str] | None:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or values.keys() - _KEYS.keys():
        return None
    words = {True: "1", False: "0"}
    flat = "".join(
        _KEYS[key] + (words[value] if isinstance(value, bool) else str(value))
        for key, value in values.items()
    )
    return _from_words(flat)
