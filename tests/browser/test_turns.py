"""A turn is a draft until it is confirmed; what is not allowed says why."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.browsing import Browsing, Screen
from browser.games import PLAYABLE, Playing
from server.running import HUMAN, Person, eventually, make

pytestmark = pytest.mark.parametrize("game", PLAYABLE)


@pytest.fixture
def me(browsing: Browsing, game: str) -> Person:
    """Who is to move at a table of two."""
    people = make(browsing.server, HUMAN, HUMAN, game=game)
    return next(person for person in people if person.view()["legal"])


def position(screen: Screen) -> str:
    """What the board and the hand show, as a screen reader would tell it."""
    assert screen.my_turn()
    screen.page.keyboard.press("Escape")  # put down what is only picked up
    screen.page.mouse.move(0, 0)
    hand = screen.page.get_by_role("group", name="Your hand").first
    return screen.page.get_by_role("main").aria_snapshot() + hand.aria_snapshot()


def test_a_draft_is_taken_back_step_by_step(browsing: Browsing, me: Person, how: Playing) -> None:
    screen = browsing.at(me)
    before, seen = position(screen), me.view()
    how.first_step(screen)
    assert position(screen) != before
    screen.take_back.click()
    expect(screen.take_back).to_have_count(0)
    assert position(screen) == before
    how.whole_turn(screen)
    while screen.take_back.count():
        screen.page.keyboard.press("z")
        expect(screen.choices.first).to_be_visible()
    assert position(screen) == before
    assert me.view() == seen, "nobody has heard of it"
    sent = [message for message in screen.heard if message["t"] == "ack"]
    assert sent == []


def test_what_was_played_is_undone_while_that_is_fair(browsing: Browsing, me: Person) -> None:
    screen = browsing.at(me)
    before = position(screen)
    undo = screen.prompt.get_by_role("button", name="Undo")
    expect(undo).to_have_count(0)
    me.move(me.view()["legal"][0])  # the first step alone, as a client without drafts plays it
    assert me.view()["may_undo"]
    undo.click()
    eventually(lambda: me.view()["seq"] == 2)
    expect(undo).to_have_count(0)
    assert position(screen) == before
    expect(screen.log.filter(has_text="taken back")).to_have_count(1)


def test_what_is_not_allowed_says_why(browsing: Browsing, me: Person, how: Playing) -> None:
    screen = browsing.at(me)
    assert screen.my_turn()
    action = how.something_illegal(screen)
    wish = {"t": "try", "id": "why", "seq": me.view()["seq"], "actions": [action]}
    _, code, why = me.refused("POST", "./try", wish)
    assert code == "rules"
    expect(screen.alert).to_have_text(why)
    expect(screen.take_back).to_have_count(0)
    how.whole_turn(screen)  # and it can be played on
    expect(screen.alert).to_have_count(0)


def test_a_hint_is_shown_and_followed(browsing: Browsing, me: Person) -> None:
    screen = browsing.at(me)
    assert screen.my_turn()
    hinted = me.post("./hint", {"t": "hint", "id": "hint", "seq": me.view()["seq"]})["action"]
    screen.prompt.get_by_role("button", name="Hint").click()
    screen.prompt.get_by_role("button", name="Show it").click()
    expect(screen.confirm).to_be_enabled()
    screen.confirm.click()
    eventually(lambda: not me.view()["legal"])
    assert me.get("./log")[-1]["actions"][0] == hinted


def test_without_confirmation_a_whole_turn_is_played_at_once(browsing: Browsing, me: Person) -> None:
    screen = browsing.at(me, confirm=False)
    assert screen.my_turn()
    while me.view()["legal"] and screen.choices.count():
        screen.choices.first.click()
        expect(screen.prompt.get_by_text("thinking").or_(screen.choices.first)).to_be_visible()
    eventually(lambda: not me.view()["legal"])
