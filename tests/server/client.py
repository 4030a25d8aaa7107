"""A client as docs/protocol.md asks for: it resends, comes back, drops what is old and asks for gaps."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]
PATIENCE = 0.25
"""Seconds without an answer before it sends again; a person's client waits longer, a test has less time."""
FINAL = ("stale", "rules", "not_now", "forbidden")
"""Refusals of what was said; others are of the connection, and say nothing of what came before on another."""
_numbers = itertools.count()
_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Never used; without it, every client over HTTP would read all certificates of the machine."""


@dataclass(frozen=True)
class Place:
    """A table to come to, and by what right."""

    table: str
    tokens: tuple[str, ...] = ()
    invite: str | None = None

    def hello(self, since: int | None = None) -> Message:
        """The first message."""
        said: Message = {"t": "hello", "protocol": 2, "tokens": list(self.tokens)}
        return said | {"invite": self.invite, "since": since}

    def headers(self) -> dict[str, str]:
        """The same right over HTTP, for one token."""
        token = {"Authorization": f"Bearer {self.tokens[0]}"} if self.tokens else {}
        return token | ({"Trailmix-Invite": self.invite} if self.invite else {})


def http_client(place: Place | None = None) -> httpx.AsyncClient:
    """Somebody who asks over HTTP."""
    headers = place.headers() if place is not None else {}
    return httpx.AsyncClient(timeout=60, headers=headers, verify=_NO_TLS, trust_env=False)


async def make_table(address: str, chairs: int = 2, **wish: Any) -> list[Place]:
    """A table whose chairs are all human: the places of its people, then of an onlooker."""
    people = [{"kind": "human", "name": f"Guest {n}"} for n in range(chairs)]
    async with http_client() as http:
        answer = await http.post(f"{address}/api/tables", json={"game": "alpina", "chairs": people, **wish})
        made = answer.raise_for_status().json()
    table = made["table"]["table"]
    held = [Place(table, (made["tokens"][str(n)],)) for n in range(chairs)]
    return [*held, Place(table, (), made["invite"])]


async def log_of(address: str, place: Place, since: int = -1) -> list[Message]:
    """The whole log after an entry, as the place may know it."""
    found: list[Message] = []
    async with http_client(place) as http:
        while True:
            asked = {"since": found[-1]["seq"] if found else since}
            answer = await http.get(f"{address}/api/tables/{place.table}/log", params=asked)
            more = answer.raise_for_status().json()
            if not more:
                return found
            found += more


@contextlib.asynccontextmanager
async def socket_of(
    address: str, place: Place | None = None, since: int | None = None, *, greet: bool = True
) -> AsyncIterator[ClientConnection]:
    """A bare socket at a place, which has said hello there unless it is not to greet."""
    table = "nowhere" if place is None else place.table
    async with connect(
        f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket",
        compression=None,
        max_size=None,
        open_timeout=5,
        close_timeout=1,
        ping_interval=None,
    ) as socket:
        if place is not None and greet:
            await say(socket, place.hello(since))
        yield socket


async def say(socket: ClientConnection, message: Message) -> None:
    """Send one message."""
    await socket.send(msgspec.json.encode(message).decode())


async def hear(socket: ClientConnection, *kinds: str) -> Message:
    """The next message of some kinds, whatever comes before it."""
    while True:
        async with asyncio.timeout(10):
            message: Message = msgspec.json.decode(await socket.recv())
        if not kinds or message["t"] in kinds:
            return message


async def closing(socket: ClientConnection) -> tuple[Message | None, int]:
    """What was said last, and the code that the server closed with."""
    last = None
    try:
        while True:
            last = await hear(socket)
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return last, closed.rcvd.code


def hands(view: Message) -> dict[str, list[str]]:
    """The hands that a view shows, by seat."""
    found = {seat["seat"]: seat["hand"] for seat in view["view"]["seats"] if seat.get("hand") is not None}
    return found | ({view["own"]["seat"]: view["own"]["hand"]} if view["own"] else {})


class Client:
    """Somebody at a table, whose connection may fail at any time."""

    def __init__(
        self,
        address: Callable[[], str],
        place: Place,
        http: Callable[[], str] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.address, self.http, self.place, self.patience = address, http or address, place, patience
        self.views: dict[str | None, Message] = {}
        """The newest view by seat."""
        self.log: dict[int, Message] = {}
        self.sent: dict[str, Message] = {}
        self.acked: dict[str, int] = {}
        self.refused: dict[str, Message] = {}
        self.moves_left = 0
        """So many moves it may still start by itself."""
        self.random = random.Random(repr(place))
        self.changed = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self.trouble: Exception | None = None
        """Why it lost its last connection."""

    def __str__(self) -> str:
        there = "there" if self._socket is not None else f"away ({self.trouble!r})"
        return f"{there} at {self.seq}, legal: {len(self.legal)}, left: {self.moves_left}, {self.unacked}"

    @property
    def seq(self) -> int:
        """The number of the entry that it shows."""
        return min((view["seq"] for view in self.views.values()), default=-1)

    @property
    def since(self) -> int | None:
        """From where it wants to be told again."""
        return self.seq if self.seq >= 0 else None

    @property
    def unacked(self) -> list[Message]:
        """What the server has not answered yet."""
        return [m for key, m in self.sent.items() if key not in self.acked and key not in self.refused]

    @property
    def over(self) -> bool:
        """Is the match over, as far as it knows?"""
        return any(view["view"]["to_move"] is None for view in self.views.values())

    @property
    def legal(self) -> list[str]:
        """What it may play, as far as it knows."""
        return next((list(view["legal"]) for view in self.views.values() if view["legal"]), [])

    # --- the connection

    async def run(self) -> None:
        """Stay at the table, coming back whenever the connection is lost, until cancelled."""
        while True:
            try:
                async with socket_of(self.address(), self.place, self.since) as socket:
                    await self._stay(socket)
            except (OSError, websockets.WebSocketException, httpx.HTTPError) as error:
                self.trouble = error
            await asyncio.sleep(self.patience / 3)

    async def _stay(self, socket: ClientConnection) -> None:
        """Listen; a connection on which nothing comes back is given up."""
        self._socket = socket
        silent = 0
        try:
            for message in self.unacked:
                await say(socket, message)
            while silent < 3:
                try:
                    async with asyncio.timeout(self.patience):
                        text = await socket.recv()
                except TimeoutError:
                    silent += 1
                    for message in self.unacked or [{"t": "ping"}]:
                        await say(socket, message)
                    continue
                silent = 0
                await self._hear(msgspec.json.decode(text))
        finally:
            self._socket = None

    async def _hear(self, message: Message) -> None:
        kind = message["t"]
        if kind == "view":
            await self._see(message)
        elif kind == "ack":
            self.acked[message["id"]] = message["seq"]
        elif kind == "refused" and message["id"] is not None and message["code"] in FINAL:
            self.refused[message["id"]] = message
            if message["code"] == "stale":  # it was not made
                self.moves_left += self.sent[message["id"]]["t"] == "move"
        elif kind == "pong" and (message["seq"] is None or message["seq"] > self.seq):  # something was lost
            assert self._socket is not None
            await say(self._socket, self.place.hello(self.since))
        async with self.changed:
            self.changed.notify_all()
        if kind in ("view", "ack", "refused"):
            await self._play()

    async def _see(self, view: Message) -> None:
        self.log |= {entry["seq"]: entry for entry in view["log"]}
        shown = self.views.get(view["seat"])
        if shown is not None and shown["seq"] > view["seq"]:
            return
        missing = [n for n in range(view["seq"] + 1) if n not in self.log]
        if missing:
            entries = await log_of(self.http(), self.place, missing[0] - 1)
            self.log |= {entry["seq"]: entry for entry in entries}
        self.views[view["seat"]] = view

    # --- playing

    async def _play(self) -> None:
        """Start a move of its own, if it may and can."""
        view = next((view for view in self.views.values() if view["legal"]), None)
        if self.moves_left > 0 and view is not None and not self.unacked:
            self.moves_left -= 1
            await self.send({"t": "move", "seq": view["seq"], "actions": [self.random.choice(view["legal"])]})

    async def send(self, message: Message) -> str:
        """Say something that wants an answer; gives its id."""
        message_id = f"{self.random.getrandbits(32):x}-{next(_numbers)}"
        self.sent[message_id] = {**message, "id": message_id}
        if self._socket is not None:
            with contextlib.suppress(websockets.WebSocketException):
                await say(self._socket, self.sent[message_id])
        return message_id

    async def act(self, kind: str, **content: Any) -> None:
        """Say something and wait until it is acknowledged and, if it changed the match, shown."""
        place = {} if kind == "chat" else {"seq": self.seq}
        name = await self.send({"t": kind, **place, **content})
        await self.until(lambda c: name in c.acked and c.seq >= c.acked[name])

    async def let_play(self, moves: int) -> None:
        """Let it start so many moves by itself."""
        self.moves_left += moves
        await self._play()

    async def until(self, so: Callable[[Client], bool], seconds: float = 20.0) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(seconds), self.changed:
            await self.changed.wait_for(lambda: so(self))


def promised(players: Sequence[Client]) -> dict[int, Message]:
    """The acknowledged moves and undos by their numbers, each of which was given once."""
    acked = [(seq, player.sent[name]) for player in players for name, seq in player.acked.items()]
    acked = [(seq, message) for seq, message in acked if message["t"] in ("move", "undo")]
    assert len(dict(acked)) == len(acked), "two messages were given one number"
    return dict(acked)


def check_kept(promises: dict[int, Message], log: Sequence[Message]) -> None:
    """Every promise stands in the log at its number."""
    assert [entry["seq"] for entry in log] == list(range(len(log)))
    for seq, message in promises.items():
        assert seq < len(log), f"acknowledged, and not in the log: {message}"
        assert (log[seq]["kind"], log[seq]["actions"]) == (message["t"], message.get("actions", []))


@contextlib.asynccontextmanager
async def running(*clients: Client) -> AsyncIterator[None]:
    """Clients at their tables, until the end of the block; one that fails fails the block."""
    tasks = [asyncio.create_task(client.run()) for client in clients]
    try:
        yield
        for task in tasks:
            assert not task.done(), task.exception()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def all_of(clients: Sequence[Client], do: Callable[[Client], Awaitable[Any]]) -> None:
    """The same for several clients at once."""
    await asyncio.gather(*(do(client) for client in clients))
