"""How time and states grow with the empty points of a locale, with and without relevance zones.

    python benchmarks/growth.py [--seconds 10]

Two families: a unit with an eye space of three points beside a room that gets larger, the attacker to move;
and the problems of the benchmark by their number of empty points. "Exponent" is the slope of log2(states) and
of log2(time) against the points: with exponent e each further empty point costs a factor of 2 to the e.
Prints Markdown.
"""

import argparse
import math
import statistics
from collections import defaultdict
from collections.abc import Iterator

from problem_set import arena as problem_arena
from problem_set import load

from verifier.board import Position, Side
from verifier.play import Arena
from verifier.rules import load_ruleset
from verifier.search import Limits
from verifier.search.native import prove_native

SIZES = range(2, 15)


def rooms() -> Iterator[tuple[int, Arena]]:
    """A dead shape of three points beside a room of two rows that is open to nobody else."""
    rules = load_ruleset("proposal2012").with_values(first_move="attacker")
    for columns in SIZES:
        rows = ["...X" + "." * columns + "O", "XXXX" + "." * columns + "O", "O" * (5 + columns)]
        width = len(rows[0])
        signs = "".join(rows)
        black = sum(1 << i for i, sign in enumerate(signs) if sign == "X")
        white = sum(1 << i for i, sign in enumerate(signs) if sign == "O")
        position = Position(3, width, black, white, frozenset({Side.BOTTOM, Side.RIGHT}))
        arena = Arena(position, position.chain_at(3), rules)
        yield (arena.locale & position.empty).bit_count(), arena


def problems() -> Iterator[tuple[int, Arena]]:
    """The enclosed problems under the plain reading."""
    for problem in load():
        if "plain" in problem.expected:
            yield problem.empties, problem_arena(problem, "plain")


def slope(points: list[tuple[float, float]]) -> float:
    """Of the straight line with the least squares through (x, log2 y)."""
    xs, ys = [x for x, _ in points], [math.log2(max(y, 1e-6)) for _, y in points]
    return statistics.linear_regression(xs, ys).slope


def table(title: str, family: list[tuple[int, Arena]], seconds: float) -> None:
    """Measure one family and print it."""
    print(f"\n### {title}\n")
    print("| zones | empty points | problems | decided | states, geometric mean | ms, geometric mean |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for zones in (True, False):
        found = defaultdict(list)
        for empties, arena in family:
            limits = Limits(nodes=10**9, seconds=seconds, memory_mib=2048)
            outcome = prove_native(arena, limits, zones=zones)
            decided = outcome.certificate is not None
            found[empties].append((decided, max(outcome.nodes, 1), max(outcome.seconds, 1e-6)))
        states, times = [], []
        for empties, results in sorted(found.items()):
            means = [statistics.geometric_mean([result[i] for result in results]) for i in (1, 2)]
            decided = sum(result[0] for result in results)
            if decided == len(results):
                states.append((empties, means[0]))
                times.append((empties, means[1]))
            cells = ["yes" if zones else "no", empties, len(results), decided]
            cells += [f"{means[0]:.0f}", f"{means[1] * 1e3:.2f}"]
            print("|", " | ".join(str(cell) for cell in cells), "|", flush=True)
        print(
            f"\nExponents {'with' if zones else 'without'} zones, over the sizes that are all decided: "
            f"states {slope(states):.2f}, time {slope(times):.2f}.\n"
        )
        if zones:
            print(
                "| zones | empty points | problems | decided | states, geometric mean | ms, geometric mean |"
            )
            print("| --- | ---: | ---: | ---: | ---: | ---: |")


def main() -> None:
    """Measure both families."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="limit on seconds for each search")
    options = parser.parse_args()
    table("A dead shape beside a room", list(rooms()), options.seconds)
    table("Enclosed problems", list(problems()), options.seconds)


if __name__ == "__main__":
    main()
