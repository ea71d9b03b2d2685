"""The command, through its entry point: what it prints, what it writes and how it ends."""

import hashlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pressed import ENDLESS, MEBIBYTES, STATES, ctrl_c_soon, needs_signals

import verifier
from verifier.adjudicate import judge
from verifier.cli import main
from verifier.jobs.cases.case import case_ids
from verifier.rules import Ruleset
from verifier.search.windows import ways

ROOT = Path(__file__).resolve().parents[2]

CORNER = "edges: top,left\n" + ". X X O .\nX O O O .\nO O . . .\n. . . . .\n"
"""Black's three stones in the corner: two units, both dead. The white stones are assumed alive."""

SETTLED = "edges: top,left\n" + ". X . X O\nX X X X O\nO O O O O\n. . . . .\n"
"""One black unit with two eyes."""


@pytest.fixture
def corner(tmp_path):
    path = tmp_path / "corner.txt"
    path.write_text(CORNER, encoding="utf-8")
    return str(path)


@pytest.fixture
def certificate(tmp_path, corner, capsys):
    """The certificate that A3 of the corner is dead."""
    assert main(["verify", corner, "--unit", "A3", "--proof", str(tmp_path / "proofs")]) == 0
    capsys.readouterr()
    return tmp_path / "proofs" / "corner.proposal2012.A3.json"


def error_line(capsys) -> str:
    """Return the single line on standard error, without the program's name."""
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("shikatsu: ")
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("shikatsu: ").rstrip("\n")


# verify


def test_verify_prints_the_diagram_the_verdicts_and_the_territory(corner, capsys):
    assert main(["verify", corner]) == 0
    out = capsys.readouterr().out
    assert out.startswith("corner\nunder proposal2012 (分かりやすい日本囲碁規約(試案) 2012)\n")
    assert " 4| .  X- X- O  .  4" in out
    assert "- dead" in out
    assert re.search(r"^A3 +black +1 +dead +strategy of \d+ (state|pattern)s? by \w+", out, re.MULTILINE)
    assert re.search(r"^B4 +black +2 +dead ", out, re.MULTILINE)


def test_verify_marks_unconditional_life(tmp_path, capsys):
    path = tmp_path / "settled.txt"
    path.write_text(SETTLED, encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert re.search(r"^B4 +black +6 +alive +unconditionally alive", capsys.readouterr().out, re.MULTILINE)


def test_verify_takes_a_case_id_and_points_in_both_notations(capsys):
    assert main(["verify", "ex24", "--unit", "B10", "--unit", "r1c2", "--unit", "r3c2"]) == 0
    out = capsys.readouterr().out
    assert "死活例24" in out
    assert len(re.findall(r"^[A-T]\d+ +(black|white)", out, re.MULTILINE)) == 2


def test_verify_reads_standard_input(corner, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CORNER.encode())))
    assert main(["verify", "-", "--unit", "A3"]) == 0
    assert capsys.readouterr().out.startswith("stdin\n")


def test_a_note_says_that_ru_chooses_no_ruleset_where_none_is_asked_for(tmp_path, capsys):
    path = tmp_path / "game.sgf"
    for rules, way in (
        ("Japanese", "RU[Japanese] does not choose the ruleset here; by it: --rules japanese1989-inside\n"),
        ("mine", "RU[mine] does not choose the ruleset here; choose it with --rules\n"),
        ("proposal2012", ""),
    ):
        path.write_text(f"(;SZ[3]RU[{rules}]AB[aa])", encoding="utf-8")
        assert main(["verify", str(path)]) == 0
        assert capsys.readouterr().err.removeprefix("shikatsu: note: ") == way
        assert main(["verify", str(path), "--rules", "chinese2002"]) == 0
        assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", [["show"], ["units"], ["play-out", "--rules", "japanese1989"]])
def test_a_note_says_that_a_file_has_more_games(command, tmp_path, capsys):
    path = tmp_path / "two.sgf"
    path.write_text("(;SZ[3]AB[aa])(;SZ[3]AB[bb])", encoding="utf-8")
    name, *options = command
    assert main([name, str(path), *options]) == 0
    assert "game 1 of 2; --sgf-game takes another" in capsys.readouterr().err
    assert main([name, str(path), *options, "--sgf-game", "2"]) == 0
    assert capsys.readouterr().err == ""


def test_verify_reads_sgf_by_its_suffix_or_its_content(tmp_path, monkeypatch, capsys):
    sgf = "(;FF[4]GM[1]SZ[5:4]EDGES[top,left]AB[ba][ca][ab]AW[da][bb][cb][db][ac][bc];B[ed])"
    path = tmp_path / "corner.sgf"
    path.write_text(sgf, encoding="utf-8")
    assert main(["verify", str(path), "--unit", "A3", "--sgf-move", "0"]) == 0
    before = capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sgf.encode())))
    assert main(["verify", "-", "--unit", "A3"]) == 0
    after = capsys.readouterr().out
    assert "\n 1| .  .  .  .  .  1\n" in before
    assert "\n 1| .  .  .  .  X  1\n" in after


def test_verify_json_has_a_schema_version_and_vertices(corner, capsys):
    assert main(["verify", corner, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == 1
    assert document["kind"] == "verify"
    assert document["exit_code"] == 0
    assert document["position"]["board"][0] == ".XXO."
    assert [unit["unit"] for unit in document["units"]] == ["B4", "A3"]
    assert {unit["status"] for unit in document["units"]} == {"dead"}
    assert all(unit["checked"]["states"] >= 0 for unit in document["units"])
    assert document["ruleset"]["digest"] == verifier.load_ruleset("proposal2012").digest
    assert document["territory"]["decided"] is True


def test_verify_writes_certificates_and_does_not_overwrite_them(corner, certificate, capsys):
    arguments = ["verify", corner, "--unit", "A3", "--proof", str(certificate.parent)]
    assert main(arguments) == 2
    assert error_line(capsys) == f"{certificate}: exists already; use --force to overwrite it"
    assert main([*arguments, "--force"]) == 0


def test_verify_draws_a_picture(corner, tmp_path, capsys):
    target = tmp_path / "corner.svg"
    arguments = ["verify", corner, "--unit", "A3", "--svg", str(target)]
    assert main(arguments) == 0
    assert target.read_text(encoding="utf-8").startswith("<svg ")
    capsys.readouterr()
    assert main(arguments) == 2
    assert "exists already; use --force" in error_line(capsys)


def test_a_limit_leaves_a_unit_unknown_and_says_which(tmp_path, capsys):
    board = tmp_path / "open.txt"
    board.write_text(". . . X O\n. . X O .\n. X X O O\nX O O . .\n. . . . .\n", encoding="utf-8")
    assert main(["verify", str(board), "--limit-nodes", "1", "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["exit_code"] == 3
    unknown = [unit for unit in document["units"] if unit["status"] == "unknown"]
    assert unknown
    assert all(unit["reason"].startswith("limit: ") for unit in unknown)
    assert all(unit["checked"] is None for unit in unknown)
    assert document["territory"]["decided"] is False


def test_two_processes_find_the_same(corner, capsys):
    def verdicts(jobs: str) -> list[tuple[str, str]]:
        assert main(["verify", corner, "--json", "--jobs", jobs]) == 0
        return [(unit["unit"], unit["status"]) for unit in json.loads(capsys.readouterr().out)["units"]]

    assert verdicts("1") == verdicts("2")


@needs_signals
def test_an_interruption_keeps_what_was_found(tmp_path, capsys):
    proofs, board = tmp_path / "proofs", tmp_path / "board.txt"
    board.write_text(ENDLESS, encoding="utf-8")
    limits = ["--limit-nodes", str(STATES), "--limit-memory", str(MEBIBYTES)]
    with ctrl_c_soon():
        assert main(["verify", str(board), "--json", "--proof", str(proofs), *limits]) == 130
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert document["interrupted"] is True
    assert [unit["unit"] for unit in document["units"]] == ["B9"]
    assert [path.name for path in proofs.iterdir()] == ["board.proposal2012.B9.json"]
    assert "1 of 2 units were judged" in captured.err


def test_a_certificate_that_the_checker_refuses_is_never_a_verdict(corner, monkeypatch, capsys):
    import dataclasses

    search = ways.prove

    def wrong(*args, **options):
        outcome = search(*args, **options)
        claim = dataclasses.replace(outcome.certificate.claim, verdict=verifier.proof.Verdict.ALIVE)
        certificate = dataclasses.replace(outcome.certificate, claim=claim)
        return dataclasses.replace(outcome, status=verifier.Status.ALIVE, certificate=certificate)

    monkeypatch.setattr(ways, "prove", wrong)
    assert main(["verify", corner, "--unit", "A3", "--json"]) == 3
    unit = json.loads(capsys.readouterr().out)["units"][0]
    assert unit["status"] == "unknown"
    assert unit["reason"].startswith("internal error: the checker refused the certificate of alive: ")


def test_a_certificate_of_another_claim_is_never_a_verdict(corner, monkeypatch, capsys):
    search = ways.prove
    other = verifier.parse_diagram(SETTLED).position
    elsewhere = judge.Question(other, next(other.units()), verifier.load_ruleset("proposal2012")).arena()
    monkeypatch.setattr(ways, "prove", lambda arena, **options: search(elsewhere, **options))
    assert main(["verify", corner, "--unit", "A3", "--json"]) == 3
    assert "it proves another claim" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: COMMAND; try shikatsu --help"),
        (["verify"], "the following arguments are required: POSITION; try shikatsu verify --help"),
        (["ponder"], "argument COMMAND: invalid choice: 'ponder'"),
        (["verify", "nowhere"], "'nowhere': no such file and no such case; try shikatsu cases --list"),
        (["verfy", "ex01"], "argument COMMAND: invalid choice: 'verfy'; did you mean verify?"),
        (["verify", "ex1"], "'ex1': no such file and no such case; did you mean ex01? Try shikatsu cases --list"),
        (["verify", "ex01", "--rules", "japanese"], "ruleset 'japanese': no such file and no such id; did you mean japanese1949, japanese1989 or japanese2003?"),
        (["verify", "pika-hanko"], "'pika-hanko': is a play case, a game to be replayed and no position to be judged; use shikatsu play-out pika-hanko, or solve"),
        (["cases", "pika-hanko"], "'pika-hanko': is a play case"),
        (["play-out", "pika-hnko"], "no such case; did you mean pika-hanko"),
        (["verify", "."], ".: cannot be read (Is a directory)"),
        (["verify", "bad\0name"], "'bad\\x00name': no such file and no such case"),
        (["verify", "ex24", "--rules", "nowhere"], "ruleset 'nowhere': no such file and no such id"),
        (["verify", "ex24", "--unit", "I3"], "point 'I3': use a GTP vertex such as C3 (no column I) or r2c3"),
        (["verify", "ex24", "--unit", "T19"], "point 'T19' is off the board of 10 rows and 10 columns"),
        (["verify", "ex24", "--unit", "A10"], "unit A10: there is no stone on this point"),
        (["verify", "ex24", "--unit", "A2"], "unit A2: this chain touches the outside of the diagram and is assumed alive"),
        (["verify", "ex24", "--limit-nodes", "0"], "argument --limit-nodes: '0' is not a whole number from 1 to"),
        (["verify", "ex24", "--limit-nodes", "1e6"], "argument --limit-nodes: '1e6' is not a whole number from 1 to"),
        (["verify", "ex24", "--limit-nodes", "9" * 30], "is not a whole number from"),
        (["verify", "ex24", "--limit-seconds", "nan"], "argument --limit-seconds: 'nan' is not a number of seconds above 0"),
        (["verify", "ex24", "--limit-seconds", "-1"], "is not a number of seconds above 0"),
        (["verify", "ex24", "--jobs", "0"], "argument --jobs: '0' is not a whole number from 1 to"),
        (["verify", "ex24", "--prover", "magic"], "argument --prover: invalid choice: 'magic'"),
        (["verify", "ex24", "--svg", "/nowhere/at/all.svg"], "/nowhere/at/all.svg: its folder does not exist"),
        (["verify", "ex24", "--svg", "x.png"], "x.png: the picture is SVG; give a name ending in .svg"),
        (["verify", "ex24", "--svg", ""], "'': an empty text names no file; give the name of a file"),
        (["verify", "ex24", "--proof", ""], "'' names no folder; leave the option out to write nothing"),
        (["verify", "ex24", "--svg", "."], ".: is a folder; give the name of a file"),
        (["verify", "ex24", "--lim"], "unrecognized arguments: --lim"),
        (["cases", "nowhere"], "case 'nowhere': no such file and no such id"),
        (["check"], "the following arguments are required: FILE"),
        (["check", "x", "--expect", "ex24"], "--expect 'ex24': use CASE:UNIT=VERDICT, such as ex08:A10=dead"),
        (["check", "x", "--expect", "ex24:B10=gone"], "the verdict must be one of alive, dead, drawn"),
        (["check", "x", "--expect", "ex24:A10=dead"], "there is no stone on A10"),
        (["cases", "ex01", "--all"], "--all and ex01: give either the option or the names of cases"),
        (["cases", "--canonical", "--rules", "proposal2012", "ex01"], "--canonical and ex01: give either"),
        (["cases", "ex01", "--why"], "--why compares rulesets; name two or more with --rules"),
        (["cases", "ex01", "--cache", "x"], "--cache keeps verdicts of a comparison; name two or more rulesets"),
        (["cases", "ex01", "--rules", "proposal2012", "proposal2012"], "--rules proposal2012: proposal2012 is there already"),
        (["cases", "ex01", "--rules", "proposal2012", "{proposal2012}"], "proposal2012.toml: proposal2012 is there already; name each ruleset once"),
        (["cases", "ex01", "--rules", "proposal2012", "proposal2012[first_move=attacker]", "--first", "attacker"], "proposal2012[first_move=attacker] is there already"),
        (["explain", "ex24", "--unit", "B10", "--unit", "B8"], "--unit B8: one fight is explained at a time; give --unit once"),
        (["explain", "ex24", "--together", "B8,C10", "--together", "B8"], "give --together once"),
        (["explain", "ex24"], "one of the arguments --unit --together is required"),
        (["rules", "show", "nowhere"], "ruleset 'nowhere': no such file and no such id"),
        (["rules", "validate", "nowhere.toml"], "nowhere.toml: cannot be read (No such file or directory)"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, message, capsys):
    file = str(ROOT / "encodings" / "proposal2012.toml")
    assert main([file if word == "{proposal2012}" else word for word in arguments]) == 2
    assert message in error_line(capsys)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "no diagram here"),
        (b". X\n. . .\n", "row 2, column 3: the row has 3 points but row 1 has 2"),
        (b". X\n. @\n", "unknown character '@'"),
        (b"X O\nO .\n", "has no liberty"),
        (b"\xff\xff", "a diagram is UTF-8 text; an SGF file begins with (;"),
        (b"(;GM[1]SZ[99])", "SZ[99]"),
        (b"(;GM[1", "not a readable SGF file"),
    ],
)
def test_a_position_that_cannot_be_read_is_one_line_and_exit_code_2(text, message, tmp_path, capsys):
    path = tmp_path / "bad.txt"
    path.write_bytes(text)
    assert main(["verify", str(path)]) == 2
    line = error_line(capsys)
    assert line.startswith(f"{path}: ")
    assert message in line


@pytest.mark.parametrize(
    "arguments",
    [
        ["cases"],
        ["propose", "proposal2012"],
        ["readings", "--cases"],
        ["hunt", "proposal2012", "japanese1989", "--near"],
    ],
)
@pytest.mark.parametrize("text", [CORNER, "(;GM[1]SZ[9];B[aa])", "{wrong"])
def test_a_diagram_in_the_place_of_a_case_file_is_said_to_be_one(arguments, text, tmp_path, capsys):
    path = tmp_path / "b.txt"
    path.write_text(text, encoding="utf-8")
    assert main([*arguments, str(path)]) == 2
    wanted = "a case file (TOML, docs/cases.md) is needed here, and this is none; verify, explain, show"
    assert capsys.readouterr().err.startswith(f"shikatsu: {path}: {wanted}")
    case = path.rename(tmp_path / "b.toml")
    assert main([*arguments, str(case)]) == 2
    assert f"{case}: not valid TOML: " in capsys.readouterr().err


def test_a_file_that_may_not_be_written_is_bad_input(corner, tmp_path, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert main(["verify", corner, "--proof", str(blocked)]) == 2
    assert "is a file; give the name of a folder" in error_line(capsys)


# Letters


def case_of(board: str, name: str) -> str:
    """A case file about which no document says anything."""
    silent = "".join(
        f'[[silent]]\nruleset = "{rules}"\nunits = "rest"\nreason = "made up"\n'
        for rules in ("proposal2012", "japanese1989")
    )
    head = f'schema = 1\nid = "{name}"\ntitle = "A corner"\nsection = "none"\n'
    return f"{head}sources = [\"https://example.org/\"]\ndiagram = '''\n{board}'''\n{silent}"


@pytest.fixture
def lettered(tmp_path):
    """The corner with two labels, as a diagram and as a case."""
    board = CORNER.replace("O . . .", "O . a .").replace(". . . . .", "c . . . a")
    path = tmp_path / "lettered.txt"
    path.write_text(board, encoding="utf-8")
    case = tmp_path / "lettered.case"
    case.write_text(case_of(board, "lettered"), encoding="utf-8")
    return str(path), str(case)


LINE = "labels on empty points: a D2, E1; c A1"


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify"],
        ["explain", "--unit", "A3"],
        ["ko", "--unit", "A3"],
        ["settled"],
        ["verify", "--unit", "A3", "--json"],
    ],
)
def test_each_label_that_was_read_is_named_in_one_line(arguments, lettered, capsys):
    for subject in lettered:
        assert main([arguments[0], subject, *arguments[1:]]) == 0
        captured = capsys.readouterr()
        if "--json" in arguments:
            assert json.loads(captured.out)["position"]["labels"] == {"D2": "a", "A1": "c", "E1": "a"}
        else:
            assert (captured.out + captured.err).count(LINE) == 1


@pytest.mark.parametrize(
    "arguments", [["score", "--rules", "chinese2002"], ["play-out", "--rules", "jungo", "--moves", "A2"]]
)
def test_commands_for_whole_boards_name_the_labels_too(arguments, tmp_path, capsys):
    path = tmp_path / "whole.txt"
    path.write_text("a X O .\n. X O c\n", encoding="utf-8")
    assert main([arguments[0], str(path), *arguments[1:]]) == 0
    assert capsys.readouterr().err.count("labels on empty points: a A2; c D1") == 1


def test_cases_name_the_labels_of_their_diagrams(lettered, capsys):
    assert main(["cases", lettered[1], "ex01"]) == 0
    assert "shikatsu: note: labels on empty points: lettered a D2, E1; c A1 | ex01 a A6\n" in capsys.readouterr().err
    assert main(["cases", lettered[1], "ex02", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["labels"] == {"lettered": LINE}


def test_a_board_of_b_and_w_is_the_board_of_x_and_o(corner, tmp_path, capsys):
    path = tmp_path / "corner.of.letters"
    path.write_text(CORNER.replace("X", "B").replace("O", "W"), encoding="utf-8")
    assert main(["verify", corner, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(["verify", str(path), "--json"]) == 0
    second = json.loads(capsys.readouterr().out)
    assert first["position"] == second["position"]
    assert [unit["status"] for unit in second["units"]] == ["dead", "dead"]


def test_one_letter_for_another_is_refused_and_drops_no_stone(corner, tmp_path, capsys):
    path = tmp_path / "mixed.txt"
    path.write_text(CORNER.replace("X", "B", 1), encoding="utf-8")
    for command in (["verify"], ["explain", "--unit", "A3"], ["score"], ["settled"], ["cases"]):
        if command == ["cases"]:
            path = tmp_path / "mixed.case"
            board = CORNER.replace("X", "B", 1)
            path.write_text(case_of(board, "mixed"), encoding="utf-8")
        assert main([command[0], str(path), *command[1:]]) == 2
        assert "'B' beside 'X' at row 1, column 3 could be a stone or a label" in error_line(capsys)


def test_diagrams_in_utf_16_are_read(corner, tmp_path, capsys):
    path = tmp_path / "wide.txt"
    path.write_bytes(CORNER.encode("utf-16"))
    assert main(["verify", str(path)]) == 0
    assert " 4| .  X- X- O  .  4" in capsys.readouterr().out


# check


def test_check_prints_the_claim_that_it_proves(certificate, capsys):
    assert main(["check", str(certificate)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"ACCEPTED {certificate}\n")
    assert "claim: the black unit A3 (1 stone) is dead under proposal2012" in out
    assert " 3| X- O  O  O  .  3" in out
    assert "assumed alive: white D4 (6 stones)" in out
    assert "ko = basic" in out
    assert re.search(r"evidence: strategy; \d+ (states|patterns), \d+ moves replayed", out)


def test_check_runs_without_importing_any_prover(certificate):
    script = (
        "import sys; from verifier.cli import main; code = main(['check', sys.argv[1]]);"
        "print([name for name in sys.modules if name.startswith(('verifier.search', 'pysat', 'networkx'))]);"
        "sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(certificate)], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_check_compares_the_claim_with_what_is_expected(certificate, corner, capsys):
    assert main(["check", str(certificate), "--expect", f"{corner}:A3=dead"]) == 0
    assert "as expected: position, unit and verdict (not compared: the ruleset" in capsys.readouterr().out
    assert main(["check", str(certificate), "--expect", f"{corner}:r2c1=dead", "--rules", "proposal2012"]) == 0
    assert "as expected: position, unit and verdict and the values of proposal2012" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("expected", "fault"),
    [
        ("{corner}:A3=alive", "but it proves that the unit is dead"),
        ("{corner}:B4=dead", "but it is about the unit at A3"),
        ("ex24:B10=dead", "but it is about another position"),
    ],
)
def test_a_valid_proof_of_another_claim_is_no_proof(certificate, corner, expected, fault, capsys):
    expected = expected.format(corner=corner)
    assert main(["check", str(certificate), "--expect", expected]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"REFUSED {certificate}: expected {expected}, {fault}")
    assert f"not proved by any of these files: {expected}" in out


def test_a_proof_under_other_rules_is_no_proof(certificate, tmp_path, capsys):
    text = (ROOT / "encodings" / "proposal2012.toml").read_text(encoding="utf-8")
    other = tmp_path / "other.toml"
    text = text.replace('value = "owner"', 'value = "attacker"').replace('id = "proposal2012"', 'id = "other"')
    other.write_text(text, encoding="utf-8")
    assert main(["check", str(certificate), "--rules", str(other)]) == 1
    assert "proves a claim under other rules: first_move = 'owner' where" in capsys.readouterr().out


def test_every_expectation_must_be_met_by_some_file(certificate, corner, capsys):
    expectations = ["--expect", f"{corner}:A3=dead", "--expect", f"{corner}:B4=dead"]
    assert main(["check", str(certificate), *expectations]) == 1
    assert f"not proved by any of these files: {corner}:B4=dead" in capsys.readouterr().out


def test_a_changed_certificate_is_refused(certificate, capsys):
    text = certificate.read_text()
    certificate.write_text(text.replace('"verdict": "dead"', '"verdict": "alive"'))
    assert main(["check", str(certificate)]) == 1
    assert capsys.readouterr().out == f"REFUSED {certificate}: the claim does not match its digest\n"


def test_a_certificate_without_a_key_is_refused_by_its_name(certificate, capsys):
    data = json.loads(certificate.read_text())
    del data["evidence"][0]["family"]
    certificate.write_text(json.dumps(data))
    assert main(["check", str(certificate)]) == 1
    assert capsys.readouterr().out == f"REFUSED {certificate}: the key 'family' is missing\n"


def test_files_that_are_no_certificates_are_bad_input(certificate, tmp_path, capsys):
    other = tmp_path / "other.json"
    other.write_text("{}")
    assert main(["check", str(other), str(tmp_path / "nowhere.json"), str(certificate)]) == 2
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 2
    assert "1 of 3 certificates accepted" in captured.out


def test_check_json_holds_the_claims(certificate, tmp_path, capsys):
    assert main(["check", "--json", str(certificate), str(tmp_path / "nowhere.json")]) == 2
    document = json.loads(capsys.readouterr().out)
    assert [file["result"] for file in document["files"]] == ["accepted", "unreadable"]
    assert document["files"][0]["claim"]["verdict"] == "dead"
    assert document["files"][0]["claim"]["assumed_alive"][0]["colour"] == "white"
    assert document["exit_code"] == 2


# cases


def test_cases_are_listed(capsys):
    assert main(["cases", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["id", "units", "title"]
    assert len(lines) == 1 + len(case_ids())


def test_cases_compares_verdicts_with_claims(tmp_path, capsys):
    assert main(["cases", "ex24", "ex09", "--proof", str(tmp_path / "proofs")]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^ex24 +B10 +1O +dead +dead +agrees ", out, re.MULTILINE)
    assert "8 of 8 units decided and proved (8 agrees)" in out
    assert len(list((tmp_path / "proofs").iterdir())) == 8


def test_a_claim_that_fails_ends_with_exit_code_1(tmp_path, capsys):
    text = (ROOT / "cases" / "ex09.toml").read_text(encoding="utf-8")
    head, mark, rest = text.partition('ruleset = "proposal2012"')
    wrong = tmp_path / "ex09.toml"
    wrong.write_text(head + mark + rest.replace("alive = [", "dead = [", 1), encoding="utf-8")
    assert main(["cases", str(wrong)]) == 1
    assert "FAILS" in capsys.readouterr().out


def test_a_deviation_that_the_case_file_explains_is_no_failure(capsys):
    assert main(["cases", "ex08", "--json"]) == 0
    units = {item["unit"]["unit"]: item for item in json.loads(capsys.readouterr().out)["units"]}
    assert units["A10"]["result"] == "deviates"
    assert units["A10"]["claim"] == "alive"
    assert units["A10"]["unit"]["status"] == "dead"
    assert "contradicts itself" in units["A10"]["note"]
    assert {item["result"] for name, item in units.items() if name != "A10"} == {"agrees"}


def test_cases_with_a_limit_end_with_exit_code_3(capsys):
    assert main(["cases", "ex05", "--limit-nodes", "1"]) == 3
    assert "UNKNOWN" not in capsys.readouterr().err


# explain, rules and the rest


def test_explain_says_the_verdict_the_fight_and_the_line(capsys):
    assert main(["explain", "ex01", "--unit", "B6"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Black's unit B6 (4 stones) is dead under proposal2012.\nKind of fight: capture. White forces ")
    assert "1 Black A6 takes 1" in out


def test_explain_of_an_unknown_unit_ends_with_exit_code_3(capsys):
    assert main(["explain", "ex05", "--unit", "B6", "--limit-nodes", "1"]) == 3
    assert capsys.readouterr().out.startswith("white unit B6: unknown (limit: ")


def test_rules_are_listed_shown_and_validated(capsys):
    assert main(["rules", "list"]) == 0
    assert "proposal2012" in capsys.readouterr().out
    assert main(["rules", "show", "proposal2012"]) == 0
    shown = capsys.readouterr().out
    assert "first_move = owner" in shown
    assert "検証は対象石側が先着し" in shown
    assert main(["rules", "validate", str(ROOT / "encodings" / "proposal2012.toml")]) == 0
    assert "valid, ruleset proposal2012, digest " in capsys.readouterr().out


def test_validate_reads_standard_input(monkeypatch, capsys):
    text = (ROOT / "encodings" / "proposal2012.toml").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["rules", "validate", "-"]) == 0
    assert capsys.readouterr().out.startswith("-: valid, ruleset proposal2012, digest ")


def test_validate_says_that_standard_input_is_closed_or_no_text(monkeypatch, capsys):
    for stdin, message in ((None, "standard input is closed"), (io.TextIOWrapper(io.BytesIO(b"\xff")), "-: not UTF-8 text")):
        monkeypatch.setattr("sys.stdin", stdin)
        assert main(["rules", "validate", "-"]) == 2
        assert capsys.readouterr() == ("", f"shikatsu: {message}\n")


def test_validate_reports_every_bad_file(tmp_path, capsys):
    bad = tmp_path / "bad.toml"
    bad.write_text("schema = 9", encoding="utf-8")
    good = str(ROOT / "encodings" / "proposal2012.toml")
    assert main(["rules", "validate", str(bad), good]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"shikatsu: {bad}: schema = 9: this program reads schema 1\n"
    assert "valid" in captured.out


def test_version_and_help_end_with_exit_code_0(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"shikatsu {verifier.__version__}\n"
    for command in ("verify", "check", "cases", "explain", "rules"):
        assert main([command, "--help"]) == 0
    assert "exit codes: 0 all decided" in capsys.readouterr().out.replace("\n", " ").replace("  ", " ")


def test_a_reader_that_goes_away_is_no_error():
    command = [sys.executable, "-P", "-m", "verifier", "rules", "show", "proposal2012"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait() == 141
    assert process.stderr is not None
    with process.stderr as stream:
        assert stream.read() == b""


def test_a_ruleset_cannot_take_the_name_of_another(tmp_path, capsys):
    text = (ROOT / "encodings" / "proposal2012.toml").read_text(encoding="utf-8")
    false = tmp_path / "false.toml"
    false.write_text(text.replace('value = "owner"', 'value = "attacker"'), encoding="utf-8")
    assert main(["verify", "ex01", "--rules", str(false)]) == 2
    assert "choose another id" in capsys.readouterr().err


def test_a_certificate_cannot_take_the_name_of_another_ruleset(certificate, capsys):
    data = json.loads(certificate.read_text())
    rules = data["claim"]["ruleset"]
    rules["values"]["ko_points"] = "counted"
    rules["digest"] = Ruleset.of("x", rules["values"]).digest
    canonical = json.dumps(data["claim"], sort_keys=True, separators=(",", ":"))
    data["claim_digest"] = hashlib.sha256(canonical.encode()).hexdigest()
    certificate.write_text(json.dumps(data))
    assert main(["check", str(certificate)]) == 1
    assert "is called proposal2012 but has other values" in capsys.readouterr().out
    rules["id"] = "mine"
    canonical = json.dumps(data["claim"], sort_keys=True, separators=(",", ":"))
    data["claim_digest"] = hashlib.sha256(canonical.encode()).hexdigest()
    certificate.write_text(json.dumps(data))
    assert main(["check", str(certificate)]) == 0
    assert "under mine" in capsys.readouterr().out


@pytest.mark.parametrize("identifier", ["../out", "a b", "", "x" * 101, "nul\\u0000"])
def test_a_case_is_called_by_a_name_for_files(identifier, tmp_path, capsys):
    text = (ROOT / "cases" / "ex01.toml").read_text(encoding="utf-8")
    case = tmp_path / "case.toml"
    case.write_text(text.replace('id = "ex01"', f'id = "{identifier}"'), encoding="utf-8")
    assert main(["verify", str(case), "--proof", str(tmp_path / "proofs")]) == 2
    assert ": id: " in capsys.readouterr().err
    assert not list(tmp_path.glob("*.json"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "show", "x" * 5000],
        ["cases", "x" * 5000],
        ["rules", "validate", "{deep}"],
        ["cases", "{deep}"],
        ["rules", "validate", "{long}"],
    ],
)
def test_odd_names_and_files_are_one_line(arguments, tmp_path, capsys):
    (tmp_path / "deep.toml").write_text("a = " + "[" * 3000)
    (tmp_path / "long.toml").write_text("a = " + "9" * 5000)
    files = {name: str(tmp_path / f"{name}.toml") for name in ("deep", "long")}
    assert main([argument.format(**files) for argument in arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_limit_beyond_all_memory_is_no_limit(capsys):
    assert main(["verify", "ex01", "--limit-memory", "999999999999999"]) == 0


def test_a_terminal_without_japanese_gets_escapes():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-P", "-m", "verifier", "rules", "list"]
    result = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert result.returncode == 0
    assert b"\\u8a66\\u6848" in result.stdout


def test_areas_of_a_crop_that_are_not_counted_are_named(corner, capsys):
    main(["verify", corner])
    assert "areas that touch only chains assumed alive are not counted" in capsys.readouterr().out


# rulesets beside each other


def test_rules_diff_names_the_axes_that_differ_and_what_each_text_says(capsys):
    assert main(["rules", "diff", "japanese1989", "japanese1989-points"]) == 0
    out = capsys.readouterr().out
    assert "dead_means: What must the attacker achieve?" in out
    assert "no new stone nearby" in out
    assert "no new stone on its points" in out
    assert "1 of 14 axes differ" in out
    assert main(["rules", "diff", "japanese1949", "jungo"]) == 2
    assert main(["rules", "diff", "japanese1989", "jungo"]) == 0, "both can be played"


def test_cases_under_several_rulesets_are_one_table_and_one_page(tmp_path, capsys):
    page = tmp_path / "matrix.html"
    cache = str(tmp_path / "verdicts.sqlite3")
    rules = ["--rules", "proposal2012", "japanese1989", "japanese1989-points"]
    command = ["cases", "ex01", "ex09", *rules, "--cache", cache]
    assert main([*command, "--html", str(page)]) == 0
    out = capsys.readouterr().out
    assert "proposal2012: 5 of 5 decided and proved; 5 agree" in out
    assert "japanese1989: 5 of 5 decided and proved; 5 agree" in out
    assert "japanese1989-points: 5 of 5 decided and proved; 4 agree, 1 contradict" in out
    text = page.read_text(encoding="utf-8")
    assert re.sub("<details.*?</details>", "", text, flags=re.DOTALL).count("<svg") == 3 + 2
    assert "<details" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert main([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["kind"] == "matrix"
    assert len(document["cells"]) == 15


def test_rulesets_after_a_second_rules_option_are_compared_too(capsys):
    assert main(["cases", "ex24", "--rules", "proposal2012", "--rules", "japanese1989", "--no-cache"]) == 0
    out = capsys.readouterr().out
    assert "  A  proposal2012 " in out
    assert "  B  japanese1989 " in out


def test_the_page_counts_what_contradicts_as_the_table_does(tmp_path, capsys):
    page = tmp_path / "matrix.html"
    command = ["cases", "ex08", "--rules", "proposal2012", "lasker-maas", "--no-cache"]
    assert main([*command, "--limit-nodes", "20000", "--html", str(page)]) == 0
    deviates = "4 agree, 0 contradict, 1 where the document contradicts itself, 0 unclaimed"
    assert f"proposal2012: 5 of 5 decided and proved; {deviates}" in capsys.readouterr().out
    text = page.read_text(encoding="utf-8")
    assert "<td>5 of 5</td><td>4</td><td>0</td><td>1</td><td>0</td>" in text
    assert text.count('class="dead fails deviates"') == 1


def test_a_comparison_is_taken_up_where_it_stopped(tmp_path, capsys):
    cache = str(tmp_path / "verdicts.sqlite3")
    command = ["cases", "ex01", "--rules", "japanese1989", "japanese2003", "--cache", cache]
    assert main([*command, "--proof", str(tmp_path / "first")]) == 0
    first = capsys.readouterr().out
    assert main([*command, "--proof", str(tmp_path / "second"), "--limit-nodes", "1"]) == 0
    assert capsys.readouterr().out == first, "nothing had to be searched"
    files = sorted((tmp_path / "second").iterdir())
    assert len(files) == 4
    assert main(["check", "--rules", "japanese2003", *(str(f) for f in files if "2003" in f.name)]) == 0


def test_cases_of_one_id_are_told_apart_before_anything_is_written(tmp_path, capsys):
    text = (ROOT / "cases" / "ex01.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    assert main(["cases", "ex01", str(mine), "--proof", str(tmp_path / "proofs")]) == 2
    assert capsys.readouterr().err == f"shikatsu: {mine}: the id 'ex01' is that of ex01 too; give it another one\n"
    assert not (tmp_path / "proofs").exists()


def test_a_document_that_contradicts_itself_is_not_said_to_be_contradicted(capsys):
    assert main(["cases", "ex08", "--rules", "proposal2012", "chinese2002", "--no-cache"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (line,) = [line for line in lines if line.startswith("proposal2012:")]
    assert "0 contradict, 1 where the document contradicts itself," in line
    (line,) = [line for line in lines if line.startswith("chinese2002:")]
    assert "contradicts itself" not in line


def test_a_single_claim_of_a_file_is_named_with_the_file(capsys):
    results = ROOT / "cases" / "results" / "results.toml"
    assert main(["claims", str(results), "R001", "--list"]) in (0, 3)
    told = capsys.readouterr().out
    assert told.startswith("R001  ")
    assert "R002" not in told


@pytest.mark.parametrize("header", ["edges: top", "title: a board"])
def test_a_header_that_is_there_twice_is_refused(header, tmp_path, capsys):
    path = tmp_path / "board.txt"
    path.write_text(f"{header}\n{header}\n. X O .\n", encoding="utf-8")
    assert main(["verify", str(path)]) == 2
    name = header.partition(":")[0]
    assert f"line 2: header '{name}' is in line 1 already" in capsys.readouterr().err


def test_a_ruleset_with_a_long_id_has_files_all_the_same(corner, tmp_path, capsys):
    text = (ROOT / "encodings" / "proposal2012.toml").read_text(encoding="utf-8")
    path, proofs = tmp_path / "long.toml", tmp_path / "proofs"
    path.write_text(re.sub(r'(?m)^id = .*$', f'id = "{"a" * 300}"', text), encoding="utf-8")
    assert main(["verify", corner, "--unit", "A3", "--rules", str(path), "--proof", str(proofs)]) == 0
    (file,) = proofs.iterdir()
    assert main(["check", str(file)]) == 0
