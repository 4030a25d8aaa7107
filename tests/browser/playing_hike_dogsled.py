"""Hike!, the dog-sled game, with the mouse: cards into the sled, then huskies that run."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.browsing import Screen
from server.running import Json

TURNS_EACH = range(4, 90)
"""About ten days of Preparations and five of the race, unless somebody is not ready in time."""
ASTRAY = ("run", "use T3")
REFUSED = ("edges", "draft H41 B1")
PHASES = ("preparations", "race", "over")


def board(screen: Screen) -> Locator:
    """The table; it says what is asked."""
    return screen.page.locator("[data-phase]")


def centre(screen: Screen) -> Locator:
    """The huskies of the centre that may be taken."""
    return screen.page.locator("[data-centre]:not([aria-disabled])")


def hand(screen: Screen) -> Locator:
    """The huskies of the hand that may be placed."""
    return screen.page.locator("[data-hand-card]:not([aria-disabled])")


def slots(screen: Screen) -> Locator:
    """The slots of the own sled that are lit."""
    return screen.page.locator("button[data-slot].open")


def first_step(screen: Screen, nth: int = 0) -> None:
    """A husky into the sled; mentors are kept."""
    if board(screen).get_attribute("data-decision") == "mentor":
        screen.choices.filter(has_text="No mentor").click()
        expect(board(screen)).to_have_attribute("data-decision", "action")
    if not lay(screen, nth):
        into_the_hand(screen)
    expect(screen.take_back).to_be_visible()


def lay(screen: Screen, nth: int) -> bool:
    """The nth husky of the hand or the centre that fits anywhere, into the nth slot that is vacant."""
    cards = [*hand(screen).all(), *centre(screen).all()]
    vacant = screen.page.locator("button[data-slot].open:not([data-husky])")
    for n in range(len(cards)):
        card = cards[(nth + n) % len(cards)]
        if card.get_attribute("aria-pressed") is None:  # no husky
            continue
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
        if vacant.count():
            vacant.nth(nth % vacant.count()).click()
            return True
        screen.page.keyboard.press("Escape")
        expect(card).to_have_attribute("aria-pressed", "false")
    return False


def into_the_hand(screen: Screen) -> None:
    """Nothing fits: any card of the centre; if there is none, a husky is lifted and put back."""
    if centre(screen).count():
        centre(screen).last.click()
        into = screen.page.locator("[data-into-hand]")
        expect(into.or_(screen.take_back)).to_be_visible()
        if into.count():
            into.click()
    else:
        lifted = screen.page.locator("button[data-slot][data-husky]").first
        lifted.click()
        screen.choices.filter(has_text="Back into").click()


def whole_turn(screen: Screen, nth: int = 0) -> None:
    """A whole turn, laid out but not confirmed."""
    expect(screen.turn).to_be_visible()
    while screen.ready.count() == 0:
        before = screen.prompt.inner_text()
        one_step(screen, nth)
        expect(screen.prompt).not_to_have_text(before, use_inner_text=True)
        expect(screen.turn).to_be_visible()
    expect(screen.confirm).to_be_enabled()


def one_step(screen: Screen, nth: int) -> None:
    """Whatever is asked now."""
    decision = board(screen).get_attribute("data-decision")
    if decision in ("mentor", "action"):
        first_step(screen, nth)
    elif decision == "bonus":
        if nth % 2 or not lay(screen, nth):
            screen.choices.filter(has_text="No youngster").click()
    elif decision == "declare":
        screen.choices.filter(has_text="Declare ready").click()
    elif decision == "step":
        run(screen)
    elif decision == "field":
        screen.page.locator("[data-way]").first.click()
    else:  # tuck, rest
        slots(screen).first.click()


def run(screen: Screen) -> None:
    """The first husky that can run, with the first custom terrain; or care; or the end of the turn."""
    if slots(screen).count() == 0:
        screen.page.locator("[data-end]").click()
        return
    before = screen.prompt.inner_text()
    slots(screen).first.click()
    expect(screen.prompt).not_to_have_text(before, use_inner_text=True)
    custom = screen.page.locator("[data-custom]")
    if custom.count():
        custom.first.click()
    elif screen.page.get_by_text("Which care for").count():
        screen.choices.first.click()


def by_hand(screen: Screen, turn: str) -> None:
    """Cards into slots, huskies that run, and what is answered besides."""
    for action in turn.split("; "):
        verb, _, what = action.partition(" ")
        if verb == "draft":
            name, _, slot = what.partition(" ")
            card = screen.page.locator(f"[data-centre={name}]")
            card.click()
            expect(card).to_have_attribute("aria-pressed", "true")
            screen.page.locator(f"button[data-slot={slot}]").click(force=True)  # see `something_illegal`
        elif verb == "ready":
            screen.choices.filter(has_text="Declare ready").click()
        elif verb == "pay":
            screen.page.locator("[data-way=pay]").click()
        elif verb == "end":
            screen.page.locator("[data-end]").click()
        else:  # use, or care for one who is tired: as soon as what came before has been judged
            screen.page.locator(f"button[data-slot={what}].open").click()


def can_err(seen: Json) -> bool:
    """The time for mentors is over, and there is one left."""
    mentors = [seat["mentors"] for seat in seen["view"]["seats"] if seat["seat"] == seen["seat"]]
    return bool(seen["view"]["decision"] == "action" and mentors[0] > 0)


def may_go_on(seen: Json) -> bool:
    """After no mentor comes the action."""
    return bool(seen["view"]["decision"] == "mentor")


def something_illegal(screen: Screen) -> str:
    """Spend a mentor instead of taking the action; gives the action."""
    screen.page.locator("[data-mentor]").click(force=True)  # it says of itself that it is disabled
    return "mentor"


def laid_out(text: str) -> set[str]:
    """The huskies of the hand that lies in a page."""
    return set(re.findall(r'data-hand-card="(\w+)"', text))


def shows(own: Json, text: str) -> bool:
    """Is exactly this hand laid out in a page?"""
    equipment = re.search(r'data-equipment="(\d+)"', text)
    held = own["hand"]
    return (
        laid_out(text) == set(held["huskies"]) and int(equipment[1] if equipment else 0) == held["equipment"]
    )


def leaks(own: Json, text: str) -> bool:
    """Is this hand laid out in a page, or told in a message, or one of its huskies named?

    (As these tests play nobody takes a husky into the hand, so that all of them are dealt ones.)
    """
    seat, plain = own["seat"], text.replace('"', "'")
    told = (f"data-hand='{seat}'", f"'own': {{'seat': '{seat}'")
    huskies = own["hand"]["huskies"]
    return any(each in plain for each in told) or any(re.search(rf"\b{card}\b", text) for card in huskies)


def public(view: Json) -> list[str]:
    """What everybody sees: the huskies of the centre."""
    return [f'data-centre="{card}' for card in view["centre"]["huskies"]]


def progress(screen: Screen) -> int:
    """How far the match on the screen is: phase, day, turn."""
    phase, day, turn = (
        board(screen).get_attribute(f"data-{name}") or "" for name in ("phase", "day", "turn")
    )
    return 10_000 * PHASES.index(phase) + 10 * int(day) + ("ABCDEF".index(turn) if turn else 0)


def progress_of(view: Json) -> int:
    """The same of a view."""
    turn = view["turn"] or ""
    return (
        10_000 * PHASES.index(view["phase"]) + 10 * int(view["day"]) + ("ABCDEF".index(turn) if turn else 0)
    )
