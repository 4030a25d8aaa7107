"""Uvicorn's HTTP, which reads no further than it answers, and does not wait for ever.

Uvicorn's parser in C parses all that a client sends ahead, thousands of requests in one read. `h11` parses
one request at a time and leaves the rest to the network. What it would still let a client do without end is
ended here: a head or a body that never comes, more in one read than can be parsed in a moment, a body that
goes on for ever or comes in chunks of next to nothing.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from trailmix.server.connections.admission import Admission

READ_AT_ONCE = 8192
"""So many bytes are read before other connections have their turn."""
LONGEST_HEAD = 16_384
MOST_HEADERS = 100
MOST_PIECES = 1000
"""A body may come in so many pieces: its chunks, each cut wherever a read ends. That is enough for a body
larger than we take, whose sender is then told so and not just cut off."""


class HttpConnection(asyncio.BufferedProtocol):
    """A connection: admitted if there is room, and read a little at a time. `HttpProtocol` does the rest."""

    def __init__(self, admission: Admission, **given: Any) -> None:
        self._admission = admission
        self._given = given
        self._protocol: HttpProtocol | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, or end it before any work is done."""
        if not self._admission.admit(transport):
            transport.abort()
            return
        self._buffer = memoryview(bytearray(READ_AT_ONCE))
        self._protocol = HttpProtocol(self._admission, **self._given)
        self._protocol.connection_made(transport)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where asyncio puts what it reads."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """So many bytes have been read."""
        if self._protocol is not None:
            self._protocol.data_received(bytes(self._buffer[:nbytes]))

    def eof_received(self) -> None:
        """The client sends no more: that is the end of the connection."""

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        if self._protocol is not None:
            self._protocol.connection_lost(exc)

    def pause_writing(self) -> None:
        """The client reads slowly."""
        if self._protocol is not None:
            self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """The client has caught up."""
        if self._protocol is not None:
            self._protocol.resume_writing()


class BoundedReader(h11.Connection):
    """Parses requests; too many headers, or a body in too many pieces, are errors of the client."""

    _pieces = 0

    def next_event(self) -> Any:
        """The next part of a request that is complete."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._pieces = 0
            if len(event.headers) > MOST_HEADERS:
                raise h11.RemoteProtocolError("too many headers", error_status_hint=431)
        elif isinstance(event, h11.Data):
            self._pieces += 1
            if self._pieces > MOST_PIECES:
                raise h11.RemoteProtocolError("too many pieces", error_status_hint=413)
        return event


class HttpProtocol(H11Protocol):
    """HTTP on one connection: one request after the other, each of which has to arrive in time."""

    _deadline: asyncio.TimerHandle | None = None
    _stage: tuple[object, object] | None = None
    """Which part of which request the deadline is for."""

    def __init__(self, admission: Admission, **given: Any) -> None:
        super().__init__(**given)
        self._admission = admission
        limits = admission.config
        self.conn = BoundedReader(h11.SERVER, LONGEST_HEAD)
        self._seconds = {h11.IDLE: limits.head_seconds, h11.SEND_BODY: limits.body_seconds}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a request."""
        super().connection_made(transport)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        self._admission.release(self.transport)
        self._forget_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Part of a request has arrived."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._set_deadline()

    def on_response_complete(self) -> None:
        """A request has been answered: expect the next one."""
        super().on_response_complete()
        self._set_deadline()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a `Wire`: this protocol expects nothing any more."""
        self._forget_deadline()
        self._seconds = {}
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """What has arrived cannot be parsed. Whatever was being answered is told that the client is gone."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # an answer has begun: uvicorn would fail to begin another
            self.transport.abort()

    def _set_deadline(self) -> None:
        """Set the deadline for what is expected now, unless it is set. There is none while we answer."""
        stage = self.conn.their_state, self.cycle
        if stage == self._stage:
            return
        self._forget_deadline()
        self._stage = stage
        seconds = self._seconds.get(self.conn.their_state)
        if seconds is not None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
