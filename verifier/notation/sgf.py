"""Positions in SGF files (FF[4], red-bean.com/sgf), and diagrams as such files."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from sgfmill import sgf_grammar

from verifier.board import BLACK, Colour, Mask, Point, Position, Side
from verifier.board.grid import bits
from verifier.notation.diagram import Diagram, refuse_breathless
from verifier.notation.sgf_game import (
    EDGES,
    LETTERS,
    PLAYS,
    Node,
    NoSuchMoveError,
    SgfBoard,
    named_player,
    parse_main_line,
)
from verifier.notation.sides import parse_edges
from verifier.notation.variations import Variation

__all__ = ["SgfPosition", "parse_sgf", "write_sgf"]

_MARKS = {"TR": ("▲", "△"), "SQ": ("■", "□"), "CR": ("◎", "◎"), "MA": ("×", "×")}
"""For each markup property the label on a black stone, and on a white stone or an empty point."""

_STATUSES = {"dead": "MA", "alive": "CR", "drawn": "SQ"}
"""Status of a stone -> its markup."""


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
    named: Colour | None = None
    """The side to move that PL names for this position; None if it names none, or a move came after it."""
    games: int = 1
    """How many games the file has."""
    rules: str = ""
    """The RU property; empty if the file does not say."""

    @property
    def position(self) -> Position:
        """The stones of :attr:`diagram`."""
        return self.diagram.position


def parse_sgf(
    data: bytes | str, *, game: int = 1, move: int | None = None, name: str = "SGF"
) -> SgfPosition:
    """Return the position after *move* moves of the main line of game number *game* in *data*.

    Without *move*, the end of the main line. Setup stones (AB, AW, AE, compressed point lists too) count
    wherever they stand; those between two moves belong to the position after the first of the two.
    Plays take off opposing chains without liberties, then the own chain if it has none.
    A text is decoded already, whatever its CA says.
    Labels are those of the last node reached. Without the private property EDGES the board is complete.

    Raises:
        InputError: the file is broken, is no game of Go, has no such game or move, plays on an
            occupied point, or leaves a chain without liberties.
    """
    line = parse_main_line(data, game, name)
    root, board = line.root, line.board()
    last = root
    named: Colour | None = None
    for node in line.nodes:
        plays = [key for key in node if key in PLAYS]
        if move is not None and plays and board.move >= move:
            break
        board.setup(node)
        for key in plays:
            for value in node[key]:
                board.play(PLAYS[key], value)
                named = None
        if "PL" in node:
            board.to_move = named = named_player(node)
        last = node
    if move is not None and board.move != move:
        raise NoSuchMoveError(name, move, board.move)
    edges = root.get(EDGES)
    open_sides = frozenset(Side) - parse_edges(edges[0], f"{name}: {EDGES}") if edges else frozenset()
    position = Position(board.grid.rows, board.grid.cols, board.stones[0], board.stones[1], open_sides)
    refuse_breathless(position, name)
    to_move = line.first_player if board.to_move is None else board.to_move
    diagram = Diagram(position, tuple(_labels(last, board, position)), _line(root.get("GN", [""])[0]))
    result, rules = (_line(root.get(key, [""])[0]) for key in ("RE", "RU"))
    taken = (board.taken[0], board.taken[1])
    return SgfPosition(diagram, to_move, taken, board.move, line.komi, result, named, line.games, rules)


def write_sgf(
    diagram: Diagram,
    *,
    to_move: Colour | None = None,
    statuses: Mapping[Point, str] | None = None,
    territory: tuple[Mask, Mask] = (0, 0),
    comment: str = "",
    lines: Sequence[tuple[str, Sequence[tuple[Colour, Point | None]]]] = (),
    tree: Sequence[Variation] = (),
) -> str:
    """Return an SGF file with the stones of *diagram* as setup and its labels as markup.

    A crop gets the private property EDGES, without which it would be read as a complete board.
    :func:`parse_sgf` gives the same diagram back if there are no statuses.

    * *statuses*: of stones; ``dead`` is MA, ``alive`` CR, ``drawn`` SQ, ``unknown`` a question mark. They
      replace labels on these stones.
    * *territory*: of Black and of White, as TB and TW.
    * *lines*: a comment and moves, each a variation; a move without a point is a pass. The main line stays
      the position alone: it ends in a node that shows the markup once more.
    * *tree*: variations that branch, as of a problem. The first of them is the main line then, so that a
      program that goes to its end shows the answer.
    """
    position = diagram.position
    rows, cols = position.rows, position.cols
    size = str(cols) if rows == cols else f"{cols}:{rows}"
    out = [f"(;FF[4]GM[1]CA[UTF-8]SZ[{size}]"]
    if diagram.title:
        out.append(f"GN[{_escaped(diagram.title)}]")
    if position.open_sides:
        edges = [side.value for side in Side if side not in position.open_sides]
        out.append(f"{EDGES}[{','.join(edges) or 'none'}]")
    if to_move is not None:
        out.append(f"PL[{'BW'[to_move]}]")
    for key, mask in (("AB", position.black), ("AW", position.white)):
        out.append(_property(key, [_point(p, cols) for p in bits(mask)]))
    shown = _markup(diagram, statuses or {}, territory)
    if comment:
        shown += f"C[{_escaped(comment)}]"
    out.append(shown)
    if lines and not tree:
        out.append(f"\n(;{shown})")
    out += [f"\n({_variation(one, cols)})" for one in tree]
    for words, moves in lines:
        nodes = [f"{'BW'[colour]}[{'' if point is None else _point(point, cols)}]" for colour, point in moves]
        out.append(f"\n(;{';'.join([(nodes or [''])[0] + f'C[{_escaped(words)}]', *nodes[1:]])})")
    return "".join(out) + ")\n"


def _variation(one: Variation, cols: int) -> str:
    """A move and what follows, without the brackets around it."""
    text = ""
    while True:
        where = "" if one.point is None else _point(one.point, cols)
        judged = "" if one.good is None else "TE[1]" if one.good else "BM[1]"
        comment = f"C[{_escaped(one.comment)}]" if one.comment else ""
        text += f";{'BW'[one.colour]}[{where}]{judged}{comment}"
        if len(one.follow) != 1:
            return text + "".join(f"\n({_variation(next_one, cols)})" for next_one in one.follow)
        one = one.follow[0]


def _markup(diagram: Diagram, statuses: Mapping[Point, str], territory: tuple[Mask, Mask]) -> str:
    """The properties for labels, statuses and territory."""
    position = diagram.position
    cols = position.cols
    marked: dict[str, list[str]] = {}
    for point, label in diagram.labels:
        if point in statuses:
            continue
        white = position.colour_at(point) is not BLACK
        key = next((key for key, pair in _MARKS.items() if pair[white] == label), "LB")
        text = f":{_escaped(label)}" if key == "LB" else ""
        marked.setdefault(key, []).append(_point(point, cols) + text)
    for point, status in sorted(statuses.items()):
        key = _STATUSES.get(status, "LB")
        marked.setdefault(key, []).append(_point(point, cols) + (":?" if key == "LB" else ""))
    for colour in Colour:
        marked[f"T{'BW'[colour]}"] = [_point(point, cols) for point in bits(territory[colour])]
    return "".join(_property(key, values) for key, values in marked.items())


def _line(raw: str) -> str:
    text = sgf_grammar.simpletext_value(raw.encode("utf-8")).decode("utf-8")
    return " ".join("".join(c for c in part if c.isprintable()) for part in text.split())


def _labels(node: Node, board: SgfBoard, position: Position) -> Iterator[tuple[Point, str]]:
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
    return LETTERS[col] + LETTERS[row]


def _escaped(text: str) -> str:
    escaped: bytes = sgf_grammar.escape_text(text.encode("utf-8"))
    return escaped.decode("utf-8")
