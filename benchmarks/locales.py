"""Into what locales whole boards fall apart, by kind of walls.

    python benchmarks/locales.py --sizes 9 13 19 --boards 10

The boards are made, not played: each side gets areas, stones along their borders, more stones and a few
intruders within, and what is left with one liberty in its own area is connected. They look like finished
games of beginners: most groups live, some do not, and many have cuts. Deterministic for a given seed.
"""

import argparse
import random
import statistics
import time
from collections import Counter

from verifier.board import Colour, Grid, Mask, Position, locale_of
from verifier.board.grid import bits
from verifier.search import Limits, find_keeps, keeps_for

__all__ = ["finished_board", "main"]


def finished_board(
    rows: int, cols: int, seed: int, *, share: int = 24, inner: float = 0.3, intruders: float = 0.05
) -> Position:
    """Return a board with one area for every *share* points, of both colours in turn.

    *inner* is the share of points within an area that carry a stone of its side, *intruders* of the other.
    """
    rng, grid = random.Random(seed), Grid.of(rows, cols)
    centres = rng.sample(range(grid.size), max(4, grid.size // share))
    owner = [_nearest(point, centres, cols) % 2 for point in range(grid.size)]
    stones: list[Mask] = [0, 0]
    for point in range(grid.size):
        side = owner[point]
        border = any(owner[other] != side for other in bits(grid.neighbours[point]))
        if border or rng.random() < inner:
            stones[side] |= 1 << point
        elif rng.random() < intruders:
            stones[1 - side] |= 1 << point
    for _ in range(4):
        position = Position(rows, cols, stones[0], stones[1])
        for colour in Colour:
            for chain in position.chains(colour):
                stones[colour] |= _defence(position, chain, owner, colour)
        stones = _with_liberties(Position(rows, cols, stones[0], stones[1]))
    return Position(rows, cols, stones[0], stones[1])


def _nearest(point: int, centres: list[int], cols: int) -> int:
    row, col = divmod(point, cols)
    squares = [(centre // cols - row) ** 2 + (centre % cols - col) ** 2 for centre in centres]
    return squares.index(min(squares))


def _defence(position: Position, chain: Mask, owner: list[int], colour: Colour) -> Mask:
    """The last liberty of a chain, if both are in areas of its side."""
    last = position.liberties(chain)
    alone = last and not last & (last - 1)
    return last if alone and all(owner[point] == colour for point in bits(chain | last)) else 0


def _with_liberties(position: Position) -> list[Mask]:
    while breathless := sum(position.breathless()):
        position = Position(
            position.rows, position.cols, position.black & ~breathless, position.white & ~breathless
        )
    return [position.black, position.white]


def _locales(position: Position, kind: str, limits: Limits) -> tuple[Counter[int], float]:
    """Sizes of the locales of all units (0 for walls), and the seconds that the walls took."""
    begun = time.perf_counter()
    keeps = find_keeps(position, limits) if kind == "independent" else ()
    seconds = time.perf_counter() - begun
    sizes: Counter[int] = Counter()
    for unit in position.units():
        kept = sum(keep.stones for keep in keeps_for(position, unit, keeps))
        sizes[locale_of(position, unit, kind, kept).bit_count()] += 1
    return sizes, seconds


def main() -> None:
    """Print a table of sizes and times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[9, 13, 19])
    parser.add_argument("--boards", type=int, default=10, help="boards of each size")
    parser.add_argument("--inner", type=float, default=0.3, help="share of stones within areas")
    parser.add_argument("--nodes", type=int, default=Limits().wall_nodes, help="for each set of chains")
    arguments = parser.parse_args()
    limits = Limits(wall_nodes=arguments.nodes)
    print("| board | walls | units | are walls | locale: median, mean, largest | seconds a board |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for size in arguments.sizes:
        boards = [finished_board(size, size, seed, inner=arguments.inner) for seed in range(arguments.boards)]
        for kind in ("board", "unconditional", "independent"):
            found: Counter[int] = Counter()
            times = []
            for board in boards:
                sizes, seconds = _locales(board, kind, limits)
                found += sizes
                times.append(seconds)
            every = [points for points in found.elements() if points]
            middle = "none"
            if every:
                middle = f"{statistics.median(every):.0f}, {statistics.mean(every):.0f}, {max(every)}"
            print(
                f"| {size}x{size} | {kind} | {sum(found.values())} | {found[0]} | {middle}"
                f" | {statistics.mean(times):.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
