"""What the tests of lessons do at each step."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.browsing import Screen
from browser.screens import coach
from trailmix.engine import lessons
from trailmix.engine.game import find


def press(screen: Screen, name: str) -> None:
    coach(screen).get_by_role("button", name=name).click()


def nothing_is_asked(screen: Screen) -> None:
    """Whatever could be chosen next: the step is done, and only the guide goes on."""
    result = screen.page.get_by_role("button", name="Show the result")
    rest = screen.prompt.get_by_text("This step is done.")
    rest.or_(result).or_(screen.account).first.wait_for()
    if screen.account.count():
        screen.account.click()
    expect(rest.or_(result)).to_be_visible()
    expect(screen.choices.or_(screen.ready)).to_have_count(0)


def said(game: str) -> list[lessons.Sentences]:
    """What is said in the steps."""
    return [step.sentences(find(game).words) for step in lessons.lesson_of(find(game))]
