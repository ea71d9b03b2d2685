"""Who may ask for what: checked before anything else looks at a request.

A page of another site that the same browser shows can send requests to this server too. It is kept out by
the name in the Host header (which it cannot choose, even if its own name is made to point here), by the
Origin header, and by Fetch Metadata; a body is taken as JSON only, which no form can send.
"""

import json
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from verifier.serve.settings import Settings

__all__ = ["HEADERS", "Guard"]

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
        " manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""On every answer."""

_LOCAL = ("localhost", "127.0.0.1", "::1")


class Guard:
    """Lets through what this server's own page may ask, and puts :data:`HEADERS` on every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._bytes = settings.request_bytes
        named = {settings.host.lower(), *(name.lower() for name in settings.names)}
        self._names = named | set(_LOCAL) if settings.local else named
        self._anywhere = settings.host in ("0.0.0.0", "::")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        fault = self._fault(scope, headers)
        if fault is not None:
            await _refuse(guarded, *fault)
            return
        await self._app(scope, receive, guarded)

    def _fault(self, scope: Scope, headers: dict[str, list[str]]) -> tuple[int, str] | None:
        hosts = headers.get("host", [])
        if len(hosts) != 1 or not self._is_here(scope, hosts[0]):
            return 421, "this server does not answer under that name; see --name"
        if any(origin != f"http://{hosts[0]}" for origin in headers.get("origin", [])):
            return 403, "pages of other sites may not ask"
        if any(site not in ("same-origin", "none") for site in headers.get("sec-fetch-site", [])):
            # A link from elsewhere may open the page itself, which then asks on its own account.
            opens = headers.get("sec-fetch-mode") == ["navigate"] and scope["path"] == "/"
            if not opens:
                return 403, "pages of other sites may not ask"
        if scope["method"] not in ("GET", "HEAD", "POST", "DELETE"):
            return 405, "the methods are GET, HEAD, POST and DELETE"
        if scope["method"] == "POST":
            if headers.get("content-type", [""])[0].split(";")[0].strip().lower() != "application/json":
                return 415, "send application/json"
            length = headers.get("content-length", ["0"])[0]
            if not (length.isascii() and length.isdigit() and len(length) < 20) or int(length) > self._bytes:
                return 413, f"a request may have {self._bytes // 1024} KiB at most"
        if len(scope.get("query_string", b"")) > 2000 or len(scope["path"]) > 500:
            return 414, "the address is too long"
        return None

    def _is_here(self, scope: Scope, host: str) -> bool:
        """Whether *host* is a name of this server, with the port that it listens on."""
        try:
            split = urlsplit(f"//{host}")
            name, port = split.hostname, split.port
        except ValueError:
            return False
        if name is None or split.path or split.query or split.fragment or "@" in host:
            return False
        server = scope.get("server") or ("", None)
        if (port or 80) != server[1]:
            return False
        if name in self._names:
            return True
        # An address in numbers cannot be made to point elsewhere, so the one that was reached is fine.
        return self._anywhere and (name in _LOCAL or name == server[0])


async def _refuse(send: Send, status: int, message: str) -> None:
    body = json.dumps({"error": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    # The rest of a refused request is not read, so the connection cannot be used again.
    headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
