"""The home page of somebody who has been here before: who waits for them, and what they have played."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Request, Route, expect

from browser.browsing import Browsing, Screen
from browser.games import any_game
from browser.screens import named, play_well
from server.running import BOT, OPEN, Person, eventually, make, mover, play_out


def part(screen: Screen, name: str) -> Locator:
    """A part of the page by its heading."""
    return screen.page.get_by_role("region", name=name)


def five_minutes_later(route: Route) -> None:
    """The answer that the server would give then."""
    answer = route.fetch()
    told = [each | {"waited_ms": each["waited_ms"] and each["waited_ms"] + 300_000} for each in answer.json()]
    route.fulfill(response=answer, json=told)


@any_game
def test_home_begins_with_where_i_am_waited_for(browsing: Browsing, game: str) -> None:
    people = make(browsing.server, *named("Ann", "Bob"), game=game)
    to_move = mover(people)
    other = next(person for person in people if person is not to_move)
    names = {person.chair: name for person, name in zip(people, ("Ann", "Bob"), strict=True)}
    (waiting,) = make(browsing.server, *named("Ann"), OPEN, game=game)
    here = browsing.visitor(to_move, waiting)
    here.page.route("**/api/mine", five_minutes_later)
    here.go("/")
    mine = part(here, "Your turn").get_by_role("link")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text(f"with {names[other.chair]}")
    expect(mine).to_contain_text("Your turn for 5 minutes now")
    expect(part(here, "Waiting for others").get_by_role("link")).to_have_text(re.compile("1 free chair"))
    first = here.page.locator("main h2").first
    expect(first).to_have_text("Your turn")
    expect(here.page).to_have_title("(1) Trailmix")
    icon = here.page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    there = browsing.visitor(other).go("/")
    theirs = part(there, "Waiting for others").get_by_role("link")
    expect(theirs).to_contain_text(f"{names[to_move.chair]}'s turn")
    expect(part(there, "Your turn")).to_have_count(0)
    expect(there.page).to_have_title("Trailmix")
    mine.click()
    assert here.my_turn()
    here.page.unroute_all()


@any_game
def test_no_table_is_out_of_reach_however_many_there_are(browsing: Browsing, game: str) -> None:
    mine = [mover(make(browsing.server, *named("Ann", "Bob"), game=game)) for _ in range(8)]
    screen = browsing.visitor(*mine).go("/")
    tables = part(screen, "Your turn").get_by_role("link")
    expect(tables).to_have_count(6)
    part(screen, "Your turn").get_by_role("button", name="Show all 8").click()
    expect(tables).to_have_count(8)
    found = {link.get_attribute("href") for link in tables.all()}
    assert found == {f"/table/{person.table}" for person in mine}
    expect(part(screen, "Your turn").get_by_role("button")).to_have_count(0)


@any_game
def test_from_a_table_of_others_turns_a_link_leads_to_where_i_am_waited_for_longest(
    browsing: Browsing, game: str
) -> None:
    first, second = (mover(make(browsing.server, *named("Ann", "Bob"), game=game)) for _ in range(2))
    people = make(browsing.server, *named("Ann", "Bob"), game=game)
    other = next(person for person in people if person is not mover(people))
    screen = browsing.at(other, first, second)
    link = screen.page.get_by_role("link", name="Your turn at 2 other tables")
    expect(link).to_have_attribute("href", f"/table/{first.table}")
    link.click()
    assert screen.my_turn()
    expect(screen.page).to_have_url(re.compile(f"/table/{first.table}$"))
    expect(screen.page.get_by_role("link", name="Your turn at")).to_have_count(0)  # it is, here
    (alone,) = make(browsing.server, *named("Ann"), BOT, game=game)
    play_well([alone])
    screen = browsing.at(alone, first)
    expect(screen.result).to_be_visible()
    expect(screen.page.get_by_role("link", name="Your turn at 1 other table")).to_be_visible()


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
    again = people[0].get(".")["rematch"]
    expect(screen.page).to_have_url(re.compile(again))


@any_game
def test_finished_matches_are_there_without_a_server(browsing: Browsing, game: str) -> None:
    people = make(browsing.server, *named("Ann", "Bob"), game=game)
    play_out(people)
    screen = browsing.visitor(people[0]).go("/")
    finished = part(screen, "Finished matches")
    again = finished.get_by_role("button", name="Again")
    expect(again).to_be_visible()
    words = finished.get_by_role("list", name="Places and points").inner_text()
    screen.page.route("**/api/**", lambda route: route.abort())
    screen.page.reload()
    expect(finished.get_by_role("list", name="Places and points")).to_have_text(words, use_inner_text=True)
    expect(finished).to_contain_text("Alpina")
    expect(again).to_have_count(0)
    screen.page.unroute_all()
    expect(again).to_be_visible()
    expect(finished.get_by_role("list", name="Places and points")).to_have_count(1)


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
    with screen.page.expect_request("**/api/mine"):
        screen.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(part(screen, "Finished matches")).to_be_visible()
    assert asked == [2, 1]


def told_here(screen: Screen) -> list[str]:
    """The tables of the matches that the browser has recorded."""
    tables: list[str] = screen.page.evaluate(
        "JSON.parse(localStorage.getItem('trailmix.matches') ?? '[]').map(each => each.table)"
    )
    return tables


@any_game
def test_a_match_is_recorded_once_wherever_its_end_is_seen(browsing: Browsing, game: str) -> None:
    people = make(browsing.server, *named("Ann", "Bob"), game=game)
    play_out(people)
    (told,) = people[0].post("/api/mine", {"tokens": [people[0].token]})
    screen = browsing.visitor(people[0]).go("/statistics")
    expect(screen.page.get_by_text("Nothing yet")).to_be_visible()
    expect(screen.page.locator("[data-achievement=first_steps]")).to_contain_text("Finish a match.")
    screen.go(f"/table/{people[0].table}")
    expect(screen.page.get_by_text(re.compile("Achieved: First steps"))).to_be_visible()
    for path in ("/", f"/table/{people[0].table}", "/"):
        screen.go(path)
        expect(screen.result if "table" in path else part(screen, "Finished matches")).to_be_visible()
    assert told_here(screen) == [people[0].table]
    screen.go("/statistics")
    article = screen.page.get_by_role("article")
    result = told["result"]
    won = 0 in result["winners"]
    expect(article.locator("dd")).to_have_text(["1", str(int(won)), str(result["scores"][0]), str(int(won))])
    places = article.get_by_role("list", name="How often you came where").get_by_role("listitem")
    expect(places.nth(result["places"][0] - 1)).to_have_text(re.compile(rf"Place {result['places'][0]}\s*1$"))
    first = screen.page.locator("[data-achievement=first_steps]")
    expect(first).to_contain_text("You have finished a match.")
    expect(first).to_contain_text("Alpina, ")


def play_with_one_to_spare(ann: Person, bob: Person) -> None:
    """A match of Alpina in which Ann places all her hikers but one, and Bob none."""
    while ann.view()["view"]["to_move"] is not None:
        person = mover([ann, bob])
        seen = person.view()
        left = seen["view"]["seats"]["AB".index(seen["view"]["to_move"])]["hikers"]
        keeps = "none" in seen["legal"] and (person is bob or left == 1)
        person.move("none" if keeps else seen["legal"][0], seq=seen["seq"])


def test_what_only_one_game_can_tell_is_noted_when_its_end_is_seen(browsing: Browsing) -> None:
    ann, bob = make(browsing.server, *named("Ann", "Bob"), game="alpina")
    play_with_one_to_spare(ann, bob)
    screen = browsing.visitor(ann).go("/")
    expect(part(screen, "Finished matches")).to_be_visible()
    screen.go("/statistics")
    story = screen.page.get_by_role("article").locator('[data-achievement="alpina.stayed_home"]')
    expect(story).to_contain_text("Win with a hiker that you have not placed.")
    screen.go(f"/table/{ann.table}")
    # A hiker may have earned ten points besides: that is another one.
    expect(screen.page.get_by_text(re.compile("Achieved: .*Somebody minds the hut"))).to_be_visible()
    screen.go("/statistics")
    expect(story).to_contain_text("You have won with a hiker that you had not placed.")
    expect(story).to_contain_text("Alpina, ")
    expect(screen.page.get_by_role("article").get_by_role("region")).to_contain_text(
        re.compile("Achievements: [12] of 3")
    )
    screen.go(f"/table/{ann.table}")
    expect(screen.result).to_be_visible()
    expect(screen.page.get_by_text("Achieved: ")).to_have_count(0)  # that was told already
    other = browsing.visitor(bob).go(f"/table/{bob.table}")
    expect(other.page.get_by_text(re.compile("Achieved: First steps"))).to_be_visible()
    other.go("/statistics")
    open_one = other.page.locator('[data-achievement="alpina.stayed_home"]')
    expect(open_one).to_contain_text("Win with a hiker that you have not placed.")


@any_game
def test_a_match_that_ended_elsewhere_is_recorded_at_home(browsing: Browsing, game: str) -> None:
    """And from then on the level that is offered first is the usual one: somebody has played before."""
    people = make(browsing.server, *named("Ann", "Bob"), game=game)
    play_out(people)
    screen = browsing.visitor(people[1]).go("/")
    expect(part(screen, "Finished matches")).to_be_visible()
    assert told_here(screen) == [people[1].table]
    screen.page.get_by_role("button", name="Play now : Alpina", exact=True).click()
    expect(screen.page.get_by_role("radio", name=re.compile("^Trail dog"))).to_be_checked()


def test_a_guest_sees_what_is_played_before_sitting_down(browsing: Browsing) -> None:
    clock = {"kind": "move", "seconds": 90}
    options = {"edition": "renegade", "course": "dagger"}
    (ann,) = make(browsing.server, *named("Ann"), OPEN, game="snow_tails", options=options, clock=clock)
    guest = browsing.visitor(name="Gus").go(f"/table/{ann.table}#invite={ann.invite}")
    page = guest.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Snow Tails: Ann invites you")
    about = part(guest, "Snow Tails")
    expect(about.locator("[data-clock]")).to_contain_text("90 s a move")
    expect(about.locator("[data-clock]")).to_contain_text("Whoever runs out of time stays in the match")
    expect(about.locator("[data-option=course]")).to_contain_text("Dagger of the Mountain Troll")
    expect(about.locator("[data-option=edition]")).to_have_text(re.compile("Renegade"))
    expect(part(guest, "Chairs")).to_contain_text("Ann")
    about.get_by_role("button", name="Rules").click()
    told = page.get_by_role("dialog", name="Rules").get_by_role("heading")
    expect(told.nth(1)).to_be_visible()  # the first is the name of the sheet
    expect(told.filter(has_text="Ideas")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Sit down").click()
    expect(guest.prompt).to_be_visible()  # whoever of them begins


@any_game
def test_whoever_is_out_of_time_is_told_and_what_can_be_done(browsing: Browsing, game: str) -> None:
    people = make(browsing.server, *named("Ann", "Bob"), game=game, clock={"kind": "move", "seconds": 1})
    to_move = mover(people)
    other = next(person for person in people if person is not to_move)
    screen, there = browsing.at(to_move), browsing.at(other)
    late = screen.page.get_by_role("status").filter(has_text="Your time is up. You can still move.")
    expect(late).to_be_visible()
    expect(screen.log.last).to_contain_text("is out of time.")
    expect(there.log.last).to_contain_text("is out of time.")
    expect(there.prompt).to_contain_text("is out of time. The match waits.")
    expect(there.page.get_by_text("Your time is up.")).to_have_count(0)
    late.get_by_role("button", name="Let a bot play for me").click()
    screen.page.get_by_role("button", name="Go on").click()
    expect(late).to_have_count(0)
    eventually(lambda: to_move.get(".")["chairs"][to_move.chair]["stand_in"] is not None)
    (alone,) = make(browsing.server, *named("Ann"), BOT, game=game, clock={"kind": "move", "seconds": 1})
    by_myself = browsing.at(alone)
    expect(by_myself.page.get_by_text("only bots are waiting: move when you are ready.")).to_be_visible()
