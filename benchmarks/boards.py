"""How much of finished boards can be proved, by size and by what the players agreed on.

    python benchmarks/boards.py FOLDER [--seconds S] [--jobs N] [--sizes N ...] [--rules ID ...]

FOLDER holds final positions as SGF files and ``agreed.json``: for the name of each file without its ending
an object with ``size`` and ``agreed_dead`` (vertices, one of each dead chain or all of their points). The
agreed stones direct the search, as in an audit. Prints one line for each board and ruleset when it is done,
and the tables at the end.
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifier.adjudicate.staged import judge_board
from verifier.board import unit_name
from verifier.jobs.audit import adjudication
from verifier.notation import Diagram
from verifier.notation.game import parse_game
from verifier.rules import load_ruleset
from verifier.search import Limits, Status

RULES = ("proposal2012", "japanese1989-inside", "japanese1989")


@dataclass(frozen=True, slots=True)
class Board:
    """One board under one ruleset: the units by what was agreed, and what is proved of them."""

    name: str
    ruleset: str
    size: int
    seconds: float
    counts: Mapping[tuple[str, str], int]
    """How many units by (what was agreed, what is proved), each ``alive``, ``dead`` or ``unknown``."""
    against: tuple[str, ...]
    """Units that are proved to be what was not agreed."""
    open_: tuple[str, ...] = field(default=())


def measured(folder: str, name: str, entry: Mapping[str, Any], ruleset: str, seconds: float) -> Board:
    """Judge one board."""
    record = parse_game((Path(folder) / f"{name}.sgf").read_bytes())
    dead = adjudication(record, entry["agreed_dead"], None).dead
    start = time.perf_counter()
    judged = judge_board(
        Diagram(record.position), load_ruleset(ruleset), guess=dead, limits=Limits(seconds=seconds)
    )
    took = time.perf_counter() - start
    found = {verdict.unit: verdict.status for verdict in judged.verdicts}
    counts: dict[tuple[str, str], int] = defaultdict(int)
    against, open_ = [], []
    for unit in record.position.units():
        agreed = Status.DEAD if unit in dead else Status.ALIVE
        status = found.get(unit, Status.UNKNOWN)
        counts[agreed.value, status.value] += 1
        if status is Status.UNKNOWN:
            open_.append(unit_name(record.position, unit))
        elif status is not agreed:
            against.append(f"{unit_name(record.position, unit)} {status.value}")
    return Board(name, ruleset, entry["size"], took, dict(counts), tuple(against), tuple(open_))


def table(boards: list[Board], ruleset: str) -> str:
    """The boards of each size together, as Markdown."""
    lines = [
        f"`{ruleset}`",
        "",
        "| size | boards | decided in full | chains | decided | agreed dead | decided | proved against |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    mine = [board for board in boards if board.ruleset == ruleset]
    sizes = sorted({board.size for board in mine})
    for size in [*sizes, 0]:
        some = [board for board in mine if size in (board.size, 0)]
        total: dict[tuple[str, str], int] = defaultdict(int)
        for board in some:
            for key, count in board.counts.items():
                total[key] += count
        chains = sum(total.values())
        decided = sum(count for (_, status), count in total.items() if status != "unknown")
        dead = sum(count for (agreed, _), count in total.items() if agreed == "dead")
        known = sum(n for (agreed, status), n in total.items() if agreed == "dead" and status != "unknown")
        full = sum(not board.open_ for board in some)
        against = sum(len(board.against) for board in some)
        share = f"{decided} ({100 * decided / chains:.0f} %)"
        cells = (size or "all", len(some), full, chains, share, dead, known, against)
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--rules", nargs="+", default=RULES, metavar="ID")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="*")
    args = parser.parse_args()
    agreed = json.loads((Path(args.folder) / "agreed.json").read_text(encoding="utf-8"))
    names = [name for name, entry in agreed.items() if not args.sizes or entry["size"] in args.sizes]
    boards: list[Board] = []
    with ProcessPoolExecutor(args.jobs) as pool:
        tasks = [
            pool.submit(measured, args.folder, name, agreed[name], ruleset, args.seconds)
            for ruleset in args.rules
            for name in names
        ]
        for task in as_completed(tasks):
            board = task.result()
            boards.append(board)
            open_, against = " ".join(board.open_) or "none", ", ".join(board.against) or "none"
            line = f"{board.name} {board.ruleset} {board.seconds:.1f} s, open: {open_}, against: {against}"
            print(line, flush=True)
    for ruleset in args.rules:
        print(f"\n{table(boards, ruleset)}")


if __name__ == "__main__":
    main()
