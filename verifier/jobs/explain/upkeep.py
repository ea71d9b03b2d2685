"""Playing on where statics have named the winner: how he keeps what he has.

The plan is that of docs/certificates-why.md ("Why S keeps R"). It is part of no certificate; the checker
closes a line before it begins. It is here for readers who want to see it.
"""

from verifier.board import Colour, Point, at_hand, one_eye, secured, shape_of, unconditionally_alive
from verifier.board.grid import bits
from verifier.play import PASS, Arena, State

__all__ = ["upkeep"]


def upkeep(arena: Arena, state: State, side: Colour, last: Point = PASS) -> Point:
    """Return the move of *side* in a state that is settled for it; *last* is the move of the other side.

    Passes unless stones of the other side stand where it could not leave them, or a point of the unit is
    there to take. Where one capture decides, passing is enough. Not for games that remember.
    """
    if arena.ruleset["dead_means"] == "captured once":
        return PASS
    grid, locale, unit = arena.grid, arena.locale, arena.unit
    own, other = (state.white, state.black) if side else (state.black, state.white)
    own, other = own & locale, other & locale
    walls = arena.walls[side], arena.walls[side.opponent]
    shape = shape_of(grid, locale, own, *walls)
    if side == arena.owner and arena.several:  # he keeps one of them, and nothing else matters
        given = grid, locale, shape, other
        unit = next(p for p in arena.parts if not p & ~secured(*given, p, *walls, pairs=True))
    alive = unconditionally_alive(shape, other, unit & ~own)
    near, empty = grid.dilate(alive | walls[0]), locale & ~(own | other)
    kept = bool(unit & alive)
    choices: list[tuple[bool, Point]] = []
    for region in grid.components(locale & ~alive):
        inner = region & ~near
        sealed = one_eye(grid, locale, inner, pairs=True) and not grid.dilate(region) & walls[1]
        if not (region & unit and sealed):
            continue
        kept = True
        if not other & region:
            continue
        # Stones away from the others are connected first; then liberties are filled, those points last.
        first = grid.dilate(inner) & region & empty & ~inner if inner & own else 0
        wanted = first or region & empty & ~inner or region & empty
        legal = (point for point in bits(wanted) if arena.step(state, point) is not None)
        point = next(legal, PASS)
        if point != PASS:
            choices.append((last == PASS or not region >> last & 1, point))
    if not kept and side == arena.attacker and not arena.several:
        hand = at_hand(grid, shape, other, unit, walls[0])
        return next((point for point in bits(hand) if arena.step(state, point) is not None), PASS)
    return min(choices)[1] if choices else PASS
