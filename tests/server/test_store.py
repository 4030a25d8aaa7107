"""The promise of a store, kept by all of them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.databases import Database
from server.kept import analysis, entry, people, remark, table
from trailmix.server.storage.errors import Conflict, StoreError
from trailmix.server.storage.sql import MIGRATIONS
from trailmix.server.storage.sqlite import SqliteStore
from trailmix.server.storage.store import Snapshot, Store, Wait


@pytest.fixture
def make_store(database: Database) -> Callable[[], Store]:
    """Opens the same store again and again, one of every kind."""
    return database.store


def with_store(make_store: Callable[[], Store], do: Callable[[Store], Awaitable[Any]]) -> Any:
    """Open a store, do something, close it."""

    async def run() -> Any:
        store = make_store()
        await store.open()
        try:
            return await do(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_what_is_written_is_there_after_closing(make_store: Callable[[], Store]) -> None:
    async def write(store: Store) -> None:
        await store.create(table(), people())
        for seq in range(5):
            await store.append("t1", entry(seq), None, None)
        await store.append("t1", entry(5), Snapshot(seq=5, state=b"five"), None)
        await store.append("t1", entry(6), None, people(1, "over"))
        await store.say("t1", remark(1))

    async def read(store: Store) -> None:
        loaded = await store.load("t1")
        assert loaded is not None
        assert (loaded.table, loaded.people) == (table(), people(1, "over"))
        assert loaded.snapshot == Snapshot(seq=5, state=b"five")
        assert loaded.entries == (entry(6),)  # those after the snapshot
        assert loaded.recent_ids == {(seq % 2, f"id {seq}"): seq for seq in range(7)}
        assert loaded.waits == tuple(Wait(seq, seq % 2, seq, "move", 0) for seq in range(7))
        assert loaded.last_remark == 1
        assert await store.log("t1", 1, 3) == [entry(2), entry(3), entry(4)]
        assert await store.remarks("t1", 0, 9) == [remark(1)]
        assert await store.load("t2") is None

    with_store(make_store, write)
    with_store(make_store, read)


def test_a_number_is_taken_once(make_store: Callable[[], Store]) -> None:
    async def do(store: Store) -> None:
        await store.create(table(), people())
        with pytest.raises(Conflict):
            await store.create(table(), people())
        await store.append("t1", entry(0), None, None)
        with pytest.raises(Conflict):
            await store.append("t1", entry(0, actions=("other",)), None, None)
        with pytest.raises(Conflict):
            await store.seat("t1", people(0))
        await store.seat("t1", people(1))
        await store.say("t1", remark(1))
        with pytest.raises(Conflict):
            await store.say("t1", remark(1, "another"))
        with pytest.raises(Conflict):
            await store.say("t1", remark(2, "id 1"))
        assert await store.log("t1", -1, 9) == [entry(0)]
        assert await store.was_said("t1", "id 1") and not await store.was_said("t1", "another")

    with_store(make_store, do)


def test_of_those_who_write_the_same_number_one_wins(make_store: Callable[[], Store]) -> None:
    async def do(store: Store) -> None:
        await store.create(table(), people())
        tries = [store.append("t1", entry(0, actions=(str(n),)), None, None) for n in range(20)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert [outcome for outcome in outcomes if outcome is None] == [None]
        assert all(isinstance(outcome, Conflict) for outcome in outcomes if outcome is not None)
        winner = str(outcomes.index(None))
        assert await store.log("t1", -1, 9) == [entry(0, actions=(winner,))]

    with_store(make_store, do)


def test_an_entry_and_its_people_are_stored_together_or_not_at_all(make_store: Callable[[], Store]) -> None:
    async def do(store: Store) -> None:
        await store.create(table(), people())
        with pytest.raises(Conflict):  # the revision is taken
            await store.append("t1", entry(0), Snapshot(seq=0, state=b"zero"), people(0, "running"))
        loaded = await store.load("t1")
        assert loaded is not None
        assert (loaded.entries, loaded.snapshot, loaded.people.status) == ((), None, "waiting")

    with_store(make_store, do)


def test_the_last_analysis_of_a_match_is_kept(make_store: Callable[[], Store]) -> None:
    async def write(store: Store) -> None:
        await store.create(table(), people())
        assert await store.analysis("t1") is None
        await store.keep_analysis("t1", analysis("older"))
        await store.keep_analysis("t1", analysis())
        with pytest.raises(Conflict):
            await store.keep_analysis("t2", analysis())

    async def read(store: Store) -> None:
        found = await store.analysis("t1")
        assert found == analysis()
        assert found.decisions[0].why == analysis().decisions[0].why
        assert await store.analysis("t2") is None

    with_store(make_store, write)
    with_store(make_store, read)


def test_tokens_are_those_of_the_last_revision(make_store: Callable[[], Store]) -> None:
    async def do(store: Store) -> None:
        await store.create(table(), people(tokens=("a", "b")))
        await store.seat("t1", people(1, tokens=("a", "c")))
        assert await store.holding(["a", "b", "c"]) == [("t1", 0), ("t1", 1)]
        assert await store.holding(["b"]) == []
        assert await store.holding([]) == []

    with_store(make_store, do)


def test_public_tables_are_listed_while_they_can_be_joined_or_watched(
    make_store: Callable[[], Store],
) -> None:
    async def do(store: Store) -> None:
        await store.create(table("private", "private"), people(tokens=("a",)))
        await store.create(table("running"), people(0, "running", tokens=("b",)))
        await store.create(table("waiting"), people(tokens=("c",)))
        await store.create(table("over"), people(0, "over", tokens=("d",)))
        assert await store.listed(9) == ["waiting", "running"]
        assert await store.listed(1) == ["waiting"]

    with_store(make_store, do)


def test_a_closed_store_takes_nothing(make_store: Callable[[], Store]) -> None:
    async def run() -> None:
        store = make_store()
        await store.open()
        await store.close()
        with pytest.raises(StoreError):
            await store.create(table(), people())

    asyncio.run(run())


def test_ids_may_have_any_characters(make_store: Callable[[], Store]) -> None:
    names = ["\0", "\\0", "\\\0", "a\\", "\\\\0\0", "é\n"]

    async def write(store: Store) -> None:
        await store.create(table(), people())
        moves = [msgspec.structs.replace(entry(seq), client_id=name) for seq, name in enumerate(names)]
        await store.append("t1", moves[0], None, None)
        await asyncio.gather(*(store.append("t1", move, None, None) for move in moves[1:]))
        for number, name in enumerate(names, 1):
            await store.say("t1", remark(number, name))

    async def read(store: Store) -> None:
        loaded = await store.load("t1")
        assert loaded is not None
        assert loaded.recent_ids == {(seq % 2, name): seq for seq, name in enumerate(names)}
        for name in names:
            assert await store.was_said("t1", name)
        assert not await store.was_said("t1", "0")
        assert await store.load("t\0") is None

    with_store(make_store, write)
    with_store(make_store, read)


def test_what_cannot_be_stored_fails_alone(make_store: Callable[[], Store]) -> None:
    async def do(store: Store) -> None:
        await asyncio.gather(*(store.create(table(f"t{n}"), people(tokens=(f"{n}",))) for n in range(3)))
        await asyncio.gather(*(store.append(f"t{n}", entry(0), None, None) for n in range(3)))
        tries = [
            store.append("t0", entry(1), None, None),
            store.append("t1", msgspec.structs.replace(entry(1), took_ms=2**63), None, None),
            store.append("t2", entry(0), None, None),
        ]
        first, second, third = await asyncio.gather(*tries, return_exceptions=True)
        assert first is None and isinstance(third, Conflict)
        assert isinstance(second, Exception) and not isinstance(second, Conflict | StoreError)
        assert [len(await store.log(f"t{n}", -1, 9)) for n in range(3)] == [2, 1, 1]

    with_store(make_store, do)


# --- SQLite's own


def test_those_who_write_at_once_share_a_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []
    connect = SqliteStore._connect

    def traced(store: SqliteStore) -> sqlite3.Connection:
        connection = connect(store)
        connection.set_trace_callback(statements.append)
        return connection

    monkeypatch.setattr(SqliteStore, "_connect", traced)

    async def do(store: Store) -> None:
        await asyncio.gather(*(store.create(table(f"t{n}"), people(tokens=(f"{n}",))) for n in range(50)))
        for seq in range(4):
            await asyncio.gather(*(store.append(f"t{n}", entry(seq), None, None) for n in range(50)))

    with_store(lambda: SqliteStore(tmp_path / "t.sqlite3"), do)
    assert sum(s.startswith("INSERT INTO entries") for s in statements) == 200
    # Each round of fifty needs one commit, or two if the first of them was faster than the others.
    assert statements.count("COMMIT") <= 2 * 5 + 1


def test_an_empty_file_is_brought_to_the_present_schema(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    file.touch()
    with_store(lambda: SqliteStore(file), lambda store: store.create(table(), people()))
    with sqlite3.connect(file) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()
    assert with_store(lambda: SqliteStore(file), lambda store: store.load("t1")) is not None


def test_a_later_schema_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreError, match="newer version"):
        with_store(lambda: SqliteStore(file), lambda store: store.load("t1"))


def test_a_file_that_is_no_database_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    file.write_text("a diary, not a database" * 100)
    with pytest.raises(StoreError, match="cannot be kept"):
        with_store(lambda: SqliteStore(file), lambda store: store.load("t1"))
