"""Deaths proved place by place: true where the whole game is searched, and followed against any play."""

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from dividing import JAPANESE, any_unit, divided, game_of, rules_of_clearing, standing_somewhere
from placing import Everything, any_places, proved_in
from placing_play import BrokenError, follow
from searching import altered_and_searched, searched

from verifier.adjudicate.judge import prove_places
from verifier.adjudicate.question import Question
from verifier.board import Mask, Position, Side, parse_vertex
from verifier.board.grid import bits
from verifier.errors import CertificateError, InputError
from verifier.notation import parse_diagram
from verifier.play import MemoryArena, Pattern, PatternPlay
from verifier.play.place import PlaceArena
from verifier.proof.certificate import Certificate, Claim, Patterns, Place, Places, Verdict
from verifier.proof.places import check_places
from verifier.proof.scope import arena_of
from verifier.rules import Ruleset, load_ruleset
from verifier.search import Limits, Status, prove
from verifier.search.native import available
from verifier.search.windows.places import prove_by_places

pytestmark = pytest.mark.skipif(not available(), reason="whole games are searched by the native kernel")

SMALL = [(2, 4), (2, 5), (3, 3), (3, 4), (2, 6), (1, 7), (1, 8), (1, 9)]
WIDE = [(2, 5), (3, 4), (3, 5), (2, 7), (4, 4), (3, 6), (1, 9)]


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
        arena = game_of(position, unit, rules, standing_somewhere(rng, arena))
        assert arena is not None
        known: dict[tuple[object, ...], Patterns | None] = {}
        for parts in islice(any_places(rng, arena), 6):
            if len(parts) < fewest or max(part.points.bit_count() for part in parts) > most:
                continue
            evidence = proved_in(arena, parts, 700, known, **how)
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
        status = searched(Claim(position, unit, dead.ruleset, Verdict.DEAD), 20_000)
        assert status is not Status.ALIVE, (position, unit, dead.ruleset, evidence)
        found[status, len(evidence.places) > 1] += 1
        if found[Status.DEAD, True] == count:
            return found
    raise AssertionError


def test_no_whole_search_contradicts_a_proof_place_by_place() -> None:
    assert compared("truth", 3)[Status.DEAD, False] > 5


TWO_PLACES = """
O . . . X O .
. . . . X O .
X X X X X O .
. . O . X O .
. . . . X O .
"""


def test_each_point_that_counts_has_to_be_in_some_place() -> None:
    """What is proved of the places says nothing of one more point on which a new stone would count."""
    position, rules = parse_diagram(TWO_PLACES).position, load_ruleset("japanese1989")
    unit = position.chain_at(parse_vertex("A5", position.rows, position.cols))
    alive = position.chain_at(parse_vertex("F5", position.rows, position.cols))
    scope = position.grid.flood(unit, position.grid.full & ~alive)
    evidence = prove_by_places(MemoryArena(position, unit, rules, scope), Limits(nodes=100_000)).certificate
    assert evidence is not None
    (places,) = evidence.evidence
    assert isinstance(places, Places)
    beyond = position.grid.full & ~(scope | alive)
    assert beyond
    for point in bits(beyond):
        larger = MemoryArena(position, unit, rules, scope | 1 << point)
        with pytest.raises(CertificateError, match="has to be cleared"):
            check_places(larger, places)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_no_whole_search_contradicts_many_proofs_place_by_place(seed: int) -> None:
    compared(f"truth {seed}", 200)


def altered(seed: str, certificates: int, count: int) -> Counter[object]:
    """Of so many altered proofs, those that the checker accepts, by what a whole search says of their claims."""
    rng = random.Random(seed)
    pool = []
    for position, unit, arena, evidence in islice(accepted(rng, SMALL, 6, 11), certificates):
        claim = Claim(position, unit, arena.ruleset, Verdict.DEAD)
        pool.append(Certificate(claim, (evidence,), standing=arena.standing))
    return altered_and_searched(rng, pool, count)


def test_altered_proofs_place_by_place_are_refused_or_true() -> None:
    found = altered("altered", 12, 200)
    assert found["refused"] > 100
    assert found[Status.DEAD] > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_altered_proofs_place_by_place_are_refused_or_true(seed: int) -> None:
    altered(f"altered {seed}", 200, 5000)


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


# Without its conditions


def board(*rows: str, sides: tuple[Side, ...] = ()) -> Position:
    black, white = (sum(1 << p for p, sign in enumerate("".join(rows)) if sign == wanted) for wanted in "XO")
    return Position(len(rows), len(rows[0]), black, white, frozenset(sides))


class Unsupported(PatternPlay):
    """A chain with an eye elsewhere needs no liberty in the place, whoever is to move."""

    def supported(self, pattern: Pattern) -> bool:
        return super().supported(pattern._replace(to_move=int(self.winner)))


class Careless(Everything):
    """All that is proved without support while the owner is to move."""

    def patterns(self) -> PatternPlay:
        return Unsupported(self.game, self.side)


class Housed(Everything):
    """All that is proved if a chain that has to live in a place may rely on the eye elsewhere of one it is connected with."""

    def patterns(self) -> PatternPlay:
        self.game.housed = 0
        return super().patterns()


class Banning(Everything):
    """All that is proved where the owner may be forbidden to retake."""

    def patterns(self) -> PatternPlay:
        self.game.bans_bind = True, True
        return super().patterns()


def proved(
    arena: MemoryArena,
    places: list[tuple[Mask, ...]],
    first: tuple[bool, ...],
    kind: type[Everything] = Everything,
    bans: bool = False,
) -> Places:
    """A proof in each of the places: points, chains that it keeps, and such that live in it. The last may rely on *bans*."""
    between, found = 0, []
    for _, *chains in places:
        between |= sum(chains)
    for (points, keeps, *others), begins in zip(places, first, strict=True):
        relies, lives = bans and points == places[-1][0], sum(others)
        game = PlaceArena(arena, points, keeps, between & ~(keeps | lives), lives=lives, bans=relies, first=begins)
        proof = kind(game, statics=kind is not Banning).proof()
        assert proof is not None
        found.append(Place(points, keeps, proof, lives, relies))
    return Places(arena.attacker, tuple(found))


def false_proofs() -> Iterator[tuple[str, MemoryArena, MemoryArena, Places]]:
    """Yield proofs that keep all conditions but one, and what the checker says of it.

    The games are those of death and of life, which may differ in their scope.
    """
    rules = JAPANESE.with_values(cycle="aim", ko="none", first_move="attacker")
    line = board("X.XXO.X")
    games = both(line, line.chain_at(4), rules.with_values(ko="pass before each capture"))
    left, middle, right = (line.chain_at(point) for point in (0, 2, 6))
    yield "without a liberty", *games, proved(games[0], [(0b10, left | middle), (0b110000, middle | right)], (False, True))

    corner = board("XOX.X", "O.XOO", "OOXXO", ".OOO.", sides=(Side.BOTTOM, Side.LEFT, Side.RIGHT))
    games = both(corner, corner.chain_at(1), rules)
    chain = corner.chain_at(2)
    yield "moves first in more places", *games, proved(games[0], [(1 << 3, chain), (1 << 1 | 1 << 6, chain)], (True, True))

    small = board("X.OOX", "XXOX.", sides=(Side.LEFT,))
    games = both(small, small.chain_at(8), rules)
    chain = small.chain_at(2)
    yield "without support", *games, proved(games[0], [(1 << 1, chain), (0x310, chain)], (True, False), Careless)

    house = board("XO.XO", "OOX.O", "XOX.O", sides=(Side.LEFT,))
    games = both(house, house.chain_at(4), rules.with_values(walls="unconditional"))
    chain = house.chain_at(3)
    places: list[tuple[Mask, ...]] = [(1 << 2, chain), (0x6310, chain, house.chain_at(7))]
    yield "place 2", *games, proved(games[0], places, (True, False), Housed)


def both(position: Position, unit: Mask, rules: Ruleset) -> tuple[MemoryArena, MemoryArena]:
    dead, alive = game_of(position, unit, rules), game_of(position, unit, rules, verdict=Verdict.ALIVE)
    assert dead is not None
    assert alive is not None
    return dead, alive


def test_without_one_of_its_conditions_something_false_would_be_proved() -> None:
    for why, dead, alive, evidence in false_proofs():
        with pytest.raises(CertificateError, match=why):
            check_places(dead, evidence)
        assert prove(alive, limits=Limits(nodes=20_000, seconds=1e9)).status is Status.ALIVE, why


def test_a_ban_does_not_outlast_play_in_another_place() -> None:
    """White passes for the ko at J1 while Black still has to answer at D1, and retakes."""
    rules = JAPANESE.with_values(ko="one pass for all kos", first_move="attacker", walls="assumed")
    position = board("XXOXXX.OX", ".XXO.XO.O", sides=(Side.TOP,))
    arena = game_of(position, position.chain_at(12) | position.chain_at(17), rules)
    assert arena is not None
    places = [(1 << 12 | 1 << 13, 0), (1 << 16 | 1 << 17, 0)]
    evidence = proved(arena, places, (False, True), Banning)
    with pytest.raises(CertificateError, match="place 2"):
        check_places(arena, evidence)
    with pytest.raises(BrokenError, match="a ban has lapsed"):
        sum(follow(arena, evidence, random.Random(seed)) for seed in range(100))

    answering = proved(arena, places, (False, True), Banning, bans=True)
    check_places(arena, answering)
    assert sum(follow(arena, answering, random.Random(seed)) for seed in range(100)) > 200


def test_a_pass_that_lifts_bans_in_two_places_cannot_be_answered_in_both() -> None:
    """White passes and retakes in one corner while Black answers in the other."""
    position = board(".OOXOO.", "OX.X.XO", "X..X..X")
    aim = {"dead_means": "no new stone anywhere", "first_move": "owner", "walls": "unconditional"}
    rules = JAPANESE.with_values(ko="pass before each retake", **aim)
    arena = game_of(position, position.chain_at(1), rules)
    assert arena is not None
    certificate = prove_by_places(arena, Limits(nodes=1000, seconds=1e9), part=1).certificate
    assert certificate is not None
    (evidence,) = certificate.evidence
    assert isinstance(evidence, Places)
    assert [place.bans for place in evidence.places] == [True, True]

    dead, alive = both(position, position.chain_at(1), rules.with_values(ko="one pass for all kos"))
    with pytest.raises(CertificateError, match="only one can be answered"):
        check_places(dead, evidence)
    assert prove(alive, limits=Limits(nodes=40_000, seconds=1e9)).status is Status.ALIVE


def test_a_place_that_there_was_no_memory_for_is_searched_again_with_more() -> None:
    rng, dead, limits = random.Random(3), 0, Limits(nodes=3000)
    while dead < 5:
        position, rules = divided(rng, SMALL), rules_of_clearing(rng)
        unit = any_unit(rng, position)
        try:
            arena = arena_of(Certificate(Claim(position, unit, rules, Verdict.DEAD), ()))
        except InputError:
            continue
        if not arena.locale or prove_by_places(arena, limits, part=1).certificate is None:
            continue
        asked = Question(position, unit, rules, limits)
        if prove_places(dataclasses.replace(asked, limits=Limits(nodes=3000, memory_mib=0))).status is Status.UNKNOWN:
            assert prove_places(asked).status is Status.DEAD
            dead += 1
