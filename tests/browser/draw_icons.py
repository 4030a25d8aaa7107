"""Draws the icons of the installed page anew, from drawings: ``python -m browser.draw_icons`` in `tests`."""

from __future__ import annotations

from pathlib import Path

from browser.browsing import browser_at, chromium

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"
ICONS = {"any": PUBLIC / "icon.svg", "maskable": PUBLIC / "icons" / "maskable.svg"}
SIZES = (192, 512)


def main() -> None:
    """Each drawing in each size; what it leaves open stays transparent."""
    program = chromium()
    assert program is not None
    with browser_at(program) as browser:
        for name, drawing in ICONS.items():
            for size in SIZES:
                page = browser.new_page(viewport={"width": size, "height": size})
                svg = drawing.read_text().replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
                page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{svg}")
                page.screenshot(path=PUBLIC / "icons" / f"{name}-{size}.png", omit_background=True)


if __name__ == "__main__":
    main()
