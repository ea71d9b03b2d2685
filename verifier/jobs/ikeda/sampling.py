"""Values for the variables of an axiom, drawn around one state of a game."""

import dataclasses
import random
from collections.abc import Iterator, Mapping, Sequence

from verifier.board import BLACK, Colour, Mask, Point
from verifier.board.grid import bits
from verifier.jobs.ikeda.formulas import Equation
from verifier.jobs.ikeda.meaning import equal, sides
from verifier.jobs.ikeda.model import PASS, XY, State
from verifier.jobs.ikeda.signatures import VARIABLES, variables
from verifier.jobs.ikeda.symbols import PASSING, NoValueError, Value, World

__all__ = ["Case", "Situation", "instances"]

_MOST, _DRAWS = 4, 12
"""Equations for one axiom in one state, and how often values are drawn for them."""


@dataclasses.dataclass(frozen=True, slots=True)
class Case:
    """An equation between values: one instance of an axiom."""

    left: Value
    right: Value
    values: Mapping[str, Value]
    """The values of the variables."""

    @property
    def holds(self) -> bool:
        """Whether the two sides are equal."""
        return equal(self.left, self.right)


class Situation:
    """A reachable state before the end and a legal move there, with values of every type to draw from.

    Points lie on the board, free or not, and around it. Besides the state itself there is the end, if a pass
    leads to it, and there are boards with one more stone put down.
    """

    def __init__(self, state: State, move: Point, rng: random.Random) -> None:
        self.world = World(state.game)
        self._rng = rng
        free = _free_of(state, rng)
        cells = _cells_of(state, rng)
        play: Value = PASSING if move == PASS else state.xy(move)
        others: list[Value] = []
        self._labels: dict[int, str] = {}
        if (ended := state.after(PASS)).ended:
            others.append(ended)
            self._labels[id(ended)] = "after a pass"
        for colour in Colour:
            for xy in free[:2]:
                others.append(put := state.put(colour, xy))
                self._labels[id(put)] = f"with {'black' if colour is BLACK else 'white'} put on {xy}"
        boards = [
            self._rng.choice(state.past()),
            *(state.tried(c, xy).board() for c in Colour for xy in free[:2]),
        ]
        sets = [frozenset[XY](), frozenset(cells[:1]), frozenset(cells[: rng.randint(1, len(cells))])]
        self._pools: Mapping[str, Sequence[Value]] = {
            "state": [*[state] * max(1, len(others)), *others],
            "grid": [*cells, *free, *([state.xy(move)] if move != PASS else [])],
            "integer": range(-1, state.lines + 3),
            "play": [play, PASSING, *free[:2], *cells[:1]],
            "grid_set": sets,
            "board": boards,
        }

    def draw(self, names: Sequence[str]) -> dict[str, Value]:
        """Return a value for each variable. Points are often the same or neighbours."""
        found: dict[str, Value] = {}
        points: list[XY] = []
        for name in names:
            kind = VARIABLES[name.rstrip("0123456789")]
            value = self._rng.choice(self._pools[kind])
            if kind == "grid":
                if points and self._rng.random() < 0.4:
                    near = self.world.start.around(points)
                    value = self._rng.choice([*points, *sorted(near)])
                points.append(value)  # type: ignore[arg-type]
            found[name] = value
        return found

    def told(self, values: Mapping[str, Value]) -> str:
        """Values in words, points counted from 1, (column, row); the state itself goes without saying."""
        told = []
        for name, value in values.items():
            if isinstance(value, State):
                if label := self._labels.get(id(value)):
                    told.append(f"{name} = {label}")
            elif VARIABLES[name.rstrip("0123456789")] == "board":
                told.append(f"{name} = {self._drawn(value)}")  # type: ignore[arg-type]
            else:
                told.append(f"{name} = {set(value) or '{}' if isinstance(value, frozenset) else value}")
        return ", ".join(told)

    def _drawn(self, board: tuple[Mask, Mask]) -> str:
        """A board on one line, the first row first."""
        start = self.world.start
        shown = State(start.game, *board)
        rows = range(1, start.lines + 1)
        signs = {"黒": "X", "白": "O"}
        return "/".join("".join(signs.get(shown.colour((x, y)), ".") for x in rows) for y in rows)


def instances(equation: Equation, situation: Situation) -> Iterator[Case]:
    """Yield instances of an axiom in a situation, different ones, where both sides have a value."""
    names = tuple(dict.fromkeys(variables(equation.left)))
    seen: set[tuple[int, ...]] = set()
    number = 0
    for _ in range(_DRAWS if names else 1):
        values = situation.draw(names)
        key = tuple(id(value) if isinstance(value, State) else hash(value) for value in values.values())
        if key in seen:
            continue
        seen.add(key)
        try:
            left, right = sides(equation, situation.world, values)
        except NoValueError:
            continue
        yield Case(left, right, values)
        number += 1
        if number == _MOST:
            return


def _cells_of(s: State, rng: random.Random) -> list[XY]:
    """Some points of the board and around it."""
    low, high = 0, s.lines + 1
    return list({(rng.randint(low, high), rng.randint(low, high)) for _ in range(9)})


def _free_of(s: State, rng: random.Random) -> list[XY]:
    """Some empty points of the board."""
    empty = s.game.grid.full & ~(s.black | s.white)
    cells = [s.xy(point) for point in bits(empty)]
    return cells if len(cells) <= 3 else rng.sample(cells, 3)
