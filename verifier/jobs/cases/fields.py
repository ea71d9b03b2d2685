"""The parts of a case, and the reading of its tables with errors that name file and key."""

import dataclasses
import enum
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from verifier.arguments import KOMI, is_komi
from verifier.board import Colour, Mask, Point, Position, parse_vertex
from verifier.datafiles import parse_toml, refuse_other_schema
from verifier.errors import InputError
from verifier.search.outcome import Status

__all__ = [
    "DOCUMENTED",
    "SCHEMA",
    "AreaClaim",
    "Basis",
    "Count",
    "Table",
    "TerritoryClaim",
    "UnitClaim",
    "open_table",
    "parse_point",
]

SCHEMA = 1
"""The version of the file format."""

DOCUMENTED = ("proposal2012", "japanese1989")
"""The rulesets for which a case says of every unit what is claimed, or that nothing is."""


class Basis(enum.Enum):
    """How much a claim can be relied on."""

    STATED = "stated"
    """The document of the ruleset says so of these stones."""
    IMPLIED = "implied"
    """It follows from something the document says, such as a count of territory."""
    REPORTED = "reported"
    """Another document says that the rules decide so."""
    INFERRED = "inferred"
    """No text was found; see the claim's ``where``."""


@dataclasses.dataclass(frozen=True, slots=True)
class UnitClaim:
    """A document calls a unit, or several of one side together, alive or dead."""

    ruleset: str
    unit: Mask
    """The stones of the unit, or of all of them."""
    status: Status
    """ALIVE or DEAD."""
    basis: Basis
    where: str
    """The place in the document."""
    address: str
    """The public address of the text; empty if the basis is INFERRED and there is none."""
    note: str
    contradicted: bool = False
    """The same document says the opposite of this unit elsewhere, or can be read so."""


@dataclasses.dataclass(frozen=True, slots=True)
class Count:
    """A number of points of territory; the parts are None where they are not told apart."""

    total: int
    points: int | None
    prisoners: int | None
    """Dead stones taken off after the end of the game."""


@dataclasses.dataclass(frozen=True, slots=True)
class AreaClaim:
    """The area around a point is territory of a colour; ``count`` is None where no number is given."""

    at: Point
    colour: Colour
    count: Count | None


@dataclasses.dataclass(frozen=True, slots=True)
class TerritoryClaim:
    """What a document says about territory."""

    ruleset: str
    black: Count | None
    """Of the whole diagram, without prisoners taken in play; None where no number is given."""
    white: Count | None
    areas: tuple[AreaClaim, ...]
    neutral: tuple[Point, ...]
    """Points that are said to be nobody's territory."""
    result: str
    """As in the RE property of SGF, with the case's komi and prisoners; empty if none is given."""
    basis: Basis
    where: str
    address: str
    note: str


class Table:
    """A table of a case file. Keys that were never asked for are refused by :meth:`no_more`."""

    def __init__(self, data: Mapping[str, Any], file: str, path: str) -> None:
        self._data, self._file, self._path = data, file, path
        self._asked: set[str] = set()

    def place(self, key: str) -> str:
        """Return file and full key, the beginning of every message."""
        return f"{self._file}: {self._path}{key}"

    def error(self, key: str, message: str) -> InputError:
        """Return an error about *key*."""
        return InputError(f"{self.place(key)}: {message}")

    def get(self, key: str) -> Any:
        """Return the raw value, or None."""
        self._asked.add(key)
        return self._data.get(key)

    def no_more(self) -> None:
        """Refuse keys that mean nothing.

        Raises:
            InputError: there is one.
        """
        for key in self._data:
            if key not in self._asked:
                raise self.error(key, f"unknown key; allowed keys: {', '.join(sorted(self._asked))}")

    def text(self, key: str, default: str | None = None) -> str:
        """Return a string; without a *default* it is required and must not be empty."""
        value = self.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, "a non-empty string is required")
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return a list of strings; without a *default* it is required and must not be empty."""
        value = self.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
            raise self.error(key, "a list of at least one string is required")
        return tuple(value)

    def groups(self, key: str) -> tuple[tuple[str, ...], ...]:
        """Return a list of strings and lists of strings, each string as a list; empty if left out."""
        value = self.get(key)
        if value is None:
            return ()
        lists = (
            [[item] if isinstance(item, str) else item for item in value] if isinstance(value, list) else []
        )
        if not lists or not all(
            isinstance(one, list) and one and all(isinstance(item, str) for item in one) for one in lists
        ):
            raise self.error(key, "a list of strings, or of lists of strings for units together, is required")
        return tuple(tuple(one) for one in lists)

    def choice(self, key: str, allowed: Iterable[str]) -> str:
        """Return one of the *allowed* strings."""
        value, names = self.get(key), list(allowed)
        if value not in names:
            raise InputError(f"{self.place(key)} = {value!r}: allowed values: {', '.join(map(repr, names))}")
        return str(value)

    def colour(self, key: str) -> Colour:
        """Return the side that the strings black and white name."""
        return Colour.BLACK if self.choice(key, ("black", "white")) == "black" else Colour.WHITE

    def number(self, key: str, default: float) -> float:
        """Return a number."""
        value = self.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
            raise self.error(key, "a number is required")
        return float(value)

    def komi(self, key: str) -> float:
        """Return komi; 0 where the key is missing."""
        value = self.number(key, 0.0)
        if not is_komi(value):
            raise self.error(key, f"{KOMI} are required")
        return value

    def whole(self, key: str) -> int | None:
        """Return a whole number that is not negative, or None where the key is missing."""
        value = self.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
            raise self.error(key, "a whole number from 0 is required")
        return value

    def pair(self, key: str, default: tuple[int, int]) -> tuple[int, int]:
        """Return the whole numbers ``black`` and ``white`` of a table; 0 where one is missing."""
        value = self.get(key)
        if value is None:
            return default
        table = self._inner(key, value)
        found = table.whole("black") or 0, table.whole("white") or 0
        table.no_more()
        return found

    def count(self, key: str) -> Count | None:
        """Return a table such as ``{ total = 13, points = 8, prisoners = 5 }``."""
        value = self.get(key)
        if value is None:
            return None
        table = self._inner(key, value)
        found = table.count_fields()
        table.no_more()
        if found is None:
            raise table.error("total", "a whole number from 0 is required")
        return found

    def count_fields(self) -> Count | None:
        """Return the keys total, points and prisoners of this table, or None without a total."""
        total, points, prisoners = self.whole("total"), self.whole("points"), self.whole("prisoners")
        if total is None:
            return None
        if (points is None) != (prisoners is None):
            raise self.error("points", "give points and prisoners both, or the total only")
        if points is not None and prisoners is not None and points + prisoners != total:
            raise self.error("total", f"{total} is not the sum of {points} points and {prisoners} prisoners")
        return Count(total, points, prisoners)

    def tables(self, key: str) -> Sequence["Table"]:
        """Return an array of tables, empty where the key is missing."""
        value = self.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.error(key, "an array of tables is required")
        return [self._inner(f"{key}[{index}]", item) for index, item in enumerate(value, 1)]

    def _inner(self, key: str, value: Any) -> "Table":
        if not isinstance(value, dict):
            raise self.error(key, "a table is required")
        return Table(value, self._file, f"{self._path}{key}.")


def open_table(text: str, file: str, schema: int) -> Table:
    """Return the outermost table of a file of that *schema*; *file* names it in errors.

    Raises:
        InputError: it is no TOML, or has another schema.
    """
    data = parse_toml(text, file)
    refuse_other_schema(data, file, schema)
    table = Table(data, file, "")
    table.get("schema")
    return table


def parse_point(text: str, position: Position, where: str) -> Point:
    """Return the point that *text* names.

    Raises:
        InputError: it is no point of the board; *where* begins the message.
    """
    try:
        return parse_vertex(text, position.rows, position.cols)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
