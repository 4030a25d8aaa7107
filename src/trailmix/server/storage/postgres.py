"""The store of servers that have outgrown one disk: a PostgreSQL database, which any number of them share.

One session writes everything (`postgres_writer`), a pool of others reads. Both come back by themselves after
the database has been away. `postgres_holding` says which of the processes holds a table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import msgspec

from trailmix.server.messages.refusals import No
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.jobs import Job, Result, Row, Script
from trailmix.server.storage.patience import Patience
from trailmix.server.storage.postgres_connection import (
    Failed,
    cannot_keep,
    is_gone,
    make_pool,
    one_at_a_time,
    run,
    sentence,
)
from trailmix.server.storage.postgres_holding import (
    CHANGED,
    WANTED,
    beat,
    hold,
    let_go,
    strike_off_dead,
    tell_others,
)
from trailmix.server.storage.postgres_writer import CLOSE_SECONDS, Session, Writer
from trailmix.server.storage.served_time import ServedTime
from trailmix.server.storage.sql import POSTGRES, start_served, start_time
from trailmix.server.storage.sql_store import SqlStore
from trailmix.server.storage.steady_time import Seconds, SteadyTime
from trailmix.server.storage.store import Kept
from trailmix.server.storage.stores import HUNG_SECONDS

READERS = 4
BEATS = 5
"""So often a process says that it is there in the time after which it would count as hung."""
WANT_SECONDS, FIRST_PAUSE = 0.6, 0.02
"""So long a table is waited for that another process is asked to let go of."""
log = logging.getLogger("trailmix.store")


class PostgresStore(SqlStore):
    """Tables in a PostgreSQL database."""

    is_shared = True

    def __init__(
        self,
        address: str,
        wall: Seconds | None = None,
        monotonic: Seconds = time.monotonic,
        hung_seconds: float = HUNG_SECONDS,
        upgrades: bool = True,
    ) -> None:
        """Without a clock of its own it goes by the database's, which is one for all processes."""
        super().__init__(wall or self._database_time, monotonic)
        self.address = address
        self.hung_seconds = hung_seconds
        self._upgrades = upgrades
        self._started = (0.0, 0.0)
        """When this process was opened, by the database's clock and by the monotonic one."""
        self._session: Session | None = None
        self._writer: Writer | None = None
        self._pool: Any = None
        self._beating: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        session = Session(self.address, self, upgrades=self._upgrades)
        try:
            connection = await session.open()
            wall, monotonic = self._clocks
            self._started = (await connection.fetchval(f"SELECT {POSTGRES.now}"), monotonic())
            async with one_at_a_time(connection):
                self.time = SteadyTime(*await run(connection, start_time(wall())), wall, monotonic)
                self.served = ServedTime(await run(connection, start_served()), monotonic)
            self._pool = await make_pool(self.address, "trailmix reads", READERS)
        except Failed as error:
            await session.close()
            raise cannot_keep(self.address, error) from None
        except BaseException:
            await session.close()
            raise
        self._session, self._writer = session, Writer(session)
        self._beating = asyncio.create_task(self._beat(), name="heartbeat")

    async def close(self) -> None:
        """Write what is waiting, then let go of the database, and of all tables."""
        writer, self._writer = self._writer, None
        if writer is None or self._session is None or self._beating is None:
            return
        self._beating.cancel()
        await asyncio.wait([self._beating])
        await writer.close()
        await self._session.close()
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._pool.close()
        except Failed:
            self._pool.terminate()

    # --- other processes

    @property
    def name(self) -> str:
        """What this process is called among those that share the database."""
        assert self._session is not None  # noqa: S101 - asked of a store that is open
        return self._session.me.name

    async def _beat(self) -> None:
        """Say again and again that this process is there."""
        while True:
            await asyncio.sleep(self.hung_seconds / BEATS)
            with contextlib.suppress(StoreError):  # the session has said so in the log
                await self.submit(Job(self._still_there))

    def _still_there(self) -> Script[None]:
        yield from beat(self.name)

    def hear(self, said: str) -> None:
        """Another process says something, or this one itself."""
        what, _, table_id = said.partition(" ")
        if self.opener is not None:
            (self.opener.read_anew if what == CHANGED else self.opener.be_asked_for)(table_id)

    def be_fenced(self) -> None:
        """Others have taken this process for dead: it holds nothing, and writes nothing for what it held."""
        self.incarnation += 1
        if self._writer is not None:
            self._writer.refuse_all()
        if self.opener is not None:
            self.opener.lose_all()

    def be_outdated(self) -> None:
        """A newer version has changed the schema: this process ends, and says so to its people."""
        self.when_outdated()

    def _database_time(self) -> float:
        """The database's clock at the start, and what has passed since: so it cannot jump."""
        then, started = self._started
        return then + self._clocks[1]() - started

    async def hold(self, table_id: str) -> bool:
        """Hold a table; whoever holds it is asked to let go, and waited for a little."""
        if not await self.read(partial(_exists, table_id)):
            return True  # of nothing, as whoever loads it will find
        until, pause, taken = time.monotonic() + WANT_SECONDS, FIRST_PAUSE, list[bool]()
        await self.submit(Job(partial(self._hold, table_id, taken)))
        if not taken[-1]:
            await self.submit(Job(partial(tell_others, WANTED, table_id)))
        while not taken[-1] and time.monotonic() < until:
            await asyncio.sleep(pause)
            pause *= 2
            await self.submit(Job(partial(self._hold, table_id, taken)))
        return taken[-1]

    def _hold(self, table_id: str, taken: list[bool]) -> Script[None]:
        yield from hold(self.name, table_id, self.hung_seconds, taken)

    def let_go(self, table_id: str) -> None:
        """Let others have a table."""
        if self._writer is not None:
            self.submit(Job(partial(let_go, self.name, table_id))).add_done_callback(_note_failure)

    async def tell_changed(self, table_id: str) -> None:
        """Whoever holds a table reads it anew."""
        await self.submit(Job(partial(tell_others, CHANGED, table_id)))

    async def expire(
        self, ages: Mapping[Kept, float], most: int, spared: Callable[[], Collection[str]]
    ) -> list[str]:
        """Delete some old tables; what dead processes have left counts as held by nobody."""
        await self.submit(Job(lambda: strike_off_dead(self.name, self.hung_seconds)))
        return await super().expire(ages, most, spared)

    # --- writing and reading

    def submit(self, job: Job | Row) -> asyncio.Future[None]:
        """Have a job run in the next transaction; done when that is on disk."""
        if self._writer is None:
            raise StoreError("The store is closed.")
        return self._writer.submit(job)

    async def read(self, script: Callable[[], Script[Result]], *, one_moment: bool = False) -> Result:
        """Run statements in a session of the pool; if the database is away, it is waited for."""
        patience = Patience(is_gone)
        while True:
            try:
                async with self._pool.acquire() as connection:
                    if not one_moment:
                        return await run(connection, script())
                    async with connection.transaction(isolation="repeatable_read", readonly=True):
                        return await run(connection, script())
            except Failed as error:
                pause = patience.next_pause(error)
                if pause is None:
                    raise StoreError(f"The store cannot read: {sentence(error)}.") from None
            except (msgspec.MsgspecError, UnicodeError) as error:  # one table is damaged, not the store
                raise No("damaged.unreadable", why=str(error)) from None
            await asyncio.sleep(pause)


def _exists(table_id: str) -> Script[bool]:
    return bool((yield "SELECT 1 FROM tables WHERE id = ?", (table_id,)))


def _note_failure(done: asyncio.Future[None]) -> None:
    """A table that could not be let go of stays held until this process ends."""
    if not done.cancelled() and (error := done.exception()) is not None:
        log.warning("a table could not be let go of", extra={"why": str(error)})
