"""The moves of an SGF game, for replaying it under a ruleset."""

import dataclasses

from sgfmill import sgf_grammar

from verifier.board import WHITE, Colour, Point, Position
from verifier.errors import InputError
from verifier.notation.diagram import refuse_breathless
from verifier.notation.sgf import _EDGES, _PLAYS, _Board, _decoded, _games, _number, _shown, _size

__all__ = ["SgfRecord", "read_record"]


@dataclasses.dataclass(frozen=True, slots=True)
class SgfRecord:
    """A start position and the moves of the main line, unjudged."""

    position: Position
    to_move: Colour
    moves: tuple[tuple[Colour, Point], ...]
    """Who moves where; -1 is a pass."""
    komi: float


def read_record(data: bytes, *, game: int = 1, move: int | None = None, name: str = "SGF") -> SgfRecord:
    """Return the first *move* moves (default: all) of the main line of game number *game* in *data*.

    Setup stones count before the first move only.

    Raises:
        InputError: the file is broken, is no game of Go on a complete board, has no such game or move,
            sets up stones later, or a move is no point of the board.
    """
    games = _games(data, name)
    if not 1 <= game <= len(games):
        raise InputError(f"{name}: game {game}: the file has {len(games)} games; choose one of them")
    nodes = [_decoded(node) for node in sgf_grammar.main_sequence_iter(games[game - 1])]
    root = nodes[0]
    if root.get("GM", ["1"])[0].strip() not in ("", "1"):
        raise InputError(f"{name}: GM[{_shown(root['GM'][0])}]: not a game of Go; use a file with GM[1]")
    if _EDGES in root:
        raise InputError(f"{name}: a crop of a board; ordinary play needs a complete one")
    board = _Board(*_size(root, name), name)
    small = board.grid.rows <= 19 and board.grid.cols <= 19
    moves: list[tuple[Colour, Point]] = []
    to_move: Colour | None = None
    for number, node in enumerate(nodes):
        if moves and any(key in node for key in ("AB", "AW", "AE")):
            raise InputError(f"{name}: node {number}: stones are set up during play; remove them")
        board.setup(node)
        if "PL" in node and not moves:
            to_move = WHITE if node["PL"][0].strip().upper().startswith("W") else Colour.BLACK
        for key in node:
            if key in _PLAYS:
                for value in node[key]:
                    blank = value.strip() == "" or (value.strip() == "tt" and small)
                    moves.append((_PLAYS[key], -1 if blank else board.point(value, key)))
    if move is not None:
        if not 0 <= move <= len(moves):
            raise InputError(
                f"{name}: move {move}: the main line has {len(moves)} moves; choose 0 to {len(moves)}"
            )
        moves = moves[:move]
    if to_move is None:
        handicap = (_number(root.get("HA", ["0"])[0]) or 0) >= 2
        to_move = moves[0][0] if moves else WHITE if handicap else Colour.BLACK
    position = Position(board.grid.rows, board.grid.cols, board.stones[0], board.stones[1])
    refuse_breathless(position, name)
    komi = (_number(root["KM"][0]) if "KM" in root else None) or 0.0
    return SgfRecord(position, to_move, tuple(moves), komi)
