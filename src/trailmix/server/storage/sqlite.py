"""The embedded store: one SQLite file with a write-ahead log, every write synced before it is acknowledged.

One connection writes everything, from the event loop (`sqlite_writer`); others read, in threads.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from trailmix.server.messages.refusals import No
from trailmix.server.storage.database_file import Claim, cannot_keep, make_private
from trailmix.server.storage.errors import StoreError, too_old
from trailmix.server.storage.jobs import Job, Result, Row, Script
from trailmix.server.storage.patience import LOCKED_SECONDS, Patience
from trailmix.server.storage.served_time import ServedTime
from trailmix.server.storage.sql import SQLITE, start_served, start_time, steps_from
from trailmix.server.storage.sql_store import SqlStore
from trailmix.server.storage.sqlite_writer import Writer, is_locked, run
from trailmix.server.storage.steady_time import Seconds, SteadyTime


class SqliteStore(SqlStore):
    """Tables in one file."""

    def __init__(
        self,
        path: Path,
        wall: Seconds = time.time,
        monotonic: Seconds = time.monotonic,
        claim: Claim | None = None,
        beside: bool = False,
    ) -> None:
        """With a claim, the file is kept from other servers however often the store is closed.

        Beside a server, which has the claim, little is to be written: SQLite itself keeps the two apart.
        """
        super().__init__(wall, monotonic)
        self.path = path
        self._file = path.resolve()
        """The path without symbolic links: SQLite puts its files beside what a link points to."""
        self._claim = claim
        self._keeps_claim = claim is not None
        self._beside = beside
        self._connection: sqlite3.Connection | None = None
        self._writer: Writer | None = None
        self._log = -1
        """The write-ahead log, to be synced. SQLite's locks are on other files, so this disturbs none."""
        self._readers = threading.local()

    # --- opening

    async def open(self) -> None:
        """Make or open the file and bring its schema up to date."""
        try:
            self._claim = self._claim or Claim(self.path)
        except StoreError:
            if not self._beside:
                raise
        try:
            self._open()
        except (OSError, sqlite3.Error) as error:
            self._give_up_claim()
            raise cannot_keep(self.path, error) from None
        except BaseException:
            self._give_up_claim()
            raise

    def _open(self) -> None:
        make_private(self._file)
        connection = self._connect()
        migrate(connection, self.path, may=self._claim is not None)
        wall, monotonic = self._clocks
        connection.execute("BEGIN IMMEDIATE")  # which also makes the log, if there is none
        self.time = SteadyTime(*run(connection, start_time(wall())), wall, monotonic)
        self.served = ServedTime(run(connection, start_served()), monotonic)
        connection.execute("COMMIT")
        connection.execute("PRAGMA busy_timeout = 0")
        self._log = os.open(f"{self._file}-wal", os.O_RDWR)
        self._connection = connection
        self._writer = Writer(connection, self._log, self._in_a_thread)

    def _connect(self) -> sqlite3.Connection:
        patience = LOCKED_SECONDS if self._connection is None else 0.0  # at the start nobody is kept waiting
        connection = sqlite3.connect(
            self._file, isolation_level=None, check_same_thread=False, timeout=patience
        )
        for pragma in (
            "journal_mode = WAL",
            "synchronous = NORMAL",  # at checkpoints; at commits our syncer does it
            "wal_autocheckpoint = 0",
            "foreign_keys = ON",
        ):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    async def close(self) -> None:
        """Write what is waiting, then let go of the file."""
        writer, self._writer = self._writer, None
        if writer is None or self._connection is None:
            return
        await writer.close()
        os.close(self._log)
        self._connection.close()
        self._connection = None
        self._give_up_claim()

    def _give_up_claim(self) -> None:
        if self._claim is not None and not self._keeps_claim:
            self._claim.give_up()
            self._claim = None

    # --- writing and reading

    def submit(self, job: Job | Row) -> asyncio.Future[None]:
        """Have a job run in the next transaction; done when that is on disk."""
        if self._writer is None:
            raise StoreError("The store is closed.")
        return self._writer.submit(job)

    async def read(self, script: Callable[[], Script[Result]], *, one_moment: bool = False) -> Result:
        """Run statements in a thread."""

        def query(db: sqlite3.Connection) -> Result:
            if not one_moment:
                return run(db, script())
            db.execute("BEGIN")
            try:
                return run(db, script())
            finally:
                db.execute("COMMIT")

        return await self._in_a_thread(query)

    async def _in_a_thread(self, query: Callable[[sqlite3.Connection], Result]) -> Result:
        """Ask something. If the file is locked, the thread is left to others until the next try."""

        def ask() -> Result:
            connection = getattr(self._readers, "connection", None)
            if connection is None:
                connection = self._readers.connection = self._connect()
            return query(connection)

        patience = Patience(is_locked)
        while True:
            try:
                return await asyncio.to_thread(ask)
            except sqlite3.Error as error:
                pause = patience.next_pause(error)
                if pause is None:
                    raise StoreError(f"The store cannot read: {error}.") from None
            except (msgspec.MsgspecError, UnicodeError) as error:  # one table is damaged, not the store
                raise No("damaged.unreadable", why=str(error)) from None
            await asyncio.sleep(pause)


def migrate(db: sqlite3.Connection, path: Path, *, may: bool = True) -> None:
    """Bring a file's schema up to date, if we may; the version is SQLite's own ``user_version``."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if steps_from(version, path) and not may:
        raise too_old(path)
    for number, step in steps_from(version, path):
        db.executescript(f"BEGIN; {SQLITE.told(step)} PRAGMA user_version = {number}; COMMIT;")
