"""The addresses of the page and what each of them answers. docs/explorer.md lists them."""

import asyncio
import contextlib
import json
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from verifier.rules import builtin_names
from verifier.serve import requests
from verifier.serve.games import ANNOTATED, REPORT
from verifier.serve.guard import Guard
from verifier.serve.judgements import BusyError, Job, Judgements
from verifier.serve.processes import Desk, TooSlowError, WorkerError
from verifier.serve.settings import Settings
from verifier.serve.tasks import PROBLEM, certificate_name
from verifier.version import __version__

__all__ = ["Explorer"]

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_POLL = 20
"""Seconds that a question for news waits for some."""


class RefusalError(Exception):
    """An answer other than 200; the message is for the user."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Explorer:
    """The state of a running server and the handlers of its routes."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._files = _static_files()
        self._listing: bytes | None = None
        self._desk: Desk
        # An explanation may take many seconds, and moves are not to wait for it.
        self._explaining: Desk
        self._judgements: Judgements

    def guarded(self) -> ASGIApp:
        """The application, to be run once."""
        return Guard(self._application(), self._settings)

    async def close(self) -> None:
        """End all processes, so that every question that still waits is answered."""
        await self._judgements.close()
        await self._desk.close()
        await self._explaining.close()

    def _application(self) -> Starlette:
        json_routes: list[tuple[str, Callable[[Request], Awaitable[Response]], str]] = [
            ("/api/listing", self._list, "GET"),
            ("/api/read", self._read, "POST"),
            ("/api/game", self._game, "POST"),
            ("/api/ruleset", self._ruleset, "POST"),
            ("/api/rulesets/{name}.toml", self._ruleset_text, "GET"),
            ("/api/changes", self._changes, "POST"),
            ("/api/problem", self._problem, "POST"),
            ("/api/judge", self._judge, "POST"),
            ("/api/audit", self._audit, "POST"),
            ("/api/jobs/{job}", self._news, "GET"),
            ("/api/jobs/{job}", self._cancel, "DELETE"),
            (f"/api/jobs/{{job}}/{REPORT}", self._report, "GET"),
            (f"/api/jobs/{{job}}/{ANNOTATED}", self._report, "GET"),
            (f"/api/jobs/{{job}}/{PROBLEM}", self._report, "GET"),
            ("/api/jobs/{job}/{rules:int}/{unit:int}", self._argue, "POST"),
            ("/api/jobs/{job}/{rules:int}/{unit:int}", self._reason, "GET"),
            ("/api/jobs/{job}/{rules:int}/{unit:int}.json", self._certificate, "GET"),
        ]
        routes = [Route(path, _answering(handler), methods=[method]) for path, handler, method in json_routes]
        routes += [Route("/", self._file), Route("/{file}", self._file)]
        application = Starlette(routes=routes, lifespan=self._life)
        application.router.redirect_slashes = False
        return application

    @contextlib.asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        with tempfile.TemporaryDirectory(prefix="shikatsu-") as folder:
            self._desk = Desk(self._settings.answer_seconds)
            self._explaining = Desk(self._settings.answer_seconds)
            self._judgements = Judgements(self._settings, Path(folder))
            try:
                yield
            finally:
                await self.close()

    async def _file(self, request: Request) -> Response:
        found = self._files.get(request.path_params.get("file", "index.html"))
        if found is None:
            return JSONResponse({"error": "there is no such page"}, 404)
        content, kind = found
        return Response(content, media_type=kind, headers={"cache-control": "no-cache"})

    async def _list(self, _: Request) -> Response:
        """Cases, rulesets, and the limits of this server."""
        if self._listing is None:
            events = await self._desk.ask({"task": "listing"})
            settings = self._settings
            document = {
                "version": __version__,
                "cases": [event["case"] for event in events if "case" in event],
                "rulesets": [event["ruleset"] for event in events if "ruleset" in event],
                "axes": next(event["axes"] for event in events if "axes" in event),
                "unit_seconds": settings.unit_seconds,
                "board_seconds": settings.board_seconds,
                "request_bytes": settings.request_bytes,
            }
            self._listing = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
        return Response(self._listing, media_type="application/json")

    async def _read(self, request: Request) -> Response:
        """A position as it would be judged."""
        source = requests.source(await self._body(request))
        events = await self._desk.ask({"task": "read", **source})
        return JSONResponse(_only(events)["position"])

    async def _judge(self, request: Request) -> Response:
        """Take a judgement on; it is followed under the address that is returned."""
        return self._start("judge", requests.judgement(await self._body(request), self._settings))

    async def _game(self, request: Request) -> Response:
        """A game with its moves."""
        source = requests.source(await self._body(request))
        if "case" in source:
            raise requests.BadRequestError("give text or data")
        events = await self._desk.ask({"task": "record", **source})
        return JSONResponse(_only(events)["position"])

    async def _ruleset(self, request: Request) -> Response:
        """A ruleset of one's own, read and checked."""
        events = await self._desk.ask({"task": "ruleset", **requests.ruleset(await self._body(request))})
        return JSONResponse(_only(events)["ruleset"])

    async def _ruleset_text(self, request: Request) -> Response:
        """The file of a ruleset of the package."""
        name = request.path_params["name"]
        if name not in builtin_names():
            raise RefusalError(404, "there is no such ruleset")
        events = await self._desk.ask({"task": "text", "name": name})
        return JSONResponse({"text": _only(events)["text"]})

    async def _changes(self, request: Request) -> Response:
        """Take a comparison of two rulesets on all canonical examples on."""
        return self._start("changes", requests.changes(await self._body(request), self._settings))

    async def _problem(self, request: Request) -> Response:
        """Take a problem on; it is followed as a judgement is."""
        return self._start("problem", requests.problem(await self._body(request), self._settings))

    async def _audit(self, request: Request) -> Response:
        """Take an audit on; it is followed as a judgement is."""
        return self._start("audit", requests.audit(await self._body(request), self._settings))

    def _start(self, kind: str, task: dict[str, Any]) -> Response:
        try:
            job = self._judgements.start({"task": kind, **task})
        except BusyError as error:
            raise RefusalError(429, str(error)) from None
        return JSONResponse({"job": job.id}, 202)

    async def _news(self, request: Request) -> Response:
        """The events of a judgement from number *after* on.

        If there are none it waits up to *wait* seconds, but not if the state is another one than *state*.
        """
        job = self._job(request)
        after = requests.natural(request.query_params.get("after", "0"), "after")
        patience = requests.natural(request.query_params.get("wait", str(_POLL)), "wait")
        until = time.monotonic() + min(patience, _POLL)
        known = request.query_params.get("state", job.state)
        while (
            not job.over
            and job.state == known
            and len(job.events) <= after
            and (left := until - time.monotonic()) > 0
        ):
            job.asked = time.monotonic()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(job.changed.wait(), min(left, 2.0))
        job.asked = time.monotonic()
        news = {
            "state": job.state,
            "before": self._judgements.waiting_before(job),
            "seconds": round(time.monotonic() - job.began, 1) if job.began is not None else 0.0,
            "events": job.events[after:],
            "next": len(job.events),
        }
        return JSONResponse(news, headers={"cache-control": "no-store"})

    async def _cancel(self, request: Request) -> Response:
        job = self._job(request)
        await self._judgements.cancel(job)
        return JSONResponse({"state": job.state})

    async def _argue(self, request: Request) -> Response:
        """Where moves lead that are played against the proof of a unit."""
        path = self._proof(request)
        asked = requests.argument(await self._body(request))
        events = await self._desk.ask({"task": "answer", "path": str(path), **asked})
        return JSONResponse(_only(events)["argument"])

    async def _reason(self, request: Request) -> Response:
        """Why a unit lives or dies, at once instead of in its turn."""
        events = await self._explaining.ask({"task": "reason", "path": str(self._proof(request))})
        return JSONResponse(_only(events)["reason"])

    async def _certificate(self, request: Request) -> Response:
        path = self._proof(request)
        return FileResponse(path, media_type="application/json", filename=f"proof-{path.name}")

    async def _report(self, request: Request) -> Response:
        """The report of an audit, the annotated game, or the answer of a problem."""
        name = request.url.path.rpartition("/")[2]
        path = self._job(request).folder / name
        if not path.exists():
            raise RefusalError(404, "it did not come to its end, so there is no such file")
        kind = "text/html" if name == REPORT else "application/x-go-sgf"
        return FileResponse(path, media_type=f"{kind}; charset=utf-8", filename=name)

    def _job(self, request: Request) -> Job:
        job = self._judgements.get(request.path_params["job"])
        if job is None:
            raise RefusalError(404, "this judgement is not remembered any more; judge the position again")
        return job

    def _proof(self, request: Request) -> Path:
        parameters = request.path_params
        path = self._job(request).folder / certificate_name(parameters["rules"], parameters["unit"])
        if not path.exists():
            raise RefusalError(404, "there is no proof of this unit")
        return path

    async def _body(self, request: Request) -> dict[str, Any]:
        """The JSON object of a request, read within limits of size and time."""
        data = bytearray()
        try:
            async with asyncio.timeout(self._settings.answer_seconds):
                async for part in request.stream():
                    data += part
                    if len(data) > self._settings.request_bytes:
                        most = self._settings.request_bytes // 1024
                        raise RefusalError(413, f"a request may have {most} KiB at most")
        except TimeoutError:
            raise RefusalError(408, "the request took too long to arrive") from None
        return requests.body(bytes(data))


def _static_files() -> dict[str, tuple[bytes, str]]:
    folder = resources.files("verifier.serve") / "static"
    files = (file for file in folder.iterdir() if Path(file.name).suffix in _TYPES)
    return {file.name: (file.read_bytes(), _TYPES[Path(file.name).suffix]) for file in files}


def _only(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The one event of a short task, or its refusal."""
    first = events[0]
    if first["event"] == "refused":
        raise RefusalError(422, first["message"])
    return first


def _answering(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """The handler, with errors as one line of JSON."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except RefusalError as error:
            return _error(error.status, str(error))
        except requests.BadRequestError as error:
            return _error(400, str(error))
        except TooSlowError as error:
            return _error(503, str(error))
        except WorkerError as error:
            return _error(500, f"internal error: {error}")
        except ClientDisconnect:
            return Response(status_code=499)

    return answer


def _error(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status, headers={"connection": "close"})
