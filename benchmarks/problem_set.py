"""The enclosed problems as a file, and as the boards on which programs are asked.

problems/enclosed.toml has them; docs/benchmarks.md says what the fields mean.
"""

import dataclasses
import tomllib
from pathlib import Path

from enclosures import whole_board

from verifier.board import Colour, Position, parse_vertex
from verifier.notation import parse_diagram, print_diagram
from verifier.play import Arena
from verifier.rules import Ruleset, load_ruleset

__all__ = ["FOLDER", "READINGS", "Problem", "arena", "load", "ruleset", "text"]

FOLDER = Path(__file__).parent / "problems"

READINGS = {
    "plain": {},
    "masters": {"ko": "none", "end": "two passes", "dead_means": "captured once", "cycle": "draw"},
}
"""What is asked: changes of the values of proposal2012; who moves first is added for each problem.

* ``plain``: hypothetical play of the 試案. No threats come from outside.
* ``masters``: can the unit be captured, whoever has all the ko threats? *drawn* means that it depends.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """One problem and what is known about it."""

    id: str
    family: str
    kind: str
    """"alive", "dead", "ko" or "seki"."""
    position: Position
    unit: str
    """A GTP vertex."""
    first: str
    """"owner" or "attacker"."""
    expected: dict[str, str]
    """The status under each reading for which it is known."""
    source: dict[str, str]
    """"construction", "table" or "tsumego.js", for each reading."""

    @property
    def empties(self) -> int:
        """The number of empty points inside the enclosure."""
        return (self.position.empty & ~self.position.outside).bit_count()

    @property
    def point(self) -> int:
        """The number of the point that names the unit."""
        return parse_vertex(self.unit, self.position.rows, self.position.cols)

    @property
    def owner(self) -> Colour:
        """Whose unit it is."""
        colour = self.position.colour_at(self.point)
        assert colour is not None, self.id
        return colour

    def board(self) -> tuple[Position, int]:
        """The whole board on which all programs are asked, and the unit's point there."""
        position, up, left = whole_board(self.position, self.owner)
        row, col = divmod(self.point, self.position.cols)
        return position, (row + up) * position.cols + col + left


def ruleset(reading: str, first: str) -> Ruleset:
    """The ruleset of a reading."""
    return load_ruleset("proposal2012").with_values(**READINGS[reading], first_move=first)


def arena(problem: Problem, reading: str) -> Arena:
    """The game on the crop of *problem*."""
    unit = problem.position.chain_at(problem.point)
    return Arena(problem.position, unit, ruleset(reading, problem.first))


def load(path: Path = FOLDER / "enclosed.toml") -> list[Problem]:
    """Read the problems."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Problem(
            item["id"],
            item["family"],
            item["kind"],
            parse_diagram(item["diagram"], name=item["id"]).position,
            item["unit"],
            item["first"],
            item["expected"],
            item["source"],
        )
        for item in data["problem"]
    ]


def text(problems: list[Problem], arguments: dict[str, str]) -> str:
    """Return the file that holds *problems*."""
    lines = [
        "# Written by benchmarks/generate_problems.py; docs/benchmarks.md explains the fields.",
        "schema = 1",
        "",
    ]
    for reading, values in READINGS.items():
        lines += [f"[readings.{reading}]", 'ruleset = "proposal2012"', f"values = {_table(values)}", ""]
    for family in dict.fromkeys(problem.family for problem in problems):
        lines += [f'[families."{family}"]', f'argument = "{arguments[family]}"', ""]
    for problem in problems:
        lines += [
            "[[problem]]",
            f'id = "{problem.id}"',
            f'family = "{problem.family}"',
            f'kind = "{problem.kind}"',
            f"diagram = '''\n{print_diagram(problem.position, style='ascii')}\n'''",
            f'unit = "{problem.unit}"',
            f'first = "{problem.first}"',
            f"empties = {problem.empties}",
            f"expected = {_table(problem.expected)}",
            f"source = {_table(problem.source)}",
            "",
        ]
    return "\n".join(lines)


def _table(values: dict[str, str]) -> str:
    return "{ " + ", ".join(f'{key} = "{value}"' for key, value in values.items()) + " }" if values else "{}"
