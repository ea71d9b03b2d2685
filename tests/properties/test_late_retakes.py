"""Places that rely on bans for one turn: true where the whole game is searched from a state with passes for good."""

import copy
import dataclasses
import random
from collections import Counter

import pytest
from dividing import JAPANESE, game_of
from searching import searched
from staging import arenas

from verifier.board import Mask, Position
from verifier.errors import CertificateError
from verifier.play import MemoryArena, Plain, State
from verifier.play.place import PlaceArena
from verifier.proof.certificate import Claim, Patterns, Place, Places, Verdict
from verifier.proof.places import check_places
from verifier.rules.axes import ONCE_FOR_EACH
from verifier.search import Limits, Status, prove
from verifier.search.native import available
from verifier.search.windows.places import won_at_once
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


# White's stones on both sides are dead together, where a new stone counts on their points only: Black clears the left
# side, where a ban for one turn is needed, and the right one, which is settled.
TWO = ("O.OOXO.OXXX", ".O.XXOOOXO.", "OXXXXO.OXXX", "X.X.XOOOX.X")


def two_places(cycle: str) -> tuple[MemoryArena, list[Place]]:
    """The game, and proofs for its two places: by which the chain beside each lives in it."""
    black, white = (sum(1 << p for p, sign in enumerate("".join(TWO)) if sign == wanted) for wanted in "XO")
    position = Position(4, 11, black, white)
    left, right = (sum(1 << row * 11 + col for row in range(4) for col in cols) for cols in (range(5), range(8, 11)))
    units = sum(unit for unit in position.units() if unit & white & (left | right))
    aim = {"dead_means": "no new stone on its points", "first_move": "owner", "walls": "assumed"}
    arena = game_of(position, units, JAPANESE.with_values(ko=ONCE_FOR_EACH, cycle=cycle, **aim))
    assert arena is not None
    found = []
    for part, beside, turns in ((left, 4, True), (right, 8, False)):
        chain = next(chain for chain in position.chains(0) if chain >> beside & 1)
        points, how = part & ~chain, {"bans": True, "named": True}
        game = PlaceArena(arena, points, 0, lives=chain, turns=turns, finite=not turns, alone=True, **how)
        outcome = prove(game, limits=Limits(nodes=50_000, seconds=1e9), prover="native")
        assert outcome.certificate is not None
        (evidence,) = outcome.certificate.evidence
        assert isinstance(evidence, Patterns)
        evidence = evidence if evidence.nodes else won_at_once(game)
        found.append(Place(points, 0, evidence, chain, True, turns=turns, finite=not turns))
    return arena, found


@pytest.mark.parametrize("cycle", ["prisoners then aim", "aim"])
def test_two_places_of_which_one_relies_on_bans_for_one_turn_are_true(cycle: str) -> None:
    arena, places = two_places(cycle)
    assert relying(tuple(places))
    check_places(arena, Places(arena.attacker, tuple(places), named=True))
    assert searched(Claim(arena.position, arena.unit, arena.ruleset, Verdict.DEAD), 20_000) is Status.DEAD
    open_ended = [places[0], dataclasses.replace(places[1], finite=False)]
    with pytest.raises(CertificateError, match="is not finite beside one"):
        check_places(arena, Places(arena.attacker, tuple(open_ended), named=True))
    without = [dataclasses.replace(places[0], turns=False), places[1]]
    with pytest.raises(CertificateError, match="place 1"):
        check_places(arena, Places(arena.attacker, tuple(without), named=True))


def test_no_whole_search_contradicts_a_place_that_relies_on_bans_for_one_turn() -> None:
    assert compared("turns", 8)[Status.DEAD] == 8


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_no_whole_search_contradicts_many_places_that_rely_on_bans_for_one_turn(seed: int) -> None:
    assert compared(f"turns {seed}", 1000)[Status.DEAD] == 1000
