"""HC-LOST: the other way round, and every Trail turns it again."""

from __future__ import annotations

import pytest

from hike_cards.helpers import EVERY_SUIT, at, legal, play, seat, statuses, to_move, told, view


@pytest.mark.rule("HC-LOST-1")
def test_lost_reverses() -> None:
    match = at("bird:D", A="lost bird", B="bird*2", C="bird*2", D="bird*3")
    events = play(match, "A lost")
    assert told(events) == ["A played", "A reversed"]
    assert events[1].values == {"direction": "counter-clockwise"}
    assert view(match).direction == "counter-clockwise"
    play(match, "D bird", "C bird", "B bird", "A bird")


@pytest.mark.rule("HC-LOST-2", "R-08")
@pytest.mark.parametrize("trail", ["trail", "wind=trail"])
def test_every_trail_after_it_reverses(trail: str) -> None:
    held = trail.partition("=")[0]
    match = at("lost:C lake:D", A=f"{held} bug", B="trail lake*2", C="bug lake*2", D="light*3")
    assert view(match).direction == "counter-clockwise"
    assert told(play(match, f"A {trail}")) == ["A played", "A reversed"]
    assert (view(match).direction, to_move(match)) == ("clockwise", "B")
    play(match, "B lake", "C bug")
    match = at("lost:A trail:B trail:C lake:D", A="trail bug", B="lake*3", C="lake*2", D="peak*3")
    assert view(match).direction == "counter-clockwise"
    play(match, "A trail")
    assert view(match).direction == "clockwise"


@pytest.mark.rule("HC-LOST-2")
@pytest.mark.parametrize("trail", ["trail", "wind=trail"])
def test_trails_before_it_do_not(trail: str) -> None:
    held = trail.partition("=")[0]
    match = at("lake:C", A=f"{held} bug", B="lost tree", C="tree*2")
    assert told(play(match, f"A {trail}")) == ["A played"]
    assert view(match).direction == "clockwise"
    play(match, "B lost")
    assert view(match).direction == "counter-clockwise", "once, for Lost"
    assert view(at("trail:C trail:B", A="bug tree", B="?", C="?")).direction == "clockwise"


@pytest.mark.rule("HC-LOST-2")
def test_the_wind_as_another_suit_does_not_reverse() -> None:
    match = at("lost:C lake:B", A="wind bug", B="bug*2", C="bug light*2")
    assert told(play(match, "A wind=bug")) == ["A played"]
    assert view(match).direction == "counter-clockwise"


@pytest.mark.rule("HC-LOST-3")
def test_of_two_the_actor_goes_again_on_lost() -> None:
    match = at("bird:C", A=f"lost {EVERY_SUIT} litter", C="bird*2", left="B", leftovers={"B": "tree"})
    events = play(match, "A lost")
    assert told(events) == ["A played", "A reversed", "A again"]
    assert (to_move(match), view(match).direction) == ("A", "counter-clockwise")
    assert legal(match) == set(EVERY_SUIT.split())
    play(match, "A bird", "C bird")


@pytest.mark.rule("HC-LOST-3", "HC-WIND-1")
@pytest.mark.parametrize("trail", ["trail", "wind=trail"])
def test_of_two_the_actor_goes_again_on_a_trail_and_follows_it(trail: str) -> None:
    held = trail.partition("=")[0]
    match = at("lost:A lake:C", A=f"{held} tree bug", C="bug*2 tree", left="B", leftovers={"B": "tree"})
    events = play(match, f"A {trail}")
    assert told(events) == ["A played", "A reversed", "A again"]
    assert (to_move(match), legal(match), view(match).direction) == ("A", {"tree"}, "clockwise")
    play(match, "A tree", "C bug")


@pytest.mark.rule("HC-LOST-3", "HC-PLAY-6")
def test_who_cannot_follow_the_own_trail_is_eliminated() -> None:
    match = at("lost:A lake:C", A="trail bug", C="tree*2", left="B", leftovers={"B": "tree"})
    events = play(match, "A trail")
    assert told(events) == ["A played", "A reversed", "A again", "A eliminated"]
    assert to_move(match) == "C"


@pytest.mark.rule("HC-LOST-3")
def test_of_three_the_next_one_plays() -> None:
    match = at("lost:A lake:C", A="trail tree*2", B="tree*2", C="tree*2")
    assert told(play(match, "A trail")) == ["A played", "A reversed"]
    assert to_move(match) == "B"


@pytest.mark.rule("HC-LOST-3")
def test_without_lost_a_trail_does_not_go_again() -> None:
    match = at("lake:C", A="trail tree*2", C="tree*2", left="B", leftovers={"B": "tree"})
    play(match, "A trail")
    assert to_move(match) == "C"


@pytest.mark.rule("HC-LOST-3", "HC-LOST-4", "HC-PLAY-8")
def test_two_are_counted_when_it_is_played_not_after() -> None:
    """Three were active when A played; that A's last card leaves two makes no difference."""
    match = at("bird:C", A="lost", B="bird*2", C="bird*2")
    events = play(match, "A lost")
    assert told(events) == ["A played", "A reversed", "A out"]
    assert to_move(match) == "C"


@pytest.mark.rule("HC-LOST-4", "R-14")
@pytest.mark.parametrize(("bugs", "status"), [({}, "out"), ({"A": 1}, "spent")])
@pytest.mark.parametrize("card", ["lost", "trail", "wind=trail"])
def test_as_last_card_the_other_goes_on(card: str, bugs: dict[str, int], status: str) -> None:
    played = "poop:C lake:C" if card == "lost" else "poop:C lost:C lake:C"
    match = at(played, A=card.partition("=")[0], C="tree*2", left="B", leftovers={"B": "tree"}, bugs=bugs)
    events = play(match, f"A {card}")
    assert told(events) == ["A played", "A reversed", f"A {status}"]
    assert to_move(match) == "C"


@pytest.mark.rule("HC-LOST-4", "HC-PLAY-8")
def test_as_last_card_of_three_the_turn_passes_in_the_new_direction() -> None:
    match = at("lost:B bird:C lake:D", A="trail", B="tree*2", C="tree*2", D="tree*2")
    play(match, "A trail")
    assert (view(match).direction, to_move(match)) == ("clockwise", "B")


@pytest.mark.rule("HC-LOST-5", "HC-PLAY-11")
def test_alone_the_direction_flips_and_the_same_player_goes_on() -> None:
    said = {"left": "B C", "leftovers": {"B": "bug", "C": "bug"}}
    match = at("bird:C", A="lost trail tree bug", **said)
    assert told(play(match, "A lost")) == ["A played", "A reversed"]
    assert (view(match).direction, to_move(match)) == ("counter-clockwise", "A")
    play(match, "A trail")
    assert (view(match).direction, to_move(match)) == ("clockwise", "A")
    play(match, "A tree")


@pytest.mark.rule("R-36", "HC-LOST-3", "HC-PLAY-7")
def test_a_holder_of_litter_counts_as_the_second() -> None:
    match = at("bird:C", A="lost bug", C="litter", left="B", leftovers={"B": "tree"})
    play(match, "A lost")
    assert statuses(match) == "active eliminated active"
    assert to_move(match) == "A"
    events = play(match, "A bug")
    assert told(events)[:4] == ["A played", "A out", "C eliminated", "round_ended"]


@pytest.mark.rule("HC-LOST-3")
def test_a_lake_in_a_drought_or_a_planting_reverses_nothing() -> None:
    match = at("lost:C bird:C", A="drought lake bug", C="wind bug", left="B", leftovers={"B": "tree"})
    play(match, "A drought", "C wind=lake", "A lake")
    assert (view(match).direction, to_move(match)) == ("counter-clockwise", "C")
    assert seat(match, "A").hand_size == 1
