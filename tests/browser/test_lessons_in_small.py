"""Lessons where there is little room: what is told, what is asked, and the board beside it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import browser.playing_snow_tails as snow_tails
from browser.browsing import Browsing, Screen
from browser.games import playing
from browser.learning import nothing_is_asked, press, said
from browser.looking import SETTLED
from browser.screens import at_step, coach
from trailmix.engine import lessons
from trailmix.engine.game import find, own_slugs

GAME = "alpina"
ON_THE_BOARD = """() => {
  const board = document.querySelector("[data-race]").getBoundingClientRect();
  const sled = document.querySelector("[data-sled=A]").getBoundingClientRect();
  return sled.left > board.left && sled.right < board.right
    && sled.top > board.top && sled.bottom < board.bottom;
}"""
"""Is the whole sled of seat A on the board?"""


def test_on_a_phone_the_reason_covers_nothing_that_is_wanted_next(browsing: Browsing) -> None:
    """The board leaves its room to a longer guide: it does not lie over what is asked."""
    screen = browsing.visitor(size="phone").go("/learn/hike_dogsled")
    press(screen, "Let me try")
    playing("hike_dogsled").whole_turn(screen, 0)
    reason = coach(screen).get_by_role("status")
    expect(reason).to_have_text(said("hike_dogsled")[0].other)
    screen.ready.click(trial=True)  # nothing lies over it
    screen.page.get_by_role("button", name="Take back").click(trial=True)


def test_on_a_phone_what_is_told_makes_room_for_what_is_asked(browsing: Browsing) -> None:
    screen = browsing.visitor(size="phone-wide").go(f"/learn/{GAME}")
    first = said(GAME)[0]
    expect(coach(screen).get_by_text(first.tell)).to_be_visible()
    expect(screen.page.locator("main.board")).to_be_visible()
    expect(screen.prompt).to_be_hidden()
    press(screen, "Let me try")
    expect(coach(screen).get_by_text(first.tell)).to_be_hidden()
    expect(coach(screen).get_by_text(first.task)).to_be_visible()
    expect(screen.prompt).to_be_visible()
    press(screen, "Show me")
    screen.ready.click()
    expect(coach(screen).get_by_text(first.done)).to_be_visible()


def trying(screen: Screen, game: str, step: int, size: tuple[int, int]) -> Screen:
    """Somebody who goes on with a step, on a screen of this size."""
    screen.page.set_viewport_size({"width": size[0], "height": size[1]})
    at_step(screen, game, step)
    press(screen, "Let me try")
    return screen


def test_who_taps_a_card_reads_what_it_does_and_why_not_now(browsing: Browsing) -> None:
    """As the lesson promises: on a screen at which nobody can point."""
    screen = trying(browsing.visitor(), "hike_cards", 1, (390, 844))
    screen.page.locator("[data-card=worm]").dispatch_event("click")
    expect(screen.alert).to_contain_text("The Sun demands Light, or The Wind as Light.")
    expect(screen.alert).to_contain_text(find("hike_cards").words.texts["effect.worm"])
    expect(screen.page.locator("main.board .note")).to_have_count(0)  # it is said once


def test_the_sled_that_is_in_the_way_can_be_seen(browsing: Browsing) -> None:
    """Three spaces ahead, also where the board is small."""
    screen = trying(browsing.visitor(), "snow_tails", 3, (390, 844))
    screen.page.evaluate(SETTLED)
    board = screen.page.locator("main.board").bounding_box()
    other = screen.page.locator("[data-sled=B]").bounding_box()
    assert board and other
    assert board["y"] < other["y"] < other["y"] + other["height"] < board["y"] + board["height"]


HAND = """() => {
  const hand = document.querySelector("[aria-label='Your hand']");
  const ends = [...hand.querySelectorAll("button")].map(card => card.getBoundingClientRect().bottom);
  const cue = document.querySelector(".below .cue");
  return [hand.getBoundingClientRect().top, Math.max(...ends), cue !== null];
}"""
"""Where the hand begins and ends, and whether a sign says that there is more."""


@pytest.mark.parametrize("game", own_slugs())
def test_on_a_phone_on_its_side_the_hand_is_in_sight(browsing: Browsing, game: str) -> None:
    screen = browsing.visitor(size="phone-wide")
    width, height = 844, 390
    screen.page.set_viewport_size({"width": width, "height": height})
    screen.go(f"/learn/{game}")
    press(screen, "Let me try")
    screen.page.locator("[aria-label='Your hand'] button").first.wait_for()
    screen.page.evaluate(SETTLED)
    begins, ends, cue = screen.page.evaluate(HAND)
    assert begins < height - 100, "a good part of each card"
    assert ends <= height or cue


@pytest.mark.parametrize("width", [844, 831, 812])
def test_five_cards_lie_beside_the_mat_of_a_phone_on_its_side(browsing: Browsing, width: int) -> None:
    """In Snow Tails one card of each value: none lies on another, on the mat, or beyond the edge."""
    screen = trying(browsing.visitor(size="phone-wide"), "snow_tails", 1, (width, 390))
    snow_tails.hand(screen).nth(4).wait_for()
    screen.page.evaluate(SETTLED)
    slots = [snow_tails.slot(screen, letter) for letter in snow_tails.SLOTS]
    boxes = [each.bounding_box() for each in (*slots, *snow_tails.hand(screen).all())]
    assert len(boxes) == 8
    for n, one in enumerate(boxes):
        assert one and one["width"] >= 44 and one["x"] + one["width"] <= width
        for other in boxes[:n]:
            assert other
            beside = other["x"] + other["width"] <= one["x"] + 0.5
            assert beside or other["y"] + other["height"] <= one["y"] + 0.5


@pytest.mark.parametrize("game", own_slugs())
def test_a_lesson_can_be_played_on_a_small_phone(browsing: Browsing, game: str) -> None:
    """Nothing lies over what is to be pressed, in any step and in the match at the end."""
    how, screen = playing(game), browsing.visitor(size="phone").go(f"/learn/{game}")
    *steps, _ = lessons.lesson_of(find(game))
    for step, sentences in zip(steps, said(game), strict=False):
        expect(coach(screen).get_by_role("heading")).to_have_text(sentences.title)
        press(screen, "Let me try")
        screen.turn.wait_for()
        how.by_hand(screen, str(step.show))
        screen.ready.click()
        expect(coach(screen).get_by_role("status")).to_have_text(sentences.done)
        press(screen, "Next")
    expect(coach(screen).get_by_role("heading")).to_have_text(said(game)[-1].title)
    screen.page.set_viewport_size({"width": 640, "height": 360})  # nor on its side
    coach(screen).get_by_role("button", name="Play", exact=True).click()
    assert screen.my_turn()
    how.whole_turn(screen, 0)
    screen.ready.click(trial=True)


def test_on_a_small_phone_the_sled_is_in_sight_once_the_step_is_done(browsing: Browsing) -> None:
    """However little room the words of the guide leave to the board."""
    screen = browsing.visitor(size="phone").go("/learn/snow_tails")
    press(screen, "Let me try")
    press(screen, "Show me")
    screen.ready.click()
    nothing_is_asked(screen)
    screen.page.evaluate(SETTLED)
    board = screen.page.locator("main.board").bounding_box()
    mine = screen.page.locator("[data-sled=A]").bounding_box()
    assert board and mine
    assert board["y"] < mine["y"] < mine["y"] + mine["height"] < board["y"] + board["height"]


def test_once_a_step_is_done_the_board_stays_with_my_sled(browsing: Browsing) -> None:
    screen = browsing.visitor().go("/learn/snow_tails")
    names = [step.name for step in lessons.lesson_of(find("snow_tails"))]
    at_step(screen, "snow_tails", names.index("line"))
    press(screen, "Show me")
    screen.ready.click()
    nothing_is_asked(screen)
    screen.page.wait_for_function(ON_THE_BOARD)
