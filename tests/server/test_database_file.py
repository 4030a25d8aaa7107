"""The file of the tables: for its owner's eyes only, and for one server at a time."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.running import HUMAN, QUICK, Person, Running, command, environment, make, mover
from trailmix.server.storage import database_file
from trailmix.server.storage.database_file import Claim
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.sqlite import SqliteStore

FILES = ("", "-wal", "-shm", ".lock")


@pytest.fixture
def careless() -> Iterator[None]:
    """Everything that is made may be read and written by all, unless somebody takes care."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path | str) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


def open_and_look(path: Path) -> list[int]:
    """The modes of a store's files while it is open."""

    async def run() -> list[int]:
        store = SqliteStore(path)
        await store.open()
        try:
            await store.note_time()
            await store.listed(1)
            return [mode(f"{path}{name}") for name in FILES]
        finally:
            await store.close()

    return asyncio.run(run())


def test_nobody_else_can_read_the_tables(tmp_path: Path, careless: None) -> None:
    path = tmp_path / "new" / "deep" / "t.sqlite3"
    assert open_and_look(path) == [0o600] * 4
    assert [mode(path.parent), mode(path.parent.parent)] == [0o700, 0o700]


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path, careless: None) -> None:
    path = tmp_path / "t.sqlite3"
    tmp_path.chmod(0o755)
    open_and_look(path)
    for name in FILES:
        Path(f"{path}{name}").touch()
        Path(f"{path}{name}").chmod(0o666)
    assert open_and_look(path) == [0o600] * 4
    assert mode(tmp_path) == 0o755  # a folder that was there is not ours to close


def test_the_files_of_a_server_are_private(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK)
    try:
        make(running, HUMAN, HUMAN)
        assert [mode(f"{running.database}{name}") for name in FILES] == [0o600] * 4
    finally:
        running.stop()


# --- one server at a time


def refused_start(database: Path | str) -> str:
    """Start another server on a database, which must fail; what it says."""
    done = subprocess.run(
        command("--port", "0", "--database", str(database)),
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr and done.stdout == ""
    return " ".join(done.stderr.split())


def test_a_second_server_on_the_file_is_refused(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK)
    try:
        people = make(running, HUMAN, HUMAN)
        said = refused_start(running.database)
        assert said == (
            f"Another server keeps its tables in {running.database}; stop it first,"
            " or name another file with --database."
        )
        first = mover(people)
        assert first.move(first.view()["legal"][0])["seq"] == 1  # the first one goes on
    finally:
        running.stop()


def test_a_server_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK)
    try:
        for _ in range(3):
            running.kill()
            assert Path(f"{running.database}.lock").exists()
            running.start()
        assert Person(running).get("/api/games")
    finally:
        running.stop()


def test_a_lock_file_alone_keeps_nobody_out(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    Path(f"{path}.lock").write_text("12345")
    open_and_look(path)


def test_two_stores_of_one_process_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_file, "PATIENCE_SECONDS", 0.05)

    async def run() -> None:
        one, other = SqliteStore(tmp_path / "t.sqlite3"), SqliteStore(tmp_path / "t.sqlite3")
        await one.open()
        with pytest.raises(StoreError, match="Another server keeps its tables in"):
            await other.open()
        await one.close()
        await other.open()
        await other.close()

    asyncio.run(run())


def test_a_file_with_two_names_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_file, "PATIENCE_SECONDS", 0.05)
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "other.sqlite3"
    link.symlink_to(tmp_path / "t.sqlite3")

    async def run() -> None:
        one, other = SqliteStore(tmp_path / "t.sqlite3"), SqliteStore(link)
        await one.open()
        with pytest.raises(StoreError, match="Another server"):
            await other.open()
        await one.close()
        await other.open()
        await other.note_time()
        await other.close()

    asyncio.run(run())


def test_a_start_waits_for_a_server_that_is_just_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_file, "PATIENCE_SECONDS", 30.0)
    path = tmp_path / "t.sqlite3"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, stdin=subprocess.PIPE
    )
    assert holder.stdout is not None and holder.stdin is not None
    with holder:
        assert holder.stdout.readline() == b"held\n"
        holder.stdin.close()
        Claim(path).give_up()


HOLD = """
import pathlib, sys, time
from trailmix.server.storage.database_file import Claim
claim = Claim(pathlib.Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
time.sleep(0.2)
"""
FORK = """
import os, pathlib, subprocess, sys, time
from trailmix.server.storage.database_file import Claim
claim = Claim(pathlib.Path(sys.argv[1]))
child = os.fork()
if child == 0:
    time.sleep(60)
    os._exit(0)
program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child, program.pid, flush=True)
time.sleep(60)
"""


def test_children_do_not_keep_the_lock_of_a_server_that_has_died(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    parent = subprocess.Popen([sys.executable, "-c", FORK, str(path)], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    children = [int(word) for word in parent.stdout.readline().split()]
    try:
        parent.kill()
        parent.wait(30)
        Claim(path).give_up()
        for child in children:
            os.kill(child, 0)  # they live on
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
        parent.stdout.close()


def test_a_store_that_could_not_be_opened_keeps_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_file, "PATIENCE_SECONDS", 0.0)
    path = tmp_path / "t.sqlite3"
    path.write_text("a diary, not a database" * 100)
    for _ in range(2):
        with pytest.raises(StoreError, match="cannot be kept"):
            open_and_look(path)
    Claim(path).give_up()
