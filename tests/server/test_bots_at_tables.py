"""Bots at tables: they think beside the event loop, within a budget, and never hold anybody up."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import trailmix
from server.running import BOT, HUMAN, Person, Running, eventually, make, play_out
from trailmix.bots import USUAL, Seated, Stop
from trailmix.engine.game import Setup
from trailmix.engine.match import Match
from trailmix.engine.record import Array
from trailmix.server.config import Config
from trailmix.server.messages.protocol import NewTable
from trailmix.server.metrics import Metrics
from trailmix.server.storage.sqlite import SqliteStore
from trailmix.server.tables.bots import Thinkers
from trailmix.server.tables.table import Table
from trailmix.server.tables.tables import Tables


def beginning() -> Match:
    return trailmix.new("alpina", players=2, seed="bots")


def choose(bot: Seated, budget: float = 20.0) -> int:
    """What comes of a bot's thinking at the beginning of a match."""
    match = beginning()

    async def run() -> int:
        return await Thinkers(budget).choose(bot, match.setup, match.seen_by(0))

    return asyncio.run(run())


def test_a_bot_chooses_what_it_would_choose_anywhere() -> None:
    match = beginning()
    assert choose(Seated("random", "x")) == Seated("random", "x").choose(match.setup, match.seen_by(0))


class Hung(Seated):
    """Thinks until the end of the test."""

    awake = threading.Event()
    told = Stop()

    def choose(self, setup: Setup, seen: Array, stop: Stop | None = None) -> int:
        assert stop is not None
        Hung.told = stop
        self.awake.wait()
        return 0


class Broken(Seated):
    """Cannot play."""

    def choose(self, setup: Setup, seen: Array, stop: Stop | None = None) -> int:
        seen[:] = 0  # and spoils what it was given
        raise ZeroDivisionError("no idea")


@pytest.mark.parametrize("kind", [Hung, Broken])
def test_the_usual_bot_plays_for_a_bot_that_hangs_or_fails(
    kind: type[Seated], caplog: pytest.LogCaptureFixture
) -> None:
    match = beginning()
    usual = Seated(USUAL, "fallback").choose(match.setup, match.seen_by(0))
    with caplog.at_level(logging.ERROR, "trailmix.bots"):
        assert choose(kind("random", "x"), budget=0.5) == usual
    Hung.awake.set()
    (record,) = caplog.records
    assert record.getMessage() == "a bot failed, another plays for it"
    assert (getattr(record, "bot", None), getattr(record, "game", None)) == ("random", "alpina")


def test_a_bot_that_takes_too_long_is_told_to_stop() -> None:
    Hung.awake.clear()
    choose(Hung("random", "x"), budget=2.0)
    assert Hung.told.is_set
    Hung.awake.set()


class Counted(Seated):
    """Notes how many think at the same time."""

    lock = threading.Lock()
    thinking = 0
    most = 0

    def choose(self, setup: Setup, seen: Array, stop: Stop | None = None) -> int:
        with self.lock:
            Counted.thinking += 1
            Counted.most = max(Counted.most, Counted.thinking)
        time.sleep(0.05)
        with self.lock:
            Counted.thinking -= 1
        return super().choose(setup, seen, stop)


def test_only_so_many_think_at_once_and_the_event_loop_goes_on() -> None:
    match = beginning()
    turns = 0

    async def tick() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0.001)

    async def run() -> list[int]:
        ticking = asyncio.create_task(tick())
        thinkers = Thinkers(20.0, at_once=2)
        bots = [Counted("random", str(n)) for n in range(10)]
        chosen = await asyncio.gather(*(thinkers.choose(b, match.setup, match.seen_by(0)) for b in bots))
        ticking.cancel()
        return chosen

    assert len(asyncio.run(run())) == 10
    assert Counted.most == 2
    assert turns > 10  # ten bots, two at a time, sleep for a quarter of a second in all


def test_a_bot_gets_what_its_seat_may_know_and_nothing_else() -> None:
    match = beginning()
    given: list[Any] = []

    class Curious(Seated):
        def choose(self, setup: Setup, seen: Array, stop: Stop | None = None) -> int:
            given.append(seen.copy())
            return super().choose(setup, seen, stop)

    choose(Curious("random", "x"))
    assert given[0].tobytes() == match.seen_by(0).tobytes() != match.states.tobytes()


# --- at real tables


def test_bots_play_while_the_server_answers_others(server: Running) -> None:
    hosts = [make(server, HUMAN, BOT, BOT, BOT)[0] for _ in range(8)]
    for _ in range(50):
        assert Person(server).ask("GET", "/healthz").status_code == 200
    for host in hosts:
        eventually(lambda host=host: bool(host.view()["legal"]))  # type: ignore[misc]


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_a_match_against_bots_comes_to_its_end(server: Running, slug: str) -> None:
    (host,) = people = make(server, HUMAN, BOT, {"kind": "bot", "level": "random"}, game=slug)
    play_out(people)
    assert host.get(".")["status"] == "over"
    assert host.get("./verify")["fair"]


def test_nobody_can_use_up_a_bots_ids(server: Running) -> None:
    """A person whose messages are called as a bot's might be does not stop the bot."""
    (host,) = make(server, HUMAN, BOT)
    seen = host.view()
    while seen["view"]["to_move"] is not None:
        if seen["legal"]:
            host.move(seen["legal"][0], seq=seen["seq"], name=f"bot-{seen['seq'] + 1}")
        seen = host.view(since=seen["seq"], wait=10)
    assert host.get(".")["status"] == "over"


class Watched(Tables):
    """Tables at which bots do not pause, and it is noted how long they would have."""

    def __init__(self, store: SqliteStore) -> None:
        super().__init__(store, Config(think_seconds=0.01), Metrics())
        self.pauses: set[tuple[str, float | None]] = set()

    def let_bot_play(self, table: Table, pause: float | None = None) -> None:
        assert table.match is not None
        moves, actor = table.match.moves, table.match.actor
        self.pauses.add(("goes on" if moves and moves[-1].seat == actor else "begins", pause))
        super().let_bot_play(table, 0.0)


def test_a_bot_pauses_before_its_turn_and_never_within_it(tmp_path: Path) -> None:
    async def play() -> set[tuple[str, float | None]]:
        store = SqliteStore(tmp_path / "tables.sqlite3")
        await store.open()
        tables = Watched(store)
        tables.loading.loaded.add("hike_dogsled")
        wish = msgspec.convert({"game": "hike_dogsled", "chairs": (HUMAN, BOT)}, NewTable)
        table = await tables.get((await tables.create(wish, "here", "en")).table.table)
        async with asyncio.timeout(60):
            while table.seq < 24:
                if table.match is not None and table.mover == 0:
                    action = table.match.legal()[0]
                    await table.move([0], f"{table.seq}", table.number([0], table.seq), [action])
                await asyncio.sleep(0.005)
        await tables.close()
        await store.close()
        return tables.pauses

    assert asyncio.run(play()) == {("begins", None), ("goes on", 0.0)}
