"""Which options a user gave: what would have no effect is refused by the name that it was given by."""

import argparse
from collections.abc import Iterable

__all__ = ["first_given", "given", "option_name"]


def option_name(name: str) -> str:
    """The option as a user writes it, by the name of its value."""
    return f"--{name.replace('_', '-')}"


def given(arguments: argparse.Namespace, name: str) -> bool:
    """Whether an option was given whose value is nothing if it was not."""
    value = getattr(arguments, name)
    return value is not None and value is not False and value != []


def first_given(arguments: argparse.Namespace, names: Iterable[str]) -> str:
    """The first of the options that was given, as a user writes it; empty if none was."""
    return next((option_name(name) for name in names if given(arguments, name)), "")
