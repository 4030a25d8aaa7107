"""Room for what people write, and buttons in sight, whatever the size of the screen."""

from __future__ import annotations

from browser.browsing import SIZES, Browsing, Screen
from browser.looking import SETTLED, sideways
from browser.screens import named
from server.running import OPEN, make

ENDLESS = "W" * 40
"""The longest name there may be, of the widest letters."""


def sticks_out(screen: Screen) -> dict[str, list[str]]:
    """By size of the screen: what sticks out at the side."""
    found: dict[str, list[str]] = {}
    for size, (width, height) in SIZES.items():
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.evaluate(SETTLED)
        scrolls, elements = sideways(screen.page)
        if scrolls or elements:
            found[size] = elements
    return found


def test_a_remark_without_a_blank_stays_where_remarks_stand(browsing: Browsing) -> None:
    ann, ben = make(browsing.server, *named("Ann", "Ben"))
    ben.post("./chat", {"t": "chat", "id": "x", "text": "x" * 300})
    screen = browsing.at(ann)
    screen.page.get_by_role("list", name="Chat").get_by_text("xxx").wait_for()
    assert sticks_out(screen) == {}


def test_the_longest_names_have_room_before_the_match_and_between_two_people(browsing: Browsing) -> None:
    waiting = make(browsing.server, *named(ENDLESS, f"{ENDLESS[:-1]}V"), OPEN)
    screen = browsing.at(*waiting)
    screen.page.get_by_role("heading", name="Chairs").wait_for()
    assert sticks_out(screen) == {}
    screen = browsing.at(*make(browsing.server, *named(ENDLESS, f"{ENDLESS[:-1]}V")))
    screen.curtain.wait_for()
    assert sticks_out(screen) == {}
