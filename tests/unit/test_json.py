"""The JSON documents: their schema, and the page that describes them."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from verifier.cli import document, main
from verifier.cli.hunt_document import HuntDocument

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
DOCUMENTS = {
    "verify": document.VerifyDocument,
    "check": document.CheckDocument,
    "cases": document.CasesDocument,
    "matrix": document.MatrixDocument,
    "minimise": document.MinimiseDocument,
    "ko": document.KoDocument,
    "hunt": HuntDocument,
}


def test_the_page_names_every_field_of_every_document():
    sections = re.findall(r"^## (\w+)[^\n]*\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    named = {name: re.findall(r"^\| `(\w+)` \|", body, re.MULTILINE) for name, body in sections}
    for kind in DOCUMENTS.values():
        for name, part in msgspec.json.schema(kind)["$defs"].items():
            assert named[name.removesuffix("Document")] == list(part["properties"])


@pytest.mark.parametrize(
    ("command", "arguments"),
    [("verify", ["ex24"]), ("verify", ["ex24", "--unit", "B10"]), ("cases", ["ex24", "ex08"]), ("ko", ["ex24"])],
)
def test_what_is_printed_follows_the_schema(command, arguments, capsys):
    main([command, *arguments, "--json"])
    text = capsys.readouterr().out
    parsed = msgspec.json.decode(text, type=DOCUMENTS[command])
    assert parsed.schema == document.SCHEMA
    assert parsed.kind == command
    assert json.loads(text)["program"].startswith("shikatsu ")


def test_check_follows_the_schema(tmp_path, capsys):
    assert main(["verify", "ex24", "--unit", "B10", "--proof", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["check", "--json", *map(str, tmp_path.iterdir())]) == 0
    parsed = msgspec.json.decode(capsys.readouterr().out, type=document.CheckDocument)
    assert parsed.files[0].result == "accepted"


def test_the_example_of_the_page_follows_the_schema():
    example = PAGE.partition("```json\n")[2].partition("```")[0]
    assert msgspec.json.decode(example, type=document.VerifyDocument).kind == "verify"
