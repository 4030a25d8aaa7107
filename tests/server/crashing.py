"""Killing a server again and again while people play, and looking whether anything was lost."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from server.client import (
    Client,
    Place,
    all_of,
    check_kept,
    http_client,
    log_of,
    make_table,
    promised,
    running,
)
from server.running import QUICK, Running

TABLES = 4
LONGEST_LIFE = 0.25
"""Seconds that a server lives after people play again, at most: a kill is to hit something."""


@dataclass
class Toll:
    """What a lane of crashes has seen."""

    kills: int = 0
    made: list[Place] = field(default_factory=list)
    """Tables that were acknowledged as made."""
    acked: int = 0
    resent: int = 0
    """Messages that waited for an answer when the server was killed."""
    matches: int = 0


async def crash_side_by_side(
    folder: Path, times: int, lanes: int, seed: str, told: Callable[[], None] = lambda: None
) -> list[Toll]:
    """Kill several servers, `times` in all: most of the time they are starting."""
    shares = [times // lanes + (lane < times % lanes) for lane in range(lanes)]
    async with asyncio.TaskGroup() as group:
        tasks = []
        for lane, share in enumerate(shares):
            (folder / str(lane)).mkdir()
            tasks.append(group.create_task(crash(folder / str(lane), share, f"{seed} {lane}", told)))
    return [task.result() for task in tasks]


async def crash(folder: Path, times: int, seed: str, told: Callable[[], None], *flags: str) -> Toll:
    """Kill a server so many times, starting it again on its tables; every promise of it is checked."""
    server, chance, toll = (
        await asyncio.to_thread(Running, folder, *flags, **QUICK),
        random.Random(seed),
        Toll(),
    )
    try:
        while toll.kills < times:
            places = [await make_table(server.address) for _ in range(TABLES)]
            groups = [
                [Client(lambda: server.address, place, patience=1.0) for place in table[:2]]
                for table in places
            ]
            everyone = [client for group in groups for client in group]
            async with running(*everyone):
                await all_of(everyone, lambda client: client.let_play(1000))
                while toll.kills < times and not all(client.over for client in everyone):
                    await _one_crash(server, groups, chance, toll)
                    told()
                await all_of(everyone, lambda client: client.until(lambda c: c.over and not c.unacked))
            for group in groups:
                promises, log = promised(group), await log_of(server.address, group[0].place)
                check_kept(promises, log)
                assert len(log) == 1 + len(promises), "something was played that nobody was told of"
            toll.matches += TABLES
            toll.acked += sum(len(client.acked) for client in everyone)
            await _check_tables(server, toll)
    finally:
        await asyncio.to_thread(server.kill)
    assert '"trace"' not in server.log(), server.log()
    return toll


async def _one_crash(server: Running, groups: list[list[Client]], chance: random.Random, toll: Toll) -> None:
    everyone = [client for group in groups for client in group]
    known = sum(len(client.acked) for client in everyone)
    makers = asyncio.create_task(_make_tables(server, toll))
    while not all(client.over for client in everyone) and known == sum(len(c.acked) for c in everyone):
        await asyncio.sleep(0.005)
    await asyncio.sleep(chance.uniform(0, LONGEST_LIFE))
    await asyncio.to_thread(server.kill)
    toll.kills += 1
    toll.resent += sum(len(client.unacked) for client in everyone)
    await makers
    await asyncio.to_thread(server.start)
    for group in groups:
        promises = promised(group)
        check_kept(promises, await log_of(server.address, group[0].place))


async def _make_tables(server: Running, toll: Toll) -> None:
    """Make tables until the server is gone."""
    with contextlib.suppress(httpx.TransportError):
        while True:
            toll.made += (await make_table(server.address))[:1]


async def _check_tables(server: Running, toll: Toll) -> None:
    """Every table that somebody was told of can be played at."""
    async with http_client() as http:
        for place in toll.made:
            address = f"{server.address}/api/tables/{place.table}/view"
            answer = await http.get(address, headers=place.headers())
            assert (answer.status_code, answer.json()["seq"]) == (200, 0)
    toll.made.clear()
