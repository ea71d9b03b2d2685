"""Options that several subcommands have, and how their values are read."""

import argparse
import math

from verifier.cli.arguments.parsing import EXITS

__all__ = [
    "add_first",
    "add_force",
    "add_json",
    "add_limits",
    "add_outputs",
    "add_position",
    "add_proof",
    "add_search",
    "add_sgf",
    "add_workers",
    "describe",
    "duration",
    "folder",
    "natural",
    "positive",
    "whole",
]


def describe(parser: argparse.ArgumentParser, description: str) -> None:
    """Give a subcommand its description, and the exit codes below it."""
    parser.description, parser.epilog = description, EXITS


def add_workers(parser: argparse.ArgumentParser, default: int | None = 1, what: str = "processes") -> None:
    """Where the work is done."""
    what = f"{what} (default {default or 'one a core'})"
    parser.add_argument("--jobs", metavar="N", type=positive, default=default, help=what)
    parser.add_argument("--cluster", metavar="ADDRESS", help="the workers of this dask.distributed scheduler")


def add_position(parser: argparse.ArgumentParser) -> None:
    """A position, its ruleset, and which moment of a game it is."""
    parser.add_argument(
        "subject", metavar="POSITION", help="a case id, a diagram file, an SGF file, or - for stdin"
    )
    parser.add_argument("--rules", metavar="NAME_OR_FILE", help="the ruleset (default proposal2012)")
    add_sgf(parser, "the position after N moves")


def add_first(parser: argparse.ArgumentParser, *, colours: bool = True) -> None:
    """Who moves first; *colours*: also as black or white."""
    what = "who moves first in hypothetical play, instead of whom the ruleset names"
    parser.add_argument(
        "--first", choices=("owner", "attacker", *(("black", "white") if colours else ())), help=what
    )


def add_sgf(parser: argparse.ArgumentParser, what: str) -> None:
    """Which game of an SGF file and which moment of it; *what* is said of the latter."""
    parser.add_argument(
        "--sgf-game", metavar="N", type=positive, default=1, help="which game of the file (default 1)"
    )
    parser.add_argument("--sgf-move", metavar="N", type=natural, help=f"{what} (default: all)")


def add_search(parser: argparse.ArgumentParser, *, nodes: int = 2_000_000, seconds: float = 60.0) -> None:
    """The limits of searches and where they run."""
    add_limits(parser, nodes=nodes, seconds=seconds)
    add_workers(parser)


def add_limits(
    parser: argparse.ArgumentParser, *, provers: bool = True, nodes: int = 2_000_000, seconds: float = 60.0
) -> None:
    """Limits of each search; *nodes* and *seconds* are the command's defaults, for its help."""
    limits = parser.add_argument_group("limits for each unit; a unit that reaches one is unknown")
    limits.add_argument(
        "--limit-nodes", metavar="N", type=positive, help=f"states to expand (default {nodes})"
    )
    limits.add_argument("--limit-seconds", metavar="S", type=duration, help=f"time (default {seconds:g})")
    limits.add_argument("--limit-memory", metavar="MIB", type=positive, help="memory in MiB (default 1024)")
    if not provers:
        return
    limits.add_argument(
        "--limit-walls",
        metavar="N",
        type=positive,
        help="states to expand for each set of chains tried as walls (default 20000)",
    )
    parser.add_argument(
        "--prover",
        choices=("auto", "native", "python", "sat"),
        default="auto",
        help="who searches (default auto)",
    )


def add_outputs(parser: argparse.ArgumentParser) -> None:
    """JSON, and certificates."""
    add_json(parser)
    add_proof(parser, "write one certificate for each decided unit into DIR")


def add_json(parser: argparse.ArgumentParser) -> None:
    """JSON in the place of text."""
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")


def add_proof(parser: argparse.ArgumentParser, what: str) -> None:
    """Where to write certificates."""
    parser.add_argument("--proof", metavar="DIR", type=folder, help=what)
    add_force(parser)


def add_force(parser: argparse.ArgumentParser) -> None:
    """Whether files may be overwritten."""
    parser.add_argument("--force", action="store_true", help="overwrite existing files")


def folder(text: str) -> str:
    """The path of a folder."""
    if not text:
        raise argparse.ArgumentTypeError("'' names no folder; leave the option out to write nothing")
    return text


def positive(text: str) -> int:
    """A whole number above 0."""
    return whole(text, 1)


def natural(text: str) -> int:
    """A whole number from 0."""
    return whole(text, 0)


def whole(text: str, least: int) -> int:
    """A whole number of at least *least*, in digits."""
    # Digits only, and not so many that the number itself becomes the problem.
    value = int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else -1
    if value < least:
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is not a whole number from {least} to 10^15 - 1")
    return value


def duration(text: str) -> float:
    """A number of seconds above 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value
