"""What can be counted: a game of an SGF file, and a diagram or case as a game without moves."""

from pathlib import Path

from verifier.errors import InputError
from verifier.jobs.cases.case import case_ids
from verifier.jobs.subject import Source, Subject, parse_source, read_file, refuse_sgf_options, source_of
from verifier.notation.files import is_sgf, refuse_large
from verifier.notation.game import GameRecord, parse_game

__all__ = ["record_to_count"]

DEFAULT_RULES = "proposal2012"
"""The ruleset of a board that names none; a game has RU."""


def record_to_count(
    subject: Subject,
    *,
    game: int = 1,
    move: int | None = None,
    name: str = "",
    options: str = "number and move",
) -> tuple[GameRecord, Source | None]:
    """Return the game that *subject* is, and where it comes from if that is a diagram or a case.

    *game* and *move* are for SGF files; *options* is what the caller calls them. *name* is what errors call
    bytes.

    Raises:
        InputError: it is nothing that can be judged, no complete board, or has no such game or move.
    """
    if isinstance(subject, Path) or (
        isinstance(subject, str) and "\n" not in subject and subject not in case_ids()
    ):
        name = str(subject)
        subject = read_file(name)
    if isinstance(subject, bytes):
        refuse_large(subject, name or "SGF", "game")
        if is_sgf(subject, name):
            return parse_game(subject, game=game, move=move, name=name or "SGF"), None
        source = parse_source(subject, name or "bytes")
    else:
        source = source_of(subject)
    name = name or source.name
    refuse_sgf_options(name, game, move, options)
    return _record_of_board(source, name), source


def _record_of_board(source: Source, name: str) -> GameRecord:
    """A diagram or a case as a game of that *name* without moves."""
    position, case = source.diagram.position, source.case
    if position.open_sides:
        raise InputError(f"{name}: a crop; only a complete board has a score")
    komi, prisoners = (case.komi, case.prisoners) if case else (None, (0, 0))
    return GameRecord(name, position, prisoners, 0, 0, 0, (0, 0), komi, 0, DEFAULT_RULES, "", ())
