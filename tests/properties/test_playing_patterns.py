"""Who plays by patterns wins the game that remembers, whatever the other side does.

Proofs that the kernel finds are played state by state, in games with two kos at once that wait for passes.
That every move is legal, that no state is met without a node, and that all cycles are the winner's, is seen
from the whole graph of what the other side can do.
"""

import dataclasses
import random
from collections.abc import Iterator

import pytest
from reference.dense import TooLargeError, dense_verdict
from remembering import random_game

from verifier.errors import InputError
from verifier.play import MemoryArena, Plain, State, Step, scoped
from verifier.proof import Patterns, Verdict
from verifier.proof.patterns import check_patterns
from verifier.proof.unfold import Unfolded
from verifier.search import Limits
from verifier.search.native import available, prove_native

pytestmark = pytest.mark.skipif(not available(), reason="the native kernel is not built")


class _Bound(MemoryArena):
    """The game in which the side of *patterns* plays as they say, and where statics name it has won."""

    patterns: Unfolded

    def steps(self, state: State) -> Iterator[Step]:
        node = self.patterns.node(state)
        if node is None:
            assert self.patterns.settled(state), ("no node", state)
            step = self.step(state, self._passes(state)[-1])
            assert step is not None
            yield step._replace(winner=self.patterns.side)
        elif node.move is None:
            yield from super().steps(state)
        else:
            step = self.step(state, node.move)
            assert step is not None, ("illegal", state, node)
            yield step


def proofs(arena: MemoryArena) -> Iterator[Patterns]:
    """What the kernel finds by plain play, accepted by the checker."""
    for side, holds in ((arena.owner, False), (arena.attacker, False), (arena.owner, True)):
        try:
            game = Plain(arena, side, holds=holds)
        except InputError:
            continue
        outcome = prove_native(game, Limits(nodes=200_000, seconds=1e9))
        if outcome.certificate is not None:
            (patterns,) = outcome.certificate.evidence
            assert isinstance(patterns, Patterns)
            check_patterns(game, patterns)
            yield dataclasses.replace(patterns, holds=holds)


def play(arena: MemoryArena, patterns: Patterns, most: int) -> None:
    scope = arena.scope if scoped(arena.ruleset) else None
    bound = _Bound(arena.position, arena.unit, arena.ruleset, scope)
    bound.patterns = Unfolded(arena, patterns)
    won = Verdict.ALIVE if patterns.side == arena.owner else Verdict.DEAD
    assert dense_verdict(bound, most=most) is won, (arena.position, arena.unit, arena.ruleset.id)


def play_some(seed: int, points: int, number: int, most: int) -> None:
    """Play proofs with bans until so many had some on the loser, and so many some on the winner."""
    rng, seen = random.Random(seed), [0, 0]
    while min(seen) < number:
        arena = random_game(rng, points, kos=2, waits=True)
        for patterns in proofs(arena):
            bans = [node.pattern.bans for node in patterns.nodes]
            sides = patterns.side, patterns.side.opponent
            found = [any(pair[side] for pair in bans) for side in sides]
            if any(found):
                try:
                    play(arena, patterns, most)
                except TooLargeError:
                    continue
                seen = [count + one for count, one in zip(seen, found, strict=True)]


def test_who_plays_by_patterns_with_bans_wins() -> None:
    play_some(1, 5, 12, 3000)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "points", "number"), [(2, 5, 200), (3, 6, 100), (4, 7, 40)])
def test_who_plays_by_patterns_with_bans_wins_in_more_games(seed: int, points: int, number: int) -> None:
    play_some(seed, points, number, 50_000)
