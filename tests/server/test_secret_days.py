"""What somebody does in secret: nobody else learns that it is done, how often, in which order or when.

At two tables the first racer of a day that all race at the same time does different things. Everything that
the others can see of either table meanwhile is compared byte by byte.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

import trailmix
from server.running import QUICK, Json, Person, Running, eventually
from server.sockets import hear, sit, socket_at
from server.stored import INVITE, SEED, names, store_table
from trailmix.bots import Seated
from trailmix.engine import replay
from trailmix.engine.match import Match
from trailmix.engine.words import letter
from trailmix.server.messages.clocks import ClockWish
from trailmix.server.storage.sqlite import SqliteStore
from trailmix.server.storage.store import REMEMBERED_IDS
from trailmix.server.tables.table import REMEMBERED_ENTRIES

PLAYERS = 3
BANK = ClockWish(kind="bank", seconds=10_000, increment=1000)
TIMES = re.compile(r'"(at|thinking_ms|waited_ms)": [0-9.e+-]+|"left_ms": \[[0-9, ]+\]')
TABLES = ("shortday", "longday", "takenback", "openedanew", "guessed", "oftentaken", "waitedfor")


def race_morning() -> Match:
    """The first morning of a race, everybody rested."""
    setup = trailmix.game("hike_dogsled").setup(PLAYERS, {"simultaneous": True})
    match = replay.new(setup, seed=SEED, people=names(setup))
    bot = Seated("greedy", SEED)
    while not match.view().secret:  # type: ignore[attr-defined]
        assert match.actor is not None
        match.play(bot.choose(setup, match.seen_by(match.actor)))
    return Match(setup, match.states)


@dataclass
class Morning:
    """A table at which a day begins, and its people by seat."""

    people: list[Person]
    match: Match
    """As it goes on at the table."""
    ids: Iterator[int] = field(default_factory=itertools.count)

    @property
    def racer(self) -> Person:
        assert self.match.actor is not None
        return self.people[self.match.actor]

    def others(self) -> list[Person]:
        """Everybody but the first racer of the day, an onlooker among them."""
        first = self.people[self.match.moves[0].seat] if self.match.moves else self.racer
        onlooker = Person(first.server, first.table)
        return [person for person in self.people if person is not first] + [onlooker]

    def act(self, action: str) -> None:
        """The racer does something."""
        racer = self.racer
        self.match.play(action)
        racer.move(action, name=f"{next(self.ids)}")

    def use_huskies(self, number: int) -> None:
        for _ in range(number):
            self.act(next(action for action in self.match.legal() if action != "end"))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, dict[str, Morning]]]:
    folder = tmp_path_factory.mktemp("secret")
    running, tokens = None, asyncio.run(fill(folder / "tables.sqlite3", *TABLES))
    running = Running(folder, **QUICK)
    yield (
        running,
        {
            table: Morning([Person(running, table, token) for token in by_seat], race_morning())
            for table, by_seat in tokens.items()
        },
    )
    running.stop()
    assert '"trace"' not in running.log()


async def fill(database: Path, *tables: str) -> dict[str, list[str]]:
    store, match = SqliteStore(database), race_morning()
    await store.open()
    made = {table: await store_table(store, match.setup, table, match.states, BANK) for table in tables}
    await store.close()
    return made


def plain(said: Any, table: str) -> str:
    """Something that was said, but for times and the table's name."""
    return TIMES.sub("TIME", json.dumps(said).replace(table, "TABLE"))


def fetched(morning: Morning) -> list[str]:
    """All that the others can ask for."""
    table = morning.racer.table
    return [
        plain(answer.json(), table)
        for person in morning.others()
        for path in (".", "./view", "./view?since=0", "./log", "./log?limit=1", "./replay")
        if (answer := person.ask("GET", path, headers={"Trailmix-Invite": INVITE}))
    ] + [plain(found(person), table) for person in morning.others()[:-1]]


def found(person: Person) -> Json:
    """The table as somebody finds it among theirs."""
    (mine,) = person.post("/api/mine", {"tokens": [person.token]})
    told: Json = mine
    return told


def said_back(morning: Morning) -> str:
    """What somebody is answered who says something."""
    (second, *_), n = morning.others(), next(morning.ids)
    ack = second.post("./chat", {"t": "chat", "id": f"chat {n}", "text": "Hurry!"})
    return plain(ack | {"id": ""}, second.table)


def heard(socket: ClientConnection, table: str) -> list[str]:
    """All that a socket is sent until it has been answered a ping."""
    socket.send('{"t": "ping"}')
    said: list[str] = []
    while not said or '"pong"' not in said[-1]:
        said.append(plain(json.loads(socket.recv(10)), table))
    return said


def seen_by_others(server: Running, morning: Morning, *deeds: Any) -> list[list[str]]:
    """What the others see after each deed: over sockets, and by asking."""
    table, seen = morning.racer.table, []
    second = morning.others()[0]
    with socket_at(server, second) as theirs, socket_at(server, second) as onlooking:
        sit(theirs, second)
        hello = {"t": "hello", "protocol": 2, "tokens": [], "invite": INVITE}
        onlooking.send(json.dumps(hello))
        hear(onlooking, "view")
        heard(theirs, table)
        heard(onlooking, table)
        for deed in deeds:
            deed()
            seen.append(heard(theirs, table) + heard(onlooking, table) + fetched(morning))
            seen[-1].append(said_back(morning))
            heard(theirs, table)
            heard(onlooking, table)
    return seen


def test_nobody_can_tell_a_long_day_from_a_short_one(world: tuple[Running, dict[str, Morning]]) -> None:
    server, tables = world
    short, long, undone = tables["shortday"], tables["longday"], tables["takenback"]
    nothing = seen_by_others(server, short, lambda: None, lambda: short.act("end"))
    much = seen_by_others(server, long, lambda: long.use_huskies(3), lambda: long.act("end"))

    def use_and_take_back() -> None:
        undone.use_huskies(2)
        racer = undone.racer
        for n in range(2):
            racer.post("./undo", {"t": "undo", "id": f"undo {n}", "seq": racer.view()["seq"]})
        undone.match.rewind(0)

    back = seen_by_others(server, undone, use_and_take_back, lambda: undone.act("end"))
    assert nothing[0] == much[0] == back[0]
    assert nothing[1] == much[1] == back[1]
    assert any('"view"' in said for said in nothing[1]), "that it is somebody else's turn is told"
    times = [morning.racer.get(".")["clock"]["left_ms"] for morning in (short, long, undone)]
    assert max(abs(a - b) for a, b in zip(times[0], times[1], strict=True)) < 500_000, "one increment each"
    assert max(abs(a - b) for a, b in zip(times[0], times[2], strict=True)) < 500_000, "one increment each"


def test_how_long_somebody_is_waited_for_does_not_tell_what_they_do(
    world: tuple[Running, dict[str, Morning]],
) -> None:
    morning = world[1]["waitedfor"]
    racer, second = morning.racer, morning.others()[0]
    before = found(second)["waited_ms"]
    morning.use_huskies(1)
    assert found(second)["waited_ms"] >= before
    assert (found(second)["my_turn"], found(racer)["my_turn"]) == (False, True)
    assert found(racer)["waited_ms"] >= before


def test_the_day_is_told_when_all_are_done(world: tuple[Running, dict[str, Morning]]) -> None:
    _, tables = world
    for name in ("shortday", "longday"):
        morning = tables[name]
        while not any(event.kind == "raced" for event in morning.match.events):
            morning.act("end")
        onlooker = morning.others()[-1]
        log = onlooker.ask("GET", "./log", headers={"Trailmix-Invite": INVITE}).json()
        assert [entry["seq"] for entry in log] == list(range(PLAYERS + 1)), "one for each racer, no gap"
        told = [event["kind"] for entry in log for event in entry["events"]]
        assert told.count("raced") == PLAYERS and "moved_secretly" not in told
        assert all(not entry["actions"] for entry in log)
    racers = {person.view()["seat"]: len(person.get("./log")) for person in tables["longday"].people}
    first = letter(tables["longday"].match.moves[0].seat)
    assert racers.pop(first) == PLAYERS + 1 + 3, "who did it knows it"
    assert set(racers.values()) == {PLAYERS + 1}


def test_a_table_that_is_opened_anew_counts_as_before(world: tuple[Running, dict[str, Morning]]) -> None:
    server, tables = world
    morning = tables["openedanew"]
    morning.use_huskies(2)
    racer, others = morning.racer, morning.others()
    before = [racer.view(), *(fetched(morning))]
    server.stop()
    server.start()
    for person in (racer, *others):
        person.server = server
    assert [racer.view(), *(fetched(morning))] == before
    assert racer.view()["seq"] == 2
    morning.use_huskies(1)
    assert racer.view()["seq"] == 3
    assert others[0].view()["seq"] == 0


def undo(person: Person, name: str) -> Json:
    answer = person.ask("POST", "./undo", {"t": "undo", "id": name, "seq": person.view()["seq"]})
    said: Json = answer.json() | {"id": ""}
    return said


def test_neither_old_ids_nor_undo_tell_what_others_do(world: tuple[Running, dict[str, Morning]]) -> None:
    """A client knows of each seat's own ids only; who acted last is not named to those who may not know."""
    _, tables = world
    morning = tables["guessed"]
    first = morning.racer
    morning.use_huskies(1)
    for n in range(REMEMBERED_IDS // 2):
        undo(first, f"undo {n}")
        first.move(morning.match.setup.notations[morning.match.moves[0].action], name=f"move {n}")
    morning.act("end")
    second, third = morning.racer, next(p for p in morning.others() if p.token and p is not morning.racer)
    onlookers = [first, third]

    def probe() -> list[Json]:
        old = {"t": "move", "id": "move 1", "seq": 0, "actions": ["end"]}
        return [first.ask("POST", "./moves", old).json(), *(undo(person, "now") for person in onlookers)]

    before = probe()
    assert before[0]["t"] == "ack"
    for _ in range(3):
        morning.use_huskies(1)
        assert probe() == before
    assert second.view()["seq"] > first.view()["seq"] - REMEMBERED_IDS


def test_what_is_taken_back_in_secret_stays_secret_however_often(
    world: tuple[Running, dict[str, Morning]],
) -> None:
    _, tables = world
    morning = tables["oftentaken"]
    racer, other = morning.racer, morning.others()[0]
    morning.use_huskies(1)
    again = next(action for action in morning.match.legal() if action != "end")
    for n in range(REMEMBERED_ENTRIES // 2 + 2):
        racer.move(again, name=f"move {n}")
        assert undo(racer, f"undo {n}")["t"] == "ack"
    before = other.view()["seq"]
    assert undo(racer, "the first")["t"] == "ack"
    assert other.view()["seq"] == before
    assert racer.get("./log", limit=500)[1]["undone"]


def test_bots_race_at_once_where_nobody_sees_it(tmp_path: Path) -> None:
    """However long they pause where there is something to follow: pauses would tell how often they act."""
    tokens = asyncio.run(fill(tmp_path / "tables.sqlite3", "hurried"))["hurried"]
    leisurely = Running(tmp_path, **(QUICK | {"bot_pause": 1000}))
    try:
        morning = Morning([Person(leisurely, "hurried", token) for token in tokens], race_morning())
        me = morning.racer
        by_seat = {chair["seat"]: n for n, chair in enumerate(me.get(".")["chairs"])}
        for seat, person in enumerate(morning.people):
            if person is not me:
                person.post("./stand-in", {"chair": by_seat[letter(seat)]})
        day = me.view()["view"]["day"]
        morning.act("end")
        eventually(lambda: bool(me.view()["view"]["day"] != day))
    finally:
        leisurely.stop()
