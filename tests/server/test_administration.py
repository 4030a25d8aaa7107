"""``trailmix admin``: at tables of both stores, and beside a running server."""

from __future__ import annotations

import asyncio
import io
import json
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from server.databases import Database, File
from server.kept import entry, people, remark, table
from server.postgres import Postgres
from server.running import HUMAN, QUICK, Running, eventually, make, mover, play_out
from trailmix.cli.app import app
from trailmix.server.admin import administration, moving
from trailmix.server.admin.administration import CannotDo
from trailmix.server.admin.moving import WholeTable
from trailmix.server.storage.sql_store import SqlStore


def admin(database: str, *arguments: str) -> str:
    """What the command says."""
    done = CliRunner().invoke(app, ["admin", *arguments, "--database", database])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def in_store(database: Database, do: Callable[[SqlStore], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        store = database.store()
        await store.open()
        try:
            return await do(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def make_two(store: SqlStore) -> None:
    """A table with a log and remarks, and one with nothing."""
    await store.create(table(), people(), entry(0))
    await store.append("t1", entry(1), None, people(1, "running"))
    for number in (1, 2):
        await store.say("t1", remark(number))
    await store.create(table("t2", "private"), people(tokens=("c", "d")))


def test_tables_are_listed_muted_and_closed(database: Database) -> None:
    async def do(store: SqlStore) -> None:
        await make_two(store)
        seen = {one.table: one for one in await administration.overview(store, 9)}
        assert (seen["t1"].status, seen["t1"].people, seen["t1"].muted) == ("running", ["a", "b"], False)
        assert (seen["t2"].status, seen["t2"].privacy) == ("waiting", "private")
        await administration.mute(store, "t1")
        loaded = await store.load("t1")
        assert loaded is not None and loaded.people.chat_muted and loaded.people.revision == 2
        await administration.mute(store, "t1", muted=False)
        await administration.close(store, "t2")
        assert [(one.table, one.muted) for one in await administration.overview(store, 9)] == [("t1", False)]
        for again in (administration.close, administration.mute, moving.read_whole):
            with pytest.raises(CannotDo, match=r"There is no table t2\."):
                await again(store, "t2")

    in_store(database, do)


def test_what_is_kept_of_somebody_is_removed(database: Database) -> None:
    async def do(store: SqlStore) -> None:
        await make_two(store)
        await administration.forget(store, "t1", 0)
        whole = await moving.read_whole(store, "t1")
        assert [chair.name for chair in whole.people.chairs] == ["Guest 1", "b"]
        assert [(one.number, one.name, one.text) for one in whole.remarks] == [
            (1, "Guest 1", "-"),
            (2, "Guest 1", "-"),
        ]
        assert await store.holding(["a", "b"]) == [("t1", 0), ("t1", 1)]  # who they were plays on
        for chair in (-1, 2):
            with pytest.raises(CannotDo, match="Nobody sits on chair"):
                await administration.forget(store, "t1", chair)

    in_store(database, do)


def test_whole_tables_move_between_stores_and_back(postgres: Postgres, tmp_path: Path) -> None:
    """A match in the midst of play goes from a file to PostgreSQL and back, and is played to its end."""
    server = Running(tmp_path, **QUICK)
    people = make(server, HUMAN, HUMAN)
    for _ in range(3):
        mover(people).move(mover(people).view()["legal"][0])
    people[0].post("./chat", {"t": "chat", "id": "1", "text": "on the move"})
    seen = [person.view() for person in people]
    server.stop()
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    address, other = postgres.new(), tmp_path / "other.sqlite3"
    assert admin(str(server.database), "export", str(first)) == "Tables written: 1.\n"
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    assert admin(address, "import", str(first)) == "Tables brought in: 1.\n"
    assert admin(address, "export", str(second), people[0].table) == "Tables written: 1.\n"
    assert second.read_bytes() == first.read_bytes()
    admin(str(other), "import", str(second))
    server.database = other
    server.start()
    try:
        assert [person.view() for person in people] == seen
        assert [said["text"] for said in people[1].get("./chat")] == ["on the move"]
        play_out(people)
        assert people[0].get("./verify")["fair"]
    finally:
        server.stop()


def test_what_cannot_be_brought_in_is_said_and_changes_nothing(database: Database, tmp_path: Path) -> None:
    async def export(store: SqlStore) -> WholeTable:
        await make_two(store)
        return await moving.read_whole(store, "t1")

    whole = in_store(database, export)
    with pytest.raises(CannotDo, match="Table t1 is there already"):
        in_store(database, lambda store: moving.write_whole(store, whole))
    for line in (b"{}", b"nonsense", b'{"format": "other"}', b"\xff"):
        with pytest.raises(CannotDo, match="Line 1 is no table: "):
            list(moving.read_lines(io.BytesIO(line)))
    assert {one.table for one in in_store(database, lambda s: administration.overview(s, 9))} == {"t1", "t2"}
    if isinstance(database, File):
        said = CliRunner().invoke(
            app, ["admin", "import", str(tmp_path / "none"), "--database", str(database.path)]
        )
        assert said.exit_code == 2 and "No such file" in said.output


def test_beside_a_running_server(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.new()
    server = Running(tmp_path, "--database", address, **QUICK)
    try:
        ann, ben = make(server, HUMAN, HUMAN)
        ann.post("./chat", {"t": "chat", "id": "1", "text": "rude"})
        (seen,) = json.loads(admin(address, "list", "--json"))
        assert (seen["table"], seen["people"]) == (ann.table, ["Guest 1", "Guest 2"])
        assert ann.table in admin(address, "list")
        admin(address, "mute", ann.table)
        eventually(lambda: ann.get(".")["chat_muted"])
        assert ann.refused("POST", "./chat", {"t": "chat", "id": "2", "text": "again"})[:2] == (
            403,
            "forbidden",
        )
        admin(address, "forget", ann.table, "0")
        eventually(lambda: [said["text"] for said in ben.get("./chat")] == ["-"])
        admin(address, "close", ann.table)
        eventually(lambda: ann.ask("GET", ".").status_code == 404)
    finally:
        server.stop()
    assert '"trace"' not in server.log(), server.log()


def test_a_file_that_a_server_uses_is_left_to_it(server: Running) -> None:
    done = CliRunner().invoke(app, ["admin", "list", "--database", str(server.database)])
    assert done.exit_code == 2 and "stop it first" in done.output
