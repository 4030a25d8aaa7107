"""The colours of chairs: proposed, chosen before the start, no two alike, and no part of the match."""

from __future__ import annotations

from typing import Any

import pytest

from server.running import BOT, HUMAN, OPEN, Json, Person, Running, make

COLOURS = ["yellow", "light blue", "purple", "red"]


def worn(person: Person) -> list[str | None]:
    """The colours of the chairs."""
    return [chair["colour"] for chair in person.get(".")["chairs"]]


def refusal(person: Person, wish: Json) -> tuple[str, str]:
    """The code and the sentence with which a colour is refused."""
    return person.refused("POST", "./colour", wish)[1:]


def friend(host: Person, name: str = "Bob") -> Person:
    """Somebody who takes an open chair."""
    joined = Person(host.server, host.table).post("./join", {"name": name, "invite": host.invite})
    return Person(host.server, host.table, joined["token"], joined["chair"])


def waiting(server: Running, *chairs: Json, **wish: Any) -> Person:
    """The host of a table of Alpina with open chairs."""
    return make(server, HUMAN | {"name": "Ann"}, *(chairs or (OPEN, OPEN)), game="alpina", **wish)[0]


@pytest.mark.rule("AL-SETUP-6")
def test_a_chair_takes_any_colour_that_nobody_else_has(server: Running) -> None:
    ann = waiting(server)
    assert ann.get(".")["colours"] == COLOURS
    assert worn(ann) == ["yellow", "light blue", "purple"]
    bob = friend(ann)
    assert bob.post("./colour", {"colour": "red"})["chairs"][1]["colour"] == "red"
    assert worn(ann) == ["yellow", "red", "purple"]  # the others keep what they have
    ann.post("./colour", {"colour": "purple"})  # of a chair that nobody sits on
    assert worn(ann) == ["purple", "red", "yellow"]
    bob.post("./leave", {})
    assert worn(ann) == ["purple", "light blue", "yellow"]


def test_what_cannot_be_chosen_is_refused_with_the_reason(server: Running) -> None:
    ann = waiting(server)
    bob = friend(ann)
    before = worn(ann)
    assert refusal(bob, {"colour": "yellow"}) == ("not_now", "Ann has yellow.")
    assert refusal(bob, {"colour": "beige"}) == (
        "bad_option",
        "There is no beige here. There is: yellow, light blue, purple, red.",
    )
    assert worn(ann) == before


def test_after_the_start_it_stays(server: Running) -> None:
    ann = waiting(server, BOT, OPEN)
    ann.post("./colour", {"colour": "red"})
    ann.post("./start", {})
    assert worn(ann) == ["red", "light blue", "purple"]
    assert refusal(ann, {"colour": "yellow"}) == ("not_now", "The match has started.")


def test_where_the_option_gives_them_to_seats_or_there_are_none_nothing_is_chosen(server: Running) -> None:
    given = waiting(server, options={"colours": ["red", "purple", "yellow"]})
    (hike,) = make(server, HUMAN | {"name": "Ann"}, BOT, OPEN, game="hike_cards")
    for person in (given, hike):
        assert person.get(".")["colours"] == []
        assert worn(person) == [None, None, None]
        assert refusal(person, {"colour": "red"}) == (
            "bad_option",
            "There are no colours to choose from at this table.",
        )
