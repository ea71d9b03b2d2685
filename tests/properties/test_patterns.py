"""What a pattern determines holds in every state with its stones, whatever stands outside the zone."""

import dataclasses
import random
from collections import Counter

import pytest
from patterning import (
    as_patterns,
    pattern_of,
    random_arena,
    random_completion,
    random_zone,
    with_eyes,
    with_other_threats,
)

from verifier.board import Colour
from verifier.board.grid import bits
from verifier.play import PASS, Arena, Pattern, PatternPlay, State
from verifier.proof import Certificate, Patterns, check
from verifier.proof.unfold import unfold
from verifier.search import Limits, prove
from verifier.search.native import DenseTable, available, prove_native


def random_state(rng: random.Random, arena: Arena) -> State:
    """A state some moves away from the start, plays preferred."""
    state = arena.start._replace(to_move=rng.randrange(2))
    for _ in range(rng.randint(0, 12)):
        steps = [step for step in arena.steps(state) if step.winner is None]
        plays = [step for step in steps if step.move != PASS]
        captures = [step for step in plays if step.captured]
        choice = captures if captures and rng.random() < 0.5 else plays if plays and rng.random() < 0.9 else steps
        state = rng.choice(choice).state
    return state


def agree(state: State, zone: int, black: int, white: int) -> bool:
    return (state.black & zone, state.white & zone) == (black, white)


def compare(arena: Arena, play: PatternPlay, pattern: Pattern, state: State, seen: Counter[str]) -> None:
    """Compare all that the pattern says with what happens in one of its states."""
    assert play.matches(pattern, state)
    owns, says = arena.attacker_owns_some(state), play.attacker_owns_some(pattern)
    assert says in (None, owns)
    seen[f"owned {says}"] += 1
    blind = pattern._replace(eyes=0)
    mine = state.to_move == play.winner and state.ban >= 0 and pattern.zone >> state.ban & 1
    banned = state.ban if mine else pattern.ban
    if play.settled(pattern._replace(ban=banned)):
        assert arena.settled(state) is play.winner
        seen["settled"] += 1
        seen["settled by eyes"] += not play.settled(blind._replace(ban=banned))
        seen["settled by a move at hand"] += not play.settled(pattern._replace(to_move=1 - pattern.to_move))
    if pattern.to_move == play.winner:
        compare_plays(arena, play, pattern, state, seen)
    elif play.supported(pattern):
        seen["supported by eyes"] += not play.supported(blind)
        compare_replies(arena, play, pattern, state, seen)


def taken(before: State, after: State) -> int:
    return (before.black & ~after.black) | (before.white & ~after.white)


def compare_plays(arena: Arena, play: PatternPlay, pattern: Pattern, state: State, seen: Counter[str]) -> None:
    for point in bits(pattern.zone):
        result = play.play(pattern, point)
        if point == state.ban != pattern.ban:
            continue
        assert point != pattern.ban or result is None or pattern.threats[play.winner]
        if result is None:
            continue
        step = arena.step(state, point)
        assert step is not None
        assert play.threatened(result.threats, step.state.threats)
        assert play.as_taken(result.taken, step.state.taken) or arena.unit & ~result.zone
        seen["own retake by a threat"] += result.threats != pattern.threats
        assert agree(step.state, result.zone, result.black, result.white)
        assert not result.eyes & (step.state.white if play.winner else step.state.black)
        gone = taken(state, step.state) & pattern.zone
        assert result.captured <= gone.bit_count()
        assert result.captured == gone.bit_count() or result.zone != pattern.zone
        assert result.ban in (-1, step.state.ban)
        assert not result.ends or step.winner is play.winner
        # Where more chains were taken than the pattern says, play may end sooner, with a win of the same side.
        assert result.ends or step.winner is None or arena.unit & ~result.zone or pattern.taken != state.taken
        seen["own capture"] += bool(result.captured)
        seen["own ban"] += result.ban >= 0
        seen["own ban missed"] += result.ban < 0 <= step.state.ban
        seen["own doubt"] += result.zone != pattern.zone
        seen["own doubt, taken"] += bool(gone & ~result.zone)
        seen["own end"] += result.ends


def compare_replies(arena: Arena, play: PatternPlay, pattern: Pattern, state: State, seen: Counter[str]) -> None:
    results = dict(play.replies(pattern, pattern.zone))
    blind = dict(play.replies(pattern._replace(eyes=0), pattern.zone)) if pattern.eyes else results
    legal = {step.move: step for step in arena.steps(state)}
    for point, step in legal.items():
        after, gone = step.state, taken(state, step.state) & pattern.zone
        if point == PASS or not pattern.zone >> point & 1:
            assert agree(after, pattern.zone, pattern.black, pattern.white)
            assert play.threatened(pattern.threats, after.threats)
            assert after.ban < 0 or not pattern.zone >> after.ban & 1
            assert step.winner is None
            assert not pattern.eyes & (after.white if play.winner else after.black)
            seen["play in an eye"] += point != PASS and pattern.eyes >> point & 1
            seen["far capture"] += bool(step.captured)
            continue
        result = results[point]
        assert agree(after, result.zone, result.black, result.white)
        assert play.threatened(result.threats, after.threats)
        assert play.as_taken(result.taken, after.taken) or arena.unit & ~result.zone
        seen["retake by a threat"] += result.threats != pattern.threats
        assert not result.eyes & (after.white if play.winner else after.black)
        seen["reply without capture because of an eye"] += point in blind and blind[point].zone != result.zone
        assert result.captured <= gone.bit_count()
        assert result.captured == gone.bit_count() or result.zone != pattern.zone
        assert after.ban < 0 or after.ban == result.ban or not result.zone >> after.ban & 1
        assert not result.ends or step.winner is play.loser or pattern.taken != state.taken
        assert result.ends or step.winner is None or arena.unit & ~result.zone
        seen["reply capture"] += bool(result.captured)
        seen["reply ban"] += result.ban == after.ban != -1
        seen["reply ban that need not be"] += result.ban >= 0 > after.ban
        seen["reply no ban though one stone"] += result.captured == 1 and result.ban < 0
        seen["reply doubt"] += result.zone != pattern.zone
        seen["reply doubt, taken"] += bool(gone & ~result.zone)
        seen["reply end"] += result.ends
    seen["illegal"] += len(list(bits(pattern.zone & ~(pattern.black | pattern.white)))) - len(results)
    seen["illegal here only"] += len(results.keys() - legal.keys())


def sample(seed: int, rounds: int) -> Counter[str]:
    rng, seen = random.Random(seed), Counter[str]()
    for _ in range(rounds):
        arena = random_arena(rng, *rng.choice(((2, 4), (3, 3), (3, 4), (4, 4))))
        play = PatternPlay(arena, rng.choice((arena.owner, arena.attacker)))
        state = random_state(rng, arena)
        if state.ban >= 0:
            play = PatternPlay(arena, Colour(state.to_move ^ rng.randrange(2)))
        for _ in range(4):
            zone = random_zone(rng, arena)
            if state.ban >= 0 and rng.random() < 0.5:
                zone |= arena.grid.dilate(1 << state.ban) & arena.locale
            pattern = pattern_of(state, zone, play.winner)
            if rng.random() < 0.5:
                pattern = with_eyes(rng, arena, state, pattern, play.winner)
                assert play.sealed(pattern)
            pattern = with_other_threats(rng, state, pattern, play.winner)
            compare(arena, play, pattern, state, seen)
            if pattern.ban >= 0:
                continue  # another state of the pattern need not allow that ban
            for _ in range(4):
                other = random_completion(rng, arena, pattern, play.winner)
                if other is not None:
                    compare(arena, play, pattern, other, seen)
                    seen["completion"] += 1
    return seen


KINDS = {
    "owned True", "owned False", "owned None", "settled", "settled by a move at hand", "own capture", "own ban", "own ban missed", "own doubt",
    "own doubt, taken", "own end", "far capture", "reply capture", "reply ban", "reply ban that need not be",
    "settled by eyes", "supported by eyes", "play in an eye", "reply without capture because of an eye",
    "reply no ban though one stone", "retake by a threat", "own retake by a threat", "reply doubt", "reply doubt, taken", "reply end", "illegal", "illegal here only",
}  # fmt: skip


def test_what_a_pattern_determines_happens_in_each_of_its_states() -> None:
    seen = sample(1, 2500)
    assert {kind for kind, number in seen.items() if number > 3} >= KINDS, seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_what_a_pattern_determines_happens_in_each_of_its_states_at_length(seed: int) -> None:
    sample(seed, 12_000)


def proved(rng: random.Random, arena: Arena) -> Certificate | None:
    outcome = prove_native(arena, Limits(nodes=30_000, seconds=3600), relaxations=rng.choice((0, 5000)))
    return outcome.certificate


def patterns_of(arena: Arena, certificate: Certificate) -> Certificate:
    """The certificate itself if it is by patterns, and else with patterns as large as the locale."""
    (item,) = certificate.evidence
    if isinstance(item, Patterns):
        return certificate
    return dataclasses.replace(certificate, evidence=(as_patterns(arena, item),))


def small(seed: int, number: int) -> list[tuple[Arena, Certificate]]:
    rng, found = random.Random(seed), []
    while len(found) < number:
        arena = random_arena(rng, *rng.choice(((2, 4), (3, 3), (3, 4), (4, 4), (5, 5))))
        certificate = proved(rng, arena)
        if certificate is not None and certificate.evidence:
            found.append((arena, patterns_of(arena, certificate)))
    return found


@pytest.mark.skipif(not available(), reason="the native kernel gives the proofs")
def test_proofs_by_patterns_are_accepted_and_stand_for_strategies_that_are() -> None:
    unfolded = tables = 0
    for arena, certificate in small(5, 100):
        check(certificate)
        (item,) = certificate.evidence
        assert isinstance(item, Patterns)
        strategy = unfold(arena, item, 1000)
        if strategy is not None:
            check(dataclasses.replace(certificate, evidence=(strategy,)))
            unfolded += 1
        if arena.locale.bit_count() <= (5 if any(arena.start.threats) else 7):
            owner = DenseTable(arena).owner_wins(arena.start)
            assert owner is (certificate.claim.verdict.value == "alive")
            tables += 1
    assert unfolded > 70
    assert tables > 15


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="the native kernel gives the proofs")
@pytest.mark.parametrize("seed", range(20, 30))
def test_many_proofs_by_patterns_are_accepted_and_stand_for_strategies_that_are(seed: int) -> None:
    for arena, certificate in small(seed, 500):
        check(certificate)
        (item,) = certificate.evidence
        assert isinstance(item, Patterns)
        strategy = unfold(arena, item, 20_000)
        if strategy is not None:
            check(dataclasses.replace(certificate, evidence=(strategy,)))


def test_the_python_prover_s_strategies_hold_as_patterns_of_the_whole_locale() -> None:
    rng, done = random.Random(3), 0
    while done < 25:
        arena = random_arena(rng, *rng.choice(((2, 3), (2, 4), (3, 3))))
        certificate = prove(arena, limits=Limits(nodes=1500, seconds=3600), prover="python").certificate
        if certificate is not None and certificate.evidence:
            check(patterns_of(arena, certificate))
            done += 1
