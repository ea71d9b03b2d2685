"""The arguments of commands: numbers, colours, vertices and names, as the protocol writes them."""

import math
import os
from collections.abc import Sequence

from verifier.board import BLACK, WHITE, Colour, Point, parse_vertex
from verifier.gtp.protocol import GtpError
from verifier.play.game import PASS

__all__ = ["colour_of", "expect", "float_of", "int_of", "move_of", "path_of", "point_of"]

_MOST = 2**31 - 1
_COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


def expect(arguments: Sequence[str], usage: str) -> None:
    """Refuse another number of arguments than the words of *usage*; ``[X]`` may be missing, ``...`` repeats.

    Raises:
        GtpError: there are too few or too many.
    """
    words = usage.split()[1:]
    least = sum(not word.startswith("[") and word != "..." for word in words)
    if len(arguments) < least or ("..." not in words and len(arguments) > len(words)):
        raise GtpError(f"syntax error: {usage}")


def int_of(text: str, what: str, least: int = 0) -> int:
    """Return a number of the protocol: digits, below 2^31.

    Raises:
        GtpError: it is none, or less than *least*.
    """
    value = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else -1
    if not least <= value <= _MOST:
        raise GtpError(f"syntax error: {what} {_shown(text)} is not a whole number from {least} to {_MOST}")
    return value


def float_of(text: str, what: str) -> float:
    """Return a finite number.

    Raises:
        GtpError: it is none.
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise GtpError(f"syntax error: {what} {_shown(text)} is not a number")
    return value


def colour_of(text: str) -> Colour:
    """Return the colour that ``b``, ``black``, ``w`` or ``white`` names, in any case.

    Raises:
        GtpError: it is none of them.
    """
    colour = _COLOURS.get(text.lower())
    if colour is None:
        raise GtpError(f"syntax error: colour {_shown(text)}: use b, w, black or white")
    return colour


def point_of(text: str, rows: int, cols: int) -> Point:
    """Return the point of a vertex such as ``C3``, in any case.

    Raises:
        GtpError: it is none of this board.
    """
    try:
        if text[:1].isascii() and text[:1].isalpha() and text[1:].isascii() and text[1:].isdigit():
            return parse_vertex(text, rows, cols)
    except ValueError:
        pass
    raise GtpError(
        f"syntax error: vertex {_shown(text)}: no point of this board of {rows} rows and {cols} columns"
    )


def move_of(text: str, rows: int, cols: int) -> Point:
    """Return a point or PASS. Raises GtpError like :func:`point_of`."""
    return PASS if text.lower() == "pass" else point_of(text, rows, cols)


def path_of(text: str) -> str:
    """Return the name of a file as the system knows it, whatever its encoding."""
    return os.fsdecode(text.encode("utf-8", "surrogateescape"))


def _shown(text: str) -> str:
    return repr("".join(c if c.isprintable() else "?" for c in text[:40]))
