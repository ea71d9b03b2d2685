import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.board import BLACK, WHITE, Position, Side, parse_vertex
from verifier.errors import InputError
from verifier.notation import Diagram, parse_diagram, parse_sgf, print_diagram, write_sgf
from verifier.notation.game import count_games, parse_game
from verifier.notation.sgf_game import SgfBoard
from verifier.notation.sgf_text import MAX_NESTING


def stones(text: str, **options: int) -> str:
    return print_diagram(parse_sgf(text.encode(), **options).diagram, style="ascii")


def test_setup_stones_count_wherever_they_stand() -> None:
    game = "(;SZ[3]AB[aa];B[ba];AW[cc]AE[aa];W[ab](;AB[ca])(;AB[bb]))"
    assert stones(game) == ".XX\nO..\n..O"
    assert stones(game, move=0) == "X..\n...\n..."
    assert stones(game, move=1) == ".X.\n...\n..O"
    assert stones(game, move=2) == ".XX\nO..\n..O"


def test_compressed_point_lists_are_rectangles() -> None:
    assert stones("(;SZ[4:3]AB[aa:bc][da]AW[ca:cb])") == "XXOX\nXXO.\nXX.."


def test_sizes_are_columns_by_rows() -> None:
    position = parse_sgf(b"(;SZ[5:7]AB[eg])").position
    assert (position.rows, position.cols) == (7, 5)
    assert position.black == 1 << parse_vertex("r7c5", 7, 5)
    assert parse_sgf(b"(;GM[1])").position.rows == 19


def test_plays_take_chains_and_count_prisoners() -> None:
    result = parse_sgf(b"(;SZ[3];B[aa];W[ab];B[];W[ba];B[cc])")
    assert print_diagram(result.diagram, style="ascii") == ".O.\nO..\n..X"
    assert (result.prisoners, result.move, result.to_move) == ((0, 1), 5, WHITE)


def test_a_play_without_liberties_takes_off_its_own_chain() -> None:
    result = parse_sgf(b"(;SZ[3]AW[ba][bb][ca]AB[aa];W[cc];B[ab];W[ac])")
    assert print_diagram(result.diagram, style="ascii") == ".OO\n.O.\nO.O"
    suicide = parse_sgf(b"(;SZ[3]AW[ba][bb][ac]AB[ab];B[aa])")
    assert print_diagram(suicide.diagram, style="ascii") == ".O.\n.O.\nO.."
    assert suicide.prisoners == (0, 2)


def test_a_play_takes_the_opponent_before_it_counts_its_own_liberties() -> None:
    result = parse_sgf(b"(;SZ[3]AW[ba][ab]AB[ca][bb];B[aa])")
    assert print_diagram(result.diagram, style="ascii") == "X.X\nOX.\n..."
    assert result.prisoners == (1, 0)


def test_a_pass_is_empty_or_tt_on_boards_up_to_19() -> None:
    assert parse_sgf(b"(;SZ[9];B[tt];W[])").move == 2
    assert parse_sgf(b"(;SZ[21];B[tt])").position.black != 0


def test_the_side_to_move_follows_moves_setup_and_handicap() -> None:
    assert parse_sgf(b"(;SZ[5])").to_move is BLACK
    assert parse_sgf(b"(;SZ[5];B[aa])").to_move is WHITE
    assert parse_sgf(b"(;SZ[5]HA[2]AB[aa][bb])").to_move is WHITE
    assert parse_sgf(b"(;SZ[5]PL[W])").to_move is WHITE


def test_komi_and_result_are_kept() -> None:
    result = parse_sgf(b"(;SZ[5]KM[6.5]RE[B+2.5])")
    assert (result.komi, result.result) == (6.5, "B+2.5")
    assert parse_sgf(b"(;SZ[5]KM[?])").komi is None


def test_markup_of_the_last_node_becomes_labels() -> None:
    game = "(;SZ[3]LB[cc:old];AB[aa]AW[ba]TR[aa][ba]SQ[ca]CR[ab]MA[bb]LB[cb:x\\]][cc:a])"
    diagram = parse_sgf(game.encode()).diagram
    assert [label for _, label in diagram.labels] == ["▲", "△", "□", "◎", "×", "x]", "a"]


def test_the_game_in_a_collection_is_chosen_by_number() -> None:
    collection = b"junk (;SZ[2]AB[aa]) (;SZ[2]AW[aa])"
    assert parse_sgf(collection).position.black == 1
    assert parse_sgf(collection, game=2).position.white == 1


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "euc_jp"])
@pytest.mark.parametrize("declared", [True, False])
def test_text_is_decoded_with_and_without_a_declared_encoding(encoding: str, declared: bool) -> None:
    charset = f"CA[{encoding}]" if declared else ""
    data = f"(;{charset}SZ[3]GN[死活例の表]AB[aa])".encode(encoding)
    assert parse_sgf(data).diagram.title == "死活例の表"


@pytest.mark.parametrize("charset", ["Shift_JIS", "EUC-JP", "UTF-8", "nonsense"])
def test_a_text_is_decoded_already_whatever_it_declares(charset: str) -> None:
    """日本囲碁規約 as UTF-8 read as Shift_JIS swallows the bracket after it, and with it the stones."""
    text = f"(;CA[{charset}]SZ[3]PB[日本囲碁規約]GN[死活例]AB[ba][bb][bc])"
    found = parse_sgf(text)
    assert found.position.black.bit_count() == 3
    assert found.diagram.title == "死活例"
    assert parse_game(text).position == found.position
    assert count_games(text, "text") == 1


def test_a_legacy_byte_order_mark_and_unknown_charset_do_no_harm() -> None:
    assert parse_sgf(b"\xef\xbb\xbf(;CA[klingon]SZ[3]GN[a])").diagram.title == "a"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "f.sgf: not a readable SGF file: no SGF data found; correct or export it again"),
        (b"(;SZ[3]", "f.sgf: not a readable SGF file: in game 1: unexpected end of SGF data; correct or export it again"),
        (b"(;GM[2])", "f.sgf: GM[2]: not a game of Go; use a file with GM[1]"),
        (b"(;SZ[26])", "f.sgf: SZ[26]: use a number or columns:rows, each from 1 to 25"),
        (b"(;SZ[a])", "f.sgf: SZ[a]: use a number or columns:rows, each from 1 to 25"),
        (b"(;SZ[3]AB[dd])", "f.sgf: AB[dd]: not a point of a board of 3 rows and 3 columns; use two letters from aa"),
        (b"(;SZ[3];B[a])", "f.sgf: B[a]: not a point of a board of 3 rows and 3 columns; use two letters from aa"),
        (b"(;SZ[3];B[a\n])", "f.sgf: B[a ]: not a point of a board of 3 rows and 3 columns; use two letters from aa"),
        (b"(;SZ[3]AB[aa]AW[aa:bb])", "f.sgf: A3: AW sets up a point twice in one node; remove one"),
        (b"(;SZ[3];B[aa];W[aa])", "f.sgf: move 2 at A3: the point is occupied; choose a move up to 1 or correct the file"),
        (
            b"(;SZ[2]AB[aa]AW[ba][ab])",
            "f.sgf: row 1, column 1: the black chain of 1 has no liberty; correct the stones around it or mark the open sides",
        ),
        (b"(;SZ[2]EDGES[left,up])", "f.sgf: EDGES: edges 'left,up': use all, none or a list of top, bottom, left, right"),
    ],
)
def test_broken_files_are_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_sgf(data, name="f.sgf")
    assert str(caught.value) == message


def test_missing_games_and_moves_are_refused() -> None:
    with pytest.raises(InputError, match=r"^SGF: game 2: the file has one game; leave the number out$"):
        parse_sgf(b"(;SZ[3])", game=2)
    with pytest.raises(InputError, match=r"^SGF: move 3: the main line has 2 moves; choose 0 to 2$"):
        parse_sgf(b"(;SZ[3];B[aa];W[bb])", move=3)


LABELS = st.one_of(st.sampled_from(["▲", "△", "■", "□", "◎", "×", "◆", "a"]), st.text(":]\\ab死", min_size=1))


@given(st.integers(1, 25), st.integers(1, 25), st.data())
@settings(max_examples=150, deadline=None)
def test_what_is_written_reads_to_the_same_value(rows: int, cols: int, data: st.DataObject) -> None:
    points = st.integers(0, rows * cols - 1)
    open_sides = data.draw(st.frozensets(st.sampled_from(list(Side))))
    black = sum(1 << p for p in data.draw(st.sets(points, max_size=20)))
    white = sum(1 << p for p in data.draw(st.sets(points, max_size=20))) & ~black
    while dead := sum(Position(rows, cols, black, white, open_sides).breathless()):
        black, white = black & ~dead, white & ~dead
    labels = data.draw(st.dictionaries(points, LABELS, max_size=5))
    diagram = Diagram(Position(rows, cols, black, white, open_sides), tuple(labels.items()), "死活例 [1]\\")
    assert parse_sgf(write_sgf(diagram).encode()).diagram == diagram


def test_the_side_to_move_is_written() -> None:
    text = write_sgf(parse_diagram("X.\n.."), to_move=WHITE)
    assert text == "(;FF[4]GM[1]CA[UTF-8]SZ[2]PL[W]AB[aa])\n"
    assert parse_sgf(text.encode()).to_move is WHITE


@pytest.mark.parametrize("declared", [b"CA[UTF-8]", b"", b"CA[nonsense]"])
def test_an_accent_in_a_name_swallows_no_stones(declared: bytes) -> None:
    data = b"(;FF[4]SZ[5]" + declared + b"PB[Ren\xe9]AB[aa][ab]AW[ba])"
    position = parse_sgf(data).position
    assert (position.black, position.white) == (0b100001, 0b10)


def test_a_character_with_a_bracket_in_it_ends_no_value() -> None:
    data = "(;FF[4]SZ[5]PB[ゾ表予]AB[aa][ab]AW[ba])".encode("cp932")
    position = parse_sgf(data).position
    assert (position.black, position.white) == (0b100001, 0b10)


def test_a_rectangle_is_worked_out_once_however_often_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    corners = 0
    read = SgfBoard.point

    def counted(board: SgfBoard, value: str, key: str) -> int:
        nonlocal corners
        corners += 1
        return read(board, value, key)

    monkeypatch.setattr(SgfBoard, "point", counted)
    many = b"[aa:ss]" * 500
    position = parse_sgf(b"(;SZ[19]AB[aa];AE" + many + b";AB[bb]TR" + many + b";AE" + many + b";AW[cc])").position
    assert (position.black, position.white) == (0, 1 << parse_vertex("r3c3", 19, 19))
    assert corners < 20


def test_a_list_of_points_yields_each_once() -> None:
    board = SgfBoard(3, 3, "f.sgf")
    assert list(board.points(["bb", "aa:ba", "ba:aa", "aa"], "TR")) == [0, 1, 4]


@pytest.mark.parametrize("closed", [True, False])
def test_variations_are_nested_up_to_a_bound(closed: bool) -> None:
    def nested(depth: int) -> bytes:
        return b"(;SZ[3]" + b"(;" * (depth - 1) + b")" * (depth if closed else 0)

    if closed:
        assert parse_sgf(nested(MAX_NESTING)).position.rows == 3
    with pytest.raises(InputError, match=rf"^f\.sgf: .*: variations are nested more than {MAX_NESTING} deep; "):
        parse_sgf(nested(MAX_NESTING + 1), name="f.sgf")


def test_many_games_side_by_side_are_not_nested() -> None:
    assert parse_sgf(b"(;SZ[3](;)(;))" * 3000, game=3000).position.rows == 3


def test_a_mark_of_utf_16_without_such_text_is_refused() -> None:
    with pytest.raises(InputError, match=r"^f\.sgf: begins with the mark of UTF-16 and is none; save it as UTF-8$"):
        parse_sgf(b"\xff\xfe(;SZ[3]) ", name="f.sgf")
    with pytest.raises(InputError, match=r"^f\.sgf: not a readable SGF file: no SGF data found"):
        parse_sgf("hello".encode("utf-16"), name="f.sgf")


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("(;SZ[5];B[aa][cc])", "node 1: B has 2 values; leave one of them"),
        ("(;SZ[3]SZ[4])", "node 0: SZ has 2 values"),
        ("(;SZ[3]EDGES[top]EDGES[left])", "node 0: EDGES has 2 values"),
    ],
)
def test_what_can_be_one_value_only_is_refused_if_there_are_more(game: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_sgf(game.encode())


def test_a_side_to_move_that_is_none_is_as_if_it_were_not_there() -> None:
    found = parse_sgf(b"(;SZ[3]HA[2]PL[Q]AB[aa][bb])")
    assert (found.to_move, found.named) == (WHITE, None)
    assert parse_sgf(b"(;SZ[3]PL[white])").named is WHITE
