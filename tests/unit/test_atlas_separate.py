"""Where an atlas says that rulesets part: settled boards compared with search, found ones with certificates."""

import contextlib
import random
import sqlite3

import pytest

from verifier import Atlas, settlement
from verifier.adjudicate.gains import Answer
from verifier.cli import main
from verifier.errors import InputError, Interrupted
from verifier.jobs.atlas.build import Options, build
from verifier.jobs.atlas.query import classes_of
from verifier.jobs.atlas.separate import _Board, separate
from verifier.jobs.atlas.store import Store
from verifier.jobs.atlas.summary import summarise
from verifier.jobs.hunt.judging import Judge
from verifier.search import Limits, Status, native
from verifier.workers import Workers

pytestmark = pytest.mark.skipif(not native.available(), reason="the native kernel is not built")

RULES = ("proposal2012", "japanese1949")
LIMITS = Limits(nodes=50_000, seconds=20.0)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """An atlas of three small boards under three rulesets."""
    found = tmp_path_factory.mktemp("atlas") / "small.sqlite"
    Atlas(found).build("2x2", "2x3", "1x7", rules=[*RULES, "chinese2002"], measures=False)
    return found


@pytest.mark.parametrize("rules", RULES)
def test_what_is_settled_by_the_atlas_is_settled_by_search(path, rules):
    with Store(path) as store:
        classes = classes_of(store)
        board = _Board(store, 2, 3, classes)
        ruleset = next(item for item in classes.rulesets if item.id == rules)
        judge = Judge(ruleset, LIMITS)
        sample = random.Random(rules).sample(board.positions(), 12)
        answers = set()
        for position in sample:
            assert board.statuses(position, ruleset) == judge.statuses(position)
            found = settlement(position, ruleset, limits=LIMITS).settled
            assert board.settled(position, ruleset) is found
            answers.add(found)
        assert answers == {Answer.YES, Answer.NO}


def test_what_separates_two_rulesets_does_so_by_search_and_nothing_before_it(path):
    with Store(path) as store:
        pair = separate(store, RULES, least_side=1)[0]
        board = _Board(store, 1, 7, classes_of(store))
        assert pair.boards == [(2, 2), (2, 3), (1, 7)]
        assert pair.unknown == 0
        assert pair.position is not None
        judges = [Judge(ruleset, LIMITS) for ruleset in (pair.first, pair.second)]
        smaller = board.positions()[: board.positions().index(pair.position)]
        for position in [*random.Random(1).sample(smaller, min(6, len(smaller))), pair.position]:
            statuses = [judge.statuses(position) for judge in judges]
            counts = (
                statuses[0] != statuses[1]
                and all(
                    Status.ALIVE in {found[unit] for unit in found if unit & stones}
                    for found in statuses
                    for stones in (position.black, position.white)
                )
                and all(
                    settlement(position, judge.ruleset, limits=LIMITS).settled is Answer.YES for judge in judges
                )
            )
            assert counts is (position == pair.position)


def test_the_command_prints_what_was_found(path, capsys):
    assert main(["atlas", "separate", *RULES, "--store", str(path)]) == 0
    assert "none (86 positions of 2x2, 2x3, 0 unknown)" in capsys.readouterr().out
    assert main(["atlas", "separate", *RULES, "--store", str(path), "--least-side", "1"]) == 0
    printed = capsys.readouterr().out
    assert "under japanese1949:" in printed
    assert "no smaller one on these boards (" in printed


def test_a_board_that_is_there_in_part_is_left_out_and_nothing_is_said_of_it(tmp_path, capsys):
    store = tmp_path / "part.sqlite"
    Atlas(store).build("2x3", "2x4", rules=RULES, measures=False)
    with contextlib.closing(sqlite3.connect(store)) as database, database:  # as if it had been interrupted
        last = database.execute("select max(first) from chunks where cols = 4").fetchone()
        database.execute("delete from chunks where cols = 4 and first = ?", last)
        database.execute("delete from positions where cols = 4 and code >= ?", last)
    assert main(["atlas", "separate", *RULES, "--store", str(store)]) == 3
    printed = capsys.readouterr().out
    assert "none found (78 positions of 2x3, 0 unknown; left out, as it is not finished: 2x4)" in printed


def test_ctrl_c_keeps_what_was_looked_at_and_says_that_more_is_not_known(path):
    said = []

    def stop(progress):
        said.append(progress)
        if len(said) == 40:
            raise KeyboardInterrupt

    with Store(path) as store, pytest.raises(Interrupted) as stopped:
        separate(store, RULES, on_position=stop)
    (pair,) = stopped.value.result
    assert pair.interrupted
    assert not pair.sure
    assert pair.looked == 39
    assert pair.position is None


@pytest.fixture
def begun(tmp_path):
    """An atlas of 2x2 and 2x3 in which 2x4 and 3x3 were begun and have no positions yet."""
    found = tmp_path / "begun.sqlite"
    Atlas(found).build("2x2", "2x3", rules=RULES, measures=False)
    with Store(found) as store:
        build(store, Options(((2, 4),), RULES, measures=False, tables_only=True), Workers(1))
        store.set_plan(3, 3, "scan", {})
    return found


def test_a_board_that_was_begun_and_has_no_position_yet_is_left_out_and_named(begun, capsys):
    assert main(["atlas", "separate", *RULES, "--store", str(begun)]) == 3
    printed = capsys.readouterr().out
    figures = "86 positions of 2x2, 2x3, 0 unknown; left out, as they are not finished: 2x4, 3x3"
    assert f"none found ({figures})" in printed
    assert main(["atlas", "separate", *RULES, "--store", str(begun), "--least-side", "3"]) == 3
    assert "\nnone looked at (left out, as it is not finished: 3x3)\n" in capsys.readouterr().out
    assert main(["atlas", "separate", *RULES, "--store", str(begun), "--least-side", "4"]) == 3
    assert "\nnone looked at (the atlas has no board with such sides)\n" in capsys.readouterr().out


def test_the_summary_names_the_boards_of_which_no_position_is_finished(begun, path, tmp_path, capsys):
    assert main(["atlas", "summary", "--store", str(begun)]) == 0
    line = "Begun, with no position finished, and left out of all counts: 2x4, 3x3.\n"
    assert line in capsys.readouterr().out
    assert main(["atlas", "summary", "--store", str(path)]) == 0
    assert "Begun" not in capsys.readouterr().out
    with Store(tmp_path / "none.sqlite", create=True) as store:
        build(store, Options(((1, 2),), RULES, measures=False, tables_only=True), Workers(1))
        found = summarise(store)
    assert (found.boards, found.begun) == ((), ((1, 2),))
    assert not any(pair.proved for pair in found.pairs)


def test_an_export_names_the_boards_that_are_not_finished(begun, path, tmp_path, capsys):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    assert main(["atlas", "export", str(tmp_path / "begun.parquet"), "--store", str(begun)]) == 0
    printed = capsys.readouterr()
    assert "begun.parquet: 180 units, " in printed.out
    assert "not finished, and left out as far as positions are missing: 2x4, 3x3\n" in printed.err
    assert main(["atlas", "export", str(tmp_path / "whole.parquet"), "--store", str(path)]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (["proposal2012"], "nothing to compare: give two rulesets or more of the atlas"),
        (["proposal2012"] * 2, "ruleset 'proposal2012' is given twice; give two rulesets that differ"),
        ([*RULES, "japanese1949"], "ruleset 'japanese1949' is given twice; give two rulesets that differ"),
    ],
)
def test_without_two_rulesets_nothing_is_compared(path, rules, why, capsys):
    assert main(["atlas", "separate", *rules, "--store", str(path)]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"shikatsu: {why}\n")


def test_rulesets_that_count_areas_or_are_not_there_are_refused(path):
    with Store(path) as store:
        with pytest.raises(InputError, match="counts areas"):
            separate(store, ["proposal2012", "chinese2002"])
        with pytest.raises(InputError, match="the atlas is about"):
            separate(store, ["proposal2012", "korean"])
