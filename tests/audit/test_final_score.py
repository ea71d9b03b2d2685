"""Games of which nobody said anything: dead stones, territory and result."""

import json

import msgspec
import pytest

import verifier
from verifier.board import SYMMETRIES, transform
from verifier.cli import main
from verifier.cli.audit_document import ToldDocument
from verifier.notation.sgf import write_sgf

BOARD = "SZ[5]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][ab]"
BARE = f"(;{BOARD}RU[Japanese];B[];W[])".encode()


def test_what_the_record_says_is_not_used():
    wrong = f"(;{BOARD}RU[Japanese]RE[B+20];B[];W[]TB[ea])".encode()
    for game in (BARE, wrong):
        found = verifier.final_score(game)
        assert (found.dead, found.unknown, found.result, found.lead) == (("A4",), (), "W+4", (-4, -4))


def test_territory_is_that_of_the_count_with_the_dead_stones():
    found = verifier.final_score(BARE)
    counted = verifier.score(BARE, dead=found.dead)
    assert counted.result == found.result
    assert (len(found.black_territory), len(found.white_territory)) == (5, 10)
    assert set(found.dead) <= set(found.black_territory)
    for chain in found.audit.chains:
        assert verifier.check(chain.verdict.certificate).claim.unit == chain.unit


def test_what_is_not_proved_leaves_a_range():
    found = verifier.final_score(BARE, limits=verifier.Limits(nodes=1))
    assert found.unknown
    assert not found.decided
    assert " to " in found.result
    low, high = found.lead
    assert low < -4 < high


def test_a_result_that_the_order_of_filling_decides_is_a_range():
    """White has to defend in one order of filling; see test_filled_bounds.py."""
    position = verifier.parse_diagram("OOXX.X\n..OXX.\nOO.XXX\n.O..OO\n.OOOO.\n.O.O.O").position
    doubtful = 0
    for symmetry in SYMMETRIES:
        game = write_sgf(verifier.Diagram(transform(position, symmetry)))
        found = verifier.final_score(game.replace("(;", "(;RU[Japanese]KM[0]", 1).encode())
        audit = found.audit
        assert found.unknown == ()
        assert (found.result, found.lead, found.decided) == ("W+6 to W+5", (-6, -5), False)
        assert audit.filled.points
        doubtful |= audit.doubtful_points
        for colour in verifier.Colour:
            assert not audit.sure(colour) & audit.filled.points
            assert not audit.territory[colour] & audit.doubtful_points
        assert not audit.sure_but_for_seki, "every chain is proved"
    assert doubtful, "on some of these boards another order fills other points"


def test_the_command_judges_them_if_it_is_asked_to(tmp_path, capsys):
    path = tmp_path / "bare.sgf"
    path.write_bytes(BARE)
    assert main(["audit", str(path)]) == 0
    told = capsys.readouterr()
    assert "there is no adjudication to audit" in told.out
    assert "--anyway" in told.err
    assert main(["audit", str(path), "--anyway"]) == 0
    printed = capsys.readouterr().out
    assert "Proved dead: A4." in printed
    assert "W+4" in printed


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_what_is_found_is_told_though_a_file_cannot_be_written(form, tmp_path, capsys):
    path, proofs = tmp_path / "bare.sgf", tmp_path / "proofs"
    path.write_bytes(BARE)
    command = ["audit", str(path), "--anyway", "--proof", str(proofs), *form]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert main(command) == 2
    told = capsys.readouterr()
    assert "use --force" in told.err
    if form:
        was, now = json.loads(first), json.loads(told.out)
        assert (was["error"], now["chains"], now["finding"]) == (None, was["chains"], was["finding"])
        assert "use --force" in now["error"]
    else:
        assert "Proved dead: A4." in told.out


def test_chains_that_stay_open_are_told_by_the_exit_code_too(tmp_path, capsys):
    """Nothing was agreed on, so nothing is refuted or not proven."""
    path, out = tmp_path / "open.sgf", tmp_path / "out.jsonl"
    path.write_bytes(b"(;SZ[9]RU[Japanese]KM[0];B[ee];W[cc];B[gg])")
    few = ["--anyway", "--limit-nodes", "1"]
    assert main(["audit", str(path), *few]) == 3
    assert "0 of 3 chains are proved" in capsys.readouterr().out
    for _ in range(2):  # the second run finds the line there
        assert main(["audit", str(path), *few, "--out", str(out)]) == 3


def test_a_line_that_is_there_tells_open_chains_and_not_that_something_is_supposed():
    """What is supposed may be about the board after neutral points are filled, with all chains proved."""
    line = {"kind": "audit", "file": "a", "game": 1, "options": "", "supposed": {"agreed": False}}
    for statuses, open_ones in ((["dead", "alive"], False), (["dead", "unknown"], True), ([], False)):
        chains = [{"chain": "A1", "proved": status} for status in statuses]
        told = msgspec.json.decode(json.dumps({**line, "chains": chains}), type=ToldDocument)
        assert told.open is open_ones


def test_a_broken_file_is_refused():
    with pytest.raises(verifier.InputError):
        verifier.final_score(b"(;SZ[5]RU[Japanese];B[zz])")
