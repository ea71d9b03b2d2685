"""The atlas: tables of all positions of small boards, their checker, the store and the command."""

import contextlib
import os
import random
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from array import array
from pathlib import Path

import pytest

from verifier import Atlas
from verifier.board import SYMMETRIES, Colour, Grid, Position, swap_colours, transform
from verifier.board.grid import bits
from verifier.board.symmetry import transform_mask
from verifier.cli import main
from verifier.errors import CertificateError, InputError
from verifier.jobs.atlas import games, survey
from verifier.jobs.atlas.build import Options, build
from verifier.jobs.atlas.games import SAFE, SEIZED, Game
from verifier.jobs.atlas.positions import decode, position_of, spans
from verifier.jobs.atlas.query import check_positions, check_tables, classes_of, find
from verifier.jobs.atlas.shapes import Locale, boards_up_to, canonical_shapes
from verifier.jobs.atlas.store import Store
from verifier.jobs.atlas.summary import summarise
from verifier.jobs.atlas.tables import TableTask, build_table, certify
from verifier.rules import builtin_names
from verifier.search import Limits, Status, native
from verifier.workers import Workers

pytestmark = pytest.mark.skipif(not native.available(), reason="the native kernel is not built")

BASIC_OWNED = Game("basic", "owned", True)
BASIC_CAPTURED = Game("basic", "captured", True)
SMALL = ("proposal2012", "japanese1949", "katago-encore", "japanese2003-uncapturable", "lasker-maas")


def table_of(rows, cols, game, points):
    target = sum(1 << point for point in points)
    return build_table(TableTask(rows, cols, game, Locale.whole(rows, cols), target))


def counted(table, attacker_first=False):
    entries = [entry >> 2 if attacker_first else entry & 3 for entry in table.certified.verdicts]
    return entries.count(2), len(entries) - entries.count(0)


def build_small(path, sizes=((1, 4), (2, 2)), rules=SMALL, **options):
    with Store(path, create=True) as store:
        build(store, Options(tuple(sizes), tuple(rules), **options), Workers(1))


def content(path):
    """All that must not depend on how often a build was interrupted."""
    with sqlite3.connect(path) as db:
        tables = db.execute("select rows, cols, game, locale, target, states, verdicts, measures from tables")
        chunks = db.execute("select rows, cols, first, last, tally from chunks")
        positions = db.execute("select * from positions")
        return sorted(tables), sorted(chunks), sorted(positions)


@pytest.mark.parametrize(("size", "number"), [((2, 2), 57), ((2, 3), 489), ((2, 4), 4125), ((3, 3), 12675)])
def test_all_legal_positions_are_there_with_their_images(size, number):
    found = [images for span in spans(*size) for _, images, _ in decode(*size, span)]
    assert sum(found) == number


def test_the_canonical_positions_are_the_least_of_their_images():
    grid = Grid.of(2, 3)
    for code, images, position in decode(2, 3, (0, 3**6)):
        same = {
            (other.black, other.white)
            for name in SYMMETRIES
            if (image := transform(position, name)).rows == 2
            for other in (image, swap_colours(image))
        }
        assert len(same) == images
        assert code == min(
            sum(3**p for p in bits(black)) + 2 * sum(3**p for p in bits(white)) for black, white in same
        )
        assert position.grid is grid


def test_there_are_320_shapes_of_a_unit_on_3x4_besides_the_whole_board_which_has_no_liberty():
    assert sum(1 for _ in canonical_shapes(3, 4, points_only=False)) == 320


@pytest.mark.parametrize(
    ("size", "game", "point", "numbers"),
    [
        ((3, 3), BASIC_CAPTURED, 0, (1484, 3904)),
        ((3, 3), BASIC_CAPTURED, 1, (845, 3761)),
        ((3, 3), BASIC_CAPTURED, 4, (248, 3896)),
        ((3, 3), BASIC_OWNED, 0, (926, 3904)),
        ((3, 3), BASIC_OWNED, 1, (536, 3761)),
        ((3, 3), BASIC_OWNED, 4, (40, 3896)),
        ((3, 4), BASIC_CAPTURED, 0, (35693, 99229)),
        ((3, 4), BASIC_CAPTURED, 5, (8739, 100868)),
        ((1, 5), BASIC_CAPTURED, 1, (14, 28)),
        ((1, 5), BASIC_CAPTURED, 2, (24, 32)),
    ],
)
def test_dead_stones_are_as_many_as_other_programs_counted(size, game, point, numbers):
    assert counted(table_of(*size, game, [point])) == numbers


@pytest.mark.parametrize(
    "game",
    [
        BASIC_CAPTURED,
        BASIC_OWNED,
        SEIZED,
        SAFE,
        Game("each", "owned", True),
        Game("each", "anew", True),
        Game("each-owner", "renewed", True),
        Game("each-attacker", "anew", False),
    ],
)
def test_a_table_with_another_winner_anywhere_is_refused(game):
    table = table_of(2, 3, game, [0])
    task, values = table.task, array("H", zlib.decompress(table.values))
    assert certify(task, values.tobytes()) == table.certified
    rng = random.Random(7)
    places = [i for i, value in enumerate(values) if value != 0xFFFF]
    refused = tried = 0
    for place in rng.sample(places, 60):
        changed = array("H", values)
        changed[place] ^= 0x8000
        try:
            now = certify(task, changed.tobytes())
        except CertificateError:
            refused += 1
        else:  # a board on which play is over is not looked at
            assert now == table.certified
        tried += 1
    assert refused > tried / 6


def test_a_changed_measure_is_refused_or_proves_the_same():
    table = table_of(2, 3, BASIC_OWNED, [0, 1])
    values = array("H", zlib.decompress(table.values))
    rng = random.Random(8)
    refused = 0
    for _ in range(300):
        changed = array("H", values)
        changed[rng.randrange(len(values))] = rng.randrange(0x10000)
        try:
            now = certify(table.task, changed.tobytes())
        except CertificateError:
            refused += 1
            continue
        for mine, true in zip(now.verdicts, table.certified.verdicts, strict=True):
            for shift in (0, 2):
                assert mine >> shift & 3 in (true >> shift & 3, 3)  # nothing, or the truth
    assert refused > 150


def test_a_table_of_the_wrong_length_or_game_is_refused():
    table = table_of(2, 2, BASIC_OWNED, [0])
    values = zlib.decompress(table.values)
    with pytest.raises(CertificateError):
        certify(table.task, values[:-2])
    other = TableTask(2, 2, BASIC_CAPTURED, table.task.locale, 1)
    with pytest.raises(CertificateError):
        certify(other, values)


def test_a_position_is_found_whichever_way_round_it_is(tmp_path):
    build_small(tmp_path / "a.sqlite", [(2, 3)])
    rng = random.Random(3)
    every = [position for _, _, position in decode(2, 3, (0, 3**6))]
    with Store(tmp_path / "a.sqlite") as store:
        for position in rng.sample(every, 20):
            known = find(store, position)
            for name in SYMMETRIES:
                image = transform(position, name)
                again = find(store, image)
                for ruleset, statuses in known.statuses.items():
                    moved = {transform_mask(unit, 2, 3, name): status for unit, status in statuses.items()}
                    assert again.statuses[ruleset] == moved
                    assert again.scores[ruleset] == known.scores[ruleset]
            swapped = find(store, swap_colours(position))
            for ruleset in known.statuses:
                assert swapped.statuses[ruleset] == known.statuses[ruleset]
                assert swapped.scores[ruleset] == known.scores[ruleset][::-1]


def test_a_build_that_is_killed_goes_on_and_counts_nothing_twice(tmp_path):
    whole, killed = tmp_path / "whole.sqlite", tmp_path / "killed.sqlite"
    sizes = ["1x5", "2x3"]
    command = [
        sys.executable,
        "-m",
        "verifier",
        "atlas",
        "build",
        *sizes,
        "--jobs",
        "2",
        "--rules",
        *SMALL,
        "japanese1989",
    ]
    subprocess.run([*command, "--store", str(whole)], check=True, capture_output=True, cwd=tmp_path)
    kills = 0
    # The last one falls among the scopes and positions of the second board.
    for wanted in (3, 40, finished(whole) - 6):
        process = subprocess.Popen(
            [*command, "--store", str(killed)], stdout=subprocess.DEVNULL, cwd=tmp_path
        )
        while process.poll() is None:
            if killed.exists() and finished(killed) > wanted:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
                break
            time.sleep(0.002)
    assert kills > 1
    subprocess.run([*command, "--store", str(killed)], check=True, capture_output=True, cwd=tmp_path)
    assert content(killed) == content(whole)


def finished(path):
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            return sum(
                db.execute(f"select count(*) from {name}").fetchone()[0] for name in ("tables", "chunks")
            )
    except sqlite3.Error:
        return 0


def test_workers_end_when_their_parent_is_killed(tmp_path):
    code = (
        "import time\nfrom verifier.workers import Workers\nfrom tests_atlas_helper import wait\n"
        "if __name__ == '__main__':\n    list(Workers(2).run(wait, [1, 2]))\n"
    )
    (tmp_path / "tests_atlas_helper.py").write_text(
        "import os, time\ndef wait(context, task):\n"
        f"    open({str(tmp_path)!r} + f'/{{os.getpid()}}.pid', 'w').close()\n    time.sleep(60)\n"
    )
    (tmp_path / "run.py").write_text(code)
    path = os.pathsep.join([str(tmp_path), *sys.path])
    process = subprocess.Popen(
        [sys.executable, "run.py"], cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}
    )
    deadline = time.monotonic() + 30
    while len(found := list(tmp_path.glob("*.pid"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.kill()
    process.wait()
    workers = [int(file.stem) for file in found]
    assert len(workers) == 2
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}/cmdline").exists() and alive(pid) for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def alive(pid):
    try:
        return b"python" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_a_cluster_does_the_same_work(tmp_path):
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    build_small(here, [(1, 5), (2, 2)])
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        workers = Workers(1, cluster.scheduler_address)
        with Store(there, create=True) as store:
            build(store, Options(((1, 5), (2, 2)), SMALL), workers)
            assert all(checked.fault is None for checked in check_tables(store, workers))
        workers.close()
    assert content(there) == content(here)


def test_no_cluster_is_one_clear_line(tmp_path):
    pytest.importorskip("distributed", reason="dask.distributed is not installed")
    command = [sys.executable, "-P", "-m", "verifier", "atlas", "build", "1x2", "--store", str(tmp_path / "a.sqlite")]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    for address in ("nonsense", "carrier-pigeon://127.0.0.1:1"):
        run = subprocess.run(
            [*command, "--cluster", address], env=environment, capture_output=True, text=True, check=False
        )
        assert run.returncode == 2
        assert run.stderr.count("\n") == 1, run.stderr
    assert not list(tmp_path.iterdir())


def test_the_command_checks_a_damaged_atlas(tmp_path, capsys):
    path = tmp_path / "a.sqlite"
    assert main(["atlas", "build", "1x4", "--store", str(path), "--jobs", "1", "--rules", *SMALL]) == 0
    assert main(["atlas", "check", "--store", str(path), "--jobs", "1"]) == 0
    assert "nothing refused" in capsys.readouterr().out
    with sqlite3.connect(path) as db:
        values = array("H", zlib.decompress(db.execute("select measures from tables").fetchone()[0]))
        row = db.execute("select rowid, verdicts from tables where length(verdicts) > 12").fetchone()
        lies = bytes(entry ^ 3 if entry & 3 in (1, 2) else entry for entry in zlib.decompress(row[1]))
        db.execute("update tables set verdicts = ? where rowid = ?", (zlib.compress(lies), row[0]))
    assert len(values)
    assert main(["atlas", "check", "--store", str(path), "--jobs", "1"]) == 1
    assert "proves other verdicts" in capsys.readouterr().out


def test_whatever_is_damaged_in_the_file_is_said_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    whole, path, board = tmp_path / "whole.sqlite", tmp_path / "a.sqlite", tmp_path / "board.txt"
    board.write_text(".XO.\n")
    build_small(whole, [(1, 4)])
    with contextlib.closing(sqlite3.connect(whole)) as db:
        db.execute("pragma journal_mode = delete")
    data, rng, codes = whole.read_bytes(), random.Random(41), []
    for _ in range(60):
        for file in tmp_path.glob("a.sqlite*"):
            file.unlink()
        damaged = bytearray(data)
        for _ in range(rng.choice((1, 3, 20))):
            damaged[rng.randrange(len(data))] ^= rng.randrange(1, 256)
        path.write_bytes(damaged)
        for line in ("check --jobs 1", "summary", f"query {board}"):
            codes.append(main(["atlas", *line.split(), "--store", str(path)]))
            err = capsys.readouterr().err
            assert codes[-1] in (0, 1, 2, 3), err
            assert err.count("\n") <= 1
    assert codes.count(1) > 5
    assert codes.count(2) > 5


def test_a_build_that_cannot_be_leaves_no_file(tmp_path, capsys):
    path = tmp_path / "a.sqlite"
    for wrong in (["1x3", "--rules", "tromp-taylor"], ["1x3", "--rules", "nosuch"], ["5x5"]):
        assert main(["atlas", "build", *wrong, "--store", str(path), "--jobs", "1"]) == 2
        assert capsys.readouterr().err.count("\n") == 1
        assert not list(tmp_path.iterdir())


def test_the_summary_names_every_ruleset_in_every_table(tmp_path, capsys):
    path = tmp_path / "a.sqlite"
    build_small(path, [(1, 2)], [*SMALL, "spight"])
    assert main(["atlas", "summary", "--store", str(path)]) == 0
    page = capsys.readouterr().out
    for part in ("## Rulesets", "## Statuses"):
        table = page.split(part)[1].split("##")[0]
        assert all(name in table for name in (*SMALL, "spight")), part


def spoilt(path, *statement):
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        assert db.execute(*statement).rowcount


def test_stored_positions_are_worked_out_again(tmp_path):
    """A changed status, score, count or proof is found; searches that prove are kept and checked."""
    path = tmp_path / "a.sqlite"
    # For ko threats there are no tables: what is not safe under every ko rule is searched for.
    rules = ["proposal2012", "japanese1989-points", "proposal2012[attacker_threats=1]"]
    build_small(path, [(1, 4), (2, 2)], rules)
    searched = summarise_of(path)
    assert searched[:2] == [0, 0]
    assert 100 < searched[2] < 62 + 88
    assert faults(path) == []
    with contextlib.closing(sqlite3.connect(path)) as db:
        (packed,) = db.execute("select certificate from proofs limit 1").fetchone()
    other = (
        zlib.decompress(packed)
        .replace(b'"verdict": "dead"', b'"verdict": "x"')
        .replace(b'"verdict": "alive"', b'"verdict": "dead"')
    )
    spoil = [
        ("update positions set statuses = zeroblob(length(statuses)) where rows = 1 and code = 1",),
        ("update positions set scores = zeroblob(length(scores)) where rows = 2 and code = 1",),
        ("update positions set images = images + 1 where rows = 1 and code = 1",),
        ("delete from positions where rows = 1 and code = 1",),
        ("delete from proofs where rowid = (select min(rowid) from proofs)",),
        ("update proofs set certificate = ? where certificate = ?", (zlib.compress(other), packed)),
        ("update proofs set certificate = x'00' where rowid = (select min(rowid) from proofs)",),
        ("update chunks set tally = replace(tally, '\"agreed\": ', '\"agreed\": 1') where rows = 1",),
    ]
    for statement in spoil:
        changed = shutil.copy(path, tmp_path / "changed.sqlite")
        spoilt(changed, *statement)
        assert len(faults(changed)) == 1, statement


def test_positions_are_worked_out_again_where_more_is_asked_for(tmp_path, monkeypatch):
    """More tables, or searches that go further, reopen what is unknown; proofs that are there still serve."""
    monkeypatch.setattr(games, "RENEWED_POINTS", 4)
    rules = ["japanese1989-points", "proposal2012[attacker_threats=1]"]
    path = tmp_path / "a.sqlite"
    unknown, searched, tables = [], [], []

    def built(**asked):
        build_small(path, [(2, 3)], rules, **asked)
        with Store(path) as store:
            assert store.damage() is None
            (board,) = summarise(store).boards
            unknown.append([row[2] for row in board.data["games"]])
            searched.append(board.data["searched"])
            tables.append(len(store.tasks()))
        assert faults(path) == []

    built(search_points=0)
    assert min(unknown[-1]) > 0
    assert searched[-1] == [0, 0]
    built(limits=Limits(nodes=4))
    assert [0, 0] < unknown[-1] < unknown[0]
    built(limits=Limits())
    assert unknown[-1] == [0, 0]
    assert min(searched[-1]) > 0
    changed = shutil.copy(path, tmp_path / "changed.sqlite")
    spoilt(changed, "update chunks set tally = '{}'")
    with pytest.raises(InputError, match="damaged"):
        build_small(changed, [(2, 3)], rules, limits=Limits(nodes=1 << 40))
    # The second ruleset has no tables of its own: its proofs are there, and need no search.
    monkeypatch.setattr(survey, "decide", None)
    built(limits=Limits(), renewed=True)
    assert unknown[-1] == [0, 0]
    assert searched[-1] == [0, searched[-2][1]]
    assert tables[0] == tables[1] == tables[2] < tables[3]


def faults(path):
    with Store(path) as store:
        return [fault for _, fault in check_positions(store, Workers(1)) if fault]


def summarise_of(path):
    with Store(path) as store:
        found = summarise(store)
        return [sum(board.data["searched"][game] for board in found.boards) for game in range(3)]


def test_small_boards_are_decided_under_all_rulesets(tmp_path):
    atlas = Atlas(tmp_path / "a.sqlite")
    atlas.build("1x4", "2x2")
    for board in atlas.summary().boards:
        assert all(row[2] == 0 for row in board.data["games"])
    assert atlas.check() == []
    assert set(atlas.find(".XO.\n").statuses["japanese1949"].values()) == {Status.DEAD}
    with pytest.raises(InputError, match="atlas build 2x3"):
        atlas.find("X..\n...\n")
    with pytest.raises(InputError, match="search"):
        atlas.build("1x2", search="some")
    with pytest.raises(InputError, match="no board"):
        atlas.build()


def test_the_command_looks_up_a_position(tmp_path, capsys):
    path, board = tmp_path / "a.sqlite", tmp_path / "board.txt"
    assert main(["atlas", "build", "1x4", "--store", str(path), "--jobs", "1", "--rules", *SMALL]) == 0
    board.write_text(".XO.\n")
    capsys.readouterr()
    assert main(["atlas", "query", str(board), "--store", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    # Both are taken once, and neither for good.
    assert next(line for line in lines if "japanese1949" in line).split()[:2] == ["dead", "dead"]
    assert next(line for line in lines if "proposal2012" in line).split()[:2] == ["alive", "alive"]
    board.write_text("X.O\n")
    assert main(["atlas", "query", str(board), "--store", str(path)]) == 2
    command = capsys.readouterr().err.partition("; ")[2].strip()
    assert command.startswith("shikatsu atlas build 1x3 --store ")
    assert main([*shlex.split(command)[1:], "--jobs", "1"]) == 0, "the command can be typed as it is told"
    assert main(["atlas", "query", str(board), "--store", str(path)]) == 0
    board.write_text("X....\n" * 5)
    assert main(["atlas", "query", str(board), "--store", str(path)]) == 2
    assert "5x5: an atlas has boards of 1 to 16 points" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        "build 3by4",
        "build",
        "build 5x5",
        "build 1x3 --search none --limit-nodes 5",
        "build 1x3 --rules proposal2012[walls=independent]",
        "query ex01",
        "summary",
        "check",
    ],
)
def test_bad_input_is_one_line(tmp_path, monkeypatch, capsys, line):
    monkeypatch.chdir(tmp_path)
    assert main(["atlas", *line.split()]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_build_names_the_rulesets_that_it_leaves_out(tmp_path, capsys):
    path = tmp_path / "a.sqlite"
    assert main(["atlas", "build", "1x2", "--store", str(path), "--jobs", "1"]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "rulesets left out: " in line]
    assert len(told) == 1
    page = (Path(__file__).resolve().parents[2] / "docs" / "atlas.md").read_text(encoding="utf-8")
    with Store(path) as store:
        there = {ruleset.id for ruleset in classes_of(store).rulesets}
    assert len(set(builtin_names()) - there) == 5
    for name in builtin_names():
        assert (name in re.split(r"[ ,()]+", told[0])) is (name not in there), name
        assert name in there or f"`{name}`" in page.split("## Games and tables")[0], name
    assert main(["atlas", "build", "1x2", "--store", str(tmp_path / "b"), "--jobs", "1", "--rules", *SMALL]) == 0
    assert "left out" not in capsys.readouterr().err
    assert main(["atlas", "build", "1x2", "--store", str(tmp_path / "b"), "--jobs", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_atlas_keeps_to_its_rulesets(tmp_path):
    build_small(tmp_path / "a.sqlite", [(1, 2)])
    with pytest.raises(InputError, match="other rulesets"):
        build_small(tmp_path / "a.sqlite", [(1, 2)], ["proposal2012"])


def test_the_smallest_disagreement_is_proved_by_all_smaller_boards(tmp_path):
    path = tmp_path / "a.sqlite"
    build_small(path, [(1, 3)], ["proposal2012", "japanese1949"])
    with Store(path) as store:
        assert not summarise(store).pairs[0].proved
    build_small(path, boards_up_to(4), ["proposal2012", "japanese1949"])
    with Store(path) as store:
        pair = summarise(store).pairs[0]
    assert pair.proved
    assert pair.dead_first == 0 < pair.units, "taken once, but not for good"
    path = tmp_path / "b.sqlite"
    build_small(path, boards_up_to(4), ["japanese1949", "proposal2012"])
    with Store(path) as store:
        other = summarise(store).pairs[0]
    assert (other.dead_first, other.least) == (pair.units, pair.least)
    # X. of two points: taken once whoever begins, but the stone is taken back
    assert pair.least == Position(1, 2, 1, 0)


def test_parquet_has_a_row_for_each_unit(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    path = tmp_path / "a.sqlite"
    build_small(path, [(1, 4)])
    assert main(["atlas", "export", str(tmp_path / "a.parquet"), "--store", str(path)]) == 0
    rows = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert sum(row["images"] for row in rows) == 62
    first = next(row for row in rows if position_of(1, 4, row["code"]) == Position(1, 4, 1, 0))
    assert first["unit"] == "A1"
    with Store(path) as store:
        answer = find(store, Position(1, 4, 1, 0))
    assert {name: first[name] for name in answer.statuses} == {
        name: statuses[1].value for name, statuses in answer.statuses.items()
    }
    assert Colour.BLACK == 0
