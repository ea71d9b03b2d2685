"""Death in two stages: first the unit is taken, and then all else is cleared.

Where a new stone counts far from the unit, whoever clears (:class:`verifier.play.Plain`) has to think of the
whole area from the first move on. To take the unit is a smaller game. So that is won first, and followed until
the unit's points are clear; from each of the states that this may lead to the whole area is cleared by a search
of its own. As many of these states soon become alike, most are met again.

Stage one never comes back once it is over, and no state in it is clear. So its cycles are won by prisoners, as
those of the smaller game are. Untrusted: the measure is worked out for all moves together, and the checker has
the last word.
"""

import dataclasses
import time
from collections.abc import Callable, Iterator

from verifier.board import Mask, Point
from verifier.errors import CertificateError
from verifier.play import PASS, MemoryArena, Pattern, Plain, State, Step
from verifier.proof.certificate import CLOSED, Node, PatternNode, Patterns, Strategy
from verifier.proof.unfold import Unfolded
from verifier.search.measures import UnclosedError, close, measure
from verifier.search.outcome import Limits

__all__ = ["Search", "clear_in_stages", "taking"]

MOST_STATES = 400_000
"""States of a strategy beyond which it is given up: its certificate would be larger than anyone wants."""

Search = Callable[[Plain, State, Limits], tuple[Patterns | None, int]]
"""Searches plain play from a state; returns what it found, and how many states it expanded."""


def taking(arena: MemoryArena) -> Plain | None:
    """Return plain play in which only the unit is to be taken and its points cleared, if that is less to do."""
    if not arena.enabling or arena.standing or not arena.scope & ~arena.unit:
        return None
    rules = arena.ruleset.with_values(dead_means="no new stone on its points")
    return Plain(MemoryArena(arena.position, arena.unit, rules), arena.attacker)


def clear_in_stages(
    game: Plain, first: Plain, limits: Limits, search: Search
) -> tuple[Patterns | None, int]:
    """Win *game*, in which all is to be cleared, by winning *first* before, in which the unit is.

    Returns the evidence, or None if some limit was reached or some state is not won so; and how many states
    were expanded. The limits are those of all searches together.
    """
    return _Stages(game, first, limits, search).run()


class _GivenUp(Exception):
    """Not won in this way, or not within the limits."""


class _Stages:
    def __init__(self, game: Plain, first: Plain, limits: Limits, search: Search) -> None:
        self.game, self.first, self.search, self.limits = game, first, search, limits
        self.deadline = time.monotonic() + limits.seconds
        self.expanded = 0
        self.later: dict[State, Point | None] = {}
        """States of the second stage, with the move where the side that clears is to move."""

    def run(self) -> tuple[Patterns | None, int]:
        try:
            return self._strategy(), self.expanded
        except (_GivenUp, UnclosedError, CertificateError):
            return None, self.expanded

    def _strategy(self) -> Patterns:
        begin = self._proof(self.first, self.first.start)
        moves, leads = self._first_stage(begin)
        # Where least is left to clear others may lead.
        theirs = (lambda s: s.white) if self.game.attacker == 0 else (lambda s: s.black)
        for state in sorted(leads, key=lambda s: (theirs(s) & self.game.locale).bit_count()):
            if state not in self.later:
                self._clear(state)

        def choose(state: State) -> Point | None:
            return self.later[state] if state in self.later else moves.get(state)

        solved = measure(close(self.game, self.game.side, choose))
        if not isinstance(solved, Strategy):
            raise _GivenUp
        return _as_patterns(self.game, solved)

    def _proof(self, game: Plain, state: State) -> Unfolded:
        seconds, nodes = self.deadline - time.monotonic(), self.limits.nodes - self.expanded
        if seconds <= 0 or nodes <= 0:
            raise _GivenUp
        bounds = dataclasses.replace(self.limits, nodes=nodes, seconds=seconds)
        found, expanded = self.search(game, state, bounds)
        self.expanded += expanded
        if found is None:
            raise _GivenUp
        return Unfolded(game, found)

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

    def _clear(self, start: State) -> None:
        """Search the second stage from a state, and keep what play by that proof may lead to."""
        proof = self._proof(self.game, start)
        seen = {start}
        for state in (queue := [start]):  # grows while it is read
            if state in self.later or self.game.settled(state) == self.game.side:
                continue
            node = proof.node(state)
            if node is None:
                raise _GivenUp
            self.later[state] = node.move
            queue.extend(self._after(state, node.move, seen))

    def _after(self, state: State, move: Point | None, seen: set[State]) -> Iterator[State]:
        """The states after the move chosen, or after all moves of the other side, that were not *seen*."""
        if len(seen) + len(self.later) > MOST_STATES or time.monotonic() > self.deadline:
            raise _GivenUp
        for step in _steps(self.game, state, move):
            if step.winner == self.game.side.opponent:
                raise _GivenUp
            if step.winner is None and step.state not in seen:
                seen.add(step.state)
                yield step.state


def _steps(game: Plain, state: State, move: Point | None) -> Iterator[Step]:
    if move is None:
        yield from game.steps(state)
    elif (step := game.step(state, move)) is None:
        raise _GivenUp
    else:
        yield step


def _as_patterns(game: Plain, strategy: Strategy) -> Patterns:
    """The patterns of a strategy by states: all of the locale is in each zone."""
    numbers = {state: number for number, state in enumerate(strategy.nodes)}
    nodes = []
    for state, node in strategy.nodes.items():
        covers = {
            step.move: CLOSED if step.winner is not None else numbers.get(step.state, CLOSED)
            for step in _steps(game, state, node.move)
        }
        mine = node.move is not None
        after = covers.pop(PASS if node.move is None else node.move)
        nodes.append(_node(game, state, node, after, {} if mine else covers))
    return Patterns(strategy.side, False, tuple(nodes))


def _node(game: Plain, state: State, node: Node, after: int, covers: dict[Point, int]) -> PatternNode:
    locale: Mask = game.locale
    ban = -1 if node.move is not None else state.ban
    stones = state.black & locale, state.white & locale
    pattern = Pattern(locale, *stones, ban, state.to_move, 0, state.threats, state.bans, state.taken)
    return PatternNode(pattern, node.move, node.credit, node.rank, after, covers)
