"""The levels of bots: to be chosen for a chair, and called by their names from then on."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from browser.browsing import Browsing, Screen
from browser.games import any_game
from browser.screens import named, play_well
from server.running import OPEN, make

NAMES = {
    "first_match": "Beginner",
    "pup": "Pup",
    "trail_dog": "Trail dog",
    "lead_dog": "Lead dog",
    "musher": "Musher",
}
"""The five levels, the weakest first, as the page calls them."""


def chair(screen: Screen, number: int) -> Locator:
    """A chair of the waiting room, counted from one as people do."""
    return screen.page.get_by_role("region", name="Chairs").get_by_role("listitem").nth(number - 1)


def shown(screen: Screen, levels: dict[str, str]) -> None:
    """Each bot has its level beside its name, in sight; and nobody else has one."""
    for name, level in levels.items():
        panel = screen.page.get_by_role("region", name=f"{name}, seat")
        expect(panel.locator(".level")).to_have_text(NAMES[level])
        assert panel.locator(".level").evaluate("each => parseFloat(getComputedStyle(each).fontSize)") > 8
    expect(screen.page.locator(".level")).to_have_count(len(levels))


@any_game
def test_a_level_is_chosen_and_called_by_its_name(browsing: Browsing, game: str) -> None:
    (ann,) = make(browsing.server, *named("Ann"), OPEN, OPEN, OPEN, game=game)
    screen = browsing.at(ann)
    choice = screen.page.get_by_label("A bot for chair 2")
    expect(choice.locator("option")).to_have_text(["Put a bot here", *NAMES.values()])
    for level, called in NAMES.items():
        choice.select_option(level)
        expect(choice).to_have_count(0)  # its options name all levels
        expect(chair(screen, 2)).to_contain_text(called)
        assert ann.get(".")["chairs"][1]["level"] == level
        screen.page.get_by_role("button", name="Remove the bot from chair 2").click()
        expect(choice).to_be_visible()
    for number, level in ((2, "first_match"), (3, "trail_dog"), (4, "musher")):
        screen.page.get_by_label(f"A bot for chair {number}").select_option(level)
    expect(screen.prompt).to_be_visible()  # everybody is there
    chairs = ann.get(".")["chairs"]
    levels = {each["name"]: each["level"] for each in chairs if each["kind"] == "bot"}
    assert sorted(levels.values()) == ["first_match", "musher", "trail_dog"]
    shown(screen, levels)
    play_well([ann])
    expect(screen.result).to_be_visible()
    shown(screen, levels)
