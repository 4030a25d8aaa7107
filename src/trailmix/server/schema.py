"""The schema of the embedded store, its history, and the statements that span several of its tables."""

from __future__ import annotations

import sqlite3
import time
from typing import Any

import msgspec

from trailmix.server.store import REMEMBERED_IDS, Entry, Loaded, People, Remark, Snapshot, StoredTable

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
    "ALTER TABLE entries ADD COLUMN secret INTEGER NOT NULL DEFAULT 0;",
)
"""Each step brings the schema one version further; the version is SQLite's own ``user_version``."""

encode = msgspec.msgpack.encode
table_decoder = msgspec.msgpack.Decoder(StoredTable)
people_decoder = msgspec.msgpack.Decoder(People)
entry_decoder = msgspec.msgpack.Decoder(Entry)
snapshot_decoder = msgspec.msgpack.Decoder(Snapshot)
remark_decoder = msgspec.msgpack.Decoder(Remark)


def write_people(db: sqlite3.Connection, table_id: str, people: People) -> None:
    """The next revision of a table's people, and the tokens they hold."""
    db.execute("INSERT INTO people VALUES (?, ?, ?)", (table_id, people.revision, encode(people)))
    db.execute(
        "UPDATE tables SET status = ?, touched = ? WHERE id = ?", (people.status, time.time(), table_id)
    )
    db.execute("DELETE FROM tokens WHERE table_id = ?", (table_id,))
    held = [(c.token_hash, table_id, n) for n, c in enumerate(people.chairs) if c.token_hash]
    db.executemany("INSERT INTO tokens VALUES (?, ?, ?)", held)


def read_table(db: sqlite3.Connection, table_id: str) -> Loaded | None:
    """A table with its last snapshot and what came after it."""

    def one(sql: str) -> Any:
        return db.execute(sql, (table_id,)).fetchone()

    found = one("SELECT document FROM tables WHERE id = ?")
    if found is None:
        return None
    people = one("SELECT document FROM people WHERE table_id = ? ORDER BY revision DESC LIMIT 1")
    kept = one("SELECT document FROM snapshots WHERE table_id = ? ORDER BY seq DESC LIMIT 1")
    snapshot = snapshot_decoder.decode(kept[0]) if kept else None
    since = snapshot.seq if snapshot else -1
    entries = db.execute(
        "SELECT document FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq", (table_id, since)
    )
    recent = db.execute(
        "SELECT seat, client_id, seq FROM entries WHERE table_id = ? AND client_id IS NOT NULL"
        " ORDER BY seq DESC LIMIT ?",
        (table_id, REMEMBERED_IDS),
    )
    waits = db.execute(
        "SELECT seat, took_ms, kind FROM entries WHERE table_id = ? AND seat IS NOT NULL AND NOT secret"
        " ORDER BY seq",
        (table_id,),
    )
    secret = db.execute(
        "SELECT seq, seat FROM entries WHERE table_id = ? AND secret ORDER BY seq", (table_id,)
    )
    return Loaded(
        table=table_decoder.decode(found[0]),
        people=people_decoder.decode(people[0]),
        snapshot=snapshot,
        entries=tuple(entry_decoder.decode(row[0]) for row in entries),
        recent_ids={(seat, client_id): seq for seat, client_id, seq in reversed(recent.fetchall())},
        waits=tuple(waits.fetchall()),
        secret=tuple(secret.fetchall()),
        last_remark=one("SELECT COALESCE(MAX(number), 0) FROM remarks WHERE table_id = ?")[0],
    )
