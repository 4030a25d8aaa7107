"""A turn is a draft until it is confirmed; what is not allowed says why."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.browsing import Browsing, Screen
from browser.games import Playing, every_game, wanted
from server.running import Json, Person, eventually


@pytest.fixture
def me(browsing: Browsing, game: str, how: Playing) -> Person:
    """Who is to move, has a choice, and could also err."""
    return wanted(browsing.server, game, how.can_err)[0]


def position(screen: Screen) -> str:
    """What the board and the hand show, as a screen reader would tell it."""
    assert screen.my_turn()
    screen.page.keyboard.press("Escape")  # put down what is only picked up
    screen.page.mouse.move(0, 0)
    hand = screen.page.get_by_role("group", name="Your hand").first
    return screen.page.get_by_role("main").aria_snapshot() + hand.aria_snapshot()


@every_game
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


def goes_on(person: Person) -> str | None:
    """An action after which the same seat decides again, and nothing new has been shown."""
    seen = person.view()
    for action in seen["legal"]:
        wish = {"t": "try", "id": action, "seq": seen["seq"], "actions": [action]}
        if not person.post("./try", wish)["done"]:
            return str(action)
    return None


@every_game
def test_what_was_played_is_undone_while_that_is_fair(browsing: Browsing, game: str, how: Playing) -> None:
    def undoable(seen: Json) -> bool:
        return len(seen["legal"]) > 1 and not seen["may_undo"] and how.may_go_on(seen)

    me = wanted(browsing.server, game, undoable)[0]
    screen = browsing.at(me)
    before = position(screen)
    undo = screen.prompt.get_by_role("button", name="Undo")
    expect(undo).to_have_count(0)
    action = goes_on(me)
    assert action is not None
    seq = me.view()["seq"]
    me.move(action)  # the first step alone, as a client without drafts plays it
    assert me.view()["may_undo"]
    undo.click()
    eventually(lambda: bool(me.view()["seq"] == seq + 2))
    expect(undo).to_have_count(0)
    assert position(screen) == before
    expect(screen.log.filter(has_text="taken back")).to_have_count(1)


@every_game
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


@every_game
def test_a_hint_is_shown_and_followed(browsing: Browsing, me: Person) -> None:
    screen = browsing.at(me)
    assert screen.my_turn()
    screen.prompt.get_by_role("button", name="Hint").click()
    screen.prompt.get_by_role("button", name="Show it").click()
    expect(screen.confirm).to_be_enabled()
    seq = me.view()["seq"]
    screen.confirm.click()
    eventually(lambda: bool(me.view()["seq"] > seq))
    # What this page was told: among equals a bot that is asked again may name another.
    hinted = next(message["action"] for message in screen.heard if message["t"] == "hinted")
    assert me.get("./log", since=seq)[0]["actions"][0] == hinted


@every_game
def test_without_confirmation_a_whole_turn_is_played_at_once(browsing: Browsing, me: Person) -> None:
    screen = browsing.at(me, confirm=False)
    assert screen.my_turn()
    seq = me.view()["seq"]
    while me.view()["seq"] == seq and screen.choices.count():
        screen.answer()
        expect(screen.prompt.get_by_text("not connected").or_(screen.turn).first).to_be_visible()
    eventually(lambda: bool(me.view()["seq"] > seq))
