"""``shikatsu rules``: list, show and validate rulesets."""

import argparse
import sys
from pathlib import Path

from verifier.cli import exits
from verifier.cli.output import print_table
from verifier.errors import InputError
from verifier.rules import AXES, builtin_names, load_ruleset, parse_ruleset

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    if arguments.action == "list":
        rows = [[name, load_ruleset(name).title] for name in builtin_names()]
        print_table(["id", "title"], rows)
        return exits.OK
    if arguments.action == "show":
        return _show(arguments.name)
    return _validate(arguments.files)


def _show(name: str) -> int:
    ruleset = load_ruleset(name)
    print(f"{ruleset.id}  {ruleset.title}")
    print(f"source: {ruleset.source}")
    print(f"digest: {ruleset.digest}")
    for axis, value in ruleset.values:
        citation = ruleset.citations[axis]
        print(f"\n{axis} = {value}")
        print(f"  {AXES[axis].question} {AXES[axis].values[value]}")
        print(f"  {citation.article} [{citation.basis.value}]")
        if citation.note:
            print(f"  {citation.note}")
    return exits.OK


def _validate(files: list[str]) -> int:
    code = exits.OK
    for file in files:
        try:
            ruleset = parse_ruleset(_text(file), file)
        except InputError as error:
            print("shikatsu:", " ".join(str(error).split()), file=sys.stderr)
            code = exits.BAD_INPUT
        else:
            print(f"{file}: valid, ruleset {ruleset.id}, digest {ruleset.digest}")
    return code


def _text(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{file}: not UTF-8 text") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror})") from None
    except ValueError:
        raise InputError(f"{file!r}: not the name of a file") from None
