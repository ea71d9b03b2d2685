"""The blocks of a page that were run: replayed in an empty folder and compared with what the page shows.

    python tests/tutorials/consoles.py docs/tutorials/PAGE.md...            # compare
    python tests/tutorials/consoles.py --write docs/tutorials/PAGE.md...    # put in what came out

docs/tutorials/README.md says how such a page is written.
"""

import argparse
import dataclasses
import doctest
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

__all__ = ["Difference", "replay", "same"]

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 300
"""So long may one command take."""

_BLOCK = re.compile(r"^(?P<fence>```+)(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=fence)[ ]*$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'title="([^"]+)"')


@dataclasses.dataclass(frozen=True)
class Difference:
    """A command that printed something else than the page says."""

    command: str
    shown: str
    printed: str

    def __str__(self) -> str:
        return f"$ {self.command}\n--- the page says\n{self.shown}\n--- it printed\n{self.printed}\n---"


def same(shown: str, printed: str) -> bool:
    """Whether *printed* is what the page shows; ``...`` there stands for anything, alone on a line for lines."""
    pattern = ""
    for number, line in enumerate(shown.splitlines()):
        if line.strip() == "...":
            # The line break before it belongs to it: there may be no line at all.
            pattern += r"(?:[^\n]*\n)*?" if number == 0 else r"(?:\n[^\n]*)*?"
            continue
        head = "" if number == 0 or pattern == r"(?:[^\n]*\n)*?" else r"\n"
        pattern += head + "[^\n]*?".join(map(re.escape, line.rstrip().split("...")))
    lines = "\n".join(line.rstrip() for line in printed.strip("\n").splitlines())
    return re.fullmatch(pattern, lines) is not None


def replay(page: Path, *, write: bool = False) -> Iterator[Difference]:
    """Run everything on *page* in order, in one new folder, and yield what came out differently.

    With *write* the page gets what was printed wherever it differs.
    """
    text = page.read_text(encoding="utf-8")
    out, end = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        work = folder / "work"
        work.mkdir()
        environment = _environment(folder)
        for block in _BLOCK.finditer(text):
            body = block["body"]
            info = block["info"].split(maxsplit=1)
            language = info[0] if info else ""
            if title := _TITLE.search(block["info"]):
                (work / title[1]).write_text(body, encoding="utf-8")
            elif language == "console":
                new = ""
                for command, shown in _commands(body):
                    printed = _run(command, work, environment)
                    matches = same(shown, printed)
                    new += _entry(command, shown if matches else printed)
                    if not matches:
                        yield Difference(command, shown, printed)
                out += [text[end : block.start("body")], new]
                end = block.end("body")
            elif language in ("python", "pycon") and ">>>" in body:
                yield from _examples(body, page, work)
        out.append(text[end:])
    if write:
        page.write_text("".join(out), encoding="utf-8")


def _environment(folder: Path) -> dict[str, str]:
    """Nothing of the user's: the command of this checkout, and a home of its own."""
    (folder / "bin").mkdir()
    command = folder / "bin" / "shikatsu"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -P -m verifier "$@"\n')
    command.chmod(0o755)
    home = folder / "home"
    home.mkdir()
    return {
        "PATH": f"{folder / 'bin'}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "PYTHONIOENCODING": "utf-8",
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "100",
    }


def _commands(body: str) -> Iterator[tuple[str, str]]:
    """(command, output shown) for each ``$`` line; a line after a backslash belongs to the command."""
    parts = re.split(r"^\$ ", body, flags=re.MULTILINE)
    if parts[0].strip():
        raise ValueError(f"a console block begins with a line '$ command': {parts[0].splitlines()[0]!r}")
    for part in parts[1:]:
        lines = part.split("\n")
        count = 1
        while lines[count - 1].endswith("\\"):
            count += 1
        yield "\n".join(lines[:count]), "\n".join(lines[count:]).strip("\n")


def _entry(command: str, output: str) -> str:
    lines = [line.rstrip() for line in output.strip("\n").splitlines()]
    return "\n".join([f"$ {command}", *lines]) + "\n"


def _run(command: str, folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, timeout=SECONDS, check=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
    )  # fmt: skip
    return done.stdout.strip("\n")


def _examples(body: str, page: Path, folder: Path) -> Iterator[Difference]:
    example = doctest.DocTestParser().get_doctest(body, {}, page.name, str(page), 0)
    printed: list[str] = []
    before = Path.cwd()
    try:
        os.chdir(folder)
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=printed.append)
    finally:
        os.chdir(before)
    if printed:
        yield Difference("python", body, "".join(printed))


def main() -> int:
    """Compare or rewrite the pages that are named; 1 if something differs."""
    parser = argparse.ArgumentParser(description="Replay what pages show.")
    parser.add_argument("pages", metavar="PAGE", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true", help="put in what was printed where it differs")
    arguments = parser.parse_args()
    differing = 0
    for page in arguments.pages:
        for difference in replay(page, write=arguments.write):
            print(f"{page}: {difference}")
            differing += 1
    return 1 if differing else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    raise SystemExit(main())
