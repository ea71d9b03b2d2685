"""The command play-out: records replayed, illegal moves refused by article, ends counted."""

import io
from pathlib import Path

import pytest

from verifier.board import Colour
from verifier.cli import main
from verifier.errors import InputError
from verifier.jobs.cases.case import load_case
from verifier.jobs.playing.start import start_of
from verifier.jobs.subject import diagram_of
from verifier.notation.record import parse_record

ROOT = Path(__file__).parents[2]

TEIRE = "O.OO.\n.OXOO\nXXXO.\n.XXOO\nX.XX.\n"


@pytest.fixture
def teire(tmp_path):
    path = tmp_path / "teire.txt"
    path.write_text(TEIRE)
    return str(path)


def said(capsys, *arguments: str, code: int = 0) -> str:
    assert main(["play-out", *arguments]) == code
    return capsys.readouterr().out


def test_moves_are_replayed_and_the_end_is_counted(teire, capsys):
    out = said(capsys, teire, "--moves", "pass pass r2c1 r1c2 r5c5 pass pass pass pass")
    assert "under nihonshiki2-prime, 9 moves" in out
    assert [line.split() for line in out.splitlines()[-3:-1]] == [
        ["Black", "2", "11", "0", "1", "A4", "E1", "-1"],
        ["White", "2", "10", "0", "2", "0", "0"],
    ]
    assert out.endswith("W+1  by complete end [規則6, 8, 9, 12]\n")


def test_an_illegal_move_is_refused_by_article_and_the_exit_code_says_so(teire, capsys):
    out = said(capsys, teire, "--moves", "r2c1 r2c1", code=1)
    assert "refused: move 2 (white): A4 is occupied [moves: 規則1]" in out
    foul = said(capsys, teire, "--rules", "japanese-counting", "--moves", "r2c1 r2c1", code=1)
    assert foul.endswith("B+F  by illegal move [Article 14]\n")


def test_an_agreed_end_needs_a_stop_and_takes_claims(teire, capsys):
    arguments = (teire, "--rules", "japanese-counting")
    out = said(capsys, *arguments, "--moves", "r2c1 r1c2 r5c5 pass pass", "--agree")
    assert out.endswith("0  by agreement [Article 9]\n")
    assert main(["play-out", *arguments, "--moves", "r2c1", "--agree"]) == 2
    assert "two passes in a row" in capsys.readouterr().err
    assert main(["play-out", *arguments, "--moves", "pass pass", "--dead", "B5"]) == 2
    assert "--dead B5: no stone there" in capsys.readouterr().err
    assert main(["play-out", *arguments, "--moves", "pass pass", "--one-sided", "B5"]) == 2


def test_a_play_case_shows_its_lines_and_what_is_refuted(capsys):
    out = said(capsys, "pika-hanko")
    assert "nihonshiki1  B+1     0        REFUTED" in out
    assert "[ko_pass_pass: 規則7]" in out
    one = said(capsys, "pika-hanko", "--line", "3")
    assert "1. " not in one
    assert "3. Shusai" in one
    assert main(["play-out", "pika-hanko", "--line", "9"]) == 2
    assert said(capsys, "pika-hanko", "--moves", "pass").endswith("not ended: black to move\n")


def test_an_sgf_game_is_replayed_from_its_start(tmp_path, capsys):
    path = tmp_path / "game.sgf"
    path.write_text("(;FF[4]GM[1]SZ[3]KM[0.5];B[bb];W[ba];B[aa];W[];B[])")
    out = said(capsys, str(path), "--rules", "tromp-taylor")
    assert out.endswith("B+0.5  by complete end [Rule 8]\n")
    twice = tmp_path / "twice.sgf"
    twice.write_text("(;FF[4]GM[1]SZ[3];B[bb];B[ba])")
    out = said(capsys, str(twice), "--rules", "tromp-taylor", code=1)
    assert "refused: move 2 (black): it is white's turn, not black's [moves: " in out
    over = tmp_path / "over.sgf"
    over.write_text("(;FF[4]GM[1]SZ[3];B[];W[];B[bb])")
    out = said(capsys, str(over), "--rules", "tromp-taylor", code=1)
    assert "refused: move 3: the game was over (complete end)" in out


def test_resignation_and_options(teire, capsys):
    assert said(capsys, teire, "--resign", "black").endswith("W+R  by resignation [resignation]\n")
    out = said(capsys, teire, "--lost", "3,1", "--to-move", "white", "--komi", "0.5", "--moves", "pass")
    assert "lost: Black 3, White 1; given for passes: 0 and 0" in out
    for wrong in (("--lost", "3"), ("--komi", "0.3"), ("--ko", "A1"), ("--rules", "korean")):
        assert main(["play-out", teire, *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_records_have_handicap_and_refuse_late_setup():
    record = parse_record(b"(;GM[1]SZ[5]HA[2]AB[bb][dd]KM[0.5];W[cc];B[tt])")
    assert (str(record.to_move), record.komi, [move for _, move in record.moves]) == ("white", 0.5, [12, -1])
    with pytest.raises(InputError, match="node 2: stones are set up during play"):
        parse_record(b"(;SZ[5];B[aa];AB[bb])")
    with pytest.raises(InputError, match="the main line has 1 move;"):
        parse_record(b"(;SZ[5];B[aa])", move=2)
    with pytest.raises(InputError, match="a crop of a board"):
        parse_record(b"(;SZ[5]EDGES[top];B[aa])")


GAMES = {
    "set up": (b"(;GM[1]SZ[4]KM[0.5]AB[ba][bb][ab]AW[ca][cb][cc][bc][ac]PL[W])", Colour.WHITE, 0),
    "played": (b"(;SZ[3]KM[0.5];B[bb];W[aa])", Colour.BLACK, 2),
}


@pytest.mark.parametrize(("data", "to_move", "moves"), GAMES.values(), ids=GAMES)
def test_a_game_starts_at_its_first_board_however_it_is_handed_over(data, to_move, moves, tmp_path, monkeypatch, capsys):
    path = tmp_path / "game.sgf"
    path.write_bytes(data)
    starts = [start_of(str(path)), start_of(path), start_of(data)]
    for start in starts:
        assert (start.setup, start.moves) == (starts[0].setup, starts[0].moves)
        assert (start.setup.to_move, start.setup.komi, len(start.moves)) == (to_move, 0.5, moves)
    printed = []
    for subject in (str(path), "-"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        main(["play-out", subject, "--rules", "nihonshiki2-prime"])
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


def test_a_path_is_never_a_case_of_the_package_and_a_name_is_one_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("ex24").write_text("X.O\n...\n", encoding="utf-8")
    assert start_of(Path("ex24")).setup.position.rows == diagram_of(Path("ex24")).position.rows == 2
    assert start_of("ex24").setup.position == diagram_of("ex24").position == load_case("ex24").position


RECORDED = "recorded lines are replayed under the rulesets, with the values and to the ends they name"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--line", "5", "--rules", "jungo"], f"--rules: {RECORDED}; leave it out, or give --moves in the place of --line"),
        (["--line", "5", "--rules", "nihonshiki2-prime"], f"--rules: {RECORDED}"),
        (["--rules", "jungo"], f"--rules: {RECORDED}; leave it out, or add --moves to play otherwise"),
        (["--line", "3", "--komi", "0"], f"--komi: {RECORDED}"),
        (["--line", "3", "--to-move", "black", "--json"], f"--to-move: {RECORDED}"),
        (["--lost", "3,4"], f"--lost: {RECORDED}"),
        (["--ko", "C3"], f"--ko: {RECORDED}"),
        (["--line", "3", "--agree"], f"--agree and --line: {RECORDED}; leave one of them out"),
        (["--line", "1", "--moves", "W pass"], "--moves and --line: "),
        (["--line", "1", "--moves", ""], "--moves and --line: "),
        (["--line", "1", "--resign", "black"], "--resign and --line: "),
        (["--line", "1", "--one-sided", "black:C3", "--json"], "--one-sided and --line: "),
        (["--sgf-move", "3"], "pika-hanko: is no SGF file"),
        (["--sgf-game", "2", "--moves", "pass"], "pika-hanko: is no SGF file"),
    ],
)
def test_what_recorded_lines_have_of_their_own_is_refused_beside_them(arguments, message, capsys):
    assert main(["play-out", "pika-hanko", *arguments]) == 2
    out, error = capsys.readouterr()
    assert (out, error.count("\n")) == ("", 1)
    assert message in error


def test_a_file_of_a_play_case_is_one(tmp_path, capsys):
    own = tmp_path / "own.toml"
    own.write_text((ROOT / "cases" / "play" / "area-ends.toml").read_text(encoding="utf-8"), encoding="utf-8")
    for more in ([], ["--line", "1"], ["--moves", "pass", "--rules", "aga"]):
        said = []
        for subject in ("area-ends", str(own)):
            assert main(["play-out", subject, *more]) == 0
            said.append(capsys.readouterr().out)
        assert said[0] == said[1] != ""
    solved = ["--rules", "jungo", "--at-least", "0", "--limit-nodes", "9"]
    assert main(["solve", str(own), *solved]) == main(["solve", "area-ends", *solved])
    assert capsys.readouterr().out.count("under jungo, ") == 2
    ordinary = ROOT / "cases" / "ex01.toml"
    assert main(["play-out", str(ordinary), "--line", "1"]) == 2
    assert "is no play case" in capsys.readouterr().err


def test_only_play_cases_have_lines(teire, tmp_path, capsys):
    game = tmp_path / "game.sgf"
    game.write_text("(;SZ[3];B[bb])")
    for subject, name in ((teire, teire), (str(game), str(game)), ("ex01", "ex01"), ("-", "standard input")):
        assert main(["play-out", subject, "--line", "2"]) == 2
        error = capsys.readouterr().err
        assert error == f"shikatsu: --line 2: {name} is no play case, and only these have lines; leave --line out\n"
    assert main(["play-out", "pika-hank", "--line", "2"]) == 2
    assert "pika-hanko" in capsys.readouterr().err


def test_a_game_that_is_over_is_said_without_a_hint_that_is_of_no_use_here(teire, capsys):
    over = ("play-out", teire, "--rules", "tromp-taylor", "--moves", "pass pass")
    assert main([*over, "--resign", "white"]) == 2
    assert capsys.readouterr().err == "shikatsu: white:resign: the game was over (complete end)\n"
    assert main(["solve", teire, "--rules", "tromp-taylor", "--moves", "pass pass pass"]) == 2
    assert capsys.readouterr().err == "shikatsu: the game is over (complete end)\n"
