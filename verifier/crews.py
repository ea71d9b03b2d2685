"""Who does tasks: this process, processes of this machine, or the workers of a dask cluster.

A worker that dies loses nothing: its task is given to another one, and blamed only if that dies as well.
"""

import importlib
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from queue import SimpleQueue
from typing import Any, Protocol

from verifier.errors import InputError
from verifier.processes import Process

__all__ = ["Again", "Cluster", "Crew", "Here", "LostError", "Processes", "connected"]

_AHEAD = 3
"""Tasks given out for each worker of a cluster: enough to keep it busy, few enough to hold the results of."""
_TRIES = 2
"""A task is given out so many times before it is blamed for the death of its workers."""


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


class Here:
    """This process: a task is done when its result is asked for."""

    room, gathers = 1, False  # a task in progress here heard it itself

    def __init__(
        self, function: Callable[[Any, Any], Any], context: Any, inbox: "SimpleQueue[tuple[int, Any]]"
    ) -> None:
        self._function, self._context, self._inbox = function, context, inbox

    def give(self, key: int, task: Any) -> None:
        """See :class:`Crew`."""
        self._inbox.put((key, task))

    def settle(self, key: int, done: Any) -> Any:
        """See :class:`Crew`."""
        return self._function(self._context, done)

    def interrupt(self, key: int | None = None) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class Processes:
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
        """See :class:`Crew`."""
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
        """See :class:`Crew`."""
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
        """See :class:`Crew`."""
        for number, (process, _) in self._busy.items():
            if key in (None, number):
                process.interrupt()

    def close(self) -> None:
        """See :class:`Crew`."""
        for process in [*self._free, *(process for process, _ in self._busy.values())]:
            process.close()


class Cluster:
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
        """See :class:`Crew`."""
        try:
            future = self._client.submit(self._function, self._shared, task, pure=False)
        except Exception as error:
            raise self._gone() from error
        self._given[key] = future, task
        future.add_done_callback(lambda done: self._inbox.put((key, done)))

    def settle(self, key: int, done: Any) -> Any:
        """See :class:`Crew`."""
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


def connected(address: str) -> Any:
    """Return a client of the scheduler at that address.

    Raises:
        InputError: it cannot be reached, or dask.distributed is not installed.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise InputError(
            "--cluster needs dask.distributed, which is not installed: pip install '.[cluster]' in a checkout"
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
