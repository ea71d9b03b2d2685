"""The boards that claims are about: those of cases and play cases, and those written down beside a claim."""

import dataclasses
from collections.abc import Mapping

from verifier.board import BLACK, WHITE, Colour, Position, vertex
from verifier.errors import InputError
from verifier.jobs.cases.case import case_ids, load_case
from verifier.jobs.cases.fields import Table, parse_point
from verifier.jobs.playing.case import load_play_case, play_case_ids
from verifier.jobs.playing.replay import Setup
from verifier.jobs.playing.start import setup_of
from verifier.jobs.subject import source_of
from verifier.notation import parse_diagram
from verifier.play.placing import place

__all__ = ["Board", "board_named", "parse_board", "placed"]


@dataclasses.dataclass(frozen=True, slots=True)
class Board:
    """A position with what play from it needs to know."""

    name: str
    setup: Setup
    note: str = ""
    """Where it comes from, if it is no figure of the source."""

    @property
    def position(self) -> Position:
        """The stones."""
        return self.setup.position


def parse_board(table: Table, name: str) -> Board:
    """Parse a table ``[board.NAME]``.

    Raises:
        InputError: names file and key.
    """
    try:
        position = parse_diagram(table.text("diagram")).position
    except InputError as error:
        raise table.error("diagram", str(error)) from None
    to_move = table.colour("to_move") if table.get("to_move") is not None else BLACK
    ko = table.text("ko", "")
    setup = Setup(
        position,
        to_move,
        table.komi("komi"),
        table.pair("lost", (0, 0)),
        parse_point(ko, position, table.place("ko")) if ko else -1,
    )
    board = Board(name, setup, table.text("note", ""))
    table.no_more()
    return board


def board_named(name: str, own: Mapping[str, Board]) -> Board:
    """Return the board of that name: one of the file's *own*, of a case, or of a play case.

    Raises:
        InputError: there is none.
    """
    if name in own:
        return own[name]
    if name in case_ids():
        return Board(name, setup_of(source_of(load_case(name))))
    if name in play_case_ids():
        return Board(name, load_play_case(name).setup)
    raise InputError(f"board {name!r}: no case, no play case and no board of this file")


def placed(board: Board, moves: str) -> Setup:
    """Return *board* after *moves*, written as ``b:r1c2 w:r2c2 pass``; without a colour the sides alternate.

    No rule on ko or repetition is applied, as nothing of hypothetical play depends on what was before.

    Raises:
        InputError: a move is on a stone, is suicide, or takes stones that are assumed alive.
    """
    setup = board.setup
    position, to_move, lost = setup.position, setup.to_move, list(setup.lost)
    for word in moves.split():
        colour, _, point = word.rpartition(":")
        if colour:
            if colour not in ("b", "w"):
                raise InputError(f"move {word!r}: write b: or w: before a point")
            to_move = BLACK if colour == "b" else WHITE
        if point != "pass":
            position, taken = _play(position, to_move, parse_point(point, position, f"move {word!r}"))
            lost[to_move.opponent] += taken
        to_move = to_move.opponent
    return dataclasses.replace(
        setup, position=position, to_move=to_move, lost=(lost[0], lost[1]), ko=-1 if moves else setup.ko
    )


def _play(position: Position, colour: Colour, point: int) -> tuple[Position, int]:
    name = vertex(point, position.rows, position.cols)
    if position.colour_at(point) is not None:
        raise InputError(f"move {name}: there is a stone")
    done = place(position.grid, position.black, position.white, colour, point)
    if done.own_taken:
        raise InputError(f"move {name}: suicide")
    if done.taken & position.assumed(colour.opponent):
        raise InputError(f"move {name}: it would take stones that are assumed alive")
    return dataclasses.replace(position, black=done.black, white=done.white), done.taken.bit_count()
