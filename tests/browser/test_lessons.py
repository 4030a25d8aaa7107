"""Lessons: each is played through on the real board, and ends in a match that goes on."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from browser.browsing import Browsing, Screen
from browser.games import at_the_start, playing
from browser.looking import SETTLED
from server.running import Json
from trailmix.engine import lessons
from trailmix.engine.game import find, own_slugs

GAME = "alpina"


def coach(screen: Screen) -> Locator:
    """Whoever teaches."""
    return screen.page.locator("section.coach")


def press(screen: Screen, name: str) -> None:
    coach(screen).get_by_role("button", name=name).click()


def nothing_is_asked(screen: Screen) -> None:
    """Whatever could be chosen next: the step is done, and only the guide goes on."""
    result = screen.page.get_by_role("button", name="Show the result")
    rest = screen.prompt.get_by_text("This step is done.")
    rest.or_(result).or_(screen.account).first.wait_for()
    if screen.account.count():
        screen.account.click()
    expect(rest.or_(result)).to_be_visible()
    expect(screen.choices.or_(screen.ready)).to_have_count(0)


def said(game: str) -> list[lessons.Sentences]:
    """What is said in the steps."""
    return [step.sentences(find(game).words) for step in lessons.lesson_of(find(game))]


def kept(screen: Screen, key: str) -> Json:
    """What the browser keeps under a name."""
    return dict(json.loads(screen.page.evaluate("key => localStorage.getItem(key)", key) or "{}"))


@pytest.mark.parametrize("game", own_slugs())
def test_a_lesson_leads_to_a_match_that_is_mine(browsing: Browsing, game: str) -> None:
    """Every step by what the guide shows; the match is the only table that stays."""
    screen = browsing.visitor(name="Ann").go("/")
    screen.page.locator(f"article a[href='/learn/{game}']").click()
    *steps, last = said(game)
    for number, step in enumerate(steps, start=1):
        expect(coach(screen).get_by_role("heading")).to_have_text(step.title)
        expect(coach(screen)).to_contain_text(f"Step {number} of {len(steps) + 1}")
        expect(coach(screen)).to_contain_text(step.task)
        press(screen, "Show me")
        screen.ready.click()
        expect(coach(screen).get_by_role("status")).to_have_text(step.done)
        nothing_is_asked(screen)
        press(screen, "Next")
    expect(coach(screen).get_by_role("heading")).to_have_text(last.title)
    press(screen, "Play on")
    screen.page.wait_for_url(re.compile(r"/table/\w+$"))
    expect(coach(screen)).to_have_count(0)
    assert list(kept(screen, "trailmix.tables")) == [screen.page.url.rpartition("/")[2]]
    for nth in range(2):  # the match goes on
        assert screen.my_turn()
        playing(game).whole_turn(screen, nth)
        before = screen.asked()
        screen.ready.click()
        screen.asked_anew(before)
    screen.go("/")
    expect(screen.page.locator("a[href^='/table/']").first).to_be_visible()


def test_a_turn_that_is_allowed_but_not_wanted_is_not_played(browsing: Browsing) -> None:
    screen = browsing.visitor().go(f"/learn/{GAME}")
    sentences = said(GAME)
    expect(coach(screen).get_by_role("heading")).to_have_text(sentences[0].title)
    playing(GAME).whole_turn(screen, 0)  # with a hiker, which this step is not about
    expect(coach(screen).get_by_role("status")).to_have_text(sentences[0].other)
    screen.ready.click()
    expect(coach(screen).get_by_role("status")).to_have_text(sentences[0].other)
    expect(screen.log).to_have_text(["Play starts from this position."])  # and nothing more
    expect(screen.ready).to_have_count(0)
    playing(GAME).whole_turn(screen, 2)  # without one
    expect(coach(screen).get_by_role("status")).to_be_empty()
    screen.ready.click()
    expect(coach(screen).get_by_role("status")).to_have_text(sentences[0].done)
    expect(screen.log).to_have_count(3)  # and the bot has replied


def test_what_a_step_has_taught_is_no_news_in_a_match(browsing: Browsing) -> None:
    """And what was skipped is."""
    _, me, _ = at_the_start(browsing.server, "alpina")
    screen = browsing.visitor(me, ideas=True).go("/learn/alpina")
    press(screen, "Skip")
    read = said("alpina")[1]
    expect(coach(screen).get_by_role("heading")).to_have_text(read.title)
    press(screen, "Show me")
    screen.ready.click()
    expect(coach(screen).get_by_role("status")).to_have_text(read.done)
    nothing_is_asked(screen)
    assert kept(screen, "trailmix.ideas") == {"alpina": ["hiker"]}
    screen.go(f"/table/{me.table}")
    playing("alpina").whole_turn(screen)
    screen.confirm.click()
    other = re.compile("^(taken|chamois|linked|kinds)$")  # whatever else a first hiker brings up
    expect(screen.page.locator("section[data-idea]")).to_have_attribute("data-idea", other)


def test_on_a_phone_the_reason_covers_nothing_that_is_wanted_next(browsing: Browsing) -> None:
    """The board leaves its room to a longer guide: it does not lie over what is asked."""
    screen = browsing.visitor(size="phone").go("/learn/hike_dogsled")
    press(screen, "Let me try")
    playing("hike_dogsled").whole_turn(screen, 0)
    reason = coach(screen).get_by_role("status")
    expect(reason).to_have_text(said("hike_dogsled")[0].other)
    screen.ready.click(trial=True)  # nothing lies over it
    screen.page.get_by_role("button", name="Take back").click(trial=True)


def test_a_turn_against_the_rules_gets_the_reason_of_the_rules(browsing: Browsing) -> None:
    screen = browsing.visitor().go(f"/learn/{GAME}")
    coach(screen).wait_for()
    playing(GAME).something_illegal(screen)
    expect(screen.alert).to_have_text(
        "No card lies beside that cell: a card must share an edge with another."
    )


def test_whoever_comes_back_goes_on_where_they_were(browsing: Browsing) -> None:
    screen = browsing.visitor().go(f"/learn/{GAME}")
    titles = [sentences.title for sentences in said(GAME)]
    heading = coach(screen).get_by_role("heading")
    expect(heading).to_have_text(titles[0])
    press(screen, "Skip")
    expect(heading).to_have_text(titles[1])
    expect(heading).to_be_focused()
    screen.page.keyboard.press("n")
    expect(heading).to_have_text(titles[2])
    screen.page.reload()
    expect(heading).to_have_text(titles[2])
    press(screen, "Back")
    expect(heading).to_have_text(titles[1])
    coach(screen).get_by_role("link", name="Leave the lesson").click()
    expect(screen.page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    assert kept(screen, "trailmix.lessons") == {GAME: 1}
    assert kept(screen, "trailmix.tables") == {}
    screen.go(f"/learn/{GAME}")
    expect(heading).to_have_text(titles[1])


def test_the_match_at_the_end_is_there_again_after_a_reload(browsing: Browsing) -> None:
    screen = browsing.visitor()
    *_, last = said(GAME)
    note = json.dumps({GAME: len(said(GAME)) - 1})
    screen.page.evaluate("kept => localStorage.setItem('trailmix.lessons', kept)", note)
    heading = coach(screen.go(f"/learn/{GAME}")).get_by_role("heading")
    expect(heading).to_have_text(last.title)
    assert screen.my_turn()
    playing(GAME).whole_turn(screen, 0)
    before = screen.asked()
    screen.ready.click()
    screen.asked_anew(before)
    assert screen.my_turn()
    moves = screen.log.count()
    (table,) = kept(screen, "trailmix.tables")
    screen.page.reload()
    expect(heading).to_have_text(last.title)
    expect(screen.log).to_have_count(moves)
    assert list(kept(screen, "trailmix.tables")) == [table]
    press(screen, "Play on")
    screen.page.wait_for_url(re.compile(rf"/table/{table}$"))
    screen.go(f"/learn/{GAME}")  # whoever has come to the end begins anew
    expect(heading).to_have_text(said(GAME)[0].title)


@pytest.mark.parametrize(
    "stored", ['{"alpina": 99}', '{"alpina": "two"}', '{"alpina": "../x"}', "null", "[1", '{"alpina": -1.5}']
)
def test_a_strange_note_of_progress_means_the_beginning(browsing: Browsing, stored: str) -> None:
    screen = browsing.visitor()
    screen.page.evaluate("kept => localStorage.setItem('trailmix.lessons', kept)", stored)
    screen.go(f"/learn/{GAME}")
    expect(coach(screen).get_by_role("heading")).to_have_text(said(GAME)[0].title)


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


def at_step(screen: Screen, game: str, step: int, size: tuple[int, int]) -> Screen:
    """Somebody who goes on with a step, on a screen of this size."""
    screen.page.set_viewport_size({"width": size[0], "height": size[1]})
    note = json.dumps({game: step})
    screen.page.evaluate("kept => localStorage.setItem('trailmix.lessons', kept)", note)
    screen.go(f"/learn/{game}")
    press(screen, "Let me try")
    return screen


def test_who_taps_a_card_reads_what_it_does_and_why_not_now(browsing: Browsing) -> None:
    """As the lesson promises: on a screen at which nobody can point."""
    screen = at_step(browsing.visitor(), "hike_cards", 1, (390, 844))
    screen.page.locator("[data-card=worm]").dispatch_event("click")
    note = screen.page.locator("main.board .note")
    expect(note).to_contain_text("The Sun demands Light, or The Wind as Light.")
    expect(note).to_contain_text(find("hike_cards").words.texts["effect.worm"])


def test_the_sled_that_is_in_the_way_can_be_seen(browsing: Browsing) -> None:
    """Three spaces ahead, also where the board is small."""
    screen = at_step(browsing.visitor(), "snow_tails", 3, (390, 844))
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


def test_a_game_without_a_lesson_says_so(browsing: Browsing) -> None:
    screen = browsing.visitor().go("/learn/nothing")
    expect(screen.alert).to_contain_text("There is no game called 'nothing'.")
    expect(screen.page.get_by_role("link", name="To the games")).to_be_visible()
