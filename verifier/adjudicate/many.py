"""Deciding many units, in this process or in several."""

import contextlib
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeAlias

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.errors import InputError
from verifier.processes import Processes
from verifier.search import Status

__all__ = ["Way", "decide_all"]

Way: TypeAlias = Callable[[Question], UnitVerdict]
"""A way to answer: :func:`decide` or :func:`prove_life`."""


def decide_all(
    questions: Sequence[Question],
    *,
    jobs: int = 1,
    way: Way = decide,
    on_start: Callable[[int], None] | None = None,
) -> Generator[tuple[int, UnitVerdict], None, None]:
    """Yield (index of the question, verdict) as the answers come, with *jobs* processes.

    *way* is :func:`decide` or :func:`prove_life`.
    With one job the questions are answered here and in order, and *on_start* is called with the index
    of each before it is searched. The processes end when the iterator is closed or interrupted; what
    was yielded before stays valid. More than one job starts new interpreters, so a script that asks
    for them needs the usual ``if __name__ == "__main__"`` guard.

    Raises:
        InputError: as :func:`decide`, or *jobs* is less than 1.
    """
    if jobs < 1:
        raise InputError(f"jobs = {jobs}: at least one is needed")
    if jobs == 1 or len(questions) < 2:
        for index, question in enumerate(questions):
            if on_start:
                on_start(index)
            yield index, way(question)
        return
    yield from _in_processes(questions, way, min(jobs, len(questions)))


def _in_processes(
    questions: Sequence[Question], way: Way, jobs: int
) -> Generator[tuple[int, UnitVerdict], None, None]:
    with contextlib.closing(Processes(jobs)) as processes:
        pending = {processes.submit(way, question): index for index, question in enumerate(questions)}
        while pending:
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda item: pending[item]):
                index = pending.pop(future)
                yield index, _result(questions[index], future)


def _result(question: Question, future: Future[UnitVerdict]) -> UnitVerdict:
    try:
        return future.result()
    except BrokenProcessPool:
        reason = "limit: a worker process died, most likely for want of memory"
        return UnitVerdict(question, Status.UNKNOWN, reason, None, None)
