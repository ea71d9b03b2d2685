"""Independent tasks here, in processes of this machine, or by the workers of a dask cluster: the same code.

A task is a value that can be pickled, done by a function of the module level that is given a context and the
task. What it returns comes back here, where one process writes it down. A worker that dies loses nothing: its
task is given to another one (:mod:`verifier.crews`).
"""

import contextlib
import dataclasses
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from verifier.crews import Again, Cluster, Crew, Here, LostError, Processes, connected
from verifier.errors import InputError
from verifier.processes import noted

__all__ = ["Workers", "cores"]

T = TypeVar("T")
R = TypeVar("R")

_PATIENCE = 20.0
"""So many seconds after Ctrl-C what the processes have found is waited for."""
_REPEAT = 0.5
"""Seconds until they are told once more, as a process that still begins does not listen."""

_INTERRUPT = -1


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers:
    """Where tasks are done: here (one job), in processes, or by the workers of a dask cluster.

    Raises:
        InputError: the cluster cannot be reached, or dask.distributed is not installed.
    """

    def __init__(self, jobs: int = 1, cluster: str | None = None) -> None:
        if jobs < 1:
            raise InputError(f"jobs = {jobs}: at least one is needed")
        self.jobs, self._client, self._address = jobs, None, cluster or ""
        if cluster is not None:
            self._client = connected(cluster)
            self.jobs = max(1, sum(self._client.nthreads().values()))

    @property
    def here(self) -> bool:
        """Whether tasks are done in this process, in order."""
        return self._client is None and self.jobs == 1

    def close(self) -> None:
        """Leave the cluster."""
        if self._client is not None:
            self._client.close()

    def crew(
        self,
        function: Callable[[Any, Any], Any],
        context: Any,
        inbox: "SimpleQueue[tuple[int, Any]]",
        *,
        apart: bool = False,
    ) -> Crew:
        """Return who calls *function* with *context* and each task; (key, what is done) comes to *inbox*.

        *apart*: with one job, too, in a process of its own.
        """
        if self._client is not None:
            return Cluster(self._client, self._address, self.jobs, function, context, inbox)
        return Processes(self.jobs, function, context, inbox) if self.jobs > 1 or apart else Here(
            function, context, inbox
        )

    def run(
        self,
        function: Callable[[Any, T], R],
        tasks: Iterable[T],
        context: Any = None,
        *,
        in_order: bool = False,
        on_start: Callable[[T], object] | None = None,
        lost: Callable[[T], R] | None = None,
        gather: bool = False,
    ) -> Generator[tuple[T, R], None, None]:
        """Yield (task, result) as they are finished, in any order or in that of the tasks.

        *tasks* are asked for when there is room for them, so that there may be any number. *on_start* is
        called with each that is given out. *lost* makes the result of a task whose workers died each time.
        With *gather* Ctrl-C is let in between two results only; then tasks in progress are interrupted
        (:func:`verifier.processes.interruptible`), what they return is yielded, and KeyboardInterrupt raised.
        On a cluster nothing in progress can be interrupted, so nothing is gathered.

        Raises:
            InputError: all workers of a task died and there is no *lost*, or the cluster is gone.
            KeyboardInterrupt: Ctrl-C was pressed; what was yielded before stays valid.
        """
        inbox: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        if isinstance(tasks, Sequence) and len(tasks) < 2 and self._client is None:
            crew: Crew = Here(function, context, inbox)
        else:
            crew = self.crew(function, context, inbox)
        round_ = _Round(crew, inbox, iter(tasks), in_order, on_start, lost)
        with contextlib.closing(crew):
            if gather:
                with noted(round_.interrupt):
                    yield from round_.results()
                if round_.pressed:
                    raise KeyboardInterrupt
            else:
                yield from round_.results()


@dataclasses.dataclass(slots=True)
class _Round:
    """Tasks that go out to a crew, and results that come back."""

    crew: Crew
    inbox: "SimpleQueue[tuple[int, Any]]"
    rest: Iterator[Any]
    in_order: bool
    on_start: Callable[[Any], object] | None
    lost: Callable[[Any], Any] | None
    given: dict[int, Any] = dataclasses.field(default_factory=dict)
    ready: dict[int, tuple[Any, Any]] = dataclasses.field(default_factory=dict)
    number: int = 0
    told: int = 0
    pressed: bool = False
    asking: bool = False
    """Whether the next task is waited for, which may come late or never, as from a pipe."""

    def interrupt(self) -> None:
        """Ctrl-C: give out nothing more, and wait for no further task."""
        self.pressed = True
        self.inbox.put((_INTERRUPT, None))
        if self.asking:
            raise KeyboardInterrupt

    def results(self) -> Iterator[tuple[Any, Any]]:
        while not self.pressed:
            self.give()
            if not self.given:
                return
            key, done = self.inbox.get()
            if key != _INTERRUPT:
                yield from self.settled(key, done)
        if self.crew.gathers:
            yield from self.gathered()

    def give(self) -> None:
        """Give out tasks while there is room."""
        room = self.crew.room * (2 if self.in_order else 1)  # in order, others go on while one is waited for
        while not self.pressed and len(self.given) + len(self.ready) < room:
            try:
                self.asking = True
                task = next(self.rest)
            except StopIteration:
                return
            except KeyboardInterrupt:
                if not self.pressed:
                    raise
                return
            finally:
                self.asking = False
            if self.on_start:
                self.on_start(task)
            self.given[self.number] = task
            self.crew.give(self.number, task)
            self.number += 1

    def settled(self, key: int, done: Any) -> Iterator[tuple[Any, Any]]:
        """Yield what can be told now that a task is done."""
        try:
            result = self.crew.settle(key, done)
        except Again:
            return
        except LostError as loss:
            if self.lost is None:
                raise InputError(
                    f"{loss}; what is finished is kept: run the same command again, with fewer --jobs"
                ) from None
            result = self.lost(self.given[key])
        answer = self.given.pop(key), result
        if not self.in_order:
            yield answer
            return
        self.ready[key] = answer
        while self.told in self.ready:
            self.told += 1
            yield self.ready.pop(self.told - 1)

    def gathered(self) -> Iterator[tuple[Any, Any]]:
        """Interrupt what is in progress, and yield what it returns within a while."""
        deadline = time.monotonic() + _PATIENCE
        self.in_order = False
        yield from self.ready.values()
        while self.given and time.monotonic() < deadline:
            self.crew.interrupt()
            with contextlib.suppress(Empty):
                while self.given:
                    key, done = self.inbox.get(timeout=_REPEAT)
                    if key != _INTERRUPT:
                        yield from self.settled(key, done)
