"""Conditions of static rules, each with a state in which it alone decides."""

import random

from verifier.board import Colour, Position
from verifier.board.grid import bits
from verifier.notation import parse_diagram
from verifier.play import Arena, arena_for
from verifier.rules import load_ruleset

PROPOSAL = load_ruleset("proposal2012")
NEW_STONE = load_ruleset("japanese1989-anywhere")


def random_boards(seed: int, number: int):
    rng = random.Random(seed)
    for _ in range(number):
        rows, cols = rng.choice(((3, 3), (3, 4), (4, 4)))
        cells = [rng.choice((0, 1, 2, 2)) for _ in range(rows * cols)]
        black, white = (sum(1 << p for p, c in enumerate(cells) if c == side) for side in (1, 2))
        position = Position(rows, cols, black, white)
        if not list(position.breathless()):
            yield position


def test_a_point_at_hand_that_is_banned_is_not_seized_now() -> None:
    """Where one point alone is at hand, a ban on it and nothing else keeps the attacker from it."""
    rules, seized = PROPOSAL.with_values(walls="board"), 0
    for position in random_boards(11, 20_000):
        for unit in position.chains(Colour.BLACK):
            arena = Arena(position, unit, rules)
            gone = position.black & ~unit
            for point in bits(unit):
                # The unit has lost a stone: its point may be at hand.
                state = arena.start._replace(black=gone | unit & ~(1 << point), to_move=int(arena.attacker))
                if arena._smothers(state.black, state.white) or not arena._seizes(state):
                    continue
                banned = [arena._seizes(state._replace(ban=ban)) for ban in range(position.grid.size)]
                assert banned.count(False) <= 1, "a ban on one point leaves the others"
                if banned.count(False) == 1:
                    ban = banned.index(False)
                    assert arena.settled(state) is arena.attacker
                    assert arena.settled(state._replace(ban=ban)) is not arena.attacker
                    seized += 1
    assert seized >= 20


def test_of_several_chains_one_that_was_taken_saves_the_owner_no_more() -> None:
    """Black's chains live both, and one capture is the end of a chain, whatever is played there later."""
    text = """
    . X . X O . O .
    X X X X O O O O
    O O O O O X X X
    . O . O O X . X
    O O O O O X X .
    """
    position = parse_diagram(text).position
    both = sum(position.chains(Colour.BLACK))
    arena = Arena(position, both, PROPOSAL.with_values(dead_means="captured once", cycle="alive", walls="board"))
    first, second = arena.parts
    assert arena.takes
    assert arena.settled(arena.start) is arena.owner
    for taken, winner in ((first, arena.owner), (second, arena.owner), (both, None)):
        assert arena.settled(arena.start._replace(taken=taken)) is winner


def test_a_stone_played_where_an_old_one_was_taken_is_new() -> None:
    """What a state says of old stones, against the stones that never left the board, in random play."""
    rng, again = random.Random(5), 0
    for position in random_boards(6, 60):
        for unit in position.chains(Colour.BLACK):
            arena = arena_for(position, unit, NEW_STONE)
            state, stayed = arena.start, position.black
            for _ in range(40):
                steps = list(arena.steps(state))
                plays = [step for step in steps if step.move >= 0] or steps
                if not plays:
                    break
                state = rng.choice(plays).state
                again += bool(state.black & position.black & ~(stayed & state.black))
                stayed &= state.black
                assert state.memory is not None
                assert state.memory.old & state.black == stayed & arena.start.memory.old
    assert again >= 50, "there are stones on points of old ones"
