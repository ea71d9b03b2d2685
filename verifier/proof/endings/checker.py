"""Certificates for the result of optimal play to the end of a game, and their checker.

A certificate is a strategy: for the side that proves, one move in each node; for the other side a reply
to every legal move. The checker plays it through with the game engine, whole history included, so that
repetition is judged as in a game. It trusts nothing else. docs/endings.md has the format,
docs/endings-why.md the arguments for the shortcuts: a node met again need not be played through again
where no earlier board matters; a side that has enough even if it only passes from now on, or answers at
home, may rest (``rest``); and areas that are as good as settled may be closed; what follows a move there
is proved apart (``reserve``).
"""

import dataclasses
import math
import time

from verifier.board import BLACK, Colour, Point, vertex
from verifier.board.grid import bits
from verifier.errors import CertificateError
from verifier.play.ending import complete
from verifier.play.game import PASS, Cause, Game, Turn
from verifier.play.setup import Setup
from verifier.proof.endings.held import SETTLED
from verifier.proof.endings.reserve import (
    NO_RESERVES,
    RESERVE_MOVES,
    Reserves,
    after_reserve_move,
    closed_game,
    reserve_moves,
)
from verifier.proof.endings.rest import Boards, boards_from_now, makes_boards_again, resting
from verifier.rules import PlayRules

__all__ = ["EndingCertificate", "EndingClaim", "EndingReport", "check_ending", "value_of"]

_DEEPEST = 600
"""Moves in a line; longer ones are refused rather than walked."""
_FREE_MOVES, _AGAIN = 2_000, 100
"""So many moves are played, and for each move listed so many more; proofs take up to six for each."""
_NEVER = 1 << 30
_MOST_STARTS = 200_000
"""Proofs of their own after moves in reserves; more are refused."""
_MOST_LEAD = 1 << 20
"""Greater thresholds are refused; White's win by repetition is claimed as -262,144."""


@dataclasses.dataclass(frozen=True, slots=True)
class EndingClaim:
    """Black can force a lead of at least ``at_least`` from the end of ``moves``, or White can prevent it.

    The lead counts komi. A game won by repetition, or because the other side has no legal move, is an
    infinite lead; a draw and a game without result are 0.
    """

    rules: PlayRules
    setup: Setup
    moves: tuple[Point, ...]
    at_least: float
    side: Colour
    """Who proves: Black that he can, White that he cannot."""


@dataclasses.dataclass(frozen=True, slots=True)
class EndingCertificate:
    """A claim with a strategy. ``nodes[0]`` is where the claim starts."""

    claim: EndingClaim
    nodes: tuple[tuple[tuple[Point, int], ...], ...]
    """For each node its moves, each with the node it leads to (-1 where it ends the game). In a node without
    moves the side that proves rests: from then on it only passes, or answers at home."""
    reserves: Reserves = NO_RESERVES
    """Areas that are closed in the strategy. Its moves in them are ``RESERVE_MOVES``."""


@dataclasses.dataclass(frozen=True, slots=True)
class EndingReport:
    """What the checker did."""

    claim: EndingClaim
    nodes: int
    moves: int
    """Moves played in checking."""
    seconds: float


def value_of(game: Game) -> float:
    """Black's lead at the end of *game*; infinite or 0 where the score does not decide."""
    result = game.result
    assert result is not None
    if result.cause is Cause.COMPLETE:
        return complete(game).lead
    if result.winner is None:
        return 0.0
    return math.inf if result.winner is BLACK else -math.inf


def check_ending(certificate: EndingCertificate) -> EndingReport:
    """Check *certificate* and return what was done.

    Raises:
        CertificateError: it does not prove its claim; the message names the first fault.
        InputError: the claim's game cannot be played.
    """
    begun = time.perf_counter()
    claim = certificate.claim
    if claim.rules.unsolved:
        raise CertificateError(f"ruleset {claim.rules.id}: {claim.rules.unsolved}, nor to this checker")
    game = claim.setup.game(claim.rules)
    game.play_all(claim.moves)
    if game.result is not None:
        raise CertificateError("the game of the claim is over")
    if not (2 * game.komi).is_integer():
        # Binary fractions: 4 - (3 + 0.1) is less than 1 - 0.1.
        raise CertificateError(f"komi {game.komi:g}: only whole and half points are counted exactly")
    if not certificate.nodes:
        raise CertificateError("a certificate without nodes proves nothing")
    if claim.at_least != math.inf and not abs(claim.at_least) <= _MOST_LEAD:
        raise CertificateError(f"at_least: no game has a lead of {claim.at_least:g}")
    reserves = certificate.reserves
    if reserves != NO_RESERVES:
        game = closed_game(claim.rules, claim.setup, claim.moves, claim.side, reserves)
    walk = _Walk(certificate, game)
    try:
        walk.run(0, game, reserves.plays)
    except RecursionError:
        raise CertificateError("its lines of play are too long for this checker") from None
    return EndingReport(claim, len(certificate.nodes), walk.moves, time.perf_counter() - begun)


class _Walk:
    """Playing a strategy through."""

    def __init__(self, certificate: EndingCertificate, game: Game) -> None:
        self.claim, self.nodes, self.reserves = certificate.claim, certificate.nodes, certificate.reserves
        self.game, self.moves, self.plays = game, 0, 0
        self._most = _FREE_MOVES + _AGAIN * sum(map(len, self.nodes))
        self._done: dict[tuple[object, ...], Boards | None] = {}
        self._starts: dict[tuple[object, ...], int] = {}
        self._waiting: list[tuple[int, Turn, int]] = []

    def run(self, node: int, game: Game, plays: int) -> None:
        """Play through all that follows from *node*, and all proofs that follow from moves in reserves.

        *plays* is how many the own reserve needs.
        """
        self.game, self.plays = game, plays
        self.visit(node)
        while self._waiting:
            node, turn, self.plays = self._waiting.pop()
            self.game = game.afresh(turn)
            self.visit(node)

    def visit(self, node: int) -> tuple[Boards | None, int]:
        """Play through all that follows from *node*.

        Returns the boards that plays make there, and the least index of an earlier turn that something
        there depends on (``_NEVER`` if nothing does).
        """
        game = self.game
        past = game.past
        here, now = len(past) - 1, game.now
        key = (node, self.plays, *_state(game, past))
        if key in self._done:
            boards = self._done[key]
            if boards is None or not any(
                boards.may_hold(turn.stones) and not _covered(game.rules, turn, now) for turn in past[:-1]
            ):
                return boards, _NEVER
        if here > _DEEPEST:
            raise CertificateError(f"a line of more than {_DEEPEST} moves")
        if not 0 <= node < len(self.nodes):
            raise CertificateError(f"node {node} is not in the certificate")
        if not self.nodes[node]:
            return self._rest(node), _NEVER
        chosen, touch = self._replies(node)
        found: Boards | None = None
        for move, child in chosen:
            self.moves += 1
            if self.moves > self._most:
                raise CertificateError(f"it takes more than {self._most} moves to play it through")
            if move in RESERVE_MOVES:
                self._begin(move, child)
                continue
            after = game.play(move)
            if move != PASS:
                found = _joined(found, Boards(after.stones, after.stones))
            if after.result is not None:
                self._judge(node, move)
                touch = min(touch, _decided_by(after))
            elif self._opens(after):
                raise CertificateError(f"node {node}: {self._name(move)} takes stones of a reserve")
            else:
                below, depends = self.visit(child)
                found = _joined(found, below)
                touch = min(touch, depends)
            game.undo()
        if touch >= here:
            # What happened here or below happens again whenever play comes here.
            touch = _NEVER
            self._done[key] = found
        return found, touch

    def _replies(self, node: int) -> tuple[list[tuple[Point, int]], int]:
        """The moves to be followed, and the least index of a turn that makes some play illegal."""
        game, listed = self.game, dict(self.nodes[node])
        now, closed = game.now, self.reserves.own | self.reserves.other
        in_reserves = reserve_moves(game, self.claim.side, self.reserves, self.plays)
        if now.to_move is self.claim.side:
            if in_reserves and sorted(listed) == sorted(in_reserves):
                return [(move, listed[move]) for move in in_reserves], _NEVER
            if len(self.nodes[node]) != 1:
                raise CertificateError(f"node {node}: one move of {now.to_move} is needed")
            move, child = self.nodes[node][0]
            if move >= 0 and closed >> move & 1:
                raise CertificateError(f"node {node}: {self._name(move)} lies in a reserve")
            if not PASS <= move < game.grid.size or game.refusal(move) is not None:
                raise CertificateError(f"node {node}: {self._name(move)} is illegal")
            return [(move, child)], _NEVER
        touch, chosen = _NEVER, []
        for move in in_reserves:
            if move not in listed:
                raise CertificateError(f"node {node}: no reply to {self._name(move)}")
            chosen.append((move, listed[move]))
        for move in (*bits(game.grid.full & ~(now.black | now.white | closed)), PASS):
            refusal = game.refusal(move)
            if refusal is None:
                if move not in listed:
                    raise CertificateError(f"node {node}: no reply to {self._name(move)}")
                chosen.append((move, listed[move]))
            elif refusal.turn is not None:
                touch = min(touch, refusal.turn)
        return chosen, touch

    def _rest(self, node: int) -> Boards | None:
        """See that resting from now on is enough, and return the boards that may come then."""
        game, side = self.game, self.claim.side
        rest = resting(game, side, self.claim.at_least, self.reserves._replace(plays=self.plays))
        if rest is None:
            raise CertificateError(f"node {node}: {side} has not enough to pass from now on")
        if not (rest.room or makes_boards_again(game.rules)):
            return None
        return boards_from_now(game.now, side, rest)

    def _begin(self, move: int, child: int) -> None:
        """See to it that what follows *move* in a reserve is proved, with no board before it."""
        turn, plays = after_reserve_move(self.game, self.claim.side, self.reserves, self.plays, move)
        balance = turn.lost[1] + turn.paid[1] - turn.lost[0] - turn.paid[0]
        if self.claim.side is not BLACK:
            balance = -balance
        key = (
            child, plays, turn.black, turn.white, turn.to_move, turn.mover, turn.first_after_stop,
            turn.first_passer, turn.late,
        )  # fmt: skip
        # With more prisoners the same strategy gets at least as much.
        if balance < self._starts.get(key, _NEVER):
            if len(self._starts) >= _MOST_STARTS:
                raise CertificateError(f"more than {_MOST_STARTS} proofs after moves in reserves")
            self._starts[key] = balance
            self._waiting.append((child, turn, plays))

    def _opens(self, after: Turn) -> bool:
        """Whether stones of the other side's reserve, once full, were just taken."""
        filled = self.reserves.other & ~self.reserves.other_eyes
        return bool(filled & ~after.stones[self.claim.side.opponent])

    def _judge(self, node: int, move: Point) -> None:
        cause = self.game.result.cause if self.game.result else None
        if self.reserves.own and self.plays != SETTLED and cause is Cause.COMPLETE:
            raise CertificateError(
                f"node {node}: {self._name(move)} may end the game before the own reserve is settled"
            )
        if self.reserves != NO_RESERVES and cause is Cause.NO_MOVE:
            raise CertificateError(f"node {node}: after {self._name(move)} only moves in reserves are left")
        value = value_of(self.game)
        if (value >= self.claim.at_least) is not (self.claim.side is BLACK):
            raise CertificateError(f"node {node}: {self._name(move)} ends with a lead of {value:g}")

    def _name(self, move: Point) -> str:
        if move == PASS:
            return "pass"
        if move in RESERVE_MOVES:
            return RESERVE_MOVES[move]
        grid = self.game.grid
        return vertex(move, grid.rows, grid.cols) if 0 <= move < grid.size else f"point {move}"


def _joined(one: Boards | None, two: Boards | None) -> Boards | None:
    if one is None or two is None:
        return one or two
    return one.plus(two)


def _covered(rules: PlayRules, earlier: Turn, now: Turn) -> bool:
    """Whether all that an earlier turn with the present board forbids or ends below, this one does too.

    It does so in the same way, so that the earlier turn makes no difference.
    """
    if earlier.stones != now.stones:
        return False
    rule = rules["repetition"]
    if rule == "no result":
        return (earlier.to_move, earlier.ban) == (now.to_move, now.ban)
    if rule == "situational":
        return earlier.to_move is now.to_move
    if rule == "natural situational":
        placed = earlier.mover is not None and earlier.move != PASS
        return not placed or (now.move != PASS and earlier.mover is now.mover)
    if rule.startswith("prisoner balance"):
        # The latest turn three or more moves before decides. A board comes back sooner than that only
        # where a ko is retaken at once or by suicide of one stone; then an earlier turn may decide.
        return rules["ko"] == "basic" and rules["suicide"] == "forbidden"
    return True


def _state(game: Game, past: tuple[Turn, ...]) -> tuple[object, ...]:
    """All of the present that the future depends on, earlier boards apart."""
    now = game.now
    took = now.ko or (now.move == PASS and now.passes == 1 and len(past) > 1 and past[-2].ko)
    since = sum(turn.stopped for turn in past[-3:]) if now.stopped else 0
    if game.rules["stop"] == "two end after the first":
        since = sum(turn.passed for turn in past[-3:])
    return (
        now.black, now.white, now.to_move, now.ban, now.ko, took, now.passes, now.first_after_stop, since,
        now.first_passer, now.late, now.lost, now.paid, now.move is None,
    )  # fmt: skip


def _decided_by(after: Turn) -> int:
    """The index of the turn that an end by *after* depends on."""
    assert after.result is not None
    if after.result.turn is not None:
        return after.result.turn
    # A side without legal moves may lack them because of earlier boards.
    return 0 if after.result.cause is Cause.NO_MOVE else _NEVER
