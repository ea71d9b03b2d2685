"""Checks of groups 6 to 10: legal moves, repetition, suicide, provisional end and end.

Names are those of the axioms. A function that takes a side gives the check for that side.
"""

import random
from collections.abc import Iterator

from verifier.board import Colour, Point
from verifier.jobs.ikeda.checks_board import placed_by
from verifier.jobs.ikeda.model import EMPTY, OUTSIDE, PASS, STONES, XY, State
from verifier.jobs.ikeda.sampling import (
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

# 6, 7 and 8


def a6_1(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side):
            yield s.legal(PASS), True, {}

    return check


def forbidden(s: State, side: Colour, xy: XY) -> bool:
    """黒の禁じ手か?, 白の禁じ手か? by 6-3, from boards and liberties."""
    return s.tried(side, xy).board() in s.past() or s.suicide(side, xy)


def a6_2(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side):
            for xy in cells_of(s, rng):
                right = s.inside(xy) and s.colour(xy) == EMPTY and not forbidden(s, side, xy)
                yield s.legal(s.point(xy)), right, where(xy=xy)

    return check


def a6_3(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side):
            for xy in free_of(s, rng):
                point = s.point(xy)
                if point is not None:
                    yield s.refused_by(point) is not None, forbidden(s, side, xy), where(xy=xy)

    return check


def a7_1(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side):
            for xy in free_of(s, rng):
                point = s.point(xy)
                if point is not None and not s.suicide(side, xy):
                    right = s.tried(side, xy).board() in s.past()
                    yield s.refused_by(point) == "repetition", right, where(xy=xy)

    return check


def a7_2(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        for at in free_of(s, rng):
            if not s.suicide(side, at):
                yield from placed_by(s, s.tried(side, at), side, at, rng)

    return check


def a7_3(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    black, white = s.board()
    shown = State(s.game, black, white)
    for xy in cells_of(s, rng):
        yield shown.colour(xy), s.colour(xy), where(xy=xy)


def a7_4(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    initial = State(s.game, *s.past()[0])
    for xy in cells_of(s, rng):
        yield initial.colour(xy), EMPTY if s.inside(xy) else OUTSIDE, where(xy=xy)


def a7_5(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    past = s.past()
    boards = [rng.choice(past), *(s.tried(c, xy).board() for c in Colour for xy in free_of(s, rng)[:2])]
    for board in boards:
        yield board in past, seen_before(s, board), where(bd=board)


def seen_before(s: State, board: tuple[int, int]) -> bool:
    """7-5 as a recursion over 前の状態, which stops at the first empty board."""
    while s.board() != board:
        if s.board() == (0, 0):
            return False
        s = s.before()
    return True


def a7_6(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side):
            yield s.after(move).before().game.turns, s.game.turns, where(TE=move)

    return check


def a8_1(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        for xy in free_of(s, rng):
            right = not s.takes(side, xy) and s.put(side, xy).surrounded(side, xy)
            yield s.suicide(side, xy), right, where(xy=xy)

    return check


def a8_2(side: Colour, *, swapped: bool) -> Check:
    looks = ((up, up), (down, down), *(((rightward, leftward), (leftward, rightward)) if swapped else
             ((rightward, rightward), (leftward, leftward))))  # fmt: skip

    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        other = side.opponent
        for xy in free_of(s, rng):
            after = s.put(side, xy)
            right = any(
                s.colour(at(s, xy)) == STONES[other] and after.surrounded(other, taken(s, xy))
                for at, taken in looks
            )
            yield s.takes(side, xy), right, where(xy=xy)

    return check


# 9 and 10


def a9_1(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    if s.start:
        yield s.stopped, False, {}


def a9_2(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side):
            for te in {move, PASS}:
                right = s.stopped or (te == PASS and s.last_move == PASS)
                yield s.after(te).stopped, right, where(TE=te)

    return check


def a9_3(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    if s.start:
        yield s.last_move, None, {}


def a9_4(side: Colour) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side):
            yield s.after(move).last_move, move, where(TE=move)

    return check


def a10_1(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
    if s.start:
        yield s.ended, False, {}


def a10_2(side: Colour, *, both: bool) -> Check:
    def check(s: State, move: Point, rng: random.Random) -> Iterator[Equation]:
        if on_turn(s, side):
            for te in {move, PASS}:
                right = s.stopped and te == PASS and s.last_move == PASS
                if both and right:
                    right = s.before().stopped
                yield s.after(te).ended, right, where(TE=te)

    return check
