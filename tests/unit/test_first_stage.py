"""Deaths in stages that need other moves than those by which the unit is first taken."""

import pytest

from verifier.board import Position, Side
from verifier.play import Plain
from verifier.proof import Certificate, Claim, Patterns, Verdict, check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, prove
from verifier.search.native import available, prove_native
from verifier.search.windows.stages import clear_in_stages

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
    stones = "".join(rows)
    black, white = (sum(1 << p for p, sign in enumerate(stones) if sign == wanted) for wanted in "XO")
    position = Position(len(rows), len(rows[0]), black, white, frozenset(sides))
    unit, rules = position.chain_at(at), RULES.with_values(**values)
    claim = Claim(position, unit, rules, Verdict.DEAD)
    arena = claim.arena(None)
    game = Plain(arena, arena.attacker)
    first, limits = game.taking(), Limits(nodes=50_000, seconds=1e9)
    assert first is not None
    taken = prove_native(first, limits).certificate
    assert taken is not None
    (patterns,) = taken.evidence
    assert isinstance(patterns, Patterns)
    evidence, _ = clear_in_stages(game, first, patterns, limits)
    assert evidence is not None
    assert check(Certificate(claim, (evidence,))).family == "stages"
    alive = Claim(position, unit, rules, Verdict.ALIVE).arena(None)
    assert prove(alive, limits=limits).status is not Status.ALIVE
