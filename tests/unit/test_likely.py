"""Which stones may be dead, where nobody says: a guess by random games, which decides nothing."""

import pytest

from verifier import judge
from verifier.adjudicate.judging import judge_units
from verifier.adjudicate.staged import wide
from verifier.adjudicate.tries import SEARCHED
from verifier.board import unit_name
from verifier.board.grid import bits
from verifier.notation import parse_diagram
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, available_provers
from verifier.search.native.likely import likely_dead, playouts
from verifier.units import decompose

pytestmark = pytest.mark.skipif("native" not in available_provers(), reason="without the native kernel")

FINISHED = """
. . . . X O . . . . .
. . O . X O . . X . O
. . . . X O . . O . .
. . . . X O O O . . .
X X X X X X X O . . .
O O O O O O X O O O O
. . X . . O X X X X X
. . . . . O O X . . .
O O O . . . O X . O .
X X O . O O O X X . .
. X O . . . O . X . .
"""
"""Four single stones in territory are plainly dead, and three black ones in the lower left corner."""
DEAD = {"C10", "J10", "C5", "K3", "A2"}


def turned(text, times, swap):
    rows = [row.split() for row in text.split("\n") if row]
    for _ in range(times % 4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
    if times > 3:
        rows = [row[::-1] for row in rows]
    board = "\n".join(" ".join(row) for row in rows)
    return board.translate(str.maketrans("XO", "OX")) if swap else board


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("times", range(8))
def test_plainly_dead_stones_are_likely_to_be_dead_however_the_board_is_turned(times, swap):
    position = parse_diagram(turned(FINISHED, times, swap)).position
    marked = parse_diagram(turned(FINISHED, 0, swap)).position
    dead = {unit for unit in marked.units() if unit_name(marked, unit) in DEAD}
    assert len(dead) == len(DEAD)
    rows = ["".join("D" if sum(dead) >> (11 * r + c) & 1 else "." for c in range(11)) for r in range(11)]
    expected = turned("\n".join(" ".join(row) for row in rows), times, False)
    points = {i for i, sign in enumerate(expected.split()) if sign == "D"}
    assert set(bits(sum(likely_dead(position)))) == points


def test_it_is_the_same_each_time_and_counts_each_game_once():
    position = parse_diagram(FINISHED).position
    ends = playouts(position, 40, 7)
    assert ends == playouts(position, 40, 7) != playouts(position, 40, 8)
    assert len(ends) == 121
    assert all(-40 <= end <= 40 for end in ends)
    likely_dead.cache_clear()
    first = likely_dead(position)
    likely_dead.cache_clear()
    assert likely_dead(position) == first


LARGE = """
. . . X O . X O . . . . .
X X X X O . X O . . . . .
O O O O O . X O . . . . .
. O X X X X X O . . . . .
. O O O O O O O . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. X X X X X X . . . . . .
. X O O O . X . . . . . .
. X O . O X X . . . . . .
. X X O O X . . . . . . .
. . X O . X X . . . . . .
"""
"""No wall divides it: each unit's locale is the whole board."""


@pytest.mark.parametrize(("rules", "dead"), [("proposal2012", "C4 G12"), ("japanese1989-inside", "C4 D12 G12")])
def test_units_of_a_large_board_are_judged_in_windows(rules, dead):
    diagram, ruleset = parse_diagram(LARGE), load_ruleset(rules)
    sizes = [decompose(diagram.position, ruleset["walls"]).locale(u) for u in diagram.position.units()]
    assert min(size.bit_count() for size in sizes) > SEARCHED
    limits, told = Limits(nodes=40_000, seconds=60.0), []
    judged = judge_units(diagram, ruleset, limits=limits, on_verdict=told.append)
    assert {verdict.name for verdict in judged.verdicts if verdict.status is Status.DEAD} == set(dead.split())
    assert judged.complete
    assert [verdict.unit for verdict in judged.verdicts] == list(judged.asked)
    assert {verdict.unit for verdict in told} == set(judged.asked)
    assert all(check(verdict.certificate).claim.unit == verdict.unit for verdict in judged.verdicts)


HALVES = """
. . X X . X O . .
. . X . X O O . .
. . X X X O . O O
X X X X O O O O .
O O O O X X X O O
. . . O X . X O .
. O . O X . . X X
. . . O X X X . X
. . . O O O X X .
"""


@pytest.mark.parametrize("nodes", [30, 100_000])
def test_each_unit_is_told_once_though_it_is_looked_at_as_a_whole_and_in_windows(nodes):
    diagram, ruleset, told = parse_diagram(HALVES), load_ruleset("proposal2012"), []
    judged = judge_units(
        diagram, ruleset, limits=Limits(nodes=nodes, seconds=60.0), on_verdict=told.append
    )
    assert wide(diagram.position, ruleset)
    assert sorted(verdict.unit for verdict in told) == sorted(judged.asked)
    assert {verdict.unit: verdict.status for verdict in told} == {v.unit: v.status for v in judged.verdicts}
    if nodes > 30:
        assert judged.complete
    else:
        assert not judged.complete


def test_units_together_are_asked_beside_those_that_go_into_windows():
    """The two are one question for the whole board; what is found of it is not taken for that of a chain."""
    judged = judge(
        LARGE, units=["B5", "C4"], together=["D12", "B5"], limits=Limits(nodes=20_000, seconds=60.0)
    )
    assert [verdict.name for verdict in judged.verdicts] == ["B5", "C4", "D12,B5"]
    single = {verdict.name: verdict.status for verdict in judged.verdicts[:2]}
    assert single == {"B5": Status.ALIVE, "C4": Status.DEAD}
    assert judged.verdicts[2].status in (Status.ALIVE, Status.UNKNOWN)


def test_a_unit_of_a_large_board_that_stays_open_says_which_limit_it_reached():
    diagram = parse_diagram(LARGE)
    unit = next(u for u in diagram.position.units() if unit_name(diagram.position, u) == "C4")
    judged = judge_units(
        diagram, load_ruleset("proposal2012"), units=[unit], limits=Limits(nodes=50, seconds=60.0)
    )
    (verdict,) = judged.verdicts
    assert (verdict.status, verdict.certificate) == (Status.UNKNOWN, None)
    assert verdict.reason == "limit: 60 seconds for each unit, or 50 nodes"


def test_nothing_is_said_of_a_diagram_with_open_sides():
    closed = parse_diagram(FINISHED)
    opened = parse_diagram("edges: top,left,bottom\n" + FINISHED.strip("\n"))
    assert opened.position.open_sides
    assert not closed.position.open_sides
    assert likely_dead(closed.position)
    assert not likely_dead(opened.position)
