"""Replaying moves under a ruleset, and saying in short how the game ended."""

import dataclasses
from collections.abc import Iterable

from verifier.board import WHITE, Mask, Point, Position, parse_vertex
from verifier.errors import InputError
from verifier.jobs.playing.judged_end import judged_end
from verifier.play.encore import EncoreGame, counted
from verifier.play.ending import Claims, Score, agreed, complete
from verifier.play.events import EVENT_WORDS, Event, happen, parse_event
from verifier.play.game import PASS, Cause, Game
from verifier.play.setup import Setup
from verifier.rules import PlayRules

__all__ = ["Outcome", "Setup", "chains_at", "moves_of", "outcome", "record_of", "replay"]


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands or ended."""

    result: str
    """As in SGF: ``B+2``, ``W+0.5``, ``0`` for a draw, ``B+R`` resignation, ``W+F`` foul, ``B+`` repetition
    or no legal move, ``Void`` no result, ``Both lose``, ``?`` not ended or open."""
    cause: Cause | None
    score: Score | None
    """Where the score decided."""
    article: str
    """The rule that ended the game."""
    open: str = ""
    """Why the result of a game that has ended is not known."""


def record_of(position: Position, text: str) -> list[Point | Event]:
    """Parse moves and events separated by spaces or commas: ``C3 pass pass black:resume``.

    Raises:
        InputError: a word is neither, or names a point off the board.
    """
    found: list[Point | Event] = []
    for word in text.replace(",", " ").split():
        event = parse_event(word)
        try:
            found += [event] if event is not None else moves_of(position, word)
        except InputError as error:
            raise InputError(f"{error}; or write pass, or one of {', '.join(EVENT_WORDS)}") from None
    return found


def moves_of(position: Position, text: str) -> list[Point]:
    """Parse moves separated by spaces or commas: ``C3``, ``r2c3`` or ``pass``.

    Raises:
        InputError: a move is none of these, or off the board; events are no moves.
    """
    words = text.replace(",", " ").split()
    for word in words:
        if parse_event(word) is not None:
            raise InputError(f"{word!r} is no move; only play-out knows what else happens in a game")
    return [
        PASS if word.lower() == "pass" else parse_vertex(word, position.rows, position.cols)
        for word in words
    ]


def replay(setup: Setup, rules: PlayRules, record: Iterable[Point | Event]) -> Game:
    """Play *record* in turn from *setup*.

    Raises:
        IllegalMoveError: at the first move that the rules refuse.
        InputError: at the first event that they do not provide for.
    """
    game = setup.game(rules)
    for entry in record:
        if isinstance(entry, Event):
            happen(game, entry)
        else:
            game.play(entry)
    return game


def chains_at(position: Position, points: Iterable[str], what: str) -> Mask:
    """The chains with a stone on one of *points*.

    Raises:
        InputError: there is no stone; *what* names the claim.
    """
    found: Mask = 0
    for name in points:
        chain = position.chain_at(parse_vertex(name, position.rows, position.cols))
        if not chain:
            raise InputError(f"{what} {name}: no stone there")
        found |= chain
    return found


def outcome(game: Game, claims: Claims | None = None) -> Outcome:
    """Say how *game* stands; *claims* are what was agreed on at its end, None if nothing was said.

    Raises:
        InputError: the claims do not fit the board.
    """
    result = game.result
    if result is None:
        return Outcome("?", None, None, "")
    if result.cause in (Cause.COMPLETE, Cause.AGREEMENT):
        why, score = "", None
        if game.rules["dead"] == "judged":
            score, why = judged_end(game, claims)
        elif isinstance(game, EncoreGame):
            score = counted(game)
        elif result.cause is Cause.COMPLETE:
            score = complete(game, claims)
        else:
            score = agreed(game, claims or Claims())
        if score is None:
            return Outcome("?", result.cause, None, result.article, why)
        return Outcome(_margin(score.lead), result.cause, score, result.article)
    if result.void:
        text = "Void"
    elif result.both_lose:
        text = "Both lose"
    elif result.winner is None:
        text = "0"
    else:
        letter = "W" if result.winner is WHITE else "B"
        text = letter + {Cause.RESIGNATION: "+R", Cause.ILLEGAL: "+F"}.get(result.cause, "+")
    return Outcome(text, result.cause, None, result.article)


def _margin(lead: float) -> str:
    if lead == 0:
        return "0"
    return f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"
