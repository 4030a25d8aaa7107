"""The security checklist, a test for each box: origins, tokens, seats, limits, headers, texts."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from server.running import HUMAN, OPEN, QUICK, Json, Person, Running, make, mover, play_out
from server.sockets import hear, sit, socket_at
from trailmix.server.config import Config
from trailmix.server.connections.socket import Connection

CREATE = {"game": "alpina", "chairs": [HUMAN, OPEN]}


def rows(server: Running) -> dict[str, int]:
    """How much there is of everything in the database."""
    names = ("tables", "people", "tokens", "entries", "snapshots", "remarks")
    with sqlite3.connect(server.database) as db:
        counted = {n: db.execute(f"SELECT COUNT(*) FROM {n}").fetchone()[0] for n in names}  # noqa: S608
    db.close()
    return counted


# --- origins


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://127.0.0.1:1", ""])
def test_a_page_of_another_origin_gets_no_socket(server: Running, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, socket_at(server, origin=Origin(origin)):
        pass
    assert refused.value.response.status_code == 403


def test_the_own_page_and_programs_get_a_socket(server: Running) -> None:
    (ann,) = make(server, HUMAN, OPEN)
    for origin in (Origin(server.address), None):
        with socket_at(server, ann, origin=origin) as socket:
            assert sit(socket, ann)["chairs"] == [0]


def test_an_origin_that_is_allowed_gets_a_socket(small: Running) -> None:
    (ann,) = make(small, HUMAN, OPEN)
    with socket_at(small, ann, origin=Origin("https://games.example")) as socket:
        assert sit(socket, ann)["chairs"] == [0]


def test_a_page_of_another_origin_can_change_nothing(server: Running) -> None:
    before = rows(server)
    evil = {"headers": {"Origin": "https://evil.example", "Content-Type": "text/plain"}}
    assert Person(server).refused("POST", "/api/tables", CREATE, **evil)[:2] == (403, "forbidden")
    assert rows(server) == before
    own = Person(server).ask("POST", "/api/tables", CREATE, headers={"Origin": server.address})
    assert own.status_code == 201


def test_answers_invite_no_other_origin(server: Running) -> None:
    answer = Person(server).ask("GET", "/api/games", headers={"Origin": "https://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert "set-cookie" not in answer.headers


# --- tokens


def test_tokens_are_long_random_and_kept_as_hashes_only(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK)
    people = make(running, HUMAN, HUMAN, OPEN)
    joined = Person(running, people[0].table).post("./join", {"name": "Cem", "invite": people[0].invite})
    secrets = [people[0].invite, *(person.token or "" for person in people), joined["token"]]
    secrets.append(people[1].post("./token")["token"])
    assert len(set(secrets)) == 5
    assert all(len(secret) >= 27 for secret in secrets)  # 160 bits in base 64
    assert rows(running)["tokens"] == 3
    running.stop()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert len(kept) > 10_000
    for secret in secrets:
        assert secret.encode() not in kept


def test_no_token_reaches_anybody_else(server: Running) -> None:
    ann, ben = people = make(server, HUMAN, HUMAN, privacy="public")
    with socket_at(server, ben) as socket:
        sit(socket, ben)
        mover(people).move(mover(people).view()["legal"][0])
        said = json.dumps(hear(socket, "view"))
    said += json.dumps([ben.get(path) for path in (".", "./view", "./log", "./chat", "/api/tables")])
    play_out(people)
    said += json.dumps([ben.get(path) for path in (".", "./replay", "./verify")])
    for secret in (ann.token or "", ann.invite):
        assert secret and secret not in said


def test_the_invite_is_no_token_and_a_token_no_invite(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN)
    assert Person(server, host.table, host.invite).refused("POST", "./start")[:2] == (401, "no_such_token")
    stranger = Person(server, host.table)
    body = {"name": "Eve", "invite": host.token}
    assert stranger.refused("POST", "./join", body)[:2] == (403, "forbidden")


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic {}", "{}", "Bearer {} x", "Bearer x{}"])
def test_a_header_that_is_not_quite_a_token_is_none(server: Running, header: str) -> None:
    (host,) = make(server, HUMAN, OPEN)
    stranger = Person(server, host.table)
    headers = {"Authorization": header.format(host.token).strip()}
    assert stranger.refused("POST", "./start", headers=headers)[:2] == (401, "no_such_token")


def test_nothing_secret_is_taken_from_an_address(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    stranger = Person(server, people[0].table)
    for name, secret in (("invite", people[0].invite), ("token", people[0].token)):
        assert stranger.refused("GET", ".", params={name: secret})[:2] == (400, "bad_message")
    described = json.dumps(Person(server).get("/schema/openapi.json")["paths"])
    places = re.findall(r'"name": "([\w-]+)", "in": "(\w+)"', described)
    assert {name for name, place in places if place in ("query", "path")} == {
        "table_id", "slug", "name", "since", "wait", "limit",
    }  # fmt: skip


# --- seats


def test_a_token_is_worth_nothing_at_another_table(server: Running) -> None:
    ann, _ben = make(server, HUMAN, HUMAN)
    other, _other = make(server, HUMAN, HUMAN)
    thief = Person(server, other.table, ann.token)
    for method, path, body in (
        ("GET", ".", None),
        ("GET", "./view", None),
        ("GET", "./log", None),
        ("GET", "./chat", None),
        ("POST", "./leave", None),
        ("POST", "./back", None),
        ("POST", "./start", None),
        ("POST", "./token", None),
        ("POST", "./rematch", None),
        ("POST", "./mute", {"muted": True}),
        ("POST", "./stand-in", {"chair": 1}),
        ("POST", "./chairs", {"chair": 1, "kind": "bot"}),
        ("POST", "./chat", {"t": "chat", "id": "1", "text": "hi"}),
        ("POST", "./moves", {"t": "move", "id": "1", "seq": 0, "actions": ["none"]}),
        ("POST", "./undo", {"t": "undo", "id": "1", "seq": 0}),
    ):
        assert thief.refused(method, path, body)[:2] == (401, "no_such_token"), path


def test_nobody_says_in_a_body_who_they_are(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    first = mover(people)
    second = next(person for person in people if person is not first)
    action = first.view()["legal"][0]
    move = {"t": "move", "id": "1", "seq": 0, "actions": [action]}
    for claim in ({"seat": "A"}, {"chair": first.chair}, {"token": first.token}, {"player": 0}):
        assert second.refused("POST", "./moves", move | claim)[:2] == (400, "bad_message")
    assert second.refused("POST", "./moves", move)[:2] == (422, "rules")
    assert first.view()["seq"] == 0


def test_unknown_tables_create_nothing(server: Running) -> None:
    before = rows(server)
    names = [f"unknown{n}" for n in range(20)] * 3 + ["../../etc/passwd", "%00", "' OR 1=1 --", "☃"]

    def ask(name: str) -> None:
        nobody = Person(server, name, "token")
        for path in ("", "/view", "/log", "/chat", "/verify"):
            assert nobody.ask("GET", f".{path}").status_code == 404
        for path in ("/join", "/start", "/moves"):
            assert nobody.ask("POST", f".{path}", {"name": "Eve"}).status_code in (400, 404)

    with ThreadPoolExecutor(8) as pool:  # several ask for the same one at once
        list(pool.map(ask, names))
    with socket_at(server) as socket:
        socket.send(json.dumps({"t": "hello", "protocol": 2, "tokens": []}))
        assert hear(socket, "refused")["code"] == "no_such_table"
    assert rows(server) == before


# --- limits


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that takes little."""
    limits: Json = {"requests_per_second": 40, "messages_per_second": 5, "tables_per_hour": 12}
    bounds: Json = {"connections_per_address": 3, "body_bytes": 4000, "origins": "https://games.example"}
    running = Running(tmp_path_factory.mktemp("small"), bot_pause=0, **limits, **bounds)
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


def test_bodies_are_bounded(small: Running) -> None:
    before = rows(small)
    body = {**CREATE, "data": "#" * 4000}
    assert Person(small).refused("POST", "/api/tables", body)[:2] == (413, "too_large")
    chunks = small.http.post(f"{small.address}/api/tables", content=(b" " * 100 for _ in range(50)))
    assert (chunks.status_code, chunks.json()["code"]) == (413, "too_large")
    assert rows(small) == before


def test_connections_from_an_address_are_bounded(small: Running) -> None:
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(socket_at(small))
        with pytest.raises(InvalidStatus) as refused, socket_at(small):
            pass
        assert refused.value.response.status_code == 403
    (ann,) = make(small, HUMAN, OPEN)
    with socket_at(small, ann) as socket:  # there is room again
        sit(socket, ann)


def test_sockets_are_bounded_in_all(tmp_path: Path) -> None:
    running = Running(tmp_path, connections=2, **QUICK)
    with socket_at(running), socket_at(running):
        with pytest.raises(InvalidStatus) as refused, socket_at(running):
            pass
        assert refused.value.response.status_code == 403
    running.stop()


def test_a_queue_that_is_full_ends_the_connection() -> None:
    """A client that has taken nothing of what was written before."""

    async def body() -> None:
        wire, server = SimpleNamespace(is_open=True, is_waiting=True), SimpleNamespace(config=Config())
        closed = list[int]()
        wire.hang_up = lambda code, _reason: closed.append(code)
        connection = Connection(cast("Any", server), "t", cast("Any", wire), cast("Any", None), "en")
        for n in range(2 * Config().queue_length):
            connection.tell(b"{}", f"view {n % 2}")  # the newest of each waits
        for n in range(Config().queue_length - 2):
            connection.tell(b"{}", f"answer {n}")
        await asyncio.sleep(0)
        assert not closed
        connection.tell(b"{}", "one more")
        await asyncio.sleep(0)
        assert closed == [4429]

    asyncio.run(body())


def test_messages_are_bounded(small: Running) -> None:
    (ann,) = make(small, HUMAN, OPEN)
    with socket_at(small, ann) as socket:
        sit(socket, ann)
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(200):
                socket.send('{"t": "ping"}')
            while True:
                socket.recv(10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429


def test_new_tables_from_an_address_are_bounded(small: Running) -> None:
    answers = [Person(small).ask("POST", "/api/tables", CREATE) for _ in range(13)]
    assert {answer.status_code for answer in answers} == {201, 429}
    assert answers[-1].json()["code"] == "too_many"


def test_requests_from_an_address_are_bounded(small: Running) -> None:
    paths = ("/healthz", "/api/games", "/nothing", "/schema/openapi.json")
    with ThreadPoolExecutor(8) as several:
        answers = list(several.map(lambda n: Person(small).ask("GET", paths[n % 4]), range(400)))
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert {answer.json()["code"] for answer in refused} == {"too_many"}


def test_files_of_the_page_are_bounded_apart(tmp_path: Path) -> None:
    running = Running(tmp_path, requests_per_second=20, files_per_second=100)
    with ThreadPoolExecutor(8) as several:
        files = list(several.map(lambda _: Person(running).ask("GET", "/icon.svg").status_code, range(190)))
        assert set(files) == {200}
        assert Person(running).ask("GET", "/api/games").status_code == 200  # which they took nothing of
        more = list(several.map(lambda _: Person(running).ask("GET", "/icon.svg").status_code, range(400)))
    assert set(more) == {200, 429}
    running.stop()


# --- strict reading


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"\xff\xfe",
        b'{"game": "\xff"}',
        b'{"game": "\\ud800"}',
        b"[" * 50_000,
        b'{"options": ' + b'{"a": ' * 10_000 + b"1" + b"}" * 10_001,
        b'{"game": "alpina", "chairs": [{}, {}], "unknown": 1}',
        b'{"game": ["alpina"], "chairs": [{}, {}]}',
        b'{"game": "alpina", "chairs": [{}, {}], "clock": {"seconds": 1e999}}',
    ],
    ids=lambda body: repr(body[:30]),
)
def test_what_is_no_message_is_refused_with_a_sentence(server: Running, body: bytes) -> None:
    answer = server.http.post(f"{server.address}/api/tables", content=body)
    said = answer.json()
    assert (answer.status_code, said["code"]) == (400, "bad_message")
    assert said["why"].endswith(".")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/api", 404),
        ("GET", "/api/tables/x/nothing", 404),
        ("DELETE", "/api/tables", 405),
        ("GET", "/api/mine", 405),
        ("PUT", "/api/tables/x/moves", 405),
        ("GET", "/api/tables/" + "x" * 65, 404),
        ("GET", "/verify/x", 404),
        ("GET", "/metrics/../nothing", 404),
    ],
)
def test_what_is_not_there_is_refused_with_a_sentence(
    server: Running, method: str, path: str, status: int
) -> None:
    assert Person(server).refused(method, path)[0] == status


def test_there_is_no_debug_or_admin_verb(server: Running) -> None:
    for path in ("/debug", "/admin", "/schema/swagger", "/schema/redoc", "/docs", "/api/debug", "/.env"):
        assert Person(server).ask("GET", path).status_code == 404
    assert "<" not in Person(server).ask("GET", "/schema").text[:1]


# --- headers and texts


def test_every_answer_has_the_headers_that_browsers_obey(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN)
    answers: list[httpx.Response] = [
        Person(server).ask("GET", path)
        for path in ("/", "/healthz", "/metrics", "/api/games", "/schema/openapi.json", "/nothing")
    ]
    answers.append(host.ask("GET", "."))
    answers.append(host.ask("GET", "./view"))
    answers.append(host.ask("POST", "./moves", {}))
    answers.append(Person(server).ask("DELETE", "/api/tables"))
    answers.append(Person(server).ask("POST", "/api/tables", headers={"Origin": "https://evil.example"}))
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy, answer.url
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "server" not in answer.headers


def test_names_are_text_everywhere(server: Running) -> None:
    name = "<img src=x onerror=alert(1)>"
    people = make(server, {"kind": "human", "name": name}, HUMAN)
    answer = people[0].ask("GET", ".")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["chairs"][0]["name"] == name
    play_out(people)
    for path in ("/", f"/verify/{people[0].table}", "/verify/%3Cimg%3E"):
        assert "<img" not in people[0].ask("GET", path).text
    assert Person(server, "<img>").refused("GET", ".")[1] == "no_such_table"


def test_refusals_say_nothing_of_what_others_hold(server: Running) -> None:
    """The same bad action gets the same sentence, whoever holds the card that it names."""
    people = make(server, HUMAN, HUMAN)
    first = mover(people)
    other = next(person for person in people if person is not first)
    hands: dict[str, list[str]] = {p.view()["seat"]: p.view()["own"]["hand"] for p in people}
    held = hands[other.view()["seat"]][0]
    everything = list(first.get("./fixed")["cards"])
    grid = [cell["card"] for cell in first.view()["view"]["grid"]]
    piled = next(c for c in everything if c not in grid and all(c not in hand for hand in hands.values()))
    cell = first.view()["legal"][0].split("@")[1]

    def why(card: str) -> Json:
        body = {"t": "move", "id": "1", "seq": 0, "actions": [f"{card}@{cell}"]}
        said: Json = json.loads(first.ask("POST", "./moves", body).text.replace(card, "CARD"))
        return said

    assert why(held) == why(piled)
    assert why(held)["code"] == "rules"


def test_the_seed_is_withheld_and_its_commitment_published(server: Running) -> None:
    people = make(server, HUMAN, HUMAN, privacy="public")
    paths = (".", "./view", "./log", "./fixed", "/api/tables")
    during = json.dumps([person.get(path) for person in people for path in paths])
    commitment = people[0].get(".")["commitment"]
    play_out(people)
    verdict = people[0].get("./verify")
    assert verdict["commitment"] == commitment
    assert verdict["seed"] not in during and verdict["salt"] not in during and commitment in during
