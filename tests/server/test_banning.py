"""Addresses that are not served for a time: at every door, in every store, beside running servers."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from server.databases import Database, File
from server.fleet import answers
from server.fleet import balanced as behind_haproxy
from server.running import HUMAN, QUICK, Person, Running, eventually, make
from server.sockets import hear, sit, socket_at
from server.test_administration import admin, in_store
from trailmix.cli.app import app
from trailmix.server.admin import administration
from trailmix.server.admin.administration import CannotDo
from trailmix.server.security.addresses import networks_of
from trailmix.server.security.banning import Banned
from trailmix.server.security.limits import key_of
from trailmix.server.storage.bans import hash_of
from trailmix.server.storage.database_file import Claim
from trailmix.server.storage.sql import MIGRATIONS
from trailmix.server.storage.sql_store import SqlStore

BAD, GOOD = "203.0.113.7", "203.0.113.8"
SIX, SAME_HOUSE, OTHER_HOUSE = "2001:db8:1:2::7", "2001:db8:1:2:3:4:5:6", "2001:db8:1:3::7"
SENTENCE = "Whoever runs this server does not want anything from your address, for 24 more hours."


def from_(address: str) -> dict[str, dict[str, str]]:
    """As the balancer tells where a request comes from."""
    return {"headers": {"X-Forwarded-For": address}}


@pytest.fixture
def balanced(database: Database, tmp_path: Path) -> Iterator[Running]:
    """A server behind a balancer."""
    running = Running(tmp_path, "--database", database.name, proxies="127.0.0.1", **QUICK)
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


def closed(socket: ClientConnection, told: list[str | bytes] | None = None) -> tuple[int, str]:
    """How the server has hung up; what it said before is added to the list."""
    with pytest.raises(ConnectionClosed) as ended:
        while True:
            said = socket.recv(10)
            if told is not None:
                told.append(said)
    assert ended.value.rcvd is not None
    return ended.value.rcvd.code, ended.value.rcvd.reason


def test_a_banned_address_is_served_nowhere_until_the_ban_ends(database: Database, balanced: Running) -> None:
    ann, ben = make(balanced, HUMAN, HUMAN)

    def status(address: str, path: str = "/api/games") -> int:
        return Person(balanced).ask("GET", path, **from_(address)).status_code

    with (
        socket_at(balanced, ann, additional_headers={"X-Forwarded-For": BAD}) as bad,
        socket_at(balanced, ben, additional_headers={"X-Forwarded-For": GOOD}) as good,
    ):
        sit(bad, ann)
        sit(good, ben)
        admin(database.name, "ban", SIX, "--hours", "0.5")
        admin(database.name, "ban", BAD, "--note", "rude")
        assert closed(bad) == (4403, SENTENCE)
        for path in ("/", "/healthz", "/api/games", "/api/tables", "/nothing", "/schema/openapi.json"):
            assert status(BAD, path) == 403 and status(GOOD, path) in (200, 404)
        assert Person(balanced).refused("POST", "/api/tables", {}, **from_(BAD)) == (
            403,
            "forbidden",
            SENTENCE,
        )
        person = {"headers": {**from_(BAD)["headers"], "Accept": "text/html"}}
        page = Person(balanced).ask("GET", "/", **person)
        assert (page.text, page.headers["connection"]) == (SENTENCE, "close")
        with socket_at(balanced, ann, additional_headers={"X-Forwarded-For": BAD}) as again:
            with contextlib.suppress(ConnectionClosed):
                again.send(json.dumps({"t": "hello", "protocol": 2, "tokens": [ann.token]}))
            told = list[str | bytes]()
            assert (closed(again, told), told) == ((4403, SENTENCE), []), "not even for two seconds"
        assert (status(SIX), status(SAME_HOUSE), status(OTHER_HOUSE)) == (403, 403, 200)
        good.send(json.dumps({"t": "ping"}))
        assert hear(good, "pong")
    admin(database.name, "ban", BAD, "--off")
    eventually(lambda: status(BAD) == 200)
    assert status(SIX) == 403
    database.ask("UPDATE bans SET ends = ends - 3600")  # an hour goes by
    eventually(lambda: status(SIX) == 200)


@pytest.mark.parametrize("listens_on", ["127.0.0.1", "::"])
def test_a_household_is_banned_behind_a_real_balancer_over_ipv6(tmp_path: Path, listens_on: str) -> None:
    """The server hears of its people from HAProxy alone, whatever they say of themselves."""
    running = Running(tmp_path, host=listens_on, hosts="[::1]", proxies="127.0.0.1", **QUICK)
    try:
        with behind_haproxy(tmp_path, [running.port] * 3, host="[::1]") as balancer:

            def status(host: str, claimed: str | None = None) -> int:
                headers = {} if claimed is None else {"X-Forwarded-For": claimed}
                return httpx.get(f"{host}/api/games", headers=headers, trust_env=False).status_code

            eventually(lambda: answers(balancer))
            store = File(running.database).name
            admin(store, "ban", "::2:0:0:7")  # not the address itself, but its network of 64 bits
            eventually(lambda: status(balancer) == 403)
            assert status(balancer, claimed=GOOD) == 403, "nobody talks their way out"
            assert status(running.address) == 200, "the proxy itself is served"
            admin(store, "ban", "::2:0:0:7", "--off")
            eventually(lambda: status(balancer) == 200)
            admin(store, "ban", "0:0:0:1::7")  # the next network
            admin(store, "ban", BAD)
            eventually(lambda: status(running.address, claimed=BAD) == 403)
            assert status(balancer) == 200
            assert status(balancer, claimed=BAD) == 200, "nobody gets others into trouble, or themselves"
    finally:
        running.stop()
    assert '"trace"' not in running.log(), running.log()


def test_bans_are_listed_by_their_hashes_and_forgotten_when_they_end(database: Database) -> None:
    async def do(store: SqlStore) -> None:
        assert await store.bans() == (b"", {})
        one = await administration.ban(store, BAD, 2.0, "rude")
        await administration.ban(store, SIX, 1.0)
        await administration.ban(store, SAME_HOUSE, 3.0, "the same again")
        listed = await administration.bans(store)
        assert [(round(ban.hours), ban.note) for ban in listed] == [(2, "rude"), (3, "the same again")]
        key, left = await store.bans()
        assert one.name == listed[0].name == hash_of(key_of(BAD), key) and len(key) == 32
        assert left.keys() == {ban.name for ban in listed}
        await administration.lift(store, one.name)
        await administration.lift(store, SIX)
        for name in (BAD, SIX, one.name, "nonsense"):
            with pytest.raises(CannotDo, match="is not banned"):
                await administration.lift(store, name)
        await administration.ban(store, BAD, 1e-7)
        await asyncio.sleep(0.01)
        assert (await store.bans()).left == {}

    in_store(database, do)
    kept = str(database.ask("SELECT hash, note FROM bans"))
    assert kept != "[]" and BAD not in kept
    in_store(database, lambda store: store.forget_bans())
    assert database.ask("SELECT hash FROM bans") == []


def test_what_cannot_be_banned_is_said(database: Database) -> None:
    async def do(store: SqlStore) -> None:
        for address in ("", "games.example", "203.0.113.0/24", "203.0.113.256"):
            with pytest.raises(CannotDo, match="is no IP address"):
                await administration.ban(store, address, 1.0)
        for hours in (0.0, -1.0, 1e9, float("nan")):
            with pytest.raises(CannotDo, match="A ban lasts"):
                await administration.ban(store, BAD, hours)
        with pytest.raises(CannotDo, match="A note has at most"):
            await administration.ban(store, BAD, 1.0, "x" * 201)
        proxies = networks_of("proxies", ["203.0.113.0/29"])
        with pytest.raises(CannotDo, match="everybody comes from there"):
            await administration.ban(store, BAD, 1.0, proxies=proxies)
        await administration.ban(store, BAD, 1.0)
        for known, banned in (((), True), (proxies, False)):  # of a proxy, whoever has banned it
            server = Banned(store, known)
            await server.look()
            assert (server.refusal(BAD) is not None) == banned
        server = Banned(store, ())
        await server.look()
        for name in ("bans RENAME TO mislaid", "mislaid RENAME TO bans"):  # unreadable: what was known holds
            await asyncio.to_thread(database.ask, f"ALTER TABLE {name}")
            await server.look()
            assert server.refusal(BAD) is not None

    in_store(database, do)


def test_there_are_only_so_many(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(administration, "MOST_BANS", 2)

    async def do(store: SqlStore) -> None:
        await administration.ban(store, BAD, 1.0)
        await administration.ban(store, GOOD, 1.0)
        await administration.ban(store, BAD, 2.0)  # in the place of the first
        with pytest.raises(CannotDo, match="no room for more"):
            await administration.ban(store, SIX, 1.0)
        await administration.lift(store, BAD)
        await administration.ban(store, SIX, 1.0)

    in_store(database, do)


def test_the_file_of_an_older_server_is_left_alone(tmp_path: Path) -> None:
    """Its server runs, and does not know of bans yet."""
    file = File(tmp_path / "t.sqlite3")
    in_store(file, lambda store: store.note_time())
    claim = Claim(file.path)
    try:
        admin(file.name, "ban", BAD)
        file.ask(f"PRAGMA user_version = {len(MIGRATIONS) - 1}")
        said = CliRunner().invoke(app, ["admin", "ban", BAD, "--database", file.name])
        assert said.exit_code == 2 and "An older version of Trailmix uses" in said.output
    finally:
        claim.give_up()
