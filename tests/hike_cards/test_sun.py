"""HC-SUN: the next one plays Light, or the one after."""

from __future__ import annotations

import pytest

from hike_cards.helpers import (
    EVERY_SUIT,
    SPECIALTIES,
    account,
    at,
    legal,
    of_kind,
    play,
    points,
    seat,
    statuses,
    to_move,
    told,
    view,
)


@pytest.mark.rule("HC-SUN-1", "R-26", "R-28", "HC-WIND-2")
def test_the_next_one_plays_light_and_nothing_else() -> None:
    others = " ".join(card for card in SPECIALTIES if card != "sun")
    match = at("lake:C", A="sun bug", B=f"{EVERY_SUIT} {others}", C="?*3")
    play(match, "A sun")
    assert (to_move(match), view(match).demand, view(match).follow) == ("B", "sun", ("light",))
    assert legal(match) == {"light", "wind=light"}


@pytest.mark.rule("HC-SUN-1")
def test_the_next_one_is_so_in_the_current_direction() -> None:
    match = at("lost:C", A="sun bug", B="light*2", C="light*2")
    play(match, "A sun")
    assert (to_move(match), view(match).to_answer) == ("C", ("C", "B", "A"))


@pytest.mark.rule("HC-SUN-2")
def test_who_cannot_is_eliminated_and_the_demand_passes_on() -> None:
    match = at("lake:D", A="sun bug", B="worm poop", C="tree*3", D="light bug")
    events = play(match, "A sun")
    assert told(events) == ["A played", "B eliminated", "C eliminated"]
    assert [values["on"] for values in of_kind(events, "eliminated")] == ["sun", "sun"]
    assert (to_move(match), legal(match)) == ("D", {"light"})
    assert view(match).to_answer == ("D", "A")


@pytest.mark.rule("HC-SUN-3")
def test_it_may_come_back_to_the_suns_player() -> None:
    match = at("lake:C", A="sun light bug", B="bug", C="tree")
    events = play(match, "A sun")
    assert told(events) == ["A played", "B eliminated", "C eliminated"]
    assert (to_move(match), legal(match)) == ("A", {"light"})
    match = at("lake:C", A="sun bug*2", B="bug", C="tree")
    events = play(match, "A sun")
    assert told(events)[:5] == ["A played", "B eliminated", "C eliminated", "A eliminated", "round_ended"]
    assert account(events).leftovers == {"A": 2, "B": 1, "C": 1}


@pytest.mark.rule("HC-SUN-3")
def test_at_once_if_nobody_else_is_active() -> None:
    said = {"left": "B C", "leftovers": {"B": "bug", "C": "bug"}}
    match = at("lake:C", A="sun wind bug", **said)
    play(match, "A sun")
    assert (to_move(match), legal(match)) == ("A", {"wind=light"})
    match = at("lake:C", A="sun peak bug", **said)
    assert told(play(match, "A sun"))[:3] == ["A played", "A eliminated", "round_ended"]


@pytest.mark.rule("HC-SUN-4", "R-27")
@pytest.mark.parametrize("light", ["light", "wind=light"])
def test_once_light_is_played_it_is_followed_as_usual(light: str) -> None:
    held = light.partition("=")[0]
    match = at("lake:C", A="sun bug", B=f"{held} tree", C=f"{EVERY_SUIT} worm litter lost")
    play(match, "A sun", f"B {light}")
    assert (to_move(match), view(match).demand) == ("C", None)
    assert legal(match) == {"peak", "lake", "bug", "worm", "lost"}


@pytest.mark.rule("HC-SUN-5", "R-39")
@pytest.mark.parametrize(("bugs", "status"), [({}, "out"), ({"A": 2}, "spent")])
def test_as_last_card_its_player_is_skipped(bugs: dict[str, int], status: str) -> None:
    match = at("poop:B lake:C", A="sun", B="bug", C="light bug", bugs=bugs)
    events = play(match, "A sun")
    assert told(events) == ["A played", f"A {status}", "B eliminated"]
    assert (to_move(match), statuses(match)) == ("C", f"{status} eliminated active")


@pytest.mark.rule("HC-SUN-5", "R-39", "HC-SCORE-4")
def test_as_last_card_with_no_light_about_the_round_ends() -> None:
    match = at("lake:C", A="sun", B="bug lost", C="tree*3")
    events = play(match, "A sun")
    assert told(events)[:5] == ["A played", "A out", "B eliminated", "C eliminated", "round_ended"]
    assert points(events) == [5 + 3, 0, 0]


@pytest.mark.rule("HC-SUN-1", "HC-DRO-5")
def test_light_as_last_card_leaves_normally() -> None:
    match = at("lake:C", A="sun bug", B="light", C="bug*2")
    assert told(play(match, "A sun", "B light"))[1:] == ["B played", "B out"]
    assert seat(match, "B").status == "out"
    assert to_move(match) == "C"
