"""What the command says beside its results: the logger ``verifier`` on standard error.

The package logs under the name ``verifier``: notes as INFO, what it is doing as DEBUG. A program that imports
it hears nothing unless it asks for that, as usual with ``logging``.
"""

import logging
import sys

__all__ = ["LOGGER", "quiet", "set_up"]

LOGGER = logging.getLogger("verifier")


class _ToStderr(logging.Handler):
    """Writes one line for each record to what is standard error at that time."""

    def emit(self, record: logging.LogRecord) -> None:
        kind = "note: " if record.levelno == logging.INFO else ""
        print(f"shikatsu: {kind}{record.getMessage()}", file=sys.stderr)


def set_up(verbosity: int) -> None:
    """Say what *verbosity* asks for: below 0 no notes and no progress, above 0 also what is being done."""
    level = logging.WARNING if verbosity < 0 else logging.DEBUG if verbosity > 0 else logging.INFO
    LOGGER.setLevel(level)
    LOGGER.propagate = False
    if not any(isinstance(handler, _ToStderr) for handler in LOGGER.handlers):
        LOGGER.addHandler(_ToStderr())


def quiet() -> bool:
    """Whether nothing but results and mistakes is wanted."""
    return not LOGGER.isEnabledFor(logging.INFO)
