"""A guess of KataGo's: what is asked, what is made of the answer, and that nothing is lost where there is none."""

import json
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
import pytest
from endings import RULES, endings

from verifier.board import unit_name, vertices
from verifier.cli import main
from verifier.cli.audit_document import GameDocument
from verifier.errors import InputError
from verifier.gtp import Engine
from verifier.gtp.setting import load_setting
from verifier.gtp.verdicts import Adjudicator
from verifier.jobs.audit.katago import KataGo, dead_by
from verifier.notation import parse_diagram
from verifier.notation.game import parse_game
from verifier.rules import load_ruleset
from verifier.search import Limits

FAKE = Path(__file__).with_name("fake_katago.py")
ENDINGS = {ending.name: ending for ending in endings()}
BOARD = parse_diagram("""
....X
XXXXX
.....
OOOOO
..X..
""").position


def command(*kind):
    return shlex.join([sys.executable, str(FAKE), *kind])


def asked(*kind, position=BOARD, rules="japanese1989", seconds=30.0, **more):
    """The names of the chains that a fake engine takes for dead, or None, and what was told besides."""
    told = []
    with KataGo(command(*kind), told.append, seconds=seconds) as engine:
        found = engine.dead("game", position, load_ruleset(rules), **more)
    return None if found is None else {unit_name(position, unit) for unit in found}, told


def test_stones_that_the_other_side_owns_may_be_dead():
    assert asked("right", "C1") == ({"C1"}, [])
    assert asked("right") == (set(), [])


def test_a_chain_counts_as_a_whole():
    owned = [0.0] * 25
    chains = {unit_name(BOARD, unit): unit for unit in BOARD.units()}
    for point, share in zip(range(15, 20), (0.9, 0.9, 0.9, -0.9, -0.9), strict=True):
        owned[point] = share  # White's chain: Black's by 0.18 on average, which is no opinion
    assert dead_by(BOARD, owned) == frozenset()
    owned[18] = 0.9
    assert dead_by(BOARD, owned) == {chains["A2"]}


def test_an_engine_that_reports_for_white_is_told_to_report_for_black():
    assert asked("white", "C1") == ({"C1"}, [])


@pytest.mark.parametrize(("rules", "kata"), [("japanese1989", "japanese"), ("chinese2002", "chinese")])
def test_it_is_asked_about_the_board_as_it_is(tmp_path, monkeypatch, rules, kata):
    position = parse_diagram("X.O..\n.XO..\n..O..").position
    monkeypatch.setenv("FAKE_KATAGO_LOG", str(tmp_path / "log"))
    assert asked("log", "A3", position=position, rules=rules, komi=6.5, to_move=1) == ({"A3"}, [])
    version, query = map(json.loads, (tmp_path / "log").read_text(encoding="utf-8").splitlines())
    assert version["action"] == "query_version"
    assert (query["boardXSize"], query["boardYSize"]) == (5, 3)
    stones = {"B": {"A3", "B2"}, "W": {"C3", "C2", "C1"}}
    assert {tuple(stone) for stone in query["initialStones"]} == {(s, p) for s in stones for p in stones[s]}
    assert (query["rules"], query["komi"], query["initialPlayer"], query["moves"]) == (kata, 6.5, "W", [])


def test_a_komi_that_it_does_not_know_is_none():
    assert asked("right", komi=6.25) == (set(), [])
    assert asked("right", komi=1000.0) == (set(), [])


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("refuses", "refuses the board: Board size is not supported by this model (field boardXSize)"),
        ("nonsense", "says \"terminate called after throwing an instance of 'StringError'\", which is no answer"),
        ("short", "answers without the ownership of 25 points"),
        ("text", "answers without the ownership of 25 points"),
        ("huge", "answers without the ownership of 25 points"),
        ("dies", "ended with exit code 9: out of memory"),
        ("stillborn", "ended with exit code 3: could not open the model file"),
    ],
)
def test_what_is_wrong_with_it_is_told_in_one_line(kind, words):
    found, told = asked(kind)
    assert found is None
    (line,) = told
    assert line.startswith(f"game: KataGo {words}; ")
    assert "\n" not in line


@pytest.mark.parametrize(("kind", "seconds"), [("hangs", 2.0), ("mute", 0.2)])
def test_one_that_hangs_is_ended(kind, seconds):
    """Its first answer may take 15 times as long."""
    found, told = asked(kind, seconds=seconds)
    assert found is None
    assert told == [f"game: KataGo has not answered for {seconds if kind == 'hangs' else 3:g} seconds; it is not asked again"]


def test_a_board_that_is_refused_does_not_end_it_and_three_in_a_row_do():
    told = []
    large = parse_diagram("\n".join(["X" + "." * 20] * 21)).position
    rules = load_ruleset(RULES)
    with KataGo(command("right", "C1"), told.append, seconds=30.0) as engine:
        for count in range(2):
            assert engine.dead(f"large {count}", large, rules) is None
        assert engine.dead("small", BOARD, rules), "after a board that it refuses it answers about others"
        for count in range(3):
            assert engine.dead(f"large {count}", large, rules) is None
        assert engine.dead("small", BOARD, rules) is None
    assert [line.rpartition("; ")[2] for line in told] == ["searched without it"] * 4 + ["it is not asked again"]


def test_another_program_is_no_engine():
    told = []
    echo = shlex.join([sys.executable, "-uc", "import sys\nfor line in sys.stdin: print(line, end='')"])
    with KataGo(echo, told.append, seconds=30.0) as engine:
        assert engine.dead("game", BOARD, load_ruleset(RULES)) is None
    assert told == ["game: KataGo tells no version, so it is not its analysis engine; it is not asked again"]


@pytest.mark.parametrize("line", ["no-such-program analysis", "", "katago 'analysis"])
def test_a_command_that_cannot_be_started_is_bad_input(line):
    with pytest.raises(InputError, match="--katago"):
        KataGo(line, print)


# What asks it


def write(folder, *names):
    files = []
    for name in names:
        files.append(folder / f"{name}.sgf")
        files[-1].write_bytes(ENDINGS[name].sgf)
    return files


def told(path):
    return [msgspec.json.decode(line, type=GameDocument) for line in path.read_bytes().splitlines()]


def test_an_audit_finds_the_same_whatever_it_says(tmp_path, capsys):
    """Here all stones of the board are said to be dead, or none: the proofs are what they were."""
    (file,) = write(tmp_path, "ex07-1-13-right")
    position = parse_game(file.read_bytes()).position
    everything = vertices(position.black | position.white, position.rows, position.cols)
    plain = ["audit", str(file), "--rules", RULES, "--json"]
    found = []
    for more in ([], ["--katago", command("right", *everything)], ["--katago", command("right")]):
        assert main([*plain, *more]) == 0
        document = msgspec.json.decode(capsys.readouterr().out, type=GameDocument)
        found.append((document.finding, [(chain.chain, chain.proved) for chain in document.chains]))
    assert found[0] == found[1] == found[2]


def test_a_hint_of_a_file_goes_first_and_what_is_done_is_not_asked_again(tmp_path, monkeypatch, capsys):
    names = ["ex02-9-right", "ex07-1-9-right", "ex13-9-right"]
    write(tmp_path, *names)
    log, out, hints = (tmp_path / name for name in ("log", "out.jsonl", "hints.json"))
    hints.write_text(json.dumps({names[0]: []}), encoding="utf-8")
    monkeypatch.setenv("FAKE_KATAGO_LOG", str(log))
    options = ["--rules", RULES, "--jobs", "1", "--hints", str(hints), "--katago", command("log")]
    line = ["audit", str(tmp_path), *options, "--out", str(out)]
    assert main(line) in (0, 3)
    assert log.read_text(encoding="utf-8").count("initialStones") == 2
    assert main(line) in (0, 3)
    assert log.read_text(encoding="utf-8").count("initialStones") == 2, "nothing was left to ask about"
    assert len(told(out)) == 3
    assert main([*line[:-1], str(tmp_path / "other.jsonl"), "--katago", command("right")]) in (0, 3)
    assert main([*line[:-1], str(out), "--katago", command("right")]) == 2, "these are other options"
    assert "other options" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["dies", "refuses", "nonsense"])
def test_audits_go_on_without_it(tmp_path, kind):
    write(tmp_path, "ex02-9-right", "ex07-1-9-right")
    run = subprocess.run(
        [sys.executable, "-P", "-m", "verifier", "audit", str(tmp_path), "--rules", RULES, "--jobs", "2", "--json",
         "--katago", command(kind)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert [json.loads(line)["finding"] for line in run.stdout.splitlines()] == ["confirmed"] * 2
    assert len(run.stderr.splitlines()) == (1 if kind == "dies" else 2)
    assert "Traceback" not in run.stderr


def test_queries_without_hints_are_asked_about(tmp_path, monkeypatch):
    board = {
        "boardXSize": 5, "rules": RULES,
        "initialStones": [["B", f"{column}{row}"] for row in (2, 4) for column in "ABCDE"] + [["W", "C1"]],
    }  # fmt: skip
    lines = [
        {**board, "id": "1"}, {**board, "id": "2", "hints": ["C1"]}, {"id": "3", "action": "query_version"},
        {**board, "id": "4", "boardXSize": 0},
    ]  # fmt: skip
    monkeypatch.setenv("FAKE_KATAGO_LOG", str(tmp_path / "log"))
    run = subprocess.run(
        [sys.executable, "-P", "-m", "verifier", "analysis", "--jobs", "1", "--katago", command("log", "C1")],
        input="".join(json.dumps(line) + "\n" for line in lines), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    answers = {answer["id"]: answer for answer in map(json.loads, run.stdout.splitlines())}
    assert answers.keys() == {"1", "2", "3", "4"}
    assert answers["1"]["chains"] == answers["2"]["chains"]
    assert (tmp_path / "log").read_text(encoding="utf-8").count("initialStones") == 1


@pytest.mark.parametrize("ended_by", ["interrupt", "terminate_all"])
def test_queries_that_wait_for_a_guess_can_be_ended(ended_by):
    board = {"boardXSize": 3, "rules": RULES, "initialStones": [["B", "B2"]]}
    lines = [{**board, "id": "1"}, {**board, "id": "2"}, {**board, "id": "3", "hints": ["B2"]}]
    more = [{"id": "end", "action": "terminate_all"}] if ended_by == "terminate_all" else []
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    asking = ["--katago", command("hangs"), "--katago-seconds", "100"]
    with subprocess.Popen([sys.executable, "-P", "-m", "verifier", "analysis", *asking], **pipes) as run:
        run.stdin.write("".join(json.dumps(line) + "\n" for line in lines))
        run.stdin.flush()
        assert json.loads(run.stdout.readline())["id"] == "3"  # which asks nobody
        for line in more:
            run.stdin.write(json.dumps(line) + "\n")
        if not more:
            run.send_signal(signal.SIGINT)
        out, _ = run.communicate(timeout=60)
    assert run.returncode == (0 if more else 130)
    answers = {answer["id"]: answer for answer in map(json.loads, out.splitlines())}
    word = "terminated" if more else "interrupted"
    assert {answers[name]["error"] for name in "12"} == {f"{word} before it was begun"}


def test_a_session_asks_once_a_board_and_takes_the_guess_for_no_hint(tmp_path, monkeypatch):
    monkeypatch.setenv("FAKE_KATAGO_LOG", str(tmp_path / "log"))
    with KataGo(command("log", "C1"), print, seconds=30.0) as guide:
        session = Engine(load_setting(RULES), Adjudicator(Limits(nodes=20_000, seconds=60.0)), guide=guide)

        def says(line):
            return session.reply(line.encode() + b"\n").data.decode()

        says("boardsize 5")
        stones = "".join(f" b {column}{row}" for row in (2, 4) for column in "ABCDE")
        says(f"gogui-setup{stones} w C1")
        assert says("final_status_list dead") == "= C1\n\n"
        assert says("shikatsu-hints") == "=\n\n"
        says("final_status_list alive")
        assert (tmp_path / "log").read_text(encoding="utf-8").count("initialStones") == 1
        says("shikatsu-hint dead A4")
        says("gogui-setup b C3")
        says("final_status_list dead")
        assert (tmp_path / "log").read_text(encoding="utf-8").count("initialStones") == 1, "hints go first"


def test_seconds_without_an_engine_are_a_slip(tmp_path, capsys):
    (file,) = write(tmp_path, "ex02-9-right")
    assert main(["audit", str(file), "--katago-seconds", "3"]) == 2
    assert "--katago" in capsys.readouterr().err
    assert main(["audit", str(file), "--rules", RULES, "--katago", "no-such-program"]) == 2
    error = capsys.readouterr().err
    assert "no-such-program: cannot be started" in error
    assert len(error.splitlines()) == 1


def test_one_that_is_closed_by_another_thread_says_nothing_more():
    """As when Ctrl-C ends a session while it is asked."""
    told, found = [], []
    engine = KataGo(command("hangs"), told.append, seconds=60.0)
    asking = threading.Thread(target=lambda: found.append(engine.dead("game", BOARD, load_ruleset(RULES))))
    asking.start()
    time.sleep(0.5)
    engine.close()
    asking.join(30.0)
    assert not asking.is_alive()
    assert (found, told) == ([None], [])
