"""Tasks here, in processes and on a cluster: the same results, whichever worker dies."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from verifier.adjudicate.many import decide_all
from verifier.adjudicate.question import Question
from verifier.adjudicate.staged import judge_board
from verifier.errors import InputError
from verifier.jobs.cases.case import load_case
from verifier.jobs.compare.matrix import fill
from verifier.jobs.hunt.run import hunt
from verifier.jobs.hunt.statements import Statement
from verifier.jobs.hunt.where import space_of
from verifier.notation import parse_diagram
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.workers import Workers


def product(context, task):
    return context * task


def product_of_a_mortal(folder, task):
    """Kills its own worker when it is asked for the first time for a task from 3 on."""
    mark = Path(folder) / str(task)
    if task in (3, 4, 8) and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task * task


def always_dying(_, task):
    if task == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def failing(_, task):
    if task == 2:
        raise InputError("two is not to be used")
    return task


def pid(_, task):
    return os.getpid()


def slow(folder, task):
    (Path(folder) / f"{task}-{os.getpid()}").touch()
    time.sleep(0.05)
    return task


@contextlib.contextmanager
def cluster():
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as local:
        workers = Workers(1, local.scheduler_address)
        try:
            yield workers
        finally:
            workers.close()


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("in_order", [False, True])
def test_every_task_has_its_result(jobs, in_order):
    found = list(Workers(jobs).run(product, range(20), 3, in_order=in_order))
    assert sorted(found) == [(task, 3 * task) for task in range(20)]
    if in_order:
        assert found == sorted(found)


def test_tasks_are_asked_for_as_there_is_room():
    asked = []

    def endless():
        while True:
            asked.append(len(asked))
            yield asked[-1]

    for jobs in (1, 2):
        asked.clear()
        answers = Workers(jobs).run(product, endless(), 1)
        seen = [next(answers) for _ in range(5)]
        answers.close()
        assert len(asked) <= len(seen) + jobs


def test_a_process_that_dies_loses_nothing(tmp_path):
    found = list(Workers(2).run(product_of_a_mortal, range(12), str(tmp_path), in_order=True))
    assert found == [(task, task * task) for task in range(12)]
    assert len(list(tmp_path.iterdir())) == 3, "they did die"


def test_a_task_that_kills_its_workers_is_told_and_harms_no_other():
    found = dict(Workers(2).run(always_dying, range(6), lost=lambda task: f"{task} lost"))
    assert found == {0: 0, 1: 1, 2: "2 lost", 3: 3, 4: 4, 5: 5}
    with pytest.raises(InputError, match="a worker process died"):
        list(Workers(2).run(always_dying, range(6)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_task_raises_comes_out(jobs):
    with pytest.raises(InputError, match="two is not to be used"):
        list(Workers(jobs).run(failing, range(6)))


def test_a_cluster_that_loses_a_worker_does_all_of_it_once(tmp_path):
    with cluster() as workers:
        assert workers.jobs == 2
        found = []
        for task, result in workers.run(slow, range(60), str(tmp_path), in_order=True):
            assert task == result
            found.append(task)
            if len(found) == 10:
                victim = int(next(tmp_path.glob("5-*")).name.split("-")[1])
                os.kill(victim, signal.SIGKILL)
        pids = {file.name.split("-")[1] for file in tmp_path.iterdir()}
    assert found == list(range(60))
    assert len(pids) > 2 or str(victim) in pids


def test_a_hunt_and_a_comparison_say_the_same_on_a_cluster_that_loses_a_worker():
    rulesets = tuple(load_ruleset(name) for name in ("proposal2012", "japanese1989"))
    cases = [load_case("ex02"), load_case("ex09")]
    limits = Limits(nodes=20_000, seconds=30.0)
    space = space_of(points=5, least_side=1)

    def hunted(workers, on_position=None):
        found = hunt(
            Statement(rulesets), space, limits=limits, count=10**6, workers=workers, on_position=on_position
        )
        return found.tally.counts, sorted(found.tally.found), found.complete

    def compared(workers):
        matrix = fill(cases, rulesets, limits=limits, workers=workers)
        return {key: cell.known.status for key, cell in matrix.cells.items()}

    with cluster() as workers:
        victims = list(workers.run(pid, range(8)))
        seen = []

        def kill(lot, tally):
            seen.append(lot)
            if len(seen) == 20:
                os.kill(victims[0][1], signal.SIGKILL)

        assert hunted(workers, kill) == hunted(Workers(1)) == hunted(Workers(2))
        assert len(seen) > 20
        assert compared(workers) == compared(Workers(1))


def test_a_board_is_searched_by_a_cluster_that_loses_a_worker():
    """Either side lives by a territory of three lines, which takes longer than this process works alone."""
    walls = parse_diagram("\n".join(["........"] * 3 + ["XXXXXXXX", "OOOOOOOO"] + ["........"] * 3))
    limits, rules = Limits(seconds=120.0), load_ruleset("proposal2012")
    with cluster() as workers:
        victims = [process for _, process in workers.run(pid, range(8))]

        def kill(_):
            with contextlib.suppress(ProcessLookupError):
                os.kill(victims[0], signal.SIGKILL)

        found = judge_board(walls, rules, guess=[], limits=limits, workers=workers, on_verdict=kill)
    assert [verdict.status for verdict in found.verdicts] == [Status.ALIVE, Status.ALIVE]


def test_units_are_decided_though_a_process_dies():
    case = load_case("ex02")
    rules = load_ruleset("proposal2012")
    questions = [Question(case.position, unit, rules, Limits(), "auto") for unit in case.units]
    here = {index: verdict.status for index, verdict in decide_all(questions)}
    there = {}
    for index, verdict in decide_all(questions, workers=Workers(2)):
        there[index] = verdict.status
        for child in multiprocessing.active_children() if len(there) == 1 else ():
            os.kill(child.pid, signal.SIGKILL)
    assert there == here


def test_on_a_cluster_too_a_deadly_task_harms_no_other():
    # Its defaults have to be there before one of them is set: they would leave with it.
    pytest.importorskip("distributed", reason="dask.distributed is not installed")
    dask = pytest.importorskip("dask")
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}), cluster() as workers:
        found = dict(workers.run(always_dying, range(6), lost=lambda task: f"{task} lost"))
    assert found.keys() == set(range(6))
    assert found[2] == "2 lost"
    assert all(found[task] in (task, f"{task} lost") for task in found)


def test_a_scheduler_that_goes_away_is_one_clear_line(tmp_path):
    pytest.importorskip("distributed", reason="dask.distributed is not installed")
    code = (
        "import sys, distributed\n"
        "if __name__ == '__main__':\n"
        "    local = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=':0')\n"
        "    print(local.scheduler_address, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    script = tmp_path / "local.py"
    script.write_text(code)
    pipes = {"stdout": subprocess.PIPE, "stdin": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen([sys.executable, str(script)], env=environment, text=True, **pipes) as local:
        workers = Workers(1, local.stdout.readline().strip())
        answers = workers.run(slow, range(400), str(tmp_path))
        seen = [next(answers) for _ in range(4)]
        local.kill()
        with pytest.raises(InputError, match="the scheduler is gone"):
            seen += list(answers)
        assert 4 <= len(seen) < 400
        workers.close()


def test_ctrl_c_ends_the_wait_for_a_task_that_does_not_come():
    """As from a pipe that somebody keeps open."""
    reading, writing = os.pipe()

    def tasks():
        yield 1
        with os.fdopen(reading, encoding="ascii") as pipe:
            yield from pipe

    late = threading.Timer(20, os.close, [writing])  # whoever goes on waiting fails
    here = threading.main_thread().ident
    pressing = threading.Timer(0.3, signal.pthread_kill, [here, signal.SIGINT])
    late.start()
    pressing.start()
    begun, results = time.monotonic(), []
    with pytest.raises(KeyboardInterrupt):
        results += Workers().run(product, tasks(), 3, gather=True)
    assert time.monotonic() - begun < 15
    late.cancel()
    late.join()
    os.close(writing)
