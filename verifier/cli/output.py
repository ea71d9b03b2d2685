"""What is printed and written: tables, progress, notes and files.

Standard output carries results only, as plain text unless it is a terminal. Notes and progress go to
standard error, progress only if that is a terminal.
"""

import sys
import time
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from verifier.cli.logs import LOGGER, quiet
from verifier.errors import InputError
from verifier.files import refuse_existing, write_whole

__all__ = [
    "Progress",
    "Unwritten",
    "note",
    "prepare_file",
    "prepare_folder",
    "prepare_svg",
    "print_table",
    "size",
    "write_text",
]

_COLOURS = {
    "dead": "red",
    "alive": "green",
    "drawn": "cyan",
    "unknown": "yellow",
    "FAILS": "bold red",
    "deviates": "magenta",
    "agrees": "green",
}


def note(message: str) -> None:
    """Print a remark for the reader on standard error, unless ``-q`` wants none."""
    LOGGER.info(message)


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[str] = ()) -> None:
    """Print a table; the columns in *right* are set flush right. Statuses have colours on a terminal."""
    widths = [max(_width(line[i]) for line in (header, *rows)) for i in range(len(header))]
    lines = []
    for line in (header, *rows):
        cells = []
        for name, text, width in zip(header, line, widths, strict=True):
            fill = " " * (width - _width(text))
            cells.append(fill + text if name in right else text + fill)
        lines.append(cells)
    if sys.stdout.isatty():
        _print_coloured(lines)
        return
    for cells in lines:
        print("  ".join(cells).rstrip())


def _print_coloured(lines: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console()
    for number, cells in enumerate(lines):
        parts = [
            Text(cell, style="bold" if number == 0 else _COLOURS.get(cell.strip(), "")) for cell in cells
        ]
        console.print(Text("  ").join(parts), soft_wrap=True)


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def size(number: int) -> str:
    """Return a number of bytes for people."""
    value = float(number)
    for unit in ("B", "kB", "MB"):
        if value < 1000:
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} GB"


PIPE_EVERY = 30.0
"""Seconds between two lines of progress where standard error is no terminal."""


class Progress:
    """How far a run is, on standard error: a moving line on a terminal, elsewhere a line now and then."""

    def __init__(self, total: int | None) -> None:
        """*total* is the number of pieces of work; None: nobody knows."""
        self.total, self.done = total, 0
        self._begun = self._told = time.monotonic()
        self._bar: Any = None
        self._task: Any = None
        if total != 0 and sys.stderr.isatty() and not quiet():
            from rich import progress
            from rich.console import Console

            counting = (progress.BarColumn(), progress.MofNCompleteColumn()) if total else ()
            self._bar = progress.Progress(
                progress.SpinnerColumn(),
                progress.TextColumn("{task.description}"),
                *counting,
                progress.TimeElapsedColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task("starting", total=total)

    def __enter__(self) -> "Progress":
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def start(self, what: str) -> None:
        """Say what is being worked on."""
        if self._bar:
            self._bar.update(self._task, description=what)
        else:
            self._tell(what)

    def step(self, what: str) -> None:
        """Count one piece of work as done; beyond the total it is one that is done better than before."""
        self.done = min(self.done + 1, self.total or self.done + 1)
        if self._bar:
            self._bar.update(self._task, completed=self.done, description=what)
        else:
            self._tell(what)

    def _tell(self, what: str) -> None:
        now = time.monotonic()
        if self.total == 0 or quiet() or now < self._told + PIPE_EVERY:
            return
        self._told = now
        done = f"{self.done} of {self.total}, " if self.total else ""
        print(f"shikatsu: after {now - self._begun:.0f} s: {done}{what}", file=sys.stderr, flush=True)


def prepare_file(path: str, *, force: bool) -> Path:
    """Return the path of a file that may be written.

    Raises:
        InputError: it is empty, it exists and *force* is not set, or its folder does not exist.
    """
    if not path:
        raise InputError("'': an empty text names no file; give the name of a file")
    target = Path(path)
    try:
        if target.is_dir():
            raise InputError(f"{path}: is a folder; give the name of a file")
        refuse_existing(target, force=force)
        if not target.absolute().parent.is_dir():
            raise InputError(f"{path}: its folder does not exist")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    return target


def prepare_svg(path: str, *, force: bool) -> Path:
    """Return the path of a picture that may be written.

    Raises:
        InputError: as :func:`prepare_file`, or it would have a name that says that it is something else.
    """
    target = prepare_file(path, force=force)
    # A device or pipe has the name that it has.
    if target.suffix.lower() != ".svg" and (target.is_file() or not target.exists()):
        raise InputError(f"{path}: the picture is SVG; give a name ending in .svg")
    return target


def prepare_folder(path: str, names: Sequence[str], *, force: bool, like: Sequence[str] = ()) -> Path:
    """Return a folder in which files of these *names* may be written, and make it if it is missing.

    Where the names are not known yet, they are *like* these patterns, and no such file may be there.

    Raises:
        InputError: one of the files exists and *force* is not set, or the folder cannot be made.
    """
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if folder.exists():
            raise InputError(f"{path}: is a file; give the name of a folder") from None
        raise InputError(f"{path}: the folder cannot be made ({error.strerror})") from None
    for name in names:
        prepare_file(str(folder / name), force=force)
    for pattern in like:
        for there in sorted(folder.glob(pattern)):
            if not there.is_dir():
                prepare_file(str(there), force=force)
    return folder


class Unwritten:
    """Holds back what goes wrong with files until what a long search has found is printed."""

    def __init__(self) -> None:
        self._error: InputError | None = None

    def __enter__(self) -> "Unwritten":
        return self

    def __exit__(self, _: object, error: BaseException | None, __: TracebackType | None) -> bool:
        if isinstance(error, InputError):
            self._error = error
            return True
        return False

    def tell(self) -> None:
        """Raise it, if there is something."""
        if self._error is not None:
            raise self._error


def write_text(path: Path, text: str) -> None:
    """Write a text file that was prepared by :func:`prepare_file`; it appears whole or not at all.

    Raises:
        InputError: it cannot be written.
    """
    try:
        if not path.is_symlink() and (path.is_file() or not path.exists()):
            write_whole(path, text, force=True)
            return
        # Devices and pipes, such as /dev/stdout, must not be replaced by a file; nor must links.
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
