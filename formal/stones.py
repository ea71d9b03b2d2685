"""What the proved checker takes from statics."""

from verifier.board import Colour, unconditionally_alive
from verifier.play import Arena, State

__all__ = ["listed_as_proved", "settled_as_proved"]

PLAIN = Arena.settled


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


def settled_as_proved(arena: Arena, state: State) -> Colour | None:
    """Return what the proved checker says: what statics say, of states that play can come to.

    Of states with a chain without liberties it does not believe in secured regions, and under "captured
    once" only in unconditionally alive stones.
    """
    if arena.ruleset["dead_means"] == "captured once":
        return settled_by_stones(arena, state)
    empty = arena.locale & ~(state.black | state.white)
    for colour, stones in ((Colour.BLACK, state.black), (Colour.WHITE, state.white)):
        for _, around, walled in arena._shape(stones & arena.locale, colour).chains:
            if not (walled or around & empty):
                winner = settled_by_stones(arena, state)
                seized = not arena.several and arena.unit & ~(state.black, state.white)[arena.owner]
                if winner is None and seized and arena._seizes(state):
                    winner = arena.attacker
                return None if state.passed and state.to_move != winner else winner
    return PLAIN(arena, state)


def listed_as_proved(arena: Arena, state: State) -> bool:
    """Return what the proved checker asks of a listed state: less than the Python checker does.

    States that say what no state can prove nothing wrong as long as all that follows from them is listed.
    """
    return state.memory is None and -1 <= state.ban < arena.grid.size and arena.may_be_taken(state.taken)
