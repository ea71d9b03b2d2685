"""Arguing with a proof: the losing side plays what it likes, and the certificate answers.

Every answer is the move of a node of the checked certificate: the state itself in a strategy, the matching
pattern of least measure where the proof is by patterns (docs/certificates.md). Nothing is searched.
"""

import dataclasses
import enum
from collections.abc import Mapping, Sequence
from pathlib import Path

from verifier.arguments import kind, listed, whole
from verifier.board import Colour, Mask, Point, Position, vertex
from verifier.board.grid import bits
from verifier.errors import CertificateError, InputError
from verifier.jobs.explain.line import End, Guide, LineMove, cycle_of
from verifier.jobs.explain.upkeep import upkeep
from verifier.play import PASS, Arena, Cycle, Keeping, State, Step
from verifier.proof import Certificate, Keep, Patterns, Places, Refutation, Stages, Strategy, check
from verifier.proof.scope import arena_of
from verifier.proof.store import certificate_of

__all__ = ["Argument", "Dispute", "Forbidden", "argue"]


_MOST = 10**9
_MOVES = "points by their numbers are needed, and -1 for a pass"


class Forbidden(enum.Enum):
    """Why the losing side may not play on an empty point."""

    KO = "ko"
    """The retake in a ko is forbidden on this turn."""
    KO_UNTIL_PASS = "ko until a pass"
    """It is forbidden until the side has passed for this ko."""
    SUICIDE = "suicide"
    OUTSIDE = "outside"
    """The point is no part of the fight: a wall or the edge of the diagram lies between."""


@dataclasses.dataclass(frozen=True, slots=True)
class Dispute:
    """How far an argument has come."""

    moves: tuple[LineMove, ...]
    """All moves so far, those of the proof included."""
    state: State
    choices: tuple[Point, ...]
    """What the losing side may play now, passes included; empty if the line has ended."""
    forbidden: Mapping[Point, Forbidden]
    """The other empty points; empty if the line has ended."""
    zone: Mask
    """The points on which the proof depends from here on; other stones do not matter to it."""
    end: End | None
    """Why the line has ended; None while the losing side is to move."""
    repeats: int = 0
    """With End.PASSES and End.CYCLE: the number of moves before the state that repeats."""
    cycle: Cycle | None = None
    """What the repetition is judged by."""
    winner: Colour | None = None
    """Who wins by the end; None before it, and where the ruleset calls the cycle a draw."""
    settled: int | None = None
    """The number of moves after which the certificate had no more to say, where play went on from there."""

    def position(self, like: Position) -> Position:
        """The stones now, on a board like the given one."""
        return Position(like.rows, like.cols, self.state.black, self.state.white, like.open_sides)


class Argument:
    """A proof to play against. Make one with :func:`argue`."""

    def __init__(
        self, certificate: Certificate, arena: Arena, evidence: Strategy | Patterns | Places | Stages | None
    ) -> None:
        self.certificate = certificate
        self._guide = Guide(arena, evidence) if evidence is not None else None
        self.arena = arena if self._guide is None else self._guide.arena
        self.side: Colour = evidence.side if evidence is not None else arena.owner
        """Whom the proof plays for."""
        self.draw_wins = evidence is not None and evidence.draw_wins
        """Whether a drawn cycle is all that the proof promises to that side."""

    @property
    def loser(self) -> Colour:
        """Who argues."""
        return self.side.opponent

    @property
    def of_wall(self) -> bool:
        """Whether this is the proof that a wall is kept, where its owner answers attacks."""
        return isinstance(self.arena, Keeping)

    @property
    def goes_on(self) -> bool:
        """Whether a settled line can be played on: not for bare walls, nor in games that remember."""
        return bool(self.arena.locale) and self.arena.start.memory is None

    def follow(self, moves: Sequence[Point], *, beyond: bool = False) -> Dispute:
        """Return where *moves* of the losing side lead from the start, each answered by the certificate.

        With *beyond* a settled line goes on where it can, by :mod:`verifier.jobs.explain.upkeep`.

        Raises:
            InputError: a move is none, is illegal, or comes after the end of the line; the message names it.
            CertificateError: the certificate has no answer; then the checker has a fault.
        """
        moves = [whole("moves", move, -_MOST, _MOVES) for move in listed("moves", moves, "[4, -1]")]
        state, line, seen = self.arena.start, list[LineMove](), dict[State, int]()
        waiting = list(reversed(moves))
        settled: int | None = None
        while True:
            over = self._ended(state, line, seen, settled is None)
            if over is not None and over.end is End.SETTLED and beyond and self.goes_on:
                over, settled = None, len(line)
            if over is not None:
                if waiting:
                    raise InputError(f"move {len(moves) - len(waiting) + 1}: the line has ended before it")
                return dataclasses.replace(over, settled=settled)
            seen[state] = len(line)
            if state.to_move == self.side:
                step = self._answer(state) if settled is None else self._keep_on(state, line)
            elif waiting:
                step = self._try(state, waiting.pop(), len(moves) - len(waiting))
            else:
                return dataclasses.replace(self._open(state, line), settled=settled)
            line.append(LineMove(state, step.move, step.captured))
            if step.winner is not None:
                over = Dispute(tuple(line), step.state, (), {}, 0, End.RULE, winner=step.winner)
                return dataclasses.replace(over, settled=settled)
            state = step.state

    def _ended(
        self, state: State, line: list[LineMove], seen: dict[State, int], proved: bool
    ) -> Dispute | None:
        if state in seen:
            begin = seen[state]
            passes = all(move.point <= PASS for move in line[begin:])
            cycle, end = cycle_of(self.arena, line[begin:]), End.PASSES if passes else End.CYCLE
            winner = None if self.draw_wins else self.side
            # Games that remember judge by new stones as well; there the measure of the proof speaks alone.
            if state.memory is None and self.arena.cycle_winner(cycle) != winner:
                raise CertificateError("the answers of the certificate lose this cycle")
            return Dispute(tuple(line), state, (), {}, self._zone(state), end, begin, cycle, winner)
        if proved and (self._guide is None or self._guide.node(state) is None):
            end = End.SETTLED
            if self._guide is not None and not self._guide.settled(state):
                if not self._guide.staged:
                    raise CertificateError("the certificate has no answer here")
                end = End.PLACES
            return Dispute(tuple(line), state, (), {}, self._zone(state), end, winner=self.side)
        return None

    def _answer(self, state: State) -> Step:
        assert self._guide is not None
        steps = self._guide.steps(state)
        if len(steps) != 1:
            raise CertificateError("the certificate answers with an illegal move")
        return steps[0]

    def _keep_on(self, state: State, line: list[LineMove]) -> Step:
        step = self.arena.step(state, upkeep(self.arena, state, self.side, line[-1].point if line else PASS))
        if step is None:
            raise CertificateError("the plan after the certificate plays an illegal move")
        return step

    def _try(self, state: State, move: Point, number: int) -> Step:
        step = self.arena.step(state, move)
        if step is None:
            grid = self.arena.grid
            where = vertex(move, grid.rows, grid.cols) if 0 <= move < grid.size else "this pass"
            why = self._forbidden(state).get(move)
            reason = f"forbidden ({why.value})" if why else "not possible here"
            raise InputError(f"move {number}: {where}: {reason}")
        return step

    def _open(self, state: State, line: list[LineMove]) -> Dispute:
        choices = tuple(step.move for step in self.arena.steps(state))
        return Dispute(tuple(line), state, choices, self._forbidden(state), self._zone(state), None)

    def _forbidden(self, state: State) -> dict[Point, Forbidden]:
        arena = self.arena
        legal = {step.move for step in arena.steps(state)}
        found: dict[Point, Forbidden] = {}
        for point in bits(arena.grid.full & ~(state.black | state.white)):
            if point in legal:
                continue
            if not arena.locale >> point & 1:
                found[point] = Forbidden.OUTSIDE
            elif point == state.ban:
                found[point] = Forbidden.KO
            elif state.memory is not None and state.memory.bans >> point & 1:
                found[point] = Forbidden.KO_UNTIL_PASS
            else:
                found[point] = Forbidden.SUICIDE
        return found

    def _zone(self, state: State) -> Mask:
        zone = self._guide.zone(state) if self._guide is not None else None
        return self.arena.locale if zone is None else zone


def argue(certificate: Certificate | str | Path, *, against: Colour | None = None) -> Argument:
    """Check a certificate, or the one in the file of that path, and return what one can play against.

    *against* chooses the side whose proof answers, for a drawn unit, which has one for each side. For a
    unit that is a wall by proof this is the proof that it is kept, in which the attacker moves first; the
    line of another wall has no moves.

    Raises:
        CertificateError: the certificate does not prove its claim.
        InputError: it is neither, a refuted formula, which holds no answers, or no proof of *against*.
    """
    certificate = certificate_of(certificate)
    if against is not None:
        kind("against", against, Colour, "BLACK or WHITE of verifier is needed, or None")
    claim = check(certificate).claim
    arena = arena_of(certificate)
    walls = 0
    for keep in certificate.keeps:
        if keep.stones & claim.unit:
            return _against(certificate, [_keeping(claim.position, keep, walls)], against)
        walls |= keep.stones
    found: list[tuple[Arena, Strategy | Patterns | Places | Stages | None]] = [
        (arena, item) for item in certificate.evidence if not isinstance(item, Refutation)
    ]
    if certificate.evidence and not found:
        raise InputError("this proof is a refuted formula, which holds no answers; use another prover")
    return _against(certificate, found or [(arena, None)], against)


def _keeping(position: Position, keep: Keep, walls: Mask) -> tuple[Arena, Patterns]:
    return Keeping(position, keep.colour, keep.stones, walls), keep.evidence


def _against(
    certificate: Certificate,
    found: Sequence[tuple[Arena, Strategy | Patterns | Places | Stages | None]],
    against: Colour | None,
) -> Argument:
    arguments = [Argument(certificate, arena, evidence) for arena, evidence in found]
    for argument in arguments:
        if against is None or argument.side == against:
            return argument
    raise InputError(f"the certificate proves nothing for {against}; it speaks for {arguments[0].side}")
