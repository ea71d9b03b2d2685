"""Hunts between the 試案 and other rulesets, and for properties: the tables of docs/hunt.md.

Certificates of what is found are written to files, read again and checked.
"""

import argparse
import itertools
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from verifier import Limits, check, hunt, hunt_space, judging_names, load_ruleset, write_certificate
from verifier.board import Position
from verifier.jobs.hunt.orbits import canonical
from verifier.jobs.hunt.run import Hunt
from verifier.jobs.hunt.spaces import Space
from verifier.text import board

CORNER = ("top", "right")
CLASSES: dict[str, tuple[str, dict[str, Any]]] = {
    "A": ("whole boards", {}),
    "B": ("whole boards, both sides at least 2, no ko", {"least_side": 2, "where": ["no ko"]}),
    "C": ("a corner (open: right, top), no ko", {"open_sides": CORNER, "where": ["no ko"]}),
    "D": ("a corner (open: right, top), a ko", {"open_sides": CORNER, "where": ["ko"]}),
    "E": ("whole boards, each side has a chain with two eyes", {"where": ["two eyes"], "by": "sat"}),
    "F": ("the same, compared on the score", {"where": ["two eyes"], "by": "sat", "on": "score"}),
}
POINTS = {"A": 9, "B": 9, "C": 9, "D": 9, "E": 20, "F": 20}
PROPERTIES = {"inside": "ACE", "dame": "ABE", "sum": "AE", "symmetry": "A", "adjacent": "ABE", "order": "ABE"}
PROPERTY_POINTS = {"A": 7, "B": 8, "C": 9, "E": 18, "symmetry": 5}


MODES = (
    ("end=two passes", "A", 7),
    ("end=two passes", "E", 20),
    ("walls=assumed", "A", 7),
    ("walls=assumed", "E", 18),
    ("ko=pass before each retake", "B", 8),
    ("ko=pass before each retake", "E", 20),
    ("cycle=alive, end=two passes", "A", 7),
    ("first_move=attacker", "E", 20),
)
"""Values, the class and the greatest number of points."""


class Diagrams:
    """The positions that were found, each class once, by number."""

    def __init__(self) -> None:
        self.shown: dict[Position, tuple[int, Position]] = {}

    def number(self, position: Position) -> int:
        """The number of a position; a new one if no image of it has one."""
        return self.shown.setdefault(canonical(position)[0], (len(self.shown) + 1, position))[0]

    def lines(self) -> Iterator[str]:
        """All of them as text, four beside each other."""
        blocks = [[f"{number}.", *board(position).splitlines()] for number, position in self.shown.values()]
        yield from beside(blocks)


def beside(blocks: list[list[str]], most: int = 4) -> Iterator[str]:
    """Yield lines with up to *most* blocks of text beside each other."""
    for first in range(0, len(blocks), most):
        group = blocks[first : first + most]
        widths = [max(map(len, block)) + 3 for block in group]
        for lines in itertools.zip_longest(*group, fillvalue=""):
            yield "".join(f"{line:<{width}}" for line, width in zip(lines, widths, strict=True)).rstrip()
        yield ""


def certified(result: Hunt) -> str:
    """Write, read and check the certificates of what was found."""
    verdicts = [verdict for item in result.found for verdict in item.disagreement.verdicts]
    with tempfile.TemporaryDirectory() as folder:
        for number, verdict in enumerate(verdicts):
            path = Path(folder) / f"{number}.json"
            assert verdict.certificate is not None
            write_certificate(verdict.certificate, path)
            assert check(path).claim.verdict.value == verdict.status.value
    return f"{len(verdicts)} of {len(verdicts)}" if verdicts else ""


def row(result: Hunt, points: int, diagrams: Diagrams, begun: float) -> list[str]:
    """What the tables have of every hunt."""
    found = "none"
    if result.found:
        item = result.found[0]
        position = item.disagreement.position
        stones = (position.black | position.white).bit_count()
        size = f"{position.rows}x{position.cols}, {stones} stone{'s' if stones > 1 else ''}"
        found = f"{size} (diagram {diagrams.number(position)})" + ("" if item.smallest else ", perhaps")
    asked = f"{result.none_up_to}" + (f" of {points}" if not result.found else "")
    tally = result.tally
    if not tally.positions:
        found, asked = "no such position", ""
    figures = [str(tally.positions), str(tally.undecided), str(tally.searches)]
    return [found, asked, *figures, certified(result), f"{time.perf_counter() - begun:.0f}"]


def table(header: list[str], rows: list[list[str]]) -> None:
    """Print a Markdown table."""
    figures = ("positions", "unknown", "units", "seconds")
    print("|", " | ".join(header), "|")
    print("|", " | ".join("---:" if name in figures else "---" for name in header), "|")
    for line in rows:
        print("|", " | ".join(line), "|", flush=True)


FIGURES = ["smallest", "none up to points", "positions", "unknown", "units", "certificates", "seconds"]


def readings(limits: Limits, chosen: str, diagrams: Diagrams) -> None:
    """The 試案 against each reading of the rules of 1989, and in one class against all other rulesets."""
    proposal = load_ruleset("proposal2012")
    rulesets = [load_ruleset(name) for name in judging_names()]
    readings = [ruleset.id for ruleset in rulesets if ruleset.document == "japanese1989"]
    others = [
        ruleset.id
        for ruleset in rulesets
        if ruleset.id not in readings and ruleset.play_digest != proposal.play_digest
    ]
    for key in chosen:
        names = readings + (others if key == "E" else [])
        what, options = CLASSES[key]
        print(f"\n{what[0].upper()}{what[1:]}, up to {POINTS[key]} points:\n", flush=True)
        rows = []
        for name in names:
            begun = time.perf_counter()
            space, on = where(POINTS[key], options)
            result = hunt("proposal2012", name, space, on=on, limits=limits)
            verdicts = result.found[0].disagreement.verdicts[:2] if result.found else ()
            said = " / ".join(verdict.status.value for verdict in verdicts)
            if verdicts and options.get("on") == "score":
                said = " / ".join(
                    words.partition(" under")[0] for words in result.found[0].disagreement.words
                )
            elif verdicts:
                said = f"{verdicts[0].colour} {verdicts[0].name}: {said}"
            rows.append([f"`{name}`", said, *row(result, POINTS[key], diagrams, begun)])
        table(["reading", "試案 / reading", *FIGURES], rows)


def where(points: int, options: dict[str, Any]) -> tuple[Space, Any]:
    """Where a class is looked for up to so many points, and what is compared."""
    rest = {name: value for name, value in options.items() if name != "on"}
    return hunt_space(points=points, **rest), options.get("on", "status")


def properties(limits: Limits, diagrams: Diagrams) -> None:
    """Each property under the 試案 and under the rules of 1989."""
    rows = []
    for name in ("proposal2012", "japanese1989"):
        for property_name, keys in PROPERTIES.items():
            for key in keys:
                what, options = CLASSES[key]
                points = PROPERTY_POINTS.get(property_name, PROPERTY_POINTS[key])
                begun = time.perf_counter()
                space, on = where(points, options)
                result = hunt(name, None, space, property=property_name, on=on, limits=limits)
                rows.append([f"`{name}`", property_name, what, *row(result, points, diagrams, begun)])
    table(["ruleset", "property", "where", *FIGURES], rows)


def modes(limits: Limits, diagrams: Diagrams) -> None:
    """The 試案 against itself with one question answered differently."""
    rows = []
    for changed, key, points in MODES:
        what, options = CLASSES[key]
        begun = time.perf_counter()
        other = f"proposal2012[{changed}]"
        space, on = where(points, options)
        result = hunt("proposal2012", other, space, on=on, limits=limits)
        rows.append([f"`{changed}`", what, *row(result, points, diagrams, begun)])
    table(["changed value", "where", *FIGURES], rows)


def main() -> None:
    """Print all parts and the diagrams."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--classes", default="".join(CLASSES), help="for the readings, such as ABE")
    parser.add_argument("--parts", default="readings,properties,modes", help="some of them (default: all)")
    options = parser.parse_args()
    limits = Limits(nodes=options.nodes, seconds=options.seconds)
    diagrams = Diagrams()
    parts = options.parts.split(",")
    if "readings" in parts:
        print("### The 試案 and the readings of the rules of 1989")
        readings(limits, options.classes, diagrams)
    if "properties" in parts:
        print("\n### Properties\n")
        properties(limits, diagrams)
    if "modes" in parts:
        print("\n### The 試案 with one value changed\n")
        modes(limits, diagrams)
    print("\n### Diagrams")
    print("\n```")
    print("\n".join(diagrams.lines()).rstrip())
    print("```")


if __name__ == "__main__":
    main()
