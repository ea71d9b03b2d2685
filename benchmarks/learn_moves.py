"""Learns what speaks for a play (verifier/_native/search/shapes.hpp) from states that the side to move wins.

    python -m benchmarks.learn_moves draw FILE --games FOLDER ... [--about A] [--seconds S] [--part I/N]
    python -m benchmarks.learn_moves fit FILE ... [--about A] [--header FILE]

*draw* appends examples to a file. They come from windows around chains at several moments of the games of
folders (`python benchmarks/audits.py play FOLDER` lets GNU Go play some): each play is decided by itself,
with twice the states that its side needs to win. With --part 1/2 and 2/2 two processes share the games. What
the windows are about decides which weights are learned: who owns a chain in the end (`owned`), or whether
the attacker clears all points where a new stone counts (`cleared`, around chains that are dead at the end).
*fit* needs NumPy; no other part of the project does. It fits a weight for each shape that is seen often and
for each value of each sign, so that the plays that win with the least states become likely (conditional
logit, beside the logarithm of the first guess), and writes the header. After that the kernel has to be built
again.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.learn import PARTS, as_header
from verifier.board import Mask
from verifier.jobs.audit import adjudication
from verifier.notation.game import parse_game
from verifier.play import Arena, MemoryArena
from verifier.proof import Certificate, Claim, Verdict
from verifier.proof.scope import arena_of, attackers_around
from verifier.rules import load_ruleset
from verifier.search.native import examples_of_plays
from verifier.search.windows.enclosed import Enclosure
from verifier.search.windows.surroundings import Surroundings
from verifier.search.windows.window import game_in_window
from verifier.units import decompose

FOLDER = Path(__file__).parents[1] / "verifier" / "_native" / "search"
FEW = 25
"""Shapes seen less often have one weight together."""
SIGNS, VALUES = 9, 9
PLAY = 4 + SIGNS
"""Numbers for each play of an example."""
DISTANCE, FARTHEST = 5, -0.6
"""The sign that says how far the unit is, and its least weight: a chain may live by what is far away."""
TRUST, BASE = 0.6, 0.5
"""How much of the weights the search is told, and by what power of 2 plays seem harder than they are on the
whole; found by trying."""
SCOPE = 60
"""Points in which new stones count, at most."""


class About(NamedTuple):
    """What the windows are about."""

    rules: str
    """The ruleset."""
    header: str
    prefix: str
    """The file of the weights and their name there."""
    moments: tuple[float, ...]
    """Parts of a game after which positions are taken."""
    sizes: range
    """Points of the windows."""
    windows: int
    """Windows around a chain, at most."""
    nodes: int
    draws: int
    cap: int
    """Of the search in a window, of the moves drawn from it, and for deciding what they lead to."""


ABOUT = {
    "owned": About(
        "proposal2012",
        "shape_weights.hpp",
        "SHAPES",
        (0.4, 0.55, 0.7, 0.85, 1.0),
        range(33, 73),
        2,
        2_000,
        12,
        1_500,
    ),
    "cleared": About(
        "japanese1989-inside",
        "shape_weights_cleared.hpp",
        "SHAPES_CLEARED",
        (0.8, 0.9, 1.0),
        range(33, 91),
        4,
        4_000,
        25,
        1_000,
    ),
}


def boards(path: Path, about: str) -> Iterator[Surroundings]:
    """Positions of a game, in each of which those chains are dead all of whose stones are so at its end."""
    how, data = ABOUT[about], path.read_bytes()
    record, walls = parse_game(data), load_ruleset(how.rules)["walls"]
    dead = sum(adjudication(record, None).dead or ())
    for moment in how.moments:
        position = parse_game(data, move=int(record.moves * moment)).position
        yield Surroundings(decompose(position, walls), sum(u for u in position.units() if not u & ~dead))


def games(around: Surroundings, unit: Mask, about: str) -> Iterator[Arena]:
    """The games in windows around a unit."""
    position, dead, how = around.position, around.dead, ABOUT[about]
    ruleset, clears = load_ruleset(how.rules), about == "cleared"
    verdict = Verdict.DEAD if clears else Verdict.ALIVE
    standing = attackers_around(position, unit, ruleset, dead) if clears else 0
    arena = arena_of(Certificate(Claim(position, unit, ruleset, verdict), (), standing=standing))
    if not arena.locale:
        return
    side, needed, areas = arena.owner, 0, list[Mask]()
    if clears:
        assert isinstance(arena, MemoryArena)
        if arena.scope.bit_count() > SCOPE:
            return
        side, needed = arena.attacker, arena.scope | arena.standing
        areas = [area | needed for area in Enclosure(arena, dead | unit).windows(max(how.sizes))]
    areas += around.windows(unit, side, 1.15, needed)
    for area in dict.fromkeys(areas):
        found = game_in_window(arena, side, area)
        if found and found[1].locale.bit_count() in how.sizes:
            yield found[1]


def windows(options: argparse.Namespace, part: tuple[int, int]) -> Iterator[Arena]:
    """Games in windows around chains, in random order."""
    about, chance = options.about, random.Random(options.seed)
    paths = sorted(path for folder in options.games for path in folder.glob("*.sgf"))
    chains = [
        (around, unit)
        for path in paths
        for around in boards(path, about)
        for unit in around.position.units()
        if bool(unit & around.dead) == (about == "cleared")
    ]
    chance.shuffle(chains)
    for around, unit in chains[part[0] - 1 :: part[1]]:
        found = list(games(around, unit, about))
        yield from chance.sample(found, min(ABOUT[about].windows, len(found)))


def draw(options: argparse.Namespace) -> None:
    """Append examples to the file, one list a line."""
    part, end, many = tuple(map(int, options.part.split("/"))), time.monotonic() + options.seconds, 0
    how = ABOUT[options.about]
    with options.file.open("a", encoding="utf-8") as out:
        for number, window in enumerate(windows(options, part)):
            if time.monotonic() > end:
                break
            drawn = {"nodes": how.nodes, "draws": how.draws, "cap": how.cap, "seed": options.seed + number}
            for example in examples_of_plays(window, **drawn):
                out.write(json.dumps(example) + "\n")
                many += 1
            out.flush()
    print(f"{many} examples")


class Fitted(NamedTuple):
    """The weights of one side, in exponents of 2 of what seems half as hard."""

    otherwise: float
    shapes: dict[int, float]
    signs: Any


def fitted(examples: list[list[int]]) -> Fitted:
    """The weights that make the plays that win soon the most likely ones."""
    import numpy as np

    plays = [np.array(example[2:]).reshape(-1, PLAY) for example in examples]
    seen = Counter(int(code) for play in plays for code in play[:, 3])
    places = {code: i for i, code in enumerate(sorted(code for code, many in seen.items() if many >= FEW))}
    rare, size = len(places), len(places) + 1 + SIGNS * VALUES
    data = []
    for play in plays:
        won = play[:, 0] == 0
        if len(play) < 2 or not won.any():
            continue
        shapes = [[places.get(int(code), rare)] for code in play[:, 3]]
        signs = rare + 1 + np.arange(SIGNS) * VALUES + play[:, 4:]
        aim = np.where(won, 1 / (play[:, 1] + 5.0), 0)
        data.append((np.hstack([shapes, signs]), np.log2(np.maximum(play[:, 2], 1)), aim / aim.sum()))
    chance, weights, slope = np.random.default_rng(0), np.zeros(size), -0.6
    squares, slopes = np.zeros(size), 0.0
    for _ in range(20):
        for i in chance.permutation(len(data)):  # steps that shrink as the slopes add up (Adagrad)
            which, guess, aim = data[i]
            score = weights[which].sum(1) + slope * guess
            likely = np.exp(score - score.max())
            error = likely / likely.sum() - aim
            used = np.unique(which)
            change = np.bincount(which.ravel(), np.repeat(error, which.shape[1]), size)[used]
            change += 0.004 * weights[used]
            squares[used] += change**2
            weights[used] -= 0.1 * change / np.sqrt(squares[used] + 1e-6)
            steep = float(guess @ error)
            slopes += steep**2
            slope -= 0.1 * steep / (slopes + 1e-8) ** 0.5
    signs = weights[rare + 1 :].reshape(SIGNS, VALUES)
    signs[DISTANCE] = np.maximum(signs[DISTANCE], FARTHEST)
    scale = TRUST / -slope
    shapes = {code: scale * weights[i] - BASE for code, i in places.items()}
    return Fitted(scale * weights[rare] - BASE, shapes, scale * signs)


def fit(options: argparse.Namespace) -> None:
    """Write the header."""
    how = ABOUT[options.about]
    examples = [json.loads(line) for file in options.file for line in file.read_text("utf-8").splitlines()]
    out: list[str] = []
    tables = []
    for side, name in enumerate(("OWNER", "ATTACKER")):
        found = fitted([example for example in examples if example[0] == side])
        out.append(f"constexpr std::pair<uint16_t, int16_t> {how.prefix}_OF_{name}[] = {{")
        entries = [f"{{{code}, {round(PARTS * weight)}}}," for code, weight in sorted(found.shapes.items())]
        out += ["    " + " ".join(entries[i : i + 8]) for i in range(0, len(entries), 8)]
        out += ["};", ""]
        rows = ["{" + ", ".join(str(round(PARTS * value)) for value in row) + "}," for row in found.signs]
        tables += [f"    {{{round(PARTS * found.otherwise)},", "     {"]
        tables += ["         " + row for row in rows]
        tables += [f"     }}, {how.prefix}_OF_{name}, {len(entries)}}},"]
    out += [f"constexpr ShapeWeights {how.prefix}[2] = {{", *tables, "};"]
    source = "benchmarks/learn_moves.py; see search/shapes.hpp"
    path = options.header or FOLDER / how.header
    path.write_text(as_header(source, ["cstdint", "utility"], out), encoding="utf-8")
    print(f"{len(examples)} examples; wrote {path}")


def main() -> None:
    """Draw examples, or fit weights to them."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="benchmarks.learn_moves", description=__doc__, formatter_class=formatter
    )
    jobs = parser.add_subparsers(dest="job", required=True)
    job = jobs.add_parser("draw")
    job.add_argument("file", type=Path)
    job.add_argument("--games", type=Path, nargs="+", required=True, help="folders of records")
    job.add_argument("--about", choices=ABOUT, default="owned", help="what the windows are about")
    job.add_argument("--seconds", type=float, default=600.0)
    job.add_argument("--part", default="1/1", metavar="I/N")
    job.add_argument("--seed", type=int, default=1)
    job = jobs.add_parser("fit")
    job.add_argument("file", type=Path, nargs="+")
    job.add_argument("--about", choices=ABOUT, default="owned", help="what the examples are about")
    job.add_argument("--header", type=Path, help="the file to write")
    options = parser.parse_args()
    {"draw": draw, "fit": fit}[options.job](options)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
