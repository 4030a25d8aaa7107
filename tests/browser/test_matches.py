"""Whole matches as people play them: by mouse, by keyboard, against each other, at one screen."""

from __future__ import annotations

import re
import statistics

import pytest
from playwright.sync_api import expect

from browser.browsing import Browsing, Screen
from browser.games import PLAYABLE, Playing
from server.running import BOT, HUMAN, Person, Running, eventually, make, play_out

pytestmark = pytest.mark.parametrize("game", PLAYABLE)
MOST_SCRIPT_BYTES = 200_000
MOST_VIEW_BYTES = 5_000


def table_of(screen: Screen) -> str:
    """The table that a page shows."""
    expect(screen.page).to_have_url(re.compile("/table/"))
    return screen.page.url.rsplit("/", 1)[1]


def start_now(screen: Screen, name: str) -> None:
    """The one click from the home page to a match against bots."""
    screen.page.get_by_role("button", name=f"Play now : {name}").click()


def name_of(server: Running, game: str) -> str:
    """What a game is called."""
    games = Person(server).get("/api/games")
    return str(next(each["name"] for each in games if each["game"] == game))


def test_a_match_by_mouse_against_bots(browsing: Browsing, game: str, how: Playing) -> None:
    screen = browsing.visitor().go("/")
    start_now(screen, name_of(browsing.server, game))
    turns = 0
    while screen.my_turn():
        how.whole_turn(screen, turns)
        screen.confirm.click()
        turns += 1
    assert turns == how.TURNS_EACH
    expect(screen.result).to_have_text(re.compile(r"wins?"))
    info = Person(browsing.server, table_of(screen)).get(".")
    assert info["status"] == "over"
    screen.page.get_by_role("button", name="Again", exact=True).click()
    expect(screen.page).not_to_have_url(re.compile(info["table"]))
    assert screen.my_turn()


def tab_to(screen: Screen, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(80):
        if screen.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        screen.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}.")


def test_a_match_by_keyboard_alone_keeps_the_focus(browsing: Browsing, game: str, how: Playing) -> None:
    screen = browsing.visitor().go("/")
    keys = screen.page.keyboard
    play = screen.page.get_by_role("button", name=f"Play now : {name_of(browsing.server, game)}")
    expect(play).to_be_enabled()
    tab_to(screen, f"article[aria-labelledby='game-{game}'] button.primary")
    keys.press("Enter")
    assert screen.my_turn()
    tab_to(screen, "[data-choice]")
    turns = 0
    while screen.my_turn():
        focused = screen.page.locator("[data-choice]:focus")
        expect(focused).to_have_count(1)  # the focus stayed where the next answer is
        while screen.choices.count():
            for _ in range(turns % 3):  # not always the first answer
                keys.press("Tab")
            if focused.count() == 0:
                tab_to(screen, "[data-choice]")
            before = screen.prompt.inner_text()
            keys.press("Enter")
            expect(screen.prompt).not_to_have_text(before, use_inner_text=True)
            expect(screen.prompt.locator("[data-choice]:focus, [data-confirm]:focus")).to_have_count(1)
        expect(screen.confirm).to_be_focused()
        keys.press("Enter")
        turns += 1
    assert turns == how.TURNS_EACH
    expect(screen.result).to_be_focused()


def test_an_onlooker_sees_no_hands(browsing: Browsing, game: str, how: Playing) -> None:
    ann, bob = make(browsing.server, HUMAN, HUMAN, game=game, privacy="public")
    sides = [browsing.at(ann), browsing.at(bob)]
    onlooker = browsing.visitor().go(f"/table/{ann.table}")
    expect(onlooker.page.get_by_text("Watching", exact=True)).to_be_visible()
    for turn in range(3):
        mover, waiter = sides if sides[0].choices.count() else sides[::-1]
        assert mover.my_turn()
        for screen in (*sides, onlooker):
            expect(screen.log).to_have_count(turn + 1)
        hands = [how.secrets(person.view()["own"]) for person in (ann, bob)]
        shown = [screen.page.content() for screen in sides]
        watched, told = onlooker.page.content(), str(onlooker.views())
        for own, other, mine in ((0, 1, shown[0]), (1, 0, shown[1])):
            assert all(re.search(rf"\b{secret}\b", mine) for secret in hands[own])
            assert not any(re.search(rf"\b{secret}\b", mine) for secret in hands[other])
        assert not any(re.search(rf"\b{secret}\b", watched) for secret in hands[0] + hands[1])
        assert not any(secret in told for secret in hands[0] + hands[1])
        assert all(re.search(rf"\b{each}\b", watched) for each in how.public(ann.view()["view"]))
        assert onlooker.choices.count() == 0
        how.whole_turn(mover, turn)
        mover.confirm.click()
        assert waiter.my_turn()
    assert [view["own"] for view in onlooker.views()] == [None] * len(onlooker.views())


def test_by_invite_link(browsing: Browsing, game: str) -> None:
    host = browsing.visitor(name="Ann").go("/")
    name = name_of(browsing.server, game)
    host.page.get_by_role("button", name=f"With friends : {name}").click()
    host.page.get_by_role("button", name="Make the table").click()
    link = host.page.get_by_label("Link to this table").input_value()
    stranger = browsing.visitor().go(link.removeprefix(browsing.server.address).split("#")[0])
    expect(stranger.page.get_by_role("heading", name="This table cannot be shown")).to_be_visible()
    friend = browsing.visitor().go(link.removeprefix(browsing.server.address))
    friend.page.get_by_label("Your name").fill("Bob")
    assert "#" not in friend.page.url, "the invite is a secret: it does not stay in the address"
    friend.page.get_by_role("button", name="Sit down").click()
    for screen in (host, friend):
        expect(screen.prompt).to_be_visible()
        for person in ("Ann", "Bob"):
            expect(screen.page.get_by_role("region", name=f"{person}, seat")).to_be_visible()
    eventually(lambda: host.choices.count() + friend.choices.count() > 0)


def test_two_people_at_one_screen(browsing: Browsing, game: str, how: Playing) -> None:
    screen = browsing.visitor().go("/")
    screen.page.get_by_role("button", name=f"Same screen : {name_of(browsing.server, game)}").click()
    screen.page.get_by_label("Who plays, 1").fill("Ann")
    screen.page.get_by_label("Who plays, 2").fill("Bob")
    screen.page.get_by_role("button", name="Make the table").click()
    before = ""
    for turn in range(4):
        expect(screen.curtain).to_be_visible()
        told = screen.views()[-2:]
        hands = {view["seat"]: how.secrets(view["own"]) for view in told}
        mover = told[0]["view"]["to_move"]
        other = next(seat for seat in hands if seat != mover)
        hidden = screen.page.content()
        assert not any(re.search(rf"\b{secret}\b", hidden) for secret in hands[mover] + hands[other])
        screen.page.keyboard.press("Escape")
        expect(screen.curtain).to_be_visible()
        name = screen.curtain.get_by_role("heading").inner_text().removeprefix("Hand over to ")
        assert name != before
        before = name
        screen.curtain.get_by_role("button").click()
        assert screen.my_turn()
        shown = screen.page.content()
        assert all(re.search(rf"\b{secret}\b", shown) for secret in hands[mover])
        assert not any(re.search(rf"\b{secret}\b", shown) for secret in hands[other])
        how.whole_turn(screen, turn)
        screen.confirm.click()


def test_little_is_loaded_and_little_is_told(browsing: Browsing, game: str) -> None:
    """What must be reached: 200 kB of script (gzip) with the table, and views of 5 kB."""
    people = make(browsing.server, HUMAN, HUMAN, game=game)
    screen = browsing.visitor(people[0])
    screen.go("/")
    expect(screen.page.get_by_role("button", name="Play now").first).to_be_enabled()
    screen.go(f"/table/{people[0].table}")
    expect(screen.prompt).to_be_visible()
    assert len(screen.scripts) >= 2
    assert sum(screen.scripts) < MOST_SCRIPT_BYTES
    play_out(people)
    expect(screen.result).to_be_visible()
    sizes = screen.sizes["view"]
    assert len(sizes) > 10
    assert statistics.median(sizes) <= MOST_VIEW_BYTES


def test_moves_of_others_can_be_skipped(browsing: Browsing, game: str, how: Playing) -> None:
    (me,) = make(browsing.server, HUMAN, BOT, BOT, game=game)
    screen = browsing.at(me, speed=0.6, motion="full")
    skip = screen.prompt.get_by_role("button", name="Skip")
    expect(screen.choices.first.or_(skip)).to_be_visible()
    if skip.count():
        skip.click()
    assert screen.my_turn()
    how.whole_turn(screen)
    screen.confirm.click()
    expect(skip).to_be_visible()
    assert screen.choices.count() == 0
    skip.click()
    assert screen.my_turn()
    expect(skip).to_have_count(0)
