"""Play now: one sheet between a game and a match against bots, which remembers what was chosen."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.browsing import Browsing, Screen
from browser.games import any_game
from browser.test_matches import name_of, table_of
from server.running import Json, Person

START = "Start the match"


def sheet(page: Page) -> Locator:
    """What is asked."""
    return page.get_by_role("dialog", name=re.compile("against bots"))


def ask(screen: Screen, game: str) -> Locator:
    """Press a game's button on the home page."""
    name = name_of(screen.server, game)
    screen.page.get_by_role("button", name=f"Play now : {name}", exact=True).click()
    expect(sheet(screen.page)).to_be_visible()
    return sheet(screen.page)


def made(screen: Screen) -> Json:
    """The table that the page has gone to."""
    kept: Json = json.loads(screen.page.evaluate("localStorage.getItem('trailmix.tables')"))
    table = table_of(screen)
    ((chair, token),) = kept[table]["tokens"].items()
    found: Json = Person(screen.server, table, token, int(chair)).get(".")
    return found


def levels_of(table: Json) -> list[Any]:
    return [chair["level"] for chair in table["chairs"] if chair["kind"] == "bot"]


@any_game
def test_somebody_new_meets_the_lowest_level_after_two_clicks(browsing: Browsing, game: str) -> None:
    screen = browsing.visitor().go("/")
    asked = ask(screen, game)
    expect(asked.get_by_role("radio", name=re.compile("Beginner"))).to_be_checked()
    expect(asked.get_by_text("Plays along, and often overlooks the better move.")).to_be_visible()
    expect(asked.get_by_role("radio")).to_have_count(5 + 3)  # levels, and one to three opponents
    screen.page.get_by_role("button", name=START).click()
    assert screen.my_turn()
    assert levels_of(made(screen)) == ["first_match"]


def test_what_was_chosen_is_offered_again_for_this_game_alone(browsing: Browsing) -> None:
    screen = browsing.visitor().go("/")
    asked = ask(screen, "snow_tails")
    asked.get_by_role("radio", name="3", exact=True).check()
    asked.get_by_role("radio", name=re.compile("^Pup")).check()
    asked.get_by_role("radio", name="Renegade").check()
    asked.get_by_role("radio", name="Dagger of the Mountain Troll").check()
    picture = asked.locator("label", has_text="Dagger of the Mountain Troll").locator("img")
    assert picture.evaluate("async img => (await img.decode(), img.naturalWidth)") > 50
    screen.page.get_by_role("button", name=START).click()
    assert screen.my_turn()
    table = made(screen)
    assert levels_of(table) == ["pup"] * 3
    assert (table["options"]["edition"], table["options"]["course"]) == ("renegade", "dagger")
    screen.go("/rules/snow_tails")
    screen.page.get_by_role("button", name="Play now").first.click()
    asked = sheet(screen.page)
    course = "Dagger of the Mountain Troll Difficulty 2 of 5, 57 spaces long"
    for name in ("3", "Renegade, later edition", course):
        expect(asked.get_by_role("radio", name=name, exact=True)).to_be_checked()
    expect(asked.get_by_role("radio", name=re.compile("^Pup"))).to_be_checked()
    screen.page.get_by_role("button", name=START).click()
    assert screen.my_turn()
    again = made(screen)
    assert again["table"] != table["table"]
    assert (levels_of(again), again["options"]) == (levels_of(table), table["options"])
    screen.go("/")
    asked = ask(screen, "hike_cards")
    expect(asked.get_by_role("radio", name=re.compile("Beginner"))).to_be_checked()
    expect(asked.get_by_role("radio", name="2", exact=True)).to_be_checked()  # as few as there can be


def test_a_season_is_chosen_with_the_pictures_of_its_courses(browsing: Browsing) -> None:
    screen = browsing.visitor().go("/")
    asked = ask(screen, "snow_tails")
    asked.get_by_role("switch", name="A season").check(force=True)
    for n, course in enumerate(("dagger", "nutcracker")):
        asked.get_by_label(f"Course of player {n + 1}").select_option(course)
        drawn = asked.locator("img.large").nth(n)
        expect(drawn).to_have_attribute("src", re.compile(f"/courses/{course}/picture$"))
        assert drawn.evaluate("async img => (await img.decode(), img.naturalWidth)") > 50
    screen.page.get_by_role("button", name=START).click()
    assert screen.my_turn()
    table = made(screen)
    assert table["options"]["courses"] == ["dagger", "nutcracker"]
    assert levels_of(table) == ["first_match"]


def test_an_expansion_has_its_picture_and_is_played_with(browsing: Browsing) -> None:
    screen = browsing.visitor().go("/")
    asked = ask(screen, "hike_dogsled")
    expect(asked.locator("label", has_text="Husky on the loose").locator("svg")).to_be_visible()
    asked.get_by_role("switch", name="Husky on the loose").check(force=True)
    screen.page.get_by_role("button", name=START).click()
    assert screen.my_turn()
    assert made(screen)["options"]["loose"] is True


@any_game
def test_nonsense_that_was_kept_is_no_harm(browsing: Browsing, game: str) -> None:
    screen = browsing.visitor().go("/")
    for kept in ("{", f'{{"{game}": {{"opponents": "many", "level": {{"__proto__": 1}}, "said": [1]}}}}'):
        screen.page.evaluate("kept => localStorage.setItem('trailmix.habits', kept)", kept)
        screen.go("/")
        asked = ask(screen, game)
        expect(asked.get_by_role("radio", name=re.compile("Beginner"))).to_be_checked()
        expect(asked.get_by_role("radio", name="1", exact=True)).to_be_checked()


def test_what_the_server_refuses_is_said_in_the_sheet(browsing: Browsing) -> None:
    screen = browsing.visitor().go("/")
    asked = ask(screen, "snow_tails")
    asked.get_by_role("radio", name="My own ...").check()
    asked.get_by_label("The line of the course").fill("start S")
    screen.page.get_by_role("button", name=START).click()
    expect(asked.get_by_role("alert")).to_contain_text("finish")
    assert screen.page.url.endswith("/")
    assert screen.page.evaluate("localStorage.getItem('trailmix.habits')") is None
