"""Three processes over one PostgreSQL behind HAProxy: nobody notices when one of them ends."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from server.fleet import PLAYING, Fleet, end_again_and_again, fleet_of
from server.postgres import Postgres
from server.running import HUMAN, OPEN, Person, Running, eventually, make, mover, play_out
from server.sockets import hear, sit, socket_at
from trailmix.server.http.preview import PAGES
from trailmix.server.tables import remembered
from trailmix.server.tables.open_tables import SETTLED_SECONDS

KILLS, STOPS = 30, 3
HUNG_SECONDS = 2.0
MONITOR = "127.0.0.2"


@pytest.fixture(scope="module")
def fleet(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    with fleet_of(
        tmp_path_factory.mktemp("fleet"), postgres, hung_seconds=HUNG_SECONDS, monitors=MONITOR
    ) as made:
        yield made


def elsewhere(person: Person, server: Running) -> Person:
    """The same person, who asks another server."""
    return Person(server, person.table, person.token, person.chair)


# --- kills and restarts
#
# How many moves are made between two ends depends on the machine, so no number of them is asked for. What is
# asked for is that after each end each table at which people play went on, by a move of theirs that is kept.


def test_processes_are_killed_and_every_acknowledged_move_is_there_once(fleet: Fleet) -> None:
    toll = asyncio.run(end_again_and_again(fleet, KILLS, signal.SIGKILL, "kills"))
    assert (toll.ends, len(toll.pauses)) == (KILLS, KILLS * PLAYING) and toll.resent > 0


def test_processes_are_restarted_one_by_one_and_nothing_is_lost(fleet: Fleet) -> None:
    toll = asyncio.run(end_again_and_again(fleet, STOPS, signal.SIGTERM, "stops"))
    assert (toll.ends, len(toll.pauses)) == (STOPS, STOPS * PLAYING)


def test_a_process_that_was_stopped_holds_nothing(fleet: Fleet) -> None:
    first, second, _third = fleet.servers
    people = make(first, HUMAN, HUMAN)
    mover(people).move(mover(people).view()["legal"][0])
    assert first.stop() == 0
    there = [elsewhere(person, second) for person in people]
    assert there[0].view()["seq"] == 1  # at once
    first.start()


# --- who holds a table


def test_whoever_is_asked_for_a_table_of_another_says_so_and_gets_it_later(fleet: Fleet) -> None:
    first, second, _third = fleet.servers
    people = make(first, HUMAN, HUMAN)
    mover(people).move(mover(people).view()["legal"][0])
    there = elsewhere(people[0], second)
    answer = there.ask("GET", "./view")
    if answer.status_code != 200:  # it has only just come to the first
        assert (answer.status_code, answer.json()["key"]) == (503, "stopping.elsewhere")
        assert answer.headers["retry-after"] == "1"
        assert any("the balancer should hash" in line["message"] for line in second.log_lines())
    eventually(lambda: there.ask("GET", "./view").status_code == 200)
    assert there.view()["seq"] == 1
    play_out([elsewhere(person, second) for person in people])
    assert there.get("./verify")["fair"]


def test_a_process_that_hangs_loses_its_tables_and_cannot_write_when_it_wakes(fleet: Fleet) -> None:
    first, second, _third = fleet.servers
    people = make(first, HUMAN, HUMAN)
    late = mover(people)
    stale = late.view()
    there = [elsewhere(person, second) for person in people]
    os.kill(first.process.pid, signal.SIGSTOP)
    try:
        eventually(lambda: there[0].ask("GET", "./view").status_code == 200)
        mover(there).move(mover(there).view()["legal"][-1])
    finally:
        os.kill(first.process.pid, signal.SIGCONT)
    move = {"t": "move", "id": "late", "seq": stale["seq"], "actions": [stale["legal"][0]]}
    answer = late.ask("POST", "./moves", move)
    assert answer.status_code in (409, 503), answer.text
    log = there[0].get("./log")
    assert [entry["kind"] for entry in log] == ["start", "move"]
    eventually(lambda: any("taken for dead" in line["message"] for line in first.log_lines()))


# --- what is not about one table


def test_everybody_sees_the_tables_of_all_processes(fleet: Fleet) -> None:
    tables = {}
    for server in fleet.servers:
        ann, *_ = make(server, HUMAN, OPEN, privacy="public")
        ann.post("./chat", {"t": "chat", "id": "1", "text": "hi"})  # the server holds it
        tables[ann.table] = ann
    tokens = {"tokens": [ann.token for ann in tables.values()]}
    for server in fleet.servers:
        asking = Person(server)
        assert tables.keys() <= {table["table"] for table in asking.get("/api/tables")}
        assert {mine["table"]["table"] for mine in asking.post("/api/mine", tokens)} == tables.keys()
    for ann in tables.values():  # and are held as before
        ann.post("./chat", {"t": "chat", "id": "2", "text": "still here"})


def test_whose_turn_it_is_and_how_it_ended_is_known_to_all_processes(fleet: Fleet) -> None:
    first, second, _third = fleet.servers
    people = make(first, HUMAN, HUMAN)
    to_move = mover(people)  # the first holds it
    tokens = {"tokens": [person.token for person in people]}
    told = Person(second).post("/api/mine", tokens)
    assert [each["chair"] for each in told if each["my_turn"]] == [to_move.chair]
    assert all(each["waited_ms"] >= 0 and each["result"] is None for each in told)
    play_out(people)
    (here, _) = Person(first).post("/api/mine", tokens)
    assert len(here["result"]["scores"]) == 2
    eventually(lambda: Person(second).post("/api/mine", tokens)[0]["result"] == here["result"])


def test_a_rematch_is_joined_wherever_its_table_is(fleet: Fleet) -> None:
    first, second, _third = fleet.servers
    ann, ben = people = make(first, HUMAN, HUMAN)
    play_out(people)
    joined = ann.post("./rematch")
    again = Person(second, joined["table"]["table"], joined["token"])
    assert again.get(".")["status"] == "waiting"  # the second holds it now
    joined = ben.post("./rematch")
    eventually(lambda: again.get(".")["status"] == "running")
    play_out([again, Person(second, joined["table"]["table"], joined["token"], 1)])


def test_the_balancer_says_whose_request_it_is(fleet: Fleet) -> None:
    """Figures are for one address only: the servers go by what the balancer says, not by what people say."""
    claimed = {"X-Forwarded-For": MONITOR}

    def asks(source: str, address: str, **headers: str) -> int:
        transport = httpx.HTTPTransport(local_address=source)
        with httpx.Client(transport=transport, trust_env=False) as http:
            return http.get(f"{address}/metrics", headers=headers).status_code

    for address in (fleet.address, fleet.servers[0].address):
        assert asks(MONITOR, address) == 200
        assert asks("127.0.0.3", address) == 403
        assert asks("127.0.0.3", address, **claimed) == 403


# --- links


def test_a_link_that_is_posted_takes_no_table_from_its_players(fleet: Fleet, postgres: Postgres) -> None:
    """However often, by whichever spelling, and of whichever process its preview is asked for."""
    first, second, _third = fleet.servers
    players = [make(first, HUMAN, HUMAN, privacy=privacy)[0] for privacy in ("public", "private")]
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket_at(first, player)) for player in players]
        for socket, player in zip(sockets, players, strict=True):
            sit(socket, player)
        held = [holder(fleet, postgres, player.table) for player in players]
        assert None not in held
        until = time.monotonic() + SETTLED_SECONDS + remembered.SECONDS + 1
        while time.monotonic() < until:
            for player in players:
                look_from_elsewhere(second, player)
        for socket in sockets:
            socket.send(json.dumps({"t": "ping"}))
            hear(socket, "pong")
        assert [holder(fleet, postgres, player.table) for player in players] == held


def look_from_elsewhere(server: Running, player: Person) -> None:
    """Ask for the pages about a table, and for its addresses by other spellings."""
    encoded = f"%{ord(player.table[0]):x}{player.table[1:]}"
    for page in PAGES:
        for name in (player.table, encoded):
            assert Person(server).ask("GET", f"/{page}/{name}").status_code == 200
    for path in (f"/api/tables/{encoded}", f"/api//tables/{player.table}", f"/verify/{encoded}"):
        assert Person(server, "", player.token).refused("GET", path)[:2] == (404, "no_such_table")
    with pytest.raises(ConnectionClosed) as closed, socket_at(server, Person(server, encoded)) as socket:
        sit(socket, player)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404


def holder(fleet: Fleet, postgres: Postgres, table: str) -> str | None:
    """The process that holds a table, as the database has it."""
    database = fleet.servers[0].flags[1]
    ((name,),) = postgres.ask(database, "SELECT holder FROM tables WHERE id = $1", table)
    found: str | None = name
    return found
