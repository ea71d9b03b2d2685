"""The page on what each rule text says: it is the output, whole, and a table that Markdown can read."""

import re
from pathlib import Path

import pytest

from verifier.cli import main
from verifier.rules import AXES, PLAY_AXES, builtin_names, load_play_rules, load_ruleset, play_names
from verifier.rules.texts import texts_page

PAGE = texts_page()
SECTIONS = dict(re.findall(r"^#{3,4} (\S+)\n(.*?)(?=^#{3,4} |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def rows(name):
    """The cells of each row of the table of a ruleset, by axis."""
    lines = [line for line in SECTIONS[name].splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return {row[0].strip("`"): row[1:] for row in cells}


def test_the_page_of_the_documentation_is_what_the_command_prints(capsys):
    assert main(["rules", "texts"]) == 0
    root = Path(__file__).resolve().parents[2]
    page = (root / "docs" / "texts.md").read_text(encoding="utf-8")
    assert page == capsys.readouterr().out, "shikatsu rules texts > docs/texts.md"


def test_every_ruleset_has_one_section():
    assert set(SECTIONS) == {*builtin_names(), *play_names()}
    assert len(re.findall(r"^#{3,4} ", PAGE, re.MULTILINE)) == len(SECTIONS)


def sections(name):
    """The rules of a ruleset by the prefix of their axes."""
    found = {"": load_ruleset(name)} if name in builtin_names() else {}
    return found | ({"play.": load_play_rules(name)} if name in play_names() else {})


@pytest.mark.parametrize("name", sorted({*builtin_names(), *play_names()}))
def test_a_document_has_a_row_for_each_axis_and_a_reading_for_those_that_differ(name):
    said = rows(name)
    document = load_ruleset(name).document if name in builtin_names() else name
    bases = sections(document) if document != name else {}
    axes = [*AXES.items(), *((f"play.{axis}", entry) for axis, entry in PLAY_AXES.items())]
    optional = {axis for axis, entry in axes if entry.default is not None}
    for prefix, rules in sections(name).items():
        base = bases.get(prefix)
        differ = {prefix + axis for axis, value in rules.values if base is None or value != base[axis]}
        assert differ - optional <= set(said)
        for axis in [axis for axis in said if axis.startswith("play.") == bool(prefix)]:
            value, article, basis = said.pop(axis)
            citation = rules.citations[axis.removeprefix("play.")]
            words = re.sub(r"<(http[^>]*)>", r"\1", re.sub(r"\\(.)", r"\1", article)).replace("&lt;", "<")
            assert (value, basis.strip("*")) == (rules[axis.removeprefix("play.")], citation.basis.value)
            assert words.startswith(citation.article)
            assert words.endswith(citation.note)
    assert not said


def test_a_reading_stands_under_its_document_and_has_its_own_axes_only():
    assert re.search(r"^### japanese1989\n(?:(?!^### ).)*^#### japanese1989-points\n", PAGE, re.MULTILINE | re.DOTALL)
    assert list(rows("japanese1989-points")) == ["dead_means"]
    assert "A reading of `japanese1989`" in SECTIONS["japanese1989-points"]
