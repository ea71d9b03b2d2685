"""Tables of the atlas, built and certified: how long it takes, and how much memory.

python -m benchmarks.board_tables [SIZE:GOAL:KO:POINT ...] prints a row of Markdown for each, with
time on the wall and of the processor. Boards with more than 12 points take 2 GB and minutes; the default
leaves them out.
"""

import argparse
import resource
import sys
import time

from verifier.jobs.atlas.games import Game
from verifier.jobs.atlas.shapes import Locale, size_of
from verifier.jobs.atlas.tables import TableTask, build_table
from verifier.workers import cores

DEFAULT = [
    "3x3:captured:basic:0",
    "3x3:owned:basic:0",
    "3x3:renewed:each:0",
    "3x3:anew:each:0",
    "3x4:captured:basic:0",
    "3x4:owned:basic:0",
    "3x4:swept:each:0",
]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=cores(), help="default: one a core")
    parser.add_argument("tables", nargs="*", default=DEFAULT, metavar="SIZE:GOAL:KO:POINT")
    arguments = parser.parse_args()
    print("| table | states | sweeps | not proved | wall | processor | kept |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in arguments.tables:
        size, goal, ko, point = name.split(":")
        rows, cols = size_of(size)
        task = TableTask(rows, cols, Game(ko, goal, True), Locale.whole(rows, cols), 1 << int(point))
        wall, processor = time.perf_counter(), time.process_time()
        table = build_table(task, threads=arguments.threads)
        wall, processor = time.perf_counter() - wall, time.process_time() - processor
        found = table.certified
        print(
            f"| {size} {task.game.key}, point {point} | {found.states:,} | {table.sweeps} |"
            f" {found.nothing:,} | {wall:.1f} s | {processor:.1f} s | {len(table.values) / 1e6:.1f} MB |",
            flush=True,
        )
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"most memory: {most:.2f} GB; {arguments.threads} threads", file=sys.stderr)


if __name__ == "__main__":
    main()
