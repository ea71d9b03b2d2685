"""A game of an SGF file: the nodes of its main line, and the stones on the way through them.

The files go through sgfmill's raw property layer. Only the layer below the board is used: sgfmill's setup
helpers refuse setup stones after the root and remove chains that the specification keeps.
"""

import dataclasses
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any

from sgfmill import sgf_grammar

from verifier.board import BLACK, MAX_SIDE, WHITE, Colour, Grid, Mask, Point, vertex
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.notation.sgf_text import parse_trees
from verifier.text import many

__all__ = [
    "EDGES",
    "LETTERS",
    "PLAYS",
    "MainLine",
    "NoSuchGameError",
    "NoSuchMoveError",
    "Node",
    "SgfBoard",
    "count_games",
    "named_player",
    "parse_main_line",
]

EDGES = "EDGES"
"""Private property of this program: the sides of a crop that are board edges."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The coordinates of SGF."""

PLAYS = {"B": BLACK, "W": WHITE}
"""The properties that are moves, and who makes them."""

_PLAYERS = {"B": BLACK, "BLACK": BLACK, "1": BLACK, "W": WHITE, "WHITE": WHITE, "2": WHITE}
"""What PL says; numbers are of some old programs."""

_SETUP = {"AB": BLACK, "AW": WHITE, "AE": None}

Node = dict[str, list[str]]
"""The raw values of a node's properties."""


@dataclasses.dataclass(frozen=True, slots=True)
class MainLine:
    """The main line of one game of a file."""

    name: str
    """What to call the file in errors."""
    nodes: tuple[Node, ...]
    games: int
    """How many games the file has."""

    @property
    def root(self) -> Node:
        """The first node, which speaks of the whole game."""
        return self.nodes[0]

    @property
    def komi(self) -> float | None:
        """The property KM; None if it is missing or no number."""
        return _number(self.root["KM"][0]) if "KM" in self.root else None

    @property
    def first_player(self) -> Colour:
        """Who moves first where no node says so: White in a game with handicap stones."""
        return WHITE if (_number(self.root.get("HA", ["0"])[0]) or 0) >= 2 else BLACK

    def board(self) -> "SgfBoard":
        """Return the empty board. Raises InputError if its size makes no sense."""
        return SgfBoard(*_size(self.root, self.name), self.name)


class NoSuchGameError(InputError):
    """A game was asked for that a file does not have."""


class NoSuchMoveError(InputError):
    """A move was asked for that the main line of a game does not have."""

    def __init__(self, name: str, move: int, moves: int) -> None:
        """*move* is the number that was asked for, *moves* how many there are."""
        choice = f"choose 0 to {moves}" if moves else "leave the move out"
        super().__init__(f"{name}: move {move}: the main line has {many(moves, 'move')}; {choice}")
        self.name, self.move, self.moves = name, move, moves

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.move, self.moves)


def parse_main_line(data: bytes | str, game: int, name: str) -> MainLine:
    """Return the main line of game number *game* in *data*; *name* names the file in errors.

    Raises:
        InputError: the file is broken, has no such game, or the game is not Go.
    """
    games = parse_trees(data, name)
    if not 1 <= game <= len(games):
        several = f"{len(games)} games; choose one of them"
        only = "one game; leave the number out"
        raise NoSuchGameError(f"{name}: game {game}: the file has {several if len(games) > 1 else only}")
    nodes = tuple(_decoded(node) for node in sgf_grammar.main_sequence_iter(games[game - 1]))
    gm = nodes[0].get("GM", ["1"])[0]
    if gm.strip() not in ("", "1"):
        raise InputError(f"{name}: GM[{_shown(gm)}]: not a game of Go; use a file with GM[1]")
    for number, node in enumerate(nodes):
        for key in ("SZ", EDGES, *PLAYS):
            if len(values := node.get(key, ())) > 1:
                raise InputError(f"{name}: node {number}: {key} has {len(values)} values; leave one of them")
    return MainLine(name, nodes, len(games))


def count_games(data: bytes | str, name: str) -> int:
    """Return how many games are in *data*. Raises InputError if the file is broken."""
    return len(parse_trees(data, name))


def named_player(node: Node) -> Colour | None:
    """Return the side of a node's property PL, which must be there; None if it names none."""
    return _PLAYERS.get(node["PL"][0].strip().upper())


def _decoded(node: dict[str, list[bytes]]) -> Node:
    return {key: [value.decode("utf-8") for value in values] for key, values in node.items()}


def _shown(value: str) -> str:
    """The beginning of a raw value, fit for a one-line message."""
    return "".join(c if c.isprintable() else " " for c in value[:20])


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _size(root: Node, name: str) -> tuple[int, int]:
    raw = root.get("SZ", ["19"])[0]
    match = re.fullmatch(r"\s*(\d{1,3})\s*(?::\s*(\d{1,3})\s*)?", raw)
    cols = int(match[1]) if match else 0
    rows = int(match[2] or match[1]) if match else 0
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise InputError(
            f"{name}: SZ[{_shown(raw)}]: use a number or columns:rows, each from 1 to {MAX_SIDE}"
        )
    return rows, cols


class SgfBoard:
    """The stones on the way through the main line."""

    def __init__(self, rows: int, cols: int, name: str) -> None:
        self.grid, self.name = Grid.of(rows, cols), name
        self.stones = [0, 0]
        self.taken = [0, 0]
        self.move = 0
        self.to_move: Colour | None = None
        self._rectangles: dict[str, Mask] = {}

    def point(self, value: str, key: str) -> Point:
        """The point of a value of the property *key*. Raises InputError if it is none of the board."""
        text = value.strip()
        if len(text) == 2 and set(text) <= set(LETTERS):
            col, row = (LETTERS.index(letter) for letter in text)
            if row < self.grid.rows and col < self.grid.cols:
                return row * self.grid.cols + col
        raise InputError(
            f"{self.name}: {key}[{_shown(value)}]: not a point of a board of {self.grid.rows} rows and "
            f"{self.grid.cols} columns; use two letters from aa"
        )

    def is_pass(self, value: str) -> bool:
        """Whether the value of a move is a pass: nothing, or tt on a board that has no such point."""
        small = self.grid.rows <= 19 and self.grid.cols <= 19
        return value.strip() == "" or (value.strip() == "tt" and small)

    def points(self, values: Iterable[str], key: str) -> Iterator[Point]:
        """The points of a list, in which ``aa:cc`` stands for a rectangle, each once and in board order."""
        return bits(self._mask(values, key))

    def _mask(self, values: Iterable[str], key: str) -> Mask:
        mask: Mask = 0
        for value in values:
            # A rectangle costs its rows once, however often a file names it and however large it is.
            known = self._rectangles.get(value)
            if known is None:
                known = self._rectangles[value] = self._rectangle(value, key)
            mask |= known
        return mask

    def _rectangle(self, value: str, key: str) -> Mask:
        corners = [self.point(part, key) for part in value.split(":", 1)]
        rows, cols = zip(*(divmod(corner, self.grid.cols) for corner in corners), strict=True)
        line = (1 << max(cols) + 1) - (1 << min(cols))
        return sum(line << row * self.grid.cols for row in range(min(rows), max(rows) + 1))

    def setup(self, node: Node) -> None:
        """Put down and take off the stones that a node sets up. Raises InputError if it does both."""
        touched = 0
        for key in [key for key in _SETUP if key in node]:
            mask = self._mask(node[key] if node[key] != [""] else [], key)
            if mask & touched:
                where = self._vertex(next(bits(mask & touched)))
                raise InputError(f"{self.name}: {where}: {key} sets up a point twice in one node; remove one")
            touched |= mask
            self.stones = [stones & ~mask for stones in self.stones]
            colour = _SETUP[key]
            if colour is not None:
                self.stones[colour] |= mask

    def _vertex(self, point: Point) -> str:
        return vertex(point, self.grid.rows, self.grid.cols)

    def play(self, colour: Colour, value: str) -> None:
        """Play a move or a pass and take off chains. Raises InputError on an occupied point."""
        self.move += 1
        self.to_move = colour.opponent
        if self.is_pass(value):
            return
        point = self.point(value, "BW"[colour])
        occupied = self.stones[0] | self.stones[1]
        if occupied >> point & 1:
            raise InputError(
                f"{self.name}: move {self.move} at {self._vertex(point)}: the point is occupied; "
                f"choose a move up to {self.move - 1} or correct the file"
            )
        self.stones[colour] |= 1 << point
        near = self.grid.dilate(1 << point)
        for side in (colour.opponent, colour):
            touching = near & self.stones[side]
            while touching:
                chain = self.grid.flood(touching & -touching, self.stones[side])
                touching &= ~chain
                if not self.grid.dilate(chain) & ~(self.stones[0] | self.stones[1]):
                    self.stones[side] &= ~chain
                    self.taken[side.opponent] += chain.bit_count()
