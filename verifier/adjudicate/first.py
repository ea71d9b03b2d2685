"""Who moves first in hypothetical play, where a question asks for another first mover than the ruleset's."""

import dataclasses
from typing import Literal, TypeAlias

from verifier.board import Mask, Position
from verifier.errors import InputError
from verifier.rules import Ruleset

__all__ = ["FIRST_MOVERS", "First", "all_moving_first", "first_text", "moving_first"]

First: TypeAlias = Literal["owner", "attacker", "black", "white"]
"""A first mover: the owner of each unit or the other side, or one colour in all tests."""

FIRST_MOVERS: tuple[First, ...] = ("owner", "attacker", "black", "white")


def moving_first(ruleset: Ruleset, first: First | None, position: Position, unit: Mask) -> Ruleset:
    """Return the ruleset under which *first* makes the first move in the test of *unit*; None: its own.

    It is the given one where that says so itself. Otherwise its id names the change, as in
    ``proposal2012[first_move=attacker]``.

    Raises:
        InputError: *first* is no first mover.
    """
    if first is None:
        return ruleset
    if first not in FIRST_MOVERS:
        raise InputError(f"first = {first!r:.40}: use one of {', '.join(FIRST_MOVERS)}")
    value = first
    if first in ("black", "white"):
        owner = "black" if unit & position.black else "white"
        value = "owner" if owner == first else "attacker"
    if ruleset["first_move"] == value:
        return ruleset
    changed = ruleset.with_values(first_move=value)
    before = f"[first_move={ruleset['first_move']}]"
    if ruleset.id.endswith(before):  # it was changed before, and the last word counts
        name = f"{ruleset.id.removesuffix(before)}[first_move={value}]"
        return dataclasses.replace(changed, id=name, document="")
    return changed


def all_moving_first(ruleset: Ruleset, first: First | None, what: str) -> Ruleset:
    """Return the ruleset for all units at once, where *first* is the owner or the attacker; None: its own.

    Raises:
        InputError: a colour begins, which is not the same ruleset for all units; *what* needs one.
    """
    if first in ("black", "white"):
        message = f"first mover {first}: {what} needs one ruleset for all units; use owner or attacker"
        raise InputError(message)
    return moving_first(ruleset, first, Position(1, 1, 1, 0), 1)


def first_text(first: First | None) -> str:
    """How a headline says it: ", black first", or nothing."""
    return f", {first} first" if first else ""
