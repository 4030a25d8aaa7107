"""The headers of WebSocket frames, found and counted without reading the payload (RFC 6455, 5.2)."""

from __future__ import annotations

from collections.abc import Callable

FINAL = 0x80
OPCODE = 0x0F
CONTINUED = 0x0
FIRST_CONTROL = 0x8
"""Opcodes from here on are close, ping and pong, which may come between the pieces of a message."""
WHOLE_TEXT = 0x81
"""The first byte of a text message in one frame."""
MASKED = 0x80
MASK_BYTES = 4
MOST_PIECES = 100
"""So many frames may make up one message; clients that split messages at all split them into a few."""


def span(data: bytes, begin: int = 0) -> tuple[int, int] | None:
    """Where the payload of a client's frame begins and ends (the mask is before it); None if cut."""
    if len(data) < begin + 2:
        return None
    size, at = data[begin + 1] & ~MASKED, begin + 2
    if size > 125:
        width = 2 if size == 126 else 8
        size, at = int.from_bytes(data[at : at + width], "big"), at + width
    at += MASK_BYTES  # a client's frame without a mask ends the connection anyway
    return (at, at + size) if at <= len(data) else None


def header(size: int) -> bytes:
    """The header of a text message that we send in one frame."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


class FrameCounter:
    """Counts the frames in a stream, which the network may cut anywhere."""

    def __init__(self, take: Callable[[], bool]) -> None:
        self._take = take
        self._half_header = b""
        """What has arrived of a header that is not complete."""
        self._to_come = 0
        """Bytes of the present frame that have yet to arrive."""
        self._pieces = 0
        """Frames so far of the present message, if it comes in several."""

    @property
    def is_between(self) -> bool:
        """Does what has arrived so far end with the end of a frame?"""
        return not self._half_header and not self._to_come

    def walk(self, data: bytes) -> bool:
        """Call `take` for each frame that begins; False once it says so, or a message has too many pieces."""
        data, at = self._half_header + data, self._to_come
        while at < len(data):
            found = span(data, at)
            if found is None:
                self._half_header, self._to_come = data[at:], 0
                return True
            if not self._take() or not self._may_begin(data[at]):
                return False
            at = found[1]
        self._half_header, self._to_come = b"", at - len(data)
        return True

    def _may_begin(self, first: int) -> bool:
        """May a frame with this first byte begin?"""
        opcode = first & OPCODE
        if opcode >= FIRST_CONTROL:
            return True
        self._pieces = self._pieces + 1 if opcode == CONTINUED else 1
        if first & FINAL:
            self._pieces = 0
        return self._pieces <= MOST_PIECES
