"""Whatever the network does, in the end all agree, and no move is lost or played twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

import trailmix
from server.chaos_proxy import ChaosProxy, Fate
from server.client import (
    Client,
    Message,
    all_of,
    check_kept,
    http_client,
    log_of,
    make_table,
    promised,
    running,
)
from server.running import Running

FATES: tuple[Fate, ...] = ("pass", "drop", "late", "double", "swap", "cut")
WEATHER = st.lists(st.sampled_from(FATES), max_size=10)
Result = TypeVar("Result")


def _essence(entry: Message) -> tuple[Any, ...]:
    """What of an entry never changes: later it may be marked as undone, and at the end secrets come out."""
    return entry["seq"], entry["kind"], entry["seat"], entry["actions"], entry["at"]


class Storm(RuleBasedStateMachine):
    """Two people and an onlooker play over a bad network."""

    server: Running

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.stack = contextlib.AsyncExitStack()
        self.do(self._begin())

    def do(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Something that takes a while, while the clients go on."""
        return self.runner.run(work)

    async def _begin(self) -> None:
        self.proxy = await self.stack.enter_async_context(ChaosProxy(self.server.address))
        places = await make_table(self.server.address)
        self.clients = [
            Client(lambda: self.proxy.address, place, lambda: self.server.address, patience=0.08)
            for place in places
        ]
        self.players = self.clients[:2]
        await self.stack.enter_async_context(running(*self.clients))
        await all_of(self.clients, lambda client: client.until(lambda c: c.seq == 0))

    # --- what can happen

    @rule(up=WEATHER, down=WEATHER, moves=st.integers(1, 4))
    def play(self, up: list[Fate], down: list[Fate], moves: int) -> None:
        """People play a little, while this becomes of the next messages."""

        async def body() -> None:
            self.proxy.fates = {"up": deque(up), "down": deque(down)}
            before = self.clients[-1].seq
            await all_of(self.players, lambda player: player.let_play(moves))
            with contextlib.suppress(TimeoutError):
                await self.clients[-1].until(lambda c: c.seq >= before + moves or c.over, seconds=0.5)

        self.do(body())

    @rule(who=st.integers(0, 1))
    def take_back(self, who: int) -> None:
        """Somebody wants the last action back, whether that is fair or not."""
        player = self.players[who]
        self.do(player.send({"t": "undo", "seq": player.seq}))

    @rule(who=st.integers(0, 1), action=st.sampled_from(("none", "hiker 0,0", "N01@1,0")))
    def play_at_random(self, who: int, action: str) -> None:
        """Somebody plays something that may be illegal, or on a position long gone."""
        player = self.players[who]
        self.do(player.send({"t": "move", "seq": max(0, player.seq - who), "actions": [action]}))

    @rule()
    def cut(self) -> None:
        """All connections are lost at once."""
        self.proxy.cut()

    # --- how it must end

    def teardown(self) -> None:
        """The network is good again: everyone comes to the same end."""
        try:
            self.do(self._settle())
            self.do(self._finish())
        finally:
            self.do(self.stack.aclose())
            self.runner.close()

    async def _settle(self) -> None:
        self.proxy.fates = {"up": deque(), "down": deque()}
        for player in self.players:
            player.moves_left = 0
        await all_of(self.players, lambda player: player.until(lambda p: not p.unacked))
        log = await log_of(self.server.address, self.clients[-1].place)
        await all_of(self.clients, lambda client: client.until(lambda c: c.seq >= len(log) - 1))
        promises = promised(self.players)
        check_kept(promises, log)
        assert len(log) == 1 + len(promises), "something was played that nobody was told of"
        for client in self.clients:
            await self._check_alike(client)

    async def _check_alike(self, client: Client) -> None:
        """What a client has pieced together is what the server says now."""
        log = await log_of(self.server.address, client.place)
        assert [_essence(client.log[number]) for number in range(len(log))] == [_essence(e) for e in log]
        async with http_client(client.place) as http:
            view = (await http.get(f"{self.server.address}/api/tables/{client.place.table}/view")).json()
        assert [view["view"]] == [mine["view"] for mine in client.views.values()]

    async def _finish(self) -> None:
        """The match can be played to its end, and is fair."""
        await all_of(self.players, lambda player: player.let_play(100))
        await all_of(self.clients, lambda client: client.until(lambda c: c.over and not c.unacked))
        async with http_client() as http:
            answer = await http.get(f"{self.server.address}/api/tables/{self.players[0].place.table}/replay")
        match = trailmix.load(answer.raise_for_status().text)
        log = await log_of(self.server.address, self.clients[-1].place)
        undos = sum(entry["kind"] == "undo" for entry in log)
        assert match.over
        assert len(match.moves) == len(log) - 1 - 2 * undos


@pytest.fixture
def storm(server: Running) -> Iterator[type[Storm]]:
    Storm.server = server
    yield Storm
    del Storm.server


def test_in_the_end_all_agree_and_no_move_is_lost_or_doubled(storm: type[Storm]) -> None:
    run_state_machine_as_test(
        storm,
        settings=settings(
            max_examples=40,
            stateful_step_count=10,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
