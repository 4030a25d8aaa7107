"""What is remembered, what waits, and what a body may list: only so much, whoever sends how much."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from server.running import HUMAN, Json, Person, Running, make
from trailmix.engine.errors import TrailmixError
from trailmix.server.config import Config
from trailmix.server.connections import socket
from trailmix.server.connections.socket import Connection
from trailmix.server.messages.followers import MOST_FOLLOWED
from trailmix.server.messages.protocol import MOST_ACTIONS, MOST_CHAIRS
from trailmix.server.messages.refusals import No
from trailmix.server.metrics import Metrics
from trailmix.server.security import limits
from trailmix.server.security.limits import Buckets, Tries
from trailmix.server.tables import analyses, remembered
from trailmix.server.tables.analyses import Analyses, Played
from trailmix.server.tables.remembered import Remembered


@pytest.mark.parametrize("counted", [Buckets(1.0), Tries(2, 3600)], ids=["by the second", "by the hour"])
def test_of_many_addresses_the_one_that_is_quiet_for_longest_is_forgotten(
    counted: Buckets | Tries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 3)
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    for address in "abc":
        assert [counted.take(address) for _ in range(3)] == [True, True, False]
    assert counted.take("d")
    assert not counted.take("b") and not counted.take("c")
    assert counted.take("a")


def test_of_many_tables_what_was_made_last_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST", 2)
    made = Remembered[int]()
    for n, table in enumerate("abc"):
        made.keep(table, n)
    assert [made.get(table) for table in "abc"] == [None, 1, 2]


def test_so_many_analyses_wait_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "JIT", True)
    monkeypatch.setattr(analyses, "MOST_WAITING", 2)

    async def body() -> None:
        work = Analyses(None, Config(database="unused"))  # type: ignore[arg-type]
        for table in "ab":
            work.start(table, f"address of {table}", lambda: pytest.fail("it is not its turn yet"))
        with pytest.raises(No) as refused:
            work.start("c", "address of c", lambda: pytest.fail("it is refused"))
        assert refused.value.message.key == "too_many.all_analyses"
        await work.close()

    asyncio.run(body())


def test_of_so_many_analyses_it_is_known_that_they_have_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "JIT", True)
    monkeypatch.setattr(analyses, "MOST_FAILED", 2)

    def damaged() -> Played:
        raise TrailmixError("It cannot be played again.")

    async def body() -> None:
        work = Analyses(None, Config(database="unused"))  # type: ignore[arg-type]
        for table in "abc":
            work.start(table, "here", damaged)
        while work.under_way("c"):
            await asyncio.sleep(0.01)
        assert [work.has_failed(table) for table in "abc"] == [False, True, True]
        await work.close()

    asyncio.run(body())


# --- one connection


def connection(**wire: Any) -> Connection:
    """One whose client takes nothing of what is written."""
    there = SimpleNamespace(is_open=True, is_waiting=True, **wire)
    around = SimpleNamespace(config=Config(), metrics=Metrics())
    return Connection(cast("Any", around), "t", cast("Any", there), cast("Any", None), "en")


def test_so_many_bytes_wait_for_a_slow_reader_and_no_more() -> None:
    async def body() -> None:
        closed = list[int]()
        one = connection(hang_up=lambda code, _reason: closed.append(code))
        half = b"x" * (socket.MOST_WAITING_BYTES // 2)
        for n in range(3):  # the last may be as long as it is
            one.tell(half, f"answer {n}")
        await asyncio.sleep(0)
        assert not closed
        one.tell(b"x", "one more")
        await asyncio.sleep(0)
        assert closed == [4429]

    asyncio.run(body())


def test_what_comes_faster_than_it_is_obeyed_is_left_where_it_is() -> None:
    async def body() -> None:
        said = list[str]()
        one = connection(hold_back=lambda: said.append("wait"), let_in=lambda: said.append("go on"))
        for _ in range(socket.MOST_UNHEARD - 1):
            one.hear(b'{"t":"ping"}')
        assert said == []
        one.hear(b'{"t":"ping"}')
        assert said == ["wait"]
        while len(said) < 2:
            await asyncio.sleep(0.01)
        assert said == ["wait", "go on"]

    asyncio.run(body())


# --- one body


def moves(number: int) -> Json:
    return {"t": "move", "id": "1", "seq": 0, "actions": ["none"] * number}


def chairs(number: int) -> Json:
    return {"game": "alpina", "chairs": [HUMAN] * number}


def tokens(number: int) -> Json:
    return {"tokens": [f"nobody's {n}" for n in range(number)]}


@pytest.mark.parametrize(
    ("path", "body", "most"),
    [
        ("./moves", moves, MOST_ACTIONS),
        ("/api/tables", chairs, MOST_CHAIRS),
        ("/api/followers", tokens, MOST_FOLLOWED),
    ],
)
def test_what_a_body_lists_is_bounded(server: Running, path: str, body: Any, most: int) -> None:
    (ann, _) = make(server, HUMAN, HUMAN)
    assert ann.refused("POST", path, body(most + 1))[:2] == (400, "bad_message")
    answer = Person(server, ann.table, ann.token).ask("POST", path, body(most))
    assert answer.is_success or answer.json()["code"] != "bad_message", answer.text
