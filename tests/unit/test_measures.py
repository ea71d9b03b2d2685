"""Closures, measures and losing cycles."""

import random

import pytest

from verifier.board import BLACK, WHITE, Colour, Position
from verifier.play import PASS, Arena, State
from verifier.proof import Certificate, Claim, Strategy, Verdict, check
from verifier.rules import load_ruleset
from verifier.search.measures import (
    Closure,
    LosingCycle,
    UnclosedError,
    close,
    losing_cycles,
    measure,
    weights,
)

PROPOSAL = load_ruleset("proposal2012").with_values(walls="board")


def position(*rows: str) -> Position:
    points = "".join(rows)
    black = sum(1 << p for p, sign in enumerate(points) if sign == "X")
    white = sum(1 << p for p, sign in enumerate(points) if sign == "O")
    return Position(len(rows), len(rows[0]), black, white)


def random_closure(rng: random.Random, size: int, owner_side: bool) -> Closure:
    """A graph of any shape; its states are only names."""
    states = [State(v, 0, -1, 0, False) for v in range(size)]
    edges = []
    for _ in range(size):
        successors = rng.sample(range(size), rng.randint(0, min(3, size)))
        edges.append([(u, rng.choice((-1, 0, 0, 1)), u) for u in successors])
    bad = [rng.random() < 0.5 for _ in range(size)]
    return Closure(BLACK, owner_side, owner_side, False, states, [None] * size, edges, bad)


def simple_cycles(closure: Closure) -> list[list[int]]:
    """All simple cycles, each from its least state, by plain search."""
    found = []

    def extend(path: list[int]) -> None:
        for u, _, _ in closure.edges[path[-1]]:
            if u == path[0]:
                found.append(path[:])
            elif u > path[0] and u not in path:
                extend([*path, u])

    for v in range(len(closure.states)):
        extend([v])
    return found


def loses(closure: Closure, cycle: list[int]) -> bool:
    total = 0
    for v, u in zip(cycle, cycle[1:] + cycle[:1], strict=True):
        total += next(w for successor, w, _ in closure.edges[v] if successor == u)
    owner_wins = total < 0 or (total == 0 and any(closure.marked[v] for v in cycle))
    return owner_wins != closure.owner_side


def holds(closure: Closure, strategy: Strategy) -> bool:
    """The conditions of Strategy, edge by edge."""
    for v, state in enumerate(closure.states):
        node = strategy.nodes[state]
        for u, w, _ in closure.edges[v]:
            after = strategy.nodes[closure.states[u]]
            room = node.credit - after.credit + (-w if closure.owner_side else w)
            if closure.owner_side:
                fine = room > 0 or (room == 0 and (closure.marked[v] or after.rank < node.rank))
            else:
                fine = room > 0 or (room == 0 and after.rank <= node.rank - closure.marked[v])
            if not fine or node.credit < 0 or node.rank < 0:
                return False
    return True


@pytest.mark.parametrize("owner_side", [True, False])
def test_a_measure_exists_exactly_where_no_simple_cycle_is_lost(owner_side: bool) -> None:
    rng = random.Random(3)
    outcomes = {True: 0, False: 0}
    for _ in range(1500):
        closure = random_closure(rng, rng.randint(1, 7), owner_side)
        lost = [cycle for cycle in simple_cycles(closure) if loses(closure, cycle)]
        result = measure(closure)
        outcomes[bool(lost)] += 1
        if lost:
            assert isinstance(result, LosingCycle)
            for cycle in [result, *losing_cycles(closure)]:
                numbers = [state.black for state, _ in cycle.steps]
                assert len(set(numbers)) == len(numbers)
                assert loses(closure, numbers)
        else:
            assert isinstance(result, Strategy)
            assert holds(closure, result)
            assert losing_cycles(closure) == []
    assert min(outcomes.values()) > 200


def test_a_long_chain_of_states_needs_no_deep_stack() -> None:
    size = 50_000
    states = [State(v, 0, -1, 0, False) for v in range(size)]
    edges = [[((v + 1) % size, 0, 0)] for v in range(size)]
    closure = Closure(BLACK, True, True, False, states, [None] * size, edges, [v == 0 for v in range(size)])
    assert isinstance(measure(closure), Strategy)
    closure.marked[0] = False
    assert isinstance(measure(closure), LosingCycle)


def test_passing_for_ever_keeps_a_living_group_and_is_certified() -> None:
    board = position(".X.X.", "XXXXX", "OOOOO", ".....")
    arena = Arena(board, board.chain_at(1), PROPOSAL)
    result = measure(close(arena, BLACK, lambda _: PASS))
    assert isinstance(result, Strategy)
    check(Certificate(Claim(board, arena.unit, PROPOSAL, Verdict.ALIVE), (result,)))


def test_passing_while_the_attacker_owns_the_stones_is_a_losing_cycle() -> None:
    board = position(".X", "O.")
    arena = Arena(board, board.chain_at(1), PROPOSAL)
    result = measure(close(arena, BLACK, lambda _: PASS))
    assert isinstance(result, LosingCycle)
    _, bad = weights(arena, BLACK, False)
    assert not any(bad(state) for state, _ in result.steps)


def test_a_choice_with_a_gap_is_no_strategy() -> None:
    board = position(".X", "O.")
    arena = Arena(board, board.chain_at(1), PROPOSAL)
    with pytest.raises(UnclosedError, match="no legal move is chosen"):
        close(arena, BLACK, lambda _: None)
    with pytest.raises(UnclosedError, match="no legal move is chosen"):
        close(arena, BLACK, lambda _: 1)


def test_a_choice_that_lets_the_stones_be_taken_is_no_strategy_for_captured_once() -> None:
    rules = PROPOSAL.with_values(dead_means="captured once", cycle="alive", first_move="attacker")
    board = position(".XO.")
    arena = Arena(board, board.chain_at(1), rules)
    with pytest.raises(UnclosedError, match="ends play with a loss"):
        close(arena, BLACK, lambda _: PASS)


@pytest.mark.parametrize(
    ("cycle", "end", "side", "draw_wins", "expected"),
    [
        ("prisoners", "two passes", BLACK, False, True),
        ("alive", "two passes", WHITE, False, True),
        ("draw", "two passes", BLACK, True, True),
        ("draw", "two passes", BLACK, False, False),
        ("draw", "two passes", WHITE, True, False),
        ("draw", "two passes", WHITE, False, True),
    ],
)
def test_each_cycle_rule_says_which_states_are_bad(
    cycle: str, end: str, side: Colour, draw_wins: bool, expected: bool
) -> None:
    board = position("XO", "X.")
    arena = Arena(board, board.chain_at(0), PROPOSAL.with_values(cycle=cycle, end=end))
    w, bad = weights(arena, side, draw_wins)
    assert bad(arena.start) is expected
    taking = next(step for step in arena.steps(arena.start) if step.captured)
    assert w(arena.start, taking) == (-1 if cycle == "prisoners" else 0)
