"""Uvicorn's HTTP, which reads no further than it answers, and does not wait for ever.

Uvicorn's parser in C parses all that a client sends ahead, thousands of requests in one read. `h11` parses
one request at a time and leaves the rest to the network. What it would still let a client do without end is
ended here: a head or a body that never comes, more in one read than can be parsed in a moment, a body that
goes on for ever or comes in chunks of next to nothing.

An answer goes out in pieces, each when the one before it has been taken. So a connection keeps a piece of it
at most; the rest is where the answer was made, and `Admission` counts it. Each piece has its own deadline:
somebody slow is given time for as long as they go on reading.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from trailmix.server.connections.admission import Admission

Message = Any
Application = Callable[..., Awaitable[None]]
"""As ASGI describes them; uvicorn keeps its types of them to itself."""

READ_AT_ONCE = 8192
"""So many bytes are read before other connections have their turn."""
LONGEST_HEAD = 16_384
MOST_HEADERS = 100
MOST_PIECES = 1000
"""A body may come in so many pieces: its chunks, each cut wherever a read ends. That is enough for a body
larger than we take, whose sender is then told so and not just cut off."""
PIECE_BYTES = 32_768
"""Of an answer so much is sent at a time."""


def drop_after(line: socket.socket, seconds: float) -> None:
    """Have the system drop a connection that takes nothing: it cannot even be told that it is closed."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * seconds))


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
    _stage: object = None
    """What the deadline is for: a part of a request, or a piece of an answer."""

    def __init__(self, admission: Admission, **given: Any) -> None:
        super().__init__(**given)
        self._admission = admission
        limits = admission.config
        self.conn = BoundedReader(h11.SERVER, LONGEST_HEAD)
        self._seconds = {h11.IDLE: limits.head_seconds, h11.SEND_BODY: limits.body_seconds}
        self._answer_seconds = limits.answer_seconds
        self.app = self._in_pieces(self.app)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # writing is paused whenever anything waits to be taken
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

    def pause_writing(self) -> None:
        """The client has not taken all of a piece."""
        super().pause_writing()
        self._set_deadline()

    def resume_writing(self) -> None:
        """The client has taken it."""
        super().resume_writing()
        self._set_deadline()

    def on_response_complete(self) -> None:
        """A request has been answered: expect the next one."""
        super().on_response_complete()
        self._set_deadline()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a `Wire`: this protocol expects nothing any more."""
        self._forget_deadline()
        self._seconds = {}
        self.transport.set_write_buffer_limits()
        drop_after(self.transport.get_extra_info("socket"), 2 * self._admission.config.send_seconds)
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

    def _in_pieces(self, app: Application) -> Application:
        """The application, whose answers are sent in pieces; too much that waits ends the connection."""

        async def answering(scope: Any, receive: Any, send: Any) -> None:
            heads: list[Message] = []

            async def send_in_pieces(message: Message) -> None:
                if message["type"] != "http.response.body":
                    heads.append(message)  # the body is there already, and is counted before anything waits
                    return
                body, goes_on = message["body"], message.get("more_body", False)
                counted = len(body) if len(body) > PIECE_BYTES else 0  # short answers always have room
                with self._admission.unsent(self.transport, counted) as has_room:
                    if not has_room:
                        self._give_up()
                    while heads:
                        await send(heads.pop())
                    for start in range(0, len(body) or 1, PIECE_BYTES):
                        end = start + PIECE_BYTES
                        more = goes_on or end < len(body)
                        await send({"type": message["type"], "body": body[start:end], "more_body": more})

            try:
                await app(scope, receive, send_in_pieces)
            except asyncio.CancelledError:  # the server stops, and has waited long enough
                self._give_up()

        return answering

    def _give_up(self) -> None:
        """What is being answered is not answered to the end."""
        self.cycle.disconnected = True
        self.transport.abort()

    def _set_deadline(self) -> None:
        """Set the deadline for what is expected now, unless it is set. There is none while we work."""
        taking = self.flow.write_paused
        stage = "taking" if taking else (self.conn.their_state, self.cycle)
        if stage == self._stage:
            return
        self._forget_deadline()
        self._stage = stage
        seconds = self._answer_seconds if taking else self._seconds.get(self.conn.their_state)
        if seconds is not None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
