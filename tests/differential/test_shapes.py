"""The kernel: what speaks for a play is the same however the board is turned, and for both colours."""

import random

import pytest
from small_boards import random_unit

from verifier.board import Position, parse_vertex
from verifier.board.symmetry import SYMMETRIES, swap_colours, transform, transform_mask
from verifier.notation import parse_diagram
from verifier.play import Arena, MemoryArena, Plain
from verifier.proof import Certificate, Claim, Verdict
from verifier.proof.scope import arena_of, attackers_around
from verifier.rules import load_ruleset
from verifier.search.native import available, examples_of_plays, plays_seen

pytestmark = pytest.mark.skipif(not available(), reason="the kernel is not built")
RULES = load_ruleset("proposal2012")
AFTER, LEAST_OF_MINE, LEAST_OF_THEIRS, LEFT, MINE, THEIRS = 0, 2, 3, 4, 6, 7


@pytest.mark.parametrize("seed", range(20))
def test_the_same_however_the_board_is_turned_and_for_both_colours(seed: int) -> None:
    rng = random.Random(seed)
    legal: dict[int, tuple[int, list[int]]] = {}
    while len(legal) < 10:      # small locales are left alone
        position, unit = random_unit(rng, rng.randint(7, 9), rng.randint(7, 9))
        legal = plays_seen(Arena(position, unit, RULES))
    rows, cols = position.rows, position.cols
    before = rng.choice([None, *legal])
    weighed = {p: told[1] for p, told in plays_seen(Arena(position, unit, RULES), before).items()}
    assert all(number > 0 for number, _ in legal.values())  # 0 is what is won
    colours = plays_seen(Arena(swap_colours(position), unit, RULES), before)
    assert {p: told[1] for p, told in colours.items()} == weighed
    for symmetry in SYMMETRIES:

        def turned(mask: int, how: str = symmetry) -> int:
            return transform_mask(mask, rows, cols, how)

        arena = Arena(transform(position, symmetry), turned(unit), RULES)
        last = None if before is None else turned(1 << before).bit_length() - 1
        there = {1 << p: told[1] for p, told in plays_seen(arena, last).items()}
        assert there == {turned(1 << p): signs for p, signs in weighed.items()}


BOARD = """
. . . . . . .
. X X O . . .
. X O . . O .
. X X O . . .
. . . . . . .
. . X . . O .
. . . . . . .
"""


def test_signs_are_those_of_the_board() -> None:
    position = parse_diagram(BOARD).position
    unit = position.chain_at(vertex("B6"))
    seen = plays_seen(Arena(position, unit, RULES), before=vertex("E6"))
    signs = seen[vertex("D5")][1][1:]
    assert signs[MINE] == 0             # the owner moves first; White is around
    assert signs[THEIRS] == 3
    assert signs[LEAST_OF_THEIRS] == 1  # C5, which D5 takes
    assert signs[1] == 1
    assert signs[AFTER] == 2            # E6 lies across a corner
    far = seen[vertex("G1")][1][1:]
    assert far[AFTER] == 6
    assert far[MINE] == far[THEIRS] == far[LEAST_OF_MINE] == 0
    assert far[LEFT] == 2


def vertex(name: str) -> int:
    return parse_vertex(name, 7, 7)


def test_points_at_the_edge_and_in_the_middle_do_not_look_alike() -> None:
    """Nothing stands near any of these points, so the edge is all there is to see."""
    unit = 1 << vertex("D4")
    seen = plays_seen(Arena(Position(7, 7, unit, 0), unit, RULES))
    kinds = [{seen[vertex(name)][1][0] for name in names.split()} for names in ("A1 G7 A7", "A3 G6 C1", "B2 F2")]
    assert [len(kind) for kind in kinds] == [1, 1, 1]
    assert len(set.union(*kinds)) == 3


def test_small_locales_are_left_alone() -> None:
    diagram = parse_diagram(". . . . .\n. X X . .\n. X . O .\n. . O . .\n. . . . .")
    assert plays_seen(Arena(diagram.position, next(diagram.position.units()), RULES)) == {}


@pytest.mark.parametrize("about", ["owned", "kept", "cleared"])
def test_examples_are_of_states_that_the_side_to_move_wins(about: str) -> None:
    examples = examples_of_plays(game(about), nodes=300, draws=60, cap=300, seed=1)
    assert {example[0] for example in examples} <= {0, 1}
    assert len(examples) > 3
    for _, states, *told in examples:
        plays = [told[i : i + 13] for i in range(0, len(told), 13)]
        assert all(len(play) == 13 and play[0] in (0, 1, 2) for play in plays)
        assert any(play[0] == 0 for play in plays)
        assert all(0 < play[1] <= 2 * states + 100 for play in plays)


def game(about: str) -> Arena:
    """A game about whether B6 lives, whether it is ever taken, or whether what Black encloses is cleared."""
    position = parse_diagram(BOARD if about != "cleared" else INVADED).position
    unit = position.chain_at(vertex("B6"))
    if about == "owned":
        return Arena(position, unit, RULES)
    rules, verdict = load_ruleset("japanese1989-inside"), Verdict.ALIVE if about == "kept" else Verdict.DEAD
    standing = attackers_around(position, unit, rules) if about == "cleared" else 0
    arena = arena_of(Certificate(Claim(position, unit, rules, verdict), (), standing=standing))
    assert isinstance(arena, MemoryArena)
    return Plain(arena, arena.owner if about == "kept" else arena.attacker)


INVADED = """
. . . X O . .
. O . X O O .
. . . X O . .
X X X X O O O
O O X X X X X
. O X . . . .
. O X . . . .
"""
