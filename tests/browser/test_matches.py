"""Matches as people play them: by mouse, by keyboard, against each other, at one screen."""

from __future__ import annotations

import json
import re
import statistics
import time

from playwright.sync_api import expect

from browser.browsing import Browsing, Screen
from browser.games import NAMES, Playing, any_game, every_game, fewest, people_at
from browser.screens import play_well
from server.running import BOT, HUMAN, Person, Running, eventually, make

MOST_SCRIPT_BYTES = 200_000
MOST_VIEW_BYTES = 5_000
TURNS_BY_KEYBOARD = 6
VIEWS = 20
"""So many positions are weighed."""


def table_of(screen: Screen) -> str:
    """The table that a page shows."""
    expect(screen.page).to_have_url(re.compile("/table/"))
    return screen.page.url.rsplit("/", 1)[1]


def await_everything(screen: Screen, person: Person) -> None:
    """Wait until the log on the screen has everything that somebody may know of."""
    played = [action for entry in person.get("./log") for action in entry["actions"]]

    def is_there() -> bool:
        # It may go away by itself in this very moment, so nothing waits for it.
        screen.account.evaluate_all("buttons => buttons.forEach((button) => button.click())")
        return screen.written() == " ".join(played)

    eventually(is_there)


def start_now(screen: Screen, name: str) -> None:
    """The two clicks from the home page to a match against bots."""
    screen.page.get_by_role("button", name=f"Play now : {name}", exact=True).click()
    screen.page.get_by_role("button", name="Start the match").click()


def name_of(server: Running, game: str) -> str:
    """What a game is called."""
    games = Person(server).get("/api/games")
    return str(next(each["name"] for each in games if each["game"] == game))


@every_game
def test_a_match_by_mouse_against_bots(browsing: Browsing, game: str, how: Playing) -> None:
    screen = browsing.visitor().go("/")
    start_now(screen, name_of(browsing.server, game))
    turns = 0
    while screen.my_turn():
        how.whole_turn(screen, turns)
        screen.confirm.click()
        turns += 1
    assert turns in how.TURNS_EACH
    expect(screen.result).to_have_text(re.compile(r"wins?"))
    info = Person(browsing.server, table_of(screen)).get(".")
    assert info["status"] == "over"
    screen.page.get_by_role("button", name="Again", exact=True).click()
    expect(screen.page).not_to_have_url(re.compile(info["table"]))
    assert screen.my_turn()


def tab_to(screen: Screen, selector: str) -> None:
    """Press Tab until something has the focus; what others do meanwhile may begin the round anew."""
    screen.page.locator(selector).first.wait_for()
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if screen.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        screen.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}.")


def sitting_at(screen: Screen) -> Person:
    """Whoever sits at the screen, as somebody who asks over HTTP."""
    table = table_of(screen)
    kept = json.loads(screen.page.evaluate("localStorage.getItem('trailmix.tables')"))
    ((chair, token),) = kept[table]["tokens"].items()
    return Person(screen.server, table, token, int(chair))


def turn_by_keyboard(screen: Screen, nth: int) -> None:
    """A turn by the prompt's answers, not always the first; the focus stays where the next answer is."""
    keys = screen.page.keyboard
    focused = screen.page.locator("[data-choice]:focus")
    answer = screen.prompt.locator("[data-choice]:focus, [data-confirm]:focus")
    answer.wait_for()
    while screen.choices.count() and screen.ready.count() == 0:
        for _ in range(nth % 3):
            keys.press("Tab")
        if focused.count() == 0:
            tab_to(screen, "[data-choice]")
        before = screen.asked()
        keys.press("Enter")
        screen.asked_anew(before)
        answer.wait_for()
    expect(screen.confirm).to_be_focused()
    keys.press("Enter")


@every_game
def test_by_keyboard_alone_the_focus_is_kept(browsing: Browsing, game: str) -> None:
    """From the home page into a match, in its turns, and when it ends (it is brought there elsewhere)."""
    screen = browsing.visitor().go("/")
    play = screen.page.get_by_role("button", name=f"Play now : {name_of(browsing.server, game)}", exact=True)
    expect(play).to_be_enabled()
    tab_to(screen, f"article[aria-labelledby='game-{game}'] button.primary")
    screen.page.keyboard.press("Enter")
    expect(screen.page.get_by_role("button", name="Start the match")).to_be_focused()
    screen.page.keyboard.press("Enter")
    assert screen.my_turn()
    tab_to(screen, "[data-choice]")
    for turn in range(TURNS_BY_KEYBOARD):
        if screen.my_turn():
            turn_by_keyboard(screen, turn)
    play_well([sitting_at(screen)])
    expect(screen.result).to_be_focused()


@every_game
def test_an_onlooker_sees_no_hands(browsing: Browsing, game: str, how: Playing) -> None:
    people = people_at(browsing.server, game, privacy="public")
    sides = [browsing.at(person, notation=True) for person in people]
    onlooker = browsing.visitor(notation=True).go(f"/table/{people[0].table}")
    expect(onlooker.page.get_by_text("Watching", exact=True)).to_be_visible()
    for turn in range(3):
        eventually(lambda: any(side.turn.count() for side in sides))
        mover = next(side for side in sides if side.turn.count())
        for screen, person in zip((*sides, onlooker), (*people, None), strict=True):
            await_everything(screen, person or Person(browsing.server, people[0].table))
        owns = [person.view()["own"] for person in people]
        shown = [screen.page.content() for screen in sides]
        watched, told = onlooker.page.content(), str(onlooker.views())
        for mine, page in zip(owns, shown, strict=True):
            assert how.shows(mine, page)
            assert not any(how.leaks(other, page) for other in owns if other is not mine)
        assert not any(how.leaks(own, watched) or how.leaks(own, told) for own in owns)
        assert all(re.search(rf"\b{each}\b", watched) for each in how.public(people[0].view()["view"]))
        assert onlooker.turn.count() == 0
        how.whole_turn(mover, turn)
        mover.confirm.click()
    assert [view["own"] for view in onlooker.views()] == [None] * len(onlooker.views())


@any_game
def test_by_invite_link(browsing: Browsing, game: str) -> None:
    host = browsing.visitor(name="Ann").go("/")
    name = name_of(browsing.server, game)
    host.page.get_by_role("button", name=f"With friends : {name}").click()
    host.page.get_by_role("button", name="Make the table").click()
    link = host.page.get_by_label("Link to this table").input_value()
    stranger = browsing.visitor().go(link.removeprefix(browsing.server.address).split("#")[0])
    expect(stranger.page.get_by_role("heading", name="This table cannot be shown")).to_be_visible()
    screens, names = [host], NAMES[: fewest(game)]
    for person in names[1:]:
        friend = browsing.visitor().go(link.removeprefix(browsing.server.address))
        friend.page.get_by_label("Your name").fill(person)
        assert "#" not in friend.page.url, "the invite is a secret: it does not stay in the address"
        friend.page.get_by_role("button", name="Sit down").click()
        screens.append(friend)
    for screen in screens:
        expect(screen.prompt).to_be_visible()
        for person in names:
            expect(screen.page.get_by_role("region", name=f"{person}, seat")).to_be_visible()
    eventually(lambda: any(screen.turn.count() for screen in screens))


@every_game
def test_people_at_one_screen(browsing: Browsing, game: str, how: Playing) -> None:
    screen = browsing.visitor().go("/")
    screen.page.get_by_role(
        "button", name=f"Same screen : {name_of(browsing.server, game)}", exact=True
    ).click()
    for n, person in enumerate(NAMES[: fewest(game)], 1):
        screen.page.get_by_label(f"Player {n}").fill(person)
    screen.page.get_by_role("button", name="Make the table").click()
    before = ""
    for turn in range(4):
        expect(screen.curtain).to_be_visible()
        told = screen.views()[-fewest(game) :]
        owns = {view["seat"]: view["own"] for view in told}
        mine = owns.pop(told[0]["view"]["to_move"])
        hidden = screen.page.content()
        assert not any(how.leaks(own, hidden) for own in (mine, *owns.values()))
        screen.page.keyboard.press("Escape")
        expect(screen.curtain).to_be_visible()
        name = screen.curtain.get_by_role("heading").inner_text().removeprefix("Hand over to ")
        assert name != before
        before = name
        screen.curtain.get_by_role("button").click()
        assert screen.my_turn()
        shown = screen.page.content()
        assert how.shows(mine, shown)
        assert not any(how.leaks(own, shown) for own in owns.values())
        how.whole_turn(screen, turn)
        screen.confirm.click()


@every_game
def test_little_is_loaded_and_little_is_told(browsing: Browsing, game: str) -> None:
    """What must be reached: 200 kB of script (gzip) with the table, and views of 5 kB."""
    people = people_at(browsing.server, game)
    screen = browsing.visitor(people[0], fresh=True, notation=True)
    screen.go("/")
    expect(screen.page.get_by_role("button", name="Play now").first).to_be_enabled()
    screen.go(f"/table/{people[0].table}")
    expect(screen.prompt).to_be_visible()
    assert len(screen.scripts) >= 2
    assert sum(screen.scripts.values()) < MOST_SCRIPT_BYTES
    play_well(people, VIEWS)
    await_everything(screen, people[0])
    sizes = screen.sizes["view"]
    assert len(sizes) > VIEWS / 2
    assert statistics.median(sizes) <= MOST_VIEW_BYTES


@every_game
def test_moves_of_others_can_be_skipped(browsing: Browsing, game: str, how: Playing) -> None:
    (me,) = make(browsing.server, HUMAN, BOT, BOT, game=game)
    screen = browsing.at(me, speed=0.6, motion="full")
    skip = screen.prompt.get_by_role("button", name="Catch up")
    skipped = False
    while not skipped:  # somebody may have left a round: then there is nothing to skip
        expect(screen.turn.or_(skip).first).to_be_visible()
        if skip.count():
            skip.click()
        assert screen.my_turn()
        how.whole_turn(screen)
        screen.confirm.click()
        expect(screen.turn.or_(skip).first).to_be_visible()
        skipped = skip.count() > 0 and screen.turn.count() == 0
        if skipped:
            skip.click()
    assert screen.my_turn()
    expect(skip).to_have_count(0)
