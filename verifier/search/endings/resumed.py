"""Best play of a stopped game that goes on, by iteration over all states, and strategies read off it.

Nothing of this is trusted: :mod:`verifier.proof.endings.resumed` checks the strategies.
"""

import dataclasses

from verifier.board import BLACK, Colour, Position
from verifier.errors import InputError
from verifier.proof.endings.resumed import (
    END,
    LAST_PASS,
    Leads,
    ResumedClaim,
    ResumedNode,
    ResumedState,
    ResumedStrategy,
    first_state,
    successors,
)

__all__ = ["ResumedValues"]

_LOST = -1_000_000
"""The value of a state from which the side has not been shown to reach any end."""
_MOST = 1_000_000
"""States that are looked at."""
_MOST_LEAD = 1_000
"""A greater value is one that grows without end: a side wins stones each time round."""


_START = -2
"""In place of the number of a state: where play begins."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Edge:
    move: int
    after: int
    """The number of the state, or END."""
    gain: int
    """Stones that the side gains by the move; where it ends the game what the board counts, too."""


class ResumedValues:
    """What *side* can force from every state that play from some boards leads to."""

    def __init__(self, starts: list[Position], side: Colour, leads: Leads, *, cautious: bool = True) -> None:
        """Work the values out.

        Where *leads* leaves a count open, the side gets the least of it, or the most if not *cautious*.

        Raises:
            InputError: there are too many states, or a side can win stones for ever.
        """
        self.side, self._leads, self._cautious = side, leads, cautious
        self._rows, self._cols, self._grid = starts[0].rows, starts[0].cols, starts[0].grid
        self._number: dict[ResumedState, int] = {}
        self._states: list[ResumedState] = []
        self._edges: list[list[_Edge]] = []
        for start in starts:
            for colour in Colour:
                self._id(ResumedState(start.black, start.white, -1, colour, 0))
        while len(self._edges) < len(self._states):
            self._edges.append([self._edge(*found) for found in self._after(len(self._edges))])
        self._history: list[list[tuple[int, int]]] = [[] for _ in self._states]
        """Of each state the values that it has had, rising, with the time from which it had them."""
        self._iterate()

    def _id(self, state: ResumedState) -> int:
        number = self._number.setdefault(state, len(self._states))
        if number == len(self._states):
            if number == _MOST:
                raise InputError(f"play that goes on from this board has more than {_MOST} states")
            self._states.append(state)
        return number

    def _after(self, number: int) -> list[tuple[int, ResumedState, int]]:
        return list(successors(self._grid, self._states[number]))

    def _edge(self, move: int, after: ResumedState, taken: int) -> _Edge:
        mover = after.to_move.opponent
        if after.passes == LAST_PASS:
            return _Edge(move, END, self._count(after))
        return _Edge(move, self._id(after), taken if mover is self.side else -taken)

    def _count(self, state: ResumedState) -> int:
        low, high = self._leads(Position(self._rows, self._cols, state.black, state.white))
        mine = (low, high) if self.side is BLACK else (-high, -low)
        found = mine[0 if self._cautious else 1]
        return int(max(-_MOST_LEAD, min(_MOST_LEAD, found)))

    def _iterate(self) -> None:
        """Raise values from nothing until no more can be got: least fixed point."""
        values = [_LOST] * len(self._states)
        time = 0
        changed = True
        while changed:
            changed = False
            for number in reversed(range(len(values))):
                found = self._best(number, values)
                if found > values[number]:
                    if found > _MOST_LEAD:
                        raise InputError("a side can win stones for ever; such play has no value")
                    time += 1
                    values[number] = found
                    self._history[number].append((time, found))
                    changed = True
        self._values = values

    def _best(self, number: int, values: list[int]) -> int:
        reach = (_through(edge, values) for edge in self._edges[number])
        return max(reach) if self._states[number].to_move is self.side else min(reach)

    def value(self, position: Position, to_move: Colour) -> int | None:
        """What the side can force; None if it can end play with nothing at all."""
        found = self._values[self._number[ResumedState(position.black, position.white, -1, to_move, 0)]]
        return found if found > _LOST else None

    def bounds(self) -> dict[ResumedState, int | None]:
        """The most that the side can force from each state; None where it can force no end."""
        pairs = zip(self._states, self._values, strict=True)
        return {state: value if value > _LOST else None for state, value in pairs}

    def strategy(self, claim: ResumedClaim) -> ResumedStrategy | None:
        """Return a strategy that proves *claim*, which is about this side; None if it is not so."""
        start = self._number[first_state(claim)]
        if (self._values[start] >= claim.at_least) is not claim.forced:
            return None
        nodes = self._forcing(start, claim.at_least) if claim.forced else self._holding(start, claim.at_least)
        return ResumedStrategy(claim, tuple(nodes))

    # At least so much

    def _since(self, number: int, need: int) -> int:
        """When a state was first known to be worth so much."""
        return next(time for time, value in self._history[number] if value >= need)

    def _forcing(self, start: int, need: int) -> list[ResumedNode]:
        """Each node is a state and what is needed there; play leads to what was known before."""
        found: dict[tuple[int, int], list[tuple[int, tuple[int, int] | None]]] = {}
        left = [(start, need)]
        while left:
            key = left.pop()
            if key in found:
                continue
            number, bound = key
            known = self._since(number, bound)
            edges = self._edges[number]
            if self._states[number].to_move is self.side:
                edges = [next(edge for edge in edges if self._reaches(edge, bound, known))]
            found[key] = [
                (edge.move, None if edge.after == END else (edge.after, bound - edge.gain)) for edge in edges
            ]
            left += [child for _, child in found[key] if child is not None]
        order = sorted(found, key=lambda key: -self._since(*key))
        place = {key: index for index, key in enumerate(order)}
        return [
            ResumedNode(key[1], tuple((move, END if to is None else place[to]) for move, to in found[key]))
            for key in order
        ]

    def _reaches(self, edge: _Edge, need: int, before: int) -> bool:
        if edge.after == END:
            return edge.gain >= need
        need -= edge.gain
        return self._values[edge.after] >= need and self._since(edge.after, need) < before

    # Less than so much

    def _holding(self, start: int, need: int) -> list[ResumedNode]:
        """Each node is a state, with the least bound below which the side is held there.

        The first node is apart from the others: its bound is that of the claim, also where play comes back.
        """
        found: dict[int, list[tuple[int, int]]] = {}
        order = {_START: start}
        left = [_START]
        while left:
            key = left.pop()
            edges = self._edges[order[key]]
            if self._states[order[key]].to_move is not self.side:
                edges = [min(edges, key=lambda edge: _through(edge, self._values))]
            found[key] = [(edge.move, edge.after) for edge in edges]
            new = [edge.after for edge in edges if edge.after != END and edge.after not in order]
            order |= {number: number for number in new}
            left += dict.fromkeys(new)
        place = {key: index for index, key in enumerate(order)}
        nodes = []
        for key, number in order.items():
            value = self._values[number]
            bound = need if key == _START else value + 1 if value > _LOST else None
            moves = tuple((move, END if to == END else place[to]) for move, to in found[key])
            nodes.append(ResumedNode(bound, moves))
        return nodes


def _through(edge: _Edge, values: list[int]) -> int:
    """What a move is worth, as far as is known."""
    if edge.after == END:
        return edge.gain
    return values[edge.after] + edge.gain if values[edge.after] > _LOST else _LOST

