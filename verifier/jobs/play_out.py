"""Playing a game out: moves replayed until the rules refuse one, an end that is agreed on, and the count."""

import dataclasses
from collections.abc import Iterable

from verifier.board import Colour, Point
from verifier.jobs.replay import Outcome, Setup, outcome
from verifier.play.ending import Claims
from verifier.play.game import Game, IllegalMoveError, Refusal
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
    moves: Iterable[tuple[Colour | None, Point]],
    *,
    claims: Claims | None = None,
    resign: Colour | None = None,
) -> PlayedOut:
    """Replay *moves*, each with its side or None for whoever is to move, and judge the end.

    A move that is refused ends the replay, and the game where the rules say that it loses. *claims*: what
    the players then agree on at a stop. *resign*: who gives up.

    Raises:
        InputError: the game cannot be played, play has not stopped, or the claims do not fit the board.
    """
    game = setup.game(rules)
    for number, (colour, move) in enumerate(moves, start=1):
        if game.result is not None:
            error = f"move {number}: the game was over ({game.result.cause.value})"
            return PlayedOut(setup, game, outcome(game), error)
        try:
            game.play(move, colour)
        except IllegalMoveError as found:
            if colour is None or colour is game.now.to_move:
                game.forfeit(move)
            return PlayedOut(setup, game, outcome(game), str(found), found.refusal)
    if resign is not None:
        game.resign(resign)
    if claims is not None:
        game.agree()
    return PlayedOut(setup, game, outcome(game, claims))
