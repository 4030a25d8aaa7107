"""What somebody is told of their own tables: whose turn it is, since when, and how a match ended."""

from __future__ import annotations

import time
from pathlib import Path

from server.running import BOT, HUMAN, OPEN, QUICK, Json, Person, Running, eventually, make, mover, play_out


def mine(*people: Person) -> list[Json]:
    """The tables of these people, in their order."""
    found = people[0].post("/api/mine", {"tokens": [person.token for person in people]})
    by_chair = {(each["table"]["table"], each["chair"]): each for each in found}
    assert len(by_chair) == len(found)
    return [by_chair[person.table, person.chair] for person in people]


def test_only_whoever_is_to_move_is_told_that_it_is_their_turn(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    to_move = mover(people)
    told = dict(zip([person.chair for person in people], mine(*people), strict=True))
    assert {chair for chair, each in told.items() if each["my_turn"]} == {to_move.chair}
    assert all(0 <= each["waited_ms"] < 60_000 and each["result"] is None for each in told.values())


def test_so_long_somebody_is_waited_for_and_no_longer(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    (before,) = mine(people[0])
    time.sleep(0.3)
    (later,) = mine(people[0])
    assert later["waited_ms"] >= before["waited_ms"] + 300
    passed = mover(people)
    while mover(people) is passed:
        passed.move(passed.view()["legal"][0])
    (anew,) = mine(people[0])
    assert anew["waited_ms"] < later["waited_ms"] + 300


def test_a_table_that_waits_for_people_says_nothing_of_turns(server: Running) -> None:
    (ann,) = make(server, HUMAN, OPEN)
    (told,) = mine(ann)
    assert (told["my_turn"], told["waited_ms"], told["result"]) == (False, None, None)


def test_nobody_is_waited_for_while_a_bot_plays_for_them(tmp_path: Path) -> None:
    slow = Running(tmp_path, **QUICK | {"bot_pause": 60})  # so that it does not move meanwhile
    try:
        people = make(slow, HUMAN, HUMAN)
        away = mover(people)
        assert [each["my_turn"] for each in mine(*people)] == [person is away for person in people]
        away.post("./stand-in", {"chair": away.chair})
        assert [each["my_turn"] for each in mine(*people)] == [False, False]
        away.post("./back")
        assert [each["my_turn"] for each in mine(*people)] == [person is away for person in people]
    finally:
        slow.stop()


def test_how_it_ended_is_told_by_chair(server: Running) -> None:
    people = make(server, HUMAN, HUMAN, game="alpina")
    while people[0].get(".")["chairs"][0]["seat"] == "A":  # where seats and chairs differ
        people = make(server, HUMAN, HUMAN, game="alpina")
    play_out(people)
    verdict = people[0].get(f"/api/tables/{people[0].table}/verify")
    told = mine(*people)
    result = told[0]["result"]
    assert told[1]["result"] == result
    chairs = told[0]["table"]["chairs"]
    by_chair = {chair["seat"]: n for n, chair in enumerate(chairs)}
    for n, letter in enumerate("AB"):
        assert result["scores"][by_chair[letter]] == verdict["scores"][n]
        assert result["places"][by_chair[letter]] == verdict["places"][n]
    assert result["winners"] == [n for n, place in enumerate(result["places"]) if place == 1]
    assert abs(result["ended"] - time.time()) < 600
    assert (told[0]["my_turn"], told[0]["waited_ms"]) == (False, None)


def test_a_match_among_bots_ends_with_a_result(server: Running) -> None:
    (me,) = make(server, HUMAN, BOT, BOT, game="hike_cards")
    me.post("./stand-in", {"chair": me.chair})
    eventually(lambda: me.get(".")["status"] == "over")
    (told,) = mine(me)
    assert len(told["result"]["scores"]) == len(told["result"]["places"]) == 3
    assert told["result"]["ended"] > time.time() - 600
