"""Several servers over one database, behind a real HAProxy with the configuration of `deploy`."""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from server.client import Client, Message, Place, all_of, check_kept, http_client, log_of, promised, running
from server.postgres import Postgres
from server.running import QUICK, Running, eventually

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
NONE_HERE = "There is no HAProxy here. On Debian: sh requirements/haproxy.sh as root."
SERVERS = 3
LONGEST_LIFE = 0.4
"""Seconds that a match goes on before somebody ends a server, at most: that is to hit something."""
HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "greedy"}
TABLES = ((HUMAN, HUMAN), (HUMAN, HUMAN), (HUMAN, BOT, HUMAN), (HUMAN, HUMAN), (HUMAN, BOT, HUMAN))


def program() -> str | None:
    """Where HAProxy is."""
    return shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def free_ports(number: int) -> list[int]:
    """Ports that nobody listens on."""
    with ExitStack() as stack:
        taken = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(number)]
        return [each.getsockname()[1] for each in taken]


@contextmanager
def balanced(folder: Path, ports: list[int]) -> Iterator[str]:
    """HAProxy in front of servers; gives its address."""
    haproxy = program()
    if haproxy is None:
        if os.environ.get("CI"):
            pytest.fail(NONE_HERE)
        pytest.skip(NONE_HERE)
    (port,) = free_ports(1)
    text, bound = re.subn(r"(?m)^    bind :8080$", f"    bind 127.0.0.1:{port}", CONFIGURATION.read_text())
    servers = iter(ports)
    text, named = re.subn(r"127\.0\.0\.1:842\d", lambda _: f"127.0.0.1:{next(servers)}", text)
    assert (bound, named) == (1, len(ports))
    file = folder / "haproxy.cfg"
    file.write_text(text)
    with (folder / "haproxy.log").open("wb") as log:
        process = subprocess.Popen([haproxy, "-db", "-f", file], stdout=log, stderr=log)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait(30)


class Fleet:
    """The servers, which can be killed, stopped and started one by one."""

    def __init__(self) -> None:
        self.servers: list[Running] = []
        self.address = ""

    def start(self, folder: Path, database: str, **settings: object) -> None:
        """Start all of them."""
        settings = QUICK | {"proxies": "127.0.0.1"} | settings
        for n in range(SERVERS):
            (folder / str(n)).mkdir()
            self.servers.append(Running(folder / str(n), "--database", database, **settings))

    def end(self) -> None:
        """Nothing has gone wrong in any of them."""
        for server in self.servers:
            if server.process.poll() is None:
                server.kill()
        for server in self.servers:
            assert '"trace"' not in server.log(), server.log()


@contextmanager
def fleet_of(folder: Path, postgres: Postgres, **settings: object) -> Iterator[Fleet]:
    """Servers behind a balancer that knows that they are there."""
    fleet = Fleet()
    try:
        fleet.start(folder, postgres.new(), **settings)
        with balanced(folder, [server.port for server in fleet.servers]) as fleet.address:
            eventually(lambda: _answers(fleet.address))
            yield fleet
    finally:
        fleet.end()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/api/games", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


# --- ending servers while people play


@dataclass
class Toll:
    """What was seen while servers ended."""

    ends: int = 0
    acked: int = 0
    resent: int = 0
    """Messages that waited for an answer when a server ended."""
    pauses: list[float] = field(default_factory=list)
    """How long each table stood still after that, in seconds."""


async def sit_down(address: str) -> list[list[Client]]:
    """The people and an onlooker of some new tables."""
    groups = []
    async with http_client() as http:
        for chairs in TABLES:
            answer = await http.post(f"{address}/api/tables", json={"game": "alpina", "chairs": chairs})
            made = answer.raise_for_status().json()
            table = made["table"]["table"]
            places = [Place(table, (token,)) for token in made["tokens"].values()]
            places.append(Place(table, (), made["invite"]))
            groups.append([Client(lambda: address, place, patience=0.6) for place in places])
    return groups


async def whole_log(address: str, place: Place) -> list[Message]:
    """The log of a table, which may just be coming to the process that is asked: then it is asked again."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await log_of(address, place)
            except httpx.HTTPStatusError as error:
                if error.response.status_code != 503:
                    raise
            await asyncio.sleep(0.2)


async def one_end(fleet: Fleet, sign: signal.Signals, chance: random.Random, toll: Toll) -> None:
    """End a server while matches go on, start it again, and see that every promise is kept."""
    groups = await sit_down(fleet.address)
    everyone = [client for group in groups for client in group]
    async with running(*everyone):
        await all_of(everyone, lambda client: client.let_play(1000))
        await groups[0][0].until(lambda client: client.seq >= 1)
        await asyncio.sleep(LONGEST_LIFE * chance.random())
        victim = chance.choice(fleet.servers)
        before, begun = [group[-1].seq for group in groups], time.monotonic()
        toll.resent += sum(len(client.unacked) for client in everyone)
        ending = asyncio.create_task(asyncio.to_thread(victim.end, sign))

        async def goes_on(onlooker: Client, seq: int) -> None:
            await onlooker.until(lambda client: client.over or client.seq > seq, 60)
            toll.pauses.append(time.monotonic() - begun)

        await asyncio.gather(*map(goes_on, (group[-1] for group in groups), before))
        assert await ending == (0 if sign == signal.SIGTERM else -sign)
        await asyncio.to_thread(victim.start)
        await all_of(everyone, lambda client: client.until(lambda c: c.over and not c.unacked, 60))
    for chairs, group in zip(TABLES, groups, strict=True):
        promises, log = promised(group), await whole_log(fleet.address, group[0].place)
        check_kept(promises, log)
        if BOT not in chairs:
            assert len(log) == 1 + len(promises), "something was played that nobody was told of"
        toll.acked += len(promises)
    toll.ends += 1


async def end_again_and_again(
    fleet: Fleet, times: int, sign: signal.Signals, seed: str, told: Callable[[Toll], None] = lambda _: None
) -> Toll:
    """So many times."""
    chance, toll = random.Random(seed), Toll()
    while toll.ends < times:
        await one_end(fleet, sign, chance, toll)
        told(toll)
    return toll
