"""Proofs place by place for tests: boards that chains divide, any places on them, and all that is proved so."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from dividing import CORES, LARGE, any_unit, divided, game_of, rules_of_clearing, standing_somewhere

from verifier.board import Mask
from verifier.board.grid import bits
from verifier.play import PASS, Arena, MemoryArena, Pattern, PatternPlay, State
from verifier.play.pattern import Successor
from verifier.play.place import PlaceArena
from verifier.proof.certificate import (
    CLOSED,
    Certificate,
    Claim,
    Cover,
    PatternNode,
    Patterns,
    Place,
    Places,
    Verdict,
)
from verifier.rules.axes import PASS_FOR_KO
from verifier.search import Limits
from verifier.search.windows.places import prove_by_places

__all__ = ["Everything", "Node", "Part", "any_places", "certificates_by_places", "proved_in"]


class Part(NamedTuple):
    """A place for a proof."""

    points: Mask
    keeps: Mask
    lives: Mask
    leans: Mask
    bans: bool

    def arena(self, game: MemoryArena, *, first: bool, beside: bool) -> PlaceArena:
        said = game, self.points, self.keeps, self.leans
        return PlaceArena(*said, lives=self.lives, bans=self.bans, first=first, beside=beside)


def any_places(rng: random.Random, arena: Arena, begin: State | None = None) -> Iterator[list[Part]]:
    """Yield places for a proof that may *begin* at another state than that of the game.

    The chains between are any chains of the attacker, the places any that hold what has to be cleared.
    """
    assert isinstance(arena, MemoryArena)
    grid, start = arena.grid, begin or arena.start
    stones = (start.white if arena.attacker else start.black) & arena.locale
    chains = list(grid.components(stones))
    while True:
        between = [chain for chain in chains if chain & arena.standing or rng.random() < 0.7]
        goal = (arena.unit | arena.scope) & ~sum(between)
        rest = arena.locale & ~goal & ~sum(between)
        if rng.random() < 0.5:
            goal |= rng.choice([rest, rest & rng.getrandbits(grid.size)])
        parts = list(grid.components(goal))
        if rng.random() < 0.4:  # places that are next to each other
            cut = rng.getrandbits(grid.size)
            parts = [piece for part in parts for half in (part & cut, part & ~cut) for piece in grid.components(half)]
        while len(parts) > 1 and rng.random() < 0.2:
            first = parts.pop(rng.randrange(len(parts)))
            parts[rng.randrange(len(parts))] |= first
        said, often, house = [], rng.choice((0.5, 0.8, 1)), rng.choice((0, 0, 0.3, 0.7))
        banning = rng.choice((0, 0.6)) if arena.ruleset["ko"] in PASS_FOR_KO else 0
        for part in parts:
            near = grid.dilate(part)
            some = [chain for chain in between if chain & near and rng.random() < often]
            lives = sum(chain for chain in some if rng.random() < house)
            said.append((part, sum(some) & ~lives, lives, rng.random() < banning))
        known = 0
        for _, keeps, lives, _ in said:
            known |= keeps | lives
        if parts and not sum(between) & ~known:
            yield [Part(part, keeps, lives, known & ~(keeps | lives), bans) for part, keeps, lives, bans in said]


class Node(NamedTuple):
    """A pattern, and what is known of the move that led to it."""

    pattern: Pattern
    avoid: int
    """Where the attacker does not play on this turn, or -1."""


class _Edge(NamedTuple):
    move: int
    target: Node | None
    """None: closed."""
    weight: int


Measure = tuple[int, int]


class Everything:
    """All patterns of a place that play can reach, and the least measure of each that the attacker wins.

    *most* is the most patterns, *credits* the largest credit: beyond, nothing is won. Without *statics* no branch
    is closed before its end. With *some* the attacker has only some of his moves, taken at random.
    """

    def __init__(
        self, game: PlaceArena, most: int = 1500, credits: int = 6, *, statics: bool = True, some: random.Random | None = None
    ) -> None:
        self.game, self.most, self.statics, self.some = game, most, statics, some
        self.credits = credits if game.weighs else 0
        self.side = game.attacker
        self.play = self.patterns()
        start = game.start
        stones = start.black & game.unit, start.white & game.unit
        self.first = Node(Pattern(game.unit, *stones, -1, start.to_move, threats=start.threats, bans=start.bans), -1)

    def patterns(self) -> PatternPlay:
        return PatternPlay(self.game, self.side)

    def allowed(self, pattern: Pattern) -> bool:
        if not self.play.supported(pattern):
            return False
        return pattern.to_move == self.side or self.play.secluded(pattern)

    def target(self, result: Successor, mover: int) -> Node | None:
        """The pattern that says all about *result*; None if there is none."""
        if result.zone != self.game.unit or result.ends:
            return None
        stones = result.black, result.white
        pattern = Pattern(result.zone, *stones, -1, 1 - mover, 0, result.threats, result.bans)
        return Node(pattern, result.ban if mover != self.side else -1) if self.allowed(pattern) else None

    def edge(self, move: int, result: Successor, mover: int) -> _Edge | None:
        weight = result.captured if mover == self.side else -result.captured
        if self.statics and not result.ends and self.play.closes(result, mover, move):
            return _Edge(move, None, 0)
        target = self.target(result, mover)
        return None if target is None else _Edge(move, target, weight if self.game.weighs else 0)

    def edges(self, node: Node) -> list[_Edge] | None:
        """The moves of a node; None if there is one of the owner's that nothing covers."""
        pattern, mover = node.pattern, node.pattern.to_move
        found = [self.edge(PASS, self.play.waiting(pattern), mover)]
        if mover == self.side:
            empty = pattern.zone & ~(pattern.black | pattern.white)
            for point in bits(empty):
                result = self.play.play(pattern, point)
                if result is not None and point != node.avoid:
                    found.append(self.edge(point, result, mover))
            moves = [edge for edge in found if edge is not None]
            return self.some.sample(moves, min(len(moves), self.some.choice((1, 2, 2, 9)))) if self.some else moves
        found += [self.edge(point, result, mover) for point, result in self.play.replies(pattern, pattern.zone)]
        edges = [edge for edge in found if edge is not None]
        return edges if len(edges) == len(found) else None

    def graph(self) -> dict[Node, list[_Edge] | None] | None:
        if not self.allowed(self.first.pattern):
            return None
        graph: dict[Node, list[_Edge] | None] = {}
        todo = [self.first]
        while todo:
            node = todo.pop()
            if node in graph:
                continue
            if len(graph) >= self.most:
                return None
            edges = graph[node] = self.edges(node)
            todo += [edge.target for edge in edges or () if edge.target is not None]
        return graph

    def bad(self, node: Node) -> bool:
        pattern = node.pattern
        return bool(self.game.unit & (pattern.white if self.game.owner else pattern.black))

    def before(self, edge: _Edge, after: Measure | None, bad: bool, ranks: int) -> Measure | None:
        """The least measure before a move, given that after it; None if there is none."""
        if edge.target is None:
            return 0, 0
        if after is None:
            return None
        credit, rank = after[0] - edge.weight, after[1] + bad
        if rank > ranks:
            credit, rank = credit + 1, 0
        if credit < 0:
            return 0, 0
        return None if credit > self.credits else (credit, rank)

    def safe(self, graph: dict[Node, list[_Edge] | None]) -> dict[Node, None]:
        """The nodes from which the attacker can always go on."""
        left = {node: None for node, edges in graph.items() if edges}
        while True:
            go_on = {}
            for node in left:
                fine = (edge.target is None or edge.target in left for edge in graph[node] or ())
                if any(fine) if node.pattern.to_move == self.side else all(fine):
                    go_on[node] = None
            if len(go_on) == len(left):
                return left
            left = go_on

    def proof(self) -> Patterns | None:
        """A proof, if the attacker wins from the start."""
        graph = self.graph()
        if graph is None:
            return None
        ranks = min(len(graph), 16)
        safe = self.safe(graph)
        if self.first not in safe:
            return None
        back: dict[Node, dict[Node, None]] = {node: {} for node in graph}
        for node, edges in graph.items():
            for edge in edges or ():
                if edge.target is not None:
                    back[edge.target][node] = None
        measure: dict[Node, Measure | None] = {node: (0, 0) if node in safe else None for node in graph}
        choice: dict[Node, _Edge] = {}
        todo = dict.fromkeys(reversed(safe))
        while todo:
            node = next(iter(todo))
            del todo[node]
            old = measure[node]
            if old is None:
                continue
            new = self.lifted(node, graph[node], measure, ranks, choice)
            if new is None or new > old:
                measure[node] = new
                if new is None and node == self.first:
                    return None
                todo.update(back[node])
        return self.written(graph, measure, choice)

    def lifted(
        self, node: Node, edges: list[_Edge] | None, measure: dict[Node, Measure | None], ranks: int, choice: dict[Node, _Edge]
    ) -> Measure | None:
        if not edges:
            return None
        bad = self.bad(node)
        needs = [self.before(edge, measure[edge.target] if edge.target else None, bad, ranks) for edge in edges]
        if node.pattern.to_move != self.side:
            return None if None in needs else max(need for need in needs if need is not None)
        best = [(need, number) for number, need in enumerate(needs) if need is not None]
        if not best:
            return None
        choice[node] = edges[min(best)[1]]
        return min(best)[0]

    def written(
        self, graph: dict[Node, list[_Edge] | None], measure: dict[Node, Measure | None], choice: dict[Node, _Edge]
    ) -> Patterns:
        numbers, order = {self.first: 0}, [self.first]
        nodes = []

        def cover(edge: _Edge) -> Cover:
            if edge.target is None:
                return CLOSED
            if edge.target not in numbers:
                numbers[edge.target] = len(order)
                order.append(edge.target)
            return numbers[edge.target]

        for node in order:
            value = measure[node]
            assert value is not None
            if node.pattern.to_move == self.side:
                edge = choice[node]
                nodes.append(PatternNode(node.pattern, edge.move, *value, cover(edge), {}))
                continue
            edges = graph[node]
            assert edges is not None
            after, *others = edges
            nodes.append(PatternNode(node.pattern, None, *value, cover(after), {edge.move: cover(edge) for edge in others}))
        return Patterns(self.side, False, tuple(nodes))


def proved_in(
    arena: MemoryArena,
    parts: list[Part],
    most: int = 1500,
    known: dict[tuple[object, ...], Patterns | None] | None = None,
    *,
    statics: bool = True,
    some: random.Random | None = None,
) -> Places | None:
    """A proof for each place (see :class:`Everything`), the attacker moving first in one of them at most.

    *known* remembers what has been found.
    """
    known = {} if known is None else known
    first, beside = arena.start.to_move == arena.attacker, any(part.bans for part in parts)
    places = []
    for part in sorted(parts, key=lambda part: part.points.bit_count()):
        found = None
        for begins in (False, True)[: 1 + first]:
            key = *part._replace(leans=part.leans & arena.grid.dilate(part.points)), begins, beside
            if key not in known:
                game = part.arena(arena, first=begins, beside=beside)
                if some is not None:
                    known[key] = Everything(game, most, statics=statics, some=some).proof()
                if known.get(key) is None:
                    known[key] = Everything(game, most, statics=statics).proof()
            found = known[key]
            if found is not None:
                first = first and not begins
                break
        if found is None:
            return None
        places.append(Place(part.points, part.keeps, found, part.lives, part.bans))
    return Places(arena.attacker, tuple(places))


def certificates_by_places(rng: random.Random) -> Iterator[Certificate]:
    """Certificates of deaths on random boards, and what the search would not propose, whether it proves anything or not."""
    while True:
        searched = rng.random() < 0.6
        position, rules = divided(rng, LARGE if searched else CORES), rules_of_clearing(rng)
        unit = any_unit(rng, position)
        arena = game_of(position, unit, rules)
        if arena is None:
            continue
        standing = standing_somewhere(rng, arena)
        arena = game_of(position, unit, rules, standing)
        assert arena is not None
        if searched:
            certificate = prove_by_places(arena, Limits(nodes=1000, seconds=1e9), part=1).certificate
            if certificate is not None:
                yield certificate
            continue
        for parts in islice(any_places(rng, arena), 3):
            if max(part.points.bit_count() for part in parts) > 5:
                continue
            evidence = proved_in(arena, parts, 300, some=rng)
            if evidence is not None:
                claim = Claim(position, unit, rules, Verdict.DEAD)
                yield Certificate(claim, (evidence,), standing=standing)
