"""Every page in every size and both themes: no sideways scrolling, and nobody shut out."""

from __future__ import annotations

import pytest

from browser.browsing import Browsing
from browser.games import any_game, every_game
from browser.looking import findings, look, sideways
from browser.screens import ALONE, OF_GAMES, OF_LESSONS, Bring, Scene


@pytest.mark.parametrize("bring", [*OF_GAMES, *OF_LESSONS], ids=lambda bring: bring.__name__)
@every_game
def test_a_page_of_a_game(browsing: Browsing, scene: Scene, bring: Bring, pictures: bool) -> None:
    look(browsing, bring, scene, pictures)


@pytest.mark.parametrize("bring", ALONE, ids=lambda bring: bring.__name__)
@any_game
def test_a_page_of_no_game(browsing: Browsing, scene: Scene, bring: Bring, pictures: bool) -> None:
    look(browsing, bring, scene, pictures)


def test_axe_and_the_edge_are_seen(browsing: Browsing) -> None:
    """The checks themselves: a page that is wrong in both ways is found out."""
    page = browsing.visitor().page
    page.set_content(
        "<html lang='en'><title>x</title><main><h1>x</h1><button style='margin-left:3000px'></button></main>"
    )
    scrolls, sticking_out = sideways(page)
    assert scrolls and len(sticking_out) == 1
    assert [finding.split(":")[0] for finding in findings(page)] == ["button-name"]
