"""Advice in messages about games, in the words of who does not use the command.

The messages name options of the command where its user is to decide. In Python these are arguments, and in a
query fields, of the same names.
"""

import re

__all__ = ["advising"]

_OPTION = re.compile(r"--(dead|komi|result|rules)\b")


def advising(message: str, what: str) -> str:
    """Return a message in which options are called *what*, such as ``the field``: ``the field komi``."""
    return _OPTION.sub(rf"{what} \1", message)
