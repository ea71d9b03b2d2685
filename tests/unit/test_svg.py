"""Pictures of boards, read back as XML."""

import xml.etree.ElementTree as ET

import pytest

from verifier import svg
from verifier.board import Position, Side
from verifier.errors import InputError

NS = "{http://www.w3.org/2000/svg}"
CROP = Position(3, 4, 0b0001, 0b0010, frozenset({Side.RIGHT, Side.BOTTOM}))


def picture(*args, **options) -> ET.Element:
    return ET.fromstring(svg.board(*args, **options))


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{NS}text")]


def test_a_picture_is_a_string_that_notebooks_show():
    drawn = svg.board(CROP)
    assert isinstance(drawn, str)
    assert drawn._repr_svg_() == drawn
    assert ET.fromstring(drawn).tag == f"{NS}svg"


def test_the_description_is_the_board_in_plain_characters():
    desc = picture(CROP).find(f"{NS}desc")
    assert desc is not None
    assert desc.text == "\nX O . .\n. . . .\n. . . .\n"


def test_the_title_is_escaped():
    title = picture(CROP, title="<a & b>").find(f"{NS}title")
    assert title is not None
    assert title.text == "<a & b>"


def test_there_is_one_circle_for_each_stone():
    assert len(list(picture(CROP).iter(f"{NS}circle"))) == 2


def test_both_rulers_skip_the_letter_i_and_can_be_left_out():
    wide = Position(2, 9, 0, 0)
    assert sorted(texts(picture(wide))) == sorted(2 * [*"ABCDEFGHJ", "1", "2"])
    assert texts(picture(wide, rulers=False)) == []


def test_lines_run_off_on_open_sides_and_end_in_a_border_on_the_others():
    thin, heavy = (path.get("d") for path in picture(CROP, cell=20).iter(f"{NS}path"))
    # Rows begin at the left edge (29) and go 15 pixels beyond the last column (89) on the right.
    assert thin.startswith("M29 29H104")
    assert heavy == "M29 29H104M29 29V84"


def test_a_whole_board_has_a_border_all_around():
    heavy = list(picture(Position(3, 3, 0, 0)).iter(f"{NS}path"))[1].get("d")
    assert heavy.count("M") == 4


def test_each_status_has_its_own_mark():
    marks = {status: svg.board(CROP, statuses={0: status}) for status in svg.STATUS_MARKS}
    assert len(set(marks.values())) == 4
    assert "?" in texts(ET.fromstring(marks["unknown"]))
    assert len(list(ET.fromstring(marks["alive"]).iter(f"{NS}circle"))) == 3
    assert len(list(ET.fromstring(marks["dead"]).iter(f"{NS}path"))) == 3


def test_a_label_takes_the_place_of_a_mark():
    root = picture(CROP, labels={0: "<1>"}, statuses={0: "unknown"}, rulers=False)
    assert texts(root) == ["<1>"]


def test_statuses_of_units_are_spread_over_their_stones():
    assert svg.statuses_of({0b101: "dead", 0b10: "alive"}) == {0: "dead", 2: "dead", 1: "alive"}


def test_unknown_statuses_and_tiny_cells_are_refused():
    with pytest.raises(InputError, match="status 'gone': use one of dead, alive, drawn, unknown"):
        svg.board(CROP, statuses={0: "gone"})
    with pytest.raises(InputError, match="cell = 2: at least 8 pixels"):
        svg.board(CROP, cell=2)
