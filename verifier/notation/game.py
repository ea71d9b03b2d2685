"""Finished games in SGF files: the final position, and what the record says of its result.

Next to the stones that is what the players agreed on: dead stones taken off after the last move (AE),
territory marks (TB, TW), and the properties RE, RU, KM and HA. Nothing of it is judged here.
"""

import dataclasses
from collections.abc import Sequence

from sgfmill import sgf_grammar

from verifier.board import Colour, Mask, Point, Position
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.notation.diagram import refuse_breathless
from verifier.notation.sgf_game import (
    EDGES,
    LETTERS,
    PLAYS,
    MainLine,
    Node,
    NoSuchMoveError,
    SgfBoard,
    count_games,
    named_player,
    parse_main_line,
)

__all__ = [
    "MOST_HANDICAP",
    "GameRecord",
    "Step",
    "annotated_game",
    "count_games",
    "handicap_of",
    "parse_game",
    "steps_of",
]

MOST_HANDICAP = 25
_MARKUP = {"TB", "TW", "MA", "CR", "TR", "SQ", "LB"}


@dataclasses.dataclass(frozen=True, slots=True)
class GameRecord:
    """A game of a file up to the position that is to be judged, as recorded."""

    name: str
    """What to call the file in messages."""
    position: Position
    """The stones before any agreed removal."""
    prisoners: tuple[int, int]
    """Stones taken in play by Black and by White."""
    moves: int
    """Number of moves played, passes included."""
    passes: int
    """How many passes in a row end it."""
    removed: Mask
    """Stones that the record takes off after the last move, or after a set-up position if the record names a
    result or territory."""
    marks: tuple[Mask, Mask]
    """Points marked as territory of Black (TB) and of White (TW) at the end."""
    komi: float | None
    handicap: int
    rules: str
    """RU as written; empty if it is missing."""
    result: str
    """RE as written; empty if it is missing."""
    nodes: tuple[Node, ...] = dataclasses.field(repr=False, compare=False)
    """The nodes of the main line up to the position."""
    named: Colour | None = None
    """The side to move that PL names for the position; None if it names none, or a move came after it."""
    to_move: Colour = Colour.BLACK
    """Who would move next."""

    def about(self, key: str) -> str:
        """What the record says of the whole game under a property such as PB; empty if it is missing."""
        return _text(self.nodes[0], key) if self.nodes else ""


def parse_game(
    data: bytes | str, *, game: int = 1, move: int | None = None, name: str = "SGF"
) -> GameRecord:
    """Return game number *game* of *data* as it stands after *move* moves; default: at its end.

    A text is decoded already, whatever its CA says.

    Raises:
        InputError: the file is broken, is no game of Go on a complete board, has no such game or move, plays
            on an occupied point, or leaves a chain without liberties.
    """
    line = parse_main_line(data, game, name)
    if EDGES in line.root:
        raise InputError(f"{name}: a crop of a board; a game has a complete one")
    nodes, rest = _split(line, move)
    board = line.board()
    passes = 0
    named: Colour | None = None
    for node in nodes:
        board.setup(node)
        for key in (key for key in node if key in PLAYS):
            for value in node[key]:
                passes = passes + 1 if board.is_pass(value) else 0
                board.play(PLAYS[key], value)
                named = None
        if "PL" in node:
            named = named_player(node)
    if move is not None and board.move != move:
        raise NoSuchMoveError(name, move, board.move)
    removed: Mask = 0
    for node in rest:
        for point in board.points([value for value in node.get("AE", []) if value], "AE"):
            removed |= (1 << point) & (board.stones[0] | board.stones[1])
    position = Position(board.grid.rows, board.grid.cols, board.stones[0], board.stones[1])
    refuse_breathless(position, name)
    ending = [nodes[-1], *rest] if nodes else rest
    return GameRecord(
        name=name,
        position=position,
        prisoners=(board.taken[0], board.taken[1]),
        moves=board.move,
        passes=passes,
        removed=removed,
        marks=(_marked(board, ending, "TB"), _marked(board, ending, "TW")),
        komi=line.komi,
        handicap=_handicap(line.root, name),
        rules=_text(line.root, "RU"),
        result=_text(line.root, "RE"),
        nodes=(*nodes, *rest),
        named=named,
        to_move=named if named is not None else line.first_player if board.to_move is None else board.to_move,
    )


def _split(line: MainLine, move: int | None) -> tuple[list[Node], list[Node]]:
    """The nodes that make the position, and those after it that only take stones off or mark points."""
    nodes = list(line.nodes)
    if move is not None:
        made, count = 0, len(nodes)
        for number, node in enumerate(nodes):
            plays = sum(len(node[key]) for key in node if key in PLAYS)
            if plays and made >= move:
                count = number
                break
            made += plays
        nodes = nodes[:count]
    last = max((i for i, node in enumerate(nodes) if not _after_the_end(node)), default=0)
    moved = any(key in PLAYS for node in nodes[: last + 1] for key in node)
    # Without a move a node that takes stones off is part of setting the position up, unless the game is over:
    # so servers export what the players took off.
    ended = moved or "RE" in line.root or any(key in ("TB", "TW") for node in nodes for key in node)
    return (nodes[: last + 1], nodes[last + 1 :]) if ended else (nodes, [])


def _after_the_end(node: Node) -> bool:
    return not any(key in PLAYS or key in ("AB", "AW") for key in node)


def _marked(board: SgfBoard, nodes: Sequence[Node], key: str) -> Mask:
    mask: Mask = 0
    for node in nodes:
        for point in board.points([value for value in node.get(key, []) if value.strip()], key):
            mask |= 1 << point
    return mask


def _text(root: Node, key: str) -> str:
    raw = sgf_grammar.simpletext_value(root.get(key, [""])[0].encode("utf-8")).decode("utf-8")
    return " ".join("".join(c if c.isprintable() else " " for c in raw).split())


def _handicap(root: Node, name: str) -> int:
    text = root.get("HA", ["0"])[0].strip() or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= MOST_HANDICAP):
        raise InputError(f"{name}: HA[{_text(root, 'HA')[:20]}]: a number of handicap stones is needed")
    return int(text)


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """The board after a move of a game, or after stones were set up."""

    colour: Colour | None
    """Who moved; None for stones that were set up."""
    point: Point | None
    """Where; None for a pass, and for stones that were set up."""
    black: Mask
    white: Mask


def steps_of(record: GameRecord) -> tuple[Step, ...]:
    """Return the boards of a game from its first to the position of the record.

    The first step is the board before any move; each further one is a move, or stones set up on the way.
    """
    position = record.position
    board = SgfBoard(position.rows, position.cols, record.name)
    steps = [Step(None, None, 0, 0)]
    end = position.black, position.white
    for node in record.nodes:
        if board.move == record.moves and _after_the_end(node) and _stones_of(steps[-1]) == end:
            break
        board.setup(node)
        if tuple(board.stones) != _stones_of(steps[-1]):
            steps.append(Step(None, None, *board.stones))
        for key in (key for key in node if key in PLAYS):
            for value in node[key]:
                point = None if board.is_pass(value) else board.point(value, key)
                board.play(PLAYS[key], value)
                steps.append(Step(PLAYS[key], point, *board.stones))
    # The stones before the first move are its board, and no step of their own.
    return tuple(steps[1:] if len(steps) > 1 and steps[1].colour is None else steps)


def _stones_of(step: Step) -> tuple[Mask, Mask]:
    return step.black, step.white


def handicap_of(data: bytes, name: str = "SGF") -> int:
    """Return the number of handicap stones that the first game of *data* names in HA.

    Raises:
        InputError: the file is broken, or HA is no such number.
    """
    return _handicap(parse_main_line(data, 1, name).root, name)


def annotated_game(
    record: GameRecord,
    comment: str,
    marks: dict[str, Mask],
    labels: dict[Point, str],
    lines: Sequence[tuple[str, Sequence[tuple[Colour, Point | None]]]],
) -> str:
    """Return the game as SGF with a comment and markup on its last position, and variations from there.

    *marks* are sets of points by property (TB, TW, MA, CR, TR, SQ), *labels* go to LB. Each of *lines* is a
    comment and moves; a move without a point is a pass. Other variations of the file are left out. UTF-8.
    """
    cols = record.position.cols
    sequence = [_encoded(node) for node in record.nodes]
    sequence[0]["CA"] = [b"UTF-8"]
    sequence[0].setdefault("FF", [b"4"])
    end = _end(record) + 1
    tree, last = _tree(sequence[:end]), sequence[end - 1]
    for key in _MARKUP & last.keys():
        del last[key]
    last["C"] = [b"\n\n".join([*last.get("C", []), _escaped(comment)])]
    for key, mask in marks.items():
        if mask:
            last[key] = [_at(point, cols) for point in bits(mask)]
    if labels:
        last["LB"] = [_at(point, cols) + b":" + _escaped(text) for point, text in sorted(labels.items())]
    if sequence[end:]:
        tree.children.append(_tree(sequence[end:]))
    for words, moves in lines:
        nodes = [{"BW"[colour]: [b"" if point is None else _at(point, cols)]} for colour, point in moves]
        nodes = nodes or [{}]
        nodes[0]["C"] = [_escaped(words)]
        tree.children.append(_tree(nodes))
    text: bytes = sgf_grammar.serialise_game_tree(tree)
    return text.decode("utf-8")


def _encoded(node: Node) -> dict[str, list[bytes]]:
    return {key: [value.encode("utf-8") for value in values] for key, values in node.items()}


def _tree(nodes: list[dict[str, list[bytes]]]) -> sgf_grammar.Coarse_game_tree:
    tree = sgf_grammar.Coarse_game_tree()
    tree.sequence = nodes
    return tree


def _end(record: GameRecord) -> int:
    """The number of the node with the last move, or 0."""
    return max((i for i, node in enumerate(record.nodes) if not _after_the_end(node)), default=0)


def _at(point: Point, cols: int) -> bytes:
    row, col = divmod(point, cols)
    return (LETTERS[col] + LETTERS[row]).encode()


def _escaped(text: str) -> bytes:
    escaped: bytes = sgf_grammar.escape_text(text.encode("utf-8"))
    return escaped
