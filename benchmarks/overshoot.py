"""By how much searches outlast their limits, in seconds and in memory.

    python -m benchmarks.overshoot [--only verify audit ...] [--jobs 2]

The same 200 positions each time, from 5x5 to 19x19: half of them *open*, stones all over the board, the
others *enclosed*, a fight in a corner behind a wall and nothing else. What is asked, each with a limit that
is too low for much:

    verify    a unit under the 試案 (explain and minimise begin with the same search)
    mebibytes the same with a limit on memory instead
    audit     all units of a board together, under the rules of 1989
    ko        as verify where the owner has any number of ko threats, as the table of kinds of ko asks
    memory    a unit under the rules of 1989, whose game remembers
    python    as verify, by the prover in Python
    settled   the whole report on a settled board

The last four are asked of 50 of the positions.

Each question has a process of its own. Seconds are of wall time for the question as a whole, with the check
of what was found; memory is the largest resident set less that before. Prints Markdown.
"""

import argparse
import dataclasses
import functools
import multiprocessing
import random
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from verifier.adjudicate.gains import Answer
from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.adjudicate.settlement import settlement
from verifier.adjudicate.staged import judge_board
from verifier.board import Grid, Mask, Position
from verifier.notation import Diagram
from verifier.rules import load_ruleset
from verifier.search import Limits

SEED = 20121123
SIZES = (5, 6, 7, 9, 11, 13, 15, 19)
COUNT = 200
SECONDS = {"audit": 1.0, "settled": 2.0}
"""Limits on seconds; of all others DEFAULT."""
DEFAULT = 0.25
MEBIBYTES = 8
FAR = 1_000_000_000
"""A limit that is not to be met."""


def positions() -> Iterator[tuple[Position, Mask]]:
    """The positions, each with a unit to ask for."""
    rng = random.Random(SEED)
    for number in range(COUNT):
        size = SIZES[number % len(SIZES)]
        position = (_enclosed if number // len(SIZES) % 2 else _open)(size, rng)
        units = list(position.units())
        yield position, rng.choice(units)


def _open(size: int, rng: random.Random) -> Position:
    """Stones all over the board, some points of a hundred to half of all."""
    share = rng.choice((0.08, 0.2, 0.35, 0.5))
    stones = [0, 0]
    for point in range(size * size):
        if rng.random() < share:
            stones[rng.randrange(2)] |= 1 << point
    return _breathing(size, stones)


def _enclosed(size: int, rng: random.Random) -> Position:
    """Black stones in a corner behind a wall of White's, which has nothing to live on but the open board."""
    high, wide = (rng.randint(2, min(5, size - 2)) for _ in range(2))
    stones = [0, 0]
    for row in range(high + 1):
        for col in range(wide + 1):
            point = 1 << (row * size + col)
            inside = row < high and col < wide
            shell = inside and (row == high - 1 or col == wide - 1)
            if not inside:
                stones[1] |= point
            elif shell and rng.random() < 0.9:
                stones[0] |= point
            elif rng.random() < 0.2:
                stones[rng.randrange(2)] |= point
    return _breathing(size, stones)


def _breathing(size: int, stones: list[Mask]) -> Position:
    """The position without the chains that have no liberty, and with a stone at least."""
    position = Position(size, size, *stones)
    while breathless := sum(position.breathless()):
        position = Position(size, size, position.black & ~breathless, position.white & ~breathless)
    if position.black | position.white:
        return position
    middle = Grid.of(size, size).size // 2
    return Position(size, size, 1 << middle, 0)


def _unit(
    position: Position, unit: Mask, rules: str, limits: Limits, prover: str = "auto", **axes: str
) -> bool:
    ruleset = load_ruleset(rules).with_values(**axes)
    return decide(Question(position, unit, ruleset, limits, prover)).report is not None


def _audit(position: Position, unit: Mask, limits: Limits) -> bool:
    del unit
    judged = judge_board(Diagram(position), load_ruleset("japanese1989"), limits=limits)
    return judged.complete


def _settled(position: Position, unit: Mask, limits: Limits) -> bool:
    del unit
    found = settlement(position, load_ruleset("japanese1989"), limits=limits, seconds=limits.seconds)
    return found.settled is not Answer.UNKNOWN


ASKED: dict[str, Callable[[Position, Mask, Limits], bool]] = {
    "verify": lambda p, u, limits: _unit(p, u, "proposal2012", limits),
    "ko": lambda p, u, limits: _unit(p, u, "proposal2012", limits, owner_threats="unlimited"),
    "memory": lambda p, u, limits: _unit(p, u, "japanese1989", limits),
    "python": lambda p, u, limits: _unit(p, u, "proposal2012", limits, "python"),
    "audit": _audit,
    "settled": _settled,
    "mebibytes": lambda p, u, limits: _unit(p, u, "proposal2012", limits),
}
FEW = ("ko", "memory", "python", "settled")


@dataclasses.dataclass(frozen=True, slots=True)
class Measured:
    """What one question took."""

    size: int
    over: float
    """Seconds, or MiB, beyond the limit; negative if it was not reached."""
    decided: bool


def _peak() -> float:
    """The largest resident set of this process so far, in MiB."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def measure(name: str, number: int) -> Measured:
    """Ask one question, in a process that has asked none before."""
    position, unit = list(positions())[number]
    if name == "mebibytes":
        limits = Limits(nodes=FAR, seconds=10.0, memory_mib=MEBIBYTES)
    else:
        limits = Limits(nodes=FAR, seconds=SECONDS.get(name, DEFAULT))
    # What is made once for all is no part of the question.
    corner = Position(3, 3, 0b000_110_010, 0b100_000_000)
    ASKED[name](corner, 0b000_110_010, Limits(nodes=50, seconds=1.0))
    begun, before = time.monotonic(), _peak()
    decided = ASKED[name](position, unit, limits)
    if name == "mebibytes":
        return Measured(position.rows, _peak() - before - MEBIBYTES, decided)
    return Measured(position.rows, time.monotonic() - begun - limits.seconds, decided)


def _row(name: str, sizes: str, found: list[Measured]) -> str:
    over = sorted(max(0.0, one.over) for one in found)
    reached = [one for one in found if one.over > 0]
    limit = MEBIBYTES if name == "mebibytes" else SECONDS.get(name, DEFAULT)
    places = 1 if name == "mebibytes" else 2
    cells = [name, sizes, len(found), sum(one.decided for one in found), limit, len(reached)]
    figures = statistics.median(over), over[int(0.9 * len(over))], over[-1]
    return "| " + " | ".join([*map(str, cells), *(f"{x:.{places}f}" for x in figures)]) + " |"


def main() -> None:
    """Measure and print."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("--only", nargs="*", choices=sorted(ASKED), default=list(ASKED))
    parser.add_argument("--jobs", type=int, default=1, help="processes at the same time")
    options = parser.parse_args()
    print("| asked | boards | questions | decided | limit | outlasted | median over | 90 % | most |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    context = multiprocessing.get_context("fork")
    for name in options.only:
        few = random.Random(SEED).sample(range(COUNT), COUNT // 4)
        numbers = sorted(few) if name in FEW else range(COUNT)
        with context.Pool(options.jobs, maxtasksperchild=1) as pool:
            found = pool.map(functools.partial(measure, name), numbers, chunksize=1)
        for low, high in ((5, 7), (9, 11), (13, 15), (19, 19)):
            part = [one for one in found if low <= one.size <= high]
            sizes = f"{low}x{low}" + (f" to {high}x{high}" if high > low else "")
            print(_row(name, sizes, part), flush=True)


if __name__ == "__main__":
    main()
