"""The store of a server that has outgrown one disk: a PostgreSQL database, which one server uses at a time.

One session writes everything (`postgres_writer`), a pool of others reads. Both come back by themselves after
the database has been away.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import msgspec

from trailmix.server.database_file import Claim
from trailmix.server.jobs import Job, Result, Row, Script
from trailmix.server.patience import Patience
from trailmix.server.postgres_connection import (
    Failed,
    cannot_keep,
    is_gone,
    make_pool,
    migrate,
    run,
    sentence,
)
from trailmix.server.postgres_writer import CLOSE_SECONDS, Session, Writer
from trailmix.server.refusals import No
from trailmix.server.sql import start_time
from trailmix.server.sql_store import SqlStore
from trailmix.server.steady_time import Seconds, SteadyTime
from trailmix.server.store_errors import StoreError

READERS = 4


class PostgresStore(SqlStore):
    """Tables in a PostgreSQL database."""

    def __init__(
        self,
        address: str,
        wall: Seconds = time.time,
        monotonic: Seconds = time.monotonic,
        claim: Claim | None = None,
    ) -> None:
        """With a claim, the database is kept from other servers however often the store is closed."""
        super().__init__(wall, monotonic)
        self.address = address
        self._claim = claim
        self._session: Session | None = None
        self._writer: Writer | None = None
        self._pool: Any = None

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        session = Session(self.address)
        try:
            connection = await session.open()
            await migrate(connection, self.address)
            wall, monotonic = self._clocks
            async with connection.transaction():
                self.time = SteadyTime(*await run(connection, start_time(wall())), wall, monotonic)
            self._pool = await make_pool(self.address, "trailmix reads", READERS)
        except Failed as error:
            await session.close()
            raise cannot_keep(self.address, error) from None
        except BaseException:
            await session.close()
            raise
        self._session, self._writer = session, Writer(session)

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        writer, self._writer = self._writer, None
        if writer is None or self._session is None:
            return
        await writer.close()
        await self._session.close()
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._pool.close()
        except Failed:
            self._pool.terminate()

    def _submit(self, job: Job | Row) -> asyncio.Future[None]:
        """Have a job run in the next transaction; done when that is on disk."""
        if self._writer is None:
            raise StoreError("The store is closed.")
        return self._writer.submit(job)

    async def _read(self, script: Callable[[], Script[Result]], *, one_moment: bool = False) -> Result:
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
