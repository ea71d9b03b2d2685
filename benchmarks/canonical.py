"""Benchmark of the provers on the canonical units.

Run with an installed package:

    python benchmarks/canonical.py units    all canonical units: verdict, search time, certificate, checking
    python benchmarks/canonical.py orders   ways of exploring, at the same limit on states
    python benchmarks/canonical.py provers  native against plain Python and SAT on units all three decide

Times are of one process on one core; states are expanded ones. Prints Markdown.
"""

import argparse
import collections
import time
from collections.abc import Iterator

from verifier.errors import CertificateError
from verifier.jobs.case import CANONICAL_CASES, Case, load_case
from verifier.play import Arena
from verifier.proof import check, dump_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, prove
from verifier.search.native import SANDWICH_NODES, prove_native


def arenas(walls: str) -> Iterator[tuple[Case, str, Arena]]:
    """Yield every canonical unit under the 試案."""
    ruleset = load_ruleset("proposal2012").with_values(walls=walls)
    for identifier in CANONICAL_CASES:
        case = load_case(identifier)
        for unit in case.position.units():
            row, col = divmod((unit & -unit).bit_length() - 1, case.position.cols)
            yield case, f"r{row + 1}c{col + 1}", Arena(case.position, unit, ruleset)


def units(options: argparse.Namespace) -> None:
    """Decide and check everything."""
    limits = Limits(nodes=options.nodes, seconds=options.seconds)
    print("| case | unit | points | verdict | method | states | s | certificate | bytes | check s | rate |")
    print("|" + " --- |" * 11)
    searched = checked = 0.0
    moves = 0
    sizes: list[int] = []
    count: collections.Counter[Status] = collections.Counter()
    for case, name, arena in arenas(options.walls):
        begun = time.perf_counter()
        outcome = prove(arena, limits=limits)
        spent = time.perf_counter() - begun
        searched += spent
        count[outcome.status] += 1
        cells = [case.id, name, arena.locale.bit_count(), outcome.status.value]
        cells += [outcome.method or outcome.limit, outcome.nodes, f"{spent:.3f}"]
        if outcome.certificate:
            try:
                report = check(outcome.certificate)
            except CertificateError as error:
                raise SystemExit(f"{case.id} {name}: refused: {error}") from None
            checked += report.seconds
            moves += report.moves
            sizes.append(report.states)
            rate = report.moves / report.seconds if report.moves else 0
            text = len(dump_certificate(outcome.certificate))
            cells += [report.states, text, f"{report.seconds:.3f}", f"{rate:.0f}"]
        print("|", " | ".join(str(cell) for cell in cells), "|", flush=True)
    known = sum(count.values()) - count[Status.UNKNOWN]
    sizes.sort()
    total = sum(count.values())
    print(f"\n{known} of {total} units decided; search {searched:.1f} s, checking {checked:.1f} s")
    print(f"certificates: median {sizes[len(sizes) // 2]} states, largest {sizes[-1]}")
    print(f"checker: {moves / checked:.0f} moves per second over {moves} moves")


def orders(options: argparse.Namespace) -> None:
    """Compare ways of exploring at a limit on states.

    "unproved": an answer whose proof got lost; "stuck": walks without end among states explored before.
    """
    limits = Limits(nodes=options.nodes, seconds=options.seconds)
    print("| order | ko-free first | decided | unproved | stuck | states | seconds |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for order in ("guided", "breadth", "df-pn", "naive"):
        for sandwich in (SANDWICH_NODES, 0) if order == "guided" else (0,):
            decided = unproved = stuck = states = 0
            seconds = 0.0
            for _, _, arena in arenas(options.walls):
                outcome = prove_native(arena, limits, order=order, sandwich=sandwich)
                decided += outcome.status is not Status.UNKNOWN
                unproved += outcome.limit in ("unproved", "uncertified")
                stuck += outcome.limit == "no progress"
                states += outcome.nodes
                seconds += outcome.seconds
            first = "yes" if sandwich else "no"
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
    parser.add_argument("--seconds", type=float, default=60.0, help="limit on seconds per unit")
    parser.add_argument("--walls", default="unconditional", choices=("assumed", "unconditional"))
    options = parser.parse_args()
    {"units": units, "orders": orders, "provers": provers}[options.benchmark](options)


if __name__ == "__main__":
    main()
