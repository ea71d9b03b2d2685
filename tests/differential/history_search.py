"""Alpha-beta over whole games: nothing is remembered from one line to another.

Plays with the game engine, so repetition is judged by the real history. No tables, no reuse.
"""

from verifier.board import BLACK
from verifier.play.game import PASS, Game
from verifier.proof.endings.checker import value_of


class OutOfPatienceError(Exception):
    """More moves than allowed."""


class HistorySearch:
    """Answers one threshold by trying all lines until one refutes."""

    def __init__(self, patience: int) -> None:
        self.left = patience

    def black_gets(self, game: Game, at_least: float) -> bool:
        """Whether Black can force a value of at least *at_least*."""
        if game.result is not None:
            return value_of(game) >= at_least
        black = game.now.to_move is BLACK
        moves = game.legal_moves()
        # Passes first: they end games.
        moves.sort(key=lambda move: (move != PASS, move))
        for move in moves:
            self.left -= 1
            if self.left < 0:
                raise OutOfPatienceError
            game.play(move)
            got = self.black_gets(game, at_least)
            game.undo()
            if got is black:
                return black
        return not black
