"""What is asked, where there is little width: it can be read without scrolling, whatever stands beside it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.browsing import Browsing, Screen
from browser.games import PLAYABLE, against_bots, playing
from browser.learning import press
from browser.looking import SETTLED
from browser.screens import at_step
from trailmix.engine import lessons
from trailmix.engine.game import find

CUT = """() => [...document.querySelectorAll(".prompt .ask .box")]
  .filter(box => box.scrollHeight > box.clientHeight + 1).map(box => box.innerText)"""
"""The question, if some of it is out of sight."""
HEIGHT = "part => part.offsetHeight"


def is_read_whole(screen: Screen) -> None:
    screen.page.evaluate(SETTLED)
    assert screen.page.evaluate(CUT) == []


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("game", PLAYABLE)
def test_what_is_asked_is_read_whole_on_a_phone(browsing: Browsing, game: str, width: int) -> None:
    """Also beside Hint, Take back and Confirm, and what a bot would play with its reason."""
    me = against_bots(browsing.server, game)
    screen = browsing.visitor(me)
    screen.page.set_viewport_size({"width": width, "height": 740})
    screen.go(f"/table/{me.table}")
    assert screen.my_turn()
    is_read_whole(screen)
    playing(game).first_step(screen)
    is_read_whole(screen)
    hint = screen.prompt.get_by_role("button", name="Hint")
    if hint.count():
        hint.click()
        expect(screen.prompt).to_contain_text("A bot would play:")
        is_read_whole(screen)


def test_a_long_question_takes_its_room_from_what_happened(browsing: Browsing) -> None:
    """Beside three buttons it needs four lines: the board gives none of its room for them."""
    screen = browsing.visitor()
    screen.page.set_viewport_size({"width": 360, "height": 780})
    at_step(screen, "hike_dogsled", len(lessons.lesson_of(find("hike_dogsled"))) - 1)
    press(screen, "Play")
    screen.turn.wait_for()
    screen.page.evaluate(SETTLED)
    question = screen.prompt.locator(".ask")
    before, board = question.evaluate(HEIGHT), screen.page.locator("main.board").evaluate(HEIGHT)
    screen.choices.filter(has_text="No mentor").click()
    expect(screen.prompt).to_contain_text("Take a card, place a husky from your hand")
    is_read_whole(screen)
    assert question.evaluate(HEIGHT) > before
    assert screen.page.locator("main.board").evaluate(HEIGHT) == board
