"""Ctrl-C in the middle of work: an end at once, exit code 130, and what there is is told as what it is."""

import contextlib
import json
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from verifier.cli import main
from verifier.errors import Interrupted
from verifier.jobs.claims.table import load_document
from verifier.jobs.ikeda import audit, axioms_named
from verifier.proof.endings.checker import check_ending
from verifier.proof.endings.store import read_ending
from verifier.search import native

pytestmark = pytest.mark.skipif(not native.available(), reason="without the kernel the work is another one")


def interrupted(folder: Path, *arguments: str, until: Callable[[str], bool]) -> tuple[str, str]:
    """Run a command, press Ctrl-C once *until* says yes of what it printed, and return all of that."""
    printed, said = folder / "printed", folder / "said"
    with printed.open("w") as out, said.open("w") as err:
        run = subprocess.Popen(
            [sys.executable, "-P", "-u", "-m", "verifier", *arguments], stdout=out, stderr=err
        )
        for _ in range(600):
            if until(printed.read_text(encoding="utf-8")) or run.poll() is not None:
                break
            time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        run.wait(timeout=60)
    text = said.read_text(encoding="utf-8")
    assert run.returncode == 130, text
    assert "Traceback" not in text
    return printed.read_text(encoding="utf-8"), text


SOLVING = """
import itertools, sys
from verifier.search.sat.refute import core_of, proof_of
from verifier.search.minimise.least import _Bounded
from pysat.formula import WCNF
HOLES = 12
def place(pigeon, hole): return pigeon * HOLES + hole + 1
clauses = [tuple(place(pigeon, hole) for hole in range(HOLES)) for pigeon in range(HOLES + 1)]
clauses += [
    (-place(one, hole), -place(other, hole))
    for hole in range(HOLES) for one, other in itertools.combinations(range(HOLES + 1), 2)
]
def least(clauses):
    formula = WCNF()
    formula.extend([list(clause) for clause in clauses[HOLES + 1 :]])
    for clause in clauses[: HOLES + 1]:
        formula.append(list(clause), weight=1)
    _Bounded(formula, lambda: None, lambda bound: None).compute()
work = {"core_of": core_of, "proof_of": proof_of, "least": least}[sys.argv[1]]
for time in range(3):
    try:
        print("solving", flush=True)
        work(clauses)
    except KeyboardInterrupt:
        print("heard", flush=True)
"""
"""13 pigeons in 12 holes, which no SAT solver finds out in the time of a test."""


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be sent Ctrl-C alone")
@pytest.mark.parametrize("work", ["core_of", "proof_of", "least"])
def test_a_sat_solver_is_interrupted_again_and_again(work):
    run = subprocess.Popen([sys.executable, "-c", SOLVING, work], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    try:
        for _ in range(3):
            assert run.stdout.readline() == "solving\n"
            time.sleep(0.5)
            run.send_signal(signal.SIGINT)
            assert run.stdout.readline() == "heard\n"
        assert run.wait(timeout=60) == 0
    finally:
        run.kill()
        run.stdout.close()


def test_a_solution_keeps_the_thresholds_that_were_proved(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("....\n....\n....\n....\n", encoding="utf-8")
    limits = ("--limit-nodes", "1000000000", "--limit-seconds", "600", "--limit-memory", "4096")
    proofs = tmp_path / "proofs"
    begun: list[float] = []

    def searching(printed: str) -> bool:
        if "    A B C D\n  +" in printed and not begun:
            begun.append(time.monotonic())
        return bool(begun) and time.monotonic() > begun[0] + 1.0

    out, err = interrupted(
        tmp_path, "solve", str(board), "--rules", "jungo", *limits, "--proof", str(proofs), until=searching
    )
    assert "interrupted; what was proved so far is told" in err
    assert "best play: interrupted" in out
    files = list(proofs.iterdir())
    assert len(files) == out.count(": proved, ")
    for file in files:
        assert check_ending(read_ending(file)).nodes > 0
        assert file.name in err


def test_claims_that_were_not_tested_are_not_shown(tmp_path):
    outcomes = tmp_path / "store" / "outcomes.jsonl"
    out, err = interrupted(
        tmp_path, "claims", "diary", "--store", str(tmp_path / "store"),
        until=lambda _: outcomes.exists() and outcomes.stat().st_size > 0,
    )  # fmt: skip
    assert "claims were not tested; the same command goes on from here" in err
    shown = int(out.splitlines()[-1].split()[0])
    left = int(err.rpartition("interrupted; ")[2].split()[0])
    assert 0 < left < 147
    assert shown + left == len(load_document("diary").claims)


def test_properties_that_were_not_looked_for_to_the_end_are_not_called_unbroken(tmp_path):
    command = ("propose", "korean", "ex13", "--points", "16", "--no-cache", "--no-why")
    out, err = interrupted(tmp_path, *command, until=lambda printed: "Against japanese1989" in printed)
    assert "interrupted while looking at properties" in err
    assert "not looked for to the end" in out
    assert "not broken" not in out


def test_a_comparison_whose_blame_is_not_finished_is_interrupted(tmp_path, capsys):
    store = tmp_path / "verdicts.sqlite3"
    command = ("cases", "ex01", "ex16", "ex17", "--rules", "proposal2012", "japanese1989", "--cache", str(store),
               "--limit-nodes", "30000", "--json")  # fmt: skip
    main(["-q", *command, "--no-why"])
    known = rows(store)
    capsys.readouterr()
    out, err = interrupted(tmp_path, *command, until=lambda _: rows(store) > known)
    assert "interrupted while looking for what is to blame" in err
    found = json.loads(out)
    assert found["interrupted"] is True
    assert found["exit_code"] == 130
    assert len(found["cells"]) == 32


def test_an_audit_of_axioms_tells_what_the_finished_games_say(tmp_path):
    begun = time.monotonic()
    command = ("axioms", "--games", "100000", "--only", "8-2", "--only", "5-9", "--json")
    out, err = interrupted(tmp_path, *command, until=lambda _: time.monotonic() > begun + 3.0)
    finished = int(re.fullmatch(r"(?s).*interrupted; (\d+) of 100000 games were finished\n", err)[1])
    expected = audit(finished, axioms=axioms_named(["8-2", "5-9"]))
    found = json.loads(out)
    assert (found["games"], found["states"]) == (finished, expected.states)
    assert (found["interrupted"], found["exit_code"]) == (True, 130)
    assert [one["equations"] for one in found["axioms"]] == [one.instances for one in expected.findings]


def test_an_audit_that_is_interrupted_has_finished_games_only():
    def pressed(number: int) -> None:
        if number == 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stop:
        audit(9, axioms=axioms_named(["8-2", "5-9"]), on_game=pressed)
    assert stop.value.result == audit(3, axioms=axioms_named(["8-2", "5-9"]))
    with pytest.raises(Interrupted) as stop:
        audit(9, axioms=axioms_named(["5-9"]), sizes=_Pressed())
    assert (stop.value.result.games, stop.value.result.findings[0].verdict) == (0, "not met")


class _Pressed(tuple[int, ...]):
    """Sizes of boards at which Ctrl-C is pressed before the first game."""

    def __len__(self) -> int:
        raise KeyboardInterrupt


def rows(store: Path) -> int:
    with contextlib.closing(sqlite3.connect(store)) as database:
        names = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        return sum(database.execute(f"select count(*) from {name}").fetchone()[0] for name in names)


def test_without_a_cache_nothing_is_said_to_be_kept(tmp_path):
    command = ("readings", "--cases", "ex16", "ex17", "--no-cache")
    begun = time.monotonic()
    _, err = interrupted(tmp_path, *command, until=lambda _: time.monotonic() > begun + 3.0)
    assert "with --no-cache no verdict is kept" in err
    assert "are kept, run" not in err


def test_a_record_of_claims_that_cannot_be_written_is_refused_before_anything_is_tested(tmp_path, capsys):
    taken = tmp_path / "taken"
    taken.write_text("", encoding="utf-8")
    assert main(["claims", "D010", "--record", str(taken)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "is a file; give the name of a folder" in printed.err
