"""Reading the texts of certificates: what their pages do not name is refused, and each number has its bounds.

A number is compared with its bounds before anything is made of it, so that a short file cannot ask for a mask
of a thousand million points.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from verifier.board import BLACK, MAX_SIDE, WHITE, Colour, Grid, Mask, Point, parse_vertex, vertex
from verifier.errors import CertificateError, InputError

__all__ = [
    "MOST_BYTES",
    "MOST_MEASURE",
    "boolean",
    "decimal",
    "document",
    "fields",
    "keys",
    "listed",
    "mask",
    "point_of",
    "read_ascii",
    "rows_of",
    "side_of",
    "text_of",
    "whole",
]

MOST_BYTES = 512 * 1024 * 1024
"""Larger files are not read."""
MOST_MEASURE = 10**15
"""Credits, ranks and numbers of nodes: more than any proof needs."""
_MOST_DIGITS = 20
_DECIMAL = re.compile(r"0|-?[1-9][0-9]*")
_HEXADECIMAL = re.compile(r"0|[1-9a-f][0-9a-f]*")
_NUMBER = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?")


def read_ascii(path: str | Path) -> str:
    """Return the text of a file.

    Raises:
        InputError: it cannot be read.
        CertificateError: it is too large, or not ASCII.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{path}: cannot be read ({reason})") from None
    if len(data) > MOST_BYTES:
        raise CertificateError(f"{path}: larger than {MOST_BYTES // 2**20} MiB")
    try:
        return data.decode("ascii")
    except UnicodeDecodeError:
        raise CertificateError(f"{path}: not ASCII text") from None


def document(text: str) -> Any:
    """Return the JSON document that a text is.

    Raises:
        InputError: it is not JSON.
        CertificateError: it is not ASCII, an object has a key twice, or a number is beyond all bounds.
    """
    if not text.isascii():
        raise CertificateError("not ASCII text")
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=_int, parse_float=_float, parse_constant=_constant
        )
    except CertificateError:
        raise
    except (ValueError, RecursionError):
        raise InputError("not a JSON file") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise CertificateError(f"the key {_shown(twice)} stands twice in one object")
    return made


def _int(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise CertificateError(f"a number of {len(text)} digits: at most {_MOST_DIGITS} are needed anywhere")
    return int(text)


def _float(text: str) -> float:
    number = float(text) if _NUMBER.fullmatch(text) else float("inf")
    if abs(number) > 1e300:
        raise CertificateError(f"the number {text[:40]} is out of all bounds")
    return number


def _constant(text: str) -> Any:
    raise CertificateError(f"{text} is no number of JSON")


def keys(data: Any, where: str, needed: Iterable[str], optional: Iterable[str] = ()) -> dict[str, Any]:
    """Return the object *data*, which has all keys *needed* and none that is not named."""
    needed = tuple(needed)
    if not isinstance(data, dict):
        raise CertificateError(f"{where} must be an object")
    for key in needed:
        if key not in data:
            raise CertificateError(f"{where}: the key {key!r} is missing")
    for key in data:
        if key not in needed and key not in tuple(optional):
            raise CertificateError(f"{where}: the key {_shown(key)} is not known")
    return data


def boolean(value: Any, what: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise CertificateError(f"{what} must be true or false")
    return value


def side_of(value: Any, what: str) -> Colour:
    """Return a side by its name."""
    if value not in ("black", "white"):
        raise CertificateError(f"{what} must be black or white")
    return BLACK if value == "black" else WHITE


def whole(value: Any, what: str, least: int, most: int) -> int:
    """Return a whole number of JSON within bounds; true and 1.0 are none."""
    if type(value) is not int or not least <= value <= most:
        raise CertificateError(f"{what} must be a whole number from {least} to {most}")
    return value


def text_of(value: Any, what: str) -> str:
    """Return a string of printable ASCII."""
    if not (isinstance(value, str) and value.isascii() and value.isprintable()):
        raise CertificateError(f"{what} must be a string of printable ASCII characters")
    return value


def listed(value: Any, what: str) -> list[str]:
    """Return a list of strings."""
    if not isinstance(value, list):
        raise CertificateError(f"{what} must be a list")
    return [text_of(item, f"each of {what}") for item in value]


def fields(text: str, numbers: Iterable[int], what: str) -> list[str]:
    """Return the fields of a line, which single spaces separate; *numbers*: how many there may be."""
    found = text.split(" ")
    if len(found) not in numbers:
        raise CertificateError(f"{what} has {len(found)} fields: {_shown(text)}")
    return found


def decimal(text: str, what: str, least: int, most: int) -> int:
    """Return a decimal number within bounds, written without superfluous signs or zeros."""
    if len(text) > _MOST_DIGITS or not _DECIMAL.fullmatch(text) or not least <= int(text) <= most:
        raise CertificateError(f"{what} is {_shown(text)}: a number from {least} to {most} is needed")
    return int(text)


def mask(text: str, grid: Grid, what: str) -> Mask:
    """Return a set of points of the board, written in hexadecimal without superfluous zeros."""
    if 4 * (len(text) - 1) >= grid.size or not _HEXADECIMAL.fullmatch(text) or int(text, 16) & ~grid.full:
        wanted = "a set of points of the board in hexadecimal is needed"
        raise CertificateError(f"{what} is {_shown(text)}: {wanted}")
    return int(text, 16)


def point_of(name: Any, rows: int, cols: int) -> Point:
    """Return the point that a GTP vertex names, written as the program writes it."""
    if len(text_of(name, "a point")) > 8:
        raise CertificateError(f"{_shown(name)} is no point")
    point = parse_vertex(name, rows, cols)
    if vertex(point, rows, cols) != name:
        raise CertificateError(f"{_shown(name)}: write the point as {vertex(point, rows, cols)}")
    return point


def rows_of(value: Any) -> tuple[str, int, int]:
    """Return the points of a position from the top left, and the numbers of rows and columns."""
    rows = listed(value, "rows")
    if not 0 < len(rows) <= MAX_SIDE or not 0 < len(rows[0]) <= MAX_SIDE:
        raise CertificateError(f"rows: a position has 1 to {MAX_SIDE} rows and columns")
    if any(len(row) != len(rows[0]) or set(row) - set(".XO") for row in rows):
        raise CertificateError("the rows of the position are ragged or hold other characters than . X O")
    return "".join(rows), len(rows), len(rows[0])


def _shown(text: Any) -> str:
    return ascii(text) if len(ascii(text)) <= 60 else f"{ascii(text)[:56]}...'"
