"""Declaring ready and the end of Preparations (ledger, HD-READY)."""

from __future__ import annotations

from typing import Any

import pytest

from hike_dogsled.helpers import (
    centre,
    decision,
    hand,
    legal,
    of_kind,
    passing,
    pawn,
    plain,
    play,
    prep,
    refusal,
    seat,
    sled,
    statuses,
    to_move,
    told,
    view,
)

FULL = "T1=H01 T2=H02 T3=H03 T4=H04 B1=H05 B2=H06 B3=H07 B4=H08"
OTHER = "T1=H11 T2=H12 T3=H13 T4=H14 B1=H15 B2=H16 B3=H17 B4=H18"
THIRD = "T1=H21 T2=H22 T3=H23 T4=H24 B1=H25 B2=H26 B3=H27 B4=H28"
READY: dict[str, Any] = {"sled": OTHER, "declared": 2}


def cards(text: str) -> list[str]:
    return sorted(text.split())


@pytest.mark.rule("HD-READY-1", "HD-RUL-11")
def test_a_complete_sled_may_declare_after_action_and_bonus() -> None:
    match = prep(data=plain("S"), A={"sled": FULL.replace(" B3=H07 B4=H08", ""), "hand": "H09 Y1"})
    assert refusal(match, "ready").endswith(".")
    play(match, "A place H09 B3")
    assert decision(match) == "bonus"
    assert refusal(match, "ready").endswith(".")
    play(match, "A place Y1 B4")
    assert legal(match) == {"ready", "none"}
    events = play(match, "A ready")
    assert told(events, "readied") == ["readied"]
    assert (seat(match, "A").status, seat(match, "A").declared, to_move(match)) == ("ready", 1, "B")


@pytest.mark.rule("HD-READY-1")
def test_a_sled_with_a_vacant_slot_cannot_declare() -> None:
    match = prep(data=plain("S"), A={"sled": FULL.replace(" B4=H08", "")}, centre="E")
    play(match, "A draft E hand")
    assert to_move(match) == "B"


@pytest.mark.rule("HD-READY-1", "HD-RUL-10")
def test_declaring_is_optional() -> None:
    match = prep(data=plain("S"), A={"sled": FULL}, B={"sled": "T1=H11"})
    play(match, "A swap T1 H01 T1", "A none")
    assert (statuses(match), to_move(match)) == ("unready unready", "B")
    passing(match, "B")
    assert (to_move(match), decision(match)) == ("A", "action")


@pytest.mark.rule("HD-READY-2")
def test_the_pawn_moves_to_the_start() -> None:
    match = prep(data=plain("S"), A={"sled": FULL})
    assert pawn(match, "A") is None
    play(match, "A swap T1 H01 T1", "A ready")
    assert pawn(match, "A") == 0
    assert pawn(match, "B") is None


@pytest.mark.rule("HD-READY-3", "HD-READY-8", "HD-RUL-51", "HD-ACT-5")
def test_huskies_in_hand_go_to_the_centre_where_others_take_them() -> None:
    match = prep(
        data=plain("S"),
        A={"sled": FULL, "hand": "H30 Y1 C E", "mentors": 2},
        decision="action",
        deck="H40 H41 ...",
    )
    play(match, "A swap T1 H01 T1")
    events = play(match, "A ready")
    assert of_kind(events, "gave_back")[0]["returned"] == ["H30", "Y1"]
    play(match, "A none")  # no tuck
    assert (hand(match, "A"), seat(match, "A").mentors) == ("E C", 2)
    assert cards(centre(match)) == ["H30", "H40", "H41", "Y1"]
    play(match, "B draft H30 T1")  # on the same day
    assert sled(match, "B") == "T1=H30"


@pytest.mark.rule("HD-READY-4", "HD-READY-5")
def test_equipment_is_tucked_under_huskies_with_exactly_one_point() -> None:
    sled_ = FULL.replace("B4=H08", "B4=Y1")
    match = prep(data=plain("SI", "S", "P", "SSI", "II", "SIP", "I"), A={"sled": sled_, "hand": "E E"}, B={})
    play(match, "A swap T1 H01 T1", "A ready")
    assert decision(match) == "tuck"
    assert legal(match) == {"tuck T2", "tuck T3", "tuck B3", "none"}
    for action in ("tuck T1", "tuck T4", "tuck B1", "tuck B2", "tuck B4"):
        assert refusal(match, action).endswith(".")
    play(match, "A tuck T3")
    assert legal(match) == {"tuck T2", "tuck B3", "none"}  # at most one each
    play(match, "A tuck B3")
    assert to_move(match) == "B"
    assert {slot for slot, one in seat(match, "A").sled.items() if one.equipped} == {"T3", "B3"}
    assert hand(match, "A") == ""


@pytest.mark.rule("HD-READY-4", "HD-READY-8")
def test_tucking_is_a_choice() -> None:
    match = prep(data=plain("S"), A={"sled": FULL, "hand": "E E E"})
    play(match, "A swap T1 H01 T1", "A ready", "A tuck T1", "A none")
    assert hand(match, "A") == "E E"
    assert to_move(match) == "B"


@pytest.mark.rule("HD-READY-4")
@pytest.mark.parametrize(("points", "held"), [(["SI"] * 8, "E E"), (["S"] * 8, "C")])
def test_nobody_is_asked_who_cannot_tuck(points: list[str], held: str) -> None:
    match = prep(data=plain(*points), A={"sled": FULL, "hand": held})
    play(match, "A swap T1 H01 T1", "A ready")
    assert to_move(match) == "B"
    assert hand(match, "A") == held


@pytest.mark.rule("HD-READY-4", "HD-READY-6")
def test_as_many_as_there_are_huskies() -> None:
    match = prep(data=plain("S", "S", "SI", "SI", "SI", "SI", "SI", "SI"), A={"sled": FULL, "hand": "E E E"})
    play(match, "A swap T1 H01 T1", "A ready", "A tuck T1", "A tuck T2")
    assert (hand(match, "A"), to_move(match)) == ("E", "B")


@pytest.mark.rule("HD-READY-6", "HD-RUL-12")
def test_equipment_is_tucked_at_this_moment_only() -> None:
    match = prep(data=plain("S"), A={"sled": FULL, "hand": "E"}, B={"sled": "T1=H11"})
    assert refusal(match, "tuck T1").endswith(".")
    play(match, "A swap T1 H01 T1")
    assert refusal(match, "tuck T1").endswith(".")
    play(match, "A ready", "A none")
    passing(match, "B", "B", "B")  # A, who is ready, is not asked again
    assert not any(one.equipped for one in seat(match, "A").sled.values())
    assert hand(match, "A").split().count("E") == 1


@pytest.mark.rule("HD-READY-7", "HD-RUL-13")
def test_a_ready_seat_takes_the_top_of_its_care_pile_each_day() -> None:
    """None on the day of the declaration."""
    match = prep(data=plain("S"), players=3, A={"sled": FULL}, B={"sled": "T1=H11"}, C={"sled": "T1=H21"})
    play(match, "A swap T1 H01 T1", "A ready")
    assert (hand(match, "A"), seat(match, "A").care_pile) == ("", ("single", "double", "double"))
    for held, left in (("C", ("double", "double")), ("C D", ("double",)), ("C D D", ())):
        events = passing(match, "B", "C")
        drawn = of_kind(events, "drew_care")
        assert [(each["seat"], each["card"], each["left"]) for each in drawn] == [("A", held[-1], len(left))]
        assert (hand(match, "A"), seat(match, "A").care_pile) == (held, left)


@pytest.mark.rule("HD-READY-7")
def test_an_empty_pile_gives_nothing() -> None:
    match = prep(
        data=plain("S"),
        day=4,
        A={**READY, "care_pile": 0, "hand": "C D D"},
        B={"sled": "T1=H21"},
        to_move="B",
    )
    events = passing(match, "B")
    assert told(events, "drew_care") == []
    assert hand(match, "A") == "C D D"


@pytest.mark.rule("WE-6", "HD-READY-7", "HD-READY-9", "HD-RUL-14")
def test_worked_example_6() -> None:
    match = prep(data=plain("S"), players=3, day=5, A={"sled": FULL}, B={"sled": THIRD}, C={"sled": "T1=H11"})
    play(match, "A swap T1 H01 T1", "A ready")
    assert view(match).last_day == 8
    drawn = {}
    while view(match).phase == "preparations":
        if to_move(match) == "B" and view(match).day == 7:  # a later declaration does not restart the count
            events = play(match, "B swap T1 H21 T1", "B ready")
        else:
            events = passing(match, to_move(match))
        for each in of_kind(events, "drew_care"):
            if each["seat"] == "A":
                drawn[view(match).day] = each["card"]
        if view(match).phase == "preparations":
            assert view(match).last_day == 8
            assert view(match).day <= 8
    assert drawn == {6: "C", 7: "D", 8: "D"}
    assert statuses(match) == "racer racer eliminated"
    assert view(match).care_pile.singles + view(match).care_pile.doubles == 9 + 2 + 3


@pytest.mark.rule("HD-READY-10", "HD-RUL-14")
@pytest.mark.parametrize("day", [3, 4, 5])
def test_preparations_end_on_the_day_on_which_all_are_ready(day: int) -> None:
    """Those later in the order of that day still have their turn."""
    left = {3: 3, 4: 2, 5: 1}[day]
    ready = {**READY, "care_pile": left, "hand": " ".join(["", "C", "C D"][3 - left].split())}
    match = prep(data=plain("S"), players=3, day=day, A={"sled": FULL}, B=ready, C={"sled": THIRD})
    events = play(match, "A swap T1 H01 T1", "A ready")
    assert told(events, "drew_care") == ["drew_care"]
    assert (to_move(match), view(match).phase) == ("C", "preparations")
    events = play(match, "C swap T1 H21 T1", "C ready")
    assert view(match).phase == "race"
    assert statuses(match) == "racer racer racer"
    assert told(events, "day_began", "another_day", "drew_care") == []  # no further day


@pytest.mark.rule("HD-READY-9", "HD-READY-11", "HD-DEF-7")
def test_at_the_end_of_the_third_day_the_unready_are_eliminated() -> None:
    """Whatever the state of the sled: C's is complete."""
    match = prep(
        data=plain("S"), players=3, day=5, A={"sled": FULL}, B=READY, C={"sled": THIRD, "hand": "H30 C"}
    )
    play(match, "A swap T1 H01 T1", "A ready")
    assert (to_move(match), view(match).day, view(match).last_day) == ("C", 5, 5)
    events = passing(match, "C")
    assert of_kind(events, "eliminated") == [{"seat": "C"}]
    assert statuses(match) == "racer racer eliminated"
    assert pawn(match, "C") is None
    assert view(match).order == ("A", "B")


@pytest.mark.rule("HD-READY-12", "HD-RUL-15")
def test_what_becomes_of_the_cards() -> None:
    """A has taken a single; B's pile is whole; C, eliminated, gives its pile, not the care in its hand."""
    match = prep(
        data=plain("S"),
        players=3,
        day=5,
        A={**READY, "hand": "C D", "care_pile": 1, "mentors": 1},
        B={"sled": FULL, "mentors": 2},
        C={"sled": "T1=H21", "hand": "C C H30", "mentors": 1},
        centre="H31 E C",
        to_move="B",
    )
    play(match, "B swap T1 H01 T1", "B ready")
    events = passing(match, "C")
    found = view(match).care_pile
    assert (found.singles, found.doubles) == (3 + 2, 6 + 1 + 4)
    assert of_kind(events, "preparations_ended") == [
        {"seat": None, "order": ["A", "B"], "singles": 5, "doubles": 11}
    ]
    assert all(each.care_pile == () and each.mentors == 0 for each in view(match).seats)
    assert centre(match) == ""
    assert view(match).deck == 0
    assert None not in view(match).track
    assert view(match).fields == 41
    assert hand(match, "A") == "C D"


@pytest.mark.rule("HD-RUL-16")
def test_without_a_declaration_the_match_ends_with_day_30() -> None:
    match = prep(data=plain("S"), day=30, A={"sled": FULL}, B={"sled": "T1=H11"})
    passing(match, "A")
    events = passing(match, "B")
    assert told(events, "nobody_won") == ["nobody_won"]
    assert match.over
    assert (match.places(), match.winners()) == ([1, 1], [])
    assert view(match).day == 30


@pytest.mark.rule("HD-RUL-16")
def test_a_declaration_on_day_30_leads_to_the_usual_limit() -> None:
    match = prep(data=plain("S"), day=30, A={"sled": FULL}, B={"sled": OTHER})
    play(match, "A swap T1 H01 T1", "A ready")
    passing(match, "B", "B", "B")
    assert (view(match).day, view(match).last_day) == (33, 33)
    play(match, "B swap T1 H11 T1", "B ready")
    assert view(match).phase == "race"


@pytest.mark.rule("HD-RUL-17", "HD-RUL-38")
def test_one_racer_wins_without_a_race() -> None:
    match = prep(data=plain("S"), players=3, day=5, A={"sled": "T1=H01"}, B=READY, C={"sled": "T1=H21"})
    passing(match, "A")
    events = passing(match, "C")
    assert match.over
    assert of_kind(events, "won")[0]["seat"] == "B"
    assert of_kind(events, "won")[0]["how"] == "alone"
    assert match.places() == [2, 1, 2]
    assert told(events, "race_day") == []
