"""Keeping chains: the game that makes a chain a wall under walls = ``independent`` (semantics section 2).

The attacker moves first, ko bans bind the owner only, and the attacker wins as soon as he takes one of the
chains. It is proved by patterns, so that it is known on which points the owner answers: other play does not
matter, and on those points nobody plays but to attack the wall.
"""

from verifier.board import Colour, Mask, Position
from verifier.board.walls import walls
from verifier.errors import InputError
from verifier.play.hypothetical import Arena
from verifier.rules import AXES, Ruleset

__all__ = ["KEEPING", "Keeping"]

_VALUES = {
    "ko": "basic",
    "first_move": "attacker",
    "end": "never",
    "dead_means": "captured once",
    "cycle": "alive",
    "walls": "independent",
}

KEEPING = Ruleset.of("keeping", {name: next(iter(axis.values)) for name, axis in AXES.items()} | _VALUES)
"""The rules of the game; the axes that play does not ask for have some value."""


class Keeping(Arena):
    """The game for *stones*, one or more chains of *colour*, wherever play can reach from them.

    Walls are the chains assumed alive, and of *colour* also those unconditionally alive and those of
    *kept*, walls by proofs made before. The other side may give up its own, so they do not count.

    Raises:
        InputError: *stones* are no chains of the colour, or walls already.
    """

    def __init__(self, position: Position, colour: Colour, stones: Mask, kept: Mask = 0) -> None:
        grid = position.grid
        pair = list(walls(position, "assumed"))
        pair[colour] = walls(position, "unconditional")[colour] | kept & position.stones(colour)
        if not stones or stones & (pair[colour] | ~position.stones(colour)):
            raise InputError(f"what is to be kept are no stones of {colour}, or walls already")
        if grid.flood(stones, position.stones(colour)) != stones:
            raise InputError("what is to be kept is only a part of a chain")
        # What own walls close off is left alone: they may need it as an eye.
        locale = grid.flood(stones, grid.full & ~(pair[0] | pair[1] | position.outside))
        self.kept = kept
        # Whoever takes one of the chains has taken what was to be kept: they count as one.
        self._describe(position, stones, colour, KEEPING, ((pair[0], pair[1]), locale), (stones,))
        self.bans_bind = (True, False) if colour is Colour.BLACK else (False, True)
