"""SGF files (FF[4], red-bean.com/sgf) through sgfmill's raw property layer.

Only the layer below the board is used: sgfmill's setup helpers refuse setup stones after the
root and remove chains that the specification keeps.
"""

import dataclasses
import math
import re
from collections.abc import Iterable, Iterator, Sequence

from sgfmill import sgf_grammar

from verifier.board import BLACK, MAX_SIDE, WHITE, Colour, Grid, Mask, Point, Position, Side
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.notation.diagram import Diagram, parse_edges, place, refuse_breathless

__all__ = ["SgfPosition", "read_sgf", "write_sgf"]

_SETUP = {"AB": BLACK, "AW": WHITE, "AE": None}
_PLAYS = {"B": BLACK, "W": WHITE}
_MARKS = {"TR": ("▲", "△"), "SQ": ("■", "□"), "CR": ("◎", "◎"), "MA": ("×", "×")}
"""For each markup property the label on a black stone, and on a white stone or an empty point."""

_EDGES = "EDGES"
"""Private property of this program: the sides of a crop that are board edges."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_GUESSES = ("euc_jp", "cp932", "gb18030", "latin-1")

_Node = dict[str, list[str]]


@dataclasses.dataclass(frozen=True, slots=True)
class SgfPosition:
    """A position reached in an SGF game. A ko ban is no part of it (article 7: verification has none)."""

    diagram: Diagram
    to_move: Colour
    prisoners: tuple[int, int]
    """Stones taken by Black and by White so far."""
    move: int
    """Number of moves played, passes included."""
    komi: float | None
    result: str
    """The RE property, such as ``"B+2"``; empty if the file does not say."""

    @property
    def position(self) -> Position:
        """The stones of :attr:`diagram`."""
        return self.diagram.position


def read_sgf(data: bytes, *, game: int = 1, move: int | None = None, name: str = "SGF") -> SgfPosition:
    """Return the position after *move* moves of the main line of game number *game* in *data*.

    Without *move*, the end of the main line. Setup stones (AB, AW, AE, compressed point lists too) count
    wherever they stand; those between two moves belong to the position after the first of the two.
    Plays take off opposing chains without liberties, then the own chain if it has none.
    Labels are those of the last node reached. Without the private property EDGES the board is complete.

    Raises:
        InputError: the file is broken, is no game of Go, has no such game or move, plays on an
            occupied point, or leaves a chain without liberties.
    """
    games = _games(data, name)
    if not 1 <= game <= len(games):
        raise InputError(f"{name}: game {game}: the file has {len(games)} games; choose one of them")
    nodes = [_decoded(node) for node in sgf_grammar.main_sequence_iter(games[game - 1])]
    root = nodes[0]
    if root.get("GM", ["1"])[0].strip() not in ("", "1"):
        raise InputError(f"{name}: GM[{_shown(root['GM'][0])}]: not a game of Go; use a file with GM[1]")
    board = _Board(*_size(root, name), name)
    last = nodes[0]
    for node in nodes:
        plays = [key for key in node if key in _PLAYS]
        if move is not None and plays and board.move >= move:
            break
        board.setup(node)
        for key in plays:
            for value in node[key]:
                board.play(_PLAYS[key], value)
        if "PL" in node:
            board.to_move = WHITE if node["PL"][0].strip().upper().startswith("W") else BLACK
        last = node
    if move is not None and board.move != move:
        raise InputError(
            f"{name}: move {move}: the main line has {board.move} moves; choose 0 to {board.move}"
        )
    edges = root.get(_EDGES)
    open_sides = frozenset(Side) - parse_edges(edges[0], f"{name}: {_EDGES}") if edges else frozenset()
    position = Position(board.grid.rows, board.grid.cols, board.stones[0], board.stones[1], open_sides)
    refuse_breathless(position, name)
    if board.to_move is None:
        board.to_move = WHITE if (_number(root.get("HA", ["0"])[0]) or 0) >= 2 else BLACK
    diagram = Diagram(position, tuple(_labels(last, board, position)), _line(root.get("GN", [""])[0]))
    komi = _number(root["KM"][0]) if "KM" in root else None
    result = _line(root.get("RE", [""])[0])
    return SgfPosition(diagram, board.to_move, (board.taken[0], board.taken[1]), board.move, komi, result)


def write_sgf(diagram: Diagram, *, to_move: Colour | None = None) -> str:
    """Return an SGF file with the stones of *diagram* as setup and its labels as markup.

    A crop gets the private property EDGES, without which it would be read as a complete board.
    :func:`read_sgf` gives the same diagram back.
    """
    position = diagram.position
    rows, cols = position.rows, position.cols
    size = str(cols) if rows == cols else f"{cols}:{rows}"
    out = [f"(;FF[4]GM[1]CA[UTF-8]SZ[{size}]"]
    if diagram.title:
        out.append(f"GN[{_escaped(diagram.title)}]")
    if position.open_sides:
        edges = [side.value for side in Side if side not in position.open_sides]
        out.append(f"{_EDGES}[{','.join(edges) or 'none'}]")
    if to_move is not None:
        out.append(f"PL[{'BW'[to_move]}]")
    for key, mask in (("AB", position.black), ("AW", position.white)):
        out.append(_property(key, [_point(p, cols) for p in bits(mask)]))
    marked: dict[str, list[str]] = {}
    for point, label in diagram.labels:
        white = position.colour_at(point) is not BLACK
        key = next((key for key, pair in _MARKS.items() if pair[white] == label), "LB")
        text = f":{_escaped(label)}" if key == "LB" else ""
        marked.setdefault(key, []).append(_point(point, cols) + text)
    out += [_property(key, values) for key, values in marked.items()]
    return "".join(out) + ")\n"


def _games(data: bytes, name: str) -> Sequence[sgf_grammar.Coarse_game_tree]:
    """Parse the file in its declared encoding, or in UTF-8, or in the best of the others.

    The whole file is decoded first: in Shift_JIS and GBK a byte of a character can look like a bracket.
    For the same reason a wrong guess can swallow a bracket and with it stones. So among guesses the one
    that finds most points of stones is right.
    """
    declared = re.search(rb"(?<![A-Z])CA\s*\[([^\]]{1,40})\]", data)
    names = [declared[1].decode("ascii", "replace").strip()] if declared else []
    reason: Exception | None = None
    best: tuple[int, Sequence[sgf_grammar.Coarse_game_tree]] | None = None
    for number, encoding in enumerate((*names, "utf-8", *_GUESSES)):
        try:
            text = data.decode(encoding).removeprefix("\ufeff")
            games: Sequence[sgf_grammar.Coarse_game_tree] = sgf_grammar.parse_sgf_collection(
                text.encode("utf-8")
            )
        except (LookupError, UnicodeDecodeError):
            continue
        except ValueError as error:
            reason = reason or error
            continue
        if number <= len(names):
            return games
        found = sum(map(_stones, games))
        if best is None or found > best[0]:
            best = found, games
    if best is None:
        raise InputError(f"{name}: not a readable SGF file: {reason}; correct or export it again") from None
    return best[1]


def _stones(game: sgf_grammar.Coarse_game_tree) -> int:
    """The number of values of setup stones and moves in a game with all its variations."""
    count, trees = 0, [game]
    while trees:
        tree = trees.pop()
        count += sum(len(node.get(key, ())) for node in tree.sequence for key in (*_SETUP, *_PLAYS))
        trees.extend(tree.children)
    return count


def _decoded(node: dict[str, list[bytes]]) -> _Node:
    return {key: [value.decode("utf-8") for value in values] for key, values in node.items()}


def _line(raw: str) -> str:
    text = sgf_grammar.simpletext_value(raw.encode("utf-8")).decode("utf-8")
    return " ".join("".join(c for c in part if c.isprintable()) for part in text.split())


def _shown(value: str) -> str:
    """The beginning of a raw value, fit for a one-line message."""
    return "".join(c if c.isprintable() else " " for c in value[:20])


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _size(root: _Node, name: str) -> tuple[int, int]:
    raw = root.get("SZ", ["19"])[0]
    match = re.fullmatch(r"\s*(\d{1,3})\s*(?::\s*(\d{1,3})\s*)?", raw)
    cols = int(match[1]) if match else 0
    rows = int(match[2] or match[1]) if match else 0
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise InputError(
            f"{name}: SZ[{_shown(raw)}]: use a number or columns:rows, each from 1 to {MAX_SIDE}"
        )
    return rows, cols


class _Board:
    """The stones on the way through the main line."""

    def __init__(self, rows: int, cols: int, name: str) -> None:
        self.grid, self.name = Grid.of(rows, cols), name
        self.stones = [0, 0]
        self.taken = [0, 0]
        self.move = 0
        self.to_move: Colour | None = None

    def point(self, value: str, key: str) -> Point:
        text = value.strip()
        if len(text) == 2 and set(text) <= set(_LETTERS):
            col, row = (_LETTERS.index(letter) for letter in text)
            if row < self.grid.rows and col < self.grid.cols:
                return row * self.grid.cols + col
        raise InputError(
            f"{self.name}: {key}[{_shown(value)}]: not a point of a board of {self.grid.rows} rows and "
            f"{self.grid.cols} columns; use two letters from aa"
        )

    def points(self, values: Iterable[str], key: str) -> Iterator[Point]:
        """The points of a list, in which ``aa:cc`` stands for a rectangle."""
        for value in values:
            corners = [self.point(part, key) for part in value.split(":", 1)]
            rows, cols = zip(*(divmod(corner, self.grid.cols) for corner in corners), strict=True)
            for row in range(min(rows), max(rows) + 1):
                for col in range(min(cols), max(cols) + 1):
                    yield row * self.grid.cols + col

    def setup(self, node: _Node) -> None:
        touched = 0
        for key in [key for key in _SETUP if key in node]:
            mask: Mask = 0
            for point in self.points(node[key] if node[key] != [""] else [], key):
                mask |= 1 << point
            if mask & touched:
                where = place(next(bits(mask & touched)), self.grid.cols)
                raise InputError(
                    f"{self.name}: {where}: {key} sets up a point twice in one node; remove one"
                )
            touched |= mask
            self.stones = [stones & ~mask for stones in self.stones]
            colour = _SETUP[key]
            if colour is not None:
                self.stones[colour] |= mask

    def play(self, colour: Colour, value: str) -> None:
        self.move += 1
        self.to_move = colour.opponent
        small = self.grid.rows <= 19 and self.grid.cols <= 19
        if value.strip() == "" or (value.strip() == "tt" and small):
            return
        point = self.point(value, "BW"[colour])
        occupied = self.stones[0] | self.stones[1]
        if occupied >> point & 1:
            raise InputError(
                f"{self.name}: move {self.move} at {place(point, self.grid.cols)}: the point is occupied; "
                f"choose a move up to {self.move - 1} or correct the file"
            )
        self.stones[colour] |= 1 << point
        for side in (colour.opponent, colour):
            for chain in list(self.grid.components(self.stones[side])):
                near = chain & self.grid.dilate(1 << point)
                if near and not self.grid.dilate(chain) & ~(self.stones[0] | self.stones[1]):
                    self.stones[side] &= ~chain
                    self.taken[side.opponent] += chain.bit_count()


def _labels(node: _Node, board: _Board, position: Position) -> Iterator[tuple[Point, str]]:
    found: dict[Point, str] = {}
    for value in node.get("LB", []):
        where, colon, text = value.partition(":")
        label = _line(text)
        if colon and label:
            found.setdefault(board.point(where, "LB"), label)
    for key, pair in _MARKS.items():
        for point in board.points([value for value in node.get(key, []) if value.strip()], key):
            found.setdefault(point, pair[position.colour_at(point) is not BLACK])
    yield from sorted(found.items())


def _property(key: str, values: Sequence[str]) -> str:
    return key + "".join(f"[{value}]" for value in values) if values else ""


def _point(point: Point, cols: int) -> str:
    row, col = divmod(point, cols)
    return _LETTERS[col] + _LETTERS[row]


def _escaped(text: str) -> str:
    escaped: bytes = sgf_grammar.escape_text(text.encode("utf-8"))
    return escaped.decode("utf-8")
