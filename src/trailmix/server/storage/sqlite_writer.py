"""Writing to SQLite from the event loop: transactions that many share, none of which makes the loop wait.

Writes of one moment share a transaction, which the event loop writes to the log in microseconds, and a sync,
which waits for the disk in a thread. What comes in meanwhile goes into the next one. So many tables share the
cost of a sync, and each still waits until its own entry is on disk. SQLite itself is told not to sync at a
commit, because the event loop would wait for it; `syncing` does.

If another process has locked the file (a backup, somebody's shell), the transaction is tried again and again,
and the event loop goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from trailmix.server.storage.errors import Conflict, StoreError
from trailmix.server.storage.jobs import MOST_IN_ONE_COMMIT, Job, Result, Row, Script, Waiting, tell
from trailmix.server.storage.patience import Patience
from trailmix.server.storage.sql import INSERT_ENTRY, SQLITE
from trailmix.server.storage.syncing import Syncer

CHECKPOINT_EVERY = 2000
log = logging.getLogger("trailmix.store")


def is_locked(error: Exception) -> bool:
    """Has another process locked the file?"""
    return bool(getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY)


def run(connection: sqlite3.Connection, script: Script[Result]) -> Result:
    """Run statements, one after the other."""
    rows: Any = None
    try:
        while True:
            sql, values = script.send(rows)
            # A list is one value: as JSON, which SQLite can look into.
            plain = [msgspec.json.encode(v).decode() if isinstance(v, list) else v for v in values]
            rows = connection.execute(SQLITE.told(sql), plain).fetchall()
    except StopIteration as end:
        result: Result = end.value
        return result


class Writer:
    """What is to be written, and the one connection that writes it."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        log_file: int,
        in_a_thread: Callable[[Callable[[sqlite3.Connection], None]], Awaitable[None]],
    ) -> None:
        self._connection = connection
        self._in_a_thread = in_a_thread
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Waiting] = []
        self._busy = False
        """Is a transaction being put together, committed or waited for?"""
        self._patience = Patience(is_locked)
        self._syncer = Syncer(log_file, self._synced)
        self._unsynced: tuple[list[asyncio.Future[None]], list[Exception | None]] = ([], [])
        """Those in the transaction that is being synced, and what became of their parts of it."""
        self._since_checkpoint = 0
        """Jobs since the log was last copied into the database."""
        self._checkpoint: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Write what is waiting, then let go of the log."""
        while self._busy or self._checkpoint is not None:
            await asyncio.sleep(0.001)
        self._syncer.close()

    def submit(self, job: Job | Row) -> asyncio.Future[None]:
        """Have a job run in the next transaction; done when that is on disk."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((job, future))
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._write)  # after whatever else happens in this moment
        return future

    def _write(self) -> None:
        """Everything that waits goes into one transaction with one sync."""
        batch, self._waiting = self._waiting[:MOST_IN_ONE_COMMIT], self._waiting[MOST_IN_ONE_COMMIT:]
        futures = [future for _, future in batch]
        try:
            outcomes = _run_all(self._connection, [job for job, _ in batch])
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):  # the failure itself may have ended the transaction
                self._connection.execute("ROLLBACK")
            pause = self._patience.next_pause(error)
            if pause is None:
                self._written(futures, _failed(error, len(futures)))
            else:
                self._waiting = batch + self._waiting
                self._loop.call_later(pause, self._write)
            return
        self._patience.restore()
        self._since_checkpoint += len(batch)
        self._unsynced = (futures, outcomes)
        self._syncer.sync()

    def _synced(self, well: bool) -> None:
        """What was written is on the disk, or the disk has failed."""
        futures, outcomes = self._unsynced
        self._unsynced = ([], [])
        if not well:
            outcomes = _failed(OSError("the disk did not take it"), len(futures))
        self._written(futures, outcomes)

    def _written(self, futures: list[asyncio.Future[None]], outcomes: list[Exception | None]) -> None:
        """Everyone hears what became of their write, and the next ones go."""
        tell(futures, outcomes)
        if self._waiting:
            self._write()
        else:
            self._busy = False
        if self._since_checkpoint >= CHECKPOINT_EVERY and self._checkpoint is None:
            self._checkpoint = self._loop.create_task(self._shorten_log(), name="checkpoint")

    async def _shorten_log(self) -> None:
        """Copy the log into the database (a checkpoint), so that the log can begin anew.

        Nearly all of it happens in a thread while writing goes on; the loop does the rest, which is little.
        A checkpoint of this kind never waits for others: what they hold up is left for the next.
        """
        self._since_checkpoint = 0
        try:
            await self._in_a_thread(_checkpoint)
            _checkpoint(self._connection)
        except (StoreError, sqlite3.Error) as error:
            log.warning(
                "the store's log was not shortened, it will be tried again", extra={"why": str(error)}
            )
        finally:
            self._checkpoint = None


def _run_all(connection: sqlite3.Connection, jobs: list[Job | Row]) -> list[Exception | None]:
    """Begin a transaction and run jobs in it; one that conflicts is undone alone.

    Their order does not matter: no table has two writes waiting.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany(INSERT_ENTRY, [job for job in jobs if isinstance(job, tuple)])
        for job in jobs:
            if isinstance(job, Job):
                run(connection, job.script())
    except sqlite3.OperationalError:
        raise
    except Exception:  # one of them failed: again, each by itself
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
                run(connection, job.script())
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
