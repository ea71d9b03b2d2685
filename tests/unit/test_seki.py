"""Counting where stones in seki surround nothing, and where areas are counted, on the figures of the documents."""

import pytest

from verifier.adjudicate import territory
from verifier.board import BLACK, WHITE, Position
from verifier.jobs.cases.case import load_case
from verifier.rules import load_ruleset
from verifier.search import Status

J1989 = load_ruleset("japanese1989")
AREA = load_ruleset("chinese2002")
ALL_BLACK = "all black"


def counts(case_id, dead, ruleset=J1989):
    """Return what Black and White count if the units with these stones are dead and all others alive."""
    case = load_case(case_id)
    gone = {case.unit_at(point) for point in dead if point != ALL_BLACK}
    if ALL_BLACK in dead:
        gone = {unit for unit in case.units if unit & case.position.black}
    statuses = {unit: Status.DEAD if unit in gone else Status.ALIVE for unit in case.units}
    found = territory(case.position, statuses, ruleset)
    return found.bounds.black[0], found.bounds.white[0]


@pytest.mark.parametrize(
    ("case", "dead", "expected"),
    [
        ("fig-territory-2", [], (0, 0)),
        ("fig-territory-3", ["r2c9"], (9, 4)),
        ("fig-seki-1", [], (0, 4)),
        ("fig-beginner-1", ["r1c4"], (0, 2)),
        ("fig-beginner-2", [ALL_BLACK], (0, 81)),
        ("ex24", ["r1c2"], (0, 0)),
        ("fig-kakeme-3", [], (0, 0)),
    ],
)
def test_the_rules_of_1989_count_what_the_figures_say(case, dead, expected):
    assert counts(case, dead) == expected


def test_a_group_without_dame_has_territory_in_the_middle_of_a_seki():
    case = load_case("fig-territory-1")
    found = territory(case.position, dict.fromkeys(case.units, Status.ALIVE), J1989)
    corner = found.area_at(0)
    assert corner is not None
    assert (corner.owner, corner.count) == (WHITE, 1)


def test_dead_stones_in_a_seki_stay_on_the_board():
    case = load_case("fig-seki-2")
    statuses = dict.fromkeys(case.units, Status.ALIVE)
    for point in ("r2c4", "r7c6"):
        statuses[case.unit_at(point)] = Status.DEAD
    found = territory(case.position, statuses, J1989)
    upper, lower = (found.area_at((row - 1) * 9 + col - 1) for row, col in ((2, 4), (7, 6)))
    assert upper is not None
    assert lower is not None
    assert (upper.owner, upper.count) == (BLACK, 5)
    assert (lower.owner, lower.count) == (None, 0)


def test_where_areas_are_counted_stones_count_and_prisoners_do_not():
    rows = ["XX.O", ".X.O", "XX.O"]
    points = "".join(rows)
    black, white = (sum(1 << p for p, x in enumerate(points) if x == sign) for sign in "XO")
    board = Position(3, 4, black, white)
    statuses = dict.fromkeys(board.units(), Status.ALIVE)
    both = territory(board, statuses, AREA).bounds
    assert (both.black[0], both.white[0]) == (6, 3)
    statuses[board.chain_at(3)] = Status.DEAD
    black = territory(board, statuses, AREA).bounds
    assert (black.black[0], black.white[0]) == (12, 0)


def test_unknown_units_bound_the_count_of_a_whole_seki():
    case = load_case("fig-beginner-1")
    statuses = dict.fromkeys(case.units, Status.ALIVE)
    statuses[case.unit_at("r1c4")] = Status.UNKNOWN
    bounds = territory(case.position, statuses, J1989).bounds
    assert (bounds.black, bounds.white, bounds.exact) == ((0, 24), (2, 2), True)
