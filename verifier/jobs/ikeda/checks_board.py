"""Checks of groups 1 to 5: board, moves, alternation, placing and removal.

Names are those of the axioms. A function that takes a side gives the check for that side.
"""

import random
from collections.abc import Callable, Iterator

from verifier.board import BLACK, Colour, Point
from verifier.jobs.ikeda.model import EMPTY, OUTSIDE, PASS, STONES, XY, State
from verifier.jobs.ikeda.sampling import (
    FOUR,
    Check,
    Equation,
    cells_of,
    down,
    free_of,
    leftward,
    on_turn,
    rightward,
    up,
    where,
)

# 1 and 2


def a1_1(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    for xy in cells_of(s, rng, 2):
        seen, inside = s.colour(xy), s.inside(xy)
        yield True, (inside and seen in (*STONES, EMPTY)) or (not inside and seen == OUTSIDE), where(xy=xy)


def a1_2(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    if s.start and not (s.black | s.white):
        for xy in cells_of(s, rng, 2):
            yield s.colour(xy), EMPTY if s.inside(xy) else OUTSIDE, where(xy=xy)


def a1_3(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    for xy in cells_of(s, rng, 2):
        yield s.inside(xy), 1 <= xy[0] <= s.lines and 1 <= xy[1] <= s.lines, where(xy=xy)


def coordinate(index: int) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        for point in range(s.lines * s.lines):
            xy = s.xy(point)
            yield s.point(xy), point, where(xy=xy)
            yield xy[index], (point % s.lines, point // s.lines)[index] + 1, where(xy=xy)

    return check


def a2_1(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    if move != PASS:
        yield s.after(move).last_move, s.point(s.xy(move)), where(xy=s.xy(move))


def a2_2(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    if s.legal(PASS):
        yield s.after(PASS).last_move == PASS, True, {}


def a2_3(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    if move != PASS:
        yield s.after(move).last_move == PASS, False, where(xy=s.xy(move))


# 3


def first_move(side: Colour, foul: bool) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if s.start:
            yield s.out_of_turn(side, move), foul, where(TE=move)

    return check


def second_move(first: Colour, second: Colour, foul: bool) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if not s.start and s.game.now.mover is first:
            yield s.out_of_turn(second, move), foul, where(TE2=move)

    return check


# 4 and 5


def a4_1(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side):
            after = s.after(PASS)
            for xy in cells_of(s, rng):
                yield after.colour(xy), s.colour(xy), where(xy=xy)

    return check


def placed_by(s: State, after: State, side: Colour, at: XY, rng: random.Random) -> Iterator[Equation]:
    taken = s.taken(side, at)
    for xy in cells_of(s, rng):
        if xy == at:
            seen = STONES[side]
        elif xy in taken:
            seen = EMPTY
        else:
            seen = s.colour(xy)
        yield after.colour(xy), seen, where(xy1=at, xy=xy)


def removed(s: State, side: Colour, at: XY, xy: XY) -> bool:
    """白が除去される状態か? for Black's stone *at*, 黒が除去される状態か? for White's, by the engine."""
    return xy in s.taken(side, at)


def a4_2(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side) and move != PASS:
            yield from placed_by(s, s.after(move), side, s.xy(move), rng)

    return check


def a5_1(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        other = side.opponent
        for at in free_of(s, rng):
            put, taken = s.put(side, at), s.taken(side, at)
            for xy in cells_of(s, rng):
                right = s.colour(xy) == STONES[other] and put.surrounded(other, xy)
                yield xy in taken, right, where(xy1=at, xy2=xy)

    return check


def a5_2(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        for at in free_of(s, rng):
            for xy in cells_of(s, rng):
                right = STONES[side] if at == xy else s.colour(xy)
                yield s.put(side, at).colour(xy), right, where(xy1=at, xy=xy)

    return check


def a5_2_printed(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    # A point is never equal to a colour, so the stone is never put down.
    for at in free_of(s, rng):
        for xy in cells_of(s, rng):
            yield s.put(BLACK, at).colour(xy), s.colour(xy), where(xy1=at, xy=xy)


def a5_3(side: Colour, *, touched: bool) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        trials = [s, *(s.put(colour, at) for colour in Colour for at in free_of(s, rng)[:3])]
        for trial in trials:
            for xy in cells_of(s, rng, 0):
                if trial.colour(xy) != STONES[side]:
                    continue
                chain = trial.chain(side, xy)
                kinds = trial.kinds(trial.around(chain) - chain)
                right = EMPTY not in kinds and (not touched or STONES[side.opponent] in kinds)
                yield trial.surrounded(side, xy), right, where(xy=xy, board=trial.board())

    return check


def a5_4(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    yield s.kinds(()), frozenset(), {}


def a5_5(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    cells = cells_of(s, rng)
    for xy in cells:
        rest = cells[: rng.randrange(len(cells))]
        yield s.kinds([xy, *rest]), frozenset({s.colour(xy)}) | s.kinds(rest), where(xy=xy, X=rest)


def a5_6(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    yield s.around(()), frozenset(), {}


def a5_7(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    cells = cells_of(s, rng, 0)
    for xy in cells:
        rest = cells[: rng.randrange(len(cells))]
        right = frozenset(step(s, xy) for step in FOUR) | s.around(rest)
        yield s.around([xy, *rest]), right, where(xy=xy, X=rest)


def direction(step: Callable[[State, XY], XY], dx: int, dy: int) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        for xy in cells_of(s, rng):
            yield step(s, xy), (xy[0] + dx, xy[1] + dy), where(xy=xy)

    return check


def collected(s: State, side: Colour, xy: XY, found: frozenset[XY]) -> frozenset[XY]:
    """白のグループ1 and its like, unfolded once: neighbours by the engine, in the order of 5-13."""
    if s.colour(xy) != STONES[side] or xy in found:
        return found
    found |= {xy}
    for step in (rightward, leftward, down, up):
        found = collected(s, side, step(s, xy), found)
    return found


def a5_12(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        for xy in cells_of(s, rng):
            yield s.chain(side, xy), collected(s, side, xy, frozenset()), where(xy=xy)

    return check


def a5_13(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        # With X: the points of the chain that can be reached without passing through X, and X itself.
        for xy in cells_of(s, rng):
            for found in (frozenset(cells_of(s, rng, 0)[:1]), frozenset[XY]()):
                point = s.point(xy)
                left = found
                if point is not None and s.colour(xy) == STONES[side] and xy not in found:
                    own = s.white if side else s.black
                    walled = sum(1 << p for p in range(s.lines * s.lines) if s.xy(p) in found)
                    left = found | s.points(s.game.grid.flood(1 << point, own & ~walled))
                yield left, collected(s, side, xy, found), where(xy=xy, X=set(found))

    return check
