"""Fights: problems of many chains drawn at random from a seed, and how the prover does on them.

    python -m benchmarks.fights run SEED [--count 240] [--family corner] [--seconds 5] [--json FILE]
    python -m benchmarks.fights run SEED --tsumego FOLDER       asks tsumego.js instead
    python -m benchmarks.fights compare BEFORE AFTER
    python -m benchmarks.fights show SEED [--count 12]

A seed is any word; the same seed gives the same problems on every machine and in every version of the
program, which has no part in drawing them. Families:

* *corner* and *side*: a walled area of 14 to 34 points in a corner or on a side, with 9 to 20 empty
  points; the owner's stones line the wall with holes in the line, a few stones of both sides stand inside.
  The unit is the owner's largest chain.
* *open*: such an area in a corner of a board of 19x19 without a wall that is given: the attacker's stones
  around it are ordinary ones, and the rest of the board is empty.

Both sides move first in turn. Prints Markdown.
"""

import argparse
import dataclasses
import json
import math
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.enclosures import Cell, Sketch, around, beside, whole_board
from benchmarks.machine import machine
from benchmarks.rivals import Question, Rival, TsumegoJs, UnavailableError
from verifier.board import Position, unit_name
from verifier.errors import CertificateError
from verifier.notation import print_diagram
from verifier.play import Arena
from verifier.proof import check, dump_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits
from verifier.search.native import prove_native

__all__ = ["FAMILIES", "Fight", "fights", "main"]

FAMILIES = ("corner", "side", "open")
EMPTIES = range(9, 21)
"""How many empty points a fight has inside its area; all are equally frequent."""
CLASSES = ((9, 11), (12, 14), (15, 17), (18, 20))
SECONDS = (1, 5, 30)
"""Times within which problems are counted as decided."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fight:
    """A problem: the crop, the unit, who moves first."""

    name: str
    family: str
    position: Position
    point: int
    first: str
    empties: int

    def arena(self, ruleset: str = "proposal2012", **values: str) -> Arena:
        """The game about the unit."""
        rules = load_ruleset(ruleset).with_values(first_move=self.first, **values)
        return Arena.at(self.position, self.point, rules)


class _Dice:
    """Random numbers that every version of Python draws alike."""

    def __init__(self, name: str) -> None:
        self._random = random.Random(name).random

    def below(self, limit: int) -> int:
        return int(self._random() * limit)

    def hit(self, percent: int) -> bool:
        return self.below(100) < percent

    def pick(self, cells: Iterable[Cell]) -> Cell:
        ordered = sorted(cells)
        return ordered[self.below(len(ordered))]


def fights(seed: str, count: int, families: Iterable[str] = ("corner", "side")) -> Iterator[Fight]:
    """Yield *count* different fights of the families in turn."""
    chosen = list(families)
    seen = set()
    index = 0
    drawn = 0
    while index < count:
        family = chosen[index % len(chosen)]
        empties = EMPTIES[index // len(chosen) % len(EMPTIES)]
        first = ("owner", "attacker")[index // len(chosen) // len(EMPTIES) % 2]
        found = _draw(_Dice(f"{seed} {drawn}"), family, empties)
        drawn += 1
        if found is None or found in seen:
            continue
        seen.add(found)
        position, point = _placed(found) if family == "open" else (found.position(), _first(found))
        yield Fight(f"{seed}-{family}-{index}", family, position, point, first, empties)
        index += 1


def _draw(dice: _Dice, family: str, empties: int) -> Sketch | None:
    """An area with stones in it that leave so many points empty, or None."""
    area = _area(dice, empties + 5 + dice.below(empties // 2 + 4), family)
    rim = {cell for cell in area if _at_rim(cell, area, family)}
    owner = {cell for cell in rim if dice.hit(72)}
    inner = area - owner
    stones = len(inner) - empties
    if stones < 0:
        return None
    attacker: set[Cell] = set()
    for _ in range(stones):
        cell = dice.pick(inner)
        inner -= {cell}
        (owner if dice.hit(45) else attacker).add(cell)
    chains = _chains(owner)
    unit = max(chains, key=lambda chain: (len(chain), sorted(chain)))
    if len(unit) < 3 or len(chains) < 2:
        return None
    # No chain is without liberties, and the unit is not taken by the first move.
    for chain in (*chains, *_chains(attacker)):
        breath = {near for cell in chain for near in beside(cell)} & inner
        wall = any(_at_rim(cell, area, family) for cell in chain)
        if not breath and not (wall and chain <= attacker):
            return None
        if chain == unit and len(breath) < 2:
            return None
    others = frozenset(owner - unit)
    return Sketch(frozenset(inner), frozenset(unit), others, frozenset(attacker), True, family != "side")


def _at_rim(cell: Cell, area: set[Cell], family: str) -> bool:
    """Whether the wall is next to the cell."""
    return any(near not in area and _on_board(near, family) for near in beside(cell))


def _on_board(cell: Cell, family: str) -> bool:
    return cell[0] >= 0 and (family == "side" or cell[1] >= 0)


def _area(dice: _Dice, size: int, family: str) -> set[Cell]:
    """A connected area in the corner or on the side, at most five points deep and without holes in it."""
    cells: set[Cell] = {(0, 0)}
    while len(cells) < size:
        fresh = {near for cell in cells for near in beside(cell) if _on_board(near, family)} - cells
        fresh = {cell for cell in fresh if cell[0] < 5}
        # Where two neighbours are in it already the area stays compact.
        snug = {
            cell for cell in fresh if sum(n in cells or not _on_board(n, family) for n in beside(cell)) > 1
        }
        cells.add(dice.pick(snug if snug and dice.hit(70) else fresh))
    rows, cols = max(row for row, _ in cells), [col for _, col in cells]
    for row in range(rows + 1):
        for col in range(min(cols), max(cols) + 1):
            if (row, col) not in cells and all(
                near in cells or not _on_board(near, family) for near in beside((row, col))
            ):
                cells.add((row, col))
    return cells


def _chains(stones: set[Cell]) -> list[set[Cell]]:
    chains = []
    rest = set(stones)
    while rest:
        chain = {min(rest)}
        fresh = set(chain)
        while fresh:
            fresh = {near for cell in fresh for near in beside(cell)} & rest - chain
            chain |= fresh
        rest -= chain
        chains.append(chain)
    return chains


def _first(sketch: Sketch) -> int:
    """The first point of the unit within the crop."""
    mask = sketch.unit_mask()
    return (mask & -mask).bit_length() - 1


def _placed(sketch: Sketch) -> tuple[Position, int]:
    """The area in the lower left corner of a board of 19x19, shut in by one line of the attacker's stones."""
    size = 19
    ring = {cell for cell in around(sketch.inside) if cell[0] >= 0 and cell[1] >= 0}

    def mask(cells: Iterable[Cell]) -> int:
        return sum(1 << (size - 1 - row) * size + col for row, col in cells)

    unit = mask(sketch.unit)
    position = Position(size, size, unit | mask(sketch.owner), mask(sketch.attacker | ring))
    return position, (unit & -unit).bit_length() - 1


def measure(fight: Fight, seconds: float, states: int, memory: int) -> dict[str, Any]:
    """Decide one fight, check its certificate, and say what it took."""
    begun = time.perf_counter()
    outcome = prove_native(fight.arena(), Limits(nodes=states, seconds=seconds, memory_mib=memory))
    spent = time.perf_counter() - begun
    row: dict[str, Any] = {
        "name": fight.name,
        "empties": fight.empties,
        "first": fight.first,
        "verdict": outcome.status.value,
        "states": outcome.nodes,
        "seconds": round(spent, 4),
    }
    if outcome.certificate is not None:
        try:
            checked = check(outcome.certificate)
            row["nodes"], row["checked"] = checked.states, round(checked.seconds, 4)
            row["bytes"] = len(dump_certificate(outcome.certificate))
        except CertificateError as error:
            raise SystemExit(f"{fight.name}: certificate refused: {error}") from None
    else:
        row["stop"] = outcome.limit
    return row


def geometric(values: Iterable[float]) -> float:
    """The geometric mean; 0 counts as 1."""
    logs = [math.log(max(value, 1e-6)) for value in values]
    return math.exp(statistics.fmean(logs)) if logs else math.nan


def report(rows: list[dict[str, Any]], seconds: float) -> None:
    """Print what was decided, by verdict and by empty points."""
    within = [bound for bound in SECONDS if bound <= seconds]
    print("| | problems |", " | ".join(f"within {bound} s" for bound in within), "| states | seconds |")
    print("| --- |" + " ---: |" * (len(within) + 3))

    def line(name: str, some: list[dict[str, Any]]) -> None:
        if not some:
            return
        cells: list[object] = [name, len(some)]
        decided = [row["seconds"] for row in some if row["verdict"] != "unknown"]
        cells += [sum(spent <= bound for spent in decided) for bound in within]
        cells += [f"{geometric(max(row['states'], 1) for row in some):.0f}"]
        cells += [f"{geometric(row['seconds'] for row in some):.4f}"]
        print("|", " | ".join(map(str, cells)), "|")

    line("all", rows)
    for verdict, number in sorted(Counter(row["verdict"] for row in rows).items()):
        line(verdict, [row for row in rows if row["verdict"] == verdict and number])
    for least, most in CLASSES:
        line(f"{least} to {most} empty points", [row for row in rows if least <= row["empties"] <= most])


def asked(fight: Fight, rival: Rival, seconds: float) -> dict[str, Any]:
    """Put the problem to another program, on a whole board; what that has no room for is unknown."""
    row: dict[str, Any] = {"name": fight.name, "empties": fight.empties, "states": 0, "seconds": seconds}
    row["verdict"] = "unknown"
    owner = fight.position.colour_at(fight.point)
    assert owner is not None
    try:
        board, up, left = whole_board(fight.position, owner, most=16)
    except ValueError:
        return row
    at_row, at_col = divmod(fight.point, fight.position.cols)
    question = Question(board, (at_row + up) * board.cols + at_col + left, fight.first == "attacker")
    answer = rival.ask(question, masters=False, seconds=seconds)
    row["verdict"] = {"": "unknown", "ko": "drawn"}.get(answer.status, answer.status)
    row["states"], row["seconds"] = answer.nodes or 0, min(answer.seconds, seconds)
    return row


def compare(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> None:
    """Print how two runs on the same problems differ; what is undecided counts at its limit."""
    old = {row["name"]: row for row in before}
    pairs = [(old[row["name"]], row) for row in after if row["name"] in old]
    opposite = {"alive", "dead"}
    contradictions = [new["name"] for one, new in pairs if {one["verdict"], new["verdict"]} == opposite]
    print("| problems | pairs | decided before | decided now | states before / now | seconds before / now |")
    print("| --- |" + " ---: |" * 5)

    def line(name: str, some: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
        if not some:
            return
        cells: list[object] = [name, len(some)]
        cells += [sum(pair[side]["verdict"] != "unknown" for pair in some) for side in (0, 1)]
        for key in ("states", "seconds"):
            ratios = [max(a[key], 1e-4) / max(b[key], 1e-4) for a, b in some if a[key] and b[key]]
            cells.append(f"{geometric(ratios):.2f}")
        print("|", " | ".join(map(str, cells)), "|")

    line("all", pairs)
    for verdict in ("alive", "dead", "drawn"):
        chosen = [pair for pair in pairs if verdict in (pair[0]["verdict"], pair[1]["verdict"])]
        line(verdict, chosen)
        for least, most in CLASSES:
            line(f"{verdict}, {least} to {most}", [p for p in chosen if least <= p[1]["empties"] <= most])
        line(f"{verdict}, 12 to 20", [p for p in chosen if p[1]["empties"] >= 12])
    line("unknown in both", [p for p in pairs if p[0]["verdict"] == p[1]["verdict"] == "unknown"])
    won = sum(new["states"] < one["states"] for one, new in pairs)
    lost = sum(new["states"] > one["states"] for one, new in pairs)
    nodes = [(a["nodes"], b["nodes"]) for a, b in pairs if a.get("nodes") and b.get("nodes")]
    if nodes:
        print(f"\nNodes of certificates, median: {statistics.median(a for a, _ in nodes):g} before,", end=" ")
        print(f"{statistics.median(b for _, b in nodes):g} now ({len(nodes)}).")
    print(f"\nFewer states in {won}, more in {lost}. Contradictions: {', '.join(contradictions) or 'none'}.")


def main() -> None:
    """Run, compare or show."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="benchmarks.fights", description=__doc__, formatter_class=formatter)
    jobs = parser.add_subparsers(dest="job", required=True)
    for name in ("run", "show"):
        job = jobs.add_parser(name)
        job.add_argument("seed")
        job.add_argument("--count", type=int, default=240)
        job.add_argument("--family", action="append", choices=FAMILIES)
    job = jobs.choices["run"]
    job.add_argument("--seconds", type=float, default=5.0)
    job.add_argument("--states", type=int, default=10**9)
    job.add_argument("--memory", type=int, default=2048, help="MiB")
    job.add_argument("--json", type=Path, help="write the run to this file")
    job.add_argument("--tsumego", metavar="FOLDER", help="ask tsumego.js, installed there, instead")
    job = jobs.add_parser("compare")
    job.add_argument("before", type=Path)
    job.add_argument("after", type=Path)
    options = parser.parse_args()
    if options.job == "compare":
        runs = [json.loads(path.read_text(encoding="utf-8")) for path in (options.before, options.after)]
        compare(runs[0]["problems"], runs[1]["problems"])
        return
    chosen = fights(options.seed, options.count, options.family or ("corner", "side"))
    if options.job == "show":
        for fight in chosen:
            name = unit_name(fight.position, fight.position.chain_at(fight.point))
            print(f"\n{fight.name}: {name}, {fight.first} first, {fight.empties} empty points")
            print(print_diagram(fight.position, style="ascii"))
        return
    if options.tsumego:
        try:
            rival = TsumegoJs(options.tsumego)
        except UnavailableError as error:
            raise SystemExit(str(error)) from None
        rows = [asked(fight, rival, options.seconds) for fight in chosen]
    else:
        rows = [measure(fight, options.seconds, options.states, options.memory) for fight in chosen]
    report(rows, options.seconds)
    if options.json:
        about = {"seed": options.seed, "seconds": options.seconds, "machine": machine(), "problems": rows}
        options.json.write_text(json.dumps(about, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
