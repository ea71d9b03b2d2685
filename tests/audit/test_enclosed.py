"""What encloses a unit, and what of it matters, tells where to look for the proof that it is taken."""

import pytest
from arenas import arena_at

from verifier.adjudicate import tries
from verifier.adjudicate.plan import Attempt, Kind
from verifier.adjudicate.staged import judge_board
from verifier.adjudicate.tries import Tries
from verifier.board import parse_vertex
from verifier.notation import Diagram, parse_diagram
from verifier.play import arena_for
from verifier.proof import check
from verifier.proof.scope import attackers_around
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, available_provers
from verifier.search.windows.enclosed import Enclosure, stands_for
from verifier.search.windows.window import prove_in_window
from verifier.units import decompose

pytestmark = pytest.mark.skipif("native" not in available_provers(), reason="needs the kernel")

STONE_IN_TERRITORY = """
. . . X . X O . .
. O . X X X O . .
X X X X O O O . .
O O O O O . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
STONE_IN_A_ROOM = """
. . . . . X O . .
. . O . . X O . .
X X X X X X O . .
O O O O O O O . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
TWO_EYES = """
. O . O . X O . .
O O O O O X O . .
X X X X X X O . .
O O O O O O O . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""


def stones_at(arena, vertex):
    return arena.position.chain_at(parse_vertex(vertex, arena.grid.rows, arena.grid.cols))


def test_windows_hold_the_unit_and_the_chains_around_it():
    arena = arena_at(STONE_IN_TERRITORY, "B8")
    enclosure = Enclosure(arena, arena.unit)
    around = stones_at(arena, "D9")
    assert enclosure.area == sum(1 << (9 * row + col) for row in range(2) for col in range(3))
    windows = enclosure.windows(80)
    assert enclosure.area | around in windows
    assert all(not arena.unit & ~window and not around & ~window for window in windows)
    least = (enclosure.area | around).bit_count()
    assert enclosure.windows(least) == [enclosure.area | around]
    assert enclosure.windows(least - 1) == []


def test_a_window_stands_for_one_within_it_that_is_hardly_smaller():
    arena = arena_at(STONE_IN_TERRITORY, "B8")
    enclosure = Enclosure(arena, arena.unit)
    least = enclosure.area | stones_at(arena, "D9")
    larger = [window for window in enclosure.windows(80) if window != least]
    assert any(stands_for(window, least) for window in larger)
    assert not stands_for(least, least)
    assert not any(stands_for(least, window) for window in larger)
    assert not stands_for(arena.grid.full, least)


def test_a_window_that_lacks_a_point_or_two_of_many_stands_for_another_all_the_same():
    window = (1 << 60) - 1
    other = window << 3 & ~(1 << 70) | 0b11 << 70
    assert (window & ~other).bit_count() == 3
    assert (other.bit_count(), window.bit_count()) == (62, 60)
    assert stands_for(other, window)
    assert not stands_for(window, other), "of two that are nearly the same it is the larger one"
    assert not stands_for(window << 4 | 1 << 70, window), "it lacks more than a twentieth"


def test_a_window_that_it_names_proves_the_death():
    arena = arena_at(STONE_IN_TERRITORY, "B8")
    enclosure = Enclosure(arena, arena.unit)
    assert enclosure.search(Limits(nodes=10_000)).status is Status.DEAD
    assert not enclosure.zone & ~enclosure.area
    outcomes = [
        prove_in_window(arena, arena.attacker, window, Limits(nodes=10_000))
        for window in enclosure.windows(80)
    ]
    assert Status.DEAD in {outcome.status for outcome in outcomes}


def test_a_window_has_what_the_chains_around_live_by_once_that_is_known():
    arena = arena_at(STONE_IN_TERRITORY, "B8")
    enclosure = Enclosure(arena, arena.unit)
    around, before = stones_at(arena, "D9"), enclosure.windows(80)
    beyond = stones_at(arena, "G9")
    assert enclosure.windows(80, {beyond: beyond}) == before
    lives_by = around | beyond
    assert set(enclosure.windows(80, {around: lives_by})) - set(before) == {enclosure.area | lives_by}


def test_who_cannot_take_a_unit_with_safe_chains_around_is_told_so():
    arena = arena_at(TWO_EYES, "A8")
    enclosure = Enclosure(arena, arena.unit)
    enclosure.search(Limits(nodes=1000))
    assert enclosure.hopeless
    assert enclosure.search(Limits(nodes=2000)) is None


def test_no_more_is_spent_where_no_more_may_be():
    arena = arena_at(STONE_IN_A_ROOM, "C8")
    enclosure = Enclosure(arena, arena.unit)
    assert enclosure.search(Limits(nodes=1)).status is Status.UNKNOWN
    assert enclosure.search(Limits(nodes=1)) is None
    assert enclosure.search(Limits(nodes=10_000)).status is Status.DEAD


def test_where_a_game_remembers_the_unit_is_only_to_be_taken():
    arena = arena_at(TWO_EYES, "A8", "japanese1989-points")
    enclosure = Enclosure(arena, arena.unit)
    enclosure.search(Limits(nodes=1000))
    assert not enclosure.hopeless  # the aim is another one, so it says nothing


def test_a_window_that_a_larger_one_stands_for_has_its_turn_a_level_later():
    arena = arena_at(STONE_IN_TERRITORY, "B8")
    position, unit, rules, most = arena.position, arena.unit, arena.ruleset, 2_000_000
    asked = Tries(
        decompose(position, rules["walls"]),
        {unit},
        most,
        windows=True,
        rules=lambda unit: rules,
        game=lambda unit, side, weak: arena_for(position, unit, rules),
    )
    found = [attempt for attempt in asked.attempts(unit) if attempt.kind is Kind.ENCLOSED]
    pairs = [(one, other) for one in found for other in found if stands_for(other.area, one.area)]
    assert pairs
    for small, large in pairs:
        for level in (1, 2):
            now = Attempt.of(*small[1:6], level, most)
            ahead, far_ahead = (Attempt.of(*large[1:6], level + more, most) for more in (1, 2))
            assert ahead.score < now.score < far_ahead.score


WEAK = """
.O.OOOO
OOOOOOO
X.OX.OO
OX.OXOO
OXXXOOO
....XOO
OOOOOO.
"""


def test_a_small_chain_that_no_proof_keeps_need_not_stand(monkeypatch):
    """White's stone at D4 ends the scope of B4's death as long as it stands, and Black may take it."""
    monkeypatch.setattr(tries, "WHOLE", 8)
    monkeypatch.setattr(tries, "SEARCHED", 8)
    position, rules = parse_diagram(WEAK).position, load_ruleset("japanese1989-inside")
    unit, weak = (position.chain_at(parse_vertex(vertex, 7, 7)) for vertex in ("B4", "D4"))
    assert attackers_around(position, unit, rules) & weak == weak
    judged = judge_board(Diagram(position), rules, limits=Limits(nodes=2_500, seconds=300))
    verdict = next(one for one in judged.verdicts if one.unit == unit)
    assert verdict.status is Status.DEAD
    assert not verdict.certificate.standing & weak
    assert check(verdict.certificate).claim.unit == unit
