"""Plain play in all states of small games that remember: nothing that it claims is false.

A table of all states, whatever they remember, is compared with a table of plain play, and with the largest
proof by patterns. So also histories count that play from a start would hardly make.
"""

import itertools
import random
from collections.abc import Callable

import pytest
from largest import every_pattern, largest_proof
from reference.dense import TooLargeError, dense_winners
from remembering import all_states, matches, may_match, random_game, seen_plainly

from verifier.board import Colour, Mask, Point
from verifier.errors import InputError
from verifier.play import Lasting, MemoryArena, Pattern, PatternPlay, Plain, State, Step, Successor
from verifier.proof import Patterns
from verifier.rules.axes import BOTH_SIDES, EACH_CAPTURE, PASS_FOR_KO

Wins = dict[State, Colour]


def games(
    seed: int, points: int, number: int, most: int = 6, *, kos: int = 1, waits: bool = False, ko: str | None = None
) -> list[tuple[MemoryArena, Wins]]:
    """Random games with who wins from each of their states."""
    rng, found = random.Random(seed), list[tuple[MemoryArena, Wins]]()
    while len(found) < number:
        arena = random_game(rng, points, kos=kos, waits=waits, ko=ko)
        try:
            found.append((arena, dense_winners(arena, all_states(rng, arena, most), most=4000)))
        except TooLargeError:
            continue
    return found


def plain(arena: MemoryArena, make: Callable[..., Plain] = Plain) -> list[Plain]:
    found = []
    aim = arena.ruleset["cycle"] == "aim"
    for side, holds in ((arena.owner, False), (arena.attacker, False), (arena.owner, True)):
        try:
            found.append(make(arena, side, holds=holds))
        except InputError:
            assert (aim and (holds or side == arena.attacker)) or (holds and arena.ruleset["dead_means"] == "captured once")
    return found


def wrong_states(arena: MemoryArena, wins: Wins, game: Plain) -> tuple[int, list[State]]:
    """How many states plain play claims for its side, and which of these the other side wins."""
    seen = {state: seen_plainly(arena, game.side, state) for state in wins if may_match(arena, game, state)}
    starts = (state for states in seen.values() for state in states)
    table = dense_winners(game, starts, most=100_000)
    claimed = [
        state
        for state, states in seen.items()
        if any(table[s] == game.side or game.settled(s) == game.side for s in states)
    ]
    return len(claimed), [state for state in claimed if wins[state] != game.side]


def wrong_nodes(arena: MemoryArena, wins: Wins, game: Plain, proof: Patterns) -> list[tuple[Pattern, State]]:
    """Nodes with a state that they stand for and that the other side wins."""
    lost = [state for state, winner in wins.items() if winner != game.side and may_match(arena, game, state)]
    return [
        (node.pattern, state)
        for node in proof.nodes
        for state in lost
        if matches(arena, game.side, node.pattern, node.move, state)
    ]


def test_what_plain_play_wins_is_won_whatever_the_state_remembers() -> None:
    claimed = 0
    for points, number in ((3, 20), (4, 40), (5, 10)):
        for arena, wins in games(points, points, number):
            for game in plain(arena):
                count, wrong = wrong_states(arena, wins, game)
                assert not wrong, (arena.position, arena.ruleset.id, wrong[0])
                claimed += count
    assert claimed > 5000


def test_all_that_patterns_prove_of_plain_play_is_true() -> None:
    nodes = 0
    for arena, wins in [*games(7, 3, 6), *games(9, 4, 4)]:
        for game in plain(arena):
            proof = largest_proof(game, game.side, every_pattern(game, game.side))
            assert not wrong_nodes(arena, wins, game, proof), (arena.position, arena.ruleset.id)
            nodes += len(proof.nodes)
    assert nodes > 2000


def several_kos(seed: int, number: int, ko: str | None = None) -> set[tuple[Lasting, bool, bool, int]]:
    """Compare in games with two kos at once that wait for passes; return what kinds of nodes there were.

    That is how long bans on the loser last, whether he is under any, whether the winner is, and the number.
    """
    kinds = set()
    for arena, wins in games(seed, 4, number, kos=2, waits=True, ko=ko):
        for game in plain(arena):
            assert not wrong_states(arena, wins, game)[1], (arena.position, arena.ruleset.id)
            proof = largest_proof(game, game.side, every_pattern(game, game.side))
            assert not wrong_nodes(arena, wins, game, proof), (arena.position, arena.ruleset.id)
            for node in proof.nodes:
                loser, (bans, number_of) = 1 - game.side, (node.pattern.bans, node.pattern.threats)
                kinds.add((game.lasting, bool(bans[loser]), bool(bans[game.side]), number_of[loser]))
    return kinds


def test_patterns_of_several_kos_prove_nothing_false() -> None:
    kinds = set().union(*(several_kos(11, 1, ko) for ko in PASS_FOR_KO))
    assert kinds == set(
        itertools.product((Lasting.ONCE, Lasting.PASS, Lasting.EITHER), (False, True), (False, True), (0, 1))
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_patterns_of_several_kos_in_more_games(seed: int) -> None:
    several_kos(200 + seed, 100)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_plain_play_and_its_patterns_in_more_games(seed: int) -> None:
    for points, number in ((4, 25), (5, 6)):
        for arena, wins in games(100 + seed, points, number, most=4):
            for game in plain(arena):
                assert not wrong_states(arena, wins, game)[1], (arena.position, arena.ruleset.id)
                if points < 5:
                    proof = largest_proof(game, game.side, every_pattern(game, game.side))
                    assert not wrong_nodes(arena, wins, game, proof), (arena.position, arena.ruleset.id)


# What the conditions are for: without one of them something false is claimed.


class _TakesAlways(Plain):
    """The side takes in kos as it likes."""

    def _play(self, state: State, point: Point, atari: dict[Mask, Mask]):  # type: ignore[no-untyped-def]
        return super()._play(state._replace(bans=without(state.bans, self.side)), point, atari)


def without(bans: tuple[Mask, Mask], side: int) -> tuple[Mask, Mask]:
    return (bans[0], 0) if side else (0, bans[1])


class _BindsForEver(Plain):
    """The other side's passes lift nothing."""

    def _pass(self, state: State) -> Step:
        step = super()._pass(state)
        return step if state.to_move == self.side else step._replace(state=step.state._replace(bans=state.bans))


class _KeepsThem(Plain):
    """A pass of the side lifts no ban on the other, even where passes of either side do."""

    def _pass(self, state: State) -> Step:
        step, other = super()._pass(state), 1 - self.side
        kept = list(step.state.bans)
        if state.to_move == self.side:
            kept[other] = state.bans[other]
        return step._replace(state=step.state._replace(bans=(kept[0], kept[1])))


class _TakesMany(Plain):
    """The side captures where it is banned if that is no take in a ko, though bans are on all captures."""

    def __init__(self, game: MemoryArena, side: Colour, *, holds: bool = False) -> None:
        super().__init__(game, side, holds=holds)
        self.bans_captures = False


class _Forgets(Plain):
    """The attacker is content to own a point where he ought to clear the scope."""

    def marked(self, state: State) -> bool:
        return self.attacker_owns_some(state) if self.clears else super().marked(state)


class _CountsAnywhere(Plain):
    """The owner is content with a stone that lives outside the scope."""

    def __init__(self, game: MemoryArena, side: Colour, *, holds: bool = False) -> None:
        super().__init__(game, side, holds=holds)
        if self.holds:
            self.holds = self.locale & ~(self.position.stones(self.side) & ~game.unit)


class _HoldsNothing(Plain):
    """The owner is content with cycles in which his stone comes and goes."""

    def marked(self, state: State) -> bool:
        return not self.holds and super().marked(state)


@pytest.mark.parametrize(
    ("credulous", "ko"),
    [
        (_TakesAlways, None),
        (_BindsForEver, None),
        (_KeepsThem, BOTH_SIDES),
        (_TakesMany, EACH_CAPTURE),
        (_Forgets, None),
        (_CountsAnywhere, None),
        (_HoldsNothing, None),
    ],
)
def test_without_a_condition_plain_play_claims_something_false(credulous: type[Plain], ko: str | None) -> None:
    for points in (3, 4) if ko is None else (4,):
        for arena, wins in games(points, points, 20, waits=ko is not None, ko=ko):
            if any(wrong_states(arena, wins, game)[1] for game in plain(arena, credulous)):
                return
    pytest.fail("the condition makes no difference here")


class _AlwaysFree(PatternPlay):
    """Patterns in which the winner takes in kos as he likes."""

    def play(self, pattern: Pattern, point: Point) -> Successor | None:
        return super().play(pattern._replace(bans=without(pattern.bans, self.winner)), point)


def test_without_bans_on_the_winner_patterns_prove_something_false() -> None:
    for arena, wins in games(9, 4, 6):
        for game in plain(arena):
            proof = largest_proof(game, game.side, every_pattern(game, game.side), _AlwaysFree)
            if wrong_nodes(arena, wins, game, proof):
                return
    pytest.fail("the condition makes no difference here")
