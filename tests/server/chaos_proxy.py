"""A bad network: a proxy that drops, delays, doubles, swaps and cuts WebSocket messages, as it is told."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Literal, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import WebSocketException

Fate = Literal["pass", "drop", "late", "double", "swap", "cut"]
Way = Literal["up", "down"]
LATE_SECONDS = 0.05
Connection = ServerConnection | ClientConnection


class ChaosProxy:
    """Passes messages on between clients and a server; `fates` says what becomes of the next ones.

    When no fate is left for a way, it is honest.
    """

    def __init__(self, address: str) -> None:
        self.target = address.replace("http", "ws", 1)
        self.fates: dict[Way, deque[Fate]] = {"up": deque(), "down": deque()}
        self._server: Server | None = None
        self._pairs: set[tuple[Connection, Connection]] = set()
        self._late: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await serve(
            self._serve, "127.0.0.1", 0, compression=None, max_size=None, ping_interval=None, close_timeout=1
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self.cut()
        self._server.close()
        await self._server.wait_closed()
        await asyncio.gather(*self._late)

    @property
    def address(self) -> str:
        """Where clients find it."""
        assert self._server is not None
        return f"http://127.0.0.1:{next(iter(self._server.sockets)).getsockname()[1]}"

    def cut(self) -> None:
        """Cut every connection, without a word."""
        for pair in self._pairs:
            for connection in pair:
                connection.transport.abort()

    async def _serve(self, client: ServerConnection) -> None:
        with contextlib.suppress(WebSocketException, OSError):
            assert client.request is not None
            async with connect(
                self.target + client.request.path,
                compression=None,
                max_size=None,
                ping_interval=None,
                close_timeout=1,
            ) as server:
                self._pairs.add((client, server))
                try:
                    ways = [
                        asyncio.create_task(self._relay(client, server, "up")),
                        asyncio.create_task(self._relay(server, client, "down")),
                    ]
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    self._pairs.discard((client, server))
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)

    async def _relay(self, source: Connection, target: Connection, way: Way) -> None:
        held: list[str | bytes] = []
        async for message in source:
            fate = self.fates[way].popleft() if self.fates[way] else "pass"
            if fate == "cut":
                source.transport.abort()
                target.transport.abort()
                return
            if fate == "swap":
                held.append(message)
                continue
            if fate == "late":
                task = asyncio.create_task(self._pass_later(target, message))
                self._late.add(task)
                task.add_done_callback(self._late.discard)
                continue
            if fate != "drop":
                for each in [message, *([message] if fate == "double" else []), *held]:
                    await target.send(each)
                held.clear()

    @staticmethod
    async def _pass_later(target: Connection, message: str | bytes) -> None:
        await asyncio.sleep(LATE_SECONDS)
        with contextlib.suppress(WebSocketException):
            await target.send(message)
