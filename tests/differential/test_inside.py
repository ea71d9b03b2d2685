"""New stones inside: what is proved is what the definition says, where the scope depends on the play."""

import dataclasses
import random
from collections.abc import Iterator

import pytest
from reference.dense import TooLargeError, dense_verdict
from reference.inside import Inside
from small_boards import PROPOSAL, random_unit

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import SYMMETRIES, Mask, Position, parse_vertex, swap_colours, transform
from verifier.board.symmetry import transform_mask
from verifier.errors import CertificateError
from verifier.notation import parse_diagram
from verifier.play import arena_for
from verifier.proof import Verdict, check
from verifier.proof.scope import attackers_around, support_rules, supporters
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.rules import Ruleset, load_ruleset
from verifier.rules.axes import INSIDE, PASS_FOR_KO
from verifier.search import Limits, Status

LIMITS = Limits(nodes=30_000, seconds=1e9)
JAPANESE = load_ruleset("japanese1989-inside")
NEARBY = load_ruleset("japanese1989")


def rules_with(rng: random.Random) -> Ruleset:
    """Return a ruleset in which new stones count inside, its other values drawn."""
    return PROPOSAL.with_values(
        dead_means=INSIDE,
        ko=rng.choice(["none", "basic", *PASS_FOR_KO]),
        cycle=rng.choice(["prisoners then aim", "prisoners then aim", "aim"]),
        first_move=rng.choice(["owner", "attacker"]),
        walls=rng.choice(["assumed", "unconditional"]),
    )


def exact(position: Position, unit: Mask, rules: Ruleset, most: int = 1200) -> Verdict:
    """Decide a unit by the definition alone."""
    stops = sum(
        other
        for other in supporters(position, unit, rules)
        if dense_verdict(arena_for(position, other, support_rules(rules)), most=most) is Verdict.ALIVE
    )
    return dense_verdict(Inside(position, unit, rules, stops), most=most)


def boards(seed: str, count: int) -> Iterator[tuple[Position, Mask, Ruleset, Verdict]]:
    """Yield units of small boards with what the definition says of them."""
    rng = random.Random(seed)
    while count:
        position, unit = random_unit(rng, *rng.choice([(1, 6), (1, 7), (2, 3), (2, 4)]), crop=rng.random() < 0.3)
        rules = rules_with(rng)
        if not attackers_around(position, unit, rules) and rng.random() < 0.8:
            continue
        try:
            verdict = exact(position, unit, rules)
        except TooLargeError:
            continue
        count -= 1
        yield position, unit, rules, verdict


@pytest.mark.parametrize(
    ("count", "fewest"), [(14, 1), pytest.param(600, 20, marks=pytest.mark.slow)], ids=["some", "many"]
)
def test_what_is_proved_is_what_the_definition_says(count: int, fewest: int) -> None:
    decided = standing = 0
    for position, unit, rules, verdict in boards(f"inside {count}", count):
        found = decide(Question(position, unit, rules, LIMITS))
        if found.status is Status.UNKNOWN:
            continue
        assert found.status.value == verdict.value, (position, unit, rules)
        assert found.certificate is not None
        text = dump_certificate(found.certificate)
        assert parse_certificate(text, "it") == found.certificate
        decided += 1
        standing += bool(found.certificate.standing)

    assert decided > 3 * count // 4
    assert standing >= fewest


@pytest.mark.parametrize("count", [10, pytest.param(300, marks=pytest.mark.slow)], ids=["some", "many"])
def test_other_chains_said_to_stand_are_refused_or_prove_the_truth(count: int) -> None:
    refused = accepted = 0
    for position, unit, rules, verdict in boards("other chains", count):
        certificate = decide(Question(position, unit, rules, LIMITS)).certificate
        if certificate is None:
            continue
        for standing in subsets(list(position.units())):
            other = dataclasses.replace(certificate, standing=standing)
            if other == certificate:
                continue
            try:
                claimed = check(other).claim.verdict
            except CertificateError:
                refused += 1
            else:
                assert claimed is verdict, (position, unit, rules, standing)
                accepted += 1

    assert refused > count
    assert accepted, "a chain more or less makes no difference where nothing is played there"


def subsets(chains: list[Mask]) -> list[Mask]:
    return [sum(chain for i, chain in enumerate(chains) if choice >> i & 1) for choice in range(1 << min(len(chains), 4))]


CAUGHT = """
. . X . O . O
O . X . O O O
. . X . O . O
. X X . O O O
X X . . O O O
. . . . O O O
"""


def test_a_dame_behind_standing_chains_saves_nobody() -> None:
    position = parse_diagram(CAUGHT).position
    unit = position.chain_at(parse_vertex("A5", 6, 7))

    inside = decide(Question(position, unit, JAPANESE, LIMITS))
    nearby = decide(Question(position, unit, NEARBY, LIMITS))

    assert inside.status is Status.DEAD
    assert inside.certificate is not None
    assert inside.certificate.standing == position.chain_at(parse_vertex("C5", 6, 7))
    assert nearby.status is Status.ALIVE, "White plays on D4 beside his living chain"
    for name in SYMMETRIES:
        turned, part = transform(position, name), transform_mask(unit, 6, 7, name)
        for board in (turned, swap_colours(turned)):
            assert decide(Question(board, part, JAPANESE, LIMITS)).status is Status.DEAD


def test_chains_stand_only_in_proofs_of_death_inside() -> None:
    position = parse_diagram(CAUGHT).position
    unit = position.chain_at(parse_vertex("A5", 6, 7))
    dead = decide(Question(position, unit, JAPANESE, LIMITS)).certificate
    assert dead is not None
    claim = dead.claim

    wrong = {
        "no use for that": dataclasses.replace(dead, claim=dataclasses.replace(claim, ruleset=NEARBY)),
        "where the claim has no": dataclasses.replace(dead, claim=dataclasses.replace(claim, verdict=Verdict.ALIVE)),
        "not chains of the attacker": dataclasses.replace(dead, standing=dead.standing & (dead.standing - 1)),
        "not chains of": dataclasses.replace(dead, standing=dead.standing | unit),
        "pattern 0": dataclasses.replace(dead, standing=0),
    }
    for message, certificate in wrong.items():
        with pytest.raises(CertificateError, match=message):
            check(certificate)


def test_a_lost_chain_opens_what_it_held_back() -> None:
    rng = random.Random(5)
    grown = 0
    for _ in range(400):
        position, unit = random_unit(rng, 2, 4)
        rules = rules_with(rng)
        game = Inside(position, unit, rules, 0)
        state = game.start
        for _ in range(12):
            step = rng.choice(list(game.steps(state)))
            before, after = state.memory, step.state.memory
            assert before is not None
            assert after is not None
            assert not after.old & ~before.old
            grown += bool(before.old & ~after.old & position.stones(game.attacker))
            state = step.state
            if step.winner is not None:
                break
    assert grown > 20
