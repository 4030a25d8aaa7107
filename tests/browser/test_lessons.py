"""Lessons: each is played through on the real board, and ends in a match that goes on."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from playwright.sync_api import Locator, Request, Route, expect

import browser.playing_snow_tails as snow_tails
from browser.browsing import Browsing, Screen
from browser.games import at_the_start, playing
from browser.learning import nothing_is_asked, press, said
from browser.screens import at_step, coach, learner
from server.running import Json
from trailmix import bots
from trailmix.engine import lessons, position
from trailmix.engine.errors import Refused
from trailmix.engine.game import find, own_slugs
from trailmix.engine.match import Match

GAME = "alpina"


def way_to_the_lesson(screen: Screen) -> Locator:
    """The link to the lesson, at home or beside the rules."""
    return screen.page.locator(f"main a[href='/learn/{GAME}']")


def at_the_last_step(screen: Screen) -> Screen:
    """Somebody who comes to the match at the end."""
    at_step(screen, GAME, len(said(GAME)) - 1)
    expect(coach(screen).get_by_role("heading")).to_have_text(said(GAME)[-1].title)
    return screen


def is_of_a_table(request: Request) -> bool:
    """Is it asked of a table, or for one? What a lesson says may be kept."""
    return request.method == "POST" or "/api/tables/" in request.url


API = "**/api/**"


def answer_from_what_is_kept(route: Route) -> None:
    """As the worker of an installed page answers while the server is away."""
    if is_of_a_table(route.request):
        return route.abort()
    answer = route.fetch()
    return route.fulfill(response=answer, headers=answer.headers | {"trailmix-kept": "1"})


def kept(screen: Screen, key: str) -> Json:
    """What the browser keeps under a name."""
    return dict(json.loads(screen.page.evaluate("key => localStorage.getItem(key)", key) or "{}"))


@pytest.mark.parametrize("game", own_slugs())
def test_a_lesson_leads_to_a_match_that_is_mine(browsing: Browsing, game: str) -> None:
    """Every step by what the guide shows; the match is the only table that stays. On a small laptop."""
    screen = browsing.visitor(name="Ann").go("/")
    screen.page.set_viewport_size({"width": 1280, "height": 720})
    screen.page.locator(f"article a[href='/learn/{game}']").click()
    *steps, last = said(game)
    for number, step in enumerate(steps, start=1):
        expect(coach(screen).get_by_role("heading")).to_have_text(step.title)
        expect(coach(screen)).to_contain_text(f"Step {number} of {len(steps) + 1}")
        expect(coach(screen)).to_contain_text(step.task)
        press(screen, "Show me")
        screen.ready.click()
        expect(coach(screen).get_by_role("status")).to_have_text(step.done)
        nothing_is_asked(screen)
        press(screen, "Next")
    expect(coach(screen).get_by_role("heading")).to_have_text(last.title)
    for nth in range(2):  # the match goes on
        assert screen.my_turn()
        playing(game).whole_turn(screen, nth)
        before = screen.asked()
        screen.ready.click()
        screen.asked_anew(before)
    (table,) = kept(screen, "trailmix.tables")
    screen.go("/")
    expect(screen.page.locator(f"a[href='/table/{table}']")).to_be_visible()


def why(step: lessons.Step, turn: str) -> str:
    """What the referee says of a turn that is tried in a step."""
    assert turn in step.refused
    match = position.read(step.position)
    assert match.actor is not None
    with pytest.raises(Refused) as refused:
        match.outlook(lessons.actions_of(turn), match.actor)
    return str(refused.value)


@pytest.mark.parametrize("game", own_slugs())
def test_a_lesson_is_played_by_hand(browsing: Browsing, game: str) -> None:
    """Every step with clicks on the board, a wrong turn and a forbidden one; then the match begins."""
    how, screen = playing(game), browsing.visitor().go(f"/learn/{game}")
    reason = coach(screen).get_by_role("status")
    *steps, last = lessons.lesson_of(find(game))
    assert {how.REFUSED[0], how.ASTRAY[0]} <= {step.name for step in steps}
    for step, sentences in zip(steps, said(game), strict=False):
        expect(coach(screen).get_by_role("heading")).to_have_text(sentences.title)
        screen.turn.wait_for()
        if step.name == how.REFUSED[0]:
            how.by_hand(screen, how.REFUSED[1])
            expect(screen.alert).to_have_text(why(step, how.REFUSED[1]))
            screen.page.keyboard.press("Escape")  # nothing is picked up any more
        if step.name == how.ASTRAY[0]:
            how.by_hand(screen, how.ASTRAY[1])
            expect(reason).to_have_text(sentences.other)
            screen.take_back.click()
            expect(reason).to_be_empty()
        how.by_hand(screen, str(step.show))
        screen.ready.click()
        expect(reason).to_have_text(sentences.done)
        nothing_is_asked(screen)
        press(screen, "Next")
    expect(coach(screen).get_by_role("heading")).to_have_text(said(game)[-1].title)
    begins_against_beginners(screen, position.read(last.position))


def begins_against_beginners(screen: Screen, match: Match) -> None:
    """The match at the end: the position of the lesson, and the lowest level in every other chair."""
    me = learner(screen)
    info = me.get(".")
    others = [each for n, each in enumerate(info["chairs"]) if n != me.chair]
    assert {(each["kind"], each["level"]) for each in others} == {("bot", bots.LEVELS[0])}
    assert info["status"] == "running"
    assert screen.my_turn()
    seen = me.view()
    assert (seen["seq"], seen["legal"]) == (0, match.legal())
    shown = json.loads(msgspec.json.encode(match.view()))
    assert seen["view"] == {key: shown[key] for key in shown if key != "own"}


def test_a_turn_that_is_allowed_but_not_wanted_is_not_played(browsing: Browsing) -> None:
    screen = browsing.visitor().go(f"/learn/{GAME}")
    sentences = said(GAME)
    expect(coach(screen).get_by_role("heading")).to_have_text(sentences[0].title)
    playing(GAME).whole_turn(screen, 0)  # with a hiker, which this step is not about
    expect(coach(screen).get_by_role("status")).to_have_text(sentences[0].other)
    screen.ready.click()
    expect(coach(screen).get_by_role("status")).to_have_text(sentences[0].other)
    expect(screen.log).to_have_text(["Play starts from this position."])  # and nothing more
    expect(screen.ready).to_have_count(0)
    playing(GAME).whole_turn(screen, 2)  # without one
    expect(coach(screen).get_by_role("status")).to_be_empty()
    screen.ready.click()
    expect(coach(screen).get_by_role("status")).to_have_text(sentences[0].done)
    expect(screen.log).to_have_count(3)  # and the bot has replied


def test_what_a_whole_turn_would_bring_is_told_before_it_is_confirmed(browsing: Browsing) -> None:
    """Each of its actions may be fine: here it is the speed over the line that is not."""
    screen = browsing.visitor().go("/learn/snow_tails")
    step = next(each for each in said("snow_tails") if each.title == "Not too fast into the bend")
    heading = coach(screen).get_by_role("heading")
    while (title := heading.inner_text()) != step.title:
        press(screen, "Skip")
        expect(heading).not_to_have_text(title)
    reason = coach(screen).get_by_role("status")
    screen.turn.wait_for()
    snow_tails.pick(screen, "2")
    snow_tails.lay(screen, "L")  # 2 + 4 - 1: faster by one than the line allows
    screen.page.locator("[data-end][data-kind=dent]").first.click()
    expect(screen.confirm).to_be_enabled()
    expect(reason).to_have_text(step.other)
    screen.take_back.click()
    expect(reason).to_be_empty()
    snow_tails.pick(screen, "5")
    snow_tails.lay(screen, "B")
    screen.page.locator("[data-end][data-kind=clean]").first.click()
    expect(screen.confirm).to_be_enabled()
    expect(reason).to_be_empty()
    # What the turn comes to is told, and not the round that begins after it.
    expect(screen.prompt).to_contain_text("sets the brake to 5 and runs 4 spaces, 1 of them to the left")
    expect(screen.prompt).not_to_contain_text("Round")


def test_a_turn_that_is_spoilt_is_told_so_before_anything_else_is_asked(browsing: Browsing) -> None:
    """Too fast over the line, cards would have to be discarded first: nobody has been taught that."""
    screen = browsing.visitor().go("/learn/snow_tails")
    names = [step.name for step in lessons.lesson_of(find("snow_tails"))]
    at_step(screen, "snow_tails", names.index("line"))
    screen.turn.wait_for()
    snow_tails.pick(screen, "1")
    snow_tails.lay(screen, "B")
    screen.page.locator("[data-end][data-kind=dent]").first.click()
    expect(screen.prompt).to_contain_text("A hand holds five, dents included: 3 too many. Discard a card.")
    expect(screen.page.get_by_role("img", name="4 dents", exact=True)).to_be_visible()
    expect(coach(screen).get_by_role("status")).to_have_text(said("snow_tails")[names.index("line")].other)


def test_a_turn_that_is_taken_back_leaves_no_cards_where_they_lay(browsing: Browsing) -> None:
    screen = browsing.visitor().go("/learn/snow_tails")
    screen.turn.wait_for()
    snow_tails.pick(screen, "2")
    snow_tails.lay(screen, "B")
    screen.ready.click()
    expect(coach(screen).get_by_role("status")).to_have_text(said("snow_tails")[0].other)
    expect(screen.prompt).to_contain_text("Which cards do you lay?")
    for letter in snow_tails.SLOTS:
        expect(snow_tails.slot(screen, letter)).to_have_attribute("aria-pressed", "false")


def test_what_a_step_has_taught_is_no_news_in_a_match(browsing: Browsing) -> None:
    """And what was skipped is."""
    _, me, _ = at_the_start(browsing.server, "alpina")
    screen = browsing.visitor(me, ideas=True).go("/learn/alpina")
    press(screen, "Skip")
    read = said("alpina")[1]
    expect(coach(screen).get_by_role("heading")).to_have_text(read.title)
    press(screen, "Show me")
    screen.ready.click()
    expect(coach(screen).get_by_role("status")).to_have_text(read.done)
    nothing_is_asked(screen)
    assert kept(screen, "trailmix.ideas") == {"alpina": ["hiker"]}
    screen.go(f"/table/{me.table}")
    playing("alpina").whole_turn(screen)
    screen.confirm.click()
    other = re.compile("^(taken|chamois|linked|kinds)$")  # whatever else a first hiker brings up
    expect(screen.page.locator("section[data-idea]")).to_have_attribute("data-idea", other)


def test_a_turn_against_the_rules_gets_the_reason_of_the_rules(browsing: Browsing) -> None:
    screen = browsing.visitor().go(f"/learn/{GAME}")
    coach(screen).wait_for()
    playing(GAME).something_illegal(screen)
    expect(screen.alert).to_have_text(
        "No card lies beside that place: a card must share an edge with another."
    )


def test_whoever_comes_back_goes_on_where_they_were(browsing: Browsing) -> None:
    screen = browsing.visitor().go(f"/learn/{GAME}")
    titles = [sentences.title for sentences in said(GAME)]
    heading = coach(screen).get_by_role("heading")
    expect(heading).to_have_text(titles[0])
    press(screen, "Skip")
    expect(heading).to_have_text(titles[1])
    expect(heading).to_be_focused()
    screen.page.keyboard.press("n")
    expect(heading).to_have_text(titles[2])
    screen.page.reload()
    expect(heading).to_have_text(titles[2])
    press(screen, "Back")
    expect(heading).to_have_text(titles[1])
    coach(screen).get_by_role("link", name="Leave the lesson").click()
    expect(screen.page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    assert kept(screen, "trailmix.lessons") == {GAME: 1}
    assert kept(screen, "trailmix.tables") == {}
    expect(way_to_the_lesson(screen)).to_contain_text(f"Go on with the lesson: step 2 of {len(titles)}")
    way_to_the_lesson(screen).click()
    expect(heading).to_have_text(titles[1])


def test_the_match_at_the_end_is_there_again_after_a_reload(browsing: Browsing) -> None:
    screen = at_the_last_step(browsing.visitor())
    *_, last = said(GAME)
    heading = coach(screen).get_by_role("heading")
    assert screen.my_turn()
    playing(GAME).whole_turn(screen, 0)
    before = screen.asked()
    screen.ready.click()
    screen.asked_anew(before)
    assert screen.my_turn()
    moves = screen.log.count()
    (table,) = kept(screen, "trailmix.tables")
    screen.page.reload()
    expect(heading).to_have_text(last.title)
    expect(screen.log).to_have_count(moves)
    assert list(kept(screen, "trailmix.tables")) == [table]
    screen.go("/")
    way_to_the_lesson(screen).click()
    expect(heading).to_have_text(last.title)
    expect(screen.log).to_have_count(moves)
    assert list(kept(screen, "trailmix.tables")) == [table]


def test_at_its_end_a_lesson_offers_a_match_and_not_itself(browsing: Browsing) -> None:
    """And at home the way to a match no longer offers it, either."""
    screen = at_the_last_step(browsing.visitor(name="Ann"))
    while screen.my_turn():
        playing(GAME).whole_turn(screen, 0)
        before = screen.asked()
        screen.ready.click()
        screen.asked_anew(before)
    expect(coach(screen)).to_contain_text("That was the lesson.")
    expect(screen.result).to_be_visible()
    expect(screen.page.get_by_role("button", name="Again", exact=True)).to_have_count(0)
    press(screen, "Play a whole match")
    sheet = screen.page.get_by_role("dialog", name="Alpina against bots")
    expect(sheet.get_by_role("button", name="Start the match")).to_be_focused()
    expect(sheet.locator("a[href^='/learn/']")).to_have_count(0)
    screen.page.keyboard.press("Escape")
    expect(screen.page.locator("a[href^='/verify/']")).to_have_count(0)  # no deal was sealed
    screen.page.locator("a[href^='/analysis/']").click()
    expect(coach(screen)).to_have_count(0)
    screen.page.go_back()
    expect(coach(screen)).to_contain_text("That was the lesson.")
    expect(screen.result).to_be_visible()
    screen.go("/")
    expect(screen.page.get_by_text("Begun in its middle, as at the end of a lesson")).to_be_visible()
    expect(way_to_the_lesson(screen)).to_contain_text("Learned: once more?")
    way_to_the_lesson(screen).click()  # whoever has come to the end begins anew
    heading = coach(screen).get_by_role("heading")
    expect(heading).to_have_text(said(GAME)[0].title)
    press(screen, "Skip")
    expect(heading).to_have_text(said(GAME)[1].title)
    screen.go("/rules/" + GAME)
    expect(way_to_the_lesson(screen).first).to_contain_text("Go on with the lesson: step 2 of")
    screen.go("/")
    for game, offers in ((GAME, 0), ("snow_tails", 1)):
        screen.page.locator(f"article[aria-labelledby='game-{game}']").get_by_text("Play now").click()
        expect(screen.page.get_by_role("button", name="Start the match")).to_be_focused()
        expect(screen.page.locator("dialog a[href^='/learn/']")).to_have_count(offers)
        screen.page.keyboard.press("Escape")


def test_the_match_at_the_end_waits_for_the_server(browsing: Browsing) -> None:
    """Whoever comes back while it is away may take a step instead; nothing of the match is lost."""
    screen = at_the_last_step(browsing.visitor(fresh=True))
    titles = [sentences.title for sentences in said(GAME)]
    assert screen.my_turn()
    (table,) = kept(screen, "trailmix.tables")
    screen.page.route(API, answer_from_what_is_kept)
    screen.page.reload()
    heading = coach(screen).get_by_role("heading")
    expect(heading).to_have_text(titles[-1])
    expect(coach(screen)).to_contain_text("The match waits for the server.")
    assert kept(screen, "trailmix.lessons") == {GAME: table}
    screen.page.unroute(API)
    press(screen, "Try again")
    expect(coach(screen)).not_to_contain_text("No connection.")
    assert screen.my_turn()
    assert list(kept(screen, "trailmix.tables")) == [table]
    screen.page.route(API, answer_from_what_is_kept)
    screen.page.reload()
    press(screen, "Back")
    expect(heading).to_have_text(titles[-2])
    expect(coach(screen)).to_contain_text("Each step can be played as it is meant")


def test_the_match_at_the_end_is_not_given_up_for_a_server_that_is_busy(browsing: Browsing) -> None:
    """It refuses for now: that is told, and nothing is begun in its place."""
    screen = at_the_last_step(browsing.visitor(fresh=True))
    assert screen.my_turn()
    (table,) = kept(screen, "trailmix.tables")
    why = "Another process of this server has the table: come again in a moment."
    refusal = {"code": "stopping", "why": why}
    about = f"**/api/tables/{table}"
    screen.page.route(about, lambda route: route.fulfill(status=503, json=refusal))
    screen.page.reload()
    expect(screen.alert).to_have_text(why)
    assert kept(screen, "trailmix.lessons") == {GAME: table}
    screen.page.unroute(about)
    screen.page.get_by_role("button", name="Try again").click()
    expect(coach(screen).get_by_role("heading")).to_have_text(said(GAME)[-1].title)
    assert list(kept(screen, "trailmix.tables")) == [table]


@pytest.mark.parametrize(
    "stored", ['{"alpina": 99}', '{"alpina": "two"}', '{"alpina": "../x"}', "null", "[1", '{"alpina": -1.5}']
)
def test_a_strange_note_of_progress_means_the_beginning(browsing: Browsing, stored: str) -> None:
    screen = browsing.visitor()
    screen.page.evaluate("kept => localStorage.setItem('trailmix.lessons', kept)", stored)
    screen.go(f"/learn/{GAME}")
    expect(coach(screen).get_by_role("heading")).to_have_text(said(GAME)[0].title)


def test_a_game_without_a_lesson_says_so(browsing: Browsing) -> None:
    screen = browsing.visitor().go("/learn/nothing")
    expect(screen.alert).to_have_text("There is no page at this address.")
    expect(screen.page.get_by_role("link", name="To the games")).to_be_visible()
