"""A plain socket at a table, for tests that are about something else."""

from __future__ import annotations

import json
from typing import Any

from websockets.sync.client import ClientConnection, connect

from server.running import Json, Person, Running


def socket_at(server: Running, person: Person | None = None, **more: Any) -> ClientConnection:
    """A connection to somebody's table; what nobody reads is kept, so that closing it never waits."""
    table = "nowhere" if person is None else person.table
    socket: ClientConnection = connect(
        f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket", max_queue=None, **more
    )
    return socket


def sit(socket: ClientConnection, person: Person, **more: Any) -> Json:
    """Say hello as somebody; gives the welcome."""
    hello = {"t": "hello", "protocol": 2, "tokens": [person.token], **more}
    socket.send(json.dumps(hello))
    return hear(socket, "welcome")


def hear(socket: ClientConnection, kind: str) -> Json:
    """The next message of a kind."""
    while True:
        message: Json = json.loads(socket.recv(10))
        if message["t"] == kind:
            return message
