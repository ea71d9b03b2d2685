"""Best play from every position of small boards under two rule texts, of which one counts stones.

    python -m benchmarks.best_play cases/results/rules/ikeda-area2.toml ikeda-text 2x2 2x3

solves each legal position, up to symmetry and exchange of colours, with either side to move, under both, and
prints how often the values differ by how much. The position is the first board of the game. The first text
counts stones on the board (areas, or stones alone), the second one prisoners (with territory, or alone), and
knows of no stone lost before; so to the second value the stones are added that Black has more on the board.
Every value is proved from both sides and the proofs are checked.

Where the first pass is worth something to White alone, colours are not exchanged, and a position with White
to move is taken as one in which Black has made one play more: a point is added to the difference for it.
"""

import argparse
import collections
import time
from collections.abc import Iterator

from verifier import BLACK, WHITE, Limits, Position, solve
from verifier.board import SYMMETRIES, swap_colours, transform
from verifier.jobs.hunt.orbits import Board
from verifier.jobs.hunt.positions import legal_positions
from verifier.play.setup import Setup
from verifier.rules import load_play_rules
from verifier.text import board


def main() -> None:
    """Solve all positions of the boards that are named."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("first", help="rules that count what stands: an id or a file")
    parser.add_argument("second", help="rules that count prisoners")
    parser.add_argument("size", nargs="+", help="boards such as 2x3")
    parser.add_argument("--seconds", type=float, default=10.0, help="limit for each threshold")
    parser.add_argument("--shown", type=int, default=1, help="so many positions of each difference")
    options = parser.parse_args()
    limits = Limits(nodes=2_000_000, seconds=options.seconds)
    tilted = load_play_rules(options.first)["first_pass"] != "nothing"
    for size in options.size:
        rows, cols = map(int, size.split("x"))
        found: collections.Counter[str] = collections.Counter()
        begun = time.perf_counter()
        for stones in reversed(range(rows * cols)):
            for position in positions(Board(rows, cols), stones, both=tilted):
                more = position.black.bit_count() - position.white.bit_count()
                for mover in (BLACK, WHITE):
                    setup = Setup(position, mover)
                    texts = (options.first, options.second)
                    values = [solve(setup, name, limits=limits).value for name in texts]
                    more_plays = int(tilted and mover is WHITE)
                    what = "unknown" if None in values else f"{values[0] - values[1] - more + more_plays:+g}"
                    found[what] += 1
                    if found[what] <= options.shown:
                        print(f"{what}: {mover} to move, values {values[0]} and {values[1]}", flush=True)
                        print(board(position), flush=True)
            counts = ", ".join(f"{what}: {number}" for what, number in sorted(found.items()))
            print(
                f"{size}, {stones} stones and more: {sum(found.values())} positions with side to move;"
                f" difference {counts}; {time.perf_counter() - begun:.0f} s",
                flush=True,
            )


def positions(size: Board, stones: int, *, both: bool) -> Iterator[Position]:
    """One position of each class; with *both* also with the colours exchanged, where that is another one."""
    for position in legal_positions(size, stones):
        yield position
        other = swap_colours(position)
        if both and all(transform(position, symmetry) != other for symmetry in SYMMETRIES):
            yield other


if __name__ == "__main__":
    main()
