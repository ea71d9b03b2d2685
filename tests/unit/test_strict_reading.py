"""Certificates are read strictly: what their page does not name is refused, in one line."""

import dataclasses
import hashlib
import json
import random
from array import array

import pytest

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import BLACK, Position
from verifier.cli import main
from verifier.errors import CertificateError, InputError, ShikatsuError
from verifier.jobs.cases.case import load_case
from verifier.play import State
from verifier.play.setup import Setup
from verifier.proof import (
    Certificate,
    Claim,
    Patterns,
    Refutation,
    Strategy,
    Verdict,
    check,
    dump_certificate,
)
from verifier.proof.endings.checker import EndingCertificate, EndingClaim
from verifier.proof.endings.store import dump_ending, parse_ending
from verifier.proof.rup import parse_cnf, parse_drup
from verifier.proof.store import parse_certificate
from verifier.rules import Ruleset, load_play_rules, load_ruleset, play_usurped, usurped
from verifier.search import Limits

RULES = load_ruleset("proposal2012[walls=assumed]")
SMALL = Claim(Position(1, 3, 0b101, 0), 1, RULES, Verdict.DEAD)
"""The example of docs/certificates.md: `X.X`, where White takes both stones."""
NODES = ["5 0 -1 0 . 0 1", "5 0 -1 1 1 0 0", "0 2 -1 0 . 0 0", "0 2 -1 1 -1 0 0"]


def document(**evidence):
    data = json.loads(dump_certificate(Certificate(SMALL, (Strategy(BLACK, False, {}),))))
    return {**data, "evidence": [{"family": "strategy", "side": "white", "draw_wins": False, "nodes": NODES, **evidence}]}


def signed(data):
    """The document with digests that fit."""
    text = json.dumps(data["claim"], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return {**data, "claim_digest": hashlib.sha256(text.encode("ascii")).hexdigest()}


def with_claim(**changes):
    data = document()
    return signed({**data, "claim": {**data["claim"], **changes}})


def with_rules(**changes):
    data = document()
    return with_claim(ruleset={**data["claim"]["ruleset"], **changes})


def refused(text, message):
    with pytest.raises(ShikatsuError, match=message) as found:
        parse_certificate(text, "file")
    assert len(str(found.value)) < 400
    assert "\n" not in str(found.value)


def test_the_document_that_is_altered_below_is_a_proof():
    assert check(parse_certificate(json.dumps(document()), "file")).claim == SMALL


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (with_claim(komi=6.5), "claim: the key 'komi' is not known"),
        (with_rules(note="mine"), "ruleset: the key 'note' is not known"),
        (with_claim(rows="X.X"), "rows must be a list"),
        (with_claim(rows=["X.X"] * 26), "1 to 25 rows"),
        (with_claim(rows=["X" * 100000]), "1 to 25 rows"),
        (with_claim(unit="A01"), "write the point as A1"),
        (with_claim(unit="a1"), "write the point as A1"),
        (with_claim(unit="\tA1"), "printable ASCII"),
        (with_claim(unit=" A1"), "write the point as A1"),
        (with_claim(unit="r1c1"), "write the point as A1"),
        (with_claim(unit="A\uff11"), "printable ASCII"),
        (with_claim(open_sides=["top", "top"]), "names a side twice"),
        (with_claim(open_sides="top"), "must be a list"),
        (with_rules(id="pr\u043eposal2012[walls=assumed]"), "printable ASCII"),
        (with_rules(id="proposal2012[walls=assumed] "), "inner spaces"),
        (with_rules(id=" proposal2012[walls=assumed]"), "inner spaces"),
        (with_rules(id="proposal2012[ko=none]"), "has other values"),
        (with_rules(id="proposal2012[walls=board]"), "has other values"),
        (with_rules(id="proposal2012[walls=assumed, ko=none]"), "has other values"),
        (with_rules(id="proposal2012"), "has other values"),
        (with_rules(id="japanese1989[walls=assumed]"), "has other values"),
        (with_rules(id="mine[walls=board]"), "has other values"),
        (with_rules(id="mine[walls]"), "has other values"),
        (with_rules(id="japanese1989 [walls=assumed]"), "has other values"),
        (with_rules(id="japanese1989]"), "has other values"),
        (with_rules(id="Japanese1989"), "has other values"),
        (with_rules(id="japanese1989-[walls=assumed]"), "has other values"),
        (with_claim(walls=[]), "named by their first vertices"),
        ({**document(), "standing": []}, "only in proofs of death inside"),
        (with_rules(id="mine[walls=assumed"), "has other values"),
        (with_rules(values={**RULES.said, "handicap": "none"}), "leave out 'handicap'"),
        ({**document(), "version": True}, "version True"),
        ({**document(), "version": 1.0}, "version 1.0"),
    ],
)  # fmt: skip
def test_claims_that_the_page_does_not_name_are_refused(data, message):
    refused(json.dumps(data), message)


def test_evidence_by_places_is_refused_where_there_are_none():
    data = document(family="places", places=[])
    del data["evidence"][0]["nodes"]
    with pytest.raises(CertificateError, match="only in games that remember"):
        check(parse_certificate(json.dumps(data), "file"))


@pytest.mark.parametrize("rules", ["proposal2012", "japanese1989", "spight"])
def test_walls_by_proof_are_of_no_use_but_where_the_ruleset_has_them(rules):
    """Under other rulesets nobody looks at them, so a claim that names them says what is not proved."""
    position = Position(3, 5, 0b11011_11111_00000, 0b00000_00000_01010)
    unit = position.chain_at(1)
    claim = Claim(position, unit, load_ruleset(rules), Verdict.DEAD, walls=position.black)
    with pytest.raises(CertificateError, match="walls"):
        check(Certificate(claim, ()))
    if rules != "proposal2012":
        with pytest.raises(InputError, match="no walls by proof in games that remember"):
            claim.arena(unit)


def test_ids_that_say_the_truth_are_accepted():
    earlier = Ruleset.of("japanese2003", {**dict(load_ruleset("japanese2003").values), "ko": "one pass for all kos"})
    for ruleset in (RULES, RULES.with_values(), RULES.with_values(walls="board", ko="none").with_values(walls="assumed"),
                    earlier, earlier.with_values(walls="board"), Ruleset.of("mine[ko=basic]", dict(RULES.values)),
                    Ruleset.of("Proposal2012", dict(load_ruleset("proposal2012").values))):  # fmt: skip
        assert not usurped(ruleset)
    assert usurped(dataclasses.replace(earlier.with_values(walls="board"), id="japanese2003[walls=assumed]"))
    for rules in (load_play_rules("jungo"), load_play_rules("tromp-taylor").with_values(
        repetition="prisoner balance, else the player loses", suicide="forbidden")):  # fmt: skip
        assert not play_usurped(rules)
    assert play_usurped(dataclasses.replace(load_play_rules("jungo"), id="tromp-taylor"))
    assert play_usurped(dataclasses.replace(load_play_rules("jungo"), id="jungo[repetition=positional]"))


@pytest.mark.parametrize("id", ["死活", "pr\u043eposal2012", "a ", " a", "a\tb", "a\u00a0b", "", "x" * 3000])
def test_rulesets_have_ids_of_ascii(id):
    with pytest.raises(InputError, match="ruleset id"):
        Ruleset.of(id, dict(RULES.values))
    with pytest.raises(InputError, match="ruleset id"):
        dataclasses.replace(load_play_rules("jungo"), id=id)


@pytest.mark.parametrize("number", ["0x5", "0_5", "05", "+5", "5.0", "\uff15", "\u0665", "\t5", "5\n", "", "-0", "--1", "1e0", "9" * 30])
def test_numbers_are_written_in_one_way(number):
    for place in range(7):
        fields = NODES[1].split(" ")
        fields[place] = number
        refused(json.dumps(document(nodes=[" ".join(fields)])), "file: .")
    for text in (f"5 5 0 -1 0 . 0 0 {number}", f"5 5 0 -1 0 . 0 0 . {number}:.", f"5 5 0 {number} 0 . 0 0 .", f"5+{number} 5 0 -1 0 . 0 0 ."):
        refused(json.dumps(document(family="patterns", nodes=[text])), "file: .")


@pytest.mark.parametrize("line", ["5  0 -1 0 . 0 1", "5\t0 -1 0 . 0 1", " 5 0 -1 0 . 0 1", "5 0 -1 0 . 0 1 ", "5 0 -1 0 . 0", "A 0 -1 0 . 0 1"])
def test_fields_are_separated_by_one_space_and_hexadecimal_is_small(line):
    refused(json.dumps(document(nodes=[line])), "field|printable|hexadecimal")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"version": 1', '"version": 1, "version": 1', "'version' stands twice"),
        ('"unit"', '"unit": "C1", "unit"', "'unit' stands twice"),
        ('"family"', '"family": "patterns", "family"', "'family' stands twice"),
        ('"about": {}', '"about": {"seconds": NaN}', "NaN is no number"),
        ('"about": {}', '"about": {"seconds": 1e400}', "out of all bounds"),
        ('"about": {}', '"about": {"nodes": ' + "9" * 4000 + "}", "4000 digits"),
        ('"about": {}', '"about": {"by": "\u6b7b\u6d3b"}', "not ASCII"),
        ('"about": {}', '"about": []', "about must be an object"),
    ],
)
def test_documents_are_read_strictly(old, new, message):
    text = json.dumps(document())
    assert old in text
    refused(text.replace(old, new, 1), message)


def test_a_refutation_may_not_name_a_point_far_away(tmp_path, capsys):
    for variable in ("0 0 9999999999 1", "5 0 9999999999 0", f"5 0 {'9' * 30} 0", "5 0 3 0", "5 0 -2 0", "5 0 -1 0 99999999999", "5 0 -1 0 ."):
        evidence = {"family": "refutation", "draw_wins": True, "variables": [variable], "clauses": [[-1]], "proof": [[]]}
        path = tmp_path / "wrong.json"
        path.write_text(json.dumps({**document(), "evidence": [evidence]}))
        assert main(["check", str(path)]) == 1
        told = capsys.readouterr()
        assert (told.out + told.err).count("\n") == 1
    state = State(0b101, 0, 10**10, 0, False)
    with pytest.raises(CertificateError, match="no state of this unit's game"):
        check(Certificate(SMALL, (Refutation((state,), ((1,), (-1,)), ((),)),)))
    strategy = Strategy(BLACK.opponent, False, {state: next(iter(read().evidence[0].nodes.values()))})
    with pytest.raises(CertificateError, match="says what no state of this game can"):
        check(Certificate(SMALL, (dataclasses.replace(strategy, nodes={**read().evidence[0].nodes, **strategy.nodes}),)))


def read():
    return parse_certificate(json.dumps(document()), "file")


def test_formulas_are_ascii():
    for word in ("0_1", "\uff11", "\u0661", "+1", "1" * 30):
        with pytest.raises(CertificateError, match="not DIMACS"):
            parse_cnf(f"p cnf 1 1\n{word} 0\n")
        with pytest.raises(CertificateError, match="not DRUP"):
            parse_drup(f"{word} 0\n")


ENDING = json.loads(
    dump_ending(
        EndingCertificate(EndingClaim(load_play_rules("jungo"), Setup(Position(1, 3, 1, 0)), (), 0.0, BLACK), (((1, -1),),))
    )
)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": True}, "not a shikatsu-ending-certificate"),
        ({"nodes": ["01:-1"]}, "a move is '01'"),
        ({"nodes": ["1:-1 "]}, "a move is ''"),
        ({"nodes": ["1:-1\t2:0"]}, "printable ASCII"),
        ({"nodes": ["1:0_1"]}, "the number of a node is '0_1'"),
        ({"nodes": "1"}, "nodes must be a list"),
        ({"reserves": {"own": [], "own_eyes": [], "plays": 0, "other": [], "other_eyes": []}}, "write null"),
        ({"reserves": {"own": ["B1", "B1"], "own_eyes": [], "plays": 0, "other": [], "other_eyes": []}}, "each point once"),
        ({"reserves": {"own": ["B01"], "own_eyes": [], "plays": 0, "other": [], "other_eyes": []}}, "write the point as B1"),
        ({"reserves": {"own": ["B1"], "own_eyes": [], "plays": 10**9, "other": [], "other_eyes": []}}, "plays must be"),
        ({"reserves": {"own": ["B1"], "own_eyes": [], "plays": True, "other": [], "other_eyes": []}}, "plays must be"),
    ],
)  # fmt: skip
def test_endings_are_read_strictly(changes, message):
    with pytest.raises(CertificateError, match=message):
        parse_ending(json.dumps({**ENDING, **changes}))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lost": [True, 0]}, "each number of lost"),
        ({"lost": [1.0, 0]}, "each number of lost"),
        ({"komi": True}, "komi must be a number"),
        ({"at_least": True}, "at_least must be a number"),
        ({"rows": "X.."}, "rows must be a list"),
        ({"ko": "B01"}, "write the point as B1"),
        ({"moves": ["PASS"]}, "point 'PASS'"),
        ({"more": 1}, "the key 'more' is not known"),
        ({"ruleset": {**ENDING["claim"]["ruleset"], "id": "jungo[repetition=positional]"}}, "has other values"),
        ({"ruleset": {**ENDING["claim"]["ruleset"], "id": "jungo "}}, "ruleset id"),
    ],
)  # fmt: skip
def test_claims_of_endings_are_read_strictly(changes, message):
    with pytest.raises(ShikatsuError, match=message):
        parse_ending(json.dumps(signed({**ENDING, "claim": {**ENDING["claim"], **changes}})))


def test_a_strategy_that_never_gets_anywhere_is_not_followed_for_ever():
    rules = load_play_rules("tromp-taylor")
    plays = (*((point, 1) for point in range(9)), (-1, 1))
    claim = EndingClaim(rules, Setup(Position(3, 3, 0, 0)), (), 40.0, BLACK.opponent)
    endless = EndingCertificate(claim, (plays, ((-1, 0),)))
    from verifier.proof.endings.checker import check_ending

    with pytest.raises(CertificateError, match="it takes more than 3100 moves to play it through"):
        check_ending(endless)


@pytest.mark.parametrize("length", [3000, 100_000])
def test_messages_are_shortened(length, tmp_path, capsys):
    for data in (with_rules(id="x" * length), with_claim(unit="A" * length), {**document(), "version": "1" * length},
                 document(nodes=["f" * length]), document(family="f" * length), with_claim(**{"k" * length: 1})):  # fmt: skip
        path = tmp_path / "long.json"
        path.write_text(json.dumps(data))
        assert main(["check", str(path)]) in (1, 2)
        told = capsys.readouterr()
        assert len(told.out + told.err) < 700


def test_what_the_provers_write_is_read():
    """Of all kinds of evidence, with walls by proof and supports, and text that is altered by nothing."""
    rng, kinds = random.Random(2), array("i", [0] * 4)
    for name, rules, prover in (
        ("ex01", "proposal2012", "native"), ("ex02", "proposal2012", "python"), ("ex02", "proposal2012", "sat"), ("ex10", "proposal2012", "sat"),
        ("ex14", "proposal2012[walls=independent]", "native"), ("ex02", "japanese1989", "native"),
        ("ex02", "proposal2012[owner_threats=1, attacker_threats=unlimited]", "python"),
    ):  # fmt: skip
        position = load_case(name).position
        units = list(position.units())
        for unit in (units if prover == "sat" else rng.sample(units, min(3, len(units)))):
            found = decide(Question(position, unit, load_ruleset(rules), Limits(nodes=3000), prover)).certificate
            if found is None:
                continue
            text = dump_certificate(found)
            assert dump_certificate(parse_certificate(text, "written")) == text
            for item in found.evidence:
                kinds[(Strategy, Patterns, Refutation).index(type(item))] += 1
            kinds[3] += len(found.keeps)
    assert all(kinds), kinds


def remembering(*, node, **values):
    """A proof of life in a game that remembers, with one state, or in plain play with one pattern."""
    rules = load_ruleset("proposal2012").with_values(walls="assumed", ko="pass before each retake", **values)
    claim = Claim(Position(1, 5, 0b01010, 0), 0b01010 & -0b01010, rules, Verdict.ALIVE)
    return json.dumps(signed({**json.loads(dump_certificate(Certificate(claim, ()))), "evidence": [node]}))


@pytest.mark.parametrize(
    ("mover", "message"),
    [("0t01", "a state that remembers has threats"), ("0p", "a state that remembers has threats"), ("0", "")],
)
def test_states_that_remember_have_no_threats(mover, message):
    item = {"family": "strategy", "side": "black", "draw_wins": False, "nodes": [f"a 0 0:0:0:0:0:w {mover} -1 0 0"]}
    text = remembering(node=item)
    if message:
        refused(text, message)
    else:
        parse_certificate(text, "file")


@pytest.mark.parametrize(("count", "message"), [("t02", "a count beyond 1"), ("t10", "in plain play"), ("t01", "")])
def test_plain_play_counts_to_one(count, message):
    """Whether bans on the other side last for one turn is 0 or 1, and the side itself has no number."""
    case = load_case("ex01")
    rules = load_ruleset("japanese1989")
    unit = case.unit_at("B6")
    certificate = decide(Question(case.position, unit, rules)).certificate
    data = json.loads(dump_certificate(certificate))
    assert data["evidence"][0]["family"] == "patterns"
    assert data["evidence"][0]["side"] == "black"
    nodes = [node.split(" ") for node in data["evidence"][0]["nodes"]]
    for node in nodes:
        node[4] += count
    data["evidence"][0]["nodes"] = [" ".join(node) for node in nodes]
    found = parse_certificate(json.dumps(data), "file")
    if message:
        with pytest.raises(CertificateError, match=message):
            check(found)
    else:
        check(found)


def test_a_long_id_is_no_obstacle_to_plain_play():
    """The game that patterns are checked in has a name of its own."""
    case, rules = load_case("ex01"), load_ruleset("japanese1989-points")
    long = dataclasses.replace(rules, id="x" * 300, document="x" * 300)
    certificate = decide(Question(case.position, case.unit_at("B6"), long)).certificate
    assert certificate is not None
    again = parse_certificate(dump_certificate(certificate), "file")
    assert isinstance(again.evidence[0], Patterns)
    assert check(again).claim.verdict is Verdict.ALIVE
