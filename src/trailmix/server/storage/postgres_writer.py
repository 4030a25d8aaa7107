"""Writing to PostgreSQL: transactions that many share, by one session that is made anew when it is lost.

Writes of one moment share a statement, if they are entries of logs, and a transaction, and with it the
database's wait for its disk. What comes in meanwhile goes into the next one.

If the connection dies while a transaction is under way, nobody can know whether it was committed. So it is
tried again in a new session; whatever finds its number taken by the very same thing was written at the first
try. If no session can be had, those who were in the transaction hear that it is unknown, and all others that
nothing was written.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Protocol

import asyncpg

from trailmix.server.storage import patience
from trailmix.server.storage.errors import Conflict, Outdated, StoreError, Unknown
from trailmix.server.storage.jobs import MOST_IN_ONE_COMMIT, Job, Row, Waiting, tell
from trailmix.server.storage.postgres_connection import (
    Connection,
    Failed,
    as_kept,
    check_version,
    connect,
    end_sessions,
    is_gone,
    is_unfit,
    lock_soon,
    migrate,
    one_at_a_time,
    run,
    sentence,
)
from trailmix.server.storage.postgres_holding import CHANNEL, Identity, enlist, is_listed, strike_off
from trailmix.server.storage.sql import INSERT_ENTRY, POSTGRES, proof_of

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
CLOSE_SECONDS = 5.0
MOST_DEADLOCKS = 3
FENCED = "This process was taken for dead: others hold its tables now."
INSERT_ENTRIES = """
    INSERT INTO entries SELECT * FROM unnest(
        $1::text[], $2::bigint[], $3::text[], $4::bigint[],
        $5::bigint[], $6::text[], $7::bytea[], $8::bigint[]
    )
"""
log = logging.getLogger("trailmix.store")


class Owner(Protocol):
    """Whose session it is: is told what happens to it."""

    def hear(self, said: str) -> None:
        """Processes say something to each other."""

    def be_fenced(self) -> None:
        """This process was taken for dead."""

    def be_outdated(self) -> None:
        """A newer version has changed the schema: there is no session any more."""


class Session:
    """The one session that writes. When it is lost another is made, again and again until there is one.

    It has the lock of this process, so what is written in it is written by a process that is alive.
    """

    def __init__(self, address: str, owner: Owner, *, upgrades: bool = True) -> None:
        self._address, self._owner, self._upgrades = address, owner, upgrades
        self.me = Identity.new()
        self.incarnation = 0
        self._connection: Connection = None
        self._lost_at = 0.0
        self._why = "The store is closed."
        self._mending: asyncio.Task[None] | None = None

    async def open(self) -> Connection:
        """The first connection; brings the schema up to date."""
        connection = await connect(self._address, self._name)
        try:
            await migrate(connection, self._address, may=self._upgrades)
            await self._appear(connection)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        return connection

    @property
    def _name(self) -> str:
        """Of the session, no longer than PostgreSQL shows."""
        return f"trailmix writes {self.me.name[-46:]}"

    async def _appear(self, connection: Connection) -> None:
        """Take the lock of this process, and be on the list."""
        await self._lock(connection)
        await run(connection, enlist(self.me))
        await self._listen(connection)

    async def _lock(self, connection: Connection) -> None:
        """Take the lock of this process. Not while the schema is being changed, nor when that is done."""
        async with one_at_a_time(connection):
            await check_version(connection, self._address)
            await lock_soon(connection, self.me.number, self._address)

    async def _listen(self, connection: Connection) -> None:
        hear = self._owner.hear
        await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, said: hear(said))
        connection.add_termination_listener(self.lose)

    async def _reappear(self) -> Connection:
        """Come back as who we were, if nobody has taken us for dead meanwhile; else as somebody else."""
        connection = await connect(self._address, self._name)
        try:
            await end_sessions(connection, self._name)
            await self._lock(connection)
            if await run(connection, is_listed(self.me.name)):
                await self._listen(connection)
            else:
                log.warning("this process was taken for dead: its tables are held by others now")
                self.me = Identity.new()
                self.incarnation += 1
                self._owner.be_fenced()
                await self._appear(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def get(self) -> Connection:
        """The connection; if it is lost, another is waited for. StoreError if that has taken too long."""
        if self._connection is None and self._mending is not None:
            left = self._lost_at + patience.LOCKED_SECONDS - time.monotonic()
            await asyncio.wait([self._mending], timeout=max(left, 0.0))
        if self._connection is None:
            raise StoreError(self._why)
        return self._connection

    def lose(self, connection: Connection) -> None:
        """A connection is of no use any more."""
        if connection is not self._connection:
            return
        self._connection, self._lost_at = None, time.monotonic()
        self._why = "The connection to the database is lost."
        self._mending = asyncio.create_task(self._mend(), name="connecting")
        connection.terminate()
        log.warning("the connection to the database is lost")

    async def _mend(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                self._connection = await self._reappear()
            except Outdated as error:
                log.error("this process is outdated, and stops", extra={"why": str(error)})
                self._why = str(error)
                self._owner.be_outdated()
                return
            except (StoreError, *Failed) as error:
                why = str(error) if isinstance(error, StoreError) else f"The store cannot write: {error}."
                if why != self._why:
                    log.error("the database cannot be used, it is tried again and again", extra={"why": why})
                self._why = why
            else:
                log.info("the database can be used again")
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def close(self) -> None:
        """Let go of the database."""
        if self._mending is not None:
            self._mending.cancel()
            await asyncio.wait([self._mending])
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await run(connection, strike_off(self.me.name))
                await connection.close(timeout=CLOSE_SECONDS)
            except Failed:
                connection.terminate()  # its end is the end of the lock


class Writer:
    """What is to be written."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Waiting] = []
        self._work: asyncio.Task[None] | None = None

    def submit(self, job: Job | Row) -> asyncio.Future[None]:
        """Have a job run in the next transaction; done when that is on disk."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((job, future))
        if self._work is None:
            self._work = self._loop.create_task(self._write_all(), name="writing")
        return future

    async def close(self) -> None:
        """Write what is waiting."""
        while self._work is not None:
            await self._work

    def refuse_all(self) -> None:
        """What waits was meant for tables that this process does not hold any more."""
        waiting, self._waiting = self._waiting, []
        tell([future for _, future in waiting], [StoreError(FENCED)] * len(waiting))

    async def _write_all(self) -> None:
        """Everything that waits, a transaction at a time."""
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_IN_ONE_COMMIT], self._waiting[MOST_IN_ONE_COMMIT:]
                tell([future for _, future in batch], await self._write([job for job, _ in batch]))
        finally:
            self._work = None

    async def _write(self, jobs: list[Job | Row]) -> Sequence[Exception | None]:
        """Write jobs in one transaction: what became of each."""
        lost_at: float | None = None
        incarnation, deadlocks = self._session.incarnation, 0
        while True:
            try:
                connection = await self._session.get()
            except StoreError as error:
                return [error if lost_at is None else Unknown(str(error))] * len(jobs)
            try:
                if self._session.incarnation != incarnation:
                    return await _what_was_written(connection, [] if lost_at is None else jobs, len(jobs))
                if lost_at is None:
                    return await _run_all(connection, jobs)
                return await _run_each(connection, jobs, tried=True)
            except asyncpg.DeadlockDetectedError as error:  # two processes at the same rows: again
                deadlocks += 1
                if deadlocks > MOST_DEADLOCKS:
                    return [StoreError(f"The store cannot write: {sentence(error)}.")] * len(jobs)
            except Failed as error:
                if not (connection.is_closed() or is_gone(error)):
                    return [StoreError(f"The store cannot write: {sentence(error)}.")] * len(jobs)
                self._session.lose(connection)
                lost_at = lost_at or time.monotonic()
                if time.monotonic() - lost_at > patience.LOCKED_SECONDS:
                    return [Unknown("The connection to the database is lost.")] * len(jobs)
            except Exception:  # whoever waits is not left waiting
                log.exception("writing failed")
                self._session.lose(connection)
                return [Unknown("Something went wrong while writing.")] * len(jobs)


async def _run_all(connection: Connection, jobs: list[Job | Row]) -> Sequence[Exception | None]:
    """Run jobs in one transaction; one that conflicts is undone alone.

    Their order does not matter: no table has two writes waiting.
    """
    others = [job for job in jobs if isinstance(job, Job)]
    try:
        if not others:
            await _insert(connection, jobs)
        else:
            async with connection.transaction():
                await _insert(connection, jobs)
                for job in others:
                    await run(connection, job.script())
    except Exception as error:  # one of them failed: again, each by itself
        if connection.is_closed() or is_gone(error):
            raise
        return await _run_each(connection, jobs)
    return [None] * len(jobs)


async def _what_was_written(
    connection: Connection, tried: list[Job | Row], number: int
) -> Sequence[Exception | None]:
    """This process was taken for dead, and writes nothing more of what it meant to write before."""
    there = [await _is_there(connection, job) for job in tried] or [False] * number
    return [None if written else StoreError(FENCED) for written in there]


async def _insert(connection: Connection, jobs: list[Job | Row]) -> None:
    """All entries of logs in one statement."""
    rows = [job for job in jobs if isinstance(job, tuple)]
    if rows:
        tables, seqs, ids, *others = zip(*rows, strict=True)
        await connection.execute(INSERT_ENTRIES, tables, seqs, [as_kept(name) for name in ids], *others)


async def _run_each(
    connection: Connection, jobs: list[Job | Row], *, tried: bool = False
) -> Sequence[Exception | None]:
    """Like `_run_all`, each job with a savepoint of its own; after a try, some may be there already."""
    outcomes: list[Exception | None] = []
    async with connection.transaction():
        for job in jobs:
            try:
                async with connection.transaction():
                    await _run_one(connection, job)
                outcomes.append(None)
            except (Conflict, asyncpg.IntegrityConstraintViolationError) as error:
                there = tried and await _is_there(connection, job)
                outcomes.append(None if there else Conflict(sentence(error)))
            except Exception as error:  # what cannot be stored fails by itself, and not with the others
                if isinstance(error, Failed) and not is_unfit(error):
                    raise
                outcomes.append(error)
    return outcomes


async def _run_one(connection: Connection, job: Job | Row) -> None:
    if isinstance(job, Job):
        await run(connection, job.script())
    else:
        await connection.execute(POSTGRES.told(INSERT_ENTRY), *(as_kept(value) for value in job))


async def _is_there(connection: Connection, job: Job | Row) -> bool:
    """Was this very thing written at the first try?"""
    proof = job.proof if isinstance(job, Job) else proof_of(job)
    if proof is None:
        return False
    sql, values = proof
    return bool(await connection.fetch(POSTGRES.told(sql), *(as_kept(value) for value in values)))
