"""The server: uvicorn, with a protocol that shows slow clients the door."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from satchess.web.app import create_app
from satchess.web.security import network_of
from satchess.web.settings import Limits, Settings


def protocol_for(limits: Limits) -> type[H11Protocol]:
    """Return a protocol with limits of time and of connections.

    uvicorn waits for ever for the head of a request, and for a reader that does not read.
    """
    connections: Counter[str] = Counter()

    class Impatient(H11Protocol):
        """Closes what is too slow."""

        _client = ""
        _head: asyncio.TimerHandle | None = None
        _unread: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._client = network_of(str((transport.get_extra_info("peername") or ["unknown"])[0]))
            connections[self._client] += 1
            if (
                connections[self._client] > limits.client_connections
                or connections.total() > limits.connections
            ):
                transport.abort()
                return
            self._await_head()

        def connection_lost(self, exc: Exception | None) -> None:
            connections[self._client] -= 1
            if connections[self._client] <= 0:
                del connections[self._client]
            for timer in (self._head, self._unread):
                if timer is not None:
                    timer.cancel()
            super().connection_lost(exc)

        def handle_events(self) -> None:
            super().handle_events()
            if self.conn.their_state is h11.IDLE:
                if self.conn.trailing_data[0]:
                    self._await_head()  # a head has begun
            elif self._head is not None:
                self._head.cancel()
                self._head = None

        def _await_head(self) -> None:
            if self._head is None:
                self._head = self.loop.call_later(limits.head_seconds, self.transport.abort)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._unread = self.loop.call_later(limits.send_seconds, self.transport.abort)

        def resume_writing(self) -> None:
            if self._unread is not None:
                self._unread.cancel()
                self._unread = None
            super().resume_writing()

    return Impatient


def server_for(settings: Settings) -> uvicorn.Server:
    """Return a server that is ready to run."""
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        http=protocol_for(settings.limits),
        ws="none",
        lifespan="on",
        access_log=False,  # addresses hold what people ask
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=65_536,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
    )
    return uvicorn.Server(config)


def serve(settings: Settings, tell: Callable[[str], None] = lambda address: None) -> None:
    """Serve until a signal says to stop; `tell` the address once it is known."""
    server = server_for(settings)
    listening = server.config.bind_socket() if settings.port == 0 else None
    port = settings.port if listening is None else listening.getsockname()[1]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    tell(f"http://{host}:{port}")
    server.run([listening] if listening else None)
