"""Where the position of a command comes from: a case, a file or standard input."""

import sys

from verifier.cli.output import note
from verifier.errors import InputError
from verifier.jobs.subject import Source, parse_source
from verifier.jobs.subject import read_source as read_named
from verifier.notation.files import MAX_BYTES
from verifier.rules import Ruleset, judging_ruleset

__all__ = ["DEFAULT_RULES", "asked_ruleset", "note_games", "note_labels", "read_source", "standard_input"]

DEFAULT_RULES = "proposal2012"
"""The ruleset of commands that judge positions."""


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


def asked_ruleset(rules: str | None, source: Source) -> Ruleset:
    """Return the ruleset of ``--rules``, the default without it; a note says that RU names another one.

    Raises:
        InputError: there is no such ruleset, or units are not judged under it.
    """
    if rules is None and source.rules:
        _note_rules(source)
    return judging_ruleset(rules or DEFAULT_RULES)


def _note_rules(source: Source) -> None:
    from verifier.jobs.audit.named_rules import ruleset_named  # only a game without --rules needs it

    try:
        named = ruleset_named(source.rules).id
    except InputError:
        named = ""
    if named == DEFAULT_RULES:
        return
    way = f"by it: --rules {named}" if named else "choose it with --rules"
    note(f"RU[{source.rules[:40]}] does not choose the ruleset here; {way}")


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
