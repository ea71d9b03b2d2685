"""What can be judged, and how it is read. All front ends ask here, so that names mean the same everywhere."""

import dataclasses
from pathlib import Path
from typing import TypeAlias

from verifier.board import Colour, Position
from verifier.datafiles import builtin_ids
from verifier.errors import InputError
from verifier.files import file_name
from verifier.jobs.cases.case import CASE_SUFFIXES, Case, case_ids, load_case, refuse_play_case
from verifier.notation import Diagram, parse_diagram, parse_sgf
from verifier.notation.files import MAX_BYTES, decode_diagram, is_sgf, refuse_large
from verifier.notation.sgf_text import begins_as_sgf
from verifier.similar import did_you_mean

__all__ = [
    "Source",
    "Subject",
    "diagram_of",
    "parse_source",
    "read_file",
    "read_source",
    "refuse_sgf_options",
    "source_of",
]

Subject: TypeAlias = Position | Diagram | Case | str | Path | bytes
"""What can be judged. A string of several lines is the text of a diagram; one of a single line is the id of
a case or, if there is no such case, the path of a diagram, SGF or case file; a Path is always that of a
file. Bytes are what a diagram or SGF file holds."""

_SHOWN = 200
"""So much of the end of a path is quoted in a message."""
_WANTED = (
    "give a Position, a Diagram, a Case, the text of a diagram, the id of a case, "
    "the path of a file or its bytes"
)


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """A diagram, what to call it, and its case if it is one."""

    name: str
    """For messages and the names of files that are written: the id of a case, or the stem of a path."""
    diagram: Diagram
    case: Case | None = None
    to_move: Colour | None = None
    """The side to move as an SGF file or a case has it; None where nothing says."""
    named: Colour | None = None
    """The side that PL of an SGF file names as the one to move; None if it names none."""
    sgf: bool = False
    """Whether an SGF file says what its labels are."""
    games: int = 1
    """How many games the file has."""
    rules: str = ""
    """The rules that an SGF file names in RU; empty if it names none."""

    @property
    def title(self) -> str:
        """The title of the diagram, else of the case; empty if there is none."""
        return self.diagram.title or (self.case.title if self.case else "")


def diagram_of(subject: Subject) -> Diagram:
    """Return the diagram of anything that can be judged.

    Raises:
        InputError: as :func:`source_of`.
    """
    return source_of(subject).diagram


def source_of(subject: Subject) -> Source:
    """Return the diagram of anything that can be judged, with what else is known of it.

    Raises:
        InputError: the text is no diagram, there is no such case or file, or *subject* is of another type.
    """
    if isinstance(subject, Position):
        return Source("position", Diagram(subject))
    if isinstance(subject, Diagram):
        return Source("diagram", subject)
    if isinstance(subject, Case):
        return _of_case(subject)
    if isinstance(subject, bytes):
        return parse_source(subject, "bytes")
    if isinstance(subject, Path):  # never a case of the package
        return _of_file(str(subject), read_file(str(subject)))
    if isinstance(subject, str):
        if begins_as_sgf(subject):
            return parse_source(subject.encode("utf-8", "surrogateescape"), "SGF")
        return Source("diagram", parse_diagram(subject)) if "\n" in subject else read_source(subject)
    raise InputError(f"a subject of type {type(subject).__name__} cannot be judged; {_WANTED}")


def read_source(name: str, *, game: int = 1, move: int | None = None) -> Source:
    """Read the case or the file of that name; what is no id of a case is the path of a file.

    *game* and *move* are for SGF files.

    Raises:
        InputError: there is no such file or case, or it cannot be read as a position.
    """
    found = load_case(name) if name in case_ids() else read_file(name)
    return _of_file(name, found, game, move)


def read_file(name: str) -> Case | bytes:
    """Read the file of that path: a case if it ends in ``.case`` or ``.toml``, and otherwise its bytes.

    Of a file that is too large there is one byte more than may be; who parses it refuses it.

    Raises:
        InputError: there is no such file, it cannot be read, or it is no case.
    """
    if not name:
        raise InputError("'': an empty text names no case and no file; give the id or the path of one")
    shown = name if len(name) <= _SHOWN else f"...{name[-_SHOWN:]}"
    path = Path(name)
    try:
        if not path.exists():
            refuse_play_case(name)
            meant = did_you_mean(name, (*case_ids(), *builtin_ids("cases/play")))
            hint = f"{meant} Try" if meant else "try"
            if set(name) <= set(".+XOxo# "):
                hint = "a diagram of one row ends with a line break; try"
            raise InputError(f"{shown!r}: no such file and no such case; {hint} shikatsu cases --list")
        if path.suffix in CASE_SUFFIXES:
            return load_case(str(path))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{shown}: cannot be read ({error.strerror})") from None
    except ValueError as error:  # a NUL character in the name
        if isinstance(error, InputError):
            raise
        raise InputError(f"{shown!r}: not the name of a file") from None
    return data


def parse_source(
    data: bytes, name: str, *, short: str = "", game: int = 1, move: int | None = None
) -> Source:
    """Return the diagram that the bytes of a file are; *name* begins every error, *short* is its name after.

    It is an SGF file if *name* ends in ``.sgf`` or the bytes begin with ``(;``, and otherwise a diagram.

    Raises:
        InputError: they are neither a diagram nor an SGF file.
    """
    refuse_large(data, name)
    short = file_name(short or name)
    if is_sgf(data, name):
        found = parse_sgf(data, game=game, move=move, name=name)
        diagram, to_move, named = found.diagram, found.to_move, found.named
        return Source(short, diagram, None, to_move, named, sgf=True, games=found.games, rules=found.rules)
    refuse_sgf_options(name, game, move)
    return Source(short, decode_diagram(data, name))


def _of_file(name: str, found: Case | bytes, game: int = 1, move: int | None = None) -> Source:
    if isinstance(found, Case):
        refuse_sgf_options(name, game, move)
        return _of_case(found)
    return parse_source(found, name, short=Path(name).stem, game=game, move=move)


def _of_case(case: Case) -> Source:
    return Source(case.id, case.diagram, case, case.to_move)


def refuse_sgf_options(
    name: str, game: int, move: int | None, options: str = "--sgf-game and --sgf-move"
) -> None:
    """Refuse the number of a game or of a move where there is no SGF file; *options* is how they are called.

    Raises:
        InputError: one of them is given.
    """
    if game != 1 or move is not None:
        raise InputError(f"{name}: is no SGF file; {options} make no sense here")
