"""Deciding many units, in this process, in several, or on a cluster."""

import logging
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeAlias

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.search import Status
from verifier.workers import Workers

__all__ = ["Way", "decide_all"]

_LOGGER = logging.getLogger(__name__)

Way: TypeAlias = Callable[[Question], UnitVerdict]
"""A way to answer: :func:`decide` or :func:`prove_life`."""


def decide_all(
    questions: Sequence[Question],
    *,
    workers: Workers | None = None,
    way: Way = decide,
    on_start: Callable[[int], None] | None = None,
) -> Generator[tuple[int, UnitVerdict], None, None]:
    """Yield (index of the question, verdict) as the answers come, by *workers*; default: here.

    *way* is :func:`decide` or :func:`prove_life`.
    Here the questions are answered in order, and *on_start* is called with the index of each before it is
    searched. The work ends when the iterator is closed or interrupted; what was yielded before stays valid.
    A question whose workers die each time is unknown. Processes are new interpreters, so a script that asks
    for them needs the usual ``if __name__ == "__main__"`` guard.

    Raises:
        InputError: as :func:`decide`, or the cluster is gone.
    """
    workers = workers or Workers()
    tasks = list(enumerate(questions))
    started = (lambda task: on_start(task[0])) if on_start and (workers.here or len(tasks) < 2) else None
    for (index, _), verdict in workers.run(_decide, tasks, way, on_start=started, lost=_lost):
        _log(verdict)
        yield index, verdict


def _decide(way: Any, task: tuple[int, Question]) -> UnitVerdict:
    verdict: UnitVerdict = way(task[1])
    return verdict


def _log(verdict: UnitVerdict) -> None:
    outcome = verdict.outcome
    searched = f" ({outcome.prover}: {outcome.nodes} nodes, {outcome.seconds:.3f} s)" if outcome else ""
    _LOGGER.debug(
        "%s %s under %s: %s, %s%s",
        verdict.colour,
        verdict.name,
        verdict.question.ruleset.id,
        verdict.status.value,
        verdict.reason,
        searched,
    )


def _lost(task: tuple[int, Question]) -> UnitVerdict:
    reason = "limit: a worker process died, most likely for want of memory"
    return UnitVerdict(task[1], Status.UNKNOWN, reason, None, None)
