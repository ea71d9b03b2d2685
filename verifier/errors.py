"""Errors a user can cause, each a single line: what, where, what to do."""

__all__ = ["CertificateError", "InputError", "ShikatsuError"]


class ShikatsuError(ValueError):
    """Root of all errors raised on purpose by this package."""


class InputError(ShikatsuError):
    """A position, ruleset, case or argument that cannot be used as given."""


class CertificateError(ShikatsuError):
    """A certificate that does not prove its claim. The message names the first fault."""
