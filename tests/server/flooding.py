"""Somebody who sends as much as the server takes, and somebody else who wants to be answered meanwhile."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import httpx

from server.running import Running

PATIENCE = 60.0
"""Seconds after which a test gives up; nothing here takes nearly as long unless something is wrong."""


def dial(server: Running, source: str = "127.0.0.1") -> socket.socket:
    """A bare connection, from an address of this machine."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0))


def shake_hands(server: Running, table: str = "nowhere") -> socket.socket:
    """A bare WebSocket."""
    line = dial(server)
    line.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\n".encode()
        + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += line.recv(1)
    assert b" 101 " in head
    return line


def pour(line: socket.socket, what: bytes, seconds: float = PATIENCE) -> int:
    """Send for so long, or until the line is cut; the number of bytes that were taken."""
    line.settimeout(1.0)
    view, sent, until = memoryview(what), 0, time.monotonic() + seconds
    with contextlib.suppress(ConnectionError):
        while sent < len(what) and time.monotonic() < until:
            with contextlib.suppress(TimeoutError):
                sent += line.send(view[sent : sent + (1 << 16)])
    return sent


def read_to_the_end(line: socket.socket) -> bytes:
    """All that comes until the server ends the connection, which it has to."""
    line.settimeout(PATIENCE)
    heard = bytearray()
    with contextlib.suppress(ConnectionError):
        while piece := line.recv(1 << 16):
            heard += piece
    return bytes(heard)


@contextlib.contextmanager
def somebody_else(server: Running) -> Iterator[None]:
    """While the block lasts, somebody asks again and again, and is answered each time and at its end."""
    answers: list[int] = []
    over = threading.Event()

    def ask() -> None:
        transport = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=transport, timeout=PATIENCE, trust_env=False) as http:
            while True:
                ending = over.is_set()
                answers.append(http.get(f"{server.address}/api/tables").status_code)
                if ending:
                    return
                over.wait(0.1)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield
    finally:
        over.set()
        asking.join(PATIENCE)
    assert not asking.is_alive() and answers and set(answers) == {200}, answers
