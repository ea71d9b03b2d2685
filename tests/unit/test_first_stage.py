"""Deaths in stages that need other moves than those by which the unit is first taken."""

import dataclasses

import pytest
from staged import proof_of

from verifier.board import Side, parse_vertex
from verifier.jobs.cases.case import load_case
from verifier.notation import parse_diagram
from verifier.play import Plain, State, arena_for
from verifier.proof import Verdict, check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, prove
from verifier.search.native import available
from verifier.search.windows.first_stage import GivenUpError
from verifier.search.windows.stages import EndsInPlaces

pytestmark = pytest.mark.skipif(not available(), reason="proofs in stages are searched by the native kernel")

RULES = load_ruleset("japanese1989-anywhere")
# The rules, the board, its open sides and a stone of the unit. In the first an end that comes by the shortest way
# to take the unit is not won; in the second other moves would besides lose a cycle.
BOARDS = [
    (
        {"ko": "pass before each capture", "first_move": "owner", "walls": "unconditional"},
        ("O..XOXO", "...OO.O"),
        (),
        5,
    ),
    (
        {"ko": "basic", "first_move": "attacker", "walls": "unconditional", "cycle": "aim"},
        ("X..XO.", "OOO..O", "O..X.X"),
        (Side.LEFT,),
        17,
    ),
]


@pytest.mark.parametrize(("values", "rows", "sides", "at"), BOARDS)
def test_where_an_end_is_lost_the_attacker_finds_another_move(values, rows, sides, at) -> None:
    proof = proof_of(RULES.with_values(**values), *rows, at=at, sides=sides)
    assert check(proof).family == "stages"
    alive = dataclasses.replace(proof.claim, verdict=Verdict.ALIVE).arena(None)
    assert prove(alive, limits=Limits(nodes=50_000, seconds=1e9)).status is not Status.ALIVE


AFTER_A13 = """
. . . . . . . . .
X X X . . . . . .
. . X . . . . . .
X . X X X . . . .
. . . . X X X O .
. . X . . . X O .
. X . X X X O O .
X X X X . X O . .
O O O X X X O . .
. O X O O O O . .
O O X X X X X . .
X O X . . . . . .
. X . . . . . . .
X X X . . . . . .
X . X . . . . . .
"""


def test_a_stone_that_only_one_place_keeps_alive_is_played_for_there():
    game, state = after_a13()
    ends = EndsInPlaces(game, Limits(nodes=50_000, seconds=1e9))
    assert ends.find(state)
    assert {bool(place.points & points("A4")) for place in ends.places() if place.points & points("A3")} == {True}


def test_patterns_of_places_are_kept_within_the_memory_allowed():
    game, state = after_a13()
    with pytest.raises(GivenUpError):
        EndsInPlaces(game, Limits(nodes=50_000, seconds=1e9, memory_mib=0)).find(state)


def test_what_is_won_whatever_they_have_passed_for_is_searched_once():
    game, state = after_a13()
    ends = EndsInPlaces(game, Limits(nodes=50_000, seconds=1e9))
    assert ends.find(state)
    before = ends.nodes
    for freed in ((0, 0), (points("A10"), points("B1")), (points("C10"), points("A9", "C9", "B1"))):
        assert ends.find(state._replace(freed=freed))
    assert ends.nodes == before > 0


def points(*vertices: str) -> int:
    return sum(1 << parse_vertex(vertex, 15, 9) for vertex in vertices)


def after_a13() -> tuple[Plain, State]:
    """Example 16 after A13 was taken. Black's stone at A4 has its liberty at A3, and White is forbidden to retake there."""
    case = load_case("ex16")
    rules = load_ruleset("japanese1989-pass-once").with_values(dead_means="no new stone anywhere")
    arena = arena_for(case.position, case.unit_at("A13"), rules)
    game = Plain(arena, arena.attacker, named=True)
    board = parse_diagram(AFTER_A13).position
    stones = board.black, board.white
    freed = points("A10", "C10"), points("A9", "C9", "B1")
    state = State(*stones, -1, int(arena.owner), False, bans=(0, points("A3")), freed=freed)
    return game, state
