"""Learns the weights of the first guess (verifier/_native/search/prospects.hpp) from solved states.

    python -m benchmarks.learn draw FILE [--seed train] [--count 240] [--draws 200] [--canonical]
    python -m benchmarks.learn draw FILE --games FOLDER [--draws 4] [--cap 6000]
    python -m benchmarks.learn fit FILE [--large] [--header FILE]

*draw* appends examples to a file: states that the search meets on fights drawn from a seed, with --canonical
on the hardest canonical units instead, each decided by itself within 3,000 states. With --games it takes
windows around the chains that live at the end of games (`python benchmarks/audits.py play FOLDER` lets GNU Go
play some). *fit* needs scikit-learn (`pip install scikit-learn`); no other part of the project does. It fits
for each kind of state who wins (logistic regression) and the logarithm of the states that this takes for
either side (ridge regression), with a weight for each value of each trait, puts them together and writes the
header: that for small locales from fights and canonical units, with --large that for others from windows.
After that the kernel has to be built again.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.fights import fights
from verifier.jobs.audit import adjudication
from verifier.jobs.cases.case import CANONICAL_CASES, load_case
from verifier.notation.game import parse_game
from verifier.play import Arena
from verifier.rules import load_ruleset
from verifier.search.native import examples_native
from verifier.search.windows.surroundings import Surroundings
from verifier.search.windows.window import UnitWindow
from verifier.units import decompose

FOLDER = Path(__file__).parents[1] / "verifier" / "_native" / "search"


class Tables(NamedTuple):
    """Tables for locales of one size."""

    header: str
    """The file."""
    begin: tuple[str, ...]
    """How they begin in C++."""
    kinds: range
    """The kinds of state that they are for."""
    effort: float
    chance: float
    """Weights of the two regressions, that of the states and that of the winner."""


# The weights of the regressions were found by trying: these predict what they are fitted to, and the search
# likes best what they make together.
SMALL = Tables(
    "prospect_weights.hpp",
    (
        "// By who is to move, the owner or the attacker, first while all of the unit stands and then else;",
        "// and by who is to prove that he wins.",
        "constexpr PromiseTable PROMISES[4][2] = {",
    ),
    range(4),
    0.55,
    0.30,
)
LARGE = Tables(
    "prospect_weights_large.hpp",
    (
        "// The same in large locales, while all of the unit stands.",
        "constexpr PromiseTable LARGE_PROMISES[2][2] = {",
    ),
    range(4, 6),
    0.80,
    0.60,
)
CAP = 3000
"""States for deciding one example; the undecided count as half as many again for both sides."""
SIZES = range(20, 76)
"""Points of the windows on boards."""
VALUES = 20
PARTS = 64
"""Weights are whole numbers of such parts of an exponent of 2."""
SCALE, BIAS = 24, -1.0
"""A factor of all weights, and what speaks for the attacker; found by trying, too."""
USUAL = (7, 6)
"""Logarithms of states that are usual for a win of the owner and of the attacker."""


def arenas(options: argparse.Namespace) -> Iterator[Arena]:
    """The games from which examples are drawn."""
    if options.games:
        yield from windows(options.games)
        return
    if not options.canonical:
        for fight in fights(options.seed, options.count):
            yield fight.arena()
        return
    for name in CANONICAL_CASES:
        position = load_case(name).position
        games = [Arena(position, unit, load_ruleset("proposal2012")) for unit in position.units()]
        yield from (game for game in games if game.locale)


def windows(folder: Path) -> Iterator[Arena]:
    """Parts of the boards on which games ended, around each chain that is taken to live there."""
    ruleset = load_ruleset("proposal2012")
    for path in sorted(folder.glob("*.sgf")):
        record = parse_game(path.read_bytes())
        position, dead = record.position, adjudication(record, None).dead or frozenset()
        around = Surroundings(decompose(position, ruleset["walls"]), sum(dead))
        for unit in position.units():
            arena = Arena(position, unit, ruleset)
            for area in around.windows(unit, arena.owner, 1.3) if arena.locale and unit not in dead else ():
                if (area & arena.locale).bit_count() in SIZES:
                    yield UnitWindow(arena, arena.owner, area)


def draw(options: argparse.Namespace) -> None:
    """Append examples to the file, one list a line."""
    with options.file.open("a", encoding="utf-8") as out:
        for number, arena in enumerate(arenas(options)):
            found = examples_native(
                arena, nodes=options.nodes, draws=options.draws, cap=options.cap, seed=number
            )
            for example in found:
                out.write(json.dumps(example) + "\n")


def fit(options: argparse.Namespace) -> None:
    """Write the header."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression, Ridge

    lines = options.file.read_text(encoding="utf-8").splitlines()
    data: Any = [json.loads(line) for line in lines]
    winner, states, kind = (np.array([row[i] for row in data]) for i in range(3))
    traits = np.minimum(np.array([row[3] for row in data]), VALUES - 1)
    count = traits.shape[1]
    # One column for each trait and bound: whether it is as large. So neighbouring values share weights.
    columns = (traits[:, :, None] >= np.arange(VALUES)).reshape(len(data), -1).astype(np.float32)

    def table(model: Any) -> tuple[float, Any]:
        return float(np.ravel(model.intercept_)[0]), np.ravel(model.coef_).reshape(count, VALUES).cumsum(1)

    kinds = []
    tables = LARGE if options.large else SMALL
    efforts, chances = tables.effort, tables.chance
    for number in tables.kinds:
        known = (winner < 2) & (kind == number)
        logistic = LogisticRegression(max_iter=300, C=0.05).fit(columns[known], winner[known] == 0)
        chance, by_chance = table(logistic)
        for side, sign in ((0, -1), (1, 1)):
            some = ((winner == side) | (winner == 2)) & (kind == number)
            effort = np.log2(np.where(winner == 2, 1.5 * states, states) + 1)[some]
            usual, by_effort = table(Ridge(alpha=30).fit(columns[some], effort))
            base = np.log2(SCALE) + efforts * (usual - USUAL[side]) + sign * chances * (chance + BIAS)
            kinds.append((base, efforts * by_effort + sign * chances * by_chance))
    path = options.header or FOLDER / tables.header
    path.write_text(header(tables, kinds), encoding="utf-8")
    print(f"{len(data)} examples; wrote {path}")


def header(tables: Tables, kinds: list[tuple[float, Any]]) -> str:
    """The tables as C++: for each kind of state one for the owner and one for the attacker."""
    out = [*tables.begin]
    for number, (base, at) in enumerate(kinds):
        out += ["    {"] if number % 2 == 0 else []
        out += [f"        {{{round(PARTS * base)},", "         {"]
        out += ["             {" + ", ".join(str(round(PARTS * value)) for value in row) + "}," for row in at]
        out += ["         }},"]
        out += ["    },"] if number % 2 else []
    return as_header("benchmarks/learn.py; see search/prospects.hpp", ["cstdint"], [*out, "};"])


def as_header(source: str, includes: list[str], lines: list[str]) -> str:
    """A file of C++ that a program has written."""
    begin = [f"// Written by {source}.", "#pragma once", *(f"#include <{name}>" for name in includes)]
    return "\n".join([*begin, "", "namespace shikatsu {", "", *lines, "", "}  // namespace shikatsu", ""])


def main() -> None:
    """Draw examples, or fit weights to them."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="benchmarks.learn", description=__doc__, formatter_class=formatter)
    jobs = parser.add_subparsers(dest="job", required=True)
    job = jobs.add_parser("draw")
    job.add_argument("file", type=Path)
    job.add_argument("--seed", default="train")
    job.add_argument("--count", type=int, default=240, help="fights")
    job.add_argument("--canonical", action="store_true", help="the canonical units instead of fights")
    job.add_argument("--games", type=Path, help="a folder of records, for windows on their last positions")
    job.add_argument("--cap", type=int, default=CAP, help="states for deciding an example")
    job.add_argument("--draws", type=int, default=200, help="moves drawn from each search")
    job.add_argument("--nodes", type=int, default=10_000, help="states of each search")
    job = jobs.add_parser("fit")
    job.add_argument("file", type=Path)
    job.add_argument("--large", action="store_true", help="the weights for large locales")
    job.add_argument("--header", type=Path, help="the file to write")
    options = parser.parse_args()
    {"draw": draw, "fit": fit}[options.job](options)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
