"""The course editor: lay pieces, read the checks, keep the course, share it, race on it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.browsing import SIZES, Browsing, wear
from browser.looking import CONTRAST, SETTLED, findings, sideways

PAGE = "/course/snow_tails"


def test_a_course_is_laid_kept_shared_and_raced(browsing: Browsing) -> None:
    screen = browsing.visitor(name="Ann").go(f"{PAGE}?track=start+S+finish:R")
    page, line = screen.page, screen.page.get_by_label("The line")
    good = page.get_by_text("The course can be raced.")
    expect(good).to_be_visible()
    page.get_by_role("button", name="Add: Corner left").click()
    expect(line).to_have_value("start S CL finish:R")
    expect(page.get_by_text(re.compile("2 pieces.*safety speeds 4"))).to_be_visible()
    line.fill("start S CL Q finish:R")
    expect(page.get_by_text(re.compile(r"\b4\b.*Q|Q.*\b4\b"))).to_be_visible()  # which token, and why
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    line.fill("start S CL T finish:R")
    expect(good).to_be_visible()
    page.get_by_role("button", name="Remove Straight, number 1").click()
    page.get_by_role("button", name="Move Saplings, number 2, forward").click()
    expect(line).to_have_value("start T CL finish:R")
    expect(good).to_be_visible()
    page.get_by_label("Name").fill("Short and sweet")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile("track=start"))
    friend = browsing.visitor().go(page.url.removeprefix(screen.server.address))
    expect(friend.page.get_by_label("The line")).to_have_value("start T CL finish:R")
    screen.go(PAGE)
    page.get_by_role("button", name="Open Short and sweet").click()
    expect(line).to_have_value("start T CL finish:R")
    page.get_by_role("button", name="Play it against bots").click()
    assert screen.my_turn()
    expect(page.get_by_role("group", name="The course: Short and sweet")).to_be_visible()


def test_it_can_be_read_and_used_everywhere(browsing: Browsing) -> None:
    page = browsing.visitor().go(PAGE).page
    expect(page.get_by_text("The course can be raced.")).to_be_visible()
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        assert sideways(page) == (False, [])
    assert findings(page) == []
    wear(page, "dark")
    assert findings(page, CONTRAST) == []
