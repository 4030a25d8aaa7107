"""What only Hike, the card game, shows: the account of a round, The Wind's suits, planting, eight people."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.browsing import SIZES, Browsing, Screen
from browser.games import go_on, mover_of, people_at, playing, wanted
from browser.looking import SETTLED, findings, sideways
from server.running import BOT, HUMAN, Json, Person, eventually, make

GAME = "hike_cards"


def accounts(person: Person) -> list[Json]:
    """How the points of every round so far came about, as the log tells it."""
    return [
        event["values"]
        for entry in person.get("./log", limit=500)
        for event in entry["events"]
        if event["kind"] == "round_ended"
    ]


def to_the_end_of_a_round(people: list[Person]) -> None:
    """Everybody plays until a round more is over."""
    while (found := mover_of(people)) is not None:
        person, seen = found
        person.move(seen["legal"][0], seq=seen["seq"])
        (entry,) = person.get("./log", since=seen["seq"])
        if any(event["kind"] == "round_ended" for event in entry["events"]):
            return


def figures(screen: Screen, row: int) -> list[int]:
    """The points and the total of a row of the account."""
    cells = screen.page.locator("[data-round] tbody tr").nth(row).locator("td.sum").all_inner_texts()
    return [int(text or 0) for text in cells]


def test_the_account_of_a_round_is_told_and_stops_nobody(browsing: Browsing) -> None:
    people = people_at(browsing.server, GAME)
    screens = [browsing.at(person) for person in people]
    to_the_end_of_a_round(people)
    account = accounts(people[0])[0]
    for screen in screens:
        sheet = screen.page.get_by_role("region", name="In between")
        expect(sheet).to_contain_text("Round 1")
        for row, seat in enumerate(sorted(account["totals"])):
            assert figures(screen, row) == [account["points"][seat], account["totals"][seat]]
    leader = next(screen for screen in screens if screen.turn.count())
    other = next(screen for screen in screens if screen is not leader)
    other.page.get_by_role("button", name="Close this and go on").click()
    expect(other.page.get_by_role("region", name="In between")).to_have_count(0)
    playing(GAME).whole_turn(leader)  # without having closed it
    leader.confirm.click()
    expect(leader.page.get_by_role("region", name="In between")).to_have_count(0)
    other.page.get_by_role("button", name="How the points of the rounds came about").click()
    rounds = other.page.get_by_role("dialog", name="The rounds so far")
    expect(rounds.get_by_role("heading", name="Round 1")).to_be_visible()


def test_the_wind_becomes_the_suit_that_is_chosen(browsing: Browsing) -> None:
    def several(seen: Json) -> bool:
        return len([action for action in seen["legal"] if action.startswith("wind=")]) > 1

    people = wanted(browsing.server, GAME, several)
    me = people[0]
    seen = me.view()
    suits = [action.removeprefix("wind=") for action in seen["legal"] if action.startswith("wind=")]
    screen = browsing.at(me)
    screen.page.locator("[data-card=wind]").click()
    picker = screen.page.get_by_role("group", name="The Wind: as which suit?")
    expect(picker.get_by_role("button")).to_have_count(len(suits))
    screen.page.keyboard.press("Escape")
    expect(picker).to_have_count(0)
    screen.page.locator("[data-card=wind]").click()
    picker.locator(f"[data-wind={suits[-1]}]").click()
    screen.confirm.click()
    eventually(lambda: bool(me.view()["seq"] > seen["seq"]))
    assert me.get("./log", since=seen["seq"])[0]["actions"] == [f"wind={suits[-1]}"]


def test_trees_are_planted_and_seen_by_all(browsing: Browsing) -> None:
    def two(seen: Json) -> bool:
        return bool("plant 2" in seen["legal"])

    people = wanted(browsing.server, GAME, two)
    me, other = people[:2]
    seat = me.view()["seat"]
    screen, beside = browsing.at(me), browsing.at(other)
    expect(beside.page.get_by_text("Spring: who plants?")).to_be_visible()
    more = screen.page.get_by_role("button", name="One Tree more")
    more.click()
    more.click()
    screen.page.get_by_role("button", name="One Tree fewer").click()
    screen.page.get_by_role("button", name="Plant 1 Tree", exact=True).click()
    screen.confirm.click()
    name = next(chair["name"] for chair in me.get(".")["chairs"] if chair["seat"] == seat)
    panel = beside.page.get_by_role("region", name=f"{name}, seat {seat}")
    expect(panel).to_contain_text("1 planted")


def test_who_is_out_is_told_with_the_reason(browsing: Browsing) -> None:
    people = people_at(browsing.server, GAME)
    screen = browsing.at(people[0])
    told: list[str] = []
    while not told and (found := mover_of(people)) is not None:
        person, seen = found
        person.move(seen["legal"][0], seq=seen["seq"])
        events = people[0].get("./log", since=seen["seq"])[0]["events"]
        ends = any(event["kind"] == "round_ended" for event in events)
        told = [event["text"] for event in events if event["kind"] == "eliminated" and not ends]
    for text in told:
        expect(screen.page.get_by_role("main").get_by_text(text)).to_be_visible()
    assert told


def test_eight_fit_every_screen(browsing: Browsing) -> None:
    (me,) = make(browsing.server, HUMAN | {"name": "Ann"}, *[BOT] * 7, game=GAME)
    go_on([me], me)
    screen = browsing.at(me)
    assert screen.my_turn()
    wrong: dict[str, Any] = {}
    for size, (width, height) in SIZES.items():
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.evaluate(SETTLED)
        scrolls, sticking_out = sideways(screen.page)
        unfair = findings(screen.page) if size == "phone" else []
        if scrolls or sticking_out or unfair:
            wrong[size] = [scrolls, sticking_out, unfair]
        box = screen.page.locator("[data-pile], .none").last.bounding_box()
        assert box is not None and box["y"] > 0 and box["y"] + box["height"] < height
    assert not wrong
