"""Requests to the explorer: the real application, its guard and its workers, without a socket.

An input is the text of a request: method and address, headers, an empty line, and the body.
"""

import asyncio
import atexit
import functools
import json
from typing import Any

from verifier.serve.app import Explorer
from verifier.serve.settings import Settings

__all__ = ["ask", "requests"]

_PORT = 8361
_JOBS = 3
"""Judgements that are let through; each starts a process."""


class _Running:
    """A running application, for as long as this process lives."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        limits = {"searches": 1, "waiting": 1, "unit_seconds": 0.05, "total_seconds": 1.0, "answer_seconds": 5.0}
        self.app = Explorer(Settings(port=_PORT, **limits)).guarded()
        self.events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.judged = 0
        self.loop.run_until_complete(self._begin())
        atexit.register(self._end)

    async def _begin(self) -> None:
        started = asyncio.Event()

        async def send(message: dict[str, Any]) -> None:
            assert message["type"] in ("lifespan.startup.complete", "lifespan.shutdown.complete"), message
            started.set()

        await self.events.put({"type": "lifespan.startup"})
        self.life = asyncio.ensure_future(self.app({"type": "lifespan"}, self.events.get, send))
        await asyncio.wait_for(started.wait(), 30)

    def _end(self) -> None:
        """Let the workers go."""
        self.loop.run_until_complete(self.events.put({"type": "lifespan.shutdown"}))
        self.loop.run_until_complete(asyncio.wait_for(self.life, 30))
        self.loop.close()

    async def ask(self, scope: dict[str, Any], body: bytes) -> tuple[int, bytes]:
        parts = [{"type": "http.request", "body": body, "more_body": False}]
        answer: dict[str, Any] = {"body": b""}

        async def receive() -> dict[str, Any]:
            return parts.pop() if parts else {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                answer["status"] = message["status"]
            else:
                answer["body"] += message.get("body", b"")

        await asyncio.wait_for(self.app(scope, receive, send), 9)
        return answer["status"], answer["body"]


@functools.cache
def _explorer() -> _Running:
    return _Running()


def ask(data: bytes) -> None:
    """Send one request; a server that fails answers 500 or not at all."""
    head, _, body = data.partition(b"\n\n")
    first, *lines = head.split(b"\n")
    words = first.split(b" ")
    method, target = [*words, b"/"][:2]
    path, _, query = target.partition(b"?")
    headers = [(name.strip().lower(), value.strip()) for name, _, value in (line.partition(b":") for line in lines)]
    explorer = _explorer()
    if path in (b"/api/judge", b"/api/audit", b"/api/problem", b"/api/changes"):
        explorer.judged += 1
        if explorer.judged > _JOBS:
            path = b"/api/read"
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": "",
        "method": method.decode("latin-1"), "path": path.decode("utf-8", "replace"), "raw_path": path,
        "query_string": query, "headers": headers, "server": ("127.0.0.1", _PORT), "client": ("127.0.0.1", 5),
    }  # fmt: skip
    status, answer = explorer.loop.run_until_complete(explorer.ask(scope, body))
    assert 200 <= status < 500, f"status {status}: {answer[:200]!r}"
    if status >= 400 and answer.startswith(b"{"):
        message = json.loads(answer)["error"]
        assert 0 < len(message) < 2001, f"a message of {len(message)} characters"


def requests() -> list[bytes]:
    """Requests that the page makes, and some that others make."""
    host = f"Host: 127.0.0.1:{_PORT}\n"
    posted = f"{host}Content-Type: application/json\nOrigin: http://127.0.0.1:{_PORT}\nSec-Fetch-Site: same-origin\n"

    def post(path: str, body: object) -> bytes:
        return f"POST {path} HTTP/1.1\n{posted}Content-Length: 99\n\n{json.dumps(body)}".encode()

    return [
        *(f"GET {path} HTTP/1.1\n{host}\n".encode() for path in ("/", "/app.js", "/api/jobs/x?after=0&wait=0", "/nowhere")),
        f"DELETE /api/jobs/x HTTP/1.1\n{host}\n".encode(),
        f"GET /api/jobs/x/0/0.json HTTP/1.1\n{host}\n".encode(),
        post("/api/read", {"case": "ex01"}),
        post("/api/read", {"text": ". X O\nX O .\n. . .\n"}),
        post("/api/read", {"text": "(;SZ[5]AB[aa];W[bb])", "game": 1, "move": 1}),
        post("/api/read", {"data": "KDtTWls1XSk="}),
        post("/api/judge", {"source": {"case": "ex02"}, "rules": ["proposal2012", "korean"], "seconds": 0.01}),
        post("/api/game", {"text": "(;SZ[5]RU[AGA]AB[aa];W[bb];AE[aa])"}),
        post("/api/audit", {"source": {"text": "(;SZ[2]RU[AGA]RE[B+1]AB[aa])"}, "dead": [0], "seconds": 0.01}),
        post("/api/problem", {"source": {"text": ". X O"}, "rules": ["aga"], "unit": 0, "first": "white", "seconds": 0.01}),
        post("/api/ruleset", {"text": 'schema = 1\nid = "a"\ntitle = "b"\nsource = "c"\nbase = "aga"\n'}),
        post("/api/jobs/x/0/0", {"moves": [1, -1, 3], "against": "black"}),
    ]


WORDS = (
    "Host: evil.example", "Host: localhost:8361", "Host: [::1]:8361", "Host: 127.0.0.1:99999999", "Origin: null", "POST ", "DELETE ", "PUT ",
    "/api/read", "/api/judge", "/api/game", "/api/audit", "/api/ruleset", "/api/jobs/", "/../", "%00", "%2e%2e/", "Content-Length: 99999999999", "Content-Length: " + "9" * 5000,
    "Content-Length: -1", "Content-Type: text/plain", "?after=" + "9" * 30, "Sec-Fetch-Site: cross-site", "proposal2012[ko=none]", '"text"',
    '"data"', '"rules"', "null", "1e999", '"\\ud800"', "[" * 3000, "\u0663",
)  # fmt: skip
"""What mutations put in."""
