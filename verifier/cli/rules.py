"""``shikatsu rules``: list, show, compare and validate rulesets, and the page docs/texts.md."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from verifier.cli import exits
from verifier.cli.output import print_table
from verifier.cli.source import standard_input
from verifier.datafiles import read_data
from verifier.errors import InputError
from verifier.rules import (
    AXES,
    PLAY_AXES,
    Axis,
    PlayRules,
    Ruleset,
    builtin_names,
    load_play_rules,
    load_ruleset,
    own_sections,
    play_names,
    sections,
)
from verifier.rules.texts import texts_page

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    if arguments.action == "list":
        rows = []
        for name in sorted({*builtin_names(), *play_names()}):
            units, play = name in builtin_names(), name in play_names()
            title = load_ruleset(name).title if units else load_play_rules(name).title
            rows.append([name, " and ".join(["units"] * units + ["play"] * play), title])
        print_table(["id", "decides", "title"], rows)
        return exits.OK
    if arguments.action == "texts":
        print(texts_page(), end="")
        return exits.OK
    if arguments.action == "diff":
        return _diff(arguments.first, arguments.second)
    if arguments.action == "show":
        return _show_file(arguments.name) if arguments.toml else _show(arguments.name)
    return _validate(arguments.files)


def _show(name: str) -> int:
    for prefix, ruleset in _sections(name).items():
        _print(ruleset, PLAY_AXES if prefix else AXES, prefix)
    return exits.OK


def _show_file(name: str) -> int:
    ids = sorted({*builtin_names(), *play_names()})
    if name not in ids:
        raise InputError(f"ruleset {name!r}: --toml prints files of the package; use one of {', '.join(ids)}")
    print(read_data("encodings", "ruleset", name, ids)[0], end="")
    return exits.OK


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # a name too long or with a NUL
        return False


def _print(ruleset: Ruleset | PlayRules, axes: Mapping[str, Axis], prefix: str) -> None:
    print(f"{ruleset.id}  {ruleset.title}")
    print(f"source: {ruleset.source}")
    print(f"digest: {ruleset.digest}")
    for axis, value in ruleset.values:
        citation = ruleset.citations[axis]
        print(f"\n{prefix}{axis} = {value}")
        print(f"  {axes[axis].question} {axes[axis].values[value]}")
        print(f"  {_line(citation.article)} [{citation.basis.value}]")
        if citation.note:
            print(f"  {_line(citation.note)}")


def _line(text: str) -> str:
    """A text of several lines as one."""
    return " ".join(text.split())


def _sections(name: str) -> dict[str, Ruleset | PlayRules]:
    """The sections of a ruleset by the prefix of their axes."""
    ids = {*builtin_names(), *play_names()}
    found = sections(_text(name), name) if name not in ids and _is_file(name) else None
    parts: dict[str, Ruleset | PlayRules] = {}
    if name in builtin_names() or (found is None and name not in ids) or (found and "axes" in found):
        parts[""] = load_ruleset(name)
    if name in play_names() or (found and "play" in found):
        parts["play."] = load_play_rules(name)
    return parts


def _diff(first: str, second: str) -> int:
    """Print the axes on which two rulesets differ, with what each text says; the others in one line."""
    mine, theirs = _sections(first), _sections(second)
    shared = [prefix for prefix in mine if prefix in theirs]
    if not shared:
        raise InputError(
            f"{first} and {second}: one is about units, the other about play; there is nothing to compare"
        )
    for prefix in shared:
        pair = mine[prefix], theirs[prefix]
        axes = PLAY_AXES if prefix else AXES
        different = [axis for axis in axes if pair[0][axis] != pair[1][axis]]
        width = max(len(ruleset.id) for ruleset in pair)
        for axis in different:
            print(f"{prefix}{axis}: {axes[axis].question}")
            for ruleset in pair:
                citation = ruleset.citations[axis]
                print(f"  {ruleset.id:{width}}  {ruleset[axis]}: {axes[axis].values[ruleset[axis]]}")
                print(f"  {'':{width}}  {_line(citation.article)} [{citation.basis.value}]")
            print()
        equal = ", ".join(f"{axis} = {pair[0][axis]}" for axis in axes if axis not in different)
        print(f"{len(different)} of {len(axes)} axes differ; equal: {equal or 'none'}")
    return exits.OK


def _validate(files: list[str]) -> int:
    code = exits.OK
    for file in files:
        try:
            parsed = own_sections(_text(file), file)
        except InputError as error:
            print("shikatsu:", " ".join(str(error).split()), file=sys.stderr)
            code = exits.BAD_INPUT
        else:
            for ruleset in parsed:
                what = "ruleset" if isinstance(ruleset, Ruleset) else "rules of play"
                print(f"{file}: valid, {what} {ruleset.id}, digest {ruleset.digest}")
    return code


def _text(file: str) -> str:
    given = standard_input() if file == "-" else None
    try:
        return Path(file).read_text(encoding="utf-8") if given is None else given.decode()
    except UnicodeDecodeError:
        raise InputError(f"{file}: not UTF-8 text") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror})") from None
    except ValueError:
        raise InputError(f"{file!r}: not the name of a file") from None
