"""A main phase and two cleanup phases: KataGo's rules for territory, version 2.

Play goes on after the main phase twice, first under other rules for kos, then also with a point for every
move, so that nobody loses by taking off what is dead. A ko capture marks its stone: that is not retaken
until the other side spends a turn on taking the mark off. Threats lift nothing.

A move on a marked stone stands for taking its mark off ("unblock"). Nothing is agreed on: what stands after
the second cleanup is counted. The source is docs/rulesv2.html of KataGo, "Main Phase" and "Cleanup Phases",
with scoring by territory, tax on seki, simple ko, no suicide and no button.
"""

import dataclasses

from verifier.board import Colour, Grid, Mask, Point
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.play.ending import Count, Score
from verifier.play.game import Game
from verifier.play.placing import Placed, place
from verifier.play.turn import PASS, Cause, Refusal, Result, Turn

__all__ = ["PHASES", "EncoreGame", "EncoreTurn", "counted", "independent_life"]

PHASES = ("main", "first cleanup", "second cleanup")


@dataclasses.dataclass(frozen=True, slots=True)
class EncoreTurn(Turn):
    """The game after one move, with its phase."""

    phase: int = 0
    """An index of :data:`PHASES`."""
    began: int = 0
    """The index in ``Game.past`` of the turn that the phase begins with."""
    marks: Mask = 0
    """Ko-recapture-blocked stones."""
    bonus: tuple[int, int] = (0, 0)
    """Moves of Black and White in the second cleanup."""
    stood: tuple[Mask, Mask] = (0, 0)
    """The stones that stood when the second cleanup began."""
    unblocked: Point = -1
    """The stone whose mark this turn took off."""

    @property
    def state(self) -> tuple[object, ...]:
        """What the texts call the state."""
        return self.black, self.white, self.marks, self.to_move


class EncoreGame(Game):
    """A game with cleanup phases. See :class:`Game`; *position* is that of the main phase."""

    def _opening(self, turns: list[Turn]) -> list[Turn]:
        names = [field.name for field in dataclasses.fields(Turn)]
        return [
            EncoreTurn(**{name: getattr(turn, name) for name in names}, began=self._start) for turn in turns
        ]

    @property
    def now(self) -> EncoreTurn:
        """The latest turn."""
        turn = self._turns[-1]
        assert isinstance(turn, EncoreTurn)
        return turn

    @property
    def phase(self) -> str:
        """One of :data:`PHASES`."""
        return PHASES[self.now.phase]

    # Moves

    def refusal(self, move: Point) -> Refusal | None:
        """Say why the side to move may not make *move*, or None if it may. Raises like that of Game."""
        now = self.now
        if self.result is None and move >= 0 and now.marks >> move & 1:
            if self._may_unblock(move):
                return None
            return self._refuse("encore", f"{self._name(move)} is no opposing stone in atari to be unblocked")
        return super().refusal(move)

    def legal_moves(self) -> list[Point]:
        """The legal moves and, before the pass, the marked stones that may be unblocked."""
        moves = super().legal_moves()
        if self.result is None:
            moves[-1:-1] = [point for point in bits(self.now.marks) if self._may_unblock(point)]
        return moves

    def _may_unblock(self, point: Point) -> bool:
        """An opposing stone that is marked, stands alone and has one liberty."""
        now = self.now
        theirs = now.stones[now.to_move.opponent] & now.marks
        if not theirs >> point & 1:
            return False
        grid, occupied = self.grid, now.black | now.white
        chain = grid.flood(1 << point, now.stones[now.to_move.opponent])
        return chain == 1 << point and (grid.dilate(chain) & ~occupied).bit_count() == 1

    def _repetition_refusal(self, move: Point, placed: Placed) -> Refusal | None:
        """The ko rule of the cleanup phases; in the main phase the ban on a retake is the simple ko rule."""
        now = self.now
        if not now.phase or placed.ban < 0:
            return None
        if placed.taken & now.marks:
            return self._refuse("encore", f"the stone that {self._name(move)} retakes is blocked")
        for index in range(now.began + 1, len(self._turns)):
            turn, before = self._turns[index], self._turns[index - 1]
            if turn.mover is now.to_move and turn.move == move and before.stones == now.stones:
                if turn.move != PASS and turn.stones != before.stones:
                    reason = f"{self._name(move)} takes the same ko on the same board again"
                    return Refusal("encore", self.rules.article("encore"), reason, index)
        return None

    def _after_play(self, move: Point) -> Turn:
        now, mover = self.now, self.now.to_move
        if now.marks >> move & 1:
            after = dataclasses.replace(
                now, to_move=mover.opponent, move=move, mover=mover, ban=-1, ko=False, passes=0, event=None,
                marks=now.marks & ~(1 << move), unblocked=move,
            )  # fmt: skip
            return self._third_time(after)
        placed = place(self.grid, now.black, now.white, mover, move)
        lost = list(now.lost)
        lost[mover.opponent] += placed.taken.bit_count()
        bonus = list(now.bonus)
        bonus[mover] += now.phase == 2
        marks = now.marks
        if now.phase and placed.ban >= 0:
            marks |= 1 << move
        after = dataclasses.replace(
            now, black=placed.black, white=placed.white, to_move=mover.opponent, move=move, mover=mover,
            ban=-1 if now.phase else placed.ban, ko=placed.ban >= 0, lost=(lost[0], lost[1]), passes=0,
            event=None, unblocked=-1, marks=marks & (placed.black | placed.white), bonus=(bonus[0], bonus[1]),
        )  # fmt: skip
        return self._third_time(after)

    def _third_time(self, after: EncoreTurn) -> EncoreTurn:
        """No result if the state was there twice before since the last pass, in the same phase."""
        seen = 0
        for index in range(len(self._turns) - 1, after.began - 1, -1):
            turn = self._turns[index]
            assert isinstance(turn, EncoreTurn)
            if turn.state == after.state:
                seen += 1
                if seen == 2:
                    article = self.rules.article("repetition")
                    result = Result(Cause.REPETITION, None, article, void=True, turn=index)
                    return dataclasses.replace(after, result=result)
            if turn.move == PASS:
                break
        return after

    def _after_pass(self) -> Turn:
        now = self.now
        mover = now.to_move
        after = dataclasses.replace(
            now, to_move=mover.opponent, move=PASS, mover=mover, ban=-1, ko=False, event=None,
            passes=now.passes + 1, unblocked=-1,
        )  # fmt: skip
        if after.passes < 2 and not self._passed_here_before():
            return after
        first = mover.opponent if after.first_after_stop is None else after.first_after_stop
        after = dataclasses.replace(after, first_after_stop=first)
        if now.phase == 2:
            result = Result(Cause.COMPLETE, None, self.rules.article("stop"))
            return dataclasses.replace(after, result=result)
        stood = now.stones if now.phase == 1 else now.stood
        return dataclasses.replace(
            after, phase=now.phase + 1, began=len(self._turns), marks=0, passes=0, stood=stood
        )

    def _passed_here_before(self) -> bool:
        """Whether the side to move has passed from this state before in this phase."""
        now = self.now
        for index in range(now.began + 1, len(self._turns)):
            before, turn = self._turns[index - 1], self._turns[index]
            assert isinstance(before, EncoreTurn)
            if turn.move == PASS and turn.mover is now.to_move and before.state == now.state:
                return True
        return False


def independent_life(grid: Grid, stones: tuple[Mask, Mask]) -> tuple[Mask, Mask]:
    """The points in independent life regions of Black and of White.

    Such a region is all that can be reached without a stone of the other side; it has no dame next to it and
    no chain of it is in atari. One without a stone of its side is none, though the text does not say so: an
    eye of White would be Black's.
    """
    empty = grid.full & ~(stones[0] | stones[1])
    dame: Mask = 0
    for region in grid.components(empty):
        border = grid.dilate(region)
        if border & stones[0] and border & stones[1]:
            dame |= region
    atari = sum(
        chain for side in stones for chain in grid.components(side)
        if (grid.dilate(chain) & empty).bit_count() == 1
    )  # fmt: skip
    found = []
    for side in Colour:
        regions = grid.components(grid.full & ~stones[side.opponent])
        own = (region for region in regions if region & stones[side])
        found.append(sum(region for region in own if not region & (dame | atari)))
    return found[0], found[1]


def counted(game: EncoreGame) -> Score:
    """Count the end of a game whose second cleanup is over.

    Raises:
        InputError: the game did not end that way.
    """
    if game.result is None or game.result.cause is not Cause.COMPLETE:
        raise InputError("this game has no complete end; both cleanup phases are to be played")
    now, grid = game.now, game.grid
    stones = now.stones
    empty = grid.full & ~(stones[0] | stones[1])
    life = independent_life(grid, stones)
    counts = []
    for side in Colour:
        points = life[side] & empty
        late = stones[side] & ~life[side] & ~now.stood[side]
        total: float = points.bit_count() + now.lost[side.opponent] + now.bonus[side] - late.bit_count()
        total += game.komi if side else 0
        counts.append(
            Count(
                points, stones[side].bit_count(), now.lost[side], 0, late, total, bonus=now.bonus[side]
            )
        )
    outside = (stones[0] | stones[1]) & ~(life[0] | life[1])
    return Score(counts[0], counts[1], empty & ~(life[0] | life[1]), outside)
