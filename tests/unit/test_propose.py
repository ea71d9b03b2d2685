"""Proposals of one's own, the page that tells how to write one, and the page of findings."""

import re
from pathlib import Path

import pytest

from verifier.board import Position
from verifier.cli import main
from verifier.jobs.cases.case import load_case
from verifier.jobs.compare.findings import findings_page, separations
from verifier.jobs.compare.matrix import fill
from verifier.jobs.hunt.contradictions import (
    Fault,
    Judge,
    Sought,
    difference,
    far_away,
    moonshine_alone,
    small_positions,
    smallest,
)
from verifier.rules import load_ruleset, parse_ruleset
from verifier.search import Limits, Status

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "write-a-ruleset.md").read_text(encoding="utf-8")
LIMITS = Limits(nodes=50_000, seconds=20.0)
PROPOSAL, J1989 = load_ruleset("proposal2012"), load_ruleset("japanese1989")


def files():
    return re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_rulesets_of_the_page_are_valid_and_differ_as_it_says(tmp_path, capsys):
    club, reading = (parse_ruleset(text, "it") for text in files())
    assert {axis for axis, value in club.values if J1989[axis] != value} == {"ko", "dead_means"}
    assert reading == club.with_values(walls=reading["walls"])
    assert reading.document == "japanese1989"
    path = tmp_path / "our-club.toml"
    path.write_text(files()[0].replace('"prisoners then aim"', '"draw"'), encoding="utf-8")
    assert main(["rules", "validate", str(path)]) == 2
    message = capsys.readouterr().err.strip()
    assert message.replace(str(path), "our-club.toml") in PAGE


def test_propose_names_differences_and_contradictions_with_certificates(tmp_path, capsys):
    path = tmp_path / "our-club.toml"
    path.write_text(files()[0], encoding="utf-8")
    command = ["propose", str(path), "ex01", "ex09", "--points", "4", "--no-cache"]
    assert main([*command, "--proof", str(tmp_path / "proofs")]) == 0
    out = capsys.readouterr().out
    assert "our-club  Rules of our club: valid" in out
    assert "15 of 15 verdicts on 2 diagrams decided and proved" in out
    for unit, other in (("ex09: black D5 (6 stones)", "proposal2012"), ("ex01: white A5 (1 stone)", "japanese1989")):
        line = rf"{re.escape(unit)} is dead \([a-z ]+\); under {other} alive \([a-z ]+\)\. To blame: [a-z_, ;]+$"
        assert re.search(line, out, re.MULTILINE), unit
    assert out.count("Rule 4: where it stood") == 2  # once for each comparison
    assert "* our-club breaks the property adjacent (no two adjacent dead units of opposite colours): black" in out
    assert "  why one might expect it: dead stones are taken by the other side" in out
    assert "* far (no verdict changes with a far-away position): not broken in examples 7-2 and 11" in out
    assert main(["check", *map(str, (tmp_path / "proofs").iterdir())]) == 0


def test_small_positions_come_by_size_and_once_for_each_class():
    sizes = [position.rows * position.cols for position in small_positions(4)]
    assert sizes == sorted(sizes)
    first = [(p.rows, p.cols, p.black, p.white) for p in small_positions(2)]
    assert len(first) == 2, "an empty board, and one stone in the corner"


def test_faults_are_found_where_they_are():
    judge = Judge(PROPOSAL, LIMITS)
    found = smallest(judge, (Fault.ORDER, Fault.ADJACENT), small_positions(4))
    assert found[Fault.ADJACENT].found is None
    finding = found[Fault.ORDER].found
    assert finding is not None
    assert finding.position == Position(1, 3, 0b101, 0)
    assert [verdict.status for verdict in finding.verdicts] == [Status.DEAD, Status.DEAD, Status.ALIVE]
    assert all(verdict.certificate for verdict in finding.verdicts)


def test_a_unit_is_compared_with_its_image_in_another_position():
    judge = Judge(PROPOSAL, LIMITS)
    narrow, wide = Position(1, 3, 0b001, 0b100), Position(1, 5, 0b001, 0b100)
    finding = far_away(judge, wide, narrow, 0).found
    assert finding is not None
    assert finding.words == "black A1 is alive alone, and dead there"
    assert far_away(judge, narrow, narrow, 0) == Sought(None, 0)


def test_the_moonshine_is_dead_with_and_without_the_double_ko():
    position = load_case("ex11").position
    alone = moonshine_alone(position)
    assert [verdict.status for verdict in Judge(PROPOSAL, LIMITS).all(alone).values()] == [Status.DEAD] * 3
    assert far_away(Judge(PROPOSAL, LIMITS), position, alone, position.cols - alone.cols).found is None


def test_readings_are_separated_by_a_smallest_position():
    found = difference(
        Judge(PROPOSAL, LIMITS), Judge(PROPOSAL.with_values(first_move="attacker"), LIMITS), small_positions(4)
    ).found
    assert found is not None
    position, first, second = found
    assert position.rows * position.cols <= 4
    assert {first.status, second.status} == {Status.ALIVE, Status.DEAD}


@pytest.mark.parametrize("name", ["ex01", "ex09"])
def test_the_page_of_findings_says_what_the_matrix_says(name):
    rulesets = [PROPOSAL, J1989, load_ruleset("japanese1989-points")]
    matrix = fill([load_case(name)], rulesets, limits=LIMITS)
    separated = list(separations(PROPOSAL, rulesets[2], LIMITS, 3, lambda _: None))
    page = findings_page(matrix, separated, LIMITS, 3, "shikatsu findings")
    assert f"{matrix.asked} of {matrix.asked} verdicts are decided (100.0 %)" in page
    wrong = "ex01" if name == "ex01" else "none"
    assert f"| `japanese1989-points` | {int(name != 'ex01')} | {wrong} | none |" in page
    assert "| `japanese1989` | 1 | none | none |" in page
    assert "no difference on these boards" in page


def test_the_page_of_findings_counts_what_stayed_unknown():
    matrix = fill([load_case("ex08")], [PROPOSAL, J1989], limits=Limits(nodes=1, seconds=5.0))
    unknown = [cell for cell in matrix.cells.values() if cell.known.status is Status.UNKNOWN]
    of_1989 = sum(cell.ruleset.id == "japanese1989" for cell in unknown)
    assert of_1989
    page = findings_page(matrix, [], LIMITS, 3, "shikatsu findings")
    assert f"\n{len(unknown)} verdicts. " in page
    assert f"| `japanese1989` | {of_1989} | ex08 |" in page


def test_rules_of_ordinary_play_are_compared_by_what_comes_of_known_lines(tmp_path, capsys):
    text = (ROOT / "encodings" / "nihonshiki2-prime.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    changed = text.replace('id = "nihonshiki2-prime"', 'id = "mine"')
    path.write_text(changed, encoding="utf-8")
    assert main(["propose", str(path)]) == 0
    out = capsys.readouterr().out
    assert "nearest: nihonshiki2-prime, with the same values" in out
    assert "none of 94 lines of 25 play cases go otherwise" in out
    rule = re.search(r'\[play.ko_pass_pass\]\nvalue = "forbidden"', changed)
    assert rule
    path = tmp_path / "other.toml"
    path.write_text(changed.replace(rule[0], rule[0].replace("forbidden", "allowed")), encoding="utf-8")
    assert main(["propose", str(path)]) == 0
    out = capsys.readouterr().out
    assert "nearest: nihonshiki2-prime, but for ko_pass_pass = 'allowed', there 'forbidden'" in out
    assert "  pika-hanko, line 3: B+2; under nihonshiki2-prime not possible (move 2 (black): ko capture, pass, pass is forbidden" in out


def test_a_ruleset_with_both_sections_has_both_parts(capsys):
    assert main(["propose", "japanese1989", "ex01", "--points", "4", "--no-cache"]) == 0
    out = capsys.readouterr().out
    assert "Against proposal2012" in out
    assert "Ordinary play of japanese1989\nnearest: " in out
