"""Chains that another ruleset decides and the one of the audit leaves open."""

import json
import re

import pytest
from endings import RULES, endings

import verifier
from verifier.cli import main
from verifier.errors import Interrupted
from verifier.jobs.audit import adjudication, audit_game
from verifier.jobs.audit.answers import beside_words
from verifier.jobs.audit.batch import GameTask, audit_one
from verifier.notation.game import parse_game
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.search import Limits

ENDINGS = {ending.name: ending for ending in endings()}

THREE = (
    "(;SZ[5]KM[0]RE[{result}]AB[ad][bd][cd][dd][de]"
    "AW[ba][da][ea][ab][bb][cb][db][ac][bc][cc][dc][ec][ed][ee])"
)
"""Black's only eye space is a row of three points on the edge. Under ing1991 no chain is judged."""

SIX = (
    "(;SZ[7]KM[0]RE[W+20]AB[ae][be][ce][de][df][dg]"
    "AW[ba][da][ea][fa][ga][ab][bb][cb][db][eb][fb][gb][ac][bc][cc][dc][ec][fc][gc]"
    "[ad][bd][cd][dd][ed][fd][gd][ee][fe][ge][ef][ff][gf][eg][fg][gg])"
)
"""Black has six points in the corner, White two eyes. Of one state no search proves that Black lives or dies."""


def of_three(rules, **options):
    record = parse_game(THREE.format(result="W+16").encode())
    return audit_game(record, load_ruleset(rules), adjudication(record, ["A2"]), **options)


def test_what_another_ruleset_decides_is_said_with_its_proofs_and_confirms_nothing(tmp_path, capsys):
    """Under ing1991 no chain is judged; under the other ruleset both are."""
    path = tmp_path / "three.sgf"
    path.write_text(THREE.format(result="W+16"), encoding="utf-8")
    arguments = ["audit", str(path), "--rules", "ing1991", "--dead", "A2", "--beside", RULES]
    assert main([*arguments, "--proof", str(tmp_path / "proofs"), "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert (document["finding"], document["ruleset"]["id"]) == ("not proven", "ing1991")
    assert {chain["proved"] for chain in document["chains"]} == {"unknown"}
    found = {chain["chain"]: chain["status"] for chain in document["beside"]["chains"]}
    assert found == {"B5": "alive", "A2": "alive"}
    for name, status in found.items():
        claim = check(tmp_path / "proofs" / f"three.{RULES}.{name}.json").claim
        assert (claim.ruleset.id, claim.verdict.value) == (RULES, status)
    assert main(arguments) == 3
    assert f"Under {RULES}, not under ing1991, it is proved: B5 alive, A2 alive." in capsys.readouterr().out


def test_where_nothing_is_left_open_no_other_ruleset_is_asked():
    audit = of_three(RULES, beside=load_ruleset("chinese2002"))
    assert audit.beside is None


def test_a_mistake_in_the_other_ruleset_is_one_line_before_the_search(tmp_path, capsys):
    assert main(["audit", str(tmp_path), "--beside", "nowhere"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_what_is_decided_under_the_proposal_alone_is_said_where_ru_led_to_1989(tmp_path, capsys):
    path = tmp_path / "game.sgf"
    sgf = ENDINGS["ex07-1-9-right"].sgf.decode()
    path.write_text("(;RU[Japanese]" + re.sub(r"RU\[[^\]]*\]", "", sgf).removeprefix("(;"))
    limits = Limits(nodes=2_000, seconds=8.0)
    found = audit_one(GameTask(str(path), "game", limits=limits)).audit
    assert found.ruleset.id == "japanese1989-inside"
    assert [chain.status.value for chain in found.chains].count("unknown") == 1
    assert found.beside.ruleset.id == "proposal2012"
    (verdict,) = found.beside.verdicts
    assert (verdict.name, verdict.status.value) == ("E9", "dead")
    assert verifier.check(verdict.certificate).claim.ruleset.id == "proposal2012"
    assert audit_one(GameTask(str(path), "game", rules="japanese1989", limits=limits)).audit.beside is None
    options = ["--limit-nodes", "2000", "--limit-seconds", "8"]
    main(["audit", str(path), *options])
    assert "Under proposal2012, not under japanese1989-inside, it is proved: E9 dead." in capsys.readouterr().out
    main(["audit", str(path), *options, "--json"])
    assert json.loads(capsys.readouterr().out)["beside"] == {
        "ruleset": "proposal2012",
        "chains": [{"chain": "E9", "status": "dead"}],
    }


def test_a_tenth_of_the_time_is_kept_and_none_where_no_ruleset_is_asked():
    limits = Limits(seconds=10)
    alone, asked = (of_three("ing1991", limits=limits, beside=other) for other in (None, load_ruleset(RULES)))
    assert (alone.judgement.limits.seconds, asked.judgement.limits.seconds) == (10, 9)
    assert (alone.beside, asked.beside.ruleset.id) == (None, RULES)


def test_a_ruleset_that_decides_nothing_is_said_to_have_been_asked():
    audit = of_three("ing1991", beside=load_ruleset("ing1991"))
    assert list(beside_words(audit)) == ["under ing1991 none of the open chains is proved either"]


def test_who_moves_first_holds_for_both_rulesets():
    found = {}
    for first in (None, "attacker", "white", "black"):
        audit = of_three("ing1991", first=first, beside=load_ruleset(RULES))
        found[first] = {verdict.name: verdict.status.value for verdict in audit.beside.verdicts}
    assert found[None] == found["black"] == {"B5": "alive", "A2": "alive"}
    assert found["attacker"] == found["white"] == {"B5": "alive", "A2": "dead"}


def test_an_interruption_keeps_what_the_other_ruleset_has_decided():
    """Ctrl-C when the second chain is begun anew, this time under the other ruleset."""
    seen, again = set(), []

    def start(unit, budget):
        if budget == 200 and unit in seen:
            again.append(unit)
        seen.add(unit)
        if len(again) == 2:
            raise KeyboardInterrupt

    record = parse_game(ENDINGS["ex07-1-9-right"].sgf)
    rules, other = load_ruleset("ing1991"), load_ruleset(RULES)
    with pytest.raises(Interrupted) as stop:
        audit_game(record, rules, adjudication(record), beside=other, limits=Limits(nodes=2000), on_start=start)
    audit = stop.value.result
    decided = {verdict.unit for verdict in audit.beside.verdicts}
    assert again[0] in decided
    assert again[1] not in decided
    assert audit.proved == 0


def test_the_other_ruleset_and_whose_move_go_together(tmp_path, capsys):
    path = tmp_path / "six.sgf"
    path.write_text(SIX, encoding="utf-8")
    arguments = ["audit", str(path), "--rules", RULES, "--dead", "A3", "--whose-move", "--beside", "chinese2002"]
    assert main([*arguments, "--limit-nodes", "1", "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["beside"] == {"ruleset": "chinese2002", "chains": []}
    assert [turn["owner_first"] for turn in document["turns"]] == ["alive", "unknown"]
    assert main([*arguments, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["beside"] is None
    assert len(document["turns"]) == 2
    assert "unknown" not in [turn[who] for turn in document["turns"] for who in ("owner_first", "attacker_first")]
