"""``shikatsu units`` and ``decompose``: what they print and write."""

import doctest
import io
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import networkx as nx
import pytest

from verifier import decompose, load_case, parse_diagram
from verifier.board import Colour, Mask, parse_vertex
from verifier.board.grid import bits
from verifier.cli import main
from verifier.errors import InputError
from verifier.units.export import dot, graphml

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "units.md").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"
TWO_EYES = "X.X.OOO\nXXXXO.O\n.XO.O.O\nXXOOO.O"


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(TWO_EYES)
    return str(path)


def mask(points: str, case: str) -> Mask:
    position = load_case(case).position
    return sum(1 << parse_vertex(point, position.rows, position.cols) for point in points.split())


def test_units_walls_locales_and_regions_are_listed(capsys):
    assert main(["units", "ex01"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ex01  ")
    assert "walls = unconditional, as proposal2012 has it" in out
    assert " 6| .  X1 X1 O# O# .  O# 6" in out
    assert " 5| O2 X1 X1 O# .  O# O# 5" in out
    assert re.search(r"^ 2  A5 +white +1 +1 +6 +B6, A4$", out, re.MULTILINE)
    assert "judged in this order on a whole board: B6, A5" in out
    assert "  black A4 (10 stones): assumed alive" in out
    assert "locales: 1\n  A6 (6 points): B6, A5\n" in out
    assert "  A6 (1 point): B6, A5\n" in out


def test_units_that_are_walls_are_named_as_both(board, capsys):
    assert main(["units", board]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^ #  A4 +black +9 +4 +wall +E4$", out, re.MULTILINE), out
    assert "  black A4 (9 stones): unconditionally alive" in out
    assert main(["units", board, "--walls", "assumed"]) == 0
    out = capsys.readouterr().out
    assert "walls: none" in out
    assert "locales: 1\n  A4 (28 points): A4, E4\n" in out


def test_walls_by_proof_are_not_looked_for(board, capsys):
    assert main(["units", board, "--walls", "independent"]) == 0
    assert "walls by proof are not looked for here" in capsys.readouterr().err


def test_a_board_without_stones_has_no_units(tmp_path, capsys):
    path = tmp_path / "empty.txt"
    path.write_text("...\n...")
    assert main(["units", str(path)]) == 0
    out = capsys.readouterr().out
    assert "no units: " in out
    assert "regions: 1\n  A2 (6 points): no stones" in out


def test_the_document_covers_every_point_once(capsys):
    for case in ("ex01", "ex23", "ex24"):
        main(["units", case, "--json"])
        found = json.loads(capsys.readouterr().out)
        position = load_case(case).position
        chains = {item["unit"]: item["stones"] for item in found["units"]}
        chains |= {item["wall"]: item["stones"] for item in found["wall_chains"]}
        points = [*chains.values(), *(item["points"] for item in found["regions"])]
        assert sorted(mask(" ".join(part), case) for part in points) == sorted(
            part
            for points in (position.black, position.white, position.empty)
            for part in position.grid.components(points)
        )
        assert sorted(found["order"]) == sorted(item["unit"] for item in found["units"])
        located = {unit: item["locale"] for item in found["locales"] for unit in item["units"]}
        assert located == {i["unit"]: i["locale"] for i in found["units"] if i["locale"] is not None}


def test_the_files_hold_the_graph(tmp_path, capsys):
    names = [str(tmp_path / name) for name in ("a.svg", "a.graphml", "a.dot")]
    assert main(["units", "ex23", "--svg", names[0], "--graphml", names[1], "--dot", names[2]]) == 0
    capsys.readouterr()
    assert ET.parse(names[0]).getroot().tag.endswith("svg")
    found, position = decompose("ex23"), load_case("ex23").position
    graph = nx.read_graphml(names[1])
    assert graph.graph["walls"] == "unconditional"
    assert (graph.graph["rows"], graph.graph["columns"]) == (position.rows, position.cols)
    nodes = {mask(data["points"], "ex23"): (name, data) for name, data in graph.nodes(data=True)}
    assert set(nodes) == set(found.graph)
    for node, data in found.graph.nodes(data=True):
        name, written = nodes[node]
        assert (written["kind"], written["size"]) == (data["kind"], data["size"])
        assert name == written["points"].split()[0]
        if data["kind"] == "chain":
            assert written["colour"] == str(data["colour"])
            assert written["assumed"] is data["assumed"]
            assert written["wall"] is bool(node & sum(found.walls))
            assert written["liberties"] == data["liberties"].bit_count()
            locale = found.locale_of.get(node, 0)
            assert written.get("locale") == (found.name(locale) if locale else None)
        else:
            assert written["outside"] is data["outside"]
    edges = {frozenset((nodes[a][0], nodes[b][0])): data for a, b, data in found.graph.edges(data=True)}
    assert {frozenset((a, b)) for a, b in graph.edges} == set(edges)
    for a, b, written in graph.edges(data=True):
        data = edges[frozenset((a, b))]
        assert (mask(written["shared"], "ex23"), written["contact"]) == (data["shared"], data["contact"])
    drawn = Path(names[2]).read_text()
    assert {frozenset(pair) for pair in re.findall(r'^  "(\w+)" -- "(\w+)" ', drawn, re.MULTILINE)} == set(
        edges
    )
    assert set(re.findall(r'^  "(\w+)" \[label=', drawn, re.MULTILINE)) == set(graph)


def test_a_file_is_not_written_over_without_being_asked(tmp_path, capsys):
    path = tmp_path / "parts.dot"
    path.write_text("mine")
    assert main(["units", "ex01", "--dot", str(path)]) == 2
    assert "use --force to overwrite it" in capsys.readouterr().err
    assert path.read_text() == "mine"
    assert main(["units", "ex01", "--dot", str(path), "--force"]) == 0
    assert path.read_text() == dot(decompose("ex01"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-case"],
        ["ex01", "--walls", "wooden"],
        ["ex01", "--rules", "no-such-ruleset"],
        ["ex01", "--rules", "proposal2012", "--walls", "board"],
        ["ex01", "--svg", "no-such-folder/parts.svg"],
        ["ex01", "--svg", "parts.svg", "--dot", "parts.svg"],
        ["ex01", "--svg", "parts.png"],
        ["ex01", "--graphml", ""],
        ["ex01", "--sgf-move", "3"],
    ],
)
def test_bad_input_is_one_line(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["units", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"shikatsu: [^\n]+\n", err)
    assert list(tmp_path.iterdir()) == []


def test_locales_have_colours_of_their_own_in_the_picture():
    found = decompose(parse_diagram(".O.O.\nXXXXX\nX.X.X\nXXXXX\n.O.O."))
    root = ET.fromstring(found.svg())
    parts = {
        title.text: part.get("fill")
        for part in root.iter(f"{SVG}path")
        if (title := part.find(f"{SVG}title")) is not None
    }
    assert list(parts) == ["locale of B5, D5", "locale of B1, D1", "wall: black A4"]
    assert len(set(parts.values())) == 3
    named = [text.text for text in root.iter(f"{SVG}text")]
    assert {unit.name for unit in found.units} <= set(named)
    crop = ET.fromstring(decompose("ex23")._repr_svg_())
    titles = [title.text for title in crop.iter(f"{SVG}title")][1:]
    assert titles == [
        "locale of B9, D9, F9, H9, A8, B8, C8, A6, A5",
        "wall: black J9",
        "wall: white J7",
        "wall: white C3",
        "outside",
    ]


def test_graphml_can_be_read_where_every_attribute_is_missing_somewhere():
    empty = nx.read_graphml(io.StringIO(graphml(decompose(parse_diagram("..\n..")))))
    assert dict(empty.nodes(data=True)) == {
        "A2": {"kind": "region", "points": "A2 B2 A1 B1", "size": 4, "outside": False}
    }


def test_decompose_takes_what_judge_takes():
    found = decompose("ex23", "japanese1989")
    assert found == decompose(load_case("ex23"), walls=found.kind)
    assert found.graph is decompose(load_case("ex23").position, walls="board").graph
    colours = [unit.colour for unit in found.units]
    assert colours.count(Colour.WHITE) == 6
    assert all(
        found.graph.nodes[unit.stones]["liberties"].bit_count() == len(list(bits(unit.liberties)))
        for unit in found.units
    )
    for wrong in ("wooden", ["assumed"], 3):
        with pytest.raises(InputError, match=r"^walls "):
            decompose("ex23", walls=wrong)
    with pytest.raises(InputError, match="no such case"):
        decompose("ex99")


def test_the_page_shows_what_is_printed(capsys):
    main(["units", "ex23"])
    out = capsys.readouterr().out
    (shown,) = re.findall(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert shown in out
    example = doctest.DocTestParser().get_doctest(PAGE.replace("```", ""), {}, "units.md", None, 0)
    results = doctest.DocTestRunner().run(example)
    assert results.attempted > 3
    assert results.failed == 0


def test_one_arena_is_proved_without_networkx():
    script = (
        "import sys; from verifier import load_case, load_ruleset, prove; from verifier.play import Arena;"
        "position = load_case('ex01').position; unit = next(position.units());"
        "found = prove(Arena(position, unit, load_ruleset('proposal2012')));"
        "print(found.status.value, 'networkx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "dead False\n"
