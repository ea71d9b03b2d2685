"""Plain play: what a side wins that asks little of the ko rule it wins in every game that remembers."""

import dataclasses
import random
from collections.abc import Iterator

import pytest
from small_boards import random_unit
from test_memory import arena_of, rules_with

from verifier.adjudicate.judge import Question, decide
from verifier.board import Position
from verifier.errors import CertificateError, InputError
from verifier.jobs.case import load_case
from verifier.play import MemoryArena, Plain, arena_for
from verifier.proof import Certificate, Claim, Patterns, Verdict, check
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.rules import load_ruleset
from verifier.rules.axes import ENABLING, PASS_FOR_KO
from verifier.search import Limits, Status, prove
from verifier.search.dense import TooLargeError, dense_verdict
from verifier.search.minimise import minimise
from verifier.search.native import available, prove_native

AXES = [("ko", value) for value in PASS_FOR_KO] + [("dead_means", value) for value in ENABLING]
native = pytest.mark.skipif(not available(), reason="the native kernel is not built")


def games(seed: str, count: int) -> Iterator[tuple[MemoryArena, Verdict]]:
    """Yield games that remember with their verdicts from the whole graph."""
    rng = random.Random(seed)
    while count:
        position, unit = random_unit(rng, *rng.choice([(1, 5), (1, 6), (2, 3), (2, 4), (3, 3)]), crop=rng.random() < 0.5)
        arena = arena_of(rng, position, unit, rules_with(rng, *rng.choice(AXES)))
        assert isinstance(arena, MemoryArena)
        try:
            verdict = dense_verdict(arena, most=1500)
        except TooLargeError:
            continue
        if arena.locale:
            count -= 1
            yield arena, verdict


def plain(arena: MemoryArena) -> Iterator[tuple[Plain, Verdict]]:
    """Yield the games in which the owner, and the attacker, is to win by plain play, and what he then proves."""
    for side in (arena.owner, arena.attacker):
        try:
            yield Plain(arena, side), (Verdict.ALIVE, Verdict.DEAD)[side == arena.attacker]
        except InputError:
            assert arena.ruleset["cycle"] == "aim"
            assert side == arena.attacker


def winner_of(game: Plain) -> Verdict:
    return dense_verdict(game, most=20_000)


def test_what_is_won_by_plain_play_is_won() -> None:
    won = {Verdict.ALIVE: 0, Verdict.DEAD: 0}
    for arena, verdict in games("plain play", 100):
        for game, proved in plain(arena):
            if winner_of(game) is proved:
                assert verdict is proved, (arena.position, arena.unit, arena.ruleset.id)
                won[proved] += 1

    assert min(won.values()) > 15


@native
def test_the_kernel_finds_exactly_what_is_won_by_plain_play() -> None:
    found = 0
    for arena, _ in games("kernel", 80):
        for game, proved in plain(arena):
            outcome = prove_native(game, Limits(nodes=100_000, seconds=1e9))
            assert (outcome.certificate is not None) == (winner_of(game) is proved), (game.position, game.unit, game.ruleset.id)
            found += outcome.certificate is not None

    assert found > 40


@native
def test_certificates_of_plain_play_are_accepted_and_read_back() -> None:
    ways = set()
    for arena, verdict in games("certificates", 150):
        outcome = prove(arena, limits=Limits(nodes=100_000, seconds=1e9), prover="native")
        assert outcome.certificate is not None
        assert outcome.status.value == verdict.value
        ways.add((outcome.method == "plain play", verdict))
        if arena.ruleset["dead_means"] != "no new stone nearby":
            again = parse_certificate(dump_certificate(outcome.certificate), "it")
            assert again == outcome.certificate
            assert check(again).claim.verdict is verdict

    assert len(ways) == 4


@native
def test_patterns_of_other_games_are_refused_or_prove_the_truth() -> None:
    """Patterns that rely on a ko ban, or on taking a ko, are no proof where passes lift bans."""
    refused = accepted = 0
    for arena, verdict in games("wrong", 120):
        if arena.ruleset["dead_means"] == "no new stone nearby":
            continue
        for aim, cycle in (("captured once", "prisoners"), ("finally owned", "prisoners then ownership")):
            rules = arena.ruleset.with_values(ko="basic", dead_means=aim, cycle=cycle)
            other = prove(arena_for(arena.position, arena.unit, rules), limits=Limits(nodes=50_000, seconds=1e9), prover="native")
            if other.certificate is None or not isinstance(other.certificate.evidence[0], Patterns):
                continue
            says = other.certificate.claim.verdict
            claim = Claim(arena.position, arena.unit, arena.ruleset, says)
            try:
                check(Certificate(claim, other.certificate.evidence))
            except CertificateError:
                refused += 1
            else:
                accepted += 1
                assert says is verdict, (arena.position, arena.unit, arena.ruleset.id)

    assert refused > 5
    assert accepted > 50


@native
def test_changed_patterns_are_refused_or_prove_the_same() -> None:
    case = load_case("ex06")
    question = Question(case.position, case.unit_at("D5"), load_ruleset("japanese1989-points"))
    certificate = decide(question).certificate
    assert certificate is not None
    (patterns,) = certificate.evidence
    assert isinstance(patterns, Patterns)
    nodes = list(patterns.nodes)
    rng, refused = random.Random(3), 0
    for number in rng.sample(range(len(nodes)), 60):
        node = nodes[number]
        black, white = node.pattern.black, node.pattern.white
        point = rng.choice([p for p in range(case.position.rows * case.position.cols) if node.pattern.zone >> p & 1])
        for wrong in (
            dataclasses.replace(node, credit=node.credit + 1),
            dataclasses.replace(node, replies=dict(list(node.replies.items())[1:])),
            dataclasses.replace(node, pattern=node.pattern._replace(zone=node.pattern.zone & ~(1 << point))),
            dataclasses.replace(node, pattern=node.pattern._replace(black=black ^ (1 << point))),
            dataclasses.replace(node, pattern=node.pattern._replace(white=white ^ (1 << point))),
        ):
            changed = [*nodes[:number], wrong, *nodes[number + 1 :]]
            try:
                evidence = (dataclasses.replace(patterns, nodes=changed),)
                assert check(dataclasses.replace(certificate, evidence=evidence)).claim == certificate.claim
            except CertificateError:
                refused += 1

    assert refused > 150


@native
def test_plain_proofs_are_left_as_they_are_by_minimising() -> None:
    case = load_case("fig-ambiguous-1")
    question = Question(case.position, case.unit_at("G9"), load_ruleset("japanese1989-points"))
    certificate = decide(question).certificate
    assert certificate is not None
    assert isinstance(certificate.evidence[0], Patterns)

    assert minimise(certificate, seconds=5.0).certificate == certificate


@native
@pytest.mark.parametrize("names", [("japanese1989-points", "spight"), ("spight", "japanese1989-points")])
def test_what_was_found_for_another_aim_is_not_taken_for_this_one(names: tuple[str, str]) -> None:
    """Both aims have the same points here, and the attacker, who moves first, has them secured already."""
    position = Position(2, 3, 0b010010, 0b000101)
    for name in names:
        verdict = decide(Question(position, 0b000100, load_ruleset(name), Limits(nodes=10_000 + len(names[0]))))
        assert verdict.status is Status.DEAD, verdict.reason
