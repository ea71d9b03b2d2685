"""Where a game that is played out starts, and how that is read."""

import dataclasses
from pathlib import Path
from typing import TypeAlias

from verifier.board import BLACK, Colour, Point
from verifier.jobs.cases.case import Case, case_ids
from verifier.jobs.playing.case import PlayCase, is_play_file, load_play_case, play_case_ids
from verifier.jobs.playing.replay import Setup
from verifier.jobs.subject import (
    Source,
    Subject,
    parse_source,
    read_file,
    read_source,
    refuse_sgf_options,
    source_of,
)
from verifier.notation.files import is_sgf, refuse_large
from verifier.notation.record import parse_record

__all__ = ["Start", "Starting", "parse_start", "read_start", "setup_of", "start_of"]

Starting: TypeAlias = Setup | PlayCase | Subject
"""Where a game can start: also a setup, a play case or its id. An SGF file is played from its first board;
:func:`verifier.jobs.subject.diagram_of` gives its last."""


@dataclasses.dataclass(frozen=True, slots=True)
class Start:
    """A position with what play needs to know, and the moves that a record has from there."""

    setup: Setup
    moves: tuple[tuple[Colour, Point], ...] = ()
    source: Source | None = None
    """Where it comes from, if that is a diagram or a case."""
    games: int = 1
    """How many games its file has."""


def start_of(subject: Starting) -> Start:
    """Return where play starts.

    Raises:
        InputError: *subject* is nothing that can be played from.
    """
    if isinstance(subject, Setup):
        return Start(subject)
    if isinstance(subject, PlayCase):
        return Start(subject.setup)
    if isinstance(subject, str) and "\n" not in subject:
        return read_start(subject)
    if isinstance(subject, Path):
        return _of_file(str(subject))
    if isinstance(subject, bytes):
        return parse_start(subject, "bytes")
    return _of_source(source_of(subject))


def read_start(name: str, *, game: int = 1, move: int | None = None) -> Start:
    """Read the play case, the case or the file of that name; *game* and *move* are for SGF files.

    Raises:
        InputError: there is none, or it cannot be played from.
    """
    if name in play_case_ids():
        refuse_sgf_options(name, game, move)
        return Start(load_play_case(name).setup)
    if name in case_ids():
        return _of_source(read_source(name, game=game, move=move))
    return _of_file(name, game, move)


def parse_start(
    data: bytes, name: str, *, short: str = "", game: int = 1, move: int | None = None
) -> Start:
    """Return where play starts that the bytes of a file describe: an SGF game from its first board.

    Raises:
        InputError: they are neither a diagram nor an SGF file, or the game cannot be played.
    """
    refuse_large(data, name)
    if not is_sgf(data, name):
        return _of_source(parse_source(data, name, short=short, game=game, move=move))
    record = parse_record(data, game=game, move=move, name=name)
    return Start(Setup(record.position, record.to_move, record.komi), record.moves, games=record.games)


def _of_file(name: str, game: int = 1, move: int | None = None) -> Start:
    if is_play_file(name):
        refuse_sgf_options(name, game, move)
        return Start(load_play_case(name).setup)
    found = read_file(name)
    if isinstance(found, Case):
        refuse_sgf_options(name, game, move)
        return _of_source(source_of(found))
    return parse_start(found, name, short=Path(name).stem, game=game, move=move)


def setup_of(source: Source) -> Setup:
    """The setup of a case, or of a bare position: Black to move, nothing taken yet."""
    case = source.case
    if case is None:
        return Setup(source.diagram.position)
    lost = case.prisoners[1], case.prisoners[0]
    return Setup(case.position, case.to_move or BLACK, case.komi, lost)


def _of_source(source: Source) -> Start:
    return Start(setup_of(source), source=source)
