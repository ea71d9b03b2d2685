"""What the proved checker takes from statics: unconditionally alive stones, and nothing else."""

from verifier.board import Colour, unconditionally_alive
from verifier.play import Arena, State

__all__ = ["Stones", "settled_by_stones"]


def settled_by_stones(arena: Arena, state: State) -> Colour | None:
    """Return the side that has won with stones that are alive although their owner always passes.

    The owner, if all points of a unit that was not taken carry such stones; the attacker, if a point of each
    does and play is judged by final ownership. Regions that hold a point of a unit without his stone count
    for nothing.
    """
    stones = {Colour.BLACK: state.black & arena.locale, Colour.WHITE: state.white & arena.locale}
    own, other = stones[arena.owner], stones[arena.attacker]
    alive = unconditionally_alive(arena._shape(own, arena.owner), other)
    winner = None
    if any(not part & state.taken and not part & ~alive for part in arena.parts):
        winner = arena.owner
    elif arena.ruleset["dead_means"] == "finally owned":
        alive = unconditionally_alive(arena._shape(other, arena.attacker), own, arena.unit & ~other)
        if all(part & alive for part in arena.parts):
            winner = arena.attacker
    return None if state.passed and state.to_move != winner else winner


class Stones(Arena):
    """An arena in which statics say nothing else."""

    def settled(self, state: State) -> Colour | None:
        return settled_by_stones(self, state)
