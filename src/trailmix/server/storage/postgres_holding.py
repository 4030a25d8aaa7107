"""Which process holds a table, among equal processes over one PostgreSQL database.

The name of the holder stands on the row of the table, and is changed by whoever finds it free. A process is
alive while the session that writes for it has its lock, which ends with the session, and while its heartbeat
is young, which that of a hung process is not. So that a hung process cannot write when it wakes, its session
is ended before anything of it is taken: whoever has got its lock knows that it writes no more, and strikes it
off the list. What a process held that is not on the list is free. A process that comes back and finds itself
struck off has lost all its tables, and gets another name.
"""

from __future__ import annotations

import os
import secrets
import socket
from typing import NamedTuple

from trailmix.server.storage.jobs import Script

LOCKS = 0x7472616C
"""The number under which our locks are found: "tral"."""
STARTING, FIRST_OF_PROCESSES = 1, 1000
CHANNEL = "trailmix"
"""Where processes tell each other of tables."""
WANTED, CHANGED = "wanted", "changed"
NOW = "EXTRACT(EPOCH FROM clock_timestamp())"
"""By the database's clock, which is one for all."""


class Identity(NamedTuple):
    """A process: what it is called, and the number of its lock."""

    name: str
    number: int

    @classmethod
    def new(cls) -> Identity:
        """One that nobody has had before."""
        name = f"{socket.gethostname()} {os.getpid()} {secrets.token_hex(8)}"
        return cls(name, FIRST_OF_PROCESSES + secrets.randbelow(2**31 - FIRST_OF_PROCESSES))


def enlist(me: Identity) -> Script[None]:
    """Put a process on the list."""
    yield f"INSERT INTO processes VALUES (?, ?, {NOW})", me  # noqa: S608


def strike_off(name: str) -> Script[None]:
    """Take a process off the list: what it held is free."""
    yield "DELETE FROM processes WHERE name = ?", (name,)


def is_listed(name: str) -> Script[bool]:
    """Is a process on the list?"""
    return bool((yield "SELECT 1 FROM processes WHERE name = ?", (name,)))


def beat(name: str) -> Script[None]:
    """A process is there."""
    yield f"UPDATE processes SET beaten = {NOW} WHERE name = ?", (name,)  # noqa: S608


def hold(me: str, table_id: str, hung_seconds: float, taken: list[bool]) -> Script[None]:
    """Take a table that is free; whether it is ours now is added to the list.

    Nobody is waited for: a row that somebody else is changing just now is not to be had just now.
    """
    found = yield "SELECT holder FROM tables WHERE id = ? FOR NO KEY UPDATE SKIP LOCKED", (table_id,)
    holder = found[0][0] if found else None
    if not found or (holder not in (None, me) and (yield from is_alive(holder, hung_seconds))):
        taken.append(False)
        return
    if holder != me:
        yield "UPDATE tables SET holder = ? WHERE id = ?", (me, table_id)
    taken.append(True)


def let_go(me: str, table_id: str) -> Script[None]:
    """Let others have a table."""
    yield "UPDATE tables SET holder = NULL WHERE id = ? AND holder = ?", (table_id, me)


def is_alive(name: str, hung_seconds: float) -> Script[bool]:
    """Is a process alive? One that is not is struck off; one that hangs is ended, and not alive soon."""
    found = yield f"SELECT number, {NOW} - beaten FROM processes WHERE name = ?", (name,)  # noqa: S608
    if not found:
        return False
    number, age = found[0]
    if (yield "SELECT pg_try_advisory_xact_lock(?, ?)", (LOCKS, number))[0][0]:
        yield from strike_off(name)
        return False
    if age > hung_seconds:
        yield (
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
            " AND classid = ? AND objid = ? AND objsubid = 2"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            (LOCKS, number),
        )
    return True


def strike_off_dead(me: str, hung_seconds: float) -> Script[None]:
    """Strike off all that are not alive, so that what they held can grow old."""
    for (name,) in (yield "SELECT name FROM processes WHERE name <> ?", (me,)):
        yield from is_alive(name, hung_seconds)


def tell_others(what: str, table_id: str) -> Script[None]:
    """Tell all processes that a table is wanted by another, or was changed by another."""
    yield "SELECT pg_notify(?, ?)", (CHANNEL, f"{what} {table_id}")
