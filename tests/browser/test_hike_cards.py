"""What only Hike, the card game, shows: the account of a round, The Wind's suits, planting, eight people."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from browser.browsing import SIZES, Browsing, Screen
from browser.games import MOST_TABLES, NAMES, at_the_start, go_on, mover_of, people_at, playing, wanted
from browser.looking import SETTLED, findings, sideways
from browser.screens import play_well
from server.running import BOT, HUMAN, Json, Person, Running, eventually, make

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


def test_who_is_stuck_is_told_with_the_reason(browsing: Browsing) -> None:
    people = people_at(browsing.server, GAME)
    screen = browsing.at(people[0])
    told: list[str] = []
    while not told and (found := mover_of(people)) is not None:
        person, seen = found
        person.move(seen["legal"][0], seq=seen["seq"])
        events = people[0].get("./log", since=seen["seq"])[0]["events"]
        ends = any(event["kind"] == "round_ended" for event in events)
        told = [event["seat"] for event in events if event["kind"] == "eliminated" and not ends]
    names = {chair["seat"]: chair["name"] for chair in people[0].get(".")["chairs"]}
    stuck = screen.page.get_by_role("main").get_by_text(re.compile("(is|are) stuck: "))
    for seat in told:
        expect(stuck).to_contain_text(names[seat])
        expect(screen.page.get_by_role("region", name=f"{names[seat]}, seat")).to_contain_text("Stuck")
        expect(screen.log.filter(has_text=f"{names[seat]} has n").last).to_contain_text("is stuck with")
    assert told


def held(screen: Screen) -> int:
    """How many cards lie in the hand on the screen."""
    counts = screen.page.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.count)")
    return sum(map(int, counts))


def test_an_only_answer_is_offered_and_not_shown_as_played(browsing: Browsing) -> None:
    def only(seen: Json) -> bool:
        return len(seen["legal"]) == 1 and seen["legal"][0] in seen["own"]["hand"]

    me = wanted(browsing.server, GAME, only)[0]
    seen = me.view()
    screen = browsing.at(me)
    assert screen.my_turn()
    screen.page.wait_for_timeout(300)  # longer than it takes to ask what something leads to
    expect(screen.page.locator(".ghost")).to_have_count(0)
    assert held(screen) == len(seen["own"]["hand"])
    card = screen.page.locator(f"[data-card={seen['legal'][0]}]")
    card.hover()
    expect(screen.page.locator(".peeked")).to_have_count(1)
    assert held(screen) == len(seen["own"]["hand"])
    screen.page.mouse.move(5, 5)
    expect(screen.page.locator(".ghost")).to_have_count(0)


def test_after_a_turn_nothing_is_shown_as_played_that_is_not(browsing: Browsing) -> None:
    people, me, begun = at_the_start(browsing.server, GAME)
    screen = browsing.at(me)
    playing(GAME).whole_turn(screen)
    screen.confirm.click()
    eventually(lambda: bool(me.view()["seq"] > begun["seq"]))
    go_on(people, me)
    seen = me.view()
    expect(screen.page.locator(f"[data-played='{len(seen['view']['pile'])}']")).to_be_visible()
    screen.page.wait_for_timeout(300)
    expect(screen.page.locator(".ghost")).to_have_count(0)
    assert held(screen) == len(seen["own"]["hand"])


def test_what_everyone_played_since_my_turn_stays_beside_their_marks(browsing: Browsing) -> None:
    people, me, seen = at_the_start(browsing.server, GAME)
    screen = browsing.at(me)
    me.move(seen["legal"][0], seq=seen["seq"])
    go_on(people, me)
    entries = me.get("./log", since=seen["seq"] + 1)
    played = [e["values"]["card"] for entry in entries for e in entry["events"] if e["kind"] == "played"]
    news = screen.page.locator("[data-news]")
    for card in {each.split("=")[0] for each in played}:
        expect(news.and_(screen.page.locator(f"[data-news={card}]")).first).to_be_visible()


def test_the_bird_for_the_worm_belongs_to_the_same_turn(browsing: Browsing) -> None:
    def with_a_bird(seen: Json) -> bool:
        return playing(GAME).may_go_on(seen) and "bird" in seen["own"]["hand"]

    me = wanted(browsing.server, GAME, with_a_bird)[0]
    screen = browsing.at(me)
    screen.page.locator("[data-card=worm]").click()
    expect(screen.prompt).to_contain_text("Add a Bird")
    expect(screen.ready).to_have_count(0)  # that is no whole turn
    screen.choices.filter(has_text="No Bird").click()
    expect(screen.ready).to_be_visible()
    screen.ready.click()
    expect(screen.log.last).to_contain_text(re.compile("plays .*The Worm. .* adds no Bird."))


def test_the_account_of_a_round_stays_until_one_goes_on(browsing: Browsing) -> None:
    people = people_at(browsing.server, GAME)
    me = people[0]
    screen = browsing.at(me, motion="full", speed=2.5)
    expect(screen.page.locator("[data-played]")).to_be_visible()
    to_the_end_of_a_round(people)
    account = accounts(me)[0]
    sheet = screen.page.get_by_role("region", name="In between")
    expect(sheet.get_by_role("button", name="Watch again")).to_be_visible()  # it has walked to its end
    for row, seat in enumerate(sorted(account["totals"])):
        assert figures(screen, row) == [account["points"][seat], account["totals"][seat]]
    others = [person for person in people if person is not me]
    if moved := mover_of(others) is not None:
        go_on(people, me)
    screen.page.wait_for_timeout(4000)  # long enough at this pace for all that happened to be shown
    expect(sheet).to_be_visible()
    if moved:
        expect(screen.prompt).to_contain_text("Go on when you have read this.")
    screen.prompt.locator("[tabindex='-1']").first.focus()  # where the focus rests while others play
    screen.account.focus()
    screen.page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    expect(screen.prompt.locator(":focus")).to_have_count(1)  # it is back, and not lost with the button


def test_the_result_shows_every_round_on_every_screen(browsing: Browsing) -> None:
    (me,) = make(browsing.server, HUMAN | {"name": "Ann"}, BOT, BOT, game=GAME, options={"target": 60})
    play_well([me])
    told = accounts(me)
    assert len(told) > 5
    screen = browsing.at(me)
    for width, height in ((1440, 900), (1024, 768), (390, 844), (844, 390)):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.evaluate(SETTLED)
        table = screen.page.locator(".rounds table").first
        expect(table.locator("[data-round]")).to_have_count(len(told))
        inside = table.evaluate("t => t.scrollWidth <= t.parentElement.clientWidth")
        right = table.evaluate("t => t.getBoundingClientRect().right <= innerWidth")
        assert inside and right, (width, height)
    totals = screen.page.locator(".rounds .total td").all_inner_texts()
    assert sorted(map(int, totals)) == sorted(told[-1]["totals"].values())


def test_the_table_keeps_its_size_whatever_there_is_to_say(browsing: Browsing) -> None:
    def owing(seen: Json) -> bool:
        return bool(seen["view"]["demand"])

    asked = wanted(browsing.server, GAME, owing)[0]
    quiet = mover_of(people_at(browsing.server, GAME))
    assert quiet is not None
    boxes = []
    for person in (asked, quiet[0]):
        screen = browsing.at(person)
        expect(screen.page.locator(".around")).to_be_visible()
        screen.page.evaluate(SETTLED)
        boxes.append(screen.page.locator(".table .around").bounding_box())
    assert boxes[0] == boxes[1]


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


HIDDEN_BY_SEATS = """() => {
  const box = query => [...document.querySelectorAll(query)].map(each => each.getBoundingClientRect());
  const [table] = box(".board .table");
  const cut = box(".place .mark, .place .news, .place .badge").filter(each =>
    each.top < table.top || each.left < table.left || each.right > table.right || each.bottom > table.bottom);
  const covered = box(".follow .follow > *").filter(word => word.width > 1).filter(word =>
    box(".place .mark, .place .news").some(seat =>
      seat.left < word.right && seat.right > word.left && seat.top < word.bottom && seat.bottom > word.top));
  return [cut.length, covered.length];
}"""
"""How much of the seats the table's edge cuts off, and how much of what may follow lies under them."""


def test_eight_seats_are_whole_and_hide_nothing_of_what_may_follow(browsing: Browsing) -> None:
    (me,) = make(browsing.server, HUMAN | {"name": "Ann"}, *[BOT] * 7, game=GAME)
    play_well([me], 16)  # everybody has played a card, which is shown beside their mark
    screen = browsing.at(me)
    assert screen.my_turn()
    for size in ((1440, 900), (1024, 768), (390, 844)):
        screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        screen.page.evaluate(SETTLED)
        assert screen.page.evaluate(HIDDEN_BY_SEATS) == [0, 0], size


def test_the_account_of_eight_can_be_read_to_its_end_on_a_phone_that_lies(browsing: Browsing) -> None:
    people = make(browsing.server, *[HUMAN | {"name": name} for name in NAMES], game=GAME)
    screen = browsing.at(people[0])
    screen.page.set_viewport_size({"width": 844, "height": 390})
    to_the_end_of_a_round(people)
    sheet = screen.page.get_by_role("region", name="In between")
    expect(sheet.get_by_text("The totals.")).to_be_in_viewport(ratio=1)
    last = sheet.locator("tbody tr").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    expect(sheet.get_by_text("The totals.")).to_be_in_viewport(ratio=1)


def owing_lakes(server: Running, most: int) -> Person:
    """Somebody of eight who has to answer a Drought, as have so many others at least."""
    for _ in range(MOST_TABLES):
        people = make(server, *[HUMAN | {"name": name} for name in NAMES], game=GAME)
        while (found := mover_of(people)) is not None and found[1]["view"]["round"] == 1:
            person, seen = found
            if seen["view"]["demand"] == "drought" and len(seen["view"]["to_answer"]) > most:
                return person
            person.move("drought" if "drought" in seen["legal"] else seen["legal"][0], seq=seen["seq"])
    raise AssertionError("No Drought came early enough.")


def test_a_drought_names_all_of_eight_who_owe_a_lake_on_a_phone(browsing: Browsing) -> None:
    screen = browsing.at(owing_lakes(browsing.server, 6))
    for size in ((390, 844), (360, 640)):
        screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        screen.page.evaluate(SETTLED)
        assert sideways(screen.page) == (False, []), size
        banner = screen.page.locator(".asks").bounding_box()
        assert banner is not None
        for mark in screen.page.locator(".asks .who > [title]").all():
            box = mark.bounding_box()
            assert box is not None and box["width"] > 16
            assert banner["x"] < box["x"] and box["x"] + box["width"] < banner["x"] + banner["width"], size


def test_whoever_wants_the_board_after_the_result_sees_the_board(browsing: Browsing) -> None:
    """And not the account of the last round again, which lay over it before."""
    people = people_at(browsing.server, GAME)
    play_well(people)
    screen = browsing.at(people[0])
    expect(screen.result).to_be_visible()
    screen.page.get_by_role("button", name="Show the board").click()
    expect(screen.result).to_have_count(0)
    expect(screen.page.get_by_role("button", name="Show the result")).to_be_visible()
    expect(screen.account).to_have_count(0)
