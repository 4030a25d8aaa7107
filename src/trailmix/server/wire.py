"""Uvicorn's WebSocket, with a way to write to it at once.

ASGI's `send` is a coroutine: a task would have to be woken for every message. Here several messages go out in
one write, and whoever writes is told when a reader that was too slow has caught up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "trailmix.wire"
"""The name under which ASGI's scope holds the wire of a connection."""


class Wire(WebSocketsSansIOProtocol):
    """One WebSocket."""

    caught_up: Callable[[], None] | None = None
    """Called when a slow reader has taken what was written."""

    async def run_asgi(self) -> None:
        """Show the application the wire itself."""
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
        await super().run_asgi()

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


def _head(size: int) -> bytes:
    """The head of a frame: final, text, and its length (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
