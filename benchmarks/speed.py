"""Speed of the kernel, and beside it the Python prover's machinery on the same states.

    python benchmarks/speed.py [--nodes 200000] [--python-nodes 2000]

Locales of 7x7 points: boards with some stones on which play can go everywhere. "Expanded" are states whose
moves were generated; "generated" are moves, each of which leads to a state that was looked up; "states" are
those that were new. *Exploring* expands breadth first and settles what statics settle, in the kernel and in
Python in the same order; that both count the same is checked. *Proving* is the search as the program uses it,
up to a limit, certificates included. Prints Markdown.
"""

import argparse
import random
import time
from collections import deque
from collections.abc import Callable, Iterator

from verifier.board import Position
from verifier.play import PASS, Arena, State, Step
from verifier.rules import load_ruleset
from verifier.search import Limits
from verifier.search.native import explore_native, prove_native

SIDE = 7
LOCALES = 12
SAME_KERNEL = "kernel, the same states as Python"
SAME_PYTHON = "Python, the same states"


def arenas(seed: int = 7) -> Iterator[Arena]:
    """Boards of 7x7 with 10 to 24 stones, and a unit of at least two of them."""
    rng = random.Random(seed)
    rules = load_ruleset("proposal2012").with_values(walls="board")
    found = 0
    while found < LOCALES:
        points = rng.sample(range(SIDE * SIDE), 10 + 14 * found // (LOCALES - 1))
        black = sum(1 << point for point in points[::2])
        position = Position(SIDE, SIDE, black, sum(1 << point for point in points) & ~black)
        units = [unit for unit in position.units() if unit.bit_count() > 1]
        if units and not any(position.breathless()):
            found += 1
            yield Arena(position, rng.choice(units), rules)


def in_kernel_order(arena: Arena, state: State) -> list[Step]:
    """All moves, the pass first."""
    steps = list(arena.steps(state))
    return [steps[-1], *steps[:-1]]


def explore_python(arena: Arena, nodes: int) -> dict[str, float]:
    """What :func:`explore_native` does, with the classes of the Python prover."""
    begun = time.perf_counter()
    queue, seen = deque([arena.start]), {arena.start}
    expanded = generated = 0
    while queue and expanded < nodes:
        state = queue.popleft()
        expanded += 1
        for step in in_kernel_order(arena, state):
            generated += 1
            after = step.state
            if after in seen:
                continue
            seen.add(after)
            arena.attacker_owns_some(after)
            winner = arena.settled(after)
            # The kernel asks for the side that moved, after a pass for nobody, and always for the attacker.
            if winner is not None and (
                winner == arena.attacker or (winner != after.to_move and step.move != PASS)
            ):
                continue
            queue.append(after)
    spent = time.perf_counter() - begun
    return {"expanded": expanded, "generated": generated, "nodes": len(seen), "seconds": spent}


def timed(run: Callable[..., dict[str, float]], *arguments: object) -> dict[str, float]:
    """What *run* counts, with the processor time that it took."""
    begun = time.process_time()
    answer = run(*arguments)
    return {**answer, "seconds": time.process_time() - begun}


def prove_and_count(arena: Arena, nodes: int, zones: bool) -> dict[str, float]:
    """The counts of one search."""
    found: list[dict[str, float]] = []
    limits = Limits(nodes=nodes, seconds=600, memory_mib=4096)
    prove_native(arena, limits, zones=zones, relaxations=0, counts=found.append)
    return found[0]


def measure(nodes: int, python_nodes: int) -> dict[str, dict[str, float]]:
    """All sums over the locales, by what was done."""
    totals: dict[str, dict[str, float]] = {}

    def count(name: str, answer: dict[str, float]) -> None:
        total = totals.setdefault(name, dict.fromkeys(("expanded", "generated", "nodes", "seconds"), 0.0))
        for key in total:
            total[key] += answer[key]

    for arena in arenas():
        assert arena.locale.bit_count() == SIDE * SIDE
        count("kernel, exploring", timed(explore_native, arena, nodes))
        # The kernel is done before the clock has moved much: take the best of some runs.
        runs = [timed(explore_native, arena, python_nodes) for _ in range(5)]
        kernel = min(runs, key=lambda run: run["seconds"])
        python = timed(explore_python, arena, python_nodes)
        for key in ("expanded", "generated", "nodes"):
            assert kernel[key] == python[key], (arena.position, key, kernel[key], python[key])
        count(SAME_KERNEL, kernel)
        count(SAME_PYTHON, python)
        for zones in (True, False):
            name = f"kernel, proving {'with' if zones else 'without'} zones"
            count(name, timed(prove_and_count, arena, nodes // 4, zones))
    return totals


def main() -> None:
    """Measure and print."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("--nodes", type=int, default=200_000, help="states expanded per locale")
    parser.add_argument("--python-nodes", type=int, default=2_000, help="the same where Python does it too")
    options = parser.parse_args()
    totals = measure(options.nodes, options.python_nodes)
    print(f"{LOCALES} locales of {SIDE}x{SIDE} points; rates are millions per second of processor time.\n")
    print("| what | expanded | seconds | expanded/s | generated and looked up/s | new states/s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, total in totals.items():
        rates = [f"{total[key] / total['seconds'] / 1e6:.2f}" for key in ("expanded", "generated", "nodes")]
        print(f"| {name} | {total['expanded']:.0f} | {total['seconds']:.2f} | {' | '.join(rates)} |")
    ratio = totals[SAME_PYTHON]["seconds"] / totals[SAME_KERNEL]["seconds"]
    print(f"\nOn the same states the kernel is {ratio:.0f} times as fast as Python.")


if __name__ == "__main__":
    main()
