"""What people give each other beside the match and after it: signs, and a picture."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect

from browser.browsing import Browsing, Screen
from browser.games import NAMES, PLAYABLE, any_game, every_game, people_at
from browser.pictures import Bytes, pixels
from browser.screens import Scene, named, play_well
from server.running import Json, make, play_out
from trailmix.engine.game import find
from trailmix.lab.analysis import percent


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


PAPER, INK, SOFT_INK = (0xF8, 0xF4, 0xEA), (0x1D, 0x2A, 0x35), (0x4D, 0x5A, 0x63)
# What stands beside the board at the moment in which the picture is drawn, and where.
NOTE_DRAWN = """() => {
  const write = XMLSerializer.prototype.serializeToString;
  XMLSerializer.prototype.serializeToString = function (card) {
    const { left, top, width, height } = card.getBoundingClientRect();
    const note = element => {
      const at = element.getBoundingClientRect();
      const place = [at.left - left, at.top - top, at.right - left, at.bottom - top];
      return { text: element.innerText, place };
    };
    const all = what => [...card.querySelectorAll(`.side ${what}`)].map(note);
    window.drawn = {
      size: [width, height], title: all("h2"), places: all("li .place"), shapes: all("li > svg"),
      names: all("li .name"), points: all("li strong"), moment: all(".moment"), from: all(".from svg"),
    };
    return write.call(this, card);
  };
}"""
SIZE = "async image => { await image.decode(); return [image.naturalWidth, image.naturalHeight] }"
FINE = 2
"""Pixels of the picture for one of the page."""


@dataclass
class Drawn:
    """A picture of a match, and what was to be on it."""

    texts: Json
    colours: Bytes
    file: str

    def assert_written(self, what: str, ink: tuple[int, int, int]) -> None:
        """Every such text is on the picture, beside the board, all of it, in this ink."""
        width, height = self.texts["size"]
        for text in self.texts[what]:
            left, top, right, bottom = text["place"]
            assert 776 <= left < right <= width - 24 and 24 <= top < bottom <= height - 24, (what, text)
            rows, columns = (slice(int(FINE * a), int(FINE * b)) for a, b in ((top, bottom), (left, right)))
            assert (self.colours[rows, columns] == ink).all(axis=2).any(), (what, text)

    def assert_apart(self) -> None:
        """What stands below each other does not overlap."""
        stacked = [*self.texts["title"], *self.texts["shapes"], *self.texts["moment"], *self.texts["from"]]
        for above, below in pairwise(text["place"] for text in stacked):
            assert above[3] <= below[1]


def draw(screen: Screen) -> Drawn:
    """Have the picture of a finished match made, and save it."""
    page = screen.page
    page.evaluate(NOTE_DRAWN)
    page.get_by_role("button", name="Picture").click()
    sheet = page.get_by_role("dialog", name="A picture of the match")
    shown = sheet.get_by_role("img", name="The board at the end")
    expect(shown).to_be_visible()
    assert shown.evaluate(SIZE) == [2400, 1260]
    with page.expect_download() as kept:
        sheet.get_by_role("link", name="Save").click()
    colours = pixels(page, Path(kept.value.path()).read_bytes())
    return Drawn(page.evaluate("() => window.drawn"), colours, kept.value.suggested_filename)


def decided(page: Page, seats: int) -> None:
    """The analysis of the match says that its first turn decided it, for whoever had it."""
    moment = {"decision": 0, "mover": 0, "before": 0.1, "after": 0.9}
    said = {"decisions": [{"seat": 0}], "moments": [moment], "deciding": moment}
    analysis = {"bot": "search", "seats": ["A"] * seats, **said}
    state = {"state": "done", "done": 1, "of": 1, "analysis": analysis}
    page.route("**/api/tables/*/analysis", lambda route: route.fulfill(json=state))


@every_game
def test_a_finished_match_gives_a_picture_of_its_board(browsing: Browsing, scene: Scene) -> None:
    """By daylight whatever the theme, with places and points, and pixels that only the real board has."""
    chairs = scene.over.get(".")["chairs"]
    names = [chair["name"] for chair in sorted(chairs, key=lambda chair: chair["seat"])]
    screen = browsing.visitor(scene.over, theme="dark", fresh=True)
    decided(screen.page, len(names))
    screen.go(f"/table/{scene.over.table}")
    drawn = draw(screen)
    assert drawn.file == f"trailmix-{scene.game}-{scene.over.table}.png"
    board = drawn.colours[60:1200, 60:1500].reshape(-1, 3)
    assert tuple(int(part) for part in drawn.colours[2, 2]) == PAPER
    assert len(np.unique(board, axis=0)) > 50
    # The other half: who won, everybody with place and points, what decided it, and whose picture it is.
    last = scene.over.view()["view"]
    no_place = len(names) + 1  # who never came over the line comes last, with a dash
    ranked = sorted((place or no_place, name) for place, name in zip(last["places"], names, strict=True))
    (title,) = drawn.texts["title"]
    assert ranked[0][1] in title["text"]
    told = [str(place) if place < no_place else "–" for place, _ in ranked]
    assert [text["text"] for text in drawn.texts["places"]] == told
    assert sorted(text["text"] for text in drawn.texts["names"]) == sorted(names)
    (moment,) = drawn.texts["moment"]
    assert (
        moment["text"] == f"It was decided by a turn of {names[0]}: {names[0]} went from 10% to 90% to win."
    )
    for what in ("title", "names", "points", "from"):
        drawn.assert_written(what, INK)
    for what in ("places", "moment"):
        drawn.assert_written(what, SOFT_INK)
    drawn.assert_apart()


@any_game
def test_what_decided_the_match_is_found_for_the_picture(browsing: Browsing, game: str) -> None:
    people = people_at(browsing.server, game)
    play_out(people)
    screen = browsing.at(people[0])
    page = screen.page
    assert draw(screen).texts["moment"] == []  # nobody has looked for it yet
    sheet = page.get_by_role("dialog", name="A picture of the match")
    address = sheet.get_by_role("img").get_attribute("src") or ""
    sheet.get_by_role("button", name="Find what decided it").click()
    expect(sheet.get_by_role("button", name="Find what decided it")).to_have_count(0)
    expect(sheet.get_by_role("progressbar")).to_have_count(0)
    analysis = people[0].get("./analysis")["analysis"]
    expect(sheet.get_by_role("img")).not_to_have_attribute("src", address)
    most = analysis["deciding"]  # everybody took the first legal action: some turn decided that
    mover = analysis["decisions"][most["decision"]]["seat"]
    (told,) = page.evaluate("() => window.drawn")["moment"]
    assert told["text"] == (
        f"It was decided by a turn of {analysis['seats'][mover]}: {analysis['seats'][most['mover']]} "
        f"went from {percent(most['before'])}% to {percent(most['after'])}% to win."
    )
    expect(sheet.get_by_text(told["text"])).to_be_visible()  # on a phone the picture is too small to be read


# It takes a while until all typefaces are there.
SLOW_FONTS = """() => Object.defineProperty(document.fonts, "ready", {
  get: () => new Promise(ready => setTimeout(ready, 2500)),
})"""


@any_game
def test_what_decided_the_match_comes_onto_the_picture_while_that_is_taken(
    browsing: Browsing, scene: Scene
) -> None:
    screen = browsing.visitor(scene.over, fresh=True)
    under_way = {"state": "running", "done": 0, "of": 1, "analysis": None}
    screen.page.route("**/api/tables/*/analysis", lambda route: route.fulfill(json=under_way))
    screen.go(f"/table/{scene.over.table}")
    screen.page.evaluate(SLOW_FONTS)
    screen.page.evaluate(NOTE_DRAWN)
    screen.page.get_by_role("button", name="Picture").click()
    sheet = screen.page.get_by_role("dialog", name="A picture of the match")
    expect(sheet.get_by_text("The picture is being taken ...")).to_be_visible()
    decided(screen.page, len(scene.over.get(".")["chairs"]))
    first = sheet.get_by_role("img").get_attribute("src") or ""
    expect(sheet.get_by_role("img")).not_to_have_attribute("src", first)
    assert len(screen.page.evaluate("() => window.drawn")["moment"]) == 1
    expect(sheet.get_by_role("status").last).to_have_text("")


LONG = "Featherstonehaugh-Cholmondeley-Marjoribanks"


def test_the_longest_names_of_the_most_people_have_room_on_the_picture(browsing: Browsing) -> None:
    """They are cut short if they must, but nothing is pushed off the picture, and nothing covers anything."""
    game = max(PLAYABLE, key=lambda slug: max(find(slug).players))
    seats = max(find(game).players)
    people = make(browsing.server, *named(*[f"{name} {LONG}"[:40] for name in NAMES[:seats]]), game=game)
    play_well(people)
    screen = browsing.visitor(people[0], fresh=True)
    decided(screen.page, seats)
    screen.go(f"/table/{people[0].table}")
    drawn = draw(screen)
    assert len(drawn.texts["points"]) == seats
    for what in ("title", "names", "points", "from"):
        drawn.assert_written(what, INK)
    for what in ("places", "moment"):
        drawn.assert_written(what, SOFT_INK)
    drawn.assert_apart()
