"""Which windows are tried first."""

import itertools

import pytest
from arenas import arena_at

from verifier.board import Colour, Position
from verifier.play import arena_for
from verifier.search import Limits, available_provers
from verifier.search.native import promise_native
from verifier.search.windows.promise import HOPELESS, Promises
from verifier.search.windows.surroundings import Surroundings
from verifier.search.windows.window import UnitWindow, prove_in_window
from verifier.units import decompose

native = pytest.mark.skipif("native" not in available_provers(), reason="without the native kernel")

BOARD = """
. . . . X O . . . O . . .
. . . . X O . . . O O O O
. . X . X O . . O . O . .
. . . X X O . O . . . O .
X X X X O O O . . . . . .
O O O O O . . . . O . . .
. . . . . . . . . . . . .
. . O . . . . . . . O . .
. . . . . O . . . . . . .
X X X X X X X X X X X X X
. . . . . . . . . . . . .
. X . . . . . X . . . X .
. . . . . . . . . . . . .
"""


def around(arena):
    return Surroundings(decompose(arena.position, arena.ruleset["walls"]), 0)


@native
@pytest.mark.parametrize("rules", ["proposal2012", "japanese1989-anywhere"])
def test_the_most_promising_windows_come_first_and_no_two_alike(rules):
    arena, promises = arena_at(BOARD, "A4", rules), Promises()
    windows = around(arena).boxes(arena.unit, arena.owner)
    best = promises.best(arena, arena.owner, windows, 6)
    guesses = [promises.of(arena, arena.owner, area) for area in best]
    assert len(best) == 6
    assert guesses == sorted(guesses)
    assert guesses[0] == min(promises.of(arena, arena.owner, area) for area in windows)
    for one, other in itertools.combinations(best, 2):
        assert (one & other).bit_count() < 0.85 * (one | other).bit_count()


@native
def test_a_window_in_which_the_unit_has_no_liberty_is_not_tried():
    arena, promises = arena_at(BOARD, "E13"), Promises()
    assert promises.of(arena, arena.owner, arena.unit) == HOPELESS
    assert promises.best(arena, arena.owner, [arena.unit], 3) == []


@native
def test_in_games_of_another_kind_no_window_is_left_out():
    arena, promises = arena_at(BOARD, "E13", "japanese1989-points"), Promises()
    windows = [arena.locale, arena.locale & ~1]
    assert promises.of(arena, arena.attacker, windows[0]) is None
    assert promises.in_order(arena, arena.attacker, windows) == windows
    assert promises.in_order(arena, arena.attacker, windows[::-1]) == windows[::-1]


@native
def test_the_windows_that_promise_most_are_won_soon():
    """So it is worth while to have many to choose from."""
    arena = arena_at(BOARD, "A4")
    boxes = around(arena).boxes(arena.unit, arena.owner)
    promises = Promises()
    nodes = []
    for order in (1, -1):
        chosen = sorted(boxes, key=lambda area: order * (promises.of(arena, arena.owner, area) or 0))[:8]
        outcomes = [prove_in_window(arena, arena.owner, area, Limits(nodes=4000)) for area in chosen]
        nodes.append(sum(outcome.certificate is not None for outcome in outcomes))
    assert nodes[0] > nodes[1]


def test_boxes_hang_together_with_the_unit_and_hold_no_living_stone_of_the_other_side():
    arena = arena_at(BOARD, "A4")
    boxes = around(arena).boxes(arena.unit, Colour.BLACK)
    assert len(boxes) > 100
    for box in boxes:
        assert box & arena.unit == arena.unit
        assert arena.grid.flood(arena.unit, box) == box
        assert not box & arena.position.white
        assert 12 <= (box & ~arena.position.black).bit_count() <= 60


@native
def test_a_promise_is_the_same_on_a_board_that_is_turned_over():
    arena = arena_at(BOARD, "A4")
    rows, cols = arena.position.rows, arena.position.cols

    def over(mask):
        return sum(1 << (p // cols * cols + cols - 1 - p % cols) for p in range(rows * cols) if mask >> p & 1)

    turned = arena_for(
        Position(rows, cols, over(arena.position.black), over(arena.position.white)),
        over(arena.unit),
        arena.ruleset,
    )
    for box in around(arena).boxes(arena.unit, arena.owner)[::97]:
        here, there = UnitWindow(arena, arena.owner, box), UnitWindow(turned, turned.owner, over(box))
        for one, other in zip(promise_native(here), promise_native(there), strict=True):
            assert abs(one - other) <= max(one, other) / 2  # eyes apart are counted in the order of the points
