"""Room for what people write, and buttons in sight, whatever the size of the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from browser.browsing import SIZES, Browsing, Screen
from browser.looking import SETTLED, sideways
from browser.screens import named
from browser.test_matches import sitting_at
from server.running import OPEN, make

ENDLESS = "W" * 40
"""The longest name there may be, of the widest letters."""


def sticks_out(screen: Screen) -> dict[str, list[str]]:
    """By size of the screen: what sticks out at the side."""
    found: dict[str, list[str]] = {}
    for size, (width, height) in SIZES.items():
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.evaluate(SETTLED)
        scrolls, elements = sideways(screen.page)
        if scrolls or elements:
            found[size] = elements
    return found


def test_a_remark_without_a_blank_stays_where_remarks_stand(browsing: Browsing) -> None:
    ann, ben = make(browsing.server, *named("Ann", "Ben"))
    ben.post("./chat", {"t": "chat", "id": "x", "text": "x" * 300})
    screen = browsing.at(ann)
    screen.page.get_by_role("list", name="Chat").get_by_text("xxx").wait_for()
    assert sticks_out(screen) == {}


def test_the_longest_names_have_room_before_the_match_and_between_two_people(browsing: Browsing) -> None:
    waiting = make(browsing.server, *named(ENDLESS, f"{ENDLESS[:-1]}V"), OPEN)
    screen = browsing.at(*waiting)
    screen.page.get_by_role("heading", name="Chairs").wait_for()
    assert sticks_out(screen) == {}
    screen = browsing.at(*make(browsing.server, *named(ENDLESS, f"{ENDLESS[:-1]}V")))
    screen.curtain.wait_for()
    assert sticks_out(screen) == {}


def test_beside_all_colours_a_name_of_one_word_stays_on_one_line(browsing: Browsing) -> None:
    (me,) = make(browsing.server, *named("Bartholomew"), OPEN, game="snow_tails")
    screen = browsing.at(me, size="phone")
    name = screen.page.get_by_role("listitem").get_by_text("Bartholomew")
    line = name.evaluate("name => parseFloat(getComputedStyle(name).lineHeight)")
    assert name.evaluate("name => name.offsetHeight") < 2 * line


def expect_in_sight(screen: Screen, button: Locator) -> None:
    """Whatever the size of the screen, all of it is seen without scrolling."""
    for width, height in SIZES.values():
        screen.page.set_viewport_size({"width": width, "height": height})
        expect(button).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("way", ["With friends", "Same screen"])
def test_the_button_that_makes_a_table_is_in_sight_and_has_the_focus(browsing: Browsing, way: str) -> None:
    screen = browsing.visitor().go("/")
    screen.page.get_by_role("button", name=f"{way} : Snow Tails", exact=True).click()
    button = screen.page.get_by_role("button", name="Make the table")
    expect(button).to_be_focused()
    expect_in_sight(screen, button)


def test_a_guest_sees_who_invites_and_where_to_sit_down(browsing: Browsing) -> None:
    (ann,) = make(
        browsing.server, *named(ENDLESS), OPEN, OPEN, OPEN, clock={"kind": "move", "seconds": 172800}
    )
    guest = browsing.visitor(name="Gus").go(f"/table/{ann.table}#invite={ann.invite}")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text(f"Alpina: {ENDLESS} invites you")
    expect(guest.page.get_by_text("when everybody has a chair.")).to_be_visible()
    expect(guest.page.get_by_text("You need not wait here.")).to_have_count(0)
    host = browsing.at(ann)
    expect(host.page.get_by_text("You need not wait here.")).to_be_visible()
    assert sticks_out(guest) == {}
    (ann,) = make(browsing.server, *named("Ann"), OPEN, OPEN, OPEN)
    guest = browsing.visitor(name="Gus").go(f"/table/{ann.table}#invite={ann.invite}")
    expect(guest.page.get_by_text("when everybody is there.")).to_be_visible()
    expect_in_sight(guest, guest.page.get_by_role("button", name="Sit down"))


def test_a_form_that_was_put_away_begins_anew_as_it_shows(browsing: Browsing) -> None:
    screen = browsing.visitor(name="Ann").go("/")
    page = screen.page
    page.get_by_role("button", name="With friends : Alpina", exact=True).click()
    page.get_by_label("Days", exact=True).check(force=True)
    page.get_by_label("Everybody", exact=True).check(force=True)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Same screen : Alpina", exact=True).click()
    expect(page.get_by_label("None", exact=True)).to_be_checked()
    page.get_by_role("button", name="Make the table").click()
    assert screen.my_turn()
    made = sitting_at(screen).get(".")
    assert (made["clock"]["kind"], made["privacy"]) == ("none", "private")
    assert [chair["level"] for chair in made["chairs"]] == [None, "first_match"]
