"""Benchmark of the provers on the canonical units.

Run with an installed package:

    python benchmarks/canonical.py units    all canonical units: verdict, search time, certificate, checking
    python benchmarks/canonical.py orders   ways of exploring, at the same limit on states
    python benchmarks/canonical.py provers  native against plain Python and SAT on units all three decide

Times are of one process on one core but for `units --jobs N`; states are expanded ones. Prints Markdown.
"""

import argparse
import concurrent.futures
import dataclasses
import itertools
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from machine import commit, machine

from verifier.errors import CertificateError
from verifier.jobs.cases.case import CANONICAL_CASES, Case, load_case
from verifier.play import Arena
from verifier.proof import check, dump_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, prove
from verifier.search.native import RELAXATION_NODES, prove_native


def arenas(walls: str) -> Iterator[tuple[Case, str, Arena]]:
    """Yield every canonical unit under the 試案."""
    ruleset = load_ruleset("proposal2012").with_values(walls=walls)
    for identifier in CANONICAL_CASES:
        case = load_case(identifier)
        for unit in case.position.units():
            row, col = divmod((unit & -unit).bit_length() - 1, case.position.cols)
            yield case, f"r{row + 1}c{col + 1}", Arena(case.position, unit, ruleset)


COLUMNS = (
    "case", "unit", "points", "verdict", "method", "states", "s", "certificate", "bytes", "check s", "rate",
)  # fmt: skip


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one unit."""

    cells: tuple[object, ...]
    status: Status
    searched: float
    checked: float
    moves: int
    size: int | None
    """Nodes of the certificate."""


def measure(case: Case, name: str, arena: Arena, limits: Limits) -> Row:
    """Decide and check one unit."""
    begun = time.perf_counter()
    outcome = prove(arena, limits=limits)
    spent = time.perf_counter() - begun
    cells: list[object] = [case.id, name, arena.locale.bit_count(), outcome.status.value]
    cells += [outcome.method or outcome.limit, outcome.nodes, f"{spent:.3f}"]
    if not outcome.certificate:
        return Row(tuple(cells), outcome.status, spent, 0.0, 0, None)
    try:
        report = check(outcome.certificate)
    except CertificateError as error:
        raise SystemExit(f"{case.id} {name}: refused: {error}") from None
    rate = report.moves / report.seconds if report.moves else 0
    text = len(dump_certificate(outcome.certificate))
    cells += [report.states, text, f"{report.seconds:.3f}", f"{rate:.0f}"]
    return Row(tuple(cells), outcome.status, spent, report.seconds, report.moves, report.states)


def _measure_one(task: tuple[int, str, Limits]) -> Row:
    number, walls, limits = task
    return measure(*next(itertools.islice(arenas(walls), number, None)), limits)


def units(options: argparse.Namespace) -> None:
    """Decide and check everything, one unit at a time in each process."""
    limits = Limits(nodes=options.nodes, seconds=options.seconds)
    print("|", " | ".join(COLUMNS), "|")
    print("|" + " --- |" * len(COLUMNS))
    begun = time.perf_counter()
    rows: list[Row] = []
    tasks = [(number, options.walls, limits) for number, _ in enumerate(arenas(options.walls))]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for row in pool.map(_measure_one, tasks) if options.jobs > 1 else map(_measure_one, tasks):
            rows.append(row)
            print("|", " | ".join(str(cell) for cell in row.cells), "|", flush=True)
    wall = time.perf_counter() - begun
    known = sum(row.status is not Status.UNKNOWN for row in rows)
    sizes = sorted(row.size for row in rows if row.size is not None)
    searched, checked = sum(row.searched for row in rows), sum(row.checked for row in rows)
    moves = sum(row.moves for row in rows)
    print(f"\n{known} of {len(rows)} units decided; search {searched:.1f} s, checking {checked:.1f} s")
    print(f"longest search {max(row.searched for row in rows):.1f} s")
    print(f"in all {wall:.1f} s with {options.jobs} processes")
    print(f"certificates: median {sizes[len(sizes) // 2]} nodes, largest {sizes[-1]}")
    print(f"checker: {moves / checked:.0f} moves per second over {moves} moves")
    if options.json:
        run = {
            "machine": machine(),
            "commit": commit(),
            "command": " ".join(("python", *sys.argv)),
            "wall_seconds": round(wall, 3),
            "columns": COLUMNS,
            "units": [row.cells for row in rows],
        }
        text = json.dumps(run, indent=1).replace("\n   ", " ").replace("\n  ]", " ]")
        Path(options.json).write_text(text + "\n", encoding="utf-8")


def orders(options: argparse.Namespace) -> None:
    """Compare ways of exploring at a limit on states.

    "unproved": an answer whose proof got lost; "stuck": walks without end among states explored before.
    """
    limits = Limits(nodes=options.nodes, seconds=options.seconds)
    print("| order | ko-free too | decided | unproved | stuck | states | seconds |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for order in ("guided", "breadth", "df-pn", "naive"):
        for relaxations in (RELAXATION_NODES, 0) if order == "guided" else (0,):
            decided = unproved = stuck = states = 0
            seconds = 0.0
            for _, _, arena in arenas(options.walls):
                outcome = prove_native(arena, limits, order=order, relaxations=relaxations)
                decided += outcome.status is not Status.UNKNOWN
                unproved += outcome.limit in ("unproved", "uncertified")
                stuck += outcome.limit == "no progress"
                states += outcome.nodes
                seconds += outcome.seconds
            first = "yes" if relaxations else "no"
            cells = [order, first, decided, unproved, stuck, states, f"{seconds:.1f}"]
            print("|", " | ".join(str(cell) for cell in cells), "|", flush=True)


def provers(options: argparse.Namespace) -> None:
    """Time three provers on the units that the kernel decides with few states."""
    print("| prover | decided | of | states | seconds | states/s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    easy = [
        arena
        for _, _, arena in arenas(options.walls)
        if 0 < prove_native(arena, Limits(nodes=2000, seconds=60)).nodes <= 2000
        and prove_native(arena, Limits(nodes=2000, seconds=60)).status is not Status.UNKNOWN
    ]
    for prover in ("native", "python", "sat"):
        decided = states = 0
        begun = time.perf_counter()
        for arena in easy:
            outcome = prove(arena, limits=Limits(nodes=20_000, seconds=20), prover=prover)
            decided += outcome.status is not Status.UNKNOWN
            states += outcome.nodes
        spent = time.perf_counter() - begun
        rate = states / spent
        print(f"| {prover} | {decided} | {len(easy)} | {states} | {spent:.2f} | {rate:.0f} |", flush=True)


def main() -> None:
    """Run one benchmark."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("benchmark", choices=("units", "orders", "provers"))
    parser.add_argument("--nodes", type=int, default=2_000_000, help="limit on states per unit")
    parser.add_argument("--json", metavar="FILE", help="with units: write the run there as well")
    parser.add_argument("--seconds", type=float, default=60.0, help="limit on seconds per unit")
    parser.add_argument("--jobs", type=int, default=1, help="processes (units)")
    parser.add_argument("--walls", default="unconditional", choices=("assumed", "unconditional"))
    options = parser.parse_args()
    {"units": units, "orders": orders, "provers": provers}[options.benchmark](options)


if __name__ == "__main__":
    main()
