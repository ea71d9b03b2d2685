"""Places that rely on bans for one turn (docs/games.md, section 5)."""

import dataclasses
import random

import pytest

from verifier.board import parse_vertex
from verifier.errors import CertificateError, InputError
from verifier.jobs.cases.case import load_case
from verifier.notation import parse_diagram
from verifier.play import Arena, MemoryArena, PatternPlay, Plain, State, arena_for
from verifier.play.place import PlaceArena
from verifier.proof.certificate import (
    CLOSED,
    Certificate,
    Claim,
    PatternNode,
    Patterns,
    Place,
    Stages,
    Verdict,
)
from verifier.proof.patterns import PatternChecker
from verifier.proof.places import check_place, endless
from verifier.proof.stages import begun_place
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, prove
from verifier.search.native import available
from verifier.search.windows.stages import EndsInPlaces

native = pytest.mark.skipif(not available(), reason="places are searched by the native kernel")
LIMITS = Limits(nodes=100_000, seconds=1e9)
RULES = load_ruleset("japanese1989-pass-once").with_values(dead_means="no new stone anywhere")

# Example 18 after D9 was taken. Black has kos at F6 and E4 and no eye; both sides have passed for all four retakes, so
# that each ban is for one turn. Black can play in the corner instead of retaking, but only so often.
AFTER_D9 = """
O O O . O X O . . .
O . . . O X O O . .
O . O O O X X O O .
. . O O . O X X O .
O O O . O X X X O .
X X O O X . X X O .
. X X O O X X O . .
. . X X X O O O . .
. . . . . . . . . .
"""


# The same where Black has eyes at F6 and G5: White has tried something else in the meantime.
WITH_EYES = """
O O O . O X O . . .
. . . . O X O O . .
. . O O O X X O O .
. . O O X . X X O .
O O O . O X . X O .
X X O O X X X X O .
. X X O O X X O . .
. . X X X O O O . .
. . . . . . . . . .
"""


def points(*vertices: str) -> int:
    return sum(1 << parse_vertex(vertex, 9, 10) for vertex in vertices)


def after_d9(diagram: str = AFTER_D9) -> tuple[MemoryArena, Plain, State]:
    case = load_case("ex18")
    arena = arena_for(case.position, case.unit_at("D9"), RULES)
    assert isinstance(arena, MemoryArena)
    board = parse_diagram(diagram).position
    passed = points("E6", "E4", "F6", "F4")
    state = State(board.black, board.white, -1, int(arena.owner), False, freed=(passed, passed))
    return arena, Plain(arena, arena.attacker, named=True), state


@pytest.fixture(scope="module")
def fight() -> tuple[MemoryArena, tuple[Place, ...]]:
    if not available():
        pytest.skip("places are searched by the native kernel")
    arena, game, state = after_d9()
    ends = EndsInPlaces(game, LIMITS)
    assert ends.find(state)
    return arena, ends.places()


def relying(places: tuple[Place, ...]) -> Place:
    (place,) = (place for place in places if place.turns)
    return place


def late(place: Place) -> list[tuple[int, PatternNode]]:
    """The patterns with a ban for one turn on the owner, by number."""
    owner = place.evidence.side.opponent
    numbered = enumerate(place.evidence.nodes)
    return [(number, node) for number, node in numbered if node.pattern.ban >= 0 and node.pattern.to_move == owner]


def without(place: Place, number: int, node: PatternNode) -> Place:
    nodes = list(place.evidence.nodes)
    nodes[number] = node
    return dataclasses.replace(place, evidence=dataclasses.replace(place.evidence, nodes=tuple(nodes)))


def checked(arena: MemoryArena, place: Place) -> int:
    return check_place(begun_place(arena, place, named=True), place.evidence, place.evidence.side)


def test_one_place_relies_on_turns_and_the_other_one_is_finite(fight) -> None:
    arena, places = fight
    assert sorted((place.turns, place.finite) for place in places) == [(False, True), (True, False)]
    assert relying(places).points & points("E4", "E6", "G5") == points("E4", "E6", "G5")
    assert not endless(places)
    assert all(checked(arena, place) > 0 for place in places)


def test_without_such_bans_the_same_place_is_lost(fight) -> None:
    arena, places = fight
    place, (_, _, state) = relying(places), after_d9()
    for turns in (True, False):
        game = PlaceArena(
            arena,
            place.points,
            place.keeps,
            place.leans,
            bans=True,
            turns=turns,
            beside=True,
            alone=True,
            named=True,
            begin=state,
        )
        outcome = prove(game, limits=LIMITS, prover="native")
        assert outcome.status is (Status.DEAD if turns else Status.UNKNOWN)
        assert outcome.limit == ("" if turns else "solved")
    with pytest.raises(CertificateError, match="makes no ban"):
        checked(arena, dataclasses.replace(place, turns=False))


def test_a_late_retake_has_to_be_covered(fight) -> None:
    arena, places = fight
    place = relying(places)
    banned = late(place)
    assert banned
    for number, node in banned:
        assert node.pattern.ban in node.replies
        others = {point: cover for point, cover in node.replies.items() if point != node.pattern.ban}
        with pytest.raises(CertificateError, match="is not covered"):
            checked(arena, without(place, number, dataclasses.replace(node, replies=others)))
        if node.replies[node.pattern.ban] != CLOSED:
            closed = {**node.replies, node.pattern.ban: CLOSED}
            with pytest.raises(CertificateError, match="not settled"):
                checked(arena, without(place, number, dataclasses.replace(node, replies=closed)))


class _Strict(PatternChecker):
    """Asks the measure of late retakes too."""

    def is_late(self, node: PatternNode, move: int) -> bool:
        return False


def test_nothing_is_asked_of_the_measure_for_a_late_retake_alone(fight) -> None:
    arena, places = fight
    place = relying(places)
    play = PatternPlay(begun_place(arena, place, named=True), place.evidence.side)
    with pytest.raises(CertificateError, match="breaks the measure"):
        _Strict(play, place.evidence, secluded=True).check()
    kept = PatternChecker(play, place.evidence, secluded=True)
    _, node = late(place)[0]
    for move in (*node.replies, -1):
        assert kept.is_late(node, move) is (move == node.pattern.ban)
    assert not any(kept.is_late(other, other.move) for other in place.evidence.nodes if other.move is not None)


def test_each_other_move_obeys_the_measure(fight) -> None:
    arena, places = fight
    place, refused = relying(places), 0
    for number, node in enumerate(place.evidence.nodes):
        if node.rank:
            with pytest.raises(CertificateError):
                checked(arena, without(place, number, dataclasses.replace(node, rank=0)))
            refused += 1
    assert refused > 5


def test_prisoners_do_not_count_in_a_finite_place(fight) -> None:
    arena, places = fight
    (finite,) = (place for place in places if place.finite)
    assert not begun_place(arena, finite, named=True).weighs
    assert begun_place(arena, dataclasses.replace(finite, finite=False), named=True).weighs
    assert begun_place(arena, relying(places), named=True).weighs


@pytest.mark.parametrize(
    ("flags", "refused"),
    [
        ([(False, False), (False, False)], False),
        ([(True, False)], False),
        ([(True, False), (False, True)], False),
        ([(False, True), (True, False), (False, True)], False),
        ([(True, False), (False, False)], True),
        ([(True, False), (True, False)], True),
        ([(False, True), (True, False), (False, False)], True),
        ([(True, False), (True, False), (False, True)], True),
    ],
)
def test_beside_a_place_that_relies_on_turns_all_are_finite(flags, refused) -> None:
    nothing = Patterns(arena_side(), False, ())
    places = [Place(1 << number, 0, nothing, turns=turns, finite=finite) for number, (turns, finite) in enumerate(flags)]
    assert endless(places) is refused


def arena_side():
    return after_d9()[0].attacker


def test_what_is_said_of_places_is_stored(fight) -> None:
    arena, places = fight
    claim = Claim(arena.position, arena.unit, RULES, Verdict.DEAD)
    ends = (tuple((number, 0) for number in range(len(places))),)
    stored = tuple(dataclasses.replace(place, evidence=listed(place)) for place in places)
    evidence = Stages(arena.attacker, relying(places).evidence.nodes, ends, stored, named=True)
    text = dump_certificate(Certificate(claim, (evidence,)))
    assert parse_certificate(text, "it").evidence == (evidence,)
    with pytest.raises(CertificateError, match="finite must be true or false"):
        parse_certificate(text.replace('"finite": true', '"finite": 1'), "it")


def listed(place: Place) -> Patterns:
    return dataclasses.replace(place.evidence, nodes=tuple(place.evidence.nodes))


def test_turns_are_for_passes_that_are_for_good_and_named() -> None:
    _, _, state = after_d9()
    case = load_case("ex18")

    def place(ko: str, **how: bool) -> Arena:
        rules = RULES.with_values(ko=ko)
        arena = arena_for(case.position, case.unit_at("D9"), rules)
        assert isinstance(arena, MemoryArena)
        return PlaceArena(arena, points("A9", "B9"), 0, bans=True, begin=state, **how)

    assert place("pass once for each ko", named=True, turns=True).relies_on_turns
    assert not place("pass once for each ko", named=True).relies_on_turns
    for ko, how in (
        ("pass once for each ko", {}),
        ("pass once for each ko", {"named": True, "finite": True}),
        ("pass before each retake", {"named": True}),
        ("one pass for all kos", {}),
        ("one pass for both sides", {}),
    ):
        with pytest.raises(InputError, match="for one turn"):
            place(ko, turns=True, **how)


@native
def test_the_same_state_without_what_both_have_passed_for_needs_no_turns() -> None:
    """Then the bans wait, and the place is won with these."""
    _, game, state = after_d9()
    ends = EndsInPlaces(game, LIMITS)
    assert ends.find(state._replace(freed=(0, 0)))
    assert not any(place.turns or place.finite for place in ends.places())


@native
def test_a_group_with_two_eyes_lives_whatever_bans_there_are() -> None:
    _, game, state = after_d9(WITH_EYES)
    assert not EndsInPlaces(game, LIMITS).find(state)


def test_random_changes_of_a_proof_are_refused_or_leave_it_as_it_was(fight) -> None:
    arena, places = fight
    rng, place, refused = random.Random("late"), relying(places), 0
    for _ in range(200):
        number = rng.randrange(len(place.evidence.nodes))
        node = place.evidence.nodes[number]
        bans = [-1, *(point for point in range(90) if node.pattern.zone >> point & 1)]
        other = dataclasses.replace(node, pattern=node.pattern._replace(ban=rng.choice(bans)))
        if other == node:
            continue
        try:
            checked(arena, without(place, number, other))
        except CertificateError:
            refused += 1
            continue
        # A ban less is one on which nothing relied.
        assert other.pattern.ban == -1
    assert refused > 100
