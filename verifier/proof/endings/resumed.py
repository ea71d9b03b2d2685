"""Strategies for a stopped game that goes on, and their checker. docs/endings.md has the format.

A game has stopped at a board and a player asks for it to go on. Play is that of the 試案: sides alternate, a
ko may not be retaken on the next turn, suicide is forbidden, a pass lifts the ban, and four passes in a row
end it. Then the board is counted, with the stones taken since the stop. Play that never ends gives nothing.

The checker follows a strategy through this game. What boards count is not known here: it is asked of a
function, which has to be right about it (:mod:`verifier.jobs.playing.resumed`).
"""

import dataclasses
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from verifier.board import BLACK, Colour, Grid, Mask, Point, Position
from verifier.board.grid import bits
from verifier.errors import CertificateError
from verifier.play import PASS
from verifier.play.placing import place

__all__ = [
    "END",
    "LAST_PASS",
    "Leads",
    "ResumedClaim",
    "ResumedNode",
    "ResumedReport",
    "ResumedState",
    "ResumedStrategy",
    "check_resumed_bounds",
    "check_resumed_strategy",
    "first_state",
    "successors",
]

END = -1
"""In place of a node: the move ends the game."""
LAST_PASS = 4
"""So many passes in a row end the game."""

Leads: TypeAlias = Callable[[Position], tuple[float, float]]
"""What a board counts: Black's lead, at least and at most."""


class ResumedState(NamedTuple):
    """A board with all that later play depends on."""

    black: Mask
    white: Mask
    ban: Point
    """Where the side to move may not retake, or -1."""
    to_move: Colour
    passes: int
    """Passes in a row before it."""


@dataclasses.dataclass(frozen=True, slots=True)
class ResumedClaim:
    """What one side gets if the game goes on from a board, seen from that side.

    *forced*: it can end play with a lead of at least ``at_least``, prisoners taken since counted. Else: the
    other side can keep it from that.
    """

    position: Position
    to_move: Colour
    side: Colour
    at_least: int
    forced: bool

    @property
    def winner(self) -> Colour:
        """Whose strategy proves it."""
        return self.side if self.forced else self.side.opponent


@dataclasses.dataclass(frozen=True, slots=True)
class ResumedNode:
    """What is shown from a state on, and how play goes on."""

    bound: int | None
    """Apart from stones taken on the way, the side of a claim gets at least so much if it is *forced*, and
    less if not. None: play never ends from here on, so nothing is got."""
    moves: tuple[tuple[Point, int], ...]
    """Moves and the nodes that they lead to, or :data:`END`: the winner's one move, or all legal ones."""


@dataclasses.dataclass(frozen=True, slots=True)
class ResumedStrategy:
    """A claim with a strategy; ``nodes[0]`` is where play goes on."""

    claim: ResumedClaim
    nodes: tuple[ResumedNode, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class ResumedReport:
    """What the checker did."""

    claim: ResumedClaim
    nodes: int
    moves: int
    ends: tuple[Position, ...]
    """The boards that play may end on, whose counts the proof rests on."""


def first_state(claim: ResumedClaim) -> ResumedState:
    """Return where play goes on: no ban, as passes came before, and no pass that counts."""
    return ResumedState(claim.position.black, claim.position.white, -1, claim.to_move, 0)


def successors(grid: Grid, state: ResumedState) -> Iterator[tuple[Point, ResumedState, int]]:
    """Yield all legal moves, the pass last, with the state that each leads to and the stones it takes."""
    turn = state.to_move
    for point in bits(grid.full & ~(state.black | state.white)):
        if point == state.ban:
            continue
        placed = place(grid, state.black, state.white, turn, point)
        if not placed.own_taken:
            after = ResumedState(placed.black, placed.white, placed.ban, turn.opponent, 0)
            yield point, after, placed.taken.bit_count()
    yield PASS, ResumedState(state.black, state.white, -1, turn.opponent, state.passes + 1), 0


def check_resumed_strategy(strategy: ResumedStrategy, leads: Leads) -> ResumedReport:
    """Check that a strategy proves its claim, if *leads* is right about what boards count.

    Raises:
        CertificateError: it does not; the message names the first fault.
    """
    claim, nodes = strategy.claim, strategy.nodes
    position = claim.position
    if position.open_sides or any(position.breathless()):
        raise CertificateError("play goes on from a whole board on which all chains have liberties")
    if not nodes or nodes[0].bound != claim.at_least:
        raise CertificateError("the first node does not have the bound of the claim")
    states: list[ResumedState | None] = [None] * len(nodes)
    states[0] = first_state(claim)
    ends: dict[Position, None] = {}
    left = deque([0])
    moves = 0
    while left:
        number = left.popleft()
        state = states[number]
        assert state is not None
        for move, child, after, taken in _followed(position.grid, claim, nodes[number], state, number):
            moves += 1
            if after.passes == LAST_PASS:
                if child != END:
                    raise CertificateError(f"node {number}: play goes on after the last pass")
                board = Position(position.rows, position.cols, after.black, after.white)
                _check_end(claim, nodes[number].bound, leads(board), number)
                ends[board] = None
                continue
            if not 0 <= child < len(nodes):
                raise CertificateError(f"node {number}: {move} leads to no node")
            if states[child] is None:
                states[child] = after
                left.append(child)
            elif states[child] != after:
                raise CertificateError(f"node {child} is reached with two boards or turns")
            _check_step(claim, nodes, number, child, taken if state.to_move is claim.side else -taken)
    for number, state in enumerate(states):
        if state is None:
            raise CertificateError(f"no play leads to node {number}")
    return ResumedReport(claim, len(nodes), moves, tuple(ends))


def _followed(
    grid: Grid, claim: ResumedClaim, node: ResumedNode, state: ResumedState, number: int
) -> Iterator[tuple[Point, int, ResumedState, int]]:
    """The moves of a node with what they lead to: one of the winner's, or all that are legal."""
    legal = {move: (after, taken) for move, after, taken in successors(grid, state)}
    listed = [move for move, _ in node.moves]
    if len(set(listed)) != len(listed) or not set(listed) <= set(legal):
        raise CertificateError(f"node {number}: a move is not legal, or stands there twice")
    wanted = 1 if state.to_move is claim.winner else len(legal)
    if len(listed) != wanted:
        raise CertificateError(f"node {number}: {len(listed)} moves, and {wanted} are needed")
    for move, child in node.moves:
        yield move, child, *legal[move]


def _check_step(
    claim: ResumedClaim, nodes: tuple[ResumedNode, ...], number: int, child: int, gain: int
) -> None:
    """Whether the bound after a move, by which the side of the claim gains so many stones, is enough."""
    before, after = nodes[number].bound, nodes[child].bound
    if claim.forced:
        # Numbers only grow along play, so it ends.
        if child <= number:
            raise CertificateError(f"node {number}: play may go back to node {child} and never end")
        fits = before is not None and after is not None and after >= before - gain
    else:
        fits = after is None or (before is not None and after <= before - gain)
    if not fits:
        raise CertificateError(f"node {number}: {before} does not follow from node {child}")


def _check_end(
    claim: ResumedClaim, bound: int | None, lead: tuple[float, float], number: int
) -> None:
    """Whether the count of the last board is on the right side of the bound."""
    low, high = lead if claim.side is BLACK else (-lead[1], -lead[0])
    if bound is None or not (low >= bound if claim.forced else high < bound):
        raise CertificateError(f"node {number}: play may end with a count that does not fit {bound}")


def check_resumed_bounds(
    side: Colour, rows: int, cols: int, bounds: Mapping[ResumedState, int | None], leads: Leads
) -> int:
    """Check that *side* can be kept to these bounds from all these states, stones taken before apart.

    None: it can be kept from any end. The other side needs no strategy besides: it goes where the bound
    stays. Returns how many moves were looked at.

    Raises:
        CertificateError: a bound does not hold; the message names the state.
    """
    grid = Grid.of(rows, cols)
    looked = 0
    for state, bound in bounds.items():
        mine = state.to_move is side
        fits = []
        for _, after, taken in successors(grid, state):
            looked += 1
            if after.passes == LAST_PASS:
                low, high = leads(Position(rows, cols, after.black, after.white))
                fits.append(bound is not None and (high if side is BLACK else -low) <= bound)
                continue
            if after not in bounds:
                raise CertificateError(f"there is no bound for {after}")
            rest = bounds[after]
            gain = taken if mine else -taken
            fits.append(rest is None or (bound is not None and rest + gain <= bound))
        if not (all(fits) if mine else any(fits)):
            raise CertificateError(f"the bound {bound} does not hold from {state}")
    return looked
