"""The command ``shikatsu``. docs/cli.md describes it.

Each subcommand is a module that is imported only when it runs, so that ``check`` works without the provers.
"""

import io
import os
import sys
from collections.abc import Sequence

from verifier.cli.exits import BAD_INPUT, INTERNAL, INTERRUPTED
from verifier.errors import ShikatsuError

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with *argv* (default: the arguments of the process) and return its exit code."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - as long as the process
    if sys.stdout is None:
        print("shikatsu: standard output is closed", file=sys.stderr)
        return BAD_INPUT
    for stream in (sys.stdout, sys.stderr):
        # Stones and Japanese titles must not break a terminal that cannot show them.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe went away, as "head" does.
        _drop_output()
        return 128 + 13
    except OSError as error:
        print(f"shikatsu: output cannot be written ({error.strerror})", file=sys.stderr)
        _drop_output()
        return BAD_INPUT
    except Exception as error:
        if os.environ.get("SHIKATSU_TRACEBACK"):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        print(f"shikatsu: internal error: {what}; set SHIKATSU_TRACEBACK=1 to see where", file=sys.stderr)
        return INTERNAL
    return code


def _drop_output() -> None:
    """Let Python not complain once more about a broken stdout when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: list[str]) -> int:
    from verifier.cli.arguments import parse
    from verifier.cli.logs import set_up

    try:
        run, arguments = parse(argv)
        set_up(arguments.verbosity)
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
