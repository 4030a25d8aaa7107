"""A yardstick for `server_load.py`: a server that does nothing but pass moves on, as lean as uvicorn allows.

    python benchmarks/bare_server.py DATABASE

It knows no game, checks nothing, protects nothing. It stores each move in SQLite with full syncs, grouped by
a thread as usual, acknowledges it, and sends both seats a ready-made text about as long as a view. How many
moves a second it takes says how fast the machine is in that hour.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import sys
from collections import defaultdict
from typing import Any

import msgspec
import uvicorn

MOVES, VIEW = 48, b'"' + b"x" * 2000 + b'"'
"""How many moves a match of Alpina with two has, and about what a seat is sent after each."""


class Said(msgspec.Struct):
    """What a client says."""

    t: str
    id: str = ""
    tokens: list[str] = []


class Bare:
    """The whole server, as an ASGI application."""

    def __init__(self, database: str) -> None:
        self.decode = msgspec.json.Decoder(Said).decode
        self.seats: dict[str, dict[int, Any]] = defaultdict(dict)
        self.moves: dict[str, int] = defaultdict(int)
        self.waiting: list[tuple[tuple[str, int, str], asyncio.Future[None]]] = []
        self.store = sqlite3.connect(database, check_same_thread=False, isolation_level=None)
        self.store.execute("PRAGMA journal_mode = WAL")
        self.store.execute("PRAGMA synchronous = FULL")
        self.store.execute(
            "CREATE TABLE moves (place TEXT, seq INTEGER, text TEXT, PRIMARY KEY (place, seq))"
        )
        self.writer: asyncio.Task[None] | None = None
        self.made = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """A request or a connection."""
        if scope["type"] == "http":
            await self.make_table(send)
        elif scope["type"] == "websocket":
            await self.converse(scope["path"], receive, send)

    async def make_table(self, send: Any) -> None:
        """A table has a name and two tokens."""
        self.made += 1
        body = json.dumps({"table": {"table": f"t{self.made}"}, "tokens": {"0": "0", "1": "1"}}).encode()
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [(b"content-length", b"%d" % len(body))],
            }
        )
        await send({"type": "http.response.body", "body": body})

    async def converse(self, table: str, receive: Any, send: Any) -> None:
        """Pass on what one seat sends, until it goes."""
        await receive()
        await send({"type": "websocket.accept"})
        seat = 0
        while (message := await receive())["type"] == "websocket.receive":
            said = self.decode(message.get("text") or message["bytes"])
            if said.t == "hello":
                seat = int(said.tokens[0])
                self.seats[table][seat] = send
                if len(self.seats[table]) == 2:
                    await self.show(table)
                continue
            await self.keep((table, self.moves[table] + 1, said.id))
            self.moves[table] += 1
            await send({"type": "websocket.send", "text": f'{{"t":"ack","id":"{said.id}"}}'})
            await self.show(table)

    async def show(self, table: str) -> None:
        """Send both seats what a view could be."""
        seq = self.moves[table]
        for seat, send in self.seats[table].items():
            legal = b'["a","b"]' if seq % 2 == seat and seq < MOVES else b"[]"
            text = b'{"t":"view","seq":%d,"view":%s,"legal":%s}' % (seq, VIEW, legal)
            await send({"type": "websocket.send", "text": text.decode()})

    async def keep(self, move: tuple[str, int, str]) -> None:
        """Store a move, with all others that come in while those before are being written."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((move, stored))
        if self.writer is None:
            self.writer = asyncio.create_task(self.write())
        await stored

    async def write(self) -> None:
        """Write what waits until nothing does."""
        while self.waiting:
            group, self.waiting = self.waiting, []
            await asyncio.to_thread(self.commit, [move for move, _ in group])
            for _, stored in group:
                if not stored.done():
                    stored.set_result(None)
        self.writer = None

    def commit(self, moves: list[tuple[str, int, str]]) -> None:
        """One transaction, one sync."""
        self.store.execute("BEGIN")
        self.store.executemany("INSERT INTO moves VALUES (?, ?, ?)", moves)
        self.store.execute("COMMIT")


def main() -> None:
    """Serve on a free port and say which."""
    listener = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"http://127.0.0.1:{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    config = uvicorn.Config(
        Bare(sys.argv[1]),
        ws="websockets-sansio",
        loop="uvloop",
        lifespan="off",
        log_level="error",
        ws_per_message_deflate=False,
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
