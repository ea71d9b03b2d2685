"""Independent tasks on all cores of this machine, or on a cluster, with the same code.

A task is a picklable value, done by a function of the module level that is given a context and the task. What
a task returns comes back here, where one process writes it down.
"""

import importlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from verifier.errors import InputError
from verifier.processes import Processes

__all__ = ["Workers", "cores"]

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 3
"""Tasks handed out for each worker: enough to keep it busy, few enough to hold the results of."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers:
    """Where tasks are done: here (one job), in processes, or by the workers of a dask cluster.

    Raises:
        InputError: the cluster cannot be reached, or dask.distributed is not installed.
    """

    def __init__(self, jobs: int, cluster: str | None = None) -> None:
        self.jobs, self._client = jobs, None
        if cluster is not None:
            self._client = _connect(cluster)
            self.jobs = max(1, sum(self._client.nthreads().values()))

    def close(self) -> None:
        """Leave the cluster."""
        if self._client is not None:
            self._client.close()

    def run(
        self, function: Callable[[Any, T], R], tasks: Sequence[T], context: Any = None
    ) -> Iterator[tuple[T, R]]:
        """Yield (task, result) as they are finished, in any order.

        Raises:
            InputError: a worker died.
        """
        if self._client is not None:
            yield from self._on_cluster(function, tasks, context)
        elif self.jobs == 1 or len(tasks) < 2:
            for task in tasks:
                yield task, function(context, task)
        else:
            yield from self._in_processes(function, tasks, context)

    def _in_processes(
        self, function: Callable[[Any, T], R], tasks: Sequence[T], context: Any
    ) -> Iterator[tuple[T, R]]:
        rest = iter(tasks)
        pending: dict[Future[Any], T] = {}
        processes = Processes(min(self.jobs, len(tasks)), _begin, function, context)
        try:
            while True:
                for task in rest:
                    pending[processes.submit(_do, task)] = task
                    if len(pending) >= self.jobs * _AHEAD:
                        break
                if not pending:
                    break
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    yield pending.pop(future), future.result()
        except BrokenProcessPool:
            raise InputError(
                "a worker process died, most likely for want of memory; what is finished is kept: run the"
                " same command again, with fewer --jobs"
            ) from None
        finally:
            processes.close()

    def _on_cluster(
        self, function: Callable[[Any, T], R], tasks: Sequence[T], context: Any
    ) -> Iterator[tuple[T, R]]:
        distributed: Any = importlib.import_module("distributed")
        client: Any = self._client
        shared = None if context is None else client.scatter(context, broadcast=True, hash=False)
        rest = iter(tasks)
        names: dict[Any, T] = {}

        def submit() -> Any:
            task = next(rest, None)
            if task is None:
                return None
            future = client.submit(function, shared, task, pure=False)
            names[future.key] = task
            return future

        first = [future for _ in range(self.jobs * _AHEAD) if (future := submit()) is not None]
        futures = distributed.as_completed(first, loop=client.loop)
        for future in futures:
            result = future.result()
            task = names.pop(future.key)
            more = submit()
            if more is not None:
                futures.add(more)
            yield task, result


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
