"""What a link shows where it is posted: what strangers may know, and nothing that breaks out of its tag."""

from __future__ import annotations

import html
import re

import httpx

from server.running import HUMAN, OPEN, Running, make, play_out
from trailmix.lab.analysis import Analysis, Chances, Decision
from trailmix.server.http.preview import deciding

TAG = re.compile(r'<meta property="([^"]+)" content="([^"]*)" />')
NASTY = '<b>"Ann"&\''


def tags(server: Running, path: str) -> dict[str, str]:
    """The tags of a page, read as a machine does."""
    answer = httpx.get(f"{server.address}{path}", headers={"accept": "text/html"})
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


def test_a_private_table_looks_like_one_that_does_not_exist(server: Running) -> None:
    (waiting,) = make(server, {**HUMAN, "name": "Secret"}, OPEN, privacy="private")
    running, _ = make(server, {**HUMAN, "name": "Secret"}, HUMAN, privacy="private")
    for page in ("table", "replay", "analysis"):
        nothing = tags(server, f"/{page}/nowhere")
        assert nothing["og:title"] == "Come and play at a table on Trailmix"
        for table in (waiting, running):
            found = tags(server, f"/{page}/{table.table}")
            assert {**found, "og:url": ""} == {**nothing, "og:url": ""}


def test_an_address_that_is_no_id_breaks_out_of_no_tag(server: Running) -> None:
    said = tags(server, "/table/%22%3E%3Cscript%3E")
    assert said["og:title"] == "Come and play at a table on Trailmix"
    raw = httpx.get(f"{server.address}/table/%22%3E%3Cscript%3E", headers={"accept": "text/html"}).text
    assert raw.count("<script") == 1


def test_the_turn_that_changed_most_is_what_decided() -> None:
    def decision(step: int, seat: int, *after: float) -> Decision:
        chances = Chances((0.5, 0.5), after)
        return Decision(step, seat, "x", "x", 0.0, None, chances, chances, (), None)

    decisions = (decision(1, 0, 0.5, 0.5), decision(2, 1, 0.6, 0.4), decision(3, 0, 0.1, 0.9))
    assert deciding(Analysis("search", ("A", "B"), decisions, (1, 2))) == (0, 1, 90)
    assert deciding(Analysis("search", ("A", "B"), decisions, ())) is None
