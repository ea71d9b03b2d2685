"""Exact answers to "can the unit be captured?", by working backwards through every position.

Written to be independent of the verifier: its own board, no search, no static rules. Every position
that play from the start can reach is listed, and two sets grow until nothing changes:

* *lost*: the attacker captures the unit in finitely many moves;
* *safe*: the owner comes, in finitely many moves of his plan, to a point where he passes and no play
  of the attacker leads out of *safe*, so that the attacker can do no better than pass as well.

There is no ko ban, and what is in neither set depends on repeating positions: on a ko, and on who has more
threats. A winning plan never repeats a position, so it never retakes at once, and stays a winning plan
under any ban. docs/benchmarks.md says what follows for the rulesets.
"""

from collections.abc import Iterator

from verifier.board import Colour, Mask, Position

__all__ = ["TooManyStatesError", "capture_status"]

_OWNER, _ATTACKER = 0, 1


class TooManyStatesError(Exception):
    """More positions can be reached than was allowed."""


class _Board:
    """The cells inside the wall; the wall itself gives unlimited liberties to what touches it."""

    def __init__(self, position: Position, unit: Mask) -> None:
        owner = Colour.BLACK if unit & position.black else Colour.WHITE
        wall = position.assumed(owner.opponent)
        self.unit = unit
        self.owner = position.stones(owner)
        self.attacker = position.stones(owner.opponent) & ~wall
        self.inside = ((1 << position.rows * position.cols) - 1) & ~wall
        cols = position.cols
        self.near: dict[int, Mask] = {}
        self.held = 0
        for point in range(position.rows * cols):
            row, col = divmod(point, cols)
            steps = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
            cells = [r * cols + c for r, c in steps if 0 <= r < position.rows and 0 <= c < cols]
            self.near[1 << point] = sum(1 << cell for cell in cells)
            if self.near[1 << point] & wall:
                self.held |= 1 << point

    def chain(self, seed: Mask, stones: Mask) -> tuple[Mask, Mask]:
        """The chain with *seed* in it, and all cells beside it."""
        chain, fresh, border = 0, seed, 0
        while fresh:
            chain |= fresh
            grown = 0
            while fresh:
                cell = fresh & -fresh
                grown |= self.near[cell]
                fresh ^= cell
            border |= grown
            fresh = grown & stones & ~chain
        return chain, border

    def plays(self, owner: Mask, attacker: Mask, mover: int) -> Iterator[tuple[Mask, Mask]]:
        """The stones after every legal play; no owner's stones mean that the unit was captured."""
        own, other = (owner, attacker) if mover == _OWNER else (attacker, owner)
        empty = self.inside & ~(owner | attacker)
        rest = empty
        while rest:
            cell = rest & -rest
            rest ^= cell
            taken, seen, left = 0, 0, empty & ~cell
            beside = self.near[cell] & other
            while beside:
                chain, border = self.chain(beside & -beside, other)
                beside &= ~chain
                seen |= chain
                # The attacker's chains may touch the wall, the owner's never do him any good.
                if not border & left and not (mover == _OWNER and chain & self.held):
                    taken |= chain
            if not taken:
                chain, border = self.chain(cell, own | cell)
                if not border & left and not (mover == _ATTACKER and chain & self.held):
                    continue
            if taken & self.unit:
                yield 0, 0
            elif mover == _OWNER:
                yield own | cell, other & ~taken
            else:
                yield other & ~taken, own | cell


def capture_status(position: Position, unit: Mask, *, attacker_first: bool, most: int = 400_000) -> str:
    """Return "dead", "alive" or "ko" for *unit* in a crop whose only outside chain is the attacker's wall.

    Raises:
        TooManyStatesError: more than *most* positions can be reached.
    """
    board = _Board(position, unit)
    start = (board.owner, board.attacker, int(attacker_first))
    number = {start: 0}
    states = [start]
    plays: list[list[int]] = []  # -1: the unit is captured
    for owner, attacker, mover in states:  # grows while it is read
        found = []
        successors = [(*stones, 1 - mover) for stones in board.plays(owner, attacker, mover)]
        for state in [*successors, (owner, attacker, 1 - mover)]:  # the pass last
            if not state[0]:
                found.append(-1)
                continue
            if state not in number:
                if len(states) >= most:
                    raise TooManyStatesError(f"more than {most} positions")
                number[state] = len(states)
                states.append(state)
            found.append(number[state])
        plays.append(found)
    for name, lost in (("dead", True), ("alive", False)):
        if _reached(plays, [mover for _, _, mover in states], lost=lost)[0]:
            return name
    return "ko"


def _reached(plays: list[list[int]], movers: list[int], *, lost: bool) -> list[bool]:
    """Which states are lost, or which are safe; the last successor of each is the pass.

    For *safe* the attacker's pass does not count: the owner passes too, and that is the end.
    """
    chooser = _ATTACKER if lost else _OWNER
    before: list[list[int]] = [[] for _ in plays]
    missing = []
    ready = []
    for state, successors in enumerate(plays):
        chooses = movers[state] == chooser
        counted = successors if lost or chooses else successors[:-1]
        for successor in counted:
            if successor >= 0:
                before[successor].append(state)
        captured = -1 in counted
        missing.append(1 if chooses else len(counted))
        if (captured and lost and chooses) or not missing[state]:
            ready.append(state)
    inside = [False] * len(plays)
    for state in ready:
        inside[state] = True
    for state in ready:  # grows while it is read
        for previous in before[state]:
            missing[previous] -= 1
            if missing[previous] <= 0 and not inside[previous]:
                inside[previous] = True
                ready.append(previous)
    return inside
