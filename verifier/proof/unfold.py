"""From patterns to states: the strategy that a proof by patterns is short for.

docs/certificates-why.md proves that it is one. Untrusted; nothing in the checker depends on it.
"""

from collections import defaultdict

from verifier.board import Mask, Point
from verifier.play import (
    PASS,
    Arena,
    MemoryArena,
    Pattern,
    PatternPlay,
    State,
    Step,
    game_of_patterns,
    ko_of_pass,
)
from verifier.proof.answers import has_answers, spare, spelled
from verifier.proof.certificate import CLOSED, Node, Patterns, Strategy, target_of
from verifier.rules.axes import PASS_FOR_KO

__all__ = ["Unfolded", "unfold"]


class Unfolded:
    """Patterns that the checker accepts, read as a strategy, state by state."""

    def __init__(self, arena: Arena, patterns: Patterns) -> None:
        # Where states remember, the patterns win plain play, and states are read as docs/games.md has it.
        self._game = game_of_patterns(arena, patterns.side, patterns.holds, patterns.named)
        self._spare = spare(self._game) if has_answers(patterns) else 0
        patterns = spelled(self._game, patterns)
        self.arena, self.patterns, self.side = arena, patterns, patterns.side
        self._play = PatternPlay(self._game, patterns.side)
        by_zone: dict[tuple[int, Mask], dict[tuple[Mask, Mask], list[int]]] = {}
        for number, node in enumerate(patterns.nodes):
            pattern = node.pattern
            stones = by_zone.setdefault((pattern.to_move, pattern.zone), defaultdict(list))
            stones[pattern.black, pattern.white].append(number)
        self._zones: dict[int, list[tuple[int, Mask, dict[tuple[Mask, Mask], list[int]]]]] = defaultdict(list)
        """By the side to move: zones with their sizes, smallest first, and the patterns by their stones."""
        for (mover, zone), stones in by_zone.items():
            self._zones[mover].append((zone.bit_count(), zone, stones))
        for zones in self._zones.values():
            zones.sort(key=lambda item: item[0])
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
            zone = self.patterns.nodes[target_of(listed.after)].pattern.zone
        return [step for step in self.arena.steps(state) if step.move <= PASS or zone >> step.move & 1]

    def length(self, state: State) -> tuple[int, int]:
        """How long the other side resists from *state* on, in credits and ranks; less than 0 at the end."""
        found = self._find(state)
        if found is None:
            return -1, -1
        node, number = found
        listed = self.patterns.nodes[number]
        if not self._spare:
            return node.credit, node.rank
        # Without answers no credit would be less than 0, which is what there is to spare. Ranks begin at 2.
        short = self._spare - listed.credit
        return (node.credit + short, 0) if short > 0 else (node.credit, max(0, node.rank - 2))

    def zone(self, state: State) -> Mask | None:
        """The points on which the proof depends in *state*, eyes included; None as for :meth:`node`."""
        found = self._find(state)
        if found is None:
            return None
        pattern = self.patterns.nodes[found[1]].pattern
        return pattern.zone | pattern.eyes

    def settled(self, state: State) -> bool:
        """Whether statics end play in *state* with a win of the patterns' side."""
        return self._game.settled(state._replace(memory=None)) == self.side

    def _named(self, state: State, move: Point, number: int) -> Point:
        """The move itself; for a pass in a game that remembers one for a ko in the zone, if there is any.

        A ko that the pattern names may be one for which the side has passed before: then any pass will do.
        """
        if move > PASS or not isinstance(self.arena, MemoryArena):
            return move
        passes = [step.move for step in self.arena.steps(state) if step.move <= PASS]
        if move in passes:
            return move
        zone = self.patterns.nodes[number].pattern.zone
        inside = [name for name in passes if (point := ko_of_pass(name)) is not None and zone >> point & 1]
        return (inside or passes)[0]

    def _seen(self, state: State, pattern: Pattern) -> State:
        """The state of plain play that *pattern* has to match where *state* remembers more; else *state*."""
        if state.memory is None or not isinstance(self.arena, MemoryArena):
            return state
        other, ko = self.side.opponent, self.arena.ruleset["ko"]
        own, bound = self.arena.bans_on(state, self.side), self.arena.bans_on(state, other)
        freed = state.memory.freed[other]
        if self._play.named:
            own &= ~state.memory.freed[self.side]
            waits = (bound & ~freed, own) if self.side else (own, bound & ~freed)
            stands = state.to_move != self.side and pattern.ban >= 0 and bound >> pattern.ban & 1
            ban = pattern.ban if stands else -1
            return state._replace(ban=ban, memory=None, bans=waits, freed=state.memory.freed)
        lasting = bound & ~freed if ko in PASS_FOR_KO else 0
        turn = int(ko == "basic" or freed > 0)
        bans = (lasting, own) if self.side else (own, lasting)
        threats = (turn, 0) if self.side else (0, turn)
        ban = -1
        if state.to_move != self.side and pattern.ban >= 0:
            # The zone may not show whose ban there is on the point.
            ban = pattern.ban if bound >> pattern.ban & 1 else -1
        return state._replace(ban=ban, memory=None, threats=threats, bans=bans)

    def _forbidden(self, state: State, move: Point | None) -> bool:
        """Whether the winner may not play as a pattern says, by a ban for one turn."""
        if state.memory is None or move is None or move < 0:
            return False
        if self._play.named:
            return bool(state.memory.bans & state.memory.freed[self.side] & 1 << move)
        return self.arena.ruleset["ko"] == "basic" and bool(state.memory.bans >> move & 1)

    def _find(self, state: State) -> tuple[Node, int] | None:
        if state not in self._known:
            self._known[state] = None if self.settled(state) else self._least(state)
        return self._known[state]

    def _least(self, state: State) -> tuple[Node, int] | None:
        """The matching pattern with the least measure."""
        black, white = state.black, state.white
        mine = (white if self.side else black) & self.arena.locale
        best: tuple[int, int, int] | None = None
        for size, zone, stones in self._zones[state.to_move]:
            least = (2 * self._points + 1) * size
            if best is not None and least > best[0]:
                break  # the rest is larger still
            for number in stones.get((black & zone, white & zone), ()):
                listed = self.patterns.nodes[number]
                if not self._play.matches(listed.pattern, self._seen(state, listed.pattern)):
                    continue
                if self._forbidden(state, listed.move):
                    continue
                if listed.move == state.ban != PASS and listed.pattern.ban != state.ban:
                    continue
                # Stones of the winner outside the zone may be lost there; and zones only shrink.
                outside = (mine & ~zone).bit_count()
                credit = listed.credit + outside + least
                if best is None or (credit, listed.rank) < best[:2]:
                    best = credit, listed.rank, number
        if best is None:
            return None
        credit, rank, number = best
        move = self.patterns.nodes[number].move
        return Node(None if move is None else self._named(state, move, number), credit, rank), number


def unfold(arena: Arena, patterns: Patterns, limit: int) -> Strategy | None:
    """Return the strategy of states that *patterns* stand for, or None.

    None if it has more than *limit* states, or would end where only the statics of plain play end it, which
    know more of what the attacker clears (docs/games.md, section 4).
    """
    unfolded = Unfolded(arena, patterns)
    nodes: dict[State, Node] = {}
    waiting = [arena.start]
    while waiting:
        state = waiting.pop()
        node = unfolded.node(state)
        if node is None and unfolded.settled(state) and arena.settled(state) != patterns.side:
            return None
        if node is None or state in nodes:
            continue
        if len(nodes) == limit:
            return None
        nodes[state] = node
        steps = unfolded.steps(state) if node.move is not None else arena.steps(state)
        waiting.extend(step.state for step in steps if step.winner is None)
    return Strategy(patterns.side, patterns.draw_wins, nodes)
