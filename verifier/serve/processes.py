"""Worker processes, as the server sees them: started, asked, and killed."""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any

from verifier.text import seconds

__all__ = ["Desk", "TooSlowError", "Worker", "WorkerError"]

Event = dict[str, Any]

_LINE = 64 * 1024 * 1024
"""The longest event: the board after each move of a long line."""


class WorkerError(RuntimeError):
    """The process ended, or reports a fault of the program; the message says what."""


def _same_package() -> dict[str, str]:
    """An environment in which a process imports what this one does, wherever it was started.

    Started in a checkout, it would else take the sources there, which have no kernel, for the package.
    """
    return os.environ | {"PYTHONPATH": os.pathsep.join(path or os.curdir for path in sys.path)}


class TooSlowError(WorkerError):
    """The time for an answer is over; the process was killed."""


class Worker:
    """One process. It does one task at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls) -> "Worker":
        """Start a process; it reads the package while the caller goes on."""
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "verifier.serve.worker",
                env=_same_package(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE,
            )
        )

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.returncode is None

    async def run(self, task: Mapping[str, Any]) -> AsyncIterator[Event]:
        """Yield the events of a task, the last one being *done* or *refused*.

        Raises:
            WorkerError: the process ended before that, or the program has a fault.
        """
        pipe, answers = self._process.stdin, self._process.stdout
        assert pipe is not None
        assert answers is not None
        try:
            pipe.write(json.dumps(task).encode() + b"\n")
            await pipe.drain()
            while line := await answers.readline():
                event: Event = json.loads(line)
                if event["event"] == "ready":
                    continue
                if event["event"] == "failed":
                    raise WorkerError(event["message"])
                yield event
                if event["event"] in ("done", "refused"):
                    return
        except (ConnectionError, ValueError) as error:
            raise WorkerError(f"the worker process is gone ({error})") from None
        raise WorkerError("the worker process ended, most likely for want of memory")

    async def kill(self) -> None:
        """End the process at once, whatever it does, and wait until it is gone."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


class Desk:
    """One process for short tasks, one after the other; it is replaced when it takes too long."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._worker: Worker | None = None
        self._busy: Worker | None = None
        self._lock = asyncio.Lock()
        self._closed = False

    async def ask(self, task: Mapping[str, Any]) -> list[Event]:
        """Return the events of a task.

        Raises:
            TooSlowError: it took longer than the time of this desk. Waiting for other tasks does not count,
                as nobody can help it that somebody else asked for something large.
            WorkerError: the process ended, or the program has a fault.
        """
        try:
            async with self._lock, asyncio.timeout(self._seconds):
                if self._closed:
                    raise WorkerError("the server is being ended")
                if self._worker is None or not self._worker.alive:
                    self._worker = await Worker.start()
                worker, self._worker = self._worker, None
                self._busy = worker
                try:
                    events = [event async for event in worker.run(task)]
                except BaseException:
                    await worker.kill()
                    raise
                finally:
                    self._busy = None
                self._worker = worker
                return events
        except TimeoutError:
            raise TooSlowError(f"no answer within {seconds(self._seconds)}") from None

    async def close(self) -> None:
        """End the process, in the middle of a task if there is one; tasks that wait are not begun."""
        self._closed = True
        for worker in (self._worker, self._busy):
            if worker is not None:
                await worker.kill()
