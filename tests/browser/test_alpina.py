"""What only Alpina shows: colours that people choose, the walk through the hikers, what the others did."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.browsing import Browsing, Screen
from browser.games import at_the_start, go_on, people_at, playing
from browser.screens import play_well
from server.running import HUMAN, OPEN, Person, make

GAME = "alpina"


def colours(screen: Screen) -> Locator:
    """Those that one may choose, while one waits."""
    return screen.page.get_by_role("group", name="Your colour").get_by_role("button")


def test_a_chair_chooses_a_colour_that_is_free(browsing: Browsing) -> None:
    (ann,) = make(browsing.server, HUMAN | {"name": "Ann"}, OPEN, OPEN, game=GAME)
    joined = Person(ann.server, ann.table).post("./join", {"name": "Bob", "invite": ann.invite, "chair": 1})
    bob = Person(ann.server, ann.table, joined["token"], 1)
    bob.invite = ann.invite
    host, guest = browsing.at(ann), browsing.at(bob)
    expect(colours(host)).to_have_count(3)  # all but Bob's
    colours(guest).and_(guest.page.get_by_label("red")).click()
    expect(host.page.get_by_role("group", name="Your colour").get_by_label("red")).to_have_count(0)
    host.page.get_by_role("group", name="Your colour").get_by_label("purple").click()
    expect(host.page.get_by_role("button", name="purple", pressed=True)).to_be_visible()
    host.page.get_by_role("button", name="Start now").click()
    for screen in (host, guest):
        for name, colour in (("Ann", "purple"), ("Bob", "red")):
            mark = screen.page.get_by_role("region", name=f"{name}, seat").locator("svg").first
            expect(mark).to_have_attribute("style", f"--seat: var(--seat-{colour});")


CODES = re.compile(r"\b[NCF]\d\d\b|-?\d,-?\d|[Rr]ow -?\d")


def test_what_the_others_did_is_told_in_words_and_stays_marked_until_i_move(browsing: Browsing) -> None:
    people, other, seen = at_the_start(browsing.server, GAME)
    me = next(person for person in people if person is not other)
    screen = browsing.at(me)
    card, cell = seen["legal"][0].split("@")
    other.move(f"{card}@{cell}", f"hiker {cell}", seq=seen["seq"])
    marked = screen.page.locator("[data-mark]")
    expect(marked).to_have_attribute("data-cell", cell)
    expect(screen.page.locator("[data-came]")).to_have_attribute("data-cell", cell)
    name = next(chair["name"] for chair in me.get(".")["chairs"] if chair["seat"] == seen["seat"])
    expect(screen.log.last).to_contain_text(re.compile(rf"{name} lays a \w+ \w+ and puts a hiker on it\."))
    playing(GAME).first_step(screen)  # something laid out is no move
    expect(marked.and_(screen.page.locator(f"[data-cell='{cell}']"))).to_have_count(1)
    assert not CODES.search(screen.page.locator("body").inner_text())
    screen.choices.filter(has_text="No hiker").click()
    expect(screen.prompt).to_contain_text("places no hiker")  # what it comes to is told as the log would
    assert not CODES.search(screen.page.locator("body").inner_text())
    screen.confirm.click()
    expect(marked).to_have_count(0)
    expect(screen.log.last).to_contain_text("places no hiker")
    assert not CODES.search(screen.page.locator("body").inner_text())


def test_nothing_is_shown_that_nobody_points_at(browsing: Browsing) -> None:
    people, me, _ = at_the_start(browsing.server, GAME)
    screen = browsing.at(me)
    playing(GAME).whole_turn(screen)
    screen.page.mouse.move(5, 5)
    screen.confirm.click()
    expect(screen.log.last).to_contain_text("lays a")
    go_on(people, me)
    assert screen.my_turn()
    screen.page.wait_for_timeout(300)  # longer than it takes to ask what something leads to
    expect(screen.page.locator(".ghost, .guest")).to_have_count(0)


def test_the_walk_through_the_hikers_ends_with_the_totals_of_the_server(browsing: Browsing) -> None:
    people = people_at(browsing.server, GAME)
    play_well(people)
    seen = people[0].view()
    names = {chair["seat"]: chair["name"] for chair in people[0].get(".")["chairs"]}
    totals = {names[seat["seat"]]: seat["forecast"] for seat in seen["view"]["seats"]}
    winner = names["ABCD"[seen["view"]["places"].index(1)]]
    screen = browsing.at(people[0], motion="full", speed=2.5)  # a walk, but a quick one
    expect(screen.result).to_have_text("The points are counted ...")  # who won is told at its end
    expect(screen.page.get_by_role("button", name="Watch again")).to_be_visible()
    rows = screen.page.locator(".result tbody tr")
    for name, total in totals.items():
        expect(rows.filter(has_text=name).locator("td").last).to_have_text(str(total))
    title = "You win!" if winner == "Ann" else f"{winner} wins."
    expect(screen.result).to_have_text(title)


def test_on_a_phone_the_counted_map_comes_first_and_no_page_is_longer_than_its_screen(
    browsing: Browsing,
) -> None:
    people = people_at(browsing.server, GAME)
    play_well(people)
    screen = browsing.at(people[0], size="phone", motion="full", speed=1)
    expect(screen.result).to_have_text("The points are counted ...")
    parts = "...document.querySelectorAll('.result .grid, .result table')"
    tops = f"[{parts}].map(e => e.getBoundingClientRect().top)"
    map_top, table_top = screen.page.evaluate(tops)
    assert map_top < table_top, "while hikers are counted, the map is what matters"
    whole, seen = screen.page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert whole <= seen, "only the sheet is scrolled"
    screen.page.get_by_role("button", name="To the result").click()
    expect(screen.result).not_to_have_text("The points are counted ...")
    map_top, table_top = screen.page.evaluate(tops)
    assert table_top < map_top
