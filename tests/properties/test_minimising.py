"""Minimised certificates: accepted, of the same claim, never larger, and as small as enumeration says."""

import dataclasses
import functools
import itertools
import random

import pytest

from verifier.api import judge
from verifier.board import SYMMETRIES, Mask, Position, swap_colours, transform
from verifier.board.symmetry import transform_mask
from verifier.cycles.and_or import AndOrGraph, Arc, Demand
from verifier.cycles.game import WON, priorities
from verifier.errors import CertificateError
from verifier.jobs.cases.case import load_case
from verifier.play import PASS, Arena, State
from verifier.proof import (
    CLOSED,
    Answer,
    Certificate,
    Claim,
    Cover,
    Node,
    Patterns,
    Refutation,
    Strategy,
    Verdict,
    check,
    dump_certificate,
    target_of,
)
from verifier.proof.answers import answered, spelled
from verifier.rules import Ruleset, load_ruleset
from verifier.search import Limits, prove
from verifier.search.measures import UnclosedError, close, losing_cycles
from verifier.search.minimise.least import find_least, find_small
from verifier.search.minimise.minimise import minimise
from verifier.search.minimise.patterns import PatternUniverse
from verifier.search.native import available, prove_native

kernel = pytest.mark.skipif(not available(), reason="needs the native kernel")

PROPOSAL = load_ruleset("proposal2012")
BOARD = PROPOSAL.with_values(walls="board")
SETTINGS = [
    BOARD,
    BOARD.with_values(ko="none"),
    BOARD.with_values(end="two passes"),
    BOARD.with_values(end="two passes", cycle="prisoners"),
    BOARD.with_values(end="two passes", cycle="draw"),
    BOARD.with_values(dead_means="captured once", cycle="alive"),
    BOARD.with_values(dead_means="captured once", cycle="prisoners", first_move="attacker"),
]


def nothing() -> None:
    """There is time enough."""


# Graphs made by chance, against all their solutions


def random_graph(rng: random.Random) -> tuple[AndOrGraph, list[bool], bool]:
    """Up to seven nodes; some have further demands that depend on how the first one is met.

    Also which nodes are marked, and whether even cycles with a mark are the side's.
    """
    size = rng.randint(3, 7)

    def arcs(most: int) -> tuple[Arc, ...]:
        targets = rng.sample(range(1, size), min(size - 1, rng.randint(1, most)))
        return tuple(Arc(target, rng.choice((-1, 0, 0, 1)), PASS) for target in targets)

    demands = [[Demand(arcs(2))]]
    for _ in range(1, size):
        kind = rng.random()
        if kind < 0.15:
            demands.append([])
        elif kind < 0.6:
            demands.append([Demand((*arcs(3), *((Arc(WON, 0, PASS),) if rng.random() < 0.1 else ())))])
        else:
            first = arcs(2)
            scope = rng.choice((None, frozenset({0})))
            demands.append([Demand(first), Demand(arcs(2), scope)])
    bad = [rng.random() < 0.4 for _ in range(size)]
    marks_side = rng.random() < 0.5
    costs = [0] + [rng.choice((1, 1, 1, 3)) for _ in range(size - 1)]
    return AndOrGraph(demands, priorities(marks_side, bad), costs), bad, marks_side


def won(chosen: dict[int, list[Arc]], bad: list[bool], marks_side: bool) -> bool:
    """Whether the side wins all simple cycles of a solution; each is walked through."""

    def walk(path: list[int], total: int) -> bool:
        for arc in chosen[path[-1]]:
            if arc.target < 0:
                continue
            if arc.target == path[0]:
                lost = total + arc.weight
                # Weights are losses of the side; with none in sum a mark says whose the cycle is.
                if lost > 0 or (lost == 0 and any(bad[v] for v in path) != marks_side):
                    return False
            elif arc.target > path[0] and arc.target not in path and not walk([*path, arc.target], total + arc.weight):
                return False
        return True

    return all(walk([v], 0) for v in chosen)


def least_price(graph: AndOrGraph, bad: list[bool], marks_side: bool) -> int | None:
    """What the cheapest solution costs, by trying every arc for every demand."""
    best: int | None = None

    def extend(chosen: dict[int, list[Arc]], waiting: list[int]) -> None:
        nonlocal best
        waiting = [v for v in waiting if v not in chosen]
        if best is not None and graph.price({*chosen, *waiting}) >= best:
            return
        if not waiting:
            if won(chosen, bad, marks_side):
                best = graph.price(chosen)
            return
        v, *rest = waiting
        demands = graph.demands[v]
        for place, arc in enumerate(demands[0].arcs) if demands else [(0, None)]:
            asked = [demand.arcs for demand in demands[1:] if demand.scope is None or place in demand.scope]
            for others in itertools.product(*asked):
                arcs = [*([arc] if arc else []), *others]
                extend({**chosen, v: arcs}, [*rest, *(w.target for w in arcs if w.target >= 0)])

    extend({}, [0])
    return best


def test_the_least_solution_of_a_random_graph_is_found():
    rng = random.Random(20)
    sizes = []
    for _ in range(1000):
        graph, bad, marks_side = random_graph(rng)
        expected = least_price(graph, bad, marks_side)
        bounds: list[int] = []
        solution = find_least(graph, nothing, bounds.append)
        if expected is None:
            assert solution is None
            continue
        assert solution is not None
        assert graph.price(solution.chosen) == expected == max(bounds)
        assert won({v: list(arcs.values()) for v, arcs in solution.chosen.items()}, bad, marks_side)
        small: list[int] = []
        find_small(graph, nothing, lambda solution, u=graph, out=small: out.append(u.price(solution.chosen)))
        assert small[-1] >= expected
        assert small[-1] <= small[0]
        sizes.append(len(solution.chosen))
    assert len(sizes) > 300
    assert max(sizes) > 5


# States of small boards, against all strategies


class TooManyError(Exception):
    """Enumeration would take too long."""


def least_states(arena: Arena, side: int, draw_wins: bool, most: int) -> int:
    """The number of states of the smallest strategy of at most so many, by trying every move in every state."""
    best = most + 1
    tried = 0

    @functools.cache
    def closed(state: State) -> bool:
        return arena.settled(state) == side

    def extend(moves: dict[State, int], reached: dict[State, None], waiting: list[State]) -> None:
        nonlocal best, tried
        tried += 1
        if tried > 1_000:
            raise TooManyError
        while waiting and waiting[-1].to_move != side:
            for step in arena.steps(waiting.pop()):
                if step.winner is not None and step.winner != side:
                    return
                if step.winner is None and not closed(step.state) and step.state not in reached:
                    reached = {**reached, step.state: None}
                    waiting = [*waiting, step.state]
        if len(reached) >= best:
            return
        if not waiting:
            try:
                closure = close(arena, arena.owner if side == arena.owner else arena.attacker, moves.get, draw_wins)
            except UnclosedError:
                return
            if not losing_cycles(closure):
                best = len(reached)
            return
        state = waiting[-1]
        for step in arena.steps(state):
            if step.winner is not None and step.winner != side:
                continue
            new = step.winner is None and not closed(step.state) and step.state not in reached
            extend(
                {**moves, state: step.move},
                {**reached, step.state: None} if new else reached,
                [*waiting[:-1], step.state] if new else waiting[:-1],
            )

    start = arena.start
    if closed(start):
        return 0
    extend({}, {start: None}, [start])
    return best


def by_states(position: Position, unit: Mask, ruleset: Ruleset) -> Certificate | None:
    """A proof by states, with something in it."""
    arena = Arena(position, unit, ruleset)
    certificate = prove_native(arena, Limits(nodes=50_000), zones=False).certificate if arena.locale else None
    if certificate is None or not any(item.nodes for item in certificate.evidence):
        return None
    return certificate


def random_board(rng: random.Random, rows: int, cols: int) -> tuple[Position, Mask]:
    """A unit of a legal board."""
    while True:
        colours = [rng.choice((None, 0, 1)) for _ in range(rows * cols)]
        black = sum(1 << point for point, colour in enumerate(colours) if colour == 0)
        white = sum(1 << point for point, colour in enumerate(colours) if colour == 1)
        position = Position(rows, cols, black, white)
        if not any(position.breathless()) and (units := list(position.units())):
            return position, rng.choice(units)


@kernel
def test_minimal_numbers_of_states_are_those_of_enumeration():
    rng = random.Random(4)
    compared = 0
    smaller = 0
    while compared < 25:
        position, unit = random_board(rng, *rng.choice(((1, 4), (1, 5), (2, 2))))
        certificate = by_states(position, unit, rng.choice(SETTINGS))
        if certificate is None:
            continue
        arena = Arena(position, unit, certificate.claim.ruleset)
        result = minimise(certificate, seconds=600, nodes=20_000)
        assert result.whole
        assert result.optimal
        try:
            for item in result.certificate.evidence:
                assert least_states(arena, item.side, item.draw_wins, len(item.nodes)) == len(item.nodes)
        except TooManyError:
            continue
        compared += 1
        smaller += result.nodes[1] < result.nodes[0]
    assert smaller > 0


@kernel
@pytest.mark.parametrize(("rows", "cols", "ruleset"), [(1, 5, SETTINGS[0]), (2, 3, SETTINGS[5]), (2, 2, SETTINGS[3])])
def test_all_orientations_and_both_colours_have_the_same_minimal_size(rows, cols, ruleset):
    rng = random.Random(5)
    while True:
        position, unit = random_board(rng, rows, cols)
        certificate = by_states(position, unit, ruleset)
        if certificate is not None and 6 <= check(certificate).states <= 16:
            break
    sizes = set()
    for symmetry in SYMMETRIES:
        image = transform_mask(unit, rows, cols, symmetry)
        for swapped in (False, True):
            turned = transform(swap_colours(position) if swapped else position, symmetry)
            other = by_states(turned, image, ruleset)
            assert other is not None
            result = minimise(other, seconds=600, nodes=20_000)
            assert result.optimal
            assert result.whole
            sizes.add(result.nodes[1])
    assert len(sizes) == 1


# Certificates of the canonical examples

CASES = [
    ("ex01", "r1c2"),
    ("ex02", "r2c1"),
    ("ex05", "r1c3"),
    ("ex08", "r3c1"),
    ("ex08", "r6c1"),
    ("ex11", "r1c7"),
    ("ex16", "r15c2"),
    ("ex25", "r1c4"),
]


@functools.cache
def example(case: str, point: str, zones: bool = True) -> Certificate:
    loaded = load_case(case)
    arena = Arena(loaded.position, loaded.unit_at(point), PROPOSAL)
    certificate = prove_native(arena, Limits(), zones=zones).certificate
    assert certificate is not None
    return certificate


@kernel
@pytest.mark.parametrize(("case", "point"), CASES)
@pytest.mark.parametrize("objective", ["nodes", "bytes"])
def test_the_result_proves_the_same_and_is_not_larger(case, point, objective):
    certificate = example(case, point)
    result = minimise(certificate, objective=objective, seconds=600, nodes=150)
    report = check(result.certificate)
    assert report.claim == certificate.claim
    assert result.nodes == (check(certificate).states, report.states)
    assert result.bytes == (len(dump_certificate(certificate)), len(dump_certificate(result.certificate)))
    assert result.nodes[1] <= result.nodes[0]
    assert result.bytes[1] <= result.bytes[0]
    assert 0 < result.least <= result.size
    if objective == "nodes":
        # Patterns with the side to move may be needed, but are not counted in the bound.
        owned = [node for item in result.certificate.evidence for node in item.nodes if node.move is not None]
        assert result.nodes[1] < result.nodes[0] or result.least >= result.nodes[0] - len(owned)


@kernel
def test_more_nodes_give_smaller_certificates_than_those_of_the_certificate_alone():
    certificate = example("ex02", "r2c1")
    own = minimise(certificate, enlarge=False)
    more = minimise(certificate)
    assert own.optimal
    assert more.optimal
    assert own.nodes[0] > own.nodes[1] >= more.nodes[1]
    assert own.universe < more.universe
    short = minimise(certificate, objective="bytes", enlarge=False)
    shorter = minimise(certificate, objective="bytes", nodes=250)
    assert short.bytes[0] > short.bytes[1] > shorter.bytes[1]


def without(cover: Cover, gone: int) -> Cover:
    """What is left of a cover without a node."""
    if target_of(cover) != gone:
        return cover
    return cover._replace(target=CLOSED) if isinstance(cover, Answer) else CLOSED


@kernel
@pytest.mark.parametrize(("case", "point"), CASES)
def test_no_node_of_a_least_certificate_can_be_missing(case, point):
    certificate = minimise(example(case, point), enlarge=False, seconds=600).certificate
    (patterns,) = certificate.evidence
    assert isinstance(patterns, Patterns)
    for gone in range(1, len(patterns.nodes)):
        nodes = tuple(
            dataclasses.replace(
                node,
                after=without(node.after, gone),
                replies={move: without(to, gone) for move, to in node.replies.items()},
            )
            for node in patterns.nodes
        )
        altered = dataclasses.replace(certificate, evidence=(dataclasses.replace(patterns, nodes=nodes),))
        with pytest.raises(CertificateError):
            check(altered)


@kernel
@pytest.mark.parametrize(("case", "point"), [("ex01", "r1c2"), ("ex08", "r6c1")])
def test_no_state_of_a_least_strategy_can_be_missing(case, point):
    certificate = minimise(example(case, point, zones=False), enlarge=False, seconds=600).certificate
    (strategy,) = certificate.evidence
    assert isinstance(strategy, Strategy)
    for gone in strategy.nodes:
        nodes = {state: node for state, node in strategy.nodes.items() if state != gone}
        altered = dataclasses.replace(certificate, evidence=(dataclasses.replace(strategy, nodes=nodes),))
        with pytest.raises(CertificateError):
            check(altered)


@kernel
def test_every_proof_is_a_solution_of_the_graph_of_its_nodes():
    for case, point in CASES:
        (patterns,) = example(case, point).evidence
        assert isinstance(patterns, Patterns)
        loaded = load_case(case)
        arena = Arena(loaded.position, loaded.unit_at(point), PROPOSAL)
        gathered = PatternUniverse(arena, patterns.side, patterns.draw_wins)
        full = spelled(arena, patterns)
        for node in full.nodes:
            gathered.add(node.pattern)
        solution = find_least(gathered.graph(nothing), nothing, lambda bound: None)
        assert solution is not None
        assert len(solution.chosen) - 1 <= len(full.nodes)
        assert len(answered(arena, gathered.proof(solution)).nodes) <= len(patterns.nodes)


@kernel
def test_a_drawn_unit_keeps_both_of_its_proofs():
    points = "OO.OXX"
    black = sum(1 << p for p, sign in enumerate(points) if sign == "X")
    white = sum(1 << p for p, sign in enumerate(points) if sign == "O")
    position = Position(2, 3, black, white)
    ruleset = BOARD.with_values(end="two passes", cycle="draw")
    certificate = by_states(position, position.chain_at(0), ruleset)
    assert certificate is not None
    assert len(certificate.evidence) == 2
    result = minimise(certificate, seconds=600, nodes=20_000)
    assert check(result.certificate).claim == certificate.claim
    assert result.optimal
    assert len(result.certificate.evidence) == 2


@pytest.mark.parametrize("rules", ["japanese1989", "japanese1989-points"])
def test_proofs_of_games_that_remember_stay_proofs(rules):
    for verdict in judge("ex01", rules, prover="python").verdicts:
        assert verdict.certificate is not None
        result = minimise(verdict.certificate, seconds=600)
        assert check(result.certificate).claim == verdict.certificate.claim
        assert result.certificate.supports == verdict.certificate.supports
        assert result.optimal
        assert 0 < result.nodes[1] <= result.nodes[0]
        assert result.bytes[1] <= result.bytes[0]


def test_what_cannot_be_made_smaller_stays_as_it_is():
    position = Position(1, 5, 0b01110, 0)
    wall = Certificate(_claim(position, position.chain_at(1), PROPOSAL), ())
    result = minimise(wall)
    assert result.certificate == wall
    assert result.optimal
    board = Position(2, 3, 0b000010, 0b111100)  # .XO above OOO: the white unit is dead
    outcome = prove(Arena(board, board.chain_at(2), BOARD), prover="sat")
    assert outcome.certificate is not None
    assert isinstance(outcome.certificate.evidence[0], Refutation)
    result = minimise(outcome.certificate)
    assert result.certificate == outcome.certificate
    assert not result.optimal


def test_where_statics_decide_the_start_nothing_is_listed():
    position = Position(2, 5, 0b11111_01010, 0)
    ruleset = PROPOSAL.with_values(walls="assumed")
    arena = Arena(position, position.chain_at(1), ruleset)
    assert arena.settled(arena.start) == arena.owner
    strategy = Strategy(arena.owner, False, {arena.start: Node(PASS, 0, 0)})
    certificate = Certificate(_claim(position, position.chain_at(1), ruleset), (strategy,))
    result = minimise(certificate)
    assert result.nodes == (1, 0)
    assert result.optimal
    assert check(result.certificate).states == 0


def _claim(position, unit, ruleset):
    return Claim(position, unit, ruleset, Verdict.ALIVE)


# Limits


@kernel
def test_without_time_the_certificate_comes_back():
    certificate = example("ex01", "r1c2")
    result = minimise(certificate, seconds=1e-9)
    assert result.certificate == certificate
    assert result.stopped == "1e-09 seconds"
    assert not result.optimal


@kernel
def test_an_interruption_keeps_the_best_one_so_far():
    def interrupt(how: str) -> None:
        raise KeyboardInterrupt

    certificate = example("ex02", "r2c1")
    result = minimise(certificate, on_progress=interrupt)
    assert result.stopped == "interrupted"
    assert check(result.certificate).claim == certificate.claim
    assert result.nodes[1] < result.nodes[0]
    assert result.least <= result.nodes[1]


@kernel
def test_an_invalid_certificate_is_refused():
    certificate = example("ex01", "r1c2")
    (patterns,) = certificate.evidence
    assert isinstance(patterns, Patterns)
    broken = dataclasses.replace(patterns, nodes=patterns.nodes[:-1])
    with pytest.raises(CertificateError):
        minimise(dataclasses.replace(certificate, evidence=(broken,)))
