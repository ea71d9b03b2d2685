"""Proofs in stages: what the checker accepts and refuses (docs/games.md, section 6)."""

import copy
import dataclasses
import json
from pathlib import Path

import pytest
from staged import proof_of

from verifier.adjudicate.question import Question
from verifier.board import Side
from verifier.board.grid import bits
from verifier.errors import CertificateError
from verifier.jobs.compare.relabel import carried_over
from verifier.proof import Verdict, check
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.rules import load_ruleset
from verifier.search import Status
from verifier.search.native import available

RULES = load_ruleset("japanese1989-anywhere")
# White's stones at A5 and E3 are dead: Black takes them wherever White plays, in an area that he divides.
ROWS = ("O...XO.", "....XO.", "XXXXXO.", "..O.XOO", "....XO.")

# Where a place relies on bans: the ko rule, the other values, the board, and whether an end
# tells that a place does not say so.
AIM = {"first_move": "owner", "walls": "assumed", "cycle": "aim"}
PRISONERS = {"first_move": "attacker", "walls": "assumed", "cycle": "prisoners then aim"}
BANNING = [
    (
        "pass before each retake",
        AIM,
        ("X.O..X", ".OOX.X", "X.OOX.", "XXO.OX"),
        {"at": 9, "sides": (Side.LEFT,)},
        False,
    ),
    (
        "one pass for both sides",
        PRISONERS,
        ("O..OX..XO", "OX..X..XO", "OOXOOOOOO"),
        {"at": 10, "sides": (Side.LEFT, Side.RIGHT, Side.BOTTOM)},
        False,
    ),
    (
        "one pass for both sides",
        PRISONERS,
        (".OO.OO", "O.XXOX", "O.XO.O", ".OXXOO", "OOX.O."),
        {"at": 15, "sides": tuple(Side)},
        True,
    ),
]
native = pytest.mark.skipif(not available(), reason="proofs in stages are searched by the native kernel")


@pytest.fixture(scope="module")
def certificate():
    if not available():
        pytest.skip("proofs in stages are searched by the native kernel")
    return proof_of(RULES, *ROWS)


@pytest.fixture
def data(certificate):
    return json.loads(dump_certificate(certificate))


def judged(data):
    try:
        check(parse_certificate(json.dumps(data), "it"))
    except CertificateError as error:
        return str(error)
    return "accepted"


def stages(data):
    return data["evidence"][0]


def test_a_proof_in_stages_is_accepted_and_stored_as_it_is(certificate) -> None:
    (evidence,) = certificate.evidence
    assert len(evidence.places) > 1
    report = check(certificate)
    assert (report.family, report.states) == ("stages", len(evidence.nodes))
    again = parse_certificate(dump_certificate(certificate), "it")
    assert dump_certificate(again) == dump_certificate(certificate)
    assert check(again).moves == report.moves


def test_each_line_counts(data) -> None:
    """Without any one of its lines the proof is none."""
    found = stages(data)
    lists = [found["nodes"], found["ends"], *(place["nodes"] for place in found["places"])]
    tried = 0
    for number in range(len(lists)):
        for line in range(len(lists[number])):
            other = copy.deepcopy(data)
            shorter = stages(other)
            parts = [shorter["nodes"], shorter["ends"], *(place["nodes"] for place in shorter["places"])]
            del parts[number][line]
            assert judged(other) != "accepted", (number, line)
            tried += 1
    assert tried > 5


def changed(data, key, value):
    stages(data)[key] = value
    return judged(data)


def test_places_are_those_that_a_proof_place_by_place_asks_for(data) -> None:
    ends, places = stages(data)["ends"], stages(data)["places"]
    first, *others = ends[0].split(" ")
    cases = {
        " ".join([first, first, *others]): "two places",
        " ".join(others): "leaves out a point|without a liberty|otherwise",
        f"{len(places)}:0": "not there",
        f"{first.split(':')[0]}:999": "not there",
    }
    for end, wanted in cases.items():
        answer = changed(copy.deepcopy(data), "ends", [end, *ends[1:]])
        assert any(part in answer for part in wanted.split("|")), (end, answer)


@pytest.mark.parametrize("key", ["points", "keeps", "lives", "leans"])
def test_what_a_place_says_of_itself_counts(data, key) -> None:
    refused = 0
    for number, place in enumerate(stages(data)["places"]):
        for value in {"0", place["points"], place["keeps"], "10"} - {place[key]}:
            other = copy.deepcopy(data)
            stages(other)["places"][number][key] = value
            assert judged(other) != "accepted", (number, key, value)
            refused += 1
    assert refused


def test_only_a_move_of_the_attacker_leads_to_an_end(data) -> None:
    """The other side's moves are covered by patterns: it may not choose where the first stage ends."""
    nodes = stages(data)["nodes"]
    beyond, tried = len(nodes), 0
    for number, line in enumerate(nodes):
        fields = line.split(" ")
        if fields[5] != ".":
            continue
        for place in range(8, len(fields)):
            head, colon, _ = fields[place].rpartition(":")
            other = copy.deepcopy(data)
            mutated = [*fields[:place], f"{head}{colon}{beyond}", *fields[place + 1 :]]
            stages(other)["nodes"][number] = " ".join(mutated)
            assert "end after a move of the other side" in judged(other)
            tried += 1
    assert tried


@native
@pytest.mark.parametrize(("ko", "how", "rows", "where", "told"), BANNING)
def test_a_place_that_relies_on_bans_says_so(ko, how, rows, where, told) -> None:
    """Then a pass that lifts them is answered there."""
    proof = proof_of(RULES.with_values(ko=ko, **how), *rows, **where)
    data = json.loads(dump_certificate(proof))
    assert judged(data) == "accepted"
    relying = [place for place in stages(data)["places"] if place.pop("bans", False)]
    assert relying
    assert judged(data) != "accepted"
    if told:
        assert "relies on bans without saying so" in judged(data)


@native
def test_play_elsewhere_must_not_end_a_ban_that_a_place_begins_with() -> None:
    """Nor does a place begin with a ban that does not stand."""
    ko, how, rows, where, _ = BANNING[0]
    data = json.loads(dump_certificate(proof_of(RULES.with_values(ko=ko, **how), *rows, **where)))
    owner = 0 if stages(data)["side"] == "white" else 1
    named = {name for end in stages(data)["ends"] for name in end.split(" ")}
    answers = set()
    for number, item in enumerate(stages(data)["places"]):
        if f"{number}:0" not in named:
            continue
        fields = item["nodes"][0].split(" ")
        zone, black, white = (int(text, 16) for text in fields[:3])
        for point in bits(zone & ~(black | white)):
            other = copy.deepcopy(data)
            waiting = [int(text, 16) for text in fields[3].split(":")[1:] or ("0", "0")]
            waiting[owner] |= 1 << point
            ban = f"-1:{waiting[0]:x}:{waiting[1]:x}"
            if ban == fields[3]:
                continue
            rest = [text for text in fields[4:] if not text.startswith(f"{point}:")]
            stages(other)["places"][number]["nodes"][0] = " ".join([*fields[:3], ban, *rest])
            stages(other)["places"][number]["bans"] = True
            answer = judged(other)
            assert answer != "accepted", (number, point)
            answers.add(answer.partition(" leads to an end ")[2])
    assert "with a ban that play elsewhere may end" in answers


@native
@pytest.mark.parametrize("ko", ["one pass for both sides", "one pass for all kos"])
def test_where_one_pass_lifts_all_bans_one_place_relies_on_them(ko) -> None:
    proof = proof_of(RULES.with_values(ko=ko), *ROWS)
    (evidence,) = proof.evidence
    for number in range(len(evidence.places) + 1):
        places = [
            dataclasses.replace(place, bans=at < number) for at, place in enumerate(evidence.places)
        ]
        other = dataclasses.replace(evidence, places=tuple(places))
        several = any(sum(place < number for place, _ in end) > 1 for end in evidence.ends)
        if not several:
            check(dataclasses.replace(proof, evidence=(other,)))
            continue
        with pytest.raises(CertificateError, match="several places in which a pass lifts bans"):
            check(dataclasses.replace(proof, evidence=(other,)))
    assert several


@native
@pytest.mark.parametrize("ko", ["none", "basic"])
def test_where_no_ban_waits_for_a_pass_no_place_relies_on_one(ko) -> None:
    proof = proof_of(RULES.with_values(ko=ko), "O.X.O", "..X..")
    (evidence,) = proof.evidence
    relying = dataclasses.replace(evidence.places[0], bans=True)
    other = dataclasses.replace(evidence, places=(relying, *evidence.places[1:]))
    with pytest.raises(CertificateError, match=r"place 1: .* does not wait for a pass"):
        check(dataclasses.replace(proof, evidence=(other,)))


def test_the_chains_between_are_there_at_an_end() -> None:
    """A forged proof that White, who lives, is dead: at its end both places count one chain's own eye.

    The patterns that the end names have an empty point where the chain that they keep is said to be. No play
    in the places leads to them, so only the end can tell.
    """
    forged = json.loads(Path(__file__).with_name("chain_not_there.json").read_text())
    assert judged(forged) == "black pass at pattern 0 leads to an end without a chain between"


def test_stages_are_for_the_attacker_who_clears(certificate) -> None:
    claim = certificate.claim
    for rules in (load_ruleset("proposal2012"), load_ruleset("tromp-taylor-settled")):
        with pytest.raises(CertificateError):
            check(dataclasses.replace(certificate, claim=dataclasses.replace(claim, ruleset=rules)))
    with pytest.raises(CertificateError):
        check(dataclasses.replace(certificate, claim=dataclasses.replace(claim, verdict=Verdict.ALIVE)))


def test_a_proof_in_stages_serves_other_readings(certificate) -> None:
    """Where cycles go by the aim the same places are cleared; and who moves first now may pass."""
    waited = RULES.with_values(first_move="owner", cycle="aim", ko="basic")
    moved = waited.with_values(first_move="attacker")
    for proof, rules in (
        (certificate, RULES.with_values(cycle="aim")),
        (proof_of(waited, "O.X.O"), moved),
    ):
        question = Question(proof.claim.position, proof.claim.unit, rules)
        verdict = carried_over(question, [proof])
        assert verdict is not None
        assert verdict.status is Status.DEAD
        assert verdict.report is not None
        assert verdict.report.family == "stages"
