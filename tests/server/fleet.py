"""Several servers over one database, behind a real HAProxy with the configuration of `deploy`."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from server.client import Client, Message, Place, all_of, check_kept, http_client, log_of, promised, running
from server.postgres import Postgres
from server.running import QUICK, Running, eventually

DEPLOY = Path(__file__).parents[2] / "deploy"
NONE_HERE = "There is no {} here. On Debian: sh requirements/balancers.sh as root."
SERVERS = 3
LONGEST_LIFE = 0.1
"""Seconds for which people play before somebody ends a server, at most: that is to hit something."""
ENDS_IN_A_MATCH = 15
"""At each of which everybody makes one move at most: no match is over before."""
NUMBER_OF_TABLES, PLAYING, WATCHED = 60, 20, 20
"""At so many of the tables people play while a server ends; at so many somebody watches."""
EVERYBODY = 1000
"""Connections of one address: all have the same, and while others are down one server has all of them."""
HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": "greedy"}
TABLES = ((HUMAN, HUMAN), (HUMAN, HUMAN), (HUMAN, BOT, HUMAN), (HUMAN, HUMAN), (HUMAN, BOT, HUMAN))


def program(name: str) -> str:
    """Where a balancer or a checker is; without it, a test is left out."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(NONE_HERE.format(name))
        pytest.skip(NONE_HERE.format(name))
    return found


def free_ports(number: int) -> list[int]:
    """Ports that nobody listens on."""
    with ExitStack() as stack:
        taken = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(number)]
        return [each.getsockname()[1] for each in taken]


class Balancer(NamedTuple):
    """A balancer, and what of its configuration in `deploy` is changed for tests: addresses."""

    program: str
    file: str
    listens: str
    """Where people come in: the rest of the line is in the place of the group."""
    flags: tuple[str, ...]


HAPROXY = Balancer("haproxy", "haproxy.cfg", r"(?m)^    bind :8080$", ("-db", "-f", "{file}"))
NGINX = Balancer(
    "nginx", "nginx.conf", r"(?m)^        listen 8080;$",
    ("-p", "{folder}", "-c", "{file}", "-e", "stderr", "-g", "daemon off; pid {folder}/nginx.pid;"),
)  # fmt: skip
CADDY = Balancer(
    "caddy", "Caddyfile", r"(?m)^\{\$TRAILMIX_SITE:localhost\} \{$",
    ("run", "--adapter", "caddyfile", "--config", "{file}"),
)  # fmt: skip
LISTENING = {
    "haproxy": "    bind {host}:{port}",
    "nginx": "        listen {host}:{port};",
    "caddy": "{{\nadmin off\n}}\nhttp://{host}:{port} {{",
}


@contextmanager
def balanced(
    folder: Path, ports: Iterable[int], balancer: Balancer = HAPROXY, host: str = "127.0.0.1", more: str = ""
) -> Iterator[str]:
    """A balancer in front of servers; gives its address. `more`: what stands behind that where it listens."""
    found, servers = program(balancer.program), list(ports)
    (port,) = free_ports(1)
    text = (DEPLOY / balancer.file).read_text(encoding="utf-8")
    listening = LISTENING[balancer.program].format(host=host, port=port) + more
    text, bound = re.subn(balancer.listens, lambda _: listening, text)
    left = iter(servers)
    text, named = re.subn(r"(127\.0\.0\.1|\w+):842\d\b", lambda _: f"127.0.0.1:{next(left)}", text)
    assert (bound, named) == (1, len(servers))
    file = folder / balancer.file
    file.write_text(text, encoding="utf-8")
    flags = [flag.format(file=file, folder=folder) for flag in balancer.flags]
    with (folder / f"{balancer.program}.log").open("wb") as log:
        process = subprocess.Popen([found, *flags], stdout=log, stderr=log)
    try:
        yield f"http://{host}:{port}"
    finally:
        process.terminate()  # nginx has children, which it ends
        process.wait(30)


class Fleet:
    """The servers, which can be killed, stopped and started one by one."""

    def __init__(self) -> None:
        self.servers: list[Running] = []
        self.address = ""

    @property
    def ports(self) -> list[int]:
        """Where they listen."""
        return [server.port for server in self.servers]

    def start(self, folder: Path, database: str, **settings: object) -> None:
        """Start all of them."""
        settings = QUICK | {"proxies": "127.0.0.1", "connections_per_address": EVERYBODY} | settings
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
def fleet_of(
    folder: Path, postgres: Postgres, balancer: Balancer = HAPROXY, **settings: object
) -> Iterator[Fleet]:
    """Servers behind a balancer that knows that they are there."""
    fleet = Fleet()
    try:
        fleet.start(folder, postgres.new(), **settings)
        with balanced(folder, fleet.ports, balancer) as fleet.address:
            eventually(lambda: answers(fleet.address))
            yield fleet
    finally:
        fleet.end()


def answers(address: str) -> bool:
    """Is there a balancer, and a server behind it?"""
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
    """The people, and some onlookers, of new tables."""
    groups: list[list[Client]] = []
    async with http_client() as http:
        for chairs in itertools.islice(itertools.cycle(TABLES), NUMBER_OF_TABLES):
            answer = await http.post(f"{address}/api/tables", json={"game": "alpina", "chairs": chairs})
            made = answer.raise_for_status().json()
            table = made["table"]["table"]
            places = [Place(table, (token,)) for token in made["tokens"].values()]
            if len(groups) < WATCHED:
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


async def play_through(
    fleet: Fleet, ends: int, sign: signal.Signals, chance: random.Random, toll: Toll
) -> None:
    """New tables, at which people play while servers end and start again, and every promise is kept."""
    groups = await sit_down(fleet.address)
    everyone = [client for group in groups for client in group]
    rounds = Counter[str]()
    ending = Ending(fleet, sign, chance)
    async with running(*everyone):
        await all_of(everyone, lambda client: client.until(lambda c: c.seq >= 0, 60))
        for _ in range(ends):
            playing = chance.sample(groups, PLAYING)
            before = [group[0].seq for group in playing]
            rounds.update(group[0].place.table for group in playing)
            for group in playing:
                await all_of(group, lambda client: client.let_play(1))
            await asyncio.sleep(LONGEST_LIFE * chance.random())
            toll.resent += sum(len(client.unacked) for client in everyone)
            begun = time.monotonic()
            await ending.one_more()

            async def goes_on(group: list[Client], seq: int, begun: float = begun) -> None:
                try:
                    await group[0].until(lambda c: c.over or c.seq > seq, 60)
                except TimeoutError:
                    raise AssertionError(f"a table stands still: {[str(c) for c in group]}") from None
                toll.pauses.append(time.monotonic() - begun)

            await asyncio.gather(*map(goes_on, playing, before))
            toll.ends += 1
        await ending.all_back()
        await all_of(everyone, lambda client: client.until(lambda c: not c.unacked, 60))
    for chairs, group in zip(itertools.cycle(TABLES), groups, strict=False):
        promises, log = promised(group), await whole_log(fleet.address, group[0].place)
        check_kept(promises, log)
        if BOT not in chairs:
            assert len(log) == 1 + len(promises), "something was played that nobody was told of"
            # However slow the machine is: a table has gone on after each end, and nobody but people did it.
            assert len(promises) >= rounds[group[0].place.table], "people have not played"
        toll.acked += len(promises)


class Ending:
    """Ends servers at random and starts them again; another may end meanwhile, but one always goes on."""

    def __init__(self, fleet: Fleet, sign: signal.Signals, chance: random.Random) -> None:
        self._fleet, self._sign, self._chance = fleet, sign, chance
        self._back: dict[Running, asyncio.Task[None]] = {}

    async def one_more(self) -> None:
        """End one that is there."""
        there = [server for server in self._fleet.servers if self._is_back(server)]
        while len(there) < 2:
            await asyncio.wait(self._back.values(), return_when=asyncio.FIRST_COMPLETED)
            there = [server for server in self._fleet.servers if self._is_back(server)]
        victim = self._chance.choice(there)
        victim.process.send_signal(self._sign)
        self._back[victim] = asyncio.create_task(asyncio.to_thread(self._start_again, victim))

    def _is_back(self, server: Running) -> bool:
        task = self._back.get(server)
        if task is not None and task.done():
            task.result()
            del self._back[server]
        return server not in self._back

    def _start_again(self, victim: Running) -> None:
        assert victim.wait() == (0 if self._sign == signal.SIGTERM else -self._sign)
        victim.start()

    async def all_back(self) -> None:
        """Wait for those that are starting."""
        await asyncio.gather(*self._back.values())


async def end_again_and_again(
    fleet: Fleet, times: int, sign: signal.Signals, seed: str, told: Callable[[Toll], None] = lambda _: None
) -> Toll:
    """So many times."""
    chance, toll = random.Random(seed), Toll()
    while toll.ends < times:
        await play_through(fleet, min(ENDS_IN_A_MATCH, times - toll.ends), sign, chance, toll)
        told(toll)
    return toll
