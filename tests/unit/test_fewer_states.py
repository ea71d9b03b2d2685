"""What is said with few states stands with more: hunts, properties, comparisons, pages and claims."""

import pytest

from verifier.adjudicate.territory import territory
from verifier.cli import main
from verifier.cli.matrix_html import page
from verifier.jobs.cases.case import load_case
from verifier.jobs.cases.compared import Comparison, compare_territory
from verifier.jobs.compare.findings import findings_page, separations
from verifier.jobs.compare.matrix import fill
from verifier.jobs.hunt.contradictions import CHECKS, Judge, difference, far_away, small_positions, smallest
from verifier.jobs.hunt.run import hunt
from verifier.jobs.hunt.statements import Statement
from verifier.jobs.hunt.where import space_of
from verifier.rules import load_ruleset
from verifier.search import Limits, Status

ENOUGH = Limits(nodes=100_000, seconds=30.0)
FEW = (1, 4, 20)
PROPOSAL, J1989, KOREAN = (load_ruleset(name) for name in ("proposal2012", "japanese1989", "korean"))
STATEMENTS = [
    *((PROPOSAL.id, name) for name in ("inside", "dame", "adjacent", "order", "symmetry")),
    (J1989.id, "dame"),
    (J1989.id, "order"),
    ("spight", "order"),
    ("proposal2012 japanese1989", "status"),
    ("proposal2012 korean", "score"),
    ("proposal2012 lasker-maas", "score"),
]


def limited(nodes: int) -> Limits:
    return Limits(nodes=nodes, seconds=30.0, wall_nodes=nodes)


def statement(rules: str, about: str, *, settled: bool) -> Statement:
    rulesets = tuple(map(load_ruleset, rules.split()))
    if len(rulesets) == 1:
        return Statement(rulesets, property=about, settled=settled)
    return Statement(rulesets, about, settled=settled)


@pytest.mark.parametrize(("settled", "points"), [(False, 5), (True, 4)])
@pytest.mark.parametrize(("rules", "about"), STATEMENTS)
def test_a_hunt_with_few_states_finds_and_excludes_nothing_that_more_states_take_back(rules, about, settled, points):
    asked, space = statement(rules, about, settled=settled), space_of(points=points, least_side=1)
    full = hunt(asked, space, limits=ENOUGH, count=10_000)
    assert full.complete
    assert not full.tally.undecided
    true = [found.disagreement.position for found in full.found]
    unknown = 0
    for nodes in FEW:
        part = hunt(asked, space, limits=limited(nodes), count=10_000)
        assert part.complete
        positions = [found.disagreement.position for found in part.found]
        assert set(positions) <= set(true)
        assert part.none_up_to <= full.none_up_to
        assert len(set(true) - set(positions)) <= part.tally.undecided
        smallest_sizes = {(p.rows, p.cols, (p.black | p.white).bit_count()) for p in true[:1]}
        for found in part.found:
            at = found.disagreement.position
            if found.smallest:
                assert {(at.rows, at.cols, (at.black | at.white).bit_count())} == smallest_sizes
        unknown += part.tally.undecided
    assert unknown or not full.tally.positions, "with so few states something has to stay open"


@pytest.mark.parametrize("name", ["proposal2012", "japanese1989", "spight"])
def test_what_is_looked_for_in_small_positions_is_found_or_counted_as_undecided(name):
    ruleset, positions = load_ruleset(name), list(small_positions(5, least_side=1))
    full = smallest(Judge(ruleset, ENOUGH), tuple(CHECKS), iter(positions))
    assert not any(item.undecided for item in full.values())
    some = 0
    for nodes in FEW:
        few = smallest(Judge(ruleset, limited(nodes)), tuple(CHECKS), iter(positions))
        for fault, item in few.items():
            assert item.found is None or full[fault].found is not None
            if not item.undecided:
                assert (item.found and item.found.position) == (full[fault].found and full[fault].found.position)
            some += item.undecided
    assert some


@pytest.mark.parametrize("other", ["japanese1989", "korean", "proposal2012[first_move=attacker]"])
def test_no_difference_is_only_said_where_everything_was_decided(other):
    rules = load_ruleset(other)
    full = difference(Judge(PROPOSAL, ENOUGH), Judge(rules, ENOUGH), small_positions(5))
    assert full.found is not None
    assert not full.undecided
    few = [difference(Judge(PROPOSAL, limited(n)), Judge(rules, limited(n)), small_positions(5)) for n in FEW]
    assert any(item.found is None for item in few) or any(item.undecided for item in few)
    for item in few:
        if not item.undecided:
            assert item.found is not None
            assert item.found[0] == full.found[0]


def test_a_far_away_position_that_is_not_decided_excludes_nothing():
    first, second = load_case("ex07-1").position, load_case("ex07-2").position
    assert far_away(Judge(PROPOSAL, ENOUGH), second, first, 0).undecided == 0
    few = far_away(Judge(PROPOSAL, limited(1)), second, first, 0)
    assert (few.found, few.undecided) == (None, 1)


def test_the_page_of_findings_says_what_was_not_decided():
    matrix = fill([load_case("ex01")], [PROPOSAL, J1989], limits=ENOUGH)
    points = load_ruleset("japanese1989-points")
    few = limited(1)
    page_of_few = findings_page(
        matrix, list(separations(PROPOSAL, points, few, 4, lambda _: None)), few, 4, "shikatsu findings"
    )
    assert "no difference on these boards" not in page_of_few
    assert "none found, " in page_of_few
    assert "positions undecided" in page_of_few
    assert "perhaps not the smallest, " in page_of_few
    enough = findings_page(
        matrix, list(separations(PROPOSAL, points, ENOUGH, 4, lambda _: None)), ENOUGH, 4, "shikatsu findings"
    )
    assert "no difference on these boards" in enough
    assert "undecided\n" not in enough
    assert "perhaps" not in enough


@pytest.mark.parametrize("nodes", [1, 5, 20, 60])
def test_counts_that_may_be_the_same_are_no_difference(nodes):
    cases = [load_case(name) for name in ("ex01", "ex05", "ex13", "ex26", "fig-territory-2")]
    rulesets = [PROPOSAL, J1989, load_ruleset("chinese2002")]
    full, few = (fill(cases, rulesets, limits=limits) for limits in (ENOUGH, limited(nodes)))
    for case in cases:
        for other in rulesets[1:]:
            differs = full.counted(case, PROPOSAL, other) != full.counted(case, other, PROPOSAL)
            decided = not any(
                Status.UNKNOWN in full.statuses(case, ruleset).values() for ruleset in (PROPOSAL, other)
            )
            if decided:
                assert full.counts_differ(case, PROPOSAL, other) == differs
            assert not few.counts_differ(case, PROPOSAL, other) or full.counts_differ(case, PROPOSAL, other)


def test_a_proposal_with_few_states_is_said_to_differ_and_to_break_nothing_that_is_not_proved(capsys):
    command = ["propose", "korean", "ex01", "ex13", "--points", "4", "--no-cache", "--no-why"]
    assert main(["-q", *command, "--limit-nodes", "1", "--limit-walls", "1"]) == 3
    few = capsys.readouterr().out
    assert "Against japanese1989 (日本囲碁規約 1989): no differences, 6 units not compared" in few
    assert "it counts" not in few
    assert "not known to be broken, " in few
    assert ": not broken in examples 7-2 and 11" not in few
    assert main(["-q", *command]) == 0
    enough = capsys.readouterr().out
    assert "not known" not in enough
    assert "not compared" not in enough


def test_examples_that_are_not_decided_are_not_among_those_that_agree():
    cases = [load_case("ex01"), load_case("ex13")]
    few = page(fill(cases, [PROPOSAL, J1989], limits=limited(1)))
    head, _, rest = few.partition("<h1>Where it is not known</h1>")
    assert "<h2" not in head
    assert "<details" not in head
    assert rest.count("<details") == 2
    enough = page(fill(cases, [PROPOSAL, J1989], limits=ENOUGH))
    assert "Where it is not known" not in enough
    differing, _, same = enough.partition("<h1>Where they agree</h1>")
    assert '<h2 id="ex01">' in differing
    assert '<details id="ex13">' in same


@pytest.mark.parametrize("score", ["territory and prisoners", "area"])
@pytest.mark.parametrize("name", ["ex24", "ex26"])
def test_a_claimed_count_is_not_refuted_by_units_that_are_not_decided(name, score):
    case, ruleset = load_case(name), PROPOSAL.with_values(score=score)
    true = fill([case], [ruleset], limits=ENOUGH).statuses(case, ruleset)
    assert Status.UNKNOWN not in true.values()
    full = compare_territory(case, ruleset, territory(case.position, true, ruleset), PROPOSAL.id)
    wanted = Comparison.FAILS if score == "area" else Comparison.AGREES  # where areas count, stones do
    assert {item.result for item in full if item.what == "black"} == {wanted}
    units = list(case.units)
    for number in range(1 << min(len(units), 6)):
        statuses = {unit: Status.UNKNOWN if number >> i & 1 else true[unit] for i, unit in enumerate(units)}
        found = compare_territory(case, ruleset, territory(case.position, statuses, ruleset), PROPOSAL.id)
        for one, other in zip(found, full, strict=True):
            assert one.result in (Comparison.UNKNOWN, other.result), (one.what, one.found, other.found)
