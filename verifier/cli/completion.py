"""``shikatsu completion``: a script that completes the command in a shell, by shtab from the parser."""

import argparse

from verifier.cli import exits
from verifier.cli.arguments import parser
from verifier.errors import InputError

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code.

    Raises:
        InputError: the library that writes such scripts is not installed.
    """
    try:
        import shtab
    except ImportError:
        raise InputError("completion needs shtab: pip install '.[completion]' in a checkout") from None
    print(shtab.complete(parser(), shell=arguments.shell))
    return exits.OK
