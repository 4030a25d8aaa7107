"""Every page in every size and both themes: no sideways scrolling, and nobody shut out."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.browsing import SIZES, Browsing, wear
from browser.games import any_game, every_game
from browser.looking import CONTRAST, SETTLED, findings, sideways
from browser.pictures import small
from browser.screens import ALONE, OF_GAMES, Bring, Scene, chairs_for

ROOT = Path(__file__).resolve().parents[2]
PICTURES = Path(os.environ.get("TRAILMIX_SCREENSHOTS", ROOT / "build" / "screenshots"))
README = {
    ("home", "light", "desktop"): "home.png",
    ("alpina-draft", "light", "desktop"): "table.png",
    ("alpina-draft", "dark", "phone"): "phone.png",
}
"""The pictures that ``--pictures`` renews, which keeps one of every page besides."""
MOST_PICTURE_BYTES = 150_000
EXTREMES: dict[str, dict[str, list[str]]] = {
    "phone": {"dark": []},
    "desktop": {"dark": [CONTRAST], "light": []},
}
"""The sizes that are looked at most closely, by which light, and by which rules of axe-core, if not by all.

All but the contrast is the same by day and by night.
"""


@pytest.fixture
def pictures(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("pictures"))


def keep(page: Page, what: str, theme: str, size: str) -> None:
    """Keep a picture of what is on the screen; a few are shown in the README."""
    png = page.screenshot(path=PICTURES / what / f"{theme}-{size}.png")
    name = README.get((what, theme, size))
    if name:
        packed = small(page, png)
        assert len(packed) < MOST_PICTURE_BYTES
        (ROOT / "docs" / "pictures" / name).write_bytes(packed)


def look(browsing: Browsing, bring: Bring, scene: Scene, pictures: bool) -> None:
    """See a page in all sizes, by day and by night."""
    wrong: dict[str, Any] = {}
    what = bring.__name__ if bring in ALONE else f"{scene.game}-{bring.__name__}"
    screen = browsing.visitor(*chairs_for(bring, scene), name="Ann")
    page = screen.page
    bring(screen, scene)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        scrolls, sticking_out = sideways(page)
        if scrolls or sticking_out:
            wrong[f"{size}: sideways"] = sticking_out or "the page scrolls"
        if size not in EXTREMES:
            continue
        for theme, rules in EXTREMES[size].items():
            wear(page, theme)
            if pictures:
                keep(page, what, theme, size)
            if unfair := findings(page, *rules):
                wrong[f"{size}, {theme}: axe"] = unfair
    assert not wrong, json.dumps(wrong, indent=1)


@pytest.mark.parametrize("bring", OF_GAMES, ids=lambda bring: bring.__name__)
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
