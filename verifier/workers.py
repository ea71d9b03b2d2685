"""Independent tasks here, in processes of this machine, or by the workers of a dask cluster: the same code.

A task is a value that can be pickled, done by a function of the module level that is given a context and the
task. What it returns comes back here, where one process writes it down. A worker that dies loses nothing: its
task is given to another one.
"""

import contextlib
import dataclasses
import importlib
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from verifier.errors import InputError
from verifier.processes import Process, noted

__all__ = ["Again", "Crew", "LostError", "Workers", "cores"]

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 3
"""Tasks given out for each worker of a cluster: enough to keep it busy, few enough to hold the results of."""
_TRIES = 2
"""A task is given out so many times before it is blamed for the death of its workers."""
_PATIENCE = 20.0
"""So many seconds after Ctrl-C what the processes have found is waited for."""
_REPEAT = 0.5
"""Seconds until they are told once more, as a process that still begins does not listen."""

_INTERRUPT = -1


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class LostError(Exception):
    """All workers that were given a task died of it, or with it."""


class Again(Exception):  # noqa: N818 - no error: the task goes on elsewhere
    """The worker of a task died, and another one has it now."""


class Crew(Protocol):
    """Who does the tasks. What is done is put into the queue that the crew was made with, by its key."""

    room: int
    """How many tasks it should have at a time."""
    gathers: bool
    """Whether tasks in progress return what they have when they are interrupted."""

    def give(self, key: int, task: Any) -> None:
        """Have a task done."""

    def settle(self, key: int, done: Any) -> Any:
        """Return the result of what was put into the queue.

        Raises:
            Again: it is not done yet.
            LostError: its workers died.
        """

    def interrupt(self, key: int | None = None) -> None:
        """Have all tasks in progress, or one of them, return what they have, if the crew gathers."""

    def close(self) -> None:
        """End what is still being done."""


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
            self._client = _connect(cluster)
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
            return _Cluster(self._client, self._address, self.jobs, function, context, inbox)
        return _Processes(self.jobs, function, context, inbox) if self.jobs > 1 or apart else _Here(
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
            crew: Crew = _Here(function, context, inbox)
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

    def interrupt(self) -> None:
        """Ctrl-C: give out nothing more."""
        self.pressed = True
        self.inbox.put((_INTERRUPT, None))

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
        while len(self.given) + len(self.ready) < room:
            try:
                task = next(self.rest)
            except StopIteration:
                return
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


class _Here:
    """This process: a task is done when its result is asked for."""

    room, gathers = 1, False  # a task in progress here heard it itself

    def __init__(
        self, function: Callable[[Any, Any], Any], context: Any, inbox: "SimpleQueue[tuple[int, Any]]"
    ) -> None:
        self._function, self._context, self._inbox = function, context, inbox

    def give(self, key: int, task: Any) -> None:
        self._inbox.put((key, task))

    def settle(self, key: int, done: Any) -> Any:
        return self._function(self._context, done)

    def interrupt(self, key: int | None = None) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class _Processes:
    """One process for each job, so that one that dies takes nobody else's task with it."""

    def __init__(
        self,
        jobs: int,
        function: Callable[[Any, Any], Any],
        context: Any,
        inbox: "SimpleQueue[tuple[int, Any]]",
    ) -> None:
        self.room, self.gathers = jobs, True
        self._about, self._inbox = (function, context), inbox
        self._free: list[Process] = []
        self._busy: dict[int, tuple[Process, Any]] = {}
        self._line: deque[tuple[int, Any]] = deque()
        self._tries: dict[int, int] = {}

    def give(self, key: int, task: Any) -> None:
        self._line.append((key, task))
        self._hand_out()

    def _hand_out(self) -> None:
        while self._line and (self._free or len(self._busy) < self.room):
            key, task = self._line.popleft()
            process = self._free.pop() if self._free else Process(_begin, *self._about)
            try:
                future = process.submit(_do, task)
            except BrokenProcessPool:  # it died while it was idle, which is no task's fault
                process.close()
                self._line.appendleft((key, task))
                continue
            self._busy[key] = process, task
            future.add_done_callback(lambda done, key=key: self._inbox.put((key, done)))  # type: ignore[misc]

    def settle(self, key: int, done: Any) -> Any:
        process, task = self._busy.pop(key)
        try:
            result = done.result()
        except BrokenProcessPool:
            process.close()
            self._tries[key] = self._tries.get(key, 0) + 1
            if self._tries[key] >= _TRIES:
                del self._tries[key]
                self._hand_out()
                raise LostError("a worker process died, most likely for want of memory") from None
            self._line.appendleft((key, task))
            self._hand_out()
            raise Again from None
        except BaseException:
            self._free.append(process)
            raise
        self._tries.pop(key, None)
        self._free.append(process)
        self._hand_out()
        return result

    def interrupt(self, key: int | None = None) -> None:
        for number, (process, _) in self._busy.items():
            if key in (None, number):
                process.interrupt()

    def close(self) -> None:
        for process in [*self._free, *(process for process, _ in self._busy.values())]:
            process.close()


class _Cluster:
    """The workers of a dask cluster. The scheduler has a task of a worker that died done by another one."""

    def __init__(
        self,
        client: Any,
        address: str,
        jobs: int,
        function: Callable[[Any, Any], Any],
        context: Any,
        inbox: "SimpleQueue[tuple[int, Any]]",
    ) -> None:
        self.room, self.gathers = jobs * _AHEAD, False
        self._client, self._address, self._function = client, address, function
        self._context, self._inbox = context, inbox
        self._killed: Any = importlib.import_module("distributed").scheduler.KilledWorker
        self._given: dict[int, tuple[Any, Any]] = {}
        self._tries: dict[int, int] = {}
        self._share()

    def _share(self) -> None:
        context = self._context
        self._shared = (
            None if context is None else self._client.scatter(context, broadcast=True, hash=False)
        )

    def give(self, key: int, task: Any) -> None:
        try:
            future = self._client.submit(self._function, self._shared, task, pure=False)
        except Exception as error:
            raise self._gone() from error
        self._given[key] = future, task
        future.add_done_callback(lambda done: self._inbox.put((key, done)))

    def settle(self, key: int, done: Any) -> Any:
        if key not in self._given or self._given[key][0] is not done:
            raise Again  # it was given out once more since
        task = self._given.pop(key)[1]
        try:
            result = done.result()
        except self._killed:
            self._tries.pop(key, None)
            raise LostError("workers of the cluster died, most likely for want of memory") from None
        except CancelledError:
            # What it needed was lost with a worker; or the scheduler is.
            self._tries[key] = self._tries.get(key, 0) + 1
            if self._client.status != "running" or self._tries[key] > _TRIES:
                raise self._gone() from None
            self._share()
            self.give(key, task)
            raise Again from None
        self._tries.pop(key, None)
        return result

    def _gone(self) -> InputError:
        return InputError(
            f"--cluster {self._address}: the scheduler is gone; what is finished is kept: run the same"
            " command again"
        )

    def interrupt(self, key: int | None = None) -> None:
        """Do nothing: nobody can reach into a task of another machine."""

    def close(self) -> None:
        """Take back what nobody has begun."""
        futures = [future for future, _ in self._given.values()]
        if futures and self._client.status == "running":
            self._client.cancel(futures)


def _connect(address: str) -> Any:
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise InputError(
            "--cluster needs dask.distributed, which is not installed: pip install 'shikatsu[cluster]'"
        ) from None
    try:
        # A client that cannot even read its address complains once more when it is thrown away.
        importlib.import_module("distributed.comm.addressing").resolve_address(address)
        return distributed.Client(address, timeout=20, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        what = " ".join(str(error).split())[:100]
        raise InputError(f"--cluster {address}: no scheduler answers there ({what})") from None


_work: tuple[Callable[[Any, Any], Any], Any] | None = None


def _begin(function: Callable[[Any, Any], Any], context: Any) -> None:
    global _work
    _work = function, context


def _do(task: Any) -> Any:
    assert _work is not None
    function, context = _work
    return function(context, task)
