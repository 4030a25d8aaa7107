"""Uvicorn's WebSocket, with a shorter way in and out.

ASGI hands every message through a queue to a task that has to be woken, and stops and starts reading from the
socket for it; its `send` is a coroutine. Here a message that comes in by itself, as nearly all do, is handed
over at once; several messages go out in one write; and whoever writes is told when a reader that was too slow
has caught up. All else (the handshake, pings, closing, messages in pieces, whatever is not allowed) is left
to uvicorn and the library behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.utils import apply_mask

EXTENSION = "trailmix.wire"
"""The name under which ASGI's scope holds the wire of a connection."""

WHOLE_TEXT = 0x81
"""The first byte of a text message in one frame (RFC 6455, 5.2)."""
MASKED = 0x80
MASK_BYTES = 4


class Wire(WebSocketsSansIOProtocol):
    """One WebSocket."""

    hear: Callable[[str], None] | None = None
    """Called with messages that come in by themselves; the others, and all until it is set, are ASGI's."""
    caught_up: Callable[[], None] | None = None
    """Called when a slow reader has taken what was written."""
    _between_frames = True
    """Has the library been given whole frames only? Else it waits for the rest of one."""
    _held_back = False

    async def run_asgi(self) -> None:
        """Show the application the wire itself."""
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
        await super().run_asgi()

    # --- in

    def data_received(self, data: bytes) -> None:
        """Hand over a message that came by itself."""
        # `frames` are those of a message in pieces: nothing else may come between them.
        if self.hear is not None and self._between_frames and not self.frames:
            message = _message(data) if len(data) <= self.config.ws_max_size else None
            if message is not None:
                self.hear(message)
                return
        if self.handshake_initiated:
            self._between_frames = self._between_frames and _are_whole(data)
        super().data_received(data)

    def hold_back(self) -> None:
        """Leave what comes in where it is: whoever hears it is behind."""
        if not self._held_back:
            self._held_back = True
            self.transport.pause_reading()

    def let_in(self) -> None:
        """Take in again what was held back."""
        if self._held_back:
            self._held_back = False
            self.transport.resume_reading()

    # --- out

    def resume_writing(self) -> None:
        """The reader has caught up."""
        super().resume_writing()
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
            parts += (_head(len(message)), message)
        self.transport.write(b"".join(parts))


def _span(data: bytes, begin: int = 0) -> tuple[int, int]:
    """Where what a client's frame carries begins and ends, its mask before it; beyond the data if unknown."""
    unknown = len(data) + 1
    if len(data) < begin + 2:
        return unknown, unknown
    size, at = data[begin + 1] & ~MASKED, begin + 2
    if size > 125:
        width = 2 if size == 126 else 8
        size, at = int.from_bytes(data[at : at + width], "big"), at + width
        if len(data) < at:
            return unknown, unknown
    at += MASK_BYTES
    return at, at + size


def _message(data: bytes) -> str | None:
    """The text message that the data are, None if they are something else, or less, or more."""
    if data[0] != WHOLE_TEXT or len(data) < 2 or not data[1] & MASKED:
        return None
    begin, end = _span(data)
    if end != len(data):
        return None
    try:
        return apply_mask(data[begin:end], data[begin - MASK_BYTES : begin]).decode()
    except UnicodeDecodeError:
        return None


def _are_whole(data: bytes) -> bool:
    """Are the data whole frames? Those that are not masked end the connection anyway."""
    end = 0
    while end < len(data):
        _, end = _span(data, end)
    return end == len(data)


def _head(size: int) -> bytes:
    """The head of a frame: final, text, and its length (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
