"""Old tables are forgotten, a few at a time; not those in use, and not because a clock has jumped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.databases import Database
from server.kept import analysis, entry, people, remark, table
from server.machine import Clocks, with_store
from server.running import HUMAN, OPEN, QUICK, Started, eventually, make, mover
from server.sockets import sit, socket_at
from trailmix.server.config import Config
from trailmix.server.messages.protocol import NewTable
from trailmix.server.messages.refusals import No
from trailmix.server.metrics import Metrics
from trailmix.server.storage.sql_store import SqlStore
from trailmix.server.storage.steady_time import CATCH_UP, MOST_OWED
from trailmix.server.storage.store import Kept, Snapshot
from trailmix.server.tables.housekeeping import DAY, DELETED_AT_ONCE, sweep
from trailmix.server.tables.tables import Tables

HOUR = 3600.0
YEAR = 365 * DAY


# --- time that cannot jump


def test_time_goes_by_as_it_does() -> None:
    clocks = Clocks()
    time = clocks.steady()
    for seconds in (0.0, 1.0, 60.0, 90 * DAY):
        before = time.now()
        clocks.passes(seconds)
        assert time.now() - before == pytest.approx(seconds)


def test_a_jump_counts_only_as_long_as_it_lasts() -> None:
    clocks = Clocks()
    time = clocks.steady()
    clocks.wall += 400 * DAY
    assert time.now() == 100.0
    clocks.passes(10.0)
    assert time.now() == pytest.approx(100.0 + 10 * (1 + CATCH_UP))
    clocks.wall -= 400 * DAY
    assert time.now() == pytest.approx(100.0 + 10 * (1 + CATCH_UP))
    clocks.passes(DAY)
    assert time.now() == pytest.approx(100.0 + 10 * (1 + CATCH_UP) + DAY)


def test_a_jump_that_lasts_counts_in_the_end_but_not_without_bounds() -> None:
    for jump, counted in ((DAY, DAY), (400 * DAY, MOST_OWED)):
        clocks = Clocks()
        time = clocks.steady()
        clocks.wall += jump
        for _ in range(40):
            clocks.passes(DAY)
            time.now()
        assert time.now() == pytest.approx(100.0 + 40 * DAY + counted)


def test_time_never_goes_back() -> None:
    clocks = Clocks()
    time = clocks.steady()
    clocks.wall -= 40 * YEAR
    assert time.now() == 100.0
    clocks.passes(5.0)
    assert time.now() == pytest.approx(105.0)


def test_a_restart_goes_on_where_time_stood() -> None:
    clocks = Clocks()
    time = clocks.steady()
    clocks.wall += DAY
    clocks.passes(HOUR)
    before, accounted = time.now(), time.accounted
    clocks.wall, clocks.monotonic = clocks.wall + 60.0, 1.0  # a minute off, and the machine has restarted
    again = clocks.steady(before, accounted)
    for _ in range(20):
        clocks.passes(DAY)
        again.now()
    assert again.now() == pytest.approx(100.0 + HOUR + DAY + 60.0 + 20 * DAY)


# --- the store


def expire(store: SqlStore, *ages: float, most: int = 99, spared: tuple[str, ...] = ()) -> Awaitable[Any]:
    waiting, running, over, passing = (*ages, YEAR)[:4]
    by_status: dict[Kept, float] = {"waiting": waiting, "running": running, "over": over, "passing": passing}
    return store.expire(by_status, most, lambda: spared)


def count(database: Database, name: str) -> int:
    found: int = database.ask(f"SELECT COUNT(*) FROM {name}")[0][0]  # noqa: S608
    return found


def test_old_tables_are_forgotten_with_all_that_is_theirs(database: Database) -> None:
    clocks = Clocks()

    async def do(store: SqlStore) -> None:
        for name in ("old", "new"):
            await store.create(table(name), people(tokens=(name,)))
            await store.append(name, entry(0), Snapshot(seq=0, state=b""), None)
            await store.say(name, remark(1))
            await store.keep_analysis(name, analysis())
        await store.seat("new", people(1, "running", tokens=("new",)))
        clocks.passes(DAY)
        assert await expire(store, DAY + 1, 0.5 * DAY, YEAR) == ["new"]
        assert await expire(store, DAY + 1, DAY + 1, 0) == []
        assert await store.load("new") is None and await store.load("old") is not None
        assert await expire(store, DAY - 1, YEAR, YEAR) == ["old"]
        assert await expire(store, -1, -1, -1) == []

    with_store(database, clocks, do)
    for name in ("tables", "people", "tokens", "entries", "snapshots", "remarks", "analyses"):
        assert count(database, name) == 0, name


def test_a_table_that_is_played_at_or_in_use_is_not_old(database: Database) -> None:
    clocks = Clocks()

    async def do(store: SqlStore) -> None:
        for name in ("played", "used", "seated", "left"):
            await store.create(table(name), people(0, "running", tokens=(name,)))
        clocks.passes(2 * DAY)
        await store.append("played", entry(0), None, None)
        await store.touch(["used"])
        await store.seat("seated", people(1, "running", tokens=("seated",)))
        assert await expire(store, DAY, DAY, DAY) == ["left"]
        clocks.passes(2 * DAY)
        await store.touch(["used"])
        assert sorted(await expire(store, DAY, DAY, DAY, spared=("played",))) == ["seated"]
        assert sorted(await expire(store, DAY, DAY, DAY)) == ["played"]

    with_store(database, clocks, do)


def test_what_is_for_a_moment_only_is_not_kept_for_long(database: Database) -> None:
    """However far its match has got."""
    clocks = Clocks()

    async def do(store: SqlStore) -> None:
        for name in ("step", "played", "over"):
            passing = msgspec.structs.replace(table(name), passing=True)
            await store.create(passing, people(0, "running", tokens=(name,)))
        await store.create(table("match"), people(0, "running", tokens=("match",)))
        await store.seat("played", people(1, "running", tokens=("played",)))
        await store.seat("over", people(1, "over", tokens=("over",)))
        clocks.passes(HOUR)
        assert await expire(store, YEAR, 1, YEAR, 2 * HOUR) == ["match"]
        assert sorted(await expire(store, YEAR, YEAR, YEAR, 1)) == ["over", "played", "step"]

    with_store(database, clocks, do)


def test_a_server_started_with_a_wrong_clock_forgets_nothing(database: Database) -> None:
    clocks = Clocks()

    async def make_some(store: SqlStore) -> None:
        for status in ("waiting", "running", "over"):
            await store.create(table(status), people(0, status, tokens=(status,)))
        await store.note_time()

    async def look(store: SqlStore) -> Any:
        found = []
        for _ in range(10):
            clocks.passes(60.0)
            await store.note_time()
            found += await expire(store, DAY, 60 * DAY, 365 * DAY)
        return found

    with_store(database, clocks, make_some)
    right = clocks.wall
    for wrong in (400 * DAY, 50 * YEAR, -20 * YEAR):
        clocks.wall = right + wrong
        assert with_store(database, clocks, look) == []
    clocks.wall = right + 2 * DAY  # it was really off for two days: they count, but slowly
    assert with_store(database, clocks, look) == []
    gone = [name for _ in range(40) for name in with_store(database, clocks, look)]
    assert gone == ["waiting"]


def test_what_a_wrong_clock_has_touched_does_not_stay_for_ever(database: Database) -> None:
    clocks = Clocks()

    async def do(store: SqlStore) -> None:
        clocks.wall += 50 * YEAR
        await store.create(table(created=clocks.wall), people())
        clocks.wall -= 50 * YEAR
        clocks.passes(2 * DAY)
        assert await expire(store, DAY, DAY, DAY) == ["t1"]

    with_store(database, clocks, do)


def test_no_more_than_a_portion_is_forgotten_at_once(database: Database) -> None:
    clocks = Clocks()

    async def do(store: SqlStore) -> None:
        for n, status in enumerate(("waiting", "running", "over") * 10):
            await store.create(table(f"t{n}"), people(0, status, tokens=(f"{n}",)))
        clocks.passes(DAY)
        sizes = []
        while gone := await expire(store, 1, 1, 1, most=7, spared=("t0", "t1")):
            sizes.append(len(gone))
        assert sizes == [7, 7, 7, 7]
        assert sorted(await expire(store, 1, 1, 1)) == ["t0", "t1"]

    with_store(database, clocks, do)


# --- tables


class Onlooker:
    """Somebody who looks at a table."""

    chairs: tuple[int, ...] = ()
    language = "en"
    hears_chat = True

    def tell(self, message: bytes, about: str) -> None:
        pass

    def hang_up(self, no: No) -> None:
        raise AssertionError(no)


def test_what_is_watched_or_in_play_is_never_forgotten(database: Database) -> None:
    clocks = Clocks()

    async def do(store: SqlStore) -> None:
        tables = Tables(store, Config(idle_seconds=0.0), Metrics())
        tables.loading.loaded.add("alpina")
        made = {}
        for name, chairs in (
            ("watched", (HUMAN, OPEN)),
            ("alone", (HUMAN, OPEN)),
            ("in play", (HUMAN, HUMAN)),
            ("left", (HUMAN, HUMAN)),
        ):
            wish = msgspec.convert({"game": "alpina", "chairs": chairs}, NewTable)
            made[name] = (await tables.create(wish, "here", "en")).table.table
        onlooker = Onlooker()
        (await tables.get(made["watched"])).viewers.add(onlooker)
        for _ in range(90):
            clocks.passes(DAY)
            (await tables.get(made["in play"])).gone_since[0] = 0.0  # somebody came by, as over HTTP
            await sweep(tables)
        kept = [name for name, table_id in made.items() if await store.load(table_id) is not None]
        assert kept == ["watched", "in play"]
        (await tables.get(made["watched"])).viewers.discard(onlooker)
        await tables.close()

    with_store(database, clocks, do)


def test_five_thousand_old_tables_go_in_portions_while_others_play(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks, sizes = Clocks(), list[int]()

    async def play(store: SqlStore, done: asyncio.Event) -> int:
        seq = 0
        while not done.is_set():
            await store.append("live", entry(seq), None, None)
            seq += 1
        return seq

    async def do(store: SqlStore) -> None:
        for first in range(0, 5000, 500):
            names = [f"t{n}" for n in range(first, first + 500)]
            await asyncio.gather(*(store.create(table(name), people(tokens=(name,))) for name in names))
            await asyncio.gather(*(store.append(name, entry(0), None, None) for name in names))
        clocks.passes(10 * DAY)
        await store.create(table("live"), people(0, "running", tokens=("live",)))
        tables, done = Tables(store, Config(), Metrics()), asyncio.Event()
        real = store.expire

        async def counted(*arguments: Any) -> list[str]:
            gone = await real(*arguments)
            sizes.append(len(gone))
            return gone

        monkeypatch.setattr(store, "expire", counted)
        playing = asyncio.create_task(play(store, done))
        await sweep(tables)
        done.set()
        # Somebody could write between the portions.
        assert await playing >= len(sizes) // 2

    with_store(database, clocks, do)
    assert (count(database, "tables"), count(database, "people")) == (1, 1)
    assert sum(sizes) == 5000
    assert max(sizes) <= DELETED_AT_ONCE <= 100


# --- a real server whose clock jumps


class Jumping(Started):
    """A server whose clock is off by what stands in a file."""

    program = (str(Path(__file__).with_name("jumping.py")),)


def test_a_clock_that_jumps_for_seconds_takes_no_table(tmp_path: Path) -> None:
    off, swept = tmp_path / "off", tmp_path / "sweeps"
    off.write_text("0")
    swept.touch()
    running = Jumping(tmp_path, **QUICK, sweep_seconds=0.05, idle_seconds=0.1)

    def sweep_some() -> None:
        before = swept.stat().st_size
        eventually(lambda: swept.stat().st_size >= before + 3)

    try:
        (waiting,) = make(running, HUMAN, OPEN)
        playing, left = make(running, HUMAN, HUMAN), make(running, HUMAN, HUMAN)
        with socket_at(running, playing[0]) as socket:
            sit(socket, playing[0])
            for days in (400, 20_000, -400, 400):
                off.write_text(str(days * DAY))
                sweep_some()
                first = mover(playing)
                first.move(first.view()["legal"][0])
        running.kill()
        running.start()  # with the wrong clock
        sweep_some()
        off.write_text("0")
        sweep_some()
        assert waiting.get(".")["status"] == "waiting"
        assert (left[0].view()["seq"], playing[0].view()["seq"]) == (0, 4)
    finally:
        running.stop()
