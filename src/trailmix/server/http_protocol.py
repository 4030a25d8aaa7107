"""Uvicorn's HTTP, which reads no further than it answers, and does not wait for ever.

Its reader written in C takes in all that a client asks ahead, thousands of requests in one read. This one,
`h11`, takes one request at a time and leaves the rest to the network. What it would still let a client do
without end is ended here: a head or a body that never comes, a read that holds more than can be gone through
in a moment, a body without end or in pieces of nothing.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from trailmix.server.admission import Admission

READ_AT_ONCE = 8192
"""So many bytes of HTTP are read before others have their turn."""
LONGEST_HEAD = 16_384
MOST_HEADERS = 100
MOST_PIECES = 1000
"""So many pieces a body may come in: its chunks, each cut where a read ends. That is more than we take of it,
for the sender of one that is too large to be told so, and not cut off."""


class HttpConnection(asyncio.BufferedProtocol):
    """Lets a connection in, if there is room, and reads a little at a time; `HttpProtocol` does all else."""

    def __init__(self, admission: Admission, **given: Any) -> None:
        self._admission = admission
        self._given = given
        self._inside: HttpProtocol | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come: there is room for them, or they are gone before any work is done."""
        if not self._admission.admit(transport):
            transport.abort()
            return
        self._buffer = memoryview(bytearray(READ_AT_ONCE))
        self._inside = HttpProtocol(self._admission, **self._given)
        self._inside.connection_made(transport)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where to read to."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """So much has been read."""
        if self._inside is not None:
            self._inside.data_received(bytes(self._buffer[:nbytes]))

    def eof_received(self) -> None:
        """The other side says no more: that is the end of the connection."""

    def connection_lost(self, exc: Exception | None) -> None:
        """They have left."""
        if self._inside is not None:
            self._inside.connection_lost(exc)

    def pause_writing(self) -> None:
        """They read slowly."""
        if self._inside is not None:
            self._inside.pause_writing()

    def resume_writing(self) -> None:
        """They have caught up."""
        if self._inside is not None:
            self._inside.resume_writing()


class BoundedReader(h11.Connection):
    """Reads requests; those of too many headers, or with a body in too many pieces, are none."""

    _pieces = 0

    def next_event(self) -> Any:
        """What has come in, as far as it is whole."""
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
    """One connection over HTTP, one request after the other, each of which has a deadline to come by."""

    _deadline: asyncio.TimerHandle | None = None
    _stage: tuple[object, object] | None = None
    """Which request the deadline is for, and which part of it."""

    def __init__(self, admission: Admission, **given: Any) -> None:
        super().__init__(**given)
        self._admission = admission
        limits = admission.config
        self.conn = BoundedReader(h11.SERVER, LONGEST_HEAD)
        self._seconds = {h11.IDLE: limits.head_seconds, h11.SEND_BODY: limits.body_seconds}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """From now on a request is expected."""
        super().connection_made(transport)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """There is room for another."""
        self._admission.release(self.transport)
        self._forget_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request, or of its body."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._set_deadline()

    def on_response_complete(self) -> None:
        """A request has its answer: the next one is expected."""
        super().on_response_complete()
        self._set_deadline()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on a `Wire` has the connection."""
        self._forget_deadline()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """What came in cannot be read. Who was answering hears that nobody listens any more."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # an answer has begun: uvicorn would fail to begin another
            self.transport.abort()

    def _set_deadline(self) -> None:
        """A deadline for what is expected now, unless it was expected before. None while we answer."""
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
