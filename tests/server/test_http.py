"""Playing over HTTP: moves, resends, refusals, taking back, waiting, the log."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import trailmix
from server.running import BOT, HUMAN, QUICK, Json, Person, Running, make, mover, play_out


@pytest.fixture
def people(server: Running) -> list[Person]:
    """Two people in a match that has just begun: who is to move comes first."""
    both = make(server, HUMAN, HUMAN)
    first = mover(both)
    return [first, *(person for person in both if person is not first)]


def move(name: str, seq: int, *actions: object) -> Json:
    return {"t": "move", "id": name, "seq": seq, "actions": actions}


def turn(person: Person) -> list[str]:
    """A whole turn: a card, then no hiker."""
    return [person.view()["legal"][0], "none"]


def test_a_list_of_actions_is_played_whole(people: list[Person]) -> None:
    first, second = people
    assert first.post("./moves", move("1", 0, *turn(first))) == {"t": "ack", "id": "1", "seq": 1}
    assert second.view()["legal"]
    (entry,) = second.get("./log", since=0)
    assert (entry["seq"], entry["kind"], len(entry["actions"])) == (1, "move", 2)


def test_a_list_with_one_bad_action_is_not_played_at_all(people: list[Person]) -> None:
    first, second = people
    before = [person.view() for person in people]
    good = first.view()["legal"][0]
    for bad in ([good, good], [good, "none", "none"], ["none", good], [good, "jump"]):
        assert first.refused("POST", "./moves", move("1", 0, *bad))[:2] == (422, "rules")
    assert [person.view() for person in people] == before
    assert second.get("./log", since=0) == []


def test_a_resent_move_is_acknowledged_and_played_once(people: list[Person]) -> None:
    first, second = people
    body = move("1", 0, *turn(first))
    assert first.post("./moves", body) == first.post("./moves", body)
    answer = second.post("./moves", move("1", 1, *turn(second)))  # the same id, but another's
    assert answer["seq"] == 2
    assert first.post("./moves", body)["seq"] == 1  # even when the table has moved on
    assert [entry["seq"] for entry in first.get("./log")] == [0, 1, 2]


def test_a_move_on_an_old_position_is_stale(people: list[Person]) -> None:
    first, second = people
    first.post("./moves", move("1", 0, *turn(first)))
    status, code, why = second.refused("POST", "./moves", move("2", 0, *turn(second)))
    assert (status, code) == (409, "stale")
    assert "stands at 1, not 0" in why
    assert second.refused("POST", "./moves", move("2", 7, *turn(second)))[:2] == (409, "stale")


def test_the_rules_refuse_with_a_key_and_values_for_other_languages(people: list[Person]) -> None:
    first, second = people
    answer = second.ask("POST", "./moves", move("1", 0, first.view()["legal"][0]))
    assert answer.status_code == 422
    said = answer.json()
    assert (said["t"], said["code"], said["key"]) == ("refused", "rules", "refused.not_your_turn")
    seats = {"seat": second.view()["seat"], "actor": first.view()["seat"]}
    assert said["values"] == seats
    for action in ("hello", "N99@0,0", -1, 10**30, {"card": "N07"}, {"a": {"b": [1]}}, "x" * 5000, ""):
        answer = first.ask("POST", "./moves", move("2", 0, action))
        assert (answer.status_code, answer.json()["code"]) == (422, "rules"), action
        assert answer.json()["why"] and answer.json()["key"]
    assert first.view()["seq"] == 0


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        "x",
        move("1", 0),
        move("1", -1, "none"),
        move("1", 2**53, "none"),
        move("", 0, "none"),
        move("x" * 65, 0, "none"),
        move("1", 0, *["none"] * 65),
        move("1", 0, None),
        move("1", 0, 1.5),
        {**move("1", 0, "none"), "seat": "A"},
        {**move("1", 0, "none"), "t": "undo"},
    ],
    ids=lambda body: str(body)[:40],
)
def test_what_is_no_move_is_said_to_be_none(people: list[Person], body: object) -> None:
    assert people[0].refused("POST", "./moves", body)[:2] == (400, "bad_message")


def test_an_action_may_be_notation_number_or_dict(people: list[Person]) -> None:
    first, second = people
    setup = trailmix.game("alpina").setup(2)
    card = first.view()["legal"][0]
    number = trailmix.game("alpina").notation.read(setup, card)
    assert isinstance(number, int)
    first.post("./moves", move("1", 0, number, "none"))
    assert second.get("./log", since=0)[0]["actions"] == [card, "none"]


# --- taking back


def undo(seq: int, name: str = "u") -> Json:
    return {"t": "undo", "id": name, "seq": seq}


def test_the_last_action_of_a_turn_can_be_taken_back_and_stays_in_the_log(people: list[Person]) -> None:
    first, second = people
    before = first.view()
    assert not before["may_undo"]
    assert first.refused("POST", "./undo", undo(0))[:2] == (422, "rules")
    card = before["legal"][0]
    first.move(card)
    assert first.view()["may_undo"] and not second.view()["may_undo"]
    assert second.refused("POST", "./undo", undo(1))[:2] == (422, "rules")
    assert first.refused("POST", "./undo", undo(0))[:2] == (409, "stale")
    assert first.post("./undo", undo(1)) == first.post("./undo", undo(1)) == {"t": "ack", "id": "u", "seq": 2}
    assert first.view() == before | {"seq": 2}
    log = [(entry["kind"], entry["undone"]) for entry in second.get("./log")]
    assert log == [("start", False), ("move", True), ("undo", False)]


def test_a_turn_that_is_over_stays(people: list[Person]) -> None:
    first, _second = people
    first.move(*turn(first))
    answer = first.ask("POST", "./undo", undo(1))
    assert (answer.status_code, answer.json()["key"]) == (422, "refused.undo_other_turn")


# --- waiting and the log


def test_waiting_ends_when_something_happens(people: list[Person]) -> None:
    first, second = people
    answers: list[Json] = []
    waiting = threading.Thread(target=lambda: answers.append(second.view(since=0, wait=25)))
    waiting.start()
    first.move(first.view()["legal"][0])
    waiting.join(20)
    assert answers[0]["seq"] == 1
    assert [entry["seq"] for entry in answers[0]["log"]] == [1]


def test_waiting_ends_when_nothing_happens(people: list[Person]) -> None:
    seen = people[0].view(since=0, wait=0.05)
    assert (seen["seq"], seen["log"]) == (0, [])
    assert people[0].refused("GET", "./view", params={"since": 0, "wait": 26})[:2] == (400, "bad_message")
    assert people[0].refused("GET", "./view", params={"since": -2})[:2] == (400, "bad_message")
    assert people[0].refused("GET", "./view", params={"since": 2**70})[:2] == (400, "bad_message")


def test_the_log_is_read_in_parts(people: list[Person]) -> None:
    play_out(people)
    whole = people[0].get("./log")
    assert [entry["seq"] for entry in whole] == list(range(49))
    parts: list[Json] = []
    while part := people[0].get("./log", since=len(parts) - 1, limit=7):
        assert len(part) <= 7
        parts += part
    assert parts == whole
    assert people[0].get("./log", since=48) == people[0].get("./log", since=2**53 - 1) == []


def test_what_others_draw_is_hidden_until_the_match_is_over(people: list[Person]) -> None:
    def drawn(person: Person, entry: int) -> list[object]:
        events = person.get("./log", since=entry - 1)[0]["events"]
        return [event["values"].get("card") for event in events if event["kind"] == "drew"]

    first, second = people
    first.move(*turn(first))
    (mine,) = drawn(first, 1)
    assert isinstance(mine, str)
    onlooker = Person(first.server, first.table)
    onlooker_log = good_log(onlooker, first.invite)
    assert drawn(second, 1) == []
    assert mine not in str(onlooker_log[1]["events"]) and mine not in str(second.get("./log"))
    play_out(people)
    assert drawn(second, 1) == [mine]
    assert onlooker.get("./log") == second.get("./log") == first.get("./log")


def good_log(person: Person, invite: str) -> list[Json]:
    log: list[Json] = person.ask("GET", "./log", headers={"Trailmix-Invite": invite}).json()
    return log


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK)
    people = make(running, HUMAN, HUMAN, BOT)
    for _ in range(6):
        for person in people:
            seen = person.view()
            if seen["legal"]:
                person.move(seen["legal"][0], seq=seen["seq"], name=f"m{seen['seq']}")
    people[0].post("./chat", {"t": "chat", "id": "1", "text": "hi"})
    while not mover_or_none(people):
        people[0].view(since=people[0].view()["seq"], wait=1)
    before = [[person.get(path) for path in ("./view", "./log", "./chat", "./fixed")] for person in people]
    running.kill()
    running.start()
    after = [[person.get(path) for path in ("./view", "./log", "./chat", "./fixed")] for person in people]
    for was, now in zip(before, after, strict=True):
        assert was == now
    play_out(people)
    assert people[0].get("./verify")["fair"]
    running.stop()


def mover_or_none(people: list[Person]) -> Person | None:
    return next((person for person in people if person.view()["legal"]), None)


# --- trying and hints


def trying(person: Person, *actions: str, seq: int = 0) -> Json:
    tried: Json = person.post("./try", {"t": "try", "id": "t", "seq": seq, "actions": actions})
    return tried


def test_a_try_shows_what_would_come_and_changes_nothing(people: list[Person]) -> None:
    first, second = people
    before = [person.view() for person in people]
    card = first.view()["legal"][0]
    tried = trying(first, card)
    assert (tried["t"], tried["id"], tried["seq"], tried["done"]) == ("tried", "t", 0, False)
    assert tried["view"]["decision"] == "hiker" and "none" in tried["legal"]
    assert [event["kind"] for event in tried["events"]] == ["laid"]
    whole = trying(first, card, "none")
    assert whole["done"] and whole["legal"] == []
    assert len(whole["own"]["hand"]) == 5  # the card that will be drawn is not known yet
    assert [person.view() for person in people] == before
    first.move(card, "none")
    assert second.view()["view"] == whole["view"]


def test_a_try_is_refused_with_the_reason(people: list[Person]) -> None:
    first, second = people
    body = {"t": "try", "id": "t", "seq": 0, "actions": ["none"]}
    assert first.refused("POST", "./try", body)[:2] == (422, "rules")
    assert "turn" in second.refused("POST", "./try", body)[2]
    assert first.refused("POST", "./try", body | {"seq": 5})[1] == "stale"


def test_a_hint_is_a_legal_action_also_in_the_middle_of_a_draft(people: list[Person]) -> None:
    first, second = people
    ask = {"t": "hint", "id": "h", "seq": 0}
    told = first.post("./hint", ask)
    card = told["action"]
    assert card in first.view()["legal"]
    assert told["options"][0]["action"] == card
    assert {each["action"] for each in told["options"]} <= set(first.view()["legal"])
    assert told["why"].endswith(".")
    hiker = first.post("./hint", ask | {"actions": [card]})["action"]
    assert hiker in trying(first, card)["legal"]
    assert second.refused("POST", "./hint", ask)[:2] == (409, "not_now")
    assert first.refused("POST", "./hint", ask | {"actions": [card, hiker]})[1] == "not_now"
