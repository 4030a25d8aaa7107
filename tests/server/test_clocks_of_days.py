"""Clocks of days: they go on while nobody looks and through restarts, whatever the machine's clock says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import msgspec
import pytest

from server.databases import Database, InCluster
from server.kept import people, table
from server.machine import Clocks, with_store
from server.running import HUMAN, QUICK, Person, Running, make, mover
from server.stored import store_table
from server.test_secret_days import race_morning
from trailmix.server.admin.moving import read_whole, write_whole
from trailmix.server.config import Config
from trailmix.server.messages.clocks import ClockWish
from trailmix.server.messages.protocol import NewTable, StandIn
from trailmix.server.messages.refusals import No
from trailmix.server.metrics import Metrics
from trailmix.server.security.tokens import fingerprint
from trailmix.server.storage.served_time import ServedTime
from trailmix.server.storage.sql_store import SqlStore
from trailmix.server.storage.store import Kept
from trailmix.server.tables.clocks import DAY, Clock
from trailmix.server.tables.housekeeping import sweep
from trailmix.server.tables.tables import Tables

HOUR = 3600.0
TWO_DAYS = {"kind": "move", "seconds": 2 * DAY}


# --- by the figures


def test_served_time_goes_by_while_somebody_is_served() -> None:
    clocks = Clocks()
    served = ServedTime(100.0, lambda: clocks.monotonic)
    clocks.passes(HOUR)
    clocks.wall += 400 * DAY  # which is not looked at
    assert served.now() == 100.0 + HOUR
    served.catch_up(50.0)
    assert served.now() == 100.0 + HOUR, "whoever has counted less is wrong"
    served.catch_up(200.0 + HOUR)
    clocks.passes(1.0)
    assert served.now() == 201.0 + HOUR


def test_a_clock_that_runs_is_not_started_anew() -> None:
    clocks = Clocks()
    clock = Clock(ClockWish(kind="move", seconds=2 * DAY), 2, now=lambda: clocks.monotonic)
    clock.start(0)
    clocks.passes(DAY)
    clock.start(0)  # as when a chair is handed over and back
    assert clock.left(0) == DAY
    clock.start(1, since=clocks.monotonic + 5.0)
    assert clock.left(1) == 2 * DAY, "nothing begins later than now"


# --- in the store


def test_an_outage_does_not_count_and_a_restart_gives_nothing_back(database: Database) -> None:
    clocks = Clocks()

    async def serve(store: SqlStore) -> float:
        began = store.served_seconds()
        clocks.passes(DAY)
        await store.note_time()
        assert store.served_seconds() == began + DAY
        clocks.passes(30.0)  # and it crashes before that is written down
        return began

    assert with_store(database, clocks, serve) == 0.0
    clocks.wall += 40 * DAY
    clocks.monotonic = 3.0  # the machine has restarted
    assert with_store(database, clocks, serve) == DAY
    clocks.wall -= 400 * DAY
    assert with_store(database, clocks, serve) == 2 * DAY


def test_of_several_processes_the_one_that_has_counted_furthest_is_right(database: Database) -> None:
    if not isinstance(database, InCluster):
        pytest.skip("a file belongs to one process")
    clocks, late = Clocks(), Clocks()

    async def do(first: SqlStore) -> None:
        clocks.passes(DAY)
        second = late.store(database)
        await second.open()
        try:
            assert second.served_seconds() == 0.0, "the first has not written down what it counts"
            await first.note_time()
            await second.note_time()
            assert second.served_seconds() == pytest.approx(DAY)
            late.passes(HOUR)
            await second.note_time()
            await first.note_time()
            assert first.served_seconds() == pytest.approx(DAY + HOUR)
        finally:
            await second.close()

    with_store(database, clocks, do)


def test_no_table_is_deleted_while_its_clock_runs(database: Database) -> None:
    clocks = Clocks()

    async def do(store: SqlStore) -> None:
        for name, status, clock in (
            ("week", "running", ClockWish(kind="move", seconds=7 * DAY)),
            ("bank", "running", ClockWish(kind="bank", seconds=3 * DAY)),
            ("none", "running", ClockWish(seconds=7 * DAY)),
            ("waits", "waiting", ClockWish(kind="move", seconds=7 * DAY)),
        ):
            stored = msgspec.structs.replace(table(name), clock=clock)
            await store.create(stored, people(0, status, tokens=(name,)))
        gone = dict[str, int]()
        for day in range(1, 11):
            clocks.passes(DAY)
            ages: dict[Kept, float] = {"waiting": 0.5 * DAY, "running": 0.5 * DAY, "over": DAY}
            found = await store.expire(ages, 99, tuple)
            gone |= dict.fromkeys(found, day)
        assert gone == {"none": 1, "waits": 1, "bank": 4, "week": 8}

    with_store(database, clocks, do)


# --- at tables


class House:
    """A server that is started on the same database again and again, as a process would be."""

    def __init__(self, database: Database, **settings: Any) -> None:
        self.database, self.clocks = database, Clocks()
        self.config = Config(**{"idle_seconds": 0.0, "bot_pause": 0.0} | settings)
        self.table = ""
        self.tokens: dict[str, str] = {}

    def open(self, do: Callable[[Tables], Awaitable[Any]]) -> Any:
        """Serve for a while; then the server stops, as servers do, or is killed."""

        async def run(store: SqlStore) -> Any:
            tables = Tables(store, self.config, Metrics())
            tables.loading.loaded.update(("alpina", "hike_dogsled"))
            try:
                return await do(tables)
            finally:
                await tables.close()

        return with_store(self.database, self.clocks, run)

    def make(self, **clock: Any) -> None:
        async def do(tables: Tables) -> None:
            wish = {"game": "alpina", "chairs": (HUMAN, HUMAN), "clock": clock or TWO_DAYS}
            made = await tables.create(msgspec.convert(wish, NewTable), "here", "en")
            self.table, self.tokens = made.table.table, made.tokens
            await tables.store.note_time()

        self.open(do)

    def left(self) -> tuple[float, bool]:
        """The days that whoever is to move has left, by all that is stored, and whether their time is up."""

        async def do(tables: Tables) -> tuple[float, bool]:
            info = (await tables.get(self.table)).info()
            seen = (await tables.glance(self.table)).info
            assert info.clock.of_days and info.clock.running is not None
            chair, left = info.chairs[info.clock.running], info.clock.left_ms[info.clock.running]
            assert seen == info and left is not None
            return left / 1000 / DAY, chair.timed_out

        days, late = self.open(do)
        return round(days, 4), late

    def serve(self, days: float) -> None:
        """Be there for so long, with a sweep every minute or so."""

        async def do(tables: Tables) -> None:
            self.clocks.passes(days * DAY)
            await sweep(tables)

        self.open(do)


def test_the_clock_goes_on_while_nobody_looks_and_through_restarts(database: Database) -> None:
    house = House(database, keep_running_days=1.0)
    house.make()
    assert house.left() == (2.0, False)
    for left in (1.5, 1.0, 0.5):
        house.serve(0.5)
        house.clocks.wall += 0.2 * DAY  # off for some hours: nobody pays for that
        assert house.left() == (left, False)
    house.serve(0.49)
    assert not house.left()[1]
    house.serve(0.02)
    assert house.left() == (-0.01, True), "noticed although nobody had the table open"


def test_no_clock_that_jumps_moves_it(database: Database) -> None:
    house = House(database)
    house.make()
    house.serve(0.5)
    for days in (400, -20_000, 0.1, 10):
        house.clocks.wall += days * DAY
        house.serve(0.1)
    assert house.left() == (1.1, False)


def test_every_move_is_booked_and_brings_a_little(database: Database) -> None:
    house = House(database)
    house.make(kind="bank", seconds=3 * DAY, increment=DAY / 2)
    house.serve(1.0)

    async def do(tables: Tables) -> int:
        at = await tables.get(house.table)
        assert at.match is not None and at.mover is not None
        await at.move([at.mover], "one", at.number([at.mover]), [at.match.legal()[0]])
        await tables.store.note_time()
        assert [entry.served for entry in at.recent] == [0.0, DAY]
        return at.mover

    now = house.open(do)
    house.serve(0.25)

    async def look(tables: Tables) -> list[Any]:
        return (await tables.get(house.table)).info().clock.left_ms

    left = [ms / 1000 / DAY for ms in house.open(look)]
    assert left[now] == pytest.approx(3 - 1 + 0.5 - 0.25), "it is the same seat that decides next"
    assert left[1 - now] == pytest.approx(3)


def test_neither_a_part_of_a_turn_nor_an_undo_gains_a_day(database: Database) -> None:
    house = House(database)
    house.make()

    async def act(tables: Tables) -> None:
        at = await tables.get(house.table)
        assert at.match is not None and at.mover is not None
        mine, action = [at.mover], at.match.legal()[0]
        await at.move(mine, f"{at.seq}", at.number(mine), [action])
        await at.undo(mine, f"{at.seq}", at.number(mine))
        await at.move(mine, f"{at.seq}", at.number(mine), [action])
        if not at.match.why_no_undo():
            await at.undo(mine, f"{at.seq}", at.number(mine))

    for left in (1.5, 1.0):
        house.serve(0.5)
        house.open(act)
        assert house.left() == (left, False)


def test_what_is_done_in_secret_does_not_start_the_clock_anew(database: Database) -> None:
    """Nor would stopping it: others would learn of it."""
    house, morning = House(database), race_morning()

    async def fill(tables: Tables) -> None:
        clock = ClockWish(kind="move", seconds=2 * DAY)
        await store_table(cast(SqlStore, tables.store), morning.setup, "secret", morning.states, clock)

    async def act(tables: Tables) -> None:
        at = await tables.get("secret")
        assert at.match is not None and at.mover is not None
        action = next(action for action in at.match.legal() if action != "end")
        await at.move([at.mover], f"{at.seq}", at.number([at.mover]), [action])
        assert at.number(()) == 0, "nobody else knows"

    house.table = "secret"
    house.open(fill)
    for left in (1.5, 1.0):
        house.serve(0.5)
        house.open(act)
        assert house.left() == (left, False)


def test_a_table_that_is_brought_in_begins_its_move_anew(database: Database) -> None:
    house = House(database)
    house.make()
    house.serve(1.5)

    async def move(tables: Tables) -> None:
        store: Any = tables.store
        whole = await read_whole(store, house.table)
        chairs = tuple(msgspec.structs.replace(chair, token_hash=None) for chair in whole.people.chairs)
        again = msgspec.structs.replace(
            whole,
            table=msgspec.structs.replace(whole.table, id="again"),
            people=msgspec.structs.replace(whole.people, chairs=chairs),
        )
        await write_whole(store, again)

    house.open(move)
    assert house.left()[0] == pytest.approx(0.5)
    house.table = "again"
    assert house.left()[0] == pytest.approx(2.0)
    house.serve(0.5)
    assert house.left()[0] == pytest.approx(1.5)


def test_whoever_is_away_is_not_replaced_before_the_time_is_up(database: Database) -> None:
    house = House(database, gone_seconds=0.0)
    house.make()

    async def agree(tables: Tables) -> tuple[int, str | None]:
        at = await tables.get(house.table)
        assert at.mover is not None
        await asyncio.sleep(0.01)  # long enough to be gone
        await tables.stand_in(at, 1 - at.mover, StandIn(chair=at.mover))
        late = at.mover
        stood_in = at.people.chairs[late].stand_in
        at.close()
        return late, stood_in

    with pytest.raises(No) as no:
        house.open(agree)
    assert no.value.message.key == "not_now.has_time"
    assert no.value.why("en").endswith("still has time: at this table people come by when they can.")
    house.serve(2.01)
    late, stood_in = house.open(agree)
    assert stood_in is not None

    async def come_back(tables: Tables) -> bool:
        at = await tables.get(house.table)
        assert at.chairs_of([house.tokens[str(late)]]) == (late,)
        assert at.people.chairs[late].token_hash == fingerprint(house.tokens[str(late)])
        await tables.come_back(at, late)
        return at.people.chairs[late].stand_in is None

    assert house.open(come_back)


def test_a_real_server_keeps_the_days_through_a_restart(tmp_path: Any) -> None:
    running = Running(tmp_path, **QUICK)
    try:
        people = make(running, HUMAN, HUMAN, clock=TWO_DAYS | {"increment": 0})
        clock = Person(running, people[0].table, people[0].token).get(".")["clock"]
        assert (clock["kind"], clock["seconds"], clock["of_days"]) == ("move", 2 * DAY, True)
        late = mover(people)
        before = late.get(".")["clock"]["left_ms"][late.chair]
        running.stop()
        running.start()
        after = late.get(".")["clock"]["left_ms"][late.chair]
        assert 2 * DAY * 1000 - 60_000 < after < before, "what was written down when it stopped counts"
        status, code, _ = people[0].refused(
            "POST", "/api/tables", {"game": "alpina", "chairs": [HUMAN], "clock": {"seconds": 31 * DAY}}
        )
        assert (status, code) == (400, "bad_message")
    finally:
        running.stop()
