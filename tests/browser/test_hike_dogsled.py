"""What only Hike!, the dog-sled game, shows: clashing edges, swaps, previews, fields, care, secret picks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.browsing import SIZES, Browsing, Screen
from browser.games import MOST_TABLES, against_bots, mover_of, people_at
from browser.looking import SETTLED, findings, point_at, sideways
from browser.sought_hike_dogsled import NAMES, decision_of, onward, sought
from server.running import BOT, HUMAN, Json, Person, Running, eventually, make

GAME = "hike_dogsled"


def sought_among_bots(server: Running, so: Callable[[Json], bool], **wish: Any) -> Person:
    """Somebody among five bots who is asked in a position that is wanted."""
    for _ in range(MOST_TABLES):
        (me,) = make(server, HUMAN | {"name": "Ann"}, *[BOT] * 5, game=GAME, **wish)
        while (seen := me.view())["view"]["to_move"] is not None:
            if not seen["legal"]:
                me.view(since=seen["seq"], wait=5)
            elif so(seen):
                return me
            else:
                me.move(onward(seen), seq=seen["seq"])
    raise AssertionError("No match came to the position that is wanted.")


def sled_of(seen: Json, seat: str | None = None) -> Json:
    """The slots of a sled: by default of the one who looks."""
    sleds = {each["seat"]: each["sled"] for each in seen["view"]["seats"]}
    sled: Json = sleds[seat or seen["seat"]]
    return sled


def card_that_clashes(seen: Json) -> tuple[str, list[str]] | None:
    """A husky of the centre that fits somewhere, and the vacant slots in which it clashes."""
    vacant = [slot for slot, kennel in sled_of(seen).items() if kennel["husky"] is None]
    for card, clashes in seen["own"]["clashes"].items():
        slots = sorted({clash["slot"] for clash in clashes} & set(vacant))
        fits = [action for action in seen["legal"] if re.match(rf"draft {card} [TB]", action)]
        if slots and fits:
            return card, slots
    return None


def test_what_leads_on_is_seen_where_it_was_touched(browsing: Browsing) -> None:
    """A finger leaves a button pointed at."""
    me = against_bots(browsing.server, GAME)
    for theme in ("light", "dark"):
        screen = browsing.at(me, size="phone", theme=theme)
        cue = screen.page.locator("main .cue").first
        cue.hover()
        ink = screen.page.locator("body").evaluate("body => getComputedStyle(body).color")
        expect(cue).to_have_css("background-color", ink)


def test_slots_that_fit_are_lit_and_others_say_which_edge_clashes(browsing: Browsing) -> None:
    me = sought(browsing.server, lambda seen: card_that_clashes(seen) is not None)[0]
    seen = me.view()
    found = card_that_clashes(seen)
    assert found is not None
    card, clashing = found
    screen = browsing.at(me)
    screen.page.locator(f"[data-centre={card}]").click()
    lit = screen.page.locator("button[data-slot].open")
    expect(lit.first).to_be_visible()
    slots = {slot.get_attribute("data-slot") for slot in lit.all()}
    assert slots == {action.split()[2] for action in seen["legal"] if re.match(rf"draft {card} [TB]", action)}
    slot = screen.page.locator(f"button[data-slot={clashing[0]}]")
    assert "clashes with" in (slot.get_attribute("aria-label") or "")
    slot.click(force=True)
    wish = {"t": "try", "id": "why", "seq": seen["seq"], "actions": [f"draft {card} {clashing[0]}"]}
    _, _, why = me.refused("POST", "./try", wish)
    expect(screen.alert).to_have_text(why)
    lit.first.click()
    expect(screen.take_back).to_be_visible()


def test_a_swap_is_two_clicks_and_can_be_cancelled(browsing: Browsing) -> None:
    def can_move(seen: Json) -> bool:
        found = (re.match(r"swap (\w+) (\w+) (?!\1)", action) for action in seen["legal"])
        return any(each and sled_of(seen)[each[1]]["husky"] == each[2] for each in found)

    me = sought(browsing.server, can_move)[0]
    seen = me.view()
    moves = (re.match(r"swap (\w+) (\w+) (?!\1)", action) for action in seen["legal"])
    lifted = next(
        found[1] for found in moves if found and found[2] == sled_of(seen)[found[1]]["husky"]
    )  # the husky itself can go elsewhere
    husky = sled_of(seen)[lifted]["husky"]
    screen = browsing.at(me)
    slot = screen.page.locator(f"button[data-slot={lifted}]")
    slot.click()
    screen.page.locator("[data-cancel]").click()
    expect(screen.page.locator("button[data-slot].open")).to_have_count(0)
    slot.click()
    target = screen.page.locator(f"button[data-slot].open:not([data-slot={lifted}])").first
    to = target.get_attribute("data-slot")
    target.click()
    expect(screen.page.locator(f"button[data-slot={to}]")).to_have_attribute("data-husky", husky)
    assert me.view() == seen, "nobody has heard of it"


def test_a_husky_shows_where_it_would_land_and_its_way_can_be_taken_back(browsing: Browsing) -> None:
    def plain_run(seen: Json) -> Json | None:
        """The use of one of several huskies that asks nothing more and leads to one field."""
        previews = seen["own"]["previews"] if decision_of(seen) == "step" else []
        slots = [each["slot"] for each in previews]
        plain = (each for each in previews if len(each["outcomes"]) == 1 and slots.count(each["slot"]) == 1)
        return next(plain, None) if len(slots) > 1 else None

    me = sought(browsing.server, lambda seen: plain_run(seen) is not None)[0]
    seen = me.view()
    preview = plain_run(seen)
    assert preview is not None
    to = preview["outcomes"][0]["to"]
    screen = browsing.at(me)
    pawn = screen.page.locator(f"[data-pawn={seen['seat']}]")
    before = pawn.get_attribute("data-position")
    husky = screen.page.locator(f"button[data-slot={preview['slot']}]")
    lands = screen.page.locator(f"[data-field='{to}'].end")
    expect(lands).to_have_count(0)
    husky.hover()
    expect(lands).to_have_count(1)
    expect(pawn).to_have_attribute("data-position", str(before))
    screen.page.mouse.move(2, 2)
    expect(lands).to_have_count(0)
    husky.click()
    expect(pawn).to_have_attribute("data-position", str(to))
    screen.take_back.click()
    expect(pawn).to_have_attribute("data-position", str(before))
    assert me.view() == seen, "nobody has heard of it"


def test_care_is_locked_while_a_husky_can_run(browsing: Browsing) -> None:
    def locked(seen: Json) -> bool:
        # Whoever also has to play a catch-up card is told that instead.
        return decision_of(seen) == "step" and seen["own"]["care_locked"] and not seen["own"]["must_care"]

    me = sought(browsing.server, locked)[0]
    screen = browsing.at(me)
    expect(screen.page.get_by_text(re.compile("Care has to wait: .* can still run"))).to_be_visible()
    screen.page.locator("button[data-care]").first.click(force=True)
    expect(screen.alert).to_have_text(re.compile("Care has to wait: [A-Z][a-z]+ can still run."))
    expect(screen.take_back).to_have_count(0)


def test_a_field_that_requires_equipment_is_asked_about(browsing: Browsing) -> None:
    def asked(seen: Json) -> bool:
        return decision_of(seen) == "field"

    me = sought(browsing.server, asked, players=6)[0]
    seen = me.view()
    screen = browsing.at(me)
    ways = screen.page.locator("[data-way]")
    expect(ways.first).to_be_visible()
    all_in_sight(screen)
    assert [way.get_attribute("data-way") for way in ways.all()] == seen["legal"]
    screen.page.locator("[data-way=enter]").click()
    resting = screen.page.locator("[data-decision=rest] , [data-phase]:not([data-decision])")
    expect(resting.first).to_be_visible()
    while screen.page.locator("[data-decision=rest]").count():
        before = screen.prompt.inner_text()
        screen.page.locator("button[data-slot].open").first.click()
        expect(screen.prompt).not_to_have_text(before, use_inner_text=True)
    me.post("./try", {"t": "try", "id": "enter", "seq": seen["seq"], "actions": ["enter"]})


def reveals(screen: Screen) -> int:
    """How many picks the sheet between two positions shows."""
    return screen.page.locator(".picks li").count()


def secret_of(seen: Json) -> str | None:
    """A husky that may be picked, of which nobody else knows whose it is."""
    known = next(each["hand"]["huskies"] for each in seen["view"]["seats"] if each["seat"] == seen["seat"])
    hand = seen["own"]["hand"]["huskies"]
    return next((card for card in hand if card not in known and f"pick {card}" in seen["legal"]), None)


def test_picks_are_secret_until_all_have_picked(browsing: Browsing) -> None:
    def picking(seen: Json) -> bool:
        """Somebody is the first to pick, a husky never named by the log; the other has a choice, too."""
        if decision_of(seen) != "pick" or seen["view"]["loose"]["by"] != seen["seat"]:
            return False
        if len(seen["view"]["loose_seen"]) > 1:  # huskies have changed hands: the log told which
            return False
        if any(each["status"] != "unready" for each in seen["view"]["seats"]):  # those take no part
            return False
        taken = [[kennel["husky"] for kennel in sled.values() if kennel["husky"]] for sled in sleds(seen)]
        return min(map(len, taken)) > 1 and secret_of(seen) is not None

    first, other = sought(browsing.server, picking, options={"loose": True})
    screens = [browsing.at(first, speed=0.6), browsing.at(other, speed=0.6)]
    for screen in screens:
        expect(screen.page.get_by_role("region", name="A loose card")).to_be_visible()
    mine = first.view()
    card = secret_of(mine)
    assert screens[0].my_turn()
    screens[0].page.locator(f"[data-hand-card={card}]").click()
    screens[0].confirm.click()
    eventually(lambda: bool(other.view()["seq"] > mine["seq"]))
    seen = other.view()
    expect(screens[1].page.get_by_text(re.compile("has picked")).first).to_be_visible()
    assert not re.search(rf"\b{card}\b", screens[1].page.content())
    assert not re.search(rf"\b{card}\b", str(screens[1].views()))
    assert reveals(screens[1]) == 0
    other.move(seen["legal"][0])
    expect(screens[1].page.get_by_role("heading", name="The picks are revealed")).to_be_visible()
    assert reveals(screens[1]) == len(sleds(seen))


def seats_of(seen: Json) -> list[Json]:
    """What everybody knows of each seat."""
    found: list[Json] = seen["view"]["seats"]
    return found


def sleds(seen: Json) -> list[Json]:
    """All sleds of a match."""
    return [each["sled"] for each in seen["view"]["seats"]]


def test_a_day_that_all_race_at_once_is_unseen_until_it_is_over(browsing: Browsing) -> None:
    def waited(seen: Json) -> bool:
        """The second of two racers on the first day, with a choice; the other one is done."""
        racers = [each["status"] == "racer" for each in seats_of(seen)]
        view = seen["view"]
        return (
            all(racers) and view["phase"] == "race" and view["day"] == 1 and view["order"][1] == seen["seat"]
        )

    me, other = sought(browsing.server, waited, options={"simultaneous": True})
    mine, theirs = browsing.at(me), browsing.at(other)
    seat, finish = other.view()["seat"], other.view()["view"]["fields"]
    reached = other.view()["own"]["today"]["seat"]["position"]
    for screen in (mine, theirs):
        expect(screen.page.get_by_text("All race at once", exact=True)).to_be_visible()
        expect(screen.page.get_by_text(re.compile("in this order"))).to_have_count(0)
    expect(theirs.page.locator(f"[data-pawn={seat}]")).to_have_attribute("data-position", str(reached))
    expect(mine.page.locator(f"[data-pawn={seat}]")).to_have_attribute("data-position", "0")
    me.move("end")
    place = "the finish" if reached == finish else f"field {reached}"
    told = f"races from the start to {place}" if reached else "stays at the start"
    for screen in (mine, theirs):
        day = screen.log.filter(has_text=re.compile(r"Race day 2|\bwins?\b"))
        expect(day).to_have_count(1)
        expect(day.get_by_text(re.compile(told))).not_to_have_count(0)
        expect(day.get_by_text(re.compile("stays at the start"))).not_to_have_count(0)
        expect(screen.log.get_by_text(re.compile("makes a move"))).to_have_count(0)


def test_six_people_fit_on_every_screen(browsing: Browsing) -> None:
    """Five or six have sleds of six; nothing sticks out, and nobody is shut out."""
    (me,) = make(browsing.server, HUMAN | {"name": "Ann"}, *[BOT] * 5, game=GAME, options={"loose": True})
    screen = browsing.at(me)
    assert screen.my_turn()
    expect(screen.page.locator("button[data-slot]")).to_have_count(6)
    for size, (width, height) in SIZES.items():
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.evaluate(SETTLED)
        assert sideways(screen.page) == (False, []), size
        assert findings(screen.page) == [], size


FOUR_SIZES = ((1440, 900), (1024, 768), (390, 844), (844, 390))
OUT_OF_SIGHT = """selector => [...document.querySelectorAll(selector)].filter(element => {
  let {left, right, top, bottom} = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return true;
  for (let up = element.parentElement; up; up = up.parentElement) {
    const box = up.getBoundingClientRect();
    const clips = getComputedStyle(up).overflow !== "visible";
    if (clips && (x < box.left || x > box.right || y < box.top || y > box.bottom)) return true;
  }
  return false;
}).map(element => element.getAttribute("aria-label") || element.innerText)"""
"""What cannot be clicked where it is, because the middle of it is not in sight."""
CHOICES = (
    "button[data-slot].open, button[data-centre].open, button[data-hand-card].open, "
    "button[data-care].open, button[data-mentor].open, "
    "[data-way], [data-custom], [data-end], [data-into-hand]"
)


def all_in_sight(screen: Screen) -> None:
    """Whatever may be clicked, in every size; the last one is that of a desktop again."""
    for width, height in (*FOUR_SIZES, FOUR_SIZES[0]):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.evaluate(SETTLED)
        assert screen.page.locator(CHOICES).count() > 0
        assert screen.page.evaluate(OUT_OF_SIGHT, CHOICES) == [], (width, height)


@pytest.mark.parametrize("decision", ["action", "care", "pick"])
def test_every_choice_is_in_sight_on_every_screen(browsing: Browsing, decision: str) -> None:
    """Of six, with many cards in the centre; what board and hand show needs no button besides."""

    def wanted(seen: Json) -> bool:
        asked = decision_of(seen)
        if decision == "action":
            return asked == "action" and len(seen["view"]["centre"]["huskies"]) > 7
        if decision == "pick":  # a loose card asks for a husky
            return asked == "pick" and len(seen["legal"]) > 1
        return asked == "step" and any(action.startswith(("care", "double")) for action in seen["legal"])

    me = sought_among_bots(browsing.server, wanted, options={"loose": True})
    screen = browsing.at(me)
    assert screen.my_turn()
    all_in_sight(screen)


def test_a_pick_is_a_preview_only_while_somebody_points_at_it(browsing: Browsing) -> None:
    """Not because the page has put the focus there; and what would go is still there, translucent."""

    def picking(seen: Json) -> bool:
        huskies = [kennel["husky"] for kennel in sled_of(seen).values() if kennel["husky"]]
        loose = seen["view"]["loose"]
        return decision_of(seen) == "pick" and loose["by"] != seen["seat"] and len(huskies) > 1

    me = sought(browsing.server, picking, options={"loose": True})[0]
    seen = me.view()
    slot = next(slot for slot, kennel in sled_of(seen).items() if kennel["husky"])
    husky = sled_of(seen)[slot]["husky"]
    screen = browsing.at(me)
    assert screen.my_turn()
    page = screen.page
    preview, button = page.locator("[data-preview]"), page.locator(f"button[data-slot={slot}]")
    screen.choices.first.evaluate("choice => choice.focus()")
    expect(preview).to_have_count(0)
    expect(button).to_have_attribute("data-husky", husky)
    point_at(button)
    expect(page.locator(f"[data-preview={husky}]")).to_have_count(1)
    expect(button).to_have_attribute("data-husky", husky)
    page.mouse.move(2, 2)
    expect(preview).to_have_count(0)
    assert me.view() == seen


def test_the_log_is_a_line_a_turn_with_the_sign_of_whoever_did_it(browsing: Browsing) -> None:
    """Without codes; what others did since one's own turn stays marked."""

    def third_morning(seen: Json) -> bool:
        """The first to move, after two days on which everybody has put a husky into the sled."""
        huskies = [[kennel["husky"] for kennel in sled.values() if kennel["husky"]] for sled in sleds(seen)]
        began = decision_of(seen) == "mentor" and seen["view"]["day"] == 3 and seen["seat"] == "A"
        return began and all(len(each) >= 2 for each in huskies)

    me, *others = sought(browsing.server, third_morning, players=3)
    seen = me.view()
    screen = browsing.at(me)
    assert screen.my_turn()
    lines = screen.log.locator(".line").all_inner_texts()
    days = [line for line in lines if line.startswith("Day")]
    assert days[-1].startswith("Day 3. ")
    told = [line.split("\n", 1) for line in lines if "\n" in line]
    assert {name for sign, line in told for name in NAMES[:3] if line.startswith(name)} == set(NAMES[:3])
    assert all(sign[0] == line[0] for sign, line in told if line.startswith(NAMES[:3]))
    assert not [line for line in lines if re.search(r"\b[HYTBLX]\d+\b|: -\.|\(\+", line)]
    turns = [line for _, line in told if re.search(r" (takes|puts|swaps|moves|lifts) ", line)]
    assert len(turns) == 2 * 3, "two days of three people, a line each"
    news = screen.page.locator("[data-news]")
    marked = {(mark.get_attribute("data-news"), mark.get_attribute("data-husky")) for mark in news.all()}
    placed = {
        (other.view()["seat"], event["values"]["husky"])
        for other in others
        for entry in other.get("./log")[-12:]
        for event in entry["events"]
        if event["seat"] == other.view()["seat"] and event["kind"] in ("drafted", "placed", "added")
    }
    in_sleds = {
        (seat["seat"], kennel["husky"]) for seat in seats_of(seen) for kennel in seat["sled"].values()
    }
    assert marked
    assert marked <= placed & in_sleds


def test_newcomers_are_told_the_goal_and_the_signs(browsing: Browsing) -> None:
    first = mover_of(people_at(browsing.server, GAME))
    assert first is not None
    screen = browsing.at(first[0])
    expect(screen.prompt).to_contain_text("Fill your sled with huskies that suit the track, then race")
    screen.page.locator("[data-legend]").click()
    sheet = screen.page.get_by_role("dialog", name="What the signs mean")
    expect(sheet.get_by_text("Single care: makes one tired husky ready again")).to_be_visible()
    assert findings(screen.page) == []
    screen.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_other_sleds_are_looked_at(browsing: Browsing) -> None:
    people = people_at(browsing.server, GAME)
    screen = browsing.at(people[0])
    screen.page.locator("[data-other]").first.click()
    sheet = screen.page.get_by_role("dialog", name=re.compile("The sled of"))
    expect(sheet.get_by_text("cards that nobody knows")).to_be_visible()
    assert findings(screen.page) == []
    screen.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_that_the_race_begins_is_read_and_leaves_the_board_to_whoever_is_to_run(browsing: Browsing) -> None:
    """At a touch of the board, or by itself after a while: it lies over the start and over huskies."""

    def begins(seen: Json) -> bool:
        view = seen["view"]
        return (view["phase"], view["day"], [view["to_move"]]) == ("race", 1, list(view["order"][:1]))

    me = sought(browsing.server, begins)[0]
    screen = browsing.at(me)
    sheet = screen.page.get_by_role("region", name="In between")
    expect(sheet).to_contain_text("The race begins")
    expect(screen.turn).to_be_visible()
    board = screen.page.locator("main.board")
    height = board.evaluate("board => board.offsetHeight")
    board.click(position={"x": 4, "y": height - 4})
    expect(sheet).to_have_count(0)
    screen.page.reload()
    expect(sheet).to_contain_text("The race begins")
    expect(sheet).to_have_count(0)
    expect(screen.turn).to_be_visible()
