"""Arguments of public functions: one of the wrong kind is refused in one line that names it."""

import math
import numbers
import operator
from collections.abc import Iterable
from typing import Any

from verifier.errors import InputError

__all__ = [
    "KOMI",
    "called",
    "flag",
    "is_komi",
    "kind",
    "komi",
    "listed",
    "number",
    "pair",
    "refused",
    "whole",
]

_MOST_KOMI = 100
KOMI = f"whole or half points from -{_MOST_KOMI} to {_MOST_KOMI}"
"""What komi is, for messages."""


def refused(name: str, value: object, wanted: str) -> InputError:
    """Return the error of an argument that is not what is *wanted*."""
    try:
        shown = " ".join(repr(value).split())
    except ValueError:  # a number of more digits than Python writes
        shown = f"a number of type {type(value).__name__}"
    return InputError(f"{name} = {shown[:60]}: {wanted}")


def kind(name: str, value: Any, of: type | tuple[type, ...], wanted: str) -> Any:
    """Return a value of the type *of*, or of one of these. Raises InputError if it is none."""
    if not isinstance(value, of):
        raise refused(name, value, wanted)
    return value


def number(name: str, value: Any, least: float = -math.inf) -> float:
    """Return a finite number from *least* on. Raises InputError if it is none."""
    try:
        if isinstance(value, numbers.Real) and not isinstance(value, bool):
            found = float(value)
            if math.isfinite(found) and found >= least:
                return found
    except OverflowError:
        pass
    bound = "" if math.isinf(least) else f" from {least:g}"
    raise refused(name, value, f"a number{bound} is needed")


def is_komi(value: float) -> bool:
    """Whether a number can be komi (:data:`KOMI`): the one test for all front ends."""
    return abs(value) <= _MOST_KOMI and (2 * value).is_integer()


def komi(name: str, value: Any) -> float:
    """Return komi. Raises InputError if the value is no number, or no komi."""
    found = number(name, value)
    if not is_komi(found):
        raise refused(name, value, f"{KOMI} are needed")
    return found


def whole(name: str, value: Any, least: int, wanted: str = "") -> int:
    """Return a whole number from *least* on. Raises InputError if it is none."""
    if hasattr(value, "__index__") and not isinstance(value, bool) and value >= least:
        return operator.index(value)
    raise refused(name, value, wanted or f"a whole number from {least} is needed")


def pair(name: str, value: Any) -> tuple[int, int]:
    """Return two whole numbers, of Black and of White. Raises InputError if they are none."""
    if isinstance(value, tuple | list) and len(value) == 2:
        black, white = (whole(name, part, 0) for part in value)
        return black, white
    raise refused(name, value, "two whole numbers are needed, of Black and of White, such as (3, 1)")


def flag(name: str, value: Any) -> bool:
    """Return True or False. Raises InputError if it is neither."""
    return bool(kind(name, value, bool, "True or False is needed"))


def called(name: str, value: Any) -> None:
    """Refuse what is neither None nor can be called. Raises InputError."""
    if value is not None and not callable(value):
        raise refused(name, value, "a function is needed, or None")


def listed(name: str, value: Any, example: str) -> Iterable[Any]:
    """Return what can be gone through and is no text. Raises InputError if it is none."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise refused(name, value, f"a list is needed, such as {example}")
    return value
