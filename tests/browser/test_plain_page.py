"""A game of another package, which has no page of its own: the trick game of examples/, on the plain page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import expect

from browser.browsing import Browsing, Screen, serving
from browser.games import against_bots, people_at, wanted
from browser.looking import look
from browser.screens import OF_GAMES, Bring, Scene, home, play_well
from server.running import QUICK, Json, Person, Running, Started, eventually
from strangers.installing import TRICK, install, on_the_path, seeing

TRICK_CARDS = 12
"""So many cards has everybody in a match of two."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server beside which the package is installed."""
    site = install(TRICK, tmp_path_factory.mktemp("site"))
    with on_the_path(site), pytest.MonkeyPatch.context() as patch:
        for name, value in seeing(site).items():
            patch.setenv(name, value)
        yield from serving(Started(tmp_path_factory.mktemp("server"), **QUICK))


@pytest.fixture(scope="module")
def scene(server: Running) -> Scene:
    return Scene(server, "trick", middle=10)


def hand(screen: Screen) -> list[str]:
    """The cards of the viewer's hand, as they can be pressed."""
    return screen.page.locator("[data-card]").all_inner_texts()


def has_moved_on(person: Person, seq: int) -> bool:
    """Has anything happened at the table since?"""
    return bool(person.view()["seq"] > seq)


def play_by_hand(screen: Screen) -> None:
    """Click the first card of the hand that may be played."""
    screen.page.locator("[data-card]:not([aria-disabled])").first.click()


def play_by_keyboard(screen: Screen) -> None:
    """The first answer, with the keyboard alone; the focus goes on to what confirms it."""
    screen.choices.first.focus()
    screen.page.keyboard.press("Enter")
    expect(screen.confirm).to_be_focused()


def test_a_whole_match_by_mouse_and_keyboard_to_the_scores_of_the_server(browsing: Browsing) -> None:
    me = against_bots(browsing.server, "trick")
    screen = browsing.at(me)
    turns = 0
    while screen.my_turn():
        before = me.view()["seq"]
        if screen.ready.count() == 0:  # the last card is the only answer, and sent as soon as it is given
            assert sorted(hand(screen)) == sorted(me.view()["own"]["hand"])
            assert screen.prompt.locator("[data-choice]:not(.elsewhere *)").count() == 0, "not said twice"
            (play_by_hand, play_by_keyboard)[turns % 2](screen)
        screen.ready.wait_for()
        screen.page.keyboard.press("Enter") if turns % 2 else screen.confirm.click()
        eventually(partial(has_moved_on, me, before))  # else the turn just sent may be taken for the next
        turns += 1
    assert turns == TRICK_CARDS
    verdict = me.get("./verify")
    assert shown_result(screen) == expected_result(verdict)
    expect(screen.log.last).to_contain_text("All cards are played.")

    last = len(me.get("./steps", limit=500)) - 1
    screen.page.get_by_role("link", name="Replay").click()
    expect(screen.page.get_by_role("slider", name="Step")).to_have_attribute("max", str(last))
    screen.go(f"/replay/{me.table}?at={last}")
    expect(screen.page.get_by_role("slider", name="Step")).to_have_value(str(last))
    screen.page.get_by_role("button", name="Show the result").click()
    assert shown_result(screen) == expected_result(verdict)


def shown_result(screen: Screen) -> dict[str, tuple[str, str]]:
    """Place and points of everybody, as the page has them."""
    found = {}
    for row in screen.page.locator("li[data-seat]").all():
        place, name, points = row.locator(".place, strong, .points").all_inner_texts()
        found[name] = (place, points)
    return found


def expected_result(verdict: Json) -> dict[str, tuple[str, str]]:
    """The same, as the server has them."""
    people = zip(verdict["names"], verdict["places"], verdict["scores"], strict=True)
    return {
        name: (str(place), f"{score} point" if score == 1 else f"{score} points")
        for name, place, score in people
    }


def test_everybody_sees_the_table_and_nobody_another_hand(browsing: Browsing) -> None:
    people = people_at(browsing.server, "trick", privacy="public")
    play_well(people, 3)
    screens = [browsing.at(person) for person in people]
    onlooker = browsing.visitor().go(f"/table/{people[0].table}")
    owns = [set(person.view()["own"]["hand"]) for person in people]
    laid = people[0].view()["view"]["trick"]
    for screen in (*screens, onlooker):
        board = screen.page.locator("main")
        expect(board.get_by_role("heading", name="Trick")).to_be_visible()
        for card in laid:
            expect(board.get_by_text(card, exact=True)).to_be_visible()
        row = board.get_by_role("row", name=re.compile("Hand size"))
        sizes = [seat["hand_size"] for seat in people[0].view()["view"]["seats"]]
        expect(row.get_by_role("cell")).to_have_text([str(size) for size in sizes])
    for screen, own, other in zip(screens, owns, reversed(owns), strict=True):
        dock = screen.page.get_by_role("region", name="Your choices").inner_text()
        assert all(re.search(rf"\b{card}\b", dock) for card in own)
        assert not any(re.search(rf"\b{card}\b", screen.page.content()) for card in other)


def test_a_card_that_may_not_be_played_says_why(browsing: Browsing) -> None:
    def must_follow(seen: Json) -> bool:
        return 1 < len(seen["legal"]) < len(seen["own"]["hand"])

    me = wanted(browsing.server, "trick", must_follow)[0]
    seen = me.view()
    card = next(card for card in seen["own"]["hand"] if card not in seen["legal"])
    screen = browsing.at(me)
    assert screen.my_turn()
    screen.page.get_by_role("button", name=f"{card}: not now").click(force=True)
    wish = {"t": "try", "id": "why", "seq": seen["seq"], "actions": [card]}
    expect(screen.alert).to_have_text(me.refused("POST", "./try", wish)[2])
    assert me.view()["seq"] == seen["seq"]


def test_it_stands_on_the_home_page_with_its_rules(browsing: Browsing) -> None:
    screen = browsing.visitor().go("/")
    card = screen.page.get_by_role("article", name="Trick")
    expect(card).to_contain_text("Follow suit, and win the most tricks.")
    expect(card).to_contain_text("2–4 players")
    card.get_by_role("link", name="Rules").click()
    expect(screen.page.get_by_role("heading", name="Trick: the rules")).to_be_visible()
    expect(screen.page.get_by_text("TR-PLAY-2", exact=True)).to_be_visible()
    expect(
        screen.page.get_by_text("The highest card of the suit that was led wins the trick.")
    ).to_be_visible()
    screen.go("/rules/chess")
    expect(screen.page.get_by_role("heading", name="The trail ends here")).to_be_visible()
    expect(screen.page.get_by_role("alert")).to_have_text("There is no page at this address.")


@pytest.mark.parametrize("bring", [home, *OF_GAMES], ids=lambda bring: bring.__name__)
def test_it_looks_right(browsing: Browsing, scene: Scene, bring: Bring, pictures: bool) -> None:
    look(browsing, bring, scene, pictures)
