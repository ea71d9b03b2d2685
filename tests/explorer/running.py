"""A server in a process of its own, and requests to it that are not tidied up by any library."""

import contextlib
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_NEVER = 600.0
"""So many seconds stand for ever: nothing is measured by them, but a test must end."""


class Server:
    """Where the server is, and ways to talk to it."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process, self.address = process, address
        self.port = int(re.search(r":(\d+)/", address)[1])

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, Any, dict[str, str]]:
        """Send one request; return status, parsed body and headers. A header of None is left out."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"Content-Type": "application/json"} if data is not None else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        with contextlib.closing(connection):
            connection.request(method, path, data, sent)
            answer = connection.getresponse()
            content = answer.read()
        kind = answer.headers.get("content-type", "")
        parsed = json.loads(content) if kind.startswith("application/json") else content
        return answer.status, parsed, {name.lower(): value for name, value in answer.headers.items()}

    def raw(self, data: bytes, seconds: float | None = None) -> bytes:
        """Send bytes as they are; return what comes back until the server hangs up.

        With *seconds* also if it is silent so long. Without, a server that never hangs up fails the test.
        """
        received = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds or _NEVER) as connection:
            connection.sendall(data)
            with contextlib.suppress(ConnectionResetError, *([TimeoutError] if seconds else [])):
                while part := connection.recv(65536):
                    received += part
        return received

    def judge(self, source: dict[str, Any], *rules: str, **more: Any) -> str:
        """Start a judgement and return its name."""
        status, answer, _ = self.ask("POST", "/api/judge", {"source": source, "rules": list(rules), **more})
        assert status == 202, answer
        return answer["job"]

    def follow(self, job: str, until: str = "over") -> dict[str, Any]:
        """Hear of a judgement until it is over, or until there is an event of that kind."""
        events: list[Any] = []
        deadline = time.monotonic() + _NEVER
        while time.monotonic() < deadline:
            status, news, _ = self.ask("GET", f"/api/jobs/{job}?after={len(events)}")
            assert status == 200, news
            events += news["events"]
            if news["state"] not in ("waiting", "running") or any(e["event"] == until for e in events):
                return {**news, "events": events}
        raise AssertionError("the judgement did not end")

    def workers(self) -> list[int]:
        """The processes that the server has started and that still run."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(number) for number in listed.split()]


@contextlib.contextmanager
def serving(*options: str) -> Iterator[Server]:
    """Run the command and end it as Ctrl-C does; then nothing that it started is left."""
    command = [sys.executable, "-P", "-m", "verifier", "serve", "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, process.stderr.read()
        yield Server(process, found[0])
    finally:
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert process.returncode == 0, errors
    assert "Traceback" not in errors, errors
