"""Clocks, and the badge for whoever is slow: first by the figures, then at real tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from server.client import Client, all_of, hear, make_table, running, socket_of
from server.receiving import pass_the_turn
from server.running import BOT, HUMAN, QUICK, Json, Person, Running, eventually, make, mover, play_out
from trailmix.bots import USUAL
from trailmix.server.messages.clocks import ClockWish
from trailmix.server.tables.clocks import Clock

NONE, MOVE, BANK = (
    ClockWish(),
    ClockWish(kind="move", seconds=30),
    ClockWish(kind="bank", seconds=100, increment=5),
)


class Time:
    """Time that passes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def at() -> Time:
    return Time()


def turn(clock: Clock, at: Time, seat: int, *seconds: float, kind: str = "move") -> None:
    """A seat makes a move after each of these waits."""
    for wait in seconds:
        clock.start(seat)
        at.now += wait
        clock.book(seat, clock.stop(), kind)


# --- by the figures


def test_without_a_clock_nobody_runs_out_of_time(at: Time) -> None:
    clock = Clock(NONE, 2, now=at)
    turn(clock, at, 0, 1e6)
    assert (clock.left(0), clock.left(1), clock.waited) == (None, None, [1e6, 0.0])


def test_a_clock_per_move_begins_anew_with_each(at: Time) -> None:
    clock = Clock(MOVE, 2, now=at)
    turn(clock, at, 0, 29)
    clock.start(0)
    at.now += 10
    assert (clock.left(0), clock.left(1)) == (20, 30)
    at.now += 25
    assert clock.left(0) == -5


def test_what_may_be_taken_back_does_not_begin_a_clock_per_move_anew(at: Time) -> None:
    clock = Clock(MOVE, 2, now=at)
    clock.start(0)
    at.now += 10
    clock.book(0, clock.stop(goes_on=True))
    clock.start(0)
    at.now += 5
    assert (clock.left(0), clock.took, clock.waited[0]) == (15, 5, 10)
    clock.book(0, clock.stop(goes_on=True), "undo")
    clock.start(0)
    assert clock.left(0) == 15
    at.now += 1
    clock.book(0, clock.stop())  # the seat's next move, or what cannot be taken back any more
    clock.start(0)
    assert clock.left(0) == 30


def test_a_bank_is_used_up_and_each_move_brings_a_little(at: Time) -> None:
    clock = Clock(BANK, 2, now=at)
    turn(clock, at, 0, 20, 3)
    turn(clock, at, 1, 50)
    assert (clock.left(0), clock.left(1)) == (87, 55)
    clock.start(1)
    at.now += 60
    assert (clock.left(0), clock.left(1)) == (87, -5)


def test_a_move_that_is_taken_back_brings_nothing(at: Time) -> None:
    clock = Clock(BANK, 2, now=at)
    turn(clock, at, 0, 1)
    turn(clock, at, 0, 1, kind="undo")
    turn(clock, at, 0, 1)
    assert clock.left(0) == 100 - 3 + 5


class Snail:
    """A badge for whoever was waited for last."""

    holder: int | None = None

    def waited(self, seat: int, seconds: float) -> None:
        self.holder = seat


def test_the_clock_tells_the_badge_of_every_wait(at: Time) -> None:
    clock = Clock(NONE, 3, Snail(), at)
    assert clock.badge_holder is None
    turn(clock, at, 2, 1)
    turn(clock, at, 1, 1, kind="undo")
    assert clock.badge_holder == 1


def test_without_a_badge_nobody_holds_one(at: Time) -> None:
    clock = Clock(NONE, 2, now=at)
    turn(clock, at, 0, 1e6)
    assert clock.badge_holder is None


# --- at tables


@pytest.fixture(scope="module")
def ticking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("ticking"), **QUICK | {"slow_turn_seconds": 0.3})
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


def clock_of(person: Person) -> Json:
    clock: Json = person.get(".")["clock"]
    return clock


def test_a_timeout_expels_nobody_and_offers_the_others_a_choice(ticking: Running) -> None:
    ann, ben = people = make(ticking, HUMAN, HUMAN, clock={"kind": "move", "seconds": 1})
    late = mover(people)
    other = ben if late is ann else ann
    assert clock_of(ann)["running"] == late.chair
    assert other.refused("POST", "./stand-in", {"chair": late.chair})[:2] == (409, "not_now")
    eventually(lambda: bool(other.get(".")["chairs"][late.chair]["timed_out"]))
    assert clock_of(ann)["left_ms"][late.chair] <= 0
    pass_the_turn(people)  # still at the table
    assert not other.get(".")["chairs"][late.chair]["timed_out"]
    eventually(lambda: bool(other.get(".")["chairs"][mover(people).chair]["timed_out"]))
    late = mover(people)
    other = ben if late is ann else ann
    other.post("./stand-in", {"chair": late.chair})
    assert other.get(".")["chairs"][late.chair]["stand_in"] == USUAL
    assert late.post("./back")["chairs"][late.chair]["stand_in"] is None
    play_out(people)
    assert ann.get(".")["status"] == "over"


def test_playing_and_taking_back_gains_no_time(ticking: Running) -> None:
    people = make(ticking, HUMAN, HUMAN, clock={"kind": "move", "seconds": 1})
    late = mover(people)
    seq = late.move(late.view()["legal"][0])["seq"]
    left = clock_of(late)["left_ms"][late.chair]
    while left > 0:
        assert late.post("./undo", {"t": "undo", "id": f"u{seq}", "seq": seq})["seq"] == seq + 1
        seq = late.move(late.view()["legal"][0])["seq"]
        before, left = left, clock_of(late)["left_ms"][late.chair]
        assert left < before
    assert late.get(".")["chairs"][late.chair]["timed_out"]
    pass_the_turn(people)
    assert not late.get(".")["chairs"][late.chair]["timed_out"]


def test_the_server_takes_the_time_of_a_move(ticking: Running) -> None:
    wish = {"clock": {"kind": "bank", "seconds": 100, "increment": 2}}
    people = make(ticking, HUMAN, HUMAN, game="snow_tails", **wish)
    first = mover(people)
    time.sleep(0.4)
    first.move(first.view()["legal"][0])
    table = first.get(".")
    took = table["chairs"][first.chair]["thinking_ms"]
    assert took >= 400
    assert table["badge"] == table["big_paws"] == first.chair
    clock = table["clock"]
    assert clock["left_ms"][1 - first.chair] <= 100_000
    assert 0 < clock["left_ms"][first.chair] <= 102_000 - took  # it may be running again


def test_a_restart_gives_the_time_of_the_running_move_back(ticking: Running) -> None:
    wish = {"clock": {"kind": "bank", "seconds": 100, "increment": 0}}
    (ann,) = make(ticking, HUMAN, BOT, game="snow_tails", **wish)
    seen = ann.view()
    while not seen["legal"]:
        seen = ann.view(since=seen["seq"], wait=5)
    time.sleep(0.5)
    ann.move(seen["legal"][0], seq=seen["seq"])
    stored = ann.get(".")["chairs"][0]["thinking_ms"]
    assert stored >= 500
    eventually(lambda: bool(clock_of(ann)["running"] == 0))
    time.sleep(0.5)
    before = clock_of(ann)["left_ms"][0]
    assert before <= 100_000 - stored - 500
    ticking.kill()
    ticking.start()
    after = ann.get(".")
    assert after["chairs"][0]["thinking_ms"] == pytest.approx(stored, abs=5)
    assert after["clock"]["left_ms"][0] > before
    assert after["badge"] == 0


def test_a_game_that_declares_no_badge_gives_none(ticking: Running) -> None:
    people = make(ticking, HUMAN, HUMAN)
    first = mover(people)
    time.sleep(0.4)
    first.move(first.view()["legal"][0])
    assert first.get(".")["badge"] is None


def test_the_clocks_are_told_after_every_move_and_the_end_is_told(ticking: Running) -> None:
    """People see the clocks run; what counts is what the server tells."""

    async def body() -> None:
        ann, ben, onlooker = await make_table(ticking.address, clock={"kind": "bank", "seconds": 600})
        async with socket_of(ticking.address, onlooker) as watching:
            players = [Client(lambda: ticking.address, place) for place in (ann, ben)]
            async with running(*players):
                first = (await hear(watching, "welcome"))["table"]["clock"]["running"]
                await all_of(players, lambda player: player.let_play(100))
                told = await hear(watching, "table")
                while told["table"]["clock"]["running"] in (first, None):
                    told = await hear(watching, "table")
                assert told["table"]["clock"]["left_ms"][first] < 600_000
                while told["table"]["status"] != "over":
                    told = await hear(watching, "table")

    asyncio.run(body())
