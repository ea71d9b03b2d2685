import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.board import BLACK, SYMMETRIES, WHITE, Position, Side, swap_colours, transform
from verifier.errors import InputError
from verifier.notation import Diagram, parse_diagram, print_diagram

SIDES = st.frozensets(st.sampled_from(list(Side)))
LABELS = st.one_of(
    st.sampled_from("▲◆■△◎◇□abcwABIWXxo1@"),
    st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=4),
    st.just("two words"),
)


@st.composite
def positions(draw: st.DrawFn, longest: int = 7) -> Position:
    rows, cols = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    cells = draw(st.lists(st.sampled_from("..XO"), min_size=rows * cols, max_size=rows * cols))
    black = sum(1 << p for p, cell in enumerate(cells) if cell == "X")
    white = sum(1 << p for p, cell in enumerate(cells) if cell == "O")
    open_sides = draw(SIDES)
    while dead := sum(Position(rows, cols, black, white, open_sides).breathless()):
        black, white = black & ~dead, white & ~dead
    return Position(rows, cols, black, white, open_sides)


@st.composite
def diagrams(draw: st.DrawFn) -> Diagram:
    position = draw(positions())
    points = st.integers(0, position.rows * position.cols - 1)
    labels = draw(st.dictionaries(points, LABELS, max_size=8))
    title = draw(st.sampled_from(["", "死活例1", "edges: all", "r1c1", "A B C"]))
    return Diagram(position, tuple(labels.items()), title)


@given(diagrams(), st.sampled_from(["box", "ascii"]), st.booleans())
@settings(max_examples=400, deadline=None)
def test_what_is_printed_parses_to_the_same_value(diagram: Diagram, style: str, rulers: bool) -> None:
    text = print_diagram(diagram, style=style, rulers=rulers)
    assert parse_diagram(text) == diagram
    assert parse_diagram("\n" + text.replace("\n", "  \n") + "\n\n") == diagram


@given(positions(), st.sampled_from(SYMMETRIES), st.booleans())
@settings(deadline=None)
def test_symmetric_positions_print_and_parse_as_symmetric(position: Position, symmetry: str, swap: bool) -> None:
    image = transform(position, symmetry)
    image = swap_colours(image) if swap else image
    assert parse_diagram(print_diagram(image)).position == image


def test_edge_characters_say_which_sides_are_edges() -> None:
    position = parse_diagram("┌●┬\n├○┼\n").position
    assert position.open_sides == {Side.BOTTOM, Side.RIGHT}
    assert (position.black, position.white) == (0b10, 0b10000)


def test_a_side_without_an_edge_character_is_open() -> None:
    assert parse_diagram("┌●\n├○").position.open_sides == {Side.BOTTOM, Side.RIGHT}
    assert parse_diagram("edges: top,left,right\n┌●\n├○").position.open_sides == {Side.BOTTOM}


def test_heavy_and_double_lines_are_edges_too() -> None:
    complete = frozenset[Side]()
    assert parse_diagram("┏┯┓\n┠┼┨\n┗┷┛").position.open_sides == complete
    assert parse_diagram("╔╤╗\n╟┼╢\n╚╧╝").position.open_sides == complete


def test_marked_stones_keep_their_mark_and_letters_are_empty_points() -> None:
    diagram = parse_diagram("┌▲◆■┬\n├△◎◇□\na┼┼┼A")
    labels = {diagram.label_at(point): diagram.position.colour_at(point) for point, _ in diagram.labels}
    assert labels == {"▲": BLACK, "◆": BLACK, "■": BLACK, "△": WHITE, "◎": WHITE, "◇": WHITE, "□": WHITE, "a": None, "A": None}
    assert diagram.labelled("◎") == 1 << 7


def test_stones_alone_are_open_on_all_sides_unless_a_header_names_edges() -> None:
    assert parse_diagram("●○").position.open_sides == frozenset(Side)
    assert parse_diagram("edges: top,left\n●○").position.open_sides == {Side.BOTTOM, Side.RIGHT}
    assert parse_diagram("Edges: all\n●·").position.open_sides == frozenset()


def test_ascii_without_a_header_is_a_complete_board() -> None:
    assert parse_diagram("X O .\nx o +\n# . .") == Diagram(Position(3, 3, 0b001001001, 0b000010010))
    assert parse_diagram("edges: none\nX.").position.open_sides == frozenset(Side)


WHITE_AND_BLACK = Diagram(Position(2, 4, 0b0011_0010, 0b0100_0100))
CROSSES = ". X O .\nX X O ."


@pytest.mark.parametrize("text", [CROSSES, ". B W .\nB B W .", ".bw.\nbbw.", ".Ｂ Ｗ.\nＢ Ｂ Ｗ.", ". # O .\n# X o ."])
def test_each_alphabet_of_stones_is_read_as_stones(text: str) -> None:
    assert parse_diagram(text) == WHITE_AND_BLACK


@pytest.mark.parametrize("letter", [*"BbWwXxOo#@0*", "Ｂ", "＠", "黒", "白", "О", "(X)", "（●）", "◯", "●"])
def test_nothing_that_could_be_a_stone_becomes_a_label_or_a_caption(letter: str) -> None:
    # One stone of a board is drawn in another way: it stays a stone, or the board is refused.
    for stone in "XO":
        for index in (CROSSES.index(stone), CROSSES.rindex(stone)):
            text = CROSSES[:index] + letter + CROSSES[index + 1 :]
            try:
                diagram = parse_diagram(text)
            except InputError:
                continue
            stones = (diagram.position.black | diagram.position.white).bit_count()
            assert (stones, diagram.label_line, diagram.title) == (5, "", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "X O B\n. . .",
            "row 1, column 3: 'B' beside 'X' at row 1, column 1 could be a stone or a label; "
            "write X for a stone, or '.' and a header line 'label r1c3: B'",
        ),
        (
            ". x o\n. . w",
            "row 2, column 3: 'w' beside 'x' at row 1, column 2 could be a stone or a label; "
            "write O for a stone, or '.' and a header line 'label r2c3: w'",
        ),
        (
            "B . w",
            "row 1, column 3: 'w' beside 'B' at row 1, column 1 could be a stone or a label; "
            "draw all stones with B and W, or all with b and w",
        ),
        (
            ". a b c",
            "row 1, column 2: 'a' is no stone, so 'b' at row 1, column 3 could be a label too; "
            "draw stones with X and O, or write '.' and a header line 'label r1c2: a'",
        ),
        (
            ". P Q .",
            "row 1, column 2: 'P' on a board without stones; draw stones with X and O, "
            "or write '.' and a header line 'label r1c2: P'",
        ),
        (
            "┌B┬\n├W┼",
            "row 1, column 2: 'B' could be a stone, as there is no ● in the diagram; write ● for a stone, "
            "or an empty point and a header line 'label r1c2: B'",
        ),
        (
            "┌●┬\n├W┼",
            "row 2, column 2: 'W' could be a stone, as there is no ○ in the diagram; write ○ for a stone, "
            "or an empty point and a header line 'label r2c2: W'",
        ),
        (
            "X @ .",
            "row 1, column 2: unknown character '@', Black's stone to some, White's to others; "
            "draw stones with X and O, B and W, or ● and ○",
        ),
        (". X 0\n. . 1", "row 1, column 1: '0': a row number or a white stone; write O or '.'"),
        ("10X.", "row 1, column 1: '10': a row number or a white stone; write O or '.'"),
        (
            ". 黒\n. 白",
            "row 1: '黒' could be stones or a caption; draw stones with X and O, B and W, or ● and ○, "
            "and give a caption in a header line 'title: ...'",
        ),
    ],
)
def test_what_could_be_a_stone_or_something_else_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_diagram(text)
    assert str(caught.value) == f"diagram: {message}"


def test_letters_beside_stones_are_labels_and_named_in_one_line() -> None:
    assert parse_diagram("X a . a\n. O c .").label_line == "labels on empty points: a B2, D2; c C1"
    assert parse_diagram(". B W .\n. . a .").label_line == "labels on empty points: a C1"
    # Box-drawing diagrams follow the documents, in which A and B are points.
    assert parse_diagram("┌●△A○┬\n├●●○○B").label_line == "labels on empty points: A D2; B F1"
    assert parse_diagram("label r1c1: △\nlabel r2c2: △\nX .\n. .").label_line == "labels on empty points: △ B1"
    assert parse_diagram("▲△┬\n├┼┼").label_line == ""


def test_captions_spaces_and_rulers_are_no_points() -> None:
    plain = parse_diagram("a●┬\n├○┼")
    spaced = parse_diagram("  a　● ┬  死活例1\n├ ○ ┼   \n")
    assert spaced.position == plain.position
    assert spaced.title == "死活例1"
    assert parse_diagram("├●┼ 1図").title == "1図"
    ruled = "   A B C\n 9 a ● ┬ 9\n 8 ├ ○ ┼ 8\n   A B C"
    assert parse_diagram(ruled).position == plain.position


def test_rows_may_have_any_number_of_spaces() -> None:
    gap, plain = " " * 100_000, parse_diagram("●┬\n○┼")
    assert parse_diagram(f"{gap}2{gap}●{gap}┬{gap}2{gap}死活例1{gap}\n1○{gap}┼1{gap}").position == plain.position
    assert parse_diagram(f"●{gap}┬{gap}死{gap}活\n○┼").title == f"死{gap}活"
    with pytest.raises(InputError, match=r"^diagram: row 2, column 2: unknown character '\?'; use "):
        parse_diagram(f"X.\nX{gap}?")


def test_rulers_have_no_column_i_and_count_rows_from_the_bottom() -> None:
    assert print_diagram(Position(2, 9, 1, 0), style="ascii", rulers=True).splitlines() == [
        "   A B C D E F G H J",
        " 2 X . . . . . . . . 2",
        " 1 . . . . . . . . . 1",
        "   A B C D E F G H J",
    ]


def test_an_ascii_crop_prints_an_edges_header() -> None:
    crop = parse_diagram("┌●┬\n├○┼").position
    assert print_diagram(crop, style="ascii") == "edges: top,left\n.X.\n.O."
    assert print_diagram(crop) == "┌●┬\n├○┼"


def test_marks_are_labels_for_one_printing() -> None:
    diagram = parse_diagram("a●┬\n├○┼")
    assert print_diagram(diagram, marks={1: "▲", 5: "b", 4: "D"}) == "label r2c2: D\na▲┬\n├○b"
    assert str(diagram) == "a●┬\n├○┼"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "diagram: row 1, column 1: no diagram here; give at least one row of points"),
        (" \n\n", "diagram: row 1, column 1: no diagram here; give at least one row of points"),
        ("XO.\nX.", "diagram: row 2, column 3: the row has 2 points but row 1 has 3; make all rows equally long"),
        ("X.\nX..", "diagram: row 2, column 3: the row has 3 points but row 1 has 2; make all rows equally long"),
        ("X.\n\nX.", "diagram: row 2, column 1: the row is blank; remove it or fill it in"),
        (
            "    A B\n  +-----+\n 2| X . |2\n 1| . . |1\n  +-----+\n    A B",
            "diagram: row 2, column 1: a frame; a diagram has none, and a header 'edges: ...' says where the board"
            " ends. shikatsu show --as diagram writes boards that can be read",
        ),
        ("X.\nX?", "diagram: row 2, column 2: unknown character '?'; use X O . or ● ○ and box-drawing characters"),
        ("┌┬\n├.", "diagram: row 2, column 2: unknown character '.'; use ● ○ and box-drawing characters"),
        ("┌X\n├┼", "diagram: row 1, column 2: unknown character 'X'; use ● ○ and box-drawing characters"),
        ("X4.", "diagram: row 1, column 2: unknown character '4'; use X O . or ● ○ and box-drawing characters"),
        (
            "┼┼┼\n┼┬┼\n┼┼┼",
            "diagram: row 2, column 2: '┬' marks the top edge of the board but the diagram goes on upwards; use a character that goes on there",
        ),
        (
            "┌┼┬\n├┼┼",
            "diagram: row 1, column 2: '┼' contradicts '┌' at row 1, column 1 about whether the top is a board edge; make them agree",
        ),
        (
            "edges: top\n┌┬\n├┼",
            "diagram: row 1, column 1: '┌' contradicts the edges header, which does not name the left; correct one of them",
        ),
        (
            "edges: top,left,right\n┌┬\n├┼",
            "diagram: row 1, column 2: '┬' contradicts the edges header, which names the right; correct one of them",
        ),
        ("edges: up\nX.", "diagram: line 1: edges 'up': use all, none or a list of top, bottom, left, right"),
        ("komi: 6\nX.", "diagram: line 1: unknown header 'komi'; the headers are title, edges and label POINT"),
        ("label r3c1: a\nX.", "diagram: label r3c1: point 'r3c1' is off the board of 1 rows and 2 columns"),
        ("label r1c2: b\nXa", "diagram: row 1, column 2: two labels; give one per point"),
        ("label r1c2:\nX.", "diagram: row 1, column 2: label '': use printable text without spaces around it"),
        (
            ".O.\nOXO\n.O.",
            "diagram: row 2, column 2: the black chain of 1 has no liberty; correct the stones around it or mark the open sides",
        ),
        ("." * 26, "diagram: row 1, column 26: boards have at most 25 columns"),
        (".\n" * 26, "diagram: row 26, column 1: boards have at most 25 rows"),
        (".\n" * 40, "diagram: row 26, column 1: boards have at most 25 rows"),
        (
            "AB\n..",
            "diagram: row 1, column 1: column letters without row numbers could be labels; add the row numbers or remove the letters",
        ),
        ("2 ..\n..", "diagram: row 2, column 1: the other rows are numbered; number this one or make it column letters from A"),
        ("2 ..\n..\n1 ..", "diagram: row 2, column 1: number every row, alike on both sides"),
        ("2 .. 3\n1 .. 1", "diagram: row 1, column 1: number every row, alike on both sides"),
        ("3 ..\n1 ..", "diagram: row 2, column 1: the row numbers are not consecutive: 1 stands where 2 would follow; correct the ruler"),
        ("9 ..\n4 ..\n3 ..\n2 ..", "diagram: row 1, column 1: the row numbers are not consecutive: 9 stands where 5 would follow; correct the ruler"),
        ("1 ..\n2 ..\n3 ..\n8 ..", "diagram: row 4, column 1: the row numbers are not consecutive: 8 stands where 4 would follow; correct the ruler"),
        ("  A B\n5 ..\n4 ..\n3 ..\n1 ..", "diagram: row 4, column 1: the row numbers are not consecutive: 1 stands where 2 would follow; correct the ruler"),
        ("...\n.X.\n...\n4..", "diagram: row 4, column 1: '4': a row number, but most rows have none; write a stone or '.', or number every row"),
        ("...\n.X.\n..4\n...", "diagram: row 3, column 3: '4': a row number, but most rows have none; write a stone or '.', or number every row"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_diagram(text)
    assert str(caught.value) == message


@given(st.text(st.sampled_from("┌┬┼├●○◎XO.abABWw10@( \n:死黒-"), max_size=30))
@settings(max_examples=500, deadline=None)
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    message, diagram = "", None
    try:
        diagram = parse_diagram(text, name="input")
    except InputError as error:
        message = str(error)
    if diagram is None:
        assert message.startswith("input: ")
        assert "\n" not in message
    else:
        assert parse_diagram(print_diagram(diagram)) == diagram


@pytest.mark.parametrize(
    ("labels", "title", "message"),
    [
        (((9, "a"),), "", "label 'a': point 9 is off the board"),
        (((1, "a"), (1, "b")), "", "row 1, column 2: two labels; give one per point"),
        (((3, " a"),), "", "row 2, column 2: label ' a': use printable text without spaces around it"),
        ((), "two\nlines", "title 'two\\nlines': use printable text on one line"),
    ],
)
def test_labels_and_titles_are_checked(labels: tuple[tuple[int, str], ...], title: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Diagram(Position(2, 2, 0, 0), labels, title)
    assert str(caught.value) == message


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(InputError, match=r"^style 'html': use box or ascii$"):
        print_diagram(Position(1, 1, 0, 0), style="html")  # type: ignore[arg-type]


def test_the_diagrams_of_the_documentation_parse() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "diagrams.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    shown = [body for language, body in blocks if not language and not re.search(r"^diagram[ :]", body)]
    assert [parse_diagram(body).position.rows for body in shown] == [6, 2, 2]
