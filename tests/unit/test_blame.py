"""Which axes are to blame for a difference: the smallest sets, proved, and nothing smaller."""

import functools
import itertools
import json

import pytest

from verifier import Status, judge
from verifier.cli import main
from verifier.errors import InputError
from verifier.jobs.cases.case import load_case
from verifier.jobs.compare.blame import Blame, blame
from verifier.jobs.compare.blame_words import blame_words, blame_words_ja, legend, to_blame
from verifier.jobs.compare.cache import VerdictCache
from verifier.jobs.compare.matrix import fill
from verifier.jobs.compare.reasons import partings
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.rules.axes import PLAYED
from verifier.search import Limits

LIMITS = Limits(nodes=60_000, seconds=60)


@functools.cache
def status(case: str, unit: str, rules) -> Status:
    return judge(case, rules, units=[unit], limits=LIMITS).verdicts[0].status


@functools.cache
def blamed(case: str, unit: str, first: str, second: str) -> Blame:
    one, two = (judge(case, rules, units=[unit], limits=LIMITS).verdicts[0] for rules in (first, second))
    return blame(one.certificate, two.certificate, LIMITS)


@pytest.mark.parametrize(
    ("case", "unit", "first", "second", "axes"),
    [
        ("ex08", "B9", "proposal2012", "japanese1989", ("ko",)),
        ("ex01", "B6", "proposal2012", "japanese1989", ("dead_means", "cycle")),
        ("ex01", "A5", "japanese1989-points", "japanese1989", ("dead_means",)),
    ],
)
def test_the_axes_to_blame_are_found_and_trying_all_smaller_sets_finds_nothing(case, unit, first, second, axes):
    found = blamed(case, unit, first, second)
    assert found.axes == axes
    assert found.smallest
    one, two = load_ruleset(first), load_ruleset(second)
    goals = {one.id: status(case, unit, two), two.id: status(case, unit, one)}
    differing = [axis for axis in PLAYED if one[axis] != two[axis]]
    equal = set()
    for size in range(1, len(axes) + 1):
        for chosen in itertools.combinations(differing, size):
            for base, giver in ((one, two), (two, one)):
                try:
                    rules = base.with_values(**{axis: giver[axis] for axis in chosen})
                except InputError:
                    continue  # no game
                if status(case, unit, rules) is goals[base.id]:
                    equal.add((base.id, chosen))
    if len(differing) == len(axes):  # then either one becomes the other
        equal.discard((two.id, axes))
    assert equal == {(swap.base.id, swap.axes) for swap in found.found}


def test_every_swap_is_proved_under_the_changed_values():
    found = blamed("ex08", "B9", "proposal2012", "japanese1989")
    for swap in found.found:
        claim = check(swap.verdict.certificate).claim
        assert claim.ruleset["ko"] == swap.giver["ko"]
        assert all(claim.ruleset[axis] == swap.base[axis] for axis in PLAYED if axis not in swap.axes)


def test_the_words_name_values_articles_and_verdicts_in_both_languages():
    found = blamed("ex08", "B9", "proposal2012", "japanese1989")
    english, japanese = " ".join(blame_words(found)), " ".join(blame_words_ja(found))
    for text in (english, japanese):
        for word in ("ko", "'basic'", "Article 5", "'pass before each retake'", "Article 7, 2", "japanese1989"):
            assert word in text
    assert "the unit is dead under proposal2012" in english
    assert "proposal2012でも死に石です" in japanese
    both = " ".join(blame_words(blamed("ex01", "B6", "proposal2012", "japanese1989")))
    assert "No game is written down for one of these values without the others" in both


def test_in_a_few_words_it_names_the_axes_and_the_legend_has_each_value_once():
    found = [blamed(case, unit, "proposal2012", "japanese1989") for case, unit in (("ex08", "B9"), ("ex08", "C6"), ("ex01", "B6"))]
    assert [to_blame(item) for item in found] == ["ko", "ko", "dead_means and cycle"]
    lines = legend(found)
    assert [line.partition(":")[0] for line in lines] == [axis for axis in PLAYED if axis in ("ko", "dead_means", "cycle")]
    for line, axis in zip(lines, ("ko", "dead_means", "cycle"), strict=True):
        for name in ("proposal2012", "japanese1989"):
            ruleset = load_ruleset(name)
            assert line.count(f"{ruleset[axis]!r} ({ruleset.citations[axis].article}) under {name}") == 1


def test_what_cannot_be_decided_is_said():
    one, two = (judge("ex08", rules, units=["B9"], limits=LIMITS).verdicts[0] for rules in ("proposal2012", "japanese1989"))

    def unable(question):
        return judge("ex08", question.ruleset, units=["B9"], limits=Limits(nodes=1)).verdicts[0]

    found = blame(one.certificate, two.certificate, Limits(nodes=1), ask=unable)
    assert not found.smallest or not found.unknown or all(len(s.axes) >= len(found.axes) for s in found.unknown)
    if found.unknown and not found.found:
        assert "not known" in blame_words(found)[0]


def test_two_verdicts_that_do_not_differ_are_not_compared():
    one = judge("ex01", units=["B6"]).verdicts[0].certificate
    with pytest.raises(ValueError, match="different verdicts"):
        blame(one, one)


def test_a_comparison_says_it_of_each_unit_that_differs():
    rulesets = [load_ruleset(name) for name in ("proposal2012", "japanese1989")]
    matrix = fill([load_case("ex08")], rulesets, limits=LIMITS)
    cache = VerdictCache()
    found = list(partings(matrix, *rulesets, cache=cache))
    again = list(partings(matrix, *rulesets, cache=cache))
    differing = [
        unit
        for unit in matrix.cases[0].units
        if len({matrix.cell(matrix.cases[0], unit, ruleset).known.status for ruleset in rulesets}) == 2
    ]
    assert [item.unit for item in found] == differing
    assert [item.blame.axes for item in again] == [item.blame.axes for item in found]
    for item in found:
        assert item.words[0].startswith("To blame: ")
        assert sum("Kind of fight" in line for line in item.words) == 2


def test_the_command_prints_it_unless_it_is_asked_not_to(tmp_path, capsys):
    asked = ["cases", "ex08", "--rules", "proposal2012", "japanese1989", "--cache", str(tmp_path / "cache")]
    page = tmp_path / "page.html"
    assert main([*asked, "--html", str(page)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("To blame: ko") == page.read_text(encoding="utf-8").count("To blame: ko") == 2
    for article in ("Article 5", "Article 7, 2"):  # once for both units
        assert printed.count(article) == 1
    assert "ex08 B9: alive (cycle) under proposal2012, dead (ko) under japanese1989" in printed
    assert "Kind of fight" in page.read_text(encoding="utf-8")
    assert main([*asked, "--no-why"]) == 0
    assert "To blame" not in capsys.readouterr().out
    assert main([*asked, "--why"]) == 0
    in_full = capsys.readouterr().out
    assert "With the value of japanese1989 the unit is dead under proposal2012" in in_full
    assert in_full.count("Kind of fight") == 4
    assert main([*asked, "--json"]) == 0
    differences = json.loads(capsys.readouterr().out)["differences"]
    assert [(item["unit"], item["axes"], item["smallest"]) for item in differences] == [
        ("B9", [["ko"]], True),
        ("C6", [["ko"]], True),
    ]


def test_of_three_rulesets_it_is_said_on_demand(tmp_path, capsys):
    asked = ["cases", "ex01", "--rules", "proposal2012", "japanese1989", "japanese1989-points"]
    asked += ["--cache", str(tmp_path / "cache")]
    assert main(asked) == 0
    assert "To blame" not in capsys.readouterr().out
    assert main([*asked, "--why"]) == 0
    assert "To blame: dead_means" in capsys.readouterr().out
