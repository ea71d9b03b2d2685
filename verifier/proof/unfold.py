"""From patterns to states: the strategy that a proof by patterns is short for.

docs/certificates.md proves that it is one. Untrusted; nothing in the checker depends on it.
"""

from collections import defaultdict

from verifier.board import Mask
from verifier.play import PASS, Arena, PatternPlay, State, Step
from verifier.proof.certificate import CLOSED, Node, Patterns, Strategy

__all__ = ["Unfolded", "unfold"]


class Unfolded:
    """Patterns that the checker accepts, read as a strategy, state by state."""

    def __init__(self, arena: Arena, patterns: Patterns) -> None:
        self.arena, self.patterns, self.side = arena, patterns, patterns.side
        self._play = PatternPlay(arena, patterns.side)
        self._by_zone: dict[tuple[Mask, int], dict[tuple[Mask, Mask], list[int]]] = {}
        for number, node in enumerate(patterns.nodes):
            pattern = node.pattern
            stones = self._by_zone.setdefault((pattern.zone, pattern.to_move), defaultdict(list))
            stones[pattern.black, pattern.white].append(number)
        self._points = arena.locale.bit_count()
        self._known: dict[State, tuple[Node, int] | None] = {}

    def node(self, state: State) -> Node | None:
        """The move in *state* and its measure, or None if statics end play there or no pattern matches."""
        found = self._find(state)
        return None if found is None else found[0]

    def steps(self, state: State) -> list[Step]:
        """The chosen move; or the pass of the other side and his plays within the zone that counts then.

        His other plays are as good as the pass. The state must have a node.
        """
        found = self._find(state)
        assert found is not None
        node, number = found
        if node.move is not None:
            step = self.arena.step(state, node.move)
            return [] if step is None else [step]
        listed = self.patterns.nodes[number]
        zone = listed.pattern.zone
        if listed.after != CLOSED:
            zone = self.patterns.nodes[listed.after].pattern.zone
        return [step for step in self.arena.steps(state) if step.move == PASS or zone >> step.move & 1]

    def zone(self, state: State) -> Mask | None:
        """The points on which the proof depends in *state*, eyes included; None as for :meth:`node`."""
        found = self._find(state)
        if found is None:
            return None
        pattern = self.patterns.nodes[found[1]].pattern
        return pattern.zone | pattern.eyes

    def _find(self, state: State) -> tuple[Node, int] | None:
        if state not in self._known:
            settled = self.arena.settled(state) == self.side
            self._known[state] = None if settled else self._least(state)
        return self._known[state]

    def _least(self, state: State) -> tuple[Node, int] | None:
        """The matching pattern with the least measure."""
        mine = (state.white if self.side else state.black) & self.arena.locale
        best: tuple[int, int, int] | None = None
        for (zone, mover), stones in self._by_zone.items():
            if mover != state.to_move:
                continue
            for number in stones.get((state.black & zone, state.white & zone), ()):
                listed = self.patterns.nodes[number]
                if not self._play.matches(listed.pattern, state):
                    continue
                if listed.move == state.ban != PASS and listed.pattern.ban != state.ban:
                    continue
                # Stones of the winner outside the zone may be lost there; and zones only shrink.
                outside = (mine & ~zone).bit_count()
                credit = listed.credit + outside + (2 * self._points + 1) * zone.bit_count()
                if best is None or (credit, listed.rank) < best[:2]:
                    best = credit, listed.rank, number
        if best is None:
            return None
        credit, rank, number = best
        return Node(self.patterns.nodes[number].move, credit, rank), number


def unfold(arena: Arena, patterns: Patterns, limit: int) -> Strategy | None:
    """Return the strategy of states that *patterns* stand for, or None if it has more than *limit* states."""
    unfolded = Unfolded(arena, patterns)
    nodes: dict[State, Node] = {}
    waiting = [arena.start]
    while waiting:
        state = waiting.pop()
        node = unfolded.node(state)
        if node is None or state in nodes:
            continue
        if len(nodes) == limit:
            return None
        nodes[state] = node
        steps = unfolded.steps(state) if node.move is not None else arena.steps(state)
        waiting.extend(step.state for step in steps if step.winner is None)
    return Strategy(patterns.side, patterns.draw_wins, nodes)
