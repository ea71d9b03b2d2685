"""Several chains together: statics against exact tables, patterns against states, and proofs of other claims."""

import dataclasses
import itertools
import json
import random
from collections import Counter

import pytest
from mutating import MUTATIONS, digest
from patterning import PROPOSAL as ASSUMED
from patterning import SETTINGS, pattern_of, random_completion, random_zone, with_eyes, with_other_threats
from reference.chains import random_chains
from test_mutations import made, outcome
from test_patterns import compare, random_state
from test_secured import GAMES, WALLS, Comparison, random_crop

from verifier.board import Colour, Mask, Position
from verifier.board.grid import bits
from verifier.errors import CertificateError, InputError
from verifier.play import Arena, MemoryArena, Pattern, PatternPlay, State, arena_for
from verifier.proof import Certificate, Patterns, Refutation, Strategy, Verdict, check, dump_certificate
from verifier.proof.store import parse_certificate
from verifier.proof.unfold import unfold
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, prove
from verifier.search.native import available

pytestmark = pytest.mark.skipif(not available(), reason="tables and proofs come from the native kernel")

PROPOSAL = load_ruleset("proposal2012")
LIMITS = Limits(nodes=100_000, seconds=1e9)


def random_set(rng: random.Random, rows: int, cols: int) -> Arena:
    """Two or three chains of one side of a random board or crop, none of them a wall, under some setting."""
    while True:
        position, chains = random_chains(rng, rows, cols, crop=rng.random() < 0.7, least=0.33)
        unit = sum(chains[: rng.choice((2, 2, 3))])
        arena = Arena(position, unit, ASSUMED.with_values(**rng.choice(SETTINGS)))
        if arena.locale:
            return arena


def certificate_of(*rows: str, points: tuple[int, ...], prover: str = "auto", **values: str) -> Certificate:
    start = Position(len(rows), len(rows[0]), *(
        sum(1 << p for p, sign in enumerate("".join(rows)) if sign == wanted) for wanted in "XO"
    ))  # fmt: skip
    rules = PROPOSAL.with_values(walls="board", **values)
    unit = sum({start.chain_at(point) for point in points})
    certificate = prove(Arena(start, unit, rules), limits=LIMITS, prover=prover).certificate
    assert certificate is not None
    return certificate


ONCE = {"dead_means": "captured once", "cycle": "alive", "first_move": "attacker"}


# Statics


class Together(Comparison):
    """Compares statics and table for several chains; where that counts, for all that may have been taken."""

    def board(self, colours: object) -> None:
        arena, points = self.arena, list(bits(self.arena.locale))
        stones = [arena.position.black & ~arena.locale, arena.position.white & ~arena.locale]
        for point, colour in zip(points, colours, strict=True):  # type: ignore[call-overload]
            if colour:
                stones[colour - 1] |= 1 << point
        flags = (False, True) if arena.ruleset["end"] == "two passes" else (False,)
        for taken in self.taken(stones[arena.owner]):
            for mover, passed, ban in itertools.product((0, 1), flags, (-1, *points)):
                state = State(stones[0], stones[1], ban, mover, passed, taken=taken)
                winner = arena.settled(state)
                if winner is not None:
                    self.state(state, winner)

    def taken(self, own: Mask) -> list[Mask]:
        """The sets of chains that may have been taken if the owner's stones are these: the others stand."""
        parts = self.arena.parts
        if not self.arena.takes:
            return [0]
        some = [sum(chosen) for number in range(len(parts)) for chosen in itertools.combinations(parts, number)]
        return [taken for taken in some if not self.arena.unit & ~taken & ~own]


def compared_sets(seed: int, arenas: int, boards: int, most: int) -> Counter[tuple[str, str]]:
    """Compare on random crops with locales of at most *most* points."""
    rng, seen = random.Random(seed), Counter[tuple[str, str]]()
    compared = 0
    while compared < arenas:
        crop = random_crop(rng, *rng.choice([(1, 4), (1, 5), (2, 2), (2, 3), (2, 4)]))
        if crop is None:
            continue
        side = rng.choice((crop.black, crop.white))
        chains = [unit for unit in crop.units() if unit & side]
        rng.shuffle(chains)
        if len(chains) < 2:
            continue
        rules = GAMES[compared % len(GAMES)].with_values(walls=rng.choice(WALLS))
        arena = Arena(crop, sum(chains[: rng.choice((2, 3))]), rules)
        count = arena.locale.bit_count()
        if not 0 < count <= most:
            continue
        compared += 1
        comparison = Together(arena, seen)
        if 3**count <= boards:
            for colours in itertools.product(range(3), repeat=count):
                comparison.board(colours)
        else:
            for _ in range(boards):
                favoured = rng.choice((1, 2))
                comparison.board(rng.choices((0, favoured, 3 - favoured), (3, 4, 2), k=count))
    return seen


def test_whoever_is_said_to_win_does_win() -> None:
    seen = compared_sets(1, 96, 300, 5)
    assert seen["owner", "finally owned"] > 100, seen
    assert seen["owner", "captured once"] > 100, seen
    assert seen["attacker", "finally owned"] > 300, seen


@pytest.mark.slow
def test_whoever_is_said_to_win_does_win_in_many_crops() -> None:
    seen = compared_sets(2, 960, 2000, 8)
    assert seen["attacker", "finally owned"] > 5000


# Patterns


def with_other_taken(rng: random.Random, arena: Arena, pattern: Pattern, winner: Colour) -> Pattern:
    """Let the pattern say less for its winner: more chains taken if he owns them, fewer if he attacks."""
    if not arena.takes:
        return pattern
    taken = pattern.taken
    for part in arena.parts:
        if rng.random() < 0.3:
            taken = taken | part if winner == arena.owner else taken & ~part
    return pattern if taken == arena.unit else pattern._replace(taken=taken)


def sample(seed: int, rounds: int) -> Counter[str]:
    rng, seen = random.Random(seed), Counter[str]()
    for _ in range(rounds):
        arena = random_set(rng, *rng.choice(((2, 4), (3, 3), (3, 4), (4, 4))))
        state = random_state(rng, arena)
        play = PatternPlay(arena, rng.choice((arena.owner, arena.attacker)))
        for _ in range(4):
            pattern = pattern_of(state, random_zone(rng, arena), play.winner)
            if rng.random() < 0.5:
                pattern = with_eyes(rng, arena, state, pattern, play.winner)
            pattern = with_other_threats(rng, state, pattern, play.winner)
            pattern = with_other_taken(rng, arena, pattern, play.winner)
            seen["other chains taken"] += pattern.taken != state.taken
            compare(arena, play, pattern, state, seen)
            other = random_completion(rng, arena, pattern, play.winner) if pattern.ban < 0 else None
            if other is not None:
                compare(arena, play, pattern, other, seen)
    return seen


KINDS = {
    "owned True", "owned False", "owned None", "settled", "own capture", "own end", "own doubt", "reply capture",
    "reply doubt", "reply end", "far capture", "other chains taken", "settled by eyes",
}  # fmt: skip


def test_what_a_pattern_determines_happens_in_each_of_its_states() -> None:
    seen = sample(1, 1500)
    assert {kind for kind, number in seen.items() if number > 3} >= KINDS, seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 15))
def test_what_a_pattern_determines_happens_in_each_of_its_states_at_length(seed: int) -> None:
    sample(seed, 12_000)


def proofs(seed: int, number: int) -> list[tuple[Arena, Certificate]]:
    rng, found = random.Random(seed), []
    while len(found) < number:
        arena = random_set(rng, *rng.choice(((2, 4), (3, 3), (3, 4), (4, 4))))
        outcome = prove(arena, limits=LIMITS)
        if outcome.certificate is not None and outcome.certificate.evidence:
            found.append((arena, outcome.certificate))
    return found


def test_proofs_by_patterns_stand_for_strategies_that_are_accepted() -> None:
    unfolded, counting = 0, 0
    for arena, certificate in proofs(5, 60):
        (item,) = certificate.evidence
        assert isinstance(item, Patterns)
        strategy = unfold(arena, item, 2000)
        if strategy is None:
            continue
        check(dataclasses.replace(certificate, evidence=(strategy,)))
        unfolded += 1
        counting += any(state.taken for state in strategy.nodes)
    assert unfolded > 40
    assert counting > 3


def test_patterns_of_plain_play_stand_for_strategies_that_are_accepted() -> None:
    rng, unfolded = random.Random(6), Counter[str]()
    points = load_ruleset("japanese1989-points").with_values(walls="board")
    rulesets = [
        points,
        points.with_values(dead_means="no new stone anywhere"),
        PROPOSAL.with_values(ko="one pass for all kos", walls="board"),
        PROPOSAL.with_values(ko="pass before each retake", walls="board", dead_means="captured once", cycle="alive"),
    ]
    while sum(unfolded.values()) < 24:
        arena = random_set(rng, *rng.choice(((2, 3), (2, 4), (3, 3))))
        game = arena_for(arena.position, arena.unit, rng.choice(rulesets))
        outcome = prove(game, limits=LIMITS)
        if outcome.certificate is None or not isinstance(outcome.certificate.evidence[0], Patterns):
            continue
        assert isinstance(game, MemoryArena)
        (item,) = outcome.certificate.evidence
        strategy = unfold(game, item, 3000)
        if strategy is not None:
            check(dataclasses.replace(outcome.certificate, evidence=(strategy,)))
            unfolded[game.ruleset["dead_means"], outcome.status.value] += 1
    assert len(unfolded) > 5, unfolded


# Claims


def others(arena: Arena) -> list[Mask]:
    """The same chains but for one, and the same with one more."""
    side = arena.position.stones(arena.owner)
    more = [unit for unit in arena.position.units() if unit & side and not unit & arena.unit]
    less = [arena.unit & ~part for part in arena.parts]
    return [*less, *(arena.unit | unit for unit in more)]


def test_a_proof_about_some_chains_proves_nothing_untrue_about_more_or_fewer() -> None:
    refused = accepted = 0
    for arena, certificate in proofs(7, 90):
        (item,) = certificate.evidence
        assert isinstance(item, Patterns)
        evidence = [item, unfold(arena, item, 1000)]
        for unit in others(arena):
            for one in evidence:
                if one is None:
                    continue
                claim = dataclasses.replace(certificate.claim, unit=unit)
                try:
                    check(dataclasses.replace(certificate, claim=claim, evidence=(one,)))
                except CertificateError:
                    refused += 1
                    continue
                accepted += 1
                truth = prove(Arena(arena.position, unit, arena.ruleset), limits=LIMITS).status
                assert truth is Status(claim.verdict.value), (arena.position, arena.unit, unit)
    assert refused > 50
    assert accepted > 10


@pytest.mark.parametrize("values", [{}, ONCE], ids=["owned", "taken one by one"])
def test_an_altered_refutation_is_refused_or_explained(values: dict[str, str]) -> None:
    certificate = certificate_of("X.O.X", "OOOO.", ".....", points=(0, 4), prover="sat", **values)
    assert isinstance(certificate.evidence[0], Refutation)
    results = Counter[str]()
    for mutation in MUTATIONS:
        for number in range(8):
            altered = made(mutation, number, certificate)
            if altered is not None and altered not in (certificate, dump_certificate(certificate)):
                results[outcome(certificate, altered)] += 1
    assert results["refused"] >= 0.75 * results.total() > 100, results


FORGED = [
    {"dead_means": "captured once", "cycle": "alive"},
    {"dead_means": "captured once", "cycle": "prisoners", "first_move": "attacker"},
    {},
    {"first_move": "attacker"},
]


@pytest.mark.parametrize("values", FORGED, ids=str)
def test_two_proofs_of_death_are_not_one_of_both(values: dict[str, str]) -> None:
    """Where each of two chains is dead and both are not, no way to put proofs together is accepted."""
    rng, tried = random.Random(str(values)), 0
    rules = PROPOSAL.with_values(walls="board", **values)
    while tried < 4:
        arena = random_set(rng, *rng.choice(((2, 4), (3, 3), (1, 6))))
        parts = arena.parts[:2]
        both = arena_for(arena.position, parts[0] | parts[1], rules)
        games = [arena_for(arena.position, part, rules) for part in parts]
        if any(prove(game, limits=LIMITS).status is not Status.DEAD for game in games):
            continue
        if prove(both, limits=LIMITS).status is not Status.ALIVE:
            continue
        single = [prove(game, limits=Limits(nodes=5000, seconds=1e9), prover="python") for game in games]
        if any(one.certificate is None for one in single):
            continue
        tried += 1
        strategies = [one.certificate.evidence[0] for one in single if one.certificate is not None]
        nodes = [one.nodes for one in strategies if isinstance(one, Strategy)]
        forged = [nodes[0], nodes[1], {**nodes[0], **nodes[1]}, {**nodes[1], **nodes[0]}]
        for taken in (0, *both.parts) if both.takes else ():
            moved = [{state._replace(taken=taken): node for state, node in one.items()} for one in nodes]
            forged += [{**nodes[0], **moved[1]}, {**nodes[1], **moved[0]}, {**moved[0], **moved[1], **nodes[0]}]
        claim = dataclasses.replace(single[0].certificate.claim, unit=both.unit)  # type: ignore[union-attr]
        for one in forged:
            strategy = Strategy(both.attacker, False, one)
            with pytest.raises(CertificateError):
                check(Certificate(claim, (strategy,)))


# The file


def example(prover: str = "auto") -> Certificate:
    """Two stones that are taken one after the other."""
    return certificate_of("X.O.X", "OOOO.", ".....", points=(0, 4), prover=prover, **ONCE)


def altered(certificate: Certificate, **claim: object) -> str:
    data = json.loads(dump_certificate(certificate))
    data["claim"] = {key: value for key, value in (data["claim"] | claim).items() if value is not None}
    data["claim_digest"] = digest(data["claim"])
    return json.dumps(data)


def test_a_claim_names_its_chains_in_any_order_and_by_any_of_their_points() -> None:
    certificate = example()
    assert certificate.claim.verdict is Verdict.DEAD
    assert json.loads(dump_certificate(certificate))["claim"]["together"] == ["A3", "E3"]
    for names in (["A3", "E3"], ["E3", "A3"]):
        assert parse_certificate(altered(certificate, together=names), "it").claim == certificate.claim


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ({"together": ["A3"]}, "fewer than two chains"),
        ({"together": []}, "fewer than two chains"),
        ({"together": ["A3", "A3"]}, "named before"),
        ({"together": ["A3", "B3"]}, "names no chain"),
        ({"together": ["A3", "C3"]}, "nor several chains of one side"),
        ({"together": ["A3", "e3"]}, "write the point as E3"),
        ({"together": ["A3", "E9"]}, "off the board"),
        ({"together": "A3"}, "must be a list"),
        ({"together": ["A3", 3]}, "printable ASCII"),
        ({"unit": "A3"}, "the key 'unit' is not known"),
        ({"unit": "A3", "together": None}, "does not count|not settled|leads|measure|chosen move"),
        ({"together": None}, "'unit' is missing"),
    ],
)
def test_a_claim_about_other_chains_is_refused(claim: dict[str, object], reason: str) -> None:
    with pytest.raises(CertificateError, match=reason):
        check(parse_certificate(altered(example(), **claim), "it"))


@pytest.mark.parametrize("prover", ["auto", "python", "sat"])
def test_what_was_taken_is_written_in_one_way(prover: str) -> None:
    """In states, in patterns, and in the variables of a refutation."""
    text = dump_certificate(example(prover))
    assert text.count("x10 ") + text.count("x1 ") > 0, text
    check(parse_certificate(text, "it"))
    marks = [mark for mark in ("x10", "x1") if f"{mark} " in text]
    for mark in marks:
        for wrong in ("x", "x0", "x2", "x11", "x010", "X10", "x10x1", "x1g", "x1000000", "t00x10", "x-1", "p"):
            broken = text.replace(f"0{mark} ", f"0{wrong} ", 1).replace(f"1{mark} ", f"1{wrong} ", 1)
            if broken != text and wrong != mark:
                with pytest.raises((CertificateError, InputError)):
                    check(parse_certificate(broken, "it"))


def test_what_was_taken_is_said_only_where_it_counts() -> None:
    certificate = certificate_of("X.O.X", "OOOO.", ".....", points=(0, 4), prover="python", first_move="attacker")
    text = dump_certificate(certificate)
    assert "x" not in text.partition('"nodes"')[2]
    head, nodes, rest = text.partition('"nodes": [\n"')
    fields = rest.split(" ")
    fields[3] += "x1"
    with pytest.raises(CertificateError, match="does not count"):
        parse_certificate(head + nodes + " ".join(fields), "it")
    alone = certificate_of("X.O.X", "OOOO.", ".....", points=(0,), prover="python", **ONCE)
    head, nodes, rest = dump_certificate(alone).partition('"nodes": [\n"')
    fields = rest.split(" ")
    fields[3] += "x1"
    with pytest.raises(CertificateError, match="does not count"):
        parse_certificate(head + nodes + " ".join(fields), "it")
