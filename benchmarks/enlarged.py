"""What it costs a search to have more of the board around it than it needs.

    python benchmarks/enlarged.py FOLDER --out FILE [--rules ID] [--cap STATES] [--sizes N ...]
    python benchmarks/enlarged.py FOLDER --out NEW --again OLD [--rules ID] [--cap STATES]

FOLDER is one as `python benchmarks/boards.py` takes. For each chain that is agreed to live the first window,
by the order of an audit, is looked for that proves it, and left if that takes few states. Then the same is
asked in that window and all next to it, once, twice and three times: whoever lives in the first lives in the
others. With --again the windows are those of another run, and a table tells the two apart: proofs that only
one of them finds, and the geometric mean of the states of those that both find. States are the same on every
machine.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from boards import read, read_json  # noqa: E402
from runs import Row, ended, mean_ratio, read_rows, told_apart  # noqa: E402

from verifier.board import Mask, Position, parse_vertex, unit_name  # noqa: E402
from verifier.jobs.audit import adjudication  # noqa: E402
from verifier.play import Arena  # noqa: E402
from verifier.proof import Certificate, Claim, Verdict  # noqa: E402
from verifier.proof.scope import arena_of  # noqa: E402
from verifier.rules import Ruleset, load_ruleset  # noqa: E402
from verifier.search import Limits, Status  # noqa: E402
from verifier.search.windows.promise import Promises  # noqa: E402
from verifier.search.windows.surroundings import Surroundings  # noqa: E402
from verifier.search.windows.window import prove_in_window  # noqa: E402
from verifier.units import decompose  # noqa: E402

TIMES = 4
"""The window as it was found, and how often it is enlarged."""
WINDOWS = 6
"""So many windows of a chain are tried, those that promise most."""


def game(position: Position, unit: Mask, ruleset: Ruleset) -> Arena:
    """The game in which it is to live."""
    return arena_of(Certificate(Claim(position, unit, ruleset, Verdict.ALIVE), ()))


def states(arena: Arena, area: Mask, cap: int) -> int | None:
    """How many states a proof that the owner lives takes; None if there is none within so many."""
    outcome = prove_in_window(arena, arena.owner, area, Limits(nodes=cap, seconds=math.inf))
    return outcome.nodes if outcome.status is Status.ALIVE else None


def first_windows(
    folder: Path, name: str, agreed: list[str], ruleset: Ruleset, least: int, cap: int
) -> Iterator[Row]:
    """The chains that are asked about, each with the window that proves it."""
    record = read(str(folder), name)
    dead = adjudication(record, agreed).dead or frozenset()
    apart = decompose(record.position, ruleset["walls"])
    around = Surroundings(apart, sum(dead))
    for unit in apart.chains:
        arena = game(record.position, unit, ruleset)
        if not arena.locale or unit in dead:
            continue
        windows = around.windows(unit, arena.owner, 1.1)
        for area in Promises().in_order(arena, arena.owner, windows)[:WINDOWS]:
            if (took := states(arena, area, cap)) is None:
                continue
            if took >= least:
                told = unit_name(record.position, unit)
                yield {"board": name, "unit": told, "area": area & arena.locale}
            break


def asked(folder: Path, row: Row, ruleset: Ruleset, cap: int) -> Row:
    """The same with the points of all windows of a chain and the states that they take."""
    position = read(str(folder), row["board"]).position
    unit = position.chain_at(parse_vertex(row["unit"], position.rows, position.cols))
    arena, area = game(position, unit, ruleset), row["area"]
    points: list[int] = []
    needed: list[int | None] = []
    for _ in range(TIMES):
        points.append(area.bit_count())
        needed.append(states(arena, area, cap))
        area |= arena.grid.dilate(area) & arena.locale
    return {**row, "points": points, "states": needed}


def compare(before: list[Row], after: list[Row]) -> None:
    """What differs between two runs with the same windows."""
    print("| enlarged | both | only the old one | only the new one | states, new by old |")
    print("| --: | --: | --: | --: | --: |")
    for times in range(TIMES):
        pairs = zip(before, after, strict=True)
        both, lost, won = told_apart((old["states"][times], new["states"][times]) for old, new in pairs)
        print(f"| {times} | {len(both)} | {lost} | {won} | {mean_ratio(both):.2f} |")


def main() -> None:
    """Ask about the chains of some boards, again if need be."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="the file for the rows, one a line")
    parser.add_argument("--cap", type=int, default=15_000, help="states of each search")
    parser.add_argument("--least", type=int, default=100, help="states of the first proof")
    parser.add_argument("--sizes", type=int, nargs="+", default=[13, 19], help="lines of the boards")
    parser.add_argument("--rules", default="proposal2012", metavar="ID", help="the ruleset")
    parser.add_argument("--again", type=Path, metavar="OLD", help="ask in the windows of that run")
    options = parser.parse_args()
    folder, least, cap, ruleset = options.folder, options.least, options.cap, load_ruleset(options.rules)
    if options.again:
        firsts = read_rows(options.again)
    else:
        boards = read_json(folder / "agreed.json").items()
        firsts = [
            row
            for name, board in boards
            if board["size"] in options.sizes
            for row in first_windows(folder, name, board["agreed_dead"], ruleset, least, cap)
        ]
    new = []
    with options.out.open("w", encoding="utf-8") as out:
        for row in firsts:
            new.append(asked(folder, row, ruleset, cap))
            print(json.dumps(new[-1]), file=out, flush=True)
    compare(firsts if options.again else new, new)


if __name__ == "__main__":
    ended("enlarged", main)
