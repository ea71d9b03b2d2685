"""Proofs in windows are proofs for the whole board."""

import itertools
import re

import pytest
from arenas import arena_at

from verifier.board import Colour, Position
from verifier.errors import InputError
from verifier.notation import parse_diagram
from verifier.play import MemoryArena, arena_for
from verifier.proof import Certificate, Claim, Verdict, check
from verifier.proof.scope import arena_of
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, available_provers, prove
from verifier.search.windows.window import NOT_WON, UnitWindow, prove_in_window

BOARD = """
. . . X O . . . .
X X X X O . . . .
O O O O O . . O .
. . . . . . . . .
. X X X X X X . .
. X O O O . X . .
. X O . O X X . .
. X X O O X . X .
. . X O . X X . .
"""


def columns(arena, *numbers):
    return sum(1 << p for p in range(arena.grid.size) if p % arena.grid.cols in numbers)


def test_a_unit_that_lives_in_a_window_lives_on_the_board():
    arena = arena_at(BOARD, "A8")
    window = sum(1 << p for p in range(4 * 9))
    outcome = prove_in_window(arena, arena.owner, window, Limits(nodes=5000))
    assert outcome.status is Status.ALIVE
    assert check(outcome.certificate).claim.position == arena.position


def test_a_window_without_the_second_eye_proves_nothing():
    arena = arena_at(BOARD, "A8")
    window = arena.unit | 1  # one eye of two
    outcome = prove_in_window(arena, arena.owner, window, Limits(nodes=5000))
    assert (outcome.status, outcome.limit, outcome.certificate) == (Status.UNKNOWN, NOT_WON, None)


SEKI = """
O . O . X . O .
O O O O X O O O
X X X O O X X X
. . X X X X . .
"""
BELOW = (
    """
    X . . . . . . O
    . . . . O . . .
    . . . . . . . .
    """,
    """
    . . . . . . . .
    . . . . X . O .
    . . . . X O . .
    """,
)


@pytest.mark.skipif("native" not in available_provers(), reason="without the native kernel")
@pytest.mark.parametrize("below", BELOW, ids=["apart", "in touch"])
def test_a_search_that_has_nearly_won_does_not_stand_still(below):
    """White has no moves left that any proof depended on, so that numbers grow and grow."""
    arena = arena_at(SEKI + below.strip(), "D4")
    outcome = prove_in_window(arena, arena.owner, arena.locale, Limits(nodes=60_000, seconds=60))
    assert outcome.status is Status.ALIVE
    assert check(outcome.certificate).claim.position == arena.position


REMEMBERING = ("japanese1989-points", "japanese1989-anywhere", "spight", "japanese2003-capturable1")


@pytest.mark.parametrize(
    "rules",
    [
        *("proposal2012", "japanese1949", "proposal2012[first_move=attacker]", "japanese1989-points", "spight"),
        *(pytest.param(rules, marks=pytest.mark.slow) for rules in REMEMBERING[1::2]),
    ],
)
def test_windows_and_whole_locales_never_contradict_each_other(rules):
    limits, compared = Limits(nodes=4_000, seconds=60), 0
    for vertex in ("A8", "E9", "A7", "C4", "D1", "B5"):
        arena = arena_at(BOARD, vertex, rules)
        whole = prove(arena_at(BOARD, vertex, rules), limits=limits).status
        for first, last in itertools.combinations(range(0, 10, 3), 2):
            for side in Colour:
                window = columns(arena, *range(first, last))
                outcome = prove_in_window(arena, side, window, limits)
                if outcome.certificate is None:
                    continue
                assert check(outcome.certificate).claim.verdict.value == outcome.status.value
                assert whole in (Status.UNKNOWN, outcome.status), vertex
                compared += whole is outcome.status
    assert compared > 3


def test_beyond_a_window_everything_counts_as_the_other_sides():
    arena = arena_at(BOARD, "A8")
    window = UnitWindow(arena, Colour.BLACK, arena.unit | 1)
    assert window.walls[Colour.WHITE] == arena.grid.full & ~(arena.unit | 1)


@pytest.mark.parametrize("rules", REMEMBERING)
@pytest.mark.parametrize("prover", ["native", "python"])
def test_plain_play_in_a_window_proves_life_in_games_that_remember(rules, prover):
    if prover not in available_provers():
        pytest.skip("without the native kernel")
    arena = arena_at(BOARD, "H2", rules)
    assert isinstance(arena, MemoryArena)
    window = sum(1 << p for p in range(4 * 9, 9 * 9))
    outcome = prove_in_window(arena, arena.owner, window, Limits(nodes=5000), prover=prover)
    assert outcome.status is Status.ALIVE
    assert check(outcome.certificate).claim.ruleset == load_ruleset(rules)


def test_a_window_in_which_a_new_stone_may_come_beyond_it_proves_no_death():
    arena = arena_at(BOARD, "D1", "japanese1989-anywhere")
    window = columns(arena, *range(6))
    outcome = prove_in_window(arena, arena.attacker, window, Limits(nodes=5000))
    assert (outcome.status, outcome.limit) == (Status.UNKNOWN, NOT_WON)


def test_where_passes_end_play_there_are_no_windows():
    arena = arena_at(BOARD, "A8", "proposal2012[end=two passes]")
    with pytest.raises(InputError, match="windows"):
        prove_in_window(arena, arena.owner, arena.grid.full, Limits())


CUT = """
. . . . . X O
. . . . X O .
. O X . . . .
X X X X . X .
. X O . O O X
O O O X X . O
X X X X X O O
"""


def test_stones_at_the_rim_that_may_be_taken_are_given_up():
    """Whether Black's stones at the rim are taken there is known only with White's stones below it."""
    position = parse_diagram(CUT).position
    arena = arena_for(position, position.chain_at(26), load_ruleset("proposal2012"))
    window = (1 << 5 * 7) - 1
    outcome = prove_in_window(arena, arena.owner, window, Limits(nodes=6000))
    assert outcome.status is Status.ALIVE
    assert int(re.search(r"in a window of (\d+) points", outcome.method)[1]) == window.bit_count()
    assert check(outcome.certificate).claim.unit == arena.unit


def test_a_ban_that_only_the_window_makes_is_not_leant_on():
    """White's take at B3 stands alone in the window; on the board nobody knows what is beside it."""
    position = Position(3, 7, 1048584, 955620)
    arena = arena_for(position, 32768, load_ruleset("proposal2012[walls=board]"))
    outcome = prove_in_window(arena, Colour.WHITE, 1038306, Limits(nodes=3000))
    assert (outcome.status, outcome.limit, outcome.certificate) == (Status.UNKNOWN, NOT_WON, None)


def alive_in(position, unit, area, limits):
    arena = arena_for(position, unit, load_ruleset("proposal2012[walls=board]"))
    outcome = prove_in_window(arena, arena.owner, area, limits)
    assert outcome.status is Status.ALIVE
    assert check(outcome.certificate).claim.verdict.value == "alive"
    return int(outcome.method.split("in a window of ")[1].split()[0])


def test_a_win_without_a_ban_that_the_board_may_not_have_is_found():
    area = 15855
    assert alive_in(Position(3, 5, 2176, 16746), 264, area, Limits(nodes=3000)) == area.bit_count()


def test_a_win_without_points_that_are_not_known_later_is_found():
    area = 128991
    assert alive_in(Position(3, 6, 70450, 17412), 2, area, Limits(nodes=3000)) == area.bit_count()


CORNER = """
O O . . .
O O . . .
O O . . .
O O . . .
. O . . .
O O . . .
O O . . .
O O . . .
O O . . .
"""


@pytest.mark.parametrize("rules", ["proposal2012[first_move=attacker]", "japanese1989-inside"])
@pytest.mark.parametrize("rows", [6, 7])
def test_a_second_eye_in_an_open_corner_is_found(rules, rows):
    """Black can cut off stones of White's at the lower rim, and nobody knows what is below them."""
    position = parse_diagram(CORNER).position
    unit = position.chain_at(0)
    arena = arena_of(Certificate(Claim(position, unit, load_ruleset(rules), Verdict.ALIVE), ()))
    area = arena.unit | sum(1 << p for p in range(5 * rows))
    outcome = prove_in_window(arena, arena.owner, area, Limits(nodes=30_000))
    assert outcome.status is Status.ALIVE
    assert check(outcome.certificate).claim.verdict.value == "alive"
    assert f"in a window of {area.bit_count()} points" in outcome.method
