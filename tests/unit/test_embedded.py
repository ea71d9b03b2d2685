"""Boards in static pages: the data beside the picture, and the script that is made of the explorer's modules."""

import html
import json
import re
import shutil
import subprocess

import pytest

from verifier import judge, load_case
from verifier.cli import main
from verifier.jobs.show.embedded import board_data, embedded, script, style
from verifier.notation import Diagram
from verifier.proof import check


def data_of(text):
    """The data of all figures of a page."""
    held = re.findall(r'<script type="application/json" class="shikatsu">(.*?)</script>', text)
    return [json.loads(part) for part in held]


@pytest.fixture(scope="module")
def found():
    return judge("ex01")


@pytest.fixture(scope="module")
def board(found):
    statuses = {verdict.unit: verdict.status.value for verdict in found.verdicts}
    proofs = {verdict.unit: verdict.certificate for verdict in found.verdicts}
    links = {verdict.unit: f"{verdict.name}.json" for verdict in found.verdicts}
    return board_data(found.diagram, "r", statuses, certificates=proofs, links=links, reasons=False)


def test_the_data_has_the_stones_the_verdicts_and_legal_lines(found, board):
    position = load_case("ex01").position
    assert board["stones"].count("X") == position.black.bit_count()
    assert [(unit["name"], unit["status"]) for unit in board["units"]] == [("B6", "dead"), ("A5", "dead")]
    for unit in board["units"]:
        line = unit["reason"]["line"]
        assert line["boards"][0] == board["stones"]
        assert len(line["boards"]) == len(line["moves"]) + 1
        for move, before, after in zip(line["moves"], line["boards"], line["boards"][1:], strict=False):
            if move["point"] >= 0:
                assert before[move["point"]] == "."
                assert after[move["point"]] == ("X" if move["colour"] == "black" else "O")
            else:
                assert before == after


def test_nothing_in_a_title_ends_the_data(found):
    title = "</script><script>alert(1)</script><!--"
    position = found.diagram.position
    figure = embedded(board_data(Diagram(position, (), title), "r", {}), "<svg/>", title)
    assert figure.count("</script>") == 1
    assert data_of(figure)[0]["title"] == title
    assert html.escape(title) in figure


def test_the_script_is_one_classic_script_that_asks_for_nothing():
    text = script()
    assert not re.findall(r"^\s*(import|export)\b", text, re.MULTILINE)
    assert "fetch(" not in text
    assert "innerHTML" not in text
    assert set(re.findall(r"https?://[^\s\"']+", text)) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in style()
    if shutil.which("node"):
        done = subprocess.run(["node", "--check", "-"], input=text, text=True, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = ["cases", "ex01", "ex02", "--rules", "proposal2012", "japanese1989", "--no-cache"]
    assert main([*command, "--site", str(folder)]) in (0, 3)
    return folder


def test_every_link_of_the_static_pages_leads_to_a_file(site):
    pages = sorted(site.rglob("*.html"))
    assert [str(page.relative_to(site)) for page in pages] == [
        "cases/ex01.html",
        "cases/ex02.html",
        "index.html",
        "matrix.html",
    ]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r'(?:href|src)="([^"#]+)', text):
            assert "//" not in link
            assert (page.parent / link).is_file(), (page, link)
        for data in data_of(text):
            for unit in data["units"]:
                if unit["proof"]:
                    assert (page.parent / unit["proof"]).is_file()


def test_the_certificates_of_the_static_pages_prove_what_the_boards_say(site):
    case = site / "cases" / "ex01.html"
    boards = data_of(case.read_text(encoding="utf-8"))
    assert [[unit["status"] for unit in board["units"]] for board in boards] == [["dead"] * 2, ["alive"] * 2]
    for board in boards:
        for unit in board["units"]:
            claim = check(case.parent / unit["proof"]).claim
            assert claim.verdict.value == unit["status"]
            assert claim.ruleset.id == board["rules"]


def test_the_search_page_has_every_case_unit_and_difference(site):
    text = (site / "index.html").read_text(encoding="utf-8")
    entries = [html.unescape(entry) for entry in re.findall(r'data-find="([^"]*)"', text)]
    assert sum(entry.startswith("case ") for entry in entries) == 2
    units = sum(len(load_case(name).units) for name in ("ex01", "ex02"))
    assert sum(entry.startswith("verdict ") for entry in entries) == units
    assert any(entry.startswith("difference ex01 B6") for entry in entries)


def test_pages_that_are_there_are_kept(site, capsys):
    command = ["cases", "ex01", "--rules", "proposal2012", "aga", "--no-cache", "--site", str(site)]
    assert main(command) == 2
    assert "--force" in capsys.readouterr().err
