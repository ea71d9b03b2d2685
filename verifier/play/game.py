"""Ordinary play under a ruleset's section ``[play]``: legal moves, repetition, the stop and the end.

This is the rule text as code, short and slow. A game is a list of turns; each turn is a value, and undo
drops the last one. Everything that depends on the past (repetition, who moved first after the stop) is
looked up in that list. Scoring is in :mod:`verifier.play.ending`.
"""

import copy
import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from verifier.board import BLACK, WHITE, Colour, Mask, Point, Position, vertex
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.play.placing import Placed, place
from verifier.play.turn import (
    PASS,
    Cause,
    Event,
    IllegalMoveError,
    Refusal,
    Result,
    Turn,
    What,
    turns_since,
)
from verifier.rules import PlayRules

__all__ = ["PASS", "Cause", "Game", "IllegalMoveError", "Refusal", "Result", "Turn"]

_MOST = 100_000
_STOPS = ("two stop, two more end", "two stop, four end", "two stop")
"""The values of the axis ``stop`` under which two passes in a row stop play."""
_FORBIDDING = ("positional", "positional on captures", "situational", "natural situational")
"""The rules under which a play may be refused because of an earlier board; others end the game by it."""


class Game:
    """A game under *rules* from a complete board.

    *lost* are the stones of Black and of White captured before the start. *ko* is the point of the stone
    that the last move before the start took in a single ko, if it did: the ban on it, rules of repetition
    and the rule on passes after a ko capture then know of that move, and take the move before it for a
    play. No other past is known.

    Raises:
        InputError: the board is a crop, a chain on it has no liberty, no ko was taken at *ko*, or *lost* or
            *komi* is no number that a game can have.
    """

    def __init__(
        self,
        rules: PlayRules,
        position: Position,
        *,
        to_move: Colour = BLACK,
        komi: float = 0.0,
        lost: tuple[int, int] = (0, 0),
        first_player: Colour | None = None,
        ko: Point = -1,
    ) -> None:
        if type(self) is Game and rules["encore"] != "none":
            raise InputError(f"ruleset {rules.id} has cleanup phases; verifier.play.encore plays it")
        if position.open_sides:
            raise InputError("ordinary play needs a complete board; this diagram is a crop")
        if chain := next(position.breathless(), 0):
            name = vertex((chain & -chain).bit_length() - 1, position.rows, position.cols)
            raise InputError(f"the chain at {name} has no liberty; such a board cannot arise in play")
        if not all(0 <= stones < _MOST for stones in lost):
            raise InputError(f"lost = {lost!s:.80}: numbers from 0 to {_MOST - 1} are needed")
        if not -_MOST < komi < _MOST:
            raise InputError(f"komi = {komi!s:.80}: a number between {-_MOST} and {_MOST} is needed")
        self.rules, self.grid, self.komi = rules, position.grid, komi
        self.first_player = first_player if first_player is not None else to_move
        """Who began the game, for rules that give both sides as many turns."""
        start = Turn(position.black, position.white, to_move, lost=lost)
        past = []
        if ko >= 0:
            past.append(self._before_ko(start, ko))
            start = dataclasses.replace(start, ban=ko if rules["ko"] == "basic" else -1, ko=True)
        self._start = len(past)
        self._turns = self._opening([*past, start])
        self._settle_blocked()

    def _opening(self, turns: list[Turn]) -> list[Turn]:
        """The turns that the game begins with, as its kind of game has them."""
        return turns

    # The record

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns from the start of the game on; boards before it are not in it."""
        return tuple(self._turns[self._start :])

    @property
    def past(self) -> tuple[Turn, ...]:
        """All turns that repetition is judged by: those of the game and the one before a known ko capture."""
        return tuple(self._turns)

    @property
    def now(self) -> Turn:
        """The latest turn."""
        return self._turns[-1]

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self.now.result

    @property
    def halted(self) -> bool:
        """Whether play has stopped and goes on only if a player asks for it."""
        return self.rules["stop"] == "two stop" and self.now.passes >= 2 and self.result is None

    @property
    def position(self) -> Position:
        """The stones on the board."""
        return Position(self.grid.rows, self.grid.cols, self.now.black, self.now.white)

    @property
    def moves(self) -> tuple[tuple[Colour, Point], ...]:
        """The moves made, with who made them."""
        return tuple((t.mover, t.move) for t in self.turns if t.mover is not None and t.move is not None)

    @property
    def record(self) -> tuple[Point | Event, ...]:
        """The moves made and what happened besides, in order."""
        found: list[Point | Event] = []
        for turn in self.turns:
            if turn.event is not None:
                found.append(turn.event)
            elif turn.mover is not None and turn.move is not None:
                found.append(turn.move)
        return tuple(found)

    def copy(self) -> "Game":
        """Return a game of the same record that goes its own way."""
        other = copy.copy(self)
        other._turns = list(self._turns)
        return other

    def afresh(self, turn: Turn) -> "Game":
        """Return a game of the same rules that begins with *turn* and knows no board before it."""
        other = copy.copy(self)
        other._turns, other._start = [turn], 0
        return other

    def undo(self) -> Turn:
        """Take back the last move, or the result that was agreed on, claimed or resigned.

        Raises:
            InputError: there is nothing to take back.
        """
        if len(self._turns) == self._start + 1:
            raise InputError("nothing to undo: this is the start of the game")
        self._turns.pop()
        return self.now

    # Moves

    def refusal(self, move: Point) -> Refusal | None:
        """Say why the side to move may not make *move*, or None if it may.

        Raises:
            InputError: the game is over, or *move* is no point of the board.
        """
        if self.result is not None:
            raise InputError(f"the game is over ({self.result.cause.value})")
        if self.halted:
            return self._refuse("stop", "play has stopped; it goes on only if a player asks for it")
        if move == PASS:
            return self._pass_refusal()
        if not 0 <= move < self.grid.size:
            raise InputError(f"point {move} is not on the board")
        now = self.now
        if (now.black | now.white) >> move & 1:
            return self._refuse("moves", f"{self._name(move)} is occupied")
        if move == now.ban:
            return self._refuse("ko", f"{self._name(move)} retakes a ko at once")
        placed = place(self.grid, now.black, now.white, now.to_move, move)
        if placed.own_taken and self.rules["suicide"] == "forbidden":
            return self._refuse("suicide", f"{self._name(move)} leaves its own chain without a liberty")
        if placed.own_taken == 1 << move and self.rules["suicide"] == "several stones":
            return self._refuse("suicide", f"{self._name(move)} takes off nothing but itself")
        return self._repetition_refusal(move, placed)

    def legal_moves(self) -> list[Point]:
        """The legal moves of the side to move, points in order and the pass last; none after the end."""
        if self.result is not None:
            return []
        free = self.grid.full & ~(self.now.black | self.now.white)
        return [move for move in (*bits(free), PASS) if self.refusal(move) is None]

    def play(self, move: Point, colour: Colour | None = None) -> Turn:
        """Make *move* for the side to move and return the new turn.

        *colour*, if given, must be that side.

        Raises:
            IllegalMoveError: the rules forbid it; the game is unchanged. See :meth:`forfeit`.
            InputError: the game is over, or *move* is no point of the board.
        """
        refusal = self.refusal(move)
        if refusal is None and colour is not None and colour is not self.now.to_move:
            refusal = self._refuse("moves", f"it is {self.now.to_move}'s turn, not {colour}'s")
        if refusal is not None:
            number = len(self.turns)
            side = self.now.to_move if colour is None else colour
            raise IllegalMoveError(f"move {number} ({side}): {refusal}", refusal)
        self._turns.append(self._after_pass() if move == PASS else self._after_play(move))
        self._settle_blocked()
        return self.now

    def play_all(self, moves: Iterable[Point]) -> Turn:
        """Make several moves in turn. Raises like :meth:`play`, at the first that is illegal."""
        for move in moves:
            self.play(move)
        return self.now

    def hand_turn(self, colour: Colour) -> Turn:
        """Let *colour* move next, whatever happened last: a referee's word, and no move of the game.

        Nothing is paid, the ban on a retake and passes in a row are forgotten, and a game that passes had
        ended goes on. Boards are remembered. Takes one :meth:`undo` of its own.

        Raises:
            InputError: the game ended otherwise than by passes.
        """
        if self.result is not None and self.result.cause is not Cause.COMPLETE:
            raise InputError(f"the game is over ({self.result.cause.value}); undo first")
        self.add_event(None, to_move=colour, ban=-1, ko=False, passes=0, result=None)
        return self.now

    def forfeit(self, move: Point) -> Refusal:
        """Let the side to move commit the illegal *move*: it loses, or has passed, if the rules say so.

        Where they say that the move is taken back nothing changes, nor after a stop: what is played then is
        no move (1989, commentary to article 9, 2).

        Raises:
            InputError: the move is legal.
        """
        refusal = self.refusal(move)
        if refusal is None:
            raise InputError("the move is legal")
        if self.halted:
            return refusal
        if self.rules["illegal_move"] == "loses":
            self.conclude(Cause.ILLEGAL, self.now.to_move.opponent, self.rules.article("illegal_move"))
        if self.rules["illegal_move"] == "a pass" and self._pass_refusal() is None:
            self.play(PASS)
        return refusal

    def resign(self, colour: Colour | None = None) -> None:
        """Let *colour* (default: the side to move) give up.

        Raises:
            InputError: the game is over.
        """
        loser = self.now.to_move if colour is None else colour
        self.conclude(Cause.RESIGNATION, loser.opponent, "resignation", event=Event(What.RESIGN, loser))

    def agree(self) -> None:
        """End the game by agreement; :func:`verifier.play.ending.agreed` counts the claims.

        The pass that stopped play again is given back where the rules say so.

        Raises:
            InputError: play has not stopped where that is needed, or these rules know no agreed end.
        """
        now = self.now
        if self.rules["agreement"] == "none":
            article = self.rules.article("agreement")
            raise InputError(f"ruleset {self.rules.id} has no agreed end [agreement: {article}]")
        if self.result is not None:
            raise InputError(f"the game is over ({self.result.cause.value})")
        if now.passes != 2 and self.rules["agreement"] == "at a stop":
            raise InputError("no agreement unless two passes in a row have just stopped play")
        paid = self._with_last_pass(self._returned(now), now.mover)
        article = self.rules.article("agreement")
        self.conclude(Cause.AGREEMENT, None, article, paid=paid, event=Event(What.AGREE))

    def conclude(
        self,
        cause: Cause,
        winner: Colour | None,
        article: str,
        *,
        event: Event | None = None,
        paid: tuple[int, int] | None = None,
        void: bool = False,
        both_lose: bool = False,
        turn: int | None = None,
    ) -> None:
        """End the game by what *event* says, or by a claim. It is a turn of its own, which undo takes back.

        Whether the rules allow it is for the caller to see.

        Raises:
            InputError: the game is over.
        """
        if self.result is not None:
            raise InputError(f"the game is over ({self.result.cause.value})")
        self.add_event(
            event,
            paid=self.now.paid if paid is None else paid,
            result=Result(cause, winner, article, void, turn, both_lose),
        )

    def add_event(self, event: Event | None, **changes: Any) -> None:
        """Add a turn without a move: that of *event*, with *changes* to the turn before."""
        self._turns.append(dataclasses.replace(self.now, move=None, mover=None, event=event, **changes))

    def _before_ko(self, start: Turn, ko: Point) -> Turn:
        """The turn before the ko capture that led to *start*."""
        mover = start.to_move.opponent
        own, other = start.stones[mover], start.stones[start.to_move]
        for point in bits(self.grid.neighbours[ko] & own):
            before = own & ~(1 << point), other | 1 << ko
            black, white = reversed(before) if mover else before
            placed = place(self.grid, black, white, mover, point)
            if placed.ban == ko and placed.stones == start.stones:
                # Who made that board is taken to be the side that is to move now, as in all games but
                # those in which it had passed.
                lost = _add(start.lost, start.to_move, -1)
                return Turn(black, white, mover, mover=start.to_move, lost=lost)
        raise InputError(
            f"no single ko was taken at {self._name(ko)} by {mover}: ko is the empty point from which the"
            f" last move of {mover} took a single stone in a ko: name that point, or leave ko out"
        )

    # The rules one by one

    def _pass_refusal(self) -> Refusal | None:
        now = self.now
        if self.rules["ko_pass_pass"] == "forbidden" and now.passes == 1 and len(self._turns) > 1:
            if self._turns[-2].ko:
                return self._refuse("ko_pass_pass", "ko capture, pass, pass is forbidden: the pass")
        return None

    def _repetition_refusal(self, move: Point, placed: Placed) -> Refusal | None:
        rule = self.rules["repetition"]
        mover = self.now.to_move
        if rule not in _FORBIDDING or (rule == "positional on captures" and not placed.taken):
            return None

        def forbids(turn: Turn) -> bool:
            if rule == "situational":
                return turn.to_move is mover.opponent
            if rule == "natural situational":
                return turn.mover is mover and turn.move != PASS
            return True

        index = self._latest(placed.stones, forbids)
        if index is None:
            return None
        reason = f"{self._name(move)} makes an earlier board again"
        return Refusal("repetition", self.rules.article("repetition"), reason, index)

    def _latest(
        self, stones: tuple[Mask, Mask], counts: Callable[[Turn], bool], skipped: int = 0
    ) -> int | None:
        """The index of the latest turn with that board that counts; the last *skipped* turns do not."""
        for index in range(len(self._turns) - 1 - skipped, -1, -1):
            turn = self._turns[index]
            if turn.stones == stones and counts(turn):
                return index
        return None

    def _after_pass(self) -> Turn:
        now, rules = self.now, self.rules
        mover = now.to_move
        passes = now.passes + 1
        price = rules["pass_price"]
        costs = price == "a stone" or (price == "a stone after the stop" and now.stopped)
        paid = _add(now.paid, mover, 1) if costs else now.paid
        first = now.first_after_stop
        stops = rules["stop"] in _STOPS
        if stops and first is None and passes == 2:
            first = mover.opponent
        after = dataclasses.replace(
            now, to_move=mover.opponent, move=PASS, mover=mover, ban=-1, ko=False, paid=paid,
            passes=passes, first_after_stop=first, event=None,
            first_passer=mover if now.first_passer is None else now.first_passer,
        )
        if self._ends(after):
            free = rules["last_pass"] != "paid" and mover is first and costs
            result = Result(Cause.COMPLETE, None, rules.article("stop"))
            paid = self._with_last_pass(now.paid if free else paid, mover)
            return dataclasses.replace(after, paid=paid, result=result)
        return after

    def _with_last_pass(self, paid: tuple[int, int], mover: Colour | None) -> tuple[int, int]:
        """Payments with the pass that White adds to an end after a pass of Black, where the rules say so."""
        adds = self.rules["last_passer"] == "White" and mover is BLACK
        return _add(paid, WHITE, 1) if adds and self.rules["pass_price"] != "nothing" else paid

    def _ends(self, after: Turn) -> bool:
        """Whether the pass that leads to *after* ends the game."""
        stop = self.rules["stop"]
        if stop in ("two stop, four end", "four end"):
            return after.passes == 4
        if stop in ("two stop", "nothing"):
            return False
        if stop == "two stop, two more end":
            # Only passes after the stop count: 仮終局後に双方のパスが連続したとき.
            return after.passes >= 2 and turns_since(self._turns, lambda turn: turn.stopped) >= 1
        if stop == "two end after the first":
            return after.passes >= 2 and turns_since(self._turns, lambda turn: turn.passed) >= 1
        if after.passes < 2:
            return False
        return self.rules["last_passer"] == "either" or after.mover is not self.first_player

    def _after_play(self, move: Point) -> Turn:
        now, mover = self.now, self.now.to_move
        placed = place(self.grid, now.black, now.white, mover, move)
        lost = _add(now.lost, mover.opponent, placed.taken.bit_count())
        lost = _add(lost, mover, placed.own_taken.bit_count())
        late = now.late & ~(placed.taken | placed.own_taken)
        if now.stopped:
            late |= 1 << move & ~placed.own_taken
        after = Turn(
            placed.black, placed.white, mover.opponent, move, mover,
            placed.ban if self.rules["ko"] == "basic" else -1, placed.ban >= 0,
            lost, now.paid, 0, now.first_after_stop, now.first_passer, late,
        )
        return dataclasses.replace(after, result=self._repeated(after))

    def _repeated(self, after: Turn) -> Result | None:
        """The result of repetition, where the rules end the game by it."""
        rule = self.rules["repetition"]
        article = self.rules.article("repetition")
        if rule == "no result":
            same = self._latest(
                after.stones, lambda turn: turn.to_move is after.to_move and turn.ban == after.ban
            )
            if same is not None:
                return Result(Cause.REPETITION, None, article, void=True, turn=same)
        if rule.startswith("prisoner balance"):
            # Three or more moves before: the latest such turn. Passes between equal boards take nothing.
            same = self._latest(after.stones, lambda turn: True, skipped=2)
            if same is not None:
                turn = self._turns[same]
                lost = [after.lost[side] - turn.lost[side] for side in Colour]
                if lost[BLACK] != lost[WHITE]:
                    winner: Colour | None = BLACK if lost[BLACK] < lost[WHITE] else WHITE
                else:
                    winner = after.to_move if rule.endswith("loses") else None
                return Result(Cause.REPETITION, winner, article, turn=same)
        return None

    def _returned(self, now: Turn) -> tuple[int, int]:
        """Payments at an agreed end (the pass of the first mover after the stop is given back)."""
        returned = self.rules["last_pass"] != "paid" and self.rules["returned"] == "yes"
        mover, first = now.mover, now.first_after_stop
        if returned and mover is not None and mover is first and now.paid != (0, 0):
            return _add(now.paid, mover, -1)
        return now.paid

    def _settle_blocked(self) -> None:
        """End the game if the side to move has no legal move."""
        now = self.now
        if now.result is None and self._pass_refusal() is not None and not self.legal_moves():
            self._turns[-1] = dataclasses.replace(
                now, result=Result(Cause.NO_MOVE, now.to_move.opponent, self.rules.article("no_move"))
            )

    def _refuse(self, axis: str, reason: str) -> Refusal:
        return Refusal(axis, self.rules.article(axis), reason)

    def _name(self, point: Point) -> str:
        return vertex(point, self.grid.rows, self.grid.cols)


def _add(pair: tuple[int, int], side: Colour, number: int) -> tuple[int, int]:
    return (pair[0], pair[1] + number) if side else (pair[0] + number, pair[1])
