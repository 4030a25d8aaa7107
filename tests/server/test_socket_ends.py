"""How sockets end: slow readers, those who say too much, those who leave, and a server that stops."""

from __future__ import annotations

import asyncio
import contextlib
import socket as sockets
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.client import (
    Client,
    Place,
    all_of,
    closing,
    hear,
    http_client,
    make_table,
    running,
    say,
    socket_of,
)
from server.running import QUICK, Running
from trailmix.server.messages.protocol import CLOSE_CODES

BOTH = pytest.mark.parametrize("plain", [False, True], ids=["wire", "plain"])
"""With our way in and out of uvicorn's sockets, and with ASGI's (the setting `plain_sockets`)."""


@BOTH
def test_slow_readers_delay_nobody(tmp_path: Path, plain: bool) -> None:
    """Others play whole matches while some take nothing; these are cut off, and memory stays bounded."""
    server = Running(tmp_path, send_seconds=1, plain_sockets=plain, **QUICK)

    async def body() -> None:
        before = server.open_sockets()
        await play_a_match(server)
        memory = server.memory()
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(3):
                await stall(server, (await make_table(server.address))[0], stack)
            for _ in range(3):
                await play_a_match(server)
            async with http_client() as http:
                while "trailmix_sockets 0.0" not in (await http.get(f"{server.address}/metrics")).text:
                    await asyncio.sleep(0.1)
            while server.open_sockets() > before:  # the system has let go of them, too
                await asyncio.sleep(0.1)
            assert server.memory() < memory + 30_000_000

    try:
        asyncio.run(asyncio.wait_for(body(), 90))  # a stalled one may take ten seconds to be let go
    finally:
        server.stop()
    assert '"trace"' not in server.log()


async def play_a_match(server: Running) -> None:
    """Two people and an onlooker, from the deal to the end."""
    clients = [Client(lambda: server.address, place) for place in await make_table(server.address)]
    async with running(*clients):
        await all_of(clients[:2], lambda player: player.let_play(100))
        await all_of(clients, lambda client: client.until(lambda c: c.over))


async def stall(server: Running, place: Place, stack: contextlib.AsyncExitStack) -> None:
    """Somebody who asks for view after view and reads none of them, until the server takes no more."""
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", server.port))
    socket = await connect(
        f"ws://127.0.0.1:{server.port}/api/tables/{place.table}/socket",
        sock=raw,
        compression=None,
        ping_interval=None,
    )
    stack.callback(socket.transport.abort)
    await say(socket, place.hello())
    await hear(socket, "view")
    socket.transport.pause_reading()
    with contextlib.suppress(TimeoutError, ConnectionClosed):
        while True:
            async with asyncio.timeout(0.5):
                await say(socket, place.hello(0))


@BOTH
def test_who_says_too_much_is_hung_up_on(tmp_path: Path, plain: bool) -> None:
    server = Running(tmp_path, messages_per_second=5, plain_sockets=plain)

    async def body() -> None:
        async with socket_of(server.address) as socket:
            for _ in range(10):
                await say(socket, {"t": "ping"})
                assert await hear(socket) == {"t": "pong", "seq": None}
            for _ in range(10):
                await say(socket, {"t": "ping"})
            assert (await closing(socket))[1] == CLOSE_CODES["too_many"]
        async with socket_of(server.address) as socket:  # and may come back
            await say(socket, {"t": "ping"})
            assert await hear(socket) == {"t": "pong", "seq": None}

    try:
        asyncio.run(body())
    finally:
        server.stop()
    assert '"trace"' not in server.log()


@BOTH
def test_who_leaves_makes_room(tmp_path: Path, plain: bool) -> None:
    server = Running(tmp_path, tcp_connections_per_address=3, plain_sockets=plain, **QUICK)

    async def body() -> None:
        for _ in range(12):
            async with socket_of(server.address) as socket:
                await say(socket, {"t": "ping"})
                await hear(socket)

    server.http.close()  # whose connections count as well
    try:
        asyncio.run(body())
    finally:
        server.stop()


@BOTH
def test_a_stopping_server_says_so(tmp_path: Path, plain: bool) -> None:
    server = Running(tmp_path, plain_sockets=plain)

    async def body() -> None:
        ann, *_ = await make_table(server.address)
        async with socket_of(server.address, ann) as socket, socket_of(server.address) as silent:
            await hear(socket, "view")
            code = asyncio.get_running_loop().run_in_executor(None, server.stop)
            assert (await closing(socket))[1] == 1012
            assert (await closing(silent))[1] == 1012
            await code

    asyncio.run(body())
    assert "the server has stopped" in msgspec.json.decode(server.log().splitlines()[-1])["message"]
    assert '"trace"' not in server.log()
