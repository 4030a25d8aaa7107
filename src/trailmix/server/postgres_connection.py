"""Connections to a PostgreSQL database, and the locks by which one server at a time uses it.

There are two advisory locks. *Claiming* belongs to a server as a whole, also while one of its processes hands
over to another. *Writing* belongs to the one session that writes: when it is lost, so is the lock, and no
session of another server, nor an old one of ours, can write beside the one that has it.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

import asyncpg

from trailmix.server.database_file import Claim
from trailmix.server.jobs import Result, Script
from trailmix.server.sql import POSTGRES, steps_from
from trailmix.server.store_errors import StoreError

Connection: TypeAlias = Any
"""One of asyncpg's, which has no types."""
Failed = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
"""What asyncpg raises; cut off at a bad moment, a connection loses its thread, which is an internal error."""
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
"""A database that has not answered in so long is not going to."""
ENDING_SECONDS = 5.0
"""A start waits so long for a server that is just ending."""
LOCKS = 0x7472616C
"""The number under which our locks are found: "tral"."""
CLAIMING, WRITING = 1, 2
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


async def migrate(connection: Connection, address: str) -> None:
    """Bring the schema up to date; the version is in a table of its own."""
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise StoreError(
            f"The tables cannot be kept in {shown(address)}: its encoding is {encoding}, not UTF8."
        )
    async with connection.transaction():
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        version = await connection.fetchval("SELECT version FROM schema_version")
        if version is None:
            await connection.execute("INSERT INTO schema_version VALUES (0)")
        for number, step in steps_from(version or 0, shown(address)):
            await connection.execute(POSTGRES.told(step))
            await connection.execute("UPDATE schema_version SET version = $1", number)


# --- locks


async def lock_soon(connection: Connection, which: int, address: str) -> None:
    """Take a lock; StoreError if another server has it and keeps it."""
    until = time.monotonic() + ENDING_SECONDS
    while not await connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", LOCKS, which):
        if time.monotonic() > until:
            raise StoreError(
                f"Another server keeps its tables in {shown(address)}; stop it first,"
                " or name another database with --database."
            )
        await asyncio.sleep(0.02)


async def unlock(connection: Connection, which: int) -> None:
    """Let others have a lock, before the session has ended."""
    await connection.fetchval("SELECT pg_advisory_unlock($1, $2)", LOCKS, which)


async def end_sessions(connection: Connection, name: str) -> None:
    """End our other sessions of this name: if the network was cut, they may not know that we are gone."""
    await connection.fetch(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = $1 AND pid <> pg_backend_pid()",
        name,
    )


class DatabaseClaim(Claim):
    """The right to write to a database, which ends with the processes that share it, however they end.

    It is the lock of a session that does nothing else. What is kept, and shared, is its socket: PostgreSQL
    ends the session, and with it the lock, when nobody has that open any more. If the database itself ends,
    so does the session; then the lock of the session that writes keeps others out.
    """

    def __init__(self, address: str) -> None:
        self._keep(asyncio.run(_claim(address)))


async def _claim(address: str) -> int:
    """The handle of a socket whose session has the claim."""
    connection = await connect(address, "trailmix claim")
    try:
        await lock_soon(connection, CLAIMING, address)
        await lock_soon(connection, WRITING, address)
        await unlock(connection, WRITING)
    except Failed as error:
        connection.terminate()
        raise cannot_keep(address, error) from None
    except BaseException:
        connection.terminate()
        raise
    transport = connection._transport
    handle: int = transport.get_extra_info("socket").dup().detach()
    transport.abort()  # without a word to the database: the session lives on by the handle
    await asyncio.sleep(0)  # until asyncpg has heard of it
    return handle
