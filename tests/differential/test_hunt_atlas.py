"""Hunts and the atlas look at the same positions with different means: graph search and certified tables."""

import itertools

import pytest

from verifier.jobs.atlas.build import Options, build
from verifier.jobs.atlas.query import find
from verifier.jobs.atlas.store import Store
from verifier.jobs.hunt.run import hunt
from verifier.jobs.hunt.statements import Statement
from verifier.jobs.hunt.where import space_of
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, native
from verifier.workers import Workers

pytestmark = pytest.mark.skipif(not native.available(), reason="the native kernel is not built")

RULES = ("proposal2012", "japanese1949", "katago-encore", "japanese2003-uncapturable")
SIZES = ["1x4", "2x2", "2x3"]
LIMITS = Limits(nodes=100_000, seconds=60.0)
EVERY = 10**6


@pytest.fixture(scope="module")
def atlas(tmp_path_factory):
    path = tmp_path_factory.mktemp("atlas") / "atlas.sqlite"
    with Store(path, create=True) as store:
        build(store, Options(((1, 4), (2, 2), (2, 3)), RULES), Workers(1))
        yield store


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(RULES, 2)))
def test_rulesets_disagree_where_the_atlas_says_so(atlas, first, second):
    statement, space = Statement((load_ruleset(first), load_ruleset(second))), space_of(sizes=SIZES)
    result = hunt(statement, space, limits=LIMITS, count=EVERY)
    assert result.complete
    assert result.tally.undecided == 0
    found = {item.disagreement.position for item in result.found}
    compared = 0
    for lot in space.lots():
        for position in space.positions(lot):
            statuses = find(atlas, position).statuses
            pairs = [(statuses[first][unit], statuses[second][unit]) for unit in position.units()]
            assert all(Status.UNKNOWN not in pair for pair in pairs)
            assert (position in found) == any(one is not other for one, other in pairs)
            compared += 1
    assert compared == 99
    same = {first, second} == {"japanese1949", "japanese2003-uncapturable"}
    assert bool(found) != same, "these two say the same on boards of up to six points"
