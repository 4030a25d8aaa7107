"""What whoever looks after a server may do to its tables, in any store, without being at them.

Over PostgreSQL that goes beside running servers: it is written by number like everything else, and whoever
holds the table reads it anew. A file belongs to its server, which has to be stopped first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

import msgspec

from trailmix.engine.errors import TrailmixError
from trailmix.engine.words import Message
from trailmix.lab.analysis import Analysis
from trailmix.server.jobs import Job, Script
from trailmix.server.sql import (
    INSERT_ENTRY,
    INSERT_TABLE,
    analysis_decoder,
    encode,
    entry_decoder,
    people_decoder,
    remark_decoder,
    row_of,
    row_of_table,
    table_decoder,
    write_analysis,
    write_first_people,
    write_people,
)
from trailmix.server.sql_store import SqlStore
from trailmix.server.store import Entry, People, Remark, StoredTable
from trailmix.server.store_errors import Conflict
from trailmix.server.words import words

REMOVED = "-"
"""What stands in the place of a remark that was removed: the others keep their numbers."""
TRIES = 5


class CannotDo(TrailmixError):
    """There is no such table or chair, or what is to be brought in cannot be read."""


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a list shows it."""

    table: str
    game: str
    status: str
    privacy: str
    created: float
    muted: bool
    people: list[str]


class WholeTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that is kept of a table, to be moved to another store. It holds the secrets of the match."""

    format: Literal["trailmix-table-1"] = "trailmix-table-1"
    table: StoredTable
    people: People
    entries: tuple[Entry, ...]
    remarks: tuple[Remark, ...]
    analysis: Analysis | None


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
        raise _none(table_id)
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
            raise _none(table_id)
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


def _none(table_id: str) -> CannotDo:
    return CannotDo(f"There is no table {table_id}.")


# --- moving


async def all_ids(store: SqlStore) -> list[str]:
    """Every table."""

    def script() -> Script[list[str]]:
        return [row[0] for row in (yield "SELECT id FROM tables ORDER BY id", ())]

    return await store.read(script)


async def read_whole(store: SqlStore, table_id: str) -> WholeTable:
    """All that is kept of a table, as it is at one moment."""

    def script() -> Script[WholeTable | None]:
        this = (table_id,)
        found = yield "SELECT document FROM tables WHERE id = ?", this
        if not found:
            return None
        people = yield "SELECT document FROM people WHERE table_id = ?", this
        entries = yield "SELECT document FROM entries WHERE table_id = ? ORDER BY seq", this
        remarks = yield "SELECT document FROM remarks WHERE table_id = ? ORDER BY number", this
        analysis = yield "SELECT document FROM analyses WHERE table_id = ?", this
        return WholeTable(
            table=table_decoder.decode(found[0][0]),
            people=people_decoder.decode(people[0][0]),
            entries=tuple(entry_decoder.decode(row[0]) for row in entries),
            remarks=tuple(remark_decoder.decode(row[0]) for row in remarks),
            analysis=analysis_decoder.decode(analysis[0][0]) if analysis else None,
        )

    whole = await store.read(script, one_moment=True)
    if whole is None:
        raise _none(table_id)
    return whole


async def write_whole(store: SqlStore, whole: WholeTable) -> None:
    """Bring in a table, all of it or nothing; its people keep their tokens."""

    def script() -> Script[None]:
        table, people = whole.table, whole.people
        yield INSERT_TABLE, row_of_table(table, people, store.time.now())
        yield from write_first_people(table.id, people)
        for entry in whole.entries:
            yield INSERT_ENTRY, row_of(table.id, _here(entry, store))
        for remark in whole.remarks:
            row = (table.id, remark.number, remark.client_id, encode(remark))
            yield "INSERT INTO remarks VALUES (?, ?, ?, ?)", row
        if whole.analysis is not None:
            yield from write_analysis(table.id, encode(whole.analysis))

    try:
        await store.submit(Job(script))
    except Conflict:
        raise CannotDo(f"Table {whole.table.id} is there already, or a token of its people is.") from None


def _here(entry: Entry, store: SqlStore) -> Entry:
    """An entry as it is brought in: another database's served time means nothing here."""
    if entry.served is None:
        return entry
    return msgspec.structs.replace(entry, served=store.served_seconds())


def read_lines(lines: Iterable[bytes]) -> Iterator[WholeTable]:
    """The tables of a file, one in each line; CannotDo names the line that is none."""
    for number, line in enumerate(lines, 1):
        try:
            yield msgspec.json.decode(line, type=WholeTable)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise CannotDo(f"Line {number} is no table: {error}.") from None
