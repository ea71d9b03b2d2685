"""Places that rely on bans for one turn: true where the whole game is searched from a state with passes for good."""

import copy
import random
from collections import Counter

import pytest
from staging import arenas

from verifier.board import Mask
from verifier.play import MemoryArena, Plain, State
from verifier.proof.certificate import Place
from verifier.rules.axes import ONCE_FOR_EACH
from verifier.search import Limits, Status, prove
from verifier.search.native import available
from verifier.search.windows.stages import EndsInPlaces

pytestmark = pytest.mark.skipif(not available(), reason="places are searched by the native kernel")

SMALL = [(1, 6), (1, 7), (1, 8), (2, 3), (2, 4), (2, 5), (3, 3)]


class Later(MemoryArena):
    """A game in which both sides have passed for good for some points before it begins."""

    passed: tuple[Mask, Mask]

    @classmethod
    def of(cls, game: MemoryArena, passed: tuple[Mask, Mask]) -> "Later":
        later = copy.copy(game)
        later.__class__ = cls
        assert isinstance(later, cls)
        later.passed = passed
        return later

    @property
    def start(self) -> State:
        state = super().start
        assert state.memory is not None
        return state._replace(to_move=int(self.owner), memory=state.memory._replace(freed=self.passed))


def relying(places: tuple[Place, ...]) -> bool:
    """Whether a pattern has a ban for one turn on which the attacker relies."""
    return any(
        node.pattern.ban >= 0 and node.move is None for place in places if place.turns for node in place.evidence.nodes
    )


def compared(seed: str, count: int) -> Counter[object]:
    """What whole searches say where so many proofs rely on bans for one turn."""
    rng, found = random.Random(seed), Counter[object]()
    for arena in arenas(rng, SMALL, 9, (ONCE_FOR_EACH,)):
        passed = arena.locale, arena.locale
        if rng.random() < 0.3:
            passed = arena.locale & rng.getrandbits(60), arena.locale & rng.getrandbits(60)
        game = Plain(arena, arena.attacker, named=True)
        ends = EndsInPlaces(game, Limits(nodes=50_000, seconds=1e9))
        if not ends.find(game.start._replace(to_move=int(arena.owner), freed=passed)):
            continue
        places = ends.places()
        if not relying(places):
            continue
        whole = prove(Later.of(arena, passed), limits=Limits(nodes=50_000, seconds=1e9), prover="python")
        assert whole.status is not Status.ALIVE, (arena.position, arena.unit, arena.ruleset, passed)
        found[whole.status] += 1
        found["several"] += len(places) > 1
        if found[Status.DEAD] == count:
            break
    return found


def test_no_whole_search_contradicts_a_place_that_relies_on_bans_for_one_turn() -> None:
    assert compared("turns", 40)[Status.DEAD] == 40


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_no_whole_search_contradicts_many_places_that_rely_on_bans_for_one_turn(seed: int) -> None:
    assert compared(f"turns {seed}", 1000)[Status.DEAD] == 1000
