"""Matches of people who come and go over days: who has a chair keeps it, and is told what happened meanwhile."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.browsing import Browsing
from browser.screens import named, play_well
from server.running import Person, make

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
