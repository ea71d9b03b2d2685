"""Reading ruleset files. The format is described in docs/rulesets.md."""

import functools
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier.datafiles import builtin_ids, parse_toml, read_data, refuse_controls, refuse_other_schema
from verifier.errors import InputError
from verifier.rules.axes import AXES, Axis, unjudged
from verifier.rules.history import Edition, parse_history
from verifier.rules.playing import PLAY_AXES, PlayRules
from verifier.rules.ruleset import Basis, Citation, Ruleset, changes_in

__all__ = [
    "SCHEMA",
    "builtin_names",
    "judging_names",
    "judging_ruleset",
    "load_play_rules",
    "load_ruleset",
    "own_ruleset",
    "own_sections",
    "parse_play_rules",
    "parse_ruleset",
    "play_names",
    "play_usurped",
    "sections",
    "solved_names",
    "superseded",
    "usurped",
]

SCHEMA = 1
"""The version of the file format."""

_TOP_KEYS = ("schema", "id", "title", "source", "base", "version", "history", "axes", "play")
_AXIS_KEYS = ("value", "article", "basis", "note")


def builtin_names() -> tuple[str, ...]:
    """Return the ids of the rulesets of the package that have a section for hypothetical play."""
    return _having("axes")


def play_names() -> tuple[str, ...]:
    """Return the ids of the rulesets of the package that have a section for ordinary play."""
    return _having("play")


def judging_names() -> tuple[str, ...]:
    """Return the ids of the rulesets of the package under which units can be judged."""
    return tuple(name for name in builtin_names() if not unjudged(load_ruleset(name)))


def judging_ruleset(name: str) -> Ruleset:
    """Load a ruleset as :func:`load_ruleset` does, to judge units by it.

    Raises:
        InputError: as there, or no hypothetical play is written down for its values.
    """
    ruleset = load_ruleset(name)
    if reason := unjudged(ruleset):
        raise InputError(
            f"ruleset {ruleset.id}: units are not judged: {reason}; count with given dead stones (score)"
        )
    return ruleset


@functools.cache
def solved_names() -> tuple[str, ...]:
    """Return the ids of those whose endings the exact solver knows (:attr:`PlayRules.unsolved`)."""
    return tuple(name for name in play_names() if load_play_rules(name).unsolved is None)


@functools.cache
def _having(section: str) -> tuple[str, ...]:
    every = builtin_ids("encodings")
    texts = {name: read_data("encodings", "ruleset", name, every)[0] for name in every}
    return tuple(name for name, text in texts.items() if section in tomllib.loads(text))


def load_ruleset(name: str) -> Ruleset:
    """Load a ruleset by its id (one that comes with the package) or from the path of a TOML file.

    Values may be changed in brackets after an id: ``proposal2012[walls=independent, ko=none]``. A file is
    read each time, as it may have changed.

    Raises:
        InputError: there is no such ruleset, or its file does not follow the schema.
    """
    base, bracket, changes = name.partition("[")
    if base in builtin_names() and (not bracket or changes.endswith("]")):
        return _of_package(base, changes[:-1] if bracket else None)
    if name not in builtin_names() and name in play_names():
        raise InputError(f"ruleset {name!r}: life and death are played out; use play-out or solve")
    if _is_file(name.rpartition("[")[0]) and name.endswith("]") and not _is_file(name):
        raise InputError(
            f"ruleset {name!r}: values in brackets follow an id of the package and no file; write them into a"
            " copy of the file, with an id of its own"
        )
    return _of_file(*read_data("encodings", "ruleset", name, builtin_names()))


@functools.cache
def _of_package(name: str, changes: str | None) -> Ruleset:
    ruleset = parse_ruleset(*read_data("encodings", "ruleset", name, builtin_names()))
    return ruleset if changes is None else _changed(ruleset, changes)


@functools.lru_cache(maxsize=64)
def _of_file(text: str, file: str) -> Ruleset:
    ruleset = parse_ruleset(text, file)
    _refuse_false_id(ruleset, file)
    _refuse_broken_play(text, file)
    return ruleset


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # a name too long or with a NUL
        return False


def _changed(ruleset: Ruleset, changes: str) -> Ruleset:
    pairs = [tuple(part.strip() for part in change.partition("=")) for change in changes.split(",")]
    for axis, _, value in pairs:
        if axis not in AXES or value not in AXES[axis].values:
            allowed = _quoted(AXES[axis].values) if axis in AXES else f"the axes {', '.join(AXES)}"
            raise InputError(f"ruleset {ruleset.id}[{changes}]: {axis!r} = {value!r}: allowed: {allowed}")
    return ruleset.with_values(**{axis: value for axis, _, value in pairs})


def own_ruleset(text: str, file: str) -> Ruleset:
    """Return the ruleset that *text* is, to judge units by it; *file* names it in errors.

    Raises:
        InputError: it does not follow the schema, its id stands for other values than it has, or no
            hypothetical play is written down for its values.
    """
    ruleset = parse_ruleset(text, file)
    _refuse_false_id(ruleset, file)
    _refuse_broken_play(text, file)
    if reason := unjudged(ruleset):
        raise InputError(f"{file}: units are not judged: {reason}")
    return ruleset


def own_sections(text: str, file: str) -> tuple[Ruleset | PlayRules, ...]:
    """Return what a ruleset file has: a ruleset, rules of play, or both; *file* names it in errors.

    Raises:
        InputError: it does not follow the schema, or its id stands for other values than it has.
    """
    found = sections(text, file)
    parsed: list[Ruleset | PlayRules] = []
    if "axes" in found or "play" not in found:
        parsed.append(parse_ruleset(text, file))
    if "play" in found:
        parsed.append(parse_play_rules(text, file))
    for rules in parsed:
        _refuse_false_id(rules, file)
    return tuple(parsed)


def _refuse_broken_play(text: str, file: str) -> None:
    """Refuse mistakes in the section of ordinary play, though units are judged without it."""
    if "play" in sections(text, file):
        parse_play_rules(text, file)


def _refuse_false_id(rules: Ruleset | PlayRules, file: str) -> None:
    """Refuse the id of a file that stands for other values than the file has."""
    known, others = builtin_names(), play_names()
    if isinstance(rules, Ruleset):
        false = usurped(rules, editions=False)
    else:
        known, others = others, known
        false = play_usurped(rules) or (rules.units is not None and usurped(rules.units, editions=False))
    base = rules.id.partition("[")[0]
    if false or (base in others and base not in known):
        raise InputError(
            f"{file}: id = {rules.id!r} stands for other values than those of this file; choose another id"
        )


def usurped(ruleset: Ruleset, *, editions: bool = True) -> bool:
    """Whether *ruleset* has other values than its id says.

    An id of the package, or one that only has capitals or signs besides, stands for the values of that
    ruleset, now or (with *editions*) once, and brackets after an id for the values that stand in them.
    """
    read = changes_in(ruleset.id)
    if read is None:
        return True
    base, changes = read
    if any(dict(ruleset.values).get(axis) != value for axis, value in changes.items()):
        return True
    base = _looks_like(base, builtin_names())
    if not base:
        return False
    present = load_ruleset(base)
    versions = [{}, *(dict(edition.was) for edition in present.history if editions)]
    said = dict(ruleset.values)
    return all({**dict(present.values), **was, **changes} != said for was in versions)


def play_usurped(rules: PlayRules) -> bool:
    """The same for rules of ordinary play, of which no earlier versions are known."""
    read = changes_in(rules.id)
    if read is None:
        return True
    base, changes = read
    said = dict(rules.values)
    if any(said.get(axis) != value for axis, value in changes.items()):
        return True
    base = _looks_like(base, play_names())
    return bool(base) and {**dict(load_play_rules(base).values), **changes} != said


def _looks_like(name: str, known: Sequence[str]) -> str:
    """The id of the package that a reader may take *name* for; empty if there is none."""
    return next((one for one in (name, name.casefold().strip(" .,_=-")) if one in known), "")


def superseded(ruleset: Ruleset) -> Edition | None:
    """Return the earlier version of a ruleset of this package whose id and values *ruleset* has, or None."""
    if ruleset.id not in builtin_names():
        return None
    return load_ruleset(ruleset.id).edition(ruleset)


def load_play_rules(name: str) -> PlayRules:
    """Load the rules of ordinary play of a ruleset, by its id or from the path of a TOML file.

    A file is read each time, as it may have changed.

    Raises:
        InputError: there is no such ruleset, it has no section ``[play]``, or it breaks the schema.
    """
    if name in play_names():
        return _play_of_package(name)
    if name in builtin_names():
        document = load_ruleset(name).document
        way = f"its document is played as {document}; or " if document in play_names() else ""
        raise InputError(f"ruleset {name!r}: no section [play]; {way}use one of {', '.join(play_names())}")
    base = name.rpartition("[")[0]
    known = base in (*play_names(), *builtin_names()) or _is_file(base)
    if known and name.endswith("]") and not _is_file(name):
        raise InputError(
            f"ruleset {name!r}: values in brackets change how units are judged, and no play; write a file"
            " with these values and an id of its own"
        )
    return _play_of_file(*read_data("encodings", "ruleset", name, play_names()))


@functools.cache
def _play_of_package(name: str) -> PlayRules:
    return parse_play_rules(*read_data("encodings", "ruleset", name, play_names()))


@functools.lru_cache(maxsize=64)
def _play_of_file(text: str, file: str) -> PlayRules:
    rules = parse_play_rules(text, file)
    _refuse_false_id(rules, file)
    return rules


def parse_ruleset(text: str, file: str) -> Ruleset:
    """Parse the section for hypothetical play of a ruleset file; *file* names it in errors.

    Raises:
        InputError: names file, key and the allowed values.
    """
    data = _head(text, file)
    if "axes" not in data and "base" not in data and "play" in data:
        raise InputError(f"{file}: no section [axes]: life and death are played out; use play-out or solve")
    base = _base(data, file)
    values, citations = _section(data, "axes", AXES, file, base)
    rest = {"title": data["title"], "source": data["source"], "document": base.document if base else ""}
    version, history = parse_history(data, file)
    try:
        return Ruleset.of(data["id"], values, citations=citations, version=version, history=history, **rest)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None


def _base(data: Mapping[str, Any], file: str) -> Ruleset | None:
    """The ruleset of the package of which this one is a reading, or None."""
    name = data.get("base")
    if name is None:
        return None
    if name == data["id"]:
        raise InputError(
            f"{file}: base = {name!r}: a ruleset cannot be its own base; give the file another id, which no"
            " ruleset of the package has"
        )
    if name not in builtin_names():
        from verifier.similar import did_you_mean  # only a name that is not known needs it

        meant = did_you_mean(name, builtin_names()) if isinstance(name, str) else ""
        hint = f"{meant} Use" if meant else "use"
        ids = ", ".join(builtin_names())
        raise InputError(f"{file}: base = {name!r}: {hint} one of {ids}, or leave it out")
    base = load_ruleset(name)
    if base.document != base.id:
        raise InputError(f"{file}: base = {name!r} is a reading itself; use {base.document!r}")
    return base


def parse_play_rules(text: str, file: str) -> PlayRules:
    """Parse the section for ordinary play of a ruleset file; *file* names it in errors.

    Raises:
        InputError: names file, key and the allowed values.
    """
    data = _head(text, file)
    values, citations = _section(data, "play", PLAY_AXES, file)
    units = None
    if values["dead"] == "judged":
        if "axes" not in data and "base" not in data:
            raise InputError(f"{file}: play.dead = 'judged': a section [axes] is needed, which says how")
        units = parse_ruleset(text, file)
        area = (units["score"] == "area", values["score"] == "area")
        if area[0] is not area[1]:
            raise InputError(
                f"{file}: play.dead = 'judged': play.score = {values['score']!r} and axes.score ="
                f" {units['score']!r} contradict each other"
            )
    try:
        rest = data["title"], data["source"], citations, units
        return PlayRules(data["id"], tuple(values.items()), *rest)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None


def sections(text: str, file: str) -> tuple[str, ...]:
    """Return which of the sections ``axes`` and ``play`` a ruleset file has.

    Raises:
        InputError: the file is no ruleset file.
    """
    data = _head(text, file)
    return tuple(key for key in ("axes", "play") if key in data or (key == "axes" and "base" in data))


def _head(text: str, file: str) -> dict[str, Any]:
    """The parsed file, its keys outside the sections checked."""
    data = parse_toml(text, file)
    _only(data, _TOP_KEYS, file, "top level")
    refuse_other_schema(data, file, SCHEMA)
    for key in ("id", "title", "source"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise InputError(f"{file}: {key}: a non-empty string is required")
        refuse_controls(data[key], f"{file}: {key}")
    return data


def _section(
    data: Mapping[str, Any],
    section: str,
    axes: Mapping[str, Axis],
    file: str,
    base: Ruleset | None = None,
) -> tuple[dict[str, str], dict[str, Citation]]:
    tables = data.get(section, {} if base else None)
    if not isinstance(tables, dict):
        needed = ", ".join(name for name, axis in axes.items() if axis.default is None)
        raise InputError(f"{file}: {section}: one table [{section}.NAME] for each of {needed} is required")
    values: dict[str, str] = dict(base.values) if base else {}
    citations: dict[str, Citation] = dict(base.citations) if base else {}
    for name, table in tables.items():
        if name not in axes:
            shown = name if name.isprintable() else ascii(name)
            raise InputError(f"{file}: {section}.{shown}: unknown axis; the axes are {', '.join(axes)}")
        values[name], citations[name] = _axis(axes[name], table, file, f"{section}.{name}")
    for name, axis in axes.items():
        if name not in values and axis.default is not None:
            values[name] = axis.default
            citations[name] = Citation("none: the default of this axis", Basis.ASSUMPTION)
        if name not in values:
            allowed = _quoted(axis.values)
            raise InputError(f"{file}: {section}.{name}: missing; allowed values: {allowed}")
    return values, citations


def _axis(axis: Axis, table: Any, file: str, name: str) -> tuple[str, Citation]:
    where = f"{file}: {name}"
    if not isinstance(table, dict):
        raise InputError(f"{where}: a table with the keys {', '.join(_AXIS_KEYS)} is required")
    _only(table, _AXIS_KEYS, file, name)
    value = table.get("value")
    if not isinstance(value, str) or value not in axis.values:
        raise InputError(f"{where}.value = {value!r}: allowed values: {_quoted(axis.values)}")
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
    refuse_controls(article, f"{where}.article", lines=True)
    refuse_controls(note, f"{where}.note", lines=True)
    return value, Citation(article, bases[basis], note)


def _only(table: Mapping[str, object], allowed: tuple[str, ...], file: str, where: str) -> None:
    for key in table:
        if key not in allowed:
            raise InputError(f"{file}: {where}: unknown key {key!r}; allowed keys: {', '.join(allowed)}")


def _quoted(values: Mapping[str, object]) -> str:
    return ", ".join(repr(value) for value in values)
