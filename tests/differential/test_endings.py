"""The exact solver of endings: against whole-game alpha-beta, known values, and its own proofs."""

import dataclasses
import itertools
import math
import random

import pytest
from history_search import HistorySearch, OutOfPatienceError

from verifier.board import BLACK, SYMMETRIES, WHITE, Colour, Position, swap_colours, transform
from verifier.errors import InputError
from verifier.jobs.playing.case import load_play_case
from verifier.play.setup import Setup
from verifier.proof.endings.checker import check_ending
from verifier.rules import load_play_rules, solved_names
from verifier.search import Limits
from verifier.search.endings import solve as endings
from verifier.search.endings.solve import ending_solver_available, solve_ending, solve_threshold

pytestmark = pytest.mark.skipif(not ending_solver_available(), reason="the native kernel is not built")

AREA = load_play_rules("tromp-taylor")
KNOWN = {
    # Black first on an empty board, area counting; the best results of T. Drange and B. Spight, 1998
    # (http://www.mathpuzzle.com/go).
    (1, 2): 0, (1, 3): 3, (1, 4): 4, (1, 5): 0, (1, 6): 1, (1, 7): 2, (1, 8): 3, (1, 9): 0, (1, 10): 1,
    (2, 2): 1, (2, 3): 0, (2, 4): 8, (3, 3): 9,
}  # fmt: skip
OPENINGS = {
    # The second and third best first moves of the same table, seen from White's turn.
    (3, 3, 1): 3, (3, 3, 0): -9, (2, 2, 0): 1,
}  # fmt: skip
NO_SUICIDE = AREA.with_values(suicide="forbidden")
AFTER_FIRST = NO_SUICIDE.with_values(stop="two end after the first", first_pass="half a point to White")
LARGER = {(2, 5): 10, (2, 6): 12, (3, 4): 4}
LARGEST = {(1, 11): 2, (2, 7): 14, (3, 5): 15, (4, 4): 2}


def boards(rows, cols):
    """All boards on which every chain has a liberty."""
    for points in itertools.product(range(3), repeat=rows * cols):
        masks = [sum(1 << i for i, c in enumerate(points) if c == side) for side in (1, 2)]
        position = Position(rows, cols, masks[0], masks[1])
        if not list(position.breathless()):
            yield position


def compare(setup, rules, *, patience):
    """Compare the solver's value with alpha-beta; return how many of two thresholds that decided."""
    bounds = solve_ending(setup, rules, proof=False)
    assert bounds.value is not None
    native = endings._Native(setup.game(rules))
    decided = 0
    for threshold, winner in ((bounds.value, "black"), (bounds.value + 1, "white")):
        if math.isinf(threshold):
            continue
        found = native.kernel.plain(native.need(threshold), patience)
        if found != "unknown":
            assert found == winner
            decided += 1
    return decided


LONG = ("japanese-counting", "japanese-counting-seki-eyes", "donburi-corrected")
"""Rulesets under which some games on 2x2 are too long for alpha-beta."""


@pytest.mark.parametrize("name", solved_names())
def test_all_2x2_positions_equal_whole_game_alpha_beta(name):
    rules = load_play_rules(name)
    decided = sum(
        compare(Setup(position, side), rules, patience=20_000 if name in LONG else 200_000)
        for position in boards(2, 2)
        for side in Colour
    )
    assert decided >= 150 if name in LONG else decided == 228


def test_2x2_positions_equal_whole_game_alpha_beta_where_the_first_pass_counts():
    """Lines are longer, as passes that end the game come after the first one."""
    decided = sum(
        compare(Setup(position, side), AFTER_FIRST, patience=20_000)
        for position in boards(2, 2)
        for side in Colour
    )
    assert decided == 228


@pytest.mark.parametrize("side", list(Colour), ids=str)
@pytest.mark.parametrize("moves", [(), (-1,), (-1, -1), (0, -1), (0, -1, 1)], ids=str)
def test_the_solver_knows_who_passed_first(side, moves):
    setup = Setup(Position(1, 4, 0, 0), side)
    game = setup.game(AFTER_FIRST)
    game.play_all(moves)
    value = solve_ending(setup, AFTER_FIRST, moves=moves).value
    assert HistorySearch(400_000).black_gets(game, value)
    assert not HistorySearch(400_000).black_gets(game, value + 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", solved_names())
def test_all_2x3_positions_equal_whole_game_alpha_beta(name):
    """As many of the thresholds as alpha-beta decides with its patience; docs/endings.md has the numbers."""
    rules, found = load_play_rules(name), [0, 0]
    for position in boards(2, 3):
        for side in Colour:
            found[0] += 2
            found[1] += compare(Setup(position, side), rules, patience=100_000)
    print(f"{name}: {found[1]} of {found[0]} thresholds decided")
    assert found[1] > found[0] // 3


def classes(rows, cols):
    """One of all positions with a side to move that board symmetries and an exchange of colours make alike."""
    seen = set()
    for position in boards(rows, cols):
        for side in Colour:
            forms = set()
            for symmetry in SYMMETRIES:
                turned = transform(position, symmetry)
                if (turned.rows, turned.cols) == (rows, cols):
                    forms |= {(turned.black, turned.white, side), (turned.white, turned.black, side.opponent)}
            if min(forms) not in seen:
                seen.add(min(forms))
                yield position, side


def compare_apart(setup, rules, *, states, searched):
    """Compare the bounds of the solver with a search that shares nothing between pasts that differ.

    Returns how many thresholds the solver decided and how many of them the search decided as well.
    """
    limits = Limits(nodes=states, seconds=3600, memory_mib=3000)
    bounds = solve_ending(setup, rules, limits=limits, proof=False)
    native = endings._Native(setup.game(rules))
    asked = decided = 0
    for threshold, winner in ((bounds.least, "black"), (bounds.greatest + 1, "white")):
        if math.isinf(threshold):
            continue
        found = native.kernel.apart(native.need(threshold), searched, 3600.0, 4 << 30)
        asked += 1
        if found != "unknown":
            assert found == winner
            decided += 1
    return asked, decided


WITHOUT_SUPERKO = [name for name in solved_names() if "positional" not in load_play_rules(name)["repetition"]]


@pytest.mark.parametrize("name", WITHOUT_SUPERKO)
def test_a_sample_of_2x3_positions_equals_a_search_that_shares_nothing(name):
    rules, sums = load_play_rules(name), [0, 0]
    for position, side in random.Random(2).sample(list(classes(2, 3)), 12):
        asked, decided = compare_apart(Setup(position, side), rules, states=20_000, searched=20_000)
        sums[0] += asked
        sums[1] += decided
    assert sums[1] >= 6


@pytest.mark.slow
@pytest.mark.parametrize("name", WITHOUT_SUPERKO)
def test_all_2x3_positions_equal_a_search_that_shares_nothing(name):
    rules, sums, number = load_play_rules(name), [0, 0], 0
    for position, side in classes(2, 3):
        asked, decided = compare_apart(Setup(position, side), rules, states=10_000_000, searched=5_000_000)
        sums[0] += asked
        sums[1] += decided
        number += 1
    print(f"{name}: {number} classes, {sums[0]} thresholds, {sums[1]} of them compared")
    assert number == 145
    assert sums == [290, 290]


@pytest.mark.parametrize("name", ["nihonshiki1", "nihonshiki2-prime", "ikeda-text", "tromp-taylor", "jungo"])
def test_a_sample_equals_alpha_beta_with_the_game_engine(name):
    rules, decided = load_play_rules(name), 0
    for position in random.Random(3).sample(list(boards(2, 2)), 10):
        setup = Setup(position, WHITE)
        bounds = solve_ending(setup, rules, proof=False)
        for threshold, expected in ((bounds.least, True), (bounds.least + 1, False)):
            try:
                found = HistorySearch(600).black_gets(setup.game(rules), threshold)
            except OutOfPatienceError:
                continue
            assert found is expected
            decided += 1
    assert decided >= 8


@pytest.mark.parametrize(("size", "value"), KNOWN.items(), ids=lambda item: str(item))
def test_empty_boards_have_their_known_values(size, value):
    rows, cols = size
    setup = Setup(Position(rows, cols, 0, 0))
    assert solve_threshold(setup, AREA, value, proof=False).side is BLACK
    assert solve_threshold(setup, AREA, value + 1, proof=False).side is WHITE


@pytest.mark.parametrize(("opening", "value"), OPENINGS.items(), ids=lambda item: str(item))
def test_first_moves_have_their_known_values(opening, value):
    rows, cols, point = opening
    bounds = solve_ending(Setup(Position(rows, cols, 0, 0)), AREA, moves=(point,), proof=False)
    assert bounds.value == value


@pytest.mark.parametrize(
    ("size", "value"),
    [*LARGER.items(), *(pytest.param(*item, marks=pytest.mark.slow) for item in LARGEST.items())],
    ids=lambda item: str(item),
)
def test_larger_empty_boards_have_their_known_values(size, value):
    limits = Limits(nodes=20_000_000, seconds=1200, memory_mib=6000)
    setup = Setup(Position(*size, 0, 0))
    for at_least, side in ((value, BLACK), (value + 1, WHITE)):
        answer = solve_threshold(setup, NO_SUICIDE, at_least, limits=limits)
        assert answer.side is side
        check_ending(answer.certificate)


def test_values_turn_with_the_colours_and_the_board():
    """Swapping the colours and the side to move negates a value; symmetries keep it."""
    rng = random.Random(9)
    for name in ("nihonshiki2-prime", "nihonshiki1", "donburi", "tromp-taylor"):
        rules = load_play_rules(name)
        for position in rng.sample(list(boards(2, 3)), 6):
            value = solve_ending(Setup(position, BLACK), rules, proof=False).value
            swapped = solve_ending(Setup(swap_colours(position), WHITE), rules, proof=False).value
            turned = transform(position, rng.choice(SYMMETRIES))
            assert swapped == -value
            assert solve_ending(Setup(turned, BLACK), rules, proof=False).value == value


def test_the_stop_of_pika_teire_costs_black_the_point_the_diary_says():
    setup = load_play_case("pika-teire").setup
    rules = load_play_rules("nihonshiki2-prime")
    assert solve_ending(setup, rules).value == 0
    stopped = solve_ending(setup, rules, moves=(-1, -1))
    assert stopped.value == -1
    proofs = [answer.certificate for answer in stopped.answers if answer.certificate]
    assert len(proofs) == 2
    for proof in proofs:
        check_ending(proof)


DIARY = [
    # *6: draws by repetition. *11: one point by an eye in the seki; jigo without it. Under 日本式II the diary says
    # that superko lets Black win, but White has a ko threat at D4.
    ("pika-double-ko-seki", "nihonshiki1-prime", 0), ("pika-double-ko-seki", "nihonshiki2-prime", 0),
    ("pika-double-ko-seki", "nihonshiki2", 3), ("pika-seki-kill", "nihonshiki1", 1),
    ("pika-seki-kill", "nihonshiki2", 0),
]  # fmt: skip
DIARY_SLOW = [
    ("pika-seki-kill", "nihonshiki1-prime", 1), ("pika-seki-kill", "nihonshiki2-prime", 0),
    ("pika-seki-kill-variant", "nihonshiki1", 1), ("pika-seki-kill-variant", "nihonshiki2", 0),
]  # fmt: skip


@pytest.mark.parametrize("side", Colour)
@pytest.mark.parametrize("name", ["nihonshiki1", "nihonshiki1-prime", "nihonshiki2", "nihonshiki2-prime"])
def test_torazu_sanmoku_is_worth_three_points_where_no_threat_is_left(name, side):
    """*8. Outside White has four points and Black three; the shape makes White's lead four."""
    setup = dataclasses.replace(load_play_case("reconstruction-pika-8").setup, to_move=side)
    bounds = solve_ending(setup, load_play_rules(name))
    assert bounds.value == -4
    for answer in bounds.answers:
        if answer.certificate:
            check_ending(answer.certificate)


def test_torazu_sanmoku_is_worth_less_in_japanese_counting():
    setup = load_play_case("reconstruction-pika-8").setup
    rules = load_play_rules("japanese-counting")
    assert solve_threshold(setup, rules, -3, proof=False).side is BLACK
    assert solve_threshold(setup, rules, -2, proof=False).side is WHITE


BENT_FOUR = ["nihonshiki1-prime"]
BENT_FOUR_SLOW = ["nihonshiki1", "nihonshiki2", "nihonshiki2-prime"]


@pytest.mark.parametrize(
    "name", [*BENT_FOUR, *(pytest.param(name, marks=pytest.mark.slow) for name in BENT_FOUR_SLOW)]
)
def test_bent_four_beside_a_seki_is_worth_to_black_what_the_diary_says(name):
    """*7. A win by one there, where Black has ten points more outside and White four."""
    setup = load_play_case("reconstruction-pika-7-closed").setup
    limits = Limits(nodes=1_000_000, seconds=600)
    answer = solve_threshold(setup, load_play_rules(name), 1 - 10 + 4, limits=limits)
    assert answer.side is BLACK
    check_ending(answer.certificate)


MOONSHINE = [
    # *9: by superko the shape dies, else it does not.
    ("nihonshiki1", 7, BLACK), ("nihonshiki1-prime", 7, WHITE),
    ("nihonshiki2", 9, BLACK), ("nihonshiki2-prime", 9, WHITE),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "at_least", "side"), MOONSHINE)
def test_moonshine_life_dies_by_superko_only(rules, at_least, side):
    setup = load_play_case("reconstruction-pika-9-closed").setup
    answer = solve_threshold(setup, load_play_rules(rules), at_least)
    assert answer.side is side
    check_ending(answer.certificate)


@pytest.mark.parametrize(
    ("case", "rules", "value"), [*DIARY, *(pytest.param(*item, marks=pytest.mark.slow) for item in DIARY_SLOW)]
)
def test_best_play_from_the_diagrams_of_the_diary(case, rules, value):
    setup = load_play_case(case).setup
    for at_least, side in ((value, BLACK), (value + 1, WHITE)):
        answer = solve_threshold(setup, load_play_rules(rules), at_least, limits=Limits(nodes=3_000_000))
        assert answer.side is side
        check_ending(answer.certificate)


FAST, SLOW = [(3, 0), (4, 0), (5, 0)], [(3, 1), (4, 1), (5, 1), (6, 0), (6, 1)]
BY_ROWS = [*FAST, *(pytest.param(*item, marks=pytest.mark.slow) for item in SLOW)]


@pytest.mark.parametrize(("rows", "at_least"), BY_ROWS)
def test_pika_dame_left_and_its_upper_rows_are_jigo(rows, at_least):
    """All six rows are the diagram of the diary; with fewer there are fewer dame and smaller territories."""
    whole = load_play_case("pika-dame-left").setup.position
    upper = (1 << rows * whole.cols) - 1
    setup = Setup(Position(rows, whole.cols, whole.black & upper, whole.white & upper))
    limits = Limits(nodes=20_000_000, seconds=1200, memory_mib=6000)
    answer = solve_threshold(setup, load_play_rules("nihonshiki2-prime"), at_least, limits=limits)
    assert answer.side is (WHITE if at_least else BLACK)
    check_ending(answer.certificate)


def test_komi_moves_the_value_and_a_draw_lies_between_half_points():
    position = Position(1, 3, 0, 0)
    assert solve_ending(Setup(position, komi=0.5), AREA, proof=False).value == 2.5
    # Under 日本式II' Black can only draw by repetition or lose by half a point, or the other way round.
    rules = load_play_rules("nihonshiki2-prime")
    values = {
        solve_ending(Setup(p, side, 0.5), rules, proof=False).value for p in boards(2, 2) for side in Colour
    }
    assert values <= {math.inf, -math.inf, 0.0, *(x + 0.5 for x in range(-9, 9))}


def test_a_large_komi_is_not_a_win_by_repetition():
    for komi in (700.0, -700.0, 350.5):
        for name in ("tromp-taylor", "nihonshiki2-prime"):
            rules = load_play_rules(name)
            plain = solve_ending(Setup(Position(1, 4, 0, 0)), rules).value
            assert solve_ending(Setup(Position(1, 4, 0, 0), komi=komi), rules).value == plain - komi


def test_a_win_by_repetition_is_asked_about_and_not_inferred_from_low_counts():
    for value in (math.inf, -math.inf, 1000.0, -1000.0):
        asked = []

        def ask(at_least, value=value, asked=asked):
            asked.append(at_least)
            return BLACK if value >= at_least else WHITE

        least, refuted = endings._close_in(ask, 0.5)
        if math.isinf(value):
            assert (least, refuted) == (value, value)
            assert (math.inf if value > 0 else endings._FORFEIT) in asked
        else:
            assert least <= value < refuted
            assert least != refuted


def test_a_limit_is_unknown_and_never_a_guess():
    limits = Limits(nodes=50)
    answer = solve_threshold(Setup(Position(3, 3, 0, 0)), AREA, 9, limits=limits)
    assert (answer.side, answer.certificate, answer.limit) == (None, None, "nodes")
    bounds = solve_ending(Setup(Position(3, 3, 0, 0)), AREA, limits=limits)
    assert bounds.value is None
    assert (bounds.least, bounds.greatest) == (-math.inf, math.inf)


def test_what_cannot_be_solved_is_said():
    with pytest.raises(InputError, match="121 at most"):
        solve_ending(Setup(Position(12, 12, 0, 0)), AREA)
    with pytest.raises(InputError, match="let play go on for ever"):
        solve_ending(Setup(Position(2, 2, 0, 0)), AREA.with_values(repetition="no rule"))
    with pytest.raises(InputError, match="whole and half points"):
        solve_ending(Setup(Position(1, 3, 0, 0), komi=3.75), AREA)
    with pytest.raises(InputError, match="the game is over"):
        solve_ending(Setup(Position(2, 2, 0, 0)), AREA, moves=(-1, -1))
