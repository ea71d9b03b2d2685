"""``check --certified``: the proved checker is asked too, and its answer compared.

The answers of a program are played by small scripts; the real program is asked where it has been built.
"""

import json
import os
from pathlib import Path

import pytest

from verifier.cli import main

BUILT = Path(__file__).resolve().parents[2] / "formal" / "build" / "shikatsu-certify"
CORNER = "edges: top,left\n" + ". X X O .\nX O O O .\nO O . . .\n. . . . .\n"


@pytest.fixture
def certificate(tmp_path, capsys):
    path = tmp_path / "corner.txt"
    path.write_text(CORNER, encoding="utf-8")
    assert main(["verify", str(path), "--unit", "A3", "--proof", str(tmp_path / "proofs")]) == 0
    capsys.readouterr()
    return str(tmp_path / "proofs" / "corner.proposal2012.A3.json")


def program(tmp_path, line, code):
    """A program that says *line* of every file, whose path stands where the line has PATH."""
    path = tmp_path / "says"
    path.write_text(f'#!/bin/sh\nprintf "%s\\n" "{line.replace("PATH", "$1")}"\nexit {code}\n')
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("line", "code", "expected", "exit_code"),
    [
        ("proved: the black unit A3 is dead", 0, "accepted by both checkers", 0),
        ("not proved yet: PATH: eyes", 3, "not proved yet by the proved checker: eyes", 0),
        ("refused: PATH: no", 1, "DISAGREEMENT: the proved checker refuses it: no", 1),
        ("cannot be read: PATH", 2, "DISAGREEMENT", 1),
    ],
)
def test_what_the_proved_checker_says_of_an_accepted_file(
    line, code, expected, exit_code, certificate, tmp_path, capsys
):
    says = program(tmp_path, line, code)
    assert main(["check", certificate, f"--certifier={says}"]) == exit_code
    assert f"{certificate}: {expected}" in capsys.readouterr().out


def test_a_refused_file_that_the_proved_checker_accepts_is_shouted_about(certificate, tmp_path, capsys):
    text = Path(certificate).read_text()
    Path(certificate).write_text(text.replace('"verdict": "dead"', '"verdict": "alive"'))
    says = program(tmp_path, "proved: something", 0)
    assert main(["check", certificate, f"--certifier={says}"]) == 1
    assert "DISAGREEMENT: the proved checker accepts it" in capsys.readouterr().out


def test_a_proof_of_another_claim_is_no_disagreement(certificate, tmp_path, capsys):
    says = program(tmp_path, "proved: something", 0)
    expected = f"{tmp_path / 'corner.txt'}:A3=alive"
    assert main(["check", certificate, f"--certifier={says}", "--expect", expected]) == 1
    assert "DISAGREEMENT" not in capsys.readouterr().out


def test_json_holds_what_the_proved_checker_says(certificate, tmp_path, capsys):
    says = program(tmp_path, "not proved yet: PATH: eyes", 3)
    assert main(["check", "--json", certificate, f"--certifier={says}"]) == 0
    assert json.loads(capsys.readouterr().out)["files"][0]["certified"] == "not proved yet"


def test_a_program_that_is_not_there_is_one_line_and_exit_code_2(certificate, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SHIKATSU_CERTIFY", raising=False)
    assert main(["check", "--certified", certificate]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "make formal" in error
    monkeypatch.setenv("SHIKATSU_CERTIFY", str(tmp_path / "nowhere"))
    assert main(["check", "--certified", certificate]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_a_program_that_gives_no_judgement_is_bad_input(certificate, tmp_path, capsys):
    assert main(["check", certificate, f"--certifier={program(tmp_path, 'hello', 0)}"]) == 2
    assert "gave no judgement" in capsys.readouterr().err


@pytest.mark.skipif(not os.access(BUILT, os.X_OK), reason="formal/build/shikatsu-certify is not built")
def test_the_real_program_agrees(certificate, monkeypatch, capsys):
    monkeypatch.setenv("SHIKATSU_CERTIFY", str(BUILT))
    assert main(["check", "--certified", certificate]) == 0
    out = capsys.readouterr().out
    assert "accepted by both checkers" in out or "not proved yet by the proved checker" in out
    text = Path(certificate).read_text()
    Path(certificate).write_text(text.replace('"verdict": "dead"', '"verdict": "alive"'))
    assert main(["check", "--certified", certificate]) == 1
    assert "the proved checker: refused" in capsys.readouterr().out
