"""``shikatsu audit`` and ``shikatsu score``: what they print and write, and that nothing stops a batch."""

import io
import json
import signal
import subprocess
import sys

import msgspec
import pytest
from endings import RULES, endings

import verifier
from verifier.cli import main
from verifier.cli.audit_document import CountedDocument, GameDocument
from verifier.errors import Interrupted
from verifier.jobs.audit import Finding
from verifier.jobs.audit.batch import GameTask, audit_all, audit_one
from verifier.jobs.audit.page import report_page
from verifier.jobs.audit.pictures import audit_board
from verifier.jobs.audit.writing import sentences
from verifier.notation.game import parse_game
from verifier.notation.sgf_game import parse_main_line
from verifier.proof import check
from verifier.workers import Workers

ENDINGS = {ending.name: ending for ending in endings()}


def write(folder, name, data=None):
    path = folder / f"{name}.sgf"
    path.write_bytes(ENDINGS[name].sgf if data is None else data)
    return path


def audit(*arguments):
    return main(["audit", *map(str, arguments), "--rules", RULES])


def test_a_right_agreement_is_confirmed(tmp_path, capsys):
    assert audit(write(tmp_path, "ex07-1-13-right")) == 0
    out = capsys.readouterr().out
    assert "under proposal2012: confirmed" in out
    assert "5 of 5 chains are proved" in out


def test_a_wrong_one_is_refuted_with_a_line_and_the_corrected_result(tmp_path, capsys):
    path = write(tmp_path, "ex07-1-13-chain")
    assert audit(path, "--annotate", tmp_path / "out") == 1
    out = capsys.readouterr().out
    right = parse_game(ENDINGS["ex07-1-13-right"].sgf).result
    assert f"proved {right}: refuted" in out
    written = (tmp_path / "out" / "ex07-1-13-chain.audit.sgf").read_bytes()
    line = parse_main_line(written, 1, "annotated")
    game = parse_game(written)
    original = parse_game(ENDINGS["ex07-1-13-chain"].sgf)
    assert game.position == original.position
    assert game.removed == original.removed, "what the players did is the main line still"
    ended = next(node for node in line.nodes if "TR" in node)
    assert {"TB", "TW", "C"} <= ended.keys()
    assert "confirmed" not in ended["C"][0]
    assert b"is dead" in written or b"is alive" in written
    assert written.count(b"(;") >= 2, "there is a variation"


def test_every_certificate_of_an_audit_is_accepted(tmp_path, capsys):
    path = write(tmp_path, "ex13-9-right")
    assert audit(path, "--proof", tmp_path / "proofs") == 0
    files = list((tmp_path / "proofs").iterdir())
    assert len(files) == 6
    assert {check(file).claim.ruleset.id for file in files} == {RULES}


@pytest.mark.parametrize(("result", "word"), [("B+R", "resignation"), ("W+T", "time"), ("Void", "no result")])
def test_without_a_count_there_is_no_adjudication(tmp_path, capsys, result, word):
    path = tmp_path / "game.sgf"
    path.write_text(f"(;SZ[9]RE[{result}];B[ee];W[ff])", encoding="utf-8")
    assert audit(path) == 0
    out = capsys.readouterr().out
    assert word in out
    assert "there is no adjudication to audit" in out


def test_an_unknown_ruleset_in_the_record_is_an_error_that_names_the_option(tmp_path, capsys):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]RU[ours]RE[B+1];B[ee])", encoding="utf-8")
    assert main(["audit", str(path)]) == 2
    assert "--rules" in capsys.readouterr().err


def test_nothing_stops_a_batch(tmp_path, capsys):
    folder = tmp_path / "games"
    (folder / "deeper").mkdir(parents=True)
    write(folder, "ex02-9-right")
    write(folder / "deeper", "ex02-9-score")
    write(folder, "broken", b"(;SZ[9];B[zz")
    write(folder, "occupied", b"(;SZ[9]RE[B+1];B[aa];W[aa])")
    write(folder, "bytes", bytes(range(256)))
    write(folder, "resigned", b"(;SZ[9]RE[B+R];B[aa])")
    write(folder, "empty", b"")
    (folder / "notes.txt").write_text("no game", encoding="utf-8")
    assert audit(folder) == 1
    out = capsys.readouterr().out
    assert "1 confirmed" in out
    assert "1 refuted" in out
    assert "4 error" in out
    assert "1 no adjudication" in out
    assert "deeper_ex02-9-score" in out
    assert audit(folder, "--json") == 1
    lines = capsys.readouterr().out.splitlines()
    documents = [msgspec.json.decode(line, type=GameDocument) for line in lines]
    assert len(documents) == 7
    assert sorted(str(document.finding) for document in documents) == [
        "None", "None", "None", "None", "confirmed", "no adjudication", "refuted"
    ]  # fmt: skip
    assert all(document.error and "\n" not in document.error for document in documents if not document.finding)


def test_annotated_games_are_not_audited_with_their_folder(tmp_path, capsys):
    path = write(tmp_path, "ex02-9-right")
    assert audit(tmp_path, "--annotate", str(tmp_path)) == 0
    (annotated,) = tmp_path.glob("*.audit.sgf")
    capsys.readouterr()
    assert audit(tmp_path, "--json") == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert audit(annotated) == 0, "but by itself"
    path.unlink()
    assert audit(tmp_path) == 2
    assert "no SGF files" in capsys.readouterr().err


def test_games_of_a_collection_are_audited_one_by_one(tmp_path, capsys):
    path = write(tmp_path, "two", ENDINGS["ex02-9-right"].sgf + ENDINGS["ex02-9-chain"].sgf)
    assert audit(path) == 1
    assert "two.1" in capsys.readouterr().out
    assert audit(path, "--game", "1", "--annotate", str(tmp_path / "out")) == 0
    assert audit(path, "--game", "2", "--annotate", str(tmp_path / "out")) == 1
    assert len(list((tmp_path / "out").iterdir())) == 2, "one does not stand where the other should"
    assert audit(path, "--game", "3") == 2
    assert "2 games" in capsys.readouterr().err


def test_options_about_one_game_are_refused_for_many(tmp_path, capsys):
    path = write(tmp_path, "two", ENDINGS["ex02-9-right"].sgf * 2)
    assert audit(path, "--result", "B+1") == 2
    assert "--game" in capsys.readouterr().err


def test_a_result_that_says_nothing_is_refused_before_the_search(tmp_path, capsys):
    assert audit(write(tmp_path, "ex02-9-right"), "--result", "B plus 3") == 2
    assert capsys.readouterr().err == (
        "shikatsu: --result 'B plus 3': no result of a game; write such as B+3.5, W+ or 0\n"
    )


def test_json_says_what_refutes_a_chain(tmp_path, capsys):
    assert audit(write(tmp_path, "race-9-swapped"), "--json") == 1
    document = json.loads(capsys.readouterr().out)
    wrong = [chain for chain in document["chains"] if chain["finding"] == "refuted"]
    assert {(chain["stated"], chain["proved"]) for chain in wrong} == {("alive", "dead"), ("dead", "alive")}
    assert any(chain["line"] for chain in wrong)
    assert document["result"]["finding"] == "refuted"


def test_several_processes_say_the_same(tmp_path):
    names = ["ex02-9-right", "ex02-9-chain", "ex09-9-right"]
    tasks = [GameTask(str(write(tmp_path, name)), name, rules=RULES) for name in names]
    found = {result.task.name: result.audit.finding for result in audit_all(tasks, workers=Workers(2))}
    assert found == {task.name: audit_one(task).audit.finding for task in tasks}


def test_fewer_games_than_processes_have_several_each_and_come_out_the_same(tmp_path, capsys):
    """The territories of three lines take longer than one process works by itself."""
    lines = "abcdefgh"
    stones = "AB" + "".join(f"[{x}d]" for x in lines) + "AW" + "".join(f"[{x}e]" for x in lines)
    for name in "ab":
        (tmp_path / f"{name}.sgf").write_text(f"(;SZ[8:8]RU[{RULES}]RE[0]{stones}B[];W[])")
    assert audit(tmp_path, "--jobs", "4", "--json") == 0
    found = [msgspec.json.decode(line, type=GameDocument) for line in capsys.readouterr().out.splitlines()]
    assert sorted((game.file.rpartition("/")[2], game.finding) for game in found) == [("a.sgf", "confirmed"), ("b.sgf", "confirmed")]


def test_an_interrupted_audit_keeps_what_it_has(tmp_path):
    task = GameTask(str(write(tmp_path, "ex13-13-right")), "game", rules=RULES)
    seen = []

    def stop(verdict):
        seen.append(verdict)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        audit_one(task, on_verdict=stop)
    found = caught.value.result
    assert found.proved == 3
    assert found.interrupted
    said = " ".join(sentences(found))
    assert "Interrupted after 0 seconds" in said
    assert "within the limits" not in said
    assert "Interrupted after 0 seconds" in report_page(found)
    assert "interrupted" in str(audit_board(found))
    assert "Interrupted" not in report_page(audit_one(task).audit)


def test_an_interrupted_batch_keeps_the_games_in_progress(tmp_path):
    quick = ["ex02-9-right", "ex07-1-9-right", "ex09-9-right", "race-9-right"]
    for number, name in enumerate(["fig-seki-1-right", *quick]):
        write(tmp_path, str(number), ENDINGS[name].sgf)
    command = [sys.executable, "-P", "-m", "verifier", "audit", str(tmp_path), "--rules", RULES]
    options = ["--json", "--jobs", "2", "--limit-seconds", "100000"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*command, *options], cwd=tmp_path, **pipes) as run:
        assert run.stdout is not None
        lines = [run.stdout.readline() for _ in quick]  # one process works on the seki that takes long
        run.send_signal(signal.SIGINT)
        rest, errors = run.communicate()
    assert run.returncode == 130
    assert errors.decode().splitlines() == ["shikatsu: note: interrupted; 5 games were looked at"]
    documents = [msgspec.json.decode(line, type=GameDocument) for line in [*lines, *rest.splitlines()]]
    assert [document.finding for document in documents] == ["confirmed"] * 4 + ["not proven"]


def test_nothing_is_overwritten_unasked(tmp_path, capsys):
    path = write(tmp_path, "ex02-9-right")
    assert audit(path, "--annotate", tmp_path / "out") == 0
    assert audit(path, "--annotate", tmp_path / "out") == 2
    assert "--force" in capsys.readouterr().err
    assert audit(path, "--annotate", tmp_path / "out", "--force") == 0


def test_a_score_is_counted_with_given_dead_stones(tmp_path, capsys):
    path = write(tmp_path, "ex07-1-9-right")
    assert main(["score", str(path), "--rules", RULES, "--json"]) == 0
    recorded = msgspec.json.decode(capsys.readouterr().out, type=CountedDocument)
    assert recorded.count.result == parse_game(path.read_bytes()).result
    assert main(["score", str(path), "--rules", RULES, "--dead", "--json"]) == 0
    none = msgspec.json.decode(capsys.readouterr().out, type=CountedDocument)
    assert none.dead == []
    assert none.count.result != recorded.count.result
    assert main(["score", str(path), "--rules", RULES, "--dead", recorded.dead[0], "--komi", "0.5"]) == 0
    assert "komi 0.5" in capsys.readouterr().out


def test_a_game_on_standard_input_is_counted_as_its_file_is(tmp_path, monkeypatch, capsys):
    data = b"(;SZ[3]RU[AGA]KM[0.5]HA[2];B[bb];W[];B[])"
    path = tmp_path / "game.sgf"
    path.write_bytes(data)
    assert main(["score", str(path), "--json"]) == 0
    found = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["score", "-", "--json"]) == 0
    assert capsys.readouterr().out == found
    assert verifier.score(data).result == json.loads(found)["count"]["result"] == "B+7.5"


@pytest.mark.parametrize("option", ["--game", "--move"])
def test_a_board_has_no_games_and_moves_by_the_names_of_the_options(option, tmp_path, capsys):
    path = tmp_path / "a.txt"
    path.write_text("X.O\n.O.\nX.O\n", encoding="utf-8")
    assert main(["score", str(path), option, "2"]) == 2
    assert capsys.readouterr().err == f"shikatsu: {path}: is no SGF file; --game and --move make no sense here\n"
    assert main(["score", str(path), "--rules", "chinese2002", "--dead", "A3", "A1"]) == 0
    assert "result: W+9" in capsys.readouterr().out
    dead = ["A3", "A1"]
    for board in (path, str(path), path.read_text(encoding="utf-8"), path.read_bytes()):
        assert verifier.score(board, "chinese2002", dead=dead).result == "W+9"


def test_a_score_compares_what_the_ruleset_compares(tmp_path, capsys):
    path = tmp_path / "board.txt"
    path.write_text(". X O .\nX X O O\n. X O .\n. X O .\n", encoding="utf-8")
    assert main(["score", str(path), "--rules", "proposal2012", "--prisoners", "3,0"]) == 0
    assert "Black 6: 3 points of territory, 0 dead stones, 3 taken in play" in capsys.readouterr().out
    assert main(["score", str(path), "--rules", "chinese2002", "--prisoners", "3,0"]) == 0
    assert "Black 8: 3 points of territory, 5 stones" in capsys.readouterr().out


def test_python_does_the_same(tmp_path):
    path = write(tmp_path, "race-9-swapped")
    seen = []
    found = verifier.audit(path, RULES, on_verdict=seen.append)
    assert found.finding is Finding.REFUTED
    assert len(seen) == found.proved == len(found.chains)
    assert verifier.audit(path.read_bytes(), RULES, dead=[], result="?").dead is Finding.REFUTED
    right = ENDINGS["race-9-right"]
    assert verifier.score(right.sgf, RULES).result == right.record.result == found.count.result
    with pytest.raises(verifier.InputError, match="no adjudication"):
        verifier.audit(b"(;SZ[5]RE[B+R];B[aa])", RULES)
    with pytest.raises(verifier.InputError, match="the argument komi"):
        verifier.score(b"(;SZ[5]KM[375];B[aa])", RULES)


@pytest.mark.parametrize("under", [True, False])
def test_territory_may_be_marked_with_or_without_the_points_under_dead_stones(under):
    board = "(;SZ[5]RU[proposal2012]KM[0]AB[ab][bb][cb][db][eb][ad][bd][cd][dd][ed]AW[ce]"
    marks = "[aa][ba][ca][da][ea][ac][bc][cc][dc][ec][ae][be][de][ee]" + ("[ce]" if under else "")
    right = verifier.audit(f"{board}RE[B+16]TB{marks})".encode())
    assert right.marks is right.result is right.finding is Finding.CONFIRMED
    missing = verifier.audit(f"{board}RE[B+16]TB{marks.replace('[cc]', '')})".encode())
    assert missing.marks is missing.finding is Finding.REFUTED
    assert missing.unmarked(verifier.BLACK) == 1 << 12
    wrong = verifier.audit(f"{board}RE[B+16]TB{marks}TW[cb])".encode())
    assert wrong.disputed(verifier.WHITE)


def test_a_list_of_nothing_and_a_file_behind_dead_stones_are_slips(tmp_path, capsys):
    (tmp_path / "list").touch()
    assert main(["audit", "--list", str(tmp_path / "list")]) == 2
    assert "names no file" in capsys.readouterr().err
    file = write(tmp_path, "ex02-9-right")
    assert main(["audit", "--dead", "C3", str(file)]) == 2
    assert capsys.readouterr().err == f"shikatsu: --dead takes all words after it; name {file} before it\n"
    assert main(["audit", str(file), "--rules", ""]) == 2
    assert "--rules: empty" in capsys.readouterr().err


def test_a_closed_standard_output_is_one_line():
    command = [sys.executable, "-P", "-m", "verifier", "audit", "nothing.sgf"]
    shell = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    run = subprocess.run(shell, stderr=subprocess.PIPE, text=True, check=False)
    assert (run.returncode, run.stderr) == (2, "shikatsu: standard output is closed\n")
