"""Proofs place by place: what the checker refuses (docs/games.md, section 5)."""

import copy
import json

import pytest

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import BLACK, Grid, Position
from verifier.errors import CertificateError, InputError
from verifier.jobs.compare.relabel import carried_over
from verifier.play import MemoryArena, arena_for
from verifier.play.place import PlaceArena
from verifier.proof import check
from verifier.proof.certificate import Claim, Patterns, Place, Places, Verdict
from verifier.proof.places import MOST_BETWEEN, starved
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.native import available
from verifier.search.windows.places import prove_by_places

RULES = load_ruleset("japanese1989")
ROWS = ("O...XO.", "....XO.", "XXXXXO.", "..O.XOO", "....XO.")


def board(*rows):
    black, white = (sum(1 << p for p, sign in enumerate("".join(rows)) if sign == wanted) for wanted in "XO")
    return Position(len(rows), len(rows[0]), black, white)


def proof_of(position, point, **values):
    arena = Claim(position, position.chain_at(point), RULES.with_values(**values), Verdict.DEAD).arena(
        None if "dead_means" in values else position.grid.full, 0
    )
    certificate = prove_by_places(arena, Limits(nodes=20_000, seconds=1e9)).certificate
    assert certificate is not None
    return json.loads(dump_certificate(certificate))


@pytest.fixture(scope="module")
def example():
    if not available():
        pytest.skip("proofs place by place are searched by the native kernel")
    return proof_of(board(*ROWS), 0)


def judged(data):
    try:
        check(parse_certificate(json.dumps(data), "it"))
    except CertificateError as error:
        return str(error)
    return "accepted"


def places(data):
    return data["evidence"][0]["places"]


def nodes_of(data, number=0):
    return places(data)[number]["nodes"]


def test_the_example_of_the_page_is_accepted(example):
    assert judged(example) == "accepted"
    assert len(places(example)) == 2
    assert places(example)[0]["keeps"] == places(example)[1]["keeps"] == ["E5"]


def put(key, value, number=0):
    return lambda data: places(data)[number].__setitem__(key, value)


def drop(key, number=0):
    return lambda data: places(data)[number].pop(key)


def move_a_point(data):
    upper, lower = (int(place["points"], 16) for place in places(data))
    point = lower & -lower
    places(data)[0]["points"], places(data)[1]["points"] = f"{upper | point:x}", f"{lower ^ point:x}"


def in_both(data):
    lower = int(places(data)[1]["points"], 16)
    places(data)[0]["points"] = f"{int(places(data)[0]['points'], 16) | lower & -lower:x}"


def all_first(data):
    """The attacker begins in both places: a pass, and then all as before."""
    for place in places(data):
        first = place["nodes"][0].split(" ")
        first[4:] = ["0", "-1", first[6], str(int(first[7]) + 1), str(len(place["nodes"]))]
        place["nodes"].append(place["nodes"][0])
        place["nodes"][0] = " ".join(first)


@pytest.mark.parametrize(
    ("alter", "why"),
    [
        (put("keeps", []), "leaves the locale|not about its points"),
        (put("keeps", ["E5", "E5"]), "named before"),
        (put("keeps", ["A4"]), "names no chain"),
        (put("keeps", ["F5"]), "chains of the attacker"),
        (put("keeps", ["A5"]), "chains of the attacker"),
        (put("keeps", ["H9"]), "it: "),
        (put("keeps", "E5"), "list"),
        (put("keeps", [5]), "it: "),
        (put("points", "0"), "a place has points"),
        (put("points", "800000000"), "the points of a place"),
        (put("points", "60"), "a place has points, in the locale"),
        (put("points", "078f"), "the points of a place"),
        (put("points", ["78f"]), "the points of a place"),
        (put("points", 1935), "the points of a place"),
        (put("nodes", []), "there is no pattern"),
        (put("nodes", None), "nodes"),
        (put("lives", ["E5"]), "chains of the attacker"),
        (put("lives", ["A5"]), "chains of the attacker"),
        (put("lives", "E5"), "list"),
        (put("lives", None), "list"),
        (put("bans", 1), "true or false"),
        (put("bans", None), "true or false"),
        (drop("points"), "is missing"),
        (drop("keeps"), "is missing"),
        (drop("nodes"), "is missing"),
        (lambda data: places(data).pop(), "is in no place"),
        (lambda data: places(data).clear(), "is in no place"),
        (lambda data: places(data).append(copy.deepcopy(places(data)[0])), "points of another place"),
        (lambda data: places(data).append([]), "object"),
        (lambda data: data["evidence"][0].__setitem__("places", {}), "list"),
        (lambda data: data["evidence"][0].pop("places"), "is missing"),
        (lambda data: data["evidence"][0].__setitem__("side", "white"), "another side"),
        (lambda data: data["evidence"][0].__setitem__("draw_wins", True), "draw rule"),
        (move_a_point, "not about its points"),
        (in_both, "points of another place|not about its points"),
        (all_first, "moves first in more places"),
        (lambda data: nodes_of(data).insert(0, nodes_of(data).pop()), "place 1: "),
        (lambda data: nodes_of(data, 1).pop(), "place 2: "),
    ],
)
def test_what_is_no_proof_place_by_place_is_refused(alter, why, example):
    data = copy.deepcopy(example)
    alter(data)
    answer = judged(data)
    assert answer != "accepted"
    assert any(part in answer for part in why.split("|")), answer


def test_the_attacker_may_begin_in_one_place(example):
    data = copy.deepcopy(example)
    all_first(data)
    once = copy.deepcopy(example)
    places(once)[1] = places(data)[1]
    assert judged(once) == "accepted"


def test_a_chain_with_liberties_in_one_place_alone_is_not_between(example):
    """The lower place without the chain that it keeps: for it the chain is a wall, and the upper one alone feeds it."""
    data = copy.deepcopy(example)
    wall = sum(1 << p for p, sign in enumerate("".join(ROWS)) if sign == "X")
    place = places(data)[1]
    place["keeps"] = []
    for number, node in enumerate(place["nodes"]):
        fields = node.split(" ")
        fields[:2] = (f"{int(field, 16) & ~wall:x}" for field in fields[:2])
        place["nodes"][number] = " ".join(fields)
    assert "without a liberty in two of them" in judged(data)


def test_a_chain_that_has_to_live_in_a_place_has_no_eye_elsewhere(example):
    data = copy.deepcopy(example)
    places(data)[1]["lives"] = places(data)[1].pop("keeps")
    places(data)[1]["keeps"] = []
    assert "place 2: " in judged(data)


def test_where_a_chain_lives_in_one_place_the_others_may_lean_on_it():
    """Each of two places says something of the chain at C1, which has both its eyes in the first."""
    data = proof_of(board(".OOOX.", "..XO.."), 4, walls="unconditional", dead_means="no new stone anywhere")
    first, second = places(data)
    assert first["lives"] == ["B2"]
    assert second["keeps"] == []
    assert judged(data) == "accepted"
    first["keeps"] = first.pop("lives")
    assert "without a liberty in two of them" in judged(data)


@pytest.mark.parametrize("ko", ["basic", "none"])
def test_where_no_ban_waits_for_a_pass_no_place_relies_on_one(ko):
    arena = arena_for(board(*ROWS), 1, RULES.with_values(ko=ko, dead_means="no new stone anywhere"))
    assert isinstance(arena, MemoryArena)
    with pytest.raises(InputError, match="does not wait for a pass"):
        PlaceArena(arena, 1, CHAIN, bans=True)


def test_places_prove_nothing_where_the_unit_has_only_to_be_taken(example):
    data = copy.deepcopy(example)
    arena = MemoryArena(board(*ROWS), 1, RULES.with_values(dead_means="captured once", cycle="prisoners"))
    points = int(places(data)[0]["points"], 16)
    with pytest.raises(InputError, match="only where new stones count"):
        PlaceArena(arena, points, 0)


CHAIN = sum(1 << point for point, sign in enumerate("".join(ROWS)) if sign == "X")


@pytest.mark.parametrize(
    ("points", "keeps", "leans"),
    [
        pytest.param(0, CHAIN, 0, id="no points"),
        pytest.param(1, 16, 0, id="a part of a chain that is kept"),
        pytest.param(1, 0, 16, id="a part of a chain that is not"),
        pytest.param(1, CHAIN, CHAIN, id="a chain that is kept and is not"),
        pytest.param(1, 0, 1 << 5, id="a wall of the owner that is not kept"),
        pytest.param(1, 1 << 5, 0, id="a wall of the owner"),
        pytest.param(1 << 35, CHAIN, 0, id="beyond the board"),
        pytest.param(1 << 6, CHAIN, 0, id="beyond the locale"),
        pytest.param(1 | 16, CHAIN, 0, id="a stone of the chain"),
    ],
)
def test_a_place_is_made_of_points_and_whole_chains(points, keeps, leans):
    arena = arena_for(board(*ROWS), 1, RULES.with_values(dead_means="no new stone anywhere"))
    assert isinstance(arena, MemoryArena)
    assert arena.attacker == BLACK
    with pytest.raises(InputError, match=r"whole ones|a place has points"):
        PlaceArena(arena, points, keeps, leans)


@pytest.mark.parametrize(("given", "asked"), [("aim", "prisoners then aim"), ("prisoners then aim", "aim")])
def test_a_proof_place_by_place_serves_the_other_cycle_rule(given, asked):
    """The same moves with another measure: stones lost count under one of them alone."""
    if not available():
        pytest.skip("proofs place by place are searched by the native kernel")
    position = board(*ROWS)
    unit, rules = position.chain_at(0), RULES.with_values(cycle=given)
    proof = decide(Question(position, unit, rules)).certificate
    assert isinstance(proof.evidence[0], Places)
    verdict = carried_over(Question(position, unit, rules.with_values(cycle=asked)), [proof])
    assert verdict is not None
    assert verdict.status is Status.DEAD
    assert verdict.report.family == "places"


def test_no_more_chains_stand_between_places_than_can_be_looked_at():
    """Stones in two rows, and places above and below."""
    columns = MOST_BETWEEN + 2
    for number, refused in ((MOST_BETWEEN, False), (MOST_BETWEEN + 1, True)):
        spots = [row * columns + col for row in (1, 3) for col in range(0, columns, 2)]
        keeps = sum(1 << spot for spot in spots[:number])
        rows = (1 << columns) - 1, (1 << columns) - 1 << 4 * columns
        places = tuple(Place(points, keeps, Patterns(BLACK, False, ())) for points in rows)
        assert starved(Grid(5, columns), places) is refused
