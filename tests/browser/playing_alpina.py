"""Alpina with the mouse: pick a card, lay it on a cell, place a hiker or none."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.browsing import Screen
from server.running import Json

TURNS_EACH = range(12, 13)
ASTRAY = ("grow", "F17@3,-1")
REFUSED = ("lay", "F08@1,1")


def hand(screen: Screen) -> Locator:
    """The cards of the viewer's hand."""
    return screen.page.locator("[data-card]")


def open_cells(screen: Screen) -> Locator:
    """The cells that may be chosen now."""
    return screen.page.locator("[data-cell]:not([aria-disabled])")


def first_step(screen: Screen, nth: int = 0) -> None:
    """The beginning of a turn: a card on a cell."""
    card = hand(screen).nth(nth % 6)
    if card.get_attribute("aria-pressed") != "true":  # a card picked up before is still picked up
        card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    open_cells(screen).nth(nth % open_cells(screen).count()).click()
    screen.take_back.wait_for()
    # Without a hiker left there is nothing more to choose.
    screen.choices.filter(has_text="No hiker").or_(screen.ready).wait_for()


def whole_turn(screen: Screen, nth: int = 0) -> None:
    """A whole turn, laid out but not confirmed: every third time without a hiker."""
    first_step(screen, nth)
    if screen.choices.count():
        if nth % 3 == 2 or open_cells(screen).count() == 0:
            screen.choices.filter(has_text="No hiker").click()
        else:
            open_cells(screen).first.click()
    screen.ready.wait_for()


def by_hand(screen: Screen, turn: str) -> None:
    """A card on a cell, then a hiker on a cell or none."""
    for action in turn.split("; "):
        card, _, cell = action.removeprefix("hiker ").rpartition("@")
        place = screen.page.locator(f"[data-cell='{cell}']")
        if action == "none":
            screen.choices.filter(has_text="No hiker").click()
        elif card:
            screen.page.locator(f"[data-card={card}]").click()
            place.click(force=True)  # see `something_illegal`
        else:
            place.and_(open_cells(screen)).click()  # as soon as the card lies


def can_err(seen: Json) -> bool:
    """Always: there are cells that touch no card."""
    return bool(seen["legal"])


def may_go_on(seen: Json) -> bool:
    """After a card comes the hiker."""
    return bool(seen["view"]["decision"] == "card")


def something_illegal(screen: Screen) -> str:
    """Try to lay a card where it touches none; gives the action that it was."""
    card = hand(screen).first
    card.click()
    cell = screen.page.get_by_role("button", name=re.compile("touches no card")).first
    cell.click(force=True)  # it says of itself that it is disabled, and explains why when it is pressed
    return f"{card.get_attribute('data-card')}@{cell.get_attribute('data-cell')}"


def shows(own: Json, text: str) -> bool:
    """Is every card of a hand to be read in a page?"""
    return all(re.search(rf"\b{card}\b", text) for card in own["hand"])


def leaks(own: Json, text: str) -> bool:
    """Is any card of a hand to be read in a page or a message?"""
    return any(re.search(rf"\b{card}\b", text) for card in own["hand"])


def public(view: Json) -> list[str]:
    """What everybody sees: the cards that lie."""
    return [spot["card"] for spot in view["grid"]]


def progress(screen: Screen) -> int:
    """How far the board on the screen is: the number of cards on it."""
    return screen.page.locator("[data-cell] svg.card").count()


def progress_of(view: Json) -> int:
    """The number of cards in the grid."""
    return len(view["grid"])
