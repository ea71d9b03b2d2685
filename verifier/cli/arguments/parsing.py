"""The parser of the command, which reports a mistake as one line."""

import argparse
from typing import NoReturn

from verifier.errors import InputError

__all__ = ["EXITS", "Parser"]

EXITS = (
    "exit codes: 0 all decided or accepted, 1 a claim or certificate refused, 2 bad input,"
    " 3 something unknown, 130 interrupted"
)


class Parser(argparse.ArgumentParser):
    """Reports a mistake as one line, like every other one."""

    def error(self, message: str) -> NoReturn:
        """Raise the mistake as an error of the package."""
        raise InputError(f"{message}; try {self.prog} --help")
