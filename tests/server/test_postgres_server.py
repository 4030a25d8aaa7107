"""A server over PostgreSQL: people notice no difference, whoever is killed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from server.client import Client, all_of, check_kept, log_of, make_table, promised, running
from server.crashing import crash
from server.interim import Interim
from server.postgres import Postgres
from server.running import BOT, HUMAN, QUICK, Running, make, play_out

KILLS = 6
TABLES = 3


def test_whole_matches(postgres: Postgres, tmp_path: Path) -> None:
    server = Running(tmp_path, "--database", postgres.new(), **QUICK)
    try:
        pairs = [
            make(server, HUMAN, HUMAN),
            make(server, HUMAN, BOT),
            make(server, HUMAN, HUMAN, HUMAN, game="hike_cards"),
        ]
        for people in pairs:
            play_out(people)
            assert people[0].get("./verify")["fair"]
        seen = [[person.view() for person in people] for people in pairs]
        assert server.stop() == 0
        server.start()
        assert [[person.view() for person in people] for people in pairs] == seen
    finally:
        server.stop()
    assert '"trace"' not in server.log(), server.log()


def test_every_acknowledged_move_survives_a_kill_of_the_server(postgres: Postgres, tmp_path: Path) -> None:
    flags = ("--database", postgres.new())
    toll = asyncio.run(crash(tmp_path, KILLS, "postgres", lambda: None, *flags))
    assert toll.kills == KILLS
    # The kills have hit something.
    assert toll.resent > 0 and toll.acked > KILLS


@pytest.mark.parametrize("end", [Postgres.stop, Postgres.kill])
def test_the_database_ends_under_load_and_the_server_comes_back(
    mortal: Postgres, tmp_path: Path, end: Callable[[Postgres], None]
) -> None:
    server = Running(tmp_path, "--database", mortal.new(), **QUICK)

    async def go_on(everyone: list[Client]) -> None:
        """Somebody has played since."""
        known = sum(len(client.acked) for client in everyone)
        async with asyncio.timeout(60):
            while sum(len(c.acked) for c in everyone) < known + 10 and not all(c.over for c in everyone):
                await asyncio.sleep(0.02)

    async def body() -> None:
        places = [await make_table(server.address) for _ in range(TABLES)]
        groups = [[Client(lambda: server.address, p, patience=2.0) for p in table[:2]] for table in places]
        everyone = [client for group in groups for client in group]
        async with running(*everyone):
            await all_of(everyone, lambda client: client.let_play(1000))
            for _ in range(3):
                await go_on(everyone)
                await asyncio.to_thread(end, mortal)
                await asyncio.to_thread(mortal.start)
            await all_of(everyone, lambda client: client.until(lambda c: c.over and not c.unacked, 90))
        for group in groups:
            promises, log = promised(group), await log_of(server.address, group[0].place)
            check_kept(promises, log)
            assert len(log) == 1 + len(promises), "something was played that nobody was told of"

    try:
        asyncio.run(body())
        assert any(line["message"] == "the database can be used again" for line in server.log_lines())
    finally:
        server.kill()
    assert '"trace"' not in server.log(), server.log()


def test_a_server_hands_over(postgres: Postgres, tmp_path: Path) -> None:
    server = Interim(tmp_path, "--database", postgres.new())

    async def body() -> None:
        places = await make_table(server.address, 2)
        players = [Client(lambda: server.address, place, patience=2.0) for place in places[:-1]]
        async with running(*players):
            await all_of(players, lambda player: player.let_play(10_000))
            await players[0].until(lambda player: player.seq >= 4)
            await asyncio.to_thread(server.hand_over)
            await all_of(players, lambda player: player.until(lambda p: p.over and not p.unacked, 120))
        for player in players:
            check_kept(promised([player]), await log_of(server.address, player.place))

    try:
        asyncio.run(body())
    finally:
        assert server.stop() == 0
    assert '"trace"' not in server.log(), server.log()
