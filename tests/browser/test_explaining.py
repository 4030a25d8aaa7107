"""What the page explains: ideas, each once when it first happens, and all signs on demand."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from browser.browsing import Browsing, Screen
from browser.games import any_game, at_the_start, every_game, go_on, playing, wanted
from browser.looking import findings
from browser.screens import Scene
from server.running import Json

ALPINA, HIKE = "alpina", "hike_cards"
NOT_OVER = """([one, other]) => {
  const [a, b] = [one, other].map(name => document.querySelector(name).getBoundingClientRect());
  return a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
}"""


def idea(screen: Screen) -> Locator:
    """What is explained at the table now."""
    return screen.page.locator("section[data-idea]")


def legend(page: Page) -> Locator:
    """The sheet with all signs."""
    return page.get_by_role("dialog", name="What the signs mean")


def place_a_hiker(screen: Screen) -> None:
    """A turn of Alpina with a hiker."""
    playing(ALPINA).whole_turn(screen)
    screen.confirm.click()


def test_an_idea_is_told_once_beside_the_board_and_found_again_under_the_rules(browsing: Browsing) -> None:
    people, me, _ = at_the_start(browsing.server, ALPINA)
    screen = browsing.at(me, ideas=True)
    assert idea(screen).count() == 0
    place_a_hiker(screen)
    expect(idea(screen)).to_have_attribute("data-idea", "hiker")
    expect(screen.page.get_by_role("status").filter(has_text="Your hiker stays")).to_have_count(1)
    assert screen.page.evaluate(NOT_OVER, ["section[data-idea]", "#main"])
    assert not idea(screen).evaluate("card => card.contains(document.activeElement)")
    idea(screen).get_by_role("button", name="Got it").last.click()
    expect(idea(screen)).to_have_count(0)
    go_on(people, me)
    screen.page.reload()
    place_a_hiker(screen)
    screen.turn.or_(screen.log.nth(3)).first.wait_for(state="attached")
    expect(screen.page.locator("[data-idea=hiker]")).to_have_count(0)
    screen.page.keyboard.press("r")
    rules = screen.page.get_by_role("dialog", name="Rules")
    expect(rules.locator("[data-idea=hiker]")).to_contain_text("A hiker never moves again")


def test_whoever_wants_no_more_ideas_gets_none(browsing: Browsing) -> None:
    people, me, _ = at_the_start(browsing.server, ALPINA)
    screen = browsing.at(me, ideas=True)
    place_a_hiker(screen)
    idea(screen).get_by_role("button", name="No more of these").click()
    expect(idea(screen)).to_have_count(0)
    go_on(people, me)
    playing(ALPINA).first_step(screen)
    screen.choices.filter(has_text="No hiker").click()
    screen.confirm.click()
    expect(screen.log.last).to_contain_text("places no hiker")
    expect(idea(screen)).to_have_count(0)
    screen.go("/settings")
    ideas = screen.page.get_by_role("group", name="Ideas")
    expect(ideas.get_by_role("radio", name="Off")).to_be_checked()


def test_on_a_small_screen_an_idea_is_a_line_that_opens(browsing: Browsing) -> None:
    _, me, _ = at_the_start(browsing.server, ALPINA)
    screen = browsing.at(me, ideas=True, size="phone")
    place_a_hiker(screen)
    expect(idea(screen)).to_be_attached()
    for part in ("#main", ".seats", "section.below, .below"):
        assert screen.page.evaluate(NOT_OVER, ["section[data-idea] > .card", part]), part
    idea(screen).get_by_role("button", name="Your hiker stays").click()
    expect(idea(screen).get_by_text("A hiker never moves again")).to_be_visible()
    assert findings(screen.page) == []
    idea(screen).get_by_role("button", name="Got it").first.click()
    expect(idea(screen)).to_have_count(0)


def test_nothing_is_explained_while_the_points_of_a_round_are_told(browsing: Browsing) -> None:
    def round_is_over(seen: Json) -> bool:
        return bool(seen["view"]["round"] > 1 and not seen["view"]["pile"])

    me, *_ = wanted(browsing.server, HIKE, round_is_over)
    screen = browsing.at(me, ideas=True)
    expect(screen.account).to_be_visible()
    assert idea(screen).count() == 0
    screen.account.click()
    expect(idea(screen)).to_be_visible()


@every_game
def test_all_signs_are_explained_on_demand(browsing: Browsing, scene: Scene) -> None:
    screen = browsing.at(scene.playing)
    assert screen.my_turn()
    screen.turn.focus()
    before = screen.focused()
    screen.page.keyboard.press("g")
    signs = legend(screen.page).locator("[data-sign]")
    expect(signs.first).to_be_visible()
    seats = {f"seat.{seat['seat']}" for seat in scene.playing.view()["view"]["seats"]}
    shown = signs.evaluate_all("signs => signs.map(sign => sign.dataset.sign)")
    assert seats | {"turn", "since", "preview"} < set(shown)
    assert len(shown) == len(set(shown)) >= len(seats) + 20
    for sign in signs.all():
        expect(sign.get_by_role("definition")).to_have_text(re.compile(r"\w\w"))
        size = sign.locator("dt > *").evaluate("it => it.getBoundingClientRect().toJSON()")
        assert size["width"] > 10 and size["height"] > 5
    screen.page.keyboard.press("Escape")
    expect(legend(screen.page)).to_have_count(0)
    assert screen.focused() == before


@any_game
def test_a_telephone_has_the_signs_in_its_menu(browsing: Browsing, scene: Scene) -> None:
    screen = browsing.at(scene.playing, size="phone")
    screen.page.get_by_role("button", name="Table and settings").click()
    screen.page.get_by_role("button", name="Signs").click()
    expect(legend(screen.page).locator("[data-sign]").first).to_be_visible()
    expect(screen.page.get_by_role("dialog", name="Table and settings")).to_have_count(0)
