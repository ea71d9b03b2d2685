"""Boards and rulesets for comparing provers."""

import itertools
import random
from collections.abc import Iterator

from verifier.board import Mask, Position, Side
from verifier.rules import Ruleset, load_ruleset

PROPOSAL = load_ruleset("proposal2012").with_values(walls="board")

SETTINGS: dict[str, Ruleset] = {
    "proposal": PROPOSAL,
    "attacker first": PROPOSAL.with_values(first_move="attacker"),
    "no ko": PROPOSAL.with_values(ko="none"),
    "two passes": PROPOSAL.with_values(end="two passes"),
    "two passes, prisoners": PROPOSAL.with_values(end="two passes", cycle="prisoners"),
    "two passes, draw": PROPOSAL.with_values(end="two passes", cycle="draw"),
    "two passes, draw, attacker first": PROPOSAL.with_values(end="two passes", cycle="draw", first_move="attacker"),
    "captured once, alive": PROPOSAL.with_values(dead_means="captured once", cycle="alive"),
    "captured once, prisoners, no ko": PROPOSAL.with_values(dead_means="captured once", cycle="prisoners", ko="none"),
    "captured once, draw": PROPOSAL.with_values(dead_means="captured once", cycle="draw", end="two passes"),
}


def legal_boards(rows: int, cols: int) -> Iterator[Position]:
    """Yield all positions in which every chain has a liberty."""
    for colours in itertools.product(range(3), repeat=rows * cols):
        black = sum(1 << point for point, colour in enumerate(colours) if colour == 1)
        white = sum(1 << point for point, colour in enumerate(colours) if colour == 2)
        position = Position(rows, cols, black, white)
        if not any(position.breathless()):
            yield position


def all_units(rows: int, cols: int) -> list[tuple[Position, Mask]]:
    """Return every unit of every legal board."""
    return [(position, unit) for position in legal_boards(rows, cols) for unit in position.units()]


def random_unit(rng: random.Random, rows: int, cols: int, *, crop: bool = False) -> tuple[Position, Mask]:
    """Return a unit of a random position at least half full; of a crop with random open sides if asked."""
    size = rows * cols
    while True:
        points = rng.sample(range(size), rng.randint((size + 1) // 2, size - 1))
        black = sum(1 << point for point in points if rng.random() < 0.5)
        white = sum(1 << point for point in points) & ~black
        sides = frozenset(side for side in Side if crop and rng.random() < 0.4)
        position = Position(rows, cols, black, white, sides)
        units = list(position.units())
        if units and not any(position.breathless()):
            return position, rng.choice(units)
