"""Death in two stages: first the unit is taken, and then all else is cleared.

Where a new stone counts far from the unit, whoever clears (:class:`verifier.play.Plain`) has to think of the
whole area from the first move on. To take the unit is a smaller game. So that is won first, and followed
until the unit's points are clear; from each of the states that this may lead to the whole area is cleared by
a search of its own, which ends where it meets what was found before.

The first stage never comes back once it is over, and no state in it is clear. So its cycles are won by
prisoners, as those of the smaller game are. Untrusted: the measure is worked out for all moves together, and
the checker has the last word.
"""

import dataclasses
import time
from collections.abc import Callable, Iterable, Iterator

from verifier.board import Point
from verifier.errors import CertificateError
from verifier.play import Plain, State
from verifier.proof.certificate import Patterns, Strategy
from verifier.proof.unfold import Unfolded
from verifier.search.measures import UnclosedError, close, measure
from verifier.search.outcome import Limits
from verifier.search.whole import as_patterns

__all__ = ["Search", "clear_in_stages"]

MOST_STATES = 1_000_000
"""States of a strategy beyond which it is given up: its certificate would be larger than anyone wants."""

Search = Callable[[State, Limits], tuple[Patterns | None, int]]
"""Searches the game in which all is to be cleared from a state on.

Returns what it found, and how many states it expanded."""


def clear_in_stages(
    game: Plain,
    first: Plain,
    taken: Patterns,
    limits: Limits,
    search: Search,
    remember: Callable[[Iterable[State]], None],
) -> tuple[Patterns | None, int]:
    """Win *game*, in which all is to be cleared, where *taken* wins *first*, in which the unit is.

    Returns the evidence, or None if some limit was reached or some state is not won so; and how many states
    were expanded. The limits are those of all searches together. *remember* is told states from which later
    searches need not go on.
    """
    return _Stages(game, first, limits, search, remember).run(taken)


class _GivenUpError(Exception):
    """Not won in this way, or not within the limits."""


class _Stages:
    def __init__(
        self,
        game: Plain,
        first: Plain,
        limits: Limits,
        search: Search,
        remember: Callable[[Iterable[State]], None],
    ) -> None:
        self.game, self.first, self.limits = game, first, limits
        self.search, self.remember = search, remember
        self.deadline = time.monotonic() + limits.seconds
        self.expanded = 0
        self.later: dict[State, Point | None] = {}
        """States of the second stage, with the move where the side that clears is to move."""

    def run(self, taken: Patterns) -> tuple[Patterns | None, int]:
        try:
            return self._strategy(Unfolded(self.first, taken)), self.expanded
        except (_GivenUpError, UnclosedError, CertificateError):
            return None, self.expanded

    def _strategy(self, begin: Unfolded) -> Patterns:
        moves, leads = self._first_stage(begin)
        # Where least is left to clear others may lead.
        waiting = sorted(leads, key=self._left_to_clear)[::-1]
        while waiting:
            if (state := waiting.pop()) not in self.later:
                waiting.extend(reversed(self._clear(state)))

        def choose(state: State) -> Point | None:
            return self.later[state] if state in self.later else moves.get(state)

        solved = measure(close(self.game, self.game.side, choose))
        if not isinstance(solved, Strategy):
            raise _GivenUpError
        return as_patterns(self.game, solved)

    def _proof(self, state: State) -> Unfolded:
        seconds, nodes = self.deadline - time.monotonic(), self.limits.nodes - self.expanded
        if seconds <= 0 or nodes <= 0:
            raise _GivenUpError
        bounds = dataclasses.replace(self.limits, nodes=nodes, seconds=seconds)
        found, expanded = self.search(state, bounds)
        self.expanded += expanded
        if found is None:
            raise _GivenUpError
        return Unfolded(self.game, found)

    def _first_stage(self, proof: Unfolded) -> tuple[dict[State, Point | None], list[State]]:
        """The states of the first stage, each with the move chosen, and those that it leads to."""
        moves: dict[State, Point | None] = {}
        leads: list[State] = []
        seen = {self.game.start}
        for state in (queue := [self.game.start]):  # grows while it is read
            node = None if self.first.marked(state) else proof.node(state)
            if node is None:
                if self.game.settled(state) != self.game.side:
                    leads.append(state)
                continue
            moves[state] = node.move
            queue.extend(self._after(state, node.move, seen))
        return moves, leads

    def _left_to_clear(self, state: State) -> int:
        theirs = state.white if self.game.owner else state.black
        return (theirs & self.game.locale).bit_count()

    def _clear(self, start: State) -> list[State]:
        """Search the second stage from a state, and keep what play by that proof may lead to.

        Returns states that this leaves open: they are like some that were won before, but for bans.
        """
        proof = self._proof(start)
        seen, new, others = {start}, [], []
        for state in (queue := [start]):  # grows while it is read
            if state in self.later or self.game.settled(state) == self.game.side:
                continue
            node = proof.node(state)
            if node is None:
                others.append(state)
                continue
            self.later[state] = node.move
            new.append(state)
            queue.extend(self._after(state, node.move, seen))
        self.remember(new)
        return others

    def _after(self, state: State, move: Point | None, seen: set[State]) -> Iterator[State]:
        """The states after the move chosen, or after all moves of the other side, that were not *seen*."""
        if len(seen) + len(self.later) > MOST_STATES or time.monotonic() > self.deadline:
            raise _GivenUpError
        steps = self.game.steps(state) if move is None else [self.game.step(state, move)]
        for step in steps:
            if step is None or step.winner == self.game.side.opponent:
                raise _GivenUpError
            if step.winner is None and step.state not in seen:
                seen.add(step.state)
                yield step.state
