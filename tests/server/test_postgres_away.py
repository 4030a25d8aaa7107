"""A database that goes away, hangs or is full: nothing is lost or written twice, and it is said so."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server import postgres as postgres_module
from server.databases import Do, with_store
from server.kept import entry, people, remark, table
from server.postgres import Postgres
from trailmix.server.storage import patience
from trailmix.server.storage.errors import Conflict, StoreError, Unknown
from trailmix.server.storage.sql import INSERT_ENTRY
from trailmix.server.storage.store import Store

if postgres_module.missing() is None:
    from trailmix.server.storage import postgres_connection, postgres_writer

# --- a database that goes away


def cut_after_commit(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The next transaction is committed, and its connection dies before the answer; whose sessions it was."""
    real, cut = postgres_writer._run_all, list[int]()

    async def committed_and_cut(connection: Any, jobs: Any) -> Any:
        outcomes = await real(connection, jobs)
        if not cut:
            cut.append(connection.get_server_pid())
            connection.terminate()
            raise ConnectionResetError("cut")
        return outcomes

    monkeypatch.setattr(postgres_writer, "_run_all", committed_and_cut)
    return cut


async def make_one(store: Store) -> None:
    await store.create(table("new"), people(tokens=("new",)), entry(0))


async def append_one(store: Store) -> None:
    await store.append("t1", entry(1), None, None)


async def append_with_people(store: Store) -> None:
    await store.append("t1", entry(1), None, people(1, "over"))


async def seat_one(store: Store) -> None:
    await store.seat("t1", people(1))


async def say_one(store: Store) -> None:
    await store.say("t1", remark(1))


@pytest.mark.parametrize("write", [make_one, append_one, append_with_people, seat_one, say_one])
def test_what_was_committed_before_the_connection_died_is_acknowledged(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, write: Do
) -> None:
    address = postgres.new()

    async def do(store: Store) -> None:
        await store.create(table(), people())
        await store.append("t1", entry(0), None, None)
        cut = cut_after_commit(monkeypatch)
        await write(store)
        assert len(cut) == 1
        with pytest.raises(Conflict):  # it is there, and was written once
            await write(store)
        await store.note_time()

    with_store(address, do)


def test_what_another_has_written_meanwhile_is_a_conflict(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection dies before the commit, and somebody takes the number."""
    address = postgres.new()

    async def do(store: Store) -> None:
        await store.create(table(), people())
        await store.append("t1", entry(0), None, None)
        real, cut = postgres_writer._run_all, list[bool]()

        async def overtaken(connection: Any, jobs: Any) -> Any:
            if cut:
                return await real(connection, jobs)
            cut.append(True)
            theirs = INSERT_ENTRY.replace("?", "'{}'")
            values = ("t1", 1, "theirs", 0, 0, "move", "document", 0)
            await asyncio.to_thread(postgres.ask, address, theirs.format(*values))
            connection.terminate()
            raise ConnectionResetError("cut")

        monkeypatch.setattr(postgres_writer, "_run_all", overtaken)
        with pytest.raises(Conflict):
            await store.append("t1", entry(1), None, None)

    with_store(address, do)
    assert postgres.ask(address, "SELECT client_id FROM entries WHERE seq = 1") == [("theirs",)]


def test_after_a_restart_everything_goes_on(mortal: Postgres) -> None:
    address = mortal.new()

    async def do(store: Store) -> None:
        await store.create(table(), people())
        for seq, (end, begin) in enumerate([(mortal.stop, mortal.start), (mortal.kill, mortal.start)] * 2):
            await asyncio.to_thread(end)
            writing = asyncio.ensure_future(store.append("t1", entry(seq), None, None))
            reading = asyncio.create_task(store.log("t1", -1, 99))
            await asyncio.sleep(0.1)
            await asyncio.to_thread(begin)
            await writing
            assert len(await reading) in (seq, seq + 1)
        assert await store.log("t1", -1, 99) == [entry(seq) for seq in range(4)]

    with_store(address, do)


def test_away_for_long_it_is_said_what_is_known(mortal: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    address = mortal.new()

    async def do(store: Store) -> None:
        await store.create(table(), people())
        await store.create(table("t2"), people(tokens=("c",)))
        await store.append("t1", entry(0), None, None)
        await store.append("t2", entry(0), None, None)
        monkeypatch.setattr(patience, "LOCKED_SECONDS", 1.0)
        monkeypatch.setattr(postgres_connection, "ANSWER_SECONDS", 2.0)
        with mortal.frozen():
            under_way = store.append("t1", entry(1), None, None)
            await asyncio.sleep(0.2)  # it is sent
            await asyncio.to_thread(mortal.kill)
        waits = store.append("t2", entry(1), None, None)
        with pytest.raises(Unknown):
            await under_way
        with pytest.raises(StoreError) as refused:
            await waits
        assert not isinstance(refused.value, Unknown) and "cannot be reached" in str(refused.value)
        with pytest.raises(StoreError, match="cannot read"):
            await store.log("t1", -1, 9)
        monkeypatch.setattr(patience, "LOCKED_SECONDS", 60.0)
        await asyncio.to_thread(mortal.start)
        assert len(await store.log("t2", -1, 9)) == 1
        for _ in range(200):  # it comes back by itself
            try:
                await store.append("t2", entry(1), None, None)
                break
            except StoreError:
                await asyncio.sleep(0.05)
        assert len(await store.log("t2", -1, 9)) == 2

    with_store(address, do)


def test_a_database_that_does_not_answer_is_left(mortal: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """It hangs and does not hang up. When it wakes, the old session is ended before a new one writes."""
    monkeypatch.setattr(postgres_connection, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(postgres_connection, "CONNECT_SECONDS", 0.5)
    address = mortal.new()

    async def do(store: Store) -> None:
        await store.create(table(), people())
        await store.append("t1", entry(0), None, None)
        with mortal.frozen():
            writing = asyncio.ensure_future(store.append("t1", entry(1), None, None))
            await asyncio.sleep(1.5)
            assert not writing.done()
        await writing
        assert await store.log("t1", -1, 9) == [entry(0), entry(1)]

    with_store(address, do)


# --- a full disk


@pytest.fixture
def small_disk(postgres: Postgres) -> Iterator[Path]:
    """A disk with room for one database and little more: root can make one."""
    disk = postgres.folder / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(disk)], check=False, capture_output=True
    )
    if made.returncode != 0:
        disk.rmdir()
        pytest.skip("A disk can be made by root only.")
    try:
        owner = postgres.data.stat()
        os.chown(disk, owner.st_uid, owner.st_gid)
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_on_a_full_disk_nothing_is_written_and_it_is_said_so(postgres: Postgres, small_disk: Path) -> None:
    postgres.ask("postgres", f"CREATE TABLESPACE small LOCATION '{small_disk}'")
    postgres.ask("postgres", "CREATE DATABASE narrow TABLESPACE small")
    filler = small_disk / "filler"

    async def do(store: Store) -> None:
        await store.create(table(), people())
        for seq in range(2):
            await store.append("t1", entry(seq), None, None)
        fill(filler)
        kept, refused = 2, ""
        for _ in range(2000):  # what is there already has a little room
            try:
                await store.append("t1", entry(kept, actions=("x" * 2000,)), None, None)
            except StoreError as error:
                refused = str(error)
                break
            kept += 1
        assert refused.startswith("The store cannot write: could not extend file")
        assert "No space left on device" in refused
        assert len(await store.log("t1", -1, 9999)) == kept
        filler.unlink()
        await store.append("t1", entry(kept), None, None)

    with_store(postgres.address("narrow"), do)
    postgres.ask("postgres", "DROP DATABASE narrow")
    postgres.ask("postgres", "DROP TABLESPACE small")


def fill(filler: Path) -> None:
    """Leave no room on a disk."""
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                pass
