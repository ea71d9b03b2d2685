"""The universe of a proof by patterns: which pattern can stand for what a move leads to."""

from collections.abc import Callable, Iterator

from verifier.board import Colour, Mask, Point
from verifier.board.grid import bits
from verifier.cycles.and_or import AndOrGraph, Arc, Demand, Solution
from verifier.cycles.game import WON, priorities
from verifier.play import PASS, Arena, Pattern, PatternPlay, State, Successor
from verifier.play.memory import pass_for
from verifier.proof.answers import may_answer
from verifier.proof.certificate import CLOSED, PatternNode, Patterns
from verifier.proof.patterns import PatternChecker

__all__ = ["PatternUniverse"]


class PatternUniverse:
    """Patterns that one side wins from, gathered from proofs.

    In the graph a pattern with the winner to move is more than one node if some reply perhaps
    forbids a retake in it: then there is one for each move that may be forbidden, and one for the others.
    """

    def __init__(self, arena: Arena, side: Colour, draw_wins: bool, holds: bool = False) -> None:
        self.arena, self.side, self.draw_wins, self.holds = arena, side, draw_wins, holds
        self.play = PatternPlay(arena, side)
        self._weighs = arena.weighs
        self.patterns: list[Pattern] = []
        self._number: dict[Pattern, int] = {}
        self._shapes: dict[tuple[Mask, Mask, int], dict[tuple[Mask, Mask], list[int]]] = {}
        self._fitting: dict[tuple[Mask, Mask, int], tuple[int, list[tuple[Mask, Mask, int]]]] = {}
        self._results: dict[Pattern, list[tuple[Point, Successor | None]]] = {}
        self._forbidden: dict[int, set[Point]] = {}
        self.nodes: list[tuple[int, Point | None]] = []
        """Of the graph last made, from node 1 on: number of the pattern, and the move if that is fixed."""
        self._nodes_of: list[list[int]] = []

    def __len__(self) -> int:
        return len(self.patterns)

    def pattern(self, v: int) -> Pattern:
        """The pattern of a node of the graph last made."""
        return self.patterns[self.nodes[v - 1][0]]

    def whole(self, state: State) -> Pattern:
        """The pattern that says everything about a state."""
        locale = self.arena.locale
        ban = -1 if state.to_move == self.side else state.ban
        stones = state.black & locale, state.white & locale
        known = Pattern(locale, *stones, ban, state.to_move, threats=state.threats, bans=state.bans)
        return known._replace(taken=state.taken, freed=state.freed)

    def add(self, pattern: Pattern) -> int:
        """Return the number of a pattern, a new one if it was not known."""
        known = self._number.get(pattern)
        if known is None:
            known = self._number[pattern] = len(self.patterns)
            self.patterns.append(pattern)
            shape = (pattern.zone, pattern.eyes, pattern.to_move)
            self._shapes.setdefault(shape, {}).setdefault((pattern.black, pattern.white), []).append(known)
        return known

    def results(self, pattern: Pattern) -> list[tuple[Point, Successor | None]]:
        """The moves with what they lead to, or with None where nothing more is needed."""
        known = self._results.get(pattern)
        if known is None:
            known = self._results[pattern] = [
                (move, None if self.ends(result, pattern.to_move, move) else result)
                for move, result in self.moves(pattern)
            ]
        return known

    def ends(self, result: Successor, mover: int, move: Point) -> bool:
        """Whether statics or the rules give what a *move* of *mover* leads to to the side."""
        return result.ends or self.play.closes(result, mover, move)

    def moves(self, pattern: Pattern) -> Iterator[tuple[Point, Successor]]:
        """The passes, and the plays in the zone: those of the side are legal for certain."""
        yield PASS, self.play.waiting(pattern)
        if pattern.to_move != self.side:
            yield from self.play.replies(pattern, pattern.zone)
            return
        named = map(pass_for, bits(pattern.bans[self.side])) if self.play.named else ()
        for move in (*named, *bits(pattern.zone & ~(pattern.black | pattern.white))):
            result = self.play.play(pattern, move)
            if result is not None:
                yield move, result

    def covers(self, result: Successor, mover: int, move: Point) -> list[int]:
        """The patterns that cover the result of a *move*, whatever their own move."""
        mine = result.white if self.side else result.black
        found: list[int] = []
        for shape in self._fits(result.zone, result.eyes, 1 - mover):
            zone, eyes, _ = shape
            if eyes & mine:
                continue
            fitting = self._shapes[shape].get((result.black & zone, result.white & zone), ())
            found += [n for n in fitting if self.agrees(self.patterns[n], result, mover, move)]
        return found

    def agrees(self, pattern: Pattern, result: Successor, mover: int, move: Point) -> bool:
        """Whether what a *move* leads to is one of *pattern* by all but zone and stones: bans and threats."""
        if mover == self.side:
            if pattern.ban not in (-1, result.ban):
                return False
        elif move == PASS and not (self.play.named or self.play.lasts(pattern)):
            return False  # it stands for plays outside the zone, and they may end a ban
        return (
            self.play.threatened(pattern.threats, result.threats)
            and self.play.as_taken(pattern.taken, result.taken)
            and self.play.bound(pattern, result.bans, result.freed, result.unsure)
        )

    def well_formed(self, pattern: Pattern) -> bool:
        """Whether what is said of a zone can be said of it by itself."""
        play = self.play
        return (
            play.sealed(pattern)
            and play.supported(pattern)
            and (not play.named or play.settles_bans(pattern))
        )

    def _fits(self, zone: Mask, eyes: Mask, mover: int) -> list[tuple[Mask, Mask, int]]:
        """The shapes within what is known, remembered until there are new shapes."""
        key = (zone, eyes, mover)
        known = self._fitting.get(key)
        if known is None or known[0] != len(self._shapes):
            area = zone | eyes
            fitting = [
                shape
                for shape in self._shapes
                if shape[2] == mover and not shape[0] & ~zone and not shape[1] & ~area
            ]
            known = self._fitting[key] = (len(self._shapes), fitting)
        return known[1]

    def graph(self, tick: Callable[[], None], by_bytes: bool = False) -> AndOrGraph:
        """Everything that can rest on anything here; by bytes a node costs the least that its line can take.

        Patterns with the side to move cost nothing where answers take their place, but for one at the start.
        *tick* is called now and then and may raise.
        """
        self._split(tick)
        start = self.arena.start
        arcs = tuple(
            Arc(v, 0, PASS)
            for v in range(1, len(self.nodes) + 1)
            if self.play.matches(self.pattern(v), start)
        )
        demands = [[Demand(arcs)]]
        for n, fixed in self.nodes:
            tick()
            demands.append(self._demands(n, fixed))
        checker = PatternChecker(self.play, Patterns(self.side, self.draw_wins, (), self.holds))
        marked = [True, *(checker.marked(self.patterns[n]) for n, _ in self.nodes)]
        first = [self._bytes(self.nodes[arc.target - 1][0], []) if by_bytes else 1 for arc in arcs]
        answers = may_answer(self.play)
        cost = [min(first, default=0) if answers and start.to_move == self.side else 0]
        for v, (n, _) in enumerate(self.nodes, 1):
            free = answers and self.patterns[n].to_move == self.side
            cost.append(0 if free else self._bytes(n, demands[v]) if by_bytes else 1)
        return AndOrGraph(demands, priorities(checker.favoured, marked), cost)

    def _bytes(self, n: int, demands: list[Demand]) -> int:
        """The least that a line can take: each number that is not known yet has a digit or more."""
        points, black, white, ban, mover, eyes, *_ = self.patterns[n]
        zone = f"{points:x}+{eyes:x}" if eyes else f"{points:x}"
        size = len(f'"{zone} {black:x} {white:x} {ban} {mover} . 0 0 .",\n')
        if mover == self.side or not demands or not demands[0].arcs:
            return size
        least = min(self.pattern(arc.target).zone.bit_count() for arc in demands[0].arcs)
        replies = sorted(len(f" {move}:.") for move, _ in self.results(self.patterns[n]) if move != PASS)
        return size + sum(replies[: max(0, len(replies) - points.bit_count() + least)])

    def _split(self, tick: Callable[[], None]) -> None:
        """Number the nodes; patterns in which a retake may be forbidden get more than one."""
        forbidden: dict[int, set[Point]] = {}
        for pattern in self.patterns:
            tick()
            if pattern.to_move != self.side:
                for move, result in self.results(pattern):
                    if result is not None and result.ban >= 0:
                        for n in self.covers(result, pattern.to_move, move):
                            forbidden.setdefault(n, set()).add(result.ban)
        self.nodes, self._nodes_of = [], []
        for n, pattern in enumerate(self.patterns):
            moves = forbidden.get(n, set()) & {move for move, _ in self.results(pattern)}
            self._forbidden[n] = moves
            kinds: list[Point | None] = [None, *sorted(moves)]
            self._nodes_of.append([len(self.nodes) + k + 1 for k in range(len(kinds))])
            self.nodes += [(n, move) for move in kinds]

    def _arcs(self, pattern: Pattern, move: Point, result: Successor) -> list[Arc]:
        mover = pattern.to_move
        weight = self._weight(pattern, result)
        ban = -1 if mover == self.side else result.ban
        return [
            Arc(v, weight, move)
            for n in self.covers(result, mover, move)
            for v in self._nodes_of[n]
            if ban < 0 or self.nodes[v - 1][1] != ban
        ]

    def _weight(self, pattern: Pattern, result: Successor) -> int:
        if not self._weighs:
            return 0
        return -result.captured if pattern.to_move == self.side else result.captured

    def _demands(self, n: int, fixed: Point | None) -> list[Demand]:
        pattern = self.patterns[n]
        results = self.results(pattern)
        if pattern.to_move == self.side:
            arcs: list[Arc] = []
            for move, result in results:
                if move != fixed if fixed is not None else move in self._forbidden[n]:
                    continue
                if result is None:
                    return [Demand((Arc(WON, 0, move),))]
                arcs += self._arcs(pattern, move, result)
            return [Demand(tuple(arcs))]
        after = [self._arcs(pattern, move, result) for move, result in results if move == PASS and result]
        if not after:
            return [Demand(())]  # statics settle the pattern, so nothing needs to rest on it
        demands = [Demand(tuple(after[0]))]
        zones = [self.patterns[self.nodes[arc.target - 1][0]].zone for arc in after[0]]
        for move, result in results:
            if result is None or move == PASS:
                continue
            # Passes that lift bans have to be covered whatever the zone after a pass.
            scope = frozenset(k for k, zone in enumerate(zones) if move < 0 or zone >> move & 1)
            if not scope:
                continue
            everywhere = len(scope) == len(zones)
            demands.append(Demand(tuple(self._arcs(pattern, move, result)), None if everywhere else scope))
        return demands

    def proof(self, solution: Solution) -> Patterns:
        """Return a solution of the graph last made as a proof."""
        order = [solution.chosen[0][0].target]
        place = {order[0]: 0}
        for v in order:  # grows while it is read
            for arc in solution.chosen[v].values():
                if arc.target >= 0 and arc.target not in place:
                    place[arc.target] = len(order)
                    order.append(arc.target)
        nodes = tuple(self._node(v, solution, place) for v in order)
        return Patterns(self.side, self.draw_wins, nodes, self.holds, self.play.named)

    def _node(self, v: int, solution: Solution, place: dict[int, int]) -> PatternNode:
        pattern = self.pattern(v)
        credit, rank = solution.measure[v]
        chosen = solution.chosen[v].values()
        number = {arc.move: CLOSED if arc.target < 0 else place[arc.target] for arc in chosen}
        if pattern.to_move == self.side:
            ((move, target),) = number.items()
            return PatternNode(pattern, move, credit, rank, target, {})
        after = number.pop(PASS)
        scope = self.pattern(solution.chosen[v][0].target).zone
        replies = {
            move: CLOSED if result is None else number[move]
            for move, result in self.results(pattern)
            if move != PASS and (move < 0 or scope >> move & 1)
        }
        return PatternNode(pattern, None, credit, rank, after, replies)
