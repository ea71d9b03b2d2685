"""What the symbols of the specification mean.

No symbol is computed from the axiom that defines it: each asks the engine, the grid or the counting of ends,
and the two sides of an axiom ask different parts of them. Where a symbol is asked for what the engine does
not know (a play after the end, what a stone on an occupied point would take) it has no value.
"""

import dataclasses
import functools
from collections.abc import Callable

from verifier.board import WHITE, Colour, Mask, Position
from verifier.jobs.ikeda.model import EMPTY, OUTSIDE, PASS, STONES, XY, State
from verifier.play.game import Game

__all__ = ["PASSING", "SYMBOLS", "NoValueError", "Value", "World"]

Value = object
"""True and False, numbers, colours as 黒, 白, 空, 外, points as (x, y), sets of both, plays as points or
:data:`PASSING` or :data:`NO_MOVE`, boards as two masks, states."""

PASSING, NO_MOVE = "パスする", "無し"


class NoValueError(Exception):
    """A term has no value here."""


class _OutOfTurn:
    """The state after a move that the engine refused because the other side was to move."""


@dataclasses.dataclass(frozen=True)
class World:
    """The game that constants and the geometry of the board belong to."""

    game: Game

    @functools.cached_property
    def start(self) -> State:
        """開始状態: an empty board of this size."""
        rows, cols = self.game.grid.rows, self.game.grid.cols
        return State.of(Game(self.game.rules, Position(rows, cols, 0, 0), komi=self.game.komi))

    @property
    def komi(self) -> float:
        """コミ."""
        return self.game.komi


# States


def _reached(s: Value) -> State:
    """A state of a game, and no trial board."""
    if isinstance(s, State) and s.reached:
        return s
    raise NoValueError("no state of a game")


def _shown(s: Value) -> State:
    """A state with a board, reached or on trial."""
    if isinstance(s, State):
        return s
    raise NoValueError("no board")


def _going_on(s: Value, side: Colour) -> State:
    """A state in which *side* is to move."""
    state = _reached(s)
    if state.game.result is not None or state.game.now.to_move is not side:
        raise NoValueError("not to move")
    return state


def _with_free(s: Value, xy: XY) -> State:
    """A state of a game in which a stone could be put on *xy*."""
    state = _reached(s)
    if state.colour(xy) != EMPTY:
        raise NoValueError("no empty point of the board")
    return state


def _moved(side: Colour, w: World, s: Value, play: Value) -> Value:
    """黒番, 白番: the state after a move that is legal for the side to move."""
    state = _reached(s)
    move = _engine_move(state, play)
    if move is None or state.game.result is not None or not state.legal(move):
        raise NoValueError("not a legal move")
    return _OutOfTurn() if state.out_of_turn(side, move) else state.after(move)


def _engine_move(s: State, play: Value) -> int | None:
    if play == PASSING:
        return PASS
    return s.point(play) if isinstance(play, tuple) else None


def _out_of_turn(w: World, s: Value) -> bool:
    if isinstance(s, _OutOfTurn):
        return True
    if _reached(s).start:
        raise NoValueError("no move was made")
    return False


def _put(side: Colour, w: World, s: Value, xy: XY) -> State:
    state = _shown(s)
    if state.colour(xy) != EMPTY:
        raise NoValueError("no empty point of the board")
    return state.put(side, xy)


def _tried(side: Colour, w: World, s: Value, xy: XY) -> State:
    state = _with_free(s, xy)
    if state.suicide(side, xy):
        raise NoValueError("the trial of a suicide")
    return state.tried(side, xy)


def _before(w: World, s: Value) -> State:
    state = _reached(s)
    if state.start:
        raise NoValueError("nothing was before")
    return state.before()


# Points


def _grid_point(w: World, x: int, y: int) -> XY:
    """座標化: on the board by way of the engine's number of the point."""
    point = w.start.point((x, y))
    return (x, y) if point is None else w.start.xy(point)


def _coordinate(index: int, w: World, xy: XY) -> int:
    point = w.start.point(xy)
    return xy[index] if point is None else (point % w.start.lines, point // w.start.lines)[index] + 1


def _step(dx: int, dy: int, w: World, xy: XY) -> XY:
    return w.start.neighbour(xy, dx, dy)


def _played_point(w: World, play: Value) -> XY:
    if not isinstance(play, tuple):
        raise NoValueError("no play")
    return play


def _board_colour(w: World, board: tuple[Mask, Mask], xy: XY) -> str:
    return State(w.game, *board).colour(xy)


# Rules


def _legal(side: Colour, w: World, s: Value, play: Value) -> bool:
    state = _going_on(s, side)
    return state.legal(_engine_move(state, play))


def _forbidden(side: Colour, w: World, s: Value, xy: XY) -> bool:
    """黒の禁じ手か?: from boards and liberties, without asking what the engine refuses."""
    state = _with_free(s, xy)
    return state.tried(side, xy).board() in state.past() or state.suicide(side, xy)


def _repeats(side: Colour, w: World, s: Value, xy: XY) -> bool:
    """黒同形再現か?: what the engine refuses a play for. A suicide is refused as that."""
    state = _going_on(_with_free(s, xy), side)
    point = state.point(xy)
    if point is None or state.suicide(side, xy):
        raise NoValueError("refused as suicide")
    return state.refused_by(point) == "repetition"


def _last_move(w: World, s: Value) -> Value:
    state = _reached(s)
    move = state.last_move
    if move is None:
        return NO_MOVE
    return PASSING if move == PASS else state.xy(move)


def _first_after_stop(w: World, s: Value) -> str:
    first = _reached(s).first_after_stop
    if first is None:
        raise NoValueError("before the provisional end")
    return STONES[first]


def _wins(side: Colour, w: World, s: Value) -> bool:
    state = _reached(s)
    return state.ended and state.score().winner is side


def _points(side: Colour, w: World, s: Value) -> int:
    """黒地の数: as the score has it."""
    score = _reached(s).score()
    return (score.white if side is WHITE else score.black).territory.bit_count()


def _bordered(side: Colour, w: World, s: Value, xy: XY) -> bool:
    """黒地か?: the empty region there has neighbours of that colour and none of the other."""
    state = _shown(s)
    region = state.region(xy)
    kinds = state.kinds(state.around(region) - region)
    return STONES[side.opponent] not in kinds and STONES[side] in kinds


def _symbols() -> dict[str, Callable[..., Value]]:
    """All symbols of the specification by name; each takes the world first."""
    found: dict[str, Callable[..., Value]] = {
        "真": lambda w: True,
        "假": lambda w: False,
        "黒": lambda w: STONES[0],
        "白": lambda w: STONES[1],
        "空": lambda w: EMPTY,
        "外": lambda w: OUTSIDE,
        "開始状態": lambda w: w.start,
        "初期盤面": lambda w: State.of(w.game).past()[0],
        "最大の線n": lambda w: w.start.lines,
        "コミ": lambda w: w.komi,
        "パスする": lambda w: PASSING,
        "無し": lambda w: NO_MOVE,
        "盤面内か?": lambda w, xy: w.start.inside(xy),
        "座標化": _grid_point,
        "座標X": functools.partial(_coordinate, 0),
        "座標Y": functools.partial(_coordinate, 1),
        "上": functools.partial(_step, 0, 1),
        "下": functools.partial(_step, 0, -1),
        "左": functools.partial(_step, -1, 0),
        "右": functools.partial(_step, 1, 0),
        "打着": lambda w, xy: xy,
        "点": _played_point,
        "パスか?": lambda w, play: play == PASSING,
        "点の色": lambda w, s, xy: _shown(s).colour(xy),
        "点の色1": _board_colour,
        "盤": lambda w, s: _shown(s).board(),
        "石の種類": lambda w, s, cells: _shown(s).kinds(cells),
        "隣接点の集合": lambda w, s, cells: _shown(s).around(cells),
        "空のグループ": lambda w, s, xy: _shown(s).region(xy),
        "空のグループ1": lambda w, s, xy, found: _shown(s).collected(None, xy, found),
        "不正着手か?": _out_of_turn,
        "過去と同形か?": lambda w, s, board: board in _reached(s).past(),
        "前の状態": _before,
        "前の手": _last_move,
        "仮終局か?": lambda w, s: _reached(s).stopped,
        "終局か?": lambda w, s: _reached(s).ended,
        "仮終局後先着": _first_after_stop,
    }
    for side in Colour:
        found |= _of_side(side, STONES[side], STONES[side.opponent])
    return found


def _of_side(side: Colour, own: str, other: str) -> dict[str, Callable[..., Value]]:
    """The symbols whose names hold the colour *own*; where stones are taken, *side* is who takes them."""
    return {
        f"{own}番": functools.partial(_moved, side),
        f"{own}番1": functools.partial(_tried, side),
        f"{own}を置く": functools.partial(_put, side),
        f"{own}のグループ": lambda w, s, xy: _shown(s).chain(side, xy),
        f"{own}のグループ1": lambda w, s, xy, found: _shown(s).collected(side, xy, found),
        f"{own}が包囲されたか?": lambda w, s, xy: _shown(s).surrounded(side, xy),
        f"{other}が除去される状態か?": lambda w, s, at, xy: xy in _with_free(s, at).taken(side, at),
        f"{other}を抜くか?": lambda w, s, xy: _with_free(s, xy).takes(side, xy),
        f"囲まれる{other}石": lambda w, s, xy: _with_free(s, xy).taken(side, xy),
        f"正しい{own}の手か?": functools.partial(_legal, side),
        f"{own}の禁じ手か?": functools.partial(_forbidden, side),
        f"{own}同形再現か?": functools.partial(_repeats, side),
        f"{own}自殺か?": lambda w, s, xy: _with_free(s, xy).suicide(side, xy),
        f"ペナルティ{own}": lambda w, s: _reached(s).penalty(side),
        f"アゲ石{own}": lambda w, s: _reached(s).lost(side),
        f"{own}の勝ちか?": functools.partial(_wins, side),
        f"{own}の得点": lambda w, s: _reached(s).points_of(side),
        f"{own}地の数": functools.partial(_points, side),
        f"{own}地": lambda w, s: _reached(s).territory(side),
        f"{own}地か?": functools.partial(_bordered, side),
    }


SYMBOLS = _symbols()
"""Every symbol of the specification, by name."""
