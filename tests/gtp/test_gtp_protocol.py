"""The protocol as such, and what a session refuses."""

import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from verifier import check, parse_vertex, vertex
from verifier.errors import InputError
from verifier.gtp import Engine
from verifier.gtp.interrupts import Interrupts
from verifier.gtp.protocol import MAX_LINE, Protocol, read_request
from verifier.gtp.setting import KATA_NAMES, PLAYED_AS, load_setting
from verifier.gtp.table import fixed_handicap, free_handicap
from verifier.gtp.verdicts import Adjudicator
from verifier.proof.store import parse_certificate
from verifier.rules import builtin_names, load_play_rules, load_ruleset, play_names
from verifier.search import Limits

ROOT = Path(__file__).resolve().parents[2]

GAME = "(;GM[1]FF[4]SZ[5]KM[2.5]RU[Japanese];B[cc];W[cd];B[dd];W[bc];B[];W[de])"


def engine(rules="proposal2012", *, nodes=20_000, seconds=60.0):
    return Engine(load_setting(rules), Adjudicator(Limits(nodes=nodes, seconds=seconds)))


def ask(session, *commands):
    """The texts of the replies; failures begin with a question mark."""
    texts = []
    for command in commands:
        data = session.reply(command.encode("utf-8", "surrogateescape")).data.decode()
        assert data.endswith("\n\n")
        assert "\n\n" not in data[:-2], "an empty line ends a reply"
        texts.append(data[1:].strip() if data.startswith("=") else data.strip())
    return texts


def test_tabs_are_spaces_and_other_control_characters_are_not_there():
    assert read_request(b"\t12\tplay\r \x00b\x7f\x0b \tC3 # here\r\n") == ("12", "play", ["b", "C3"])
    assert read_request(b"na\rme\r\n") == ("", "name", [])
    for nothing in (b"", b"\n", b"\r\n", b" \t \n", b"# name\n", b"\x01\x02\n", b"   # 1 name\n"):
        assert read_request(nothing) is None


def test_an_id_is_given_back_and_nothing_else_is_an_id():
    assert read_request(b"0 name").id == "0"
    assert read_request(b"name 5") == ("", "name", ["5"])
    for word in ("1a", "-1", "+1", "1.0", "\u0663", "12345678901"):
        assert read_request(f"{word} name".encode()) == ("", word, ["name"])


def test_a_reply_never_holds_an_empty_line_or_a_control_character():
    session = Protocol({"odd": lambda words: "a\n\n\nb\r\x07c\n\n", "none": lambda words: "\n"})
    assert session.reply(b"1 odd").data == b"=1 a\nbc\n\n"
    assert session.reply(b"none").data == b"=\n\n"


def test_a_fault_of_the_program_is_one_failure_and_the_session_goes_on(monkeypatch):
    monkeypatch.delenv("SHIKATSU_TRACEBACK", raising=False)
    session = Protocol({"fails": lambda words: str(1 // 0), "works": lambda words: "yes"})
    assert session.reply(b"7 fails").data.startswith(b"?7 internal error: ZeroDivisionError")
    assert session.reply(b"works").data == b"= yes\n\n"


def test_quit_is_answered_and_what_follows_is_not():
    sink = io.BytesIO()
    engine().serve(io.BytesIO(b"1 quit\n2 name\n"), sink)
    assert sink.getvalue() == b"=1\n\n"


def test_the_end_of_input_ends_the_session_and_its_last_line_counts():
    sink = io.BytesIO()
    engine().serve(io.BytesIO(b"\n\n# hello\nname"), sink)
    assert sink.getvalue() == b"= Shikatsu\n\n"


def test_a_line_that_is_too_long_is_one_failure():
    sink = io.BytesIO()
    engine().serve(io.BytesIO(b"5 name " + b"x" * 3 * MAX_LINE + b"\nname\n"), sink)
    assert sink.getvalue() == b"?5 line longer than 65536 bytes\n\n= Shikatsu\n\n"


def test_bytes_that_are_no_text_are_survived():
    session = engine()
    assert session.reply(b"play b \xff\xfe").data.startswith(b"? syntax error: vertex '??'")
    assert session.reply(b"\xe5\x9b\xb2 name").data == b"? unknown command\n\n"
    assert b"cannot load file" in session.reply(b"loadsgf \xff.sgf").data


# Boards and moves


def test_handicap_points_of_the_protocol():
    names = {
        n: " ".join(vertex(point, 19, 19) for point in fixed_handicap(n, 19, 19)) for n in range(2, 10)
    }
    assert names[3] == "D4 Q16 D16"
    assert names[5] == "D4 Q16 D16 Q4 K10"
    assert names[6] == "D4 Q16 D16 Q4 D10 Q10"
    assert names[7] == "D4 Q16 D16 Q4 D10 Q10 K10"
    assert names[8] == "D4 Q16 D16 Q4 D10 Q10 K4 K16"
    assert " ".join(vertex(point, 13, 13) for point in fixed_handicap(2, 13, 13)) == "D4 K10"
    assert " ".join(vertex(point, 7, 7) for point in fixed_handicap(4, 7, 7)) == "C3 E5 C5 E3"


def test_free_handicap_never_takes_the_last_point_or_a_point_twice():
    for rows, cols in ((1, 3), (2, 2), (3, 4), (5, 5), (6, 6), (7, 7), (9, 2), (19, 19)):
        for number in range(2, rows * cols):
            points = free_handicap(number, rows, cols)
            assert 2 <= len(set(points)) == len(points) <= number
            assert all(0 <= point < rows * cols for point in points)
            if rows < 7 or rows != cols:
                assert len(points) == number


def test_either_colour_may_go_on_at_any_time_and_undo_takes_back_one_move():
    """Random commands against a record of the boards that were there."""
    chance = random.Random(5)
    session = engine()
    table = session.table
    for rules in ("proposal2012", "tromp-taylor", "nihonshiki1", "jungo", "chinese2002"):
        session = engine(rules)
        table = session.table
        ask(session, "boardsize 3")
        past = [(table.position, table.taken)]
        for _ in range(200):
            if len(past) > 1 and chance.random() < 0.3:
                assert ask(session, "undo") == [""]
                past.pop()
            else:
                where = chance.choice([*(vertex(p, 3, 3) for p in range(9)), "pass"])
                colour = chance.choice("bw")
                legal = ask(session, f"is_legal {colour} {where}")
                done = ask(session, f"play {colour} {where}")[0]
                assert legal == ["1" if done == "" else "0"]
                assert done == "" or done.startswith("? illegal move: ")
                if done == "":
                    past.append((table.position, table.taken))
            assert (table.position, table.taken) == past[-1]
            assert len(table.moves) == len(past) - 1


def test_play_goes_on_after_passes_that_would_end_the_game():
    session = engine("tromp-taylor")
    assert ask(session, "boardsize 3", "play b pass", "play w pass", "play b pass", "play w B2") == [""] * 5
    assert ask(session, "list_stones w") == ["B2"]


def test_a_game_that_ended_otherwise_goes_on_after_undo():
    session = engine("japanese1989")
    ask(session, "boardsize 3")
    session.table.game.resign()
    over = "the game is over (resignation); undo first"
    assert ask(session, "play b B2", "gogui-play_sequence b B2") == [f"? illegal move: {over}"] * 2


def test_a_refused_command_leaves_everything_as_it_was():
    session = engine()
    ask(session, "boardsize 5", "komi 1.5", "play b C3", "play w C2")
    before = ask(session, "showboard", "move_history", "get_komi", "shikatsu-ruleset")
    for command in (
        "play b C3", "boardsize 40", "komi x", "komi 6.3", "fixed_handicap 2", "set_free_handicap A1 B1", "loadsgf nowhere",
        "gogui-setup b A1 w A1", "gogui-setup b A1 b A2 b B1 w", "gogui-play_sequence w A1 b A1",
        "shikatsu-ruleset nowhere.toml", "kata-set-rules {", "gogui-setup_player red", "undo 5",
        "gogui-setup b A1 w B1 w A2",
    ):  # fmt: skip
        assert ask(session, command)[0].startswith("? "), command
        assert ask(session, "showboard", "move_history", "get_komi", "shikatsu-ruleset") == before


# Records


def test_loadsgf_stops_before_the_move_of_the_number(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(GAME)
    session = engine()
    assert ask(session, f"loadsgf {path}", "get_komi", "query_boardsize") == ["", "2.5", "5"]
    assert ask(session, "list_stones b", "list_stones w") == ["C3 D2", "B3 C2 D1"]
    assert ask(session, f"loadsgf {path} 1", "list_stones b", "move_history") == ["", "", ""]
    assert ask(session, f"loadsgf {path} 4", "move_history") == ["", "black D2\nwhite C2\nblack C3"]
    assert ask(session, f"loadsgf {path} 6", "showboard")[1].startswith("White to move")
    assert ask(session, "undo", "undo", "list_stones w") == ["", "", "C2"]
    assert ask(session, f"loadsgf {path} 0")[0].startswith("? syntax error: move '0'")
    assert "no move 8 to stop before; choose 1 to 7" in ask(session, f"loadsgf {path} 8")[0]
    assert ask(session, "list_stones w") == ["C2"], "a file that cannot be loaded changes nothing"


@pytest.mark.parametrize("setup", ["", ";AW[cc]"])
def test_komi_of_a_record_is_what_it_is_everywhere(tmp_path, setup):
    path = tmp_path / "game.sgf"
    session = engine()
    for stated, komi in (("6.5", "6.5"), ("3.75", "7.5"), ("", "0")):
        path.write_text(f"(;GM[1]SZ[5]KM[{stated}];B[aa];W[bb]{setup})")
        assert ask(session, f"loadsgf {path}", "get_komi") == ["", komi]
    path.write_text(f"(;GM[1]SZ[5]KM[375];B[aa];W[bb]{setup})")
    (reply,) = ask(session, f"loadsgf {path}")
    assert reply == f"? cannot load file: {path}: KM[375]: hardly points of komi; correct KM in the file"


def test_one_of_a_thing_is_no_plural():
    session = engine()
    told = ask(session, "shikatsu-limits 1 1", "shikatsu-limits 1.5 2")
    assert told == ["1 second for a board, 1 state for a search", "1.5 seconds for a board, 2 states for a search"]


def test_a_number_that_is_too_large_is_told_how_large_it_may_be():
    (reply,) = ask(engine(), "shikatsu-limits 5 1000000000000000000000")
    assert reply.endswith("states '1000000000000000000000' is not a whole number from 1 to 2147483647")


def test_a_record_with_stones_set_up_during_play_is_loaded_without_its_past(tmp_path):
    path = tmp_path / "problem.sgf"
    path.write_text("(;GM[1]SZ[5];B[aa];W[bb];AW[cc]AB[dd]PL[B])")
    session = engine()
    assert ask(session, f"loadsgf {path}", "list_stones b", "list_stones w") == ["", "A5 D2", "B4 C3"]
    assert ask(session, "undo")[0].startswith("? cannot undo")


def test_a_record_that_breaks_the_rules_is_refused_with_the_move(tmp_path):
    path = tmp_path / "ko.sgf"
    path.write_text("(;SZ[4];B[ac];W[bc];B[bd];W[cd];B[db];W[ad];B[bd])")
    session = engine()
    assert ask(session, f"loadsgf {path}")[0] == (
        f"? cannot load file: {path}: move 7: B1 retakes a ko at once [ko: Article 5 (劫): no retake on the next turn (次の手番)]"
    )
    for name in ("nowhere.sgf", tmp_path, "\x00"):
        assert ask(session, f"loadsgf {name}")[0].startswith(("? cannot load file: ", "? syntax error"))
    path.write_text("(;SZ[4:3];B[ac]")
    assert ask(session, f"loadsgf {path}")[0].startswith("? cannot load file: ")


# Verdicts


def test_unknown_chains_are_an_error_that_names_them():
    session = engine(nodes=1)
    ask(session, "boardsize 3", "gogui-setup b C3 b B2 w A2")
    for status in ("alive", "dead", "seki"):
        assert ask(session, f"final_status_list {status}") == ["? unknown: C3, A2, B2 (limit: 60 seconds, 1 state)"]
    assert ask(session, "shikatsu-verdict C3") == ["? unknown: C3 (limit: 1 node)"]
    assert ask(session, "shikatsu-proof A2")[0].startswith("? unknown: A2")
    assert ask(session, "shikatsu-units")[0].count("unknown") == 3
    assert ask(session, "final_score")[0].startswith("? cannot score: from W+")
    assert "neutral points" not in ask(session, "final_score")[0]
    voiding = ask(session, "shikatsu-ruleset japanese1989", "final_score", "shikatsu-ruleset proposal2012")[1]
    assert "it is not known how the neutral points are filled" in voiding
    assert voiding.endswith("depending on what is unknown: C3, A2, B2 (limit: 60 seconds, 1 state)")
    assert "LABEL C3 ?" in ask(session, "shikatsu-verdicts")[0]
    assert ask(session, "shikatsu-limits 60 20000")[0].startswith("60 seconds for a board, 20000 states")
    assert "unknown" not in ask(session, "final_status_list alive")[0]


def test_a_board_keeps_its_time_and_is_judged_once():
    session = engine(nodes=10**9, seconds=0.5)
    ask(session, "boardsize 9", "gogui-setup b C3 b G7 w C7 w G3 b E5")
    replies = ask(session, *(f"final_status_list {status}" for status in ("dead", "alive", "seki")))
    judgement = session.analysis.adjudicator.board(session.table.position, load_ruleset("proposal2012"))
    assert judgement is session.analysis.adjudicator.board(session.table.position, load_ruleset("proposal2012"))
    assert replies == ["? unknown: C7, G7, E5, C3, G3 (limit: 0.5 seconds, 1000000000 states)"] * 3


def test_stones_in_seki_are_those_of_the_ruleset():
    """Both sides have two eyes, and a column of dame between them."""
    black, white = "A2 B3 B2 B1", "D3 D2 D1 E2"
    stones = " ".join([f"b {name}" for name in black.split()] + [f"w {name}" for name in white.split()])
    session = engine("japanese1989-points")
    ask(session, "rectangular_boardsize 5 3", f"gogui-setup {stones}")
    chains = ["B3 A2 B2 B1\nD3 D2 E2 D1"]
    assert ask(session, "final_status_list seki", "final_status_list alive", "final_score") == [*chains, "", "0"]
    assert ask(session, "shikatsu-ruleset proposal2012", "final_status_list seki") == ["proposal2012", ""]
    assert ask(session, "final_status_list alive") == chains
    ask(session, "shikatsu-ruleset japanese1989-points", f"gogui-setup {stones} b C3 b C2 b C1")
    assert ask(session, "final_status_list seki", "final_score") == ["", "0"]


def test_a_proof_is_sent_or_written_and_the_checker_accepts_both(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = engine()
    ask(session, "boardsize 4", "gogui-setup b A1 b A2 b B2 b B3 b C3 b D3 b D2 b D1 w A4 w B1")
    sent = parse_certificate(ask(session, "shikatsu-proof B1")[0], "the reply")
    assert ask(session, "shikatsu-proof B1 b1.json") == ["written to b1.json"]
    report = check(tmp_path / "b1.json")
    assert report.claim == sent.claim
    assert report.claim.unit == 1 << parse_vertex("B1", 4, 4)
    assert ask(session, "shikatsu-proof B1 b1.json") == ["? b1.json: exists already; use another name"]
    assert ask(session, "shikatsu-proof B1 no/such/folder.json")[0].startswith("? no/such/folder.json: cannot")


@pytest.mark.parametrize("rules", sorted({*builtin_names(), *play_names(), *KATA_NAMES.values()}))
def test_every_ruleset_can_be_played_and_named_to_katago(rules):
    session = engine(rules, nodes=2000)
    assert ask(session, "boardsize 3", "play b B2", "play w A1", "play b A2") == [""] * 4
    named = json.loads(ask(session, "kata-get-rules")[0])
    assert named["shikatsu-ruleset"] == rules
    assert named["ko"] in ("SIMPLE", "POSITIONAL", "SITUATIONAL")
    assert not ask(session, "final_score")[0].startswith("? internal")


def test_a_controller_goes_on_after_a_stop_whatever_the_ruleset_asks_for():
    for rules in ("japanese1989", "japanese1989-points", "proposal2012", "aga", "katago-encore"):
        session = engine(rules)
        passes = ["play b pass", "play w pass"] * 3
        said = ask(session, "boardsize 3", *passes, "play w B2", "play b pass", "play b A1", "move_history")
        assert said[:-1] == [""] * 10, rules
        assert said[-1].startswith("black A1\nblack pass\nwhite B2\nwhite pass")


def test_readings_of_a_text_are_played_as_the_text_is():
    ko = ["boardsize 4", "gogui-setup b B4 b A3 b B2 w C4 w D3 w C2 w B3", "play b C3"]
    for rules in ("japanese1989-points", "proposal2012[ko=none]", "chinese2002", "katago-encore", "korean"):
        retake = ask(engine(rules), *ko, "play w B3")[-1]
        assert "B3 retakes a ko at once [ko" in retake, rules
        assert ask(engine(rules), *ko, "play w A1", "play b D1", "is_legal w B3")[-1] == "1", rules
    corner = ["boardsize 3", "play b A2", "play b B2", "play b C1"]
    assert ask(engine("ing1991"), *corner, "play w A1", "is_legal w B1")[-1] == "1"
    assert ask(engine("ing1991"), *corner, "play w B1", "play b B3", "play w A1", "is_legal b A1")[-1] == "1"
    assert ask(engine("korean"), "boardsize 2", "play b A1", "play b B2", "is_legal w A2")[-1] == "0"
    assert "repetition: Article 6" in ask(engine("chinese2002"), *ko, "play w pass", "play b pass", "play w B3")[-1]


def test_rules_with_cleanup_phases_are_no_rules_for_a_controller(tmp_path):
    values = load_play_rules("katago-encore").values
    body = "".join(f'[play.{axis}]\nvalue = "{value}"\narticle = "a"\nbasis = "text"\n' for axis, value in values)
    path = tmp_path / "mine.toml"
    path.write_text('schema = 1\nid = "mine"\ntitle = "t"\nsource = "s"\n' + body)
    with pytest.raises(InputError, match="a controller knows no cleanup phases; use play-out"):
        engine(str(path))


def test_katago_s_own_rules_come_back_as_they_were_set():
    for name in KATA_NAMES:
        session = engine()
        assert ask(session, f"kata-set-rules {name}") == [""]
        told = ask(session, "kata-get-rules")[0]
        again = engine()
        assert ask(again, f"kata-set-rules {told}") == [""]
        assert ask(again, "kata-get-rules") == [told]


@pytest.mark.parametrize(
    ("rules", "taken"),
    [
        ('{"scoring": "AREA", "ko": "SIMPLE"}', "chinese2002"),
        ('{"scoring": "AREA", "ko": "SIMPLE", "whiteHandicapBonus": "N"}', "chinese2002"),
        ('{"scoring": "AREA", "ko": "SITUATIONAL", "whiteHandicapBonus": "N-1"}', "aga"),
        ('{"scoring": "AREA", "ko": "POSITIONAL", "suicide": true}', "tromp-taylor"),
        ('{"scoring": "TERRITORY", "ko": "SIMPLE"}', "japanese1989"),
        ('{"scoring": "AREA", "ko": "SIMPLE", "tax": "ALL"}', "jungo"),
        ("koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"),
        ("Japanese", "japanese1989"),
    ],
)
def test_rules_in_katago_s_words_are_the_closest_ruleset(rules, taken):
    session = engine()
    assert ask(session, f"kata-set-rules {rules}", "shikatsu-ruleset") == ["", taken]


@pytest.mark.parametrize(
    "rules",
    ["{}", '{"scorng": "AREA"}', '{"scoring": "AREA"}', '{"scoring": "FOO", "ko": "SIMPLE"}', "koSIMPLE", "[]"],
)
def test_rules_that_katago_does_not_know_are_not_guessed(rules):
    session = engine()
    said = ask(session, f"kata-set-rules {rules}", "shikatsu-ruleset")
    assert said[0].startswith("? rules ")
    assert "ko and scoring" in said[0]
    assert said[1] == "proposal2012"


def test_the_handicap_bonus_is_named_to_katago():
    bonuses = {"chinese2002": "N", "aga": "N-1", "japanese1989": "0", "tromp-taylor": "0"}
    told = {rules: json.loads(ask(engine(rules), "kata-get-rules")[0]) for rules in bonuses}
    assert {rules: named["whiteHandicapBonus"] for rules, named in told.items()} == bonuses


# The command


def run(*arguments, lines=b""):
    environment = dict(os.environ)
    return subprocess.run(
        [sys.executable, "-P", "-m", "verifier", "gtp", "--prover", "python", *arguments],
        input=lines, capture_output=True, timeout=120, env=environment, check=False,
    )  # fmt: skip


def test_the_command_speaks_on_its_standard_streams():
    done = run("--rules", "korean", lines=b"1 name\r\n\r\n2 shikatsu-ruleset\r\n3 quit\r\n4 name\r\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"=1 Shikatsu\n\n=2 korean\n\n=3\n\n"
    assert run(lines=b"").stdout == b""


def test_a_mistake_in_the_options_is_one_line():
    done = run("--rules", "no-such-rules")
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1


def test_an_interrupted_search_is_answered_and_the_session_goes_on():
    environment = dict(os.environ)
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", "verifier", "gtp", "--limit-seconds", "100", "--limit-nodes", "1000000000"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    with child:
        child.stdin.write(b"1 boardsize 9\n2 gogui-setup b C3 w G7 b G3 w C7\n3 name\n")
        child.stdin.write(b"4 final_status_list dead\n5 name\n")
        child.stdin.flush()
        for _ in range(6):
            child.stdout.readline()
        time.sleep(1.5)
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == b"?4 interrupted\n"
        child.stdout.readline()
        assert child.stdout.readline() == b"=5 Shikatsu\n"
        child.stdin.close()
        assert child.wait(timeout=30) == 0


class Peer:
    """The command behind its pipes."""

    def __init__(self, *arguments):
        self.child = subprocess.Popen(
            [sys.executable, "-P", "-m", "verifier", "gtp", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ),
        )  # fmt: skip

    def send(self, *lines):
        self.child.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.child.stdin.flush()

    def reply(self):
        lines = []
        while (line := self.child.stdout.readline().decode()) != "\n":
            assert line, "the other end is gone"
            lines.append(line.rstrip("\n"))
        return "\n".join(lines)


SLOW = ("--limit-seconds", "100", "--limit-nodes", "1000000000")


def test_the_line_of_gogui_interrupts_the_command_that_runs_and_keeps_what_was_proved():
    """Black's corner lives without a search; the stones in the middle take for ever."""
    peer = Peer(*SLOW)
    peer.send("1 boardsize 9", "2 gogui-setup b A2 b B2 b B1 b C2 b D2 b D1 w G7 b G3 w C7", "3 name")
    assert [peer.reply() for _ in range(3)] == ["=1", "=2", "=3 Shikatsu"]
    peer.send("# interrupt", "4 name")
    assert peer.reply() == "=4 Shikatsu", "between commands it is a comment"
    for number in (5, 6):
        peer.send(f"{number} final_status_list dead")
        time.sleep(2)
        peer.send("  #  interrupt ")
        assert peer.reply() == f"?{number} interrupted"
    peer.send("7 shikatsu-limits 0.1", "8 shikatsu-units", "9 quit")
    assert peer.reply().startswith("=7 0.1 seconds")
    assert "A2 black 6 alive" in peer.reply()
    assert peer.reply() == "=9"
    peer.child.stdin.close()
    peer.child.stdout.close()
    assert peer.child.wait(timeout=30) == 0


def test_ctrl_c_ends_the_session_only_when_no_line_waits():
    waiting = True
    with Interrupts(lambda: waiting) as interrupts:
        signal.raise_signal(signal.SIGINT)  # between two commands
        interrupts.running = 1
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        interrupts.running, waiting = 0, False
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_hints_are_forgotten_with_the_board_and_taken_from_records(tmp_path):
    path = tmp_path / "finished.sgf"
    path.write_text("(;SZ[5]RE[W+1];B[aa];W[bb];B[cc];W[];B[]TB[bb][ab][ba][bc][cb])", encoding="utf-8")
    session = engine()
    ask(session, f"loadsgf {path}")
    assert ask(session, "shikatsu-hints") == ["dead B4"]
    assert ask(session, "play w E1", "shikatsu-hints") == ["", "dead B4"], "the stone is there still"
    for command in ("boardsize 5", "clear_board", f"loadsgf {path} 3"):
        ask(session, f"loadsgf {path}", command)
        assert ask(session, "shikatsu-hints") == [""], command
    ask(session, "clear_board", "play b B4", "shikatsu-hint dead B4", "play w A4", "play w B5", "play w C4")
    assert ask(session, "shikatsu-hints", "play w B3", "play w B4") == ["dead B4", "", ""]
    assert ask(session, "shikatsu-hints") == [""], "a stone of the other side is another one"


def test_hints_decide_nothing():
    """All hints wrong: the verdicts and their proofs are as without them."""
    stones = "gogui-setup b A1 b A2 b B2 b B3 b C3 b D3 b D2 b D1 w A4 w B1"
    plain, hinted = engine(), engine()
    for session in (plain, hinted):
        ask(session, "boardsize 4", stones)
    ask(hinted, "shikatsu-unknown agreed", "shikatsu-hint dead B3", "shikatsu-hint alive A4 B1")
    for command in ("final_status_list dead", "final_status_list alive", "final_score", "shikatsu-territory"):
        assert ask(plain, command) == ask(hinted, command), command
    assert ask(hinted, "shikatsu-assumed") == [""]
    certificate = parse_certificate(ask(hinted, "shikatsu-proof B1")[0], "the reply")
    assert check(certificate).claim.verdict.value == "dead"


def test_a_ruleset_that_judges_no_units_is_the_reason_and_no_limit():
    session = engine()
    ask(session, "boardsize 3", "shikatsu-ruleset new-zealand", "gogui-setup b B2")
    why = "unknown: B2 (suicide is allowed, and no hypothetical play with suicide is written down)"
    commands = ("final_status_list dead", "shikatsu-verdict B2")
    assert ask(session, *commands) == [f"? {why}"] * 2
    assert ask(session, "final_score") == [f"? cannot score: from 0 to B+9, depending on what is {why}"]


def test_the_territory_with_neutral_points_filled_is_the_final_score():
    session = engine()
    ask(session, "shikatsu-ruleset japanese1989", "boardsize 3", "gogui-setup b B1 b B2 b B3", "komi 6.5")
    score, territory = ask(session, "final_score", "shikatsu-territory")
    assert score == "W+0.5"
    assert territory.endswith("TEXT Black 6, White 0, with neutral points filled W+0.5")
    ask(session, "boardsize 4", "komi 0", "play b A2", "play w A1", "play b B1", "play w D1", "play b C1")
    ask(session, "play b C2", "play b D2", "play b C3")
    score, territory = ask(session, "final_score", "shikatsu-territory")
    assert territory.endswith(f"with neutral points filled {score}"), "prisoners count"


def test_what_is_not_proved_may_be_taken_for_alive_from_the_beginning():
    lines = b"boardsize 9\nplay b E5\nfinal_status_list alive\nfinal_score\nshikatsu-assumed\nquit\n"
    done = run("--unknown", "alive", "--limit-nodes", "1", lines=lines)
    assert done.stdout == b"=\n\n=\n\n= E5\n\n= B+80\n\n= E5 alive\n\n=\n\n"
    assert b"? unknown: E5" in run("--limit-nodes", "1", lines=lines).stdout


# The page


def page():
    return (ROOT / "docs" / "gtp.md").read_text(encoding="utf-8")


def test_the_page_names_every_command_and_no_other():
    table = re.search(r"<!-- begin commands.*?-->(.*?)<!-- end commands -->", page(), re.DOTALL)[1]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = [name for cell in cells for name in re.findall(r"`([\w-]+)`", cell)]
    named = [name for name in named if name not in ("alive", "dead", "seki", "agreed", "error")]
    assert sorted(named) == sorted(engine().commands)


def test_the_page_has_the_rules_of_play_and_the_names_of_katago():
    rows = {tuple(cell.strip() for cell in line.strip("|").split("|")) for line in page().splitlines()}
    names = {name: row for row in rows if len(row) == 2 for name in re.findall(r"`([\w-]+)`", row[0])}
    assert {name: re.findall(r"`([^`]+)`", names[name][1])[0] for name in KATA_NAMES} == dict(KATA_NAMES)
    for name, (suicide, ko, repetition) in PLAYED_AS.items():
        row = next(row for row in rows if row[0] == f"`{name}`" and len(row) == 4)
        assert row[1] == suicide
        assert row[2] == {"none": "by the superko"}.get(ko, ko)
        assert row[3].startswith({"no rule": "none"}.get(repetition, f"{repetition} superko"))
