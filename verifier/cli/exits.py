"""Exit codes of the command."""

__all__ = ["BAD_INPUT", "INTERNAL", "INTERRUPTED", "OK", "REFUSED", "UNKNOWN"]

OK = 0
"""All decided, or accepted."""
REFUSED = 1
"""A claim or a certificate was refused."""
BAD_INPUT = 2
UNKNOWN = 3
"""Something stayed unknown within its limits, or as it was."""
INTERNAL = 70
"""A fault of the program itself."""
INTERRUPTED = 130
"""Ctrl-C; what was found until then is printed and kept."""
