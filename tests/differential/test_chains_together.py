"""Several chains together: all provers, the whole graph, and the games for each chain played as one."""

import contextlib
import dataclasses
import random
from collections import Counter
from collections.abc import Callable

import pytest
from reference.chains import random_chains
from reference.dense import TooLargeError, dense_verdict
from reference.together import together_verdict
from small_boards import PROPOSAL, SETTINGS
from test_memory import NEW_VALUES, rules_with

from verifier.board import SYMMETRIES, Mask, Position, swap_colours, transform
from verifier.board.symmetry import transform_mask
from verifier.play import Arena, arena_for, game_of_patterns, scoped
from verifier.proof import Verdict, check, dump_certificate
from verifier.proof.store import parse_certificate
from verifier.rules import Ruleset
from verifier.search import Limits, Status, prove
from verifier.search.native import DenseTable, available

MANY = {
    **SETTINGS,
    "owner has a threat": PROPOSAL.with_values(owner_threats="1"),
    "attacker has two threats": PROPOSAL.with_values(attacker_threats="2"),
    "attacker has them without limit": PROPOSAL.with_values(attacker_threats="unlimited", first_move="attacker"),
    "both have them without limit, draw": PROPOSAL.with_values(
        owner_threats="unlimited", attacker_threats="unlimited", end="two passes", cycle="draw"
    ),
    "captured once, a threat each": PROPOSAL.with_values(
        dead_means="captured once", cycle="prisoners", owner_threats="1", attacker_threats="1"
    ),
    "captured once, ownership": PROPOSAL.with_values(dead_means="captured once"),
    "captured once, two passes, no ko": PROPOSAL.with_values(
        dead_means="captured once", cycle="prisoners", end="two passes", ko="none"
    ),
    "captured once, two passes, no ko, draw": PROPOSAL.with_values(
        dead_means="captured once", cycle="draw", end="two passes", ko="none", first_move="attacker"
    ),
}
SIZES = [(1, 5), (1, 6), (2, 3), (2, 4), (3, 3)]
NODES = {"native": 300_000, "python": 4_000, "sat": 2_000}

pytestmark = pytest.mark.skipif(not available(), reason="the native kernel is not built here")


def asked(arena: Arena, prover: str, kinds: Counter[str]) -> Status:
    """The answer of a prover, whose certificate was written, read and checked."""
    outcome = prove(arena, limits=Limits(nodes=NODES[prover], seconds=1e9), prover=prover)
    if outcome.certificate is None:
        return outcome.status
    kinds.update(type(item).__name__ for item in outcome.certificate.evidence)
    if not scoped(arena.ruleset):  # else without supports the scope is another one
        text = dump_certificate(outcome.certificate)
        again = parse_certificate(text, "it")
        assert again == outcome.certificate
        claim = check(again).claim
        assert (claim.unit, claim.verdict.value) == (arena.unit, outcome.status.value)
        assert dump_certificate(again) == text
    return outcome.status


def compared(
    rules_of: Callable[[random.Random], Ruleset], rng: random.Random, quota: int, provers: tuple[str, ...]
) -> Counter[str]:
    """Ask about random chains together until *quota* of them are alive and as many dead; compare all answers.

    Returns what was found and by which evidence.
    """
    found: Counter[str] = Counter()
    while min(found["alive"], found["dead"]) < quota:
        rules = rules_of(rng)
        position, chains = random_chains(rng, *rng.choice(SIZES))
        everywhere = range(position.rows * position.cols)
        scopes: list[Mask | None] = [None] * len(chains)
        scope = None
        if scoped(rules):
            around = [chain | rng.getrandbits(len(everywhere)) for chain in chains]
            scopes, scope = [*around], sum(1 << p for p in everywhere if any(s >> p & 1 for s in around))
        kinds: Counter[str] = Counter()
        quick = asked(arena_for(position, sum(chains), rules, scope), "native", kinds)
        found["native asked"] += 1
        found["native decided"] += quick is not Status.UNKNOWN
        if quick is Status.UNKNOWN or found[quick.value] >= quota:
            continue
        try:
            verdict = together_verdict(position, chains, rules, scopes, most=2000)
            arena = arena_for(position, sum(chains), rules, scope)
            assert dense_verdict(arena, most=4000) is verdict, (position, chains, rules.id)
        except TooLargeError:
            continue
        assert quick.value == verdict.value, (position, chains, rules.id)
        for prover in provers:
            status = asked(arena_for(position, sum(chains), rules, scope), prover, kinds)
            found[f"{prover} asked"] += 1
            found[f"{prover} decided"] += status is not Status.UNKNOWN
            assert status in (quick, Status.UNKNOWN), (position, chains, rules.id, prover)
        found += kinds
        found[verdict.value] += 1
    return found


@pytest.mark.parametrize("setting", MANY)
def test_provers_agree_with_the_games_for_each_chain(setting: str) -> None:
    rules = MANY[setting]
    found = compared(lambda _: rules, random.Random(f"together {setting}"), 2, ("python", "sat"))

    assert found["native decided"] == found["native asked"]
    assert found["python decided"] > 0.8 * found["python asked"]
    assert found["sat decided"] > 0
    forced = rules["end"] == "two passes" and rules["ko"] == "none"
    assert forced or (found["Patterns"] > 0) is (rules["end"] == "never")
    assert found["Strategy"] > 0
    assert found["Refutation"] > 0


def test_captures_of_all_chains_are_forced_where_two_passes_end_play() -> None:
    """What patterns win where passes never end play is a proof for the game that they end."""
    rng, forced = random.Random(4), 0
    rules = MANY["captured once, two passes, no ko, draw"]
    while forced < 4:
        position, chains = random_chains(rng, *rng.choice(SIZES))
        arena = Arena(position, sum(chains), rules)
        outcome = prove(game_of_patterns(arena, arena.attacker), limits=Limits(nodes=50_000, seconds=1e9))
        if outcome.status is not Status.DEAD:
            continue
        assert outcome.certificate is not None
        claim = dataclasses.replace(outcome.certificate.claim, ruleset=rules)
        proof = dataclasses.replace(outcome.certificate, claim=claim)
        assert (check(proof).family, status_of(position, sum(chains), rules)) == ("patterns", Status.DEAD)
        forced += 1


@pytest.mark.slow
@pytest.mark.parametrize("setting", MANY)
def test_provers_agree_with_the_games_for_each_of_many_chains(setting: str) -> None:
    rules = MANY[setting]
    found = compared(lambda _: rules, random.Random(f"many {setting}"), 60, ())
    assert found["native decided"] == found["native asked"]


@pytest.mark.parametrize(("axis", "value"), NEW_VALUES)
def test_provers_agree_where_games_remember(axis: str, value: str) -> None:
    rng = random.Random(f"together {axis} {value}")
    found = compared(lambda rng: rules_with(rng, axis, value), rng, 2, ("python",))
    assert found["native decided"] == found["native asked"]
    assert found["python decided"] > 0.8 * found["python asked"]


@pytest.mark.slow
@pytest.mark.parametrize(("axis", "value"), NEW_VALUES)
def test_provers_agree_on_many_where_games_remember(axis: str, value: str) -> None:
    rng = random.Random(f"many {axis} {value}")
    found = compared(lambda rng: rules_with(rng, axis, value), rng, 20, ())
    assert found["native decided"] > 0.98 * found["native asked"]


@pytest.mark.parametrize("setting", ["proposal", "captured once, alive", "two passes, draw"])
def test_provers_agree_in_crops_and_where_locales_are_apart(setting: str) -> None:
    rng, rules = random.Random(f"crops {setting}"), SETTINGS[setting].with_values(walls="unconditional")
    found, apart = Counter[str](), 0
    for _ in range(30):
        position, chains = random_chains(rng, *rng.choice([(3, 4), (4, 4), (3, 5)]), crop=rng.random() < 0.7)
        single = [Arena(position, chain, rules).locale for chain in chains]
        arena = Arena(position, sum(chains), rules)
        answers = {asked(Arena(position, sum(chains), rules), name, found) for name in ("native", "python")}
        answers -= {Status.UNKNOWN}
        if not all(single):
            assert (arena.locale, answers) == (0, {Status.ALIVE}), "one of them is a wall"
            continue
        apart += len(set(single)) > 1
        assert arena.locale == sum(set(single))
        with contextlib.suppress(TooLargeError):
            answers.add(Status(dense_verdict(arena, most=3000).value))
        assert len(answers) == 1, (position, chains, rules.id)
        found.update(status.value for status in answers)
    assert found["dead"] > 0
    assert found["alive"] > 0
    assert apart > 0


# Properties


def status_of(position: Position, unit: Mask, rules: Ruleset) -> Status:
    return prove(arena_for(position, unit, rules), limits=Limits(nodes=300_000, seconds=1e9)).status


ORDER = (Status.DEAD, Status.DRAWN, Status.ALIVE)


@pytest.mark.parametrize("setting", MANY)
def test_more_chains_are_never_worse_off(setting: str) -> None:
    """Whoever keeps one of some chains keeps one of more: the attacker wants all, in one and the same play."""
    rng, rules = random.Random(f"more {setting}"), MANY[setting]
    seen = set()
    for _ in range(40):
        position, chains = random_chains(rng, *rng.choice([*SIZES, (3, 4)]))
        singles = [status_of(position, chain, rules) for chain in chains]
        pair = status_of(position, chains[0] | chains[1], rules)
        every = status_of(position, sum(chains), rules)
        best = max(map(ORDER.index, singles))
        assert ORDER.index(pair) >= max(map(ORDER.index, singles[:2]))
        assert ORDER.index(every) >= max(best, ORDER.index(pair))
        seen |= {every, ORDER[best]}
    assert {Status.ALIVE, Status.DEAD} <= seen


@pytest.mark.parametrize(("axis", "value"), NEW_VALUES)
def test_more_chains_are_never_worse_off_where_games_remember(axis: str, value: str) -> None:
    rng = random.Random(f"more {axis} {value}")
    for _ in range(10):
        position, chains = random_chains(rng, *rng.choice([(1, 6), (2, 3), (2, 4)]))
        rules = rules_with(rng, axis, value)
        if scoped(rules):
            continue
        best = max(ORDER.index(status_of(position, chain, rules)) for chain in chains)
        assert ORDER.index(status_of(position, sum(chains), rules)) >= best, (position, chains, rules.id)


@pytest.mark.parametrize("setting", MANY)
def test_verdicts_do_not_depend_on_orientation_and_colour(setting: str) -> None:
    rng, rules = random.Random(f"turned {setting}"), MANY[setting].with_values(walls="unconditional")
    for _ in range(3):
        position, chains = random_chains(rng, 3, 4, crop=rng.random() < 0.5)
        statuses = set()
        for symmetry in SYMMETRIES:
            image = transform(position, symmetry)
            unit = transform_mask(sum(chains), position.rows, position.cols, symmetry)
            statuses |= {status_of(image, unit, rules), status_of(swap_colours(image), unit, rules)}
        assert len(statuses) == 1, (position, chains)


def test_a_chain_alone_is_the_unit_that_it_was() -> None:
    rng = random.Random(3)
    for rules in SETTINGS.values():
        position, chains = random_chains(rng, 3, 3)
        arena = Arena(position, chains[0], rules)
        assert arena.parts == (arena.unit,)
        assert not arena.takes
        assert arena.start.taken == 0
        text = dump_certificate(prove(arena, prover="python").certificate)  # type: ignore[arg-type]
        assert '"together"' not in text
        assert '"unit"' in text


@pytest.mark.parametrize("setting", ["proposal", "two passes, draw", "captured once, alive"])
def test_tables_know_chains_together(setting: str) -> None:
    rng, rules = random.Random(setting), SETTINGS[setting]
    for _ in range(6):
        position, chains = random_chains(rng, *rng.choice([(1, 6), (2, 3)]))
        arena = Arena(position, sum(chains), rules)
        wins = DenseTable(arena).owner_wins(arena.start)
        assert wins is (dense_verdict(arena, most=100_000) is not Verdict.DEAD)
