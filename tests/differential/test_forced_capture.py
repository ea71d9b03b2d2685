"""A capture that is forced whatever cycles are worth, and passes: patterns prove it where passes end play."""

import random
from collections import Counter

import pytest
from reference.dense import TooLargeError, dense_verdict
from small_boards import random_unit

from verifier.errors import CertificateError
from verifier.notation import parse_diagram
from verifier.play import Arena, game_of_patterns
from verifier.proof import Certificate, Claim, Patterns, Verdict, check
from verifier.rules import load_ruleset
from verifier.search import Limits, prove
from verifier.search.native import available

pytestmark = pytest.mark.skipif(not available(), reason="the native kernel is not built here")

RULES = load_ruleset("proposal2012").with_values(
    ko="none", end="two passes", dead_means="captured once", cycle="draw", walls="board"
)


@pytest.mark.parametrize("boards", [250, pytest.param(5000, marks=pytest.mark.slow)], ids=["some", "many"])
def test_what_is_forced_is_exactly_what_is_dead(boards: int) -> None:
    rng, dead = random.Random("forced"), 0
    for _ in range(boards):
        position, unit = random_unit(rng, *rng.choice([(1, 5), (2, 3), (2, 4), (3, 3)]), crop=rng.random() < 0.5)
        rules = RULES.with_values(
            first_move=rng.choice(("owner", "attacker")), cycle=rng.choice(("draw", "alive", "prisoners"))
        )
        arena = Arena(position, unit, rules)
        try:
            verdict = dense_verdict(arena, most=3000)
        except TooLargeError:
            continue
        game = game_of_patterns(arena, arena.attacker)
        assert game.ruleset["end"] == "never"
        outcome = prove(game, limits=Limits(seconds=1e9), prover="native")
        assert outcome.certificate is not None
        forced = outcome.certificate.claim.verdict is Verdict.DEAD
        if rules["cycle"] != "prisoners":  # prisoners may win a cycle that forces nothing
            assert forced is (verdict is Verdict.DEAD), (position, unit, rules.id)
        if forced:
            assert verdict is Verdict.DEAD, (position, unit, rules.id)
            claim = Claim(position, unit, rules, Verdict.DEAD)
            assert check(Certificate(claim, outcome.certificate.evidence)).claim == claim
            dead += bool(outcome.certificate.evidence[0].nodes)  # type: ignore[union-attr]

    assert dead > boards // 10


def test_all_verdicts_are_right_where_the_first_look_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then a capture by patterns comes next, and what it leaves open: life or a draw."""
    monkeypatch.setattr("verifier.search.native.prove.AT_ONCE", 1)
    rng, found = random.Random("looks"), Counter[tuple[str, Verdict]]()
    for _ in range(350):
        position, unit = random_unit(rng, *rng.choice([(1, 5), (2, 3), (2, 4), (3, 3)]), crop=rng.random() < 0.5)
        rules = RULES.with_values(first_move=rng.choice(("owner", "attacker")), cycle=rng.choice(("draw", "alive")))
        arena = Arena(position, unit, rules)
        try:
            verdict = dense_verdict(arena, most=3000)
        except TooLargeError:
            continue
        outcome = prove(arena, limits=Limits(seconds=1e9), prover="native")
        assert outcome.certificate is not None
        assert check(outcome.certificate).claim == Claim(position, unit, rules, verdict), (position, unit, rules.id)
        found[rules["cycle"], verdict] += outcome.nodes > 1

    assert set(found) == {("draw", verdict) for verdict in Verdict} | {("alive", Verdict.ALIVE), ("alive", Verdict.DEAD)}
    assert min(found.values()) > 5, found


def taken() -> Certificate:
    """A unit in a room of ten points, which the attacker kills although its owner moves first."""
    position = parse_diagram("edges: none\nXXXXX\nX...X\nXO..X\nXO..X\nX...X\nXXXXX").position
    unit = position.chain_at(11)
    outcome = prove(Arena(position, unit, RULES.with_values(first_move="owner", walls="assumed")), prover="native")
    assert outcome.certificate is not None
    return outcome.certificate


def test_larger_searches_of_such_games_are_proved_by_patterns() -> None:
    certificate = taken()
    assert certificate.claim.verdict is Verdict.DEAD
    assert isinstance(certificate.evidence[0], Patterns)
    assert check(certificate).claim == certificate.claim


@pytest.mark.parametrize(
    "changes",
    [
        {"ko": "basic"},
        {"dead_means": "finally owned", "cycle": "prisoners"},
    ],
)
def test_only_captures_without_a_ko_rule_are_proved_so(changes: dict[str, str]) -> None:
    """With a ban to lift, or something to own in the end, a pass may be needed; and two passes are the end."""
    certificate = taken()
    rules = certificate.claim.ruleset.with_values(**changes)
    claim = Claim(certificate.claim.position, certificate.claim.unit, rules, Verdict.DEAD)
    with pytest.raises(CertificateError, match="passes never end play"):
        check(Certificate(claim, certificate.evidence))


def test_the_owner_needs_states_where_passes_end_play() -> None:
    certificate = taken()
    (patterns,) = certificate.evidence
    assert isinstance(patterns, Patterns)
    claim = Claim(certificate.claim.position, certificate.claim.unit, certificate.claim.ruleset, Verdict.ALIVE)
    with pytest.raises(CertificateError, match="passes never end play"):
        check(Certificate(claim, (Patterns(patterns.side.opponent, False, patterns.nodes),)))
