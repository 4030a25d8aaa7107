"""The embedded store: one SQLite file with a write-ahead log, every write synced before it is acknowledged.

Writes of one moment share a transaction, which the event loop writes to the log in microseconds, and a sync,
which waits for the disk in a thread. What comes meanwhile goes into the next ones. So many tables share the
cost of a sync, and each still waits until its own entry is on disk. SQLite itself is told not to sync at a
commit, because the event loop would wait for it; `syncing` does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from trailmix.server.refusals import No
from trailmix.server.schema import (
    MIGRATIONS,
    encode,
    entry_decoder,
    read_table,
    remark_decoder,
    write_people,
)
from trailmix.server.store import (
    Conflict,
    Entry,
    Loaded,
    People,
    Remark,
    Snapshot,
    StoredTable,
    StoreError,
)
from trailmix.server.syncing import Syncer

MOST_IN_ONE_COMMIT = 1000
BUSY_SECONDS = 1.0
"""So long a write waits for another process that is writing to the file."""
CHECKPOINT_EVERY = 2000
TOUCH_EVERY = 600.0
MOST_TOUCHED = 10_000

Job = Callable[[sqlite3.Connection], None]
Row = tuple[str, int, str | None, int | None, int, str, bytes]
"""An entry of a log, as nearly everything that is written is: all those of a moment take one statement."""
Batch = tuple[sqlite3.Connection, list["asyncio.Future[None]"], list[Exception | None]]
"""A transaction's connection, who waits for it, and what became of their parts of it."""
INSERT_ENTRY = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)"
log = logging.getLogger("trailmix.store")


class SqliteStore:
    """Tables in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._waiting: list[tuple[Job | Row, asyncio.Future[None]]] = []
        self._busy = False
        """Is a transaction being put together or committed?"""
        self._syncer: Syncer | None = None
        self._unsynced: Batch | None = None
        """The transaction that is being synced."""
        self._log = -1
        """The write-ahead log, to be synced. SQLite's locks are on other files, so this disturbs none."""
        self._unchecked = 0
        """Jobs since the log was last brought into the file."""
        self._checkpoint: asyncio.Task[None] | None = None
        self._readers = threading.local()
        self._touched: dict[str, float] = {}
        """When the tables' last moves were last noted with the tables themselves."""
        self._loop: asyncio.AbstractEventLoop | None = None

    # --- opening

    async def open(self) -> None:
        """Make or open the file and bring its schema up to date."""
        self._loop = asyncio.get_running_loop()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = self._connect()
            self._migrate(connection)
            connection.execute("BEGIN IMMEDIATE")  # which makes the log, if there is none
            connection.execute("COMMIT")
            self._log = os.open(f"{self.path}-wal", os.O_RDWR)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"The tables cannot be kept in {self.path}: {error}.") from None
        self._connection = connection
        self._syncer = Syncer(self._log, self._synced)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS
        )
        for pragma in (
            "journal_mode = WAL",
            "synchronous = NORMAL",  # at checkpoints; at commits our syncer does it
            "wal_autocheckpoint = 0",
            "foreign_keys = ON",
        ):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise StoreError(f"{self.path} was written by a newer version of Trailmix.")
        for number, step in enumerate(MIGRATIONS[version:], version + 1):
            connection.executescript(f"BEGIN; {step} PRAGMA user_version = {number}; COMMIT;")

    async def close(self) -> None:
        """Write what is waiting, then let go of the file."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        while self._busy or self._checkpoint is not None:
            await asyncio.sleep(0.001)
        if self._syncer is not None:
            self._syncer.close()
        os.close(self._log)
        connection.close()

    # --- writing

    def _submit(self, job: Job | Row) -> asyncio.Future[None]:
        """Have a job run in the next transaction; done when that is on disk."""
        if self._connection is None:
            raise StoreError("The store is closed.")
        assert self._loop is not None  # noqa: S101 - set before the connection
        future: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((job, future))
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._write, self._connection)  # after whatever else happens in this moment
        return future

    def _write(self, connection: sqlite3.Connection) -> None:
        """Everything that waits goes into one transaction with one sync."""
        batch, self._waiting = self._waiting[:MOST_IN_ONE_COMMIT], self._waiting[MOST_IN_ONE_COMMIT:]
        futures = [future for _, future in batch]
        try:
            outcomes = _run_all(connection, [job for job, _ in batch])
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):  # the failure itself may have ended the transaction
                connection.execute("ROLLBACK")
            self._written(connection, futures, _failed(error, len(futures)))
            return
        self._unchecked += len(batch)
        assert self._syncer is not None  # noqa: S101 - made with the connection
        self._unsynced = (connection, futures, outcomes)
        self._syncer.sync()

    def _synced(self, well: bool) -> None:
        """What was written is on the disk, or the disk has failed."""
        assert self._unsynced is not None  # noqa: S101 - that was asked for
        connection, futures, outcomes = self._unsynced
        if not well:
            outcomes = _failed(OSError("the disk did not take it"), len(futures))
        self._written(connection, futures, outcomes)

    def _written(
        self,
        connection: sqlite3.Connection,
        futures: list[asyncio.Future[None]],
        outcomes: list[Exception | None],
    ) -> None:
        """Back in the loop: everyone hears what became of their write, and the next ones go."""
        _tell(futures, outcomes)
        if self._waiting:
            self._write(connection)
        else:
            self._busy = False
        if self._unchecked >= CHECKPOINT_EVERY and self._checkpoint is None and self._loop is not None:
            self._checkpoint = self._loop.create_task(self._shorten_log(connection), name="checkpoint")

    async def _shorten_log(self, connection: sqlite3.Connection) -> None:
        """Bring the log's pages into the file, so that it begins anew.

        Nearly all of it happens in a thread while writing goes on; the loop does the rest, which is little.
        """
        self._unchecked = 0
        try:
            await self._read(_checkpoint)
            if self._connection is not None:
                _checkpoint(connection)
        except (StoreError, sqlite3.Error) as error:
            log.warning(
                "the store's log was not shortened, it will be tried again", extra={"why": str(error)}
            )
        finally:
            self._checkpoint = None

    async def create(self, table: StoredTable, people: People, entry: Entry | None = None) -> None:
        """A new table, and the first entry of its log if it starts at once."""

        def job(db: sqlite3.Connection) -> None:
            row = (
                table.id,
                encode(table),
                people.status,
                table.privacy == "public",
                table.created,
                table.created,
            )
            db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", row)
            write_people(db, table.id, people)
            if entry is not None:
                db.execute(INSERT_ENTRY, _row(table.id, entry))

        await self._submit(job)

    def append(
        self, table_id: str, entry: Entry, snapshot: Snapshot | None, people: People | None
    ) -> asyncio.Future[None]:
        """The next entry of a table's log."""
        row = _row(table_id, entry)
        touch = self._is_to_touch(table_id, entry.at)
        if snapshot is None and people is None and not touch:
            return self._submit(row)

        def job(db: sqlite3.Connection) -> None:
            db.execute(INSERT_ENTRY, row)
            if snapshot is not None:
                db.execute(
                    "INSERT INTO snapshots VALUES (?, ?, ?)", (table_id, snapshot.seq, encode(snapshot))
                )
            if people is not None:
                write_people(db, table_id, people)
            if touch:
                db.execute("UPDATE tables SET touched = ? WHERE id = ?", (entry.at, table_id))

        return self._submit(job)

    def _is_to_touch(self, table_id: str, at: float) -> bool:
        """Not at every move: tables expire by the day."""
        if at - self._touched.get(table_id, 0.0) < TOUCH_EVERY:
            return False
        if len(self._touched) > MOST_TOUCHED:
            self._touched.clear()
        self._touched[table_id] = at
        return True

    async def seat(self, table_id: str, people: People) -> None:
        """The next revision of a table's people."""
        await self._submit(lambda db: write_people(db, table_id, people))

    async def say(self, table_id: str, remark: Remark) -> None:
        """The next remark at a table."""
        row = (table_id, remark.number, remark.client_id, encode(remark))
        await self._submit(lambda db: _run(db, "INSERT INTO remarks VALUES (?, ?, ?, ?)", row))

    async def expire(self, waiting: float, running: float, over: float) -> list[str]:
        """Forget old tables."""
        gone: list[str] = []

        def job(db: sqlite3.Connection) -> None:
            gone.clear()
            for status, before in (("waiting", waiting), ("running", running), ("over", over)):
                sql = "DELETE FROM tables WHERE status = ? AND touched < ? RETURNING id"
                gone.extend(row[0] for row in db.execute(sql, (status, before)))

        await self._submit(job)
        return gone

    # --- reading

    async def _read(self, query: Callable[[sqlite3.Connection], Any]) -> Any:
        def run() -> Any:
            connection = getattr(self._readers, "connection", None)
            if connection is None:
                connection = self._readers.connection = self._connect()
            return query(connection)

        try:
            return await asyncio.to_thread(run)
        except sqlite3.Error as error:
            raise StoreError(f"The store cannot read: {error}.") from None
        except (msgspec.MsgspecError, UnicodeError) as error:  # a row of one table: the store itself is well
            raise No("damaged.unreadable", why=str(error)) from None

    async def load(self, table_id: str) -> Loaded | None:
        """A table with its last snapshot and what came after it."""

        def query(db: sqlite3.Connection) -> Loaded | None:
            db.execute("BEGIN")  # one moment of the file, however much is being written
            try:
                return read_table(db, table_id)
            finally:
                db.execute("COMMIT")

        return await self._read(query)  # type: ignore[no-any-return]

    async def log(self, table_id: str, since: int, limit: int) -> list[Entry]:
        """The entries after a number."""
        sql = "SELECT document FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?"
        return await self._read(  # type: ignore[no-any-return]
            lambda db: [entry_decoder.decode(row[0]) for row in db.execute(sql, (table_id, since, limit))]
        )

    async def was_said(self, table_id: str, client_id: str) -> bool:
        """Is there a remark with a client's id?"""
        sql = "SELECT 1 FROM remarks WHERE table_id = ? AND client_id = ?"
        found = await self._read(lambda db: db.execute(sql, (table_id, client_id)).fetchone())
        return found is not None

    async def remarks(self, table_id: str, since: int, limit: int) -> list[Remark]:
        """The last remarks after a number."""
        sql = "SELECT document FROM remarks WHERE table_id = ? AND number > ? ORDER BY number DESC LIMIT ?"
        return await self._read(  # type: ignore[no-any-return]
            lambda db: [remark_decoder.decode(row[0]) for row in db.execute(sql, (table_id, since, limit))][
                ::-1
            ]
        )

    async def listed(self, limit: int) -> list[str]:
        """Public tables, those that wait first."""
        sql = (
            "SELECT id FROM tables WHERE public AND status != 'over'"
            " ORDER BY status DESC, touched DESC LIMIT ?"
        )
        return [row[0] for row in await self._read(lambda db: db.execute(sql, (limit,)).fetchall())]

    async def holding(self, token_hashes: list[str]) -> list[tuple[str, int]]:
        """The chairs behind tokens."""
        gaps = ", ".join("?" * len(token_hashes))
        sql = f"SELECT table_id, chair FROM tokens WHERE hash IN ({gaps})"  # noqa: S608 - gaps are question marks
        return [
            (row[0], row[1]) for row in await self._read(lambda db: db.execute(sql, token_hashes).fetchall())
        ]


def _row(table_id: str, entry: Entry) -> Row:
    return (table_id, entry.seq, entry.client_id, entry.seat, entry.took_ms, entry.kind, encode(entry))


def _run_all(connection: sqlite3.Connection, jobs: list[Job | Row]) -> list[Exception | None]:
    """Begin a transaction and run jobs in it; one that conflicts is undone alone.

    Their order does not matter: no table has two writes waiting.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany(INSERT_ENTRY, [job for job in jobs if isinstance(job, tuple)])
        for job in jobs:
            if not isinstance(job, tuple):
                job(connection)
    except sqlite3.OperationalError:
        raise
    except Exception:  # one of them cannot be: again, each by itself
        connection.execute("ROLLBACK")
        return _run_each(connection, jobs)
    return [None] * len(jobs)


def _run_each(connection: sqlite3.Connection, jobs: list[Job | Row]) -> list[Exception | None]:
    """Like `_run_all`, each job with a savepoint of its own, which takes twice as long."""
    outcomes: list[Exception | None] = []
    connection.execute("BEGIN IMMEDIATE")
    for job in jobs:
        connection.execute("SAVEPOINT job")
        try:
            if isinstance(job, tuple):
                connection.execute(INSERT_ENTRY, job)
            else:
                job(connection)
            outcomes.append(None)
        except sqlite3.IntegrityError as error:
            connection.execute("ROLLBACK TO job")
            outcomes.append(Conflict(str(error)))
        except sqlite3.Error:
            raise
        except Exception as error:  # what cannot be stored fails by itself, and not with the others
            connection.execute("ROLLBACK TO job")
            outcomes.append(error)
        connection.execute("RELEASE job")
    return outcomes


def _checkpoint(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _failed(error: Exception, number: int) -> list[Exception | None]:
    """Nobody in a transaction can rely on it."""
    return [StoreError(f"The store cannot write: {error}.")] * number


def _tell(futures: list[asyncio.Future[None]], outcomes: list[Exception | None]) -> None:
    """Back in the event loop: everyone hears what became of their write."""
    for future, outcome in zip(futures, outcomes, strict=True):
        if future.cancelled():
            continue
        if outcome is None:
            future.set_result(None)
        else:
            future.set_exception(outcome)


def _run(db: sqlite3.Connection, sql: str, row: tuple[Any, ...]) -> None:
    db.execute(sql, row)
