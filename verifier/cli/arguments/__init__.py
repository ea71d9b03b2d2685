"""The arguments of the command and of its subcommands."""

import argparse
import importlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

from verifier.cli.arguments.around import (
    define_completion,
    define_man,
    define_schema,
    define_selftest,
)
from verifier.cli.arguments.comparing import (
    define_atlas,
    define_axioms,
    define_cases,
    define_claims,
    define_findings,
    define_hunt,
    define_propose,
    define_readings,
    define_rules,
)
from verifier.cli.arguments.games import (
    define_analysis,
    define_audit,
    define_gtp,
    define_play_out,
    define_score,
    define_serve,
    define_settled,
    define_solve,
)
from verifier.cli.arguments.judging import (
    define_check,
    define_explain,
    define_export,
    define_ko,
    define_minimise,
    define_rup,
    define_show,
    define_units,
    define_verify,
)
from verifier.cli.arguments.parsing import EXITS, Parser
from verifier.errors import InputError
from verifier.similar import did_you_mean
from verifier.version import __version__

__all__ = ["COMMANDS", "parse", "parser"]

Run: TypeAlias = Callable[[argparse.Namespace], int]

_COMMANDS: tuple[tuple[str, Callable[[argparse.ArgumentParser], None], str], ...] = (
    ("verify", define_verify, "judge the units of a position"),
    ("check", define_check, "check certificates, without any search"),
    ("cases", define_cases, "compare verdicts with what documents claim"),
    ("explain", define_explain, "say in words and moves why a unit lives or dies"),
    ("show", define_show, "show a position as text, picture, SGF or forum diagram"),
    ("ko", define_ko, "say how units depend on ko threats"),
    ("settled", define_settled, "say what gains, what is neutral, and how the board is filled"),
    ("units", define_units, "take a position apart: units, walls, locales, regions"),
    ("export", define_export, "write a proof of death as CNF and DRUP"),
    ("minimise", define_minimise, "make certificates smaller"),
    ("rup", define_rup, "check a DRUP proof of any CNF formula"),
    ("play-out", define_play_out, "replay a game under a ruleset and count its end"),
    ("solve", define_solve, "find the result of best play, with proofs"),
    ("audit", define_audit, "compare what was agreed on at the end of games with what is proved"),
    ("analysis", define_analysis, "answer queries of other programs, one line of JSON each"),
    ("score", define_score, "count a position with given dead stones"),
    ("gtp", define_gtp, "speak the Go Text Protocol"),
    ("atlas", define_atlas, "all positions of small boards under all rulesets"),
    ("axioms", define_axioms, "audit the algebraic specification of Ikeda's rules"),
    ("propose", define_propose, "say what a ruleset of your own changes, and where it fails"),
    ("findings", define_findings, "the page docs/findings-tables.md, made from a run"),
    ("claims", define_claims, "test what documents claim, claim by claim"),
    ("readings", define_readings, "find the simplest ruleset that gives all examples"),
    ("serve", define_serve, "explore positions and argue with proofs in the browser"),
    ("hunt", define_hunt, "find the smallest position where rulesets disagree"),
    ("rules", define_rules, "list, show, compare or validate rulesets"),
    ("schema", define_schema, "the JSON Schema of what --json prints"),
    ("selftest", define_selftest, "see whether this installation works"),
    ("man", define_man, "print the manual page"),
    ("completion", define_completion, "print a completion script for a shell"),
)
"""Each subcommand with what adds its arguments, and its line in the list of commands."""

COMMANDS = tuple(name for name, _, _ in _COMMANDS)
"""The names of all subcommands."""


def parse(argv: Sequence[str]) -> tuple[Run, argparse.Namespace]:
    """Return the subcommand's function and its arguments.

    Raises:
        InputError: the arguments make no sense.
        SystemExit: help or the version was asked for, and printed.
    """
    asked = next((word for word in argv if not word.startswith("-")), COMMANDS[0])
    if asked not in COMMANDS and (meant := did_you_mean(asked, COMMANDS)):
        raise InputError(f"argument COMMAND: invalid choice: {asked!r}; {meant} Try shikatsu --help")
    arguments = parser().parse_args(argv)
    if getattr(arguments, "rules", None) == "":
        raise InputError("argument --rules: empty; name a ruleset, or leave it out")
    arguments.verbosity = (getattr(arguments, "verbose", 0) or 0) - (getattr(arguments, "quiet", 0) or 0)
    module = importlib.import_module(f"verifier.cli.{arguments.module}")
    run: Run = module.run
    return run, arguments


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command, from which help, manual page and completion are made."""
    parser = Parser(
        prog="shikatsu",
        description="Decide which stones are dead or alive under a given ruleset of Go, and prove it.",
        epilog=EXITS,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"shikatsu {__version__}")
    _verbosity(parser)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    for name, define, what in _COMMANDS:
        command = commands.add_parser(name, help=what, allow_abbrev=False)
        command.set_defaults(module=name.replace("-", "_"))
        define(command)
        _verbosity(command)
    return parser


def _verbosity(parser: argparse.ArgumentParser) -> None:
    """Before and after the name of the command; what is not given there leaves the other alone."""
    parser.add_argument(
        "-v", "--verbose", action="store_const", const=1, default=argparse.SUPPRESS,
        help="say on standard error what is being done",
    )  # fmt: skip
    parser.add_argument(
        "-q", "--quiet", action="store_const", const=1, default=argparse.SUPPRESS,
        help="no notes and no progress, only results and mistakes",
    )  # fmt: skip
