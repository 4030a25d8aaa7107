"""What a link shows where it is posted: what strangers may know, and nothing that breaks out of its tag."""

from __future__ import annotations

import html
import re
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import httpx
import msgspec
import pytest

from server.receiving import follow
from server.running import HUMAN, OPEN, QUICK, Running, make, play_out
from trailmix.engine.game import own_slugs
from trailmix.lab.analysis import Analysis, Chances, Decision
from trailmix.server.http import page_files

TAG = re.compile(r'<meta property="([^"]+)" content="([^"]*)" />')
NASTY = '<b>"Ann"&\''


def tags(server: Running, path: str, **headers: str) -> dict[str, str]:
    """The tags of a page, read as a machine does."""
    answer = httpx.get(f"{server.address}{path}", headers={"accept": "text/html", **headers})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    head = answer.text.partition("</head>")[0]
    return {name: html.unescape(text) for name, text in TAG.findall(head)}


def test_a_finished_match_tells_how_it_ended(server: Running) -> None:
    ann, ben = make(server, {**HUMAN, "name": NASTY}, {**HUMAN, "name": "Ben"}, privacy="private")
    play_out([ann, ben])
    view = ann.view()
    names = {chair["seat"]: chair["name"] for chair in ann.get(".")["chairs"]}
    scores = dict(zip("AB", view["scores"], strict=True))
    first = "AB"[view["view"]["places"].index(1)]
    second = "AB".replace(first, "")
    for page in ("replay", "analysis", "table"):
        said = tags(server, f"/{page}/{ann.table}?at=3")
        assert said["og:title"] == f"Alpina: {names[first]} wins"
        assert said["og:description"] == (
            f"{names[first]} {scores[first]}, {names[second]} {scores[second]}."
        )
        assert said["og:url"] == f"{server.address}/{page}/{ann.table}"
        assert said["og:image"] == f"{server.address}/games/alpina.png"
        assert said["twitter:card"] == "summary_large_image"
        assert server.http.get(said["og:image"]).headers["content-type"] == "image/png"
    raw = httpx.get(f"{server.address}/replay/{ann.table}", headers={"accept": "text/html"}).text
    assert "<b>" not in raw


def test_a_public_table_tells_who_invites_and_what_is_played(server: Running) -> None:
    (ann,) = make(server, {**HUMAN, "name": NASTY}, OPEN, privacy="public")
    said = tags(server, f"/table/{ann.table}")
    assert said["og:title"] == f"Alpina: {NASTY} invites you to play"
    assert said["og:description"] == f"At the table of 2: {NASTY}."
    (ben, *_) = make(server, {**HUMAN, "name": "Ben"}, HUMAN, privacy="public")
    assert tags(server, f"/table/{ben.table}")["og:title"] == "Alpina: a match is being played"


def test_of_a_match_that_was_analysed_the_deciding_turn_is_told(server: Running) -> None:
    """Here seat B's turn: the last one moved the chances of seat A more, but not the way the match ended."""
    ann, ben = make(server, {**HUMAN, "name": "Ann"}, {**HUMAN, "name": "Ben"})
    play_out([ann, ben])
    start, slip, end = (0.6, 0.2, 0.7) if ann.view()["view"]["places"][0] == 1 else (0.4, 0.8, 0.3)
    decisions = decision(1, start, start), decision(2, start, end), decision(3, end, slip)
    found = Analysis("search", ("A", "B"), decisions, (1, 2))
    with closing(sqlite3.connect(server.database)) as database, database:
        database.execute("INSERT INTO analyses VALUES (?, ?)", (ann.table, msgspec.msgpack.encode(found)))
    names = {chair["seat"]: chair["name"] for chair in ann.get(".")["chairs"]}
    told = tags(server, f"/replay/{ann.table}")["og:description"]
    decided = (
        f"It was decided by a turn of {names['B']}: {names['A']} went from {start:.0%} to {end:.0%} to win."
    )
    assert told.endswith(decided), told


@pytest.mark.parametrize("game", own_slugs())
def test_every_game_of_ours_has_a_picture_for_links(game: str) -> None:
    png = page_files.load()[f"games/{game}.png"].content
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (800, 420)


def test_a_private_table_looks_like_one_that_does_not_exist(server: Running) -> None:
    (waiting,) = make(server, {**HUMAN, "name": "Secret"}, OPEN, privacy="private")
    running, _ = make(server, {**HUMAN, "name": "Secret"}, HUMAN, privacy="private")
    for page in ("table", "replay", "analysis"):
        nothing = tags(server, f"/{page}/nowhere")
        assert nothing["og:title"] == "Come and play at a table on Trailmix"
        assert nothing["og:image"] == f"{server.address}/icons/any-512.png"  # not even what is played
        for table in (waiting, running):
            found = tags(server, f"/{page}/{table.table}")
            assert {**found, "og:url": ""} == {**nothing, "og:url": ""}


def test_an_address_that_is_no_id_breaks_out_of_no_tag(server: Running) -> None:
    said = tags(server, "/table/%22%3E%3Cscript%3E")
    assert said["og:title"] == "Come and play at a table on Trailmix"
    raw = httpx.get(f"{server.address}/table/%22%3E%3Cscript%3E", headers={"accept": "text/html"}).text
    assert raw.count("<script") == 1


def test_links_begin_with_the_origin_that_is_set_for_their_host(tmp_path: Path) -> None:
    """Behind a proxy that does not say that people came by HTTPS; by other names all is as it was asked."""
    origins = "https://other.example,https://games.example,https://games.example:8443,http://plain.example"
    server = Running(tmp_path, **QUICK, origins=origins, hosts="both.example")
    (ann, ben) = make(server, HUMAN, HUMAN)
    feeds = [follow(person)["feed"] for person in (ann, ben)]
    here = f"127.0.0.1:{server.port}"
    for host, origin in {
        "games.example": "https://games.example",
        "Games.Example": "https://games.example",
        "games.example:8443": "https://games.example:8443",
        "plain.example": "http://plain.example",
        "both.example": "http://both.example",
        here: f"http://{here}",
    }.items():
        said = tags(server, "/table/nowhere", host=host)
        assert said["og:url"] == f"{origin}/table/nowhere"
        assert said["og:image"].startswith(f"{origin}/icons/")
        read = "".join(ann.ask("GET", feed, headers={"host": host}).text for feed in feeds)
        assert set(re.findall(r'href="([^"]*)"', read)) == {f"{origin}/", f"{origin}/table/{ann.table}"}
    server.stop()


def decision(step: int, now: float, then: float) -> Decision:
    """Of the two seats in turn, by which the chances of seat A change."""
    chances = Chances((now, 1 - now), (then, 1 - then))
    return Decision(step, (step + 1) % 2, "x", "x", 0.0, None, chances, chances, (), None)
