"""What is around the command: schemas, a test of the installation, pages and completion."""

import argparse

from verifier.cli.arguments.options import (
    describe,
)

__all__ = [
    "define_completion",
    "define_man",
    "define_schema",
    "define_selftest",
]


def define_schema(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu schema``."""
    describe(parser, "Print the JSON Schema of a document that --json prints, or the names of all of them.")
    parser.add_argument("name", metavar="NAME", nargs="?", help="such as verify (default: list the names)")


def define_selftest(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu selftest``."""
    describe(
        parser,
        "Prove some units with every prover that is installed, and check the proofs: whether this"
        " installation works. Takes seconds and needs no files.",
    )


def define_man(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu man``."""
    describe(parser, "Print the manual page: shikatsu man > shikatsu.1, or shikatsu man | man -l -")


def define_completion(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu completion``."""
    describe(parser, "Print a script that completes the command in a shell. Needs the extra completion.")
    parser.add_argument("shell", choices=("bash", "zsh", "tcsh"), help="for which shell")
