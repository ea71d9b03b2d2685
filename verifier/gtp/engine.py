"""The engine: a session's board, ruleset and verdicts, and the commands of the protocol itself."""

from collections.abc import Callable
from pathlib import Path

from verifier.arguments import KOMI, is_komi
from verifier.board import Colour, Position, vertex, vertices
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.gtp.analysis import Analysis
from verifier.gtp.final import Final, UnknownAs
from verifier.gtp.protocol import Command, GtpError, GtpQuit, Protocol
from verifier.gtp.setting import Setting
from verifier.gtp.table import Table, fixed_handicap, free_handicap, move_name
from verifier.gtp.verdicts import Adjudicator
from verifier.gtp.words import colour_of, expect, float_of, int_of, move_of, path_of, point_of
from verifier.jobs.audit.batch import stated_komi
from verifier.jobs.audit.claims import stated_dead
from verifier.jobs.audit.katago import KataGo
from verifier.notation import parse_sgf
from verifier.notation.game import handicap_of, parse_game
from verifier.notation.record import parse_record
from verifier.notation.sgf_game import NoSuchMoveError
from verifier.play.game import PASS
from verifier.play.setup import Setup
from verifier.search import Status
from verifier.text import board
from verifier.version import __version__

__all__ = ["Engine"]

_MAX_BYTES = 16 * 1024 * 1024


class Engine(Protocol):
    """A session. :meth:`reply` answers one line, :meth:`serve` a stream of them."""

    def __init__(
        self,
        setting: Setting,
        adjudicator: Adjudicator,
        unknown: UnknownAs = "error",
        guide: KataGo | None = None,
    ) -> None:
        self.table = Table(setting.played)
        self.analysis = Analysis(self.table, setting, adjudicator, guide)
        self.final = Final(self.analysis, unknown)
        super().__init__(
            {**self._core(), **self._more(), **self.final.commands(), **self.analysis.commands()}
        )

    def _core(self) -> dict[str, Command]:
        """What the protocol demands of every engine."""
        return {
            "protocol_version": _says("2"),
            "name": _says("Shikatsu"),
            "version": _says(__version__),
            "known_command": self._known_command,
            "list_commands": self._list_commands,
            "quit": _quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
        }

    def _more(self) -> dict[str, Command]:
        """What the protocol describes besides, and what other engines have."""
        return {
            "undo": self._undo,
            "showboard": self._showboard,
            "loadsgf": self._loadsgf,
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._place_free_handicap,
            "set_free_handicap": self._set_free_handicap,
            "reg_genmove": self._reg_genmove,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "rectangular_boardsize": self._rectangular_boardsize,
            "query_boardsize": self._query_boardsize,
            "get_komi": self._get_komi,
            "list_stones": self._list_stones,
            "captures": self._captures,
            "is_legal": self._is_legal,
            "all_legal": self._all_legal,
            "move_history": self._move_history,
            "gogui-interrupt": _says(""),
            "gogui-setup": self._setup,
            "gogui-setup_player": self._setup_player,
            "gogui-play_sequence": self._play_sequence,
        }

    @property
    def _position(self) -> Position:
        return self.table.position

    @property
    def _size(self) -> tuple[int, int]:
        return self._position.rows, self._position.cols

    # Administration

    def _known_command(self, arguments: list[str]) -> str:
        expect(arguments, "known_command NAME")
        return "true" if arguments[0] in self.commands else "false"

    def _list_commands(self, arguments: list[str]) -> str:
        expect(arguments, "list_commands")
        return "\n".join(self.commands)

    # The board

    def _boardsize(self, arguments: list[str]) -> str:
        expect(arguments, "boardsize SIZE")
        size = int_of(arguments[0], "size")
        self._empty(size, size)
        return ""

    def _rectangular_boardsize(self, arguments: list[str]) -> str:
        expect(arguments, "rectangular_boardsize COLUMNS ROWS")
        cols, rows = (int_of(text, "size") for text in arguments)
        self._empty(rows, cols)
        return ""

    def _query_boardsize(self, arguments: list[str]) -> str:
        expect(arguments, "query_boardsize")
        rows, cols = self._size
        return str(cols) if rows == cols else f"{cols} {rows}"

    def _clear_board(self, arguments: list[str]) -> str:
        expect(arguments, "clear_board")
        self._empty(*self._size)
        return ""

    def _empty(self, rows: int, cols: int) -> None:
        """Take an empty board, of which nobody has said anything."""
        self.table.resize(rows, cols)
        self.analysis.hints.clear()

    def _komi(self, arguments: list[str]) -> str:
        expect(arguments, "komi KOMI")
        value = float_of(arguments[0], "komi")
        if not is_komi(value):
            raise GtpError(f"syntax error: komi must be {KOMI}, not {value:g}")
        self.table.komi = value
        return ""

    def _get_komi(self, arguments: list[str]) -> str:
        expect(arguments, "get_komi")
        return f"{self.table.komi:g}"

    def _showboard(self, arguments: list[str]) -> str:
        expect(arguments, "showboard")
        black, white = self.table.taken
        return (
            f"{self._to_move.capitalize()} to move; taken by Black {black}, by White {white}\n"
            f"{board(self._position)}"
        )

    @property
    def _to_move(self) -> str:
        return str(self.table.game.now.to_move)

    def _list_stones(self, arguments: list[str]) -> str:
        expect(arguments, "list_stones COLOUR")
        return " ".join(vertices(self._position.stones(colour_of(arguments[0])), *self._size))

    def _captures(self, arguments: list[str]) -> str:
        expect(arguments, "captures COLOUR")
        return str(self.table.taken[colour_of(arguments[0])])

    # Moves

    def _play(self, arguments: list[str]) -> str:
        expect(arguments, "play COLOUR VERTEX")
        self._make(colour_of(arguments[0]), move_of(arguments[1], *self._size))
        return ""

    def _make(self, colour: Colour, move: int) -> None:
        try:
            self.table.play(colour, move)
        except InputError as error:
            raise GtpError(f"illegal move: {error}") from None

    def _genmove(self, arguments: list[str]) -> str:
        """A pass; resignation where the ruleset forbids it."""
        expect(arguments, "genmove COLOUR")
        colour = colour_of(arguments[0])
        if self.table.refusal(colour, PASS):
            return "resign"
        self.table.play(colour, PASS)
        return "pass"

    def _reg_genmove(self, arguments: list[str]) -> str:
        expect(arguments, "reg_genmove COLOUR")
        return "resign" if self.table.refusal(colour_of(arguments[0]), PASS) else "pass"

    def _undo(self, arguments: list[str]) -> str:
        expect(arguments, "undo")
        self.table.undo()
        return ""

    def _is_legal(self, arguments: list[str]) -> str:
        expect(arguments, "is_legal COLOUR VERTEX")
        refused = self.table.refusal(colour_of(arguments[0]), move_of(arguments[1], *self._size))
        return "0" if refused else "1"

    def _all_legal(self, arguments: list[str]) -> str:
        expect(arguments, "all_legal COLOUR")
        colour = colour_of(arguments[0])
        legal = [point for point in bits(self._position.empty) if not self.table.refusal(colour, point)]
        return " ".join(vertex(point, *self._size) for point in legal)

    def _move_history(self, arguments: list[str]) -> str:
        """The last move first, as other engines have it."""
        expect(arguments, "move_history")
        position = self._position
        return "\n".join(f"{colour} {move_name(position, move)}" for colour, move in self.table.moves[::-1])

    def _play_sequence(self, arguments: list[str]) -> str:
        expect(arguments, "gogui-play_sequence COLOUR VERTEX ...")
        moves = self._pairs(arguments, passes=True)
        try:
            self.table.play_all(moves)
        except InputError as error:
            raise GtpError(f"illegal move: {error}") from None
        return ""

    def _setup(self, arguments: list[str]) -> str:
        """A board of these stones; Black moves next, and nothing was taken."""
        stones = [0, 0]
        for colour, point in self._pairs(arguments, passes=False):
            stones[colour] |= 1 << point
        rows, cols = self._size
        self.table.begin(Setup(Position(rows, cols, stones[0], stones[1])))
        return ""

    def _setup_player(self, arguments: list[str]) -> str:
        expect(arguments, "gogui-setup_player COLOUR")
        colour, table = colour_of(arguments[0]), self.table
        if table.moves:
            table.game.hand_turn(colour)
        else:
            start = table.start
            table.begin(Setup(start.position, colour, start.komi, start.lost), handicap=table.handicap)
        return ""

    def _pairs(self, arguments: list[str], *, passes: bool) -> list[tuple[Colour, int]]:
        if len(arguments) % 2:
            raise GtpError("syntax error: a colour and a vertex for each stone")
        place: Callable[..., int] = move_of if passes else point_of
        pairs = zip(arguments[::2], arguments[1::2], strict=True)
        return [(colour_of(colour), place(where, *self._size)) for colour, where in pairs]

    # Handicap

    def _fixed_handicap(self, arguments: list[str]) -> str:
        expect(arguments, "fixed_handicap STONES")
        return self._handicap(fixed_handicap(int_of(arguments[0], "number"), *self._size))

    def _place_free_handicap(self, arguments: list[str]) -> str:
        expect(arguments, "place_free_handicap STONES")
        return self._handicap(free_handicap(int_of(arguments[0], "number"), *self._size))

    def _set_free_handicap(self, arguments: list[str]) -> str:
        expect(arguments, "set_free_handicap VERTEX ...")
        points = [point_of(text, *self._size) for text in arguments]
        rows, cols = self._size
        if not 2 <= len(points) < rows * cols or len(set(points)) < len(points):
            raise GtpError(f"bad vertex list: 2 to {rows * cols - 1} points, each once")
        self._handicap(points)
        return ""

    def _handicap(self, points: list[int]) -> str:
        self.table.place(sum(1 << point for point in points))
        return " ".join(vertex(point, *self._size) for point in points)

    # Records

    def _loadsgf(self, arguments: list[str]) -> str:
        """Begin with a record; with a number, before the move of that number."""
        expect(arguments, "loadsgf FILE [MOVE]")
        move = int_of(arguments[1], "move", 1) - 1 if len(arguments) > 1 else None
        name = path_of(arguments[0])
        try:
            data = _read(name)
            self._load(data, move, name)
            self._take_hints(data, move, name)
        except NoSuchMoveError as error:  # its moves are counted from 0
            last = error.moves + 1
            choice = f"choose 1 to {last}" if error.moves else "leave the number out"
            told = f"{name}: no move {error.move + 1} to stop before; {choice}"
            raise GtpError(f"cannot load file: {told}") from None
        except InputError as error:
            message = str(error).replace("say what is meant with --komi", "correct KM in the file")
            raise GtpError(f"cannot load file: {message}") from None
        return ""

    def _load(self, data: bytes, move: int | None, name: str) -> None:
        try:
            record = parse_record(data, move=move, name=name)
        except InputError:
            # Stones set up during play: the board at that move, without the moves before it.
            found = parse_sgf(data, move=move, name=name)
            black, white = found.prisoners
            komi = stated_komi(found.komi or 0.0, name)
            start = Setup(found.position, found.to_move, 0.0, (white, black))
            self.table.begin(start, handicap=handicap_of(data, name))
            self.table.komi = komi
            return
        komi, handicap = stated_komi(record.komi, name), handicap_of(data, name)
        try:
            self.table.begin(Setup(record.position, record.to_move), record.moves, handicap=handicap)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        self.table.komi = komi

    def _take_hints(self, data: bytes, move: int | None, name: str) -> None:
        """Take what the record says of dead stones for hints, if it is read up to its end."""
        hints = self.analysis.hints
        hints.clear()
        if move is not None:
            return
        try:
            record = parse_game(data, name=name)
            dead, _ = stated_dead(record)
        except InputError:
            return  # no finished game
        if dead is not None and record.position == self._position:
            hints.say(record.position, dead, Status.DEAD)

    # Time

    def _time_settings(self, arguments: list[str]) -> str:
        """Accepted and not needed: a pass takes no time."""
        expect(arguments, "time_settings MAIN BYO_YOMI STONES")
        for text in arguments:
            int_of(text, "time")
        return ""

    def _time_left(self, arguments: list[str]) -> str:
        expect(arguments, "time_left COLOUR TIME STONES")
        colour_of(arguments[0])
        for text in arguments[1:]:
            int_of(text, "time")
        return ""


def _says(text: str) -> Command:
    def command(arguments: list[str]) -> str:
        expect(arguments, "command")
        return text

    return command


def _quit(arguments: list[str]) -> str:
    raise GtpQuit


def _read(name: str) -> bytes:
    try:
        with Path(name).open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{name!r} cannot be read ({error.strerror})") from None
    except ValueError:
        raise InputError(f"{name!r} is not the name of a file") from None
    if len(data) > _MAX_BYTES:
        raise InputError(f"{name!r} is larger than {_MAX_BYTES // 2**20} MiB; no game is")
    return data
