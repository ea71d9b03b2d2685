"""Ko threats outside the fight: what more of them change, and whether all ways to decide agree about it."""

import functools
import itertools
import random
from collections.abc import Iterator

import pytest
from agreement import Agreement, graph_verdicts, table_verdict
from brute_force import TooLongError, brute_force_verdict
from small_boards import PROPOSAL, SETTINGS, all_units, random_unit

from verifier.board import SYMMETRIES, Mask, Position, swap_colours
from verifier.board.symmetry import transform, transform_mask
from verifier.errors import InputError
from verifier.play import Arena, State, Step
from verifier.proof import Patterns, Strategy, Verdict, check
from verifier.proof.answers import spelled
from verifier.rules import AXES, Ruleset
from verifier.search import Limits, Status, native
from verifier.search.native import prove_native

LEVELS = ("0", "1", "2", "unlimited")
GAMES = ("proposal", "attacker first", "two passes, prisoners", "two passes, draw", "captured once, alive")
NODES = {"native": 2_000_000, "python": 20_000, "sat": 3_000}

needs_kernel = pytest.mark.skipif(not native.available(), reason="the native kernel is not built here")


def threats(rules: Ruleset, owner: str, attacker: str) -> Ruleset:
    return rules.with_values(owner_threats=owner, attacker_threats=attacker)


# What the game is

EXPLICIT = -2


class ExplicitArena(Arena):
    """The same game with a threat and its answer as a move of their own, which lifts the ban and can be wasted."""

    def _threat(self, state: State) -> Step | None:
        left = list(state.threats)
        left[state.to_move] -= 1
        if state.ban < 0 or left[state.to_move] < 0:
            return None
        after = state._replace(ban=-1, threats=(left[0], left[1]), passed=False)
        return Step(EXPLICIT, after, 0, None)

    def steps(self, state: State) -> Iterator[Step]:
        threat = self._threat(state)
        if threat is not None:
            yield threat
        for step in super().steps(state):
            if step.move != state.ban or state.ban < 0:
                yield step


@pytest.mark.parametrize("setting", ["proposal", "two passes, prisoners", "captured once, alive"])
def test_a_threat_as_a_move_of_its_own_gives_the_same_verdicts(setting: str) -> None:
    compared = changed = 0
    for rows, cols in ((1, 3), (1, 4)):
        for position, unit in all_units(rows, cols):
            plain = None
            for owner, attacker in (("0", "0"), ("1", "0"), ("0", "1"), ("2", "1")):
                rules = threats(SETTINGS[setting], owner, attacker)
                try:
                    verdict = brute_force_verdict(Arena(position, unit, rules), 1_000)
                    assert verdict is brute_force_verdict(ExplicitArena(position, unit, rules), 3_000)
                except TooLongError:
                    continue
                plain = plain or verdict
                compared += 1
                changed += verdict is not plain
    assert compared > 100
    assert changed > 1 or setting == "captured once, alive"


def test_threats_without_limit_for_both_are_a_game_without_a_ban() -> None:
    for position, unit in all_units(1, 5):
        free = Arena(position, unit, PROPOSAL.with_values(ko="none"))
        unlimited = Arena(position, unit, threats(PROPOSAL, "unlimited", "unlimited"))
        assert free.start == unlimited.start
        seen, waiting = {free.start}, [free.start]
        while waiting:
            state = waiting.pop()
            assert list(free.steps(state)) == list(unlimited.steps(state))
            for step in free.steps(state):
                if step.state not in seen:
                    seen.add(step.state)
                    waiting.append(step.state)


def test_a_threat_buys_one_forbidden_retake() -> None:
    """On .XO. White takes the stone on B1 from A1, and Black may take back there if he has a threat."""
    position = Position(1, 4, 0b0010, 0b0100)
    for owner, left in (("0", None), ("1", 0), ("2", 1), ("unlimited", 0)):
        rules = threats(PROPOSAL.with_values(first_move="attacker"), owner, "0")
        arena = Arena(position, 0b0010, rules)
        taken = arena.step(arena.start, 0)
        assert taken is not None
        assert taken.captured == 1
        assert taken.state.ban == (-1 if owner == "unlimited" else 1)
        retake = arena.step(taken.state, 1)
        if left is None:
            assert retake is None
        else:
            assert retake is not None
            assert retake.state.threats == (left, 0)
            assert retake.captured == 1


def test_a_game_without_bans_has_no_room_for_threats() -> None:
    with pytest.raises(InputError, match="ko threats are written down for ko = 'basic'"):
        PROPOSAL.with_values(ko="none", owner_threats="1")


# More threats never hurt


def order(verdict: Verdict) -> int:
    return [Verdict.DEAD, Verdict.DRAWN, Verdict.ALIVE].index(verdict)


Matrix = dict[tuple[str, str], Status]


def matrix_of(position: Position, unit: Mask, base: Ruleset) -> Matrix:
    """The verdicts for all numbers of threats, each by a search of its own and with its proof checked."""
    found = {}
    for pair in itertools.product(LEVELS, LEVELS):
        outcome = prove_native(Arena(position, unit, threats(base, *pair)), Limits(nodes=100_000, seconds=1e9))
        if outcome.certificate is not None:
            check(outcome.certificate)
        found[pair] = outcome.status
    return found


def assert_monotone(matrix: Matrix) -> None:
    order = [Status.DEAD, Status.DRAWN, Status.ALIVE]
    for first, second in itertools.combinations(LEVELS, 2):
        for other in LEVELS:
            assert order.index(matrix[first, other]) <= order.index(matrix[second, other]), matrix
            assert order.index(matrix[other, first]) >= order.index(matrix[other, second]), matrix


@needs_kernel
@pytest.mark.parametrize("setting", GAMES)
def test_more_threats_never_hurt_a_side(setting: str) -> None:
    rng, changes = random.Random(f"monotone {setting}"), 0
    for _ in range(12):
        position, unit = random_unit(rng, *rng.choice(((2, 4), (3, 3), (3, 4))))
        matrix = matrix_of(position, unit, SETTINGS[setting])
        assert_monotone(matrix)
        changes += len(set(matrix.values())) > 1
    assert changes > 0 or setting == "captured once, alive"


@pytest.mark.slow
@needs_kernel
@pytest.mark.parametrize("setting", GAMES)
def test_more_threats_never_hurt_a_side_in_many_positions(setting: str) -> None:
    rng = random.Random(f"many monotone {setting}")
    for _ in range(250):
        position, unit = random_unit(rng, *rng.choice(((2, 4), (3, 3), (3, 4), (4, 4))))
        assert_monotone(matrix_of(position, unit, SETTINGS[setting]))


# All ways to decide


def compare(seed: object, number: int) -> Agreement:
    """Native, Python and every third time SAT, and tables, on small boards and random crops."""
    rng, agreement = random.Random(f"threats {seed}"), Agreement(NODES)
    boards = {size: all_units(*size) for size in ((1, 4), (1, 5), (2, 2), (2, 3))}
    for i in range(number):
        rules = threats(SETTINGS[rng.choice(GAMES)], rng.choice(LEVELS), rng.choice(LEVELS))
        if rng.random() < 0.4:
            position, unit = rng.choice(boards[rng.choice(list(boards))])
            tables = {table_verdict(position, unit, rules), *graph_verdicts(position, unit, rules, 20_000)}
        else:
            rules = rules.with_values(walls="assumed")
            sizes = ((3, 3), (3, 4), (4, 3))
            position, unit = random_unit(rng, *rng.choice(sizes), crop=rng.random() < 0.4)
            tables = set(graph_verdicts(position, unit, rules, 1_500))
        provers = ("native", "python", "sat") if i % 3 == 0 else ("native", "python")
        agreement.compare(position, unit, rules, provers, *tables)
    assert agreement.share("native") == 1
    assert agreement.share("python") > 0.95
    assert agreement.share("sat") > 0.85
    return agreement


@needs_kernel
def test_provers_and_tables_agree_about_threats() -> None:
    found = compare(0, 60).found
    assert min(found[Status.ALIVE], found[Status.DEAD]) > 10


@pytest.mark.slow
@needs_kernel
@pytest.mark.parametrize("seed", range(1, 9))
def test_provers_and_tables_agree_about_threats_many_times(seed: int) -> None:
    compare(seed, 750)




@functools.cache
def ko_units() -> list[tuple[Position, Mask, Ruleset]]:
    """Units of random boards whose fate changes with the number of threats, by the native prover."""
    rng, found = random.Random("kos"), []
    while len(found) < 4:
        rows, cols = rng.choice(((3, 4), (4, 4)))
        position, unit = random_unit(rng, rows, cols)
        rules = PROPOSAL.with_values(first_move=rng.choice(list(AXES["first_move"].values)))
        ends = [
            prove_native(Arena(position, unit, threats(rules, *pair)), Limits(nodes=20_000, seconds=1e9)).status
            for pair in (("0", "unlimited"), ("unlimited", "0"))
        ]
        if ends == [Status.DEAD, Status.ALIVE]:
            found.append((position, unit, rules))
    return found


@needs_kernel
def test_the_verdicts_for_all_numbers_of_threats_are_the_same_turned_round_and_with_colours_swapped() -> None:
    spent = 0
    for number, (position, unit, rules) in enumerate(ko_units()):
        expected = matrix_of(position, unit, rules)
        assert_monotone(expected)
        symmetry = SYMMETRIES[1 + number % 7]
        turned = transform(position, symmetry), transform_mask(unit, position.rows, position.cols, symmetry)
        assert matrix_of(*turned, rules) == expected
        assert matrix_of(swap_colours(position), unit, rules) == expected
        arena = Arena(position, unit, threats(rules, "2", "1"))
        outcome = prove_native(arena, Limits())
        assert outcome.certificate is not None
        spent += uses_threats(arena, outcome.certificate.evidence[0])
    assert spent > 0


def uses_threats(arena: Arena, evidence: object) -> bool:
    """Whether the winner retakes somewhere although that is forbidden."""
    if isinstance(evidence, Patterns):
        return any(node.move == node.pattern.ban != -1 for node in spelled(arena, evidence).nodes)
    assert isinstance(evidence, Strategy)
    return any(node.move == state.ban != -1 for state, node in evidence.nodes.items())
