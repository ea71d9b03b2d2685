"""Writing what is shown into files, one for each form."""

from collections.abc import Sequence
from pathlib import Path

from verifier.errors import InputError
from verifier.files import write_whole
from verifier.jobs.show.page import Entry, page
from verifier.jobs.show.shown import Shown
from verifier.png import png_of, png_there, require_png

__all__ = ["SUFFIXES", "content", "write_entries"]

SUFFIXES = (".svg", ".png", ".sgf", ".txt")
"""The endings of files that a position can be written to."""


def content(shown: Shown, path: Path, form: str = "text") -> str | bytes:
    """Return what a file of that name holds; *form* is that of ``.txt``.

    Raises:
        InputError: the ending is none of :data:`SUFFIXES`, or PNG cannot be made here.
    """
    suffix = path.suffix.lower()
    if suffix == ".svg":
        return shown.svg()
    if suffix == ".png":
        require_png()
        return png_of(shown.svg())
    if suffix == ".sgf":
        return shown.sgf()
    if suffix == ".txt":
        return shown.form(form) + "\n"
    raise InputError(f"{path}: a name ending in {', '.join(SUFFIXES)} is needed, which says what to write")


def write_entries(
    folder: Path, title: str, entries: Sequence[Entry], *, force: bool = False, page_name: str = "index.html"
) -> list[Path]:
    """Write every position of *entries* in every form, and a page with all of them; return the files.

    Of each there are ``NAME.svg``, ``NAME.sgf``, ``NAME.txt`` (a diagram that can be read back),
    ``NAME.forum.txt`` and, if the renderer is installed, ``NAME.png``.

    Raises:
        InputError: a file exists and *force* is not set, or it cannot be written.
    """
    written: list[Path] = []

    def write(name: str, data: str | bytes) -> None:
        path = folder / name
        write_whole(path, data, force=force)
        written.append(path)

    for entry in entries:
        for name, shown in entry.boards:
            for suffix in (".svg", ".sgf", *([".png"] if png_there() else [])):
                write(name + suffix, content(shown, Path(name + suffix)))
            write(f"{name}.txt", shown.form("diagram") + "\n")
            write(f"{name}.forum.txt", shown.forum() + "\n")
    write(page_name, page(title, entries))
    return written
