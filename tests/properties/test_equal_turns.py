"""純碁 and 修正丼碁 with as many turns for both sides: every game has the same difference (docs/findings.md)."""

import random
from pathlib import Path

import pytest

from verifier.board import Position
from verifier.jobs.hunt.orbits import Board
from verifier.jobs.hunt.positions import legal_positions
from verifier.play.ending import complete
from verifier.play.game import PASS
from verifier.play.setup import Setup
from verifier.rules import load_play_rules

FOLDER = Path(__file__).resolve().parents[2] / "cases" / "results" / "rules"
STONES = load_play_rules(str(FOLDER / "jungo-equal.toml"))
PRISONERS = load_play_rules(str(FOLDER / "donburi-superko.toml"))


def differences(position: Position, random_: random.Random, pass_share: float) -> tuple[float, float, int]:
    """Play the same random game under both to its end; return both leads and the number of turns."""
    games = [Setup(position).game(rules) for rules in (STONES, PRISONERS)]
    while games[0].result is None and not games[0].halted:
        legal = games[0].legal_moves()
        assert legal == games[1].legal_moves()
        plays = [move for move in legal if move != PASS]
        move = random_.choice(plays) if plays and random_.random() > pass_share else PASS
        for game in games:
            game.play(move)
    turns = len(games[0].moves)
    return complete(games[0]).lead, complete(games[1]).lead, turns


@pytest.mark.parametrize(("size", "number"), [((2, 2), 60), ((2, 3), 60), ((3, 3), 40), ((4, 5), 10)])
def test_every_game_has_the_same_difference(size, number):
    random_ = random.Random(str(size))
    starts = [Position(*size, 0, 0)]
    if size[0] * size[1] < 9:
        starts += [item for stones in range(1, 4) for item in legal_positions(Board(*size), stones)]
    seen = set()
    for _ in range(number):
        position = random_.choice(starts)
        more = position.black.bit_count() - position.white.bit_count()
        stones, prisoners, turns = differences(position, random_, random_.choice((0.05, 0.3)))
        assert turns % 2 == 0  # as many turns for both sides
        assert stones == prisoners + more
        seen.add(prisoners)
    assert len(seen) > 1
