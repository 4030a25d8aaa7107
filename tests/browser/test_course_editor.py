"""The course editor: lay pieces, read the checks, keep the course, share it, race on it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.browsing import SIZES, Browsing, Screen, wear
from browser.looking import CONTRAST, SETTLED, findings, sideways

PAGE = "/course/snow_tails"
KEEP_A_COURSE = """() => localStorage.setItem("trailmix.courses", JSON.stringify([
  { name: "Ann's Elbow", line: "start S CL finish:R", game: "snow_tails" },
]))"""


def test_a_course_is_laid_kept_shared_and_raced(browsing: Browsing) -> None:
    screen = browsing.visitor(name="Ann").go(f"{PAGE}?track=start+S+finish:R")
    page, line = screen.page, screen.page.get_by_label("As text")
    good = page.get_by_text("The course can be raced.")
    expect(good).to_be_visible()
    page.get_by_role("button", name="Add: Corner left").click()
    expect(line).to_have_value("start S CL finish:R")
    expect(page.get_by_text(re.compile("2 pieces.*safety speeds 4"))).to_be_visible()
    line.fill("start S CL T finish:R")
    expect(good).to_be_visible()
    page.get_by_role("button", name="Number 1: Straight").first.click()
    page.get_by_role("button", name="Remove Straight, number 1").click()
    page.get_by_role("button", name="Number 2: Saplings").first.click()
    page.get_by_role("button", name="Move Saplings, number 2, towards the start").click()
    expect(line).to_have_value("start T CL finish:R")
    expect(good).to_be_visible()
    page.get_by_label("Name").fill("Short and sweet")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile("track=start"))
    friend = browsing.visitor().go(page.url.removeprefix(screen.server.address))
    expect(friend.page.get_by_label("As text")).to_have_value("start T CL finish:R")
    screen.go(PAGE)
    page.get_by_role("button", name="Open Short and sweet").click()
    expect(line).to_have_value("start T CL finish:R")
    page.get_by_role("button", name="Play it against bots").click()
    assert screen.my_turn()
    expect(page.get_by_role("group", name="The course: Short and sweet")).to_be_visible()


def test_what_is_wrong_is_told_at_the_piece(browsing: Browsing) -> None:
    page = browsing.visitor().go(f"{PAGE}?track=start+S+CL+Q+finish:R").page
    fault = page.locator("[data-row='3']").get_by_role("alert")
    expect(fault).to_contain_text("There is no such piece")
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    page.get_by_label("As text").fill("start S CL CL CL CL S finish:R")
    expect(page.get_by_text("The marked pieces lie over each other")).to_be_visible()
    expect(page.get_by_text("The course can be raced.")).to_have_count(0)  # not both at once
    expect(page.locator("[data-piece].odd")).to_have_count(2)
    expect(page.get_by_role("button", name="Save")).to_be_enabled()


def test_a_click_on_the_track_picks_the_piece_behind_which_the_next_is_laid(browsing: Browsing) -> None:
    page = browsing.visitor().go(f"{PAGE}?track=start+S+CL+S+finish:R").page
    line = page.get_by_label("As text")
    page.locator("[data-piece='1'] circle").click()
    expect(page.get_by_text("The next piece goes after number 1, Straight.")).to_be_visible()
    page.get_by_role("button", name="Add: Saplings").click()
    expect(line).to_have_value("start S T CL S finish:R")
    expect(page.locator("[data-piece='2']")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Empty").click()
    expect(line).to_have_value("start finish:R")
    expect(page.get_by_text("Lay the first piece.")).to_be_visible()
    expect(page.locator("[data-piece]")).to_have_count(0)


def test_everybody_brings_a_course_to_a_season(browsing: Browsing) -> None:
    ann = browsing.visitor(name="Ann").go("/")
    ann.page.get_by_role("button", name="With friends").nth(3).click()
    sheet = ann.page.get_by_role("dialog", name=re.compile("Snow Tails"))
    sheet.get_by_label("A season").check(force=True)
    expect(sheet.get_by_text("Everybody picks or builds their own course")).to_be_visible()
    ann.page.evaluate(KEEP_A_COURSE)
    sheet.get_by_role("button", name="Make the table").click()
    drawn = ann.page.locator('[data-course="Ann\'s Elbow"] svg')
    expect(drawn).to_have_attribute("viewBox", re.compile(r"^0 0 \d{4}"))  # of a course, not of an icon
    ann.page.get_by_role("button", name="Bruce's Nightmare").click()
    expect(ann.page.locator("[data-brings='0']")).to_have_text("brings Bruce's Nightmare")
    bob = browsing.visitor(name="Bob").go(invitation(ann))
    bob.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.locator("[data-brings='1']")).to_have_text("has not chosen a course yet")
    bob.page.get_by_role("link", name="Build a new one").click()
    bob.page.get_by_label("As text").fill("start S CR finish:L")
    bob.page.get_by_label("Name").fill("Bob's Bend")
    bob.page.get_by_role("button", name="Bring it to the table").click()
    for screen in (ann, bob):  # all have chosen: it begins
        expect(screen.page.get_by_text("Race 1 of 2")).to_be_visible()
    ann.page.get_by_role("button", name="The season").click()
    expect(ann.page.get_by_role("columnheader", name="Bob's Bend")).to_be_visible()


def invitation(host: Screen) -> str:
    """The way to a table for those who are invited."""
    link = host.page.locator("input[readonly]").first.input_value()
    return link.removeprefix(host.server.address)


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
