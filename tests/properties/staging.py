"""Proofs in stages for tests: the unit is taken, and what is left is divided in any way."""

import random
from collections.abc import Iterator
from itertools import islice

from dividing import CORES, any_unit, divided, game_of, rules_of_clearing
from placing import Everything, Part, any_places

from verifier.board import Mask, Position
from verifier.board.grid import bits
from verifier.errors import CertificateError, InputError
from verifier.play import MemoryArena, Pattern, PatternPlay, Plain, State
from verifier.play.place import PlaceArena
from verifier.proof.certificate import Certificate, Claim, Patterns, Place, Stages, Verdict
from verifier.proof.stages import check_stages
from verifier.rules import Ruleset
from verifier.search import Limits
from verifier.search.measures import UnclosedError
from verifier.search.native import prove_native
from verifier.search.whole import as_patterns
from verifier.search.windows.first_stage import FirstStage, GivenUpError
from verifier.search.windows.stages import clear_in_stages

__all__ = ["accepted_in_stages", "certificates_in_stages", "relied", "standing_bans"]

ENOUGH = Limits(nodes=3000, seconds=1e9)


class AnyEnds:
    """Ends that fall into any places; each place has a proof for each state that it begins with.

    Where it is *careless*, what some places say of chains between is not what the places of the end have.
    """

    def __init__(self, arena: MemoryArena, rng: random.Random, most: int, *, careless: bool = False) -> None:
        self.arena, self.rng, self.most, self.careless, self.nodes = arena, rng, most, careless, 0
        self.numbers: dict[State, int] = {}
        self.failed: set[State] = set()
        self.known: dict[tuple[Part, State], Place | None] = {}
        self.order: dict[tuple[Part, State], int] = {}
        self.places: list[Place] = []
        self.ends: list[tuple[tuple[int, int], ...]] = []

    def left(self) -> Limits:
        if len(self.numbers) + len(self.failed) > self.most:
            raise GivenUpError
        return ENOUGH

    def find(self, state: State) -> bool:
        if state in self.numbers or state in self.failed:
            return state in self.numbers
        self.left()
        for parts in islice(any_places(self.rng, self.arena, state), 8):
            if max(part.points.bit_count() for part in parts) > 6:
                continue
            if self.arena.ruleset["ko"] in ("none", "basic") and any(part.bans for part in parts):
                continue
            try:
                keys = [self.key(part, state) for part in parts]
            except InputError:  # of careless ones some are no places
                continue
            if all(self.proved(*key) for key in keys):
                self.numbers[state] = len(self.ends)
                self.ends.append(tuple((self.number(key), 0) for key in keys))
                return True
        self.failed.add(state)
        return False

    def key(self, part: Part, state: State) -> tuple[Part, State]:
        """The place, and the state with what stands in and next to it."""
        around = self.arena.grid.dilate(part.points)
        stones = (state.white if self.arena.attacker else state.black) & self.arena.locale
        leans = sum(chain for chain in self.arena.grid.components(stones) if chain & part.leans and chain & around)
        part = part._replace(leans=leans)
        if self.careless and self.rng.random() < 0.15:
            part = spoiled(self.rng, part, self.arena.locale)
        zone = part.points | part.keeps | part.lives
        begin = state._replace(black=state.black & (zone | leans), white=state.white & (zone | leans), ban=-1, bans=(0, 0))
        bans = [state.bans[0] & zone, state.bans[1] & zone]
        game = self.game(part, begin)
        if not part.bans:
            bans[game.owner] = 0
        elif self.rng.random() < 0.8:  # else the checker has to see that some may lapse
            stones = begin.black & zone, begin.white & zone
            pattern = Pattern(zone, *stones, -1, begin.to_move, threats=begin.threats, bans=(bans[0], bans[1]))
            bans[game.owner] = PatternPlay(game, game.side).lasting(pattern)
        return part, begin._replace(bans=(bans[0], bans[1]))

    def game(self, part: Part, begin: State) -> PlaceArena:
        said = self.arena, part.points, part.keeps, part.leans
        return PlaceArena(*said, lives=part.lives, bans=part.bans, beside=True, begin=begin)

    def proved(self, part: Part, begin: State) -> bool:
        key = part, begin
        if key not in self.known:
            proof = Everything(self.game(part, begin), 400, some=self.rng if self.rng.random() < 0.3 else None).proof()
            place = None if proof is None else Place(part.points, part.keeps, proof, part.lives, part.bans, part.leans)
            self.known[key] = place
        return self.known[key] is not None

    def number(self, key: tuple[Part, State]) -> int:
        if key not in self.order:
            self.order[key] = len(self.places)
            place = self.known[key]
            assert place is not None
            self.places.append(place)
        return self.order[key]


def spoiled(rng: random.Random, part: Part, locale: Mask) -> Part:
    """The place with a point less or more of the chains that it keeps, or on which it leans; or one that changes sides."""
    some = part.keeps | part.lives | part.leans
    point = 1 << rng.choice(list(bits(some or locale & ~part.points or locale)))
    others = [
        part._replace(keeps=part.keeps & ~point, lives=part.lives & ~point, leans=part.leans & ~point),
        part._replace(keeps=part.keeps & ~point, leans=(part.leans | point & part.keeps) & ~part.points),
        part._replace(keeps=part.lives, lives=part.keeps),
        part._replace(leans=0),
        part._replace(keeps=part.keeps | part.leans, leans=0),
        part._replace(keeps=part.keeps | locale & ~some & ~part.points & rng.getrandbits(locale.bit_length())),
    ]
    return rng.choice([other for other in others if other != part] or [part])


def in_stages(
    arena: MemoryArena, rng: random.Random, most: int, *, careless: bool = False, named: bool = False
) -> Stages | None:
    """A proof in stages, if one is found; perhaps none at all if it is *careless*. Passes are *named* or not."""
    game = Plain(arena, arena.attacker, named=named)
    first = game.taking()
    if first is None:
        return None
    certificate = prove_native(first, ENOUGH).certificate
    if certificate is None:
        return None
    (taken,) = certificate.evidence
    assert isinstance(taken, Patterns)
    if named or rng.random() < 0.5:
        return clear_in_stages(game, first, taken, Limits(nodes=20_000, seconds=1e9))[0]
    ends = AnyEnds(arena, rng, most, careless=careless)
    try:
        strategy = FirstStage(game, first, taken, ends).strategy()
    except (GivenUpError, UnclosedError):
        return None
    if not strategy.nodes:
        return None
    return Stages(game.side, as_patterns(game, strategy, ends.numbers).nodes, tuple(ends.ends), tuple(ends.places))


def arenas(
    rng: random.Random, cores: list[tuple[int, int]], largest: int, kos: tuple[str, ...] = ()
) -> Iterator[MemoryArena]:
    """Yield games on small boards, in locales of at most *largest* points, under some of *kos* or any rule."""
    while True:
        position, rules = divided(rng, cores), rules_of_clearing(rng)
        if kos:
            rules = rules.with_values(ko=rng.choice(kos))
        arena = game_of(position, any_unit(rng, position), rules)
        if arena is not None and arena.locale.bit_count() <= largest:
            yield arena


def accepted_in_stages(
    rng: random.Random,
    cores: list[tuple[int, int]],
    largest: int,
    kos: tuple[str, ...] = (),
    *,
    named: bool = False,
) -> Iterator[tuple[Position, Mask, Ruleset, Stages]]:
    """Yield deaths that the checker accepts, in locales of at most *largest* points, under some of *kos* or any rule."""
    for arena in arenas(rng, cores, largest, kos):
        for _ in range(3):
            evidence = in_stages(arena, rng, 60, named=named)
            if evidence is None:
                continue
            try:
                check_stages(arena, evidence)
            except CertificateError:
                continue
            yield arena.position, arena.unit, arena.ruleset, evidence


def certificates_in_stages(rng: random.Random) -> Iterator[Certificate]:
    """Certificates of deaths in small locales, whether the checker accepts them or not; most of them come to an end."""
    for arena in arenas(rng, CORES, 15):
        for _ in range(2):
            evidence = in_stages(arena, rng, 30, careless=rng.random() < 0.5)
            if evidence is None or not (evidence.places or rng.random() < 0.1):
                break
            yield Certificate(Claim(arena.position, arena.unit, arena.ruleset, Verdict.DEAD), (evidence,))


def relied(evidence: Stages) -> bool:
    """Whether some place relies on a ban."""
    return any(node.pattern.bans[evidence.side.opponent] for place in evidence.places for node in place.evidence.nodes)


def standing_bans(evidence: Stages) -> bool:
    """Whether a place begins with a ban on which it relies."""
    return any(place.evidence.nodes[0].pattern.bans[evidence.side.opponent] for place in evidence.places)
