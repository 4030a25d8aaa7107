"""HC-SPR: Trees are planted, openly, one player after the other."""

from __future__ import annotations

import pytest

from hike_cards.helpers import (
    EVERY_SUIT,
    account,
    asked,
    at,
    gone,
    hand,
    legal,
    of_kind,
    play,
    points,
    refusal,
    seat,
    statuses,
    to_move,
    told,
    view,
)


@pytest.mark.rule("HC-SPR-1")
def test_any_number_of_trees_may_be_planted() -> None:
    match = at("spring:C", A="tree*3 bug", B="?*2", C="?*2", decision="plant")
    assert legal(match) == {"none", "plant 1", "plant 2", "plant 3"}
    for trees in range(4):
        twin = match.clone()
        play(twin, f"A plant {trees}" if trees else "A none")
        assert seat(twin, "A").planted == ("tree",) * trees
        assert hand(twin, "A") == ["bug"] + ["tree"] * (3 - trees)


@pytest.mark.rule("HC-SPR-1")
def test_the_actor_may_plant_too() -> None:
    match = at("bird:C", A="spring tree*2 bug", B="bug*2", C="bug*2")
    play(match, "A spring", "B none", "C none", "A plant 2")
    assert seat(match, "A").planted == ("tree", "tree")


@pytest.mark.rule("HC-SPR-2", "HC-WIND-3", "HC-SPR-3")
def test_the_wind_may_be_planted_apart_from_the_trees() -> None:
    match = at("spring:C", A="tree*2 wind bug", B="?*2", C="?*2", decision="plant")
    assert legal(match) == {"none", "plant 1", "plant 2", "plant 0+wind", "plant 1+wind", "plant 2+wind"}
    play(match, "A plant 1+wind")
    assert sorted(seat(match, "A").planted) == ["tree", "wind"]
    assert hand(match, "A") == ["bug", "tree"]
    match = at("spring:C", A="wind bug", B="?*2", C="?*2", decision="plant")
    assert legal(match) == {"none", "plant 0+wind"}


@pytest.mark.rule("HC-SPR-3", "HC-SCORE-8")
def test_each_planted_card_is_a_point_and_no_leftover() -> None:
    said = {"left": "B C", "leftovers": {"B": "bug*2", "C": "bug*3"}}
    planted = {"A": "tree*2", "B": "tree wind", "C": "tree"}
    match = at("spring:C lake:C", A="bug litter", planted=planted, **said)
    events = play(match, "A bug")
    assert account(events).leftovers == {"A": 1, "B": 2, "C": 3}
    assert account(events).trees == {"A": 2, "B": 2, "C": 1}
    assert points(events) == [6 + 2, 2, 1], "win or lose"


@pytest.mark.rule("HC-SPR-4", "R-17")
@pytest.mark.parametrize(
    ("played", "order"), [("bird:D", "BCDEA"), ("lost:D", "EDCBA")], ids=["clockwise", "counter-clockwise"]
)
def test_everyone_is_asked_in_play_order_the_actor_last(played: str, order: str) -> None:
    match = at(played, A="spring tree bug", B="tree bug", C="bug*2", D="tree bug", E="bug*2")
    play(match, "A spring")
    assert "".join(view(match).to_answer) == order
    assert asked(match) == order


@pytest.mark.rule("HC-SPR-4")
def test_those_who_have_left_are_not_asked() -> None:
    match = at(
        "poop:B bird:E", A="spring bug", C="tree bug", left="B D E", leftovers={"B": "tree"}, bugs={"D": 1}
    )
    play(match, "A spring")
    assert asked(match) == "CA"


@pytest.mark.rule("HC-SPR-4", "R-25")
def test_who_has_nothing_to_plant_is_asked_and_can_only_say_nothing() -> None:
    match = at("bird:C", A="spring bug", B="bug*2", C="bug litter")
    play(match, "A spring")
    for name in "BCA":
        assert (to_move(match), match.legal()) == (name, ["none"])
        assert told(play(match, f"{name} none"))[:1] == [f"{name} planted_nothing"]


@pytest.mark.rule("HC-SPR-4", "R-17")
def test_planting_is_open() -> None:
    match = at("bird:C", A="spring bug", B="tree*2 wind", C="bug*2")
    events = play(match, "A spring", "B plant 2+wind")
    assert of_kind([event.seen_by(-1) for event in events], "planted") == [
        {"seat": "B", "cards": ["tree", "tree", "wind"]}
    ]
    assert sorted(view(match, 2).seats[1].planted) == ["tree", "tree", "wind"]


@pytest.mark.rule("HC-SPR-5", "R-18", "R-38")
@pytest.mark.parametrize(("bugs", "status"), [({}, "out"), ({"B": 1}, "spent")])
def test_who_plants_the_last_card_leaves(bugs: dict[str, int], status: str) -> None:
    match = at("poop:C bird:C", A="spring bug*2", B="tree wind", C="tree bug", bugs=bugs)
    events = play(match, "A spring", "B plant 1+wind")
    assert told(events)[-2:] == ["B planted", f"B {status}"]
    assert (seat(match, "B").status, gone(match)) == (status, "B")
    assert to_move(match) == "C"


@pytest.mark.rule("HC-SPR-5", "R-18", "R-38", "HC-SCORE-4")
@pytest.mark.parametrize(("bugs", "bonus"), [({}, 3), ({"A": 1}, 0)])
def test_emptying_the_hand_by_planting_earns_the_bonus(bugs: dict[str, int], bonus: int) -> None:
    said = {"left": "B C", "leftovers": {"B": "bug*2", "C": "bug*3"}}
    match = at("poop:A spring:A", A="tree", decision="plant", bugs=bugs, **said)
    events = play(match, "A plant 1")
    assert account(events).bonus["A"] == bonus
    assert points(events) == [5 + len(bugs) + bonus + 1, 0, 0]


@pytest.mark.rule("HC-SPR-6", "R-19")
def test_the_eliminated_cannot_plant() -> None:
    match = at("bird:C", A="spring bug", B="bug*2", left="C", leftovers={"C": "tree*3"})
    play(match, "A spring")
    assert asked(match) == "BA"
    assert (seat(match, "C").planted, len(seat(match, "C").leftovers)) == ((), 3)


@pytest.mark.rule("HC-SPR-7")
def test_later_no_one_may_plant() -> None:
    match = at("spring:C lake:C", A="bug tree wind", B="?*2", C="?*2")
    assert not any("plant" in option for option in legal(match))
    for action in ("plant 1", "plant 0+wind", "none"):
        assert refusal(match, action).endswith(".")


@pytest.mark.rule("HC-SPR-8", "HC-SCORE-6")
def test_planting_is_no_latest_play() -> None:
    """A played before B; that A plants after it gives A no odd point."""
    match = at(
        "poop:C bird:A lake:B spring:C",
        A="tree",
        left="B C D",
        leftovers={"C": "lake*4", "D": "lake*5"},
        bugs={"A": 1, "B": 1},
        decision="plant",
        players=4,
    )
    events = play(match, "A plant 1")
    found = account(events)
    assert (found.pot, found.winners, found.odd) == (11, ("A", "B"), 1)
    assert (found.odd_to, found.odd_why) == ("B", "latest_play")


@pytest.mark.rule("HC-SPR-8", "HC-SCORE-6")
def test_emptying_the_hand_by_it_is_running_out_of_cards() -> None:
    """B plants the last card first, then C: B is the first to have left."""
    match = at("bird:D", A="spring light*2", B="tree", C="tree", left="D", leftovers={"D": "bug"})
    events = play(match, "A spring", "B plant 1", "C plant 1", "A none", "A light")
    assert told(events, "out", "eliminated") == ["B out", "C out", "A eliminated"]
    found = account(events)
    assert (found.pot, found.winners, found.odd) == (2, ("B", "C"), 0)
    match = at("bird:D", A="spring light*2", B="tree", C="tree", left="D", leftovers={"D": "bug*2"})
    found = account(play(match, "A spring", "B plant 1", "C plant 1", "A none", "A light"))
    assert (found.odd, found.odd_to, found.odd_why) == (1, "B", "first_out")


@pytest.mark.rule("HC-SPR-8", "HC-WIND-1", "HC-WORM-7")
def test_the_wind_planted_is_no_card_of_any_suit() -> None:
    match = at("lost:B avalanche:B worm:C spring:C", A="wind bug", B="?*2", C="?*2", decision="plant")
    before = view(match)
    play(match, "A plant 0+wind")
    after = view(match)
    assert (after.birds, after.deck, after.direction) == (before.birds, before.deck, before.direction)
    assert (after.worm_holder, after.suit, len(after.pile)) == (None, None, len(before.pile))


@pytest.mark.rule("HC-SPR-9", "R-05")
@pytest.mark.parametrize(("bugs", "status"), [({}, "out"), ({"A": 1}, "spent")])
def test_as_last_card_its_player_is_gone_before_anyone_plants(bugs: dict[str, int], status: str) -> None:
    match = at("poop:C bird:C", A="spring", B="tree bug", C="tree bug", bugs=bugs)
    events = play(match, "A spring")
    assert told(events) == ["A played", f"A {status}"]
    assert asked(match) == "BC"


@pytest.mark.rule("HC-SPR-10", "HC-PLAY-4", "HC-PLAY-8")
@pytest.mark.parametrize(
    ("played", "then"), [("bird:D", "B"), ("lost:D", "D")], ids=["clockwise", "counter-clockwise"]
)
def test_then_the_turn_is_counted_from_the_springs_player(played: str, then: str) -> None:
    hands = {**dict.fromkeys("BCD", "tree bug"), then: f"{EVERY_SUIT} litter"}
    match = at(played, A="spring bug", **hands)
    play(match, "A spring")
    asked(match)
    assert (to_move(match), view(match).decision) == (then, "play")
    assert legal(match) == set(EVERY_SUIT.split())


@pytest.mark.rule("HC-SPR-10", "HC-PLAY-8")
def test_past_those_who_have_planted_all() -> None:
    match = at("bird:D", A="spring", B="tree", C="tree bug", D="tree bug")
    play(match, "A spring", "B plant 1", "C plant 1", "D none", "C bug")
    assert statuses(match) == "out out out active"


@pytest.mark.rule("HC-SPR-10", "HC-END-1")
def test_if_nobody_is_active_the_round_ends() -> None:
    match = at("bird:C", A="spring tree", B="tree", C="wind")
    events = play(match, "A spring", "B plant 1", "C plant 0+wind", "A plant 1")
    assert told(events)[-6:] == ["C planted", "C out", "A planted", "A out", "round_ended", "B dealt"]
    assert points(events) == [4, 4, 4]


@pytest.mark.rule("HC-SPR-11")
def test_planted_cards_lie_apart() -> None:
    match = at("poop:B spring:C", A="tree*2 bug*2", B="?*2", C="?*2", decision="plant", bugs={"A": 1})
    play(match, "A plant 2")
    each = seat(match, "A")
    assert (each.planted, each.bugs, each.leftovers) == (("tree", "tree"), 1, ())
