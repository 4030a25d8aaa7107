"""The end of a race day: catch-up cards, the reset, standing still (ledger, HD-EOD and its rulings)."""

from __future__ import annotations

from typing import Any

import pytest

import trailmix
from hike_dogsled.helpers import (
    decision,
    hand,
    legal,
    of_kind,
    own,
    pawn,
    play,
    race,
    refusal,
    seat,
    slots_in,
    to_move,
    told,
    view,
)
from trailmix.engine.match import Match

LONG = " ".join(["S"] * 40)
SNOW = "S S S S / S S S S"
ICE = "I I I I / I I I I"


def behind(**positions: int) -> Match:
    """Racers at positions on a long track of snow, the last of the day to move."""
    seats: dict[str, Any] = {name: (SNOW, {"position": at}) for name, at in positions.items()}
    last = sorted(positions)[-1]
    return race(LONG, **seats, order=" ".join(sorted(positions)), to_move=last, turn=last)


@pytest.mark.rule("WE-7", "HD-EOD-2", "HD-RUL-28")
@pytest.mark.parametrize(("at", "eligible"), [(12, True), (13, True), (14, False), (20, False), (0, True)])
def test_worked_example_7(at: int, eligible: bool) -> None:
    match = behind(A=at, B=20)
    events = play(match, "B end")
    assert [each["seat"] for each in of_kind(events, "caught_up")] == (["A"] if eligible else [])
    assert len(hand(match, "A")) == eligible
    assert seat(match, "A").catch_up == (
        {"C": "single", "D": "double"}[hand(match, "A")] if eligible else None
    )


@pytest.mark.rule("HD-EOD-2")
@pytest.mark.parametrize(("held", "drawn"), [("C", 0), ("D", 0), ("E", 1), ("", 1)])
def test_only_who_holds_no_care(held: str, drawn: int) -> None:
    match = race(
        LONG, A=(SNOW, {"hand": held}), B=(SNOW, {"position": 20}), order="A B", to_move="B", turn="B"
    )
    events = play(match, "B end")
    assert len(told(events, "caught_up")) == drawn
    assert len(hand(match, "A").split()) == len(held) + drawn


@pytest.mark.rule("HD-EOD-2")
def test_the_draws_go_from_the_first_player_clockwise() -> None:
    match = behind(A=3, B=0, C=2, D=20)
    before = view(match).care_pile
    events = play(match, "D end")
    assert [each["seat"] for each in of_kind(events, "caught_up")] == ["A", "B", "C"]
    then = view(match).care_pile
    assert before.singles + before.doubles - then.singles - then.doubles == 3
    drawn = [each["card"] for each in of_kind(events, "caught_up")]
    assert drawn == [hand(match, name) for name in "ABC"]
    assert drawn.count("C") == before.singles - then.singles


@pytest.mark.rule("HD-EOD-2", "HD-DEF-7")
def test_the_leading_pawn_of_all_counts_and_the_eliminated_draw_nothing() -> None:
    match = race(
        LONG,
        A=(SNOW, {"position": 10}),
        B=None,
        C=(SNOW, {"position": 17}),
        D=(SNOW, {"position": 16}),
        order="A D C",
        to_move="C",
        turn="C",
    )
    events = play(match, "C end")
    assert [each["seat"] for each in of_kind(events, "caught_up")] == ["A"]


@pytest.mark.rule("HD-EOD-3", "HD-INFO-2")
def test_the_card_is_open() -> None:
    match = behind(A=0, B=20)
    play(match, "B end")
    shown = seat(match, "A")
    assert shown.catch_up is not None
    assert (shown.hand.singles, shown.hand.doubles) in ((1, 0), (0, 1))
    assert shown.hand.hidden == 0


def duty(kind: str = "single", sled: str = "S~ S~ Y Y / Y Y Y Y", **said: Any) -> Match:
    card = {"single": "C", "double": "D", "extra": "C"}[kind]
    return race(f"P {LONG}", A=(sled, {"hand": card, "caught": kind, **said}), B=(SNOW, {"position": 20}))


@pytest.mark.rule("HD-RUL-29", "HD-RACE-3", "HD-EOD-3")
@pytest.mark.parametrize(
    ("kind", "wanted"), [("single", {"care T1", "care T2"}), ("double", {"double 1", "double 2"})]
)
def test_the_turn_cannot_end_while_the_card_can_be_played(kind: str, wanted: set[str]) -> None:
    match = duty(kind)
    assert legal(match) == wanted
    assert own(match, "A").must_care
    assert refusal(match, "end").endswith(".")
    play(match, f"A {min(wanted)}")
    assert hand(match, "A") == ""
    assert seat(match, "A").catch_up is None
    assert to_move(match) == "B"  # nothing can be used or played any more


@pytest.mark.rule("HD-RUL-29", "HD-RUL-54")
def test_with_one_target_the_card_is_played_by_itself() -> None:
    match = race("S P S S S S S S", A=("S Y Y Y / Y Y Y Y", {"hand": "C", "caught": "single"}), B=ICE)
    events = play(match, "A use T1")
    assert of_kind(events, "cared") == [{"seat": "A", "card": "C", "slots": ["T1"], "huskies": ["H01"]}]
    assert hand(match, "A") == ""


@pytest.mark.rule("HD-RUL-29", "HD-RACE-3")
def test_with_the_card_one_runs_until_no_husky_can_then_plays_it_then_may_end() -> None:
    match = race(
        f"S S {LONG}",
        A=("S S Y Y / Y Y Y Y", {"hand": "C", "caught": "single"}),
        B=(SNOW, {"position": 20}),
    )
    assert legal(match) == {"use T1", "use T2"}
    assert (own(match, "A").must_care, own(match, "A").care_locked) == (True, True)
    assert refusal(match, "end") == (
        "You have to play your catch-up card today: run until no husky can run, then play it."
    )
    play(match, "A use T1")
    assert to_move(match) == "A"  # the only husky that can run is not sent by itself
    assert legal(match) == {"use T2"}
    play(match, "A use T2")
    assert legal(match) == {"care T1", "care T2"}
    assert (own(match, "A").must_care, own(match, "A").care_locked) == (True, False)
    play(match, "A care T2")
    assert legal(match) == {"use T2", "end"}
    assert not own(match, "A").must_care
    play(match, "A end")
    assert to_move(match) == "B"


@pytest.mark.rule("HD-RUL-29", "HD-RUL-27")
def test_a_husky_that_fits_an_equipment_field_can_run_too() -> None:
    """Stopping in front of it is still allowed; but another husky has to run then, and the last to enter."""
    match = race(
        f"S S* {LONG}",
        A=("SS S Y Y / Y Y Y Y", {"hand": "C", "caught": "single"}),
        B=(SNOW, {"position": 20}),
    )
    play(match, "A use T1", "A stop")
    assert legal(match) == {"use T2"}
    play(match, "A use T2")
    assert pawn(match, "A") == 2


@pytest.mark.rule("HD-RUL-29")
@pytest.mark.parametrize("held", [{"hand": "C"}, {"hand": "D"}])
def test_other_care_is_no_duty(held: dict[str, str]) -> None:
    match = race(LONG, A=(SNOW, held), B=(SNOW, {"position": 20}))
    assert "end" in legal(match)
    assert not own(match, "A").must_care


@pytest.mark.rule("HD-RUL-29", "HD-RUL-40")
def test_the_duty_is_the_same_if_all_race_at_the_same_time() -> None:
    match = race(
        LONG,
        options={"simultaneous": True},
        A=(SNOW, {"hand": "D", "caught": "double"}),
        B=(SNOW, {"position": 20}),
    )
    assert "end" not in legal(match)
    assert own(match, "A").must_care


@pytest.mark.rule("HD-RUL-30", "HD-RUL-29")
def test_a_card_that_cannot_be_played_all_day_stays_and_so_does_the_duty() -> None:
    """Nobody is tired, as nobody could run; with huskies at rest it is the same."""
    match = race(
        f"P {LONG}",
        A=(SNOW, {"hand": "C", "caught": "single"}),
        B=(SNOW, {"position": 9}),
        order="B A",
        to_move="B",
        turn="B",
    )
    events = play(match, "B end")
    assert view(match).day == 2
    assert (hand(match, "A"), seat(match, "A").catch_up) == ("C", "single")
    assert told(events, "caught_up") == []


@pytest.mark.rule("HD-EOD-4", "HD-RUL-31")
def test_an_empty_pile_is_made_of_the_discards() -> None:
    """All other care cards lie with the leader."""
    match = race(
        LONG,
        A=SNOW,
        B=(SNOW, {"position": 20, "hand": " ".join(["C"] * 6 + ["D"] * 10)}),
        care_pile=[0, 0],
        care_discards=[0, 2],
        order="A B",
        to_move="B",
        turn="B",
    )
    events = play(match, "B end")
    assert of_kind(events, "caught_up") == [{"seat": "A", "card": "D"}]
    assert (view(match).care_pile.doubles, view(match).discards.doubles) == (1, 0)


@pytest.mark.rule("HD-RUL-31", "HD-EOD-4")
def test_with_nothing_left_a_single_is_created_and_leaves_the_game() -> None:
    match = race(
        f"S P {LONG}",
        A="S S Y Y / Y Y Y Y",
        B=(SNOW, {"position": 20, "hand": " ".join(["C"] * 6 + ["D"] * 12)}),
        care_pile=[0, 0],
        care_discards=[0, 0],
        order="A B",
        to_move="B",
        turn="B",
    )
    events = play(match, "B end")
    assert of_kind(events, "caught_up") == [{"seat": "A", "card": "C"}]
    assert (hand(match, "A"), seat(match, "A").catch_up) == ("C", "single")
    play(match, "A use T1")
    assert hand(match, "A") == ""  # played by itself on its only target
    assert view(match).discards.singles == 0
    play(match, "B end")
    assert (view(match).care_pile.singles, view(match).discards.singles) == (0, 0)


@pytest.mark.rule("HD-RUL-31")
@pytest.mark.parametrize(("kind", "discarded"), [("extra", 0), ("single", 1)])
def test_only_a_card_of_the_box_is_discarded(kind: str, discarded: int) -> None:
    match = race(
        f"P {LONG}", A=("S~ S~ Y Y / Y Y Y Y", {"hand": "C", "caught": kind}), B=(SNOW, {"position": 3})
    )
    before = view(match).care_pile
    play(match, "A care T1", "B end")
    assert (view(match).day, view(match).discards.singles) == (2, discarded)
    assert view(match).care_pile == before


@pytest.mark.rule("HD-EOD-1", "HD-RUL-32", "HD-END-1")
def test_on_the_last_day_nothing_is_drawn_or_reset() -> None:
    match = race(LONG, A="S S Y Y / Y Y Y Y", B=("S S S S / S S S S", {"position": 39}))
    play(match, "A use T1", "A end")
    events = play(match, "B use B2")
    assert match.over
    assert told(events, "caught_up", "race_day") == []
    assert (slots_in(match, "A", "tired"), slots_in(match, "B", "tired")) == ("T1", "B2")
    assert hand(match, "A") == ""


@pytest.mark.rule("HD-EOD-5")
def test_cubes_go_rest_and_equipment_stay() -> None:
    match = race(LONG, A="S S! S+ I / Y Y! S+! Y", B=SNOW)
    play(match, "A use T1", "A use T3+I", "B end")
    assert slots_in(match, "A", "tired") == ""
    assert slots_in(match, "A", "rest") == "T2 B2 B3"
    assert {slot for slot, one in seat(match, "A").sled.items() if one.equipped} == {"T3", "B3"}


# --- standing still -------------------------------------------------------------------------------------


@pytest.mark.rule("HD-RUL-39", "HD-EOD-1")
def test_if_nobody_can_ever_move_the_match_ends() -> None:
    """A moves onto the last snow; next day all are blocked, are not even asked, and it is over."""
    match = race("S P P P P P P P", A=("S S Y Y / Y Y Y Y", {}), B="S S S S / S S S S")
    play(match, "A use T1")
    assert to_move(match) == "B"
    events = play(match, "B use T1")
    assert match.over
    assert of_kind(events, "stood_still") == [{"seat": None, "days": 1}]
    assert [each["how"] for each in of_kind(events, "won")] == ["standstill"]
    assert match.places() == [1, 2]  # both on field 1 with eight ready huskies, A's with fewer points
    assert [pawn(match, name) for name in "AB"] == [1, 1]


@pytest.mark.rule("HD-RUL-39")
def test_waiting_by_choice_ends_it_on_the_third_day_in_a_row() -> None:
    match = race(LONG, A=SNOW, B=(SNOW, {"position": 1}))
    for day in (1, 2):
        events = play(match, "A end", "B end")
        assert of_kind(events, "stood_still") == [{"seat": None, "days": day}]
        assert view(match).still == day
        assert not match.over
    events = play(match, "A end", "B end")
    assert match.over
    assert match.places() == [2, 1]
    assert [each["seat"] for each in of_kind(events, "won")] == ["B"]
    assert view(match).still == 3
    assert trailmix.load(match.position()).position() == match.position()


@pytest.mark.rule("HD-RUL-39")
def test_a_move_of_anybody_starts_the_count_anew() -> None:
    match = race(LONG, A=SNOW, B=(SNOW, {"position": 5}), still=2)
    play(match, "A use T1", "A end", "B end")
    assert (match.over, view(match).still) == (False, 0)


@pytest.mark.rule("HD-RUL-39")
def test_one_who_could_move_keeps_the_race_going() -> None:
    match = race(f"P {LONG}", A=SNOW, B=(SNOW, {"position": 5}), day=2, order="A B", to_move="B", turn="B")
    events = play(match, "B end")
    assert not match.over
    assert of_kind(events, "stood_still") == [{"seat": None, "days": 1}]
    assert (to_move(match), decision(match)) == ("B", "step")  # A is blocked, and not asked


@pytest.mark.rule("HD-RUL-39", "HD-END-3", "HD-END-4")
def test_the_furthest_pawn_wins_ties_as_at_the_finish() -> None:
    match = race(
        LONG,
        A=("S S S S / S S S S", {"position": 4}),
        B=("S S S S! / S S S S", {"position": 6}),
        C=("S S S S / S S S SI", {"position": 6}),
        D=("S S S S / S S S S", {"position": 6}),
        still=2,
    )
    play(match, "A end", "B end", "C end", "D end")
    assert match.over
    assert match.places() == [4, 3, 2, 1]
