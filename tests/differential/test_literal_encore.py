"""The game with cleanup phases equals a slow transcription of KataGo's page, turn by turn and at the end."""

import random

import pytest
from literal_encore import LiteralEncore
from literal_play import BLACK, WHITE

from verifier.board import Position
from verifier.play.encore import EncoreGame, counted
from verifier.play.game import PASS
from verifier.rules import load_play_rules

RULES = load_play_rules("katago-encore")
NAMES = {"main": "main", "first cleanup": "one", "second cleanup": "two"}


def random_game(cols: int, rows: int, rng: random.Random) -> set[str]:
    """Play one game in both and return what happened."""
    game, literal = EncoreGame(RULES, Position(rows, cols, 0, 0)), LiteralEncore(cols, rows)
    passing, seen = rng.choice((0.02, 0.1, 0.3)), set()
    for _ in range(60 + 6 * rows * cols):
        if game.result is not None:
            break
        moves, words = game.legal_moves(), {}
        for point, cell in enumerate(literal.cells):
            if literal.legal(cell):
                words[point] = cell
            if literal.legal(("unblock", cell)):
                words[point] = ("unblock", cell)
        assert set(moves) == {*words, PASS}
        kos = [move for move in moves if move >= 0 and words[move][0] == "unblock"]
        plays = kos if kos and rng.random() < 0.5 else [move for move in moves if move != PASS]
        move = PASS if not plays or rng.random() < passing else rng.choice(plays)
        if move in kos:
            seen.add("unblock")
        game.play(move)
        literal.play("pass" if move == PASS else words[move])
        assert (NAMES[game.phase], game.now.to_move == 1) == (literal.phase, literal.side == WHITE)
        marked = {cell for point, cell in enumerate(literal.cells) if game.now.marks >> point & 1}
        assert marked == literal.marked
        seen.update(["mark"] * bool(marked))
    result = "" if game.result is None else "void" if game.result.void else "complete"
    assert result == literal.result
    if result == "complete":
        assert counted(game).lead == literal.score(BLACK) - literal.score(WHITE)
    return {*seen, result}


@pytest.mark.parametrize(("cols", "rows", "number"), [(2, 2, 60), (3, 2, 60), (3, 3, 25), (5, 1, 60), (4, 3, 12)])
def test_random_games_agree_with_the_page(cols, rows, number):
    rng, seen = random.Random(cols * 10 + rows), set()
    for _ in range(number):
        seen |= random_game(cols, rows, rng)
    assert "complete" in seen
    if cols + rows > 4 and rows > 1:
        assert seen >= {"mark", "unblock"}
