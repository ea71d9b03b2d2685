"""The moves of an SGF game, for replaying it under a ruleset."""

import dataclasses

from verifier.board import Colour, Point, Position
from verifier.errors import InputError
from verifier.notation.diagram import refuse_breathless
from verifier.notation.sgf_game import EDGES, PLAYS, NoSuchMoveError, named_player, parse_main_line

__all__ = ["SgfRecord", "parse_record"]


@dataclasses.dataclass(frozen=True, slots=True)
class SgfRecord:
    """A start position and the moves of the main line, unjudged."""

    position: Position
    to_move: Colour
    moves: tuple[tuple[Colour, Point], ...]
    """Who moves where; -1 is a pass."""
    komi: float
    games: int = 1
    """How many games the file has."""


def parse_record(data: bytes, *, game: int = 1, move: int | None = None, name: str = "SGF") -> SgfRecord:
    """Return the first *move* moves (default: all) of the main line of game number *game* in *data*.

    Setup stones count before the first move only.

    Raises:
        InputError: the file is broken, is no game of Go on a complete board, has no such game or move,
            sets up stones later, or a move is no point of the board.
    """
    line = parse_main_line(data, game, name)
    if EDGES in line.root:
        raise InputError(f"{name}: a crop of a board; ordinary play needs a complete one")
    board = line.board()
    moves: list[tuple[Colour, Point]] = []
    to_move: Colour | None = None
    for number, node in enumerate(line.nodes):
        if moves and any(key in node for key in ("AB", "AW", "AE")):
            raise InputError(f"{name}: node {number}: stones are set up during play; remove them")
        board.setup(node)
        if "PL" in node and not moves:
            to_move = named_player(node)
        moves += [
            (PLAYS[key], -1 if board.is_pass(value) else board.point(value, key))
            for key in node
            if key in PLAYS
            for value in node[key]
        ]
    if move is not None:
        if not 0 <= move <= len(moves):
            raise NoSuchMoveError(name, move, len(moves))
        moves = moves[:move]
    if to_move is None:
        to_move = moves[0][0] if moves else line.first_player
    position = Position(board.grid.rows, board.grid.cols, board.stones[0], board.stones[1])
    refuse_breathless(position, name)
    return SgfRecord(position, to_move, tuple(moves), line.komi or 0.0, line.games)
