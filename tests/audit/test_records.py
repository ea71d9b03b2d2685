"""What a record says of its end is read as it is meant, in every encoding and notation that is in use."""

import itertools
from pathlib import Path

import pytest

from verifier.board import BLACK, WHITE, Colour, vertices
from verifier.cli import main
from verifier.errors import InputError
from verifier.jobs.audit import Ending, adjudication, parse_result, ruleset_asked, ruleset_named
from verifier.jobs.audit.named_rules import NAMED
from verifier.notation.files import is_sgf
from verifier.notation.game import count_games, parse_game, steps_of
from verifier.rules import load_ruleset

ROOT = Path(__file__).resolve().parents[2]
END = ";B[aa];W[ee];B[];W[]"


def game(text: str, **options):
    return parse_game(text.encode(), **options)


@pytest.mark.parametrize(
    ("text", "ending", "winner", "lead"),
    [
        ("B+3.5", Ending.SCORE, BLACK, 3.5),
        ("w+12", Ending.SCORE, WHITE, -12.0),
        ("White+0.5", Ending.SCORE, WHITE, -0.5),
        ("B+2.75", Ending.SCORE, BLACK, 5.5),
        ("0", Ending.SCORE, None, 0.0),
        ("Draw", Ending.SCORE, None, 0.0),
        ("W+", Ending.SCORE, WHITE, None),
        ("B+R", Ending.RESIGNATION, BLACK, None),
        ("W+Resign", Ending.RESIGNATION, WHITE, None),
        ("W+T", Ending.TIME, WHITE, None),
        ("B+Forfeit", Ending.FORFEIT, BLACK, None),
        ("Void", Ending.VOID, None, None),
        ("?", Ending.UNSTATED, None, None),
        ("", Ending.UNSTATED, None, None),
        ("perhaps", Ending.UNSTATED, None, None),
        ("黒番中押し勝ち", Ending.RESIGNATION, BLACK, None),
        ("白3目半勝ち", Ending.SCORE, WHITE, -3.5),
        ("黑胜2.75子", Ending.SCORE, BLACK, 5.5),
        ("白时间胜", Ending.TIME, WHITE, None),
        ("持碁", Ending.SCORE, None, 0.0),
        ("B+3 3/4", Ending.SCORE, BLACK, 7.5),
        ("W+1¾", Ending.SCORE, WHITE, -3.5),
        ("B+1/2", Ending.SCORE, BLACK, 0.5),
        ("B+3½", Ending.SCORE, BLACK, 3.5),
        ("B+3,5", Ending.SCORE, BLACK, 3.5),
        ("Ｂ＋３．５", Ending.SCORE, BLACK, 3.5),
        ("Black wins by 3.5 points", Ending.SCORE, BLACK, 3.5),
        ("B+Res.", Ending.RESIGNATION, BLACK, None),
        ("黑胜3又3/4子", Ending.SCORE, BLACK, 7.5),
        ("白胜1又四分之一子", Ending.SCORE, WHITE, -2.5),
        ("白四分之三子胜", Ending.SCORE, WHITE, -1.5),
        ("黑胜半子", Ending.SCORE, BLACK, 1.0),
        ("黑胜3.75", Ending.SCORE, BLACK, 7.5),
        ("黑负3又3/4子", Ending.SCORE, WHITE, -7.5),
        ("白胜43.5目", Ending.SCORE, WHITE, -43.5),
        ("黑中盘胜", Ending.RESIGNATION, BLACK, None),
        ("白半目勝", Ending.SCORE, WHITE, -0.5),
        ("白半目勝ち", Ending.SCORE, WHITE, -0.5),
        ("黒中押し勝ち", Ending.RESIGNATION, BLACK, None),
        ("黒二十三目半勝", Ending.SCORE, BLACK, 23.5),
        ("黒百三目勝", Ending.SCORE, BLACK, 103.0),
        ("黒の３目半勝ち", Ending.SCORE, BLACK, 3.5),
        ("白3目負け", Ending.SCORE, BLACK, 3.0),
        ("흑 3집반승", Ending.SCORE, BLACK, 3.5),
        ("백 반집승", Ending.SCORE, WHITE, -0.5),
        ("백불계승", Ending.RESIGNATION, WHITE, None),
        ("흑 시간패", Ending.TIME, WHITE, None),
        ("무승부", Ending.SCORE, None, 0.0),
        ("無勝負", Ending.VOID, None, None),
        ("黒投了", Ending.RESIGNATION, WHITE, None),
        ("黒時間切れ負け", Ending.TIME, WHITE, None),
    ],
)
def test_results_are_understood(text, ending, winner, lead):
    stated = parse_result(text)
    assert (stated.ending, stated.winner, stated.lead) == (ending, winner, lead)
    assert stated.counted == (ending is Ending.SCORE)
    assert bool(stated.why_not) != stated.counted


@pytest.mark.parametrize(
    "text",
    ["B+33/4", "B+3.3", "B+1/3", "B+4/2", "B+1e5", "B+99999", "B+3 stones", "B+2.75 points", "両負け", "黒時間切れ", "黒", "3目半", "黑胜几子"],
)
def test_words_that_are_not_known_are_said_and_not_guessed(text):
    stated = parse_result(text)
    assert (stated.ending, stated.winner, stated.lead) == (Ending.UNSTATED, None, None)
    assert stated.why_not == f"RE[{text}] is in words that are not known (--result says it in others)"


def test_a_number_that_could_be_points_or_stones_names_the_winner_alone():
    stated = parse_result("黑胜3.5")
    assert (stated.ending, stated.winner, stated.lead) == (Ending.SCORE, BLACK, None)


def test_numerals_count_like_digits():
    tens = ("", "十", "二十", "三十", "四十", "五十", "六十", "七十", "八十", "九十", "百", "百十")
    for number in range(1, 120):
        numeral = tens[number // 10] + ("", *"一二三四五六七八九")[number % 10]
        assert parse_result(f"黒{numeral}目勝").lead == parse_result(f"黒{number}目勝").lead == number


@pytest.mark.parametrize(
    ("text", "ruleset"),
    [
        ("Japan", "japanese1989-inside"),
        ("jpn", "japanese1989-inside"),
        ("JP", "japanese1989-inside"),
        ("日本棋院", "japanese1989-inside"),
        ("日本囲碁規約", "japanese1989-inside"),
        ("Japanese (1989)", "japanese1989-inside"),
        ("Japanese 1949", "japanese1949"),
        ("中国围棋规则", "chinese2002"),
        ("Chinese-OGS", "chinese2002"),
        ("한국 룰", "korean-inside"),
        ("应氏计点制", "ing1991"),
        ("new_zealand", "new-zealand"),
        ("koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor-settled"),
        ("koPOSITIONALscoreAREAtaxNONEsui0komi7.5", "tromp-taylor-settled"),
        ("koPOSITIONALscoreAREAsui1", "tromp-taylor-settled"),
        ("koSITUATIONALscoreAREAtaxNONEsui1", "new-zealand"),
        ("koSIMPLEscoreAREAtaxNONEsui0whbN", "chinese2002"),
        ("koSITUATIONALscoreAREAtaxNONEsui0button0whbN-1fpok1", "aga"),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese1989-inside"),
        (
            '{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI",'
            '"whiteHandicapBonus":"0"}',
            "japanese1989-inside",
        ),
        ('{"ko":"SIMPLE","scoring":"AREA","tax":"NONE","whiteHandicapBonus":"N"}', "chinese2002"),
        ("Japanese", "japanese1989-inside"),
        ("japanese rules", "japanese1989-inside"),
        ("Chinese", "chinese2002"),
        ("AGA", "aga"),
        ("NZ", "new-zealand"),
        ("New Zealand Rules", "new-zealand"),
        ("GOE", "ing1991"),
        ("日本ルール", "japanese1989-inside"),
        ("中国规则", "chinese2002"),
        ("Tromp-Taylor", "tromp-taylor-settled"),
        ("proposal2012", "proposal2012"),
        ("japanese1989", "japanese1989"),
        ("Japanese1989", "japanese1989"),
        ("japanese1989 rules", "japanese1989"),
        ("Japanese 1989", "japanese1989-inside"),
        ("chinese2002[walls=independent]", "chinese2002[walls=independent]"),
        ("korean", "korean-inside"),
    ],
)
def test_rules_are_understood(text, ruleset):
    assert ruleset_named(text).id == ruleset


def test_every_known_name_is_a_ruleset():
    assert all(ruleset_named(name).id == known == load_ruleset(known).id for name, known in NAMED.items())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "house rules of ours",
        "Rules",
        "Chinese 1988",
        "jungo",
        "koPOSITIONALscoreAREA taxNONE and more",
        "koSIMPLEkoSIMPLEscoreAREA",
        '{"ko":"SIMPLE"}',
        '{"ko":"SIMPLE","scoring":"AREA","colour":"red"}',
    ],
)
def test_unknown_rules_are_an_error_that_names_the_option(text):
    with pytest.raises(InputError, match=r"some\.sgf.*--rules"):
        ruleset_named(text, "some.sgf")


@pytest.mark.parametrize(
    "text",
    [
        "koSIMPLEscoreTERRITORYtaxNONEsui0",
        "koPOSITIONALscoreAREAtaxALLsui1",
        "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1",
        '{"ko":"SIMPLE","scoring":"AREA","tax":"SEKI"}',
    ],
)
def test_rules_of_katago_that_count_like_no_ruleset_are_refused(text):
    with pytest.raises(InputError, match=r"some\.sgf.*no ruleset counts like these of KataGo.*--rules"):
        ruleset_named(text, "some.sgf")


def test_the_rules_of_a_record_open_no_file(tmp_path_factory):
    mine = tmp_path_factory.mktemp("plain") / "mine.toml"  # a path that is the same in lower case
    mine.write_text((ROOT / "encodings" / "aga.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert load_ruleset(str(mine)).id == "aga"
    with pytest.raises(InputError, match="--rules"):
        ruleset_named(str(mine))


def test_a_person_names_rules_by_an_id_a_file_or_as_records_do(tmp_path, monkeypatch):
    named = ("Japanese", "日本ルール", "korean", "Chinese (2002)", "japanese1989[first_move=owner]")
    ids = ["japanese1989-inside", "japanese1989-inside", "korean", "chinese2002", "japanese1989[first_move=owner]"]
    assert [ruleset_asked(name).id for name in named] == ids
    monkeypatch.chdir(tmp_path)
    Path("Japanese").write_text((ROOT / "encodings" / "aga.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert ruleset_asked("Japanese").id == "aga", "a file that is there is meant"
    with pytest.raises(InputError, match="no such file and no such id; did you mean japanese1949"):
        ruleset_asked("Japanes")


def test_stones_under_marks_of_the_other_side_are_stated_to_be_dead():
    # White's A1 is marked, his C1 has the liberty B1, and his E5 stands elsewhere.
    board = "AB[ac][bd][cd][dd][de]AW[ae][ce][ea]TW[ba]"
    for marks, names in (("TB[ad][ae]", {"A1"}), ("TB[ad][ae][be]", {"A1", "C1"})):
        claims = adjudication(game(f"(;SZ[5]{board}{marks})"))
        assert {vertices(unit, 5, 5)[0] for unit in claims.dead} == names


def test_stones_taken_off_after_the_last_move_are_stated_to_be_dead():
    record = game(f"(;SZ[5]AB[ca][cb]AW[ba]{END};AE[ba]TB[ba])")
    assert record.position.white.bit_count() == 2, "they stand in the position that is audited"
    claims = adjudication(record)
    assert claims.source == "taken off after the last move"
    assert [vertices(unit, 5, 5) for unit in claims.dead] == [["B5"]]
    assert record.passes == 2


def test_stones_taken_off_during_play_are_an_edit():
    record = game("(;SZ[5];B[aa];AE[aa];W[ee])")
    assert record.removed == 0
    assert record.position.black == 0


def test_half_a_chain_cannot_be_taken_off():
    with pytest.raises(InputError, match="--dead"):
        adjudication(game(f"(;SZ[5]AW[ba][ca]{END};AE[ba])"))


def test_the_command_line_replaces_what_the_record_says():
    record = game(f"(;SZ[5]AW[ba]RE[B+R]{END};AE[ba])")
    claims = adjudication(record, ["A5"], "B+2")
    assert [vertices(unit, 5, 5) for unit in claims.dead] == [["A5"]]
    assert claims.stated.lead == 2
    with pytest.raises(InputError, match="no stone"):
        adjudication(record, ["C3"])


def test_prisoners_komi_and_handicap_are_read():
    record = game("(;SZ[5]HA[2]KM[0.5]RU[Japanese]RE[W+1]AB[aa][ee];W[ba];B[ed];W[ab])")
    assert record.prisoners == (0, 1)
    assert (record.komi, record.handicap, record.rules, record.result) == (0.5, 2, "Japanese", "W+1")
    assert record.moves == 3
    with pytest.raises(InputError, match="HA"):
        game("(;SZ[5]HA[many];B[aa])")


def test_a_record_can_be_stopped_earlier():
    record = game(f"(;SZ[5]{END}TB[cc])", move=1)
    assert record.moves == 1
    assert record.position.white == 0
    assert record.marks == (0, 0)
    with pytest.raises(InputError, match="0 to 4"):
        game(f"(;SZ[5]{END})", move=5)


def test_crops_are_no_games():
    with pytest.raises(InputError, match="crop"):
        game("(;SZ[5]EDGES[top,left]AB[aa])")


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "gb18030", "euc_jp"])
@pytest.mark.parametrize("declared", [True, False])
def test_names_in_east_asian_encodings_do_not_swallow_stones(encoding, declared):
    names = {"gb18030": "古力 胜 李昌镐 中国规则"}.get(encoding, "本因坊表能 ソソ 予表示")
    ca = f"CA[{encoding}]" if declared else ""
    text = f"(;GM[1]{ca}SZ[5]PB[{names}]C[{names}]RU[Japanese]RE[B+1]{END};TB[ab]C[{names}])"
    record = parse_game(text.encode(encoding))
    assert record.moves == 4
    assert record.result == "B+1"
    assert record.marks[BLACK].bit_count() == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_records_in_utf_16_are_read(encoding):
    text = f"(;GM[1]SZ[5]PB[本因坊]RU[日本]RE[白半目勝]{END})"
    data = text.encode(encoding) if encoding == "utf-16" else ("\ufeff" + text).encode(encoding)
    record = parse_game(data)
    assert (record.moves, record.rules, record.result) == (4, "日本", "白半目勝")


@pytest.mark.parametrize("encoding", ["shift_jis", "utf-8"])
@pytest.mark.parametrize("beginning", ["( TE[第1期 表]", "(TE[表]", "\n(\nEV[表]"])
def test_records_of_the_nihon_ki_in_need_no_first_semicolon(beginning, encoding):
    text = f"{beginning}RD[2003-01-01]SZ[5]KM[6.5]RE[黒中押し勝ち]{END})"
    record = parse_game(text.encode(encoding))
    assert (record.moves, record.komi, record.result) == (4, 6.5, "黒中押し勝ち")
    assert is_sgf(text.encode(encoding), "no suffix")


@pytest.mark.parametrize("charset", ["U\x00W", "\x00", "no such", "é"])
def test_a_charset_that_is_no_name_is_no_fault(charset):
    assert game(f"(;CA[{charset}]SZ[5]{END})").moves == 4


def test_a_variation_keeps_needing_its_semicolon():
    with pytest.raises(InputError, match="not a readable SGF file"):
        game("(;SZ[5];B[aa](W[bb]))")


SETUP = "(;SZ[6:3]RU[Chinese]KM[0]{}AB[ba][bb][bc][ab][db]AW[ca][cb][cc][ea][fb][ec];AE[db]{})"


@pytest.mark.parametrize(("root", "after"), [("RE[W+6]", ""), ("", "TB[aa][ac]TW[da][db][dc][eb][fa][fc]")])
def test_ae_after_a_set_up_position_takes_dead_stones_off_if_the_game_is_over(root, after):
    record = game(SETUP.format(root, after))
    assert record.position.black.bit_count() == 5, "the stone is still there"
    claims = adjudication(record)
    assert [vertices(chain, 3, 6) for chain in claims.dead] == [["D2"]]
    assert claims.source == "taken off by AE after the set-up position"
    chosen = adjudication(record, [])
    assert (chosen.dead, chosen.source) == (frozenset(), "given")


def test_without_a_result_or_territory_ae_is_part_of_setting_up():
    record = game(SETUP.format("", ""))
    assert record.position.black.bit_count() == 4
    assert not record.removed


def test_such_a_result_is_not_refuted(tmp_path, capsys):
    path = tmp_path / "game.sgf"
    path.write_text(SETUP.format("RE[W+6]", ""), encoding="ascii")
    assert main(["audit", str(path)]) in (0, 3)
    out = capsys.readouterr().out
    assert "AE after the set-up position is read as dead stones taken off" in out
    assert "Stated result W+6" in out
    assert "refuted" not in out
    assert main(["score", str(path)]) == 0
    out = capsys.readouterr().out
    assert "dead: D2 (taken off by AE after the set-up position)" in out
    assert "result: W+6" in out


@pytest.mark.parametrize("name", ["aga", "chinese", "japanese"])
def test_the_steps_of_a_game_lead_move_by_move_to_its_position(name):
    data = (Path(__file__).parent / "handicap" / f"{name}.sgf").read_bytes()
    for number in range(1, count_games(data, name) + 1):
        record = parse_game(data, game=number)
        steps = steps_of(record)
        assert (steps[-1].black, steps[-1].white) == (record.position.black, record.position.white)
        assert len(steps) == record.moves + 1
        assert steps[0].black.bit_count() == record.handicap
        for before, after in itertools.pairwise(steps):
            if after.point is None:
                assert (before.black, before.white) == (after.black, after.white)
            else:
                assert not (before.black | before.white) >> after.point & 1
                assert (after.black, after.white)[after.colour] >> after.point & 1


def test_stones_set_up_on_the_way_are_steps_of_their_own_and_taken_off_at_the_end_none():
    record = game("(;SZ[5];B[aa];AW[ee]AB[ba];W[bb];B[];W[];AE[bb])")
    steps = steps_of(record)
    assert [(step.colour, step.point) for step in steps[1:]] == [
        (Colour.BLACK, 0),
        (None, None),
        (Colour.WHITE, 6),
        (Colour.BLACK, None),
        (Colour.WHITE, None),
    ]
    assert record.removed == 1 << 6
