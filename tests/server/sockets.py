"""A plain socket at a table, for tests that are about something else."""

from __future__ import annotations

import json
from typing import Any

from websockets.sync.client import ClientConnection, connect

from server.running import Json, Person, Running


def socket_at(server: Running, **more: Any) -> ClientConnection:
    """A connection; what nobody reads is kept, so that closing it never waits."""
    socket: ClientConnection = connect(f"ws://127.0.0.1:{server.port}/api/socket", max_queue=None, **more)
    return socket


def sit(socket: ClientConnection, person: Person, **more: Any) -> Json:
    """Say hello as somebody; gives the welcome."""
    hello = {"t": "hello", "protocol": 1, "table": person.table, "tokens": [person.token], **more}
    socket.send(json.dumps(hello))
    return hear(socket, "welcome")


def hear(socket: ClientConnection, kind: str) -> Json:
    """The next message of a kind."""
    while True:
        message: Json = json.loads(socket.recv(10))
        if message["t"] == kind:
            return message
