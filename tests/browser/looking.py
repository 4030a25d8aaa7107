"""What is wrong with a page: what sticks out of it, and whom it shuts out."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from browser.browsing import SIZES, Browsing, wear
from browser.games import PLAYABLE
from browser.pictures import small
from browser.screens import ALONE, Bring, Scene, chairs_for

CONTRAST = "color-contrast"
LABEL_IN_NAME = "label-content-name-mismatch"
ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

# A board that is resized measures itself, moves, and is drawn anew: some frames later it rests.
SETTLED = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
}"""
BEYOND_THE_EDGE = """() => {
  const wide = document.documentElement.clientWidth;
  const within = element => {
    for (let up = element.parentElement; up; up = up.parentElement)
      if (up !== document.body && /auto|scroll/.test(getComputedStyle(up).overflowX)
          && up.getBoundingClientRect().right <= wide + 1) return true;
    return false;
  };
  // (Cells beyond the edge of a board that may not be chosen are there for the keyboard only.)
  return [...document.querySelectorAll("button, a, input, select, h1, h2, h3, p, li, td, dt, dd")]
    .filter(element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter(element => {
      const box = element.getBoundingClientRect();
      const out = box.width > 1 && (box.left < -1 || box.right > wide + 1);
      return out && element.ariaDisabled !== "true" && !within(element);
    })
    .map(element => element.outerHTML.slice(0, 120));
}"""
"""Things to read or to press that stick out at the side. (What scrolls within its own box does not.)"""


def sideways(page: Page) -> tuple[bool, list[str]]:
    """Does the page scroll sideways, and what sticks out of it?"""
    scrolls: bool = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return scrolls, page.evaluate(BEYOND_THE_EDGE)


def point_at(thing: Locator) -> None:
    """As a hand does, never quite still: what only comes to lie under the pointer is not pointed at."""
    thing.page.evaluate(SETTLED)
    for beside in (20, 22):
        thing.hover(position={"x": beside, "y": beside})


def findings(page: Page, *rules: str) -> list[str]:
    """What axe-core finds serious or critical by these rules, or by all; each with the element it means."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    wishes: dict[str, Any] = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found: list[dict[str, Any]] = page.evaluate(
        "wishes => axe.run(wishes).then(all => all.violations)", wishes
    )
    return [
        f"{finding['id']}: {node['target']} {node.get('failureSummary', '')}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"]
        if finding["id"] != LABEL_IN_NAME or has_words(page, node["target"][0])
    ]


def has_words(page: Page, target: str) -> bool:
    """Is there a word to say in what a control shows? Figures within a picture are not its label."""
    words: bool = page.evaluate(
        "target => /[A-Za-z]{2}/.test(document.querySelector(target).innerText)", target
    )
    return words


# --- a page in all sizes

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
    is_of_any_game = bring in ALONE and scene.game in PLAYABLE
    what = bring.__name__ if is_of_any_game else f"{scene.game}-{bring.__name__}"
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
