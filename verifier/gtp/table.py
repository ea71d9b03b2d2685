"""A board that a controller conducts: moves of either colour, handicap, set-up, records, undo.

Moves are judged by :class:`verifier.play.game.Game`. Unlike a game between players, either colour may
move at any time, and may go on after passes that would have ended the game.
"""

import dataclasses
from collections.abc import Iterable, Sequence

from verifier.board import BLACK, MAX_SIDE, WHITE, Colour, Mask, Point, Position, vertex
from verifier.errors import InputError
from verifier.gtp.protocol import GtpError
from verifier.play.game import Cause, Game
from verifier.play.setup import Setup
from verifier.rules import PlayRules

__all__ = ["Table", "fixed_handicap", "free_handicap", "move_name"]


class Table:
    """The board of a session."""

    def __init__(self, rules: PlayRules, rows: int = 19, cols: int = 19) -> None:
        self.rules = rules
        self.komi = 0.0
        self.handicap = 0
        """Handicap stones of the game: placed by command, or those that a record names."""
        self.start = Setup(Position(rows, cols, 0, 0))
        self.game = self.start.game(rules)
        self.moves: list[tuple[Colour, Point]] = []
        """Who moved where since the start, -1 being a pass."""
        self._sizes: list[int] = []
        """For each move the length of the game before it."""

    @property
    def position(self) -> Position:
        """The stones on the board."""
        return self.game.position

    @property
    def taken(self) -> tuple[int, int]:
        """Stones that Black and White have taken."""
        lost = self.game.now.lost
        return lost[WHITE], lost[BLACK]

    def resize(self, rows: int, cols: int) -> None:
        """Take an empty board of another size.

        Raises:
            GtpError: there are no boards of that size.
        """
        if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
            raise GtpError(f"unacceptable size: boards have 1 to {MAX_SIDE} lines")
        self.begin(Setup(Position(rows, cols, 0, 0)))

    def begin(
        self, start: Setup, moves: Iterable[tuple[Colour, Point]] = (), *, handicap: int = 0
    ) -> None:
        """Begin anew from *start* with *moves*; so many stones of it are handicap stones.

        Raises:
            InputError: a move is illegal, and it says which, or the board cannot be played on; nothing has
                changed then.
        """
        before = self.start, self.game, self.moves, self._sizes
        try:
            self.start, self.game, self.moves, self._sizes = start, start.game(self.rules), [], []
            for number, (colour, move) in enumerate(moves, start=1):
                try:
                    self.play(colour, move)
                except InputError as error:
                    raise InputError(f"move {number}: {error}") from None
        except BaseException:  # an interruption too
            self.start, self.game, self.moves, self._sizes = before
            raise
        self.handicap = handicap

    def refusal(self, colour: Colour, move: Point) -> str:
        """Why *colour* may not make *move*; empty if it may."""
        trial = self.game.copy()
        try:
            _move(trial, colour, move)
        except InputError as error:
            return str(error)
        return ""

    def play(self, colour: Colour, move: Point) -> None:
        """Make a move.

        Raises:
            InputError: the rules forbid it; nothing has changed.
        """
        trial, size = self.game.copy(), len(self.game.past)
        _move(trial, colour, move)
        self.game = trial
        self.moves.append((colour, move))
        self._sizes.append(size)

    def play_all(self, moves: Sequence[tuple[Colour, Point]]) -> None:
        """Make several moves, or none if one of them is refused. Raises InputError like :meth:`play`."""
        count = len(self.moves)
        try:
            for colour, move in moves:
                self.play(colour, move)
        except BaseException:  # an interruption too
            while len(self.moves) > count:
                self.undo()
            raise

    def undo(self) -> None:
        """Take back the last move.

        Raises:
            GtpError: there is none; handicap stones and a set-up are no moves.
        """
        if not self.moves:
            raise GtpError("cannot undo: no move was made")
        size = self._sizes.pop()
        while len(self.game.past) > size:
            self.game.undo()
        self.moves.pop()

    def set_rules(self, rules: PlayRules) -> None:
        """Go on under other rules of play.

        Raises:
            InputError: a move made so far is illegal under them; nothing has changed.
        """
        before, self.rules = self.rules, rules
        try:
            self.begin(self.start, list(self.moves), handicap=self.handicap)
        except BaseException:  # an interruption too
            self.rules = before
            raise

    def place(self, stones: Mask) -> None:
        """Put handicap stones of Black on the empty board; White moves next.

        Raises:
            GtpError: the board is not empty.
        """
        now = self.position
        if now.black | now.white or self.moves:
            raise GtpError("board not empty")
        self.begin(Setup(dataclasses.replace(now, black=stones), WHITE), handicap=stones.bit_count())


def _move(game: Game, colour: Colour, move: Point) -> None:
    passed_out = game.result is not None and game.result.cause is Cause.COMPLETE
    if passed_out or (game.result is None and (game.now.to_move is not colour or game.halted)):
        game.hand_turn(colour)
    try:
        game.play(move, colour)
    except InputError as error:
        # The number of the move is the game's, which counts handed turns as well.
        hint = "; undo first" if game.result is not None else ""
        raise InputError((str(error).partition("): ")[2] or str(error)) + hint) from None


# Handicap


def fixed_handicap(number: int, rows: int, cols: int) -> list[Point]:
    """Return the handicap points that the protocol fixes (section 4.1.1).

    Raises:
        GtpError: there are no such points for that number on that board.
    """
    size = rows if rows == cols else 0
    most = 9 if size % 2 and size >= 9 else 4 if size >= 7 else 0
    if not 2 <= number <= most:
        raise GtpError(f"invalid number of stones: this board has fixed places for {_range(most)}")
    edge = 3 if size > 12 else 2
    low, middle, high = edge, size // 2, size - 1 - edge
    # (column, line from below), in the order of the protocol.
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    chosen = corners[: min(number, 4)] + (sides[: 2 * ((number - 4) // 2)] if number > 5 else [])
    if number in (5, 7, 9):
        chosen.append((middle, middle))
    return [(rows - 1 - line) * cols + column for column, line in chosen]


def _range(most: int) -> str:
    return f"2 to {most} stones" if most else "no stones; use place_free_handicap"


def free_handicap(number: int, rows: int, cols: int) -> list[Point]:
    """Return places for *number* stones, or for fewer: fixed ones, or every other point from the middle.

    Raises:
        GtpError: the number makes no sense on this board.
    """
    if not 2 <= number < rows * cols:
        raise GtpError(f"invalid number of stones: 2 to {rows * cols - 1} have room on this board")
    for fewer in range(min(number, 9), 1, -1):
        try:
            return fixed_handicap(fewer, rows, cols)
        except GtpError:
            continue
    points = sorted(range(rows * cols), key=lambda point: _distance(point, rows, cols))
    spread = [point for point in points if sum(divmod(point, cols)) % 2 == 0]
    return (spread + [point for point in points if point not in spread])[:number]


def _distance(point: Point, rows: int, cols: int) -> tuple[int, int]:
    row, column = divmod(point, cols)
    return (2 * row - rows + 1) ** 2 + (2 * column - cols + 1) ** 2, point


def move_name(position: Position, move: Point) -> str:
    """A move in the words of the protocol."""
    return "pass" if move < 0 else vertex(move, position.rows, position.cols)
