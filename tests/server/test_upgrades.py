"""A newer version comes to the database of running processes, and changes the schema under them."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.client import Client, all_of, check_kept, log_of, make_table, promised, running
from server.databases import with_store
from server.postgres import Postgres
from server.running import QUICK, Running, Started, command, environment, eventually
from trailmix.cli.app import app
from trailmix.server.starting.serving import OUTDATED
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.sql import MIGRATIONS
from trailmix.server.storage.stores import store_of


class Newer(Started):
    """A server of a later version."""

    program = (str(Path(__file__).with_name("newer.py")),)


def test_older_processes_stop_before_the_schema_changes_and_nothing_is_lost(
    postgres: Postgres, tmp_path: Path
) -> None:
    flags = ("--database", postgres.new())
    folders = [tmp_path / name for name in ("first", "second", "newer")]
    for folder in folders:
        folder.mkdir()
    first, second = (Running(folder, *flags, **QUICK) for folder in folders[:2])
    at = {server: server.address for server in (first, second)}

    def upgrade() -> Newer:
        newer = Newer(folders[2], *flags, **QUICK)
        for server in at:
            eventually(lambda server=server: server.process.poll() is not None)  # type: ignore[misc]
            at[server] = newer.address  # as a balancer does it
        return newer

    async def body() -> Newer:
        groups = [
            [Client(lambda server=server: at[server], place, patience=0.5) for place in places[:2]]  # type: ignore[misc]
            for server in (first, second)
            for places in [await make_table(server.address) for _ in range(3)]
        ]
        everyone = [client for group in groups for client in group]
        async with running(*everyone):
            await all_of(everyone, lambda client: client.let_play(1000))
            await groups[0][0].until(lambda client: client.seq >= 1)
            newer = await asyncio.to_thread(upgrade)
            await all_of(everyone, lambda client: client.until(lambda c: c.over and not c.unacked, 60))
        for group in groups:
            promises, log = promised(group), await log_of(newer.address, group[0].place)
            check_kept(promises, log)
            assert len(log) == 1 + len(promises), "something was played that nobody was told of"
        return newer

    newer = asyncio.run(body())
    try:
        for server in (first, second):
            assert server.wait() == OUTDATED
            (line,) = [line for line in server.log_lines() if "outdated" in line["message"]]
            assert "newer version of Trailmix" in line["why"]
            assert '"trace"' not in server.log(), server.log()
        again = subprocess.run(
            command(*flags, "--port", "0"), env=environment(), capture_output=True, text=True, check=False
        )
        assert again.returncode == 2 and "was written by a newer version of Trailmix" in again.stderr
        listed = CliRunner().invoke(app, ["admin", "list", *flags])
        assert listed.exit_code == 2 and "was written by a newer version of Trailmix" in listed.output
    finally:
        newer.stop()
    assert '"trace"' not in newer.log(), newer.log()


def test_whoever_only_looks_after_tables_changes_no_schema(postgres: Postgres) -> None:
    """Else `trailmix admin` of a newer version would stop all servers."""
    address = postgres.new()
    with_store(address, lambda store: store.note_time())
    postgres.ask(address, "UPDATE schema_version SET version = version - 1")

    async def look() -> None:
        store = store_of(address, upgrades=False)
        with pytest.raises(StoreError, match="start its server with this one first"):
            await store.open()

    asyncio.run(look())
    assert postgres.ask(address, "SELECT version FROM schema_version") == [(len(MIGRATIONS) - 1,)]
