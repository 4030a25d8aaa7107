"""Matches of people who come and go over days: a chair stays with its owner, who is told what happened."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.browsing import Browsing
from browser.screens import named, play_well
from server.running import OPEN, Person, eventually, make

DAYS = {"kind": "move", "seconds": 2 * 24 * 3600}


def test_who_starts_a_rematch_early_throws_nobody_out(browsing: Browsing) -> None:
    ann, bob = make(browsing.server, *named("Ann", "Bob"), clock=DAYS)
    play_well([ann, bob])
    host = browsing.visitor(ann).go("/")
    host.page.get_by_role("button", name="Again", exact=True).click()
    start = host.page.get_by_role("button", name="Start without waiting")
    expect(start).not_to_have_class(re.compile("primary"))
    expect(host.page.get_by_text("those who have not keep their chairs.")).to_be_visible()
    start.click()
    expect(host.prompt).to_be_visible()
    late = browsing.visitor(bob).go("/")
    late.page.get_by_role("button", name="Join the rematch").click()
    expect(late.page).to_have_url(host.page.url)
    expect(late.page.get_by_role("region", name="Bob, seat")).to_contain_text("you")


def test_where_the_rematch_is_gone_there_is_another(browsing: Browsing) -> None:
    """At home and with the result: nobody is sent to a rematch in which somebody else has their chair."""
    ann, bob = make(browsing.server, *named("Ann", "Bob"))
    play_well([ann, bob])
    joined = ann.post("./rematch")
    left = Person(browsing.server, joined["table"]["table"], joined["token"])
    left.post("./leave")
    left.post("./join", {"name": "Cem", "invite": ann.invite})
    screen = browsing.visitor(ann).go("/")
    again = screen.page.get_by_role("button", name="Again", exact=True)
    expect(again).to_be_visible()
    screen.go(f"/table/{ann.table}")
    again.click()
    expect(screen.page.get_by_role("heading", name="Alpina: waiting for people")).to_be_visible()
    assert screen.page.url.rpartition("/")[2] not in (ann.table, left.table)


def test_one_person_takes_one_chair_from_two_tabs(browsing: Browsing) -> None:
    (ann,) = make(browsing.server, *named("Ann"), OPEN, OPEN)
    tab = browsing.visitor(name="Carl", fresh=True).go(f"/table/{ann.table}#invite={ann.invite}")
    other = browsing.tab(tab).go(f"/table/{ann.table}#invite={ann.invite}")
    expect(other.page.get_by_role("button", name="Sit down")).to_be_visible()
    tab.page.get_by_role("button", name="Sit down").click()
    for each in (tab, other):
        expect(each.page.get_by_role("listitem").filter(has_text="Carl")).to_contain_text("you")
        expect(each.page.get_by_role("button", name="Sit down")).to_have_count(0)
    assert [chair["kind"] for chair in ann.get(".")["chairs"]] == ["human", "human", "open"]


def test_whoever_comes_back_hears_that_a_bot_has_played(browsing: Browsing) -> None:
    ann, bob = make(browsing.server, *named("Ann", "Bob"), clock=DAYS)
    first, second = (ann, bob) if ann.view()["legal"] else (bob, ann)
    first.post("./stand-in", {"chair": first.chair})
    eventually(lambda: bool(second.view()["legal"]))
    screen = browsing.visitor(first).go("/")
    expect(screen.page.get_by_role("link", name="A bot plays for you")).to_be_visible()
    screen.go(f"/table/{first.table}")
    expect(screen.page.get_by_text("A bot made 1 turn for you.")).to_be_visible()
    assert first.get(".")["chairs"][first.chair]["stand_in"] is None
    screen.page.reload()
    expect(screen.prompt).to_be_visible()
    expect(screen.page.get_by_text("A bot made")).to_have_count(0)


def test_a_damaged_link_does_not_take_the_place_of_a_good_one(browsing: Browsing) -> None:
    (ann,) = make(browsing.server, *named("Ann"), OPEN)
    screen = browsing.visitor(name="Bob").go(f"/table/{ann.table}#invite={ann.invite}")
    sit_down = screen.page.get_by_role("button", name="Sit down")
    expect(sit_down).to_be_visible()
    with screen.page.expect_response("**/chat"):
        screen.page.evaluate("location.hash = 'invite=dam-aged'")
    expect(sit_down).to_be_visible()
    screen.page.goto("about:blank")
    with screen.page.expect_response("**/chat"):
        screen.go(f"/table/{ann.table}#invite=dam-aged")
    screen.page.goto("about:blank")
    screen.go(f"/table/{ann.table}")
    expect(sit_down).to_be_visible()


def test_a_good_link_takes_the_place_of_a_damaged_one(browsing: Browsing) -> None:
    (ann,) = make(browsing.server, *named("Ann"), OPEN)
    screen = browsing.visitor(name="Bob").go(f"/table/{ann.table}#invite=dam-aged")
    expect(screen.page.get_by_role("heading", name="This table cannot be shown")).to_be_visible()
    screen.page.evaluate(f"location.hash = 'invite={ann.invite}'")
    expect(screen.page.get_by_role("button", name="Sit down")).to_be_visible()
