"""The first stage of a death in stages: the attacker's moves up to ends that are won place by place.

Proofs that he takes the unit name them. Where such a move leads to an end that is not won he needs another
one, and sometimes another one before that. Cycles that he would lose are looked for last.
"""

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Protocol

from verifier.board import Point
from verifier.play import Plain, State, Step
from verifier.proof.certificate import Patterns, Strategy
from verifier.proof.unfold import Unfolded
from verifier.search.measures import LosingCycle, close, measure_or_cycles
from verifier.search.native import prove_native
from verifier.search.outcome import Limits

__all__ = ["TAKING_NODES", "Ends", "FirstStage", "GivenUpError"]

MOST_STATES = 1_000_000
"""States of the first stage beyond which it is given up: nobody wants so large a certificate."""

FORGET_AFTER = 100_000
"""New states after which those that other choices have left behind are forgotten."""

TAKING_NODES = 300_000
"""Nodes of a search for another way to take the unit, at most, unless the first one took many more."""

MOST_ROUNDS = 100
"""How often losing cycles are looked for, at most."""


class GivenUpError(Exception):
    """Not won in this way, or not within the limits."""


class Ends(Protocol):
    """What is known of the ends."""

    nodes: int
    """States that were expanded in searches."""

    @property
    def numbers(self) -> Mapping[State, int]:
        """The ends that are won, with the owner to move, by number."""

    def find(self, state: State) -> bool:
        """Whether *state* is an end that is won; it is among :attr:`numbers` then."""

    def left(self) -> Limits:
        """What is left to search with.

        Raises:
            GivenUpError: nothing.
        """


class FirstStage:
    """The moves of the first stage of *game*, where *taken* wins *first*: the unit is to be taken.

    A search for another way to take it expands no more than *again* states.
    """

    def __init__(
        self, game: Plain, first: Plain, taken: Patterns, ends: Ends, again: int = TAKING_NODES
    ) -> None:
        self.game, self.first, self.ends, self.side = game, first, ends, game.side
        self._again = again
        self._taken = [Unfolded(first, taken)]
        self._moves: dict[State, Point | None] = {}
        """The states of the first stage: with the move chosen, or None where the owner moves."""
        self._results: dict[State, State] = {}
        """What the chosen moves lead to."""
        self._before: dict[State, dict[State, None]] = defaultdict(dict)
        """What leads to a state, in the order in which it was found: a run is to be like the one before."""
        self._lost: set[State] = set()
        """What is not won so, as far as was found."""
        self._barred: set[tuple[State, Point]] = set()
        """Moves by which a cycle would be lost."""
        self._own: set[State] = set()
        """Where no proof named the move."""
        self._searched: set[State] = set()
        """From where another way to take the unit was looked for."""
        self._open: list[State] = []
        self._leads: list[State] = []
        self._kept = 0
        """States that were left when some were forgotten."""

    def strategy(self) -> Strategy:
        """Return the moves with their measure.

        Raises:
            GivenUpError: not won in this way, or not within the limits.
            UnclosedError: a move of the owner wins at once.
            KeyboardInterrupt: the user interrupted the search.
        """
        self._open.append(self.game.start)
        for _ in range(MOST_ROUNDS):
            self._follow()
            closure = close(self.game, self.side, self._moves.get, won=self.ends.numbers)
            solved = measure_or_cycles(closure)
            if isinstance(solved, Strategy):
                return solved
            for cycle in solved:
                self._break(cycle)
        raise GivenUpError

    def _follow(self) -> None:
        """Choose moves until all that play can come to is known."""
        while self._open or self._leads:
            while self._open:
                self._expand(self._open.pop())
            # A proof that begins where more is left to clear comes by what others begin with.
            leads, self._leads = sorted(self._leads, key=self._left_to_clear, reverse=True), []
            for state in leads:
                if self._is_reached(state) and not self.ends.find(state):
                    self._lose(state)

    def _is_reached(self, state: State) -> bool:
        """Whether some move still leads to *state*."""
        return state == self.game.start or any(self._is_played(it, state) for it in self._before[state])

    def _is_played(self, before: State, state: State) -> bool:
        """Whether from one state to the other there is the move chosen, or one of the owner."""
        if before.to_move == self.side:
            return self._results.get(before) == state
        return before in self._moves

    def _left_to_clear(self, state: State) -> int:
        """Stones of the owner that are left."""
        return ((state.white if self.game.owner else state.black) & self.game.locale).bit_count()

    def _expand(self, state: State) -> None:
        if state in self._moves or state in self._lost or self._is_won(state):
            return
        if len(self._moves) > self._kept + FORGET_AFTER:
            self._forget()
            if len(self._moves) > MOST_STATES:
                raise GivenUpError
        if not self._is_reached(state):
            return
        self.ends.left()
        if state.to_move == self.side:
            step = self._step(state)
            if step is None:
                self._lose(state)
                return
            self._moves[state], self._results[state] = step.move, step.state
            results: Iterable[State] = (step.state,)
        elif self.first.marked(state) or not self._is_covered(state):
            self._leads.append(state)
            return
        else:
            self._moves[state] = None
            results = [step.state for step in self.game.steps(state) if step.winner != self.side]
        for result in results:
            self._before[result][state] = None
            if result in self._lost:
                self._lose(state)
                return
            self._open.append(result)

    def _forget(self) -> None:
        """Drop what the moves chosen do not lead to any more."""
        results: dict[State, list[State]] = defaultdict(list)
        for result, befores in self._before.items():
            for before in befores:
                if self._is_played(before, result):
                    results[before].append(result)
        reached, found = {self.game.start}, [self.game.start]
        while found:
            new = set(results.get(found.pop(), ())) - reached
            reached |= new
            found += new
        for states in (self._moves, self._results, self._before):
            for state in states.keys() - reached:
                del states[state]
        for befores in self._before.values():
            for before in befores.keys() - reached:
                del befores[before]
        self._open = [state for state in self._open if state in reached]
        self._leads = [state for state in self._leads if state in reached]
        self._kept = len(self._moves)

    def _is_won(self, state: State) -> bool:
        return state in self.ends.numbers or self.game.settled(state) == self.side

    def _is_covered(self, state: State) -> bool:
        return any(taken.node(state) is not None for taken in self._taken)

    def _lose(self, state: State) -> None:
        """Take in that *state* is not won: other moves are needed before it.

        Raises:
            GivenUpError: it is the start, or the start is lost by it.
        """
        lost = [state]
        while lost:
            state = lost.pop()
            if state in self._lost:
                continue
            if state == self.game.start:
                raise GivenUpError
            self._lost.add(state)
            self._moves.pop(state, None)
            for before in self._before.pop(state, ()):
                if before.to_move != self.side:
                    lost.append(before)
                elif before not in self._lost and self._results.get(before) == state:
                    self._choose_again(before)

    def _choose_again(self, state: State) -> None:
        self._moves.pop(state, None)
        del self._results[state]
        self._open.append(state)

    def _step(self, state: State) -> Step | None:
        """The move of the attacker, or None if each is known to lose or nothing is known of it."""
        for taken in self._taken:
            node = taken.node(state)
            step = None if node is None or node.move is None else self.game.step(state, node.move)
            if step is not None and self._may_be_chosen(state, step):
                return step
        self._own.add(state)
        steps = [step for step in self.game.steps(state) if self._may_be_chosen(state, step)]
        ways = (
            self._is_won,
            lambda result: result in self._moves or self._is_covered(result),
            lambda result: self.first.marked(result) and self.ends.find(result),
            self._is_taken_from,
        )
        for way in ways:
            for step in steps:
                if way(step.state):
                    return step
        return None

    def _may_be_chosen(self, state: State, step: Step) -> bool:
        known = step.state in self._lost or (state, step.move) in self._barred
        return not known and step.winner != self.game.owner

    def _is_taken_from(self, state: State) -> bool:
        """Whether another search takes the unit from *state* on."""
        if state in self._searched:
            return False
        self._searched.add(state)
        left = self.ends.left()
        limits = dataclasses.replace(left, nodes=min(left.nodes, self._again))
        outcome = prove_native(self.first, limits, start=state)
        self.ends.nodes += outcome.nodes
        if outcome.certificate is None:
            return False
        (evidence,) = outcome.certificate.evidence
        if not isinstance(evidence, Patterns) or evidence.side != self.side or not evidence.nodes:
            return False
        self._taken.append(Unfolded(self.first, evidence))
        return self._is_covered(state)

    def _break(self, cycle: LosingCycle) -> None:
        """Choose another move in a cycle that would be lost."""
        moves = [(state, move) for state, move in cycle.steps if state.to_move == self.side]
        own = [(state, move) for state, move in moves if state in self._own]
        if not moves:
            raise GivenUpError
        state, move = (own or moves)[0]
        self._barred.add((state, move))
        self._choose_again(state)
