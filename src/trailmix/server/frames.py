"""The heads of WebSocket frames: found and counted without reading what the frames carry (RFC 6455, 5.2)."""

from __future__ import annotations

from collections.abc import Callable

FINAL = 0x80
OPCODE = 0x0F
CONTINUED = 0x0
FIRST_CONTROL = 0x8
"""From here on: closing, pings and pongs, which may come between the pieces of a message."""
WHOLE_TEXT = 0x81
"""The first byte of a text message in one frame."""
MASKED = 0x80
MASK_BYTES = 4
MOST_PIECES = 100
"""So many frames may make up one message; those who cut messages at all cut them in a few."""


def span(data: bytes, begin: int = 0) -> tuple[int, int] | None:
    """Where what a client's frame carries begins and ends, its mask before it; None if the head is cut."""
    if len(data) < begin + 2:
        return None
    size, at = data[begin + 1] & ~MASKED, begin + 2
    if size > 125:
        width = 2 if size == 126 else 8
        size, at = int.from_bytes(data[at : at + width], "big"), at + width
    at += MASK_BYTES  # a frame of a client without one ends the connection anyway
    return (at, at + size) if at <= len(data) else None


def header(size: int) -> bytes:
    """The head of a frame of ours: final, text, and its length."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


class FrameCounter:
    """Walks along a stream of frames, which the network may cut anywhere."""

    def __init__(self, take: Callable[[], bool]) -> None:
        self._take = take
        self._beginning = b""
        """What there is of a head that is not all there."""
        self._to_come = 0
        """Bytes of the present frame that are still to come."""
        self._pieces = 0
        """Frames of the present message, if it comes in several."""

    @property
    def is_between(self) -> bool:
        """Has the stream been cut between two frames?"""
        return not self._beginning and not self._to_come

    def walk(self, data: bytes) -> bool:
        """Take one for each frame that begins; False as soon as that, or a message's pieces, are too many."""
        data, at = self._beginning + data, self._to_come
        while at < len(data):
            found = span(data, at)
            if found is None:
                self._beginning, self._to_come = data[at:], 0
                return True
            if not self._take() or not self._may_begin(data[at]):
                return False
            at = found[1]
        self._beginning, self._to_come = b"", at - len(data)
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
