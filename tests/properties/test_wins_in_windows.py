"""What the kernel wins in a window it wins on the board: it knows of which points nothing is known."""

import random

import pytest
from keeping import random_board

from verifier.board import Colour
from verifier.proof import Certificate, Claim, Verdict
from verifier.proof.scope import arena_of
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, available_provers, prove
from verifier.search.windows.window import game_in_window, prove_in_window

pytestmark = pytest.mark.skipif("native" not in available_provers(), reason="without the native kernel")


@pytest.mark.parametrize(
    ("rules", "seed", "least"),
    [("proposal2012", 1, 25), ("proposal2012[first_move=attacker]", 2, 10), ("japanese1989-inside", 3, 10)],
)
def test_what_the_kernel_wins_in_a_window_holds_on_the_board(rules, seed, least):
    """Whatever is taken at the rim, and whatever stands beyond it."""
    rng, limits, wins = random.Random(seed), Limits(nodes=3000, seconds=60), 0
    for _ in range(100):
        position = random_board(rng, 7, 7)
        for unit in position.units():
            verdict = Verdict.ALIVE  # that of the owner: his game has no scope to be told
            arena = arena_of(Certificate(Claim(position, unit, load_ruleset(rules), verdict), ()))
            top, left = rng.randrange(5), rng.randrange(5)
            box = box_of(7, range(top, rng.randrange(top + 3, 8)), range(left, rng.randrange(left + 3, 8)))
            for side in Colour:
                found = game_in_window(arena, side, box | unit) if arena.locale & ~box else None
                if found is None:
                    continue
                outcome = prove(found[1], limits=limits, prover="native", side=side)
                winner = Status.ALIVE if side == found[1].owner else Status.DEAD
                if outcome.status is winner:
                    wins += 1
                    assert prove_in_window(arena, side, box | unit, limits).certificate, (position, unit, box)
    assert wins >= least


def box_of(cols, rows, columns):
    return sum(1 << row * cols + column for row in rows for column in columns)
