"""Life on a socket: coming, coming back, two tabs, several chairs, onlookers, many at once."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from server.client import (
    Client,
    Message,
    Place,
    all_of,
    closing,
    hands,
    hear,
    http_client,
    log_of,
    make_table,
    running,
    say,
    socket_of,
)
from server.running import Running


@pytest.fixture(scope="module", params=["wire", "plain"])
def server(request: pytest.FixtureRequest, server: Running, plain_server: Running) -> Running:
    """A server of each kind."""
    return plain_server if request.param == "plain" else server


async def ask(server: Running, path: str, place: Place, body: Any = None) -> Any:
    """A request over HTTP, with or without a body; its answer must be a good one."""
    async with http_client(place) as http:
        method = "GET" if body is None else "POST"
        answer = await http.request(method, f"{server.address}/api/tables/{place.table}{path}", json=body)
        return answer.raise_for_status().json()


async def a_move(socket: ClientConnection, view: Message, message_id: str) -> Message:
    """Play the first legal action; gives the answer."""
    await say(socket, {"t": "move", "id": message_id, "seq": view["seq"], "actions": [view["legal"][0]]})
    while True:
        answer = await hear(socket, "ack", "refused")
        if answer["id"] == message_id:
            return answer


# --- hello


@pytest.mark.parametrize(
    ("change", "code", "close"),
    [
        ({"protocol": 1}, "protocol", 4409),
        ({"protocol": 0}, "protocol", 4409),
        ({"tokens": ["nobody's"]}, "no_such_token", 4401),
        ({"table": "nowhere"}, "bad_message", 4400),
        ({"tokens": [], "invite": None}, "forbidden", 4403),
        ({"tokens": [], "invite": "wrong"}, "forbidden", 4403),
        ({"since": -1}, "bad_message", 4400),
        ({"since": 1 << 70}, "bad_message", 4400),
        ({"tokens": ["x"] * 9}, "bad_message", 4400),
        ({"more": 1}, "bad_message", 4400),
        ({"🏔" * 60: 1}, "bad_message", 4400),
    ],
)
def test_a_wrong_hello_is_refused(server: Running, change: Message, code: str, close: int) -> None:
    async def body() -> None:
        ann, *_ = await make_table(server.address)
        async with socket_of(server.address, ann, greet=False) as socket:
            await say(socket, ann.hello() | change)
            refused, closed = await closing(socket)
        assert refused is not None
        assert (refused["t"], refused["code"], closed) == ("refused", code, close)
        assert refused["why"].endswith(".")

    asyncio.run(body())


@pytest.mark.parametrize(
    "text", ['{"t":"move","id":"x","seq":0,"actions":["none"]}', "hello", "", '{"t":"hello"}']
)
def test_hello_comes_first(server: Running, text: str) -> None:
    async def body() -> None:
        async with socket_of(server.address) as socket:
            await socket.send(text)
            refused, closed = await closing(socket)
        assert refused is not None
        assert (refused["code"], closed) == ("bad_message", 4400)

    asyncio.run(body())


def test_many_ask_for_a_table_that_is_not_there(server: Running) -> None:
    async def one(http: httpx.AsyncClient) -> int:
        return (await http.get(f"{server.address}/api/tables/nowhere")).status_code

    async def body() -> None:
        async with http_client() as http:
            assert set(await asyncio.gather(*(one(http) for _ in range(50)))) == {404}

    asyncio.run(body())


def test_a_private_table_is_watched_by_invite_and_a_public_one_by_all(server: Running) -> None:
    async def body() -> None:
        *_, onlooker = await make_table(server.address)
        *_, passer_by = await make_table(server.address, privacy="public")
        for place in (onlooker, Place(passer_by.table)):
            async with socket_of(server.address, place) as socket:
                welcome = await hear(socket, "welcome")
                assert welcome["chairs"] == []
                assert (await hear(socket, "view"))["seat"] is None

    asyncio.run(body())


def test_ping_is_answered_at_once(server: Running) -> None:
    async def body() -> None:
        ann, *_ = await make_table(server.address)
        async with socket_of(server.address, ann, greet=False) as socket:
            await say(socket, {"t": "ping"})
            assert await hear(socket) == {"t": "pong", "seq": None}
            await say(socket, ann.hello())
            await hear(socket, "view")
            await say(socket, {"t": "ping"})
            assert await hear(socket, "pong") == {"t": "pong", "seq": 0}

    asyncio.run(body())


# --- coming back


def test_coming_back_after_acks_misses_nothing(server: Running) -> None:
    async def body() -> None:
        ann, ben, _ = await make_table(server.address)
        players = [Client(lambda: server.address, place) for place in (ann, ben)]
        async with running(*players):
            await all_of(players, lambda player: player.let_play(6))
            await all_of(players, lambda player: player.until(lambda p: p.seq == 12))
        async with socket_of(server.address, ann, since=4) as socket:
            view = await hear(socket, "view")
        assert view["seq"] == 12
        assert [entry["seq"] for entry in view["log"]] == list(range(5, 13))
        assert view["log"] == (await log_of(server.address, ann))[5:]
        async with socket_of(server.address, ann, since=12) as socket:
            assert (await hear(socket, "view"))["log"] == []

    asyncio.run(body())


def test_a_resend_after_coming_back_is_acknowledged_not_played(server: Running) -> None:
    async def body() -> None:
        ann, ben, _ = await make_table(server.address)
        first, second = await in_turn(server, ann, ben)
        async with socket_of(server.address, first) as socket:
            view = await hear(socket, "view")
            ack = await a_move(socket, view, "once")
        async with socket_of(server.address, first, since=0) as socket:
            await hear(socket, "view")
            assert await a_move(socket, view, "once") == ack
        # Another seat's message of the same name is another message.
        async with socket_of(server.address, second) as socket:
            refused = await a_move(socket, view, "once")
            assert refused["t"] == "refused"
        assert len(await log_of(server.address, ann)) == 2

    asyncio.run(body())


async def in_turn(server: Running, ann: Place, ben: Place) -> tuple[Place, Place]:
    """Two places, that of seat A first."""
    async with socket_of(server.address, ann) as socket:
        return (ann, ben) if (await hear(socket, "view"))["seat"] == "A" else (ben, ann)


def test_ids_belong_to_their_seats(server: Running) -> None:
    """Who guesses the name of another's next message cannot have it swallowed."""

    async def body() -> None:
        ann, ben, _ = await make_table(server.address)
        first, second = await in_turn(server, ann, ben)
        async with socket_of(server.address, first) as a, socket_of(server.address, second) as b:
            for n in range(2):  # lays a card, then declines: seat A's turn is over
                view = await hear(a, "view")
                while view["seq"] < n:
                    view = await hear(a, "view")
                await say(a, {"t": "move", "id": f"id {n}", "seq": n, "actions": [view["legal"][-1]]})
            view = await hear(b, "view")
            while not view["legal"]:
                view = await hear(b, "view")
            answer = await a_move(b, view, "id 0")
            assert (answer["t"], answer["seq"]) == ("ack", view["seq"] + 1)
            for socket, text in ((a, "from A"), (b, "from B")):
                await say(socket, {"t": "chat", "id": "same", "text": text})
                await hear(socket, "chat")
        said = await ask(server, "/chat", ann)
        assert sorted(remark["text"] for remark in said) == ["from A", "from B"]

    asyncio.run(body())


def test_hello_again_changes_the_chair(server: Running) -> None:
    async def body() -> None:
        ann, ben, cem, _ = await make_table(server.address, 3)
        async with socket_of(server.address, ann) as socket, socket_of(server.address, cem) as others:
            await hear(socket, "view")
            await hear(others, "view")
            await say(socket, ben.hello())
            assert (await hear(socket, "welcome"))["chairs"] == [1]
            chairs = (await ask(server, "", ann))["chairs"]
            assert [chair["present"] for chair in chairs] == [False, True, True]
            await say(socket, ann.hello() | {"tokens": ["nobody's"]})
            assert (await hear(socket, "refused"))["code"] == "no_such_token"
            await say(socket, {"t": "chat", "id": "1", "text": "still here"})
            said = await hear(others, "chat")
            assert (said["chair"], said["text"]) == (1, "still here")

    asyncio.run(body())


# --- one seat, several tabs; one browser, several chairs; onlookers


def test_two_tabs_on_one_seat(server: Running) -> None:
    async def body() -> None:
        ann, ben, _ = await make_table(server.address)
        first, _ = await in_turn(server, ann, ben)
        async with socket_of(server.address, first) as one, socket_of(server.address, first) as two:
            views = [await hear(one, "view"), await hear(two, "view")]
            assert views[0]["view"] == views[1]["view"]
            move = {"t": "move", "id": "same", "seq": 0, "actions": [views[0]["legal"][0]]}
            await asyncio.gather(say(one, move), say(two, move))
            answers = [await hear(one, "ack", "refused"), await hear(two, "ack", "refused")]
            assert answers == [{"t": "ack", "id": "same", "seq": 1}] * 2
        async with socket_of(server.address, first, since=0) as one:
            shown = await hear(one, "view")
        assert [entry["seq"] for entry in shown["log"]] == [1]
        async with socket_of(server.address, first) as one, socket_of(server.address, first) as two:
            view = await hear(one, "view")
            await hear(two, "view")
            await a_move(one, view, "other")
            assert (await hear(two, "view"))["seq"] == 2

    asyncio.run(body())


def test_one_browser_holds_several_chairs(server: Running) -> None:
    async def body() -> None:
        ann, ben, cat, onlooker = await make_table(server.address, chairs=3)
        hot = Client(lambda: server.address, Place(ann.table, ann.tokens + ben.tokens))
        others = [Client(lambda: server.address, place) for place in (cat, onlooker)]
        async with running(hot, *others):
            await all_of([hot, others[0]], lambda client: client.let_play(100))
            await all_of([hot, *others], lambda client: client.until(lambda c: c.over))
        assert len(hot.views) == 2
        assert not hot.refused
        assert set(hot.views).isdisjoint(others[0].views)
        assert set(others[1].views) == {None}
        for seat, view in hot.views.items():
            assert view["own"]["seat"] == seat

    asyncio.run(body())


def test_onlookers_see_what_is_public_and_cannot_act(server: Running) -> None:
    async def body() -> None:
        ann, _, onlooker = await make_table(server.address)
        async with socket_of(server.address, onlooker) as socket, socket_of(server.address, ann) as player:
            view = await hear(socket, "view")
            assert (view["seat"], view["legal"], view["may_undo"]) == (None, [], False)
            own = await hear(player, "view")
            assert list(hands(own)) == [own["seat"]]
            assert not hands(view)
            for message in (
                {"t": "move", "id": "1", "seq": 0, "actions": ["none"]},
                {"t": "undo", "id": "2", "seq": 0},
                {"t": "chat", "id": "3", "text": "hello"},
            ):
                await say(socket, message)
                assert (await hear(socket, "refused", "ack"))["code"] == "forbidden"
        assert (await ask(server, "", ann))["seq"] == 0

    asyncio.run(body())


def test_the_table_tells_who_is_there(server: Running) -> None:
    async def body() -> None:
        ann, ben, onlooker = await make_table(server.address)

        async def there(socket: ClientConnection, so: list[bool], watching: int) -> None:
            while True:
                told = (await hear(socket, "welcome", "table"))["table"]
                if [c["present"] for c in told["chairs"]] == so and told["watching"] == watching:
                    return

        async with socket_of(server.address, ann) as a:
            await there(a, [True, False], 0)
            async with socket_of(server.address, ben):
                await there(a, [True, True], 0)
                async with socket_of(server.address, onlooker):
                    await there(a, [True, True], 1)
                await there(a, [True, True], 0)
            await there(a, [True, False], 0)

    asyncio.run(body())


# --- storms, limits


def test_fifty_drop_and_return_at_once(server: Running) -> None:
    async def body() -> None:
        tables = [await make_table(server.address) for _ in range(10)]
        clients = [
            Client(lambda: server.address, place) for places in tables for place in [*places, *places[1:]]
        ]
        async with running(*clients):
            await all_of(clients, lambda client: client.until(lambda c: c.seq >= 0))
            await all_of(clients, lambda client: client.let_play(4))
            for client in clients:
                if client._socket is not None:
                    client._socket.transport.abort()
            await all_of(clients, lambda client: client.let_play(4))
            for places in tables:
                mine = [client for client in clients if client.place.table == places[0].table]
                await all_of(mine, lambda client: client.until(lambda c: not c.unacked))
                log = await log_of(server.address, places[-1])
                await all_of(mine, lambda client, end=log[-1]["seq"]: client.until(lambda c: c.seq >= end))  # type: ignore[misc]
        assert len(clients) == 50
        for client in clients:
            theirs = await log_of(server.address, client.place)
            assert [client.log[n] for n in range(len(theirs))] == theirs

    asyncio.run(body())


def test_a_message_that_is_too_large_is_refused_or_ends_the_connection(server: Running) -> None:
    async def body() -> None:
        ann, *_ = await make_table(server.address)
        async with socket_of(server.address, ann) as socket:
            await hear(socket, "view")
            await say(socket, {"t": "chat", "id": "long", "text": "x" * 10_000})
            assert (await hear(socket, "refused"))["code"] == "too_large"
            await socket.send("x" * (1 << 17))
            assert (await closing(socket))[1] == 1009
        async with socket_of(server.address, ann) as socket:  # and may come back
            await hear(socket, "view")

    asyncio.run(body())
