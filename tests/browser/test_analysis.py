"""The analysis of a match beside its replay: the curve, its marks, and a table that begins at a decision."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from browser.browsing import Browsing, Screen
from browser.games import PLAYABLE, people_at
from server.running import Json, Person, Running, eventually, play_out
from trailmix.engine.words import letter
from trailmix.lab.analysis import percent

GAME = PLAYABLE[0]
"""Whichever is played, the analysis is the same."""


@pytest.fixture(scope="module")
def over(server: Running) -> Person:
    """Somebody whose match is over, in which everybody took the first legal action: no masterpiece."""
    people = people_at(server, GAME, privacy="public")
    play_out(people)
    return people[0]


@pytest.fixture(scope="module")
def analysed(over: Person) -> Json:
    """What the server found in it."""
    over.post("./analysis")
    eventually(lambda: over.get("./analysis")["state"] == "done")
    found: Json = over.get("./analysis")["analysis"]
    return found


def curve(screen: Screen) -> Locator:
    """The curve, which is a slider over the decisions."""
    return screen.page.get_by_role("slider", name="Chances to win over the match")


def value(screen: Screen) -> int:
    """The decision at which the curve stands; 0 before the first."""
    return int(curve(screen).get_attribute("aria-valuenow") or -1)


def first_mistake(found: Json) -> Json:
    """The first decision that is listed as a mistake."""
    decision: Json = next(each for each in found["decisions"] if each["grade"])
    return decision


def mistakes(screen: Screen) -> Locator:
    """The lines of the mistakes."""
    return screen.page.get_by_role("region", name="Mistakes").get_by_role("listitem")


def test_it_is_started_from_the_result_and_has_a_point_for_each_decision(browsing: Browsing) -> None:
    people = people_at(browsing.server, GAME)
    play_out(people)
    screen = browsing.at(people[0])
    screen.page.get_by_role("link", name="Analysis").click()
    expect(screen.page).to_have_url(re.compile(f"/analysis/{people[0].table}$"))
    screen.page.get_by_role("button", name="Analyse this match").click()
    expect(curve(screen)).to_be_visible()
    played = [action for entry in people[0].get("./log", limit=500) for action in entry["actions"]]
    expect(curve(screen)).to_have_attribute("aria-valuemax", str(len(played)))
    screen.page.get_by_text("All figures as a table").click()
    rows = screen.page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(1 + len(played))
    decisions = people[0].get("./analysis")["analysis"]["decisions"]
    chances = [f"{percent(share)}%" for share in decisions[-1]["knew"]["after"]]
    expect(rows.last.locator(".figure")).to_have_text(chances)


def test_clicks_and_arrows_go_to_a_decision(browsing: Browsing, over: Person, analysed: Json) -> None:
    steps = [0, *(decision["step"] for decision in analysed["decisions"])]
    screen = browsing.visitor().go(f"/analysis/{over.table}")
    curve(screen).click()  # in its middle
    expect(screen.page).to_have_url(re.compile(r"\?at=\d+$"))
    at = value(screen)
    assert abs(at - len(steps) / 2) <= 2
    expect(screen.page.get_by_role("slider", name="Step")).to_have_value(str(steps[at]))
    screen.page.keyboard.press("ArrowRight")
    expect(curve(screen)).to_have_attribute("aria-valuenow", str(at + 1))
    expect(screen.page).to_have_url(re.compile(rf"\?at={steps[at + 1]}$"))
    screen.page.keyboard.press("Home")
    expect(curve(screen)).to_have_attribute("aria-valuenow", "0")
    screen.page.get_by_role("slider", name="Step").fill(str(steps[5]))
    shown = [f"{percent(share)}%" for share in analysed["decisions"][4]["knew"]["after"]]
    chances = screen.page.get_by_role("list", name="Chances to win here").locator("strong")
    expect(chances).to_have_text(shown)
    screen.page.get_by_text("All cards open", exact=True).click()
    truly = [f"{percent(share)}%" for share in analysed["decisions"][4]["open"]["after"]]
    expect(chances).to_have_text(truly)


def test_a_mistake_is_told_with_what_was_better(browsing: Browsing, over: Person, analysed: Json) -> None:
    mistake = first_mistake(analysed)
    screen = browsing.visitor().go(f"/analysis/{over.table}")
    expect(mistakes(screen)).to_have_count(sum(each["grade"] is not None for each in analysed["decisions"]))
    line = mistakes(screen).first
    expect(line).to_contain_text(analysed["seats"][mistake["seat"]])
    chances = (mistake["knew"][when][mistake["seat"]] for when in ("before", "after"))
    before, after = (percent(chance) for chance in chances)
    expect(line).to_contain_text(f"{before}% to win became {after}%.")
    played, better = (
        line.get_by_text(re.compile(f"^{word}: ")).inner_text() for word in ("Played", "Better")
    )
    assert all(re.search(r": \w+", words) for words in (played, better))
    assert mistake["played"] not in played and mistake["best"] not in better, "words, not notation"
    line.get_by_role("button", name="Better").click()
    expect(screen.page).to_have_url(re.compile(rf"\?at={mistake['step']}$"))
    expect(screen.page.get_by_role("region", name="The decision that led here")).to_contain_text(better)


def test_trying_again_begins_before_the_decision(browsing: Browsing, over: Person, analysed: Json) -> None:
    mistake = first_mistake(analysed)
    before = over.get("./steps", since=-1, limit=500)[mistake["step"] - 1]
    screen = browsing.visitor(name="Zoe").go(f"/analysis/{over.table}")
    mistakes(screen).first.get_by_role("button", name="Try again from here").click()
    sheet = screen.page.get_by_role("dialog", name="Try again as")
    sheet.get_by_role("radio", name="Pup").check()
    sheet.get_by_role("button", name="Play").click()
    expect(screen.page).to_have_url(re.compile("/table/"))
    assert screen.my_turn()
    table = screen.page.url.rsplit("/", 1)[1]
    kept = json.loads(screen.page.evaluate("localStorage.getItem('trailmix.tables')"))
    ((chair, token),) = kept[table]["tokens"].items()
    me = Person(browsing.server, table, token, int(chair))
    chairs = me.get(".")["chairs"]
    mine = chairs[me.chair]
    assert (mine["name"], mine["seat"]) == ("Zoe", letter(mistake["seat"]))
    assert [each["level"] for each in chairs if each is not mine] == ["pup"] * (len(chairs) - 1)
    assert me.view()["view"] == before["view"]
    assert me.view()["own"] == before["owns"][mistake["seat"]]
