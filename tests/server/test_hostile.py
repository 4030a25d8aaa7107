"""Hostile messages by the hundred thousand: no error, no traceback, no growth, and a match plays on."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Iterator

import httpx
import pytest

from server.client import Client, Place, all_of, http_client, make_table, running
from server.hostile import HEALTHY, ODD, RawSocket, in_frames, messages
from server.running import QUICK, Running

WARMING, MESSAGES, SOCKETS = 20_000, 80_000, 4
MOST_GROWTH = 15_000_000
LIMITS = {
    **QUICK,
    "messages_per_second": 10_000_000,
    "messages_per_second_per_address": 10_000_000,
    "requests_per_second": 1_000_000,
    "queue_length": 1_000_000,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that does not limit anybody, so that limits hide nothing."""
    running = Running(tmp_path_factory.mktemp("hostile"), **LIMITS)
    yield running
    running.stop()


def nothing_went_wrong(server: Running) -> None:
    assert server.process.poll() is None
    for line in server.log_lines():
        assert line["level"] in ("info", "debug"), line


async def flood(server: Running, place: Place, seed: str, number: int) -> int:
    """Send so many, reading all the while; the number of answers."""
    socket = await RawSocket.open(server.port, place)
    answers = asyncio.create_task(socket.until(f'"ack","id":"{seed}"'.encode()))
    for text in itertools.islice(messages(seed), number):
        await socket.send(text.encode())
    await socket.send(f'{{"t":"chat","id":"{seed}","text":"the end"}}'.encode())
    count = await answers
    await socket.close()
    return count


def test_a_hundred_thousand_messages(server: Running) -> None:
    async def round_of(number: int, name: str) -> None:
        places = [(await make_table(server.address))[k % 2] for k in range(SOCKETS)]
        players = [Client(lambda: server.address, place) for place in (await make_table(server.address))[:2]]
        async with running(*players):
            await all_of(players, lambda player: player.let_play(100))
            floods = (
                flood(server, place, f"{name} {k}", number // SOCKETS) for k, place in enumerate(places)
            )
            answers = await asyncio.gather(*floods)
            await all_of(players, lambda player: player.until(lambda p: p.over))
        assert sum(answers) >= number, "some message was not answered"

    async def body() -> None:
        await round_of(WARMING, "warming")
        memory = server.memory()
        await round_of(MESSAGES, "hostile")
        assert server.memory() < memory + MOST_GROWTH

    asyncio.run(body())
    nothing_went_wrong(server)


@pytest.mark.parametrize(
    ("payload", "opcode", "code"),
    [
        (b"\xff\xfe\xfa", 1, 1007),
        (b'{"t":"ping"}\xed\xa0\x80', 1, 1007),
        (b"x" * 70_000, 1, 1009),
        (b"x", 3, 1002),
        (b"x", 0, 1002),
        (b"x" * 200, 9, 1002),
    ],
)
def test_frames_that_are_none(server: Running, payload: bytes, opcode: int, code: int) -> None:
    async def body() -> None:
        ann, *_ = await make_table(server.address)
        for _ in range(20):
            socket = await RawSocket.open(server.port, ann)
            await socket.send(payload, opcode)
            assert await socket.close_code() == code
            await socket.close()

    asyncio.run(body())
    nothing_went_wrong(server)


@pytest.mark.parametrize("cut", [1, 7, 40, 131, 1000, 20_000])
def test_messages_are_heard_in_order_however_they_are_cut(server: Running, cut: int) -> None:
    """First each by itself; then as the network may cut them, some in several frames with a ping between."""
    chance = random.Random(cut)
    ids = [f"{cut} {n}" for n in range(60)]
    texts = [
        f'{{"t":"chat","id":"{name}","text":"{"x" * chance.choice((1, 90, 250))}"}}'.encode() for name in ids
    ]
    stream = b"".join(in_frames(text, in_pieces=chance.random() < 0.3) for text in texts[20:])

    async def acks(socket: RawSocket, wanted: list[str]) -> None:
        heard: list[str] = []
        while len(heard) < len(wanted):
            _, payload = await socket.receive()
            if payload.startswith(b'{"t":"ack"'):
                heard.append(json.loads(payload)["id"])
        assert heard == wanted

    async def body() -> None:
        ann, *_ = await make_table(server.address)
        socket = await RawSocket.open(server.port, ann)
        for name, text in zip(ids[:20], texts[:20], strict=True):
            await socket.send(text)
            await acks(socket, [name])
        for begin in range(0, len(stream), cut):
            socket.writer.write(stream[begin : begin + cut])
            await socket.writer.drain()
            await asyncio.sleep(0)
        await acks(socket, ids[20:])
        await socket.close()

    asyncio.run(body())
    nothing_went_wrong(server)


@pytest.mark.parametrize("size", [0, 1, 5000])
def test_binary_frames_are_no_messages(server: Running, size: int) -> None:
    async def body() -> None:
        ann, *_ = await make_table(server.address)
        socket = await RawSocket.open(server.port, ann)
        await socket.send(bytes(size), 2)
        await socket.until(b'"bad_message"')
        await socket.close()

    asyncio.run(body())
    nothing_went_wrong(server)


# --- over HTTP

PATHS = (
    *(
        "",
        "/join",
        "/leave",
        "/back",
        "/chairs",
        "/start",
        "/stand-in",
        "/token",
        "/rematch",
        "/mute",
        "/view",
    ),
    *(
        "/fixed",
        "/log",
        "/moves",
        "/undo",
        "/chat",
        "/replay",
        "/verify",
        "/nothing",
        "/../..",
        "/%00",
        "/%ff",
    ),
)
WHERE = ("/api/tables/{}", "/api/tables/%F0%9F%8F%94{}", "/api/tables{}", "/api/{}", "/verify/{}", "/{}")
QUERIES = (
    "",
    "?since=-2",
    "?since=1e9",
    "?since=" + "9" * 30,
    "?limit=0",
    "?wait=NaN",
    "?wait=inf",
    "?a=%zz&since=3",
)


KINDS = ("application/json", "text/plain", "application/x-msgpack", "multipart/form-data", "x")


async def one_request(http: httpx.AsyncClient, server: Running, place: Place, chance: random.Random) -> None:
    path = chance.choice(WHERE).format(chance.choice((place.table, "x", "")) + chance.choice(PATHS))
    wish = '{"game":"alpina","chairs":[{"kind":"human"},{}],"options":' + chance.choice(ODD) + "}"
    body = chance.choice((*HEALTHY, *ODD, wish, next(messages(str(chance.random())))))
    bearer = chance.choice(
        (b"Bearer " + place.tokens[0].encode(), b"Bearer", b"Bearer \xff", b"Basic x", b"")
    )
    answer = await http.request(
        chance.choice(("GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "BREW")),
        server.address + path + chance.choice(QUERIES),
        content=body.encode(),
        headers={b"Content-Type": chance.choice(KINDS).encode(), b"Authorization": bearer},
    )
    assert answer.status_code < 500, (answer.request, body[:200], answer.text)


def test_thousands_of_requests(server: Running) -> None:
    async def somebody(number: int) -> None:
        chance = random.Random(number)
        ann, *_ = await make_table(server.address)
        async with http_client() as http:
            for _ in range(400):
                await one_request(http, server, ann, chance)

    async def body() -> None:
        await asyncio.gather(*(somebody(number) for number in range(5)))

    asyncio.run(body())
    nothing_went_wrong(server)
