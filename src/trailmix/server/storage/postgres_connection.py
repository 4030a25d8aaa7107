"""Connections to a PostgreSQL database, what is run in them, and locks that end with them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

import asyncpg

from trailmix.server.storage.errors import StoreError, too_old
from trailmix.server.storage.jobs import Result, Script
from trailmix.server.storage.postgres_holding import FIRST_OF_PROCESSES, LOCKS, STARTING
from trailmix.server.storage.sql import POSTGRES, steps_from

Connection: TypeAlias = Any
"""One of asyncpg's, which has no types."""
Failed = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
"""What asyncpg raises; cut off at a bad moment, a connection loses its thread, which is an internal error."""
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
"""A database that has not answered in so long is not going to."""
ENDING_SECONDS = 5.0
"""So long the lock of a session that is just ending is waited for."""
_GONE = ("08", "57P", "53300", "25P03")
"""How the codes of errors begin after which there is no connection: lost, shut down, too many, idle."""
_UNFIT = "22"
"""How the codes of errors begin that are about a value."""


def shown(address: str) -> str:
    """An address as people may see it: no name, no password."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2] or ",".join(parse_qs(parts.query).get("host", []))
    return f"postgresql://{host}{parts.path}"


def sentence(error: BaseException) -> str:
    """What is wrong, in one line without a full stop."""
    lines = str(error).splitlines()
    return lines[0].rstrip(".") if lines else "it does not answer"


def is_gone(error: BaseException) -> bool:
    """Is the database, or our connection to it, gone? Then it may come back."""
    if isinstance(error, asyncpg.PostgresError):
        return (error.sqlstate or "").startswith(_GONE)
    return isinstance(error, Failed) and not is_unfit(error)


def is_unfit(error: BaseException) -> bool:
    """Is one value such that no database could keep it?"""
    if isinstance(error, asyncpg.PostgresError):
        return (error.sqlstate or "").startswith(_UNFIT)
    return isinstance(error, asyncpg.InterfaceError) and isinstance(error, ValueError)


def _options(name: str) -> dict[str, Any]:
    settings = {"application_name": name, "synchronous_commit": "on"}
    return {"timeout": CONNECT_SECONDS, "command_timeout": ANSWER_SECONDS, "server_settings": settings}


async def connect(address: str, name: str) -> Connection:
    """A connection; StoreError says why there is none."""
    try:
        return await asyncpg.connect(address, **_options(name))
    except OSError as error:
        raise StoreError(f"The database {shown(address)} cannot be reached: {sentence(error)}.") from None
    except (*Failed, ValueError) as error:
        raise cannot_keep(address, error) from None


def make_pool(address: str, name: str, most: int) -> Any:
    """Connections for reading, made when they are needed."""
    return asyncpg.create_pool(address, min_size=0, max_size=most, **_options(name))


def cannot_keep(address: str, error: Exception) -> StoreError:
    """What is said when the database is there, but not for us."""
    return StoreError(f"The tables cannot be kept in {shown(address)}: {sentence(error)}.")


# --- running statements


async def run(connection: Connection, script: Script[Result]) -> Result:
    """Run statements, one after the other."""
    rows: Any = None
    try:
        while True:
            sql, values = script.send(rows)
            found = await connection.fetch(POSTGRES.told(sql), *(as_kept(value) for value in values))
            rows = [tuple(as_it_was(value) for value in row) for row in found]
    except StopIteration as end:
        result: Result = end.value
        return result


def as_kept(value: Any) -> Any:
    r"""PostgreSQL's texts know every character but \0, which a client may use in its ids."""
    if isinstance(value, str) and ("\0" in value or "\\" in value):
        return value.replace("\\", "\\\\").replace("\0", "\\0")
    return value


def as_it_was(value: Any) -> Any:
    """The contrary of `as_kept`."""
    if isinstance(value, str) and "\\" in value:
        return "\\".join(part.replace("\\0", "\0") for part in value.split("\\\\"))
    return value


# --- the schema


async def migrate(connection: Connection, address: str, *, may: bool = True) -> None:
    """Bring the schema up to date, if we may; the version is in a table of its own.

    Processes of an older version are ended first, as far as the database is concerned: they come back when
    the schema is changed, and find that they are outdated.
    """
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise StoreError(
            f"The tables cannot be kept in {shown(address)}: its encoding is {encoding}, not UTF8."
        )
    async with one_at_a_time(connection):
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        version = await connection.fetchval("SELECT version FROM schema_version")
        if version is None:
            await connection.execute("INSERT INTO schema_version VALUES (0)")
        steps = steps_from(version or 0, shown(address))
        if steps and version:
            if not may:
                raise too_old(shown(address))
            await end_all_writers(connection, address)
        for number, step in steps:
            await connection.execute(POSTGRES.told(step))
            await connection.execute("UPDATE schema_version SET version = $1", number)


async def check_version(connection: Connection, address: str) -> None:
    """Outdated if the schema is that of a newer version."""
    steps_from(await connection.fetchval("SELECT version FROM schema_version"), shown(address))


async def end_all_writers(connection: Connection, address: str) -> None:
    """End the sessions that write for other processes, and wait until they have ended."""
    until = time.monotonic() + ENDING_SECONDS
    while await connection.fetch(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
        " AND classid = $1 AND objid >= $2 AND objsubid = 2 AND pid <> pg_backend_pid()"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        LOCKS,
        FIRST_OF_PROCESSES,
    ):
        if time.monotonic() > until:
            raise StoreError(f"Servers of an older version use {shown(address)}, and do not end: stop them.")
        await asyncio.sleep(0.02)


# --- locks


@contextlib.asynccontextmanager
async def one_at_a_time(connection: Connection) -> AsyncIterator[None]:
    """A transaction that no two processes are in at once, when they start at the same time."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1, $2)", LOCKS, STARTING)
        yield


async def lock_soon(connection: Connection, number: int, address: str) -> None:
    """Take a lock; StoreError if another session has it and keeps it."""
    until = time.monotonic() + ENDING_SECONDS
    while not await connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", LOCKS, number):
        if time.monotonic() > until:
            raise StoreError(f"An old session of this server still goes on in {shown(address)}.")
        await asyncio.sleep(0.02)


async def end_sessions(connection: Connection, name: str) -> None:
    """End our other sessions of this name: if the network was cut, they may not know that we are gone."""
    await connection.fetch(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = $1 AND pid <> pg_backend_pid()",
        name,
    )
