"""The referee's report: one page that needs nothing else, and pictures that show what is proved."""

import html.parser
import re
import struct
import xml.etree.ElementTree as ET
import zlib

import pytest
from endings import RULES, endings
from test_answers import SIX, THREE, of_six, of_three
from test_dame import audited_between

from verifier.board import Colour, parse_vertex
from verifier.board.grid import bits
from verifier.cli import main
from verifier.jobs.audit import Finding, adjudication, audit_game
from verifier.jobs.audit.page import report_page
from verifier.jobs.audit.pictures import audit_board
from verifier.jobs.audit.writing import refuting_line
from verifier.jobs.explain.pictures import line_pictures
from verifier.notation.game import parse_game
from verifier.png import png_of
from verifier.rules import load_ruleset
from verifier.search import Limits

ENDINGS = {ending.name: ending for ending in endings()}
ONE = Limits(nodes=1)
_VOID = {"meta"}


class Outline(html.parser.HTMLParser):
    """The elements of a page, each closed; the text of each section by its heading."""

    def __init__(self, text):
        super().__init__()
        self.open, self.attributes, self.sections, self.heading = [], [], {}, ""
        self.feed(text)
        self.close()
        assert self.open == [], "everything is closed"

    def handle_starttag(self, tag, attributes):
        self.attributes += [(tag, *pair) for pair in attributes]
        if tag not in _VOID:
            self.open.append(tag)
        if tag == "h2":
            self.heading = ""

    def handle_startendtag(self, tag, attributes):
        self.attributes += [(tag, *pair) for pair in attributes]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "h2":
            self.heading += data
        elif "style" not in self.open:
            self.sections[self.heading] = self.sections.get(self.heading, "") + data + " "


def audited(name, rules=RULES, **options):
    record = parse_game(ENDINGS[name].sgf)
    return audit_game(record, load_ruleset(rules), adjudication(record), **options)


def test_the_page_is_whole_and_needs_nothing_from_elsewhere():
    for audit in (audited("ex07-1-13-chain", turns=True), of_six("W+20", ["A3"], limits=ONE),
                  audited("ex02-9-right", rules="japanese1989")):  # fmt: skip
        page = report_page(audit)
        outline = Outline(page)
        names = {name for _, name, _ in outline.attributes}
        assert not names & {"src", "href", "onload", "onclick", "data"}
        assert "url(" not in page
        assert "@import" not in page
        assert "<script" not in page
        assert set(re.findall(r"https?://[^\s\"<]+", page)) == {"http://www.w3.org/2000/svg"}
        for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
            ET.fromstring(picture)
        assert "@page{size:A4" in page


def test_proved_and_assumed_stand_apart():
    page = Outline(report_page(of_six("W+11", ["A3"], limits=ONE)))
    assert "1 of 2 chains is proved" in page.sections["Proved"]
    assert "assumed" not in page.sections["Proved"].lower()
    assert "W+20" not in page.sections["Proved"]
    assumed = page.sections["Assumed, and not proved"]
    assert "no finding of this page rests on it" in assumed
    assert "the result is W+20" in assumed
    assert "A3 matters: 24 points" in assumed
    assert re.search(r"As recorded: W\+11\.\s+proved\s+assumed: open chains as below\s+as the board stands\s+W\+20 to B\+4\s+W\+20", page.sections["Counts"])
    assert "Not proved either way" in page.sections["Open chains"]
    assert "proved W+20 to B+4 as the board stands: not proven" in re.sub(r"\s+", " ", page.sections[""])


def test_totals_are_those_of_the_board_as_it_stands_where_filling_rests_on_open_chains():
    """If the open chain is dead the board is filled in another way, so totals of the filled board say nothing."""
    for limits, table in (
        (ONE, "proved, as the board stands total Black 3 White 0 to 6 White's total"),
        (None, "proved, with neutral points filled in turn total territory Black 3 3 White 6 6"),
    ):
        counts = " ".join(Outline(report_page(audited_between(limits))).sections["Counts"].split())
        assert table in counts, counts


def test_the_notes_name_dead_stones_that_the_result_allows_and_what_another_ruleset_decides():
    page = Outline(report_page(of_six("W+20", None, limits=ONE, beside="chinese2002")))
    notes = re.sub(r"\s+", " ", page.sections["Notes"])
    assert "Dead stones that make W+20: A3 (not proven)." in notes
    assert "Under chinese2002 none of the open chains is proved either." in notes
    audit = audited("ex07-1-9-right", "ing1991", beside=load_ruleset(RULES), limits=Limits(nodes=2000))
    notes = re.sub(r"\s+", " ", Outline(report_page(audit)).sections["Notes"])
    assert f"Under {RULES}, not under ing1991, it is proved: " in notes


def test_where_all_is_proved_nothing_is_assumed():
    page = Outline(report_page(audited("ex07-1-13-right")))
    assert [name for name in page.sections if "Assumed" in name] == []
    assert "assumed" not in " ".join(page.sections.values()).lower()
    assert "Disputed chains" not in page.sections


@pytest.mark.parametrize("make", [lambda: of_three("W+16", ["A2"]), lambda: audited("ex09-9-chain")])
def test_every_disputed_chain_has_the_line_of_its_proof(make):
    audit = make()
    refuted = [chain for chain in audit.chains if chain.finding is Finding.REFUTED]
    assert refuted
    page = Outline(report_page(audit))
    said = re.sub(r"\s+", " ", page.sections["Disputed chains"])
    rows, cols = audit.record.position.rows, audit.record.position.cols
    for chain in refuted:
        moves = refuting_line(chain)
        listed = re.findall(r"(\d+) (Black|White) (\w+)", said)
        told = [(["Black", "White"].index(side), -1 if where == "pass" else parse_vertex(where, rows, cols)) for _, side, where in listed]
        line = [(int(colour), -1 if point is None else point) for colour, point in moves]
        assert line or f"Proved {chain.status.value} without a move" in said
        assert any(told[start : start + len(line)] == line for start in range(len(told) + 1)), (told, line)


def test_pictures_of_a_line_go_on_where_the_one_before_ended():
    """Captures and retakes: each number stands on a point that was empty on the board of its picture."""
    audit = of_three("W+16", ["A2"], turns=True)
    position = audit.record.position
    moves = [(Colour.WHITE, parse_vertex("A1", 5, 5)), (Colour.BLACK, parse_vertex("B1", 5, 5)), (Colour.WHITE, None),
             (Colour.BLACK, parse_vertex("A1", 5, 5))]  # fmt: skip
    pictures = list(line_pictures(position, moves, 1 << parse_vertex("A2", 5, 5)))
    assert [picture.caption for picture in pictures] == ["1 W A1, 2 B B1, 3 W pass", "4 B A1"]
    plain = [ET.fromstring(picture.picture).find("{http://www.w3.org/2000/svg}desc").text for picture in pictures]
    assert plain[0].strip().splitlines()[-1] == "O X . X O"
    assert plain[1].strip().splitlines()[-1] == "X X . X O", "the white stone was taken"


def test_an_unsettled_chain_has_both_lines():
    page = Outline(report_page(of_three("W+16", ["A2"], turns=True)))
    assert "White owes a move" in page.sections["Whose move"]
    said = re.sub(r"\s+", " ", page.sections["Disputed chains"])
    assert "A2 (black): who moves first decides" in said
    assert re.search(r"Black first: A2 is alive .*1 Black B1", said)
    assert re.search(r"White first: A2 is dead .*1 White B1", said)
    lives, dies = said.split("White first: A2 is dead")
    assert "In this line" in lives, "each line says how it ends"
    assert "In this line" in dies
    assert "If move" in lives + dies, "and what else could be tried"


def test_the_first_lines_say_how_many_chains_are_proved_as_agreed():
    agreed = Outline(report_page(of_three("W+16", ["A2"], turns=True))).sections[""]
    assert "Of 2 chains: 1 proved as agreed; 1 proved otherwise (A2); 0 open." in agreed
    unsaid = Outline(report_page(of_three("W+16", None))).sections[""]
    assert "Nobody stated dead stones. Of 2 chains 2 are proved." in unsaid


def test_the_board_has_a_mark_for_each_status_and_tints_what_is_sure():
    audit = audited("ex07-1-13-chain")
    picture = audit_board(audit)
    tree = ET.fromstring(picture)
    paths = [path.get("d") for path in tree.iter("{http://www.w3.org/2000/svg}path")]
    dead = sum(chain.unit.bit_count() for chain in audit.chains if chain.status.value == "dead")
    assert dead
    assert sum(bool(re.fullmatch(r"M\S+ \S+L\S+ \S+M\S+ \S+L\S+ \S+", path)) for path in paths) == dead
    titles = [title.text for title in tree.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[1:] == ["sure points of black", "sure points of white"]
    tinted = [path for path in paths if path and path.endswith("z")]
    living = sum(chain.unit for chain in audit.chains if chain.status.value == "alive")
    assert [path.count("z") for path in tinted] == [
        (audit.sure(colour) & ~living).bit_count() for colour in Colour
    ]


def test_names_from_a_record_are_text():
    data = SIX.format(result="W+20").replace("KM[0]", "KM[0]PB[<b>&amp; \"x\"]GN[<script>1</script>]").encode()
    record = parse_game(data)
    audit = audit_game(record, load_ruleset(RULES), adjudication(record, ["A3"]), limits=ONE)
    page = report_page(audit)
    assert "<script>" not in page
    assert "&lt;b&gt;&amp;amp; &quot;x&quot;" in page
    Outline(page)


def pixels(data):
    """Width, height and the rows of an RGBA picture, by the PNG standard."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert (depth, kind) == (8, 6)
    packed, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    raw, rows, before = zlib.decompress(packed), [], bytes(4 * width)
    for number in range(height):
        method, *line = raw[number * (4 * width + 1) : (number + 1) * (4 * width + 1)]
        for i in range(4 * width):
            a, b, c = (line[i - 4] if i > 3 else 0), before[i], (before[i - 4] if i > 3 else 0)
            near = min((a, b, c), key=lambda x, p=a + b - c: abs(p - x))
            line[i] = line[i] + (0, a, b, (a + b) // 2, near)[method] & 255
        rows.append(line)
        before = bytes(line)
    return width, height, rows


def test_the_png_shows_the_board():
    audit = of_three("W+16", ["A2"])
    picture = audit_board(audit)
    size = int(re.search(r'width="(\d+)"', picture)[1])
    width, height, rows = pixels(png_of(picture))
    assert (width, height) == (2 * size, 2 * size)
    position = audit.record.position
    for point in bits(position.black | position.white):
        row, col = divmod(point, 5)
        x, y = (round(2 * (1.45 * 30 + 30 * at)) for at in (col, row))
        bright = sum(rows[y][4 * (x + 20) : 4 * (x + 20) + 3])  # between the mark and the edge
        assert (bright < 200) == bool(position.black >> point & 1), point


def test_the_command_writes_page_and_pictures_and_overwrites_nothing(tmp_path, capsys):
    path = tmp_path / "three.sgf"
    path.write_text(THREE.format(result="W+16"), encoding="utf-8")
    arguments = ["audit", str(path), "--rules", RULES, "--dead", "A2", "--report", str(tmp_path / "out"), "--png"]
    assert main(arguments) == 1
    files = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert files == ["three.report.html", "three.report.png", "three.report.svg"]
    Outline((tmp_path / "out" / "three.report.html").read_text(encoding="utf-8"))
    ET.fromstring((tmp_path / "out" / "three.report.svg").read_text(encoding="utf-8"))
    capsys.readouterr()
    (tmp_path / "out" / "three.report.html").unlink()
    assert main(arguments) == 2
    assert "three.report.svg: exists already; use --force" in capsys.readouterr().err
    assert main([*arguments, "--force"]) == 1


def test_a_picture_without_a_place_and_a_renderer_that_is_missing_are_one_line(tmp_path, capsys, monkeypatch):
    path = tmp_path / "three.sgf"
    path.write_text(THREE.format(result="W+16"), encoding="utf-8")
    assert main(["audit", str(path), "--rules", RULES, "--png"]) == 2
    assert "--report DIR" in capsys.readouterr().err
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["audit", str(path), "--rules", RULES, "--report", str(tmp_path / "out"), "--png"]) == 2
    assert "pip install '.[png]'" in capsys.readouterr().err


def test_a_batch_writes_a_page_for_each_game(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("ex02-9-right", "ex07-1-13-chain"):
        (folder / f"{name}.sgf").write_bytes(ENDINGS[name].sgf)
    assert main(["audit", str(folder), "--rules", RULES, "--report", str(tmp_path / "out")]) == 1
    names = sorted(file.name for file in (tmp_path / "out").glob("*.html"))
    assert names == ["ex02-9-right.report.html", "ex07-1-13-chain.report.html"]


@pytest.mark.parametrize("rules", ["chinese2002", "japanese1989", "korean", "new-zealand"])
def test_pages_under_other_rules_are_whole(rules):
    page = Outline(report_page(audited("ex07-1-13-right", rules=rules, limits=Limits(seconds=2), turns=True)))
    assert "All chains" in page.sections
