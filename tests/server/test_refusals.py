"""A refusal tells the truth: whose fault it was, which message it answers, and what would be allowed."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import httpx
import msgspec
import pytest

from server.running import BOT, HUMAN, OPEN, QUICK, Json, Person, Running, make, mover
from server.sockets import hear, sit, socket_at
from trailmix.server.config import Config
from trailmix.server.messages.protocol import ChairWish, Made, NewTable
from trailmix.server.messages.refusals import No
from trailmix.server.metrics import Metrics
from trailmix.server.storage.sqlite import SqliteStore
from trailmix.server.storage.store import StoredTable
from trailmix.server.tables.tables import Tables
from trailmix.server.verbs.validation import MOST_RECONSIDERED

# --- which message was it?

UNREADABLE = [
    ('{"t":"move","id":"x1","seq":0,"actions":["none"],"seat":"A"}', "x1"),
    ('{"t":"move","id":"x1","seq":"0","actions":["none"]}', "x1"),
    (json.dumps({"t": "move", "id": "x1", "seq": 0, "actions": ["none"] * 65}), "x1"),
    ('{"t":"jump","id":"x1"}', "x1"),
    ('{"id":"' + "x" * 64 + '"}', "x" * 64),
    ('{"t":"move","id":"' + "x" * 65 + '","seq":0,"actions":["none"]}', None),
    ('{"t":"move","id":"","seq":0,"actions":["none"]}', None),
    ('{"t":"move","id":7,"seq":0,"actions":["none"]}', None),
    ('{"t":"move","id":"x1"', None),
    ('["id","x1"]', None),
    ("[" * 5000, None),
]


@pytest.mark.parametrize(("text", "name"), UNREADABLE, ids=lambda value: str(value)[:40])
def test_a_message_that_cannot_be_read_is_refused_with_its_id(
    server: Running, text: str, name: str | None
) -> None:
    (ann,) = make(server, HUMAN, BOT)
    with socket_at(server, ann) as socket:
        sit(socket, ann)
        socket.send(text)
        refused = hear(socket, "refused")
    assert (refused["code"], refused["id"]) == ("bad_message", name)
    answer = ann.ask("POST", "./moves", content=text.encode())
    assert (answer.status_code, answer.json()["code"], answer.json()["id"]) == (400, "bad_message", name)


def test_whatever_is_refused_is_refused_with_its_id(server: Running) -> None:
    (ann,) = make(server, HUMAN, BOT)
    long = {"t": "chat", "id": "long", "text": "x" * 10_000}
    with socket_at(server, ann) as socket:
        sit(socket, ann)
        socket.send(json.dumps(long))
        refused = hear(socket, "refused")
    assert (refused["code"], refused["id"]) == ("too_large", "long")
    late = ann.ask("POST", "./moves", {"t": "move", "id": "late", "seq": 99, "actions": ["none"]})
    assert (late.json()["code"], late.json()["id"]) == ("stale", "late")
    assert Person(server).ask("GET", "/api/nothing").json()["id"] is None


# --- whose fault was it?


DAMAGES = {
    "tables": "UPDATE tables SET document = X'81A1' WHERE id = ?",
    "people": "UPDATE people SET document = X'81A1' WHERE table_id = ?",
    "no people": "DELETE FROM people WHERE table_id = ?",
    "entries": "UPDATE entries SET document = X'81A1' WHERE table_id = ?",
    "snapshots": "INSERT INTO snapshots VALUES (?, 0, X'C1')",
    "another game's state": "INSERT INTO snapshots VALUES (?, 0, X'82A373657100A57374617465C40101')",
}
"""The last is a well-formed snapshot of one byte."""


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_row_that_cannot_be_read_is_the_servers_fault_and_of_one_table_only(
    tmp_path: Path, damage: str
) -> None:
    running = Running(tmp_path, **QUICK)
    (ann, _), others = (make(running, HUMAN, HUMAN, privacy="public") for _ in range(2))
    ben = mover(others)
    running.kill()
    with sqlite3.connect(running.database) as db:
        assert db.execute(DAMAGES[damage], (ann.table,)).rowcount > 0
    db.close()
    running.start()
    for path in (".", "./view", "./log", "./verify"):
        assert ann.refused("GET", path)[:2] == (500, "damaged")
    assert ann.refused("POST", "./leave")[:2] == (500, "damaged")
    with socket_at(running, ann) as socket:
        socket.send(json.dumps({"t": "hello", "protocol": 2, "tokens": [ann.token]}))
        assert hear(socket, "refused")["code"] == "damaged"
    assert [table["table"] for table in ben.get("/api/tables")] == [ben.table]
    found = ben.post("/api/mine", {"tokens": [ann.token, ben.token]})
    assert [mine["table"]["table"] for mine in found] == [ben.table]
    ben.move(ben.view()["legal"][0])
    running.stop()
    assert '"trace"' not in running.log()


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        (0, "This table was played by older rules of Alpina: by version 0, and we play version 1. "),
        (9, "This table was played by newer rules of Alpina: by version 9, and we only know version 1."),
    ],
)
def test_a_table_of_other_rules_says_so_and_lists_pass_it_over(
    tmp_path: Path, rules: int, wanted: str
) -> None:
    running = Running(tmp_path, **QUICK)
    (ann, _), others = (make(running, HUMAN, HUMAN, privacy="public") for _ in range(2))
    ben = mover(others)
    running.kill()
    with sqlite3.connect(running.database) as db:
        (kept,) = db.execute("SELECT document FROM tables WHERE id = ?", (ann.table,)).fetchone()
        table = msgspec.msgpack.decode(kept, type=StoredTable)
        older = msgspec.structs.replace(table, rules_version=rules)
        db.execute("UPDATE tables SET document = ? WHERE id = ?", (msgspec.msgpack.encode(older), ann.table))
    db.close()
    running.start()
    for path in (".", "./view", "./verify"):
        status, code, why = ann.refused("GET", path)
        assert (status, code) == (500, "damaged")
        assert why.startswith(wanted)
    page = ann.ask("GET", f"/verify/{ann.table}").text
    assert "This match cannot be verified" in page
    assert wanted.strip() in page
    assert [table["table"] for table in ben.get("/api/tables")] == [ben.table]
    found = ben.post("/api/mine", {"tokens": [ann.token, ben.token]})
    assert [mine["table"]["table"] for mine in found] == [ben.table]
    running.stop()
    assert '"trace"' not in running.log()


def test_a_remark_or_a_late_entry_that_cannot_be_read_is_the_servers_fault(tmp_path: Path) -> None:
    """What is read only when somebody asks for it."""
    running = Running(tmp_path, **QUICK)
    (ann,) = make(running, HUMAN, OPEN)
    ann.post("./chat", {"t": "chat", "id": "1", "text": "hi"})
    with sqlite3.connect(running.database) as db:
        db.execute("UPDATE remarks SET document = X'81A1'")
    db.close()
    assert ann.refused("GET", "./chat")[:2] == (500, "damaged")
    assert ann.get(".")["status"] == "waiting"
    running.stop()
    assert '"trace"' not in running.log()


# --- what would be allowed?


def test_a_method_that_is_not_there_is_refused_with_those_that_are(server: Running) -> None:
    (ann,) = make(server, HUMAN, OPEN)
    for path, allowed in (
        ("/api/tables", "GET, HEAD, OPTIONS, POST"),
        ("./chat", "GET, HEAD, OPTIONS, POST"),
        ("./moves", "OPTIONS, POST"),
        ("./view", "GET, HEAD, OPTIONS"),
        ("/", "GET, HEAD, OPTIONS"),
    ):
        for method in ("DELETE", "PUT", "PATCH", "TRACE"):
            answer = ann.ask(method, path)
            assert (answer.status_code, answer.json()["code"]) == (405, "no_such_method")
            assert answer.headers["allow"] == allowed
        asked = ann.ask("OPTIONS", path)
        assert (asked.status_code, asked.headers["allow"]) == (204, allowed)


def test_head_is_get_without_a_body(server: Running) -> None:
    (ann,) = make(server, HUMAN, OPEN)
    for path, status in ((".", 200), ("./view", 409), ("/api/games", 200), ("/", 200), ("/nothing", 404)):
        head, whole = (ann.ask(method, path) for method in ("HEAD", "GET"))
        assert (head.status_code, head.content) == (status, b"")
        told = [name for name in whole.headers if name != "date"]
        assert [head.headers[name] for name in told] == [whole.headers[name] for name in told]


def test_who_has_no_token_is_told_what_is_asked_for(server: Running) -> None:
    (ann,) = make(server, HUMAN, OPEN)
    answer = Person(server, ann.table).ask("POST", "./start")
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/xml", "x"])
def test_a_body_is_json_and_says_so(server: Running, kind: str) -> None:
    (ann,) = make(server, HUMAN, OPEN)
    body = {"content": b'{"muted":true}', "headers": {"Content-Type": kind}}
    assert ann.refused("POST", "./mute", **body)[:2] == (415, "not_json")
    assert ann.get(".")["chat_muted"] is False
    for good in ("application/json", "Application/JSON; charset=utf-8"):
        answer = ann.ask("POST", "./mute", content=b'{"muted":true}', headers={"Content-Type": good})
        assert answer.status_code == 200
    assert ann.ask("POST", "./mute", content=b'{"muted":true}').status_code == 200  # said nothing of it


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("./mute", '{"muted":0}'),
        ("./mute", '{"muted":"true"}'),
        ("./mute", '{"muted":null}'),
        ("./mute", "null"),
        ("./stand-in", '{"chair":"1"}'),
        ("./stand-in", '{"chair":1.5}'),
        ("./stand-in", '{"chair":1,"agree":1}'),
        ("./moves", '{"t":"move","id":1,"seq":0,"actions":["none"]}'),
        ("./moves", '{"t":"move","id":"1","seq":NaN,"actions":["none"]}'),
    ],
)
def test_nothing_in_a_body_is_made_to_fit(server: Running, path: str, body: str) -> None:
    """Not over HTTP either: Litestar would take 0 for false and "1" for 1."""
    (ann,) = make(server, HUMAN, BOT)
    before = ann.get(".")
    assert ann.refused("POST", path, content=body.encode())[:2] == (400, "bad_message")
    assert ann.get(".")["chat_muted"] == before["chat_muted"]


def test_a_whole_number_may_have_a_point(server: Running) -> None:
    """As in every JSON schema."""
    (ann,) = make(server, HUMAN, BOT)
    body = b'{"t":"hint","id":"1","seq":99.0}'
    assert ann.refused("POST", "./hint", content=body)[:2] == (409, "stale")
    # To find that out takes too long in a body of many kilobytes.
    longer = body + b" " * MOST_RECONSIDERED
    assert ann.refused("POST", "./hint", content=longer)[:2] == (400, "bad_message")
    assert ann.refused("POST", "./hint", content=longer.replace(b".0", b""))[:2] == (409, "stale")


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("sinse=3", "'sinse'"),
        ("since=3&invite=x", "'invite'"),
        ("since=1&since=2", "'since'"),
        ("wait=NaN", "`wait`"),
        ("since=null", "`since`"),
        ("since=true", "`since`"),
        ("since=", "`since`"),
    ],
)
def test_what_an_address_does_not_know_is_not_passed_over(server: Running, query: str, names: str) -> None:
    (ann,) = make(server, HUMAN, BOT)
    status, code, why = ann.refused("GET", f"./view?{query}")
    assert (status, code) == (400, "bad_message")
    assert names in why


def test_what_takes_nothing_in_its_address_says_so(server: Running) -> None:
    for path in ("/api/games?x=1", "/api/tables?x=1", "/api/games/alpina/fixed?slug=hike_cards"):
        assert Person(server).refused("GET", path)[:2] == (400, "bad_message")
    (ann,) = make(server, HUMAN, OPEN)
    for path in ("./start?x", "./leave?x=1", "./token?token=x"):
        assert ann.refused("POST", path)[:2] == (400, "bad_message")
    assert ann.get(".")["status"] == "waiting"


# --- tables in an hour


WISH = NewTable(game="alpina", chairs=[ChairWish(kind="human"), ChairWish()])
BAD_WISHES = [
    (NewTable(game="chess", chairs=WISH.chairs), "no_such_game"),
    (NewTable(game="alpina", chairs=[ChairWish(), ChairWish()]), "bad_option"),
    (NewTable(game="alpina", chairs=WISH.chairs, options={"x": 1}), "bad_option"),
    (NewTable(game="alpina", chairs=WISH.chairs, data="[["), "bad_option"),
]


class Maker:
    """Makes tables in a store of its own, two an hour."""

    def __init__(self, folder: Path) -> None:
        config = Config(database=str(folder / "tables.sqlite3"), tables_per_hour=2)
        self.store = SqliteStore(Path(config.database))
        self.tables = Tables(self.store, config, Metrics())

    async def make(self, wish: NewTable = WISH, address: str = "ann") -> Made | str:
        """A table, or the code of the refusal."""
        try:
            return await self.tables.create(wish, address, "en")
        except No as no:
            return no.code

    async def __aenter__(self) -> Maker:
        await self.store.open()
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.tables.close()
        await self.store.close()


def test_what_is_refused_does_not_count_as_a_table(tmp_path: Path) -> None:
    async def body() -> None:
        async with Maker(tmp_path) as maker:
            for wish, code in BAD_WISHES * 2:
                assert await maker.make(wish) == code
            assert isinstance(await maker.make(), Made)
            assert [await maker.make(wish) for wish, _ in BAD_WISHES] == [code for _, code in BAD_WISHES]
            assert isinstance(await maker.make(), Made)
            assert await maker.make() == "too_many"
            assert [await maker.make(wish) for wish, _ in BAD_WISHES] == ["too_many"] * 4
            assert isinstance(await maker.make(address="ben"), Made)

    asyncio.run(body())


def test_several_at_once_do_not_share_the_last_place(tmp_path: Path) -> None:
    async def body() -> None:
        async with Maker(tmp_path) as maker:
            made = await asyncio.gather(*(maker.make() for _ in range(6)))
            assert [one for one in made if isinstance(one, str)] == ["too_many"] * 4

    asyncio.run(body())


def test_who_asks_for_what_is_not_there_is_not_locked_out(tmp_path: Path) -> None:
    """Over HTTP: refused as often as one likes, then there is room for as many tables as before."""
    running = Running(tmp_path, **QUICK | {"tables_per_hour": 1})
    wish: Json = {"game": "chess", "chairs": [HUMAN, OPEN]}
    assert {ask_for(running, wish).status_code for _ in range(5)} == {404}
    assert ask_for(running, {**wish, "game": "alpina"}).status_code == 201
    assert ask_for(running, {**wish, "game": "alpina"}).status_code == 429
    running.stop()


def ask_for(running: Running, wish: Json) -> httpx.Response:
    return Person(running).ask("POST", "/api/tables", wish)
