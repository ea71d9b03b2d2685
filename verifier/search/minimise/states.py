"""The universe of a proof by states: what each move leads to."""

from collections.abc import Callable

from verifier.board import Colour
from verifier.cycles.and_or import AndOrGraph, Arc, Demand, Solution
from verifier.cycles.game import WON, priorities
from verifier.play import PASS, Arena, State, Step
from verifier.proof.certificate import Node, Strategy
from verifier.search.measures import weights

__all__ = ["StateUniverse"]


class StateUniverse:
    """States that one side wins from, gathered from proofs."""

    def __init__(self, arena: Arena, side: Colour, draw_wins: bool) -> None:
        self.arena, self.side, self.draw_wins = arena, side, draw_wins
        self.states: list[State] = []
        """In the graph state n is node n + 1; node 0 stands for the start."""
        self._number: dict[State, int] = {}
        self._weight, self._marked = weights(arena, side, draw_wins)
        self._steps: dict[State, list[Step]] = {}
        self._settled: dict[State, bool] = {}

    def __len__(self) -> int:
        return len(self.states)

    def add(self, state: State) -> int:
        """Return the number of a state, a new one if it was not known."""
        known = self._number.get(state)
        if known is None:
            known = self._number[state] = len(self.states)
            self.states.append(state)
        return known

    def steps(self, state: State) -> list[Step]:
        """The legal moves in a state."""
        known = self._steps.get(state)
        if known is None:
            known = self._steps[state] = list(self.arena.steps(state))
        return known

    def closed(self, step: Step) -> bool:
        """Whether the side has won by a move, so that what it leads to need not be listed."""
        if step.winner is not None:
            return step.winner == self.side
        known = self._settled.get(step.state)
        if known is None:
            known = self._settled[step.state] = self.arena.settled(step.state) == self.side
        return known

    def graph(self, tick: Callable[[], None], by_bytes: bool = False) -> AndOrGraph:
        """Everything that can rest on anything here; by bytes a node costs the least that its line can take.

        *tick* is called now and then and may raise.
        """
        start = self._number.get(self.arena.start)
        first = () if start is None else (Arc(start + 1, 0, PASS),)
        demands = [[Demand(first)]]
        for state in self.states:
            tick()
            demands.append(self._demands(state))
        marked = [True, *map(self._marked, self.states)]
        cost = [0, *(self._bytes(state) if by_bytes else 1 for state in self.states)]
        marks_side = (self.side == self.arena.owner) == self.arena.marks_owner
        return AndOrGraph(demands, priorities(marks_side, marked), cost)

    def _demands(self, state: State) -> list[Demand]:
        steps = self.steps(state)
        sign = 1 if self.side == self.arena.owner else -1
        if state.to_move != self.side:
            return [Demand(self._arcs(state, step, sign)) for step in steps if not self.closed(step)]
        for step in steps:
            if self.closed(step):
                return [Demand((Arc(WON, 0, step.move),))]
        return [Demand(tuple(arc for step in steps for arc in self._arcs(state, step, sign)))]

    def _arcs(self, state: State, step: Step, sign: int) -> tuple[Arc, ...]:
        target = self._number.get(step.state)
        if step.winner is not None or target is None:
            return ()
        return (Arc(target + 1, sign * self._weight(state, step), step.move),)

    def _bytes(self, state: State) -> int:
        locale = self.arena.locale
        ban = state.ban if state.memory is None else "."  # a memory takes more
        stones = f"{state.black & locale:x} {state.white & locale:x} {ban} {state.to_move}"
        return len(stones) + state.passed + len(' . 0 0"",\n')

    def proof(self, solution: Solution) -> Strategy:
        """Return a solution of the graph last made as a proof."""
        nodes: dict[State, Node] = {}
        for v, arcs in solution.chosen.items():
            if v:
                state = self.states[v - 1]
                move = arcs[0].move if state.to_move == self.side else None
                nodes[state] = Node(move, *solution.measure[v])
        return Strategy(self.side, self.draw_wins, nodes)
