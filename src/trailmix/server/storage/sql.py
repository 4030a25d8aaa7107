"""The schema of the stores that speak SQL, its migrations, and the statements that belong together.

All of it is told once, with question marks for values and names in braces for the few things that databases
call by different names; a `Dialect` says it as one of them understands it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any, NamedTuple

import msgspec

from trailmix.lab.analysis import Analysis
from trailmix.server.storage.errors import Conflict, Outdated
from trailmix.server.storage.jobs import Ask, Row, Script
from trailmix.server.storage.served_time import ServedTime
from trailmix.server.storage.steady_time import SteadyTime
from trailmix.server.storage.store import (
    REMEMBERED_IDS,
    Entry,
    Loaded,
    People,
    Remark,
    Snapshot,
    StoredTable,
    Wait,
    kept_as,
)


class Dialect(NamedTuple):
    """What databases call by different names."""

    bytes: str
    real: str
    integer: str
    """A whole number of 64 bits."""
    by_key: str
    """Said of a table that is kept in the order of its primary key."""
    among: str
    """Said of a column: is it one of a list, which is one value?"""
    unheld: str
    """Said of a table: no process has it open, but perhaps this one."""
    now: str
    """Seconds since 1970 by the database's clock, which is one for all who use it."""
    numbered: bool
    """Are values called $1, $2 and so on?"""

    @cache  # noqa: B019 - there are two dialects and some thirty statements
    def told(self, sql: str) -> str:
        """A statement as the database understands it."""
        for name in ("bytes", "real", "integer", "by_key", "among", "unheld", "now"):
            sql = sql.replace(f"{{{name}}}", getattr(self, name))
        if not self.numbered:
            return sql
        number = count(1)
        return "".join(f"${next(number)}" if letter == "?" else letter for letter in sql)


SQLITE = Dialect(
    "BLOB",
    "REAL",
    "INTEGER",
    "WITHOUT ROWID",
    "IN (SELECT value FROM json_each(?))",
    "TRUE",
    "((julianday('now') - 2440587.5) * 86400.0)",
    False,
)
POSTGRES = Dialect(
    "BYTEA",
    "DOUBLE PRECISION",
    "BIGINT",
    "",
    "= ANY(?)",
    "NOT EXISTS (SELECT 1 FROM processes WHERE name = holder)",
    "EXTRACT(EPOCH FROM clock_timestamp())::DOUBLE PRECISION",
    True,
)

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, document {bytes} NOT NULL, status TEXT NOT NULL, public {integer} NOT NULL,
        created {real} NOT NULL, touched {real} NOT NULL
    ) {by_key};
    CREATE INDEX tables_by_status ON tables (status, touched);
    CREATE TABLE people (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, revision {integer} NOT NULL,
        document {bytes} NOT NULL, PRIMARY KEY (table_id, revision)
    ) {by_key};
    CREATE TABLE tokens (
        hash TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
        chair {integer} NOT NULL
    ) {by_key};
    CREATE INDEX tokens_by_table ON tokens (table_id);
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seq {integer} NOT NULL, client_id TEXT,
        seat {integer}, took_ms {integer} NOT NULL, kind TEXT NOT NULL, document {bytes} NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) {by_key};
    CREATE TABLE snapshots (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seq {integer} NOT NULL,
        document {bytes} NOT NULL, PRIMARY KEY (table_id, seq)
    ) {by_key};
    CREATE TABLE remarks (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, number {integer} NOT NULL,
        client_id TEXT NOT NULL, document {bytes} NOT NULL,
        PRIMARY KEY (table_id, number), UNIQUE (table_id, client_id)
    ) {by_key};
    """,
    # What has happened at a table stands in its log: of people and of snapshots only the newest are kept.
    # Some entries are known to their seat alone. Ages are counted in steady time.
    """
    DELETE FROM people WHERE (table_id, revision) NOT IN (
        SELECT table_id, MAX(revision) FROM people GROUP BY table_id
    );
    DELETE FROM snapshots WHERE (table_id, seq) NOT IN (
        SELECT table_id, MAX(seq) FROM snapshots GROUP BY table_id
    );
    ALTER TABLE entries ADD COLUMN secret {integer} NOT NULL DEFAULT 0;
    CREATE TABLE steady_time (
        one INTEGER PRIMARY KEY CHECK (one = 1), seconds {real} NOT NULL, accounted {real} NOT NULL
    );
    """,
    """
    CREATE TABLE analyses (
        table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE, document {bytes} NOT NULL
    ) {by_key};
    """,
    # Of several processes over one database, one at a time holds a table (`postgres_holding`).
    """
    ALTER TABLE tables ADD COLUMN holder TEXT;
    CREATE TABLE processes (name TEXT PRIMARY KEY, number {integer} NOT NULL, beaten {real} NOT NULL);
    """,
    # Clocks of days: they count served time, and no table grows old while its clock runs.
    """
    ALTER TABLE steady_time ADD COLUMN served {real} NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN clock_seconds {real} NOT NULL DEFAULT 0;
    """,
    # What one browser leaves for another (`parcels`).
    """
    CREATE TABLE parcels (
        place TEXT PRIMARY KEY, proof TEXT NOT NULL, sealed TEXT NOT NULL, expires {real} NOT NULL,
        guesses {integer} NOT NULL DEFAULT 0
    ) {by_key};
    """,
    # Addresses that are not served for a time, as hashes under a key that is one of the secrets (`bans`).
    """
    CREATE TABLE bans (hash TEXT PRIMARY KEY, ends {real} NOT NULL, note TEXT NOT NULL) {by_key};
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value {bytes} NOT NULL) {by_key};
    """,
    # Browsers that want to hear of their turns.
    """
    CREATE TABLE followers (
        hash TEXT PRIMARY KEY, document {bytes} NOT NULL, touched {real} NOT NULL
    ) {by_key};
    CREATE INDEX followers_by_age ON followers (touched);
    CREATE TABLE followed (
        token_hash TEXT NOT NULL, follower TEXT NOT NULL REFERENCES followers ON DELETE CASCADE,
        PRIMARY KEY (token_hash, follower)
    ) {by_key};
    CREATE INDEX followed_by_follower ON followed (follower);
    """,
    # They were kept by the link of their feed, which is to be no key: pages ask again.
    """
    DELETE FROM followed;
    DELETE FROM followers;
    """,
)
"""Each step brings the schema one version further; each database keeps the version in its own way."""

INSERT_TABLE = """
    INSERT INTO tables (id, document, status, public, created, touched, clock_seconds)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
INSERT_ENTRY = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
TOUCH = "UPDATE tables SET touched = ? WHERE id = ?"
EXPIRE = """
    DELETE FROM tables WHERE id IN (
        SELECT id FROM tables WHERE status = ? AND touched < ? AND NOT id {among} AND {unheld}
        AND (status != 'running' OR touched + clock_seconds < ?) LIMIT ?
    ) RETURNING id
"""
encode = msgspec.msgpack.encode
table_decoder = msgspec.msgpack.Decoder(StoredTable)
people_decoder = msgspec.msgpack.Decoder(People)
entry_decoder = msgspec.msgpack.Decoder(Entry)
snapshot_decoder = msgspec.msgpack.Decoder(Snapshot)
remark_decoder = msgspec.msgpack.Decoder(Remark)
analysis_decoder = msgspec.msgpack.Decoder(Analysis)


def steps_from(version: int, where: object) -> Sequence[tuple[int, str]]:
    """The steps that a schema lacks, and the version after each."""
    if version > len(MIGRATIONS):
        raise Outdated(f"{where} was written by a newer version of Trailmix.")
    return list(enumerate(MIGRATIONS[version:], version + 1))


def start_time(wall: float) -> Script[tuple[float, float]]:
    """Steady time as the database has it, and up to when the machine's clock is accounted for in it.

    In a database without it, it begins when anything last happened there. What a wrong clock has dated later
    than now is dated then, or it would stay for ever.
    """
    found = yield "SELECT seconds, accounted FROM steady_time", ()
    if found:
        return found[0][0], found[0][1]
    newest = (yield "SELECT MAX(touched) FROM tables WHERE touched <= ?", (wall,))[0][0]
    first = wall if newest is None else newest
    yield "UPDATE tables SET touched = ? WHERE touched > ?", (first, first)
    yield "INSERT INTO steady_time (one, seconds, accounted) VALUES (1, ?, ?)", (first, wall)
    return first, wall


def start_served() -> Script[float]:
    """Served time as the database has it, once there is steady time in it."""
    return float((yield "SELECT served FROM steady_time", ())[0][0])


def write_time(time: SteadyTime, served: ServedTime) -> Script[None]:
    """Steady and served time, for the next start and for others. Whoever is behind the others catches up.

    A process may have slept for days: what it touches must not look old to the others.
    """
    now, so_far = time.now(), served.now()
    found = yield (
        "UPDATE steady_time SET accounted = CASE WHEN seconds > ? THEN accounted ELSE ? END,"
        " seconds = CASE WHEN seconds > ? THEN seconds ELSE ? END,"
        " served = CASE WHEN served > ? THEN served ELSE ? END RETURNING seconds, served",
        (now, time.accounted, now, now, so_far, so_far),
    )
    time.catch_up(found[0][0])
    served.catch_up(found[0][1])


def row_of_table(table: StoredTable, people: People, now: float) -> tuple[Any, ...]:
    """A new table as a row."""
    clock = table.clock.seconds if table.clock.kind != "none" else 0.0
    public = int(table.privacy == "public")
    return (table.id, encode(table), kept_as(table, people), public, table.created, now, clock)


def row_of(table_id: str, entry: Entry) -> Row:
    """An entry as a row."""
    document, secret = encode(entry), int(entry.secret)
    return (
        table_id, entry.seq, entry.client_id, entry.seat, entry.took_ms, entry.kind, document, secret,
    )  # fmt: skip


def proof_of(row: Row) -> Ask:
    """Is this very entry in the log?"""
    return "SELECT 1 FROM entries WHERE table_id = ? AND seq = ? AND document = ?", (row[0], row[1], row[6])


def write_first_people(table_id: str, people: People) -> Script[None]:
    """The people of a new table."""
    yield "INSERT INTO people VALUES (?, ?, ?)", (table_id, people.revision, encode(people))
    yield from _write_tokens(table_id, people)


def write_people(table_id: str, people: People) -> Script[None]:
    """The next revision of a table's people, in the place of the last one, and the tokens they hold."""
    replaced = yield (
        "UPDATE people SET revision = ?, document = ? WHERE table_id = ? AND revision < ? RETURNING revision",
        (people.revision, encode(people), table_id, people.revision),
    )
    if len(replaced) != 1:
        raise Conflict("the revision is taken")
    yield "UPDATE tables SET status = ? WHERE id = ? AND status != 'passing'", (people.status, table_id)
    yield "DELETE FROM tokens WHERE table_id = ?", (table_id,)
    yield from _write_tokens(table_id, people)


def _write_tokens(table_id: str, people: People) -> Script[None]:
    held = [(c.token_hash, table_id, n) for n, c in enumerate(people.chairs) if c.token_hash]
    if held:
        sql = "INSERT INTO tokens VALUES " + ", ".join(["(?, ?, ?)"] * len(held))  # noqa: S608 - no values
        yield sql, tuple(value for row in held for value in row)


def write_snapshot(table_id: str, snapshot: Snapshot) -> Script[None]:
    """The state of a match, in the place of the last one."""
    yield "DELETE FROM snapshots WHERE table_id = ?", (table_id,)
    yield "INSERT INTO snapshots VALUES (?, ?, ?)", (table_id, snapshot.seq, encode(snapshot))


def write_analysis(table_id: str, document: bytes) -> Script[None]:
    """The analysis of a match, in the place of an older one."""
    yield "DELETE FROM analyses WHERE table_id = ?", (table_id,)
    yield "INSERT INTO analyses VALUES (?, ?)", (table_id, document)


def read_table(table_id: str) -> Script[Loaded | None]:
    """A table with its last snapshot and what came after it."""
    this: tuple[Any, ...] = (table_id,)
    found = yield "SELECT document FROM tables WHERE id = ?", this
    if not found:
        return None
    people = yield "SELECT document FROM people WHERE table_id = ? ORDER BY revision DESC LIMIT 1", this
    if not people:
        raise msgspec.DecodeError("its people are missing")
    kept = yield "SELECT document FROM snapshots WHERE table_id = ? ORDER BY seq DESC LIMIT 1", this
    snapshot = snapshot_decoder.decode(kept[0][0]) if kept else None
    since = snapshot.seq if snapshot else -1
    entries = yield (
        "SELECT document FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq",
        (table_id, since),
    )
    recent = yield (
        "SELECT seat, client_id, seq FROM (SELECT seat, client_id, seq,"
        " ROW_NUMBER() OVER (PARTITION BY seat ORDER BY seq DESC) AS age"
        " FROM entries WHERE table_id = ? AND client_id IS NOT NULL) AS named WHERE age <= ? ORDER BY seq",
        (table_id, REMEMBERED_IDS),
    )
    waits = yield (
        "SELECT seq, seat, took_ms, kind, secret FROM entries WHERE table_id = ? AND seat IS NOT NULL"
        " ORDER BY seq",
        this,
    )
    known = yield (
        "SELECT document FROM entries WHERE table_id = ? AND secret = 0 ORDER BY seq DESC LIMIT 1",
        this,
    )
    last_remark = yield "SELECT COALESCE(MAX(number), 0) FROM remarks WHERE table_id = ?", this
    return Loaded(
        table=table_decoder.decode(found[0][0]),
        people=people_decoder.decode(people[0][0]),
        snapshot=snapshot,
        entries=tuple(entry_decoder.decode(row[0]) for row in entries),
        recent_ids={(seat, client_id): seq for seat, client_id, seq in recent},
        waits=tuple(Wait(*row) for row in waits),
        waits_since=entry_decoder.decode(known[0][0]).served if known else None,
        last_remark=last_remark[0][0],
    )
