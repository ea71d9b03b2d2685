"""Learns how far away a win is where a search in a window ended (verifier/adjudicate/plan.py).

    python -m benchmarks.learn_plan draw FOLDER --out FILE [--rules ID] [--of alive|dead] [--seconds S]
    python -m benchmarks.learn_plan fit FILE ...

FOLDER is one as `python benchmarks/boards.py` takes. *draw* takes chains that are agreed to be alive (or
dead) in random order, and searches some of the windows around each with one budget after the other, as a
judgement does, until one ends with a proof. Each search that ends in vain, with the proof numbers at its end,
is an example: does the next budget bring a proof? A file that is there is added to.
*fit* prints the weights of a logistic regression in the order of the plan's, how well they tell, and what
came of the examples by what they promised. It needs NumPy.
"""

import argparse
import json
import math
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.boards import read, read_json
from verifier.adjudicate.plan import BUDGETS, Attempt, Kind, signs_after
from verifier.adjudicate.tries import WHOLE
from verifier.board import Mask, unit_name
from verifier.jobs.audit import adjudication
from verifier.play import Arena
from verifier.proof import Certificate, Claim, Verdict
from verifier.proof.scope import arena_of
from verifier.rules import Ruleset, load_ruleset
from verifier.search import Limits
from verifier.search.windows.enclosed import Enclosure
from verifier.search.windows.promise import Promises
from verifier.search.windows.surroundings import Surroundings
from verifier.search.windows.window import NOT_WON, prove_in_window
from verifier.units import decompose

LARGEST = 90
WINDOWS = 7
"""Windows around a chain, at most."""
LEVELS = len(BUDGETS)
MOST = 5 * BUDGETS[-1]


def windows(arena: Arena, around: Surroundings, dead: Mask, dies: bool) -> list[tuple[Mask, Kind]]:
    """The windows in which a chain is to be kept or, if it *dies*, to be taken."""
    promises, found = Promises(), dict[Mask, Kind]()
    side = arena.attacker if dies else arena.owner
    if dies:
        enclosure = Enclosure(arena, dead | arena.unit)
        enclosure.search(Limits(nodes=5_000, seconds=math.inf))
        if enclosure.hopeless:
            return []
        for area in enclosure.windows(LARGEST, around.zones[side]):
            found.setdefault(area, Kind.ENCLOSED)
    else:
        for area in promises.best(arena, side, around.boxes(arena.unit, side), 10):
            found.setdefault(area, Kind.WINDOW)
    for area in promises.in_order(arena, side, around.windows(arena.unit, side, 1.1))[:14]:
        found.setdefault(area, Kind.WINDOW)
    return [(area, kind) for area, kind in found.items() if (area & arena.locale).bit_count() <= LARGEST]


def examples(arena: Arena, area: Mask, kind: Kind, dies: bool) -> Iterator[dict[str, Any]]:
    """What the searches in a window ended with, and whether the next budget brings a proof."""
    side = arena.attacker if dies else arena.owner
    points, before = (area & arena.locale).bit_count(), None
    for level in range(LEVELS):
        attempt = Attempt.of(side, kind, area, points, 0, level, MOST)
        limits = Limits(nodes=attempt.states, seconds=math.inf)
        outcome = prove_in_window(arena, side, area, limits, held=None if dies else False)
        if before is not None:
            yield {"signs": before, "won": outcome.certificate is not None}
        if outcome.numbers is None or outcome.limit == NOT_WON:
            return
        before = signs_after(attempt, outcome.numbers)


def draw(folder: Path, out: Path, rules: Ruleset, dies: bool, seconds: float, seed: int) -> None:
    """Add examples to a file for so many seconds."""
    chosen, units = random.Random(seed), []
    for name, board in read_json(folder / "agreed.json").items():
        record = read(str(folder), name)
        dead = adjudication(record, board["agreed_dead"]).dead or frozenset()
        some = [unit for unit in record.position.units() if (unit in dead) == dies]
        units += [(name, record.position, unit, dead) for unit in some]
    chosen.shuffle(units)
    end = time.monotonic() + seconds
    with out.open("a") as file:
        for name, position, unit, dead in units:
            claim = Claim(position, unit, rules, Verdict.DEAD if dies else Verdict.ALIVE)
            arena = arena_of(Certificate(claim, ()))
            if arena.locale.bit_count() <= WHOLE:
                continue
            around = Surroundings(decompose(position, rules["walls"]), sum(dead))
            areas = windows(arena, around, sum(dead), dies)
            chosen.shuffle(areas)
            for area, kind in sorted(areas[:WINDOWS], key=lambda one: -one[1]):
                for one in examples(arena, area, kind, dies):
                    told = {"board": name, "unit": unit_name(position, unit), "dies": dies}
                    print(json.dumps(told | one), file=file, flush=True)
                if time.monotonic() > end:
                    return


def fit(files: list[Path]) -> None:
    """Print the weights for chains that are to be kept and to be taken, and how well they tell."""
    import numpy as np

    rows = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    for dies in (False, True):
        some = [row for row in rows if row["dies"] == dies]
        if not some:
            continue
        seen = np.array([row["signs"] for row in some], dtype=float)
        won, weights = np.array([float(row["won"]) for row in some]), np.zeros(seen.shape[1])
        held_back = 0.3 * np.diag([1e-6] + [1.0] * (seen.shape[1] - 1))
        for _ in range(60):
            likely = 1 / (1 + np.exp(-seen @ weights))
            slope = seen.T @ (won - likely) - held_back @ weights
            weights += np.linalg.solve((seen * (likely * (1 - likely))[:, None]).T @ seen + held_back, slope)
        told = seen @ weights
        pairs = [(a > b) + (a == b) / 2 for a in told[won == 1] for b in told[won == 0]]
        print("to be taken" if dies else "to be kept", len(some), "examples,", int(won.sum()), "proofs")
        print("  weights", ", ".join(f"{weight:.2f}" for weight in weights))
        print(f"  tells a search with a proof ahead from one without: {np.mean(pairs):.3f}")
        for low in range(-6, 3):
            bucket = (told >= low) & (told < low + 1)
            if bucket.any():
                print(f"  {low:3} to {low + 1:3}: {int(bucket.sum()):5}, proved {won[bucket].mean():.3f}")


def main() -> None:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("folder", type=Path)
    drawing.add_argument("--out", type=Path, required=True)
    drawing.add_argument("--rules", default="proposal2012")
    drawing.add_argument("--of", choices=("alive", "dead"), default="alive")
    drawing.add_argument("--seconds", type=float, default=600)
    drawing.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.command == "fit":
        fit(given.files)
    else:
        rules = load_ruleset(given.rules)
        draw(given.folder, given.out, rules, given.of == "dead", given.seconds, given.seed)


if __name__ == "__main__":
    main()
