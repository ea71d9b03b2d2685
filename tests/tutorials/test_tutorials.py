"""What the tutorials show is what happens."""

from pathlib import Path

import notebooks
import pytest
from consoles import replay, same

from verifier.search import native

TUTORIALS = Path(__file__).resolve().parents[2] / "docs" / "tutorials"
PAGES = sorted(TUTORIALS.glob("[a-z]*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_of_the_page_prints_what_the_page_says(page):
    text = page.read_text(encoding="utf-8")
    assert text.count("\n$ ") >= 3, "a tutorial runs commands"
    assert not [str(difference) for difference in replay(page)]


@pytest.mark.skipif(not native.available(), reason="the native kernel is not built")
@pytest.mark.parametrize("notebook", sorted(TUTORIALS.glob("*.ipynb")), ids=lambda notebook: notebook.stem)
def test_every_cell_of_the_notebook_shows_what_is_kept_in_it(notebook):
    kept, new = notebooks.run(notebook)
    code = [cell for cell in kept["cells"] if cell["cell_type"] == "code"]
    assert len(code) >= 3
    assert all(cell["outputs"] for cell in code)
    assert any("image/svg+xml" in output.get("data", {}) for cell in code for output in cell["outputs"])
    assert new == kept


def test_dots_stand_for_anything_and_nothing_else_does():
    assert same("one\n...\nfour", "one\ntwo\nthree\nfour\n")
    assert same("one\n...\nfour", "one\nfour")
    assert same("...\nfour", "one\ntwo\nfour")
    assert same("one\n...", "one")
    assert same("took 0...s", "took 0.123 s")
    assert not same("took 0...s", "took 0.123 s\nand more")
    assert not same("one\n...\nfour", "one\ntwo\nfourteen")
    assert not same("one", "one\ntwo")
    assert not same("a.c", "abc")


def test_a_page_that_is_wrong_is_found_and_rewritten(tmp_path):
    page = tmp_path / "page.md"
    right = '```text title="word.txt"\nhello\n```\n\n```console\n$ cat word.txt\nhello\n$ cat \\\nword.txt\nhello\n```\n'
    page.write_text(right, encoding="utf-8")
    assert not list(replay(page))
    page.write_text(right.replace("word.txt\nhello\n```\n", "word.txt\ngoodbye\n```\n"), encoding="utf-8")
    assert [difference.printed for difference in replay(page, write=True)] == ["hello"]
    assert page.read_text(encoding="utf-8") == right


def test_python_examples_are_run_too(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```python\n>>> 1 + 1\n3\n\n```\n", encoding="utf-8")
    assert len(list(replay(page))) == 1
