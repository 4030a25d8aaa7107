"""What only Snow Tails shows: ghosts, whole turns, the best of each card, the race order, its rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import expect

from browser.browsing import Browsing, Screen
from browser.looking import SETTLED
from browser.playing_snow_tails import cost, hand, lay, pick, slot, whole_turn
from server.running import HUMAN, Json, Person, Running, make, mover
from server.running import QUICK as QUICKLY

GAME = "snow_tails"
CODES = re.compile(r"\d\.\d\.\d|\d@[LRB]|\d/\d/\d|\b[FLR]{2,}\b|start S")
"""Coordinates and notation."""
LABELS = """() => [...document.querySelectorAll("[aria-label], [title]")]
  .map(each => `${each.ariaLabel} ${each.title}`)"""
SPEEDS = """() => [...document.querySelectorAll(".mat b")].map(speed =>
  speed.getBoundingClientRect().right <= speed.closest(".seat").getBoundingClientRect().right)"""
"""Is the speed of each sled within what is seen of its panel?"""
POINTS = """() => [...document.querySelectorAll(".seat .points")].map(points =>
  points.getBoundingClientRect().bottom <= points.closest(".seat").getBoundingClientRect().bottom + 1)"""
"""Are the points of each seat within what is seen of its panel?"""
SIZES = ((1440, 900), (1024, 768), (390, 844), (844, 390))
QUICK = {"kind": "bot", "level": "rollout"}


def decision(seen: Json) -> str:
    """What is asked."""
    return str(seen["view"]["decision"])


def at_turn(
    server: Running,
    so: Callable[[Json], bool] = lambda _seen: True,
    players: int = 2,
    most: int = 40,
    **wish: object,
) -> Person:
    """Somebody among bots who is to lay cards in a position that is wanted."""
    for _ in range(most):
        (me,) = make(server, HUMAN | {"name": "Ann"}, *[QUICK] * (players - 1), game=GAME, **wish)
        while (seen := me.view())["view"]["to_move"] is not None:
            if not seen["legal"]:
                me.view(since=seen["seq"], wait=5)
            elif decision(seen) == "play" and so(seen):
                return me
            elif decision(seen) == "play":
                best = min(seen["own"]["previews"], key=cost)
                me.move(best["action"], *best["outcomes"][0]["actions"], seq=seen["seq"])
            else:
                me.move(seen["legal"][0], seq=seen["seq"])
    raise AssertionError("No match came to the position that is wanted.")


def with_ends(seen: Json, n: int) -> Json | None:
    """A play of one card that leads to so many ends (3: to three or more)."""
    for preview in seen["own"]["previews"]:
        ends = len({outcome["end"] for outcome in preview["outcomes"]})
        one_card = len(preview["action"].partition("@")[2]) == 1
        if one_card and len(preview["outcomes"]) == ends and min(ends, 3) == n:
            found: Json = preview
            return found
    return None


def lay_out(screen: Screen, preview: Json) -> None:
    """Lay the cards of a card play."""
    value, letters = preview["action"].split("@")
    pick(screen, value)
    lay(screen, *letters)


def test_a_ghost_comes_and_goes_with_the_pointer(browsing: Browsing) -> None:
    me = at_turn(browsing.server, lambda seen: with_ends(seen, 3) is not None)
    seen = me.view()
    preview = with_ends(seen, 3)
    assert preview is not None
    screen = browsing.at(me)
    ghost, mine = screen.page.locator("[data-ghost]"), screen.page.locator(f"[data-sled={seen['seat']}]")
    stands = str(next(seat["space"] for seat in seen["view"]["seats"] if seat["seat"] == seen["seat"]))
    lay_out(screen, preview)
    ends = screen.page.locator("[data-end]")
    expect(ends.first).to_be_visible()
    expect(ghost).to_have_count(0)  # nobody points at anything
    moving = next(n for n in range(ends.count()) if ends.nth(n).get_attribute("data-steps") != "0")
    ends.nth(moving).hover()
    expect(ghost).to_have_count(1)
    screen.page.mouse.move(2, 2)
    expect(ghost).to_have_count(0)
    ends.nth(moving).click()
    expect(screen.ready).to_be_visible()
    expect(ghost).to_have_count(1)  # what is drafted is a ghost as well
    expect(mine).to_have_attribute("data-space", stands)
    turns = screen.page.locator("section.turn, [aria-label='Race order'] .turn")
    expect(turns).to_have_count(2)
    for marked in turns.all():  # both still say that it is Ann's turn
        expect(marked).to_contain_text("Ann")
    screen.take_back.click()
    expect(ghost).to_have_count(0)
    assert me.view() == seen, "nobody has heard of it"


def test_the_speed_of_five_sleds_is_to_be_read_on_a_small_phone_on_its_side(browsing: Browsing) -> None:
    me = at_turn(browsing.server, players=5)
    screen = browsing.at(me)
    screen.page.set_viewport_size({"width": 667, "height": 375})
    screen.turn.wait_for()
    screen.page.evaluate(SETTLED)
    assert screen.page.evaluate(SPEEDS) == [True] * 5


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_the_points_of_a_season_of_five_are_to_be_read_on_a_phone(
    browsing: Browsing, size: tuple[int, int]
) -> None:
    me = at_turn(
        browsing.server,
        players=5,
        options={"courses": ["nutcracker", "dagger", "hobbit", "yquem", "tremendous"]},
    )
    screen = browsing.at(me)
    screen.page.set_viewport_size({"width": size[0], "height": size[1]})
    screen.turn.wait_for()
    screen.page.evaluate(SETTLED)
    assert screen.page.evaluate(POINTS) == [True] * 5


def test_the_only_end_is_taken_and_a_crash_is_asked_about_once(browsing: Browsing) -> None:
    def only_crash(seen: Json) -> Json | None:
        kinds = {kind for each in seen["own"]["previews"] for kind in (each["outcomes"][0]["kind"],)}
        found = with_ends(seen, 1)
        crashes = found is not None and found["outcomes"][0]["kind"] == "crash"
        return found if crashes and "clean" in kinds else None

    me = at_turn(browsing.server, lambda seen: only_crash(seen) is not None, most=80)
    preview = only_crash(me.view())
    assert preview is not None
    screen = browsing.at(me)
    lay_out(screen, preview)
    crashes = screen.log.filter(has_text=re.compile("Ann .*(stops the sled|in the way)"))
    before = crashes.count()
    screen.ready.click()  # no further question
    expect(crashes).to_have_count(before + 1)  # the others may have gone on since
    expect(screen.page.locator("[data-crack]").first).to_be_attached()


def test_a_turn_is_one_line_in_human_words(browsing: Browsing) -> None:
    me = at_turn(browsing.server, players=3)
    screen = browsing.at(me)
    assert screen.my_turn()
    whole_turn(screen)
    before = screen.asked()
    screen.ready.click()
    screen.asked_anew(before)
    assert screen.my_turn()
    entries = me.get("./log")
    turns = sum(event["kind"] == "played" for entry in entries for event in entry["events"])
    assert len(entries) > turns + 3, "bots play step by step"
    lines = screen.log.filter(has_text=re.compile("(lays|eases|pulls|keeps) .* and (runs|stands|gets)"))
    expect(lines).to_have_count(turns)
    words = screen.page.locator("body").inner_text()
    assert not CODES.search(words), CODES.search(words)
    labels = screen.page.evaluate(LABELS)
    assert not [label for label in labels if CODES.search(label)]


def test_ways_stay_marked_until_my_next_move_and_the_log_lights_them(browsing: Browsing) -> None:
    me = at_turn(browsing.server, lambda seen: seen["view"]["round"] > 2, players=3)
    screen = browsing.at(me)
    whole_turn(screen)
    screen.ready.click()
    assert screen.my_turn()
    seen = me.view()
    others = {seat["seat"] for seat in seen["view"]["seats"]} - {seen["seat"]}
    gone = screen.page.locator("[data-trail-kind=gone]")
    assert {trail.get_attribute("data-trail") for trail in gone.all()} <= others
    expect(gone.first).to_be_attached()
    lit = screen.page.locator("[data-trail-kind=lit]")
    expect(lit).to_have_count(0)
    screen.log.filter(has_text="runs").last.locator(".line").first.hover()
    expect(lit).to_have_count(1)


@pytest.mark.rule("ST-BONUS-5")
def test_no_bonus_is_shown_in_the_first_round(browsing: Browsing) -> None:
    first = browsing.at(at_turn(browsing.server, lambda seen: seen["view"]["round"] == 1))
    order = first.page.get_by_role("list", name="Race order")
    expect(order).to_contain_text("is number 1")
    assert "+" not in order.inner_text()
    second = browsing.at(at_turn(browsing.server, lambda seen: seen["view"]["round"] == 2))
    expect(second.page.get_by_role("list", name="Race order")).to_contain_text("+1")


def test_each_card_shows_its_best(browsing: Browsing) -> None:
    me = at_turn(browsing.server)
    previews = me.view()["own"]["previews"]
    screen = browsing.at(me)
    for card in hand(screen).all():
        value = card.get_attribute("data-value")
        outcomes = [
            outcome
            for preview in previews
            if preview["action"].startswith(f"{value}@")
            for outcome in preview["outcomes"]
        ]
        best = min(outcomes, key=lambda each: cost({"outcomes": [each]}))
        chip = card.locator("[data-best]")
        expect(chip).to_have_attribute("data-best", best["kind"])
        expect(chip).to_have_text(
            f"{best.get('dents') or ''}{len(best['path'])}"
            if best["kind"] == "dent"
            else str(len(best["path"]))
        )


def test_hand_and_mat_are_in_sight_on_every_screen(browsing: Browsing) -> None:
    me = at_turn(browsing.server, lambda seen: len(set(seen["own"]["hand"])) >= 3, players=5)
    screen = browsing.at(me)
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        for part in (*hand(screen).all(), *(slot(screen, letter) for letter in "LBR")):
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0 and box["x"] >= 0
            assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height, (
                width,
                height,
                box,
            )


def test_the_end_has_a_podium_and_the_places_by_round(browsing: Browsing) -> None:
    course = {"course": "start S finish:R"}
    (me,) = make(browsing.server, HUMAN | {"name": "Ann"}, QUICK, game=GAME, options=course)
    screen = browsing.at(me)
    while screen.my_turn():
        whole_turn(screen)
        before = screen.asked()
        screen.ready.click()
        screen.asked_anew(before)
    podium = screen.page.get_by_role("list", name="The podium")
    expect(podium.get_by_role("listitem").first).to_be_visible()
    expect(
        screen.page.get_by_role("img", name=re.compile("The places round by round. Ann: "))
    ).to_be_visible()


SENTENCES = (
    "the rest of the drift is ignored",
    "It needs a speed of at least 1",
    "there is none in the first round",
    "the one nearer to the chequered flag",
    "the one that you had before you moved",
    "drifting or straight on",
    "discard cards of your choice",
    "wrecked sleds score nothing",
    "the brake is set to 3",
    "The original edition is that of Fragor Games",
    "gets the Big Paws",
)


def test_the_rules_say_all_that_was_missing(browsing: Browsing) -> None:
    page = browsing.visitor().go(f"/rules/{GAME}").page
    for sentence in SENTENCES:
        expect(page.get_by_text(sentence).first).to_be_visible()


@pytest.mark.rule("ST-PAWS-1")
def test_the_big_paws_have_a_name_and_say_what_they_mean(browsing: Browsing, tmp_path: Path) -> None:
    server = Running(tmp_path, **QUICKLY | {"slow_turn_seconds": 0.01})
    try:
        people = make(server, *(HUMAN | {"name": name} for name in ("Ann", "Bob")), game=GAME)
        me = mover(people)
        screen = Browsing(browsing.pages, server).at(me)
        sleep(0.05)
        me.move(me.view()["legal"][0])
        paws = screen.page.get_by_text("Big Paws", exact=True).first
        paws.click()
        expect(screen.page.locator(".told")).to_have_text(
            "Big Paws: nobody has kept the others waiting longer. It means nothing else."
        )
    finally:
        server.stop()
