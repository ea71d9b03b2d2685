"""Running the server: a socket, the protocol with its patience, and a clean end."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from verifier.errors import InputError
from verifier.serve.app import Explorer
from verifier.serve.settings import Settings

__all__ = ["address", "listen", "serve"]

_PATIENCE = 15.0
"""Seconds for the head of a request to arrive."""
_CONNECTIONS = 64


class _Protocol(H11Protocol):
    """Hangs up on those who never finish the head of a request."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait()
        elif self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(_PATIENCE, self.transport.close)


class _Server(uvicorn.Server):
    """Ends searches before it waits for the questions about them."""

    def __init__(self, config: uvicorn.Config, explorer: Explorer) -> None:
        super().__init__(config)
        self._explorer = explorer

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._explorer.close()
        await super().shutdown(sockets)


def listen(settings: Settings) -> socket.socket:
    """Return a listening socket.

    Raises:
        InputError: the address cannot be used.
    """
    try:
        infos = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, where = infos[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen(128)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{settings.host} port {settings.port}: cannot be listened on ({reason})") from None
    return listening


def address(settings: Settings, listening: socket.socket) -> str:
    """Return where the page is."""
    port = listening.getsockname()[1]
    host = "localhost" if settings.host in ("127.0.0.1", "::1", "0.0.0.0", "::") else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def serve(
    settings: Settings, listening: socket.socket, *, on_ready: Callable[[], None] | None = None
) -> None:
    """Serve until interrupted; then searches and processes have ended."""
    explorer = Explorer(settings)
    config = uvicorn.Config(
        explorer.guarded(),
        http=_Protocol,
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=_CONNECTIONS,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=16 * 1024,
        proxy_headers=False,
    )
    server = _Server(config, explorer)

    async def run() -> None:
        if on_ready is not None:
            on_ready()
        await server.serve(sockets=[listening])

    asyncio.run(run())
