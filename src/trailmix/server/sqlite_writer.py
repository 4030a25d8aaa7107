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
import time
from collections.abc import Awaitable, Callable

from trailmix.server.store_errors import Conflict, StoreError
from trailmix.server.syncing import Syncer

MOST_IN_ONE_COMMIT = 1000
CHECKPOINT_EVERY = 2000
LOCKED_SECONDS = 10.0
"""So long a write or a read waits for another process that has locked the file."""
FIRST_PAUSE, LONGEST_PAUSE = 0.002, 0.1

Job = Callable[[sqlite3.Connection], None]
Row = tuple[str, int, str | None, int | None, int, str, bytes, bool]
"""An entry of a log, as nearly everything that is written is: all those of a moment take one statement."""
Waiting = tuple[Job | Row, "asyncio.Future[None]"]
INSERT_ENTRY = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
log = logging.getLogger("trailmix.store")


class Patience:
    """Waiting for another process that has locked the file: longer and longer pauses, up to an end."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._pause = FIRST_PAUSE

    def next_pause(self, error: Exception) -> float | None:
        """Seconds until it is tried again; None if that would not help, or has gone on for too long."""
        if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
            return None
        now = time.monotonic()
        if self._since is None:
            self._since, self._pause = now, FIRST_PAUSE
        if now - self._since > LOCKED_SECONDS:
            return None
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return self._pause

    def restore(self) -> None:
        """It went well. Until then, after the end of patience, everyone is refused at the first try."""
        self._since = None


class Writer:
    """What is to be written, and the one connection that writes it."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        log_file: int,
        in_a_thread: Callable[[Job], Awaitable[None]],
    ) -> None:
        self._connection = connection
        self._in_a_thread = in_a_thread
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Waiting] = []
        self._busy = False
        """Is a transaction being put together, committed or waited for?"""
        self._patience = Patience()
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
        _tell(futures, outcomes)
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
            if not isinstance(job, tuple):
                job(connection)
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
    """Everyone hears what became of their write."""
    for future, outcome in zip(futures, outcomes, strict=True):
        if future.cancelled():
            continue
        if outcome is None:
            future.set_result(None)
        else:
            future.set_exception(outcome)
