"""The pages of ``docs``: every link leads somewhere, every page is on the site, and the site builds."""

import importlib
import importlib.util
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted({ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md")})

GENERATED = {DOCS / "texts.md", DOCS / "findings-tables.md", DOCS / "claims.md", DOCS / "audit-boards.md"}
COLUMNS = 110

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


def test_every_page_that_the_code_mentions_is_there():
    sources = [
        path for folder in ("verifier", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.?pp")
    ]
    sources += [
        path for folder in ("verifier", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")
    ]
    assert len(sources) > 300
    for source in sources:
        for page in re.findall(r"\bdocs/[\w/-]+\.md", source.read_text(encoding="utf-8")):
            assert page == "docs/tutorials/PAGE.md" or (ROOT / page).is_file(), f"{source.relative_to(ROOT)}: {page}"


def found(name: str) -> bool:
    """Whether the package has something of that dotted name."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            place: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(place, part):
                return False
            place = getattr(place, part)
        return True
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page):
    text = page.read_text(encoding="utf-8")
    names = {name for name in re.findall(r"\bverifier(?:\.\w+)+", text) if not name.endswith(".py")}
    for module, imported in re.findall(
        r"^(?:>>> )?from (verifier[\w.]*) import ([\w, ]+)", text, re.MULTILINE
    ):
        names |= {f"{module}.{name.strip()}" for name in imported.split(",")}
    assert [name for name in sorted(names) if not found(name)] == []
    files = set(
        re.findall(r"\b(?:verifier|tests|benchmarks|encodings)/[\w/.-]+\.(?:py|hpp|cpp|toml)\b", text)
    )
    assert [file for file in sorted(files) if not (ROOT / file).is_file()] == []


def test_every_page_is_on_the_site():
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    listed = {
        name for tree in re.findall(r"```\{toctree\}(.*?)```", index, re.DOTALL) for name in tree.split("\n")
    }
    pages = {str(page.relative_to(DOCS).with_suffix("")) for page in DOCS.rglob("*.md")} - {"index"}
    assert pages <= listed, "name the page in docs/index.md"


def prose(page: Path) -> list[str]:
    """The lines of a page that are neither code nor tables nor headings."""
    text = re.sub(
        r"^ *(```+).*?^ *\1[ ]*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    text = re.sub(r"\n\n(?: {4}.*\n)+", "\n\n", text)
    return [line for line in text.split("\n") if not line.startswith(("|", "#", "<"))]


def columns(line: str) -> int:
    """How wide a line is on a terminal."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)


@pytest.mark.parametrize("page", sorted(set(PAGES) - GENERATED), ids=lambda page: str(page.relative_to(ROOT)))
def test_prose_is_wrapped(page):
    long = [line for line in prose(page) if columns(line) > COLUMNS]
    # What has no place to break, such as a long name in backquotes.
    assert [line for line in long if re.sub(r"`[^`]*`", "x", line).strip(" *").count(" ")] == []


def test_every_word_of_the_glossary_has_a_meaning_and_a_source():
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.split("\n") if re.match(r"\| (?!word |---)", line)]
    assert len(rows) > 80
    assert [row for row in rows if len(row) != 3 or not all(cell.strip() for cell in row)] == []


def test_the_papers_of_the_glossary_are_those_that_it_cites():
    words, _, papers = (DOCS / "glossary.md").read_text(encoding="utf-8").partition("## Papers")
    entries = [" ".join(entry.split()) for entry in re.split(r"^\* ", papers, flags=re.MULTILINE)[1:]]
    listed = {(entry.partition(",")[0], re.search(r"(?:19|20)\d\d(?=[,.])", entry)[0]) for entry in entries}
    sources = [line.split(" | ")[-1] for line in words.split("\n") if line.startswith("| ")]
    cited = {
        pair
        for source in sources
        for pair in re.findall(r"([A-Z]\w+)(?:[\w, ]*?) ((?:19|20)\d\d)\b(?!-)", source)
    }
    assert cited == listed


def test_the_architecture_names_every_room_in_the_order_of_dependency():
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    spec = importlib.util.spec_from_file_location("rooms", ROOT / "benchmarks" / "rooms.py")
    assert spec is not None
    assert spec.loader is not None
    rooms = sys.modules["rooms"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rooms)
    package, kernel = (
        text.partition("## The rooms")[2].partition("## The four ways")[0].split("The C++ kernel is")
    )
    for layers, part in ((rooms.LAYERS, package), (rooms.KERNEL_LAYERS, kernel)):
        first = [line.split("|")[1] for line in part.split("\n") if line.startswith("| `")]
        named = [name.removesuffix(".hpp") for cell in first for name in re.findall(r"`([^`]+)`", cell)]
        # These stand there by the names of their modules.
        assert [name for name in named if name in layers] == [
            name for name in layers if name not in rooms.NO_FOLDER
        ]


@pytest.mark.slow
@pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("sphinx", "myst_parser", "furo")),
    reason="the optional extra docs is not installed",
)
def test_the_site_builds_without_a_warning_and_shows_what_the_program_says(tmp_path):
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        "-b",
        "html",
        "-D",
        "board_nodes=2000",
    ]
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
    assert not re.findall(r'(?:src|href)="https?://[^"]*\.(?:js|css|woff2?)"', index), (
        "the site needs no other server"
    )


def test_the_synopsis_of_the_command_names_every_command():
    from verifier.cli.arguments import COMMANDS

    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    synopsis = page[: page.index("\n## ")]
    named = set(re.findall(r"^\| \[?`([a-z-]+)", synopsis, re.MULTILINE))
    assert named == set(COMMANDS)
