"""Limits hold: every long part of a search asks whether time is over, and every state that was asked for is used."""

import math

import pytest

from verifier.adjudicate import plan, staged, tries
from verifier.adjudicate.gains import Answer
from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.adjudicate.settlement import settlement
from verifier.adjudicate.staged import judge_board
from verifier.board import Position
from verifier.jobs.cases.case import load_case
from verifier.notation import parse_diagram
from verifier.play import arena_for
from verifier.proof import check
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, available_provers, prove
from verifier.search.native import prove_native
from verifier.search.native.frame import kernel

no_kernel = pytest.mark.skipif("native" not in available_provers(), reason="without the native kernel")
NO_TIME = 1e-9
SOON = 10
"""Looks at the clock after time is over: each game that is still tried asks once or twice."""


def corner(size):
    """A unit in the corner behind a wall; all the rest of the board is open to the wall."""
    rows = [["."] * size for _ in range(size)]
    for row, signs in ((-3, "OOOOO"), (-2, "XXXXO"), (-1, "...XO")):
        rows[row][:5] = signs
    return parse_diagram("\n".join(" ".join(row) for row in rows)).position


def wall_of(position):
    return position.chain_at(position.grid.size - 3 * position.cols)


@no_kernel
@pytest.mark.parametrize("size", [9, 19])
@pytest.mark.parametrize(
    "rules",
    [
        "proposal2012",
        "proposal2012[owner_threats=unlimited]",
        "proposal2012[cycle=draw,end=two passes]",
        "japanese1989",
        "spight",
    ],
)
def test_without_time_hardly_a_state_is_expanded(rules, size):
    position = corner(size)
    found = decide(Question(position, wall_of(position), load_ruleset(rules), Limits(seconds=NO_TIME)))
    assert found.status is Status.UNKNOWN
    assert found.outcome.nodes <= 12  # each of its games expands the start, and is over


def test_without_time_the_python_prover_expands_no_state():
    position = corner(9)
    limits = Limits(seconds=NO_TIME)
    found = decide(Question(position, wall_of(position), load_ruleset("proposal2012"), limits, "python"))
    assert (found.status, found.outcome.nodes) == (Status.UNKNOWN, 0)


@pytest.fixture
def slow_clock():
    """A second goes by from one look at the clock to the next."""
    kernel.set_clock(1.0)
    yield
    kernel.set_clock(0.0)


@no_kernel
@pytest.mark.parametrize(("case", "vertex"), [("ex03", 0), ("ex05", 0), ("ex22", 2)])
def test_wherever_time_ends_the_answer_is_true_or_unknown_and_comes_soon(slow_clock, case, vertex):
    """Limits of so many looks stop the search in all of its parts, fixpoints and the making of proofs among them."""
    position = load_case(case).position
    unit = list(position.units())[vertex]
    ruleset = load_ruleset("proposal2012")
    truth = prove(arena_for(position, unit, ruleset), limits=Limits(seconds=1e9)).status
    assert truth is not Status.UNKNOWN
    seen, seconds = set(), 1
    while Status.UNKNOWN in seen or not seen:
        counted = []
        arena = arena_for(position, unit, ruleset)
        outcome = prove_native(arena, Limits(seconds=seconds), counts=counted.append)
        assert outcome.status in (truth, Status.UNKNOWN)
        if outcome.certificate is not None:
            assert check(outcome.certificate).claim.verdict.value == truth.value
        else:
            assert outcome.limit == ("1 second" if seconds == 1 else f"{seconds} seconds")
        assert counted[0]["looks"] <= seconds * 9 / 8 + SOON
        seen = {outcome.status}
        seconds += max(1, seconds // 5)


@no_kernel
def test_the_clock_is_looked_at_for_each_state_and_in_fixpoints(slow_clock):
    counted = []
    position = corner(19)
    arena = arena_for(position, wall_of(position), load_ruleset("proposal2012"))
    outcome = prove_native(arena, Limits(nodes=60, seconds=1e9), counts=counted.append)
    assert counted[0]["looks"] > outcome.nodes


def test_a_report_on_a_board_asks_for_nothing_more_when_time_is_over():
    """The answers to each play alone would be some 100,000 positions."""
    position, asked = corner(19), []
    report = settlement(position, load_ruleset("japanese1989"), seconds=0.0, on_search=asked.append)
    assert asked == []
    assert report.settled is Answer.UNKNOWN
    assert report.filling.stopped
    assert {verdict.status for way in report.units for verdict in way.verdicts} == {Status.UNKNOWN}
    assert all(len(item.replies) == 1 for item in report.gains.exchanges)


OPEN = Position(6, 6, 1 << 7 | 1 << 22, 1 << 8 | 1 << 20)


@no_kernel
@pytest.mark.parametrize("nodes", [40, 150, 4000])
def test_an_audit_goes_on_until_the_limit_is_used_or_all_is_decided(monkeypatch, nodes):
    """With budgets a thousand times smaller than they are, to be quick."""
    for module in (plan, staged, tries):
        monkeypatch.setattr(module, "BUDGETS", (1, 5, 20))
    budgets, spent = {}, {}

    def watch(unit, budget):
        budgets.setdefault(unit, []).append(budget)
        spent[unit] = budget

    limits = Limits(nodes=nodes, seconds=600)
    judged = judge_board(parse_diagram_of(OPEN), load_ruleset("proposal2012"), limits=limits, on_start=watch)
    still = {unit for unit, status in judged.statuses.items() if status is Status.UNKNOWN}
    assert still or nodes > 1000
    assert all(spent[unit] == nodes for unit in still)
    assert all(told == sorted(set(told)) for told in budgets.values())


def parse_diagram_of(position):
    signs = ["X" if position.black >> p & 1 else "O" if position.white >> p & 1 else "." for p in range(36)]
    return parse_diagram("\n".join(" ".join(signs[row : row + 6]) for row in range(0, 36, 6)))


def test_a_clock_that_runs_out_between_two_looks_makes_no_negative_limit(monkeypatch):
    class Ticking:
        """A clock on which every look takes a second."""

        now = 0.0

        def monotonic(self):
            self.now += 1
            return self.now

    diagram = parse_diagram("X.O..\n.....\n..X..\n.O...\n.....\n")
    rules = load_ruleset("proposal2012[walls=independent]")
    for seconds in range(1, 80):
        monkeypatch.setattr(staged, "time", Ticking())
        judged = judge_board(diagram, rules, limits=Limits(nodes=20, seconds=seconds + 0.5, wall_nodes=5))
        assert len(judged.asked) == 4


@no_kernel
@pytest.mark.parametrize("limits", [Limits(seconds=math.inf), Limits(nodes=1 << 64, memory_mib=1 << 60)])
def test_there_may_be_no_limit(limits):
    position = parse_diagram("X . X\nX X X\n. X .\n").position
    (unit,) = position.units()
    verdict = decide(Question(position, unit, load_ruleset("proposal2012"), limits))
    again = parse_certificate(dump_certificate(verdict.certificate), "a certificate")
    assert check(again).claim.unit == unit
    assert again.about["limits"]["memory_mib"] == limits.memory_mib
