"""Everybody at a table reads in the own language (prompts, log, reasons), or in English if there is none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from server.running import BOT, HUMAN, QUICK, Json, Person, Started, make, mover, play_out
from server.sockets import hear, sit, socket_at
from trailmix.engine.words import ENGINE, Words
from trailmix.server import words
from trailmix.server.messages.refusals import STATUS

XX = {"Accept-Language": "tlh, xx-YY;q=0.8, en;q=0.5"}


class Speaking(Started):
    """A server that has another language, xx: English in brackets."""

    program = (str(Path(__file__).with_name("speaking.py")),)


@pytest.fixture(scope="module")
def speaking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    running = Speaking(tmp_path_factory.mktemp("speaking"), **QUICK)
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


def in_brackets(text: str) -> bool:
    return text.startswith("[") and text.endswith("]")


# --- which language


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "languages", lambda: frozenset(("en", "de", "fr")))


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH, en;q=0.5", "de"),
        ("DE-ch,fr;q=0.9", "de"),
        ("it, fr;q=0.5, de;q=0.7", "de"),
        ("fr;q=0.3, en;q=0.4", "en"),
        ("fr, de", "fr"),
        ("de;q=0, fr ; q=0.1", "fr"),
        ("*", "en"),
        (";;q=,,de;q=x", "de"),
        ("../../de", "de"),
        ("tlh," * 1000 + "de", "en"),
    ],
)
def test_the_language_wished_for_most_is_taken(header: str, language: str) -> None:
    assert words.accepted(header) == language


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("wish", "language"),
    [("de", "de"), ("fr-CA", "fr"), ("DE", "de"), ("../de", "en"), ("x", "en"), ("-", "en")],
)
def test_a_language_that_is_not_there_is_english(wish: str, language: str) -> None:
    assert words.spoken(wish) == language


def test_this_server_speaks_english() -> None:
    assert "en" in words.languages()


def test_refusals_stand_under_their_codes() -> None:
    tops = {key.partition(".")[0] for key in words.words("en").texts.keys() - Words(ENGINE).texts.keys()}
    assert tops - {"name", "verify", "no_page", "notice", "preview"} == set(STATUS) - {"rules"}


# --- at a table


def test_two_at_one_table_read_two_languages(speaking: Started) -> None:
    people = make(speaking)
    first = mover(people)
    second = next(person for person in people if person is not first)
    with socket_at(speaking, first) as theirs, socket_at(speaking, second) as ours:
        welcome, plain = sit(theirs, first, language="xx-YY"), sit(ours, second)
        shown, seen = hear(theirs, "view"), hear(ours, "view")
        assert in_brackets(shown["prompt"])
        assert shown["prompt"] == f"[{seen['prompt']}]"
        cards = zip(welcome["fixed"]["cards"].values(), plain["fixed"]["cards"].values(), strict=True)
        assert all(in_brackets(card["words"]) and not in_brackets(other["words"]) for card, other in cards)
        action = shown["legal"][0]

        theirs.send(json.dumps({"t": "try", "id": "t", "seq": 0, "actions": [action]}))
        tried = hear(theirs, "tried")
        assert in_brackets(tried["prompt"])
        assert tried["events"] and all(in_brackets(event["text"]) for event in tried["events"])

        theirs.send(json.dumps({"t": "move", "id": "m", "seq": 0, "actions": [action]}))
        shown, seen = hear(theirs, "view"), hear(ours, "view")
        assert shown["seq"] == seen["seq"] == 1
        assert texts(shown) == [f"[{text}]" for text in texts(seen)] != []
        assert shown["prompt"] == f"[{seen['prompt']}]"

        for socket, marked in ((theirs, True), (ours, False)):
            socket.send(json.dumps({"t": "move", "id": "s", "seq": 0, "actions": [action]}))
            stale = hear(socket, "refused")
            assert (stale["key"], stale["values"]) == ("stale.behind", {"now": 1, "seq": 0})
            assert in_brackets(stale["why"]) is marked
            socket.send(json.dumps({"t": "move", "id": "r", "seq": 1, "actions": ["nonsense"]}))
            refused = hear(socket, "refused")
            assert (refused["code"], refused["key"]) == ("rules", "refused.malformed")
            assert in_brackets(refused["why"]) is marked


def texts(view: Json) -> list[str]:
    return [event["text"] for entry in view["log"] for event in entry["events"]]


def test_a_connection_is_closed_with_a_sentence_that_is_understood(speaking: Started) -> None:
    for language, marked in (("xx", True), ("tlh", False)):
        with socket_at(speaking) as socket:
            hello = {"t": "hello", "protocol": 2, "language": language}
            socket.send(json.dumps(hello))
            assert in_brackets(hear(socket, "refused")["why"]) is marked
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
        assert in_brackets(closed.value.rcvd.reason) is marked


def test_before_hello_the_headers_say_the_language(speaking: Started) -> None:
    with socket_at(speaking, additional_headers=XX) as socket:
        socket.send("{}")
        assert in_brackets(hear(socket, "refused")["why"])


@pytest.mark.parametrize("language", ["", "x" * 65, 7])
def test_a_language_is_a_short_text(speaking: Started, language: object) -> None:
    with socket_at(speaking) as socket:
        socket.send(json.dumps({"t": "hello", "protocol": 2, "language": language}))
        assert hear(socket, "refused")["code"] == "bad_message"


# --- over HTTP


def test_over_http_everything_is_said_in_the_language_of_the_headers(speaking: Started) -> None:
    people = make(speaking)
    (game,) = (
        game for game in people[0].ask("GET", "/api/games", headers=XX).json() if game["game"] == "alpina"
    )
    assert in_brackets(game["about"])
    person = people[0]
    early = person.ask("GET", "./replay", headers=XX).json()
    assert (early["key"], in_brackets(early["why"])) == ("not_now.secret", True)
    nothing = person.ask("GET", "/api/nothing", headers=XX).json()
    assert (nothing["key"], in_brackets(nothing["why"])) == ("no_such_address.nothing", True)
    play_out(people)
    seen = person.ask("GET", "./view", params={"since": 0}, headers=XX).json()
    assert in_brackets(seen["prompt"]) and all(map(in_brackets, texts(seen)))
    (entry,) = person.ask("GET", "./log", params={"since": 0, "limit": 1}, headers=XX).json()
    assert all(in_brackets(event["text"]) for event in entry["events"])
    steps = person.ask("GET", "./steps", headers=XX).json()
    assert all(in_brackets(step["prompt"]) and all(map(in_brackets, texts(step))) for step in steps)
    fixed = person.ask("GET", "./fixed", headers=XX).json()
    assert all(in_brackets(card["words"]) for card in fixed["cards"].values())
    verdict = person.ask("GET", "./verify", headers=XX).json()
    assert verdict["fair"] and all(map(in_brackets, verdict["checks"]))
    page = person.ask("GET", f"/verify/{person.table}", headers=XX).text
    assert '<html lang="xx">' in page and "<h1>[This match was fair]</h1>" in page
    assert '<html lang="en">' in person.ask("GET", f"/verify/{person.table}").text


def test_whoever_makes_a_table_names_guests_and_bots(speaking: Started) -> None:
    wish = {"game": "alpina", "chairs": [HUMAN, BOT, BOT]}
    made = Person(speaking).ask("POST", "/api/tables", wish, headers=XX).json()
    names = [chair["name"] for chair in made["table"]["chairs"]]
    assert names == ["[Guest 1]", "[Kira]", "[Nanuk]"]
