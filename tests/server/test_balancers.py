"""Balancers other than HAProxy, by the files of `deploy`; and balancers that do not agree."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from server.certificates import certificate
from server.client import Client, Place, all_of, check_kept, make_table, promised, running
from server.fleet import (
    CADDY,
    HAPROXY,
    NGINX,
    SERVERS,
    Balancer,
    Fleet,
    answers,
    balanced,
    fleet_of,
    whole_log,
)
from server.postgres import Postgres
from server.running import QUICK, Running, eventually

MONITOR = "127.0.0.2"
TABLES = 8


def sit(fleet: Fleet, places: list[Place]) -> list[Client]:
    return [Client(lambda: fleet.address, place, patience=0.6) for place in places]


def advised(fleet: Fleet) -> bool:
    """Has a server said that the balancer should hash?"""
    return any("should hash" in line["message"] for server in fleet.servers for line in server.log_lines())


@pytest.mark.parametrize("balancer", [NGINX, CADDY], ids=["nginx", "caddy"])
def test_people_of_a_table_come_together_and_go_on_when_a_process_is_killed(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory, balancer: Balancer
) -> None:
    folder = tmp_path_factory.mktemp(balancer.program)
    with fleet_of(folder, postgres, balancer, monitors=MONITOR) as fleet:

        async def body() -> None:
            groups = [sit(fleet, await make_table(fleet.address)) for _ in range(TABLES)]
            everyone = [client for group in groups for client in group]
            async with running(*everyone):
                await all_of(everyone, lambda client: client.let_play(1000))
                await all_of(everyone, lambda client: client.until(lambda c: c.seq >= 2, 60))
                assert not advised(fleet), "people of a table went to different processes"
                held = "SELECT DISTINCT holder FROM tables WHERE holder IS NOT NULL"
                holders = await asyncio.to_thread(postgres.ask, fleet.servers[0].flags[1], held)
                assert len(holders) > 1, "one process has to do everything"
                await asyncio.to_thread(fleet.servers[0].end, signal.SIGKILL)
                await all_of(everyone, lambda client: client.until(lambda c: c.over and not c.unacked, 60))
            for group in groups:
                promises, log = promised(group), await whole_log(fleet.address, group[0].place)
                check_kept(promises, log)
                assert len(log) == 1 + len(promises)

        asyncio.run(body())
        assert whose_word_is_taken(fleet) == {"nobody's": 403, "the monitor's": 200, "a liar's": 403}


def whose_word_is_taken(fleet: Fleet) -> dict[str, int]:
    """Figures are for one address only: the servers go by what the balancer says, not by what people say."""

    def asks(source: str, **headers: str) -> int:
        transport = httpx.HTTPTransport(local_address=source)
        with httpx.Client(transport=transport, trust_env=False) as http:
            return http.get(f"{fleet.address}/metrics", headers=headers).status_code

    return {
        "nobody's": asks("127.0.0.3"),
        "the monitor's": asks(MONITOR),
        "a liar's": asks("127.0.0.3", **{"X-Forwarded-For": MONITOR}),
    }


# --- how people came in


def origin_told(balancer: str, server: Running, **headers: str) -> str:
    """What a page says of its own address to machines that read links."""
    with httpx.Client(trust_env=False, verify=False) as http:  # noqa: S501 - a certificate of our own
        eventually(lambda: is_there(http, balancer))
        page = http.get(f"{balancer}/table/nowhere", headers={"accept": "text/html", **headers}).text
    (address,) = re.findall(r'<meta property="og:url" content="([^"]*)/table/nowhere"', page)
    return str(address)


def is_there(http: httpx.Client, balancer: str) -> bool:
    with suppress(httpx.TransportError):
        return http.get(f"{balancer}/healthz").is_success
    return False


@pytest.mark.parametrize("balancer", [HAPROXY, NGINX, CADDY], ids=["haproxy", "nginx", "caddy"])
def test_nobody_but_the_balancer_says_how_they_came_in(tmp_path: Path, balancer: Balancer) -> None:
    server = Running(tmp_path, **QUICK, proxies="127.0.0.1")
    with balanced(tmp_path, [server.port] * SERVERS, balancer) as address:
        assert origin_told(address, server, **{"X-Forwarded-Proto": "https"}) == address
    server.stop()


def test_haproxy_says_that_people_came_by_https(tmp_path: Path) -> None:
    server, file = Running(tmp_path, **QUICK, proxies="127.0.0.1"), tmp_path / "site.pem"
    file.write_bytes(b"".join(certificate()))
    with balanced(tmp_path, [server.port] * SERVERS, HAPROXY, more=f" ssl crt {file}") as address:
        secure = address.replace("http://", "https://")
        assert origin_told(secure, server) == secure
    server.stop()


# --- balancers that do not agree


@pytest.fixture
def divided(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Fleet, list[str]]]:
    """Servers behind two balancers, which bring the people of every table to different ones."""
    folders = [tmp_path_factory.mktemp("divided") for _ in range(2)]
    with ExitStack() as stack:
        fleet = stack.enter_context(fleet_of(folders[0], postgres))
        others = [*fleet.ports[1:], fleet.ports[0]]
        address = stack.enter_context(balanced(folders[1], others, HAPROXY))
        eventually(lambda: answers(address))
        yield fleet, [fleet.address, address]


def test_two_balancers_that_disagree_lose_nothing(divided: tuple[Fleet, list[str]]) -> None:
    """A table goes to and fro: that is slow, and every acknowledged move is there once."""
    fleet, addresses = divided

    async def body() -> None:
        tables = [await make_table(addresses[0]) for _ in range(3)]
        groups = [
            [Client(lambda address=address: address, place, patience=0.6)  # type: ignore[misc]
             for address, place in zip(addresses, places[:2], strict=True)]
            for places in tables
        ]  # fmt: skip
        everyone = [client for group in groups for client in group]
        async with running(*everyone):
            await all_of(everyone, lambda client: client.let_play(2))
            await all_of(
                everyone, lambda client: client.until(lambda c: len(c.acked) == 2 and not c.unacked, 90)
            )
        for group in groups:
            promises, log = promised(group), await whole_log(addresses[0], group[0].place)
            check_kept(promises, log)
            assert len(log) == 1 + len(promises) == 5
        assert advised(fleet), "the log says what is wrong"

    asyncio.run(body())
