"""What the function symbols of the algebraic specification mean in terms of the game engine.

Nothing here is computed from the axioms: every function asks the engine, the grid or the counting of
ends. An axiom holds if both of its sides, so interpreted, are equal. The Japanese names are those of the
specification (K. Inoue and K. Torii, 囲碁のルールの代数的記述について).
"""

import dataclasses
from collections.abc import Iterable

from verifier.board import BLACK, Colour, Mask, Point, Position
from verifier.board.grid import bits
from verifier.play.ending import Score, count
from verifier.play.game import Cause, Game, IllegalMoveError
from verifier.play.placing import place
from verifier.play.turn import PASS

__all__ = ["EMPTY", "OUTSIDE", "PASS", "STONES", "XY", "State"]

XY = tuple[int, int]
"""格子点: x and y from 1; points off the board exist too."""

STONES = ("黒", "白")
EMPTY, OUTSIDE = "空", "外"


@dataclasses.dataclass(frozen=True, slots=True)
class State:
    """抽象的碁盤: a game with all its past, and the board as 点の色 sees it.

    The board differs from that of the game in the trial states 黒を置く and 黒番1 only.
    """

    game: Game
    black: Mask
    white: Mask

    @classmethod
    def of(cls, game: Game) -> "State":
        """The state of a game as it stands. The game must not be changed afterwards."""
        return cls(game, game.now.black, game.now.white)

    @property
    def lines(self) -> int:
        """最大の線n."""
        return self.game.grid.cols

    @property
    def start(self) -> bool:
        """Whether this is 開始状態."""
        return len(self.game.turns) == 1

    @property
    def reached(self) -> bool:
        """Whether this is a state of the game and no trial board."""
        return self.board() == self.game.now.stones

    # Points

    def inside(self, xy: XY) -> bool:
        """盤面内か?, as the grid has it."""
        return self.point(xy) is not None

    def point(self, xy: XY) -> Point | None:
        """The engine's number of a point, None off the board."""
        row, col = xy[1] - 1, xy[0] - 1
        grid = self.game.grid
        if not (0 <= row < grid.rows and 0 <= col < grid.cols):
            return None
        return row * grid.cols + col

    def xy(self, point: Point) -> XY:
        """The coordinates of a point of the board."""
        row, col = divmod(point, self.game.grid.cols)
        return col + 1, row + 1

    def neighbour(self, xy: XY, dx: int, dy: int) -> XY:
        """上, 下, 左 or 右 by coordinates; on the board the engine must agree that they are neighbours."""
        wanted = xy[0] + dx, xy[1] + dy
        here, there = self.point(xy), self.point(wanted)
        if here is not None and there is not None and not self.game.grid.neighbours[here] >> there & 1:
            raise AssertionError(f"the engine does not know {wanted} as a neighbour of {xy}")
        return wanted

    def around(self, points: Iterable[XY]) -> frozenset[XY]:
        """隣接点の集合: what is next to some point of a set."""
        return frozenset(
            self.neighbour(xy, *step) for xy in points for step in ((0, 1), (0, -1), (-1, 0), (1, 0))
        )

    def points(self, mask: Mask) -> frozenset[XY]:
        """A mask as a set of coordinates."""
        return frozenset(self.xy(point) for point in bits(mask))

    # The board

    def colour(self, xy: XY) -> str:
        """点の色."""
        point = self.point(xy)
        if point is None:
            return OUTSIDE
        if self.black >> point & 1:
            return STONES[0]
        return STONES[1] if self.white >> point & 1 else EMPTY

    def board(self) -> tuple[Mask, Mask]:
        """盤."""
        return self.black, self.white

    def kinds(self, points: Iterable[XY]) -> frozenset[str]:
        """石の種類: the colours on a set of points."""
        return frozenset(self.colour(xy) for xy in points)

    def chain(self, side: Colour, xy: XY) -> frozenset[XY]:
        """黒のグループ, 白のグループ: the chain there, empty if there is no stone of that side."""
        position = Position(self.game.grid.rows, self.game.grid.cols, self.black, self.white)
        point = self.point(xy)
        if point is None or position.colour_at(point) is not side:
            return frozenset()
        return self.points(position.chain_at(point))

    def region(self, xy: XY) -> frozenset[XY]:
        """空のグループ: the empty points connected to an empty point."""
        point, grid = self.point(xy), self.game.grid
        empty = grid.full & ~(self.black | self.white)
        if point is None or not empty >> point & 1:
            return frozenset()
        return self.points(grid.flood(1 << point, empty))

    def collected(self, side: Colour | None, xy: XY, found: frozenset[XY]) -> frozenset[XY]:
        """白のグループ1 and its like: *found*, and what connects to *xy* without passing through it.

        *side*: whose stones; None for empty points, as in 空のグループ1.
        """
        point, grid = self.point(xy), self.game.grid
        free = grid.full & ~(self.black | self.white)
        own = free if side is None else (self.black, self.white)[side]
        if point is None or xy in found or not own >> point & 1:
            return found
        walled = sum(1 << p for x in found if (p := self.point(x)) is not None)
        return found | self.points(grid.flood(1 << point, own & ~walled))

    def surrounded(self, side: Colour, xy: XY) -> bool:
        """黒が包囲されたか?, 白が包囲されたか?: there is a chain of that side, and it has no liberty."""
        position = Position(self.game.grid.rows, self.game.grid.cols, self.black, self.white)
        point = self.point(xy)
        if point is None or position.colour_at(point) is not side:
            return False
        return not position.liberties(position.chain_at(point))

    # Trial states

    def put(self, side: Colour, xy: XY) -> "State":
        """黒を置く, 白を置く: a stone put down, nothing taken off."""
        stone = 1 << self._on_board(xy)
        board = [self.black & ~stone, self.white & ~stone]
        board[side] |= stone
        return State(self.game, board[0], board[1])

    def tried(self, side: Colour, xy: XY) -> "State":
        """黒番1, 白番1: the board after a play."""
        placed = place(self.game.grid, self.black, self.white, side, self._on_board(xy))
        return State(self.game, placed.black, placed.white)

    def takes(self, side: Colour, xy: XY) -> bool:
        """白を抜くか? for Black, 黒を抜くか? for White: the play takes stones."""
        return bool(self.taken(side, xy))

    def taken(self, side: Colour, xy: XY) -> frozenset[XY]:
        """囲まれる白石 for Black, 囲まれる黒石 for White: what the play takes."""
        placed = place(self.game.grid, self.black, self.white, side, self._on_board(xy))
        return self.points(placed.taken)

    def suicide(self, side: Colour, xy: XY) -> bool:
        """黒自殺か?, 白自殺か?: the stone would be left without liberties."""
        return bool(place(self.game.grid, self.black, self.white, side, self._on_board(xy)).own_taken)

    # Moves

    def legal(self, move: Point | None) -> bool:
        """正しい黒の手か? or 正しい白の手か?, whoever is to move; None is a point off the board."""
        return move is not None and self.game.refusal(move) is None

    def refused_by(self, move: Point) -> str | None:
        """The axis of the rule that forbids *move* to the side to move."""
        refusal = self.game.refusal(move)
        return refusal.axis if refusal else None

    def after(self, move: Point) -> "State":
        """黒番 or 白番, whoever is to move: the state after a legal move."""
        game = self.game.copy()
        game.play(move)
        return State.of(game)

    def out_of_turn(self, side: Colour, move: Point) -> bool:
        """不正着手か? of the state after *side* made a move that is legal for the side to move."""
        try:
            self.game.copy().play(move, side)
        except IllegalMoveError as error:
            return error.refusal.axis == "moves"
        return False

    def before(self) -> "State":
        """前の状態."""
        game = self.game.copy()
        game.undo()
        return State.of(game)

    def past(self) -> list[tuple[Mask, Mask]]:
        """The boards of this state and of all earlier ones."""
        return [turn.stones for turn in self.game.turns]

    # The record

    @property
    def last_move(self) -> Point | None:
        """前の手; None for 無し."""
        return self.game.now.move

    @property
    def stopped(self) -> bool:
        """仮終局か?."""
        return self.game.now.stopped

    @property
    def ended(self) -> bool:
        """終局か?."""
        return self.game.result is not None and self.game.result.cause is Cause.COMPLETE

    def lost(self, side: Colour) -> int:
        """アゲ石黒, アゲ石白."""
        return self.game.now.lost[side]

    def penalty(self, side: Colour) -> int:
        """ペナルティ黒, ペナルティ白."""
        return self.game.now.paid[side]

    @property
    def first_after_stop(self) -> Colour | None:
        """仮終局後先着."""
        return self.game.now.first_after_stop

    def score(self) -> Score:
        """得点, with コミ for White."""
        now = self.game.now
        return count(
            self.game.rules, self.game.grid, now.stones, lost=now.lost, paid=now.paid, komi=self.game.komi
        )

    def points_of(self, side: Colour) -> float:
        """黒の得点 or 白の得点, without コミ."""
        score = self.score()
        return score.black.total if side is BLACK else score.white.total - self.game.komi

    def territory(self, side: Colour) -> frozenset[XY]:
        """黒地, 白地."""
        score = self.score()
        return self.points((score.black if side is BLACK else score.white).territory)

    def _on_board(self, xy: XY) -> Point:
        point = self.point(xy)
        assert point is not None, "trial states are made by stones on the board"
        return point
