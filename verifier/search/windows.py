"""Keeping chains in a window: a part of the board beyond which everything counts as the attacker's.

That makes a small game which a prover decides quickly. What it finds is turned into patterns that hold on
the whole board: where stones of the attacker at the rim of the window might have been taken in truth, the
proof goes on without knowing what stands there.
"""

from verifier.board import Colour, Mask, Position
from verifier.board.walls import walls
from verifier.play import KEEPING, PASS, Arena, Keeping, Pattern, PatternPlay, Result
from verifier.proof.certificate import CLOSED, PatternNode, Patterns, Strategy

__all__ = ["Window", "as_patterns", "widen"]


class Window(Arena):
    """The game of :class:`verifier.play.Keeping` where only *area*, with the *stones* in it, is free."""

    def __init__(
        self, position: Position, colour: Colour, stones: Mask, area: Mask, leaning: Mask = 0
    ) -> None:
        own = walls(position, "unconditional")[colour] | leaning & position.stones(colour)
        other = position.grid.full & ~(area | own)
        self.kept = leaning
        pair = (own, other) if colour is Colour.BLACK else (other, own)
        self._describe(position, stones, colour, KEEPING, (pair, area))
        self.bans_bind = (True, False) if colour is Colour.BLACK else (False, True)


def as_patterns(arena: Arena, strategy: Strategy) -> Patterns:
    """Return *strategy* as patterns whose zones are the whole locale; for provers that know no zones."""
    locale = arena.locale
    numbers = {state: number for number, state in enumerate(strategy.nodes)}
    nodes = []
    for state, node in strategy.nodes.items():
        pattern = Pattern(locale, state.black & locale, state.white & locale, -1, state.to_move)
        after, replies = CLOSED, {}
        steps = arena.steps(state) if node.move is None else [arena.step(state, node.move)]
        for step in steps:
            assert step is not None, "the move of a strategy is legal"
            target = numbers.get(step.state, CLOSED)
            if step.move == PASS or node.move is not None:
                after = target
            else:
                replies[step.move] = target
        nodes.append(PatternNode(pattern, node.move, 0, 0, after, replies))
    if arena.start not in numbers:
        return Patterns(strategy.side, False, ())
    first = numbers[arena.start]
    assert first == 0, "a strategy lists its start first"
    return Patterns(strategy.side, False, tuple(nodes))


def widen(game: Keeping, area: Mask, patterns: Patterns) -> Patterns | None:
    """Return *patterns*, proved in the window *area*, for the whole *game*, or None if that fails."""
    return _Widening(game, area, patterns).run()


class _Widening:
    """Follows the proof from its start, with zones that shrink where the board beyond the window matters."""

    def __init__(self, game: Keeping, area: Mask, patterns: Patterns) -> None:
        self.game, self.area, self.given = game, area, patterns
        self.play = PatternPlay(game, game.owner)
        self.numbers: dict[tuple[int, Mask], int] = {}
        self.waiting: list[tuple[int, Pattern]] = []

    def run(self) -> Patterns | None:
        start, area = self.game.start, self.area
        if not self.given.nodes:
            # The chains live even if their owner passes: each play leads to what is settled too.
            pattern = Pattern(area, start.black & area, start.white & area, -1, start.to_move)
            pattern = self.struck(pattern)
            replies = {point: CLOSED for point, _ in self.play.replies(pattern, pattern.zone)}
            return Patterns(self.game.owner, False, (PatternNode(pattern, None, 0, 0, CLOSED, replies),))
        first = self.given.nodes[0].pattern
        result = Result(first.zone, first.black, first.white, 0, -1, False, first.eyes)
        if self.number(0, result) is None:
            return None
        nodes = []
        for number, pattern in self.waiting:  # grows as the proof is followed
            node = self.follow(number, pattern)
            if node is None:
                return None
            nodes.append(node)
        return Patterns(self.game.owner, False, tuple(nodes))

    def follow(self, number: int, pattern: Pattern) -> PatternNode | None:
        given = self.given.nodes[number]
        stay = Result(pattern.zone, pattern.black, pattern.white, 0, -1, False, pattern.eyes)
        move = given.move
        if move is not None:
            if move != PASS and not pattern.zone >> move & 1:
                move = PASS  # the proof goes on without the points where this move was of use
            result = stay if move == PASS else self.play.play(pattern, move)
            after = None if result is None else self.number(given.after, result)
            return None if after is None else PatternNode(pattern, move, 0, 0, after, {})
        after = self.number(given.after, stay)
        if after is None:
            return None
        scope = pattern.zone if after == CLOSED else self.waiting[after][1].zone
        replies = {}
        for point, result in self.play.replies(pattern, scope):
            target = None
            if point in given.replies and not result.ends:
                target = self.number(given.replies[point], result)
            if target is None:
                return None
            replies[point] = target
        return PatternNode(pattern, None, 0, 0, after, replies)

    def number(self, target: int, result: Result) -> int | None:
        """The node for what a move leads to; None if the proof says nothing of it."""
        if target == CLOSED:
            # For the owner it does not matter whose turn it is.
            return CLOSED if self.play.closes(result, self.game.attacker, PASS) else None
        pattern = self.given.nodes[target].pattern
        zone = pattern.zone & result.zone
        mine = result.white if self.game.owner else result.black
        if (pattern.black & zone, pattern.white & zone) != (result.black & zone, result.white & zone):
            return None
        if pattern.eyes & (mine | ~(result.zone | result.eyes)):
            return None
        cut = self.struck(
            pattern._replace(zone=zone, black=pattern.black & zone, white=pattern.white & zone, ban=-1)
        )
        key = (target, cut.zone)
        if key not in self.numbers:
            self.numbers[key] = len(self.waiting)
            self.waiting.append((target, cut))
        return self.numbers[key]

    def struck(self, pattern: Pattern) -> Pattern:
        """The pattern without the attacker's stones that might be taken by plays outside the zone."""
        grid, (own, other) = self.game.grid, (self.game.owner, self.game.attacker)
        while not self.play.secluded(pattern):
            stones = (pattern.black, pattern.white)
            empty = pattern.zone & ~(stones[own] | stones[other])
            safe = grid.dilate(empty) | grid.dilate(self.game.walls[other])
            unknown = grid.dilate(self.game.locale & ~pattern.zone)
            loose = sum(c for c in grid.components(stones[other]) if c & unknown and not c & safe)
            zone = pattern.zone & ~loose
            pattern = pattern._replace(zone=zone, black=pattern.black & zone, white=pattern.white & zone)
        return pattern
