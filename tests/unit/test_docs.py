"""The pages of ``docs``: every link leads somewhere, every page is on the site, and the site builds."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted({ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md")})

_CODE = re.compile(r"^(```+).*?^\1[ ]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """The anchors of the headings, as GitHub and the site make them."""
    text = re.sub(r"^(```+).*?^\1[ ]*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found: dict[str, int] = {}
    names = set()
    for heading in re.findall(r"^#{1,6} +(.*?) *$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        number = found[name] = found.get(name, -1) + 1
        names.add(f"{name}-{number}" if number else name)
    return names


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_to_a_page_and_a_heading(page):
    for target in _LINK.findall(_CODE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", target):
            assert re.match(r"https?://[\w.-]+(/\S*)?$", target), target
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.is_file(), f"{target}: no such file"
        assert not anchor or anchor in anchors(file), f"{target}: no such heading"


def test_every_page_is_on_the_site():
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    listed = {name for tree in re.findall(r"```\{toctree\}(.*?)```", index, re.DOTALL) for name in tree.split("\n")}
    pages = {str(page.relative_to(DOCS).with_suffix("")) for page in DOCS.rglob("*.md")} - {"index"}
    assert pages <= listed, "name the page in docs/index.md"


@pytest.mark.slow
@pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("sphinx", "myst_parser", "furo")),
    reason="the optional extra docs is not installed",
)
def test_the_site_builds_without_a_warning_and_shows_what_the_program_says(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-D", "board_nodes=2000"]
    # Elsewhere, for the installed package and not the folder of its sources.
    done = subprocess.run(
        [*command, str(DOCS), str(tmp_path)], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert index.count('<figure class="board">') == 3
    assert "proposal2012: 2 dead; Black 0, White 0" in index
    assert "japanese1989: 2 alive; Black 0, White 0" in index, "the page says that they live"
    examples = (tmp_path / "examples.html").read_text(encoding="utf-8")
    assert examples.count('<figure class="board">') == 28
    assert not re.findall(r'(?:src|href)="https?://[^"]*\.(?:js|css|woff2?)"', index), "the site needs no other server"
