"""Proofs of one place from many states, of which each search may end at what those before have proved."""

import dataclasses
import random
from collections.abc import Iterator
from itertools import islice

import pytest
from dividing import game_of
from staging import accepted_in_stages

from verifier.board.grid import bits
from verifier.play import MemoryArena, PatternPlay, State
from verifier.play.place import PlaceArena
from verifier.proof.certificate import PatternNode, Patterns, Place, Stages
from verifier.proof.numbering import renumbered
from verifier.proof.places import check_place
from verifier.proof.stages import check_stages
from verifier.rules.axes import ONCE_FOR_EACH
from verifier.search import Limits
from verifier.search.native import PlainSearches, available
from verifier.search.windows.joined import JoinedProofs
from verifier.search.windows.trimmed import trimmed

pytestmark = pytest.mark.skipif(not available(), reason="the native kernel searches places")

LIMITS = Limits(nodes=4000, seconds=1e9)
CORES = [(2, 5), (3, 3), (3, 4), (2, 6), (1, 8)]


class Starts:
    """One place of a proof in stages, and states with which play there may begin."""

    def __init__(self, arena: MemoryArena, evidence: Stages, place: Place) -> None:
        self.arena, self.named, self.place = arena, evidence.named, place

    def game(self, begin: State, *, alone: bool = False) -> PlaceArena:
        place = self.place
        said = self.arena, place.points, place.keeps, place.leans
        more = {"lives": place.lives, "bans": place.bans, "named": self.named}
        return PlaceArena(*said, **more, beside=True, alone=alone, begin=begin)

    def states(self, rng: random.Random, most: int) -> Iterator[State]:
        """What its patterns stand for where the owner is to move; passes are any for which there is no ban."""
        leans = self.place.leans
        own = (0, leans) if self.arena.attacker else (leans, 0)
        patterns = [node.pattern for node in self.place.evidence.nodes if node.move is None]
        for pattern in rng.sample(patterns, min(most, len(patterns))):
            freed = pattern.freed
            if self.named and rng.random() < 0.7:
                some = [pattern.zone & rng.getrandbits(pattern.zone.bit_length()) for _ in range(2)]
                freed = some[0] & ~pattern.bans[0], some[1] & ~pattern.bans[1]
            stones = pattern.black | own[0], pattern.white | own[1]
            yield State(*stones, -1, pattern.to_move, False, bans=pattern.bans, threats=pattern.threats, freed=freed)


def places(seed: str, *, named: bool) -> Iterator[Starts]:
    rng = random.Random(seed)
    kos = (ONCE_FOR_EACH,) if named else ()
    for position, unit, rules, evidence in accepted_in_stages(rng, CORES, 13, kos, named=named):
        arena = game_of(position, unit, rules)
        assert arena is not None
        for place in evidence.places:
            if len(place.evidence.nodes) > 2:
                yield Starts(arena, evidence, place)


def compared(seed: str, count: int, *, named: bool) -> tuple[int, int, int]:
    """How often a place was won, and the states that it took with what was proved before and without."""
    rng = random.Random(seed)
    won = together = apart = 0
    for here in islice(places(seed, named=named), count):
        joined, starts = None, list(here.states(rng, 6))
        for begin in starts:
            alone = here.game(begin, alone=True)
            joined = joined or JoinedProofs(here.game(begin), alone)
            fresh = JoinedProofs(here.game(begin), alone)
            _, outcome = fresh.prove(alone, LIMITS)
            number = joined.covering(begin)
            if number is None:
                number, further = joined.prove(alone, LIMITS)
                together += further.nodes
            apart += outcome.nodes
            # What holds in the place may be lost for one who has to keep more stones there, but not the other way round.
            assert number is not None or not fresh.nodes, (begin, here.arena.ruleset)
            if number is None:
                continue
            won += 1
            # Any proof may be the first, so the whole list holds for this start.
            side = here.arena.attacker
            ordered = Patterns(side, False, rotated(joined.nodes, number), named=here.named)
            check_place(here.game(begin), ordered, side)
    return won, together, apart


def rotated(nodes: list[PatternNode], first: int) -> tuple[PatternNode, ...]:
    """The same patterns in a list that begins with that of number *first*."""
    numbers = {number: (number - first) % len(nodes) for number in range(len(nodes))}
    return tuple(renumbered(node, numbers.__getitem__) for node in (*nodes[first:], *nodes[:first]))


@pytest.mark.parametrize("named", [False, True])
def test_searches_that_go_on_from_others_find_as_much_with_fewer_states(named: bool) -> None:
    won, together, apart = compared("joined", 20, named=named)
    assert won > 20
    assert together < apart


@pytest.mark.slow
@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_many_searches_that_go_on_from_others_find_as_much(seed: int, named: bool) -> None:
    compared(f"joined {seed}", 400, named=named)


def test_a_place_may_be_searched_from_any_number_of_states() -> None:
    rng = random.Random("many")
    seen = 0
    large = (here for here in places("many", named=True) if here.place.points.bit_count() > 6)
    for here in islice(large, 2):
        begin = next(here.states(rng, 1))
        free = list(bits(here.place.points & ~(begin.bans[0] | begin.bans[1])))
        searches = PlainSearches(here.game(begin, alone=True))
        play = PatternPlay(here.game(begin), here.arena.attacker)
        for turn in range(1300):
            freed = [sum(1 << point for point in free if rng.random() < 0.5) for _ in range(2)]
            start = begin._replace(freed=(freed[0], freed[1]))
            found = searches.search(here.game(start, alone=True), 0, LIMITS)
            if turn > 1200 and found.nodes:
                assert play.matches(found.nodes[0].pattern, start)
                seen += 1
    assert seen > 50


def padded(evidence: Stages) -> Stages:
    """The same with ends and patterns that nothing refers to."""
    places = []
    for place in evidence.places:
        nodes = place.evidence.nodes
        places.append(dataclasses.replace(place, evidence=dataclasses.replace(place.evidence, nodes=(*nodes, nodes[-1]))))
    return dataclasses.replace(evidence, ends=(*evidence.ends, *evidence.ends), places=(*places, *places))


@pytest.mark.parametrize("count", [12, pytest.param(400, marks=pytest.mark.slow)], ids=["some", "many"])
def test_what_a_proof_in_stages_does_not_need_is_left_out(count: int) -> None:
    rng = random.Random("trimmed")
    for position, unit, rules, evidence in islice(accepted_in_stages(rng, CORES, 13), count):
        arena = game_of(position, unit, rules)
        assert arena is not None
        more, less = padded(evidence), trimmed(padded(evidence))
        check_stages(arena, more)
        check_stages(arena, less)
        assert less == trimmed(evidence)
        assert len(less.ends) < len(more.ends) or not evidence.ends
