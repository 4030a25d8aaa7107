"""Analyses of finished matches: made in the background, stopped, kept; and playing on from a decision."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import trailmix
from server.running import BOT, HUMAN, QUICK, Json, Person, Running, eventually, make, mover, play_out
from trailmix.engine.kernels import JIT
from trailmix.lab.analysis import analyse, deciding, swing
from trailmix.server.config import Config
from trailmix.server.messages.refusals import No
from trailmix.server.storage.store import Entry
from trailmix.server.tables import analyses
from trailmix.server.tables.analyses import Analyses

compiled = pytest.mark.skipif(not JIT, reason="nothing is analysed while the rules are plain Python")
ANN = {"kind": "human", "name": "Ann"}
NOT_BEGUN: Json = {"state": "none", "done": 0, "of": 0, "analysis": None}
VERBS = (("GET", "./analysis"), ("POST", "./analysis"), ("DELETE", "./analysis"), ("POST", "./retry"))


def finished(server: Running, *chairs: Json, **wish: Any) -> Person:
    """Somebody who looks at a match that is over."""
    people = make(server, *(chairs or (ANN, BOT)), **wish)
    play_out(people)
    return Person(server, people[0].table)


def analysed(anybody: Person) -> Json:
    """What is found out about a match, once that is done."""
    assert anybody.post("./analysis")["state"] in ("waiting", "running", "done")
    eventually(lambda: anybody.get("./analysis")["state"] == "done")
    state = anybody.get("./analysis")
    assert state["done"] == state["of"] == len(state["analysis"]["decisions"])
    found: Json = state["analysis"]
    return found


@compiled
@pytest.mark.parametrize("slug", trailmix.game_names())
def test_a_match_is_analysed_as_the_laboratory_does_it(server: Running, slug: str) -> None:
    anybody = finished(server, ANN, BOT, BOT, game=slug)
    assert anybody.get("./analysis") == NOT_BEGUN
    found = analysed(anybody)
    match = trailmix.load(anybody.ask("GET", "./replay").text)
    expected = analyse(match, QUICK["analysis_simulations"])
    assert found["seats"] == list(match.names)
    assert found["moments"] == [
        {"decision": n, **swing(expected.decisions, n)._asdict()} for n in expected.moments
    ]
    decisive = deciding(expected, match.winners())
    assert found["deciding"] == (decisive and {"decision": decisive[0], **decisive[1]._asdict()})
    assert found["bot"] == expected.bot == "musher:simulations=8"
    log = {entry["seq"]: entry for step in anybody.get("./steps", limit=500) for entry in step["log"]}
    assert len(found["decisions"]) == len(match.moves)
    for told, one in zip(found["decisions"], expected.decisions, strict=True):
        entry = log[told["step"]]
        assert (entry["seat"], told["played"] in entry["actions"]) == ("ABC"[told["seat"]], True)
        assert (told["seat"], told["played"], told["best"]) == (one.seat, one.played, one.best)
        assert (told["loss"], told["grade"]) == (one.loss, one.grade)
        assert told["knew"] == {"before": list(one.knew.before), "after": list(one.knew.after)}
        assert told["open"] == {"before": list(one.open.before), "after": list(one.open.after)}
        assert told["reason"] == (None if one.why is None else match.say(one.why))
    assert anybody.post("./analysis")["analysis"] == found, "what is done stays as it is"
    assert anybody.ask("DELETE", "./analysis").json()["analysis"] == found


@compiled
def test_decisions_that_were_taken_back_are_not_judged(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    first = mover(people)
    first.move(first.view()["legal"][-1])
    first.post("./undo", {"t": "undo", "id": "u", "seq": 1})
    play_out(people)
    decisions = analysed(people[0])["decisions"]
    assert [one["step"] for one in decisions] == list(range(3, 51))
    assert Person(server, first.table).refused("POST", "./retry", {"step": 2})[:2] == (422, "bad_option")


@pytest.mark.parametrize(("method", "path"), VERBS)
def test_a_match_that_goes_on_is_not_analysed(server: Running, method: str, path: str) -> None:
    (ann,) = make(server, ANN, BOT)
    body = {"step": 1} if path == "./retry" else None
    status, code, why = ann.refused(method, path, body)
    assert (status, code, "when the match is over" in why) == (409, "not_now", True)
    assert Person(server, ann.table).refused(method, path, body)[:2] == (403, "forbidden")
    assert Person(server, "nowhere").refused(method, path, body)[:2] == (404, "no_such_table")


def test_while_the_rules_are_plain_python_nothing_is_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "JIT", False)

    async def ask() -> None:
        work = Analyses(None, Config(database="unused"))  # type: ignore[arg-type]
        with pytest.raises(No) as refused:
            work.start("t", "here", lambda: pytest.fail("nobody plays it again"))
        assert "not compiled yet" in refused.value.why("en")
        assert work.under_way("t") is None and not work.has_failed("t")

    asyncio.run(ask())


# --- one at a time, stopped, kept


@pytest.fixture(scope="module")
def thorough(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose analyses take for ever, of which an address may have three under way."""
    endless = QUICK | {"analysis_simulations": 10_000_000, "analyses_per_address": 3}
    running = Running(tmp_path_factory.mktemp("thorough"), **endless)
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


@compiled
def test_one_is_worked_on_and_the_others_wait_until_it_is_stopped(thorough: Running) -> None:
    first, second, third = (finished(thorough) for _ in range(3))
    first.post("./analysis")
    eventually(lambda: first.get("./analysis")["of"] == 48)
    state = first.get("./analysis")
    assert (state["state"], state["analysis"]) == ("running", None) and state["done"] < 48
    assert first.post("./analysis")["state"] == "running", "asking twice changes nothing"
    for other in (second, third):
        assert other.post("./analysis") == NOT_BEGUN | {"state": "waiting"}
    assert second.ask("DELETE", "./analysis").json() == NOT_BEGUN
    assert first.ask("DELETE", "./analysis").json() == NOT_BEGUN
    eventually(lambda: third.get("./analysis")["state"] == "running")
    assert first.get("./analysis") == second.get("./analysis") == NOT_BEGUN
    third.ask("DELETE", "./analysis")


@compiled
def test_it_is_stopped_by_whoever_asked_for_it_or_sits_at_the_table(tmp_path: Path) -> None:
    endless = QUICK | {"analysis_simulations": 10_000_000, "proxies": "127.0.0.1"}
    running = Running(tmp_path, **endless)
    try:
        ann, ben = make(running, HUMAN, HUMAN)
        play_out([ann, ben])
        anybody = Person(running, ann.table)
        asker, other = ({"headers": {"X-Forwarded-For": f"203.0.113.{n}"}} for n in (7, 8))
        for stopper, how in ((ben, other), (anybody, asker)):
            anybody.ask("POST", "./analysis", **asker)
            status, code, why = anybody.refused("DELETE", "./analysis", **other)
            assert (status, code, "may stop it" in why) == (403, "forbidden", True)
            assert anybody.get("./analysis")["state"] in ("waiting", "running")
            headers = dict(how["headers"])
            assert stopper.ask("DELETE", "./analysis", headers=headers).json() == NOT_BEGUN
        assert anybody.ask("DELETE", "./analysis", **other).json() == NOT_BEGUN, "there is nothing to stop"
    finally:
        running.stop()


@compiled
def test_an_address_has_only_so_many_under_way(thorough: Running) -> None:
    tables = [finished(thorough) for _ in range(4)]
    for each in tables[:3]:
        each.post("./analysis")
    assert tables[3].refused("POST", "./analysis")[:2] == (429, "too_many")
    assert tables[3].get("./analysis") == NOT_BEGUN
    assert tables[0].post("./analysis")["state"] in ("waiting", "running"), "it is one of the three"
    tables[0].ask("DELETE", "./analysis")
    assert tables[3].post("./analysis")["state"] in ("waiting", "running")
    for each in tables:
        each.ask("DELETE", "./analysis")


@compiled
def test_an_analysis_and_a_match_played_on_outlast_the_server(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK)
    anybody = finished(running, ANN, BOT, BOT, game="hike_cards")
    found = analysed(anybody)
    eve = retried(anybody, found["decisions"][-9], level="greedy")
    before = eve.view()
    running.kill()
    running.start()
    assert anybody.get("./analysis")["analysis"] == found
    assert eve.view() == before
    play_out([eve])
    assert eve.get("./verify")["scores"] == eve.view()["scores"]
    again = analysed(eve)
    assert [one["played"] for one in again["decisions"]] == eve.get("./replay")["actions"]
    assert again["seats"].count("Eve") == 1
    running.stop()
    assert '"trace"' not in running.log()


@compiled
def test_a_match_whose_log_is_false_cannot_be_analysed(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK)
    anybody = finished(running)
    with sqlite3.connect(running.database) as db:
        table = (anybody.table,)
        (kept,) = db.execute("SELECT document FROM entries WHERE table_id = ? AND seq = 3", table).fetchone()
        false = msgspec.structs.replace(msgspec.msgpack.decode(kept, type=Entry), actions=("C01@9,9",))
        row = (msgspec.msgpack.encode(false), *table)
        db.execute("UPDATE entries SET document = ? WHERE table_id = ? AND seq = 3", row)
    db.close()
    for _ in range(2):  # whoever asks again is not refused
        assert anybody.post("./analysis")["state"] in ("waiting", "running")
        eventually(lambda: anybody.get("./analysis") == NOT_BEGUN | {"state": "failed"})
    status, code, why = anybody.refused("POST", "./retry", {"step": 9})
    assert (status, code, "cannot be true" in why) == (500, "damaged", True)
    running.stop()
    assert "a match could not be analysed" in running.log() and '"trace"' not in running.log()


# --- playing on from a decision


def retried(anybody: Person, decision: Json, **wish: Any) -> Person:
    """Whoever plays on from a decision of a match."""
    made = anybody.post("./retry", {"step": decision["step"], "name": "Eve", **wish})
    (held,) = made["tokens"]
    return Person(anybody.server, made["table"]["table"], made["tokens"][held], int(held))


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_a_match_is_played_on_from_a_decision_against_bots(
    server: Running, slug: str, tmp_path: Path
) -> None:
    anybody = finished(server, ANN, BOT, BOT, game=slug)
    moves = [entry for entry in anybody.get("./log", limit=500) if entry["kind"] == "move"]
    entry = moves[2 * len(moves) // 3]
    before = anybody.get("./steps", since=entry["seq"] - 2, limit=1)[0]
    eve = retried(anybody, {"step": entry["seq"]}, level="pup")
    table, seen = eve.get("."), eve.view()
    assert [seen["seat"], seen["view"]["to_move"]] == [entry["seat"], entry["seat"]]
    assert set(entry["actions"][:1]) <= set(seen["legal"])
    assert seen["own"] == before["owns"]["ABC".index(entry["seat"])]
    assert [chair["seat"] for chair in table["chairs"]] == ["A", "B", "C"]
    others = [chair for chair in table["chairs"] if chair["seat"] != entry["seat"]]
    assert table["chairs"][eve.chair]["name"] == "Eve" and table["chairs"][eve.chair]["kind"] == "human"
    assert [(chair["kind"], chair["level"]) for chair in others] == [("bot", "pup")] * 2
    assert (table["status"], table["commitment"], table["privacy"]) == ("running", "", "private")
    play_out([eve])

    replay = eve.get("./replay")
    assert "start" in replay and not {"seed", "salt", "commitment"} & replay.keys()
    match = trailmix.load(eve.ask("GET", "./replay").text)
    assert match.over and match.scores() == eve.view()["scores"]
    verdict = eve.get("./verify")
    assert (verdict["fair"], verdict["seed"], verdict["commitment"]) == (False, None, "")
    assert any("given, not drawn" in check for check in verdict["checks"]) and len(verdict["checks"]) == 5
    page = eve.ask("GET", f"/verify/{eve.table}").text
    assert "cannot be proved fair" in page and "Seed" not in page and "<dt>Scores</dt>" in page


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"step": 0}, "Nobody has decided anything at step 0"),
        ({"step": 49}, "Nobody has decided anything at step 49"),
        ({"step": 1, "level": "genius"}, "There is no bot called 'genius'"),
        ({"step": 1, "name": "  "}, "Nothing of that can be seen"),
    ],
)
def test_what_cannot_be_retried_is_refused_in_words(server: Running, wish: Json, says: str) -> None:
    status, code, why = finished(server, HUMAN, HUMAN).refused("POST", "./retry", wish)
    assert (status, code) == (422, "bad_option") and says in why


def test_a_match_played_on_is_played_again_from_the_same_position(server: Running) -> None:
    anybody = finished(server)
    eve = retried(anybody, {"step": 40})
    first = eve.view()
    play_out([eve])
    again = eve.post("./rematch")
    other = Person(server, again["table"]["table"], again["token"], again["chair"])
    seen = other.view()
    assert (seen["own"], seen["legal"], seen["seat"]) == (first["own"], first["legal"], first["seat"])


def test_a_match_on_courses_that_people_brought_is_played_on_with_them(server: Running) -> None:
    options = {"courses": ["nutcracker", "dagger"], "most_rounds": 1}
    people = make(server, ANN, {"kind": "open"}, game="snow_tails", options=options)
    ben = Person(server, people[0].table).post("./join", {"name": "Ben", "invite": people[0].invite})
    people.append(Person(server, people[0].table, ben["token"], ben["chair"]))
    for person, course in zip(people, ("dagger", "start S CL S finish:R"), strict=True):
        person.post("./bring", {"course": course})
    played = people[0].get(".")["options"]
    play_out(people)
    eve = retried(people[0], {"step": 5})
    table = eve.get(".")
    assert (table["status"], table["options"], table["brings_courses"]) == ("running", played, False)
    play_out([eve])
    assert trailmix.load(eve.ask("GET", "./replay").text).over
    assert eve.post("./rematch")["table"]["status"] == "running", "nobody is asked for a course again"
