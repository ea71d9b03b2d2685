"""The command ``shikatsu``. docs/cli.md describes it.

Each subcommand is a module that is imported only when it runs, so that ``check`` works without the provers.
"""

import os
import sys
from collections.abc import Sequence

from verifier.cli.exits import BAD_INPUT, INTERRUPTED
from verifier.errors import ShikatsuError

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with *argv* (default: the arguments of the process) and return its exit code."""
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe went away, as "head" does. Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13
    return code


def _run(argv: list[str]) -> int:
    from verifier.cli.arguments import parse

    try:
        run, arguments = parse(argv)
        return run(arguments)
    except ShikatsuError as error:
        # One line, whatever the message quotes.
        print("shikatsu:", " ".join(str(error).split()), file=sys.stderr)
        return BAD_INPUT
    except SystemExit as leave:  # --help and --version
        return leave.code if isinstance(leave.code, int) else 0
    except KeyboardInterrupt:
        print("shikatsu: interrupted", file=sys.stderr)
        return INTERRUPTED
