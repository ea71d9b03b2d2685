"""``benchmarks/boards.py``: runs over finished boards that are kept, gone on with and compared."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from endings import RULES, endings

from verifier.board import vertices
from verifier.jobs.audit import adjudication
from verifier.notation.game import parse_game

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "boards.py"
if not SCRIPT.exists():
    pytest.skip("the benchmarks are not here", allow_module_level=True)

ENDINGS = {ending.name: ending for ending in endings()}
NAMES = ("ex10-9-right", "ex07-1-9-right")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two boards: of one the agreement is right, of the other all chains are agreed to live."""
    made = tmp_path_factory.mktemp("boards")
    agreed = {}
    for name in NAMES:
        record = parse_game(ENDINGS[name].sgf)
        (made / f"{name}.sgf").write_bytes(ENDINGS[name].sgf)
        dead = sum(adjudication(record).dead)
        assert dead
        agreed[name] = {"size": 9, "agreed_dead": vertices(dead, 9, 9) if name == NAMES[0] else []}
    (made / "agreed.json").write_text(json.dumps(agreed), encoding="utf-8")
    return made


def run(folder, *options):
    line = [sys.executable, str(SCRIPT), str(folder), "--seconds", "30", "--rules", RULES, "chinese2002", *options]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def test_a_run_is_kept_goes_on_and_is_compared(folder, tmp_path):
    out, old = tmp_path / "new.jsonl", tmp_path / "old.jsonl"
    whole = run(folder, "--out", str(out))
    assert whole.returncode == 0, whole.stderr
    lines = out.read_bytes().splitlines(keepends=True)
    assert len(lines) == 4
    assert "are decided under chinese2002" in whole.stdout
    # What is proved against the agreement is shown with its reason, once for each ruleset.
    assert f"{NAMES[1]} under {RULES}:" in whole.stdout
    assert "agreed to be alive, is proved dead." in whole.stdout
    assert f"{NAMES[0]} under" not in whole.stdout

    # A killed run left one line and a half: the rest is done, and nothing twice.
    out.write_bytes(lines[0] + lines[1][:-20])
    again = run(folder, "--out", str(out))
    assert again.returncode == 0, again.stderr
    assert again.stdout.count(" s, open: ") == 3
    told = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert sorted((one["name"], one["ruleset"]) for one in told) == sorted(
        (name, rules) for name in NAMES for rules in (RULES, "chinese2002")
    )

    out.write_text("".join(json.dumps({**one, "limit": 7.0}) + "\n" for one in told), encoding="utf-8")
    other = run(folder, "--out", str(out))
    assert other.returncode == 2
    assert "another time of 7 seconds a board" in other.stderr
    out.write_text("".join(json.dumps({**one, "program": "older"}) + "\n" for one in told), encoding="utf-8")
    assert "another program" in run(folder, "--out", str(out)).stderr
    out.write_bytes(b"".join(lines))

    # One chain less was proved before, and of one the contrary.
    first, *rest = (json.loads(line) for line in lines)
    chains = {name: tuple(pair) for name, pair in first["chains"].items() if pair[1] != "unknown"}
    open_, other = list(chains)[:2]
    first["chains"][open_][1] = "unknown"
    old.write_text("".join(json.dumps(one) + "\n" for one in (first, *rest)), encoding="utf-8")
    compared = run(folder, "--out", str(out), "--against", str(old))
    assert compared.returncode == 0, compared.stderr
    assert " s, open: " not in compared.stdout, "nothing was left to judge"
    assert f"Decided now: 1 ({first['name']} {open_} {chains[open_][1]})" in compared.stdout
    first["chains"][other][1] = "dead" if chains[other][1] == "alive" else "alive"
    old.write_text("".join(json.dumps(one) + "\n" for one in (first, *rest)), encoding="utf-8")
    compared = run(folder, "--out", str(out), "--against", str(old))
    assert compared.returncode == 1
    assert "PROVED OTHERWISE" in compared.stdout


def test_what_is_no_run_is_bad_input(folder, tmp_path):
    (tmp_path / "none.jsonl").write_text("{}\n", encoding="utf-8")
    for options in (["--against", str(tmp_path / "none.jsonl")], ["--against", str(tmp_path / "missing")]):
        bad = run(folder, *options)
        assert bad.returncode == 2
        assert len(bad.stderr.splitlines()) == 1
    bad = run(tmp_path)
    assert (bad.returncode, len(bad.stderr.splitlines())) == (2, 1)
