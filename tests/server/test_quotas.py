"""What is kept of a table has bounds, whatever its people do all day."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.running import HUMAN, OPEN, QUICK, Json, Person, Running, make, mover, play_out
from trailmix.server.storage.sql import MIGRATIONS, SQLITE
from trailmix.server.tables.table import SNAPSHOT_EVERY


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that allows little."""
    wishes = QUICK | {"remarks_per_table": 5, "undos_per_seat": 3}
    running = Running(tmp_path_factory.mktemp("strict"), **wishes)
    yield running
    running.stop()


def say(person: Person, name: str) -> Any:
    return person.ask("POST", "./chat", {"t": "chat", "id": name, "text": name})


def rows(running: Running, sql: str, *values: Any) -> list[Any]:
    with sqlite3.connect(running.database, timeout=30) as db:
        found = db.execute(sql, values).fetchall()
    db.close()
    return found


def ping_pong(person: Person, times: int) -> None:
    """Play and take back."""
    for _ in range(times):
        person.move(person.view()["legal"][0])
        take_back(person)


def take_back(person: Person) -> Json:
    seq = person.view()["seq"]
    ack: Json = person.post("./undo", {"t": "undo", "id": f"undo {seq}", "seq": seq})
    return ack


def test_at_one_table_so_much_is_said_and_no_more(strict: Running) -> None:
    ann, ben = make(strict, HUMAN, HUMAN)
    for n in range(5):
        assert say((ann, ben)[n % 2], str(n)).status_code == 200
    for person in (ann, ben):
        refused = say(person, "more")
        assert (refused.status_code, refused.json()["key"]) == (429, "too_many.remarks")
    assert say(ann, "0").status_code == 200  # a resend of what was said
    assert [remark["text"] for remark in ann.get("./chat")] == list("01234")
    assert say(make(strict, HUMAN, HUMAN)[0], "elsewhere").status_code == 200


def test_a_chair_says_only_so_much_in_a_minute(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK | {"remarks_per_minute": 3})
    try:
        ann, ben = make(running, HUMAN, HUMAN)
        begun, said = time.monotonic(), 0
        while (answer := say(ann, str(said))).status_code == 200 and said < 100:
            said += 1
        # A slow machine may take minutes for this.
        assert 3 <= said <= 3 * (1 + (time.monotonic() - begun) / 60)
        assert answer.json()["key"] == "too_many.remarks_at_once"
        assert say(ann, "0").status_code == 200
        assert say(ben, "me too").status_code == 200
        assert len(ann.get("./chat")) == said + 1
    finally:
        running.stop()


def test_playing_and_taking_back_cannot_make_a_log_grow_for_ever(strict: Running) -> None:
    people = make(strict, HUMAN, HUMAN)
    first = mover(people)
    ping_pong(first, 3)
    first.move(first.view()["legal"][0])
    before = first.view()
    undo = {"t": "undo", "id": "once more", "seq": before["seq"]}
    answer = first.ask("POST", "./undo", undo)
    assert (answer.status_code, answer.json()["key"]) == (429, "too_many.undos")
    assert first.view() == before
    play_until_turn_of_another(people, first)
    second = mover(people)
    assert second is not first
    ping_pong(second, 1)  # each has their own
    play_out(people)
    assert people[0].get("./verify")["fair"]


def play_until_turn_of_another(people: list[Person], first: Person) -> None:
    while (person := mover(people)) is first:
        person.move(person.view()["legal"][0])


def test_a_quota_survives_a_restart(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK | {"undos_per_seat": 2, "remarks_per_table": 1})
    try:
        first = mover(make(running, HUMAN, HUMAN))
        ping_pong(first, 2)
        say(first, "one")
        running.kill()
        running.start()
        first.move(first.view()["legal"][0])
        undo = {"t": "undo", "id": "more", "seq": first.view()["seq"]}
        assert first.refused("POST", "./undo", undo)[:2] == (429, "too_many")
        assert say(first, "two").json()["key"] == "too_many.remarks"
    finally:
        running.stop()


def test_snapshots_do_not_grow_with_what_was_taken_back(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    first = mover(people)
    sizes = set()
    for _ in range(3):
        ping_pong(first, SNAPSHOT_EVERY // 2 + 1)
        kept = rows(server, "SELECT LENGTH(document) FROM snapshots WHERE table_id = ?", first.table)
        assert len(kept) == 1  # the newest
        sizes.add(kept[0][0])
    assert max(sizes) - min(sizes) <= 8  # a larger number may take a byte or two more
    log = [entry for since in (-1, 99) for entry in first.get("./log", since=since, limit=100)]
    assert [entry["undone"] for entry in log[1:]] == [True, False] * (len(log) // 2)


def test_what_was_taken_back_is_known_after_a_restart(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK)
    try:
        people = make(running, HUMAN, HUMAN)
        first = mover(people)
        ping_pong(first, SNAPSHOT_EVERY)
        first.move(first.view()["legal"][-1])
        log = first.get("./log", limit=500)
        assert rows(running, "SELECT seq FROM snapshots")[0][0] >= SNAPSHOT_EVERY
        running.kill()
        running.start()
        assert first.get("./log", limit=500) == log
        play_out(people)
        assert first.get("./verify")["fair"]
    finally:
        running.stop()


def test_coming_and_going_leaves_one_row(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN, OPEN)
    for n in range(20):
        body = {"name": f"Guest {n + 9}", "invite": host.invite}
        guest = Person(server, host.table, Person(server, host.table).post("./join", body)["token"])
        host.post("./mute", {"muted": n % 2 == 0})
        guest.post("./leave")
        host.token = host.post("./token")["token"]
    assert host.get(".")["revision"] >= 80
    assert rows(server, "SELECT COUNT(*) FROM people WHERE table_id = ?", host.table) == [(1,)]
    assert rows(server, "SELECT COUNT(*) FROM tokens WHERE table_id = ?", host.table) == [(1,)]


# --- files of the first schema


def as_of_the_first_schema(path: Path) -> None:
    """Write a file of ours as the first schema kept it: every revision and snapshot, and what was undone."""
    db = sqlite3.connect(path)
    with db:
        (latest,) = db.execute("SELECT MAX(revision) FROM people").fetchone()
        for revision in range(latest):
            db.execute(
                "INSERT INTO people SELECT table_id, ?, document FROM people WHERE revision = ?",
                (revision, latest),
            )
        seq, document = db.execute("SELECT seq, document FROM snapshots").fetchone()
        old = msgspec.msgpack.decode(document) | {"undone": list(range(1, seq, 2))}
        db.execute("UPDATE snapshots SET document = ?", (msgspec.msgpack.encode(old),))
        db.execute("INSERT INTO snapshots SELECT table_id, 1, document FROM snapshots")
        db.execute("UPDATE tables SET touched = ?", (time.time() - 3600,))
        for later in (
            "steady_time",
            "analyses",
            "processes",
            "parcels",
            "bans",
            "secrets",
            "followed",
            "followers",
        ):
            db.execute(f"DROP TABLE {later}")
        for column in ("holder", "clock_seconds"):
            db.execute(f"ALTER TABLE tables DROP COLUMN {column}")
        db.execute("ALTER TABLE entries DROP COLUMN secret")
        db.execute("PRAGMA user_version = 1")
    db.close()


def schema_of(db: sqlite3.Connection) -> set[tuple[str, str]]:
    return set(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def test_a_file_of_the_first_schema_is_played_on(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK)
    try:
        people = make(running, HUMAN, HUMAN)
        first = mover(people)
        ping_pong(first, SNAPSHOT_EVERY // 2 + 1)
        log, seen = first.get("./log"), first.view()
        running.stop()
        as_of_the_first_schema(running.database)
        with sqlite3.connect(":memory:") as fresh, sqlite3.connect(running.database) as file:
            fresh.executescript(SQLITE.told(MIGRATIONS[0]))
            assert schema_of(fresh) == schema_of(file)
        fresh.close()
        file.close()
        running.start()
        assert (first.get("./log"), first.view()) == (log, seen)
        assert rows(running, "SELECT COUNT(*) FROM people") == [(1,)]
        assert rows(running, "SELECT COUNT(*) FROM snapshots") == [(1,)]
        assert rows(running, "PRAGMA user_version") == [(len(MIGRATIONS),)]
        play_out(people)
        assert first.get("./verify")["fair"]
    finally:
        running.stop()
