"""What a store in PostgreSQL promises besides; `test_holding` has what several processes over it promise."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest

from server import postgres as postgres_module
from server.databases import with_store
from server.kept import entry, people, table
from server.postgres import PASSWORD, Postgres
from server.running import command, environment
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.sql import MIGRATIONS
from trailmix.server.storage.store import Store

if postgres_module.missing() is None:
    pass

# --- the database


def test_a_new_database_gets_the_present_schema_once(postgres: Postgres) -> None:
    address = postgres.new()
    with_store(address, lambda store: store.create(table(), people()))
    assert postgres.ask(address, "SELECT version FROM schema_version") == [(len(MIGRATIONS),)]
    assert with_store(address, lambda store: store.load("t1")) is not None
    assert postgres.ask(address, "SELECT version FROM schema_version") == [(len(MIGRATIONS),)]


def test_a_later_schema_is_left_alone(postgres: Postgres) -> None:
    address = postgres.new()
    with_store(address, lambda store: store.note_time())
    postgres.ask(address, "UPDATE schema_version SET version = 99")
    with pytest.raises(StoreError, match="was written by a newer version"):
        with_store(address, lambda store: store.note_time())


def test_a_database_that_cannot_keep_every_text_is_refused(postgres: Postgres) -> None:
    postgres.ask("postgres", "CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
    with pytest.raises(StoreError, match="its encoding is SQL_ASCII, not UTF8"):
        with_store(postgres.address("ascii"), lambda store: store.note_time())


def test_those_who_write_at_once_share_a_transaction(postgres: Postgres) -> None:
    address = postgres.new()

    async def do(store: Store) -> int:
        await asyncio.gather(*(store.create(table(f"t{n}"), people(tokens=(f"{n}",))) for n in range(50)))
        await asyncio.gather(*(store.append(f"t{n}", entry(0), None, None) for n in range(50)))
        before = await asyncio.to_thread(transactions)
        for seq in range(1, 5):
            await asyncio.gather(*(store.append(f"t{n}", entry(seq), None, None) for n in range(50)))
        return await asyncio.to_thread(transactions) - before

    def transactions() -> int:
        """Each that writes takes a number, and asking takes none."""
        found: int = postgres.ask(address, "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")[0][
            0
        ]
        return found

    # Each round of fifty needs one, or two if the first of them was faster than the others.
    assert 4 <= with_store(address, do) <= 2 * 4


def test_a_database_that_may_only_be_read_is_said_so(postgres: Postgres) -> None:
    address = postgres.new()

    async def do(store: Store) -> None:
        await store.create(table(), people())
        await asyncio.to_thread(make_read_only)
        # The session that writes has its settings from its start: let it begin anew.
        await asyncio.to_thread(postgres.ask, address, END_WRITER)
        with pytest.raises(
            StoreError, match="cannot write: cannot execute INSERT in a read-only transaction"
        ):
            await store.append("t1", entry(0), None, None)
        assert await store.log("t1", -1, 9) == []

    def make_read_only() -> None:
        name = address.partition("@/")[2].partition("?")[0]
        postgres.ask("postgres", f"ALTER DATABASE {name} SET default_transaction_read_only = on")

    with_store(address, do)
    with pytest.raises(StoreError, match=r"The tables cannot be kept in .*read-only"):
        with_store(address, do)


END_WRITER = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'trailmix writes%'
"""


# --- what is said at a start


def said(database: str, *program: str) -> str:
    """Start a server that cannot start; what it says."""
    done = subprocess.run(
        command("--port", "0", "--database", database, program=program or ("-m", "trailmix")),
        env=environment() | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr and done.stdout == ""
    assert PASSWORD not in done.stderr and "guessed" not in done.stderr
    return " ".join(done.stderr.split())


def test_what_is_wrong_with_an_address_is_said_in_a_sentence(postgres: Postgres, tmp_path: Path) -> None:
    folder = postgres.folder
    postgres.ask("postgres", f"CREATE ROLE guarded LOGIN PASSWORD '{PASSWORD}'")
    assert said("postgresql://trailmix@127.0.0.1:9/tables").startswith(
        "The database postgresql://127.0.0.1:9/tables cannot be reached: "
    )
    assert said(f"postgresql://trailmix@/tables?host={tmp_path}").startswith(
        f"The database postgresql://{tmp_path}/tables cannot be reached: "
    )
    assert said(f"postgresql://guarded:guessed@/postgres?host={folder}") == (
        f"The tables cannot be kept in postgresql://{folder}/postgres:"
        ' password authentication failed for user "guarded".'
    )
    assert said(f"postgresql://trailmix@/nowhere?host={folder}") == (
        f'The tables cannot be kept in postgresql://{folder}/nowhere: database "nowhere" does not exist.'
    )
    assert said("postgresql://host:port/tables").startswith(
        "The tables cannot be kept in postgresql://host:port"
    )
    assert said("mysql://host/tables") == (
        "Tables are kept in a file, or at an address like postgresql://HOST/NAME, not mysql://."
    )


def test_a_role_that_may_not_make_tables_is_told_so(postgres: Postgres) -> None:
    address = postgres.new()
    postgres.ask("postgres", "CREATE ROLE onlooker LOGIN")
    with pytest.raises(StoreError, match="permission denied for schema public"):
        with_store(address.replace("trailmix@", "onlooker@"), lambda store: store.note_time())


def test_without_asyncpg_it_is_said_what_to_install() -> None:
    program = "import sys; sys.modules['asyncpg'] = None; from trailmix.cli import main; main()"
    assert said("postgresql://localhost/tables", "-c", program) == (
        "A PostgreSQL database needs asyncpg, which is not installed: pip install 'trailmix[postgres]'."
    )
