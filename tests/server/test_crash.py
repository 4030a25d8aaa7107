"""Killed in the middle of anything, the server has lost nothing that it has said."""

from __future__ import annotations

import asyncio
from pathlib import Path

from server.client import Client, Message, all_of, log_of, make_table, promised, running
from server.crashing import crash_side_by_side
from server.running import QUICK, Running

KILLS, LANES = 50, 3


def test_every_acknowledged_move_survives_a_kill(tmp_path: Path) -> None:
    async def body() -> None:
        tolls = await crash_side_by_side(tmp_path, KILLS, LANES, "suite")
        assert sum(toll.kills for toll in tolls) == KILLS
        # The kills have hit something.
        assert sum(toll.resent for toll in tolls) > KILLS / 2
        assert sum(toll.acked for toll in tolls) > KILLS

    asyncio.run(body())


def test_a_match_goes_on_after_a_kill_as_if_nothing_had_been(tmp_path: Path) -> None:
    """Undone entries, chat and snapshots included; what was sent before the kill is known after it."""
    server = Running(tmp_path, **QUICK)

    async def before() -> tuple[list[Client], list[Message]]:
        players = [Client(lambda: server.address, place) for place in (await make_table(server.address))[:2]]
        async with running(*players):
            await all_of(players, lambda player: player.until(lambda p: p.seq == 0))
            first = next(player for player in players if player.legal)
            for _ in range(30):  # more than there are between two snapshots
                await first.act("move", actions=[first.legal[0]])
                await first.act("undo")
            await first.act("chat", text="again")
            await first.act("move", actions=[first.legal[-1]])
        return players, await log_of(server.address, players[0].place)

    async def after(players: list[Client], log: list[Message]) -> None:
        async with running(*players):
            assert await log_of(server.address, players[0].place) == log
            assert [entry["undone"] for entry in log[1:]] == [True, False] * 30 + [False]
            for player in players:
                player.acked.clear()  # as if no answer had come: everything is sent again
            await all_of(players, lambda player: player.until(lambda p: not p.unacked))
            assert len(await log_of(server.address, players[0].place)) == len(log)
            await all_of(players, lambda player: player.let_play(100))
            await all_of(players, lambda player: player.until(lambda p: p.over and not p.unacked))
        whole = await log_of(server.address, players[0].place)
        assert len(whole) == 1 + len(promised(players))

    async def body() -> None:
        players, log = await before()
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        await after(players, log)

    try:
        asyncio.run(body())
    finally:
        server.kill()
    assert '"trace"' not in server.log()
