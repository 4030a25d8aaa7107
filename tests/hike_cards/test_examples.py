"""The worked examples of the ledger, EX-1 to EX-25, each set up as a position and played."""

from __future__ import annotations

from typing import Any

import pytest

from hike_cards.helpers import (
    EVERY_SUIT,
    account,
    asked,
    at,
    deal,
    hand,
    legal,
    of_kind,
    pile,
    play,
    points,
    seat,
    statuses,
    to_move,
    told,
    view,
)

# --- scoring


@pytest.mark.rule("EX-1", "HC-SCORE-2", "HC-SCORE-3")
def test_a_sole_winner_with_a_leftover() -> None:
    match = at("lake:B", C="bug litter", left="A B", leftovers={"A": "tree*2", "B": "tree*4"}, to_move="C")
    events = play(match, "C bug")
    assert list(account(events).leftovers.values()) == [2, 4, 1]
    assert points(events) == [0, 0, 7]


@pytest.mark.rule("EX-2", "HC-SCORE-3", "HC-SCORE-4")
def test_a_sole_winner_without_leftovers() -> None:
    match = at("lake:B", C="bug", left="A B", leftovers={"A": "tree*3", "B": "tree*4"}, to_move="C")
    assert points(play(match, "C bug")) == [0, 0, 7 + 3]


@pytest.mark.rule("EX-3", "HC-SCORE-5")
def test_two_share_the_pot() -> None:
    leftovers = {"B": "tree", "C": "tree*3", "D": "tree*5"}
    events = play(at("lake:B", A="bug litter", left="B C D", leftovers=leftovers), "A bug")
    assert account(events).pot == 10
    assert points(events) == [5, 5, 0, 0]


@pytest.mark.rule("EX-3b", "HC-SCORE-4", "HC-SCORE-5")
def test_two_share_the_pot_and_have_the_bonus_each() -> None:
    """EX-3b."""
    events = play(at("lake:B", A="bug", left="B C D", leftovers={"C": "tree*4", "D": "tree*6"}), "A bug")
    assert points(events) == [8, 8, 0, 0]


@pytest.mark.rule("EX-4", "HC-SCORE-6")
def test_the_odd_point_goes_to_the_latest_play() -> None:
    leftovers = {"A": "tree*2", "B": "tree*2"}
    match = at("trail:A lake:B", C="bug lake*5", left="A B", leftovers=leftovers, to_move="C")
    events = play(match, "C bug")
    assert list(account(events).leftovers.values()) == [2, 2, 5]
    assert points(events) == [4, 5, 0]


@pytest.mark.rule("EX-5", "HC-SCORE-4", "HC-SCORE-6")
def test_the_odd_point_goes_to_the_first_out() -> None:
    leftovers = {"C": "tree*3", "D": "tree*4"}
    events = play(at("lake:A", B="bug", left="A C D", leftovers=leftovers, to_move="B"), "B bug")
    assert account(events).pot == 7
    assert points(events) == [7, 6, 0, 0]


# --- what is legal


@pytest.mark.rule("EX-6", "HC-PLAY-3")
def test_on_a_peak() -> None:
    match = at("peak:C", A="light trail bird bug lake peak poop", B="?*3", C="?*3")
    assert legal(match) == {"light", "trail", "bird", "poop"}


@pytest.mark.rule("EX-7", "HC-WIND-2")
@pytest.mark.parametrize(
    ("top", "decision", "options"),
    [
        ("sun:C", "play", {"wind=light"}),
        ("drought:C", "lake", {"wind=lake"}),
        ("peak:C", "play", {"wind=light", "wind=trail", "wind=bird"}),
    ],
)
def test_the_wind_alone(top: str, decision: str, options: set[str]) -> None:
    assert legal(at(top, A="wind", B="?*3", C="?*3", decision=decision)) == options


@pytest.mark.rule("EX-8", "HC-SPR-1", "HC-SPR-2", "HC-SPR-3")
def test_planting_two_trees_and_the_wind() -> None:
    match = at("bird:C", A="spring lake*2", B="wind tree*2", C="lake*2")
    play(match, "A spring")
    assert len(match.legal()) == 6
    play(match, "B plant 2+wind", "C none", "A none")
    events = play(match, "C lake")
    assert told(events)[:1] == ["C played"]
    assert account(events).trees == {"A": 0, "B": 3, "C": 0}


@pytest.mark.rule("EX-9", "HC-PLAY-6", "HC-LIT-1")
def test_no_legal_play() -> None:
    match = at("tree:C bug:C", A="bird*2", B="bug peak litter", C="lake*2 bug")
    events = play(match, "A bird")
    assert of_kind(events, "eliminated") == [
        {"seat": "B", "on": "bird", "number": 3, "cards": ["bug", "peak", "litter"]}
    ]
    assert sorted(seat(match, "B").leftovers) == ["bug", "litter", "peak"]
    assert (to_move(match), view(match).suit, legal(match)) == ("C", "bird", {"lake"})


@pytest.mark.rule("EX-10", "HC-PLAY-4", "HC-LIT-1")
def test_litter_on_lost() -> None:
    assert legal(at("lost:C", A="litter bug", B="?*3", C="?*3")) == {"bug"}


# --- effects


@pytest.mark.rule("EX-11", "HC-LOST-1", "HC-PLAY-4")
def test_lost_of_three() -> None:
    match = at("bird:C", A="lost bug", B="bug*2", C=f"{EVERY_SUIT} litter")
    play(match, "A lost")
    assert (view(match).direction, to_move(match)) == ("counter-clockwise", "C")
    assert legal(match) == set(EVERY_SUIT.split())


@pytest.mark.rule("EX-12", "HC-DRO-2", "HC-DRO-6")
def test_a_drought_of_four() -> None:
    match = at("bird:D", A="drought lake bug", **dict.fromkeys("BCD", "lake bug"))
    play(match, "A drought")
    assert asked(match) == "BCDA"
    assert (to_move(match), view(match).suit) == ("B", "lake")


@pytest.mark.rule("EX-13", "HC-SUN-1", "HC-SUN-2", "HC-SUN-4")
def test_the_sun_passes_on() -> None:
    match = at("bird:D", A="sun bug", B="bug*2", C="light bug", D=f"{EVERY_SUIT} lost")
    assert told(play(match, "A sun")) == ["A played", "B eliminated"]
    play(match, "C light")
    assert (to_move(match), legal(match)) == ("D", {"peak", "lake", "bug", "lost"})


@pytest.mark.rule("EX-14", "HC-WORM-2", "HC-WORM-7")
def test_the_worm_and_six_birds() -> None:
    match = at("bird:B bird:C", A="worm bird litter", B="bird*3", left="C", leftovers={"C": "tree*3"})
    play(match, "A worm", "A bird")
    assert seat(match, "A").worm
    found = account(play(match, "B bird", "B bird", "B bird"))
    assert (found.worm, found.birds, found.winners) == ("A", 6, ("B",))
    assert found.points == {"A": 6, "B": 4 + 3, "C": 0}


@pytest.mark.rule("EX-15", "HC-EQK-1", "HC-EQK-2")
def test_ten_cards_dealt_again() -> None:
    match = at("bird:D", A="earthquake bug*3", B="bug", C="bug*2", D="bug*4")
    play(match, "A earthquake")
    assert [each.hand_size for each in view(match).seats] == [2, 3, 3, 2]


@pytest.mark.rule("EX-16", "HC-AVA-1", "HC-AVA-3")
def test_avalanche_and_a_peak_later() -> None:
    said: dict[str, Any] = {"left": "D", "leftovers": {"D": "bug"}, "deck": "lake lake lake lake sun ..."}
    match = at("bird:C", A="avalanche peak bug", B="light bug", C="bug*2", **said)
    play(match, "A avalanche")
    assert [each.hand_size for each in view(match).seats] == [2, 4, 4, 0]
    play(match, "B light", "C lake")
    assert "peak" in legal(match)
    play(match, "A peak")
    assert hand(match, "A") == ["bug", "sun"]


@pytest.mark.rule("EX-17", "HC-POOP-1", "HC-POOP-2", "HC-POOP-3")
def test_poop_takes_the_bugs() -> None:
    match = at("bird:C", A="poop bug*2 lake", B="bug", C="tree*2")
    play(match, "A poop")
    assert (seat(match, "A").bugs, hand(match, "A")) == (2, ["lake"])
    assert (seat(match, "B").status, seat(match, "B").bugs) == ("spent", 1)


# --- the game


@pytest.mark.rule("EX-18", "HC-WIN-1")
def test_the_higher_of_two_past_the_target_wins() -> None:
    """A gets 4 + 3 for the round, B four for planted Trees."""
    said: dict[str, Any] = {"leftovers": dict.fromkeys("BCDE", "light"), "planted": {"B": "tree*4"}}
    totals = {"A": 29, "B": 34, "C": 12, "D": 20, "E": 9}
    match = at("spring:D lake:B", A="bug", left="B C D E", totals=totals, **said)
    play(match, "A bug")
    assert (match.scores(), match.over) == ([36, 38, 12, 20, 9], True)
    assert match.places() == [2, 1, 4, 3, 5]


@pytest.mark.rule("EX-19", "HC-WIN-2")
def test_level_at_the_top_all_three_play_on() -> None:
    """A gets 2 + 3 for the round, B two and C one for planted Trees."""
    said: dict[str, Any] = {
        "leftovers": {"B": "light", "C": "light"},
        "planted": {"B": "tree*2", "C": "tree"},
    }
    match = at("spring:C lake:B", A="bug", left="B C", totals={"A": 21, "B": 24, "C": 24}, **said)
    play(match, "A bug")
    assert (match.scores(), match.over) == ([26, 26, 25], False)
    assert statuses(match) == "active active active"


@pytest.mark.rule("EX-20", "HC-SETUP-4", "HC-SETUP-5")
def test_the_deal_moves_on() -> None:
    match = next(match for match in (deal(3, seed) for seed in range(50)) if view(match).dealer == "B")
    assert to_move(match) == "C"
    leftovers = {"A": "tree", "B": "tree"}
    match = at("lake:B", C="bug", left="A B", leftovers=leftovers, dealer="B", to_move="C")
    play(match, "C bug")
    assert (view(match).dealer, to_move(match)) == ("C", "A")


# --- interplay


@pytest.mark.rule("EX-21", "HC-SPR-4", "HC-SPR-10", "HC-PLAY-8", "R-25")
def test_spring_asks_everyone() -> None:
    match = at("bird:D", A="spring bug", B="bug litter lake", C="tree bug", D="wind bug")
    play(match, "A spring")
    assert (to_move(match), match.legal()) == ("B", ["none"])
    play(match, "B none", "C plant 1", "D plant 0+wind")
    assert (to_move(match), match.legal()) == ("A", ["none"])
    play(match, "A none")
    assert (to_move(match), legal(match)) == ("B", {"bug", "lake"})


@pytest.mark.rule("EX-22", "HC-SUN-3", "HC-PLAY-11")
def test_alone_under_the_own_sun() -> None:
    match = at("bird:C", A="sun bug", left="B C", leftovers={"B": "tree*2", "C": "tree*2"})
    events = play(match, "A sun")
    assert told(events)[:3] == ["A played", "A eliminated", "round_ended"]
    assert account(events).leftovers["A"] == 1


@pytest.mark.rule("EX-23", "HC-AVA-4", "HC-AVA-5", "HC-WIND-2")
@pytest.mark.parametrize(("bugs", "status"), [({}, "out"), ({"A": 1}, "spent")])
def test_the_wind_as_last_card_after_avalanche(bugs: dict[str, int], status: str) -> None:
    match = at("poop:B avalanche:C lake:C", A="wind", B="tree light", C="tree*3", bugs=bugs)
    assert legal(match) == {"wind=bug", "wind=peak", "wind=trail"}
    for suit in ("bug", "peak", "trail"):
        twin = match.clone()
        play(twin, f"A wind={suit}")
        found = seat(twin, "A")
        assert (found.status, found.hand_size) == (("active", 1) if suit == "peak" else (status, 0))


@pytest.mark.rule("EX-24", "HC-LOST-3", "HC-WORM-2", "HC-PLAY-2")
def test_two_left_lost_then_the_worm() -> None:
    match = at("bird:B", A="lost worm bird bug", B=f"{EVERY_SUIT}", left="C", leftovers={"C": "tree"})
    play(match, "A lost", "A worm", "A bird")
    assert (to_move(match), legal(match)) == ("B", {"bird", "tree", "lake"})
    assert pile(match) == ["bird", "lost", "bird"]


@pytest.mark.rule("EX-25", "HC-DRO-6", "HC-LOST-3")
def test_two_left_a_drought_then_a_trail() -> None:
    said: dict[str, Any] = {"left": "C", "leftovers": {"C": "tree"}}
    match = at("lost:B bird:B", A="drought lake bug", B="lake trail tree bug", **said)
    play(match, "A drought", "B lake", "A lake", "B trail")
    assert (to_move(match), legal(match)) == ("B", {"tree"})
