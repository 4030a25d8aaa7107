"""Draws anew what is stored as pixels, from drawings: ``python -m browser.draw_icons`` in `tests`.

The icons of the installed page, and the picture of each game for links to its tables (`og:image`).
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from browser.browsing import browser_at, chromium
from browser.pictures import small
from server.running import Running
from trailmix.engine.game import own_slugs

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"
ICONS = {"any": PUBLIC / "icon.svg", "maskable": PUBLIC / "icons" / "maskable.svg"}
SIZES = (192, 512)
LINK_SIZE = (800, 420)
ALONE = """picture => {
  picture.style.cssText = "position:fixed;inset:0;z-index:99;aspect-ratio:auto;border:0;place-items:center";
  document.body.append(picture);
}"""


def icons(browser: Browser) -> None:
    """Each drawing in each size; what it leaves open stays transparent."""
    for name, drawing in ICONS.items():
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            svg = drawing.read_text().replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{svg}")
            page.screenshot(path=PUBLIC / "icons" / f"{name}-{size}.png", omit_background=True)


def games(browser: Browser, address: str) -> None:
    """Each game's picture of the home page, by daylight."""
    width, height = LINK_SIZE
    for slug in own_slugs():
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
        page.goto(address)
        picture = page.locator(f"article[aria-labelledby='game-{slug}'] .picture")
        picture.locator("svg").wait_for()
        picture.evaluate(ALONE)
        (PUBLIC / "games" / f"{slug}.png").write_bytes(small(page, page.screenshot()))


def main() -> None:
    """All of them."""
    program = chromium()
    assert program is not None
    with browser_at(program) as browser, tempfile.TemporaryDirectory() as folder:
        icons(browser)
        server = Running(Path(folder))
        games(browser, server.address)
        server.stop()


if __name__ == "__main__":
    main()
