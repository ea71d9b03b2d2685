"""Margins of results as they are written: ``3.5``, ``3 3/4``, ``3又3/4子``, ``三目半``, ``반집``."""

import re
from fractions import Fraction

__all__ = ["margin"]

_HALVES = "半|반"
_KANJI = {"一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_KANJI_NUMBER = "[一二两兩三四五六七八九十百]+"
_WHOLE = rf"\d{{1,4}}|{_KANJI_NUMBER}"

_POINTS = frozenset({"目", "点", "點", "路", "집", "point", "points", "pt", "pts", "moku"})
"""Units of one point."""

_STONES = frozenset({"子", "zi"})
"""Units of Chinese counting, in which each side is compared with half of the board: two points of lead."""

_UNIT = "|".join(sorted(_POINTS | _STONES, key=len, reverse=True))

_FORMS = tuple(
    re.compile(form)
    for form in (
        r"(?P<number>\d{1,4}[.,]\d{1,4})",
        rf"(?:(?P<whole>{_WHOLE})(?:\s+|\s*[又と]\s*))?(?P<above>\d)\s*/\s*(?P<below>[248])",
        rf"(?:(?P<whole>{_WHOLE})\s*又\s*)?(?P<below>[248二四八])分之(?P<above>[1357一三五七])",
        rf"(?P<whole>{_WHOLE})(?:\s*又\s*)?(?P<half>{_HALVES})?",
        rf"(?P<half>{_HALVES})",
    )
)


def margin(text: str, *, unit_wanted: bool = False) -> float | None:
    """Return a margin in points; None if *text* is none.

    A margin in 子 is of Chinese counting and is doubled, and so is one in quarters without a unit, as no lead
    in points has them.
    With *unit_wanted* a number without a unit is no margin, unless it has quarters.
    """
    found = re.fullmatch(rf"(?P<number>.+?)\s*(?P<unit>{_UNIT})?\s*(?P<half>{_HALVES})?", text.strip())
    if found is None:
        return None
    value = _value(found["number"].strip())
    if value is None or (found["half"] and (value.denominator != 1 or not found["unit"])):
        return None
    value += Fraction(1, 2) if found["half"] else 0
    if found["unit"] in _STONES or (found["unit"] is None and value.denominator == 4):
        return float(2 * value) if value.denominator in (1, 2, 4) else None
    if found["unit"] is None and unit_wanted:
        return None
    return float(value) if value.denominator <= 2 else None


def _value(text: str) -> Fraction | None:
    for form in _FORMS:
        match = form.fullmatch(text)
        if match is None:
            continue
        parts = {key: part for key, part in match.groupdict().items() if part}
        if "number" in parts:
            return Fraction(parts["number"].replace(",", "."))
        whole = _whole(parts["whole"]) if "whole" in parts else 0
        if whole is None:
            return None
        if "above" in parts:
            above, below = _whole(parts["above"]), _whole(parts["below"])
            if not above or not below or above >= below:
                return None
            return whole + Fraction(above, below)
        return Fraction(whole) + (Fraction(1, 2) if "half" in parts else 0)
    return None


def _whole(text: str) -> int | None:
    """The value of digits, or of a numeral up to 199 such as 二十三."""
    if text.isdecimal():
        return int(text)
    match = re.fullmatch(r"(百)?(?:([^十百])?(十))?([^十百])?", text)
    if match is None:
        return None
    hundred, tens, ten, ones = match.groups()
    return (
        (100 if hundred else 0) + (10 * _KANJI[tens or "一"] if ten else 0) + (_KANJI[ones] if ones else 0)
    )
