"""Deaths in stages that need other moves than those by which the unit is first taken."""

import dataclasses

import pytest
from staged import proof_of

from verifier.board import Side
from verifier.proof import Verdict, check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, prove
from verifier.search.native import available

RULES = load_ruleset("japanese1989-anywhere")
# The rules, the board, its open sides and a stone of the unit. In the first an end that comes by the shortest way
# to take the unit is not won; in the second other moves would besides lose a cycle.
BOARDS = [
    (
        {"ko": "pass before each capture", "first_move": "owner", "walls": "unconditional"},
        ("O..XOXO", "...OO.O"),
        (),
        5,
    ),
    (
        {"ko": "basic", "first_move": "attacker", "walls": "unconditional", "cycle": "aim"},
        ("X..XO.", "OOO..O", "O..X.X"),
        (Side.LEFT,),
        17,
    ),
]


@pytest.mark.skipif(not available(), reason="proofs in stages are searched by the native kernel")
@pytest.mark.parametrize(("values", "rows", "sides", "at"), BOARDS)
def test_where_an_end_is_lost_the_attacker_finds_another_move(values, rows, sides, at) -> None:
    proof = proof_of(RULES.with_values(**values), *rows, at=at, sides=sides)
    assert check(proof).family == "stages"
    alive = dataclasses.replace(proof.claim, verdict=Verdict.ALIVE).arena(None)
    assert prove(alive, limits=Limits(nodes=50_000, seconds=1e9)).status is not Status.ALIVE
