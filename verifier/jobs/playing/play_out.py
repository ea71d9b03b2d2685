"""Playing a game out: moves replayed until the rules refuse one, an end that is agreed on, and the count."""

import dataclasses
from collections.abc import Callable, Iterable

from verifier.arguments import komi
from verifier.board import Colour, Point, Position
from verifier.errors import InputError
from verifier.jobs.playing.replay import Outcome, Setup, outcome
from verifier.play.ending import Claims
from verifier.play.events import Event, What, happen
from verifier.play.game import Cause, Game, IllegalMoveError, Refusal
from verifier.rules import PlayRules

__all__ = ["PlayedOut", "play_out"]


@dataclasses.dataclass(frozen=True, slots=True)
class PlayedOut:
    """A replayed game and how it stands."""

    setup: Setup
    game: Game
    """With all moves that were legal."""
    outcome: Outcome
    error: str = ""
    """Why a move was not played, with its number; empty if all were."""
    refusal: Refusal | None = None
    """The rule that refused it; None where the game was over before it."""


def play_out(
    setup: Setup,
    rules: PlayRules,
    record: Iterable[tuple[Colour | None, Point | Event]],
    *,
    claims: Claims | Callable[[Position], Claims] | None = None,
    agree: bool = False,
    resign: Colour | None = None,
) -> PlayedOut:
    """Replay *record*, moves each with its side or None for whoever is to move, and judge the end.

    A move that is refused ends the replay, and the game where the rules say that it loses. A move with its
    side after a stop that only a request ends stands for the request as well. *resign*: who then gives
    up. *agree*: the players then agree on the end; so they do with *claims*, what they agree on, given or
    made from the last board.

    Raises:
        InputError: the game cannot be played, its komi is no komi, the rules do not provide for an event,
            play has not stopped where it must have, or the claims do not fit the board.
    """
    komi("komi", setup.komi)
    game = setup.game(rules)
    for number, (colour, entry) in enumerate(record, start=1):
        if isinstance(entry, Event):
            try:
                happen(game, entry)
            except InputError as wrong:
                raise InputError(f"move {number}: {wrong}") from None
            continue
        if game.result is not None:
            error = f"move {number}: the game was over ({game.result.cause.value})"
            return PlayedOut(setup, game, outcome(game), error)
        if game.halted and colour is not None:
            happen(game, Event(What.RESUME, colour.opponent))
        try:
            game.play(entry, colour)
        except IllegalMoveError as found:
            if colour is None or colour is game.now.to_move:
                game.forfeit(entry)
            return PlayedOut(setup, game, outcome(game), str(found), found.refusal)
    if resign is not None:
        happen(game, Event(What.RESIGN, resign))
    if callable(claims):
        claims = claims(game.position)
    if (agree or claims is not None) and not _takes_claims(game):
        happen(game, Event(What.AGREE))
    return PlayedOut(setup, game, outcome(game, claims))


def _takes_claims(game: Game) -> bool:
    """Whether the game has ended in a way that leaves it to the players to name dead stones."""
    if game.result is None:
        return False
    cause = game.result.cause
    return cause is Cause.AGREEMENT or (cause is Cause.COMPLETE and game.rules["dead"] != "named")
