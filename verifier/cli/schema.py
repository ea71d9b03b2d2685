"""``shikatsu schema``: the JSON Schema of what a command prints with ``--json``."""

import argparse
from pathlib import Path

from verifier.cli import exits
from verifier.errors import InputError
from verifier.similar import all_named

__all__ = ["FOLDER", "run", "schema_names"]

FOLDER = Path(__file__).resolve().parents[1] / "schemas"
"""Where the package keeps the schemas."""


def schema_names() -> list[str]:
    """Return the names of all schemas, in order."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    names = schema_names()
    if arguments.name is None:
        print("\n".join(names))
        return exits.OK
    if arguments.name not in names:
        hint = all_named(arguments.name, names, "names")
        raise InputError(f"schema {arguments.name!r}: there is none; {hint}")
    print((FOLDER / f"{arguments.name}.json").read_text(encoding="utf-8"), end="")
    return exits.OK
