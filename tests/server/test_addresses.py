"""Which names the server answers to, whose word it takes on addresses, and what counts as one address."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from server.flooding import dial, read_to_the_end
from server.running import QUICK, Person, Running
from server.sockets import socket_at
from trailmix.server.config import BadConfig, load
from trailmix.server.security.addresses import OwnNames, name_of
from trailmix.server.security.limits import key_of

EVERYWHERE = "0.0.0.0"  # noqa: S104 - to ask for, not to listen on

# --- names


def asked(server: Running, *head: str) -> int:
    """The status that a request gets."""
    with dial(server) as line:
        line.sendall("\r\n".join((*head, "Connection: close", "", "")).encode())
        return int(read_to_the_end(line).split(b" ")[1])


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/metrics", "/api/games", "/nothing", "/schema/openapi.json"]
)
def test_who_asks_for_another_name_is_refused_everything(server: Running, path: str) -> None:
    """A page whose name was made to lead here: its origin is the one that it asks for."""
    evil = {"Host": f"evil.example:{server.port}", "Origin": f"http://evil.example:{server.port}"}
    status, code, _why = Person(server).refused("GET", path, headers=evil)
    assert (status, code) == (421, "wrong_host")
    assert Person(server).refused("POST", "/api/tables", {}, headers=evil)[:2] == (421, "wrong_host")


def test_who_asks_for_another_name_gets_no_socket(server: Running) -> None:
    evil = {"Host": "evil.example", "Origin": "http://evil.example"}
    with dial(server) as line:
        line.sendall(
            b"GET /api/tables/nowhere/socket HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            + "".join(f"{name}: {value}\r\n" for name, value in evil.items()).encode()
            + b"\r\n"
        )
        assert read_to_the_end(line).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.2", EVERYWHERE),
        *(
            "",
            "localhost:x",
            "localhost:80@evil.example",
            "localhost:99999",
            "a@localhost",
            "[::1]",
            "[127.0.0.1",
            "x localhost",
        ),
    ],
)
@pytest.mark.parametrize("path", ["/healthz", "/", "/table/x", "/feeds/x", "/api/tables"])
def test_names_that_are_not_the_servers(server: Running, host: str, path: str) -> None:
    assert asked(server, f"GET {path} HTTP/1.1", f"Host: {host}") in (421, 400)


@pytest.mark.parametrize("host", ["localhost", "LocalHost:1", "localhost.", "127.0.0.1", "127.0.0.1:8421"])
def test_names_that_are_the_servers(server: Running, host: str) -> None:
    assert asked(server, "GET /healthz HTTP/1.1", f"Host: {host}") == 200
    assert asked(server, "GET /healthz HTTP/1.0", f"Host: {host}") == 200


def test_several_names_and_none(server: Running) -> None:
    assert asked(server, "GET /healthz HTTP/1.0") == 421
    assert asked(server, "GET /healthz HTTP/1.1") == 400
    assert asked(server, "GET /healthz HTTP/1.1", "Host: localhost", "Host: evil.example") == 400
    assert asked(server, "GET /healthz HTTP/1.0", "Host: localhost", "Host: evil.example") in (400, 421)


@pytest.mark.parametrize("target", ["http://evil.example/healthz", "evil.example:80", "http://[/", "x"])
def test_a_whole_address_does_not_get_around_it(server: Running, target: str) -> None:
    assert asked(server, f"GET {target} HTTP/1.1", "Host: localhost") in (400, 421)
    assert asked(server, "GET http://localhost/healthz HTTP/1.1", "Host: evil.example") == 421


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that listens everywhere and has names."""
    settings = {"hosts": "Trail.example, other.example", "origins": "https://games.example:444"}
    running = Running(tmp_path_factory.mktemp("named"), "--lan", **QUICK | settings)
    yield running
    running.stop()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("trail.example", 200),
        ("other.example:8421", 200),
        ("games.example", 200),
        ("localhost", 200),
        (EVERYWHERE, 421),
        ("evil.example", 421),
    ],
)
def test_names_in_the_settings_are_the_servers(named: Running, host: str, status: int) -> None:
    assert asked(named, "GET /healthz HTTP/1.1", f"Host: {host}") == status


def test_on_a_local_network_it_answers_to_the_address_that_it_prints(named: Running) -> None:
    printed = named.said[1].partition(": ")[2]
    assert httpx.get(f"{printed}healthz", trust_env=False).status_code == 200
    host = printed.removeprefix("http://").partition(":")[0]
    if host != "127.0.0.1":
        assert asked(named, "GET /healthz HTTP/1.1", f"Host: {host}") == 421  # it came in at another one


def test_a_server_that_listens_everywhere_has_the_address_that_is_asked() -> None:
    names = OwnNames("::", ["[2001:DB8::1]"], [])

    def covers(host: str, came_in_at: str) -> bool:
        scope = {"headers": [(b"host", host.encode())], "path": "/", "server": (came_in_at, 8421)}
        return names.cover(scope)

    assert covers("[fe80::1]:8421", "fe80:0::1%eth0")
    assert covers("192.168.1.5:8421", "::ffff:192.168.1.5")
    assert covers("[2001:db8:0::1]", "::1")
    assert not covers("[fe80::2]", "fe80::1")
    assert not covers("[::]", "::1")
    assert not covers("::1", "::1")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("Games.Example.:80", "games.example"),
        ("[::1]:80", "::1"),
        ("[::ffff:10.0.0.1]", "10.0.0.1"),
        ("[x]", None),
        ("localhost:65535", "localhost"),
        ("localhost:65536", None),
        ("[::1]:99999", None),
        ("a b", None),
        (".", None),
        ("ä.example", None),
    ],
)
def test_names_are_compared_in_one_way_of_writing_them(host: str, name: str | None) -> None:
    assert name_of(host) == name


# --- proxies


def refusals(server: Running, *said: str) -> int:
    """How many of many requests are too many, if a proxy says of each where it comes from."""
    statuses = [
        Person(server).ask("GET", "/nothing", headers={"X-Forwarded-For": said[n % len(said)]}).status_code
        for n in range(200)
    ]
    assert set(statuses) <= {404, 429}
    return statuses.count(429)


MANY = [f"198.51.100.{n}" for n in range(200)]


def test_nobodys_word_on_addresses_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    server = Running(tmp_path, requests_per_second=20)
    assert refusals(server, *MANY) > 0
    server.stop()


def test_the_word_of_a_proxy_that_is_named_is_taken(tmp_path: Path) -> None:
    """Counted is the nearest address that is not a proxy's: what is said beyond it, anybody can say."""
    server = Running(tmp_path, requests_per_second=20, proxies="127.0.0.1, 10.0.0.0/8")
    assert refusals(server, *MANY) == 0
    assert refusals(server, *(f"{address}, 10.1.2.3" for address in MANY)) == 0
    assert refusals(server, *(f"{address}, 203.0.113.1" for address in MANY)) > 0
    assert refusals(server, *(f"2001:db8::{n:x}" for n in range(200))) > 0, "one household"
    assert refusals(server, *(f"2001:db8:1:{n:x}::1" for n in range(200))) == 0
    server.stop()


def test_a_proxy_may_have_many_connections(tmp_path: Path) -> None:
    server = Running(tmp_path, tcp_connections_per_address=2, proxies="127.0.0.1", **QUICK)
    lines = [dial(server) for _ in range(20)]
    for line in lines:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert read_to_the_end(line).endswith(b"ok")
        line.close()
    server.stop()


def test_sockets_are_counted_by_the_address_that_a_proxy_names(tmp_path: Path) -> None:
    server = Running(tmp_path, connections_per_address=1, proxies="127.0.0.1", **QUICK)

    def socket_from(address: str):  # type: ignore[no-untyped-def]
        return socket_at(server, additional_headers={"X-Forwarded-For": address})

    with socket_from("2001:db8::1"), socket_from("203.0.113.1"):
        for again in ("2001:db8::2", "203.0.113.1", "::ffff:203.0.113.1"):
            with pytest.raises(InvalidStatus) as refused, socket_from(again):
                pass
            assert refused.value.response.status_code == 403
    server.stop()


# --- limits


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("x" * 100_000, "x" * 64),
    ],
)
def test_what_counts_as_one_address(address: str, key: str) -> None:
    assert key_of(address) == key


def test_there_are_fewer_connections_than_files() -> None:
    code = (
        "import resource; from trailmix.server.connections.admission import OTHER_FILES, room_for\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (200, 300))\n"
        "assert room_for(100) == 100\n"
        "assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 100 + OTHER_FILES\n"
        "assert room_for(5000) == 300 - OTHER_FILES\n"
        "assert resource.getrlimit(resource.RLIMIT_NOFILE) == (300, 300)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_connections_are_bounded_in_all(tmp_path: Path) -> None:
    server = Running(tmp_path, tcp_connections=5, **QUICK)
    server.http.close()
    lines = [dial(server, f"127.0.0.{n}") for n in range(2, 9)]
    assert [read_to_the_end(line) for line in lines[5:]] == [b"", b""]
    for line in lines[:5]:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert read_to_the_end(line).endswith(b"ok")
    for line in lines:
        line.close()
    server.http = httpx.Client(trust_env=False)
    server.stop()


# --- settings


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("HOSTS", "https://games.example", "`hosts` are names without a port"),
        ("HOSTS", "a.example,games.example:80", "not 'games.example:80'"),
        ("HOSTS", "::1", "not '::1'"),
        ("PROXIES", "the proxy", "`proxies` are addresses or networks"),
        ("PROXIES", "10.0.0.1/8", "has host bits set"),
        ("PROXIES", "*", "`proxies` are addresses or networks"),
        ("MONITORS", "me", "`monitors` are addresses or networks"),
        ("HEAD_SECONDS", "0", "head_seconds"),
        ("BODY_SECONDS", "-1", "body_seconds"),
        ("TCP_CONNECTIONS", "0", "tcp_connections"),
    ],
)
def test_a_wrong_setting_is_explained(name: str, value: str, why: str) -> None:
    with pytest.raises(BadConfig) as wrong:
        load({}, None, {f"TRAILMIX_SERVER_{name}": value})
    assert why in str(wrong.value) and str(wrong.value).endswith(".")


def test_only_monitors_read_the_figures(tmp_path: Path) -> None:
    """Somebody who plays could count there what others do in secret."""
    server = Running(tmp_path, proxies="127.0.0.1", monitors="127.0.0.0/8,192.0.2.7", **QUICK)
    for address, status in (("192.0.2.7", 200), ("192.0.2.8", 403), ("::ffff:192.0.2.7", 200), ("odd", 403)):
        answer = Person(server).ask("GET", "/metrics", headers={"X-Forwarded-For": address})
        assert answer.status_code == status, address
    assert "trailmix_moves" in Person(server).ask("GET", "/metrics").text
    server.stop()


def test_several_hosts_and_proxies_are_separated_by_commas() -> None:
    said = {"TRAILMIX_SERVER_HOSTS": "a.example, [::1]", "TRAILMIX_SERVER_PROXIES": "10.0.0.0/8,::1"}
    chosen = load({}, None, said)
    assert (chosen.hosts, chosen.proxies) == (("a.example", "[::1]"), ("10.0.0.0/8", "::1"))
