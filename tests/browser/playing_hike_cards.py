"""Hike, the card game, with the mouse: a card from the hand, The Wind with its suit, what to plant."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import Locator

from browser.browsing import Screen
from server.running import Json

TURNS_EACH = range(4, 200)
"""A match goes on until somebody reaches the target."""
ASTRAY = ("plant", "plant 1")
REFUSED = ("sun", "trail")
SUITS = ("bird", "bug", "lake", "light", "peak", "trail", "tree")


def hand(screen: Screen) -> Locator:
    """The cards of the viewer's hand, one button for each kind."""
    return screen.page.locator("[data-card]")


def playable(screen: Screen) -> Locator:
    """Those that may be chosen now."""
    return screen.page.locator("[data-card]:not([aria-disabled])")


def first_step(screen: Screen, nth: int = 0) -> None:
    """A turn has one step, and it can be taken back unless there was no other."""
    whole_turn(screen, nth)


def whole_turn(screen: Screen, nth: int = 0) -> None:
    """A card, or what to plant, laid out but not confirmed."""
    screen.turn.wait_for()
    if screen.ready.count() == 0:
        planting = screen.page.locator("[data-plant]")
        if planting.count():
            for _ in range(nth % 3):
                playable(screen).first.click()  # one Tree more, or The Wind
            planting.click()
        elif playable(screen).count():
            put(screen, nth)
        else:  # nothing to plant, or no Bird
            screen.choices.first.click()
    no_bird = screen.choices.filter(has_text="No Bird")
    screen.ready.or_(no_bird).wait_for()
    if no_bird.count():  # after The Worm
        no_bird.click()
    screen.ready.wait_for()


def put(screen: Screen, nth: int) -> None:
    """A card from the hand: a suit rather than a specialty card, which might ask for more."""
    cards = playable(screen)
    suits = [n for n in range(cards.count()) if cards.nth(n).get_attribute("data-card") in SUITS]
    card = cards.nth(suits[nth % len(suits)] if suits else nth % cards.count())
    picker = card.get_attribute("aria-expanded") is not None
    card.click()
    if picker:
        screen.page.locator("[data-wind]").first.click()


def by_hand(screen: Screen, turn: str) -> None:
    """A card, The Wind with its suit, or so many Trees."""
    if turn.startswith("plant"):
        plant = screen.page.locator("[data-plant]")
        while plant.get_attribute("data-plant") != turn:
            screen.page.locator("[data-card=tree]").click()  # one more, and after the last one none
        plant.click()
        return
    card, _, suit = turn.partition("=")
    screen.page.locator(f"[data-card={card}]").click(force=True)  # see `something_illegal`
    if suit:
        screen.page.locator(f"[data-wind={suit}]").click()


def can_err(seen: Json) -> bool:
    """Two cards fit, and one does not."""
    cards = {card for card in seen["own"]["hand"] if card != "wind"}
    fit = cards & set(seen["legal"])
    return seen["view"]["decision"] == "play" and len(fit) > 1 and cards != fit


def may_go_on(seen: Json) -> bool:
    """After The Worm comes the question for a Bird."""
    return "worm" in seen["legal"] and len(seen["own"]["hand"]) > 1


def something_illegal(screen: Screen) -> str:
    """Tap a card that does not fit; gives the action that it was."""
    card = screen.page.locator("[data-card][aria-disabled]:not([data-card=wind])").first
    card.click(force=True)  # it says of itself that it is disabled, and explains why when it is pressed
    return str(card.get_attribute("data-card"))


def laid_out(text: str) -> Counter[str]:
    """The hand that lies in a page."""
    return Counter({card: int(n) for card, n in re.findall(r'data-card="(\w+)" data-count="(\d+)"', text)})


def shows(own: Json, text: str) -> bool:
    """Is exactly this hand laid out in a page, but perhaps for one card that lies on the pile already?"""
    missing = Counter[str](own["hand"])
    missing.subtract(laid_out(text))
    return min(missing.values(), default=0) >= 0 and missing.total() <= 1


def leaks(own: Json, text: str) -> bool:
    """Is the hand laid out in a page, or listed in a message, in whatever order?"""
    lists = re.findall(r"\[('\w+'(?:, '\w+')*)\]", text.replace('"', "'").replace("','", "', '"))
    hands = [sorted(found.replace("'", "").split(", ")) for found in lists]
    return sorted(own["hand"]) in hands or (laid_out(text).total() > 0 and shows(own, text))


def public(view: Json) -> list[str]:
    """What everybody sees: the card on top."""
    return [f'data-pile="{view["pile"][-1]["card"].split("=")[0]}'] if view["pile"] else []


def progress(screen: Screen) -> int:
    """How far the board on the screen is: rounds, then cards of the pile."""
    board = screen.page.locator("[data-round][data-played]")
    return 100 * int(board.get_attribute("data-round") or 0) + int(board.get_attribute("data-played") or 0)


def progress_of(view: Json) -> int:
    """The same of a view."""
    return 100 * int(view["round"]) + len(view["pile"])
