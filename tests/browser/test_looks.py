"""Every page in every size and both themes: no sideways scrolling, nobody shut out, and pictures are kept."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.browsing import SIZES, THEMES, Browsing, Screen
from browser.games import PLAYABLE
from browser.looking import SETTLED, findings, sideways
from browser.pictures import small
from browser.screens import ALONE, OF_GAMES, Bring, Scene, visitor
from server.running import Running

ROOT = Path(__file__).resolve().parents[2]
PICTURES = Path(os.environ.get("TRAILMIX_SCREENSHOTS", ROOT / "build" / "screenshots"))
README = {
    ("home", "light", "desktop"): "home.png",
    ("alpina-draft", "light", "desktop"): "table.png",
    ("alpina-draft", "dark", "phone"): "phone.png",
}
"""The pictures that ``--pictures`` renews."""
MOST_PICTURE_BYTES = 150_000


@pytest.fixture(scope="package")
def scenes(server: Running) -> dict[str, Scene]:
    return {}


@pytest.fixture
def renew(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("pictures"))


@pytest.fixture
def scene(scenes: dict[str, Scene], server: Running, game: str) -> Scene:
    """Tables of the game, made when they are first asked for."""
    if game not in scenes:
        scenes[game] = Scene.made(server, game)
    return scenes[game]


def keep(page: Page, what: str, theme: str, size: str, renew: bool) -> None:
    """Keep a picture of what is on the screen; a few are shown in the README."""
    png = page.screenshot(path=PICTURES / what / f"{theme}-{size}.png")
    name = README.get((what, theme, size))
    if renew and name:
        packed = small(page, png)
        assert len(packed) < MOST_PICTURE_BYTES
        (ROOT / "docs" / "pictures" / name).write_bytes(packed)


def look(screen: Screen, bring: Bring, scene: Scene, theme: str, renew: bool) -> None:
    """See a page in all sizes: asserts, and keeps pictures."""
    wrong: dict[str, Any] = {}
    what = bring.__name__ if bring in ALONE else f"{scene.game}-{bring.__name__}"
    page = screen.page
    bring(screen, scene)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        keep(page, what, theme, size, renew)
        scrolls, sticking_out = sideways(page)
        if scrolls or sticking_out:
            wrong[f"{size}: sideways"] = sticking_out or "the page scrolls"
        if size in ("phone", "desktop") and (unfair := findings(page)):
            wrong[f"{size}: axe"] = unfair
    assert not wrong, json.dumps(wrong, indent=1)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("bring", OF_GAMES, ids=lambda bring: bring.__name__)
@pytest.mark.parametrize("game", PLAYABLE)
def test_a_page_of_a_game(browsing: Browsing, scene: Scene, bring: Bring, theme: str, renew: bool) -> None:
    look(visitor(browsing, bring, scene, theme), bring, scene, theme, renew)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("bring", ALONE, ids=lambda bring: bring.__name__)
@pytest.mark.parametrize("game", PLAYABLE[:1])
def test_a_page_of_no_game(browsing: Browsing, scene: Scene, bring: Bring, theme: str, renew: bool) -> None:
    look(visitor(browsing, bring, scene, theme), bring, scene, theme, renew)


def test_axe_and_the_edge_are_seen(browsing: Browsing) -> None:
    """The checks themselves: a page that is wrong in both ways is found out."""
    page = browsing.visitor().page
    page.set_content(
        "<html lang='en'><title>x</title><main><h1>x</h1><button style='margin-left:3000px'></button></main>"
    )
    scrolls, sticking_out = sideways(page)
    assert scrolls and len(sticking_out) == 1
    assert [finding.split(":")[0] for finding in findings(page)] == ["button-name"]
