"""Where an atlas says that rulesets part: settled boards compared with search, found ones with certificates."""

import contextlib
import random
import sqlite3

import pytest

from verifier import Atlas, settlement
from verifier.adjudicate.gains import Answer
from verifier.cli import main
from verifier.errors import InputError
from verifier.jobs.atlas.query import classes_of
from verifier.jobs.atlas.separate import _Board, separate
from verifier.jobs.atlas.store import Store
from verifier.jobs.hunt.judging import Judge
from verifier.search import Limits, Status, native

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


def test_rulesets_that_count_areas_or_are_not_there_are_refused(path):
    with Store(path) as store:
        with pytest.raises(InputError, match="counts areas"):
            separate(store, ["proposal2012", "chinese2002"])
        with pytest.raises(InputError, match="the atlas is about"):
            separate(store, ["proposal2012", "korean"])
