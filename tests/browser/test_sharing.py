"""What people give each other beside the match and after it: signs, and a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from playwright.sync_api import expect

from browser.browsing import Browsing
from browser.games import any_game, every_game
from browser.pictures import pixels
from browser.screens import Scene, named
from server.running import make


@any_game
def test_a_sign_is_seen_at_the_seat_for_a_moment_and_among_the_remarks(browsing: Browsing, game: str) -> None:
    ann, ben = make(browsing.server, *named("Ann", "Ben"), game=game)
    hers, his = browsing.at(ann), browsing.at(ben, size="phone")
    hers.page.get_by_role("button", name="Give a sign").click()
    hers.page.get_by_role("button", name="Well played!").click()
    for screen in (hers, his):
        seat = screen.page.get_by_role("region", name="Ann, seat")
        expect(seat.get_by_role("status")).to_have_text("Well played!")
    expect(hers.page.get_by_role("list", name="Chat")).to_contain_text("Ann Well played!")
    seat = his.page.get_by_role("region", name="Ann, seat")
    expect(seat.get_by_role("status")).to_have_text("")  # nobody has to take it away
    his.page.get_by_role("button", name="Chat").first.click()
    expect(his.page.get_by_role("list", name="Chat")).to_contain_text("Ann Well played!")
    ann.post("./mute", {"muted": True})
    expect(his.page.get_by_role("button", name="Give a sign")).to_be_disabled()


@every_game
def test_a_finished_match_gives_a_picture_of_its_board(browsing: Browsing, scene: Scene) -> None:
    """By daylight whatever the theme, with places and points, and pixels that only the real board has."""
    screen = browsing.at(scene.over, theme="dark")
    page = screen.page
    page.get_by_role("button", name="Picture").click()
    sheet = page.get_by_role("dialog", name="A picture of the match")
    shown = sheet.get_by_role("img", name="The board at the end")
    expect(shown).to_be_visible()
    size = "async image => { await image.decode(); return [image.naturalWidth, image.naturalHeight] }"
    assert shown.evaluate(size) == [2400, 1260]
    with page.expect_download() as kept:
        sheet.get_by_role("link", name="Save").click()
    assert kept.value.suggested_filename == f"trailmix-{scene.game}-{scene.over.table}.png"
    colours = pixels(page, Path(kept.value.path()).read_bytes())
    paper = (0xF8, 0xF4, 0xEA)
    corner, board = colours[2, 2, :3], colours[60:1200, 60:1500, :3].reshape(-1, 3)
    assert tuple(int(part) for part in corner) == paper
    assert len(np.unique(board, axis=0)) > 50
