"""What whoever looks after a server may do to its tables, in any store, without being at them, and to people.

Over PostgreSQL that goes beside running servers: it is written by number like everything else, and whoever
holds the table reads it anew. A file belongs to its server, which has to be stopped first; only bans can be
written beside it. `moving` brings whole tables to another store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from trailmix.engine.errors import TrailmixError
from trailmix.engine.words import Message
from trailmix.server.security.addresses import Network, is_within
from trailmix.server.security.limits import key_of, plain_address
from trailmix.server.storage.bans import MOST_BANS, hash_of, make_key, read_key
from trailmix.server.storage.errors import Conflict
from trailmix.server.storage.jobs import Job, Script
from trailmix.server.storage.sql import encode, people_decoder, remark_decoder, table_decoder, write_people
from trailmix.server.storage.sql_store import SqlStore
from trailmix.server.storage.store import People
from trailmix.server.words import words

REMOVED = "-"
"""What stands in the place of a remark that was removed: the others keep their numbers."""
TRIES = 5


LONGEST_HOURS = 24.0 * 366
LONGEST_NOTE = 200


class CannotDo(TrailmixError):
    """There is no such table or chair or address, or what is to be brought in cannot be read."""


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a list shows it."""

    table: str
    game: str
    status: str
    privacy: str
    created: float
    muted: bool
    people: list[str]


# --- looking


async def overview(store: SqlStore, limit: int) -> list[Overview]:
    """The tables that were used last."""

    def script() -> Script[list[Overview]]:
        sql = (
            "SELECT tables.document, status, people.document FROM tables JOIN people ON table_id = id"
            " ORDER BY touched DESC LIMIT ?"
        )
        return [_seen(*row) for row in (yield sql, (limit,))]

    return await store.read(script)


def _seen(table: bytes, status: str, people: bytes) -> Overview:
    stored, now = table_decoder.decode(table), people_decoder.decode(people)
    return Overview(
        table=stored.id,
        game=stored.game,
        status=status,
        privacy=stored.privacy,
        created=stored.created,
        muted=now.chat_muted,
        people=[chair.name or "" for chair in now.chairs if chair.kind == "human"],
    )


# --- changing


async def close(store: SqlStore, table_id: str) -> None:
    """Delete a table with all that belongs to it; whoever is at it is told that there is none."""
    gone = list[str]()

    def script() -> Script[None]:
        gone.clear()
        gone.extend(row[0] for row in (yield "DELETE FROM tables WHERE id = ? RETURNING id", (table_id,)))

    await store.submit(Job(script))
    if not gone:
        raise no_table(table_id)
    await store.tell_changed(table_id)


async def mute(store: SqlStore, table_id: str, *, muted: bool = True) -> None:
    """Silence what is said at a table, or let people speak again."""

    def change(people: People) -> People:
        return msgspec.structs.replace(people, chat_muted=muted)

    await _revise(store, table_id, change)


async def forget(store: SqlStore, table_id: str, chair: int) -> None:
    """Remove what is kept of somebody at a table: their name, and all that they have said."""
    name = words("en").say(Message("name.guest", {"n": chair + 1}))

    def change(people: People) -> People:
        if not 0 <= chair < len(people.chairs) or people.chairs[chair].kind != "human":
            raise CannotDo(f"Nobody sits on chair {chair} of table {table_id}; chairs are counted from 0.")
        chairs = list(people.chairs)
        chairs[chair] = msgspec.structs.replace(chairs[chair], name=name)
        return msgspec.structs.replace(people, chairs=tuple(chairs))

    await _revise(store, table_id, change, lambda: _blank(table_id, chair, name))


def _blank(table_id: str, chair: int, name: str) -> Script[None]:
    """Nothing is left of what a chair has said but that it was said."""
    for (document,) in (yield "SELECT document FROM remarks WHERE table_id = ?", (table_id,)):
        remark = remark_decoder.decode(document)
        if remark.chair == chair:
            blank = encode(msgspec.structs.replace(remark, name=name, text=REMOVED))
            yield (
                "UPDATE remarks SET document = ? WHERE table_id = ? AND number = ?",
                (blank, table_id, remark.number),
            )


def _nothing() -> Script[None]:
    yield from ()


async def _revise(
    store: SqlStore,
    table_id: str,
    change: Callable[[People], People],
    also: Callable[[], Script[None]] = _nothing,
) -> None:
    """Change the people of a table; somebody at the table may do so at the same moment."""
    for _ in range(TRIES):
        loaded = await store.load(table_id)
        if loaded is None:
            raise no_table(table_id)
        changed = msgspec.structs.replace(change(loaded.people), revision=loaded.people.revision + 1)

        def script(changed: People = changed) -> Script[None]:
            yield from write_people(table_id, changed)
            yield from also()

        try:
            await store.submit(Job(script))
        except Conflict:
            continue
        await store.tell_changed(table_id)
        return
    raise CannotDo(f"Table {table_id} is changed by others again and again: try again.")


def no_table(table_id: str) -> CannotDo:
    """What is said of a table that is not there."""
    return CannotDo(f"There is no table {table_id}.")


# --- addresses


class Ban(msgspec.Struct, frozen=True, kw_only=True):
    """An address that is not served for a time. Which one it is cannot be read from it."""

    name: str
    hours: float
    note: str


async def ban(
    store: SqlStore, address: str, hours: float, note: str = "", proxies: Iterable[Network] = ()
) -> Ban:
    """Serve an address no more for so many hours, in the place of an older ban."""
    counted_as = _counted_as(address)
    if is_within(address, proxies):
        raise CannotDo(f"{address} is one of the proxies: everybody comes from there.")
    if not 0 < hours <= LONGEST_HOURS:
        raise CannotDo(f"A ban lasts for more than 0 and at most {LONGEST_HOURS:g} hours.")
    if len(note) > LONGEST_NOTE:
        raise CannotDo(f"A note has at most {LONGEST_NOTE} characters.")
    made = list[str]()

    def script() -> Script[None]:
        made.append(hash_of(counted_as, (yield from make_key())))
        yield "DELETE FROM bans WHERE hash = ? OR ends <= {now}", (made[-1],)
        if (yield "SELECT COUNT(*) FROM bans", ())[0][0] >= MOST_BANS:
            raise CannotDo(f"There are {MOST_BANS} bans, and no room for more.")
        yield "INSERT INTO bans VALUES (?, {now} + ?, ?)", (made[-1], hours * 3600, note)

    await store.submit(Job(script))
    return Ban(name=made[-1], hours=hours, note=note)


async def lift(store: SqlStore, address_or_name: str) -> None:
    """Serve an address again, or the one whose ban has this name."""
    gone = list[str]()

    def script() -> Script[None]:
        gone.clear()
        name, key = address_or_name, (yield from read_key())
        if plain_address(name) is not None:
            name = hash_of(key_of(name), key)
        gone.extend(row[0] for row in (yield "DELETE FROM bans WHERE hash = ? RETURNING hash", (name,)))

    await store.submit(Job(script))
    if not gone:
        raise CannotDo(f"{address_or_name} is not banned.")


async def bans(store: SqlStore) -> list[Ban]:
    """Those that have not ended, the first to end first."""

    def script() -> Script[list[Ban]]:
        sql = "SELECT hash, ends - {now}, note FROM bans WHERE ends > {now} ORDER BY ends"
        return [Ban(name=name, hours=left / 3600, note=note) for name, left, note in (yield sql, ())]

    return await store.read(script)


def _counted_as(address: str) -> str:
    if plain_address(address) is None:
        raise CannotDo(f"'{address}' is no IP address.")
    return key_of(address)
