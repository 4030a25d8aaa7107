"""Another process that has locked the file (a backup, somebody's shell) stops nobody who only looks."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.kept import entry, people, table
from server.running import HUMAN, QUICK, Json, Person, Running, make, mover
from trailmix.server.storage import patience
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.sqlite import SqliteStore
from trailmix.server.storage.sqlite_writer import is_locked

HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
db.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
db.execute("COMMIT")
"""


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another process has the file for itself."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdin is not None and holder.stdout is not None
    with holder:
        assert holder.stdout.readline() == b"locked\n"
        try:
            yield
        finally:
            holder.stdin.close()


def test_others_are_answered_while_a_write_waits_for_the_file(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK)
    try:
        others, people = make(running, HUMAN, HUMAN), make(running, HUMAN, HUMAN)
        first = mover(people)
        seen, acks, answered = first.view(), list[Json](), 0
        with locked(running.database):
            playing = threading.Thread(target=lambda: acks.append(first.move(seen["legal"][0], seq=0)))
            playing.start()
            until = time.monotonic() + 2.5
            while time.monotonic() < until:
                assert Person(running).ask("GET", "/api/games", timeout=30).status_code == 200
                assert others[0].view()["seq"] == 0
                answered += 1
            assert not acks  # what is acknowledged is on disk
        playing.join(30)
        assert acks == [{"t": "ack", "id": "0", "seq": 1}]
        # When the event loop waited itself, three rounds were answered in this time.
        assert answered > 10
        assert [log["seq"] for log in first.get("./log")] == [0, 1]
    finally:
        running.stop()


def with_store(path: Path, lock: contextlib.AbstractContextManager[None], then: bool) -> None:
    """Write while the file is locked; `then` says whether the lock ends in time."""

    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        try:
            await store.create(table(), people())
            with lock:
                writes = [asyncio.ensure_future(store.append("t1", entry(n), None, None)) for n in range(3)]
                ticks = 0
                while not any(write.done() for write in writes) and ticks < 30:
                    await asyncio.sleep(0.01)
                    ticks += 1
                assert ticks > 5  # the loop went on
                assert [loaded.seq for loaded in await store.log("t1", -1, 9)] == []  # reading goes on, too
                if not then:
                    async with asyncio.timeout(60):
                        results = await asyncio.gather(*writes, return_exceptions=True)
                    assert all(isinstance(result, StoreError) for result in results)
            if then:
                await asyncio.gather(*writes)
            await store.append("t1", entry(9), None, None)
            found = [loaded.seq for loaded in await store.log("t1", -1, 9)]
            assert found == ([0, 1, 2, 9] if then else [9])
        finally:
            await store.close()

    asyncio.run(run())


def test_what_waited_is_written_when_the_file_is_free(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    with_store(path, locked(path), then=True)


def test_a_lock_that_lasts_is_given_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "LOCKED_SECONDS", 0.5)
    path = tmp_path / "t.sqlite3"
    with_store(path, locked(path), then=False)


def test_after_the_end_of_patience_nobody_waits_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.sqlite3"

    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.create(table(), people())
        with locked(path):
            monkeypatch.setattr(patience, "LOCKED_SECONDS", 0.3)
            with pytest.raises(StoreError, match="locked"):
                await store.note_time()
            monkeypatch.setattr(patience, "FIRST_PAUSE", 1000.0)  # a pause would not end
            with pytest.raises(StoreError, match="locked"):
                await asyncio.wait_for(store.note_time(), 60)
        await store.note_time()
        await store.close()

    asyncio.run(run())


def test_only_a_lock_is_waited_for() -> None:
    waiting = patience.Patience(is_locked)
    for error in (sqlite3.OperationalError("disk full"), ValueError()):
        assert waiting.next_pause(error) is None
