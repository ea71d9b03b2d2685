"""Checks of groups 11 and 12: penalty and result.

Names are those of the axioms. A function that takes a side gives the check for that side.
"""

import random
from collections.abc import Iterator

from verifier.board import WHITE, Colour, Point
from verifier.jobs.ikeda.checks_board import removed
from verifier.jobs.ikeda.model import EMPTY, PASS, STONES, XY, State
from verifier.jobs.ikeda.sampling import (
    FOUR,
    Check,
    Equation,
    cells_of,
    free_of,
    on_turn,
    up,
    where,
)

# 11


def a11_1(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if s.start:
            yield s.penalty(side), 0, {}

    return check


def a11_2(side: Colour, *, printed: bool) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if not on_turn(s, side):
            return
        before = s.lost(side) if printed else s.penalty(side)
        after = s.after(PASS)
        if not s.stopped:
            right = 0
        elif not after.ended:
            right = before + 1
        else:
            right = before if s.first_after_stop is side else before + 1
        yield after.penalty(side), right, where(TE="パスする")

    return check


def a11_3(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side) and move != PASS:
            yield s.after(move).penalty(side), s.penalty(side), where(TE=move)

    return check


def a11_4(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side.opponent):
            yield s.after(move).penalty(side), s.penalty(side), where(TE=move)

    return check


def a11_5(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        # Printed without an "else": nothing is said of a state before the provisional end.
        if on_turn(s, side) and s.stopped:
            right = s.first_after_stop if s.before().stopped else side
            yield s.after(move).first_after_stop, right, where(TE=move)

    return check


# 12


def a12_1(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        for te in {move, PASS}:
            after = s.after(te)
            if after.ended:
                komi = after.game.komi
                own, other = after.points_of(side), after.points_of(side.opponent)
                right = own + komi > other if side is WHITE else own - komi > other
                yield after.score().winner is side, right, where(TE=te)

    return check


def a12_2(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        yield s.points_of(side), len(s.territory(side)) - s.lost(side) - s.penalty(side), {}

    return check


def a12_3(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        score = s.score()
        counted = score.white if side else score.black
        yield counted.territory.bit_count(), len(s.territory(side)), {}

    return check


def a12_4(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        territory = s.territory(side)
        for xy in cells_of(s, rng):
            right = s.colour(xy) == EMPTY and borders_only(s, side, xy)
            yield xy in territory, right, where(xy=xy)

    return check


def borders_only(s: State, side: Colour, xy: XY) -> bool:
    """黒地か?, 白地か? by 12-5: the empty region touches that colour and not the other."""
    region = s.region(xy)
    kinds = s.kinds(s.around(region) - region)
    return STONES[side.opponent] not in kinds and STONES[side] in kinds


def a12_5(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        territory = s.territory(side)
        for xy in free_of(s, rng):
            yield xy in territory, borders_only(s, side, xy), where(xy=xy)

    return check


def empties(s: State, xy: XY, found: frozenset[XY]) -> frozenset[XY]:
    stack, seen = [xy], set(found)
    while stack:
        cell = stack.pop()
        if s.colour(cell) == EMPTY and cell not in seen:
            seen.add(cell)
            stack += [step(s, cell) for step in FOUR]
    return frozenset(seen)


def a12_6(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    for xy in cells_of(s, rng):
        yield s.region(xy), empties(s, xy, frozenset()), where(xy=xy)


def a12_7(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    for xy in cells_of(s, rng):
        found = frozenset(cells_of(s, rng, 0)[:1])
        point, left = s.point(xy), found
        if point is not None and s.colour(xy) == EMPTY and xy not in found:
            walled = sum(1 << p for p in range(s.lines * s.lines) if s.xy(p) in found)
            empty = s.game.grid.full & ~(s.black | s.white | walled)
            left = found | s.points(s.game.grid.flood(1 << point, empty))
        yield left, empties(s, xy, found), where(xy=xy, X=set(found))


def a12_8(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if s.start:
            yield s.lost(side), 0, {}

    return check


def a12_9(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side.opponent) and move != PASS:
            xy = s.xy(move)
            more = len(s.taken(side.opponent, xy)) if s.takes(side.opponent, xy) else 0
            yield s.after(move).lost(side), more + s.lost(side), where(xy=xy)

    return check


def a12_10(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side.opponent):
            yield s.after(PASS).lost(side), s.lost(side), where(TE="パスする")

    return check


def a12_11(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side):
            yield s.after(move).lost(side), s.lost(side), where(TE=move)

    return check


def a12_12(side: Colour, *, printed: bool) -> Check:
    """Stones of *side* taken by the other side's play; as printed, those above it only."""
    steps = (up,) * 4 if printed else FOUR

    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        player = side.opponent
        for xy in free_of(s, rng):
            right: frozenset[XY] = frozenset()
            for step in steps:
                if removed(s, player, xy, step(s, xy)):
                    right |= s.chain(side, step(s, xy))
            yield s.taken(player, xy), right, where(xy=xy)

    return check
