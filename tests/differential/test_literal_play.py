"""The game engine equals a slow transcription of the rule texts, move by move and at the end."""

import random

import pytest
from literal_play import BLACK, LiteralGame

from verifier.board import Position
from verifier.errors import InputError
from verifier.play.ending import complete
from verifier.play.events import Event, What, happen
from verifier.play.game import PASS, Cause, Game
from verifier.rules import PlayRules, load_play_rules, play_names

ADDED = (
    load_play_rules("tromp-taylor").with_values(repetition="situational"),
    load_play_rules("tromp-taylor").with_values(repetition="natural situational", suicide="forbidden"),
    load_play_rules("tromp-taylor").with_values(stop="two end after the first", first_pass="half a point to White"),
    load_play_rules("nihonshiki1-prime").with_values(repetition="prisoner balance, else the player loses"),
)
PLAIN = [rules for rules in map(load_play_rules, play_names()) if rules["encore"] == "none"]
ALL = (*PLAIN, *ADDED)


def random_game(rules: PlayRules, cols: int, rows: int, rng: random.Random, *, compare_moves: bool) -> str:
    """Play one game in both and return how it ended."""
    game, literal = Game(rules, Position(rows, cols, 0, 0)), LiteralGame(rules, cols, rows)
    passing = rng.choice((0.03, 0.15, 0.4))
    cells = [(x, y) for y in range(1, rows + 1) for x in range(1, cols + 1)]
    limit = 40 + 4 * rows * cols
    tally = Tally(game)
    number, stops, claims = 1, 0, 0
    while game.result is None and number < limit:
        if game.halted:
            assert game.legal_moves() == []
            # Asked for by the side that keeps the turns in order, as the transcription has them.
            happen(game, Event(What.RESUME, game.now.to_move.opponent))
            stops += 1
        claims += claimed(game, literal)
        moves = game.legal_moves()
        if compare_moves:
            expected = [i for i, cell in enumerate(cells) if literal.legal(cell)]
            assert moves == expected + [PASS] * literal.legal("pass")
        plays = [move for move in moves if move != PASS]
        pass_now = PASS in moves and (not plays or rng.random() < passing)
        move = PASS if pass_now else rng.choice(plays)
        game.play(move)
        literal.play("pass" if move == PASS else cells[move])
        tally.enter(game)
        number += 1
    assert len(game.turns) == number + stops
    check_end(game, literal)
    end = game.result.cause.value if game.result else "limit"
    return f"{end}, {'claimed' if claims else 'not claimed'}"


def claimed(game: Game, literal: LiteralGame) -> bool:
    """Whether the players may end the game without result now; both say so or neither."""
    trial = game.copy()
    try:
        happen(trial, Event(What.NO_RESULT))
    except InputError:
        assert not literal.came_again()
        return False
    assert literal.came_again()
    assert trial.result is not None
    assert trial.result.void
    return True


class Tally:
    """Accounts of a game kept beside it, from its moves alone."""

    def __init__(self, game: Game) -> None:
        self.played, self.priced = [0, 0], [0, 0]
        self.moved: list[int] = []
        self.boards = [game.now.stones]
        self.stop = 0
        """The number of the move that first stopped play; 0 before."""

    def enter(self, game: Game) -> None:
        """Enter the last move and compare: stones, prisoners, penalties, boards that may not come back."""
        now, rules = game.now, game.rules
        side, passed = now.mover, now.move == PASS
        self.moved.append(now.move)
        free = rules["pass_price"] == "nothing" or (rules["pass_price"] == "a stone after the stop" and not self.stop)
        self.played[side] += not passed
        self.priced[side] += passed and not free
        for colour, stones in zip((0, 1), now.stones, strict=True):
            assert stones.bit_count() + now.lost[colour] == self.played[colour]
        # Only the pass that ends the game may be free where others are not: that of the first mover after the stop.
        paid = list(self.priced)
        ended = game.result is not None and game.result.cause is Cause.COMPLETE
        if passed and not free and ended and rules["last_pass"] != "paid":
            paid[side] -= side == self.stop % 2
        if ended and rules["last_passer"] == "White" and side == 0:
            paid[1] += 1
        assert now.paid == tuple(paid)
        if not self.stop and not rules["stop"].startswith("two end") and self.moved[-2:] == [PASS, PASS]:
            self.stop = len(self.moved)
        assert not now.black & now.white
        assert not list(game.position.breathless())
        assert not now.late & ~(now.black | now.white)
        if not passed:
            self.forbidden(game)
        self.boards.append(now.stones)

    def forbidden(self, game: Game) -> None:
        """A play made no board again that it may not make, or ended the game by it."""
        now, rule = game.now, game.rules["repetition"]
        again = now.stones in self.boards
        took = sum(map(int.bit_count, now.stones)) != sum(map(int.bit_count, self.boards[-1])) + 1
        if rule == "positional" or (rule == "positional on captures" and took):
            assert not again
        elif rule in ("situational", "natural situational"):
            mine = self.boards[len(self.boards) % 2 :: 2]
            if rule == "natural situational":
                moves = [None, *self.moved][len(self.boards) % 2 :: 2]
                mine = [board for board, move in zip(mine, moves, strict=False) if move not in (None, PASS)]
            assert now.stones not in mine
        elif rule.startswith("prisoner balance"):
            repeated = now.stones in self.boards[:-2]
            assert (game.result is not None and game.result.cause is Cause.REPETITION) is repeated


def check_end(game: Game, literal: LiteralGame) -> None:
    result = game.result
    assert literal.lost() == game.now.lost
    assert literal.paid() == game.now.paid
    if result is None:
        assert not literal.over()
        return
    if result.cause is Cause.COMPLETE:
        assert literal.complete()
        if game.rules["dead"] == "judged":
            return
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
    assert any(end.startswith("complete end") for end in ends) is (rules["stop"] not in ("two stop", "nothing"))
    if rules["repetition"] in ("no result", "prisoner balance", "prisoner balance, else the player loses"):
        assert any(end.startswith("repetition") for end in ends)
    assert any(end.endswith(" claimed") for end in ends)
    assert any(end.endswith(", claimed") for end in ends) is rules["repetition"].startswith("no result if")


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_a_hundred_thousand_random_games_agree_with_the_rule_texts(rules):
    rng = random.Random(2012)
    sizes = ((1, 3), (1, 4), (2, 2), (2, 2), (2, 2), (2, 3), (3, 2))
    for number in range(100_000):
        random_game(rules, *rng.choice(sizes), rng, compare_moves=number % 5 == 0)
