"""No proof by patterns of a small arena is wrong: the largest one claims only what a full table says."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from largest import NONE, Cover, Largest, Measure, every_pattern, largest_proof
from patterning import random_arena

from verifier.board import Colour, Mask, Point
from verifier.board.grid import bits
from verifier.play import Arena, Pattern, PatternPlay, State, Successor
from verifier.proof import Certificate, Claim, Patterns, Verdict, check
from verifier.proof.answers import has_answers, spelled
from verifier.proof.unfold import unfold
from verifier.search.native import DenseTable, available

pytestmark = pytest.mark.skipif(not available(), reason="tables come from the native kernel")


def all_states(arena: Arena) -> set[State]:
    """All states that can arise, whatever the position: legal boards, with the bans that a move can make."""
    points = list(bits(arena.locale))
    states = set()
    for number in range(3 ** len(points)):
        black, white = arena.position.black & ~arena.locale, arena.position.white & ~arena.locale
        for place, point in enumerate(points):
            black |= (number // 3**place % 3 == 1) << point
            white |= (number // 3**place % 3 == 2) << point
        if legal(arena, black, white):
            most_black, most_white = arena.start.threats
            for left in itertools.product(range(most_black + 1), range(most_white + 1)):
                for mover in Colour:
                    state = State(black, white, -1, int(mover), False, threats=left)
                    states.add(state)
                    states.update(step.state for step in arena.steps(state))
    whole = lambda state: not arena.unit & ~(state.white if arena.owner else state.black)  # noqa: E731
    return {s for s in states if whole(s)} if arena.ruleset["dead_means"] == "captured once" else states


def table_of(arena: Arena) -> dict[State, bool]:
    """Whether the owner wins, for each state."""
    table = DenseTable(arena)
    won = {state: table.owner_wins(state) for state in all_states(arena)}
    assert None not in won.values()
    return won


def legal(arena: Arena, black: int, white: int) -> bool:
    grid, empty = arena.grid, arena.locale & ~(black | white)
    return all(
        grid.dilate(chain) & (empty | arena.walls[colour])
        for colour, stones in ((0, black), (1, white))
        for chain in grid.components(stones & arena.locale)
    )


def wrong_states(arena: Arena, proof: Patterns, won: dict[State, bool]) -> list[tuple[int, State]]:
    """Nodes with a state that they stand for and that the other side wins."""
    play, found = PatternPlay(arena, proof.side), []
    lost = [state for state, owner in won.items() if owner != (proof.side == arena.owner)]
    for number, node in enumerate(proof.nodes):
        for state in lost:
            if play.matches(node.pattern, state) and not node.move == state.ban not in (-1, node.pattern.ban):
                found.append((number, state))
                break
    return found


def compare(arena: Arena) -> tuple[int, int]:
    """Compare both sides' largest proofs with a table; return the number of nodes, and of those with eyes."""
    won = table_of(arena)
    number = eyes = 0
    for side, answers in itertools.product((arena.owner, arena.attacker), (False, True)):
        proof = largest_proof(arena, side, every_pattern(arena, side), answers=answers)
        assert has_answers(proof) is answers or not proof.nodes
        assert not wrong_states(arena, proof, won)
        verdict = Verdict.ALIVE if side == arena.owner else Verdict.DEAD
        proves = bool(proof.nodes) and PatternPlay(arena, side).matches(proof.nodes[0].pattern, arena.start)
        assert proves is (won[arena.start] is (side == arena.owner))
        if proves:
            claim = Claim(arena.position, arena.unit, arena.ruleset, verdict)
            check(Certificate(claim, (proof,)))
            check(Certificate(claim, (spelled(arena, proof),)))
            strategy = unfold(arena, proof, 10_000)
            assert strategy is not None
            check(Certificate(claim, (strategy,)))
        number += len(proof.nodes)
        eyes += sum(bool(node.pattern.eyes) for node in proof.nodes)
    return number, eyes


def arenas(seed: int, points: int, number: int) -> list[Arena]:
    rng, found = random.Random(seed), []
    while len(found) < number:
        arena = random_arena(rng, *rng.choice(((1, 5), (1, 6), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4))))
        if arena.locale.bit_count() == points and sum(arena.start.threats) <= 2 * (points < 4) + 1:
            found.append(arena)
    return found


def test_all_that_can_be_proved_on_small_arenas_is_true() -> None:
    """And all that is true can be proved there, so the largest proof is not small for want of trying."""
    found = [
        compare(arena)
        for points, number in ((3, 8), (4, 8))
        for arena in arenas(points, points, number)
    ]
    assert sum(nodes for nodes, _ in found) > 5000
    assert sum(eyes for _, eyes in found) > 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_all_that_can_be_proved_on_more_arenas_is_true(seed: int) -> None:
    for points, number in ((4, 40), (5, 15), (6, 2)):
        for arena in arenas(100 + seed, points, number):
            compare(arena)


# What the conditions are for: without one of them wrong proofs appear.


class _NoSupport(PatternPlay):
    """Chains of the winner need nothing."""

    def supported(self, pattern: Pattern) -> bool:
        return True


class _NoSeal(PatternPlay):
    """Eyes need not be surrounded."""

    def sealed(self, pattern: Pattern) -> bool:
        return True


class _OneEye(PatternPlay):
    """One eye supports a chain, wherever it is."""

    def supported(self, pattern: Pattern) -> bool:
        return super().supported(pattern) or bool(pattern.eyes)


class _NoBan(PatternPlay):
    """The winner may always retake."""

    def replies(self, pattern: Pattern, points: Mask) -> Iterator[tuple[Point, Successor]]:
        for point, result in super().replies(pattern, points):
            yield point, result._replace(ban=-1)


class _SurePlays(PatternPlay):
    """Replies next to points that nobody knows are left out."""

    def replies(self, pattern: Pattern, points: Mask) -> Iterator[tuple[Point, Successor]]:
        rest = self.arena.locale & ~pattern.zone
        for point, result in super().replies(pattern, points):
            if not self.arena.grid.neighbours[point] & rest:
                yield point, result


class _FreeAnswers(PatternPlay):
    """An answer may retake what was just taken."""

    def between(self, result: Successor, move: Point) -> Pattern:
        return super().between(result, move)._replace(ban=-1)


class _NearAnswers(PatternPlay):
    """An answer to the pass knows the points of plays that are not listed."""

    def without(self, result: Successor, empty: Mask) -> Successor:
        return result


class _TakesForCertain(PatternPlay):
    """The winner takes chains that may have liberties outside the zone."""

    def play(self, pattern: Pattern, point: Point) -> Successor | None:
        result = super().play(pattern, point)
        if result is None or result.zone == pattern.zone:
            return result
        struck = (pattern.zone & ~result.zone).bit_count()
        return result._replace(zone=pattern.zone, captured=result.captured + struck)


class _BansForCertain(PatternPlay):
    """Whoever loses one stone may not retake."""

    def play(self, pattern: Pattern, point: Point) -> Successor | None:
        result = super().play(pattern, point)
        if result is None or result.captured != 1 or self.arena.ruleset["ko"] != "basic":
            return result
        before, after = (pattern.black, result.black) if self.winner else (pattern.white, result.white)
        return result._replace(ban=(before & ~after).bit_length() - 1)


class _NothingAround(PatternPlay):
    """Statics take the edge of what is known for the edge of the board."""

    def _find_settled(self, pattern: Pattern) -> bool:
        whole = self._locale
        self._locale = pattern.zone | pattern.eyes
        try:
            return super()._find_settled(pattern)
        finally:
            self._locale = whole


@pytest.mark.parametrize(
    ("credulous", "answers"),
    [
        *itertools.product((_NoSupport, _NoSeal, _OneEye, _NoBan, _SurePlays), (False, True)),
        (_TakesForCertain, False),
        (_BansForCertain, False),
        (_NothingAround, False),
        (_FreeAnswers, True),
        (_NearAnswers, True),
    ],
)
def test_without_a_condition_something_false_is_proved(credulous: type[PatternPlay], answers: bool) -> None:
    assert something_false(play=credulous, answers=answers)


def something_false(**rules: Any) -> bool:
    for points in (3, 4):
        for arena in arenas(points, points, 12):
            won = table_of(arena)
            for side in (arena.owner, arena.attacker):
                proof = largest_proof(arena, side, every_pattern(arena, side), **rules)
                if wrong_states(arena, proof, won):
                    return True
    return False


class _NoMeasure(Largest):
    """Cycles are the winner's, whatever happens in them."""

    def need(self, number: int, cover: Cover) -> Measure | None:
        return NONE if cover.node < 0 or self.measure[cover.node] is not None else None


class _NoRanks(Largest):
    """Even cycles are the winner's."""

    def need(self, number: int, cover: Cover) -> Measure | None:
        marked = self.marked[number]
        self.marked[number] = self.favoured
        try:
            return super().need(number, cover._replace(marked=self.favoured))
        finally:
            self.marked[number] = marked


class _StonesOnEyes(Largest):
    """An eye may have a stone of the winner on it."""

    def shut(self, mine: Mask, result: Successor) -> Mask:
        return ~(result.zone | result.eyes)


class _ImaginedBans(Largest):
    """A pattern may count on a ban that no move made."""

    def imagined(self, pattern: Pattern, result: Successor) -> bool:
        return False


class _ThreatsAtWill(Largest):
    """Nobody counts threats."""

    def enough(self, asks: tuple[int, int], left: tuple[int, int]) -> bool:
        return True


@pytest.mark.parametrize("finder", [_NoMeasure, _NoRanks, _StonesOnEyes, _ImaginedBans, _ThreatsAtWill])
def test_without_a_condition_on_references_something_false_is_proved(finder: type[Largest]) -> None:
    assert something_false(finder=finder)
