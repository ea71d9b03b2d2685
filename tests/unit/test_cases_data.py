import re
from pathlib import Path

import pytest

from verifier.board import BLACK, WHITE, Colour, Side
from verifier.cli import main
from verifier.errors import InputError
from verifier.jobs.cases.case import CANONICAL_CASES, DOCUMENTED, Basis, Case, case_ids, load_case, parse_case
from verifier.search.outcome import Status

ROOT = Path(__file__).resolve().parents[2]
CASES = [load_case(name) for name in case_ids()]
FIGURES = {
    "ex05-official",
    *(f"fig-{kind}-{n}" for kind in ("seki", "kakeme", "territory") for n in (1, 2, 3)),
    *(f"fig-teire-{n}" for n in range(1, 6)),
    *(f"fig-{kind}-{n}" for kind in ("ambiguous", "beginner") for n in (1, 2)),
    "fig-eyes-3",
    "fig-prisoners-1",
    "fig-shusai-4",
}
OTHERS = {"jasiek-ii-16"}
"""Diagrams of other documents."""


def sizes(case: Case, ruleset: str, colour: Colour, status: Status) -> int:
    """Number of stones of a colour that are claimed to have a status."""
    own = case.position.stones(colour)
    return sum(
        claim.unit.bit_count() for claim in case.claims_of(ruleset).values() if claim.status is status and claim.unit & own
    )


def test_the_canonical_cases_are_the_28_diagrams_of_26_examples() -> None:
    canonical = [case for case in CASES if case.canonical]
    assert [case.id for case in canonical] == list(CANONICAL_CASES)
    assert len(canonical) == 28
    assert {case.example.split("-")[0] for case in canonical} == {str(n) for n in range(1, 27)}


def test_the_canonical_cases_have_143_units() -> None:
    assert sum(len(case.units) for case in CASES if case.canonical) == 143


def test_every_other_figure_of_the_text_is_there() -> None:
    assert {case.id for case in CASES if not case.canonical} == FIGURES | OTHERS


@pytest.mark.parametrize("case", CASES, ids=case_ids())
def test_every_unit_is_claimed_once_or_silent(case: Case) -> None:
    for ruleset in DOCUMENTED:
        claimed, silent = set(case.claims_of(ruleset)), set(case.silent.get(ruleset, {}))
        assert claimed | silent == set(case.units)
        assert not claimed & silent
    assert case.sources
    assert case.diagram.title == case.title


@pytest.mark.parametrize("case", CASES, ids=case_ids())
def test_claims_say_where_they_come_from(case: Case) -> None:
    for claim in (*case.claims, *case.territories):
        assert claim.where
        assert claim.address.startswith("http") or claim.basis is Basis.INFERRED
    if case.canonical:
        assert all(c.basis in (Basis.STATED, Basis.IMPLIED) for c in case.claims if c.ruleset == "proposal2012")


B, W, ALIVE, DEAD = BLACK, WHITE, Status.ALIVE, Status.DEAD


@pytest.mark.parametrize(
    ("name", "ruleset", "colour", "status", "stones"),
    [
        ("ex01", "proposal2012", B, DEAD, 4),
        ("ex02", "proposal2012", W, ALIVE, 8),
        ("ex03", "proposal2012", B, DEAD, 1),
        ("ex04", "proposal2012", W, DEAD, 14),
        ("ex05", "proposal2012", B, ALIVE, 5),
        ("ex05-official", "japanese1989", B, ALIVE, 9),
        ("ex05-official", "japanese1989", W, ALIVE, 4),
        ("ex06", "proposal2012", B, ALIVE, 9),
        ("ex06", "japanese1989", B, DEAD, 10),
        ("ex07-1", "proposal2012", W, DEAD, 7),
        ("ex07-2", "proposal2012", W, DEAD, 7),
        ("ex08", "proposal2012", B, ALIVE, 9),
        ("ex08", "proposal2012", W, ALIVE, 10),
        ("ex09", "proposal2012", B, ALIVE, 7),
        ("ex10", "proposal2012", B, ALIVE, 8),
        ("ex11", "proposal2012", W, DEAD, 5),
        ("ex14", "proposal2012", W, ALIVE, 7),
        ("ex14", "japanese1989", W, DEAD, 7),
        ("ex15", "proposal2012", W, DEAD, 11),
        ("ex15", "proposal2012", B, ALIVE, 4),
        ("ex16", "proposal2012", W, DEAD, 3),
        ("ex16", "japanese1989", W, DEAD, 22),
        ("ex17", "proposal2012", W, DEAD, 1),
        ("ex17", "japanese1989", W, DEAD, 20),
        ("ex18", "proposal2012", B, DEAD, 7),
        ("ex18", "japanese1989", B, DEAD, 20),
        ("ex19", "proposal2012", B, DEAD, 17),
        ("ex19", "proposal2012", W, ALIVE, 12),
        ("ex21", "proposal2012", B, ALIVE, 19),
        ("ex21", "proposal2012", W, DEAD, 14),
        ("ex22", "proposal2012", W, DEAD, 10),
        ("ex22", "proposal2012", B, ALIVE, 7),
        ("ex23", "proposal2012", W, DEAD, 8),
        ("ex23", "proposal2012", W, ALIVE, 5),
        ("ex23", "japanese1989", W, DEAD, 13),
        ("ex23-ref", "proposal2012", W, DEAD, 11),
        ("ex24", "proposal2012", W, DEAD, 1),
        ("ex25", "proposal2012", B, ALIVE, 6),
        ("ex25", "proposal2012", W, ALIVE, 12),
    ],
)
def test_the_numbers_of_stones_are_those_of_the_documents(
    name: str, ruleset: str, colour: Colour, status: Status, stones: int
) -> None:
    assert sizes(load_case(name), ruleset, colour, status) == stones


@pytest.mark.parametrize(
    ("name", "mark"), [("ex03", "▲"), ("ex16", "◎"), ("ex17", "◎"), ("ex23", "◎"), ("ex23-ref", "◎"), ("ex24", "△")]
)
def test_the_marked_stones_are_the_dead_ones(name: str, mark: str) -> None:
    case = load_case(name)
    dead = sum(unit for unit, status in case.statuses("proposal2012").items() if status is Status.DEAD)
    assert case.diagram.labelled(mark) == dead


@pytest.mark.parametrize(
    ("name", "bases"),
    [
        ("ex06", {"r1c2": "stated", "r2c1": "stated", "r1c7": "stated", "r1c6": "reported", "r2c7": "reported"}),
        ("ex07-1", {"r1c5": "implied", "r1c1": "inferred"}),
        ("ex11", {"r1c7": "reported", "r3c9": "reported", "r1c5": "inferred"}),
        ("ex12", {"r1c3": "reported", "r1c5": "reported", "r1c1": "inferred"}),
    ],
)
def test_only_stones_that_the_official_page_names_are_called_stated(name: str, bases: dict[str, str]) -> None:
    case = load_case(name)
    claims = case.claims_of("japanese1989")
    assert {point: claims[case.unit_at(point)].basis.value for point in bases} == bases


def test_the_page_on_cases_names_the_examples_of_which_no_official_text_was_found() -> None:
    page = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
    said = re.search(r"Nothing at all was found of (.*)\.", page)
    assert said is not None
    inferred = {
        case.example
        for case in CASES
        if (claims := case.claims_of("japanese1989").values()) and all(c.basis is Basis.INFERRED for c in claims)
    }
    assert inferred - {"10"} == set(re.findall(r"\d[\d-]*", said.group(1))), "of 10 the commentary says that no move is needed"


def test_silence_about_units_is_recorded() -> None:
    assert set(load_case("ex06").silent["proposal2012"]) == {load_case("ex06").unit_at("r1c7")}
    example = load_case("ex15")
    assert set(example.silent["proposal2012"]) == {example.unit_at("r4c1"), example.unit_at("r5c2")}
    assert example.statuses("proposal2012")[example.unit_at("r4c1")] is Status.UNKNOWN
    assert any("contradicts itself" in note for note in load_case("ex08").notes)


def test_prisoners_komi_and_the_side_to_move_are_kept() -> None:
    assert load_case("fig-prisoners-1").prisoners == (0, 6)
    assert (load_case("fig-territory-3").komi, load_case("fig-territory-3").to_move) == (5.5, BLACK)
    assert load_case("ex01").to_move is None


def test_crops_and_whole_boards_are_told_apart() -> None:
    assert load_case("ex01").position.open_sides == {Side.BOTTOM, Side.RIGHT}
    assert load_case("ex14").position.open_sides == {Side.TOP, Side.RIGHT}
    assert load_case("ex26").position.open_sides == frozenset()
    assert load_case("fig-kakeme-2").position.open_sides == frozenset()


SMALL = """
schema = 1
id = "small"
title = "Small"
section = "none"
sources = ["http://example.org"]
diagram = '''
●┬○┐
●┼○┤
└┴┴┘
'''
[[claim]]
ruleset = "proposal2012"
alive = ["r1c1"]
dead = ["B3"]
basis = "stated"
where = "here"
address = "http://example.org"
[[silent]]
ruleset = "japanese1989"
units = "rest"
reason = "unknown"
"""


def small(old: str = "", new: str = "") -> str:
    assert old in SMALL
    return SMALL.replace(old, new).replace('"B3"', '"C3"')


def test_points_are_named_either_way_and_other_rulesets_need_no_claims() -> None:
    extra = '[[claim]]\nruleset = "mine"\nalive = ["r1c3"]\nbasis = "inferred"\nwhere = "guess"\n'
    case = parse_case(small() + extra, "small.toml")
    assert [claim.status for claim in case.claims_of("proposal2012").values()] == [ALIVE, DEAD]
    assert list(case.claims_of("mine")) == [case.unit_at("C3")]
    assert not case.canonical


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("schema = 1", "schema = 2", "c.toml: schema = 2: this program reads schema 1"),
        ('title = "Small"', "", "c.toml: title: a non-empty string is required"),
        ('sources = ["http://example.org"]', "sources = []", "c.toml: sources: a list of at least one string is required"),
        ('id = "small"', 'id = "small"\ncolour = 1', "c.toml: colour: unknown key; allowed keys: claim, diagram, example, id, komi, notes, prisoners, schema, section, silent, sources, territory, title, to_move"),
        ("●┼○┤", "●┼○", "c.toml: diagram: row 2, column 4: the row has 3 points but row 1 has 4; make all rows equally long"),
        ('"r1c1"', '"r1c2"', "c.toml: claim[1].alive: r1c2: no stone there; name a point of a unit"),
        ('"r1c1"', '"r9c9"', "c.toml: claim[1].alive: point 'r9c9' is off the board of 3 rows and 4 columns"),
        ('"r1c1"', '"r1c1", "r2c1"', "c.toml: unit r1c1 (A3) under proposal2012: 2 claims; leave one of them"),
        ('alive = ["r1c1"]', "", "c.toml: unit r1c1 (A3) under proposal2012: no claim; claim it alive or dead, or list it in a [[silent]] table"),
        ('basis = "stated"', 'basis = "told"', "c.toml: claim[1].basis = 'told': allowed values: 'stated', 'implied', 'reported', 'inferred'"),
        ('address = "http://example.org"', "", "c.toml: claim[1].address: the public address is required unless the basis is 'inferred'"),
        ('where = "here"', 'where = "here"\nwho = "I"', "c.toml: claim[1].who: unknown key; allowed keys: address, alive, basis, contradicted, dead, note, ruleset, where"),
        ('reason = "unknown"', "", "c.toml: silent[1].reason: a non-empty string is required"),
        ('reason = "unknown"', 'reason = "x"\n[[territory]]\nruleset = "a"\nblack = { total = 3, points = 1, prisoners = 1 }', "c.toml: territory[1].black.total: 3 is not the sum of 1 points and 1 prisoners"),
        ('id = "small"', 'id = "small"\nprisoners = { black = -1 }', "c.toml: prisoners.black: a whole number from 0 is required"),
        ('id = "small"', 'id = "small"\nkomi = 0.3', "c.toml: komi: whole or half points from -100 to 100 are required"),
        ('reason = "unknown"', 'reason = "x"\n[[territory]]\nruleset = "a"\nresult = "X+1"', "c.toml: territory[1].result: write it as RE of SGF does, such as 'B+1', 'W+0.5' or '0'"),
        ('id = "small"', 'id = "small"\nto_move = "red"', "c.toml: to_move = 'red': allowed values: 'black', 'white'"),
    ],
)
def test_a_file_that_does_not_follow_the_format_is_refused_in_one_line(old: str, new: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_case(small(old, new), "c.toml")
    assert str(caught.value) == message


def test_text_that_is_no_toml_is_refused() -> None:
    with pytest.raises(InputError, match=r"^c\.toml: not valid TOML: "):
        parse_case("schema = ", "c.toml")


def test_a_case_is_loaded_by_id_or_path(tmp_path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(small(), encoding="utf-8")
    assert load_case(str(path)).id == "small"
    path.write_text(small().replace('"small"', '"edited"'), encoding="utf-8")
    assert load_case(str(path)).id == "edited", "it is read again"
    with pytest.raises(InputError, match=r"^case 'ex99': no such file and no such id; did you mean ex09.* The ids are ex01, ex02, "):
        load_case("ex99")


def test_assumed_alive_chains_cannot_be_claimed() -> None:
    with pytest.raises(InputError, match=r"^case ex01: r1c6: "):
        load_case("ex01").unit_at("r1c6")
    with pytest.raises(InputError) as caught:
        load_case("ex01").unit_at("r1c7")
    assert str(caught.value) == "case ex01: r1c7: this chain is assumed alive; name a point of a unit"


CROP = """\
schema = 1
id = "crop"
title = "A corner"
section = "mine"
sources = ["http://example.org"]
diagram = '''
edges: top,left
. X X O .
X O O O .
O O . . .
. . . . .
'''
[[claim]]
ruleset = "proposal2012"
dead = ["r1c2", "r2c1"]
basis = "inferred"
where = "here"
[[silent]]
ruleset = "japanese1989"
units = "rest"
reason = "unknown"
"""


def test_what_lies_with_what_is_beyond_the_diagram_neither_agrees_nor_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    claim = '[[territory]]\nruleset = "proposal2012"\nareas = [{ at = "A4", colour = "white" }]\nneutral = ["E4"]\n'
    rest = 'basis = "stated"\nwhere = "x"\naddress = "http://example.org"\n'
    file = tmp_path / "crop.toml"
    file.write_text(CROP + claim + rest, encoding="utf-8")
    assert main(["-q", "cases", str(file)]) == 3
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("crop ")]
    assert ["crop", "area", "A4", "white", "unknown", "unknown"] in rows
    assert ["crop", "point", "E4", "nobody's", "unknown", "unknown"] in rows


def test_claims_of_no_ruleset_that_is_known_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claim = '[[claim]]\nruleset = "japanese1998"\nalive = ["r1c2"]\nbasis = "inferred"\nwhere = "x"\n'
    file = tmp_path / "crop.toml"
    file.write_text(CROP + claim, encoding="utf-8")
    assert main(["cases", str(file)]) == 0
    error = capsys.readouterr().err
    assert "crop: claims of 'japanese1998', which is no ruleset asked for nor of the package; did you mean japanese" in error
    file = tmp_path / "plain.toml"
    file.write_text(CROP, encoding="utf-8")
    assert main(["cases", str(file)]) == 0
    assert "claims of" not in capsys.readouterr().err
