"""Snow Tails with the mouse: a start space; a card, where it goes, and the space where the move ends."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import Locator, expect

from browser.browsing import Screen
from server.running import Json

TURNS_EACH = range(2, 102)
"""The placing of the sled, and a turn in each round until it has finished or is wrecked."""
ASTRAY = ("bonus", "5@R; none")
REFUSED = ("line", "5@LRB")
KINDS = ("clean", "dent", "crash", "wreck")
SLOTS = ("L", "B", "R")


def hand(screen: Screen) -> Locator:
    """The cards of the viewer's hand, one button for each value, in ascending order."""
    return screen.page.locator("[data-value]")


def slot(screen: Screen, letter: str) -> Locator:
    """A place on the viewer's mat."""
    return screen.page.locator(f"[data-slot={letter}]")


def pick(screen: Screen, value: str) -> None:
    """Take up the cards of a value."""
    card = screen.page.locator(f"[data-value='{value}']")
    if card.get_attribute("aria-pressed") != "true":
        card.click()
    expect(card).to_have_attribute("aria-pressed", "true")


def lay(screen: Screen, *letters: str) -> None:
    """Have them go there, and nowhere else."""
    for letter in sorted(SLOTS, key=lambda each: each in letters):  # first away with the others
        pressed = slot(screen, letter).get_attribute("aria-pressed") == "true"
        if pressed != (letter in letters):
            slot(screen, letter).click()


def first_step(screen: Screen, nth: int = 0) -> None:
    """Begin a turn: a start space, or cards, without yet saying where to."""
    starts = screen.page.locator("[data-start]")
    if starts.count():
        starts.nth(nth % starts.count()).click()
    else:
        lay_cards(screen)
        steps = screen.choices.filter(has_text="Step by step")
        if screen.ready.count() == 0:
            (steps if steps.count() else screen.page.locator("[data-end]")).first.click()
    screen.take_back.wait_for()


def lay_cards(screen: Screen) -> None:
    """The cards that hurt least and lead on furthest, as the server foretells it."""
    seen = next(view for view in reversed(screen.views()) if view["own"] and view["legal"])
    value, letters = min(seen["own"]["previews"], key=cost)["action"].split("@")
    pick(screen, value)
    lay(screen, *letters)
    screen.page.locator("[data-end]").first.or_(screen.ready).wait_for()


def cost(preview: Json) -> tuple[int, int, int]:
    """How much a card play hurts at least, and how far it leads then."""
    first = preview["outcomes"][0]
    return KINDS.index(first["kind"]), first.get("dents", 0), -len(first["path"])


def whole_turn(screen: Screen, nth: int = 0) -> None:
    """A whole turn, laid out but not confirmed: to where it hurts least."""
    screen.turn.wait_for()
    while screen.ready.count() == 0:
        before = screen.asked()
        one_step(screen, nth)
        screen.asked_anew(before)
        screen.turn.wait_for()
    screen.ready.wait_for()


def one_step(screen: Screen, nth: int) -> None:
    """Whatever is asked now."""
    page = screen.page
    if page.locator("[data-start]").count():
        first_step(screen, nth)
    elif page.get_by_text("Several ways lead there").count():
        screen.choices.first.click()
    elif screen.choices.filter(has_text="Discard").count():
        hand(screen).first.click()
    else:
        if page.locator("[data-end]").count() == 0:
            lay_cards(screen)
        if screen.ready.count():
            return  # there was one end only
        ends = [page.locator(f"[data-end][data-kind={kind}]") for kind in KINDS]
        next(end for end in ends if end.count()).first.click()


def by_hand(screen: Screen, turn: str) -> None:
    """Cards on the mat, then the space where the move ends."""
    cards, *steps = turn.split("; ")
    value, letters = cards.split("@")
    seen = next(view for view in reversed(screen.views()) if view["own"] and view["legal"])
    pick(screen, value)
    lay(screen, *letters)
    ends = [each["outcomes"] for each in seen["own"]["previews"] if each["action"] == cards]
    if not ends:
        return  # that was in vain
    wanted = next((end for end in ends[0] if end["actions"] == steps), ends[0][0])
    end = f"[data-end][data-kind={wanted['kind']}][data-steps='{len(wanted['path'])}']"
    if len(ends[0]) > 1:  # else it is taken by itself
        screen.page.locator(end).first.click()


def can_err(seen: Json) -> bool:
    """There is a value of which there are two cards, for three slots; a single card would only move."""
    return seen["view"]["decision"] == "play" and 2 in Counter(seen["own"]["hand"]).values()


def may_go_on(seen: Json) -> bool:
    """A card play can leave a choice of ways, or of the bonus."""
    previews = seen["own"]["previews"]
    return any(outcome["actions"] for preview in previews for outcome in preview["outcomes"])


def something_illegal(screen: Screen) -> str:
    """Lay more cards than there are; gives the action."""
    value = screen.page.locator("[data-value][data-count='2']").first.get_attribute("data-value")
    pick(screen, str(value))
    for letter in SLOTS:
        slot(screen, letter).click()
    return f"{value}@{''.join(SLOTS)}"


def shows(own: Json, text: str) -> bool:
    """Is exactly this hand laid out in a page?"""
    found = re.findall(r'data-value="(\d)" data-count="(\d)"', text)
    return Counter({int(value): int(n) for value, n in found}) == Counter(own["hand"])


def leaks(own: Json, text: str) -> bool:
    """Is the hand of this seat laid out in a page, or are its cards or draws told in a message?"""
    seat, plain = own["seat"], text.replace('"', "'")
    told = (
        f"data-hand='{seat}'",
        f"'own': {{'seat': '{seat}'",
        f"'kind': 'drew', 'seat': '{seat}'",
    )
    return any(each in plain for each in told)


def public(view: Json) -> list[str]:
    """What everybody sees: where the sleds stand."""
    return [
        f'data-sled="{seat["seat"]}" data-space="{seat["space"]}'
        for seat in view["seats"]
        if seat["space"] is not None
    ]


def progress(screen: Screen) -> int:
    """How far the match on the screen is: races, rounds, turns."""
    board = screen.page.locator("[data-race]")
    race, round_no, turn = (
        int(board.get_attribute(f"data-{name}") or 0) for name in ("race", "round", "turn")
    )
    return 10_000 * race + 10 * round_no + turn


def progress_of(view: Json) -> int:
    """The same of a view."""
    return 10_000 * int(view["race"]) + 10 * int(view["round"]) + int(view["turn"])
