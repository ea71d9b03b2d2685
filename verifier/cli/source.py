"""Where the position of a command comes from: a case, a file or standard input."""

import sys

from verifier.cli.output import note
from verifier.errors import InputError
from verifier.jobs.subject import Source, parse_source
from verifier.jobs.subject import read_source as read_named
from verifier.notation.files import MAX_BYTES

__all__ = ["note_games", "note_labels", "read_source", "standard_input"]


def read_source(subject: str, *, game: int = 1, move: int | None = None) -> Source:
    """Read what *subject* names; ``-`` is standard input.

    Raises:
        InputError: there is no such file or case, or it cannot be read as a position.
    """
    if subject != "-":
        source = read_named(subject, game=game, move=move)
    else:
        source = parse_source(standard_input(), "standard input", short="stdin", game=game, move=move)
    note_games(source.name, source.games, game)
    return source


def standard_input() -> bytes:
    """Read all of standard input, or one byte more than any position has.

    Raises:
        InputError: it is closed.
    """
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def note_games(name: str, games: int, taken: int) -> None:
    """Say on standard error that the file *name* has more games than the first, if that was *taken*."""
    if taken == 1 < games:
        note(f"{name}: game 1 of {games}; --sgf-game takes another")


def note_labels(source: Source) -> None:
    """Name the letters of a diagram that were read as labels, on standard error."""
    if source.diagram.label_line and not source.sgf:
        note(source.diagram.label_line)
