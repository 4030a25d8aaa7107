"""The courses that chairs bring: chosen before the start, checked, and part of the match."""

from __future__ import annotations

from typing import Any

import pytest

from server.running import BOT, HUMAN, OPEN, Json, Person, Running, make
from server.test_colours import friend

SHORT = '[course]\nname = "Short and sweet"\ntrack = "start T CL finish:R"\n'
NAMED = ["nutcracker", "dagger"]


def waiting(server: Running, *chairs: Json, **wish: Any) -> Person:
    """The host of a table to which everybody brings a course."""
    options = {"courses": NAMED[: 1 + len(chairs)]} if chairs else {"courses": NAMED}
    chairs = (HUMAN | {"name": "Ann"}, *(chairs or (OPEN,)))
    return make(server, *chairs, game="snow_tails", **{"options": options, **wish})[0]


def brought(person: Person) -> list[str | None]:
    """What the chairs bring."""
    return [chair["course"] for chair in person.get(".")["chairs"]]


def bring(person: Person, course: str) -> Json:
    """Choose it."""
    table: Json = person.post("./bring", {"course": course})
    return table


@pytest.mark.rule("ST-SEASON-1")
def test_everybody_brings_a_course_of_their_own(server: Running) -> None:
    ann = waiting(server)
    assert ann.get(".")["brings_courses"]
    bring(ann, "bruce")
    bob = friend(ann)
    assert brought(ann) == ["bruce", None]
    assert ann.get(".")["status"] == "waiting", "Bob has not chosen yet"
    table = bring(bob, SHORT)
    assert table["status"] == "running"
    assert table["options"]["courses"] == ["bruce", SHORT]
    fixed = ann.get("./fixed")
    assert [course["name"] for course in fixed["courses"]] == ["Bruce's Nightmare", "Short and sweet"]
    assert [race["designer"] for race in fixed["races"]] == ["A", "B"]


def test_a_choice_survives_the_server_and_can_be_changed(server: Running) -> None:
    ann = waiting(server)
    bring(ann, "bruce")
    bring(ann, "tremendous")
    assert brought(ann) == ["tremendous", None]
    started = ann.post("./start", {})
    assert started["options"]["courses"] == ["tremendous", "dagger"], "the bot brings what was named for it"
    before = ann.get("./fixed"), ann.get(".")["commitment"]
    server.kill()
    server.start()
    assert (ann.get("./fixed"), ann.get(".")["commitment"]) == before


def test_what_cannot_be_brought_is_refused_with_the_reason(server: Running) -> None:
    ann = waiting(server)
    code, why = ann.refused("POST", "./bring", {"course": "start S Q finish:R"})[1:]
    assert code == "bad_option"
    assert why.startswith("Token 3 of the course, 'Q': there is no such piece")
    assert brought(ann) == [None, None]
    (alone,) = make(server, HUMAN, BOT, game="snow_tails", options={"courses": NAMED})
    assert alone.refused("POST", "./bring", {"course": "bruce"})[1:] == ("not_now", "The match has started.")
    plain = waiting(server, OPEN, options={})
    assert not plain.get(".")["brings_courses"]
    assert plain.refused("POST", "./bring", {"course": "bruce"})[1:] == (
        "not_now",
        "Nobody brings a course of their own to this table.",
    )


def test_whoever_leaves_takes_the_course_along(server: Running) -> None:
    ann = waiting(server, OPEN, OPEN, options={"courses": [*NAMED, "hobbit"]})
    bob = friend(ann)
    bring(bob, "bruce")
    assert brought(ann) == [None, "bruce", None]
    bob.post("./leave", {})
    assert brought(ann) == [None, None, None]
