"""Lessons over HTTP: what they say, a table for each step, and how many of them there can be."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.running import QUICK, Json, Person, Running
from trailmix.engine import lessons
from trailmix.engine.game import find
from trailmix.server.storage.sql import table_decoder
from trailmix.server.storage.store import StoredTable

LESSON = "/api/games/alpina/lesson"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("lessons"), **QUICK)
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


def begin(server: Running, step: int, **wish: object) -> tuple[Person, Json]:
    """Somebody at the table of a step, and what was made."""
    made: Json = Person(server).post(LESSON, {"step": step, **wish})
    ((chair, token),) = made["tokens"].items()
    return Person(server, made["table"]["table"], token, int(chair)), made


def test_a_lesson_is_told_step_by_step(server: Running) -> None:
    told = Person(server).get(LESSON)
    steps = lessons.lesson_of(find("alpina"))
    assert (told["game"], told["name"], len(told["steps"])) == ("alpina", "Alpina", len(steps))
    for one, step in zip(told["steps"], steps, strict=True):
        assert (one["name"], one["show"]) == (step.name, step.shown)
        assert one["title"] and one["tell"]
        assert (one["task"] != "") == (one["done"] != "") == (one["other"] != "") == (not step.is_match)
        if not step.is_match:
            assert re.match(one["fits"], ";".join(one["show"]))
            assert re.match(one["begins"], one["show"][0])
    with_lesson = {game["game"]: game["lesson"] for game in Person(server).get("/api/games")}
    assert with_lesson["alpina"] is True


def test_a_step_is_a_table_with_its_position_against_the_weakest_bots(server: Running) -> None:
    me, made = begin(server, 1, name="Ann")
    table = made["table"]
    assert (table["status"], table["privacy"], table["commitment"]) == ("running", "private", "")
    assert [(chair["kind"], chair["level"]) for chair in table["chairs"]] == [
        ("human", None),
        ("bot", "first_match"),
    ]
    assert table["chairs"][0]["name"] == "Ann"
    seen = me.view()
    assert {spot["card"] for spot in seen["view"]["grid"]} == {"F08", "C04", "N06"}
    assert seen["own"]["hand"] == ["N03", "N09", "C16", "F07", "F09", "F17"]
    shown = Person(server).get(LESSON)["steps"][1]["show"]
    wrong = me.ask("POST", "./try", {"t": "try", "id": "t", "seq": 0, "actions": [shown[0], "hiker 1,-1"]})
    assert wrong.json()["why"] == "A hiker stands there already: a card holds one."
    me.move(*shown)
    assert [entry["actions"] for entry in me.get("./log") if entry["seat"] == "A"] == [shown]


def test_only_the_match_at_the_end_is_kept_like_any_table(server: Running) -> None:
    (_, step), (_, match) = begin(server, 0), begin(server, 6)
    passing = {table.id: table.passing for table in tables_in(server)}
    assert passing[step["table"]["table"]] and not passing[match["table"]["table"]]


def tables_in(server: Running) -> list[StoredTable]:
    with sqlite3.connect(server.database) as connection:
        rows = connection.execute("SELECT document FROM tables").fetchall()
    return [table_decoder.decode(row[0]) for row in rows]


def without_times(said: object) -> object:
    """What was said, but for when it happened."""
    if isinstance(said, list):
        return [without_times(one) for one in said]
    if isinstance(said, dict):
        return {key: without_times(one) for key, one in said.items() if key not in ("at", "id")}
    return said


def test_what_is_written_down_is_what_the_table_says(server: Running) -> None:
    number = 1
    recorded = Person(server).get(f"{LESSON}/recording")["steps"][number]
    me, made = begin(server, number, name=recorded["learner"])
    welcome, first = recorded["greeting"]
    assert welcome["chairs"] == [me.chair] and welcome["fixed"] == me.get("./fixed")
    apart = {"table": None, "revision": None, "clock": None}  # no clock runs in what is written down
    told = made["table"] | apart
    assert told["chairs"][0].pop("present") is False  # nobody looks at it
    assert welcome["table"]["chairs"][0].pop("present") is True
    assert welcome["table"] | apart == told
    seen = me.view(since=-1)
    assert without_times(first) == without_times(seen)
    step = lessons.lesson_of(find("alpina"))[number]
    turns = [step.shown[:1], step.shown, *map(lessons.actions_of, step.refused)]
    for turn in turns:
        real = me.ask("POST", "./try", {"t": "try", "id": "t", "seq": 0, "actions": turn}).json()
        kept = recorded["tried"][lessons.written(turn)]
        assert without_times(kept | {"seq": 0}) == without_times(real | {"seq": 0})
    assert len({recorded["tried"][lessons.written(turn)]["t"] for turn in turns}) == 2
    me.move(*step.shown)
    mine = me.get("./log", since=0)[0]
    played = recorded["played"][lessons.written(step.shown)]
    assert without_times(played[0]["log"]) == without_times([mine])
    assert played[-1]["view"]["to_move"] == "A", "the bot has replied"
    assert {entry["seat"] for view in played[1:] for entry in view["log"]} == {"B"}


def test_every_turn_that_is_written_down_is_one_that_the_step_is_about(server: Running) -> None:
    recorded = Person(server).get(f"{LESSON}/recording")["steps"]
    *steps, last = zip(recorded, lessons.lesson_of(find("alpina")), strict=True)
    assert (last[0]["tried"], last[0]["played"]) == ({}, {})
    for kept, step in steps:
        assert lessons.written(step.shown) in kept["played"]
        assert all(re.fullmatch(step.fits, turn) for turn in kept["played"])
        for turn, views in kept["played"].items():
            assert lessons.written(views[0]["log"][0]["actions"]) == turn
            assert [view["seq"] for view in views if view["t"] == "view"] == [
                n + 1 for n in range(sum(view["t"] == "view" for view in views))
            ]


def test_it_comes_packed_to_whoever_can_unpack_it(server: Running) -> None:
    whole = Person(server).ask("GET", f"{LESSON}/recording", headers={"accept-encoding": "identity"})
    packed = Person(server).ask("GET", f"{LESSON}/recording", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in whole.headers and packed.headers["content-encoding"] == "gzip"
    assert whole.json() == packed.json()
    assert int(packed.headers["content-length"]) < len(whole.content) / 10


def test_what_there_is_not_is_refused(server: Running) -> None:
    nobody = Person(server)
    assert nobody.refused("POST", LESSON, {"step": 7}) == (422, "bad_option", "The lesson has 7 steps.")
    assert nobody.refused("POST", LESSON, {"step": 20})[:2] == (400, "bad_message")
    assert nobody.refused("POST", LESSON, {"step": -1})[:2] == (400, "bad_message")
    assert nobody.refused("POST", LESSON, {"step": 0, "seat": 1})[:2] == (400, "bad_message")
    assert nobody.refused("GET", "/api/games/nothing/lesson")[:2] == (404, "no_such_game")
    assert nobody.refused("GET", "/api/games/nothing/lesson/recording")[:2] == (404, "no_such_game")
    assert nobody.refused("POST", "/api/games/nothing/lesson", {"step": 0})[:2] == (404, "no_such_game")


def test_steps_are_bounded_and_do_not_count_as_tables(tmp_path: Path) -> None:
    """At a server where a table is made three times an hour, and a step begun twelve times."""
    server = Running(tmp_path, **QUICK | {"tables_per_hour": 3, "lesson_steps_per_hour": 12})
    answers = [Person(server).ask("POST", LESSON, {"step": 0}) for _ in range(13)]
    assert [answer.status_code for answer in answers] == [201] * 12 + [429]
    assert answers[-1].json()["why"].startswith("Too many steps of lessons were begun from your address")
    left = [Person(server).ask("POST", LESSON, {"step": 6}).status_code for _ in range(4)]
    assert left == [201, 201, 201, 429], "the match of a lesson is a table"
    server.stop()
