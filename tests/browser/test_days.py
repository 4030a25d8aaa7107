"""Matches that go on for days: their clock is chosen and shown, and nobody is pressed for being away."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.browsing import Browsing
from browser.games import any_game
from browser.screens import named
from server.running import Person, make, mover
from trailmix.server.tables.clocks import DAY


@any_game
def test_days_are_chosen_as_naturally_as_minutes(browsing: Browsing, game: str) -> None:
    screen = browsing.visitor(name="Ann").go("/")
    screen.page.get_by_role("button", name="With friends").first.click()
    sheet = screen.page.get_by_role("dialog")
    expect(sheet.get_by_text("Nobody has to stay")).to_have_count(0)
    sheet.get_by_text("Minutes", exact=True).click()
    expect(sheet.get_by_label("10 min each, 10 s more with every move")).to_be_visible()
    sheet.get_by_text("Days", exact=True).click()
    expect(sheet.get_by_text("Nobody has to stay")).to_be_visible()
    expect(sheet.get_by_label("2 days a move")).to_be_checked()
    for label in ("1 day a move", "7 days a move", "7 days each, 12 h more with every move", "3 days a move"):
        sheet.get_by_label(label).check()
    sheet.get_by_role("button", name="Make the table").click()
    screen.page.wait_for_url("**/table/*")
    table = Person(browsing.server, screen.page.url.rpartition("/")[2])
    invite = screen.page.get_by_label("Link to this table").input_value().rpartition("invite=")[2]
    answer = table.ask("GET", ".", headers={"Trailmix-Invite": invite})
    clock = answer.json()["clock"]
    assert (clock["kind"], clock["seconds"], clock["of_days"]) == ("move", 3 * DAY, True)


@any_game
def test_days_are_shown_and_nobody_is_pressed(browsing: Browsing, game: str) -> None:
    people = make(
        browsing.server, *named("Ann", "Ben"), game=game, clock={"kind": "move", "seconds": 2 * DAY}
    )
    late = mover(people)
    other = next(person for person in people if person is not late)
    screen = browsing.at(other)
    name = late.get(".")["chairs"][late.chair]["name"]
    panel = screen.page.get_by_role("region", name=f"{name}, seat")
    expect(panel.get_by_label("2 days left")).to_have_text("2 days left")
    expect(screen.prompt).to_contain_text(f"{name} is away, with 2 days left for this move.")
    expect(screen.page.get_by_role("button", name="Let a bot stand in")).to_have_count(0)
