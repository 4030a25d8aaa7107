"""Replays: given out when the match is over, checked by whoever likes, and telling when they are false."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import trailmix
from server.running import BOT, HUMAN, QUICK, Person, Running, make, mover, play_out
from trailmix.engine.seeds import commitment
from trailmix.server import words
from trailmix.server.messages.protocol import MOST_CHAIRS
from trailmix.server.storage.store import Entry

HTML = {"Accept": "text/html"}


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_a_replay_is_given_out_when_the_match_is_over(server: Running, tmp_path: Path, slug: str) -> None:
    people = make(server, {"kind": "human", "name": "<i>Ann</i>"}, HUMAN, BOT, game=slug)
    published = people[0].get(".")["commitment"]
    anybody = Person(server, people[0].table)
    for path in ("./replay", "./verify", "./steps", "./within"):
        assert anybody.refused("GET", path)[:2] == (403, "forbidden")
        assert people[0].refused("GET", path)[:2] == (409, "not_now")
    play_out(people)

    answer = anybody.ask("GET", "./replay")
    assert f'filename="{slug}-{anybody.table}.json"' in answer.headers["content-disposition"]
    match = trailmix.load(answer.text)
    assert match.over and "<i>Ann</i>" in match.people
    assert match.seed is not None and match.salt is not None
    assert commitment(match.setup, match.seed, match.salt) == published

    file = tmp_path / "replay.json"
    file.write_text(answer.text, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "trailmix", "verify", str(file)], capture_output=True, text=True, check=True
    )
    assert published in told.stdout

    verdict = anybody.get("./verify")
    assert verdict["fair"] and verdict["commitment"] == published
    assert (verdict["seed"], verdict["salt"]) == (match.seed, match.salt)
    assert (verdict["scores"], verdict["places"]) == (match.scores(), match.places())
    assert len(verdict["checks"]) == 5
    end = people[0].view()
    last_steps = anybody.get("./steps", since=end["seq"] - 2)
    assert end["scores"] == last_steps[-1]["scores"] == match.scores()
    assert "scores" not in last_steps[0]

    page = anybody.ask("GET", f"/verify/{anybody.table}")
    assert page.headers["content-type"].startswith("text/html")
    assert "This match was fair" in page.text and published in page.text and "<i>" not in page.text


OF_FINISHED = ("./replay", "./verify", "./steps", "./within")


@pytest.mark.parametrize("path", OF_FINISHED)
def test_before_the_end_a_replay_is_refused_as_everything_else_is(server: Running, path: str) -> None:
    """To a stranger like a private table; to its people, and to whom they invite, because it is too early."""
    (ann,) = make(server, HUMAN, BOT)
    stranger = Person(server, ann.table)
    assert stranger.refused("GET", path)[:2] == (403, "forbidden")
    assert Person(server, ann.table, "wrong").refused("GET", path)[:2] == (401, "no_such_token")
    assert ann.refused("GET", path)[:2] == (409, "not_now")
    assert stranger.refused("GET", path, headers={"Trailmix-Invite": ann.invite})[:2] == (409, "not_now")
    (ben,) = make(server, HUMAN, BOT, privacy="public")
    assert Person(server, ben.table).refused("GET", path)[:2] == (409, "not_now")
    assert Person(server, "nowhere").refused("GET", path)[:2] == (404, "no_such_table")


@pytest.mark.parametrize(
    ("privacy", "status", "says"),
    [("public", 409, "given out when the match is over"), ("private", 403, "This table is private")],
)
def test_before_the_end_the_verify_page_says_why_there_is_no_verdict(
    server: Running, privacy: str, status: int, says: str
) -> None:
    (ann,) = make(server, HUMAN, BOT, privacy=privacy)
    for headers in (HTML, {}):
        page = Person(server).ask("GET", f"/verify/{ann.table}", headers=headers)
        assert page.status_code == status
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert "This match cannot be verified" in page.text and says in page.text
        assert f'<a href="/table/{ann.table}">' in page.text


def test_whoever_reads_is_told_on_a_page_that_there_is_no_such_table(server: Running) -> None:
    page = Person(server).ask("GET", "/verify/%3Cimg%3E", headers=HTML)
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is no such table" in page.text and "<img" not in page.text and "/table/" not in page.text
    assert Person(server).refused("GET", "/verify/nowhere")[:2] == (404, "no_such_table")


def test_the_verify_page_says_scores_and_places_in_words_with_names(server: Running) -> None:
    people = make(server, {"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bob & Co"})
    play_out(people)
    verdict = people[0].get("./verify")
    names = {person.view()["seat"]: person.get(".")["chairs"][person.chair]["name"] for person in people}
    assert verdict["names"] == [names["A"], names["B"]]
    page = people[0].ask("GET", f"/verify/{people[0].table}").text
    told = [name.replace("&", "&amp;") for name in verdict["names"]]
    scores = ", ".join(f"{name} {score}" for name, score in zip(told, verdict["scores"], strict=True))
    called = {1: "first", 2: "second"}
    places = ", ".join(f"{name} {called[place]}" for name, place in zip(told, verdict["places"], strict=True))
    assert f"<dt>Scores</dt><dd>{scores}</dd>" in page
    assert f"<dt>Places</dt><dd>{places}</dd>" in page


@pytest.mark.rule("ST-R-30")
def test_a_match_without_places_is_verified_too(server: Running) -> None:
    """A race of one round is stopped before anybody can finish."""
    wish = {"game": "snow_tails", "options": {"course": "start S S finish:L", "most_rounds": 1}}
    people = make(server, {"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Ben"}, **wish)
    play_out(people)
    verdict = people[0].get("./verify")
    assert (verdict["fair"], verdict["places"]) == (True, [None, None])
    assert people[0].view()["view"]["places"] == [None, None]
    page = people[0].ask("GET", f"/verify/{people[0].table}").text
    told = ", ".join(f"{name} without a place" for name in verdict["names"])
    assert f"<dt>Places</dt><dd>{told}</dd>" in page


def test_every_place_has_a_word() -> None:
    known = {key for key in words.words("en").texts if key.startswith("verify.place.")}
    assert known == {f"verify.place.{n}" for n in (*range(1, MOST_CHAIRS + 1), "none")}


def test_undone_actions_are_not_in_the_replay(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    first = mover(people)
    card = first.view()["legal"][-1]
    first.move(card)
    first.post("./undo", {"t": "undo", "id": "u", "seq": 1})
    play_out(people)
    replay = people[0].get("./replay")
    assert len(replay["actions"]) == 48
    assert people[0].get("./verify")["fair"]


@pytest.mark.parametrize("restarted", [False, True], ids=["in memory", "restarted"])
def test_a_log_that_was_tampered_with_is_found_out(tmp_path: Path, restarted: bool) -> None:
    running = Running(tmp_path, **QUICK)
    people = make(running, HUMAN, HUMAN)
    others = make(running, HUMAN, HUMAN, privacy="public")
    play_out(people)
    with sqlite3.connect(running.database) as db:
        row = db.execute("SELECT document FROM entries WHERE table_id = ? AND seq = 3", (people[0].table,))
        entry = msgspec.msgpack.decode(row.fetchone()[0], type=Entry)
        false = msgspec.structs.replace(entry, actions=("C01@9,9",))
        db.execute(
            "UPDATE entries SET document = ? WHERE table_id = ? AND seq = 3",
            (msgspec.msgpack.encode(false), people[0].table),
        )
        db.execute("DELETE FROM snapshots")
    db.close()
    if restarted:
        running.kill()
        running.start()
    anybody = Person(running, people[0].table)
    for path in ("./verify", "./replay"):
        status, code, why = anybody.refused("GET", path)
        assert (status, code) == (500, "damaged")
        assert "cannot be true" in why
    page = anybody.ask("GET", f"/verify/{anybody.table}")
    assert (page.status_code, "This match cannot be proved fair" in page.text) == (500, True)
    assert others[0].table in [table["table"] for table in anybody.get("/api/tables")]  # others go on
    found = anybody.post("/api/mine", {"tokens": [people[0].token, others[0].token]})
    assert others[0].table in [mine["table"]["table"] for mine in found]
    running.stop()
    assert '"trace"' not in running.log()


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_a_finished_match_is_shown_step_by_step_with_every_hand_open(server: Running, slug: str) -> None:
    people = make(server, HUMAN, HUMAN, HUMAN, game=slug)
    anybody = Person(server, people[0].table)
    hands = {person.view()["seat"]: person.view()["own"]["hand"] for person in people}
    play_out(people)
    steps = anybody.get("./steps", limit=500)
    assert [step["seq"] for step in steps] == list(range(len(steps)))
    assert {own["seat"]: own["hand"] for own in steps[0]["owns"]} == hands
    assert steps[-1]["view"] == people[0].view()["view"]
    assert ".hidden" not in str(steps), "nothing that happened is left unsaid"
    assert anybody.get("./steps", since=3, limit=2) == steps[4:6]


def test_a_turn_of_several_actions_is_shown_within(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    who = mover(people)
    seen = who.view()
    laid = seen["legal"][0]
    tried = who.post("./try", {"t": "try", "id": "t", "seq": seen["seq"], "actions": [laid]})
    who.move(laid, tried["legal"][-1], seq=seen["seq"])
    play_out(people)  # an entry for each action
    (view,) = who.get("./within")
    assert (view["seq"], view["view"], view["prompt"]) == (1, tried["view"], tried["prompt"])
    assert view["owns"][ord(tried["view"]["to_move"]) - ord("A")] == tried["own"]
    assert view["log"] == []
    assert who.get("./within", since=1) == []
