"""Reading ruleset files. The format is described in docs/rulesets.md."""

import functools
import tomllib
from collections.abc import Mapping
from typing import Any

from verifier.datafiles import builtin_ids, read_data
from verifier.errors import InputError
from verifier.rules.axes import AXES
from verifier.rules.ruleset import Basis, Citation, Ruleset

__all__ = ["SCHEMA", "builtin_names", "load_ruleset", "parse_ruleset", "usurped"]

SCHEMA = 1
"""The version of the file format."""

_TOP_KEYS = ("schema", "id", "title", "source", "axes")
_AXIS_KEYS = ("value", "article", "basis", "note")


def builtin_names() -> tuple[str, ...]:
    """Return the ids of the rulesets that come with the package."""
    return builtin_ids("encodings")


@functools.cache
def load_ruleset(name: str) -> Ruleset:
    """Load a ruleset by its id (one that comes with the package) or from the path of a TOML file.

    Raises:
        InputError: there is no such ruleset, or its file does not follow the schema.
    """
    ruleset = parse_ruleset(*read_data("encodings", "ruleset", name, builtin_names()))
    if name not in builtin_names() and usurped(ruleset):
        raise InputError(
            f"{name}: id = {ruleset.id!r} is the name of a ruleset of this package that has other values;"
            " choose another id"
        )
    return ruleset


def usurped(ruleset: Ruleset) -> bool:
    """Whether *ruleset* bears the id of a ruleset of this package without having its values."""
    return ruleset.id in builtin_names() and ruleset != load_ruleset(ruleset.id)


def parse_ruleset(text: str, file: str) -> Ruleset:
    """Parse the text of a ruleset file; *file* names it in errors.

    Raises:
        InputError: names file, key and the allowed values.
    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: not valid TOML: {error}") from None
    _only(data, _TOP_KEYS, file, "top level")
    if data.get("schema") != SCHEMA:
        raise InputError(f"{file}: schema = {data.get('schema')!r}: this program reads schema {SCHEMA}")
    for key in ("id", "title", "source"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise InputError(f"{file}: {key}: a non-empty string is required")
    axes = data.get("axes")
    if not isinstance(axes, dict):
        raise InputError(f"{file}: axes: one table [axes.NAME] for each of {', '.join(AXES)} is required")
    values: dict[str, str] = {}
    citations: dict[str, Citation] = {}
    for name, table in axes.items():
        values[name], citations[name] = _axis(name, table, file)
    missing = [name for name in AXES if name not in values]
    if missing:
        name = missing[0]
        raise InputError(f"{file}: axes.{name}: missing; allowed values: {_quoted(AXES[name].values)}")
    try:
        return Ruleset.of(data["id"], values, title=data["title"], source=data["source"], citations=citations)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None


def _axis(name: str, table: Any, file: str) -> tuple[str, Citation]:
    where = f"{file}: axes.{name}"
    if name not in AXES:
        raise InputError(f"{where}: unknown axis; the axes are {', '.join(AXES)}")
    if not isinstance(table, dict):
        raise InputError(f"{where}: a table with the keys {', '.join(_AXIS_KEYS)} is required")
    _only(table, _AXIS_KEYS, file, f"axes.{name}")
    value = table.get("value")
    if not isinstance(value, str) or value not in AXES[name].values:
        raise InputError(f"{where}.value = {value!r}: allowed values: {_quoted(AXES[name].values)}")
    article = table.get("article")
    if not isinstance(article, str) or not article.strip():
        raise InputError(f"{where}.article: the article that fixes the value is required, or why none does")
    bases = {basis.value: basis for basis in Basis}
    basis = table.get("basis")
    if not isinstance(basis, str) or basis not in bases:
        raise InputError(f"{where}.basis = {basis!r}: allowed values: {_quoted(bases)}")
    note = table.get("note", "")
    if not isinstance(note, str):
        raise InputError(f"{where}.note: a string is required")
    return value, Citation(article, bases[basis], note)


def _only(table: Mapping[str, object], allowed: tuple[str, ...], file: str, where: str) -> None:
    for key in table:
        if key not in allowed:
            raise InputError(f"{file}: {where}: unknown key {key!r}; allowed keys: {', '.join(allowed)}")


def _quoted(values: Mapping[str, object]) -> str:
    return ", ".join(repr(value) for value in values)
