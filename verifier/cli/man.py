"""``shikatsu man``: the manual page, made of the same parser as the help."""

import argparse
import re
from collections.abc import Iterator

from verifier.cli import exits
from verifier.cli.arguments import parser as command_parser
from verifier.version import __version__

__all__ = ["manual_page", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    print(manual_page(), end="")
    return exits.OK


def manual_page() -> str:
    """Return the manual page of the command in the language of ``man``."""
    parser = command_parser()
    commands = subcommands(parser)
    lines = [
        f'.TH SHIKATSU 1 "" "shikatsu {__version__}" "User Commands"',
        ".SH NAME",
        r"shikatsu \- " + _escaped(parser.description or ""),
        ".SH SYNOPSIS",
        r".B shikatsu",
        r"[\-v | \-q] \fICOMMAND\fR [\fIoption\fR ...]",
        ".SH OPTIONS",
        *_options(parser),
        ".SH COMMANDS",
    ]
    for name, command in commands.items():
        lines += [f'.SS "shikatsu {name}"', *_command(command)]
        for action, inner in subcommands(command).items():
            lines += [f'.SS "shikatsu {name} {action}"', *_command(inner)]
    exit_codes = (parser.epilog or "").removeprefix("exit codes: ")
    lines += [".SH EXIT STATUS", _escaped(exit_codes), ".SH AUTHORS", "The Shikatsu authors."]
    return "\n".join(line for line in lines if line) + "\n"


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of the subcommands by name; empty if there are none."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _command(parser: argparse.ArgumentParser) -> Iterator[str]:
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    yield _escaped(parser.description or "")
    yield ".PP"
    yield _escaped(usage)
    yield from _options(parser)


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    formatter = parser._get_formatter()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction | argparse._HelpAction):
            continue
        name = formatter._format_action_invocation(action)
        text = formatter._expand_help(action) if action.help else ""
        yield ".TP"
        yield r"\fB" + _escaped(name) + r"\fR"
        yield _escaped(text) or r"\&"


def _escaped(text: str) -> str:
    """A line of text in which nothing is a request or an escape."""
    plain = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-")
    ascii_only = "".join(sign if sign.isascii() else f"\\[u{ord(sign):04X}]" for sign in plain)
    return re.sub(r"^([.'])", r"\\&\1", ascii_only)
