"""The game engine equals a slow transcription of the rule texts, move by move and at the end."""

import random

import pytest
from literal_play import BLACK, LiteralGame

from verifier.board import Position
from verifier.play.ending import complete
from verifier.play.game import PASS_MOVE, Cause, Game
from verifier.rules import PlayRules, load_play_rules, play_names

ADDED = (
    load_play_rules("tromp-taylor").with_values(repetition="situational"),
    load_play_rules("tromp-taylor").with_values(repetition="natural situational", suicide="forbidden"),
    load_play_rules("nihonshiki1-prime").with_values(repetition="prisoner balance, else the player loses"),
)
ALL = (*(load_play_rules(name) for name in play_names()), *ADDED)


def random_game(rules: PlayRules, cols: int, rows: int, rng: random.Random, *, compare_moves: bool) -> str:
    """Play one game in both and return how it ended."""
    game, literal = Game(rules, Position(rows, cols, 0, 0)), LiteralGame(rules, cols, rows)
    passing = rng.choice((0.03, 0.15, 0.4))
    cells = [(x, y) for y in range(1, rows + 1) for x in range(1, cols + 1)]
    limit = 40 + 4 * rows * cols
    boards = [game.now.stones]
    while game.result is None and len(game.turns) < limit:
        moves = game.legal_moves()
        if compare_moves:
            expected = [i for i, cell in enumerate(cells) if literal.legal(cell)]
            assert moves == expected + [PASS_MOVE] * literal.legal("pass")
        plays = [move for move in moves if move != PASS_MOVE]
        pass_now = PASS_MOVE in moves and (not plays or rng.random() < passing)
        move = PASS_MOVE if pass_now else rng.choice(plays)
        game.play(move)
        literal.play("pass" if move == PASS_MOVE else cells[move])
        check_balance(game)
        if move != PASS_MOVE and rules["repetition"] == "positional":
            assert game.now.stones not in boards
        boards.append(game.now.stones)
    check_end(game, literal)
    return game.result.cause.value if game.result else "limit"


def check_balance(game: Game) -> None:
    """Stones on the board and stones lost are the stones played; passes paid are passes made."""
    now = game.now
    for side, stones in zip((0, 1), now.stones, strict=True):
        played = sum(mover == side and move != PASS_MOVE for mover, move in game.moves)
        passed = sum(mover == side and move == PASS_MOVE for mover, move in game.moves)
        assert stones.bit_count() + now.lost[side] == played
        assert now.paid[side] <= passed
    assert not now.black & now.white
    assert not list(game.position.breathless())
    assert not now.late & ~(now.black | now.white)


def check_end(game: Game, literal: LiteralGame) -> None:
    result = game.result
    assert literal.lost() == game.now.lost
    assert literal.paid() == game.now.paid
    if result is None:
        assert not literal.over()
        return
    if result.cause is Cause.COMPLETE:
        assert literal.complete()
        score = complete(game)
        assert (score.black.total, score.white.total) == literal.totals()
    elif result.cause is Cause.REPETITION:
        winner = "void" if result.void else "draw" if result.winner is None else str(result.winner)
        assert literal.repetition() == winner
    else:
        assert result.cause is Cause.NO_MOVE
        assert literal.stuck()
        assert (literal.side == BLACK) == (result.winner == 1)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_random_games_agree_with_the_rule_texts(rules):
    rng = random.Random(5)
    ends = set()
    for cols, rows, number in ((2, 2, 40), (3, 2, 25), (3, 3, 8), (5, 1, 15)):
        for _ in range(number):
            ends.add(random_game(rules, cols, rows, rng, compare_moves=True))
    assert "complete end" in ends
    if rules["repetition"] in ("no result", "prisoner balance", "prisoner balance, else the player loses"):
        assert "repetition" in ends


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL[: len(play_names())], ids=lambda rules: rules.id)
def test_a_hundred_thousand_random_games_agree_with_the_rule_texts(rules):
    rng = random.Random(2012)
    sizes = ((1, 3), (1, 4), (2, 2), (2, 2), (2, 2), (2, 3), (3, 2))
    for number in range(100_000):
        random_game(rules, *rng.choice(sizes), rng, compare_moves=number % 10 == 0)
