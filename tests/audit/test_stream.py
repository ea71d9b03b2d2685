"""Audits of very many records: they go on where they were killed, and one bad record harms none."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from endings import RULES, endings

from verifier.cli import main
from verifier.cli.audit_document import GameDocument
from verifier.errors import InputError
from verifier.journal import Journal

ENDINGS = {ending.name: ending for ending in endings()}
QUICK = [name for name in ENDINGS if "-9-" in name]


def records(folder, number, names=QUICK):
    folder.mkdir()
    for index in range(number):
        data = ENDINGS[names[index % len(names)]].sgf
        (folder / f"{index:03}.sgf").write_bytes(data if index % 10 else data[:40])
    return folder


def told(path):
    return [msgspec.json.decode(line, type=GameDocument) for line in path.read_bytes().splitlines()]


def found(path):
    """What was found of each record, however long it took."""
    return {
        Path(one.file).name: (one.finding, one.error, [(chain.chain, chain.proved) for chain in one.chains])
        for one in told(path)
    }


def audit(*arguments):
    return main(["audit", *map(str, arguments)])


def killed_again_and_again(command, out, number):
    """Run a command to its end, killing it whenever there are some more answers; say how often."""
    kills, wanted = 0, 5
    while True:
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None:
                if kills < 2 and out.exists() and out.read_bytes().count(b"\n") >= wanted:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    kills += 1
                    wanted += number // 3
                    break
                time.sleep(0.005)
            else:
                return kills


def test_a_stream_has_reports_whose_move_and_another_ruleset_too(tmp_path):
    # Reports tell of each chain with either side to move; these boards are told of soonest.
    quickest = [name for name in QUICK if name.startswith("ex09")]
    folder, out = records(tmp_path / "games", 3, quickest), tmp_path / "out.jsonl"
    options = ["--rules", RULES, "--whose-move", "--beside", "chinese2002", "--report", tmp_path / "shown"]
    assert audit(folder, *options, "--jobs", "2", "--out", out) == 1
    answers = [one for one in told(out) if not one.error]
    assert len(answers) == 2
    for one in answers:
        assert len(one.turns) == len(one.chains) > 0
        for kind in ("html", "svg"):
            assert (tmp_path / "shown" / f"{Path(one.file).stem}.report.{kind}").exists()
    # A run that was killed after a page was written and before its line writes both again.
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(lines[:-1]))
    assert audit(folder, *options, "--out", out) == 1
    assert len(told(out)) == 3
    assert not [one.error for one in told(out) if one.error and "exists already" in one.error]
    assert audit(folder, *options[:2], "--whose-move", "--out", out) == 2


def test_a_run_that_is_killed_goes_on_and_says_the_same(tmp_path, capsys):
    folder, whole, killed = records(tmp_path / "games", 60), tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    assert audit(folder, "--rules", RULES, "--out", whole) == 1
    assert "60 games" in capsys.readouterr().out
    command = [sys.executable, "-P", "-m", "verifier", "audit", str(folder), "--rules", RULES, "--jobs", "2"]
    assert killed_again_and_again([*command, "--out", str(killed)], killed, 60) == 2
    assert Counter(one.file for one in told(killed)).most_common(1)[0][1] == 1, "nothing twice"
    assert found(killed) == found(whole)
    assert sum(error is not None for _, error, _ in found(killed).values()) == 6
    before = killed.read_bytes()
    assert audit(folder, "--rules", RULES, "--out", killed) == 1
    assert killed.read_bytes() == before, "nothing is left to do"
    assert "60 of them from before" in capsys.readouterr().out


def test_what_was_proved_of_a_game_is_there_before_its_line_is(tmp_path):
    folder, out, proofs = records(tmp_path / "games", 12), tmp_path / "out.jsonl", tmp_path / "proofs"
    command = [sys.executable, "-P", "-m", "verifier", "audit", str(folder), "--rules", RULES, "--proof", str(proofs)]
    killed_again_and_again([*command, "--out", str(out)], out, 12)
    for one in told(out):
        decided = [chain for chain in one.chains if chain.proved != "unknown"]
        assert len(list(proofs.glob(f"{Path(one.file).stem}.*.json"))) == len(decided)


def test_half_a_line_is_cut_off_and_its_game_audited_again(tmp_path):
    folder, out = records(tmp_path / "games", 5), tmp_path / "out.jsonl"
    audit(folder, "--rules", RULES, "--out", out)
    whole, data = found(out), out.read_bytes()
    for end in (len(data) - 1, len(data) - 20, data.index(b"\n") + 7, 3):
        out.write_bytes(data[:end])
        audit(folder, "--rules", RULES, "--out", out)
        assert found(out) == whole
        assert len(told(out)) == 5


def test_other_options_do_not_go_into_the_same_file(tmp_path, capsys):
    folder, out = records(tmp_path / "games", 3), tmp_path / "out.jsonl"
    audit(folder, "--rules", RULES, "--out", out)
    before = out.read_bytes()
    capsys.readouterr()
    for other in (["--rules", "chinese2002"], ["--rules", RULES, "--limit-nodes", "5"], ["--komi", "3"]):
        assert audit(folder, *other, "--out", out) == 2
        assert "other options" in capsys.readouterr().err
    out.write_bytes(b'{"kind":"something else"}\n')
    assert audit(folder, "--rules", RULES, "--out", out) == 2
    assert "no audit" in capsys.readouterr().err
    out.write_bytes(before)
    with Journal(out), pytest.raises(InputError, match="another run"):
        Journal(out)
    with pytest.raises(InputError, match="no common file"):
        Journal("/dev/null")


def test_an_interrupted_run_gives_the_rest_the_next_time(tmp_path):
    folder, out = records(tmp_path / "games", 9), tmp_path / "out.jsonl"
    (folder / "000.sgf").write_bytes(ENDINGS["fig-seki-1-right"].sgf)
    command = [sys.executable, "-P", "-m", "verifier", "audit", str(folder), "--rules", RULES, "--jobs", "2"]
    command += ["--limit-nodes", "20000", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        while process.poll() is None and not (out.exists() and out.read_bytes().count(b"\n") >= 2):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        errors = process.communicate()[1].decode()
    if process.returncode == 130:  # else it was done sooner
        assert "the same command goes on from here" in errors
        assert not any(one.interrupted for one in told(out))
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    assert sorted(Path(one.file).name for one in told(out)) == sorted(file.name for file in folder.iterdir())


def test_records_come_as_a_list_too_and_a_missing_one_is_an_answer(tmp_path):
    folder = records(tmp_path / "games", 4)
    names = [*sorted(map(str, folder.iterdir())), str(tmp_path / "nothing.sgf")]
    command = [sys.executable, "-P", "-m", "verifier", "audit", "--rules", RULES, "--json", "--list", "-"]
    run = subprocess.run(command, input="\n".join(names), capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer["file"] for answer in answers] == names
    assert [bool(answer["error"]) for answer in answers] == [True, False, False, False, True]


def test_memory_does_not_grow_with_the_number_of_records(tmp_path):
    folder = records(tmp_path / "games", 30)
    most = []
    for times in (1, 10):
        listed = tmp_path / f"{times}.txt"
        listed.write_text("\n".join(str(file) for file in sorted(folder.iterdir()) for _ in range(times)))
        code = (
            "import resource, sys\nfrom verifier.cli import main\n"
            "main(sys.argv[1:])\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
        )
        command = [sys.executable, "-P", "-c", code, "audit", "--rules", RULES, "--list", str(listed), "--json"]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        assert run.stdout.count("\n") == 30 * times
        most.append(int(run.stderr.split()[-1]))
    assert most[1] < most[0] + 4096, "270 records more in less than 4 MiB"


def test_a_cluster_that_loses_a_worker_says_the_same(tmp_path):
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    folder, here, there = records(tmp_path / "games", 40), tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    assert audit(folder, "--rules", RULES, "--out", here) == 1
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as local, distributed.Client(local, set_as_default=False) as client:
        victim = next(iter(client.run(os.getpid).values()))
        command = [sys.executable, "-P", "-m", "verifier", "audit", str(folder), "--rules", RULES]
        command += ["--cluster", local.scheduler_address, "--out", str(there)]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            while process.poll() is None and not (there.exists() and there.read_bytes()):
                time.sleep(0.01)
            with contextlib.suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
            errors = process.communicate()[1].decode()
        assert process.returncode == 1, errors
    assert found(there) == found(here)
    assert len(told(there)) == 40
