"""Which game a ruleset asks for: one whose states are boards and a ban, or one that remembers more."""

from verifier.board import Mask, Position
from verifier.errors import InputError
from verifier.play.hypothetical import Arena
from verifier.rules import Ruleset
from verifier.rules.axes import ENABLING, INSIDE, PASS_FOR_KO

__all__ = ["arena_for", "remembers", "scoped"]


def remembers(ruleset: Ruleset) -> bool:
    """Whether states of the ruleset's game carry a memory."""
    return ruleset["ko"] in PASS_FOR_KO or ruleset["dead_means"] in ENABLING


def scoped(ruleset: Ruleset) -> bool:
    """Whether verdicts on the owner's other units say where a new stone counts."""
    return ruleset["dead_means"] in (INSIDE, "no new stone nearby")


def arena_for(
    position: Position,
    unit: Mask,
    ruleset: Ruleset,
    scope: Mask | None = None,
    kept: Mask = 0,
    standing: Mask = 0,
) -> Arena:
    """Return the game for one unit, of whichever kind the ruleset asks for.

    Args:
        position: The position.
        unit: A chain of it.
        ruleset: The rules.
        scope: Where a new stone counts, for ``dead_means = "no new stone nearby"`` and ``"… inside"`` only
            (:func:`verifier.proof.scope.scope_of` works it out).
        kept: The chains that are walls by proof (walls = ``independent``).
        standing: Chains of the attacker that he may not lose, as the scope ends at them.

    Raises:
        InputError: the unit is not a chain of the position, or it is assumed alive; or *kept* are given for
            a game that remembers, which knows no walls by proof.
    """
    if remembers(ruleset):
        if kept:
            raise InputError(f"ruleset {ruleset.id}: there are no walls by proof in games that remember")
        from verifier.play.memory import MemoryArena  # most games do without

        return MemoryArena(position, unit, ruleset, scope, standing)
    return Arena(position, unit, ruleset, kept)
