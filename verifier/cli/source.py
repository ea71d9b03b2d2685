"""Where the position comes from: a case, a diagram file, an SGF file or standard input."""

import dataclasses
import sys
from pathlib import Path

from verifier.board import Colour
from verifier.cli.output import file_name, note
from verifier.errors import InputError
from verifier.jobs.cases.case import Case, case_ids, load_case
from verifier.notation import Diagram, read_sgf
from verifier.notation.files import MAX_BYTES, decode_diagram, is_sgf, refuse_large

__all__ = ["Source", "read_source"]


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """A diagram, what to call it, and its case if it is one."""

    name: str
    """For messages and file names."""
    diagram: Diagram
    case: Case | None = None
    to_move: Colour | None = None
    """The side to move as an SGF file or a case has it; None where nothing says."""
    named: Colour | None = None
    """The side that PL of an SGF file names as the one to move; None if it names none."""

    sgf: bool = False
    """Whether an SGF file says what its labels are."""

    def note_labels(self) -> None:
        """Name the letters of a diagram that were read as labels, on standard error."""
        if self.diagram.label_line and not self.sgf:
            note(self.diagram.label_line)

    @property
    def title(self) -> str:
        """The title of the diagram, else of the case; empty if there is none."""
        return self.diagram.title or (self.case.title if self.case else "")


def read_source(subject: str, *, game: int = 1, move: int | None = None) -> Source:
    """Read what *subject* names; ``-`` is standard input.

    A file is an SGF if its name ends in ``.sgf`` or its text begins with ``(;``, a case if its name ends
    in ``.case`` or ``.toml``, and otherwise a diagram. A name that is no file is the id of a case.

    Raises:
        InputError: there is no such file or case, or it cannot be read as a position.
    """
    if subject == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed")
        return _parse(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input", "stdin", game, move)
    if subject in case_ids():
        _no_sgf(subject, game, move)
        case = load_case(subject)
        return Source(case.id, case.diagram, case, case.to_move)
    path = Path(subject)
    try:
        if not path.exists():
            raise InputError(f"{subject!r}: no such file and no such case; try shikatsu cases --list")
        if path.suffix in _CASE_SUFFIXES:
            _no_sgf(subject, game, move)
            case = load_case(str(path))
            return Source(case.id, case.diagram, case, case.to_move)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{subject}: cannot be read ({error.strerror})") from None
    except ValueError as error:  # a NUL character in the name
        if isinstance(error, InputError):
            raise
        raise InputError(f"{subject!r}: not the name of a file") from None
    return _parse(data, subject, path.stem, game, move)


_CASE_SUFFIXES = (".case", ".toml")


def _no_sgf(name: str, game: int, move: int | None) -> None:
    if game != 1 or move is not None:
        raise InputError(f"{name}: is no SGF file; --sgf-game and --sgf-move make no sense here")


def _parse(data: bytes, name: str, short: str, game: int, move: int | None) -> Source:
    refuse_large(data, name)
    short = file_name(short)
    if is_sgf(data, name):
        found = read_sgf(data, game=game, move=move, name=name)
        return Source(short, found.diagram, None, found.to_move, found.named, sgf=True)
    _no_sgf(name, game, move)
    return Source(short, decode_diagram(data, name))
