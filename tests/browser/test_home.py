"""The home page of somebody who has been here before: who waits for them, and what they have played."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Request, expect

from browser.browsing import Browsing, Screen
from browser.games import any_game
from browser.screens import named, play_well
from server.running import BOT, OPEN, Person, make, mover, play_out


def part(screen: Screen, name: str) -> Locator:
    """A part of the page by its heading."""
    return screen.page.get_by_role("region", name=name)


@any_game
def test_home_begins_with_where_i_am_waited_for(browsing: Browsing, game: str) -> None:
    people = make(browsing.server, *named("Ann", "Bob"), game=game)
    to_move = mover(people)
    other = next(person for person in people if person is not to_move)
    names = {person.chair: name for person, name in zip(people, ("Ann", "Bob"), strict=True)}
    (waiting,) = make(browsing.server, *named("Ann"), OPEN, game=game)
    here = browsing.visitor(to_move, waiting).go("/")
    mine = part(here, "Your turn").get_by_role("link")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text(f"with {names[other.chair]}")
    expect(mine).to_contain_text(re.compile(r"Your turn for (a moment|\d+ minutes?)"))
    expect(part(here, "Waiting for others").get_by_role("link")).to_have_text(re.compile("1 free chair"))
    first = here.page.locator("main h2").first
    expect(first).to_have_text("Your turn")
    there = browsing.visitor(other).go("/")
    theirs = part(there, "Waiting for others").get_by_role("link")
    expect(theirs).to_contain_text(f"{names[to_move.chair]} is to move, for ")
    expect(part(there, "Your turn")).to_have_count(0)
    mine.click()
    assert here.my_turn()


@any_game
def test_a_newcomer_sees_the_games_first(browsing: Browsing, game: str) -> None:
    screen = browsing.visitor().go("/")
    expect(screen.page.get_by_role("button", name="Play now").first).to_be_enabled()
    expect(screen.page.locator("main h2").first).to_have_text(re.compile("^Alpina"))
    for name in ("Your turn", "Waiting for others", "Finished matches"):
        expect(part(screen, name)).to_have_count(0)


@any_game
def test_a_finished_match_has_its_places_and_ways_on(browsing: Browsing, game: str) -> None:
    people = make(browsing.server, *named("Ann", "Bob"), game=game)
    play_out(people)
    (told,) = people[0].post("/api/mine", {"tokens": [people[0].token]})
    screen = browsing.visitor(people[0]).go("/")
    finished = part(screen, "Finished matches")
    rows = finished.get_by_role("list", name="Places and points").get_by_role("listitem")
    result = told["result"]
    by_place = sorted(range(2), key=lambda chair: result["places"][chair])
    expect(rows).to_have_text(
        [
            re.compile(rf"^{result['places'][n]}\s*{('Ann', 'Bob')[n]}\s*{result['scores'][n]}$")
            for n in by_place
        ]
    )
    expect(finished.get_by_role("link", name="Replay")).to_have_attribute(
        "href", f"/replay/{people[0].table}"
    )
    expect(finished.get_by_role("link", name="Analysis")).to_have_attribute(
        "href", f"/analysis/{people[0].table}"
    )
    finished.get_by_role("button", name="Again").click()
    expect(screen.page).to_have_url(re.compile("/table/"))
    assert people[0].table not in screen.page.url
    again = Person(browsing.server, people[0].table).get(".")["rematch"]
    expect(screen.page).to_have_url(re.compile(again))


@any_game
def test_what_is_over_is_asked_for_once(browsing: Browsing, game: str) -> None:
    """A browser with many finished matches costs the server little: later only what goes on is asked for."""
    (me,) = make(browsing.server, *named("Ann"), BOT, game=game)
    play_well([me])
    me.post("./rematch")  # so that nothing is to be expected of it
    (going,) = make(browsing.server, *named("Ann"), BOT, game=game)
    screen = browsing.visitor(me, going)
    asked: list[int] = []

    def count(request: Request) -> None:
        if request.url.endswith("/api/mine"):
            asked.append(len((request.post_data_json or {})["tokens"]))

    screen.page.on("request", count)
    screen.go("/")
    expect(part(screen, "Finished matches")).to_be_visible()
    screen.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(part(screen, "Finished matches")).to_be_visible()
    screen.page.wait_for_timeout(300)
    assert asked == [2, 1]
