"""Earlier versions of an encoding: a correction is visible, and old proofs stay proofs of what they say."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from verifier.errors import InputError
from verifier.rules.axes import AXES

__all__ = ["Edition", "parse_history"]

_KEYS = ("version", "why", "was")


@dataclasses.dataclass(frozen=True, slots=True)
class Edition:
    """A version of an encoding that was corrected later."""

    version: int
    was: tuple[tuple[str, str], ...]
    """(axis, value) where it differs from the present version."""
    why: str
    """What was wrong with it."""

    def __str__(self) -> str:
        return f"version {self.version}, " + ", ".join(f"{axis} = {value!r}" for axis, value in self.was)


def parse_history(data: Mapping[str, Any], file: str) -> tuple[int, tuple[Edition, ...]]:
    """Read the keys ``version`` and ``history`` of a ruleset file: the version, and the earlier ones.

    Each entry of the history has the values that the next correction changed (``was``), as
    ``axes.NAME``; in the editions they are put together.

    Raises:
        InputError: the versions are not all those from 1 on in order, or a table is not of that form.
    """
    version = data.get("version", 1)
    if type(version) is not int or version < 1:
        raise InputError(f"{file}: version = {version!r}: a whole number from 1 on is required")
    tables = data.get("history", [])
    if not isinstance(tables, list) or len(tables) != version - 1:
        raise InputError(
            f"{file}: history: one table [[history]] for each version before {version} is required"
        )
    was: dict[str, str] = {}
    editions = []
    for number in range(version - 1, 0, -1):
        was |= _entry(tables[number - 1], number, file)
        editions.append(Edition(number, tuple(was.items()), tables[number - 1]["why"]))
    return version, tuple(editions)


def _entry(table: Any, number: int, file: str) -> dict[str, str]:
    from verifier.datafiles import refuse_controls  # a checker reads no files of rulesets

    where = f"{file}: history of version {number}"
    known = isinstance(table, dict) and sorted(table) == sorted(_KEYS)
    if not known or type(table["version"]) is not int or table["version"] != number:
        raise InputError(f"{where}: a table with version = {number}, why and was is required")
    if not isinstance(table["why"], str) or not table["why"].strip():
        raise InputError(f"{where}: why: say what was wrong")
    refuse_controls(table["why"], f"{where}: why", lines=True)
    was = table["was"]
    if not isinstance(was, dict) or not was:
        raise InputError(f"{where}: was: the values that were corrected are required, by 'axes.NAME'")
    found = {}
    for name, value in was.items():
        axis = name.removeprefix("axes.")
        if name == axis or axis not in AXES or value not in AXES[axis].values:
            raise InputError(f"{where}: was: {name!r} = {value!r}: use 'axes.NAME' and a value of that axis")
        found[axis] = value
    return found
