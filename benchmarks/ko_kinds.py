"""The canonical units whose fate depends on ko threats, as a table for docs/ko.md.

python -m benchmarks.ko_kinds [--nodes N] [CASE...] prints it; units that are alive or dead whatever the
threats are only counted.
"""

import argparse
import sys

from verifier.board import vertices
from verifier.jobs.cases.case import CANONICAL_CASES, load_case
from verifier.jobs.explain.ko_kind import Dependence, KoFight, KoKind, find_ko_kind
from verifier.rules import load_ruleset
from verifier.search import Limits, Status


def main() -> None:
    """Print the table, row by row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=200_000, help="states for each search")
    parser.add_argument("cases", nargs="*", default=CANONICAL_CASES)
    arguments = parser.parse_args()
    rules, limits = load_ruleset("proposal2012"), Limits(nodes=arguments.nodes, seconds=1e9)
    print("| case | unit | without threats | needs | kind | kos |")
    print("| --- | --- | --- | --- | --- | --- |")
    counts = dict.fromkeys(Dependence, 0)
    for name in arguments.cases:
        case = load_case(name)
        for unit in case.units:
            kind = find_ko_kind(case.position, unit, rules, limits=limits)
            counts[kind.dependence] += 1
            if kind.dependence is not Dependence.NONE:
                print(f"| {name} | {' | '.join(_row(kind))} |", flush=True)
    print(", ".join(f"{item.value}: {count}" for item, count in counts.items()), file=sys.stderr)


def _row(kind: KoKind) -> list[str]:
    position = kind.position
    unit = f"{kind.owner} {vertices(kind.unit, position.rows, position.cols)[0]}"
    plain = kind.table["0", "0"].value
    fight = next((fight for fight in kind.fights if fight.threats != 0), None)
    if kind.dependence is Dependence.UNKNOWN or fight is None:
        known = sum(status is not Status.UNKNOWN for status in kind.table.values())
        return [unit, plain, "", f"unknown ({known} of 16 entries known)", ""]
    kos = " ".join("/".join(vertices(ko, position.rows, position.cols)) for ko in fight.kos)
    return [unit, plain, _needs(fight), _kind(fight), kos]


def _needs(fight: KoFight) -> str:
    if fight.threats is None:
        return f"{fight.side}: threats without end" if fight.more else f"{fight.side}: unknown"
    return f"{fight.side}: {fight.threats}"


def _kind(fight: KoFight) -> str:
    if fight.captures is None:
        return "cycle" if fight.more else ""
    first = "takes first" if fight.first else "takes second"
    if len(fight.kos) > 1:
        return f"{len(fight.kos)} stages, {first}"
    return f"direct, {first}" if fight.captures == 1 else f"{fight.captures - 1} approach, {first}"


if __name__ == "__main__":
    main()
