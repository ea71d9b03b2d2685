"""Verdicts against the truth: drawn problems whose every state is known from a table.

    python -m benchmarks.truth [--problems 100000] [--seed WORD] [--jobs N] [--largest 9]

A problem is a unit in a small locale with stones of both sides, under rules drawn from those without
memory: endings, aims, ko rules, cycle rules, threats, walls, either side to move first. For each locale a
table of all its states is solved exactly, without search; it answers many positions. Each is then decided
by the search, its certificate is checked, and the three have to agree. Prints Markdown; exit code 1 if any
differ.
"""

import argparse
import concurrent.futures
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

from benchmarks.machine import machine
from verifier.board import Position, Side
from verifier.board.grid import bits
from verifier.errors import CertificateError, InputError
from verifier.play import Arena
from verifier.proof import Verdict, check
from verifier.rules import AXES, Ruleset, load_ruleset
from verifier.search import Limits
from verifier.search.native import DenseTable, prove_native

__all__ = ["main"]

SIZES = ((1, 5), (1, 6), (2, 3), (2, 3), (2, 4), (2, 4), (2, 4), (3, 3), (3, 3), (2, 5), (3, 4))
CYCLES = tuple(sorted(set(AXES["cycle"].values) - {"prisoners then aim", "aim"}))
CHOICES = {
    "end": ("never", "two passes"),
    "dead_means": ("finally owned", "captured once"),
    "ko": ("basic", "none"),
    "cycle": CYCLES,
    "owner_threats": ("0", "0", "0", "1", "unlimited"),
    "attacker_threats": ("0", "0", "0", "1", "unlimited"),
    "walls": ("assumed", "unconditional", "board"),
}
STARTS = 60
"""Positions asked of one table."""
BATCH = 1000
"""Problems of one task."""


def _rules(rng: random.Random) -> Ruleset:
    """The rules of the 試案 with other values."""
    base = load_ruleset("proposal2012")
    while True:
        values = {axis: rng.choice(some) for axis, some in CHOICES.items()}
        values = {axis: value for axis, value in values.items() if rng.random() < 0.7}
        try:
            return base.with_values(first_move=rng.choice(("owner", "attacker")), **values)
        except InputError:
            continue


def _frame(rng: random.Random) -> tuple[Position, list[int]]:
    """An empty area in a frame of stones, and the points of the area."""
    rows, cols = rng.choice(SIZES)
    sides = frozenset(side for side in Side if rng.random() < 0.6)
    top, left = Side.TOP in sides, Side.LEFT in sides
    height, width = rows + top + (Side.BOTTOM in sides), cols + left + (Side.RIGHT in sides)
    ring, mixed, kept = rng.random() < 0.5, rng.choice((0.0, 0.0, 0.15)), rng.choice((1.0, 0.9, 0.75))
    black = white = 0
    area = []
    for point in range(height * width):
        row, col = point // width - top, point % width - left
        if 0 <= row < rows and 0 <= col < cols and rng.random() < kept:
            area.append(point)
        elif (rng.random() < mixed) is not ring:
            black |= 1 << point
        else:
            white |= 1 << point
    return Position(height, width, black, white, sides), area


def _unit(rng: random.Random, position: Position, area: list[int]) -> int:
    """A connected set of points of the area, of one to five."""
    inside = sum(1 << point for point in area)
    unit = 1 << rng.choice(area)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3, 4))):
        more = list(bits(position.grid.dilate(unit) & inside & ~unit))
        if more:
            unit |= 1 << rng.choice(more)
    return unit


def _starts(
    rng: random.Random, frame: Position, area: list[int], unit: int, colour: int
) -> Iterator[Position]:
    """Positions of the area in which the unit is one chain of its colour."""
    grid = frame.grid
    walls = (frame.black, frame.white)
    apart = grid.dilate(unit) & ~unit
    for _ in range(4 * STARTS):
        stones = list(walls)
        stones[colour] |= unit
        weights = (rng.choice((2, 4, 8)), rng.choice((1, 3)), rng.choice((1, 3)))
        for point in area:
            sign = rng.choices((-1, 0, 1), weights)[0]
            if sign < 0 or unit >> point & 1 or (sign == colour and apart >> point & 1):
                continue
            stones[sign] |= 1 << point
        try:
            position = Position(frame.rows, frame.cols, stones[0], stones[1], frame.open_sides)
        except InputError:
            continue
        if not any(position.breathless()):
            yield position


class _Locale:
    """A table, and the arenas that it answers."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.table = DenseTable(arena)
        drawn = arena.ruleset["cycle"] == "draw"
        self.strict = DenseTable(arena, draws_for_owner=False) if drawn else self.table

    def same(self, arena: Arena) -> bool:
        """Whether the table is of that game."""
        mine = self.arena
        return (arena.locale, arena.walls, arena.unit) == (mine.locale, mine.walls, mine.unit)

    def verdict(self, arena: Arena) -> Verdict | None:
        """The truth, or None where the table has none."""
        try:
            kind, hard = self.table.owner_wins(arena.start), self.strict.owner_wins(arena.start)
        except KeyError:
            return None
        if kind is None or hard is None:
            return None
        return Verdict.DEAD if not kind else Verdict.ALIVE if hard else Verdict.DRAWN


def _compare(locale: _Locale, arena: Arena, seen: Counter[str]) -> str | None:
    """Decide one problem; say what is wrong."""
    truth = locale.verdict(arena)
    if truth is None:
        return None
    outcome = prove_native(arena, Limits(nodes=300_000, seconds=60))
    seen["problems"] += 1
    seen[truth.value] += 1
    seen[f"end: {arena.ruleset['end']}"] += 1
    seen[f"dead means: {arena.ruleset['dead_means']}"] += 1
    seen[f"ko: {arena.ruleset['ko']}"] += 1
    seen[f"cycle: {arena.ruleset['cycle']}"] += 1
    seen[f"{arena.locale.bit_count()} points"] += 1
    if outcome.certificate is None:
        seen["unknown"] += 1
        return None
    try:
        check(outcome.certificate)
    except CertificateError as error:
        return f"the certificate is refused: {error}"
    if outcome.status.value != truth.value:
        return f"{outcome.status.value} by search, {truth.value} by the table"
    seen["searched"] += outcome.nodes > 0
    return None


def batch(seed: str, problems: int, largest: int) -> tuple[Counter[str], list[str]]:
    """Draw and decide so many problems."""
    rng, seen, faults = random.Random(seed), Counter[str](), list[str]()
    while seen["problems"] < problems:
        frame, area = _frame(rng)
        if len(area) < 2:
            continue
        unit, colour, rules = _unit(rng, frame, area), rng.randrange(2), _rules(rng)
        locale = None
        asked = 0
        for position in _starts(rng, frame, area, unit, colour):
            if unit not in position.units():
                continue
            try:
                arena = Arena(position, unit, rules)
            except InputError:
                continue
            size = arena.locale.bit_count()
            many = "1" in (rules["owner_threats"], rules["attacker_threats"])
            if not 1 < size <= (largest - 2 if many else largest):
                continue
            if locale is None:
                locale = _Locale(arena)
                seen["tables"] += 1
            if not locale.same(arena):
                continue
            fault = _compare(locale, arena, seen)
            if fault:
                faults.append(f"{fault}: {position!r} {unit} {rules.values}")
            asked += 1
            if asked == STARTS or seen["problems"] >= problems:
                break
    return seen, faults


def main() -> int:
    """Run batches and print what they found."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="benchmarks.truth", description=__doc__, formatter_class=formatter)
    parser.add_argument("--problems", type=int, default=100_000)
    parser.add_argument("--seed", default="truth")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--largest", type=int, default=9, help="points of a locale; two fewer with threats")
    options = parser.parse_args()
    started, seen, faults = time.perf_counter(), Counter[str](), list[str]()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        tasks = []
        for first in range(0, options.problems, BATCH):
            share = min(BATCH, options.problems - first)
            tasks.append(pool.submit(batch, f"{options.seed} {first}", share, options.largest))
        for done in concurrent.futures.as_completed(tasks):
            some, wrong = done.result()
            seen.update(some)
            faults += wrong
            print(f"{seen['problems']} problems, {len(faults)} differ", file=sys.stderr)
    print(f"{machine()}; seed {options.seed}, {time.perf_counter() - started:.0f} s\n")
    print("| what | problems |\n| --- | --- |")
    for name, count in sorted(seen.items()):
        print(f"| {name} | {count} |")
    print(f"| differ | {len(faults)} |")
    for fault in faults:
        print(f"\n{fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
