"""``shikatsu minimise``: what it prints, what it writes, and what it leaves alone."""

import dataclasses
import json
from pathlib import Path

import pytest

from verifier.api import judge
from verifier.cli import main
from verifier.play import Plain
from verifier.proof import check
from verifier.proof.scope import arena_of
from verifier.proof.store import read_certificate
from verifier.search import Limits
from verifier.search.minimise.minimise import minimise
from verifier.search.minimise.patterns import PatternUniverse
from verifier.search.native import available, prove_native

kernel = pytest.mark.skipif(not available(), reason="needs the native kernel")

CORNER = "edges: top,left\n" + ". X X O .\nX O O O .\nO O . . .\n. . . . .\n"


@pytest.fixture
def certificate(tmp_path, capsys):
    """The certificate that a stone of the corner is dead."""
    diagram = tmp_path / "corner.txt"
    diagram.write_text(CORNER, encoding="utf-8")
    assert main(["verify", str(diagram), "--unit", "A3", "--prover", "python", "--proof", str(tmp_path / "proofs")]) == 0
    capsys.readouterr()
    return tmp_path / "proofs" / "corner.proposal2012.A3.json"


def test_without_a_place_nothing_is_written(certificate, capsys):
    before = certificate.read_bytes()
    assert main(["minimise", str(certificate)]) == 0
    out = capsys.readouterr().out
    assert "corner.proposal2012.A3.json" in out
    assert out.splitlines()[-1] == "nothing written; use --to DIR or --in-place"
    assert certificate.read_bytes() == before


def test_results_go_into_a_folder_and_prove_the_same(certificate, tmp_path, capsys):
    folder = tmp_path / "small"
    assert main(["minimise", str(certificate), "--to", str(folder), "--json"]) == 0
    (made,) = json.loads(capsys.readouterr().out)["files"]
    report = check(folder / certificate.name)
    assert report.claim == check(certificate).claim
    assert made["nodes"] == report.states
    assert made["nodes_before"] == check(certificate).states
    assert made["bytes"] == (folder / certificate.name).stat().st_size <= certificate.stat().st_size
    assert made["least"] <= made["nodes"]


def test_existing_files_are_left_alone(certificate, tmp_path, capsys):
    folder = tmp_path / "small"
    assert main(["minimise", str(certificate), "--to", str(folder)]) == 0
    capsys.readouterr()
    assert main(["minimise", str(certificate), "--to", str(folder)]) == 2
    assert capsys.readouterr().err.endswith("exists already; use --force to overwrite it\n")
    assert main(["minimise", str(certificate), "--to", str(folder), "--force"]) == 0
    capsys.readouterr()
    before = certificate.read_bytes()
    assert main(["minimise", str(certificate), "--to", str(certificate.parent), "--force"]) == 2
    assert "--in-place" in capsys.readouterr().err
    assert certificate.read_bytes() == before


def test_in_place_is_asked_for(certificate, capsys):
    claim = check(certificate).claim
    size = certificate.stat().st_size
    assert main(["minimise", "--in-place", "--own-nodes", "--objective", "bytes", str(certificate)]) == 0
    assert check(certificate).claim == claim
    assert certificate.stat().st_size <= size


def test_an_invalid_certificate_is_one_line_and_exit_code_2(certificate, tmp_path, capsys):
    broken = tmp_path / "broken.json"
    broken.write_text(certificate.read_text(encoding="ascii").replace('"dead"', '"alive"'), encoding="ascii")
    assert main(["minimise", str(broken), "--to", str(tmp_path / "small")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith(f"shikatsu: {broken}: refused: ")
    assert list((tmp_path / "small").iterdir()) == []


def test_a_bad_file_does_not_keep_the_others_from_being_done(certificate, tmp_path, capsys):
    other = tmp_path / "other.json"
    other.write_text("{}", encoding="ascii")
    assert main(["minimise", str(other), str(certificate)]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"shikatsu: {other}: not a certificate")
    assert certificate.name in captured.out


def test_files_of_one_name_cannot_go_into_one_folder(certificate, tmp_path, capsys):
    assert main(["minimise", str(certificate), str(certificate), "--to", str(tmp_path / "small")]) == 2
    assert "the same name" in capsys.readouterr().err
    assert not (tmp_path / "small").exists()


# Games that remember bans


def proved(case: str, unit: str, folder: Path, *options: str, rules: str = "japanese1989") -> Path:
    """The certificate of a unit."""
    arguments = [case, "--unit", unit, "--rules", rules, "--proof", str(folder), *options]
    assert main(["verify", *arguments]) == 0
    (made,) = folder.glob(f"{case}.*.{unit}.json")
    return made


@kernel
@pytest.mark.parametrize("objective", ["nodes", "bytes"])
@pytest.mark.parametrize(("case", "unit", "fewer"), [("ex08", "A10", False), ("ex08", "B6", True), ("ex10", "E5", True)])
def test_bans_that_wait_for_a_pass_are_looked_at(case, unit, fewer, objective, tmp_path, capsys):
    certificate = proved(case, unit, tmp_path)
    capsys.readouterr()
    folder = tmp_path / "small"
    arguments = [str(certificate), "--objective", objective, "--to", str(folder), "--json"]
    assert main(["minimise", *arguments]) == 0
    captured = capsys.readouterr()
    (made,) = json.loads(captured.out)["files"]
    assert (captured.err, made["reason"], made["not_minimised"]) == ("", "", "")
    assert made["universe"] > made["nodes_before"]
    report = check(folder / certificate.name)
    assert report.claim == check(certificate).claim
    assert report.states == made["nodes"] <= made["nodes_before"] == check(certificate).states
    assert made["bytes"] == (folder / certificate.name).stat().st_size <= made["bytes_before"]
    assert (made["nodes"] < made["nodes_before"]) is fewer


@kernel
@pytest.mark.parametrize("enlarge", [False, True])
def test_passes_that_name_kos_are_covered(enlarge, tmp_path):
    verdict = judge("ex10", "japanese1989-pass-once", units=["E5"]).verdicts[0].certificate
    assert verdict is not None
    game = Plain(arena_of(verdict), verdict.evidence[0].side, named=True)
    found = prove_native(game, Limits()).certificate
    assert found is not None
    named = dataclasses.replace(verdict, evidence=found.evidence)
    assert found.evidence[0].named
    made = minimise(named, enlarge=enlarge)
    assert not made.left
    assert made.optimal
    assert made.certificate.evidence[0].named
    assert check(made.certificate).states == made.nodes[1] < check(named).states


@kernel
def test_what_does_not_pass_is_not_taken_and_the_certificate_is_not_called_refused(tmp_path, capsys, monkeypatch):
    certificate = proved("ex08", "B6", tmp_path)
    before = certificate.read_bytes()
    capsys.readouterr()
    monkeypatch.setattr(PatternUniverse, "agrees", lambda *_: True)
    assert main(["minimise", str(certificate), "--in-place"]) == 3
    captured = capsys.readouterr()
    assert captured.err == ""
    first = captured.out.splitlines()[0]
    assert first.startswith(f"{certificate.name}: not minimised: what was made of it does not pass: ")
    assert certificate.read_bytes() == before


@kernel
@pytest.mark.parametrize("rules", ["japanese1989", "japanese2003", "korean"])
def test_proofs_that_the_owner_holds_a_stone_are_worked_on(rules, tmp_path, capsys):
    certificate = proved("ex17", "A3", tmp_path, rules=rules)
    (given,) = read_certificate(certificate).evidence
    assert given.holds
    capsys.readouterr()
    folder = tmp_path / "small"
    assert main(["minimise", str(certificate), "--to", str(folder), "--limit-nodes", "500"]) == 0
    before, after = check(certificate), check(folder / certificate.name)
    assert after.claim == before.claim
    assert after.states < before.states
    (made,) = read_certificate(folder / certificate.name).evidence
    assert made.holds


@kernel
def test_kinds_that_are_not_worked_on_are_named(tmp_path, capsys):
    certificate = proved("ex05", "B6", tmp_path, "--prover", "sat", rules="proposal2012")
    reason = "refutations stay as they are"
    capsys.readouterr()
    folder = tmp_path / "small"
    assert main(["minimise", str(certificate), "--to", str(folder)]) == 3
    captured = capsys.readouterr()
    line, last = captured.out.splitlines()
    assert line == f"{certificate.name}: not minimised: {reason}"
    assert last == f"written: 1 of 1 into {folder}"
    assert check(folder / certificate.name).claim == check(certificate).claim
    assert main(["minimise", str(certificate), "--json"]) == 3
    said = json.loads(capsys.readouterr().out)
    (made,) = said["files"]
    assert (made["not_minimised"], made["reason"], said["exit_code"]) == (reason, "", 3)
    assert made["nodes"] == made["nodes_before"]
    assert not made["optimal"]
