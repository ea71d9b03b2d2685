"""Certificates of endings: right ones are accepted, altered ones are refused or prove something true."""

import dataclasses
import json
import math
import random

import pytest
from altering import proves_what_is_true

from verifier.board import BLACK, Position
from verifier.cli import main
from verifier.errors import CertificateError, InputError
from verifier.jobs.playing.case import load_play_case
from verifier.play.setup import Setup
from verifier.proof.endings.checker import EndingCertificate, check_ending
from verifier.proof.endings.store import dump_ending, parse_ending, read_ending
from verifier.rules import load_play_rules, solved_names
from verifier.rules.ruleset import digest_of
from verifier.search.endings.solve import ending_solver_available, solve_ending, solve_threshold

pytestmark = pytest.mark.skipif(not ending_solver_available(), reason="the native kernel is not built")

SETUPS = {
    "teire": load_play_case("pika-teire").setup,
    "2x2": Setup(Position(2, 2, 0, 0)),
    "1x5": Setup(Position(1, 5, 0, 0)),
    "ko": Setup(Position(2, 3, 0b001010, 0b010100), lost=(1, 0)),
}


def proofs(setup, rules):
    return [a.certificate for a in solve_ending(setup, rules).answers if a.certificate]


@pytest.mark.parametrize("name", solved_names())
@pytest.mark.parametrize("where", ["2x2", "1x5", "ko"])
def test_the_checker_accepts_what_the_solver_proves(where, name):
    rules = load_play_rules(name)
    found = proofs(SETUPS[where], rules)
    assert found
    for proof in found:
        report = check_ending(proof)
        assert report.nodes == len(proof.nodes)
        again = parse_ending(dump_ending(proof))
        assert again == proof


def altered(proof: EndingCertificate, rng: random.Random) -> EndingCertificate:
    """The certificate with one thing changed."""
    claim, nodes = proof.claim, [list(node) for node in proof.nodes]
    kind = rng.randrange(6)
    if kind == 0:
        changed = dataclasses.replace(claim, at_least=claim.at_least + rng.choice((-1, 1, 2)))
        return EndingCertificate(changed, proof.nodes)
    if kind == 1:
        changed = dataclasses.replace(claim, side=claim.side.opponent)
        return EndingCertificate(changed, proof.nodes)
    if kind == 2:
        lost = claim.setup.lost
        setup = dataclasses.replace(claim.setup, lost=(lost[0] + rng.randrange(3), lost[1] + rng.randrange(3)))
        return EndingCertificate(dataclasses.replace(claim, setup=setup), proof.nodes)
    index = rng.randrange(len(nodes))
    if not nodes[index]:
        return proof
    place = rng.randrange(len(nodes[index]))
    move, child = nodes[index][place]
    if kind == 3:
        del nodes[index][place]
    elif kind == 4:
        nodes[index][place] = (rng.randrange(-1, claim.setup.position.grid.size), child)
    else:
        nodes[index][place] = (move, rng.randrange(-1, len(nodes)))
    return EndingCertificate(claim, tuple(tuple(node) for node in nodes))


@pytest.mark.parametrize("name", ["nihonshiki2-prime", "nihonshiki1", "tromp-taylor", "donburi"])
def test_an_altered_certificate_is_refused_or_proves_what_is_true(name):
    rules = load_play_rules(name)
    rng, refused, kept = random.Random(4), 0, 0
    for where in ("2x2", "ko"):
        for proof in proofs(SETUPS[where], rules):
            for _ in range(25):
                wrong = altered(proof, rng)
                if proves_what_is_true(wrong):
                    kept += 1
                else:
                    refused += 1
    assert refused > 40
    assert kept > 0


def test_files_are_refused_when_they_lie(tmp_path, capsys):
    proof = proofs(SETUPS["2x2"], load_play_rules("nihonshiki1"))[0]
    document = json.loads(dump_ending(proof))
    changes = {
        "claim_digest": lambda d: d["claim"].update(at_least=5.0),
        "not a shikatsu-ending-certificate": lambda d: d.update(version=5),
        "a move is .x.: a number from -11 to 3": lambda d: d.update(nodes=["x"]),
    }
    for message, change in changes.items():
        wrong = json.loads(json.dumps(document))
        change(wrong)
        with pytest.raises(CertificateError, match=message):
            parse_ending(json.dumps(wrong))
    claims = {
        "rows": [[], [""], ["..", "."], [".."] * 200, 3, ["XO", "OX"]],
        "komi": ["6.5", True, 10**400, float("inf"), None],
        "lost": [[-1, 0], [0.5, 0], [0], [0, 0, 7], "00", [10**400, 0.0]],
        "ko": ["A9", 3, "", "A1"],
        "moves": ["pass", [["pass"]], ["A9"], ["A1", "A1"], ["pass"] * 8],
        "at_least": [float("-inf"), float("inf"), float("nan"), "x", 10**400, None],
        "to_move": ["red", None, []],
        "side": ["red", 0],
        "ruleset": [{}, {**document["claim"]["ruleset"], "id": "a\nb"}, {**document["claim"]["ruleset"], "id": 3}],
        "surprise": [1],
    }
    for key, values in claims.items():
        for value in values:
            wrong = json.loads(json.dumps(document))
            wrong["claim"][key] = value
            wrong["claim_digest"] = digest_of(wrong["claim"])
            path = tmp_path / "wrong.json"
            path.write_text(json.dumps(wrong))
            assert main(["solve", "--check", str(path)]) == 1, (key, value)
            assert "refused: " in capsys.readouterr().out
    path = tmp_path / "x.json"
    path.write_text("[]")
    with pytest.raises(CertificateError):
        read_ending(path)
    assert main(["solve", "--check", str(path)]) == 1
    assert "refused" in capsys.readouterr().out
    path.write_text("no JSON")
    with pytest.raises(InputError, match="not a JSON file"):
        read_ending(path)
    for command in (["solve", "--check"], ["check"]):
        assert main([*command, str(path)]) == 2
        assert capsys.readouterr().err == f"shikatsu: {path}: not a JSON file\n"
    with pytest.raises(InputError):
        read_ending(tmp_path / "none.json")
    assert main(["solve", "--check", str(tmp_path / "none.json")]) == 2


@pytest.mark.parametrize("option", ["--rules nihonshiki1", "--komi 0", "--at-least 0", "--force", "--limit-seconds 9"])
def test_options_of_solving_are_refused_where_a_certificate_is_checked(option, tmp_path, capsys):
    path = tmp_path / "x.json"
    path.write_text(dump_ending(proofs(SETUPS["2x2"], load_play_rules("nihonshiki1"))[0]))
    assert main(["solve", "--check", str(path)]) == 0
    capsys.readouterr()
    assert main(["solve", "--check", str(path), *option.split()]) == 2
    assert capsys.readouterr().err.startswith(f"shikatsu: {option.split()[0]} and --check: ")
    assert main(["solve", "--check", str(path), "--sgf-move", "2"]) == 2


def test_a_certificate_of_the_other_kind_is_sent_to_the_other_command(tmp_path, capsys):
    path = tmp_path / "x.json"
    path.write_text(dump_ending(proofs(SETUPS["2x2"], load_play_rules("nihonshiki1"))[0]))
    assert main(["check", str(path)]) == 2
    said = "a certificate of the end of a game and of no unit; check it with shikatsu solve --check"
    assert capsys.readouterr().err == f"shikatsu: {path}: {said}\n"
    path.write_text(path.read_text().replace("shikatsu-ending-", "shikatsu-resumed-"))
    assert main(["check", str(path)]) == 2
    assert said in capsys.readouterr().err
    assert main(["verify", "ex24", "--unit", "B10", "--proof", str(tmp_path / "units")]) == 0
    capsys.readouterr()
    (unit,) = (tmp_path / "units").iterdir()
    assert main(["solve", "--check", str(unit)]) == 2
    said = "a certificate of a unit and of no ending; check it with shikatsu check"
    assert capsys.readouterr().err == f"shikatsu: {unit}: {said}\n"


def test_a_ruleset_that_is_not_of_this_package_is_printed_in_full(tmp_path, capsys):
    rules = load_play_rules("nihonshiki1").with_values(repetition="situational")
    path = tmp_path / "x.json"
    path.write_text(dump_ending(proofs(SETUPS["2x2"], rules)[0]))
    assert main(["solve", "--check", str(path)]) == 0
    out = capsys.readouterr().out
    assert "no ruleset of this package" in out
    assert "repetition = situational" in out


def test_the_command_solves_writes_and_checks(tmp_path, capsys):
    assert main(["solve", "pika-teire", "--moves", "pass pass", "--proof", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "White can prevent a lead of 0: proved" in out
    assert out.endswith("best play: White wins by 1\n")
    files = sorted(str(path) for path in tmp_path.iterdir())
    assert len(files) == 2
    assert main(["solve", "--check", *files]) == 0
    assert capsys.readouterr().out.count("accepted") == 2
    assert main(["solve", "pika-teire", "--at-least", "0", "--limit-nodes", "3"]) == 3
    assert "unknown (nodes" in capsys.readouterr().out
    assert main(["solve", "pika-teire", "--at-least", "0"]) == 0
    assert "Black can force a lead of 0: proved" in capsys.readouterr().out
    assert main(["solve", "pika-iwamoto-go"]) == 2
    assert "121 at most" in capsys.readouterr().err


def test_a_win_by_repetition_is_an_infinite_lead():
    claim = solve_threshold(SETUPS["2x2"], load_play_rules("nihonshiki2-prime"), math.inf)
    assert claim.side is not BLACK
    assert claim.certificate is not None
    assert check_ending(claim.certificate).claim.at_least == math.inf
