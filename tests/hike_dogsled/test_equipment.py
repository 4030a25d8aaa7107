"""Equipped huskies, and fields that require equipment (ledger, HD-EQUIP)."""

from __future__ import annotations

import pytest

from hike_dogsled.helpers import (
    decision,
    hand,
    legal,
    of_kind,
    pawn,
    play,
    preview,
    race,
    refusal,
    seat,
    slots_in,
    to_move,
    told,
    view,
)

EXAMPLE = "SP SIP SI SS / P Y S+ I"
ALL_YOUNG = "SI Y Y Y / Y Y Y Y"


def customs(match: object, slot: str) -> set[str]:
    return {action.partition("+")[2] for action in legal(match, f"use {slot}")}  # type: ignore[arg-type]


@pytest.mark.rule("WE-3", "HD-EQUIP-1", "HD-EQUIP-2", "HD-EQUIP-4")
def test_worked_example_3() -> None:
    match = race("S S I S S S S S S S", A=EXAMPLE)
    assert customs(match, "B3") == {"S", "I"}
    assert refusal(match, "use B3+P").endswith(".")
    assert refusal(match, "use B3").endswith(".")
    assert preview(match, "use B3+S").outcomes[0].to == 2
    assert preview(match, "use B3+I").outcomes[0].to == 1


@pytest.mark.rule("HD-EQUIP-2", "HD-EQUIP-5")
def test_either_point_may_be_spent_first() -> None:
    match = race("I S S S S S S S S", A=EXAMPLE)
    assert customs(match, "B3") == {"I"}
    play(match, "A use B3+I")
    assert pawn(match, "A") == 2
    match = race("S I S S S S S S S", A=EXAMPLE)
    play(match, "A use B3+I")
    assert pawn(match, "A") == 2


@pytest.mark.rule("HD-RUL-22")
def test_only_choices_that_move_are_offered() -> None:
    """On powder neither snow nor ice helps; on ice only the ice does."""
    assert customs(race("P S S S S S S S S", A=EXAMPLE), "B3") == set()
    assert customs(race("I S S S S S S S S", A=EXAMPLE), "B3") == {"I"}


@pytest.mark.rule("HD-EQUIP-2", "HD-RUL-22")
@pytest.mark.parametrize(
    ("sled", "wanted"),
    [
        ("S+ P Y Y / Y I Y Y", {"P"}),  # at the right, not the diagonal ice
        ("S+ Y Y Y / I P Y Y", {"I"}),  # below
        ("P S+ I Y / P SP Y Y", {"P", "I", "S"}),  # three neighbours
        ("S+ S Y Y / Y Y Y Y", {"S"}),  # the own terrain, from another
        ("S+ P~ Y Y / Y Y Y Y", {"P"}),  # a tired one still has its points
        ("S+ P! Y Y / I Y Y Y", {"I"}),  # one at rest has none
        ("S+ P+ Y Y / Y I Y Y", {"P"}),  # not the neighbour's own custom point
    ],
)
def test_the_terrains_of_its_neighbours(sled: str, wanted: set[str]) -> None:
    assert customs(race("S S S S S S S S", A=sled), "T1" if sled[0] == "S" else "T2") == wanted


@pytest.mark.rule("HD-EQUIP-4", "HD-RUL-22")
@pytest.mark.parametrize("sled", ["S+ Y Y Y / Y I Y Y", "S+ P! Y Y / I! Y Y Y"])
def test_without_a_contributing_neighbour_there_is_no_custom_point(sled: str) -> None:
    match = race("S S S S S S S S", A=sled)
    assert legal(match, "use T1") == {"use T1"}
    play(match, "A use T1")
    assert pawn(match, "A") == 1


@pytest.mark.rule("HD-EQUIP-3", "HD-CARE-6")
def test_the_choice_may_differ_from_use_to_use() -> None:
    match = race("S P I P P P P P", A=("S+ P Y Y / I Y Y Y", {"hand": "C"}), B="I I I I / I I I I")
    play(match, "A use T1+P")
    assert pawn(match, "A") == 2
    play(match, "A use B1")  # now powder: T2
    play(match, "A use T2")
    assert pawn(match, "A") == 4
    assert decision(match) == "step"
    play(match, "A care T1")
    assert customs(match, "T1") == {"P"}


@pytest.mark.rule("HD-EQUIP-1", "HD-EQUIP-5")
def test_a_husky_without_equipment_names_no_terrain() -> None:
    match = race("S S S S S S S S", A=EXAMPLE)
    assert "use T4" in legal(match)
    assert refusal(match, "use T4+S").endswith(".")


# --- fields that require equipment ----------------------------------------------------------------------


@pytest.mark.rule("WE-4", "HD-EQUIP-6", "HD-EQUIP-7")
def test_worked_example_4_with_a_card() -> None:
    match = race("S* I S S S S S S", A=(ALL_YOUNG, {"hand": "E"}))
    play(match, "A use T1")
    assert (decision(match), legal(match), view(match).in_use) == ("field", {"pay", "enter"}, "T1")
    events = play(match, "A pay")
    assert (pawn(match, "A"), hand(match, "A"), view(match).discards.equipment) == (2, "", 1)
    assert slots_in(match, "A", "rest") == ""
    assert of_kind(events, "paid") == [{"seat": "A", "field": 1}]


@pytest.mark.rule("WE-4", "HD-EQUIP-6", "HD-EQUIP-8", "HD-EQUIP-9")
def test_worked_example_4_without() -> None:
    match = race("S* I S S S S S S", A="SI S Y Y / Y Y Y Y")
    told_before = preview(match, "use T1").outcomes
    assert [(each.to, each.lost, each.rests) for each in told_before] == [(1, "I", 2)]
    events = play(match, "A use T1")
    assert of_kind(events, "entered") == [{"seat": "A", "field": 1}]
    assert of_kind(events, "lost_points") == [{"seat": "A", "points": ["I"]}]
    assert (pawn(match, "A"), decision(match), view(match).to_rest) == (1, "rest", 2)
    assert legal(match) == {f"rest {slot}" for slot in ("T2", "T3", "T4", "B1", "B2", "B3", "B4")}
    play(match, "A rest B2")
    assert legal(match) == {f"rest {slot}" for slot in ("T2", "T3", "T4", "B1", "B3", "B4")}
    play(match, "A rest T2")
    assert slots_in(match, "A", "rest") == "T2 B2"
    assert slots_in(match, "A", "tired") == "T1"
    assert to_move(match) == "B"


@pytest.mark.rule("HD-EQUIP-7", "HD-RUL-23")
def test_each_card_pays_for_one_field() -> None:
    match = race("S* I* S S S S S S", A=("SIS Y Y Y / Y Y Y Y", {"hand": "E"}))
    play(match, "A use T1", "A pay")
    assert (decision(match), legal(match), pawn(match, "A")) == ("field", {"enter", "stop"}, 1)
    assert refusal(match, "pay").endswith(".")
    match = race("S* I* S S S S S S", A=("SIS Y Y Y / Y Y Y Y", {"hand": "E E"}))
    play(match, "A use T1", "A pay", "A pay")
    assert (pawn(match, "A"), hand(match, "A")) == (3, "")


@pytest.mark.rule("HD-RUL-23", "HD-READY-6")
def test_tucked_equipment_does_not_pay() -> None:
    match = race("S* I S S S S S S", A="S+ I Y Y / Y Y Y Y")
    events = play(match, "A use T1+I")
    assert told(events, "entered") == ["entered"]
    assert decision(match) == "rest"
    assert seat(match, "A").sled["T1"].equipped


@pytest.mark.rule("HD-EQUIP-12", "HD-RUL-21")
def test_who_holds_equipment_may_rest_two_instead() -> None:
    match = race("S* S S S S S S S", A=(ALL_YOUNG, {"hand": "E"}))
    play(match, "A use T1", "A enter")
    assert (decision(match), hand(match, "A"), pawn(match, "A")) == ("rest", "E", 1)


@pytest.mark.rule("HD-RUL-21", "HD-EQUIP-12")
def test_one_may_stop_in_front_but_not_without_having_moved() -> None:
    match = race("S I* S S S S S S", A="SI SI Y Y / Y Y Y Y")
    outcomes = preview(match, "use T1").outcomes
    assert {(each.actions, each.to, each.lost, each.rests) for each in outcomes} == {
        (("enter",), 2, "", 2),
        (("stop",), 1, "I", 0),
    }
    play(match, "A use T1")
    assert (legal(match), pawn(match, "A")) == ({"enter", "stop"}, 1)
    events = play(match, "A stop")
    assert of_kind(events, "stopped") == [{"seat": "A", "field": 2}]
    assert of_kind(events, "lost_points") == [{"seat": "A", "points": ["I"]}]
    assert (pawn(match, "A"), slots_in(match, "A", "tired"), decision(match)) == (1, "T1", "step")
    assert legal(match) == {"use T2", "end"}
    play(match, "A use T2")  # a use cannot consist of declining: it enters
    assert (pawn(match, "A"), decision(match)) == (2, "rest")


@pytest.mark.rule("HD-RUL-21")
def test_entering_at_all_is_optional() -> None:
    match = race("S* S S S S S S S", A=(ALL_YOUNG, {"hand": "E"}))
    play(match, "A end")
    assert (pawn(match, "A"), hand(match, "A")) == (0, "E")


@pytest.mark.rule("HD-EQUIP-6")
def test_a_matching_point_is_needed_as_well() -> None:
    match = race("P* S S S S S S S", A=("SI S I~ P / Y Y Y Y", {"hand": "E E C"}))
    assert legal(match) == {"use T4", "end"}
    assert refusal(match, "use T1").endswith(".")


@pytest.mark.rule("HD-EQUIP-8", "HD-EQUIP-11")
def test_afterwards_the_turn_goes_on() -> None:
    match = race("S* S I S S S S S", A="SS S S I / Y Y Y Y")
    play(match, "A use T1", "A rest B1", "A rest B2")
    assert (decision(match), legal(match)) == ("step", {"use T2", "use T3", "end"})
    play(match, "A use T3", "A use T4")
    assert pawn(match, "A") == 3


@pytest.mark.rule("HD-EQUIP-9", "HD-RUL-24")
@pytest.mark.parametrize(
    ("sled", "first", "second"),
    [
        ("S S S S~ / Y! Y! Y! Y!", {"T2", "T3"}, None),  # exactly two ready: both
        ("S S~ S~ Y / Y! Y! Y! Y!", None, {"T1", "T2", "T3"}),  # one ready: that, and a tired one
        ("S S~ S~ S~ / Y! Y! Y! Y!", {"T1", "T2", "T3", "T4"}, {"T2", "T3", "T4"}),  # none ready
    ],
)
def test_ready_ones_first(sled: str, first: set[str] | None, second: set[str] | None) -> None:
    match = race("S* S S S S S S S", A=sled, B="I I I I / I I I I")
    play(match, "A use T1")
    if first is not None:
        assert {action.split()[1] for action in legal(match, "rest")} == first
        play(match, f"A rest {min(first)}")
    if second is not None:
        assert {action.split()[1] for action in legal(match, "rest")} == second
        play(match, f"A rest {max(second)}")
    assert len(slots_in(match, "A", "rest").split()) == 6


@pytest.mark.rule("HD-RUL-24")
def test_a_tired_husky_put_to_rest_gives_its_cube_back() -> None:
    match = race("S* S S S S S S S", A="S S~ S~ S~ / Y! Y! Y! Y!")
    play(match, "A use T1", "A rest T1", "A rest T2")
    assert slots_in(match, "A", "tired") == "T3 T4"
    assert slots_in(match, "A", "rest") == "T1 T2 B1 B2 B3 B4"


@pytest.mark.rule("HD-RUL-24")
def test_with_fewer_than_two_left_all_of_them_rest() -> None:
    match = race("S* S S S S S S S", A="S Y! Y! Y! / Y! Y! Y! Y!", B="S S S S / S S S S")
    assert preview(match, "use T1").outcomes[0].rests == 1
    play(match, "A use T1")
    assert slots_in(match, "A", "rest") == "T1 T2 T3 T4 B1 B2 B3 B4"
    assert (pawn(match, "A"), to_move(match)) == (1, "B")
    play(match, "B end")  # A stays in the game, and can do nothing
    assert to_move(match) == "B"
    assert seat(match, "A").status == "racer"


@pytest.mark.rule("HD-EQUIP-10", "HD-EOD-5", "HD-CARE-5")
def test_rest_is_for_good() -> None:
    match = race("S* S S S S S S S S S", A=("S S S S / S S S S", {"hand": "C D"}), B="S S S S / S S S S")
    play(match, "A use T1", "A rest B1", "A rest T4", "A end")
    play(match, "B end")
    assert view(match).day == 2
    assert slots_in(match, "A", "rest") == "T4 B1"
    assert to_move(match) == "B"
    play(match, "B end")
    assert refusal(match, "use T4").endswith(".")
    assert {action.split()[1] for action in legal(match, "use")} == {"T1", "T2", "T3", "B2", "B3", "B4"}


@pytest.mark.rule("HD-RUL-50", "HD-EQUIP-10")
def test_an_equipped_husky_may_rest_and_its_card_stays() -> None:
    match = race("S* I* S S S S S S", A="S S Y Y / S+ Y Y Y")
    play(match, "A use T1", "A rest B1", "A rest T2")
    assert seat(match, "A").sled["B1"].equipped
    assert (hand(match, "A"), seat(match, "A").sled["B1"].state) == ("", "rest")
    assert to_move(match) == "B"


@pytest.mark.rule("HD-RUL-35")
def test_equipment_on_the_last_field_is_paid_for_first() -> None:
    fields = "S S S S S S S S*"
    match = race(fields, A=("SS S S S / S S S S", {"position": 7}))
    play(match, "A use T1")
    assert (decision(match), pawn(match, "A")) == ("rest", 8)
    play(match, "A rest T2", "A rest T3")
    assert to_move(match) == "B"
    match = race(fields, A=("SS S S S / S S S S", {"position": 7, "hand": "E"}))
    play(match, "A use T1", "A pay")
    assert (pawn(match, "A"), hand(match, "A"), to_move(match)) == (8, "", "B")
