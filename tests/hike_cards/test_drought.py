"""HC-DRO: a Lake from everyone, one after the other, or out."""

from __future__ import annotations

import pytest

from hike_cards.helpers import (
    EVERY_SUIT,
    SPECIALTIES,
    account,
    asked,
    at,
    gone,
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


@pytest.mark.rule("HC-DRO-1", "R-26", "HC-WIND-2")
def test_only_a_lake_or_the_wind_as_lake_will_do() -> None:
    others = " ".join(card for card in SPECIALTIES if card != "drought")
    match = at("bird:C", A="drought lake", B=f"{EVERY_SUIT} {others}", C="lake")
    play(match, "A drought")
    assert (view(match).decision, view(match).demand) == ("lake", "drought")
    assert legal(match) == {"lake", "wind=lake"}


@pytest.mark.rule("HC-DRO-1")
def test_anyone_without_is_eliminated_on_the_spot() -> None:
    match = at("bird:D", A="drought lake bug", B="bug sun", C="lake bug", D="tree*3")
    assert told(play(match, "A drought")) == ["A played", "B eliminated"]
    events = play(match, "C lake")
    assert told(events) == ["C played", "D eliminated"]
    assert of_kind(events, "eliminated")[0]["on"] == "drought"
    assert gone(match) == "BD"
    assert statuses(match) == "active eliminated active eliminated"


@pytest.mark.rule("HC-DRO-2", "R-10")
@pytest.mark.parametrize(
    ("played", "order"), [("bird:D", "BCDEA"), ("lost:D", "EDCBA")], ids=["clockwise", "counter-clockwise"]
)
def test_the_order_is_the_play_order_with_the_actor_last(played: str, order: str) -> None:
    match = at(played, A="drought lake bug", **dict.fromkeys("BCDE", "lake bug"))
    play(match, "A drought")
    assert "".join(view(match).to_answer) == order
    assert asked(match) == order


@pytest.mark.rule("HC-DRO-2", "HC-PLAY-11")
def test_alone_the_actor_owes_a_lake_at_once() -> None:
    said = {"left": "B C", "leftovers": {"B": "tree", "C": "tree"}}
    match = at("bird:C", A="drought lake bug", **said)
    assert told(play(match, "A drought")) == ["A played"]
    assert (to_move(match), legal(match), view(match).decision) == ("A", {"lake"}, "lake")
    play(match, "A lake", "A bug")
    match = at("bird:C", A="drought bug", **said)
    assert told(play(match, "A drought"))[:3] == ["A played", "A eliminated", "round_ended"]


@pytest.mark.rule("HC-DRO-3", "R-28")
def test_follow_rows_are_ignored() -> None:
    """No Lake goes on a Lake otherwise, nor on the Bug below the Drought."""
    match = at("tree:C bug:C", A="drought lake bug", B="lake bug", C="lake bug")
    play(match, "A drought", "B lake", "C lake", "A lake")
    assert pile(match) == ["tree", "bug", "drought", "lake", "lake", "lake"]


@pytest.mark.rule("HC-DRO-4", "R-11")
@pytest.mark.parametrize(("bugs", "status"), [({}, "out"), ({"A": 2}, "spent")])
def test_as_last_card_its_player_owes_no_lake(bugs: dict[str, int], status: str) -> None:
    match = at("poop:B bird:D", A="drought", B="lake bug", C="bug", D="lake tree", bugs=bugs)
    events = play(match, "A drought")
    assert told(events) == ["A played", f"A {status}"]
    assert view(match).to_answer == ("B", "C", "D")
    play(match, "B lake", "D lake", "B bug")
    assert statuses(match).split()[:3] == [status, "out", "eliminated"]


@pytest.mark.rule("HC-DRO-4", "R-11", "HC-SCORE-4")
def test_as_last_card_it_earns_the_bonus() -> None:
    match = at("bird:C", A="drought", B="bug", C="tree*2")
    events = play(match, "A drought")
    assert told(events, "eliminated", "out") == ["A out", "B eliminated", "C eliminated"]
    assert points(events) == [3 + 3, 0, 0]


@pytest.mark.rule("HC-DRO-5")
@pytest.mark.parametrize(("bugs", "status"), [({}, "out"), ({"B": 2}, "spent")])
def test_who_plays_a_lake_as_last_card_leaves(bugs: dict[str, int], status: str) -> None:
    match = at("poop:B bird:C", A="drought lake bug", B="lake", C="lake bug", bugs=bugs)
    assert told(play(match, "A drought", "B lake"))[-2:] == ["B played", f"B {status}"]
    assert to_move(match) == "C"
    play(match, "C lake", "A lake")
    assert to_move(match) == "C", "after A's seat the nearest who is active"


@pytest.mark.rule("HC-DRO-6", "R-12", "R-27")
@pytest.mark.parametrize(
    ("played", "then"), [("bird:D", "B"), ("lost:D", "D")], ids=["clockwise", "counter-clockwise"]
)
def test_then_the_turn_is_counted_from_the_droughts_player(played: str, then: str) -> None:
    hands = dict.fromkeys("BCD", f"lake {EVERY_SUIT}")
    match = at(played, A="drought lake bug", **{**hands, then: f"lake {EVERY_SUIT} worm wind litter"})
    play(match, "A drought")
    asked(match)
    assert (to_move(match), view(match).decision, view(match).demand) == (then, "play", None)
    assert legal(match) == {"bug", "peak", "trail", "worm", "wind=bug", "wind=peak", "wind=trail"}


@pytest.mark.rule("HC-DRO-6", "HC-PLAY-8")
def test_it_is_counted_from_that_seat_even_if_its_player_is_gone() -> None:
    match = at("bird:C", A="drought bug", B="lake bug", C="lake bug", D="lake bug")
    events = play(match, "A drought", "B lake", "C lake", "D lake")
    assert told(events)[-1] == "A eliminated"
    assert to_move(match) == "B"
    match = at("bird:D", A="drought", B="lake", C="lake bug", D="lake bug")
    play(match, "A drought", "B lake", "C lake", "D lake")
    assert to_move(match) == "C"


@pytest.mark.rule("HC-DRO-6", "HC-WIND-1", "R-27")
def test_the_wind_exposed_as_lake_is_no_different() -> None:
    match = at("bird:C", A="drought wind bug", B=f"lake {EVERY_SUIT}", C="lake bug")
    play(match, "A drought", "B lake", "C lake", "A wind=lake")
    assert (to_move(match), legal(match)) == ("B", {"bug", "peak", "trail"})


@pytest.mark.rule("HC-DRO-6", "HC-PLAY-6")
def test_who_cannot_follow_the_lake_is_eliminated_in_turn() -> None:
    match = at("bird:C", A="drought lake bug", B="lake tree", C="lake bug")
    events = play(match, "A drought", "B lake", "C lake", "A lake")
    assert told(events)[-2:] == ["A played", "B eliminated"]
    assert of_kind(events, "eliminated")[0]["on"] == "lake"
    assert to_move(match) == "C"


@pytest.mark.rule("HC-DRO-7", "HC-END-1")
def test_a_drought_that_leaves_no_one_ends_the_round() -> None:
    match = at("bird:C", A="drought bug", B="bug*2", C="lake")
    events = play(match, "A drought")
    assert told(events) == ["A played", "B eliminated"]
    events = play(match, "C lake")
    assert told(events)[:4] == ["C played", "C out", "A eliminated", "round_ended"]
    assert account(events).leftovers == {"A": 1, "B": 2, "C": 0}


@pytest.mark.rule("HC-DRO-2")
def test_a_pending_drought_goes_on_from_a_position() -> None:
    match = at(
        "bird:D drought:B lake:C",
        A="lake tree",
        B="lake bug",
        C="bug",
        left="D",
        leftovers={"D": "bug"},
        decision="lake",
    )
    assert view(match).to_answer == ("A", "B")
    play(match, "A lake", "B lake", "C bug")
    assert seat(match, "C").status == "out"
