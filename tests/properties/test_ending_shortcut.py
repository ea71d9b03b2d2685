"""The checker's shortcut: where it takes two pasts of one state as equal, all play from there is equal.

A node met again is not followed again if no earlier board matters to it (docs/endings-why.md). Here pairs of games
that meet in one state are played on in all ways for some moves, and compared.
"""

import itertools
import random

import pytest

from verifier.board import Colour, Position
from verifier.play.game import PASS, Game
from verifier.proof.endings import checker as ending
from verifier.proof.endings.checker import value_of
from verifier.rules import load_play_rules, solved_names

AREA, BALANCE = load_play_rules("tromp-taylor"), load_play_rules("nihonshiki1-prime")
VOID = load_play_rules("jungo")
ADDED = (
    AREA.with_values(repetition="situational"),
    AREA.with_values(repetition="natural situational"),
    AREA.with_values(stop="two end after the first", first_pass="half a point to White"),
    VOID.with_values(ko="none", suicide="allowed"),
    BALANCE.with_values(ko="none", ko_pass_pass="allowed"),
    BALANCE.with_values(suicide="allowed"),
    BALANCE.with_values(repetition="prisoner balance, else the player loses"),
)
DEPTH = 5


def state_of(game):
    """All of the present: what the checker compares, less what only the count looks at."""
    return ending._state(game, game.past)[:11]


def outlook(game, side, plan, depth):
    """Some moves on: one for *side* in each place, by *plan*, and all of the other side.

    Returns moves and ends, the boards made, and the least turn that something depends on; -1 if the plan
    asks for an illegal move.
    """
    tree, boards, touch = {}, [], 1 << 30
    free = [p for p in range(game.grid.size) if not (game.now.black | game.now.white) >> p & 1]
    moves = [*free, PASS]
    if game.now.to_move is side:
        moves = [moves[plan % len(moves)]]
        if game.refusal(moves[0]) is not None:
            return tree, boards, -1
    for move in moves:
        refusal = game.refusal(move)
        if refusal is not None:
            touch = touch if refusal.turn is None else min(touch, refusal.turn)
            continue
        after = game.play(move)
        if move != PASS:
            boards.append(after.stones)
        if after.result is not None:
            value = value_of(game) if after.result.cause.value != "complete end" else None
            tree[move] = (after.result.cause, value)
            touch = min(touch, ending._decided_by(after))
        elif depth > 1:
            tree[move], more, least = outlook(game, side, plan * 31 // 7 + move + 2, depth - 1)
            boards += more
            touch = min(touch, least)
        game.undo()
    return tree, boards, touch


def pasts(rules, size, rng, number):
    """Random games without many passes, by the state that they lead to."""
    found = {}
    for _ in range(number):
        game = Game(rules, Position(*size, 0, 0))
        for _ in range(rng.randrange(3, 14)):
            moves = game.legal_moves()
            if not moves:
                break
            plays = [move for move in moves if move != PASS]
            game.play(rng.choice(plays) if plays and rng.random() < 0.8 else rng.choice(moves))
        if game.result is None:
            found.setdefault(state_of(game), []).append(game)
    return found


@pytest.mark.parametrize("rules", [*(load_play_rules(n) for n in solved_names()), *ADDED], ids=lambda r: r.id)
def test_pasts_taken_as_equal_allow_the_same_play(rules):
    rng, taken, other = random.Random(7), 0, 0
    for size, number in (((1, 3), 300), ((1, 4), 300), ((2, 2), 200)):
        for games in pasts(rules, size, rng, number).values():
            for plan, side in itertools.product((1, 1000, 4567, 23456), Colour):
                outlooks = [outlook(game, side, plan, DEPTH) for game in games[:5]]
                for (i, (tree, boards, touch)), j in itertools.product(enumerate(outlooks), range(len(outlooks))):
                    if i == j or touch < len(games[i].past) - 1:
                        continue  # where an earlier board mattered a node is not remembered
                    now, earlier = games[j].now, games[j].past[:-1]
                    if any(t.stones in boards and not ending._covered(rules, t, now) for t in earlier):
                        other += 1
                    else:
                        assert outlooks[j][0] == tree
                        taken += games[i].past != games[j].past
    assert taken > 50
    assert other > 0
