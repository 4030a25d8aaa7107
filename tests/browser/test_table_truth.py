"""What is on the screen has happened; every choice is in sight; whoever leaves does so without shame."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import trailmix
from browser.browsing import Browsing, Screen
from browser.games import NAMES, Playing, against_bots, any_game, every_game, people_at, wanted
from browser.looking import SETTLED
from browser.screens import named, play_well
from browser.test_turns import position
from server.running import BOT, HUMAN, OPEN, Person, eventually, make

SCREENS = {"desktop": (1440, 900), "laptop": (1024, 768), "phone": (390, 844), "phone-wide": (844, 390)}
OUT_OF_SIGHT = """() => {
  const shown = element => element.checkVisibility({ visibilityProperty: true });
  const clipped = element => getComputedStyle(element.closest("li") ?? element).clipPath !== "none";
  const boxes = [...document.querySelectorAll(".more")];
  return [...document.querySelectorAll(".prompt [data-choice], .hand button:not(:disabled)")]
    .filter(element => shown(element) && !clipped(element))
    .filter(element => {
      const box = element.getBoundingClientRect();
      const frames = boxes.filter(each => each.contains(element)).map(each => each.getBoundingClientRect());
      const edges = [{ top: 0, left: 0, bottom: innerHeight, right: innerWidth }, ...frames];
      return edges.some(edge => box.bottom > edge.bottom + 8 || box.right > edge.right + 8);
    })
    .filter(element => !boxes.some(each => each.contains(element) && each.querySelector(":scope > .cue")))
    .map(element => element.innerText || element.ariaLabel);
}"""
"""The choices that stick out of the screen, or of a box that scrolls, without a sign that says so."""


def most(game: str) -> int:
    """So many play it at most."""
    return max(trailmix.game(game).players)


def crowd(browsing: Browsing, game: str, **wish: object) -> Person:
    """Somebody who is to move at a table of as many as can play."""
    (me,) = make(browsing.server, *named("Annabella"), *[BOT] * (most(game) - 1), game=game, **wish)
    while not (seen := me.view())["legal"]:
        me.view(since=seen["seq"], wait=5)
    return me


def until(screen: Screen, so: Callable[[], bool]) -> None:
    """Wait until something is so, while the page goes on."""
    for _ in range(400):
        if so():
            return
        screen.page.wait_for_timeout(300)
    raise AssertionError("It did not come to pass.")


@every_game
def test_nothing_is_drawn_before_it_is_pointed_at(browsing: Browsing, game: str, how: Playing) -> None:
    """After a turn was confirmed, with the mouse or the keyboard, the next one begins with the truth."""
    for key in (False, True):
        me = against_bots(browsing.server, game)
        screen = browsing.at(me)
        assert screen.my_turn()
        how.whole_turn(screen)
        if key:
            screen.confirm.focus()
            screen.page.keyboard.press("Enter")
        else:
            screen.confirm.click()
        assert screen.my_turn()
        screen.page.evaluate(SETTLED)
        asked = [message for message in screen.heard if message["t"] == "tried"]
        screen.page.wait_for_timeout(300)  # longer than pointing takes to become a preview
        assert [message for message in screen.heard if message["t"] == "tried"] == asked
        expect(screen.take_back).to_have_count(0)
        told = browsing.at(me)
        assert told.my_turn()
        assert position(screen) == position(told), "what a fresh page shows"


@any_game
def test_a_preview_goes_with_the_pointer_and_with_escape(browsing: Browsing, game: str) -> None:
    me = against_bots(browsing.server, game)
    screen = browsing.at(me)
    before = position(screen)
    screen.page.locator(".hand button, .hand [data-card]").first.click()
    cell = screen.page.get_by_role("main").locator("[data-cell]:not([aria-disabled='true'])").first
    board = screen.page.get_by_role("main")
    screen.page.mouse.move(2, 2)
    screen.page.evaluate(SETTLED)
    picked = board.inner_html()
    cell.hover()
    until(screen, lambda: any(message["t"] == "tried" for message in screen.heard))
    until(screen, lambda: board.inner_html() != picked)
    screen.page.mouse.move(2, 2)
    until(screen, lambda: board.inner_html() == picked)
    screen.page.keyboard.press("Escape")
    until(screen, lambda: position(screen) == before)


@every_game
def test_the_first_choice_is_near_for_the_keyboard_and_arrows_go_on(browsing: Browsing, game: str) -> None:
    me = against_bots(browsing.server, game)
    screen = browsing.at(me)
    assert screen.my_turn()
    here = "document.activeElement"
    for _ in range(3):
        screen.page.keyboard.press("Tab")
    assert screen.page.evaluate(f"{here}.matches('[data-choice], .hand *, main *')"), screen.focused()
    visited = set()
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"):
        screen.page.keyboard.press(key)
        inside = screen.page.evaluate(f"{here}.closest('main, .hand, .choices') !== null")
        assert inside, screen.focused()
        visited.add(screen.page.evaluate(f"{here}.outerHTML"))
    assert len(visited) > 1


@every_game
def test_no_choice_is_out_of_sight_without_a_sign(browsing: Browsing, game: str) -> None:
    me = crowd(browsing, game)
    screen = browsing.at(me)
    assert screen.my_turn()
    for size, (width, height) in SCREENS.items():
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.evaluate(SETTLED)
        assert screen.page.evaluate(OUT_OF_SIGHT) == [], size


@every_game
def test_the_board_keeps_its_size_whatever_is_said(browsing: Browsing, game: str, how: Playing) -> None:
    me = wanted(browsing.server, game, how.can_err)[0]
    screen = browsing.at(me)
    assert screen.my_turn()
    board = screen.page.get_by_role("main")
    before = board.bounding_box()
    how.something_illegal(screen)
    expect(screen.alert).to_be_visible()
    assert board.bounding_box() == before
    screen.page.keyboard.press("Escape")
    expect(screen.alert).to_have_count(0)
    screen.prompt.get_by_role("button", name="Hint").click()
    expect(screen.prompt.get_by_text("A bot would play")).to_be_visible()
    assert board.bounding_box() == before
    screen.prompt.get_by_role("button", name="Show it").click()
    expect(screen.confirm).to_be_enabled()
    assert board.bounding_box() == before
    seq = me.view()["seq"]
    screen.confirm.click()
    until(screen, lambda: bool(me.view()["seq"] > seq))
    screen.page.evaluate(SETTLED)
    assert board.bounding_box() == before, "while others decide, too"


def play_on(screen: Screen, me: Person) -> None:
    """Confirm a whole turn, and wait for the next."""
    seq = me.view()["seq"]
    screen.ready.click()
    until(screen, lambda: bool(me.view()["seq"] > seq))
    assert screen.my_turn()


WATCH_THE_BOARD = """() => {
  window.boards = new Set();
  const board = document.querySelector("main");
  new ResizeObserver(() => window.boards.add(`${board.clientWidth} x ${board.clientHeight}`)).observe(board);
}"""


@every_game
def test_the_board_of_a_phone_keeps_its_size_through_whole_turns(browsing: Browsing, game: str) -> None:
    """With as many as can play: what is asked, hinted, drafted and said of others changes nothing."""
    me = crowd(browsing, game)
    screen = browsing.at(me)
    screen.page.set_viewport_size({"width": 390, "height": 844})
    assert screen.my_turn()
    screen.page.evaluate(SETTLED)
    screen.page.evaluate(WATCH_THE_BOARD)
    for _ in range(3):
        if screen.ready.count() == 0:
            screen.prompt.get_by_role("button", name="Hint").click()
            screen.prompt.get_by_role("button", name="Show it").click()
        play_on(screen, me)
    screen.page.evaluate(SETTLED)
    assert len(screen.page.evaluate("[...window.boards]")) == 1


@every_game
def test_whoever_is_not_there_takes_no_room_from_the_board(browsing: Browsing, game: str) -> None:
    """All the others are not connected: it looks as with bots, and the prompt has the remedy."""
    all_there = browsing.at(crowd(browsing, game))
    people = make(browsing.server, *named(*NAMES[: most(game)]), game=game)
    waiting = next(person for person in people if not person.view()["legal"])
    alone = browsing.at(waiting)
    expect(alone.prompt.get_by_role("button", name="Let a bot stand in")).to_be_visible()
    assert all_there.my_turn()
    for size, (width, height) in SCREENS.items():
        boards = []
        for screen in (all_there, alone):
            screen.page.set_viewport_size({"width": width, "height": height})
            screen.page.evaluate(SETTLED)
            assert screen.page.evaluate(OUT_OF_SIGHT) == [], size
            boards.append(screen.page.get_by_role("main").bounding_box())
        assert boards[0] == boards[1], size
    alone.prompt.get_by_role("button", name="Let a bot stand in").click()
    expect(alone.alert).to_have_count(0)  # nothing is asked of the others before the question is answered
    alone.page.get_by_role("button", name="Go on").click()
    expect(alone.alert).to_contain_text("may be back in a moment")


@any_game
def test_a_hint_and_a_refusal_are_gone_with_what_they_were_for(
    browsing: Browsing, game: str, how: Playing
) -> None:
    me = wanted(browsing.server, game, how.can_err)[0]
    screen = browsing.at(me)
    assert screen.my_turn()
    how.first_step(screen)
    screen.prompt.get_by_role("button", name="Hint").click()
    hint = screen.prompt.get_by_text("A bot would play")
    expect(hint).to_be_visible()
    screen.take_back.click()
    expect(hint).to_have_count(0)
    how.something_illegal(screen)
    expect(screen.alert).to_be_visible()
    screen.page.get_by_role("main").click(position={"x": 2, "y": 2})
    expect(screen.alert).to_have_count(0)


@any_game
def test_what_cannot_be_undone_says_so(browsing: Browsing, game: str, how: Playing) -> None:
    screen = browsing.at(against_bots(browsing.server, game))
    assert screen.my_turn()
    how.whole_turn(screen)
    screen.confirm.click()
    assert screen.my_turn()
    screen.page.keyboard.press("u")
    expect(screen.alert).to_contain_text("You have nothing to undo")


@every_game
def test_names_can_be_read_beside_a_clock(browsing: Browsing, game: str) -> None:
    seats = min(most(game), 4)
    (me,) = make(
        browsing.server,
        *named("Anna"),
        *[BOT] * (seats - 1),
        game=game,
        clock={"kind": "bank", "seconds": 600},
    )
    screen = browsing.at(me, size="phone")
    screen.page.set_viewport_size({"width": 390, "height": 844})
    assert screen.my_turn()
    names = screen.page.get_by_role("region", name="Who plays").locator(".name strong")
    expect(names).to_have_count(seats)
    cut = names.evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.innerText)")
    assert cut == []


@any_game
def test_what_was_said_and_read_stays_read(browsing: Browsing, game: str) -> None:
    people = people_at(browsing.server, game)
    screen = browsing.at(people[0], size="phone")
    unread = screen.page.get_by_role("button", name="Chat: something new was said")
    people[1].post("./chat", {"t": "chat", "id": "x", "text": "Good luck!"})
    unread.click()
    expect(screen.page.get_by_text("Good luck!")).to_be_visible()
    screen.page.keyboard.press("Escape")
    screen.page.reload()
    chat = screen.page.get_by_role("button", name="Chat", exact=True)
    expect(chat).to_be_visible()
    chat.click()
    expect(screen.page.get_by_text("Good luck!")).to_be_visible()
    expect(unread).to_have_count(0)


@any_game
def test_the_log_of_a_phone_opens_at_its_newest_line(browsing: Browsing, game: str, how: Playing) -> None:
    (me,) = make(browsing.server, HUMAN, BOT, BOT, game=game)
    for _ in range(6):
        while not (seen := me.view())["legal"]:
            me.view(since=seen["seq"], wait=5)
        hint = me.post("./hint", {"t": "hint", "id": "x", "seq": seen["seq"]})["action"]
        me.move(hint, seq=seen["seq"])
    screen = browsing.at(me, size="phone")
    assert screen.my_turn()
    screen.page.get_by_role("button", name="Log", exact=True).click()
    expect(screen.log.last).to_be_in_viewport()
    expect(screen.log.first).not_to_be_in_viewport()


@every_game
def test_a_turn_of_a_bot_is_one_line(browsing: Browsing, game: str) -> None:
    """However many actions it takes: two lines in a row are never of the same seat, unless a turn begins."""
    (me,) = make(browsing.server, HUMAN, BOT, BOT, game=game)
    play_well([me], 14)
    screen = browsing.at(me)
    assert screen.my_turn()
    moves = [entry for entry in me.get("./log") if entry["kind"] == "move"]
    turns = 1 + sum(
        entry["seat"] != before["seat"]
        or any(event["kind"] in ("started", "played") for event in entry["events"])  # cards begin a turn
        for before, entry in itertools.pairwise(moves)
    )
    assert 1 <= screen.log.count() <= 1 + turns


@any_game
def test_whoever_is_gone_is_not_thinking_and_the_log_tells_of_bots(browsing: Browsing, game: str) -> None:
    people = people_at(browsing.server, game)
    mover = next(person for person in people if person.view()["legal"])
    other = next(person for person in people if person is not mover)
    screen = browsing.at(other)
    expect(screen.prompt).to_contain_text("is not connected")
    expect(screen.prompt).not_to_contain_text("thinking")
    mover.post("./stand-in", {"chair": mover.chair})
    expect(screen.log.filter(has_text="A bot plays for")).to_have_count(1)
    mover.post("./back")
    expect(screen.log.filter(has_text="is back")).to_have_count(1)


@every_game
def test_a_match_that_is_decided_is_finished_by_bots(browsing: Browsing, game: str) -> None:
    me = against_bots(browsing.server, game)
    screen = browsing.at(me)
    assert screen.my_turn()
    screen.page.get_by_role("button", name="Table and settings").click()
    screen.page.get_by_role("button", name="Let a bot finish for me").click()
    sure = screen.page.get_by_role("dialog", name="A bot plays your chair to the end. Go on?")
    sure.get_by_role("button", name="Rather not").click()
    assert me.get(".")["chairs"][me.chair]["stand_in"] is None
    screen.page.get_by_role("button", name="Let a bot finish for me").click()
    sure.get_by_role("button", name="Go on").click()
    until(screen, lambda: bool(me.get(".")["status"] == "over"))
    while screen.result.count() == 0:
        screen.result.or_(screen.account).first.wait_for()
        if screen.account.count():
            screen.account.click()
    expect(screen.result).to_have_text(re.compile(r"wins?|Nobody|counted"))


@any_game
def test_leaving_keeps_nobody_waiting(browsing: Browsing, game: str) -> None:
    people = people_at(browsing.server, game)
    screen = browsing.at(people[0])
    expect(screen.prompt).to_be_visible()
    screen.page.get_by_role("button", name="Table and settings").click()
    expect(screen.page.get_by_text("A bot plays on for you, so that nobody has to wait")).to_be_visible()
    screen.page.get_by_role("button", name="Leave the table").click()
    expect(screen.page).to_have_url(re.compile("/$"))
    assert people[1].get(".")["chairs"][people[0].chair]["stand_in"] is not None


def test_tables_without_a_free_chair_are_not_open(browsing: Browsing) -> None:
    (full, other) = make(browsing.server, *named("Zoe", "Yan"), game="alpina", privacy="public")
    for person in (full, other):
        person.post("./stand-in", {"chair": person.chair})
    eventually(lambda: bool(full.get(".")["status"] == "over"))
    full.post("./rematch")
    make(browsing.server, *named("Xenia"), OPEN, game="alpina", privacy="public")
    screen = browsing.visitor().go("/")
    tables = screen.page.locator("section", has=screen.page.get_by_role("heading", name="Open tables"))
    expect(tables.get_by_text("Xenia").first).to_be_visible()
    expect(tables.get_by_text("Zoe")).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/rules/nogame", "The trail ends here · Trailmix"),
        ("/course/nogame", "The trail ends here · Trailmix"),
        ("/learn/nogame", "The trail ends here · Trailmix"),
        ("/table/nowhere", "This table cannot be shown · Trailmix"),
        ("/replay/nowhere", "There is no replay to show · Trailmix"),
        ("/nowhere", "The trail ends here · Trailmix"),
    ],
)
def test_what_is_not_there_has_a_true_title(browsing: Browsing, path: str, title: str) -> None:
    screen = browsing.visitor().go(path)
    expect(screen.page).to_have_title(title)
    main = screen.page.get_by_role("main")
    expect(main.get_by_role("link", name="To the games")).to_be_visible()
    expect(main).not_to_contain_text("hike_cards")  # which games there are is said in codes elsewhere


def test_two_games_of_one_name_are_told_apart(browsing: Browsing) -> None:
    screen = browsing.visitor().go("/")
    for game, kind in (("hike_cards", "cards"), ("hike_dogsled", "dog sleds")):
        expect(screen.page.locator(f"#game-{game}")).to_contain_text(kind)


def test_a_match_that_goes_on_cannot_be_verified_and_says_so_on_a_page(browsing: Browsing) -> None:
    (me,) = make(browsing.server, HUMAN, BOT, game="alpina", privacy="public")
    screen = browsing.visitor().go(f"/verify/{me.table}")
    expect(screen.page.get_by_role("heading")).to_have_text("This match cannot be verified")
    expect(screen.page.get_by_role("main")).to_contain_text("when the match is over")
