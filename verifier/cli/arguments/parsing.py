"""The parser of the command, which reports a mistake as one line."""

import argparse
from typing import Any, NoReturn

from verifier.errors import InputError

__all__ = ["EXITS", "Parser"]

EXITS = (
    "exit codes: 0 all decided or accepted, 1 a claim or certificate refused, 2 bad input,"
    " 3 something unknown, 130 interrupted"
)


class _Once(argparse._StoreAction):
    """An option with a value that may be given once; the last of two would win without a word."""

    given = False

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any, **more: Any) -> None:
        if self.option_strings and self.given:
            raise argparse.ArgumentError(self, "given twice")
        self.given = True
        super().__call__(parser, *rest, **more)


class Parser(argparse.ArgumentParser):
    """Reports a mistake as one line, like every other one; for one line of arguments."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for name in (None, "store"):
            self.register("action", name, _Once)

    def error(self, message: str) -> NoReturn:
        """Raise the mistake as an error of the package."""
        raise InputError(f"{message}; try {self.prog} --help")
