"""The plain twin of `wire`: uvicorn's WebSocket as it is, and a connection that speaks ASGI and nothing else.

For whoever wants to do without the inside of uvicorn, by the setting `plain_sockets`, or has to, should a
newer one be different. It is slower, and some limits are wider. Messages are counted, not frames: pings and
the pieces of a message cost nothing, and a reader who takes nothing can have pongs pile up. Whoever is hung
up on is read for up to ten seconds more, in vain. Somebody who takes nothing is let go of, and then closed by
the system when it has waited as long again. A server that strangers can reach should not be set so, unless a
proxy in front counts frames.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from trailmix.server.connections.admission import Admission
from trailmix.server.security.limits import Bucket


class PlainProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, which says when it ends."""

    def __init__(self, admission: Admission, **given: Any) -> None:
        super().__init__(**given)
        self._admission = admission

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        self._admission.release(self.transport)
        super().connection_lost(exc)


class PlainWire:
    """What a `Connection` asks of a `Wire`, made of ASGI's `receive` and `send`."""

    hear: Callable[[str], None] | None = None
    """Never called: all messages come by `receive`."""
    caught_up: Callable[[], None] | None = None
    flooded: Callable[[], None] | None = None

    def __init__(
        self, receive: Any, send: Any, messages_per_second: float, take_for_address: Callable[[], bool]
    ) -> None:
        self._receive, self._send = receive, send
        self._take_for_address = take_for_address
        self._bucket = Bucket(messages_per_second)
        self._out: deque[dict[str, Any]] = deque()
        self._sending: asyncio.Task[None] | None = None
        self._ended = asyncio.get_running_loop().create_future()
        self._is_closing = False
        self.slow_since = math.inf

    # --- in

    async def receive(self) -> Any:
        """The next message, or that there will be none."""
        coming = asyncio.ensure_future(self._receive())
        await asyncio.wait((coming, self._ended), return_when=asyncio.FIRST_COMPLETED)
        if not coming.done():
            coming.cancel()
            return {"type": "websocket.disconnect", "code": 1006}
        message = coming.result()
        if message["type"] == "websocket.disconnect":
            self._end()
        elif not self._is_closing and not self._may_speak() and self.flooded is not None:
            self.flooded()
        return message

    def _may_speak(self) -> bool:
        return self._bucket.take() and self._take_for_address()

    def hold_back(self) -> None:
        """Nothing to do: no message is asked for before the last one is obeyed."""

    def let_in(self) -> None:
        """Nothing was held back."""

    # --- out

    @property
    def is_open(self) -> bool:
        """Can anything be written to it?"""
        return not self._is_closing and not self._ended.done()

    @property
    def is_waiting(self) -> bool:
        """Has the reader still to take what was written?"""
        return self._sending is not None

    def write(self, messages: Iterable[bytes]) -> None:
        """Send text messages, one after the other."""
        self._put(*({"type": "websocket.send", "text": message.decode()} for message in messages))

    def hang_up(self, code: int, reason: str) -> None:
        """Say why, and that nothing follows."""
        if self.is_open:
            self._is_closing = True
            self._put({"type": "websocket.close", "code": code, "reason": reason})

    def cut(self) -> None:
        """End the connection without a word."""
        self._end()

    def _put(self, *messages: dict[str, Any]) -> None:
        self._out.extend(messages)
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_all(), name="sending")

    async def _send_all(self) -> None:
        try:
            while self._out:
                self.slow_since = time.monotonic()
                await self._send(self._out.popleft())
        except OSError:  # they are gone
            self._end()
        finally:
            self._sending, self.slow_since = None, math.inf
        if self.is_open and self.caught_up is not None:
            self.caught_up()

    def _end(self) -> None:
        self._out.clear()
        if not self._ended.done():
            self._ended.set_result(None)
        if self._sending is not None and self._sending is not asyncio.current_task():
            self._sending.cancel()
