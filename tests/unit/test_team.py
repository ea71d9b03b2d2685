"""One board searched by several processes: the same verdicts, whatever becomes of a process."""

import multiprocessing
import os
import signal
import time

import pytest

from verifier.adjudicate.plan import NEAR, Attempt, Kind
from verifier.adjudicate.question import Question
from verifier.adjudicate.searching import Search
from verifier.adjudicate.staged import judge_board
from verifier.adjudicate.team import Team
from verifier.board import Colour
from verifier.errors import Interrupted
from verifier.notation import parse_diagram
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, available_provers
from verifier.workers import Workers

pytestmark = pytest.mark.skipif("native" not in available_provers(), reason="without the native kernel")

WALLS = parse_diagram("\n".join(["........"] * 3 + ["XXXXXXXX", "OOOOOOOO"] + ["........"] * 3))
"""Either side lives by a territory of three lines, which takes longer than one process works by itself."""
LARGE = parse_diagram("\n".join(["........."] * 5 + ["XXXXXXXXX", "OOOOOOOOO"] + ["........."] * 5))
"""Territories that no search gets to the end of."""
RULES = load_ruleset("proposal2012")
LIMITS = Limits(seconds=120.0)
MOST = 2_000_000


def children():
    return multiprocessing.active_children()


def gone(patience=10.0):
    end = time.monotonic() + patience
    while children() and time.monotonic() < end:
        time.sleep(0.05)
    return not children()


def judged(diagram=WALLS, **more):
    return judge_board(diagram, RULES, guess=[], limits=LIMITS, workers=Workers(2), **more)


def whole(unit, states=MOST):
    """A search of all of a board, for a minute at most."""
    position = LARGE.position
    question = Question(position, unit, RULES, Limits(nodes=states, seconds=60.0))
    attempt = Attempt.of(Colour.BLACK, Kind.WHOLE, position.grid.full, position.grid.size, NEAR, 6, MOST)
    return Search(question, attempt, MOST)


def results(team, needless=lambda _: False):
    return [(asked.question.unit, found) for asked, found in team.results(needless)]


def test_several_processes_prove_what_one_does():
    working = []
    found = judged(on_verdict=lambda verdict: working.append(len(children())))
    assert [verdict.status for verdict in found.verdicts] == [Status.ALIVE, Status.ALIVE]
    assert max(working) == 2
    for verdict in found.verdicts:
        assert check(verdict.certificate).claim.unit == verdict.unit
    assert gone()


def test_a_process_that_dies_takes_no_verdict_with_it():
    killed = []

    def kill(_):
        if not killed:
            killed.extend(child.pid for child in children())
            for process in killed:
                os.kill(process, signal.SIGKILL)

    found = judged(on_verdict=kill)
    assert killed
    assert [verdict.status for verdict in found.verdicts] == [Status.ALIVE, Status.ALIVE]


def test_an_interrupt_ends_the_processes_and_says_what_is_open():
    def interrupt(*_):
        if children():
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stop:
        judged(LARGE, on_start=interrupt)
    assert set(stop.value.result.statuses.values()) == {Status.UNKNOWN}
    assert gone()


def test_a_search_that_is_needless_is_told_to_end():
    first, second = LARGE.position.units()
    team = Team(Workers(2))
    try:
        assert results(team) == []
        team.give(whole(first))
        assert team.room
        team.give(whole(second, states=1))
        assert not team.room
        assert dict(team.busy) == {first: 1, second: 1}
        [(unit, found)] = results(team)
        assert (unit, found.verdict, found.interrupted) == (second, None, False)
        asked_again = time.monotonic()
        [(unit, found)] = results(team, lambda asked: asked.question.unit == first)
        assert (unit, found.verdict, found.interrupted) == (first, None, True)
        assert time.monotonic() - asked_again < 30.0
        assert not team.busy
    finally:
        team.close()


def test_a_search_that_kills_each_process_is_undecided():
    first, _ = LARGE.position.units()
    team = Team(Workers(2))
    try:
        team.give(whole(first))
        ended = []
        while not ended:
            for child in children():
                os.kill(child.pid, signal.SIGKILL)
            ended = results(team)
        [(unit, found)] = ended
        assert (unit, found.verdict, found.spent) == (first, None, MOST)
    finally:
        team.close()
