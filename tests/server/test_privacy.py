"""What is said and shown at a table is for those who are there: no cache keeps it, no stranger reads it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from server.running import HUMAN, OPEN, Person, Running, make, mover, play_out
from server.sockets import hear, sit, socket_at
from trailmix.server.http.preview import PAGES
from trailmix.server.storage.sql import MIGRATIONS

OPERATING = Path(__file__).parents[2] / "docs" / "operating.md"
OF_NOBODY = {"steady_time", "processes"}
"""What is kept of clocks and servers, and not of people."""


def test_nobody_keeps_a_copy_of_what_a_table_shows(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    first = mover(people)
    seen = first.view()
    move = {"t": "move", "id": "1", "seq": seen["seq"], "actions": [seen["legal"][0]]}
    asked: list[tuple[str, str, Any]] = [
        *(
            ("GET", path, None)
            for path in (".", "./view", "./log", "./chat", "./fixed", "./replay", "./nothing")
        ),
        *(("GET", f"/{page}/{first.table}", None) for page in PAGES),
        *(("GET", path, None) for path in ("/api/tables", "/api/tables/nowhere", "/healthz")),
        *(("POST", path, move) for path in ("./try", "./moves", "./moves/nothing", "./rematch")),
        ("POST", "/api/mine", {"tokens": [first.token]}),
        ("POST", "/api/tables", {"game": "alpina", "chairs": [HUMAN, OPEN]}),
        ("PUT", "./moves", move),
        ("POST", "/api/games/alpina/lesson", {"step": 0}),
        ("POST", "/api/games/alpina/lesson", {"step": 1000}),
        ("GET", "/api/games/nothing/lesson", None),
        ("GET", "/nothing", None),
        ("POST", "/", {}),
    ]
    for method, path, body in asked:
        answer = first.ask(method, path, body)
        assert answer.headers["cache-control"] == "no-store", (path, answer.text)
    assert "cache-control" not in first.ask("GET", "/api/games").headers


def test_what_is_said_at_a_private_table_stays_private(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    ann, ben = people
    stranger, invited = Person(server, ann.table), {"headers": {"Trailmix-Invite": ann.invite}}
    ann.post("./chat", {"t": "chat", "id": "1", "text": "between us"})
    play_out(people)
    assert stranger.get("./view")["view"]["to_move"] is None  # the finished match is open to all
    assert stranger.refused("GET", "./chat")[:2] == (403, "forbidden")
    assert [remark["text"] for remark in ben.get("./chat")] == ["between us"]
    assert stranger.ask("GET", "./chat", **invited).json()[0]["text"] == "between us"
    with (
        socket_at(server, stranger) as outside,
        socket_at(server, stranger) as guest,
        socket_at(server, ben) as inside,
    ):
        for socket, more in ((outside, {}), (guest, {"invite": ann.invite})):
            sit(socket, stranger, tokens=[], **more)
        sit(inside, ben)
        assert [hear(socket, "chat")["text"] for socket in (guest, inside)] == ["between us"] * 2
        ann.post("./chat", {"t": "chat", "id": "2", "text": "well played"})
        assert [hear(socket, "chat")["text"] for socket in (guest, inside)] == ["well played"] * 2
        outside.send(json.dumps({"t": "ping"}))
        heard = []
        while (message := json.loads(outside.recv(10)))["t"] != "pong":
            heard.append(message["t"])
        assert "view" in heard and "chat" not in heard


def test_what_is_said_at_a_public_table_is_for_all(server: Running) -> None:
    people = make(server, HUMAN, HUMAN, privacy="public")
    people[0].post("./chat", {"t": "chat", "id": "1", "text": "hello all"})
    stranger = Person(server, people[0].table)
    with socket_at(server, stranger) as socket:
        sit(socket, stranger, tokens=[])
        assert hear(socket, "chat")["text"] == "hello all"
    play_out(people)
    assert [remark["text"] for remark in stranger.get("./chat")] == ["hello all"]


def test_what_is_stored_about_people_is_listed() -> None:
    """Besides what belongs to a table of theirs, which is deleted with it."""
    made = re.findall(r"CREATE TABLE (\w+) \((.*?);", "".join(MIGRATIONS), re.DOTALL)
    of_tables = {name for name, columns in made if name == "tables" or "REFERENCES tables" in columns}
    assert {"tables", "people", "remarks"} <= of_tables
    _, _, section = OPERATING.read_text(encoding="utf-8").partition("## What is stored about people\n")
    rows = "".join(re.findall(r"(?m)^\|.*\n", section.partition("\n## ")[0]))
    assert {name for name, _ in made} - of_tables - OF_NOBODY == set(re.findall(r"`(\w+)`", rows))
