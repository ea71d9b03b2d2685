"""Two rulesets about one position: what differs, and nothing else."""

import pytest

from verifier import judge
from verifier.jobs.compare.contrast import contrast, judge_under
from verifier.jobs.explain.explanation import explain
from verifier.notation import parse_diagram
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.search import Limits

EYES = parse_diagram(". X . X\nX X X X")


def test_units_with_two_proved_statuses_differ():
    found = contrast(judge("ex01"), judge("ex01", "japanese1989"))
    assert len(found.units) == 2
    assert not found.same
    assert contrast(judge("ex01"), judge("ex01")).same


def test_an_unknown_status_is_no_difference_but_no_agreement_either():
    unknown = judge("ex01", limits=Limits(nodes=1))
    found = contrast(judge("ex01"), unknown)
    assert found.units == ()
    assert len(found.unsettled) + sum(s.value != "unknown" for s in unknown.statuses.values()) == 2
    assert not found.same


def test_points_and_the_lead_differ_where_one_ruleset_counts_areas():
    found = contrast(judge(EYES), judge(EYES, "aga"))
    assert (found.units, found.points, found.lead) == ((), 0, True)


def test_judgements_of_two_positions_are_not_compared():
    with pytest.raises(ValueError, match="same position"):
        contrast(judge("ex01"), judge("ex02"))


def test_rulesets_that_play_the_same_are_searched_once_and_both_get_certificates():
    rulesets = [load_ruleset(name) for name in ("proposal2012", "aga", "japanese1989")]
    searched = []
    answers = list(judge_under(EYES, rulesets, on_start=lambda index, unit: searched.append(index)))
    assert searched == [0, 2]
    assert [index for index, _ in answers] == [0, 1, 2]
    for index, verdict in answers:
        assert verdict.question.ruleset.id == rulesets[index].id
        assert check(verdict.certificate).claim.ruleset.id == rulesets[index].id


@pytest.mark.parametrize("case", ["ex01", "ex02", "ex06", "ex07-1", "ex08", "ex13", "ex14"])
def test_the_japanese_explanation_has_the_same_facts_as_the_english_one(case):
    """As many sentences, and the same points and numbers in each."""
    import re

    proved = [verdict for verdict in judge(case, limits=Limits(nodes=20_000)).verdicts if verdict.certificate]
    assert proved
    for verdict in proved:
        explanation = explain(verdict.certificate, budget=150)
        japanese = explanation.said("ja")
        assert len(japanese) == len(explanation.sentences)
        for ours, theirs in zip(japanese, explanation.sentences, strict=True):
            points = re.compile(r"[A-HJ-Z]\d+")
            assert sorted(points.findall(ours)) == sorted(points.findall(theirs))
        assert not any(name in text for text in japanese for name in ("Black", "White", "None"))
