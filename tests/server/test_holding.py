"""Several processes over one database: each table is held by one of them, and only that one writes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from server import postgres as postgres_module
from server.kept import entry, people, table
from server.postgres import Postgres
from server.test_postgres import END_WRITER
from trailmix.server.config import Config
from trailmix.server.metrics import Metrics
from trailmix.server.storage.errors import Conflict, StoreError
from trailmix.server.storage.jobs import Job, Script
from trailmix.server.storage.store import Kept, Store
from trailmix.server.tables.tables import Tables

if postgres_module.missing() is None:
    from trailmix.server.storage import postgres_connection, postgres_holding, postgres_writer
    from trailmix.server.storage.postgres import PostgresStore

HUNG_SECONDS = 1.0
DAY = 24 * 3600.0
EVERYTHING: dict[Kept, float] = {"waiting": -DAY, "running": -DAY, "over": -DAY, "passing": -DAY}


class Told:
    """Remembers what a process is told of the others."""

    def __init__(self, store: Store) -> None:
        self.lost, self.asked_for, self.changed = 0, list[str](), list[str]()
        store.opener = self

    def lose_all(self) -> None:
        self.lost += 1

    def be_asked_for(self, table_id: str) -> None:
        self.asked_for.append(table_id)

    def read_anew(self, table_id: str) -> None:
        self.changed.append(table_id)


@contextlib.asynccontextmanager
async def opened(address: str, number: int) -> AsyncIterator[list[PostgresStore]]:
    """So many processes, as far as the database can tell."""
    stores = [PostgresStore(address, hung_seconds=HUNG_SECONDS) for _ in range(number)]
    await asyncio.gather(*(store.open() for store in stores))
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


def together(postgres: Postgres, number: int, do: Callable[..., Awaitable[None]]) -> None:
    """Do something with several processes, which start at once on an empty database, and one table."""
    address = postgres.new()

    async def body() -> None:
        async with asyncio.timeout(60), opened(address, number) as stores:
            await stores[0].create(table(), people(), entry(0))
            await do(*stores)

    asyncio.run(body())


async def until(so: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    async with asyncio.timeout(10):
        while not so():
            await asyncio.sleep(0.01)


def test_of_many_who_want_a_table_one_gets_it(postgres: Postgres) -> None:
    async def do(*stores: PostgresStore) -> None:
        for _ in range(3):
            got = await asyncio.gather(*(store.hold("t1") for store in stores))
            assert sorted(got) == [False] * 4 + [True]
            assert await stores[got.index(True)].hold("t1")  # again
            stores[got.index(True)].let_go("t1")

    together(postgres, 5, do)


def test_who_holds_a_table_is_asked_to_let_go(postgres: Postgres) -> None:
    async def do(first: PostgresStore, second: PostgresStore) -> None:
        told = Told(first)
        assert await first.hold("t1")
        assert not await second.hold("t1")
        assert told.asked_for == ["t1"]
        asking = asyncio.create_task(second.hold("t1"))
        await until(lambda: len(told.asked_for) == 2)
        first.let_go("t1")
        assert await asking
        await first.tell_changed("t1")
        await until(lambda: told.changed == ["t1"])
        first.let_go("t1")  # what it does not hold
        assert not await first.hold("t1")

    together(postgres, 2, do)


def test_a_process_that_has_ended_holds_nothing(postgres: Postgres) -> None:
    async def do(first: PostgresStore, second: PostgresStore) -> None:
        assert await first.hold("t1")
        assert not await second.hold("t1")
        await first.close()
        assert await second.hold("t1")

    together(postgres, 2, do)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Until it is set, nobody who has lost a connection gets another."""
    opened, connect = asyncio.Event(), postgres_connection.connect

    async def later(address: str, name: str) -> postgres_connection.Connection:
        await opened.wait()
        return await connect(address, name)

    opened.set()
    monkeypatch.setattr(postgres_writer, "connect", later)
    return opened


def test_a_process_that_hangs_cannot_write_when_it_wakes(postgres: Postgres, gate: asyncio.Event) -> None:
    async def do(first: PostgresStore, second: PostgresStore) -> None:
        gate.clear()
        told, was = Told(first), first.name
        assert await first.hold("t1")
        assert first._beating is not None
        first._beating.cancel()
        await asyncio.sleep(HUNG_SECONDS)
        assert await second.hold("t1")
        writing = first.append("t1", entry(1), None, None)
        gate.set()
        with pytest.raises(StoreError, match="taken for dead"):
            await writing
        assert (told.lost, first.incarnation) == (1, 1) and first.name != was
        await second.append("t1", entry(1), None, None)
        assert await second.log("t1", -1, 9) == [entry(0), entry(1)]
        assert not await first.hold("t1")
        await first.create(table("t2"), people(tokens=("c",)))  # it goes on with other tables
        assert await first.hold("t2")

    together(postgres, 2, do)


def test_a_process_that_loses_its_connection_keeps_its_tables(postgres: Postgres) -> None:
    async def do(first: PostgresStore, second: PostgresStore) -> None:
        told = Told(first)
        assert await first.hold("t1")
        name = first.name
        await asyncio.to_thread(postgres.ask, first.address, END_WRITER)
        await first.append("t1", entry(1), None, None)
        assert (told.lost, first.name) == (0, name)
        assert not await second.hold("t1")

    together(postgres, 2, do)


def test_what_was_written_before_others_took_over_is_acknowledged(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, gate: asyncio.Event
) -> None:
    """The answer of the database is lost, and before there is another session the table is held elsewhere."""

    async def do(first: PostgresStore, second: PostgresStore) -> None:
        assert await first.hold("t1")
        real, tries = postgres_writer._run_all, list[int]()

        async def cut(connection: postgres_connection.Connection, jobs: list[object]) -> object:
            outcomes = await real(connection, jobs)  # type: ignore[arg-type]
            if not tries and any(getattr(job, "proof", None) for job in jobs):
                tries.append(1)
                gate.clear()
                await connection.close()
                assert await second.hold("t1")
                gate.set()
                raise ConnectionResetError("cut")
            return outcomes

        monkeypatch.setattr(postgres_writer, "_run_all", cut)
        await first.append("t1", entry(1), None, None)
        assert tries and first.incarnation == 1
        assert await second.log("t1", -1, 9) == [entry(0), entry(1)]

    together(postgres, 2, do)


def test_tables_that_others_hold_are_not_deleted(postgres: Postgres) -> None:
    async def do(first: PostgresStore, second: PostgresStore) -> None:
        assert await first.hold("t1")
        assert await second.expire(EVERYTHING, 9, lambda: ()) == []
        await first.close()
        assert await second.expire(EVERYTHING, 9, lambda: ()) == ["t1"]

    together(postgres, 2, do)


def test_a_table_that_cannot_be_opened_is_let_go_of(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever would hold it without having it open would never hear that others want it."""

    async def do(first: PostgresStore, second: PostgresStore) -> None:
        async def fail(_table_id: str) -> None:
            raise StoreError("The store cannot read: it is busy.")

        tables = Tables(first, Config(database="unused"), Metrics())
        monkeypatch.setattr(first, "load", fail)
        with pytest.raises(StoreError, match="busy"):
            await tables.get("t1")
        assert await second.hold("t1")
        await tables.close()

    together(postgres, 2, do)


def test_processes_whose_clocks_differ_take_no_table_from_each_other(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of one machine jumps by years, and another one sleeps for days."""
    address, passed = postgres.new(), [0.0, 0.0]

    async def body() -> None:
        first, second = (PostgresStore(address, monotonic=lambda n=n: passed[n]) for n in (0, 1))  # type: ignore[misc]
        await first.open()
        monkeypatch.setattr("time.time", lambda: 5e9)
        await second.open()
        await first.create(table("t1"), people())
        for n in range(10):  # a day goes by for the second
            passed[1] += DAY / 10
            await second.note_time()
            assert await second.expire({"waiting": 1.1 * DAY}, 9, lambda: ()) == [], n
        assert await second.expire({"waiting": 0.9 * DAY}, 9, lambda: ()) == ["t1"]
        await first.note_time()  # it was asleep
        await first.create(table("t2"), people())
        assert await second.expire({"waiting": 60.0}, 9, lambda: ()) == []
        assert first.time.now() == pytest.approx(second.time.now(), abs=60.0)
        for store in (first, second):
            await store.close()

    asyncio.run(body())


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_when_the_clock_of_the_database_jumps_nobody_writes_beside_another(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """Living processes look hung, or hung ones alive: whoever holds the table can write, and nobody else."""

    async def do(first: PostgresStore, second: PostgresStore) -> None:
        assert await first.hold("t1")
        now = postgres_holding.NOW
        monkeypatch.setattr(postgres_holding, "NOW", f"({now} + {jump})")
        got = await second.hold("t1")
        holder, other = (second, first) if got else (first, second)
        await holder.append("t1", entry(1), None, None)
        with pytest.raises((StoreError, Conflict)):
            await other.append("t1", entry(1), None, None)
        for store in (first, second):  # from now on the new clock holds for all
            with contextlib.suppress(StoreError):
                await store.submit(Job(store._still_there))
        assert not await other.hold("t1")
        await holder.append("t1", entry(2), None, None)
        assert await holder.log("t1", -1, 9) == [entry(n) for n in range(3)]

    together(postgres, 2, do)


def test_two_at_the_same_rows_do_not_hinder_each_other(postgres: Postgres) -> None:
    """In another order: the database ends one of the transactions, which is written at the next try."""

    async def do(first: PostgresStore, second: PostgresStore) -> None:
        await first.create(table("t2"), people(tokens=("c",)))
        tries = list[str]()

        def touch(*names: str) -> Callable[[], Script[None]]:
            def script() -> Script[None]:
                tries.append(names[0])
                for name in names:
                    yield "UPDATE tables SET touched = 1 WHERE id = ?", (name,)
                    yield "SELECT pg_sleep(0.2)", ()

            return script

        await asyncio.gather(first.submit(Job(touch("t1", "t2"))), second.submit(Job(touch("t2", "t1"))))
        assert len(tries) > 2, "they have not met"

    together(postgres, 2, do)


def test_a_beat_is_soon_enough(postgres: Postgres) -> None:
    async def do(first: PostgresStore, second: PostgresStore) -> None:
        assert await first.hold("t1")
        await asyncio.sleep(1.5 * HUNG_SECONDS)
        assert not await second.hold("t1")

    together(postgres, 2, do)
