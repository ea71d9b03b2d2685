"""How small certificates can be made, and how small they could be.

Run with an installed package:

    python benchmarks/minimal.py canonical    certificates of all canonical units, as `verify` writes them
    python benchmarks/minimal.py boards       living units of 3x3 boards, by states, from naive strategies

Prints Markdown. Times are of one process on one core; where the time runs out, sizes depend on it.
"""

import argparse
import random
import statistics

from canonical import arenas

from verifier.board import Mask, Position
from verifier.play import Arena, State
from verifier.proof import Certificate, Claim, Strategy, Verdict, check
from verifier.rules import load_ruleset
from verifier.search import Limits, prove
from verifier.search.measures import close, measure
from verifier.search.minimise.minimise import Minimised, minimise
from verifier.search.native import DenseTable, prove_native


def canonical(options: argparse.Namespace) -> None:
    """Prove every canonical unit and minimise the certificate."""
    print("| case | unit | verdict | nodes | after | at least | gap | bytes | after | universe | stop | s |")
    print("| --- | --- | --- |" + " ---: |" * 7 + " --- | ---: |")
    results: list[Minimised] = []
    for case, name, arena in arenas("unconditional"):
        outcome = prove(arena, limits=Limits())
        if outcome.certificate is None or not outcome.certificate.evidence:
            continue
        made = minimise(outcome.certificate, seconds=options.seconds, nodes=options.nodes)
        results.append(made)
        cells = [case.id, name, outcome.status.value, *made.nodes, made.least]
        cells += [
            f"{made.gap:.1%}" if made.gap else "0",
            *made.bytes,
            made.universe,
            made.stopped,
            f"{made.seconds:.1f}",
        ]
        print("|", " | ".join(str(cell) for cell in cells), "|", flush=True)
    before, after = ([made.nodes[i] for made in results] for i in (0, 1))
    print(f"\n{len(results)} certificates: {sum(before)} nodes became {sum(after)}, ", end="")
    print(f"{sum(made.bytes[0] for made in results)} bytes {sum(made.bytes[1] for made in results)}")
    print(f"median {statistics.median(before):g} nodes became {statistics.median(after):g}; ", end="")
    ratio = statistics.median(new / old for old, new in zip(before, after, strict=True))
    print(f"median of the ratios {ratio:.2f}")
    optimal = [made for made in results if made.optimal]
    complete = sum(not made.stopped for made in optimal)
    print(f"{len(optimal)} proved optimal in their universes, {complete} of them with nothing left to try")


def boards(options: argparse.Namespace) -> None:
    """Minimise the strategies of a defender who plays on the first point that does not lose."""
    ruleset = load_ruleset("proposal2012").with_values(
        walls="board", dead_means="captured once", cycle="alive"
    )
    rng = random.Random(3)
    print("| board | naive | prover | minimal | bytes: naive | minimal | won states | s |")
    print("| --- |" + " ---: |" * 7)
    tables: dict[Mask, DenseTable] = {}
    done = 0
    while done < options.count:
        points = [rng.choice(".XO") for _ in range(9)]
        black = sum(1 << p for p, sign in enumerate(points) if sign == "X")
        white = sum(1 << p for p, sign in enumerate(points) if sign == "O")
        position = Position(3, 3, black, white)
        unit = position.chain_at(4)
        if any(position.breathless()) or not unit & black:
            continue
        arena = Arena(position, unit, ruleset)
        table = tables.get(unit) or tables.setdefault(unit, DenseTable(arena))
        if not table.owner_wins(arena.start) or arena.settled(arena.start) is not None:
            continue

        def first(state: State, arena: Arena = arena, table: DenseTable = table) -> int | None:
            good = (s for s in arena.steps(state) if s.winner is None and table.owner_wins(s.state))
            return next(good).move

        strategy = measure(close(arena, arena.owner, first))
        assert isinstance(strategy, Strategy)
        claim = Claim(position, unit, ruleset, Verdict.ALIVE)
        made = minimise(Certificate(claim, (strategy,)), seconds=options.seconds, nodes=50_000)
        proved = prove_native(arena, Limits(), zones=False).certificate
        assert proved is not None
        rows = "/".join("".join(points[i : i + 3]) for i in range(0, 9, 3))
        optimal = "" if made.optimal and made.whole else f" (at least {made.least})"
        cells = [f"`{rows}`", made.nodes[0], check(proved).states, f"{made.nodes[1]}{optimal}"]
        cells += [*made.bytes, made.universe, f"{made.seconds:.1f}"]
        print("|", " | ".join(str(cell) for cell in cells), "|", flush=True)
        done += 1


def main() -> None:
    """Run one benchmark."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("benchmark", choices=("canonical", "boards"))
    parser.add_argument("--seconds", type=float, default=60.0, help="limit for each certificate")
    parser.add_argument("--nodes", type=int, default=4000, help="size of a universe that grows no more")
    parser.add_argument("--count", type=int, default=10, help="number of boards")
    options = parser.parse_args()
    {"canonical": canonical, "boards": boards}[options.benchmark](options)


if __name__ == "__main__":
    main()
