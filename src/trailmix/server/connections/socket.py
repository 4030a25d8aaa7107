"""A connection: one WebSocket at one table, with a bounded queue of what is still to be sent.

A slow reader delays nobody. Of views and table changes only the newest waits in its queue; if even so the
queue is full, or a message is not taken in time, the connection is closed, and the client comes back with
`hello`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import Any, Protocol

import msgspec
from litestar.types import Receive

import trailmix
from trailmix.server.config import Config
from trailmix.server.connections.plain_wire import PlainWire
from trailmix.server.connections.wire import Wire
from trailmix.server.messages.protocol import (
    CLOSE_CODES,
    PROTOCOL,
    FromClient,
    FromServer,
    Hello,
    Hint,
    Move,
    Ping,
    Pong,
    Say,
    Try,
    Undo,
    Welcome,
)
from trailmix.server.messages.refusals import No
from trailmix.server.messages.signs import React
from trailmix.server.metrics import Metrics
from trailmix.server.tables.table import Table
from trailmix.server.tables.tables import Tables
from trailmix.server.tables.visible import Reader, chat_of
from trailmix.server.verbs.validation import id_in
from trailmix.server.words import spoken

log = logging.getLogger("trailmix.server")
encode = msgspec.json.encode
_decoder = msgspec.json.Decoder(FromClient)
LOG_ON_HELLO = 50
CHAT_ON_HELLO = 50
MOST_REASON_BYTES = 123
MOST_UNHEARD = 16
MOST_WAITING_BYTES = 1 << 20
"""So much may wait for a slow reader, besides one message more."""


class Around(Protocol):
    """What a connection uses of the server around it."""

    config: Config
    metrics: Metrics
    tables: Tables
    build: str


class Connection:
    """One client at one table."""

    def __init__(
        self, server: Around, table_id: str, wire: Wire | PlainWire, receive: Receive, language: str
    ) -> None:
        self.server = server
        self._table_id = table_id
        self.chairs: tuple[int, ...] = ()
        self.language = language
        self.hears_chat = False
        self.table: Table | None = None
        self._wire = wire
        self._from_client: Any = receive
        self._unheard: deque[bytes | str] = deque()
        self._hearing: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[str, bytes] = {}
        self._numbered = 0
        self._closing: tuple[int, str] | None = None
        """How it is to be closed."""
        self._flush_is_due = False
        wire.hear, wire.caught_up, wire.flooded = self.hear, self._flush, self._flooded

    # --- sending

    def tell(self, message: bytes, about: str) -> None:
        """Queue a message in the place of an older one about the same thing, unless we have hung up."""
        if self._closing is not None:
            return
        self._waiting.pop(about, None)
        others = sum(map(len, self._waiting.values()))  # a message alone may be as long as it is
        self._waiting[about] = message
        if len(self._waiting) > self.server.config.queue_length or others > MOST_WAITING_BYTES:
            self._waiting.clear()
            self.hang_up(No("too_many.slow_reader"))
        self._flush_soon()

    def answer(self, message: FromServer) -> None:
        """Queue a message of which none may be replaced."""
        self._numbered += 1
        self.tell(encode(message), f"answer {self._numbered}")

    def hang_up(self, no: No) -> None:
        """Close the connection after a sentence."""
        if self._closing is None:
            self._closing = (CLOSE_CODES.get(no.code, 4400), no.why(self.language))
            self._flush_soon()

    def _flush_soon(self) -> None:
        """What is told in one moment goes out in one write."""
        if not self._flush_is_due:
            self._flush_is_due = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Write what waits, unless the reader is slow: then when it has caught up."""
        self._flush_is_due = False
        wire = self._wire
        if not wire.is_open:
            self._waiting.clear()
            return
        if self._waiting and not wire.is_waiting:
            wire.write(self._waiting.values())
            self._waiting.clear()
        if self._closing is not None and not self._waiting:
            code, reason = self._closing
            wire.hang_up(code, _short(reason))

    def is_stuck(self, now: float) -> bool:
        """Has it not taken what was written for too long? Asked now and then: a timer for each costs more."""
        return now - self._wire.slow_since > self.server.config.send_seconds

    def cut(self) -> None:
        """End the connection without a word: it would not take one."""
        self._wire.cut()

    # --- receiving

    async def run(self) -> None:
        """Serve the connection until either side ends it."""
        silence = self._loop.call_later(self.server.config.head_seconds, self._miss_hello)
        try:
            while (event := await self._from_client())["type"] != "websocket.disconnect":
                text = event.get("text")
                self.hear(event["bytes"] if text is None else text)
                await self._all_heard()  # before uvicorn takes in more
            await self._all_heard()
        finally:
            silence.cancel()
            self._leave_table()
            self._waiting.clear()
            self._wire.hear = self._wire.caught_up = None  # else the two keep each other in memory

    def _miss_hello(self) -> None:
        """Close the connection if it has not said hello by now: it takes up room that others need."""
        if self.table is None:
            self.hang_up(No("bad_message.no_hello"))

    def hear(self, text: bytes | str) -> None:
        """A message has come in: it is obeyed after those before it."""
        if self._closing is not None:  # we have hung up: nothing more is heard
            return
        self._unheard.append(text)
        if self._hearing is None:
            self._hearing = self._loop.create_task(self._hear_all(), name="hearing")
        elif len(self._unheard) >= MOST_UNHEARD:
            self._wire.hold_back()

    def _flooded(self) -> None:
        """The client has sent too much, and the wire has stopped reading."""
        self.hang_up(No("too_many.messages"))

    async def _all_heard(self) -> None:
        if self._hearing is not None:
            await self._hearing

    async def _hear_all(self) -> None:
        """Obey what has come in, one after the other."""
        try:
            while self._unheard:
                await self._hear(self._unheard.popleft())
            self._wire.let_in()
        except Exception:
            log.exception("a connection failed")
            self.hang_up(No("stopping.broken"))
        finally:
            self._hearing = None

    async def _hear(self, text: str | bytes) -> None:
        """One message of the client."""
        message_id: str | None = None
        try:
            if len(text) > self.server.config.message_bytes:
                message_id = id_in(text)
                raise No("too_large.message", most=self.server.config.message_bytes)
            try:
                message = _decoder.decode(text)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                message_id = id_in(text)
                raise No("bad_message.not_ours", details=str(error)) from None
            message_id = getattr(message, "id", None)
            await self._obey(message)
        except No as no:
            self.server.metrics.refusals.labels(no.code).inc()
            table = self.table
            self.answer(no.refusal(self.language, message_id, self._seq()))
            if no.code == "stale" and table is not None:
                await self.show(table)
            if table is None:
                self.hang_up(no)

    def _seq(self) -> int | None:
        """How far the log of the table is, as far as this client may know."""
        return None if self.table is None else max(self.table.number(self.chairs), 0)

    def _readers(self, table: Table) -> list[Reader]:
        """Who reads a match here, once there is one."""
        return [] if table.match is None else Reader.each_of(self.chairs, self.language)

    async def _obey(self, message: FromClient) -> None:
        if isinstance(message, Hello):
            await self._hello(message)
            return
        if isinstance(message, Ping):
            self.answer(Pong(seq=self._seq()))
            return
        table = self.table
        if table is None:
            raise No("bad_message.no_hello")
        if not self.chairs:
            raise No("forbidden.onlooker")
        if isinstance(message, Move):
            begun, public = time.perf_counter(), table.number(())
            self.answer(await table.move(self.chairs, message.id, message.seq, message.actions))
            if table.number(()) != public:  # what is done in secret is not even counted
                self.server.metrics.answer.observe(time.perf_counter() - begun)
        elif isinstance(message, Try):
            self.answer(await table.try_out(self.chairs, message, self.language))
        elif isinstance(message, Hint):
            self.answer(await table.hint(self.chairs, message, self.language))
        elif isinstance(message, Undo):
            self.answer(await table.undo(self.chairs, message.id, message.seq))
        elif isinstance(message, Say):
            self.answer(await table.remarks.say(self.chairs[0], message.id, message.text))
        elif isinstance(message, React):
            self.answer(await table.remarks.react(self.chairs[0], message.id, message.kind))

    async def _hello(self, hello: Hello) -> None:
        """Come to a table, for the first time or again."""
        self.language = spoken(hello.language)
        if hello.protocol != PROTOCOL:
            raise No("protocol.other", protocol=PROTOCOL)
        tables = self.server.tables
        table = await tables.get(self._table_id)
        chairs = table.chairs_of(hello.tokens)
        if len(chairs) < len(set(hello.tokens)):
            raise No("no_such_token.not_all")
        tables.may_watch(table, hello.invite, chairs)
        self._leave_table()
        self.table, self.chairs = table, chairs
        self.hears_chat = tables.may_hear(table, hello.invite, chairs)
        table.viewers.add(self)
        fixed = None if table.match is None else msgspec.Raw(await table.fixed(self.language))
        welcome = Welcome(
            protocol=PROTOCOL,
            version=trailmix.__version__,
            build=self.server.build,
            table=table.info_for(self.hears_chat),
            chairs=list(chairs),
            fixed=fixed,
            badge=table.setup.game.badge_text(self.language),
        )
        self.tell(encode(welcome), "welcome")  # of several hellos the last counts
        for held in chairs:
            await tables.come_back(table, held)
        if table.remarks.last and self.hears_chat:
            for remark in await tables.store.remarks(table.id, 0, CHAT_ON_HELLO):
                self.answer(chat_of(remark))
        since = hello.since if hello.since is not None else max(-1, table.number(chairs) - LOG_ON_HELLO)
        async with table.lock:  # what is being written may not come true: nobody sees it before it is stored
            for reader in self._readers(table):
                log = await table.log(reader, since)
                self.tell(encode(table.view(reader, log)), f"view {reader.chair}")
        table.tell_people()

    async def show(self, table: Table) -> None:
        """The present view, for somebody who has fallen behind."""
        async with table.lock:
            for reader in self._readers(table):
                self.tell(encode(table.view(reader, [])), f"view {reader.chair}")

    def _leave_table(self) -> None:
        table = self.table
        if table is None:
            return
        table.viewers.discard(self)
        for chair in self.chairs:
            if not table.present(chair):
                table.see_off(chair)
        self.table, self.chairs = None, ()
        table.tell_people()
        self.server.tables.put_away(table)


def _short(reason: str) -> str:
    """As much of a sentence as a close frame can carry, which counts bytes."""
    return reason.encode()[:MOST_REASON_BYTES].decode(errors="ignore")
