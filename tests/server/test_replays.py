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
from trailmix.server.store import Entry


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_a_replay_is_given_out_when_the_match_is_over(server: Running, tmp_path: Path, slug: str) -> None:
    people = make(server, {"kind": "human", "name": "<i>Ann</i>"}, HUMAN, BOT, game=slug)
    published = people[0].get(".")["commitment"]
    anybody = Person(server, people[0].table)
    for path in ("./replay", "./verify"):
        assert anybody.refused("GET", path)[:2] == (409, "not_now")
    assert anybody.refused("GET", f"/verify/{anybody.table}")[:2] == (409, "not_now")
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

    page = anybody.ask("GET", f"/verify/{anybody.table}")
    assert page.headers["content-type"].startswith("text/html")
    assert "This match was fair" in page.text and published in page.text and "<i>" not in page.text


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
        assert (status, code) == (409, "damaged")
        assert "cannot be true" in why
    page = anybody.ask("GET", f"/verify/{anybody.table}")
    assert (page.status_code, "This match cannot be proved fair" in page.text) == (200, True)
    assert others[0].table in [table["table"] for table in anybody.get("/api/tables")]  # others go on
    found = anybody.post("/api/mine", {"tokens": [people[0].token, others[0].token]})
    assert others[0].table in [mine["table"]["table"] for mine in found]
    running.stop()
    assert '"trace"' not in running.log()


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_a_finished_match_is_shown_step_by_step_with_every_hand_open(server: Running, slug: str) -> None:
    people = make(server, HUMAN, HUMAN, HUMAN, game=slug)
    anybody = Person(server, people[0].table)
    assert anybody.refused("GET", "./steps")[:2] == (409, "not_now")
    hands = {person.view()["seat"]: person.view()["own"]["hand"] for person in people}
    play_out(people)
    steps = anybody.get("./steps", limit=500)
    assert [step["seq"] for step in steps] == list(range(len(steps)))
    assert {own["seat"]: own["hand"] for own in steps[0]["owns"]} == hands
    assert steps[-1]["view"] == people[0].view()["view"]
    assert ".hidden" not in str(steps), "nothing that happened is left unsaid"
    assert anybody.get("./steps", since=3, limit=2) == steps[4:6]
