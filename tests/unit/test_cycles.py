"""Cycle games, without Go: small graphs by hand, and random ones against all positional strategies."""

import ast
import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import verifier.cycles
import verifier.proof
from verifier.cycles import one_player
from verifier.cycles.and_or import AndOrGraph, Arc, Demand, least_measure, lost, restricted, solution
from verifier.cycles.components import strong_components
from verifier.cycles.game import WON, CycleGame, attractor, priorities
from verifier.cycles.lifting import Caps, ProgressMeasure
from verifier.cycles.strategy_improvement import losing

Edges = list[list[tuple[int, int]]]

SIDE, OPPONENT = True, False


def nothing() -> None:
    """There is time enough."""


def lifted(game: CycleGame, caps: Caps | None = None, *, only_lost: bool = False) -> ProgressMeasure:
    """The measure of a whole game."""
    measure = ProgressMeasure(game, len(game.edges) + 2 if caps is None else caps.rank + 1)
    vertices = range(len(game.edges))
    for v in vertices:
        measure.start(v)
    measure.lift(vertices, nothing, caps, only_lost=only_lost)
    return measure


def pairs(measure: ProgressMeasure) -> list[tuple[int, int] | None]:
    vertices = range(len(measure.game.edges))
    return [None if measure.is_lost(v) else measure.pair(v) for v in vertices]


def without_choice(edges: Edges, priority: list[int]) -> CycleGame:
    return CycleGame([OPPONENT] * len(edges), edges, priority)


# By hand


@pytest.mark.parametrize(
    ("weights", "priority", "expected"),
    [
        # What is lost must be there before; what is won first need not.
        ((2, -2), (0, 0), [(2, 0), (0, 0)]),
        ((2, -3), (0, 0), [(2, 0), (0, 0)]),
        ((-2, 2), (0, 0), [(0, 0), (2, 0)]),
        ((2, -1), (0, 0), [None, None]),
        # Priorities count where the sum is 0, and there only.
        ((0, 0), (1, 0), [None, None]),
        ((0, 0), (1, 2), [(0, 1), (0, 0)]),
        ((2, -2), (1, 2), [(2, 1), (0, 0)]),
        ((2, -2), (2, 1), [(2, 0), (0, 1)]),
        ((2, -2), (1, 1), [None, None]),
        ((2, -3), (1, 1), [(2, 1), (0, 0)]),
        ((2, -1), (2, 2), [None, None]),
    ],
)
def test_a_cycle_of_two_vertices(weights, priority, expected):
    edges = [[(1, weights[0])], [(0, weights[1])]]
    game = without_choice(edges, list(priority))
    assert pairs(lifted(game)) == expected
    lost_ones = {v for v in (0, 1) if expected[v] is None}
    assert losing(game, [0, 1], lambda v: False, nothing) == lost_ones
    solved = one_player.measure(edges, priority)
    if lost_ones:
        assert isinstance(solved, list)
        assert sorted(solved) == [0, 1]
        assert [sorted(cycle) for cycle in one_player.losing_cycles(edges, priority)] == [[0, 1]]
    else:
        assert isinstance(solved, tuple)
        assert list(zip(*solved, strict=True)) == expected
        assert one_player.losing_cycles(edges, priority) == []


def test_the_side_takes_the_cheaper_way_and_the_opponent_the_dearer_one():
    #  0 -> 1 (3) or 2 (1); both are cycles on the spot that the side wins.
    edges = [[(1, 3), (2, 1)], [(1, 0)], [(2, 0)]]
    side = lifted(CycleGame([SIDE, OPPONENT, OPPONENT], edges, [0, 0, 0]))
    assert pairs(side) == [(1, 0), (0, 0), (0, 0)]
    assert side.best(0) == 1
    assert pairs(lifted(CycleGame([OPPONENT] * 3, edges, [0, 0, 0])))[0] == (3, 0)


def test_who_cannot_move_loses_and_a_won_successor_needs_nothing():
    edges: Edges = [[], [], [(WON, 7), (0, 0)], [(WON, 7), (0, 0)]]
    game = CycleGame([SIDE, OPPONENT, SIDE, OPPONENT], edges, [1, 1, 1, 1])
    assert pairs(lifted(game)) == [None, (0, 0), (0, 0), None]
    assert losing(game, range(4), lambda v: False, nothing) == {0, 3}


def test_a_move_that_wins_more_than_is_needed_forgets_the_rank():
    # 0 has priority 1 and a loop that wins one; its rank would rise for ever if that did not matter.
    assert pairs(lifted(without_choice([[(0, -1)]], [1]))) == [(0, 0)]
    assert pairs(lifted(without_choice([[(0, 0)]], [1]))) == [None]


def test_marks_as_priorities():
    assert priorities(True, [True, False]) == [2, 1]
    assert priorities(False, [True, False]) == [1, 0]


def test_the_attractor_holds_what_the_opponent_can_force():
    #  The side can leave 1 to 3; from 2 both of its moves lead to the goal.
    before = {0: [1, 2, 4], 1: [], 2: [], 3: [1, 3, 4], 4: [2]}
    escapes = {0: 1, 1: 2, 2: 2, 3: 1, 4: 1}
    assert attractor(before, escapes, [0]) == {0, 2, 4}
    assert attractor(before, escapes, [3]) == {3, 4}
    assert attractor(before, escapes, [0, 3]) == {0, 1, 2, 3, 4}
    assert escapes[2] == 2


def test_ranks_above_the_cap_become_credits_and_credits_above_it_are_lost():
    # A path of four steps of priority 1 to a loop: ranks 4, 3, 2, 1, 0.
    edges = [[(1, 0)], [(2, 0)], [(3, 0)], [(4, 0)], [(4, 0)]]
    game = without_choice(edges, [1, 1, 1, 1, 0])
    assert pairs(lifted(game)) == [(0, 4), (0, 3), (0, 2), (0, 1), (0, 0)]
    assert pairs(lifted(game, Caps(2, 1))) == [(2, 0), (1, 1), (1, 0), (0, 1), (0, 0)]
    assert pairs(lifted(game, Caps(1, 1))) == [None, (1, 1), (1, 0), (0, 1), (0, 0)]


def test_a_vertex_may_start_with_a_credit_that_it_needs_for_another_reason():
    game = without_choice([[(1, 2)], [(1, 0)]], [0, 0])
    measure = ProgressMeasure(game, 4)
    measure.start(0)
    measure.start(1, 3)
    measure.lift([0, 1], nothing, Caps(9, 3))
    assert pairs(measure) == [(5, 0), (3, 0)]


def test_what_is_lost_by_little_among_great_weights_is_found_without_climbing():
    great = 10**12
    edges = [[(1, great)], [(0, 1 - great)], [(2, great), (1, 0), (3, -1)], [(2, 1)]]
    game = CycleGame([OPPONENT, OPPONENT, SIDE, OPPONENT], edges, [0, 0, 0, 0])
    assert pairs(lifted(game)) == [None, None, (0, 0), (1, 0)]


def test_strong_components_come_successors_first():
    assert strong_components([[1], [2], [1, 3], [], [0]]) == [[3], [2, 1], [0], [4]]


# By chance, against all positional strategies


def random_game(rng: random.Random, most: int = 5) -> CycleGame:
    size = rng.randint(1, most)
    edges = [
        [(u, rng.choice((-2, -1, 0, 0, 0, 1, 2))) for u in rng.sample(range(size), rng.randint(1, min(3, size)))]
        for _ in range(size)
    ]
    for successors in edges:
        if rng.random() < 0.1:
            successors.append((WON, 0))
        if rng.random() < 0.05:
            successors.clear()
    kinds = rng.choice(((0, 1), (1, 2), (0, 1, 2)))
    return CycleGame([rng.random() < 0.5 for _ in edges], edges, [rng.choice(kinds) for _ in edges])


def strategies(game: CycleGame) -> Iterator[Edges]:
    """The edges that each positional strategy of the side leaves; a vertex where it cannot move loses at once."""
    options = [
        [[edge] for edge in edges] or [[(v, 1)]] if mine else [edges]
        for v, (mine, edges) in enumerate(zip(game.chooses, game.edges, strict=True))
    ]
    for choice in itertools.product(*options):
        yield list(choice)


def simple_cycles(edges: Edges) -> Iterator[tuple[list[int], int]]:
    """All simple cycles, from their least vertex, with the sum of their weights."""

    def walk(path: list[int], total: int) -> Iterator[tuple[list[int], int]]:
        for u, weight in edges[path[-1]]:
            if u == path[0]:
                yield path, total + weight
            elif u > path[0] and u not in path:
                yield from walk([*path, u], total + weight)

    for v in range(len(edges)):
        yield from walk([v], 0)


def is_lost(priority: list[int], cycle: list[int], total: int) -> bool:
    return total > 0 or (total == 0 and max(priority[v] for v in cycle) % 2 == 1)


def won(game: CycleGame) -> set[int]:
    """The vertices from which some positional strategy leaves no lost cycle in reach."""
    found: set[int] = set()
    for edges in strategies(game):
        bad = {v for cycle, total in simple_cycles(edges) if is_lost(game.priority, cycle, total) for v in cycle}
        while more := {v for v, after in enumerate(edges) if any(u in bad for u, _ in after)} - bad:
            bad |= more
        found |= set(range(len(edges))) - bad
    return found


def least_pairs(game: CycleGame, winners: set[int]) -> dict[int, tuple[int, int]]:
    """For each winner the least pair that a strategy has there, by the conditions on a measure alone."""
    least: dict[int, tuple[int, int]] = {}
    for edges in strategies(game):
        pair = dict.fromkeys(winners, (0, 0))
        # Sums along paths are below these bounds; what goes beyond them has no pair.
        most = (2 * len(edges), len(edges))
        changed = True
        while changed:
            changed = False
            for v in list(pair):
                needs = [(0, 0)]
                for u, weight in edges[v]:
                    if u == WON:
                        continue
                    credit, rank = pair.get(u, (100, 0))
                    if credit + weight >= 0:
                        rank = (rank, rank + 1, 0)[game.priority[v]]
                        needs.append((credit + weight, rank))
                need = max(needs)
                if need[0] > most[0] or need[1] > most[1]:
                    del pair[v]
                    changed = True
                elif need > pair[v]:
                    pair[v] = need
                    changed = True
        for v, value in pair.items():
            least[v] = min(value, least.get(v, value))
    return least


def test_lifting_and_strategy_improvement_find_the_winners_of_random_games():
    rng = random.Random(1)
    counts = {True: 0, False: 0}
    for _ in range(1500):
        game = random_game(rng)
        vertices = range(len(game.edges))
        winners = won(game)
        for v in vertices:
            counts[v in winners] += 1
        assert losing(game, vertices, lambda v: False, nothing) == set(vertices) - winners
        for only_lost in (False, True):
            measure = lifted(game, only_lost=only_lost)
            assert {v for v in vertices if not measure.is_lost(v)} == winners
        capped = lifted(game, Caps(rng.randint(0, 3), rng.randint(0, 2)))
        assert {v for v in vertices if not capped.is_lost(v)} <= winners
    assert min(counts.values()) > 1000


def test_measures_of_random_games_are_the_least_ones():
    rng = random.Random(2)
    credits = ranks = 0
    for _ in range(700):
        game = random_game(rng, 4)
        expected = least_pairs(game, won(game))
        found = {v: pair for v, pair in enumerate(pairs(lifted(game))) if pair is not None}
        assert found == expected
        credits += sum(credit > 0 for credit, _ in found.values())
        ranks += sum(rank > 0 for _, rank in found.values())
    assert min(credits, ranks) > 100


def test_the_best_edges_of_a_measure_win():
    rng = random.Random(3)
    for _ in range(500):
        game = random_game(rng)
        measure = lifted(game)
        winners = {v for v in range(len(game.edges)) if not measure.is_lost(v)}
        edges = [
            [] if v not in winners else [game.edges[v][measure.best(v)]] if game.chooses[v] else game.edges[v]
            for v in range(len(game.edges))
        ]
        assert {u for successors in edges for u, _ in successors} <= winners | {WON}
        assert not any(is_lost(game.priority, cycle, total) for cycle, total in simple_cycles(edges))


def test_a_game_in_parts_has_the_measure_of_the_whole():
    """Components are lifted one by one, with that of their successors final."""
    rng = random.Random(4)
    parts = 0
    for _ in range(500):
        game = random_game(rng, 8)
        measure = ProgressMeasure(game, len(game.edges) + 2)
        components = strong_components([[u for u, _ in edges if u != WON] for edges in game.edges])
        parts += len(components) > 1
        beaten: set[int] = set()
        for component in components:
            for v in component:
                measure.start(v)
            measure.lift(component, nothing)
            beaten |= losing(game, component, lambda v, beaten=beaten: v not in beaten, nothing)
        assert pairs(measure) == pairs(lifted(game))
        assert beaten == {v for v in range(len(game.edges)) if measure.is_lost(v)}
    assert parts > 200


def test_without_choice_lifting_says_what_longest_paths_say():
    rng = random.Random(5)
    outcomes = {True: 0, False: 0}
    for _ in range(1500):
        game = random_game(rng, 7)
        edges = [[edge for edge in successors if edge[0] != WON] for successors in game.edges]
        game = without_choice(edges, game.priority)
        measured = pairs(lifted(game))
        solved = one_player.measure(edges, game.priority)
        cycles = one_player.losing_cycles(edges, game.priority)
        outcomes[bool(cycles)] += 1
        lost_ones = [set(cycle) for cycle, total in simple_cycles(edges) if is_lost(game.priority, cycle, total)]
        assert bool(cycles) == bool(lost_ones) == (None in measured)
        if isinstance(solved, list):
            assert all(set(cycle) in lost_ones for cycle in (solved, *cycles))
        else:
            assert list(zip(*solved, strict=True)) == measured
    assert min(outcomes.values()) > 200


# AND/OR graphs


def random_graph(rng: random.Random) -> AndOrGraph:
    size = rng.randint(2, 5)

    def arcs(most: int, *, least: int = 1) -> tuple[Arc, ...]:
        targets = rng.sample(range(size), min(size, rng.randint(least, most)))
        return tuple(Arc(u, rng.choice((-1, 0, 0, 1)), k) for k, u in enumerate(targets))

    demands: list[list[Demand]] = []
    for _ in range(size):
        kind = rng.random()
        if kind < 0.1:
            demands.append([])
        elif kind < 0.4:
            closed = (Arc(WON, 0, 9),) if rng.random() < 0.2 else ()
            demands.append([Demand((*arcs(3, least=0), *closed))])
        elif kind < 0.7:
            demands.append([Demand(arcs(rng.choice((1, 2)))) for _ in range(2)])
        else:
            others = [Demand(arcs(2), rng.choice((None, frozenset({0}), frozenset({1})))) for _ in range(2)]
            demands.append([Demand(arcs(2)), *others])
    return AndOrGraph(demands, [rng.choice((0, 1, 2)) for _ in range(size)], [0] + [1] * (size - 1))


def ways_to_meet(demands: list[Demand]) -> Iterator[list[Arc]]:
    """All choices of arcs that meet the demands of a node."""
    if not demands:
        yield []
        return
    for place, arc in enumerate(demands[0].arcs):
        asked = [demand.arcs for demand in demands[1:] if demand.scope is None or place in demand.scope]
        for others in itertools.product(*asked):
            yield [arc, *others]


def provable(graph: AndOrGraph, start: int, inside: list[int], free: list[int]) -> bool:
    """Whether some solution graph begins at a node, by trying all of them."""

    def extend(chosen: dict[int, list[Arc]], waiting: list[int]) -> bool:
        waiting = [v for v in waiting if v not in chosen and v not in free and v >= 0]
        if not waiting:
            edges: Edges = [
                [(arc.target, arc.weight) for arc in chosen.get(v, []) if arc.target in chosen]
                for v in range(len(graph.demands))
            ]
            return not any(is_lost(graph.priority, cycle, total) for cycle, total in simple_cycles(edges))
        v, *rest = waiting
        return v in inside and any(
            extend({**chosen, v: arcs}, [*rest, *(arc.target for arc in arcs)]) for arcs in ways_to_meet(graph.demands[v])
        )

    return extend({}, [start])


def test_nodes_are_lost_where_no_solution_graph_begins():
    rng = random.Random(6)
    counts = {True: 0, False: 0}
    for _ in range(800):
        graph = random_graph(rng)
        nodes = range(len(graph.demands))
        inside = [v for v in nodes if rng.random() < 0.8]
        free = [v for v in nodes if v not in inside and rng.random() < 0.5]
        found = lost(graph, inside, nothing, free)
        for v in inside:
            counts[v in found] += 1
            assert provable(graph, v, inside, free) == (v not in found)
    assert min(counts.values()) > 300


def test_a_solution_meets_all_demands_with_its_measure():
    rng = random.Random(7)
    found = 0
    for _ in range(800):
        graph = random_graph(rng)
        inside = list(range(len(graph.demands)))
        measure = least_measure(graph, inside, nothing)
        assert measure.is_lost(0) == (not provable(graph, 0, inside, []))
        if measure.is_lost(0):
            continue
        found += 1
        solved = solution(graph, measure)
        # The same is found where arcs are left out that the measure does not allow.
        fewer = restricted(graph, measure)
        assert all(
            set(new.arcs) <= {arc for demand in graph.demands[v] for arc in demand.arcs}
            for v, demands in enumerate(fewer.demands)
            for new in demands
        )
        again = solution(fewer, least_measure(fewer, inside, nothing))
        assert again.measure == solved.measure
        edges: Edges = [[] for _ in inside]
        for v, chosen in solved.chosen.items():
            assert list(chosen.values()) in list(ways_to_meet(graph.demands[v]))
            for target, weight, _ in chosen.values():
                if target == WON:
                    continue
                edges[v].append((target, weight))
                credit, rank = solved.measure[target]
                if credit + weight >= 0:
                    rank = (rank, rank + 1, 0)[graph.priority[v]]
                    assert solved.measure[v] >= (credit + weight, rank)
        assert not any(is_lost(graph.priority, cycle, total) for cycle, total in simple_cycles(edges))
    assert found > 200


# Rooms


def imported(package: str) -> set[str]:
    """The modules of this project that a package names in its imports."""
    names: set[str] = set()
    for path in sorted(Path(package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
    return {name for name in names if name.startswith("verifier.")}


def test_cycles_know_no_go_and_the_checker_knows_no_cycles():
    (cycles,) = verifier.cycles.__path__
    (proof,) = verifier.proof.__path__
    assert imported(cycles)
    assert all(name.startswith("verifier.cycles.") for name in imported(cycles))
    assert imported(proof)
    assert not any(name.startswith("verifier.cycles") for name in imported(proof))
