"""Random chains of one side to judge together."""

import random

from verifier.board import Mask, Position, Side

__all__ = ["random_chains"]


def random_chains(
    rng: random.Random, rows: int, cols: int, *, crop: bool = False, least: float = 0.5
) -> tuple[Position, tuple[Mask, ...]]:
    """Return two to four chains of one side of a random position, *least* of which is full."""
    size = rows * cols
    while True:
        points = rng.sample(range(size), rng.randint(int(least * size + 0.5), size - 1))
        black = sum(1 << point for point in points if rng.random() < 0.5)
        white = sum(1 << point for point in points) & ~black
        sides = frozenset(side for side in Side if crop and rng.random() < 0.4)
        position = Position(rows, cols, black, white, sides)
        side = rng.choice((black, white))
        chains = [unit for unit in position.units() if unit & side]
        if len(chains) > 1 and not any(position.breathless()):
            rng.shuffle(chains)
            return position, tuple(chains[: rng.randint(2, 4)])
