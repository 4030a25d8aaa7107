"""Uvicorn's WebSocket, with a shorter way in and out, and with limits on what a client may send.

ASGI hands every message through a queue to a task that has to be woken, and stops and starts reading from the
socket for it; its `send` is a coroutine. Here a message that comes in by itself, as nearly all do, is handed
over at once; several messages go out in one write; and whoever writes is told when a reader that was too slow
has caught up. All else (the handshake, pings, messages in pieces, whatever is not allowed) is left to uvicorn
and the library behind it.

By themselves these answer any number of pings, keep any number of pieces of a message, and go on reading
after a close. So frames are counted before they get them, and nothing is read after we have hung up.

`plain_wire` does without all that, as far as it goes.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.utils import apply_mask

from trailmix.server.connections.admission import Admission
from trailmix.server.connections.frames import MASK_BYTES, MASKED, WHOLE_TEXT, FrameCounter, header, span
from trailmix.server.security.limits import Bucket

EXTENSION = "trailmix.wire"
"""The name under which ASGI's scope holds the wire of a connection."""

MOST_UNTAKEN = 1 << 20
"""So many bytes may wait for a client that sends pings and reads no pongs: far more than a table sends."""
MOST_AFTER_CLOSING = 4096
"""So many bytes are read, and thrown away, after we have hung up: a client's goodbye takes a few."""


class Wire(WebSocketsSansIOProtocol):
    """One WebSocket."""

    hear: Callable[[str], None] | None = None
    """Called with messages that come in by themselves; the others, and all until it is set, are ASGI's."""
    caught_up: Callable[[], None] | None = None
    """Called when a slow reader has taken what was written."""
    flooded: Callable[[], None] | None = None
    """Called when the client has sent too much, after which nothing is heard any more."""
    take_for_address: Callable[[], bool] | None = None
    """Counts a message against what all connections of an address may send together."""
    slow_since = math.inf
    """Since when a reader has been slow without catching up."""
    _held_back = False
    _is_deaf = False
    _thrown_away = 0

    def __init__(self, admission: Admission, **given: Any) -> None:
        super().__init__(**given)
        self._admission = admission
        self._bucket = Bucket(admission.config.messages_per_second)
        self._frames = FrameCounter(self._take)

    async def run_asgi(self) -> None:
        """Show the application the wire itself."""
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
        await super().run_asgi()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        self._admission.release(self.transport)
        super().connection_lost(exc)

    # --- in

    def data_received(self, data: bytes) -> None:
        """Hand over a message that came by itself; count what the library is to read."""
        if self._is_deaf:
            self._throw_away(data)
        elif not self.handshake_initiated:
            self._shake_hands(data)
        elif not self.handshake_complete:
            self.transport.abort()  # nobody may speak before the handshake is over
        # `frames` are those of a message in pieces: nothing else may come between them.
        elif self.hear is not None and not self.frames and (message := self._message(data)) is not None:
            if self._take():
                self.hear(message)
            else:
                self._stop_hearing()
        elif self._frames.walk(data):
            super().data_received(data)
            if self.transport.get_write_buffer_size() > MOST_UNTAKEN:
                self.transport.abort()
        else:
            self._stop_hearing()

    def _take(self) -> bool:
        """Count a frame against the limits of this connection and of its address."""
        return self._bucket.take() and (self.take_for_address is None or self.take_for_address())

    def _shake_hands(self, request: bytes) -> None:
        super().data_received(request)
        if not self.handshake_initiated:  # the library finds fault with it, which uvicorn does not notice
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def _message(self, data: bytes) -> str | None:
        """The text message that the data are, None if they are something else, or less, or more."""
        if not self._frames.is_between or len(data) > self.config.ws_max_size:
            return None
        return _whole_text(data)

    def _stop_hearing(self) -> None:
        """The client has sent too much: nothing is read any more, whatever happens next."""
        self._is_deaf = True
        self.transport.pause_reading()
        if self.flooded is None:
            self.transport.abort()
        else:
            self.flooded()

    def _throw_away(self, data: bytes) -> None:
        self._thrown_away += len(data)
        if self._thrown_away > MOST_AFTER_CLOSING:
            self.transport.pause_reading()

    def hold_back(self) -> None:
        """Leave what comes in where it is: whoever hears it is behind."""
        if not self._held_back:
            self._held_back = True
            self.transport.pause_reading()

    def let_in(self) -> None:
        """Take in again what was held back."""
        if self._held_back and not self._is_deaf:
            self._held_back = False
            self.transport.resume_reading()

    # --- out

    def pause_writing(self) -> None:
        """The reader is slow."""
        super().pause_writing()
        self.slow_since = time.monotonic()

    def resume_writing(self) -> None:
        """The reader has caught up."""
        super().resume_writing()
        self.slow_since = math.inf
        if self.caught_up is not None:
            self.caught_up()

    @property
    def is_open(self) -> bool:
        """Can anything be written to it?"""
        return not (self.close_sent or self.disconnected or self.transport.is_closing())

    @property
    def is_waiting(self) -> bool:
        """Has the reader still to take what was written?"""
        return not self.writable.is_set()

    def write(self, messages: Iterable[bytes]) -> None:
        """Write text messages, all at once, each in one frame: those of a server are not even masked."""
        parts: list[bytes] = []
        for message in messages:
            parts += (header(len(message)), message)
        self.transport.write(b"".join(parts))

    def cut(self) -> None:
        """End the connection without a word."""
        self.transport.abort()

    def hang_up(self, code: int, reason: str) -> None:
        """Say why, and that nothing follows. Then the client closes, or, if it takes too long, we do.

        Uvicorn would wait for the client to say goodbye, reading all that it says instead.
        """
        if not self.is_open:
            return
        self.conn.send_close(code, reason)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.write_eof()
        self.close_sent = True
        # Uvicorn leaves it open for as long as it has such a timer, and ends the timer with the connection.
        self.close_timer = self.loop.call_later(self._admission.config.send_seconds, self.transport.abort)
        if (self.read_paused or self._held_back) and not self._is_deaf:
            self.transport.resume_reading()
        self.read_paused, self._is_deaf = False, True


def _whole_text(data: bytes) -> str | None:
    """The text of a single frame that is a whole message, None if the data are anything else."""
    if data[0] != WHOLE_TEXT or len(data) < 2 or not data[1] & MASKED:
        return None
    found = span(data)
    if found is None or found[1] != len(data):
        return None
    begin, end = found
    try:
        return apply_mask(data[begin:end], data[begin - MASK_BYTES : begin]).decode()
    except UnicodeDecodeError:
        return None
