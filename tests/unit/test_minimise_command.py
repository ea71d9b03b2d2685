"""``shikatsu minimise``: what it prints, what it writes, and what it leaves alone."""

import json

import pytest

from verifier.cli import main
from verifier.proof import check

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
