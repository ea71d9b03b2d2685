"""The file of an atlas: whatever is changed in it is noticed, and no number in it is taken at its word."""

import contextlib
import json
import random
import sqlite3

import pytest

from verifier import Atlas
from verifier.cli import main
from verifier.errors import InputError
from verifier.jobs.atlas.build import Options, build
from verifier.jobs.atlas.query import check_file
from verifier.jobs.atlas.rows import digest_of
from verifier.jobs.atlas.store import Store
from verifier.search import native
from verifier.workers import Workers

pytestmark = pytest.mark.skipif(not native.available(), reason="the native kernel is not built")

RULES = ("proposal2012", "japanese1949", "katago-encore", "japanese1989")
TABLES = ("about", "tables", "plans", "chunks", "positions", "proofs")


@pytest.fixture(scope="module")
def bytes_of_an_atlas(tmp_path_factory):
    path = tmp_path_factory.mktemp("atlas") / "whole.sqlite"
    with Store(path, create=True) as store:
        # For ko threats there are no tables, so that there are proofs in the file.
        build(store, Options(((1, 4), (2, 2)), (*RULES, "proposal2012[attacker_threats=1]")), Workers(1))
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("pragma journal_mode = delete")
    return path.read_bytes()


@pytest.fixture
def atlas(bytes_of_an_atlas, tmp_path):
    path = tmp_path / "a.sqlite"
    path.write_bytes(bytes_of_an_atlas)
    return path


def altered(path, *statement, signed=False):
    """Change the file; *signed*: with digests that fit the change."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        assert db.execute(*statement).rowcount
        for table in TABLES if signed else ():
            digest = digest_of("0", table, db.execute(f"select * from {table}"))
            db.execute("insert or replace into digests values (?, ?)", (table, digest))


def contents(path):
    with contextlib.closing(sqlite3.connect(path)) as db:
        return {table: sorted(db.execute(f"select * from {table}"), key=repr) for table in TABLES}


def faults(path):
    with Store(path) as store:
        return list(check_file(store, Workers(1)))


def test_nothing_is_wrong_with_a_file_as_it_was_written(atlas):
    assert faults(atlas) == []
    assert Atlas(atlas).check() == []


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_the_file_that_lost_or_changed_a_row_is_noticed(atlas, table, capsys):
    whole = atlas.read_bytes()
    with contextlib.closing(sqlite3.connect(atlas)) as db:
        columns = [row[1] for row in db.execute(f"pragma table_info({table})")]
        first = db.execute(f"select * from {table} limit 1").fetchone()
    assert first is not None
    if table != "about":
        altered(atlas, f"delete from {table}")
        assert table in faults(atlas)[0]
        assert main(["atlas", "check", "--store", str(atlas), "--jobs", "1"]) == 1
        assert f"refused: the contents of '{table}'" in capsys.readouterr().out
    for column, value in zip(columns, first, strict=True):
        if column in ("key", "value") or value is None:
            continue
        atlas.write_bytes(whole)
        other = value + 1000 if isinstance(value, int | float) else value + (b"x" if isinstance(value, bytes) else "x")
        where = " and ".join(f"{name} is ?" for name in columns)
        altered(atlas, f"update {table} set {column} = ? where {where}", (other, *first))
        with Store(atlas) as store:
            assert table in str(store.damage()), column


def test_plans_that_are_emptied_are_noticed_even_if_the_digest_fits(atlas):
    altered(atlas, "delete from plans", signed=True)
    assert faults(atlas) == [f"{size}: the plan that is kept is not the one that the board gives" for size in ("1x4", "2x2")]


def test_plans_that_say_something_else_are_noticed_even_if_the_digest_fits(atlas):
    whole = atlas.read_bytes()
    with contextlib.closing(sqlite3.connect(atlas)) as db:
        kept = db.execute("select rows, cols, what, plan from plans").fetchall()
    assert {what for _, _, what, _ in kept} == {"scan", "scopes"}
    for rows, cols, what, plan in kept:
        said = json.loads(plan)
        if what == "scan":
            said["counts"][0][1] += 1
        else:
            said.append(["each", "anew", True, 15, 0, 0, 1, 1])
        atlas.write_bytes(whole)
        where = "where rows = ? and cols = ? and what = ?"
        altered(atlas, f"update plans set plan = ? {where}", (json.dumps(said), rows, cols, what), signed=True)
        assert len(faults(atlas)) == 1, (rows, cols, what)


def test_three_thousand_bytes_that_are_overwritten_anywhere_are_noticed(bytes_of_an_atlas, tmp_path, capsys):
    path, rng = tmp_path / "a.sqlite", random.Random(5)
    path.write_bytes(bytes_of_an_atlas)
    whole = contents(path)
    noticed = 0
    for _ in range(40):
        for file in tmp_path.glob("a.sqlite*"):
            file.unlink()
        place = rng.randrange(100, len(bytes_of_an_atlas) - 3000)
        fill = rng.choice((b"\0" * 3000, rng.randbytes(3000)))
        path.write_bytes(bytes_of_an_atlas[:place] + fill + bytes_of_an_atlas[place + 3000 :])
        code = main(["atlas", "check", "--store", str(path), "--jobs", "1"])
        assert capsys.readouterr().err.count("\n") <= 1
        # What is overwritten may be room that nothing stands in: then all that was written can be read.
        assert code in (1, 2) or (code == 0 and contents(path) == whole), (code, place)
        noticed += code in (1, 2)
    assert noticed >= 35


@pytest.mark.parametrize(
    "statement",
    [
        "update tables set rows = 1000000, cols = 1000000000",
        "update tables set rows = 4, cols = 5",
        "update tables set locale = '" + "f" * 60 + ":0:0:0'",
        "update tables set target = 9223372036854775807",
        "update tables set target = -1",
        "update tables set game = 'captured nothing 1'",
        "update tables set game = 'captured basic 7'",
        "update chunks set rows = 1000000000, cols = 1000000000",
        "update chunks set rows = 5, cols = 5",
        "update chunks set last = 9223372036854775807",
        "update chunks set first = -9223372036854775807 where first = 0",
        "update plans set rows = 25, cols = 25",
        "update positions set code = 9223372036854775807 where code = 1",
        "update positions set rows = 4, cols = 1000000000 where code = 1",
    ],
)
def test_numbers_beyond_their_bounds_are_one_line(atlas, statement, capsys):
    """Though the digests fit."""
    altered(atlas, statement.replace("update ", "update or ignore ", 1), signed=True)
    assert main(["atlas", "check", "--store", str(atlas), "--jobs", "1"]) in (1, 2)
    told = capsys.readouterr()
    assert (told.err + told.out).count("\n") <= 4
    if "positions" not in statement and "plans" not in statement:
        assert main(["atlas", "summary", "--store", str(atlas)]) in (0, 2)


def test_what_is_compressed_may_not_become_endless(atlas):
    import zlib

    bomb = zlib.compress(bytes(50_000_000))
    for column in ("verdicts", "measures"):
        whole = atlas.read_bytes()
        altered(atlas, f"update tables set {column} = ?", (bomb,), signed=True)
        try:
            found = Atlas(atlas).check()
        except InputError as error:
            found = [str(error)]
        assert found, column
        atlas.write_bytes(whole)
