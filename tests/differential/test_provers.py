"""Native, Python and SAT provers and two kinds of tables on the same units. Unknown is not agreement."""

import random

import pytest
from agreement import Agreement, canonical, graph_verdicts, table_verdict
from small_boards import SETTINGS, all_units, random_unit

from verifier.board import Position
from verifier.jobs.cases.case import CANONICAL_CASES, load_case
from verifier.play import Arena
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.native import DenseTable, available, prove_native
from verifier.search.native.frame import Frame, kernel

pytestmark = pytest.mark.skipif(not available(), reason="the native kernel is not built here")

ALL = ("native", "python", "sat")
NODES = {"native": 2_000_000, "python": 20_000, "sat": 5_000}
SOME_SETTINGS = ("proposal", "attacker first", "two passes, prisoners", "two passes, draw", "captured once, alive")

each_setting = pytest.mark.parametrize("setting", SETTINGS)
some_settings = pytest.mark.parametrize("setting", SOME_SETTINGS)


# All boards


def compare_boards(rows: int, cols: int, setting: str, part: int) -> None:
    """Compare one in *part* of all units of all legal boards, in both kinds of tables as well."""
    rules, agreement = SETTINGS[setting], Agreement(NODES)
    units = sorted(all_units(rows, cols), key=lambda pair: (pair[1], pair[1] & pair[0].black))
    for position, unit in units[hash_of(setting) % part :: part]:
        tables = {table_verdict(position, unit, rules), *graph_verdicts(position, unit, rules, 20_000)}
        agreement.compare(position, unit, rules, ALL, *tables)
    assert all(agreement.share(prover) == 1 for prover in ALL)
    assert agreement.asked["sat"] == len(range(hash_of(setting) % part, len(units), part))


def hash_of(text: str) -> int:
    return sum(text.encode())


@each_setting
@pytest.mark.parametrize(("rows", "cols", "part"), [(1, 2, 1), (1, 3, 1), (1, 4, 1), (2, 2, 1), (1, 5, 9)])
def test_provers_and_tables_agree_on_small_boards(rows: int, cols: int, part: int, setting: str) -> None:
    compare_boards(rows, cols, setting, part)


@each_setting
def test_provers_and_the_whole_graph_agree_on_sampled_boards_of_two_by_three(setting: str) -> None:
    rules, agreement = SETTINGS[setting], Agreement(NODES)
    for position, unit in random.Random(setting).sample(all_units(2, 3), 12):
        agreement.compare(position, unit, rules, ALL, *graph_verdicts(position, unit, rules, 20_000))
    assert all(agreement.share(prover) == 1 for prover in ALL)


@pytest.mark.slow
@each_setting
@pytest.mark.parametrize(("rows", "cols"), [(1, 5), (2, 3)])
def test_provers_and_tables_agree_on_all_boards_to_two_by_three(rows: int, cols: int, setting: str) -> None:
    compare_boards(rows, cols, setting, 1)


@pytest.mark.slow
@some_settings
@pytest.mark.parametrize(("rows", "cols"), [(2, 4), (3, 3)])
def test_provers_and_tables_agree_up_to_symmetry(rows: int, cols: int, setting: str) -> None:
    rules, agreement = SETTINGS[setting], Agreement({**NODES, "python": 200_000})
    units = [pair for pair in all_units(rows, cols) if canonical(*pair)]
    for position, unit in sorted(units, key=lambda pair: pair[1]):
        verdict = table_verdict(position, unit, rules)
        agreement.compare(position, unit, rules, ("native", "python"), verdict)
    assert agreement.share("native") == agreement.share("python") == 1
    assert agreement.asked["native"] > 1000


# Random positions


def compare_random(setting: str, positions: int, with_sat: int) -> Agreement:
    """Compare on random boards and crops from 3x3 to 4x4; the SAT prover on the first *with_sat* of them."""
    rng, agreement = random.Random(f"random {setting}"), Agreement(NODES)
    rules = SETTINGS[setting].with_values(walls="unconditional")
    for number in range(positions):
        rows, cols = rng.choice(((3, 3), (3, 4), (4, 3), (4, 4)))
        position, unit = random_unit(rng, rows, cols, crop=rng.random() < 0.4)
        tables = graph_verdicts(position, unit, rules, 400)
        agreement.compare(position, unit, rules, ALL if number < with_sat else ALL[:2], *tables)
    assert agreement.share("native") == 1
    return agreement


@some_settings
def test_provers_agree_on_random_positions(setting: str) -> None:
    agreement = compare_random(setting, 16, 6)
    assert agreement.share("python") > 0.85
    assert agreement.share("sat") > 0.6


@pytest.mark.slow
@some_settings
def test_provers_agree_on_many_random_positions(setting: str) -> None:
    agreement = compare_random(setting, 420, 80)
    assert agreement.share("python") >= 0.95
    assert agreement.share("sat") >= 0.6
    assert {Status.ALIVE, Status.DEAD} <= set(agreement.found)


# Canonical units


def easy_canonical_units(states: int) -> list[Arena]:
    """The canonical units in small locales that the native prover settles with at most *states* states."""
    rules = load_ruleset("proposal2012")
    arenas = [Arena(case.position, u, rules) for case in map(load_case, CANONICAL_CASES) for u in case.units]
    arenas = [arena for arena in arenas if arena.locale.bit_count() <= 24]
    limits = Limits(nodes=states, seconds=1e9)
    return [arena for arena in arenas if prove_native(arena, limits).status is not Status.UNKNOWN]


def compare_canonical(states: int, sat_nodes: int) -> Agreement:
    agreement = Agreement({"native": states, "sat": sat_nodes})
    for arena in easy_canonical_units(states):
        agreement.compare(arena.position, arena.unit, arena.ruleset, ("native", "sat"))
    return agreement


def test_the_sat_prover_settles_the_easiest_canonical_units() -> None:
    agreement = compare_canonical(60, 5_000)
    assert agreement.share("sat") == 1
    assert agreement.asked["sat"] > 20


@pytest.mark.slow
def test_the_sat_prover_settles_every_canonical_unit_that_needs_few_states() -> None:
    agreement = compare_canonical(2_000, 200_000)
    assert agreement.share("sat") == 1
    assert agreement.asked["sat"] > 60


# Published counts, from the tables of the native kernel


def connected_units(rows: int, cols: int) -> set[int]:
    return {unit for position, unit in all_units(rows, cols) if unit & position.black}


@pytest.mark.parametrize(
    ("rows", "cols", "dead", "without_prisoners", "units"),
    [
        (1, 5, 26, 24, 106),
        (2, 2, 4, 0, 44),
        pytest.param(2, 3, 96, 68, 535, marks=pytest.mark.slow),
        pytest.param(2, 4, 1296, 1296, 5837, marks=pytest.mark.slow),
    ],
)
def test_the_tables_count_the_dead_units_of_all_boards(
    rows: int, cols: int, dead: int, without_prisoners: int, units: int
) -> None:
    rules, counts = SETTINGS["proposal"], [0, 0, 0]
    for unit in connected_units(rows, cols):
        arena = Arena(Position(rows, cols, unit, 0), unit, rules)
        lost, total = DenseTable(arena).count(as_chain=True)
        # The same table with the prisoner part of the cycle rule left out, which no ruleset does.
        without = kernel.Rules(
            bad="real", banned=3, passes_end=False, captured_once=False, weigh=False, threats=[0, 0]
        )
        lost_without, _ = kernel.DenseTable(Frame(arena).locale(without, where={})).count(0, True)
        counts = [counts[0] + lost, counts[1] + lost_without, counts[2] + total]
    assert counts == [dead, without_prisoners, units]


@pytest.mark.parametrize(
    ("rows", "cols", "point", "dead", "stones"),
    [
        (1, 5, 1, 14, 28),
        (1, 5, 2, 24, 32),
        (3, 3, 0, 1484, 3904),
        (3, 3, 1, 845, 3761),
        (3, 3, 4, 248, 3896),
        pytest.param(3, 4, 0, 35_693, 99_229, marks=pytest.mark.slow),
        pytest.param(3, 4, 1, 18_985, 98_701, marks=pytest.mark.slow),
        pytest.param(3, 4, 4, 24_787, 95_343, marks=pytest.mark.slow),
        pytest.param(3, 4, 5, 8_739, 100_868, marks=pytest.mark.slow),
    ],
)
def test_the_tables_count_the_capturable_stones_on_a_point(
    rows: int, cols: int, point: int, dead: int, stones: int
) -> None:
    stone = 1 << point
    table = DenseTable(Arena(Position(rows, cols, stone, 0), stone, SETTINGS["captured once, alive"]))
    assert table.undecided == 0
    assert table.count() == (dead, stones)
