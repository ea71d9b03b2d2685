"""Deaths proved place by place: true where the whole game is searched, and followed against any play."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from placing import (
    any_places,
    any_unit,
    divided,
    game_of,
    proved_in,
    rules_of_clearing,
)
from placing_play import follow

from verifier.board import Mask, Position
from verifier.errors import CertificateError
from verifier.play import MemoryArena
from verifier.proof.certificate import Patterns, Places, Verdict
from verifier.proof.places import check_places
from verifier.rules import Ruleset
from verifier.search import Limits, Status, prove
from verifier.search.native import available

pytestmark = pytest.mark.skipif(not available(), reason="whole games are searched by the native kernel")

SMALL = [(2, 4), (2, 5), (3, 3), (3, 4), (2, 6), (1, 7), (1, 8), (1, 9)]
WIDE = [(2, 5), (3, 4), (3, 5), (2, 7), (4, 4), (3, 6), (1, 9)]


def standing_somewhere(rng: random.Random, arena: MemoryArena, rules: Ruleset) -> Mask:
    """Chains of the attacker at which the scope may end."""
    if rules["dead_means"] != "no new stone inside":
        return 0
    chains = arena.grid.components(arena.position.stones(arena.attacker) & arena.locale)
    return sum(chain for chain in chains if rng.random() < 0.7)


def accepted(
    rng: random.Random, cores: list[tuple[int, int]], most: int, largest: int, fewest: int = 1, **how: Any
) -> Iterator[tuple[Position, Mask, MemoryArena, Places]]:
    """Yield deaths that the checker accepts, in locales of at most *largest* points, by *fewest* places or more.

    A place has at most *most* points.
    """
    while True:
        position, rules = divided(rng, cores), rules_of_clearing(rng)
        unit = any_unit(rng, position)
        arena = game_of(position, unit, rules)
        if arena is None or arena.locale.bit_count() > largest:
            continue
        arena = game_of(position, unit, rules, standing_somewhere(rng, arena, rules))
        assert arena is not None
        known: dict[tuple[object, ...], Patterns | None] = {}
        for parts, keeps, leans in islice(any_places(rng, arena), 6):
            if len(parts) < fewest or max(part.bit_count() for part in parts) > most:
                continue
            evidence = proved_in(arena, parts, keeps, leans, 700, known, **how)
            if evidence is None:
                continue
            try:
                check_places(arena, evidence)
            except CertificateError:
                continue
            yield position, unit, arena, evidence


def compared(seed: str, count: int) -> Counter[object]:
    """The verdicts of whole searches on so many boards with proofs by more than one place."""
    rng = random.Random(seed)
    found: Counter[object] = Counter()
    for position, unit, dead, evidence in accepted(rng, SMALL, 6, 13):
        alive = game_of(position, unit, dead.ruleset, verdict=Verdict.ALIVE)
        assert alive is not None
        status = prove(alive, limits=Limits(nodes=20_000, seconds=1e9), prover="native").status
        assert status is not Status.ALIVE, (position, unit, dead.ruleset, evidence)
        found[status, len(evidence.places) > 1] += 1
        if found[Status.DEAD, True] == count:
            return found
    raise AssertionError


def test_no_whole_search_contradicts_a_proof_place_by_place() -> None:
    assert compared("truth", 6)[Status.DEAD, False] > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_no_whole_search_contradicts_many_proofs_place_by_place(seed: int) -> None:
    compared(f"truth {seed}", 200)


def followed(seed: str, count: int, games: int) -> tuple[int, int]:
    """Play so many games by each of some proofs; return the moves played, and the places."""
    rng = random.Random(seed)
    moves = places = 0
    for _, _, arena, evidence in islice(accepted(rng, WIDE, 5, 99, 2, statics=False, some=rng), count):
        places += len(evidence.places)
        for _ in range(games):
            moves += follow(arena, evidence, rng)
    return moves, places


def test_whoever_follows_a_proof_place_by_place_is_never_surprised() -> None:
    moves, places = followed("play", 10, 12)
    assert moves > 2000
    assert places > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_whoever_follows_many_proofs_place_by_place_is_never_surprised(seed: int) -> None:
    followed(f"play {seed}", 300, 40)
