"""The characters of diagrams: stones, marked stones, and box-drawing characters as board edges."""

import unicodedata

from verifier.board import BLACK, WHITE, Colour, Side

__all__ = [
    "ARM",
    "ASCII_EMPTY",
    "ASCII_STONES",
    "BOX_STONES",
    "INITIALS",
    "MARKED_STONES",
    "NEUTRAL",
    "box_arms",
    "box_character",
    "is_letter",
]

BOX_STONES: dict[str, Colour] = {"●": BLACK, "○": WHITE}
"""Stones without a mark."""

MARKED_STONES: dict[str, Colour] = {
    "▲": BLACK,
    "◆": BLACK,
    "■": BLACK,
    "△": WHITE,
    "◎": WHITE,
    "◇": WHITE,
    "□": WHITE,
}
"""Stones with a mark; the character is the label of the point."""

ASCII_STONES: dict[str, Colour] = {"X": BLACK, "x": BLACK, "#": BLACK, "O": WHITE, "o": WHITE}
"""The first alphabet of stones in ASCII diagrams."""

INITIALS: dict[str, Colour] = {"B": BLACK, "b": BLACK, "W": WHITE, "w": WHITE}
"""The second one, which is never mixed with the first. In box-drawing diagrams these can be labels."""

ASCII_EMPTY = ".+"

NEUTRAL = "·"
"""An empty point that says nothing about board edges (U+00B7)."""

ARM: dict[str, Side] = {"UP": Side.TOP, "DOWN": Side.BOTTOM, "LEFT": Side.LEFT, "RIGHT": Side.RIGHT}
_SPANS = {"HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN")}


def _arms(character: str) -> frozenset[Side] | None:
    words = unicodedata.name(character, "").split()
    if words[:2] != ["BOX", "DRAWINGS"] or {"ARC", "DASH", "DIAGONAL"} & set(words):
        return None
    arms = {arm for word in words for arm in _SPANS.get(word, (word,)) if arm in ARM}
    return frozenset(ARM[arm] for arm in arms)


_BOX = {chr(code): arms for code in range(0x2500, 0x2580) if (arms := _arms(chr(code))) is not None}
_LIGHT = {
    arms: character
    for character, arms in _BOX.items()
    if not {"HEAVY", "DOUBLE"} & set(unicodedata.name(character).replace("SINGLE", "DOUBLE").split())
}


def box_arms(character: str) -> frozenset[Side] | None:
    """Return the directions in which a box-drawing character goes on; None for any other character.

    Light, heavy, double and mixed lines count alike. A direction it does not go on to is a board edge.
    """
    return _BOX.get(character)


def box_character(arms: frozenset[Side]) -> str:
    """Return the light box-drawing character with these arms; :data:`NEUTRAL` if there are none."""
    return _LIGHT.get(arms, NEUTRAL)


def is_letter(character: str) -> bool:
    """Whether *character* can be drawn on an empty point as its label: a Latin letter but x and o.

    X and O are stones in ASCII diagrams, so they are no labels in either style. Where B and W are labels
    is for :mod:`verifier.notation.letters` to say.
    """
    return character.isascii() and character.isalpha() and character not in "XxOo"
