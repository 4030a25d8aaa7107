"""The embedded store: one SQLite file, write-ahead log, full syncs.

Writes of one moment share a transaction: they are put together in the event loop, which takes microseconds,
and the commit, which waits for the disk, happens in a thread. What comes meanwhile goes into the next one. So
many tables share the cost of a sync, and each still waits until its own entry is on disk. Only the commit is
left to the thread because every call of SQLite gives up Python's lock, and getting it back from a busy loop
takes long.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

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

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, document BLOB NOT NULL, status TEXT NOT NULL, public INTEGER NOT NULL,
        created REAL NOT NULL, touched REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_status ON tables (status, touched);
    CREATE TABLE people (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, revision INTEGER NOT NULL,
        document BLOB NOT NULL, PRIMARY KEY (table_id, revision)
    ) WITHOUT ROWID;
    CREATE TABLE tokens (
        hash TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
        chair INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tokens_by_table ON tokens (table_id);
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seq INTEGER NOT NULL, client_id TEXT,
        seat INTEGER, took_ms INTEGER NOT NULL, kind TEXT NOT NULL, document BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE snapshots (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seq INTEGER NOT NULL,
        document BLOB NOT NULL, PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE remarks (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, number INTEGER NOT NULL,
        client_id TEXT NOT NULL, document BLOB NOT NULL,
        PRIMARY KEY (table_id, number), UNIQUE (table_id, client_id)
    ) WITHOUT ROWID;
    """,
)
"""Each step brings the schema one version further; the version is SQLite's own ``user_version``."""

MOST_IN_ONE_COMMIT = 1000
BUSY_SECONDS = 1.0
"""So long a write waits for another process that is writing to the file."""
TOUCH_EVERY = 600.0
MOST_TOUCHED = 10_000
REMEMBERED_IDS = 200

Job = Callable[[sqlite3.Connection], None]
encode = msgspec.msgpack.encode
_table_decoder = msgspec.msgpack.Decoder(StoredTable)
_people_decoder = msgspec.msgpack.Decoder(People)
_entry_decoder = msgspec.msgpack.Decoder(Entry)
_snapshot_decoder = msgspec.msgpack.Decoder(Snapshot)
_remark_decoder = msgspec.msgpack.Decoder(Remark)


class SqliteStore:
    """Tables in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._waiting: list[tuple[Job, asyncio.Future[None]]] = []
        self._busy = False
        """Is a transaction being put together or committed?"""
        self._disk = ThreadPoolExecutor(1, "store")
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
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"The tables cannot be kept in {self.path}: {error}.") from None
        self._connection = connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS
        )
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
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
        while self._busy:
            await asyncio.sleep(0.001)
        self._disk.shutdown()
        connection.close()

    # --- writing

    async def _submit(self, job: Job) -> None:
        """Have a job run in the next transaction, and wait until that is on disk."""
        if self._connection is None:
            raise StoreError("The store is closed.")
        assert self._loop is not None  # noqa: S101 - set before the connection
        future: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((job, future))
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._write, self._connection)  # after whatever else happens in this moment
        await future

    def _write(self, connection: sqlite3.Connection) -> None:
        """Everything that waits goes into one transaction with one sync."""
        batch, self._waiting = self._waiting[:MOST_IN_ONE_COMMIT], self._waiting[MOST_IN_ONE_COMMIT:]
        futures = [future for _, future in batch]
        try:
            outcomes = _run_all(connection, [job for job, _ in batch])
        except sqlite3.Error as error:
            self._written(connection, futures, _failed(connection, error, len(futures)))
            return
        commit = self._disk.submit(connection.execute, "COMMIT")
        commit.add_done_callback(lambda done: self._committed(connection, done, futures, outcomes))

    def _committed(
        self,
        connection: sqlite3.Connection,
        commit: Future[sqlite3.Cursor],
        futures: list[asyncio.Future[None]],
        outcomes: list[Exception | None],
    ) -> None:
        """In the thread: tell the loop."""
        error = commit.exception()
        if error is not None:
            outcomes = _failed(connection, error, len(futures))
        assert self._loop is not None  # noqa: S101 - it has been writing
        self._loop.call_soon_threadsafe(self._written, connection, futures, outcomes)

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

    async def create(self, table: StoredTable, people: People) -> None:
        """A new table."""

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
            _seat(db, table.id, people)

        await self._submit(job)

    async def append(
        self, table_id: str, entry: Entry, snapshot: Snapshot | None, people: People | None
    ) -> None:
        """The next entry of a table's log."""
        row = (table_id, entry.seq, entry.client_id, entry.seat, entry.took_ms, entry.kind, encode(entry))
        touch = self._is_to_touch(table_id, entry.at)

        def job(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            if snapshot is not None:
                db.execute(
                    "INSERT INTO snapshots VALUES (?, ?, ?)", (table_id, snapshot.seq, encode(snapshot))
                )
            if people is not None:
                _seat(db, table_id, people)
            if touch:
                db.execute("UPDATE tables SET touched = ? WHERE id = ?", (entry.at, table_id))

        await self._submit(job)

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
        await self._submit(lambda db: _seat(db, table_id, people))

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
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            raise StoreError(f"The store cannot read: {error}.") from None

    async def load(self, table_id: str) -> Loaded | None:
        """A table with its last snapshot and what came after it."""

        def query(db: sqlite3.Connection) -> Loaded | None:
            db.execute("BEGIN")  # one moment of the file, however much is being written
            try:
                return _load(db, table_id)
            finally:
                db.execute("COMMIT")

        return await self._read(query)  # type: ignore[no-any-return]

    async def log(self, table_id: str, since: int, limit: int) -> list[Entry]:
        """The entries after a number."""
        sql = "SELECT document FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?"
        return await self._read(  # type: ignore[no-any-return]
            lambda db: [_entry_decoder.decode(row[0]) for row in db.execute(sql, (table_id, since, limit))]
        )

    async def was_said(self, table_id: str, client_id: str) -> bool:
        """Is there a remark with a client's id?"""
        sql = "SELECT 1 FROM remarks WHERE table_id = ? AND client_id = ?"
        found = await self._read(lambda db: db.execute(sql, (table_id, client_id)).fetchone())
        return found is not None

    async def remarks(self, table_id: str, since: int, limit: int) -> list[Remark]:
        """The last remarks after a number."""
        sql = "SELECT document FROM remarks WHERE table_id = ? AND number > ? ORDER BY number DESC LIMIT ?"
        rows = await self._read(lambda db: db.execute(sql, (table_id, since, limit)).fetchall())
        return [_remark_decoder.decode(row[0]) for row in reversed(rows)]

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


def _run_all(connection: sqlite3.Connection, jobs: list[Job]) -> list[Exception | None]:
    """Begin a transaction and run jobs in it; one that conflicts is undone alone."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for job in jobs:
            job(connection)
    except sqlite3.OperationalError:
        raise
    except Exception:  # one of them cannot be: again, each by itself
        connection.execute("ROLLBACK")
        return _run_each(connection, jobs)
    return [None] * len(jobs)


def _run_each(connection: sqlite3.Connection, jobs: list[Job]) -> list[Exception | None]:
    """Like `_run_all`, each job with a savepoint of its own, which takes twice as long."""
    outcomes: list[Exception | None] = []
    connection.execute("BEGIN IMMEDIATE")
    for job in jobs:
        connection.execute("SAVEPOINT job")
        try:
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


def _failed(connection: sqlite3.Connection, error: BaseException, number: int) -> list[Exception | None]:
    """Nothing of a transaction was written."""
    with contextlib.suppress(sqlite3.Error):  # the failure itself may have ended the transaction
        connection.execute("ROLLBACK")
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


def _seat(db: sqlite3.Connection, table_id: str, people: People) -> None:
    db.execute("INSERT INTO people VALUES (?, ?, ?)", (table_id, people.revision, encode(people)))
    db.execute(
        "UPDATE tables SET status = ?, touched = ? WHERE id = ?", (people.status, time.time(), table_id)
    )
    db.execute("DELETE FROM tokens WHERE table_id = ?", (table_id,))
    held = [(c.token_hash, table_id, n) for n, c in enumerate(people.chairs) if c.token_hash]
    db.executemany("INSERT INTO tokens VALUES (?, ?, ?)", held)


def _load(db: sqlite3.Connection, table_id: str) -> Loaded | None:
    def one(sql: str) -> Any:
        return db.execute(sql, (table_id,)).fetchone()

    found = one("SELECT document FROM tables WHERE id = ?")
    if found is None:
        return None
    people = one("SELECT document FROM people WHERE table_id = ? ORDER BY revision DESC LIMIT 1")
    kept = one("SELECT document FROM snapshots WHERE table_id = ? ORDER BY seq DESC LIMIT 1")
    snapshot = _snapshot_decoder.decode(kept[0]) if kept else None
    since = snapshot.seq if snapshot else -1
    entries = db.execute(
        "SELECT document FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq", (table_id, since)
    )
    recent = db.execute(
        "SELECT seat, client_id, seq FROM entries WHERE table_id = ? AND client_id IS NOT NULL"
        " ORDER BY seq DESC LIMIT ?",
        (table_id, REMEMBERED_IDS),
    )
    waits = db.execute(
        "SELECT seat, took_ms, kind FROM entries WHERE table_id = ? AND seat IS NOT NULL ORDER BY seq",
        (table_id,),
    )
    return Loaded(
        table=_table_decoder.decode(found[0]),
        people=_people_decoder.decode(people[0]),
        snapshot=snapshot,
        entries=tuple(_entry_decoder.decode(row[0]) for row in entries),
        recent_ids={(seat, client_id): seq for seat, client_id, seq in reversed(recent.fetchall())},
        waits=tuple(waits.fetchall()),
        last_remark=one("SELECT COALESCE(MAX(number), 0) FROM remarks WHERE table_id = ?")[0],
    )
