"""People at a table: joining, leaving, coming back, bots that stand in, and talk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from server.running import HUMAN, OPEN, QUICK, Json, Person, Running, eventually, make, mover, play_out
from server.sockets import hear, sit, socket_at
from trailmix.bots import USUAL


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on which whoever is not connected is gone."""
    running = Running(tmp_path_factory.mktemp("impatient"), **QUICK | {"gone_seconds": 0})
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


def join(host: Person, name: str, **wish: object) -> Person:
    joined = Person(host.server, host.table).post("./join", {"name": name, "invite": host.invite, **wish})
    person = Person(host.server, host.table, joined["token"], joined["chair"])
    person.invite = host.invite
    return person


def names(person: Person) -> list[str | None]:
    return [chair["name"] for chair in person.get(".")["chairs"]]


# --- joining


def test_somebody_takes_the_first_open_chair_or_the_one_they_name(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN, OPEN, OPEN)
    assert join(host, "Ben", chair=2).chair == 2
    assert join(host, "  Cem   Can ").chair == 1
    assert names(host) == ["Guest 1", "Cem Can", "Ben", None]
    assert host.get(".")["status"] == "waiting"
    assert join(host, "Dan").get(".")["status"] == "running"


def test_what_cannot_be_joined(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN, OPEN)
    stranger = Person(server, host.table)

    def no(**wish: object) -> tuple[int, str]:
        return stranger.refused("POST", "./join", {"name": "Eve", "invite": host.invite, **wish})[:2]

    assert no(chair=0) == (409, "not_now")
    assert no(chair=5) == (409, "not_now")
    assert no(chair=8) == (400, "bad_message")
    assert no(name="Guest 1") == (422, "bad_option")
    assert no(name="\t") == (422, "bad_option")
    assert no(name="") == (400, "bad_message")
    assert no(name="a\x00b") == (422, "bad_option")
    assert no(invite="wrong") == (403, "forbidden")
    assert no(invite=None) == (403, "forbidden")
    assert no(seat=1) == (400, "bad_message")
    assert names(host) == ["Guest 1", None, None]
    host.post("./start")
    assert no() == (409, "not_now")


def test_a_public_table_needs_no_invite(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN, privacy="public")
    assert Person(server, host.table).post("./join", {"name": "Ben"})["table"]["status"] == "running"


# --- leaving


def test_a_chair_left_before_the_start_is_free_and_its_token_dead(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN, OPEN)
    ben = join(host, "Ben")
    with socket_at(server, ben) as socket:
        sit(socket, ben)
        ben.post("./leave")
        assert names(host) == ["Guest 1", None, None]
        assert ben.refused("GET", ".")[:2] == (401, "no_such_token")
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
    assert join(host, "Ben").chair == 1


def test_when_the_host_leaves_another_is_host(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN, OPEN)
    ben = join(host, "Ben", chair=2)
    host.post("./leave")
    assert ben.get(".")["host"] == 2
    assert ben.post("./start")["status"] == "running"


def test_when_the_last_one_leaves_the_next_who_comes_is_host(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN, OPEN)
    host.post("./leave")
    ben = join(host, "Ben", chair=1)
    assert ben.get(".")["host"] == 1
    assert ben.post("./start")["status"] == "running"


def test_whoever_leaves_a_match_keeps_the_chair_and_may_come_back(server: Running) -> None:
    ann, ben = make(server, HUMAN, HUMAN)
    ben.post("./leave")
    table = ann.get(".")
    assert (table["status"], table["chairs"][1]["name"]) == ("running", "Guest 2")
    ann.post("./stand-in", {"chair": 1})
    assert ann.get(".")["chairs"][1]["stand_in"] == USUAL
    assert ben.post("./back")["chairs"][1]["stand_in"] is None
    assert ann.refused("POST", "./stand-in", {"chair": 1})[:2] == (409, "not_now")
    play_out([ann, ben])


def test_a_new_token_makes_the_old_one_worthless(server: Running) -> None:
    ann, _ben = make(server, HUMAN, HUMAN)
    with socket_at(server, ann) as socket:
        sit(socket, ann)
        renewed = ann.post("./token")
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
    assert ann.refused("GET", "./view")[:2] == (401, "no_such_token")
    assert Person(server, ann.table, renewed["token"]).view()["seat"] in ("A", "B")


# --- a bot stands in


def test_nobody_is_replaced_who_is_present_or_just_away(server: Running) -> None:
    ann, ben = make(server, HUMAN, HUMAN)
    assert ann.refused("POST", "./stand-in", {"chair": 1})[:2] == (409, "not_now")
    with socket_at(server, ben) as socket:
        sit(socket, ben)
        assert ann.get(".")["chairs"][1]["present"]
        assert ann.refused("POST", "./stand-in", {"chair": 1})[:2] == (409, "not_now")
    assert ann.refused("POST", "./stand-in", {"chair": 1})[:2] == (409, "not_now")


def test_whoever_has_seen_enough_hands_the_chair_over_and_bots_finish(server: Running) -> None:
    ann, ben = make(server, HUMAN, HUMAN)
    ann.post("./stand-in", {"chair": 0, "agree": False})
    assert ann.get(".")["chairs"][0]["stand_in"] is None
    ann.post("./stand-in", {"chair": 0})
    assert ben.get(".")["chairs"][0]["stand_in"] == USUAL
    assert ann.refused("POST", "./stand-in", {"chair": 0})[:2] == (409, "not_now")
    ann.post("./back")
    ann.post("./stand-in", {"chair": 0})
    mine, bens = (chair["stood_in"] for chair in ben.get(".")["chairs"])
    assert (len(mine), bens) == (3, [])
    assert mine == sorted(mine)
    ben.post("./stand-in", {"chair": 1})
    eventually(lambda: bool(ben.get(".")["status"] == "over"))
    assert len(ben.view()["scores"]) == 2


def test_nobody_waits_where_only_bots_play(tmp_path: Path) -> None:
    leisurely = Running(tmp_path, **(QUICK | {"bot_pause": 1000}))
    try:
        ann, ben = make(leisurely, HUMAN, HUMAN)
        for person in (ann, ben):
            person.post("./stand-in", {"chair": person.chair})
        eventually(lambda: bool(ben.get(".")["status"] == "over"))
    finally:
        leisurely.stop()


def test_nobody_is_replaced_before_the_start(impatient: Running) -> None:
    ann, _ben = make(impatient, HUMAN, HUMAN)
    assert ann.refused("POST", "./stand-in", {"chair": 6})[:2] == (422, "bad_option")
    (alone,) = make(impatient, HUMAN, OPEN)
    assert alone.refused("POST", "./stand-in", {"chair": 1})[:2] == (409, "not_now")


def test_whoever_has_just_left_may_be_back_in_a_moment(server: Running) -> None:
    ann, _ben = make(server, HUMAN, HUMAN)
    status, code, why = ann.refused("POST", "./stand-in", {"chair": 1})
    assert (status, code) == (409, "not_now")
    assert "may be back in a moment" in why and "30 seconds" in why


def test_a_bot_stands_in_when_all_who_are_there_agree_and_hands_the_seat_back(impatient: Running) -> None:
    ann, ben, cem = people = make(impatient, HUMAN, HUMAN, HUMAN)
    with socket_at(impatient, ann) as first, socket_at(impatient, ben) as second:
        sit(first, ann)
        sit(second, ben)
        assert ann.refused("POST", "./stand-in", {"chair": 1})[:2] == (409, "not_now")  # Ben is here
        ann.post("./stand-in", {"chair": 2})
        assert cem.get(".")["chairs"][2]["agreed"] == [0]
        ann.post("./stand-in", {"chair": 2, "agree": False})
        ben.post("./stand-in", {"chair": 2})
        assert cem.get(".")["chairs"][2] | {"thinking_ms": 0} == {
            "kind": "human", "name": "Guest 3", "level": None, "seat": cem.view()["seat"], "present": False,
            "stand_in": None, "stood_in": [], "agreed": [1], "timed_out": False, "thinking_ms": 0,
            "colour": "purple", "course": None,
        }  # fmt: skip
        ann.post("./stand-in", {"chair": 2})
        assert ann.get(".")["chairs"][2]["stand_in"] == USUAL
        assert ann.refused("POST", "./stand-in", {"chair": 2})[:2] == (409, "not_now")
        play_turns(people, bot=cem)
        with socket_at(impatient, cem) as third:
            sit(third, cem)  # whoever says hello has the seat again
            while hear(third, "table")["table"]["chairs"][2]["stand_in"] is not None:
                pass
            play_out(people)


def play_turns(people: list[Person], bot: Person) -> None:
    """Play until the bot on somebody's chair has made a turn."""
    seat = bot.view()["seat"]
    while not any(entry["seat"] == seat for entry in bot.get("./log")):
        seen = people[0].view()
        acting = [person for person in people if person is not bot and person.view()["legal"]]
        if acting:
            seen = acting[0].view()
            acting[0].move(seen["legal"][0], seq=seen["seq"])
        else:
            people[0].view(since=seen["seq"], wait=5)


def test_those_who_are_gone_need_not_agree(impatient: Running) -> None:
    ann, _ben, _cem = make(impatient, HUMAN, HUMAN, HUMAN)
    with socket_at(impatient, ann) as socket:
        sit(socket, ann)
        ann.post("./stand-in", {"chair": 2})
        assert ann.get(".")["chairs"][2]["stand_in"] == USUAL


# --- talk


def say(person: Person, text: str, name: str = "1") -> Json:
    ack: Json = person.post("./chat", {"t": "chat", "id": name, "text": text})
    return ack


def test_remarks_are_kept_word_for_word_and_once(server: Running) -> None:
    ann, ben = make(server, HUMAN, HUMAN)
    text = "<b>hi</b> & \"so\" 'on' \\ {{x}} ☃ 👩‍🚀"
    assert say(ann, text) == say(ann, text)
    say(ben, "hello", "1")  # the same id, but another's
    remarks = ann.get("./chat")
    assert [(r["number"], r["chair"], r["name"], r["text"]) for r in remarks] == [
        (1, 0, "Guest 1", text),
        (2, 1, "Guest 2", "hello"),
    ]
    assert [r["number"] for r in ben.get("./chat", since=1)] == [2]


def test_remarks_are_bounded(server: Running) -> None:
    ann, _ben = make(server, HUMAN, HUMAN)
    for text in ("", "x" * 301):
        body = {"t": "chat", "id": "1", "text": text}
        assert ann.refused("POST", "./chat", body)[:2] == (400, "bad_message")
    for n in range(103):
        say(ann, str(n), str(n))
    assert [r["text"] for r in ann.get("./chat")] == [str(n) for n in range(3, 103)]


def test_the_host_silences_the_chat(server: Running) -> None:
    ann, ben = make(server, HUMAN, HUMAN)
    assert ann.post("./mute", {"muted": True})["chat_muted"]
    body = {"t": "chat", "id": "1", "text": "but"}
    assert ben.refused("POST", "./chat", body)[:2] == (403, "forbidden")
    assert not ann.post("./mute", {"muted": False})["chat_muted"]
    say(ben, "thanks")
    assert len(ben.get("./chat")) == 1


def test_onlookers_and_strangers_do_not_talk(server: Running) -> None:
    ann, _ben = make(server, HUMAN, HUMAN, privacy="public")
    body = {"t": "chat", "id": "1", "text": "psst"}
    assert Person(server, ann.table).refused("POST", "./chat", body)[:2] == (401, "no_such_token")


def test_what_is_said_reaches_those_who_are_there(server: Running) -> None:
    ann, ben = make(server, HUMAN, HUMAN)
    with socket_at(server, ann) as socket:
        sit(socket, ann)
        say(ben, "here")
        assert hear(socket, "chat")["text"] == "here"
        assert mover([ann, ben]) in (ann, ben)
