"""Positions as pictures, SGF and forum text: what is shown is what is known, and can be read back."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from pressed import ENDLESS, MEBIBYTES, STATES, ctrl_c_soon, needs_signals
from sgfmill import sgf_grammar

from verifier import judge, svg
from verifier.board import BLACK, WHITE, Position, Side, parse_vertex
from verifier.board.grid import bits
from verifier.cli import main
from verifier.cli import show as command
from verifier.errors import InputError
from verifier.jobs.cases.case import case_ids, load_case
from verifier.jobs.explain.moves import line_of, parts
from verifier.jobs.show.files import write_entries
from verifier.jobs.show.page import Entry
from verifier.jobs.show.shown import Shown, lines_of, of_judgement
from verifier.notation import parse_diagram, parse_sgf
from verifier.notation.forums import forum_board, lifein19x19
from verifier.notation.sgf import write_sgf
from verifier.png import png_of

NS = "{http://www.w3.org/2000/svg}"
CROP = Position(3, 4, 0b0001, 0b0010, frozenset({Side.RIGHT, Side.BOTTOM}))


def read_forum(text):
    """Position, characters by point, and flags of a ``$$`` diagram, by the notation's own rules."""
    head, *lines = text.splitlines()
    flags = re.match(r"\$\$([BW]?)(c?)(?:m(\d+))?(?: (.*))?$", head)
    assert flags, head
    bodies = [line.removeprefix("$$").replace(" ", "") for line in lines]
    top, bottom = (not body.strip("-") for body in (bodies[0], bodies[-1]))
    rows = bodies[top : len(bodies) - bottom]
    left, right = ({row.startswith("|") for row in rows}, {row.endswith("|") for row in rows})
    assert len(left) == len(right) == 1
    signs = [row.strip("|") for row in rows]
    assert len({len(row) for row in signs}) == 1
    joined = "".join(signs)
    black = sum(1 << i for i, sign in enumerate(joined) if sign in "XB#YZ")
    white = sum(1 << i for i, sign in enumerate(joined) if sign in "OW@QP")
    edges = {Side.TOP: top, Side.BOTTOM: bottom, Side.LEFT: left.pop(), Side.RIGHT: right.pop()}
    open_sides = frozenset(side for side, there in edges.items() if not there)
    return Position(len(signs), len(signs[0]), black, white, open_sides), joined, flags.groups()


def squares(picture):
    root = ET.fromstring(picture)
    ground = root.attrib["width"]
    return [rect for rect in root.iter(f"{NS}rect") if rect.get("width") != ground]


def test_territory_has_a_square_of_its_colour_on_every_point():
    drawn = squares(svg.board(CROP, territory=(0b1100, 0b10000)))
    assert [rect.get("fill") for rect in drawn] == ["#1c1a17", "#1c1a17", "#fbfaf5"]
    # Column C of the top row, one of 30 pixels from the left: its square is in the middle of the point.
    x, y, side = (float(drawn[0].get(name)) for name in ("x", "y", "width"))
    assert (x + side / 2, y + side / 2) == pytest.approx((1.45 * 30 + 2 * 30, 1.45 * 30))


def test_under_a_stone_or_a_label_the_square_is_in_the_corner():
    under, beside = (squares(svg.board(CROP, territory=mask))[0] for mask in ((0, 0b0001), (0, 0b0100)))
    labelled = squares(svg.board(CROP, labels={2: "a"}, territory=(0, 0b0100)))[0]
    assert float(under.get("width")) < float(beside.get("width"))
    assert float(labelled.get("y")) > float(beside.get("y"))


def test_the_description_says_what_the_marks_say():
    drawn = svg.board(CROP, statuses={0: "dead"}, territory=(0, 0b0101))
    desc = ET.fromstring(drawn).find(f"{NS}desc").text
    assert desc.endswith("\ndead: A3\nterritory of white: A3 C3\n")


def test_the_picture_of_a_judgement_has_its_territory():
    judgement = judge("ex22")
    owned = judgement.territory.owned
    assert owned[0].bit_count() == 14
    assert len(squares(judgement.svg())) == 14
    some = judge("ex22", units=["C5"])
    assert squares(some.svg()) == [], "where not all units were judged nobody knows whose the points are"


def test_a_sheet_has_all_pictures_side_by_side_and_below_each_other():
    board = svg.board(CROP)
    sheet = ET.fromstring(svg.sheet([svg.Captioned(board, "one"), svg.Captioned(board, "two")] * 2, width=400))
    inner = sheet.findall(f"{NS}svg")
    width = int(ET.fromstring(board).get("width"))
    assert len(inner) == 4
    assert {one.get("x") for one in inner} == {"0", str(width + 14)}
    assert len({one.get("y") for one in inner}) == 2
    assert [text.text for text in sheet.findall(f"{NS}text")] == ["one", "two"] * 2
    assert int(sheet.get("width")) == 2 * width + 14
    assert int(sheet.get("height")) > max(int(one.get("y")) + int(one.get("height")) for one in inner)


def test_a_caption_is_broken_into_lines_that_fit():
    sheet = ET.fromstring(svg.sheet([svg.Captioned(svg.board(CROP), "死活例8 「眼あり眼なし三劫」: under proposal2012")]))
    lines = [text.text for text in sheet.findall(f"{NS}text")]
    assert " ".join(lines) == "死活例8 「眼あり眼なし三劫」: under proposal2012"
    assert len(lines) > 2


@pytest.mark.parametrize("name", case_ids())
def test_a_forum_diagram_is_read_back_as_the_same_position(name):
    position = load_case(name).position
    read, _, flags = read_forum(forum_board(position, title="9 lives"))
    assert read == position
    assert flags[3] == "9 lives"


def test_statuses_and_territory_have_their_characters():
    judgement = judge("ex22")
    shown = of_judgement(judgement)
    read, signs, _ = read_forum(shown.forum().split("\n\n")[0])
    assert read == judgement.diagram.position
    position = judgement.diagram.position
    black, _ = judgement.territory.owned
    for point, sign in enumerate(signs):
        status = judgement.by_point().get(point)
        if status is not None:
            wanted = {"dead": "#@", "alive": "BW"}[status.value][position.colour_at(point)]
        elif position.empty >> point & 1:
            wanted = "S" if black >> point & 1 else "."
        else:
            wanted = "XO"[position.colour_at(point)]
        assert sign == wanted, point
    assert "square: dead; circle: alive; square on an empty point: Black's territory" in shown.forum()


def test_the_moves_of_a_line_are_numbers_in_turn():
    verdict = judge("ex08", units=["A10"]).verdicts[0]
    moves = line_of(verdict)
    blocks = Shown(judge("ex08", units=[]).diagram, lines=lines_of([verdict])).forum().split("\n\n")
    diagrams = [read_forum(block) for block in blocks if block.startswith("$$")][1:]
    found = []
    for _, signs, (colour, _, first, _) in diagrams:
        numbers = sorted((int(sign) or 10, point) for point, sign in enumerate(signs) if sign.isdigit())
        side = "BW".index(colour)
        found += [((side + n - 1) % 2, point, int(first or 1) + n - 1) for n, point in numbers]
    assert found == [(int(colour), point, i) for i, (colour, point) in enumerate(moves, 1) if point is not None]
    assert len(diagrams) == 2, "a retake is on a point that is taken in the first diagram"


def test_parts_hold_all_moves_on_points_that_are_empty():
    for name in ("ex08", "ex11", "ex18"):
        for verdict in judge(name).verdicts:
            moves = line_of(verdict)
            found = list(parts(verdict.question.position, moves, 10))
            assert [move for part in found for move in part.moves] == moves
            for part in found:
                points = [point for _, point in part.moves if point is not None]
                assert len(set(points)) == len(points) <= 10
                assert all(part.before.empty >> point & 1 for point in points)


def test_moves_that_no_forum_diagram_can_show_are_refused():
    empty = Position(4, 4, 1, 0)
    with pytest.raises(InputError, match="on a point that is taken"):
        forum_board(empty, moves=[(WHITE, 0)])
    with pytest.raises(InputError, match="take turns"):
        forum_board(empty, moves=[(WHITE, 5), (WHITE, 6)])
    with pytest.raises(InputError, match="up to 10"):
        forum_board(empty, moves=[((BLACK, WHITE)[i % 2], 1 + i) for i in range(11)])


def test_coordinates_are_asked_for_only_where_edges_place_the_board():
    assert forum_board(Position(2, 2, 1, 0)).startswith("$$c")
    assert forum_board(Position(2, 2, 1, 0, frozenset({Side.LEFT, Side.RIGHT}))).startswith("$$\n")


def test_lifein19x19_has_tags_around_it():
    assert lifein19x19("$$ a\n$$ | X") == "[go]$$ a\n$$ | X[/go]"


@pytest.mark.parametrize("name", ["ex01", "ex08", "ex22"])
def test_sgf_has_marks_and_lines_and_is_read_back_as_the_same_position(name):
    judgement = judge(name)
    shown = of_judgement(judgement, lines=judgement.verdicts)
    text = shown.sgf()
    assert parse_sgf(text.encode()).position == judgement.diagram.position
    tree = sgf_grammar.parse_sgf_game(text.encode())
    (root,) = tree.sequence
    cols = judgement.diagram.position.cols

    def point(raw):
        return (raw[1] - 97) * cols + raw[0] - 97 if raw else None

    def points(key):
        return {point(raw) for raw in root.get(key, [])}

    by_point = judgement.by_point()
    assert points("MA") == {p for p, status in by_point.items() if status.value == "dead"}
    assert points("CR") == {p for p, status in by_point.items() if status.value == "alive"}
    owned = judgement.territory.owned
    assert [points("TB"), points("TW")] == [set(bits(mask)) for mask in owned]
    first, *rest = tree.children
    assert first.sequence[0]["C"] == root["C"] == ["\n".join(["under proposal2012", *shown.words]).encode()]
    assert len(rest) == len(shown.lines) > 0
    for branch, line in zip(rest, shown.lines, strict=True):
        assert branch.sequence[0]["C"] == [line.title.encode()]
        moves = [(key, point(node[key][0])) for node in branch.sequence for key in "BW" if key in node]
        assert moves == [("BW"[colour], at) for colour, at in line.moves]


def test_labels_of_stones_with_a_status_give_way_to_it():
    case = load_case("ex01")
    text = write_sgf(case.diagram, statuses={parse_vertex("B6", 6, 7): "unknown"})
    assert "LB[aa:a][ba:?]" in text


def test_an_unknown_unit_has_a_question_mark_in_every_form(capsys):
    code = main(["show", "ex18", "--rules", "proposal2012", "--limit-nodes", "1"])
    out = capsys.readouterr().out
    assert code == 3
    assert "? unknown" in out
    assert main(["show", "ex18", "--rules", "proposal2012", "--limit-nodes", "1", "--as", "sgf"]) == 3
    assert re.search(r"LB\[..:\?\]", capsys.readouterr().out)
    assert main(["show", "ex18", "--rules", "proposal2012", "--limit-nodes", "1", "--as", "sensei"]) == 3
    assert re.search(r"[YQ]", read_forum(capsys.readouterr().out.split("\n\n")[0])[1])


def test_the_command_writes_each_form(tmp_path, capsys):
    files = [str(tmp_path / f"a.{kind}") for kind in ("svg", "png", "sgf", "txt")]
    options = [option for file in files for option in ("--out", file)]
    assert main(["show", "ex22", "--unit", "C5", "--as", "lifein19x19", *options]) == 0
    assert capsys.readouterr().out == ""
    svg_text, png, sgf, txt = ((tmp_path / f"a.{kind}").read_bytes() for kind in ("svg", "png", "sgf", "txt"))
    assert ET.fromstring(svg_text.decode()).tag == f"{NS}svg"
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert parse_sgf(sgf).position == load_case("ex22").position
    assert txt.startswith(b"[go]$$")
    assert main(["show", "ex22", "--out", files[0]]) == 2
    assert "use --force" in capsys.readouterr().err


def test_without_a_question_nothing_is_judged(capsys):
    assert main(["show", "ex22"]) == 0
    out = capsys.readouterr().out
    assert "dead" not in out
    assert main(["show", "ex22", "--as", "diagram"]) == 0
    printed = capsys.readouterr().out
    assert str(load_case("ex22").diagram) == printed.rstrip("\n")


def test_an_ending_that_says_nothing_is_refused_before_anything_is_searched(tmp_path, capsys):
    assert main(["show", "ex22", "--rules", "proposal2012", "--out", str(tmp_path / "a.pdf")]) == 2
    assert ".svg, .png, .sgf, .txt is needed" in capsys.readouterr().err


@pytest.mark.parametrize("names", [("z.png", "z.png"), ("z.svg", "./z.svg"), ("z.svg", "y/../z.svg")])
def test_a_file_that_is_named_twice_is_refused_before_anything_is_searched(names, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "y").mkdir()
    monkeypatch.setattr(command, "judge_units", None)
    for more in ([], ["--force"]):
        assert main(["show", "ex01", "--unit", "B6", "--out", names[0], "--out", names[1], *more]) == 2
        error = capsys.readouterr().err
        assert error == f"shikatsu: --out {names[1]}: is there already; give each of them a file of its own\n"
    assert [path.name for path in tmp_path.iterdir()] == ["y"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--limit-nodes 2", "--limit-nodes: nothing is judged unless --rules, --unit, --together, --first or --lines asks for it; leave it out"),
        ("--limit-walls 2 --out {}.svg", "--limit-walls: nothing is judged"),
        ("--prover sat", "--prover: nothing is judged"),
        ("--jobs 2", "--jobs: nothing is judged"),
        ("--cluster nowhere:1", "--cluster: nothing is judged"),
        ("--out {}.svg --as sensei", "--as sensei: only a file .txt has that form, and --out names none; leave it out"),
        ("--unit B6 --out {}.sgf --as text", "--as text: only a file .txt has that form"),
        ("--rules proposal2012 --unit B6 --as diagram", "has no verdicts; use another form, or leave --rules, --unit out"),
        ("--first owner --as diagram --out {}.txt", "--as diagram: has no verdicts"),
        ("--unit B6 --tree --lines", "--lines: --tree has the lines of its answer; leave --lines out"),
        ("--unit B6 --tree --jobs 2", "--jobs: --tree is searched in one process; leave --jobs out"),
    ],
)
def test_options_that_would_have_no_effect_are_refused(options, message, tmp_path, capsys):
    assert main(["show", "ex01", *options.format(tmp_path / "a").split()]) == 2
    out, error = capsys.readouterr()
    assert (out, error.count("\n"), list(tmp_path.iterdir())) == ("", 1, [])
    assert message in error


def test_options_that_have_an_effect_on_one_of_the_files_are_taken(tmp_path):
    files = [option for kind in ("svg", "txt") for option in ("--out", str(tmp_path / f"a.{kind}"))]
    assert main(["show", "ex22", "--unit", "C5", "--as", "diagram", *files]) == 0
    assert load_case("ex22").position == parse_diagram((tmp_path / "a.txt").read_text(encoding="utf-8")).position


@pytest.mark.parametrize("form", ["text", "sensei", "sgf"])
@pytest.mark.parametrize(("first", "status"), [("white", "dead"), ("black", "alive")])
def test_who_moves_first_is_said_beside_the_ruleset(first, status, form, tmp_path, capsys):
    source = tmp_path / "corner.txt"
    source.write_text("edges: top,left\n...XO..\nXXXXO..\nOOOOO..\n.......\n", encoding="utf-8")
    assert main(["show", str(source), "--unit", "D4", "--first", first, "--as", form]) == 0
    out = capsys.readouterr().out
    assert f"under proposal2012, {first} first" in out
    assert f"black D4 (5 stones): {status}" in out


@needs_signals
@pytest.mark.parametrize(("unit", "judged"), [(["--unit", "C4"], 0), ([], 1)], ids=["nothing", "one"])
def test_an_interruption_writes_no_file_and_prints_what_was_found(unit, judged, tmp_path, capsys):
    source, target = tmp_path / "board.txt", tmp_path / "a.sgf"
    source.write_text(ENDLESS, encoding="utf-8")
    limits = ["--limit-nodes", str(STATES), "--limit-memory", str(MEBIBYTES)]
    with ctrl_c_soon():
        assert main(["show", str(source), "--rules", "proposal2012", "--out", str(target), *unit, *limits]) == 130
    out, error = capsys.readouterr()
    assert f"interrupted; {judged} of " in error
    assert error.endswith("units were judged; no file is written\n")
    assert ("under proposal2012" in out) is bool(judged)
    assert not target.exists()


def test_a_hunt_writes_what_it_found_in_every_form_and_a_page(tmp_path, capsys):
    folder = tmp_path / "found"
    arguments = ["hunt", "proposal2012", "japanese1989", "--board", "3x3", "--positions", "all", "--export", str(folder)]
    assert main(arguments) == 0
    capsys.readouterr()
    names = {path.name for path in folder.iterdir()}
    for ruleset in ("proposal2012", "japanese1989"):
        kinds = ("svg", "png", "sgf", "txt", "forum.txt")
        assert {f"hunt-1.{ruleset}.{kind}" for kind in kinds} <= names
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 2
    assert 'href="hunt-1.japanese1989.sgf"' in page
    both = [parse_sgf((folder / f"hunt-1.{name}.sgf").read_bytes()).position for name in ("proposal2012", "japanese1989")]
    assert both[0] == both[1]
    assert main(arguments) == 2, "nothing is overwritten"


def test_words_of_a_page_are_text(tmp_path):
    shown = Shown(load_case("ex01").diagram, words=("<b>",))
    write_entries(tmp_path, "<i>", [Entry("<u>", ("<s>",), (("a", shown),))])
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert not re.search("<[bius]>", page)
    assert page.count("&lt;b&gt;") == 2, "in the caption and in the text for forums"


@pytest.mark.skipif(not list(Path("/usr/share/fonts").rglob("DejaVuSans.ttf")), reason="without a usual font")
def test_letters_are_drawn_in_png():
    pytest.importorskip("resvg_py")
    picture = str(svg.board(CROP, statuses={0: "unknown"}))
    plain = re.sub("<text.*?</text>", "", picture, flags=re.DOTALL)
    assert plain != picture
    assert png_of(plain) != png_of(picture)
