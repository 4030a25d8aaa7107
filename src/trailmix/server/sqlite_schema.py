"""The schema of the SQLite store, its migrations, and the statements that span several of its tables."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import msgspec

from trailmix.server.steady_time import SteadyTime
from trailmix.server.store import REMEMBERED_IDS, Entry, Loaded, People, Remark, Snapshot, StoredTable, Wait
from trailmix.server.store_errors import StoreError

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, document BLOB NOT NULL, status TEXT NOT NULL, public INTEGER NOT NULL,
        created REAL NOT NULL, touched REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_status ON tables (status, touched);
    CREATE TABLE people (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, revision INTEGER NOT NULL,
        document BLOB NOT NULL, PRIMARY KEY (table_id, revision)
    ) WITHOUT ROWID;
    CREATE TABLE tokens (
        hash TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
        chair INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tokens_by_table ON tokens (table_id);
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seq INTEGER NOT NULL, client_id TEXT,
        seat INTEGER, took_ms INTEGER NOT NULL, kind TEXT NOT NULL, document BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE snapshots (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seq INTEGER NOT NULL,
        document BLOB NOT NULL, PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE remarks (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, number INTEGER NOT NULL,
        client_id TEXT NOT NULL, document BLOB NOT NULL,
        PRIMARY KEY (table_id, number), UNIQUE (table_id, client_id)
    ) WITHOUT ROWID;
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
    ALTER TABLE entries ADD COLUMN secret INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE steady_time (
        one INTEGER PRIMARY KEY CHECK (one = 1), seconds REAL NOT NULL, accounted REAL NOT NULL
    );
    """,
)
"""Each step brings the schema one version further; the version is SQLite's own ``user_version``."""

TOUCH = "UPDATE tables SET touched = ? WHERE id = ?"
EXPIRE = """
    DELETE FROM tables WHERE id IN (
        SELECT id FROM tables
        WHERE status = ? AND touched < ? AND id NOT IN (SELECT value FROM json_each(?)) LIMIT ?
    ) RETURNING id
"""
encode = msgspec.msgpack.encode
table_decoder = msgspec.msgpack.Decoder(StoredTable)
people_decoder = msgspec.msgpack.Decoder(People)
entry_decoder = msgspec.msgpack.Decoder(Entry)
snapshot_decoder = msgspec.msgpack.Decoder(Snapshot)
remark_decoder = msgspec.msgpack.Decoder(Remark)


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Bring a file's schema up to date."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise StoreError(f"{path} was written by a newer version of Trailmix.")
    for number, step in enumerate(MIGRATIONS[version:], version + 1):
        db.executescript(f"BEGIN; {step} PRAGMA user_version = {number}; COMMIT;")


def start_time(db: sqlite3.Connection, wall: float) -> tuple[float, float]:
    """Steady time as the file has it, and up to when the machine's clock is accounted for in it.

    In a file without it, it begins when anything last happened there. What a wrong clock has dated later
    than now is dated then, or it would stay for ever.
    """
    db.execute("BEGIN IMMEDIATE")  # which also makes the log, if there is none
    found = db.execute("SELECT seconds, accounted FROM steady_time").fetchone()
    if found is None:
        newest = db.execute("SELECT MAX(touched) FROM tables WHERE touched <= ?", (wall,)).fetchone()[0]
        found = (wall if newest is None else newest, wall)
        db.execute("UPDATE tables SET touched = ? WHERE touched > ?", (found[0], found[0]))
        db.execute("INSERT INTO steady_time VALUES (1, ?, ?)", found)
    db.execute("COMMIT")
    return found[0], found[1]


def write_time(db: sqlite3.Connection, time: SteadyTime) -> None:
    """Steady time, for the next start."""
    now = time.now()
    db.execute("UPDATE steady_time SET seconds = ?, accounted = ?", (now, time.accounted))


def write_first_people(db: sqlite3.Connection, table_id: str, people: People) -> None:
    """The people of a new table."""
    db.execute("INSERT INTO people VALUES (?, ?, ?)", (table_id, people.revision, encode(people)))
    _write_tokens(db, table_id, people)


def write_people(db: sqlite3.Connection, table_id: str, people: People) -> None:
    """The next revision of a table's people, in the place of the last one, and the tokens they hold."""
    row = (people.revision, encode(people), table_id, people.revision)
    replaced = db.execute(
        "UPDATE people SET revision = ?, document = ? WHERE table_id = ? AND revision < ?", row
    )
    if replaced.rowcount != 1:
        raise sqlite3.IntegrityError("the revision is taken")
    db.execute("UPDATE tables SET status = ? WHERE id = ?", (people.status, table_id))
    db.execute("DELETE FROM tokens WHERE table_id = ?", (table_id,))
    _write_tokens(db, table_id, people)


def _write_tokens(db: sqlite3.Connection, table_id: str, people: People) -> None:
    held = [(c.token_hash, table_id, n) for n, c in enumerate(people.chairs) if c.token_hash]
    db.executemany("INSERT INTO tokens VALUES (?, ?, ?)", held)


def write_snapshot(db: sqlite3.Connection, table_id: str, snapshot: Snapshot) -> None:
    """The state of a match, in the place of the last one."""
    db.execute("DELETE FROM snapshots WHERE table_id = ?", (table_id,))
    db.execute("INSERT INTO snapshots VALUES (?, ?, ?)", (table_id, snapshot.seq, encode(snapshot)))


def read_table(db: sqlite3.Connection, table_id: str) -> Loaded | None:
    """A table with its last snapshot and what came after it."""

    def one(sql: str) -> Any:
        return db.execute(sql, (table_id,)).fetchone()

    found = one("SELECT document FROM tables WHERE id = ?")
    if found is None:
        return None
    people = one("SELECT document FROM people WHERE table_id = ? ORDER BY revision DESC LIMIT 1")
    if people is None:
        raise msgspec.DecodeError("its people are missing")
    kept = one("SELECT document FROM snapshots WHERE table_id = ? ORDER BY seq DESC LIMIT 1")
    snapshot = snapshot_decoder.decode(kept[0]) if kept else None
    since = snapshot.seq if snapshot else -1
    entries = db.execute(
        "SELECT document FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq", (table_id, since)
    )
    recent = db.execute(
        "SELECT seat, client_id, seq FROM (SELECT seat, client_id, seq,"
        " ROW_NUMBER() OVER (PARTITION BY seat ORDER BY seq DESC) AS age"
        " FROM entries WHERE table_id = ? AND client_id IS NOT NULL) WHERE age <= ? ORDER BY seq DESC",
        (table_id, REMEMBERED_IDS),
    )
    waits = db.execute(
        "SELECT seq, seat, took_ms, kind, secret FROM entries WHERE table_id = ? AND seat IS NOT NULL"
        " ORDER BY seq",
        (table_id,),
    )
    return Loaded(
        table=table_decoder.decode(found[0]),
        people=people_decoder.decode(people[0]),
        snapshot=snapshot,
        entries=tuple(entry_decoder.decode(row[0]) for row in entries),
        recent_ids={(seat, client_id): seq for seat, client_id, seq in reversed(recent.fetchall())},
        waits=tuple(Wait(*row) for row in waits),
        last_remark=one("SELECT COALESCE(MAX(number), 0) FROM remarks WHERE table_id = ?")[0],
    )
