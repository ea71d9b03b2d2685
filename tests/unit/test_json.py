"""The JSON documents: their schema, and the page that describes them."""

import json
import re
from pathlib import Path

import jsonschema
import msgspec
import pytest

from verifier.cli import document, main, play_document
from verifier.cli.schema import FOLDER, schema_names
from verifier.cli.schema_types import DOCUMENTS, schema_text
from verifier.search.endings.solve import ending_solver_available

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "json.md").read_text(encoding="utf-8")


def valid(kind, text):
    """The text follows the schema that is handed out, as another program would see it."""
    jsonschema.Draft202012Validator(schema_of(kind)).validate(json.loads(text))


def schema_of(kind):
    return json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", sorted(DOCUMENTS))
def test_the_schema_in_the_package_is_that_of_the_types(kind):
    assert (FOLDER / f"{kind}.json").read_text(encoding="utf-8") == schema_text(kind), "run make schemas"
    jsonschema.Draft202012Validator.check_schema(schema_of(kind))


def test_there_is_a_schema_for_every_document_and_no_other(capsys):
    assert schema_names() == sorted(DOCUMENTS)
    assert main(["schema"]) == 0
    assert capsys.readouterr().out.split() == sorted(DOCUMENTS)
    assert main(["schema", "verify"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "shikatsu verify"
    assert main(["schema", "verfy"]) == 2
    assert "did you mean verify?" in capsys.readouterr().err


def test_a_document_with_a_wrong_field_does_not_follow_its_schema(capsys):
    main(["verify", "ex24", "--unit", "B10", "--json"])
    text = capsys.readouterr().out
    for change in ({"units": 3}, {"units": [{"status": "zombie"}]}, {"surplus": 1}, {"kind": "check"}):
        with pytest.raises(jsonschema.ValidationError):
            valid("verify", json.dumps(json.loads(text) | change))


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("matrix", ["cases", "ex24", "--rules", "proposal2012", "japanese1989", "--no-cache"]),
        ("hunt", ["hunt", "proposal2012", "japanese1989", "--board", "2x3"]),
        ("readings", ["readings", "--axes", "dead_means", "--cases", "ex01", "ex24", "--no-cache"]),
    ],
)
def test_other_documents_follow_their_schemas(kind, arguments, capsys):
    main([*arguments, "--json"])
    valid(kind, capsys.readouterr().out)


def test_the_page_names_every_field_of_every_document():
    sections = re.findall(r"^## (\w+)[^\n]*\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    named = {name: re.findall(r"^\| `(\w+)` \|", body, re.MULTILINE) for name, body in sections}
    for kind in DOCUMENTS.values():
        for name, part in msgspec.json.schema(kind)["$defs"].items():
            assert named[name.removesuffix("Document")] == list(part["properties"])


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("verify", ["ex24"]),
        ("verify", ["ex24", "--unit", "B10"]),
        ("verify", ["ex24", "--first", "black"]),
        ("cases", ["ex24", "ex08"]),
        ("ko", ["ex24"]),
        ("settled", ["ex24"]),
        ("units", ["ex23"]),
        ("units", ["ex24", "--walls", "board"]),
    ],
)
def test_what_is_printed_follows_the_schema(command, arguments, capsys):
    main([command, *arguments, "--json"])
    text = capsys.readouterr().out
    parsed = msgspec.json.decode(text, type=DOCUMENTS[command])
    valid(command, text)
    assert parsed.schema == document.SCHEMA
    assert parsed.kind == command
    assert json.loads(text)["program"].startswith("shikatsu ")


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("play-case", ["play-out", "pika-teire"]),
        ("play-out", ["play-out", "pika-teire", "--moves", "pass pass r2c1 r1c2 r5c5 pass pass pass pass"]),
        ("play-out", ["play-out", "pika-teire", "--moves", "pass r1c1"]),
        ("axioms", ["axioms", "--games", "9", "--only", "5-9", "--only", "5-3'"]),
        ("axioms", ["axioms", "--games", "1", "--only", "11-5"]),
    ],
)
def test_played_out_games_follow_the_schema(kind, arguments, capsys):
    code = main([*arguments, "--json"])
    text = capsys.readouterr().out
    valid(kind, text)
    parsed = msgspec.json.decode(text, type=DOCUMENTS[kind])
    assert (parsed.kind, parsed.exit_code) == (kind, code)


@pytest.mark.skipif(not ending_solver_available(), reason="the native kernel is not built")
def test_solved_endings_follow_the_schema(tmp_path, capsys):
    asked = ["solve", "pika-teire", "--moves", "pass pass", "--json"]
    assert main([*asked, "--proof", str(tmp_path)]) == 0
    parsed = msgspec.json.decode(capsys.readouterr().out, type=play_document.SolveDocument)
    assert (parsed.least, parsed.greatest, parsed.value) == (-1, -1, -1)
    assert {answer.answer for answer in parsed.answers} == {"black", "white"}
    files = sorted(map(str, tmp_path.iterdir()))
    assert sorted(answer.certificate for answer in parsed.answers) == files
    broken = tmp_path / "broken.json"
    broken.write_text("{}")
    assert main(["solve", "--check", "--json", *files, str(broken)]) == 1
    checked = msgspec.json.decode(capsys.readouterr().out, type=play_document.SolveCheckDocument)
    assert [file.result for file in checked.files] == ["accepted", "accepted", "refused"]
    assert checked.files[0].claim.moves == ["pass", "pass"]
    assert main([*asked, "--limit-nodes", "3"]) == 3
    parsed = msgspec.json.decode(capsys.readouterr().out, type=play_document.SolveDocument)
    assert (parsed.least, parsed.greatest, parsed.value) == (None, None, None)


def test_check_follows_the_schema(tmp_path, capsys):
    assert main(["verify", "ex24", "--unit", "B10", "--proof", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["check", "--json", *map(str, tmp_path.iterdir())]) == 0
    parsed = msgspec.json.decode(capsys.readouterr().out, type=document.CheckDocument)
    assert parsed.files[0].result == "accepted"


def test_the_example_of_the_page_follows_the_schema():
    example = PAGE.partition("```json\n")[2].partition("```")[0]
    assert msgspec.json.decode(example, type=document.VerifyDocument).kind == "verify"


def test_settled_boards_follow_the_schema(tmp_path, capsys):
    path = tmp_path / "eyes.txt"
    path.write_text(".XO.\n.XOO\n.XO.\n")
    assert main(["settled", str(path), "--json"]) == 0
    parsed = msgspec.json.decode(capsys.readouterr().out, type=DOCUMENTS["settled"])
    assert parsed.settlement.settled_for_white == "no"
    assert [gain.point for gain in parsed.settlement.gains] == ["A2"]
    assert [move.kind for move in parsed.settlement.filling.moves] == ["prevent"]
    assert [unit.white_plays for unit in parsed.both_ways] == [["A2"], []]
