"""What a store in PostgreSQL promises besides: one server at a time, nothing lost while it is away."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server import postgres as postgres_module
from server.kept import entry, people, remark, table
from server.postgres import PASSWORD, Postgres
from server.running import command, environment
from trailmix.server import patience
from trailmix.server.sql import INSERT_ENTRY, MIGRATIONS
from trailmix.server.store import Store
from trailmix.server.store_errors import Conflict, StoreError, Unknown
from trailmix.server.stores import claim_of, store_of

if postgres_module.missing() is None:
    from trailmix.server import postgres_connection, postgres_writer

Do = Callable[[Store], Awaitable[Any]]


def with_store(address: str, do: Do) -> Any:
    """Open a store, do something, close it."""

    async def run() -> Any:
        store = store_of(address)
        await store.open()
        try:
            return await do(store)
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.fixture
def mortal() -> Iterator[Postgres]:
    """A PostgreSQL of one test, which may stop and kill it."""
    with postgres_module.running() as cluster:
        yield cluster


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


# --- one server at a time


def test_a_second_server_is_refused(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_connection, "ENDING_SECONDS", 0.1)
    address = postgres.new()
    other = "Another server keeps its tables in postgresql://.*; stop it first, or name another database"

    async def do(_store: Store) -> None:
        for attempt in (store_of(address).open, lambda: asyncio.to_thread(claim_of, address)):
            with pytest.raises(StoreError, match=other):
                await attempt()

    with_store(address, do)
    claim = claim_of(address)
    with pytest.raises(StoreError, match=other):
        claim_of(address)
    with_store(address, lambda store: store.note_time())  # of the one who has claimed it
    claim.give_up()
    monkeypatch.setattr(postgres_connection, "ENDING_SECONDS", 30.0)
    claim_of(address).give_up()


SHARE = """
import sys, time
from trailmix.server.database_file import Claim
claim = Claim.handed_on(int(sys.argv[1]))
print("shared", flush=True)
time.sleep(60)
"""


def test_a_claim_ends_with_all_who_share_it(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    address, claim = postgres.new(), None
    claim = claim_of(address)
    child = subprocess.Popen(
        [sys.executable, "-c", SHARE, str(claim.handle)], stdout=subprocess.PIPE, pass_fds=[claim.handle]
    )
    try:
        assert child.stdout is not None and child.stdout.readline() == b"shared\n"
        claim.give_up()
        monkeypatch.setattr(postgres_connection, "ENDING_SECONDS", 0.1)
        with pytest.raises(StoreError, match="Another server"):
            claim_of(address)
    finally:
        child.kill()
        child.communicate()
    monkeypatch.setattr(postgres_connection, "ENDING_SECONDS", 30.0)
    claim_of(address).give_up()


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
