"""Whole tables, brought from one store to another: what is written to a file, and what is taken from one.

A file may come from anywhere, so nothing of it is believed that could harm other tables or the server. If
the match of a table was not played by the rules, that is found out when it is opened, as of every table.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Literal

import msgspec

from trailmix.lab.analysis import Analysis
from trailmix.server.admin.administration import CannotDo, no_table
from trailmix.server.messages.base import MOST_SEQ, Name
from trailmix.server.messages.protocol import MOST_CHAIRS, Text
from trailmix.server.messages.refusals import No
from trailmix.server.security.plain_text import check_text
from trailmix.server.storage.errors import Conflict
from trailmix.server.storage.jobs import Job, Script
from trailmix.server.storage.sql import (
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
)
from trailmix.server.storage.sql_store import SqlStore
from trailmix.server.storage.store import Entry, People, Remark, StoredTable

LONGEST_LINE = 1 << 24
"""Bytes of one table: more than a match has in which all is said and taken back that may be."""
MOST_PART_BYTES = 1 << 20
"""Of what is kept in one row: eight times as many as a server takes from people (`body_bytes`)."""
LONGEST_ID = 64
ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
HASH = re.compile(r"[A-Za-z0-9]{1,64}", re.ASCII)


class WholeTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that is kept of a table, to be moved to another store. It holds the secrets of the match."""

    format: Literal["trailmix-table-1"] = "trailmix-table-1"
    table: StoredTable
    people: People
    entries: tuple[Entry, ...]
    remarks: tuple[Remark, ...]
    analysis: Analysis | None


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
        raise no_table(table_id)
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
        raise _is_there(whole.table.id) from None


def _here(entry: Entry, store: SqlStore) -> Entry:
    """An entry as it is brought in: another database's served time means nothing here."""
    if entry.served is None:
        return entry
    return msgspec.structs.replace(entry, served=store.served_seconds())


# --- what is taken from a file


async def bring_in(store: SqlStore, path: Path) -> int:
    """Bring in the tables of a file, and count them: none if any of them is wrong or there already."""
    if path.exists() and not path.is_file():
        raise CannotDo(f"{path} is no file.")
    there, held = set(await all_ids(store)), set[str]()
    with path.open("rb") as file:
        for whole in read_lines(file):
            tokens = [chair.token_hash for chair in whole.people.chairs if chair.token_hash is not None]
            is_taken = not held.isdisjoint(tokens) or await store.holding_tokens(tokens)
            if whole.table.id in there or is_taken:
                raise _is_there(whole.table.id)
            held.update(tokens)
    number = 0
    with path.open("rb") as file:
        for whole in read_lines(file):
            try:
                await write_whole(store, whole)
            except CannotDo as error:  # somebody was faster
                raise CannotDo(f"{error} Tables brought in before it: {number}.") from None
            number += 1
    return number


def _is_there(table_id: str) -> CannotDo:
    return CannotDo(f"Table {table_id} is there already, or a token of its people is.")


def read_lines(file: IO[bytes]) -> Iterator[WholeTable]:
    """The tables of a file, one in each line; CannotDo names the line that is none."""
    number, seen = 0, set[str]()
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        try:
            whole = _read(line)
            if whole.table.id in seen:
                raise ValueError("a table of this id stands in an earlier line")
        except (ValueError, RecursionError, OverflowError) as error:
            raise CannotDo(f"Line {number} is no table: {error}.") from None
        seen.add(whole.table.id)
        yield whole


def _read(line: bytes) -> WholeTable:
    if len(line) > LONGEST_LINE:
        raise ValueError(f"it has more than {LONGEST_LINE} bytes")
    whole = msgspec.json.decode(line, type=WholeTable)
    for wrong in itertools.chain(_wrong_table(whole), _wrong_people(whole), _wrong_log(whole)):
        raise ValueError(wrong)
    for part in (whole.table, whole.people, *whole.entries, *whole.remarks):
        if len(encode(part)) > MOST_PART_BYTES:  # which fails for a number that no store could keep
            raise ValueError(f"a part of it has more than {MOST_PART_BYTES} bytes")
    return whole


def _wrong_table(whole: WholeTable) -> Iterator[str]:
    table = whole.table
    if not ID.fullmatch(table.id) or not ID.fullmatch(whole.people.rematch or table.id):
        yield "an id has 1 to 64 letters, digits, - and _"
    if not HASH.fullmatch(table.invite_hash):
        yield "its invite has no hash"
    if not 1 <= table.players <= MOST_CHAIRS or len(whole.people.chairs) != table.players:
        yield f"it has 1 to {MOST_CHAIRS} chairs, one for each player"


def _wrong_people(whole: WholeTable) -> Iterator[str]:
    people, chairs = whole.people, range(whole.table.players)
    if people.host not in chairs or people.first not in chairs:
        yield "its host or its first chair is not one of its chairs"
    if not 0 <= people.revision <= MOST_SEQ:
        yield "its revision is no number of ours"
    tokens = [chair.token_hash for chair in people.chairs if chair.token_hash is not None]
    if len(set(tokens)) < len(tokens):
        yield "two chairs have one token"
    for chair in people.chairs:
        if chair.token_hash is not None and not HASH.fullmatch(chair.token_hash):
            yield "a chair has a token without a hash"
        if chair.name is not None:
            yield from _wrong_text(chair.name, Name)


def _wrong_log(whole: WholeTable) -> Iterator[str]:
    chairs, said = range(whole.table.players), set[str]()
    for seq, entry in enumerate(whole.entries):
        if entry.seq != seq or not 0 <= entry.took_ms <= MOST_SEQ:
            yield "its log is not numbered from 0 on, or has times that are none"
        if entry.seat is not None and entry.seat not in chairs:
            yield "its log has seats that are not there"
        if entry.client_id is not None and len(entry.client_id) > LONGEST_ID:
            yield "its log has an id that is too long"
    for number, remark in enumerate(whole.remarks, 1):
        if remark.number != number or remark.chair not in chairs:
            yield "what was said is not numbered from 1 on, or said by nobody"
        if len(remark.client_id) > LONGEST_ID or remark.client_id in said:
            yield "what was said has an id that is too long, or one id twice"
        said.add(remark.client_id)
        yield from _wrong_text(remark.name, Name)
        yield from _wrong_text(remark.text, Text)


def _wrong_text(text: str, kind: object) -> Iterator[str]:
    """What people write is plain text, wherever it comes from."""
    try:
        msgspec.convert(text, type=kind)
        check_text(text)
    except msgspec.ValidationError as error:
        yield f"a name or a remark cannot be shown: {error}"
    except No as no:
        yield f"a name or a remark cannot be shown: {no.why('en').rstrip('.')}"
