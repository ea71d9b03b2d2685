"""The judgements that pages asked for: waiting, running in a process each, or finished."""

import asyncio
import contextlib
import dataclasses
import logging
import secrets
import shutil
import time
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from verifier.serve.processes import Event, Worker, WorkerError
from verifier.serve.settings import Settings

__all__ = ["BusyError", "Job", "Judgements"]


class BusyError(RuntimeError):
    """So many judgements wait already that no more are taken."""


@dataclasses.dataclass(slots=True, eq=False)
class Job:
    """One judgement, and all that has been heard of it."""

    id: str
    task: dict[str, Any]
    folder: Path
    state: str = "waiting"
    """"waiting", "running", "done", "cancelled", "refused", "failed", "late" (out of time) or "abandoned"."""
    events: list[Event] = dataclasses.field(default_factory=list)
    changed: asyncio.Event = dataclasses.field(default_factory=asyncio.Event)
    asked: float = dataclasses.field(default_factory=time.monotonic)
    """When a page last asked about it."""
    began: float | None = None
    runner: asyncio.Task[None] | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more will be heard of it."""
        return self.state not in ("waiting", "running")

    def hear(self, event: Event) -> None:
        """Add an event and wake up whoever waits for one."""
        self.events.append(event)
        self.wake()

    def wake(self) -> None:
        """Wake up whoever waits for a change."""
        self.changed.set()
        self.changed = asyncio.Event()


class Judgements:
    """Starts, queues, ends and remembers jobs. Certificates are files in a folder for each job."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings, self._folder = settings, folder
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._places = asyncio.Semaphore(settings.searches)
        self._watch: asyncio.Task[None] | None = None

    def get(self, name: str) -> Job | None:
        """The job of that name, if it is still remembered."""
        return self._jobs.get(name)

    def waiting_before(self, job: Job) -> int:
        """How many jobs wait longer than this one."""
        waiting = [other for other in self._jobs.values() if other.state == "waiting"]
        return waiting.index(job) if job in waiting else 0

    def start(self, task: Mapping[str, Any]) -> Job:
        """Take a task on: a judgement or an audit.

        Raises:
            BusyError: too many wait already.
        """
        waiting = sum(job.state == "waiting" for job in self._jobs.values())
        if self._places.locked() and waiting >= self._settings.waiting:
            raise BusyError(f"{waiting} judgements wait already; cancel one, or try again later")
        name = secrets.token_urlsafe(12)
        folder = self._folder / name
        folder.mkdir()
        job = Job(name, {"task": "judge", "folder": str(folder), **task}, folder)
        self._jobs[name] = job
        job.runner = asyncio.create_task(self._run(job))
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._end_abandoned())
        self._forget()
        return job

    async def cancel(self, job: Job, state: str = "cancelled") -> None:
        """End a job now; what it found stays."""
        if job.over:
            return
        job.state = state
        if job.runner is not None:
            job.runner.cancel()
            await asyncio.wait([job.runner])
        job.wake()

    async def close(self) -> None:
        """End everything."""
        for job in list(self._jobs.values()):
            await self.cancel(job)
        if self._watch is not None:
            self._watch.cancel()

    async def _run(self, job: Job) -> None:
        try:
            async with self._places:
                job.state, job.began = "running", time.monotonic()
                job.wake()
                worker = await Worker.start()
                try:
                    async with asyncio.timeout(self._settings.total_seconds):
                        async for event in worker.run(job.task):
                            self._note(job, event)
                finally:
                    await asyncio.shield(worker.kill())
        except TimeoutError:
            self._end(job, "late")
        except WorkerError as error:
            job.hear({"event": "failed", "message": str(error)})
            self._end(job, "failed")
        except asyncio.CancelledError:
            self._end(job, "cancelled")
        except Exception as error:  # such as no room for another process
            logging.getLogger(__name__).exception("job %s", job.id)
            job.hear({"event": "failed", "message": f"the search could not be run ({error})"})
            self._end(job, "failed")

    def _note(self, job: Job, event: Event) -> None:
        event = {**event, "at": round(time.monotonic() - (job.began or 0.0), 2)}
        job.hear(event)
        if event["event"] in ("done", "refused"):
            self._end(job, event["event"])

    def _end(self, job: Job, state: str) -> None:
        if not job.over:
            job.state = state
        job.wake()
        self._forget()

    async def _end_abandoned(self) -> None:
        """End the jobs that no page asks about any more."""
        while any(not job.over for job in self._jobs.values()):
            await asyncio.sleep(min(5.0, self._settings.absent_seconds / 4))
            before = time.monotonic() - self._settings.absent_seconds
            for job in list(self._jobs.values()):
                if not job.over and job.asked < before:
                    await self.cancel(job, "abandoned")

    def _forget(self) -> None:
        """Drop the oldest finished jobs where there are too many or their certificates take too much room."""
        over = [job for job in self._jobs.values() if job.over]
        sizes = {job.id: _size(job.folder) for job in over}
        while over and (
            len(over) > self._settings.kept
            or (len(over) > 1 and sum(sizes.values()) > self._settings.proof_bytes)
        ):
            oldest = over.pop(0)
            del sizes[oldest.id], self._jobs[oldest.id]
            shutil.rmtree(oldest.folder, ignore_errors=True)


def _size(folder: Path) -> int:
    """The bytes of the files in a folder, some of which may vanish meanwhile."""
    size = 0
    for path in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):
            size += path.stat().st_size
    return size
