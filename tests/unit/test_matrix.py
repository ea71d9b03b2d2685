"""One search and one proof for several rulesets."""

import dataclasses
import json
from pathlib import Path

import pytest

from verifier.adjudicate.judge import EXHAUSTED, decide, prove_life
from verifier.adjudicate.question import Question
from verifier.cli import main
from verifier.cli.matrix_html import page
from verifier.jobs.cases.case import Case, load_case
from verifier.jobs.compare.asked import lives_asked
from verifier.jobs.compare.cache import Known, VerdictCache
from verifier.jobs.compare.matrix import Matrix, fill
from verifier.jobs.compare.relabel import carried_over, relabelled
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.native import available

pytestmark = pytest.mark.skipif(not available(), reason="numbers of states are those of the kernel")


def matrix(case: Case, *rulesets: str, nodes: int) -> Matrix:
    return fill([case], [load_ruleset(name) for name in rulesets], limits=Limits(nodes=nodes, seconds=60.0))


def test_a_search_for_several_rulesets_has_the_limits_of_all_of_them() -> None:
    case = load_case("ex01")
    unit, both = case.unit_at("A5"), [load_ruleset("proposal2012"), load_ruleset("aga")]
    assert both[0].play_digest == both[1].play_digest

    alone = matrix(case, "proposal2012", nodes=30).cell(case, unit, both[0])
    shared = matrix(case, "proposal2012", "aga", nodes=30)
    cells = [shared.cell(case, unit, ruleset) for ruleset in both]

    assert alone is not None
    assert alone.known.status is Status.UNKNOWN, "it needs more than 30 states"
    for ruleset, cell in zip(both, cells, strict=True):
        assert cell is not None
        assert cell.known.status is Status.DEAD
        assert cell.certificate is not None
        assert check(cell.certificate).claim.ruleset.id == ruleset.id


def test_what_is_unknown_is_tried_with_the_proofs_under_other_rules() -> None:
    case = load_case("ex05")
    unit, other = case.unit_at("C6"), load_ruleset("japanese1989-owner-first")

    alone = matrix(case, other.id, nodes=60).cell(case, unit, other)
    helped = matrix(case, "proposal2012", other.id, nodes=60).cell(case, unit, other)

    assert alone is not None
    assert alone.known.status is Status.UNKNOWN, "it needs more than 60 states"
    assert helped is not None
    assert helped.known.status is Status.ALIVE
    assert helped.certificate is not None
    assert check(helped.certificate).claim.ruleset == other


def test_life_that_is_unknown_under_many_rulesets_is_searched_once_for_all_of_them() -> None:
    case = load_case("ex12")
    names = ("japanese1989-points", "japanese1989-pass-once", "japanese1989-no-appeal", "korean")
    unit, rulesets = case.unit_at("E5"), [load_ruleset(name) for name in names]

    alone = [matrix(case, name, nodes=100).cell(case, unit, load_ruleset(name)) for name in names]
    together = matrix(case, *names, nodes=100)

    assert all(cell and cell.known.status is Status.UNKNOWN for cell in alone), "it needs more states"
    for ruleset in rulesets:
        cell = together.cell(case, unit, ruleset)
        assert cell is not None
        assert cell.known.status is Status.ALIVE, ruleset.id
        assert cell.certificate is not None
        assert check(cell.certificate).claim.ruleset == ruleset


def test_nothing_is_searched_again_that_was_not_found_within_the_same_limits(tmp_path: Path) -> None:
    case, rules = load_case("ex12"), [load_ruleset("japanese1989-points"), load_ruleset("korean")]
    limits, totals = Limits(nodes=50, seconds=60.0), []
    runs = []
    for _ in range(2):
        cache = VerdictCache(tmp_path / "verdicts.sqlite3")
        runs.append(fill([case], rules, limits=limits, cache=cache, on_total=totals.append).cells)
        cache.close()
    assert totals[0] > totals[1] > 0, "the second number is that of the searches for life"
    assert totals[2:] == [0, 0]
    assert {key: cell.known.status for key, cell in runs[0].items()} == {
        key: cell.known.status for key, cell in runs[1].items()
    }


def test_life_is_not_searched_for_where_the_unit_is_dead_under_some_rules() -> None:
    position, attacker_first = load_case("ex01").position, load_ruleset("japanese1989")
    unit = load_case("ex01").unit_at("B6")
    rulesets = [attacker_first, attacker_first.with_values(ko="pass once for each ko")]
    asked = {("x", unit, rules.play_digest): Question(position, unit, rules) for rules in rulesets}
    found = {key: Known(Status.UNKNOWN, "limit", 0, 0.0, 0) for key in asked}
    assert len(lives_asked(asked, found)) == 1

    dead = {**found, next(iter(found)): Known(Status.DEAD, "", 0, 0.0, 1)}
    assert lives_asked(asked, dead) == {}


def test_plain_life_is_proved_or_nothing_is_said() -> None:
    case, rules = load_case("ex02"), load_ruleset("japanese1989-points").with_values(ko="basic")
    living, dead = (Question(case.position, case.unit_at(name), rules) for name in ("C5", "B5"))
    verdict = prove_life(living)
    assert verdict.status is decide(living).status is Status.ALIVE
    assert verdict.certificate is not None
    assert check(verdict.certificate).claim.ruleset == rules
    assert decide(dead).status is Status.DEAD
    assert prove_life(dead).reason == f"limit: {EXHAUSTED}"


def test_a_proof_is_not_carried_over_to_rules_under_which_it_is_none() -> None:
    case = load_case("ex01")
    unit, proposal = case.unit_at("B6"), load_ruleset("proposal2012")
    proof = decide(Question(case.position, unit, proposal)).certificate
    assert proof is not None
    elsewhere = load_ruleset("japanese1989-owner-first")
    question = Question(case.position, unit, elsewhere)

    assert decide(question).status is Status.ALIVE, "by a new stone, while it is dead under the 試案"
    assert carried_over(question, [proof]) is None
    with pytest.raises(ValueError, match="different games"):
        relabelled(proof, elsewhere)


def test_proofs_that_rest_on_walls_by_proof_are_not_carried_over() -> None:
    case = load_case("ex01")
    unit, proposal = case.unit_at("B6"), load_ruleset("proposal2012")
    proof = decide(Question(case.position, unit, proposal)).certificate
    assert proof is not None

    question = Question(case.position, unit, proposal.with_values(walls="independent"))
    assert carried_over(question, [proof]) is None
    assert carried_over(Question(case.position, unit, load_ruleset("aga")), [proof]) is not None


def test_a_proof_with_supports_is_left_where_these_have_no_game() -> None:
    case = load_case("ex01")
    unit = case.unit_at("B6")
    proof, support = (
        decide(Question(case.position, unit, load_ruleset(name))).certificate
        for name in ("japanese1989", "japanese1989-points")
    )
    assert proof is not None
    assert support is not None
    with_support = dataclasses.replace(proof, supports=(support,))

    assert carried_over(Question(case.position, unit, load_ruleset("katago-encore")), [with_support]) is None


def test_areas_and_territories_are_compared_by_their_leads() -> None:
    """fig-eyes-3 counts 9-13 in territory and 21-25 in areas: the same lead, and no difference."""
    territory, area = load_ruleset("proposal2012"), load_ruleset("chinese2002")
    same, other, crop = (load_case(name) for name in ("fig-eyes-3", "ex26", "ex02"))
    found = fill([same, other, crop], [territory, area], limits=Limits(nodes=50_000, seconds=20.0))
    assert found.total(same, territory) != found.total(same, area)
    assert found.counted(same, territory, area) == found.counted(same, area, territory) == "W+4"
    assert found.counted(other, territory, area) == "B+1"
    assert found.counted(other, area, territory) == "0"
    assert found.counted(crop, territory, area) == found.counted(crop, area, territory) == ""
    assert found.counted(crop, territory, territory) == "Black 1, White 2"
    html = page(found)
    assert "proposal2012: Black 9, White 13, lead W+4" in html
    assert "chinese2002: Black 21, White 25 of area, lead W+4" in html
    assert "lead" not in page(fill([same], [territory], limits=found.limits))


def test_a_proposal_that_counts_areas_lists_no_difference_of_counts_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = {**dict(load_ruleset("proposal2012").values), "score": "area"}
    text = 'schema = 1\nid = "areas"\ntitle = "Areas"\nsource = "ours"\n' + "".join(
        f"[axes.{axis}]\nvalue = {json.dumps(value)}\narticle = 'ours'\nbasis = 'assumption'\n"
        for axis, value in values.items()
    )
    path = tmp_path / "areas.toml"
    path.write_text(text, encoding="utf-8")
    command = ["propose", str(path), "fig-eyes-3", "--points", "2", "--no-cache", "--limit-seconds", "2"]
    assert main(command) in (0, 3)
    against, rest = capsys.readouterr().out.split("Against japanese1989")
    assert against.strip().endswith(": no differences")
    assert "fig-eyes-3: white F3" in rest
