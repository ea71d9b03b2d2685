"""The largest proof by patterns: all nodes that can stand in one, out of a pool of patterns.

A prover that looks for anything the conditions let through, with no idea what is true. It takes what a
pattern determines from verifier.play, and everything else from docs/certificates.md.
"""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from verifier.board import Colour, Mask, Point
from verifier.board.grid import bits
from verifier.play import PASS, Arena, Pattern, PatternPlay, Plain, Successor
from verifier.proof import CLOSED, Answer, PatternNode, Patterns

__all__ = ["NONE", "Cover", "Largest", "Measure", "every_pattern", "largest_proof"]

Measure = tuple[int, int]
"""Credit and rank."""

NONE: Measure = (0, 0)
MOST = (8, 6)
"""Larger measures are not tried, which can only leave nodes out; to five points they add none."""


def every_pattern(arena: Arena, winner: Colour) -> Iterator[Pattern]:
    """All well-formed patterns of a small arena: each point empty, black, white, unknown or an eye."""
    points = list(bits(arena.locale))
    kinds = ["BWE" if arena.unit >> point & 1 else "BWE?e" for point in points]
    most_black, most_white = arena.start.threats
    plain = isinstance(arena, Plain) and arena.ruleset["ko"] != "none"
    if plain:
        most_black, most_white = (0, 1) if winner is Colour.BLACK else (1, 0)
    threats = list(itertools.product(range(most_black + 1), range(most_white + 1)))
    for signs in itertools.product(*kinds):
        mask = {
            kind: sum(1 << p for p, sign in zip(points, signs, strict=True) if sign == kind)
            for kind in "BWE?e"
        }
        for mover in Colour:
            zone = arena.locale & ~(mask["?"] | mask["e"])
            for left in threats:
                # The winner cares for a ban only to retake there all the same, at the cost of a threat.
                spends = left[mover] and not isinstance(arena, Plain)
                useful = arena.ruleset["ko"] == "basic" and (mover != winner or spends)
                waiting = bans(arena, mask, winner) if plain else [(0, 0)]
                for ban in [-1, *(bits(mask["E"]) if useful else ())]:
                    for pair in waiting:
                        yield Pattern(zone, mask["B"], mask["W"], ban, int(mover), mask["e"], left, pair)


def bans(arena: Arena, mask: dict[str, Mask], winner: Colour) -> list[tuple[Mask, Mask]]:
    """All sets of bans that plain play may leave, of up to two bans.

    Around one on the winner stand stones of the loser, around one on the loser stones of the winner; what is
    next to the point may have been struck since.
    """
    found, stones, near = [(0, 0)], (mask["B"], mask["W"]), arena.grid.neighbours
    for point in bits(mask["E"]):
        seen = near[point] & (mask["E"] | mask["B"] | mask["W"])
        for side in Colour:
            if seen & ~stones[side.opponent]:
                continue
            if side != winner and near[point] & arena.walls[side]:
                continue
            more = (0, 1 << point) if side else (1 << point, 0)
            found += [
                (black | more[0], white | more[1])
                for black, white in found
                if (black | white).bit_count() < 2 and not (black | white) >> point & 1
            ]
    return found


class Cover(NamedTuple):
    """A node, or CLOSED, that covers what a move leads to, and what the move weighs, with its answer if any."""

    node: int
    weight: int
    answer: Point | None = None
    marked: bool = False
    """Whether the state in between is."""
    scope: Mask = 0
    """Of an answer to the pass: where replies are listed."""

    def listed(self, place: dict[int, int]) -> int | Answer:
        return place[self.node] if self.answer is None else Answer(self.answer, place[self.node])


class Largest:
    """Finds which nodes hold, from small zones to large ones: references lead to no larger zone."""

    def __init__(self, arena: Arena, play: PatternPlay, pool: Iterable[Pattern], answers: bool = False) -> None:
        self.answers = answers
        self.arena, self.winner, self.play = arena, play.winner, play
        self.owner_wins = play.winner == arena.owner
        self.favoured = self.owner_wins == arena.marks_owner
        self.weigh = arena.ruleset["cycle"].startswith("prisoners")
        sound = [pattern for pattern in pool if self.play.sealed(pattern) and self.play.supported(pattern)]
        sound.sort(key=lambda pattern: pattern.zone.bit_count())
        self.nodes: list[tuple[Pattern, Point | None]] = []
        self.places: dict[tuple[Mask, Mask, int], dict[tuple[Mask, Mask], list[int]]] = {}
        for pattern in sound:
            own = [PASS, *bits(pattern.zone & ~(pattern.black | pattern.white))]
            if pattern.ban >= 0:
                own = [pattern.ban]
            for move in own if pattern.to_move == self.winner else [None]:
                key = (pattern.zone, pattern.eyes, pattern.to_move)
                place = self.places.setdefault(key, defaultdict(list))
                place[pattern.black, pattern.white].append(len(self.nodes))
                self.nodes.append((pattern, move))
        self.measure: list[Measure | None] = [NONE] * len(self.nodes)
        self.marked = [self._marked(pattern) for pattern, _ in self.nodes]

    def _marked(self, pattern: Pattern) -> bool:
        if self.play.clears:
            return not self.arena.unit & (pattern.white if self.arena.owner else pattern.black)
        if self.play.holds:
            return not self.arena.unit & (pattern.white if self.winner else pattern.black)
        if self.arena.ruleset["cycle"] != "prisoners then ownership":
            return True
        owned = self.play.attacker_owns_some(pattern)
        return owned is False if self.owner_wins else owned is not True

    def covers(self, result: Successor, mover: int, move: Point) -> list[Cover]:
        """All that cover what a move of *mover* leads to."""
        if result.ends:
            return [Cover(CLOSED, 0)] if mover == self.winner else []
        weight = 0
        if self.weigh:
            weight = result.captured if mover == self.arena.attacker else -result.captured
        found = []
        if self.play.closes(result, mover, move):
            found.append(Cover(CLOSED, weight))
        mine = result.white if self.winner else result.black
        for (zone, eyes, to_move), place in self.places.items():
            if to_move == mover or zone & ~result.zone or eyes & self.shut(mine, result):
                continue
            for node in place.get((result.black & zone, result.white & zone), ()):
                pattern, move = self.nodes[node]
                if mover == self.winner:
                    banned = self.imagined(pattern, result)
                else:
                    banned = move == result.ban not in (-1, pattern.ban)
                fits = self.enough(pattern.threats, result.threats)
                if fits and not banned and self.bound(pattern, result):
                    found.append(Cover(node, weight))
        return found

    def shut(self, mine: Mask, result: Successor) -> Mask:
        """Points that are no eye after a move: with a stone of the winner, or where one may stand."""
        return mine | ~(result.zone | result.eyes)

    def imagined(self, pattern: Pattern, result: Successor) -> bool:
        """Whether a pattern counts on a ban on the loser that does not exist for certain."""
        return pattern.ban not in (-1, result.ban)

    def enough(self, asks: tuple[int, int], left: tuple[int, int]) -> bool:
        """Whether the winner has as many threats as a pattern asks for, and the loser no more than it allows."""
        own, other = self.winner, 1 - self.winner
        return asks[own] <= left[own] and asks[other] >= left[other]

    def answered(self, result: Successor, move: Point, scope: Mask = 0) -> list[Cover]:
        """All answers to a *move* of the other side."""
        if result.ends:
            return []
        play, found = self.play, []
        for answer in (PASS, *bits(result.zone & ~(result.black | result.white))):
            between = play.between(result, answer)
            if self.arena.unit & ~between.zone or not (play.sealed(between) and play.supported(between)):
                continue
            if move == PASS and not play.lasts(between):
                continue
            then = play.waiting(between) if answer == PASS else play.play(between, answer)
            weight = 0
            if self.weigh:
                weight = result.captured if self.owner_wins else -result.captured
            found += [
                Cover(cover.node, weight + cover.weight, answer, self._marked(between), scope)
                for cover in ([] if then is None else self.covers(then, self.winner, answer))
            ]
        return found

    def bound(self, pattern: Pattern, result: Successor) -> bool:
        """Whether the bans that the loser has in the pattern stand, and no others in its zone on the winner."""
        own, other = self.winner, 1 - self.winner
        stand = pattern.bans[other] & result.bans[other] == pattern.bans[other]
        return stand and not result.bans[own] & pattern.zone & ~pattern.bans[own]

    def need(self, number: int, cover: Cover) -> Measure | None:
        """The least measure of a node from which a move leads to *cover*; None if there is none."""
        if cover.node == CLOSED:
            return NONE
        after = self.measure[cover.node]
        if after is None or self.nodes[cover.node][0].zone != self.nodes[number][0].zone:
            return None if after is None else NONE
        credit, rank = after
        marked = self.marked[number] or cover.marked
        credit += cover.weight if self.owner_wins else -cover.weight
        rank = (0 if marked else rank + 1) if self.favoured else rank + marked
        if rank > MOST[1]:
            credit, rank = credit + 1, 0
        return NONE if credit < 0 else None if credit > MOST[0] else (credit, rank)

    def best(self, number: int, covers: list[Cover]) -> tuple[Measure, Cover] | None:
        needs = ((self.need(number, cover), cover) for cover in covers)
        possible = ((need, cover) for need, cover in needs if need is not None)
        return min(possible, key=lambda pair: (pair[0], pair[1].node), default=None)

    def solve(self) -> list[PatternNode | None]:
        """The node for each number that holds, with its measure lifted until all conditions hold."""
        made: list[PatternNode | None] = [None] * len(self.nodes)
        groups = defaultdict(list)
        for number, (pattern, _) in enumerate(self.nodes):
            groups[pattern.zone].append(number)
        for numbers in groups.values():  # from small zones to large ones
            options = {number: self.options(number) for number in numbers}
            # A choice is made again only where something that it could refer to has been lifted since.
            users = defaultdict(set)
            for number, (passes, replies) in options.items():
                for cover in itertools.chain(passes, *replies.values()):
                    users[cover.node].add(number)
            waiting = set(numbers)
            while waiting:
                for number in numbers:
                    if number not in waiting:
                        continue
                    waiting.remove(number)
                    if self.measure[number] is None:
                        continue
                    choice = self.choose(number, *options[number])
                    made[number] = None if choice is None else choice[1]
                    lifted = None if choice is None else choice[0]
                    if lifted != self.measure[number]:
                        waiting |= users[number]
                    self.measure[number] = lifted
        return made

    def options(self, number: int) -> tuple[list[Cover], dict[Point, list[Cover]]]:
        """What may cover the move or the pass at a node, and the replies."""
        pattern, move = self.nodes[number]
        mover, zone = pattern.to_move, pattern.zone
        stay = self.play.waiting(pattern)
        if move is not None:
            result = stay if move == PASS else self.play.play(pattern, move)
            return ([] if result is None else self.useful(zone, self.covers(result, mover, move))), {}
        replies = dict(self.play.replies(pattern, zone))
        if not self.answers:
            answers = {
                point: self.useful(zone, self.covers(result, mover, point))
                for point, result in replies.items()
            }
            return self.useful(zone, self.covers(stay, mover, PASS), each=True), answers
        # Every move is answered, or closed; the plays that are not listed are any of those in the zone.
        closed = {point: self.closed(result, mover, point) for point, result in replies.items()}
        answers = {
            point: self.useful(zone, closed[point] or self.answered(result, point))
            for point, result in replies.items()
        }
        passes = self.closed(stay, mover, PASS)
        plays = [point for point in replies if point >= 0]
        for listed in itertools.product((False, True), repeat=len(plays)):
            far = sum(1 << point for point, kept in zip(plays, listed, strict=True) if not kept)
            passes += self.answered(self.play.without(stay, far), PASS, zone & ~far)
        return self.useful(zone, passes, each=True), answers

    def closed(self, result: Successor, mover: int, move: Point) -> list[Cover]:
        return [cover for cover in self.covers(result, mover, move) if cover.node == CLOSED]

    def useful(self, zone: Mask, covers: list[Cover], *, each: bool = False) -> list[Cover]:
        """Of the covers that are decided already one that holds, or one of each zone; and all the others."""
        decided, open_ = {}, []
        for cover in covers:
            at = zone if cover.node == CLOSED else self.nodes[cover.node][0].zone
            if cover.node != CLOSED and at == zone:
                open_.append(cover)
            elif cover.node == CLOSED or self.measure[cover.node] is not None:
                decided[self.scope(zone, cover)] = cover
        if decided and not each:
            return [next(iter(decided.values()))]
        return [*decided.values(), *open_]

    def scope(self, zone: Mask, cover: Cover) -> Mask:
        """Where replies are listed if that covers the pass."""
        if cover.answer is not None:
            return cover.scope
        return zone if cover.node == CLOSED else self.nodes[cover.node][0].zone

    def choose(
        self, number: int, passes: list[Cover], replies: dict[Point, list[Cover]]
    ) -> tuple[Measure, PatternNode] | None:
        """The best of all ways to cover the moves, with the least measure that it needs."""
        pattern, move = self.nodes[number]
        answers = {point: self.best(number, covers) for point, covers in replies.items()}
        found: tuple[Measure, Cover, Mask] | None = None
        for cover in passes:
            needed = self.need(number, cover)
            if needed is None:
                continue
            scope = self.scope(pattern.zone, cover)
            measure = needed
            for point, answer in answers.items():
                if point < 0 or scope >> point & 1:
                    if answer is None:
                        break
                    measure = max(measure, answer[0])
            else:
                if found is None or measure < found[0]:
                    found = measure, cover, scope
        if found is None:
            return None
        measure, cover, scope = found
        targets = {
            point: answer[1]
            for point, answer in answers.items()
            if answer is not None and (point < 0 or scope >> point & 1)
        }
        return measure, PatternNode(pattern, move, *measure, cover, targets)  # type: ignore[arg-type]


def largest_proof(
    arena: Arena,
    winner: Colour,
    pool: Iterable[Pattern],
    play: Callable[[Arena, Colour], PatternPlay] = PatternPlay,
    *,
    answers: bool = False,
    finder: type[Largest] = Largest,
) -> Patterns:
    """All nodes that hold together, those that match the start first; they may prove nothing about it.

    With *answers* each move of the other side that is not closed is answered at once. With another *play*,
    or *finder*, they hold only if that is right.
    """
    search = finder(arena, play(arena, winner), pool, answers)
    made = {number: node for number, node in enumerate(search.solve()) if node is not None}
    kept = sorted(made, key=lambda number: not search.play.matches(made[number].pattern, arena.start))
    renumbered = {number: place for place, number in enumerate(kept)} | {CLOSED: CLOSED}
    step = MOST[0] + 2 * arena.locale.bit_count() + 1
    nodes = []
    for number in kept:
        node = made[number]
        nodes.append(
            PatternNode(
                node.pattern,
                node.move,
                node.credit + step * node.pattern.zone.bit_count(),
                node.rank,
                node.after.listed(renumbered),
                {point: cover.listed(renumbered) for point, cover in node.replies.items()},
            )
        )
    return Patterns(winner, False, tuple(nodes))
