"""The embedded store: one SQLite file with a write-ahead log, every write synced before it is acknowledged.

One connection writes everything, from the event loop (`sqlite_writer`); others read, in threads.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

import msgspec

from trailmix.server.database_file import Claim, cannot_keep, make_private
from trailmix.server.refusals import No
from trailmix.server.sqlite_schema import (
    EXPIRE,
    TOUCH,
    encode,
    entry_decoder,
    migrate,
    read_table,
    remark_decoder,
    start_time,
    write_first_people,
    write_people,
    write_snapshot,
    write_time,
)
from trailmix.server.sqlite_writer import INSERT_ENTRY, LOCKED_SECONDS, Job, Patience, Row, Writer
from trailmix.server.steady_time import SteadyTime
from trailmix.server.store import Entry, Loaded, People, Remark, Snapshot, StoredTable
from trailmix.server.store_errors import StoreError

TOUCH_EVERY = 600.0
MOST_TOUCHED = 10_000
Seconds = Callable[[], float]


class SqliteStore:
    """Tables in one file."""

    def __init__(
        self,
        path: Path,
        wall: Seconds = time.time,
        monotonic: Seconds = time.monotonic,
        claim: Claim | None = None,
    ) -> None:
        """With a claim, the file is kept from other servers however often the store is closed."""
        self.path = path
        self._file = path.resolve()
        """The path without symbolic links: SQLite puts its files beside what a link points to."""
        self._clocks = (wall, monotonic)
        self._claim = claim
        self._keeps_claim = claim is not None
        self._connection: sqlite3.Connection | None = None
        self._writer: Writer | None = None
        self._log = -1
        """The write-ahead log, to be synced. SQLite's locks are on other files, so this disturbs none."""
        self._readers = threading.local()
        self._touched: dict[str, float] = {}
        """When it was last written down for each table that it is in use, by the monotonic clock."""

    # --- opening

    async def open(self) -> None:
        """Make or open the file and bring its schema up to date."""
        self._claim = self._claim or Claim(self.path)
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
        migrate(connection, self.path)
        wall, monotonic = self._clocks
        self.time = SteadyTime(*start_time(connection, wall()), wall, monotonic)
        connection.execute("PRAGMA busy_timeout = 0")
        self._log = os.open(f"{self._file}-wal", os.O_RDWR)
        self._connection = connection
        self._writer = Writer(connection, self._log, self._read)

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

    # --- writing

    def _submit(self, job: Job | Row) -> asyncio.Future[None]:
        """Have a job run in the next transaction; done when that is on disk."""
        if self._writer is None:
            raise StoreError("The store is closed.")
        return self._writer.submit(job)

    async def create(self, table: StoredTable, people: People, entry: Entry | None = None) -> None:
        """A new table, and the first entry of its log if it starts at once."""

        def job(db: sqlite3.Connection) -> None:
            row = (
                table.id,
                encode(table),
                people.status,
                table.privacy == "public",
                table.created,
                self.time.now(),
            )
            db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", row)
            write_first_people(db, table.id, people)
            if entry is not None:
                db.execute(INSERT_ENTRY, _row(table.id, entry))

        await self._submit(job)

    def append(
        self, table_id: str, entry: Entry, snapshot: Snapshot | None, people: People | None
    ) -> asyncio.Future[None]:
        """The next entry of a table's log."""
        row = _row(table_id, entry)
        touch = self._should_touch(table_id) or people is not None
        if snapshot is None and people is None and not touch:
            return self._submit(row)

        def job(db: sqlite3.Connection) -> None:
            db.execute(INSERT_ENTRY, row)
            if snapshot is not None:
                write_snapshot(db, table_id, snapshot)
            if people is not None:
                write_people(db, table_id, people)
            if touch:
                db.execute(TOUCH, (self.time.now(), table_id))

        return self._submit(job)

    def _should_touch(self, table_id: str) -> bool:
        """Not at every move: tables expire by the day."""
        now = self._clocks[1]()
        if now - self._touched.get(table_id, -TOUCH_EVERY) < TOUCH_EVERY:
            return False
        if len(self._touched) > MOST_TOUCHED:
            self._touched.clear()
        self._touched[table_id] = now
        return True

    async def touch(self, table_ids: Iterable[str]) -> None:
        """Tables that are in use are not old."""
        due = [table_id for table_id in table_ids if self._should_touch(table_id)]
        if due:
            rows = [(self.time.now(), table_id) for table_id in due]
            await self._submit(lambda db: _run_many(db, TOUCH, rows))

    async def seat(self, table_id: str, people: People) -> None:
        """The next revision of a table's people."""

        def job(db: sqlite3.Connection) -> None:
            write_people(db, table_id, people)
            db.execute(TOUCH, (self.time.now(), table_id))

        await self._submit(job)

    async def say(self, table_id: str, remark: Remark) -> None:
        """The next remark at a table."""
        row = (table_id, remark.number, remark.client_id, encode(remark))
        await self._submit(lambda db: _run(db, "INSERT INTO remarks VALUES (?, ?, ?, ?)", row))

    async def note_time(self) -> None:
        """Write down the steady time."""
        await self._submit(lambda db: write_time(db, self.time))

    async def expire(
        self, waiting: float, running: float, over: float, most: int, spared: Callable[[], Collection[str]]
    ) -> list[str]:
        """Delete some old tables."""
        gone: list[str] = []

        def job(db: sqlite3.Connection) -> None:
            gone.clear()
            now, kept = self.time.now(), msgspec.json.encode(list(spared())).decode()
            for status, age in (("waiting", waiting), ("running", running), ("over", over)):
                found = db.execute(EXPIRE, (status, now - age, kept, most - len(gone)))
                gone.extend(row[0] for row in found)

        await self._submit(job)
        return gone

    # --- reading

    async def _read(self, query: Callable[[sqlite3.Connection], Any]) -> Any:
        """Run a query in a thread. If the file is locked, the thread is left to others until the next try."""

        def run() -> Any:
            connection = getattr(self._readers, "connection", None)
            if connection is None:
                connection = self._readers.connection = self._connect()
            return query(connection)

        patience = Patience()
        while True:
            try:
                return await asyncio.to_thread(run)
            except sqlite3.Error as error:
                pause = patience.next_pause(error)
                if pause is None:
                    raise StoreError(f"The store cannot read: {error}.") from None
            except (msgspec.MsgspecError, UnicodeError) as error:  # one table is damaged, not the store
                raise No("damaged.unreadable", why=str(error)) from None
            await asyncio.sleep(pause)

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
    document = encode(entry)
    return (
        table_id, entry.seq, entry.client_id, entry.seat, entry.took_ms, entry.kind, document, entry.secret,
    )  # fmt: skip


def _run(db: sqlite3.Connection, sql: str, row: tuple[Any, ...]) -> None:
    db.execute(sql, row)


def _run_many(db: sqlite3.Connection, sql: str, rows: list[tuple[Any, ...]]) -> None:
    db.executemany(sql, rows)
