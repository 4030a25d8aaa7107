"""A finished match, walked through: slider, keys, and an address for every step."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.browsing import Browsing
from browser.games import Playing, any_game, every_game, people_at
from browser.screens import Scene
from server.running import Person


@pytest.fixture
def over(scene: Scene) -> Person:
    """Who has played a match to its end."""
    return scene.over


@every_game
def test_slider_keys_and_address_tell_the_same_step(browsing: Browsing, over: Person, how: Playing) -> None:
    steps = len(over.get("./steps", limit=500))
    screen = browsing.visitor().go(f"/replay/{over.table}")
    page, slider = screen.page, screen.page.get_by_role("slider", name="Step")
    expect(page.get_by_text(f"0 of {steps - 1}")).to_be_visible()
    start = how.progress(screen)
    slider.fill("10")
    expect(page.get_by_text(f"10 of {steps - 1}")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?at=10$"))
    assert how.progress(screen) > start
    page.get_by_role("button", name="One turn on").click()
    expect(page).not_to_have_url(re.compile(r"\?at=10$"))
    on = int(slider.input_value())
    assert on > 10
    page.keyboard.press("ArrowLeft")
    expect(slider).not_to_have_value(str(on))
    assert int(slider.input_value()) < on
    page.keyboard.press("End")
    expect(slider).to_have_value(str(steps - 1))
    end = how.progress(screen)
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    assert how.progress(screen) == start < end


@every_game
def test_an_address_opens_its_step_with_open_hands(browsing: Browsing, over: Person, how: Playing) -> None:
    step = over.get("./steps", since=-1, limit=100)[10]
    screen = browsing.visitor(notation=True).go(f"/replay/{over.table}?at=10")
    expect(screen.page.get_by_role("slider", name="Step")).to_have_value("10")
    assert how.progress(screen) == how.progress_of(step["view"])
    hand = screen.page.get_by_label("Hand of")
    for seat, own in enumerate(step["owns"]):
        hand.select_option(index=seat + 1)
        text = screen.page.content()
        assert how.shows(own, text)
    played = [action for entry in over.get("./log", limit=500) for action in entry["actions"]]
    assert screen.written().startswith(" ".join(played[:11]))


@every_game
def test_a_click_in_the_log_goes_there(browsing: Browsing, over: Person) -> None:
    """Each turn is one line, and its end a step; of a link that was shown nothing is left elsewhere."""
    screen = browsing.visitor().go(f"/replay/{over.table}?at=2")
    slider = screen.page.get_by_role("slider", name="Step")
    expect(slider).to_have_value("2")
    screen.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    screen.page.get_by_role("button", name="Copy the link to this step").click()
    expect(screen.page.get_by_text("?at=2")).to_be_visible()
    line = screen.log.nth(8)
    line.get_by_role("button").click()
    expect(line).to_have_attribute("aria-current", "step")
    expect(screen.page).not_to_have_url(re.compile(r"\?at=2$"))
    expect(screen.page.get_by_text("?at=2", exact=False)).to_have_count(0)
    at = int(slider.input_value())
    assert at > 2
    screen.page.keyboard.press("ArrowLeft")
    expect(screen.log.nth(7)).to_have_attribute("aria-current", "step")
    assert int(slider.input_value()) < at


@any_game
def test_it_plays_by_itself_until_it_is_stopped(browsing: Browsing, over: Person) -> None:
    screen = browsing.visitor().go(f"/replay/{over.table}")
    slider = screen.page.get_by_role("slider", name="Step")
    screen.page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).not_to_have_value("0")
    screen.page.get_by_role("button", name="Pause").click()
    expect(screen.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert slider.input_value() != slider.get_attribute("max")


@any_game
def test_a_match_that_goes_on_has_no_replay_yet(browsing: Browsing, game: str) -> None:
    me = people_at(browsing.server, game)[0]
    screen = browsing.visitor(me).go(f"/replay/{me.table}")
    expect(screen.page.get_by_role("heading", name="There is no replay to show")).to_be_visible()
    why = "The replay is given out when the match is over, and so is its analysis: they hold every secret."
    expect(screen.page.get_by_role("alert").get_by_text(why, exact=True)).to_be_visible()
    screen.page.get_by_role("link", name="To the table").click()
    expect(screen.page).to_have_url(f"{browsing.server.address}/table/{me.table}")
