"""Remarks: what is said and signed at a table. Only so much of it, and only for those who may read it."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from typing import TYPE_CHECKING

import msgspec

from trailmix.server.messages.protocol import Ack
from trailmix.server.messages.refusals import No
from trailmix.server.messages.signs import Reaction, ReactionKind
from trailmix.server.security.plain_text import check_text
from trailmix.server.storage.errors import Conflict, StoreError
from trailmix.server.storage.store import Remark
from trailmix.server.tables.visible import chat_of

if TYPE_CHECKING:
    from trailmix.server.tables.table import Table

MINUTE = 60.0


class Remarks:
    """The remarks of one table."""

    def __init__(self, table: Table, last: int) -> None:
        self._table = table
        self.last = last
        """The number of the last remark, which is how many there are."""
        self._spoken: dict[int, deque[float]] = defaultdict(deque)
        """When each chair said something, of the last minute."""

    async def say(self, chair: int, message_id: str, text: str) -> Ack:
        """Store a remark and send it to those who may read it."""
        check_text(text)
        table = self._table
        async with table.lock:
            if table.people.chat_muted:
                raise No("forbidden.muted")
            remark = Remark(
                number=self.last + 1,
                chair=chair,
                name=table.people.chairs[chair].name or "",
                text=text,
                client_id=f"{chair} {message_id}",  # an id means nothing to other chairs
                at=time.time(),
            )
            try:
                await self._keep(remark)
            except (Conflict, No) as error:
                if not await table.tables.store.was_said(table.id, remark.client_id):
                    raise table.lost(error) if isinstance(error, Conflict) else error from None
            else:
                self._tell(remark)
            return Ack(id=message_id, seq=max(table.number((chair,)), 0))

    async def react(self, chair: int, message_id: str, kind: ReactionKind) -> Ack:
        """Show a sign to those who may read the chat, as many as remarks in a minute; it is not kept."""
        table = self._table
        if table.people.chat_muted:
            raise No("forbidden.muted")
        self._check_pace(chair)
        table.check_open()
        self._spoken[chair].append(time.monotonic())
        name = table.people.chairs[chair].name or ""
        self._show(
            msgspec.json.encode(Reaction(chair=chair, name=name, kind=kind, at=time.time())), f"sign {chair}"
        )
        return Ack(id=message_id, seq=max(table.number((chair,)), 0))

    async def _keep(self, remark: Remark) -> None:
        self._check_amount(remark.chair)
        self._table.check_open()
        try:
            await self._table.tables.store.say(self._table.id, remark)
        except StoreError as error:
            raise self._table.lost(error) from None

    def _check_amount(self, chair: int) -> None:
        """No if a chair may not say any more now."""
        config = self._table.tables.config
        if self.last >= config.remarks_per_table:
            raise No("too_many.remarks", most=config.remarks_per_table)
        self._check_pace(chair)

    def _check_pace(self, chair: int) -> None:
        """No if a chair has said and shown enough in this minute."""
        config, spoken = self._table.tables.config, self._spoken[chair]
        while spoken and spoken[0] < time.monotonic() - MINUTE:
            spoken.popleft()
        if len(spoken) >= config.remarks_per_minute:
            raise No("too_many.remarks_at_once")

    def _tell(self, remark: Remark) -> None:
        self.last = remark.number
        self._spoken[remark.chair].append(time.monotonic())
        self._show(msgspec.json.encode(chat_of(remark)), f"chat {remark.number}")

    def _show(self, message: bytes, what: str) -> None:
        for viewer in self._table.viewers:
            if viewer.hears_chat:
                viewer.tell(message, what)
