"""What it costs to clear the points where new stones count, in windows around dead chains.

    python -m benchmarks.cleared FOLDER --out FILE [--cap STATES]
    python -m benchmarks.cleared FOLDER --out NEW --against OLD [--cap STATES]

FOLDER is one as `python benchmarks/boards.py` takes. Around each chain that is agreed to be dead the windows
are searched in which the attacker may take it and clear what it leaves (`japanese1989-inside`). With
--against another run is told apart from this one: windows that only one of them wins, and the geometric mean
of the states of the hard ones that both win. States are the same on every machine.
"""

import argparse
import json
import math
from collections.abc import Iterator
from pathlib import Path

from benchmarks.boards import read, read_json
from benchmarks.learn_moves import ABOUT, games
from benchmarks.runs import Row, ended, mean_ratio, read_rows, told_apart
from verifier.board import unit_name
from verifier.jobs.audit import adjudication
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.provers import prove
from verifier.search.windows.surroundings import Surroundings
from verifier.units import decompose

HARD = 300
"""States from which on a window counts as hard, in one run or the other."""


def rows(folder: Path, name: str, agreed: list[str], cap: int) -> Iterator[Row]:
    """The windows of a board with the states that they take; None where the attacker does not win so soon."""
    record = read(str(folder), name)
    dead = adjudication(record, agreed).dead or frozenset()
    apart = decompose(record.position, load_ruleset(ABOUT["cleared"].rules)["walls"])
    around = Surroundings(apart, sum(dead))
    for unit in apart.chains:
        if unit not in dead:
            continue
        told = unit_name(record.position, unit)
        for number, game in enumerate(games(around, unit, "cleared")):
            outcome = prove(game, limits=Limits(nodes=cap, seconds=math.inf), prover="native")
            states = outcome.nodes if outcome.status is Status.DEAD else None
            points = game.locale.bit_count()
            yield {"board": name, "unit": told, "window": number, "points": points, "states": states}


def compare(before: list[Row], after: list[Row]) -> None:
    """What differs between two runs."""
    pairs = zip(before, after, strict=True)
    both, lost, won = told_apart((old["states"], new["states"]) for old, new in pairs)
    hard = [pair for pair in both if max(pair) >= HARD]
    print("| windows | both | only the old one | only the new one | hard ones of both | states, new by old |")
    print("| --: | --: | --: | --: | --: | --: |")
    print(f"| {len(after)} | {len(both)} | {lost} | {won} | {len(hard)} | {mean_ratio(hard):.2f} |")


def main() -> None:
    """Search the windows of all boards of a folder."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="benchmarks.cleared", description=__doc__, formatter_class=formatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="the file for the rows, one a line")
    parser.add_argument("--cap", type=int, default=30_000, help="states of each search")
    parser.add_argument("--against", type=Path, metavar="OLD", help="the rows of another run")
    options = parser.parse_args()
    old = read_rows(options.against) if options.against else None
    found = []
    with options.out.open("w", encoding="utf-8") as out:
        for name, board in read_json(options.folder / "agreed.json").items():
            for row in rows(options.folder, name, board["agreed_dead"], options.cap):
                found.append(row)
                print(json.dumps(row), file=out, flush=True)
    won = [row for row in found if row["states"] is not None]
    units = {(row["board"], row["unit"]) for row in won}
    print(f"{len(won)} of {len(found)} windows won, around {len(units)} chains")
    if old is not None:
        compare(old, found)


if __name__ == "__main__":
    ended("cleared", main)
