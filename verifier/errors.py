"""Errors a user can cause, each a single line: what, where, what to do; and Ctrl-C, with what there is."""

from typing import Any

__all__ = ["CertificateError", "InputError", "Interrupted", "ShikatsuError"]


_LONGEST = 2000


class ShikatsuError(ValueError):
    """Root of all errors raised on purpose by this package. A message that quotes too much is shortened."""

    def __init__(self, message: str = "") -> None:
        if len(message) > _LONGEST:
            # What is wrong stands at its beginning, what to do at its end.
            message = f"{message[: _LONGEST - 500]} ... {message[-490:]}"
        super().__init__(message)


class InputError(ShikatsuError):
    """A position, ruleset, case or argument that cannot be used as given."""


class CertificateError(ShikatsuError):
    """A certificate that does not prove its claim. The message names the first fault."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while work went on; ``result`` is what would have been returned, as far as it was found."""

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted")
        self.result = result
