"""The race: order, movement, points (ledger, HD-RACE, HD-DEF-4 to -8)."""

from __future__ import annotations

import pytest

from hike_dogsled.helpers import (
    corrected,
    decision,
    legal,
    of_kind,
    pawn,
    plain,
    play,
    prep,
    preview,
    race,
    refusal,
    seat,
    slots_in,
    to_move,
    told,
    view,
)
from trailmix.engine.match import Match

EXAMPLE = "SP SIP SI SS / P Y S I"
SNOW = "S S S S / S S S S"
ICE = "I I I I / I I I I"
FULL = "T1=H01 T2=H02 T3=H03 T4=H04 B1=H05 B2=H06 B3=H07 B4=H08"


@pytest.mark.rule("WE-2", "HD-RACE-3", "HD-RACE-4", "HD-RACE-5", "HD-RACE-6", "HD-RACE-7", "HD-RACE-8")
def test_worked_example_2() -> None:
    match = race("S P I S S I S I P I S", A=EXAMPLE)
    for husky, position, lost in (
        ("T1", 2, ""),
        ("T3", 4, ""),
        ("B3", 5, ""),
        ("B4", 6, ""),
        ("T4", 7, "S"),
        ("T2", 9, "S"),
    ):
        told_before = preview(match, f"use {husky}").outcomes[0]
        assert (told_before.to, told_before.lost) == (position, lost)
        events = play(match, f"A use {husky}")
        assert pawn(match, "A") == position
        assert [each["points"] for each in of_kind(events, "lost_points")] == ([[*lost]] if lost else [])
    assert of_kind(events, "ended_turn") == [{"seat": "A", "position": 9}]  # nothing else was left to do
    assert to_move(match) == "B"
    assert slots_in(match, "A", "tired") == "T1 T2 T3 T4 B3 B4"
    assert slots_in(match, "A", "ready") == "B1 B2"


@pytest.mark.rule("HD-RACE-1", "HD-RUL-34")
def test_on_the_first_day_racers_move_clockwise_from_the_first_player() -> None:
    other = FULL.replace("H0", "H1")
    match = prep(
        data=plain("S"),
        players=3,
        day=5,
        A={"sled": "T1=H30"},
        B={"sled": FULL, "declared": 2, "care_pile": 0, "hand": "C D D"},
        C={"sled": other, "declared": 4},
    )
    events = play(match, "A swap T1 H30 T1")
    assert of_kind(events, "race_day") == [{"seat": None, "day": 1, "order": ["B", "C"]}]
    assert (view(match).order, to_move(match), view(match).day) == (("B", "C"), "B", 1)


@pytest.mark.rule("HD-RACE-2", "HD-RUL-33", "HD-EOD-6")
def test_later_the_one_furthest_back_moves_first() -> None:
    """Ties clockwise from the first player."""
    said = {"A": 6, "B": 3, "C": 6, "D": 3}
    seats = {name: (ICE.replace("I I I I /", "S I I I /"), {"position": at}) for name, at in said.items()}
    match = race(" ".join(["S"] * 20), **seats, order="D A B C", turn="C", to_move="C")
    events = play(match, "C use T1")
    assert of_kind(events, "race_day")[0]["order"] == ["B", "D", "A", "C"]
    assert view(match).order == ("B", "D", "A", "C")
    for name in "BDAC":
        assert to_move(match) == name
        play(match, f"{name} use T1")


@pytest.mark.rule("HD-RACE-2")
def test_the_order_of_a_day_does_not_change_during_it() -> None:
    match = race(
        " ".join(["S"] * 20),
        A=SNOW,
        B=(SNOW, {"position": 2}),
        C=(SNOW, {"position": 1}),
        order="A C B",
        day=2,
    )
    assert view(match).order == ("A", "C", "B")
    play(match, "A use T1", "A use T2", "A use T3", "A end")
    assert (view(match).order, to_move(match)) == (("A", "C", "B"), "C")


@pytest.mark.rule("HD-RACE-3")
def test_a_racer_stops_between_two_huskies_whenever_it_likes() -> None:
    match = race(" ".join(["S"] * 20), A=SNOW)
    assert legal(match) == {f"use {row}{n}" for row in "TB" for n in range(1, 5)} | {"end"}
    play(match, "A use B3")
    assert "end" in legal(match)
    play(match, "A end")
    assert (pawn(match, "A"), to_move(match)) == (1, "B")


@pytest.mark.rule("HD-RACE-3", "HD-RUL-54")
def test_a_turn_may_be_ended_without_a_move() -> None:
    match = race(" ".join(["S"] * 20), A=SNOW)
    play(match, "A end")
    assert (pawn(match, "A"), slots_in(match, "A", "tired")) == (0, "")


@pytest.mark.rule("HD-DEF-5", "HD-RACE-4")
@pytest.mark.parametrize("field", ["S", "I", "P"])
def test_a_point_matches_its_own_terrain_only(field: str) -> None:
    match = race(f"{field} S S S S S S S S S", A="S I P SI / SP IP SIP Y")
    wanted = {"S": {"T1", "T4", "B1", "B3"}, "I": {"T2", "T4", "B2", "B3"}, "P": {"T3", "B1", "B2", "B3"}}
    assert {action.split()[1] for action in legal(match, "use")} == wanted[field]


@pytest.mark.rule("HD-RACE-4")
def test_no_field_is_skipped() -> None:
    match = race("S I S S S S S S S", A="SS S S S / S S S S")
    play(match, "A use T1")
    assert pawn(match, "A") == 1
    assert to_move(match) == "B"  # ice ahead, and nobody with ice


@pytest.mark.rule("HD-RACE-5")
@pytest.mark.parametrize(
    ("fields", "ends"), [("S I P", 3), ("P I S", 3), ("I P S", 3), ("P S S", 2), ("S S I", 1)]
)
def test_points_are_spent_in_the_order_that_fits(fields: str, ends: int) -> None:
    match = race(f"{fields} P P P P P P P", A="SIP Y Y Y / Y Y Y Y")
    play(match, "A use T1")
    assert pawn(match, "A") == ends


@pytest.mark.rule("HD-RACE-6", "HD-RACE-7")
def test_points_that_do_not_fit_are_lost_for_the_day() -> None:
    """The ice of T1 is lost though ice comes later in the day."""
    match = race("S S I I I I I I", A="SI SI I Y / Y Y Y Y")
    events = play(match, "A use T1")
    assert of_kind(events, "lost_points") == [{"seat": "A", "points": ["I"]}]
    play(match, "A use T2")
    assert pawn(match, "A") == 3
    assert legal(match) == {"use T3", "end"}
    assert refusal(match, "use T1").endswith(".")


@pytest.mark.rule("HD-RACE-7", "HD-DEF-4", "HD-EOD-5")
def test_a_used_husky_is_tired_until_the_day_is_over() -> None:
    match = race(" ".join(["S"] * 20), A=SNOW, B=SNOW)
    play(match, "A use T2", "A use B4", "A end")
    assert slots_in(match, "A", "tired") == "T2 B4"
    play(match, "B end")
    assert slots_in(match, "A", "tired") == ""
    assert slots_in(match, "A", "ready") == "T1 T2 T3 T4 B1 B2 B3 B4"
    assert view(match).day == 2


@pytest.mark.rule("HD-RACE-8", "HD-RUL-19")
def test_a_husky_that_would_not_move_cannot_be_used() -> None:
    match = race("S I P S S S S S", A="I P IP Y / S Y Y Y")
    assert legal(match) == {"use B1", "end"}
    for slot in ("T1", "T2", "T3", "T4"):
        assert refusal(match, f"use {slot}").endswith(".")


@pytest.mark.rule("HD-RUL-20", "HD-RACE-8")
def test_points_that_fit_must_be_spent() -> None:
    """There is no stop between the fields of one husky."""
    match = race("S S S I S S S S", A="SSS S S S / S S S S")
    assert preview(match, "use T1").outcomes[0].to == 3
    play(match, "A use T1")
    assert pawn(match, "A") == 3
    assert refusal(match, "stop").endswith(".")


@pytest.mark.rule("HD-RACE-9", "HD-RUL-36")
def test_youngsters_are_never_used_and_stay_ready() -> None:
    match = race(" ".join(["S"] * 12), A="S Y Y Y / Y Y Y Y")
    assert legal(match) == {"use T1", "end"}
    assert refusal(match, "use T2").endswith(".")
    play(match, "A use T1")
    assert slots_in(match, "A", "ready") == "T2 T3 T4 B1 B2 B3 B4"
    assert seat(match, "A").ready_huskies == 7


@pytest.mark.rule("HD-RACE-10", "HD-RUL-18")
def test_pawns_share_fields_and_pass_each_other() -> None:
    match = race(
        " ".join(["S"] * 20), A="SS S S S / S S S S", B=(SNOW, {"position": 1}), C=(SNOW, {"position": 2})
    )
    play(match, "A use T2")
    assert pawn(match, "A") == pawn(match, "B") == 1
    play(match, "A use T1")
    assert pawn(match, "A") == 3


@pytest.mark.rule("HD-RACE-11", "HD-EOD-5", "HD-EOD-6")
def test_the_day_ends_when_all_have_moved() -> None:
    match = race(" ".join(["S"] * 20), A=SNOW, B=SNOW, C=SNOW)
    events = play(match, "A use T1", "A end", "B end")
    assert told(events, "race_day") == []
    events = play(match, "C use T1", "C end")
    assert told(events, "race_day") == ["race_day"]
    assert (view(match).day, view(match).order, to_move(match)) == (2, ("B", "A", "C"), "B")


@pytest.mark.rule("HD-DEF-6", "HD-DEF-8")
def test_positions_are_counted_along_all_landscapes() -> None:
    """Cards of any number of fields, the start card's the first ones."""
    data = corrected(plain("SIP"), L00="S P", L01="I", L02="S S S S S S S", L03="P*", L19="S I")
    said = {"declared": 1, "position": 0, "hand": "", "care_pile": 0}
    full = {"sled": FULL, **said}
    other = {"sled": FULL.replace("H0", "H1"), **said}
    match = prep(data=data, phase="race", day=1, track="L01 L02 L03 L04 L05 L06 L07 L08", A=full, B=other)
    assert view(match).fields == 2 + 1 + 7 + 1 + 5 * 5 + 2
    play(match, "A use T1")  # snow and powder of the start card, ice of the first landscape
    assert pawn(match, "A") == 3


@pytest.mark.rule("HD-DEF-6")
def test_the_race_begins_at_position_0() -> None:
    match = race("S S S S S S S S", A=SNOW)
    assert [each.position for each in view(match).seats] == [0, 0]


@pytest.mark.rule("HD-DEF-8", "HD-RUL-35", "HD-RUL-54")
def test_at_the_last_field_surplus_points_are_lost_and_the_turn_ends() -> None:
    match = race(" ".join(["S"] * 8), A=("SSS SS S S / S S S S", {"position": 7}), B=SNOW)
    events = play(match, "A use T1")
    assert pawn(match, "A") == 8
    assert of_kind(events, "lost_points") == [{"seat": "A", "points": ["S", "S"]}]
    assert of_kind(events, "ended_turn") == [{"seat": "A", "position": 8}]
    assert to_move(match) == "B"


@pytest.mark.rule("HD-RUL-35")
def test_the_last_field_is_entered_with_a_matching_point_only() -> None:
    match = race("S S S S S S S I", A=("S S S S / S S S I", {"position": 7}))
    assert legal(match) == {"use B4", "end"}


@pytest.mark.rule("HD-RUL-54")
def test_who_can_do_nothing_is_not_asked() -> None:
    """B has no snow: A's end leads to C."""
    match = race(" ".join(["S"] * 12), A=SNOW, B=ICE, C=SNOW)
    events = play(match, "A end")
    assert to_move(match) == "C"
    assert [each["seat"] for each in of_kind(events, "ended_turn")] == ["A", "B"]


def points_of(match: Match, slot: str) -> int:
    return preview(match, f"use {slot}").outcomes[0].to


@pytest.mark.rule("HD-RACE-5")
def test_any_number_of_points_is_allowed() -> None:
    match = race(" ".join(["S"] * 12), A="SSSSS S S S / S S S S")
    assert points_of(match, "T1") == 5
    assert decision(match) == "step"
