"""The hand of Hike!: the own sled, and what comes and goes beside it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.browsing import Browsing
from browser.games import wanted
from browser.looking import point_at

GAME = "hike_dogsled"


@pytest.mark.parametrize("size", ["tablet", "desktop"])
def test_the_own_sled_stays_where_it_is(browsing: Browsing, size: str) -> None:
    """What lies beside it comes and goes: a place for the hand, a card, the end of the turn."""
    me = wanted(browsing.server, GAME, lambda seen: seen["view"]["decision"] == "action")[0]
    screen = browsing.at(me, size=size)
    assert screen.my_turn()
    left = "sled => sled.getBoundingClientRect().left"
    sled = screen.page.locator(f"[data-sled={me.view()['seat']}].mine")
    before = sled.evaluate(left)
    screen.page.locator("button[data-centre][aria-pressed]").first.click()
    expect(screen.page.locator("[data-into-hand]")).to_be_visible()
    assert sled.evaluate(left) == before
    screen.page.locator("[data-into-hand]").click()
    expect(screen.take_back).to_be_visible()
    assert sled.evaluate(left) == before


def test_a_place_that_shows_what_would_lie_there_takes_it_with_one_click(browsing: Browsing) -> None:
    """However long it was pointed at first: the click takes the focus from the card, not the preview."""
    me = wanted(browsing.server, GAME, lambda seen: seen["view"]["decision"] == "action")[0]
    screen = browsing.at(me)
    assert screen.my_turn()
    page = screen.page
    page.locator("button[data-centre][aria-pressed]").first.click()
    open_places = page.locator("button[data-slot].open:not([data-husky])")
    place = page.locator(f'button[data-slot="{open_places.first.get_attribute("data-slot")}"]')
    point_at(place)
    expect(place.locator("[data-preview]")).to_be_visible()
    page.mouse.down()
    page.mouse.up()
    expect(screen.take_back).to_be_visible()
    expect(place.locator(".drafted")).to_be_visible()
